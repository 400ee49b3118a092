"""What can happen in a game of nights: the facts of the journal, in the past tense."""

from narrator.games.night.events.day import *
from narrator.games.night.events.flow import *
from narrator.games.night.events.night import *
