"""How the rooms of the house hang together, beyond what the import contracts say."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from graphlib import TopologicalSorter
from itertools import chain
from pathlib import Path

import grimp
import pytest

import narrator
from narrator.games.night.state.state import State
from narrator.values import fields

COMMANDS = "narrator.commands"
SHARED = {f"{COMMANDS}.app", f"{COMMANDS}.options", f"{COMMANDS}.usage"}
"""What knows all commands, and what all commands know."""

PACKAGE = Path(narrator.__file__).parent

SHORT = {
    "ears/pronunciation.py": "the door of sounds.toml",
    "evening/alone.py": "asked at the page and in the terminal",
    "page/at_desk.py": "what a led game offers there",
    "evening/handing_on.py": "who is let in again, which pages and phones share",
    "studio/mixing.py": "sounds alone, with no word of clips or questions",
    "games/given_names.py": "the door of given_names.toml",
    "games/chance.py": "all games draw by it",
    "games/counting/recap.py": "what is kept of such a game",
    "games/fluxx/setup.py": "the keys of a setup",
    "games/ktulu/package.py": "reads files, which the rules do not",
    "games/planetopia/package.py": "reads files, which the rules do not",
    "games/fluxx/package.py": "reads files, which the rules do not",
    "games/wars/ledger.py": "what battles and other deeds both need",
    "games/ktulu/sides.py": "a table",
    "games/ktulu/overrides.py": "what a moderator can set there, and only there",
    "computer/archive.py": "unpacks what nobody vouches for",
    "computer/espeak.py": "a library that is loaded by ctypes",
    "paper/reference.py": "a page of its own",
    "texts/shell.py": "the one place that knows how shells quote",
    "paper/html.py": "all that is printed is made of it",
}
"""Modules of fewer than 50 lines, and why each stands alone; all others are one thought of some length."""

ONE_SENSE = {
    "Clip": "what somebody said, as it is recorded, and as it is tried with who said it",
    "HouseRules": "a game's own is a kind of any game's",
    "Script": "what a game says, each its own way",
    "State": "how a game stands, each its own way",
    "Player": "a game's own is a kind of any game's",
    "Role": "a game's own is a kind of any game's",
    "Setup": "a game's own is a kind of any game's",
    "Simulation": "a game's own is one of those that any game may have",
}
"""Names of classes that several modules define, and why they mean the same there."""


@pytest.fixture(scope="module")
def house() -> grimp.ImportGraph:
    return grimp.build_graph("narrator", exclude_type_checking_imports=True, cache_dir=None)


def test_no_modules_need_each_other_in_a_circle(house: grimp.ImportGraph) -> None:
    """Wherever they import, at their head or in a function; Python's own check of types aside."""
    TopologicalSorter({one: house.find_modules_directly_imported_by(one) for one in house.modules}).prepare()


def test_a_short_module_has_its_reason() -> None:
    found = {
        one.relative_to(PACKAGE).as_posix(): len(one.read_text("utf-8").splitlines()) for one in PACKAGE.rglob("*.py")
    }
    faces = ("__init__.py", "__main__.py")
    assert {one for one, lines in found.items() if lines < 50 and not one.endswith(faces)} == SHORT.keys()


def test_no_two_modules_define_a_class_of_one_name() -> None:
    trees = (ast.parse(file.read_text("utf-8")) for file in PACKAGE.rglob("*.py"))
    names = Counter(one.name for tree in trees for one in tree.body if isinstance(one, ast.ClassDef))
    assert {name for name, times in names.items() if times > 1} == ONE_SENSE.keys()


def test_no_command_knows_another(house: grimp.ImportGraph) -> None:
    commands = house.find_children(COMMANDS) - SHARED
    assert len(commands) > 4
    known = {one: house.find_modules_directly_imported_by(one) & commands for one in commands}
    assert not any(known.values()), known


def _written(file: Path) -> Iterator[str]:
    """The fields that this file writes into something called `state`, or into what hangs on it."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            owner = node.value
            while isinstance(owner, ast.Attribute) and owner.attr != "state":
                owner = owner.value
            if "state" in (getattr(owner, "attr", ""), getattr(owner, "id", "")):
                yield node.attr


def test_only_fold_makes_a_state_of_a_game_another_one() -> None:
    rules = PACKAGE / "games"
    found = {one.name: {*_written(one)} for one in rules.rglob("*.py") if not one.name.startswith("fold")}
    assert {name: fields for name, fields in found.items() if fields} == {
        "deck.py": {"strict"},
        "printing.py": {"cards", "phase", "night", "turn"},
        "public.py": {"projected"},
    }


def test_what_an_event_sets_is_a_field_of_the_state() -> None:
    trees = [ast.parse(one.read_text("utf-8")) for one in PACKAGE.rglob("fold*.py")]
    lambdas = (node.body for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Lambda))
    named = {ast.literal_eval(key) for body in lambdas if isinstance(body, ast.Dict) for key in body.keys if key}
    assert len(named) > 20
    assert named <= {one.name for one in fields(State)}


class Private:
    """What a class keeps for itself, and what it takes."""

    def __init__(self, written: ast.ClassDef) -> None:
        self.name, self.nodes = written.name, [*ast.walk(written)]
        self.bases = {base.id for base in written.bases if isinstance(base, ast.Name)}
        functions = (one.name for one in written.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
        self.methods = {name for name in functions if _is_private(name)}

    @cached_property
    def own(self) -> set[str]:
        """Its methods, and what it sets of itself."""
        names = {
            one.target.id for one in self.nodes if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
        }
        return {*self.methods, *names, *(one.attr for one in self._read(ast.Store) if _of_itself(one))}

    @property
    def inherited(self) -> set[str]:
        """What it reads of itself though another class has it."""
        return {one.attr for one in self._read(ast.Load) if _of_itself(one)} - self.own

    @property
    def foreign(self) -> set[str]:
        """What it reads of something else than itself, unless that may be another of its kind."""
        return {one.attr for one in self._read(ast.Load) if not _of_itself(one)} - self.own

    def _read(self, how: type[ast.expr_context]) -> Iterator[ast.Attribute]:
        found = (one for one in self.nodes if isinstance(one, ast.Attribute) and _is_private(one.attr))
        return (one for one in found if isinstance(one.ctx, how))


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def _of_itself(one: ast.Attribute) -> bool:
    return isinstance(one.value, ast.Name) and one.value.id in ("self", "cls")


@pytest.fixture(scope="module")
def classes() -> dict[str, Private]:
    """All classes of where a game is led, by name."""
    files = chain.from_iterable((PACKAGE / folder).glob("*.py") for folder in ("rooms", "page"))
    trees = chain.from_iterable(ast.walk(ast.parse(file.read_text("utf-8"))) for file in files)
    found = [Private(one) for one in trees if isinstance(one, ast.ClassDef)]
    assert len({one.name for one in found}) == len(found)
    return {one.name: one for one in found}


def _above(one: Private, classes: dict[str, Private]) -> list[Private]:
    bases = [classes[base] for base in one.bases & classes.keys()]
    return [*bases, *chain.from_iterable(_above(base, classes) for base in bases)]


def test_no_room_and_no_display_does_otherwise_what_is_private_to_another(classes: dict[str, Private]) -> None:
    displays, rooms = (
        [one.name for one in classes.values() if classes[base] in _above(one, classes)]
        for base in ("Scene", "TableRoom")
    )
    assert len(displays) == 3 and len(rooms) == 5  # noqa: PT018 - they are what is looked at
    for one in classes.values():
        assert not one.methods & {*chain.from_iterable(other.methods for other in _above(one, classes))}, one.name


def test_nobody_reads_what_is_private_to_another_but_the_rooms_of_a_table(classes: dict[str, Private]) -> None:
    """They share what a table is: its mouth, ears, and the open call's time."""
    table = classes["TableRoom"]
    for one in classes.values():
        assert not one.foreign, one.name
        assert not one.inherited or table in _above(one, classes), (one.name, one.inherited)
