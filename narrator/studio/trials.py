"""What a folder of clips is measured with: each clip, the question that it answers, and what it should mean there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from narrator.computer import files
from narrator.cues import COMMANDS, HOLD, HURRY, Ask, AskKind, At
from narrator.ears.clips import ClipText, label
from narrator.ears.question import Question, question
from narrator.ears.sound import RATE
from narrator.errors import BadData, ChannelLost, Problem, fault
from narrator.lexicon import SEATS, Lexicon, normalise
from narrator.mouth.sound import at_rate, read_sound
from narrator.rooms.listener import CONFIRMATION
from narrator.studio.mixing import Samples
from narrator.texts import message
from narrator.values import dataclass, replace

CONFIRM = "confirm"
_ACTS = (*COMMANDS, HOLD, HURRY)
"""What may be called for in a call's time."""


@dataclass(frozen=True, slots=True)
class Clip:
    """What somebody said, and who."""

    reading: ClipText
    reader: str
    samples: Samples


@dataclass(frozen=True, slots=True)
class Trial:
    """A clip said to a question; `expected` is what it should mean there, None if nothing."""

    clip: Clip
    question: Question
    group: str
    expected: str | None

    @property
    def confirming(self) -> bool:
        """Whether an answer is confirmed here: whatever else is said drops it."""
        return CONFIRM in self.question.meanings.values()


def read_clips(folder: Path) -> list[Clip]:
    """Read every clip of every reader. Raises BadData with every fault."""
    if files.is_file(folder):
        place = folder.parent if folder.suffix == ".wav" else Path("clips")
        raise BadData([fault(str(folder), "faults.clips-are-in-folders", folder=place)])
    if not files.is_folder(folder):
        raise BadData([fault(str(folder), "faults.no-folder-of-clips", folder=folder)])
    clips, problems = [], []
    for file in sorted(folder.glob("**/*.wav")):
        try:
            samples = at_rate(read_sound(file), RATE).samples
            clips.append(Clip(label(file), file.parent.name, samples))
        except ChannelLost as lost:
            problems.append(Problem(str(file), lost.table, message("faults.clip-again")))
    if not clips and not problems:
        problems.append(fault(str(folder), "faults.no-clips", folder=folder))
    if problems:
        raise BadData(problems)
    return clips


def questions(lexicon: Lexicon, names: Collection[str]) -> dict[str, Question]:
    """Make the questions of a table of thirty, by kind, the one with the most phrases first.

    A choice of cards is among all choices that there are, and what confirms an answer has a question of its own.
    """
    seated = dict(enumerate([*names, *[""] * SEATS][:SEATS], 1))
    choices = tuple(choice for choice in lexicon.choices if choice not in (CONFIRM, *_ACTS))

    def asked(kind: AskKind, choices: Iterable[str], *, optional: bool = False) -> Ask:
        return Ask(at=At(), line="", text="", to="all", kind=kind, choices=tuple(choices), optional=optional)

    made = {
        "seat": replace(asked("seat", map(str, seated), optional=True), commands=_ACTS),
        "yes-no": asked("yes-no", ("yes", "no")),
        "ready": asked("ready", ("ready",)),
        "sure": CONFIRMATION,
        **({"count": asked("count", ("0",))} if lexicon.counts else {}),
        **({"card": asked("card", choices)} if choices else {}),
    }
    return {kind: question(ask, lexicon, seated) for kind, ask in made.items()}


def trials(clips: Sequence[Clip], asked: Sequence[Question], lexicon: Lexicon) -> list[Trial]:
    """Put each clip to the question that it answers, and what answers none to every one. Raises BadData."""
    found: list[Trial] = []
    strange: list[str] = []
    for clip in clips:
        text = clip.reading.text
        fitting = [one for one in asked if text in one.meanings]
        if clip.reading.other:
            found += [Trial(clip, one, "others", None) for one in asked]
        elif fitting:
            expected = fitting[0].meanings[text]
            found.append(Trial(clip, fitting[0], _group(text, expected, lexicon), expected))
        else:
            strange.append(text)
    if strange:
        raise BadData([fault(text, "faults.clip-of-no-answer") for text in dict.fromkeys(strange)])
    return found


def _group(text: str, expected: str, lexicon: Lexicon) -> str:
    if expected.isdecimal() and expected != "0":
        words = {
            normalise(word) for forms in (*lexicon.numbers, *lexicon.ordinals) for word in " ".join(forms).split()
        }
        around = " ".join(word for word in text.split() if word not in words)
        return "numbers" if not around else "prefixed" if around in map(normalise, lexicon.seat) else "names"
    return "words" if expected in (*_ACTS, CONFIRM, "yes", "no", "none", "ready", "0") else "choices"
