"""Measure how much light signs give on a terminal, for the table in narrator/rooms/light.py. Needs ImageMagick.

Drawn white on black, a sign's light is the part of its cell that is covered: edges count by how much of them is, as
light adds up, and not as a screen's numbers do.
"""

from __future__ import annotations

import argparse
import subprocess
from textwrap import fill

from narrator.rooms.light import light_of

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf"
SIGNS = (
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"
    ".,:;?!·–—…-()'\"„”’‚‘“«»/›‹&+*=~_<>|#%@^`[]{}$\\†×°½§€´░▒▓█▀▄─│╭╮╰╯"
)


def main() -> None:
    """Print the table, and by how much it differs from what is there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--font", default=FONT, help="the file of a font whose signs are equally wide")
    font = parser.parse_args().font
    whole = _lit("█", font)
    lights = {sign: round(1000 * _lit(sign, font) / whole) for sign in SIGNS}
    print(fill(" ".join(f"{sign}{light}" for sign, light in lights.items()), 112, break_on_hyphens=False))
    far = max(SIGNS, key=lambda sign: abs(lights[sign] - light_of(sign)))
    print(f"farthest from the table: {far}, {lights[far]} and {light_of(far)}")


def _lit(sign: str, font: str) -> float:
    """Cells of the sign that are covered, in points of a large drawing."""
    drawn = ["-font", font, "-pointsize", "200", "-background", "black", "-fill", "white"]
    label = "label:" + sign.replace("\\", "\\\\").replace("%", "%%").replace("@", "\\@")
    measured = ["-depth", "16", "-format", "%[fx:mean*w*h]", "info:"]
    made = subprocess.run(["convert", *drawn, label, *measured], check=True, capture_output=True, text=True)
    return float(made.stdout)


if __name__ == "__main__":
    main()
