"""The factions that the rules themselves name: each has its own way to win, and the statue begins with one of them.

Any faction may have any power but the steps to another's win; what it wins by is the book's (section 7), and so these
ids are the game's, not the script's.
"""

from narrator.games.night.events.flow import NOBODY

TOWN = "town"
BANDITS = "bandits"
INDIANS = "indians"
UFOS = "ufos"
LUKE = "luke"
FUGITIVES = "fugitives"
GODS = "gods"

WINS = {
    TOWN: "R90",
    INDIANS: "R91",
    BANDITS: "R92",
    UFOS: "R93",
    LUKE: "R94",
    FUGITIVES: "R95",
    GODS: "R96",
    NOBODY: "R97",
}
"""The rule by which each faction wins."""
