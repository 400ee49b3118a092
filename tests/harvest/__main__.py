"""Run the program with one game more."""

from narrator.__main__ import main
from narrator.games import registry

from tests.harvest import HarvestPackage

registry.GAMES["harvest"] = HarvestPackage
main()
