"""The loop that people write first: pyttsx3 speaks, Vosk's microphone example listens. To be measured beside.

Usage: plain_loop.py MODEL LINES RATE. `LINES` is JSON: `phrases` to listen for, `opening` lines with the pause that
follows each, and the `answers` that are said in turn to whatever is heard. It prints a line when it starts to listen.
"""

from __future__ import annotations

import json
import sys
import time
from itertools import cycle
from pathlib import Path
from queue import Queue
from typing import Any

import pyttsx3
import sounddevice
from vosk import KaldiRecognizer, Model, SetLogLevel


def main() -> None:
    model_folder, lines_file, rate = sys.argv[1:]
    lines = json.loads(Path(lines_file).read_text("utf-8"))
    SetLogLevel(-1)
    model = Model(model_folder)
    engine = pyttsx3.init()
    engine.setProperty("voice", "pl")
    engine.setProperty("rate", int(rate))

    def say(text: str) -> None:
        engine.say(text)
        engine.runAndWait()

    blocks: Queue[bytes] = Queue()

    def hear(block: Any, _frames: int, _time: Any, _status: Any) -> None:
        blocks.put(bytes(block))

    microphone_rate = int(sounddevice.query_devices(None, "input")["default_samplerate"])
    with sounddevice.RawInputStream(
        samplerate=microphone_rate, blocksize=8000, dtype="int16", channels=1, callback=hear
    ):
        recogniser = KaldiRecognizer(model, microphone_rate, json.dumps(lines["phrases"], ensure_ascii=False))
        for text, pause in lines["opening"]:
            say(text)
            time.sleep(pause)
        for text in cycle(lines["answers"]):
            print("listening", flush=True)
            while not (recogniser.AcceptWaveform(blocks.get()) and json.loads(recogniser.Result())["text"]):
                continue
            say(text)


if __name__ == "__main__":
    main()
