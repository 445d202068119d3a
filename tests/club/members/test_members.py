"""How members are stored, on both engines."""

from __future__ import annotations

import asyncio

import pytest

from branchline.store import Conflict, Store
from branchline.store.club.members import Member, Members, is_member, name_key, new_member_id

from ...stores import Use, table

ANN = Member(id="m-ann", name="Ann", email="ann@example.org", language="de", made=5)
BOB = Member(id="m-bob", name="Bob", made=6)


def test_a_member_is_found_by_id_name_and_address(use: Use) -> None:
    async def work(store: Store) -> None:
        members = Members(store)
        await members.add(ANN, "hash")
        assert await members.find("m-ann") == ANN
        assert await members.by_name("ａｎｎ") == ANN, "however it is written"
        assert await members.by_email("Ann@Example.org") == ANN
        assert await members.password("m-ann") == "hash"
        assert await members.find("m-bob") is None
        assert await members.by_email("") is None
        assert await members.named(["m-ann", "m-bob", "m-ann"]) == {"m-ann": "Ann"}

    use(work)


def test_a_name_and_an_address_have_one_member(use: Use) -> None:
    async def work(store: Store) -> None:
        members = Members(store)
        await members.add(ANN, "")
        for other in (
            Member(id="m-2", name="ANN"),
            Member(id="m-3", name="Anna", email="ANN@example.org"),
        ):
            with pytest.raises(Conflict):
                await members.add(other, "")
            assert await members.find(other.id) is None
        await members.add(BOB, "")
        await members.add(Member(id="m-4", name="Cem"), "")  # many may have no address
        with pytest.raises(Conflict):
            await members.change("m-bob", name="ann")
        await members.change("m-bob", name="Rob", email="rob@example.org", password="new", language="it")
        assert await members.find("m-bob") == Member(
            id="m-bob", name="Rob", email="rob@example.org", language="it", made=6
        )
        with pytest.raises(Conflict):
            await members.change("m-nobody", language="it")

    use(work)


def test_if_many_want_a_name_at_once_one_gets_it(use: Use) -> None:
    async def work(store: Store) -> None:
        members = Members(store)
        tries = [members.add(Member(id=new_member_id(), name="Ann"), "") for _number in range(8)]
        ends = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(end is None for end in ends) == 1
        assert sum(isinstance(end, Conflict) for end in ends) == 7

    use(work)


def test_a_guests_possessions_become_the_members(use: Use) -> None:
    async def work(store: Store) -> None:
        members = Members(store)
        await store.add(table("held"))  # the guest `ann` holds a seat
        await store.add(table("made", host="ann"))
        await store.add(table("others"))
        await store.seat("others", table().seats[0], 0, forget=["ann"])
        await members.add(ANN, "", guest="ann")
        held, made = await store.find("held"), await store.find("made")
        assert held is not None
        assert made is not None
        assert held.holders == made.holders == [(0, "m-ann")]
        assert (held.row.host, made.row.host) == ("host", "m-ann")
        assert held.row.edition == made.row.edition == 1, "who has it in memory has to look again"
        assert sorted(await members.tables("m-ann")) == ["held", "made"]
        assert await members.tables("ann") == []
        await members.welcome("m-ann", "m-bob")
        assert await members.tables("m-bob") == [], "a member's seats are nobody's to take"

    use(work)


def test_blocking_goes_one_way_and_ends(use: Use) -> None:
    async def work(store: Store) -> None:
        members = Members(store)
        for member in (ANN, BOB):
            await members.add(member, "")
        await members.block("m-ann", "m-bob", 1)
        await members.block("m-ann", "m-bob", 2)
        assert await members.blocks("m-ann", "m-bob")
        assert not await members.blocks("m-bob", "m-ann")
        assert await members.blocked("m-ann") == [BOB]
        await members.unblock("m-ann", "m-bob")
        assert await members.blocked("m-ann") == []

    use(work)


def test_names_that_look_the_same_are_the_same() -> None:
    assert name_key("Zoë  K.") == name_key("ZOE\u0308 k.") == name_key("Ｚoë K.")
    assert name_key("Straße") == name_key("STRASSE")
    assert is_member(new_member_id())
    assert not is_member("0f" * 16)
