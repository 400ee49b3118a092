"""Play random evenings until everything was met, and print how often; fail if something never is."""

import sys

from tests.sometimes import MET, WANTED, never_met
from tests.sometimes.seeking import sought

evenings = sought()
for kind, wanted in WANTED.items():
    print(f"{kind}: " + ", ".join(f"{what} {MET[what]}" for what in wanted))
print(f"{evenings} evenings; never met: {', '.join(never_met()) or 'nothing'}")
sys.exit(1 if never_met() else 0)
