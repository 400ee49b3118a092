"""Simulate: play many games with random players, to judge a line-up."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from narrator.commands.options import MOST_GAMES
from narrator.terminal.words import terminal_texts

if TYPE_CHECKING:
    from narrator.games.package import Simulation


def simulate(
    setup: Annotated[Path | None, typer.Argument()] = None,
    *,
    line_up: Annotated[int | None, typer.Option("--line-up")] = None,
    beside: Path | None = None,
    games: Annotated[int, typer.Option(min=1, max=MOST_GAMES)] = 1000,
    seed: int = 1,
    jobs: Annotated[int, typer.Option(min=0)] = 0,
    json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Play many games with random players: who wins how often, and how soon."""
    from narrator.computer.texts import texts_of
    from narrator.games import registry
    from narrator.games.package import HasSimulation, require_door
    from narrator.play.loading import package_of

    package = package_of(setup)
    simulation = require_door(package, HasSimulation, "refusals.simulate").simulation(setup, line_up, seed, beside)
    finished = _played(simulation, games, seed, jobs or os.cpu_count() or 1)
    data = simulation.data(seed)
    if json:
        from json import dumps

        typer.echo(dumps(data, indent=2))
    else:
        from rich.console import Console

        own = texts_of(terminal_texts().language, *registry.folders(package.id))
        simulation.show(data, Console(), own)
    if finished < games:
        typer.echo(terminal_texts().word("simulation.stopped", finished=finished, games=games), err=True)
        raise typer.Exit(130)


def _played(simulation: "Simulation", games: int, seed: int, jobs: int) -> int:
    """Play the games with a progress bar; return how many were finished, also after Ctrl-C."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from narrator.evening.leaving import ended_by_signals

    finished = 0
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with ended_by_signals(), Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("", total=games)
            for finished in simulation.rounds(games, seed, jobs):
                bar.update(task, completed=finished)
    except KeyboardInterrupt:
        pass
    return finished
