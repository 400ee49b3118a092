"""Whose devices the next game of an evening lets in at once: those of people who play on, and see no more by them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from narrator.errors import NarratorError
from narrator.games.naming import numbered
from narrator.games.registry import name_of
from narrator.play import session
from narrator.play.session import SavedGame


def handed_on(before: Path, journal: Path) -> bool:
    """Let the devices of a game, by its journal, into the next one; whether a moderator's is among them.

    Whoever led is not let in by that where other people play, or another game: they may have a card there themselves.
    A phone has the seat of its player still, wherever that is now.
    """
    from narrator.page.access import hand_on

    with suppress(NarratorError):  # else all are let in anew
        old, new = session.recall(before), session.recall(journal)
        return hand_on(old.header, new.header, _seats(old, new), trusted=_is_of_the_same_people(old, new))
    return False


def _is_of_the_same_people(old: SavedGame, new: SavedGame) -> bool:
    """Whether this is the same game, with all who stayed to the end of the other one, and nobody else."""
    then, now = session.as_they_sit(old).people, new.table.setup.people
    if {*then.values()} - {*now.values()} - {*session.gone_home(old)} or {*now.values()} - {*then.values()}:
        return False
    named = all(numbered(seat, name) != name for seat, name in now.items())  # players without a name may be anybody
    return not new.header.setup or (named and name_of(old.table.setup) == name_of(new.table.setup))


def _seats(old: SavedGame, new: SavedGame) -> dict[int, int]:
    """Where players sit now, by their seats before; without those of whom it is not sure that they are the same."""
    began, then, now = old.table.setup.people, session.as_they_sit(old).people, new.table.setup.people
    named = {name: seat for seat, name in now.items() if then == now or numbered(seat, name) != name}
    return {seat: named[name] for seat, name in then.items() if name in named and began.get(seat, name) == name}
