"""What can happen in a game of Ktulu: the facts of the journal, in the past tense."""

from narrator.games.ktulu.events.day import *
from narrator.games.ktulu.events.flow import *
from narrator.games.ktulu.events.night import *
