"""What is said stands in files of texts: whole in Polish, filled in alike in every language, and all of it used."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from rich.console import Console

import narrator
from narrator.computer import paths
from narrator.computer.network import INSIDE
from narrator.computer.texts import OWN_KEYS, SELDOM, languages, texts_in, texts_of
from narrator.cues import REDO, AskKind, At
from narrator.ears.clips import Fault
from narrator.errors import ARROW
from narrator.games import registry
from narrator.games.ktulu import effects, events
from narrator.games.ktulu.finale import Quest
from narrator.games.ktulu.setup import HouseRules
from narrator.games.night.flow.conditions import CONDITIONS, Condition
from narrator.games.night.flow.overrides import NAMING
from narrator.games.night.loading import shipped_script
from narrator.games.night.script.script import Vote
from narrator.games.night.script.setup import Setup
from narrator.games.night.state.marks import MARKS
from narrator.games.night.told.views import DEAD, ESCAPED, PLANTED
from narrator.mouth.engines import ENGINES
from narrator.mouth.piper_voices import known_voices
from narrator.mouth.voice import voice_ids
from narrator.page.phones.deciding import TAKES
from narrator.play.checking import check
from narrator.play.translations import faults_of, placeholders
from narrator.rooms.screen import Screen
from narrator.studio import trying
from narrator.studio.scoring import RESULTS
from narrator.texts import ON_PAGE, Texts, message

from tests.constants import constants
from tests.page.labels import desk_labels, labels, phone_labels
from tests.polish import KTULU, OWN_WORDS

PROGRAM = Path(narrator.__file__).parent
FILES = [file for folder in (".", "doctor", "games/*") for file in sorted(PROGRAM.glob(f"{folder}/texts/**/*.toml"))]
POLISH = KTULU
SETUP = get_type_hints(Setup)
VOTE = get_type_hints(Vote)

assert effects, "they declare the marks"


@pytest.mark.parametrize("game", ["ktulu", "werewolf"])
@pytest.mark.parametrize(("language", "phone"), [("pl", "telefon"), ("en", "phone")])
def test_how_a_game_of_nights_is_played_names_the_phones_for_cards_nights_and_days(
    game: str, language: str, phone: str
) -> None:
    how = texts_of(language, *registry.folders(registry.chosen(game).id)).group("how")
    assert [part for part, words in how.items() if phone in words] == ["table", "night", "day"]


def chosen(*options: str) -> set[str]:
    """The keys of a question with these options."""
    return {"question", *(f"{option}.{part}" for option in options for part in ("word", "text"))}


def by_night(name: str, condition: Condition) -> bool:
    """Whether only the night shows if the condition holds, and it does not count uses, which have rings to tick."""
    return name not in ("rule", "from-night") and not condition.limit


FAMILIES: dict[str, set[str]] = {
    "clips.faults": {*get_args(Fault)} - {""},
    "log.set": {
        *("kill", "revive", "statue", "believed", "uses", "signals", "hits", "gold", "card", *NAMING),
        *(f"{mark}{off}" for mark in ("jail", "sleep", "guard", "poison") for off in ("", "-off")),
    },
    "finale.fates": {"killed", "escaped", "left"},
    "finale.pictures": {*POLISH.group("finale.pictures")},  # tests/test_finale.py compares them with the factions
    "finale.turns": {*Quest.kinds} - {"beaten"},  # which is told as any death
    "finale.when": {"start", "zero", "night", "day"},
    "first.cures": {
        f"{what}-{system}" for what in ("speaker", "microphone") for system in ("linux", "windows", "macos")
    },
    "lead.inside": {*INSIDE},
    "menu.about": {"ktulu"},
    "mouth.no-rhvoice": {"debian", "linux", "windows", "macos"},
    "voices": {"here", "offered"},
    "voices.about": {*voice_ids()} - {"none"},
    "voices.engine": {*ENGINES, "recorded"},
    "voices.licence": {offer.name for offer in known_voices()},
    "tried.columns": {"clips", *RESULTS},
    "tried.kinds": {*trying.KINDS},
    "tried.listening": {*trying.ROOMS},
    "tried.rooms": {*trying.ROOMS},
    "how": {*POLISH.group("how")},  # page by page
    "teaching": {"setup", "lesson"},
    "teach.setup": {*POLISH.group("teach.setup")},  # step by step
    "teach.lesson": {*POLISH.group("teach.lesson")},
    "sheet.day.votes": {"search", "hang"},
    "sheet.vote": {
        *(*get_args(VOTE["tie"]), *get_args(VOTE["majority"]), "decide-card"),
        *("abstain", "all-vote", "rounds", "tie", "last-tie"),
    },
    "log.answers": {"yes", "no"},
    "log.story": {*POLISH.group("log.story")},  # tests/test_story.py compares them with the effects that ask
    "log.unused": {*POLISH.group("log.unused")},
    "log.chapters": {"start", "zero", "night", "day"},
    "marks": {"jail", "guard", "sleep", "silenced"} & {*MARKS},
    "moderator.charges": {word for word, power in effects.EFFECTS.items() if power.answer != "none"},
    "moderator.hints.dark": {"ask.deck.card", "ask.deck.who"},
    "moderator.hints.day": {"ask.deck.card"},
    "moderator.facts": {*POLISH.group("moderator.facts")},
    "moderator.idle": {
        "gone",
        "jailed",
        "asleep",
        "not-now",
        "no-choice",
        "other-night",
        *(why for word in CONDITIONS.values() for why in (word.reason, word.but)),
    }
    - {""},
    "moderator.marks": {"statue", PLANTED, *MARKS},
    "moderator.out": {DEAD, ESCAPED},
    "moderator.reminders": {"poison"},
    "remarks": {*POLISH.group("remarks")},  # tests/test_polish_screens.py compares them with the problems
    "sheet.do": {*effects.EFFECTS},
    "sheet.when": {"not-holds", *(name for name, word in CONDITIONS.items() if by_night(name, word))},
    "sheet.hints": {"statue"},
    "sheet.acts": {"holds", "not-holds", "took-over"},
    "variants.examples": {"ktulu"},
    "sheet.idle": {"death", "untold", "jail", "sleep", "spent"},
    "sheet.ticks": {*POLISH.group("sheet.ticks")},
    "sheet.odds": {"shoot", "possess"},
    "sheet.rules": {f"{effect}.{rule}" for effect in effects.EFFECTS for rule in HouseRules.single()}
    & {*POLISH.group("sheet.rules")},
    "sheet.day.kept": {*POLISH.group("sheet.day.kept")},
    "studio.faults": {"zeros", "silent", "gaps", "quiet", "clipped", "short", "long"},
    "studio.keys": {"skip", "back", "again", "listen", "keep", "stop"},
    "hint": {*get_args(AskKind)},
    "pages": labels(),
    "phone": phone_labels() | {REDO, "you-are-out", "two", "two-or-number", "two-or-none", *TAKES.values(), "many"},
    "desk": desk_labels(),
    "stats": {"sides", "roles", "players"},
    "stats.numbers": {"nights", "nights-alike", "moves", "moves-alike"},
    "stats.people": {"jailed", "searched"},
    "typed": {"yes", "no"},
    "variants": {
        *(
            "rules",
            "line-ups",
            "day",
            "timing",
            "say",
            "line",
            "new-line",
            "move",
            "remove",
            "add",
            "before",
            "after",
            "new-faction",
            "new-role",
        ),
    },
    "teaching.by-phone": {"seat", "same", "hold", "day"},  # said as a whole
    "terminal": {"cards", "rules", "pages", "commands"},  # named by those of the next
    "elsewhere": {*POLISH.group("elsewhere")},  # what is typed
    "about": {*POLISH.group("about")},  # read as a whole
    "meaning": {*POLISH.group("meaning")},  # tests/test_help.py asks for them
    "wizard.rules": {*POLISH.group("wizard.rules")},  # tests/test_newtable_rules.py asks for each rule's
    "wizard.typed": {
        *(
            "another",
            "none",
            "done",
            "first",
            "only",
            "rest",
            "except",
            "unclear",
            "back",
            "help",
            "game",
            "list",
            "anew",
            "remove",
            "correct",
            "insert",
            "swap",
            "other",
            "and",
            "to",
            "also",
            "without",
            "move",
            "before",
            "after",
            "beside",
            "last",
        ),
    },
    "wizard.answers": chosen(*get_args(SETUP["answers"])) | {"keys.or", "open.or", "moderator.or"},
    "wizard.deals": chosen("program", "deck", "ourselves"),
    "wizard.go": chosen("now", "deck", "more", "later", "typed") | {"now.or", "later.or"},
    "wizard.policy": chosen("masked", "private", "open"),
    "wizard.comments": {"names", "policy", "answers", "deal"},
    "wizard.profile": chosen(*shipped_script().vocabulary),
}
"""The sections that are asked for as a whole, or by a key that is put together, and what is asked for there."""

SIGNS = set("…–—−×→·¦░█▀▄★›⏎─“”„«»‘’‚�♠♥♦♣")
"""The signs beyond ASCII that code may have: what is drawn, measured, or taken for a quote."""


@cache
def named() -> set[str]:
    """List the keys that stand in the program, whole; those of the page are asked for by its scripts."""
    ours = (path for path in PROGRAM.rglob("*.py") if not {*OTHERS} & {*path.parents})
    sections = "|".join({key.partition(".")[0] for key in POLISH})
    whole = re.compile(rf"(?:{sections})(?:\.[\w-]+)+")
    return {text for text in constants(ours) if whole.fullmatch(text) and not text.endswith((".toml", ".html"))}


OTHERS = [PROGRAM / "games" / game for game in ("counting", "fluxx", "planetopia", "wars")]
"""Games whose texts are looked at by tests of their own."""


def test_every_key_that_is_asked_for_is_there() -> None:
    assert named() - {*POLISH, *FAMILIES} == set()


def test_every_key_is_asked_for() -> None:
    families = {f"{family}.{key}" for family, members in FAMILIES.items() for key in members}
    told = {f"log.events.{kind.__name__}" for kind in events.Event.__subclasses__()}
    asked = named() | families | told | {f"{one}-hidden" for one in told}
    asked |= {f"log.marks.{mark}" for mark in MARKS}
    asked |= {f"{key}-help" for key in asked if key.startswith("wizard.")} & {*POLISH}
    asked |= {f"{key}{ON_PAGE}" for key in asked} & {*POLISH}
    assert {*POLISH} - asked == set()
    assert families <= {*POLISH}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PROGRAM)))
def test_a_shipped_file_is_whole_and_has_no_fault(path: Path) -> None:
    assert [str(problem) for problem in faults_of(path)] == []


def test_every_fault_of_a_file_has_a_text_of_its_own_and_can_be_found() -> None:
    files = [file for file in FILES if file.match("faults/pl.toml")]
    told = [
        key for file in files for key, _ in texts_in(tomllib.loads(file.read_text("utf-8"))) if key not in OWN_KEYS
    ]
    found = {text for text in constants(PROGRAM.rglob("*.py")) if re.fullmatch(r"faults\.[\w-]+", text)}
    assert (len(told), {*told}) == (len({*told}), found)


@pytest.mark.parametrize("path", [file for file in FILES if file.parent.name == "faults"], ids=str)
def test_a_cure_stands_behind_an_arrow_in_every_language(path: Path) -> None:
    texts, polish = (tomllib.loads(file.read_text("utf-8"))["faults"] for file in (path, path.with_name("pl.toml")))
    assert {key for key in texts if ARROW in texts[key]} == {key for key in texts if ARROW in polish[key]}


def test_polish_and_english_are_shipped() -> None:
    assert {"en", "pl"} <= {*languages()}


SPOILT = {
    "nothing": ("", "", []),
    "a key": ('day = "Day"\n', "", ["warning: en.toml: screen.day: it is missing, so people are told: Dzień"]),
    "a section": (
        "[typed]",
        "[tpyed]",
        ["en.toml: tpyed.no: nothing asks for it", "warning: en.toml: typed.no: it"],
    ),
    "a placeholder": (
        "Night {night}",
        "Night",
        ["en.toml: screen.night: {night} is left out → the text to translate is: Noc"],
    ),
    "another": ("Zero night", "{zero} night", ["en.toml: screen.zero: nothing is filled in for {zero}"]),
    "a form": ("Night {night}", "Night {night!z}", ["en.toml: screen.night: {night!z} is filled in otherwise"]),
    "a width": ("Night {night}", "Night {night:>9}", ["en.toml: screen.night: {night:>9} is filled in otherwise"]),
    "a brace": ("Zero night", "Zero night}", ["en.toml: screen.zero: its braces are wrong"]),
    "a number": ('zero = "Zero night"', "zero = 0", ["en.toml: screen.zero: it is no text"]),
}


@pytest.mark.parametrize("what", SPOILT)
def test_what_is_spoilt_in_a_translation_is_named(what: str, tmp_path: Path) -> None:
    before, after, expected = SPOILT[what]
    path = tmp_path / "en.toml"
    text, *seldom = ((PROGRAM / "texts" / kind / "en.toml").read_text("utf-8") for kind in ("", *SELDOM))
    text += "".join(one[one.index("\n[") :] for one in seldom)
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")
    ((_, problems),) = check([path])
    assert all(problem.line for problem in problems if what != "a section")
    told = [f"{'warning: ' * problem.warning}{replace(problem, line=0)}" for problem in problems]
    assert [[line for line in told if line.startswith(start)] != [] for start in expected] == [True] * len(expected)
    assert bool(told) is bool(expected)


def test_a_game_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "en.toml"
    path.write_text('format = 1\ntexts = "en"\ngame = "chess"\n')
    assert [problem.parts()[0] for problem in faults_of(path)] == ["there is no game 'chess' with texts"]


# ---- Falling back, and filling in ----


def test_what_a_language_lacks_is_told_in_polish() -> None:
    texts = Texts("xx", {"screen.day": "Tag"}, {"screen.day": "Dzień", "screen.zero": "Noc zerowa"})
    assert [texts.word("screen.day"), texts.word("screen.zero")] == ["Tag", "Noc zerowa"]


def test_an_unknown_language_is_told_in_english() -> None:
    assert texts_of("xx", *OWN_WORDS).word("screen.day") == "Day"


def test_a_table_in_whose_language_nobody_can_answer_is_warned_of(tmp_path: Path) -> None:
    """Only programs lead such a game: the rooms for people understand no answer."""
    for kind, name in (("scripts", "ktulu"), ("setups", "demo")):
        text = (paths.shipped(kind) / f"{name}.toml").read_text("utf-8")
        text = text.replace('language = "pl"', 'language = "fi"').replace('script = "ktulu"', 'script = "ktulu.toml"')
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")
    ((_, found),) = list(check([tmp_path / "demo.toml"]))
    problems = [one for one in found if one.place.startswith("demo.toml")]
    assert [(problem.place, problem.warning) for problem in problems] == [
        ("demo.toml: voice", True),
        ("demo.toml: language", True),
    ]
    assert problems[0].parts()[0] == "it speaks 'pl', and the table 'fi': 'english' speaks instead"


def test_a_message_is_told_in_the_language_of_whoever_reads_it() -> None:
    lost = message("mouth.no-sound", why=message("mouth.hangs"))
    assert texts_of("pl").told(lost) == (
        "Nie ma dźwięku: to, co mówię, pojawia się na ekranie. (Dźwięk w tym komputerze nie odpowiada.)"
    )
    assert texts_of("en").told(lost) == "No sound: lines appear on the screen. (The sound system does not answer.)"


def test_a_tables_screen_is_in_its_language() -> None:
    page = StringIO()
    screen = Screen({1: "Ala"}, {}, Console(file=page, width=60), texts_of("en"))
    screen.line("Wake up.", At(phase="night", night=2, call="sheriff.jail"))
    screen.notice(message("screen.hold"))
    assert "Night 2" in page.getvalue()
    assert "A moment longer." in page.getvalue()


def test_a_page_shows_a_text_of_its_own_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = Texts("en", {"deal.known": "Begin: {command}", "deal.known-on-page": "All know.", "deal.none": "None."})
    words = message("deal.known", command="narrator play")
    assert texts.told(words) == "Begin: narrator play"
    monkeypatch.setattr(Texts, "on_page", True)
    assert (texts.told(words), texts.word("deal.none")) == ("All know.", "None.")


def test_a_text_of_a_page_speaks_of_no_keys_and_no_commands() -> None:
    for language in languages():
        texts = texts_of(language, *OWN_WORDS)
        shown = {
            key: texts.group(key.rpartition(".")[0])[key.rpartition(".")[2]] for key in texts if key.endswith(ON_PAGE)
        }
        assert shown
        typed = re.compile(r"\bEnter\b|Ctrl|narrator [a-z]+ |[Tt]erminal|:shell")
        assert {key for key, text in shown.items() if typed.search(text)} == set()


def test_placeholders_are_found_once_whatever_their_form() -> None:
    assert placeholders("{a} {b:.1f} {a!r} {{c}}") == {"a", "b"}


# ---- No language in code ----


@pytest.mark.parametrize("path", sorted(PROGRAM.rglob("*.py")), ids=lambda path: str(path.relative_to(PROGRAM)))
def test_code_has_no_letters_but_those_of_english(path: Path) -> None:
    strange = {sign for sign in path.read_text("utf-8") if not sign.isascii()} - SIGNS
    assert strange == set()


def test_fractions_are_written_as_each_language_writes_them() -> None:
    polish, english = texts_of("pl"), texts_of("en")
    assert (polish.number(2.5, 1), english.number(2.5, 1)) == ("2,5", "2.5")
    assert "2,50" in texts_of("pl", *OWN_WORDS).word("simulation.moves", moves=2.5)


def test_a_name_that_ends_with_a_stop_ends_its_sentence_with_it() -> None:
    texts = Texts("en", {"one": "Missing: {who}. Go on?", "apart": "{who}, {other}."})
    assert texts.word("one", who="Ann K.") == "Missing: Ann K. Go on?"
    assert texts.word("one", who="Ann") == "Missing: Ann. Go on?"
    assert texts.word("apart", who="Ann K.", other="Ben") == "Ann K., Ben."
