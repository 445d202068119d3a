"""Loads what the worker processes share, once for all of them: the process that they are forked from imports this."""

from contextlib import suppress

from branchline.server.workers import bot_thinking, scenes

for warm_up in (scenes.warm_up, bot_thinking.warm_up):
    with suppress(Exception):  # the first job that needs it will say what is wrong
        warm_up()
