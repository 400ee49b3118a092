"""A microphone that gives nothing but zeros is mute, unless zeros are how it gives silence."""

from __future__ import annotations

from array import array
from dataclasses import asdict

import pytest

from narrator.computer.worker import Packet
from narrator.ears.listening import Words
from narrator.ears.sound import BLOCK, Gate, blocks
from narrator.ears.worker import Worker

from tests.ears.toy_recogniser import Toy


def zeros(seconds: float) -> list[bytes]:
    return [bytes(2 * BLOCK)] * blocks(seconds)


def noise(seconds: float) -> list[bytes]:
    return [array("h", [3, -3] * (BLOCK // 2)).tobytes()] * blocks(seconds)


SUPPRESSED = [*noise(1.0), *zeros(0.6), *noise(0.4)]
"""A few words through a microphone that suppresses noise."""


def reported(sound: list[bytes]) -> list[str]:
    """What the listening process reports of a microphone with this sound."""
    reports: list[Packet] = []
    gate = Gate()
    worker = Worker(Toy({"tak": 0.4}), gate, reports.append)
    request = {"do": "listen", "question": 1, "words": asdict(Words({"tak": "yes"}, [], []))}
    for event in (request, *((1, block) for block in sound), None):
        gate.events.put(event)
    worker.serve(None)
    return [report["said"] for report in reports if report["said"] in ("silent", "sound")]


@pytest.mark.parametrize(
    ("sound", "told"),
    [
        (zeros(11.0), ["silent"]),
        ([*zeros(11.0), *noise(1.0)], ["silent", "sound"]),
        ([*noise(5.0), *zeros(11.0)], ["sound", "silent"]),
        ([*noise(5.0), *zeros(0.1), *noise(5.0), *zeros(11.0)], ["sound", "silent"]),
        ([*SUPPRESSED, *zeros(12.0), *noise(1.0)], ["sound"]),
        ([*zeros(3.0), *noise(0.6), *zeros(12.0), *noise(0.6)], ["sound"]),
        ([*zeros(11.0), *SUPPRESSED, *zeros(12.0)], ["silent", "sound"]),
    ],
    ids=["mute", "allowed again", "muted later", "drop-out, then muted", "suppressed", "one word", "late"],
)
def test_zeros_are_told_from_silence(sound: list[bytes], told: list[str]) -> None:
    assert reported(sound) == told
