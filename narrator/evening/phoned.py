"""Phones for an evening: at which tables players may answer by them, and whether they would find the laptop."""

from __future__ import annotations

from typing import Any

from narrator.errors import NarratorError
from narrator.evening.options import RunOptions
from narrator.games.table import Table
from narrator.play.journal import Header
from narrator.texts import message
from narrator.values import replace


def with_phones(table: Table[Any, Any], options: RunOptions) -> Table[Any, Any]:
    """The table with phones for this evening, if they are wanted; a moderator answers as ever, and has them beside.

    Where the laptop's keys are wanted instead, they answer. Raises NarratorError where there can be no phones.
    """
    if options.keys and table.setup.answers == "phones":
        return table.with_setup(answers="keys")
    if not options.phones:
        return table
    setup = table.setup.with_phones()
    if setup is None:
        raise NarratorError(message("refusals.phones-no-nights", game=table.package.id))
    others = {"--page": options.page, "--silent": options.silent, "--headless": options.headless}
    for option, said in {**others, "--answers": options.answers}.items():
        if said:
            raise NarratorError(message("refusals.phones-with", option=option))
    return table if table.setup.answers == "moderator" else replace(table, setup=setup)


def has_phones(table: Table[Any, Any], options: RunOptions) -> bool:
    """Whether phones are let in at this table."""
    wanted = options.phones or table.setup.answers == "phones"
    return wanted and options.attended and not (options.silent or options.page)


def misses_phones(game: Header, table: Table[Any, Any], options: RunOptions) -> bool:
    """Whether players' phones have seats in this game, of a table that goes on without them here."""
    from narrator.page.access import Access, devices_of

    here = options.attended and not (options.silent or options.page or options.keys or has_phones(table, options))
    return here and any(one.seat for one in Access(devices_of(game)).devices)


def phones_would_come() -> bool:
    """Whether this computer is in a network that phones may be in, too."""
    from narrator.computer.network import inside, own_addresses

    return not all(map(inside, own_addresses()[:1]))
