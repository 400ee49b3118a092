"""Games that people played last, in a data folder of their own, and the table that came of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from narrator.play import loading

from tests.asked import EIGHT, REST, Talk
from tests.program import at_home, narrator


def table_of(game: str, people: Mapping[str, str], own: str) -> str:
    """A setup of this game: keys of its own, and people by name with theirs."""
    players = "".join(f'[[player]]\nname = "{name}"\n{keys}\n' for name, keys in people.items())
    return f'format = 1\ngame = "{game}"\nlanguage = "pl"\n{own}\n{players}'


def begun(home: Path, own: str = "", rules: str = "", script: str = "", people: str = EIGHT) -> Path:
    """The journal of a game that these people began, at a table with keys of its own, maybe by their own script."""
    if script:
        (home / "data" / "narrator" / "scripts").mkdir(parents=True)
        (home / "data" / "narrator" / "scripts" / "nasza.toml").write_text(script, "utf-8")
    Talk(people, "", *REST).table(home)
    if own:
        keys = {line.partition(" =")[0] for line in own.splitlines()}
        lines = (home / "new.toml").read_text("utf-8").splitlines()
        text = "\n".join(line for line in lines if line.partition(" =")[0] not in keys)
        text = (
            text.replace('"courtesan"', '"executioner"')
            .replace('name = "Ala"', 'name = "Ala"\nsay = "Alla"')
            .replace("\nlanguage", f"\n{own}\nlanguage")
        )
        (home / "new.toml").write_text(f"{text}\n{rules}", "utf-8")
    return led(home, (home / "new.toml").read_text("utf-8"))


def written(home: Path) -> Any:
    """The one table that was kept."""
    (path,) = (home / "data" / "narrator" / "tables").glob("*.toml")
    return loading.load_table(path).setup


def led(home: Path, table: str, name: str = "a") -> Path:
    """The journal, of this name, of a game that was begun at this table."""
    (home / "new.toml").write_text(table, "utf-8")
    games = home / "data" / "narrator" / "games"
    games.mkdir(parents=True, exist_ok=True)
    journal = games / f"{name}.jsonl"
    done = narrator("play", "new.toml", "--headless", "--journal", str(journal), cwd=home, env=at_home(home))
    assert journal.exists(), done.stderr
    return journal
