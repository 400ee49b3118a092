"""Write the evenings anew: python -m tests.playthroughs. What has changed is then read in the diff."""

from tests.playthroughs import FOLDER, tables, told

for name, table in tables().items():
    (FOLDER / f"{name}.txt").write_text(told(table), encoding="utf-8")
