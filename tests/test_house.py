"""How the rooms of the house hang together, beyond what the import contracts say."""

from __future__ import annotations

from graphlib import TopologicalSorter

import grimp
import pytest

COMMANDS = "narrator.commands"
SHARED = {f"{COMMANDS}.app", f"{COMMANDS}.options"}
"""What knows all commands, and what all commands know."""


@pytest.fixture(scope="module")
def house() -> grimp.ImportGraph:
    return grimp.build_graph("narrator", exclude_type_checking_imports=True, cache_dir=None)


def test_no_modules_need_each_other_in_a_circle(house: grimp.ImportGraph) -> None:
    """Wherever they import, at their head or in a function; Python's own check of types aside."""
    TopologicalSorter({one: house.find_modules_directly_imported_by(one) for one in house.modules}).prepare()


def test_no_command_knows_another(house: grimp.ImportGraph) -> None:
    commands = house.find_children(COMMANDS) - SHARED
    assert len(commands) > 4
    known = {one: house.find_modules_directly_imported_by(one) & commands for one in commands}
    assert not any(known.values()), known
