"""Each example on the pages about variants is a whole file without a fault that changes something and is played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from narrator.games.ktulu import Ktulu
from narrator.games.night.loading import load_script, shipped_script
from narrator.games.night.simulation.evening import chance_of, play
from narrator.games.night.simulation.people import sensible
from narrator.games.night.simulation.tournament import setup_with
from narrator.play.loading import as_data, load_table, read_setup

from tests.book_line_ups import LINE_UPS
from tests.checked import faults_of

DOCS = Path(__file__).parent.parent / "docs"
PAGES = (DOCS / "variants.md", DOCS / "pl" / "odmiany.md")


def examples() -> Iterator[object]:
    for page in PAGES:
        for number, found in enumerate(re.findall(r"```toml\n(.*?)```", page.read_text("utf-8"), re.DOTALL), 1):
            yield pytest.param(found, id=f"{page.stem}-{number}")


@pytest.mark.parametrize("example", [*examples()])
def test_an_example_has_no_fault_changes_something_and_is_played(example: str, tmp_path: Path) -> None:
    file = tmp_path / "our.toml"
    file.write_text(example, encoding="utf-8")
    assert faults_of(file) == []
    script, shipped = load_script(file), shipped_script()
    new = [role for role in script.roles if role not in shipped.roles]
    setup = setup_with((*LINE_UPS.suggest(12 - len(new), 1), *new), rules=script.rules)
    table = load_table(_table(tmp_path, setup.cards))
    assert as_data(table)["script"] != as_data(load_table(Path("demo")))["script"]
    assert play(Ktulu(setup, script), chance_of(1, 1), sensible).winner


def test_the_example_in_english_leaves_no_word_of_an_english_table_in_polish(tmp_path: Path) -> None:
    [example] = (text for text in map(_text_of, examples()) if 'language = "en"' in text)
    (tmp_path / "our.toml").write_text(example, encoding="utf-8")
    loaded = read_setup(_table(tmp_path, (*LINE_UPS.suggest(11, 1), "jailer"), 'language = "en"'))
    assert loaded.script_problems == []
    sheriff = loaded.table().script.vocabulary["gentle"]["sheriff"]
    assert (sheriff.nom, sheriff.voc, sheriff.gen) == ("the marshal", "Marshal", "the marshal's")


def _text_of(example: Any) -> str:
    return str(example.values[0])


def _table(folder: Path, cards: tuple[str, ...], more: str = "") -> Path:
    file = folder / "table.toml"
    players = "\n".join(f'[[player]]\nname = "Gracz {seat}"' for seat in range(1, len(cards) + 1))
    listed = ", ".join(f'"{card}"' for card in cards)
    file.write_text(f'format = 1\nscript = "our.toml"\ncards = [{listed}]\n{more}\n{players}\n', encoding="utf-8")
    return file


def test_both_pages_have_examples() -> None:
    assert [page.read_text("utf-8").count("```toml") for page in PAGES] == [15, 12]
