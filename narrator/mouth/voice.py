"""Voice profiles: which voice tells the night, how fast, how high, how loud, and with what rest after a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Literal
from unicodedata import category, normalize

from narrator.computer import files
from narrator.computer.misfits import none_of
from narrator.computer.paths import beside_or_in, shipped, user_voices
from narrator.computer.positions import located
from narrator.computer.texts import own_languages
from narrator.computer.toml_reader import build_anyway, load, read
from narrator.cues import PLAINLY, TIMBRES, Delivery, Part
from narrator.errors import BadData, Problem, fault, out_of_range, unknown, write
from narrator.lexicon import JOINERS, seen
from narrator.mouth.engines import ENGINES, engine_of, optional_engines
from narrator.mouth.spelling import replaced, spelling_of
from narrator.texts import SECOND, message
from narrator.texts.shell import quoted
from narrator.values import dataclass, field, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """One voice profile. `names` are preferred voices; the first that the computer has is taken."""

    format: int = 1
    id: str = ""
    engine: str  # one of ENGINES, `recorded` or `none`
    language: str
    rate: int = 150  # words a minute
    pitch: int = 50  # 0–100, where the engine has it
    volume: float = 1.0  # up to 1
    pause: float = 0.0  # seconds of rest after a line, beside the script's own
    names: tuple[str, ...] = ()
    model: str = ""  # the name of an installed voice, or a file of one, beside the profile or shipped
    pack: str = ""  # the folder of a recorded voice, beside the profile; empty: named as the profile
    fallback: str = "system"  # the profile of the voice that says what this one cannot
    says: dict[str, str] = field(default_factory=dict)  # foreign words, and how to spell them for this voice
    espeak: dict[str, str] = field(default_factory=dict)  # the same, but only where espeak-ng speaks
    timbre: str = ""  # what the voice sounds like, one of TIMBRES; empty: plain
    spoken_forms: Literal["espeak", "always", "never"] = "espeak"  # who needs the spellings of scripts and setups

    def spelt(self, text: str, parts: Sequence[Part] = (), delivery: Delivery = PLAINLY, engine: str = "") -> str:
        """Spell the line as this voice must read it to say it right; `engine` is the name of what speaks."""
        espeak = engine.startswith("espeak")
        if self.spoken_forms == "always" or (espeak and self.spoken_forms == "espeak"):
            text = delivery.spelt(text, parts)
        text = replaced(text, self.says | (self.espeak if espeak else {}))
        given = "".join(
            [*delivery.names.values(), *delivery.words.values(), *self.says.values(), *self.espeak.values()]
        )
        names = [part.text for part in parts if part.id.startswith("name.")]
        latin = not any(map(_is_uncased, replaced(text, dict.fromkeys(names, ""))))
        shown = {name: _without_drawn(name) if latin else name for name in names}
        text = replaced(text, {name: re.sub(r"\s?\+\s?\d+", "", shown[name]) for name in names})
        return in_words(text, given)

    def unread(self, names: Iterable[Part], delivery: Delivery) -> list[str]:
        """Those of the names of which it says nothing at all, since a voice of letters knows none of theirs."""
        if self.engine != "letters":
            return []
        rules = spelling_of(self.language)
        return [part.text for part in names if not rules.read(self.spelt(part.text, (part,), delivery))]


def _without_drawn(name: str) -> str:
    """A name in Latin letters without single ones of scripts without case, as in faces: voices read their codes."""
    if not re.search("[a-z]", normalize("NFKD", name), re.IGNORECASE):
        return name
    runs = ((other, "".join(signs)) for other, signs in groupby(name, _is_uncased))
    return " ".join("".join(run for other, run in runs if not other or len(run) > 1).split())


def _is_uncased(sign: str) -> bool:
    return category(_plain(sign)) == "Lo"


@cache
def _plain(sign: str) -> str:
    """The Latin letter that a sign is another form of, as in another font or a circle; else the sign."""
    letter = normalize("NFKC", sign)
    return letter if letter.isascii() and letter.isalpha() else sign


def in_words(text: str, kept: str = "") -> str:
    """The text without signs that are no words, such as emoji and brackets, but for those `kept`."""
    text = text if text.isascii() else "".join(map(_plain, text))
    if not _SIGNS.intersection(text) and not any(map(_is_wordless, set(text))):
        return text  # as most are
    shown = text if "=" in kept else re.sub(_FACE, " ", text)
    shown = shown if "(" in kept else re.sub(r"(?<=\w)\s*\(", ", ", shown)  # as long a rest as the bracket was
    shown = re.sub(r"<3+(?!\w)|(?<!\d)(?<!\d\s)\+", " ", shown)
    shown = "".join(" " if _is_wordless(sign) and sign not in kept else sign for sign in shown)
    return text if shown == text else re.sub(r"\s+(?=[,.;:!?\u2026])", "", " ".join(seen(shown).split()))


@cache
def _is_wordless(sign: str) -> bool:
    return sign in "*#_~|\\" or (category(sign) in _WORDLESS and sign not in _WORDS)


SYSTEM = "system"
"""The profile of the system's own voice."""

_USUAL = {"pl": "natan"}
"""The voices of languages that have one in the program, the same on every system."""

_SIGNS = {"+", "="}
_FACE = r"=[-']?[)(\]\[|/]+|(?<!\S)=[-']?[DPpOo3](?!\w)"
"""Faces such as =) and =D; of others, no sign has a word."""

_WORDLESS = {"So", "Sk", "Sm", "Ps", "Pe", "Cf", "Me", "Co", "Cn"}
_WORDS = "+=\xb0\u2116\u201a\u201e\u2212\xd7" + JOINERS
"""Categories of signs for which no word stands, and those in them that have one, or belong to words."""

_LIMITS = {"rate": (80, 400), "pitch": (0, 100), "volume": (0.1, 1.0), "pause": (0.0, 10.0)}


def usual_voice(language: str) -> str:
    """The id of the profile by which a table of this language speaks that names no voice."""
    return _USUAL.get(language, SYSTEM)


def load_voice(name: str, language: str = "") -> Voice:
    """Read the profile `voices/<name>.toml`, the user's own or a shipped one, or the file if `name` ends in `.toml`.

    Without a name it is the usual one of the language.
    A voice of another `language` than the table's would read it wrong: there the one that speaks instead is taken, if
    there is any. Raises BadData with every problem.
    """
    voice = _load(name or usual_voice(language))
    foreign = language and voice.engine != "none" and voice.language != language
    return _load(instead) if foreign and (instead := instead_of(voice, language)) else voice


def instead_of(voice: Voice, language: str) -> str:
    """The id of the profile that speaks at a table in this language instead of a foreign voice; empty if none does.

    It is the system's voice of that language, or the English one where there is none and nobody has chosen another.
    """
    return system_voice(language) or (system_voice(SECOND) if voice.id == SYSTEM else "")


def system_voice(language: str) -> str:
    """The id of the profile by which the computer's own voice speaks this language; empty if there is none."""
    for name in sorted(voice_ids(), key=lambda name: name != SYSTEM):
        with suppress(BadData):
            data = load(profile_path(name))
            if (data.get("engine"), data.get("language")) == ("system", language):
                return name
    return ""


def _load(name: str) -> Voice:
    path = profile_path(name)
    voice, problems = build_anyway(load(path), Voice, path.name)
    if voice:
        problems += _engine_problems(voice, path)
    if problems or not voice:
        raise BadData(located(problems, path))
    problems = [*_problems(voice, path), *_recorded_problems(voice, path), *_rendered_problems(voice, path)]
    if problems:
        raise BadData(located(problems, path))
    pack = str(pack_folder(voice, path)) if voice.engine == "recorded" else ""
    return replace(voice, id=path.stem, pack=pack, model=_model_of(voice, path))


def profile_path(name: str) -> Path:
    """Find a voice's profile. Raises BadData if there is none of that name."""
    if name.endswith(".toml"):
        return Path(name)
    for folder in _folders():
        if name == Path(name).name and files.is_file(folder / f"{name}.toml"):
            return folder / f"{name}.toml"
    raise BadData([unknown("voice", "faults.no-voice", name, voice_ids())])


def pack_folder(voice: Voice, path: Path) -> Path:
    """Name the folder of the recordings that belong to the profile at `path`."""
    return path.parent / (voice.pack or path.stem)


def called(voice: Voice) -> str:
    """What names a recorded voice in a command: its id, or its file, which lies somewhere above its pack."""
    above = (folder / f"{voice.id}.toml" for folder in Path(voice.pack).parents)
    file = next(filter(files.is_file, above), None)
    return _called(file) if file else voice.id


def _called(path: Path) -> str:
    return path.stem if path.parent in _folders() and not path.stem.startswith("-") else str(path)


def _model_of(voice: Voice, path: Path) -> str:
    """The file that a model names, beside the profile or with the shipped ones; else the model's name."""
    if not voice.model.endswith((".onnx", ".npz")):
        return voice.model
    return str(beside_or_in(shipped("voices"), voice.model, path.parent))


def voice_ids() -> tuple[str, ...]:
    """List the ids of the voices that there are: shipped ones and the user's own."""
    return tuple(sorted({file.stem for folder in _folders() for file in folder.glob("*.toml")}))


def _folders() -> tuple[Path, ...]:
    return user_voices(), *sorted(own_languages().glob("*/voices")), shipped("voices")


def _engine_problems(voice: Voice, path: Path) -> Iterator[Problem]:
    known = [*ENGINES, "recorded", "none"]
    if voice.engine not in known:
        yield Problem(f"{path.name}: engine", *none_of(voice.engine, known))


def _problems(voice: Voice, path: Path) -> Iterator[Problem]:
    if voice.id and voice.id != path.stem:
        yield fault(f"{path.name}: id", "faults.not-the-files-name", write(f'"{path.stem}"'), name=voice.id)
    if not voice.language.isalpha():
        yield fault(f"{path.name}: language", "faults.no-language-code", code=voice.language)
    if voice.timbre and voice.timbre not in TIMBRES:
        yield unknown(f"{path.name}: timbre", "faults.no-timbre", voice.timbre, TIMBRES)
    for key in ("says", "espeak"):
        if "" in getattr(voice, key):
            yield fault(f"{path.name}: {key}", "faults.no-word-before")
    for key, (least, most) in _LIMITS.items():
        value = getattr(voice, key)
        if not least <= value <= most:
            yield out_of_range(f"{path.name}: {key}", value, least, most)


def _recorded_problems(voice: Voice, path: Path) -> Iterator[Problem]:
    if voice.engine != "recorded":
        return
    folder = pack_folder(voice, path)
    if not files.is_folder(folder):
        words = message("faults.no-folder", folder=folder)
        yield Problem(f"{path.name}: pack", words, f"narrator voice record {quoted(_called(path))}")
    yield from _fallback_problems(voice, path, (*ENGINES, "none"))


def _rendered_problems(voice: Voice, path: Path) -> Iterator[Problem]:
    """Check what the engine wants; where a computer may lack it, the fallback must be there on every one."""
    if voice.engine not in ENGINES:
        return
    engine = engine_of(voice)
    yield from engine.problems(voice, path)
    if engine.optional:
        everywhere = [name for name in ENGINES if name not in optional_engines()]
        yield from _fallback_problems(voice, path, (*everywhere, "none"))


def _fallback_problems(voice: Voice, path: Path, fitting: tuple[str, ...]) -> Iterator[Problem]:
    place = f"{path.name}: fallback"
    try:
        engine = read(profile_path(voice.fallback), Voice).engine
    except BadData as bad:
        yield replace(bad.problems[0], place=place, line=0)
        return
    if engine not in fitting:
        yield fault(place, "faults.lacks-lines-too", name=voice.fallback, engine=engine)
