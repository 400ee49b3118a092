"""Run the program with one game more."""

from harvest import HarvestPackage
from narrator.__main__ import main
from narrator.games import registry

registry.GAMES["harvest"] = HarvestPackage
main()
