"""Write the headless transcripts of 200 fixed games, or compare them with those that another version wrote.

It knows the program from outside alone (docs/headless.md), so that it runs beside any version: all roles, the three
policies, the ways to answer, and answers of every kind: legal, late, none, commands, nonsense. After each game stands
what `narrator log --all` tells of it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

GAMES, LONGEST = 200, 260
"""Games, and answers in the longest of them; one that is not over by then is broken off."""

ROOT = Path(__file__).parent.parent
POLICIES = ("masked", "private", "open")
WAYS = ("moderator", "keys", "counting")
NONSENSE = ("", "0", "99", "7,7", "maybe", "ready", "yes", "time", "none", "3,1")
NEEDED = ("sheriff", "boss", "pastor", "seducer")
"""Cards of every table."""


def setup_of(number: int) -> str:
    """The setup file of a game: every third has all the roles, the others draw some of them."""
    chance = Random(number)
    with (ROOT / "setups" / "all-roles.toml").open("rb") as file:
        cards = [player["card"] for player in tomllib.load(file)["player"]]
    if number % 3:
        others = [card for card in cards if card not in NEEDED]
        cards = [*NEEDED, *chance.sample(others, chance.randint(6, 28))]
    chance.shuffle(cards)
    policy, way = POLICIES[number % 3], WAYS[number // 3 % 3]
    if policy == "open" and way == "counting":
        way = "open"
    players = "".join(f'[[player]]\nname = "G{seat}"\ncard = "{card}"\n' for seat, card in enumerate(cards, 1))
    return f'format = 1\npolicy = "{policy}"\nanswers = "{way}"\n{players}'


def answer_to(ask: dict[str, Any], chance: Random) -> str:
    """Answer a question as anybody might: mostly in order, sometimes late, with a command, or with nonsense."""
    drawn, choices = chance.random(), ask["choices"]
    if drawn < 0.03:
        return str(chance.choice(NONSENSE)) or "?"
    if drawn < 0.10 and ask["commands"]:
        return str(chance.choice(ask["commands"]))
    if drawn < 0.15 and (ask["window"] or ask["seconds"]):
        return "time"
    if not choices or (ask["optional"] and drawn < 0.25):
        return "none"
    if ask["kind"] == "seats":
        return ",".join(chance.sample(choices, chance.randint(1, min(ask["most"], len(choices)))))
    if "night" in choices and drawn < 0.6:
        return "night"
    return str(chance.choice(choices))


def narrator(*arguments: str) -> list[str]:
    """The command line of the program in this checkout."""
    return [sys.executable, "-m", "narrator", *arguments]


def transcript(number: int) -> str:
    """Play one game through the program, and give all that it wrote and was answered."""
    with TemporaryDirectory() as folder:
        setup, journal = Path(folder) / "table.toml", Path(folder) / "game.jsonl"
        setup.write_text(setup_of(number), encoding="utf-8")
        home = {**os.environ, "HOME": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
        command = narrator("play", str(setup), "--headless", "--seed", str(number), "--journal", str(journal))
        told = play(command, Random(number), home)
        log = subprocess.run(
            narrator("log", str(journal), "--all"), cwd=ROOT, env=home, capture_output=True, check=False, text=True
        )
    return f"{told}\n{log.stdout}{log.stderr}".replace(folder, "")


def play(command: list[str], chance: Random, home: dict[str, str]) -> str:
    """Answer the program's questions until the game is over, or long enough."""
    told, left = [], LONGEST
    with subprocess.Popen(
        command, cwd=ROOT, env=home, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        for line in program.stdout:
            told.append(line)
            cue = json.loads(line)
            if cue["cue"] == "ask":
                if not left:
                    program.stdin.close()
                    break
                said = answer_to(cue, chance)
                told.append(f"< {said}\n")
                program.stdin.write(f"{said}\n")
                program.stdin.flush()
                left -= 1
        told.append(program.stderr.read())
    return "".join(told)


def main() -> int:
    """Write the transcripts; with --against, say which are others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where to write them")
    parser.add_argument("--against", type=Path, help="the folder of others: each that differs is named")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, text in enumerate(pool.map(transcript, range(GAMES))):
            (asked.folder / f"{number:03}.txt").write_text(text, encoding="utf-8")
    if asked.against is None:
        return 0
    names = [f"{number:03}.txt" for number in range(GAMES)]
    changed = [name for name in names if (asked.folder / name).read_bytes() != (asked.against / name).read_bytes()]
    print(f"{GAMES - len(changed)} of {GAMES} transcripts are the same", *changed)
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
