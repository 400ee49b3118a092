"""The command that installs a voice for Piper."""

from pathlib import Path
from typing import Annotated

import typer

from narrator.commands.options import download_bar


def voice_install(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The voice: gosia, darkman or mc_speech.")],
    *,
    file: Annotated[
        Path | None,
        typer.Option("--from", help="The .onnx file, its .onnx.json beside it: for a place with no internet."),
    ] = None,
) -> None:
    """Download a voice for Piper once (or take it from a file), and say under which terms it comes."""
    from narrator.errors import ChannelLost
    from narrator.mouth import piper, piper_voices

    voice = piper_voices.voice_of(name)
    typer.echo(f"{name}: {voice.licence}\n")
    if file is not None:
        model = piper_voices.install_from(file, name)
    else:
        with download_bar(name) as progress:
            model = piper_voices.install(name, progress)
    typer.echo(f"{model}\nIt speaks with: narrator play SETUP --voice {name}")
    try:
        piper.find_model(name)
    except ChannelLost as lost:
        typer.echo(str(lost), err=True)
