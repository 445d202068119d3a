"""The settings file: what an admin writes, and what they are told when it is wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from branchline.cli import main
from branchline.server.settings import Serving, Settings
from branchline.server.settings_file import BadSettings, in_toml, read_settings, serving

EXAMPLE = Path(__file__).parents[3] / "deploy" / "branchline.toml"


def written(folder: Path, text: str) -> Path:
    path = folder / "branchline.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_says_how_the_server_runs(tmp_path: Path) -> None:
    path = written(tmp_path, 'port = 9000\nhosts = ["club.example.org"]\ndata = "games"\npace = 1\n')
    found = serving(read_settings(path))
    assert found == Serving(port=9000, hosts=("club.example.org",), data=Path("games"), pace=1.0)


def test_flags_override_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, 'port = 9000\nhost = "0.0.0.0"\n')
    assert main(["serve", "--settings", str(path), "--port", "9001", "--print-settings"]) == 0
    said = capsys.readouterr().out
    assert "port = 9001" in said
    assert 'host = "0.0.0.0"' in said


def test_the_printed_settings_are_a_settings_file(tmp_path: Path) -> None:
    settings = Serving(data=tmp_path, hosts=('a"b', "ü"), logs="json", pace=0.5)
    assert serving(read_settings(written(tmp_path, in_toml(settings)))) == settings


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 1", "there is no setting 'prot'; did you mean 'port'?"),
        ("quux = 1", "there is no setting 'quux'; there are: data, store"),
        ('port = "80"', 'port: this must be a whole number, not a text in "quotes". Write for example: port = 8017'),
        ("port = 70000", "port: this must be a whole number up to 65535. Write for example: port = 8017"),
        ("pace = -1", "pace: this must be a number of at least 0.0."),
        ("[metrics]\nalow = []", "there is no setting 'metrics.alow'; did you mean 'allow'?"),
        ('[metrics]\nallow = ["nowhere"]', "metrics: 'nowhere' does not appear to be an IPv4 or IPv6 network"),
        ('logs = "xml"', "logs: 'xml' is not one of the allowed values. Write for example: logs = \"plain\""),
        ("hosts = [1]", 'hosts: this must be a text in "quotes", not a whole number'),
        ("data = 3", 'data: this must be a text in "quotes", not a whole number'),
        ("port", "is not TOML: "),
        ('store = "env:NO_SUCH_VARIABLE"', "store should come from the environment, but NO_SUCH_VARIABLE is not set"),
        ('store = "file:/no/such/file"', "store should come from the file /no/such/file, which can't be read"),
        ('store = "credential:store"', "but systemd has passed none"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_file_key_and_remedy(tmp_path: Path, text: str, sentence: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BadSettings) as told:
        read_settings(path)
    assert str(path) in str(told.value)
    assert sentence in str(told.value)


def test_a_missing_file_causes_no_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--settings", str(tmp_path / "none.toml")]) == 2
    assert "none.toml can't be read: No such file or directory" in capsys.readouterr().err


def test_secrets_come_from_elsewhere_and_are_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "store").write_text("postgresql://club:sesame@db/club\n")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", "postgresql://club:sesame@db/club")
    for place in ("env:DATABASE_URL", f"file:{tmp_path / 'store'}", "credential:store"):
        path = written(tmp_path, f'store = "{place}"\n')
        assert serving(read_settings(path)).store == "postgresql://club:sesame@db/club"
        assert main(["serve", "--settings", str(path), "--print-settings"]) == 0
        assert "sesame" not in capsys.readouterr().out


def test_worker_processes_get_all_settings() -> None:
    settings = Serving(data=Path("games"), store="postgresql://a@b/c", hosts=("x",), logs="json")
    copy = Settings.of_words(settings.in_words())
    assert all(
        getattr(copy, field.name) == getattr(settings, field.name) for field in msgspec.structs.fields(copy)
    )


def test_the_example_file_names_every_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As shipped it sets nothing; uncommented it sets everything."""
    assert serving(read_settings(EXAMPLE)) == Serving()
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    (tmp_path / "metrics").write_text("sesame")
    everything = re.sub(r"^#(?=\w+ = |\[)", "", EXAMPLE.read_text(), flags=re.M)
    found = read_settings(written(tmp_path, everything))
    serving(found)
    assert keys(found) == names(Serving)


def keys(found: dict[str, Any]) -> set[str]:
    inner = {
        f"{key}.{name}" for key, value in found.items() if isinstance(value, dict) for name in keys(value)
    }
    return set(found) | inner


def names(kind: type[msgspec.Struct]) -> set[str]:
    known = set()
    for field in msgspec.structs.fields(kind):
        known.add(field.name)
        if isinstance(field.default, msgspec.Struct):
            known |= {f"{field.name}.{name}" for name in names(type(field.default))}
    return known
