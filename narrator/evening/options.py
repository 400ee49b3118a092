"""How an evening is to be led, as people said it: on the command line, in the menu, or when its game began."""

# Its annotations are not postponed: the command line reads from them what an option may be.

from pathlib import Path
from typing import TYPE_CHECKING

from narrator.terminal.words import say, terminal_texts
from narrator.values import dataclass, replace

if TYPE_CHECKING:
    from narrator.computer.config import Config
    from narrator.play.session import SavedOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What was said of how to lead; None where nothing was, so that a game goes on as it began."""

    headless: bool = False
    silent: bool | None = None
    page: bool | None = None
    share: bool = False
    aloud: bool = False
    """Whether on a page the laptop reads."""
    phones: bool = False
    """Whether each player answers on their own phone this evening, whatever the setup says."""
    keys: bool = False
    """Whether the laptop's keys answer this evening, at a table where phones would."""
    port: int = 0
    browser: bool = True
    seed: int | None = None
    journal: Path | None = None
    answers: Path | None = None
    names: str = ""
    voice: str = ""
    pace: float | None = None
    config: Path | None = None
    practice: bool = False
    """Whether the game counts for nothing: all see all cards before it, and it is not offered or counted after it."""

    @property
    def attended(self) -> bool:
        """Whether people answer, who can be asked: no program, and no file."""
        return not (self.headless or self.answers)

    @property
    def speaks(self) -> bool:
        """Whether the narrator speaks in the room, from the first line on; a page decides by itself."""
        return not (self.headless or self.silent or self.page)

    @property
    def quiet(self) -> bool:
        """Whether nothing is spoken before the game either; a page's laptop may be told to read later."""
        return bool(self.silent and not self.page)

    def settings(self) -> "Config":
        """The settings named, else the usual ones, at the pace named. Raises BadData."""
        from narrator.computer.config import load_config

        return load_config(self.config, self.pace)

    def saved(self) -> "SavedOptions":
        """What a game's journal keeps of it."""
        from narrator.computer import parsing
        from narrator.play.session import SavedOptions

        config = str(self.config.resolve()) if self.config else ""
        config = "" if parsing.odd_signs(config) else config  # a name that a journal could not keep
        return SavedOptions(
            silent=bool(self.silent),
            page=bool(self.page),
            share=self.share,
            phones=self.phones,
            keys=self.keys,
            pace=self.pace,
            config=config,
            practice=self.practice,
        )

    def resuming(self, saved: "SavedOptions") -> "RunOptions":
        """The same for a game that began so: what is said now comes first; it is told if its settings are gone."""
        free = self.attended and self.silent is None and not (self.aloud or self.phones)
        share = self.share or (saved.share and free and self.page is not False)
        alone = self.attended and not (self.silent or self.page or share)
        phones = self.phones or (saved.phones and alone)
        page = share or (saved.page and free if self.page is None else self.page)
        return replace(
            self,
            share=share,
            phones=phones,
            keys=saved.keys and not self.phones,
            page=page,
            aloud=self.aloud or self.silent is False,
            silent=saved.silent and not self.aloud if self.silent is None else self.silent,
            pace=saved.pace if self.pace is None else self.pace,
            config=self.config or _still_there(saved.config),
        )

    def for_another(self) -> "RunOptions":
        """The same for the next game: what was said of one game is not."""
        return replace(self, seed=None, journal=None, names="", voice="", port=0, practice=False)

    def as_answered(self, answers: str) -> "RunOptions":
        """The same where people were asked anew how they answer: a page, and phones beside, are a moderator's."""
        led = answers == "moderator"
        return replace(self, page=self.page and led, share=self.share and led, phones=self.phones and led, keys=False)


def _still_there(config: str) -> Path | None:
    from narrator.computer import files
    from narrator.errors import escaped

    if config and not files.is_file(Path(config)):
        say(escaped(terminal_texts().word("terminal.config-gone", path=config)), err=True)
        return None
    return Path(config) if config else None
