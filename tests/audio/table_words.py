"""What is said at a table in one language, how it sounds, and the speech model that understands it."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from narrator.ears.models import problems_of
from narrator.ears.sound import BLOCK, RATE
from narrator.mouth.render import Renderer
from narrator.mouth.sound import at_rate
from narrator.mouth.voice import load_voice
from narrator.studio.mixing import Samples, voice_level

from tests.speech.speaker import MODEL, silence, speak
from tests.speech.tabletalk import ANSWER

PLAYER = "magda"
"""The profile whose voice answers in Polish: natural enough for a head that was taught by such voices."""


@dataclass(frozen=True, kw_only=True)
class TableWords:
    """The words of one language, and how people say them: 16 kHz, mono, 16 bit, with silence around."""

    language: str
    model: Path
    speak: Callable[[str], bytes] = speak
    ready: str
    repeat: str
    undo: str
    confirm: str
    seats: Mapping[str, str]
    narrated: Mapping[str, str]
    """Answers and commands that the narrator may say too, and how a Polish voice must read them."""
    unknown_names: str = ""
    """What the program shows as soon as its ears are there, about names that the model does not know."""
    others: str = ""
    """The language of those who talk meanwhile; each of many if empty."""

    @property
    def answers(self) -> dict[str, str]:
        """What is said for each answer and command, by its id."""
        return {"ready": self.ready, "repeat": self.repeat, "undo": self.undo, **self.seats}


KOREAN = TableWords(
    language="ko",
    model=MODEL,
    ready="됐어요",
    repeat="다시",
    undo="취소",
    confirm="확인 완료",
    seats={"3": "번호 삼", "4": "번호 넷", "5": "번호 다섯", "6": "번호 여섯"},
    narrated={
        "번호 여섯": "pono josot",
        "여섯": "josot",
        "다시": "tasi",
        "취소": "człiso",
        "번호 하나": "pono hana",
    },
    unknown_names="speech model",
)
"""Words that the Korean test model understands from espeak-ng."""


def polish(model: Path) -> TableWords:
    """Polish words for this speech model, all of them rendered now: nothing is while the ears are measured."""
    words = TableWords(
        language="pl",
        model=model,
        ready="gotowe",
        repeat="powtórz",
        undo="cofnij",
        confirm="potwierdzam",
        seats={"3": "numer trzy", "4": "numer cztery", "5": "numer pięć", "6": "numer sześć"},
        narrated={said: said for said in ("numer sześć", "sześć", "powtórz", "cofnij", "numer jeden")},
        others="pl",
    )
    return replace(words, speak=_rendered({*words.answers.values(), words.confirm, *words.narrated}).__getitem__)


def with_model(folder: str) -> TableWords:
    """Read a bench's option `--model`: Polish words for the model there. Raises ArgumentTypeError."""
    model = Path(folder).resolve()
    if problems := problems_of(model):
        raise ArgumentTypeError("; ".join(map(str, problems)))
    return polish(model)


def _rendered(texts: Collection[str]) -> dict[str, bytes]:
    voice = load_voice(PLAYER)
    renderer = Renderer(voice)
    try:
        lines = {text: voice.spelt(f"{text.capitalize()}.", engine=renderer.engine) for text in texts}
        return {text: _said(at_rate(renderer.render(line), RATE).samples) for text, line in lines.items()}
    finally:
        renderer.close()


def _said(samples: Samples) -> bytes:
    """As loud as somebody who answers, in whole blocks, with the silence that a room has before and after it."""
    loud = np.clip(samples * (ANSWER / voice_level(samples)), -1.0, 1.0)
    whole = np.pad((loud * 32767).astype(np.int16), (0, -len(loud) % BLOCK))
    return b"".join([silence(0.5), whole.tobytes(), silence(1.5)])
