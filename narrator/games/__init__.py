"""Games that can be narrated: pure rules that know no sound, no files and no clock."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

from narrator.values import dataclass

if TYPE_CHECKING:
    from narrator.cues import Audience, Cue, Part, Refused
    from narrator.games.view import Finale, Outcome, Planned, View
    from narrator.texts import Texts

S = TypeVar("S")
E = TypeVar("E")
S_contra = TypeVar("S_contra", contravariant=True)
E_contra = TypeVar("E_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class StoryEntry:
    """One sentence of a game's story, under a chapter's title; `public` if everybody at the table knows it.

    A `deed` tells what somebody chose that changed the game at once.
    """

    chapter: str
    text: str
    public: bool
    deed: bool = False


@runtime_checkable
class HasModerator(Protocol[S_contra]):
    """A game that may get a moderator, or lose its own, while it is played."""

    def led(self, state: S_contra) -> bool:
        """Whether somebody who is not playing watches, shows and answers now."""


@runtime_checkable
class HasNames(Protocol[S_contra]):
    """A game in which players may get another name, or others may take their seats."""

    taken: Collection[str]
    """Words by which nobody can be called from now on (`naming.taken_names`)."""

    def names(self, state: S_contra) -> dict[int, str]:
        """The players' names by seat, as they are now."""


@runtime_checkable
class HasGoers(Protocol[S_contra]):
    """A game out of which players may go home."""

    def gone_home(self, state: S_contra) -> frozenset[int]:
        """The seats of those who went home and have not come back."""


@runtime_checkable
class HasFinale(Protocol[S_contra, E_contra]):
    """A game that can sum up its evening in a finale."""

    def finale(self, steps: Iterable[tuple[S_contra, E_contra]], texts: Texts) -> Finale:
        """Sum up a game that is over, without what was undone; each event comes with the state just before it."""


@runtime_checkable
class HasAgenda(Protocol[S_contra, E_contra]):
    """A game whose nights have an order, which the moderator may look up."""

    def tonight(self, state: S_contra, steps: Iterable[tuple[S_contra, E_contra]]) -> list[Planned]:
        """All calls of the night that is played in this state, in order; `steps` led to it. None by day."""


class Game(Protocol[S, E]):
    """What the stage needs of a game. `S` is its state, a value; `E` its events, dataclasses."""

    def begin(self, seed: int) -> S:
        """The state before anything has happened."""

    def opening(self, state: S) -> list[E]:
        """What happens first, up to the first cue: one event at least, by which a journal begins."""

    def cue(self, state: S) -> Cue | None:
        """What goes out now; nothing after the end has gone out."""

    def delivered(self, state: S) -> list[E]:
        """What happens once the cue has gone out."""

    def take(self, state: S, said: str) -> list[E] | Refused:
        """What an answer or command (canonical form) to the open question leads to, or why it is refused.

        RESUME, UNHEARD and UNDO_UNHEARD (narrator.cues) are told at any moment.
        """

    def fold(self, state: S, event: E) -> S:
        """The state after the event, a new value."""

    def texts_to_prepare(self, state: S) -> list[Part]:
        """The lines, whole texts with their ids, that are known already, in about the order of the game."""

    def view(self, state: S, audience: Audience) -> View:
        """What everybody, a seat, or the moderator may see; what everybody sees follows from no secret."""

    def over(self, state: S) -> Outcome | None:
        """How the game ended, once it has."""

    def story(self, steps: Iterable[tuple[S, E]], texts: Texts) -> list[StoryEntry]:
        """Tell what happened, in these texts; each event comes with the state just before it.

        What was undone is left out.
        """

    def remaining(self, steps: Iterable[tuple[S, E]]) -> Iterable[tuple[S, E]]:
        """Leave out what was undone, and the undoing; each event comes with the state just before it."""

    def chapter(self, state: S, texts: Texts) -> str:
        """The title under which the story tells what happens in this state."""
