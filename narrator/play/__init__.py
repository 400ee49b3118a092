"""One game, from its files to its journal: a table loaded, checked and led, and what journals tell afterwards."""
