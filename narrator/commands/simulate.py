"""The command that plays many games by itself, to judge a line-up."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from narrator.games.ktulu.simulation.tally import Tally


def simulate(
    setup: Annotated[
        Path | None, typer.Argument(metavar="[SETUP]", help="A setup, with cards given or to deal.")
    ] = None,
    *,
    line_up: Annotated[
        int | None, typer.Option("--line-up", help="So many players with the suggested cards.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games are played.")] = 1000,
    seed: Annotated[int, typer.Option(help="Other games, or another line-up, for another number.")] = 1,
    jobs: Annotated[int, typer.Option(min=0, help="Processes to share the games; 0: one a core.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw the result too, as SVG.")] = None,
) -> None:
    """Play many games with random people, and say who wins how often, how soon, and where the statue goes."""
    from narrator.games.ktulu import simulation
    from narrator.games.ktulu.simulation.tally import as_data, factions_of

    game = simulation.game_of(setup, line_up, seed)
    tally = _counted(simulation.tournament(game, games, seed, jobs or os.cpu_count() or 1), games)
    data = {"seed": seed, **as_data(tally, factions_of(game))}
    _print(data, json=json)
    if plot is not None:
        _plot(data, plot)
    if tally.games < games:
        typer.echo(f"Broken off after {tally.games} of {games} games.", err=True)
        raise typer.Exit(130)


def _counted(rounds: "Iterable[Tally]", games: int) -> "Tally":
    """Count the rounds up, and show how far they are; after Ctrl-C give what has been played."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from narrator.games.ktulu.simulation.tally import Tally

    tally = Tally()
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("", total=games)
            for part in rounds:
                tally.join(part)
                bar.update(task, completed=tally.games)
    except KeyboardInterrupt:
        pass
    return tally


def _print(data: dict[str, Any], *, json: bool) -> None:
    from rich.console import Console

    from narrator.games.ktulu.simulation.report import show

    if json:
        from json import dumps

        typer.echo(dumps(data, indent=2))
    else:
        show(data, Console())


def _plot(data: dict[str, Any], path: Path) -> None:
    from narrator.computer import files
    from narrator.games.ktulu.simulation.plot import drawn

    files.write(path, drawn(data, f"seed {data['seed']}").encode(), "Name another file")
