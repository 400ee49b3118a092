"""Values are what the dataclasses of the standard library are, but for what is compiled for each class."""

from __future__ import annotations

import dataclasses
import inspect
import pickle
import pkgutil
import sys
from importlib import import_module
from typing import Any

import pytest

import narrator.games.ktulu
from narrator.errors import Problem
from narrator.texts import message
from narrator.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Card:
    name: str
    seat: int = 0
    note: str = field(default="", compare=False, repr=False)
    marks: dict[str, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Nothing:
    pass


@dataclass
class Pile:
    cards: int


@dataclass(frozen=True, kw_only=True)
class Named:
    name: str

    def __repr__(self) -> str:
        return self.name


def test_equal_values_are_equal_and_hash_alike() -> None:
    assert Card("a", 1, "x") == Card("a", 1, "y") != Card("a", 2)
    assert hash(Card("a", 1, "x")) == hash(Card("a", 1, marks={"b": 1}))
    assert Card("a") not in list[object]([Pile(1), "a"])
    assert {Nothing(), Nothing()} == {Nothing()}
    assert Named(name="a") == Named(name="a")
    assert len({message("a", x=1), message("a", x=1)}) == 1
    assert Problem("a", "b", line=1) == Problem("a", "b")


def test_what_may_change_has_no_hash() -> None:
    assert Pile(1) == Pile(1)
    with pytest.raises(TypeError):
        hash(Pile(1))


def test_a_value_shows_its_fields_unless_it_shows_itself() -> None:
    assert repr(Card("a", note="x")) == "Card(name='a', seat=0, marks={})"
    assert repr(Named(name="a")) == "a"


def test_a_value_is_copied_kept_and_read_like_any_dataclass() -> None:
    card = Card("a", 1, marks={"b": 1})
    assert dataclasses.replace(card, seat=2) == Card("a", 2, marks={"b": 1})
    assert dataclasses.asdict(card) == {"name": "a", "seat": 1, "note": "", "marks": {"b": 1}}
    assert pickle.loads(pickle.dumps(card)) == card
    assert not hasattr(card, "__dict__")


def test_a_value_is_begun_as_any_dataclass_and_its_class_compiled_no_sooner() -> None:
    @dataclass(slots=True)
    class Deal:
        first: str = field(kw_only=True, default="a")
        seat: int
        drawn: list[int] = field(default_factory=list, init=False)
        note: str = field(default="b", init=False)
        late: str = field(init=False)
        cards: list[str] = field(default_factory=list, kw_only=True)

        def __post_init__(self) -> None:
            self.late = f"{self.first}{self.seat}"

    assert vars(Deal)["__init__"].__code__.co_filename != "<string>"
    deals = Deal(1), Deal(1, first="c", cards=["d"])
    assert vars(Deal)["__init__"].__code__.co_filename == "<string>"
    assert [(deal.late, deal.drawn, deal.note, deal.cards) for deal in deals] == [
        ("a1", [], "b", []),
        ("c1", [], "b", ["d"]),
    ]
    assert deals[0].drawn is not deals[1].drawn
    wrong: list[dict[str, Any]] = [{}, {"seat": 1, "drawn": []}, {"seat": 1, "late": ""}]
    for given in wrong:
        with pytest.raises(TypeError):
            Deal(**given)


def test_no_class_of_the_program_has_methods_compiled_for_it_but_how_one_is_begun() -> None:
    for found in pkgutil.walk_packages(narrator.games.ktulu.__path__, "narrator.games.ktulu."):
        import_module(found.name)
    ours = [one for name, one in sys.modules.items() if name.startswith("narrator.")]
    found_in = (one for module in ours for one in vars(module).values() if isinstance(one, type))
    classes = {one for one in found_in if dataclasses.is_dataclass(one) and one.__module__.startswith("narrator.")}
    assert len(classes) > 100
    compiled = {
        f"{one.__qualname__}.{name}"
        for one in classes
        for name, method in vars(one).items()
        if inspect.isfunction(method) and method.__code__.co_filename == "<string>" and name != "__init__"
    }
    assert not compiled
