"""The pages in docs/ name everything that people can write, type or read, and nothing that is not there."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, get_args

import pytest
import typer

from narrator import cues
from narrator.answers import Answer, typed
from narrator.commands import app
from narrator.computer import config
from narrator.ears.lexicon import read_lexicon
from narrator.games.ktulu.setup import HouseRules, Player, Setup, Trait
from narrator.games.night.flow.conditions import CONDITIONS
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.flow.steps import STEPS
from narrator.games.night.flow.winning import WAYS
from narrator.games.night.proofreading.lines import needed, spare
from narrator.games.night.script import script
from narrator.games.night.script.script import Timing
from narrator.mouth.voice import Voice
from narrator.phrases import phrases

from tests.foreign import foreign
from tests.polish import OWN_WORDS
from tests.scenario import SCRIPT, all_cues, scenarios

ROOT = Path(__file__).parent.parent
TOP = [ROOT / name for name in ("README.md", "README.pl.md", "CHANGELOG.md", "CONTRIBUTING.md")]
PAGES = [*TOP, *sorted((ROOT / "docs").rglob("*.md"))]


def page(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


def part(text: str, heading: str) -> str:
    """What stands under a heading, up to the next of its level."""
    found = re.search(rf"^## {heading}[^\n]*\n(.*?)(?=^## |\Z)", text, flags=re.DOTALL | re.MULTILINE)
    assert found, f"there is no part {heading!r}"
    return found[1]


def rows(text: str) -> Iterator[list[str]]:
    """The cells of the table rows in a text."""
    for line in text.splitlines():
        if line.startswith("|") and not line.startswith("|---"):
            yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def named(text: str) -> set[str]:
    """List the words that stand in backquotes in the first cells of the tables."""
    return {word for row in rows(text) for word in re.findall(r"`([^`]+)`", row[0])}


def commands(group: Any, before: str = "narrator") -> Iterator[tuple[str, Any]]:
    for name in group.tree:
        command = group.get_command(None, name)
        if hasattr(command, "tree"):
            yield from commands(command, f"{before} {name}")
        else:
            yield f"{before} {name}", command


COMMANDS = dict(commands(typer.main.get_command(app.app)))


def test_the_commands_page_lists_the_commands() -> None:
    assert named(page("commands").partition("## Options")[0]) == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_and_options_have_help_and_are_on_the_page(name: str) -> None:
    command = COMMANDS[name]
    documented = {
        words.split()[0]: row[1] for row in rows(part(page("commands"), "Options")) for words in named_in(row)
    }
    for parameter in command.params:
        if parameter.param_type_name == "option" and parameter.name != "help":
            option = parameter.opts[-1]
            assert option in documented, f"{name} {option}"
            assert f"`{name.removeprefix('narrator ')}`" in documented[option], f"{option} of {name}"


def named_in(row: list[str]) -> list[str]:
    return re.findall(r"`(-[^`]+)`", row[0])


def test_options_on_the_commands_page_exist() -> None:
    known = {option for command in COMMANDS.values() for one in command.params for option in one.opts}
    assert {words.split()[0] for row in rows(part(page("commands"), "Options")) for words in named_in(row)} <= known


def test_the_settings_are_on_the_commands_page_with_their_defaults() -> None:
    shown = {cells[0].strip("`"): cells[1].strip("`") for cells in rows(part(page("commands"), "Settings"))}
    shown.pop("key")
    assert shown == {one.name: json.dumps(one.default) for one in fields(config.Config)}


def test_the_shipped_settings_are_the_defaults() -> None:
    for name in ("config.toml", "config.en.toml", "config.sv.toml"):
        assert tomllib.loads((ROOT / name).read_text(encoding="utf-8")) == {
            one.name: one.default for one in fields(config.Config)
        }


def key_of(one: Any) -> str:
    return str(one.metadata.get("toml", one.name))


@pytest.mark.parametrize("kind", [Setup, Player, HouseRules])
def test_setup_keys_are_on_the_setups_page(kind: type) -> None:
    missing = [key_of(one) for one in fields(kind) if f"`{key_of(one)}`" not in page("setups")]
    assert missing in ([], ["player"], ["rules"], ["player", "rules"])
    assert all(f"[{key}]" in page("setups") for key in missing)


def test_voice_keys_are_on_the_voices_page() -> None:
    keys = {one.name for one in fields(Voice)} - {"id"}  # the file's name
    assert keys <= named(page("voices"))


def test_conditions_are_on_the_scripts_page() -> None:
    assert {words.split()[0] for words in named(part(page("scripts"), "Conditions"))} == set(CONDITIONS)


def test_effects_are_on_the_scripts_page() -> None:
    assert named(part(page("scripts"), "Effects")) == set(EFFECTS)


def test_ways_to_win_are_on_the_scripts_page() -> None:
    table = part(page("scripts"), "Ways to win").partition("|---|---|")[2]
    assert {cells[0].strip("`").split()[0] for cells in rows(table)} == set(WAYS)


def test_what_effects_want_is_on_the_scripts_page() -> None:
    shown = [{*re.findall(r"`([^`]+)`", cells[1])} for cells in rows(part(page("scripts"), "What some effects want"))]
    words = EFFECTS.items()
    assert shown[1:] == [
        {effect for effect, word in words if word.who == "faction"},
        {effect for effect, word in words if word.who == "role"},
        {effect for effect, word in words if word.needs.startswith("holds ")},
        {effect for effect, word in words if word.needs.startswith("holder-is ")},
        {effect for effect, word in words if word.needs and " " not in word.needs},
        {effect for effect, word in words if word.after},
        {effect for effect, word in words if word.besides},
        {effect for effect, word in words if word.own},
        {effect for effect, word in words if word.public},
    ]


def test_whose_choices_can_be_announced_is_on_the_scripts_page() -> None:
    below = part(page("scripts"), "What some effects want").partition("can be announced (`public` or `open`): ")[2]
    assert re.findall(r"`([^`]+)`", below.partition(".")[0]) == sorted(
        w for w, one in EFFECTS.items() if one.announces
    )


def test_traits_are_on_the_scripts_page() -> None:
    shown = [cells[0].strip("`") for cells in rows(part(page("scripts"), "Traits"))][1:]
    of_any_game = [*get_args(script.Trait)]
    assert shown == [*get_args(Trait)]
    assert shown[: len(of_any_game)] == of_any_game


def test_timing_is_on_the_scripts_page_with_its_defaults() -> None:
    (cell,) = [cells[1] for cells in rows(part(page("scripts"), "The parts of the file")) if cells[0] == "`[timing]`"]
    shown = tomllib.loads("\n".join(re.findall(r"`(\w+ = [^`]+)`", cell)))
    assert shown == {one.name: json.loads(json.dumps(one.default)) for one in fields(Timing)}


def test_the_lines_of_the_day_are_on_the_scripts_page() -> None:
    shown: dict[str, set[str]] = {}
    for first, second, _ in list(rows(part(page("scripts"), "The day")))[1:]:
        lines = re.findall(r"`([^`]+)`", first)
        shown.update({key: set(re.findall(r"`\{(\w+)\}`", second)) for key in lines})
        if "in the first" in second:
            shown.update({key: set() for key in lines[1:]})
    assert shown == {line: set(known) for line, known in (needed() | spare()).items() if line.startswith("day.")}


ENGLISH = (
    "accessibility",
    "commands",
    "doctor",
    "guide",
    "journal",
    "page",
    "secrecy",
    "setups",
    "simulator",
    "sound",
    "wars",
)
"""Pages on which nobody needs a Polish word."""


@pytest.mark.parametrize("name", ENGLISH)
def test_what_is_typed_or_said_by_an_english_page_is_english(name: str) -> None:
    lines = [line for line in page(name).splitlines() if "Polish" not in line]
    said = re.findall(r"(?<!\w)\*([^*]+)\*|`([^`]+)`|“([^”]+)”", "\n".join(lines))
    strange = foreign(" ".join(chain.from_iterable(said)), "en")
    assert strange - {"pl"} == set()


def links() -> Iterator[tuple[Path, str]]:
    for path in PAGES:
        for target in re.findall(r"(?:\]\(|src=\")([^)\s\"]+)", path.read_text(encoding="utf-8")):
            if not target.startswith("http"):
                yield path, target


@pytest.mark.parametrize(
    ("path", "target"), [pytest.param(*link, id=f"{link[0].name}-{link[1]}") for link in links()]
)
def test_links_lead_somewhere(path: Path, target: str) -> None:
    file, _, heading = target.partition("#")
    goal = (path.parent / file).resolve() if file else path
    assert goal.exists()
    if heading:
        headings = re.findall(r"^#+ (.*)$", goal.read_text(encoding="utf-8"), flags=re.MULTILINE)
        assert heading in [re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings]


def test_every_package_that_is_installed_along_is_on_the_licences_page() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *chain.from_iterable(project["optional-dependencies"].values())]
    listed = {word for row in rows(page("licences")) for word in re.findall(r"[\w-]+", row[0].casefold())}
    assert {re.split(r"[^\w-]", one)[0] for one in wanted} <= listed


def test_nobody_is_told_to_install_the_package_of_that_name_from_the_registry() -> None:
    """Look for what would bring a stranger's package: the registry's `narrator` is not this one."""
    folders = ("narrator", "scripts", "setups", "voices")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*") if file.suffix in (".py", ".toml")]
    told = re.compile(r"pip install (-\S+ )*[\"']?narrator|narrator\[")
    assert [file.name for file in [*PAGES, *files] if told.search(file.read_text(encoding="utf-8"))] == []


# ---- The headless contract ----

KINDS = {
    "say": cues.Say,
    "ask": cues.Ask,
    "tell": cues.Tell,
    "pause": cues.Pause,
    "refused": cues.Refused,
    "end": cues.End,
}


def test_every_field_of_a_cue_is_on_the_headless_page() -> None:
    common, _, by_kind = part(page("headless"), "Cues").partition("Then, by kind:")
    places = {found for cells in rows(common) for found in re.findall(r"`([^`]+)`", cells[0])}
    assert places - {"cue", "field"} == {one.name for one in fields(cues.At)}
    shown: dict[str, set[str]] = {}
    kind = ""
    for cells in rows(by_kind):
        kind = cells[0].strip("`") or kind
        shown.setdefault(kind, set()).update(re.findall(r"`([^`]+)`", cells[1]))
    shown.pop("cue")
    assert shown == {name: {one.name for one in fields(cue)} - {"at"} for name, cue in KINDS.items()}


def test_the_commands_that_any_question_takes_are_on_the_headless_page() -> None:
    _, commands = part(page("headless"), "Answers").split("| command | what happens |")
    found = {cells[0].strip("`") for cells in rows(commands.partition("\n\n")[0])}
    assert {*cues.COMMANDS, cues.REDO} <= found


def test_refusals_are_those_that_the_script_has_words_for() -> None:
    reasons = {line.split(".")[1] for line in SCRIPT.wordings if line.startswith("refused.")}
    assert named(part(page("headless"), "Refusals")) - {"reason"} == reasons


def test_the_days_steps_and_questions_are_on_the_headless_page() -> None:
    steps, questions = part(page("headless"), "The day").split("The questions, in the order")
    assert named(steps) - {"day"} == {key.removeprefix("day:") for key in STEPS if key.startswith("day:")}
    assert named(questions) - {"call"} == {key for key in STEPS if key.startswith("day.")}


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_words_of_the_day_lead_there(language: str) -> None:
    lexicon = read_lexicon(language, *OWN_WORDS)
    menu = tuple(key.removeprefix("day:") for key in STEPS if key.startswith("day:"))
    ask = cues.Ask(at=cues.At(), line="", text="", to="all", kind="choice", choices=menu)
    found = []
    for _, *english, polish, _ in list(rows(part(page("playing"), "The day")))[1:]:
        say, keys = english if language == "en" else polish.split(", ")
        spoken, short = phrases(ask, lexicon, {})[say.strip("*")], typed(keys.strip("`"), ask, lexicon, {})
        assert short == Answer(spoken), say
        found.append(spoken)
    assert sorted(found) == sorted(menu)


@pytest.mark.parametrize(("language", "place"), [("en", 1), ("pl", 3)])
def test_the_keys_of_the_page_are_those_of_the_language(language: str, place: int) -> None:
    lexicon = read_lexicon(language, *OWN_WORDS)
    ids = {"nobody": "none", "ready, go on": "ready", "say it again": "repeat", "take back the last answer": "undo"}
    ids |= {"stop for a while": "pause", "this call longer, by fifteen seconds": "hold"}
    ids |= {"this call over in five seconds at most": "hurry"}
    told = {row[0]: row for row in rows(part(page("playing"), "Words and keys"))}
    for what, name in ids.items():
        keys = re.findall("`([^`]+)`", told[what][place + 1])
        assert keys == list(lexicon.keys[name]), what
        choice, said = getattr(lexicon, name, ()), re.findall(r"\*([^*]+)\*", told[what][place])
        assert set(said) <= {*choice, *lexicon.choices.get(name, ()), *lexicon.yes, *lexicon.go_on}, what


@cache
def tellings() -> dict[str, tuple[set[str], set[str]]]:
    """Give for each line told in the scenarios the calls that told it, and the keys of its data."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    for tell in (cue for _, out in all_cues() for cue in out if isinstance(cue, cues.Tell)):
        calls, keys = found.setdefault(tell.line.rstrip("0123456789").rstrip("."), (set(), set()))
        calls.add(tell.at.call)
        keys.update(tell.data)
    return found


@pytest.mark.long
def test_everything_told_is_on_the_headless_page_as_it_is_told() -> None:
    words = re.compile(r"`([a-z.-]+)`")
    calls: dict[str, set[str]] = {}
    told: dict[str, set[str]] = {}
    for line, where, _, data in list(rows(part(page("headless"), "What is told")))[1:]:
        name = line.strip("`")
        assert {key for key in words.findall(data) if key not in ARCS} == tellings()[name][1], name
        found = words.findall(where)
        first = (
            found[0] if where.startswith("as ") else name
        )  # "as `tell.found`": those lines occur in the same calls
        calls.setdefault(first, set(found))
        told.setdefault(first, set()).update(tellings()[name][0])
    assert calls == told
    assert len(list(rows(part(page("headless"), "What is told")))) - 1 == len(tellings())


ARCS = ("clockwise", "counterclockwise", "here", "self")


def test_the_example_is_what_the_program_does(tmp_path: Path) -> None:
    lines = re.findall(r"^([<>]) (.*)$", part(page("headless"), "An example"), flags=re.MULTILINE)
    program = Path(sysconfig.get_path("scripts")) / "narrator"
    done = subprocess.run(
        [program, "play", "demo", "--headless", "--seed", "7", "--journal", tmp_path / "journal.jsonl"],
        input="".join(f"{text}\n" for side, text in lines if side == "<"),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert [text for side, text in lines if side == ">"] == done.stdout.splitlines(), "run tools/example.py"


# ---- The rules ----


def stated(text: str) -> set[str]:
    """List the rules that a text states; those named in brackets are stated elsewhere."""
    return set(re.findall(r"\bR\d+[a-z]?\b", re.sub(r"\([^()]*\)", "", text)))


def test_every_rule_has_a_scenario() -> None:
    text = page("rules")
    rules = set().union(*(stated(part(text, rf"{number}\.")) for number in range(1, 9)))
    decisions = re.findall(r"^- (D\d+) ", text, flags=re.MULTILINE)
    proved = {rule for scenario in scenarios() for rule in scenario.ids}
    assert len(rules) > 80
    assert decisions == [f"D{number}" for number in range(1, len(decisions) + 1)]
    assert sorted(rules.union(decisions) - proved) == []


def test_scenarios_name_rules_that_there_are() -> None:
    known = set(re.findall(r"\b[RD]\d+[a-z]?\b", page("rules")))
    assert sorted({rule for scenario in scenarios() for rule in scenario.ids} - known) == []


# ---- The pictures ----


def seen(drawn: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", drawn)


@pytest.mark.long
def test_the_pictures_show_what_the_program_shows(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "tools" / "picture.py", tmp_path], check=True)
    pictures = [picture.relative_to(tmp_path) for picture in tmp_path.rglob("*.svg")]
    assert len(pictures) == 9
    for name in pictures:
        drawn, shown = ((folder / name).read_text(encoding="utf-8") for folder in (tmp_path, ROOT / "docs"))
        assert seen(drawn) == seen(shown), "run tools/picture.py"


# ---- What a page is like ----

LONGEST = 250
"""Lines of a page without a table of contents."""


def test_what_is_new_in_a_release_is_read_in_a_minute() -> None:
    _, *releases = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)
    assert {one.splitlines()[0]: len(one.splitlines()) for one in releases if len(one.splitlines()) > 80} == {}


def test_every_page_is_on_the_map() -> None:
    there = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    linked = {target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", page("README"))}
    assert there - linked == {"README.md"}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_long_page_begins_with_its_contents(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if len(text.splitlines()) <= LONGEST:
        return
    contents = re.search(r"^(?:On this page|Na tej stronie): (.*?)\n\n## ", text, flags=re.DOTALL | re.MULTILINE)
    assert contents, "a table of contents belongs above the first heading"
    headings = re.findall(r"^## (.*)$", text, flags=re.MULTILINE)
    assert re.findall(r"\[([^\]]+)\]\(#[^)]+\)", contents[1]) == headings


# ---- How it is built ----

PACKAGE = ROOT / "narrator"


def defined(node: ast.AST) -> Iterator[str]:
    """The names that a module or a class gives to what stands in it, with a class's own behind its name."""
    for one in getattr(node, "body", ()):
        if isinstance(one, ast.ClassDef | ast.FunctionDef):
            yield one.name
            yield from (f"{one.name}.{name}" for name in defined(one) if isinstance(one, ast.ClassDef))
        targets = one.targets if isinstance(one, ast.Assign) else [getattr(one, "target", None)]
        yield from (target.id for target in targets if isinstance(target, ast.Name))


@cache
def names_in(file: Path) -> frozenset[str]:
    return frozenset(defined(ast.parse(file.read_text("utf-8"))))


def test_all_that_is_in_the_house_has_a_row() -> None:
    there = {f"{one.parent.name}/" for one in PACKAGE.glob("*/__init__.py")}
    there |= {one.name for one in PACKAGE.glob("[!_]*.py")}
    assert there <= named(part(page("architecture"), "The rooms of the house"))


def test_the_paths_on_the_page_of_the_house_lead_somewhere() -> None:
    paths = re.compile(r"`([\w./-]+/[\w./-]*|\w+\.(?:py|toml))`")
    found = [(line, path) for line in page("architecture").splitlines() for path in paths.findall(line)]
    assert len(found) > 50
    for line, path in found:
        room = re.match(r"\| `([\w/]+/)` \|", line)  # what stands in the row of a folder may be in it
        places = (ROOT, PACKAGE, *([PACKAGE / room[1]] if room else []))
        assert any((place / path).exists() for place in places), path


def test_the_names_on_the_page_of_the_house_are_those_of_the_code() -> None:
    text = page("architecture")
    everywhere = frozenset().union(*map(names_in, PACKAGE.rglob("*.py")))
    capital = set(re.findall(r"`([A-Z]\w+(?:\.\w+)?)(?:\([^`]*\))?`", text))
    assert len(capital) > 25
    assert capital - everywhere == set()
    inside = re.findall(r"`([\w.]+)`(?: and `([\w.]+)`)? in `([\w./]+\.py)`", text)
    assert len(inside) > 10
    for *given, file in inside:
        path = PACKAGE / file.removeprefix("narrator/")
        assert {*filter(None, given)} <= names_in(path), (given, file)


def test_every_thread_that_has_a_name_is_on_the_page_of_the_house() -> None:
    begun = re.compile(r"\bThread\([^\n]*\bname=\"([^\"]+)\"")
    found = {name for file in PACKAGE.rglob("*.py") for name in begun.findall(file.read_text("utf-8"))}
    shown = re.findall(r"^\| `([^`]+)` thread", part(page("architecture"), "Who does what"), re.MULTILINE)
    assert sorted(shown) == sorted(found)


def test_the_call_that_is_followed_by_hand_goes_through_functions_that_there_are() -> None:
    steps = re.findall(r"^\| \d+ \| `([^`]+)` \| `([^`]+)` \|", page("architecture"), re.MULTILINE)
    assert len(steps) == 12
    for file, function in steps:
        assert f"def {function}(" in (PACKAGE / file).read_text(encoding="utf-8"), (file, function)


def test_so_many_roles_are_told_as_the_script_has() -> None:
    told = [
        int(number)
        for file in (*PAGES, ROOT / "README.md", ROOT / "setups" / "all-roles.toml")
        for number in re.findall(r"\b(\d+) roles\b", file.read_text("utf-8"))
    ]
    assert len(told) > 2
    assert {*told} == {len(SCRIPT.roles)}
