"""The demonstration: three minutes of an evening, with players whose answers are written down."""

from pathlib import Path

from narrator.commands.options import settings_of, terminal_texts, told

PACE = 0.1
"""How long calls last there: nobody has to think."""

SEED = 7


def demo() -> None:
    """Show three minutes of an evening: a zero night, a night and the dawn, with scripted players."""
    from tempfile import TemporaryDirectory

    from narrator.computer import paths
    from narrator.play import session

    settings, setups = settings_of(None, PACE), paths.shipped("setups")
    texts = terminal_texts(settings)
    table = session.seated(setups / "short.toml", settings, "", "")
    told(texts.word("demonstration.begins", count=len(table.setup.player)))
    manner = session.Manner(answers=setups / "short.answers")
    with TemporaryDirectory(prefix="narrator-") as folder:
        stage = session.begin(None, table, SEED, Path(folder) / "demo.jsonl", settings)
        try:
            with session.opened(manner, table, settings) as room:
                stage.run(room)
        finally:
            stage.journal.close()
    told(f"\n{texts.word('demonstration.over')}")
