"""What a table keeps of Planetopia: its chronicle, as a page, aloud, and as the finale; and how tense it is."""

from __future__ import annotations

import stat
from pathlib import Path

from narrator.computer import paths
from narrator.computer.texts import texts_of
from narrator.games.planetopia import Planetopia
from narrator.games.planetopia.package import PlanetopiaPackage
from narrator.play.loading import load_table
from narrator.play.log import happened, told_aloud
from narrator.play.session import SavedGame, recall

from tests.any_game.evening import begun, said, settled
from tests.planetopia.test_led import DEMO, EVENING, FOUNDED
from tests.program import narrator

TEXTS = texts_of("pl", PlanetopiaPackage.folders[0])
PROPHECY = (
    *FOUNDED,
    *("ready", "set mover 1", "prophecy s", "share 2 20", "share 3 10", "set hand 1 0", "pass", "none", "ready"),
    *("set mover 2", "set hand 2 0", "pass", "none", "effect morale -20", "misfortune", "Powódź"),
)


def journal_of(folder: Path, words: tuple[str, ...]) -> Path:
    """The journal of an evening with these answers."""
    journal, answers = folder / "a.jsonl", folder / "said"
    answers.write_text("".join(f"{one}\n" for one in words), "utf-8")
    narrator("play", DEMO, "--answers", answers, "--silent", "--pace", 0, "--journal", journal)
    return journal


def kept(folder: Path, words: tuple[str, ...]) -> SavedGame:
    return recall(journal_of(folder, words))


def test_the_chronicle_is_a_page_at_any_time(tmp_path: Path) -> None:
    journal, page = journal_of(tmp_path, PROPHECY), tmp_path / "kronika.html"
    assert narrator("log", journal, "--out", page).returncode == 0
    words = page.read_text("utf-8")
    for sight in (
        "<h1>kronika",
        "<h2>Tura 1</h2>",
        "Adam ogłasza proroctwo pik. Dotyczy: Bartek, Celina.",
        "<h2>Tura 2</h2>",
        "Spełnia się proroctwo pik z tury 1 (Adam, siła 20): Bartek.",
        "Bartek: morale −20.",
        "Bartek, nieszczęście: Powódź.",
    ):
        assert sight in words, sight
    assert stat.S_IMODE(page.stat().st_mode) & 0o077 == 0


def test_what_was_taken_back_is_no_part_of_it(tmp_path: Path) -> None:
    story = narrator("log", journal_of(tmp_path, (*PROPHECY, "undo"))).stdout
    assert "Spełnia się proroctwo" in story
    assert "Powódź" not in story


def test_the_finale_is_the_chronicle_and_it_is_read_aloud_if_it_is_wanted(tmp_path: Path) -> None:
    evening = kept(tmp_path, EVENING)
    game = evening.table.game()
    assert isinstance(game, Planetopia)
    finale = game.finale(happened(game, evening.steps()), TEXTS)
    assert finale.heading == "Kronika planety"
    assert [one.partition(":")[0] for one in finale.chapters[:2]] == ["Zakładanie osad", "Tura 1"]
    assert finale.turns[-1] == "Wygrana: Celina."
    aloud = [*told_aloud(game, evening.steps(), TEXTS)]
    assert "Adam, luksus: Wiszące ogrody." in aloud
    assert aloud[-1] == "Wygrana: Celina."
    assert [*told_aloud(game, evening.steps(), TEXTS, briefly=True)] == []


def test_it_is_tenser_the_lower_the_lowest_morale_is() -> None:
    game = load_table(paths.shipped("setups") / "demo-planetopia.toml").game()
    state = settled(game, begun(game, 1))
    for word in FOUNDED:
        state = settled(game, said(game, state, word))
    felt = []
    for morale in (100, 25, 15, 5):
        state = settled(game, said(game, state, f"set morale 2 {morale}"))
        felt.append(game.view(state, "all").tension)
    assert felt == [0.0, 0.0, 0.5, 1.0]
