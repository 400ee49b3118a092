"""The sound devices of this computer by name, listed in a process of their own: sound libraries chatter and crash."""

from __future__ import annotations

from dataclasses import dataclass

from narrator.computer import worker
from narrator.errors import ChannelLost
from narrator.texts import message

_SECONDS = 30.0


def called(wanted: str, name: str) -> bool:
    """Whether this is the device asked for, by a part of its name: numbers change with what is plugged in."""
    return wanted.casefold() in name.casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundDevice:
    """One device as its system lists it; `speaker` and `microphone` say what it can be, `usual` for what."""

    name: str
    system: str
    speaker: bool
    microphone: bool
    usual_speaker: bool = False
    usual_microphone: bool = False


@dataclass(frozen=True, slots=True)
class Devices:
    """All devices, and the version of the library that found them."""

    library: str
    devices: tuple[SoundDevice, ...]


def list_devices() -> Devices:
    """List what can sound and what can hear. Raises ChannelLost if the sound library is missing or broken."""
    try:
        reports = worker.ask_once("narrator.computer.devices", seconds=_SECONDS)
    except TimeoutError:
        raise ChannelLost(message("doctor.sound-silent")) from None
    if not reports:
        raise ChannelLost(message("doctor.sound-lost", why=message("doctor.ended")))
    told = reports[0]
    if "lost" in told:
        raise ChannelLost(message("doctor.sound-lost", why=told["lost"]))
    return Devices(told["library"], tuple(SoundDevice(**device) for device in told["devices"]))


def _told() -> worker.Packet:
    try:
        import sounddevice
    except (ImportError, OSError) as error:  # OSError: PortAudio itself is missing
        return {"lost": str(error)}
    usual = list(sounddevice.default.device)
    hosts = [host["name"] for host in sounddevice.query_hostapis()]
    devices = [
        {
            "name": one["name"],
            "system": hosts[one["hostapi"]],
            "speaker": one["max_output_channels"] > 0,
            "microphone": one["max_input_channels"] > 0,
            "usual_speaker": number == usual[1],
            "usual_microphone": number == usual[0],
        }
        for number, one in enumerate(sounddevice.query_devices())
    ]
    return {"library": sounddevice.get_portaudio_version()[1], "devices": devices}


if __name__ == "__main__":
    report = worker.reporter()
    report(_told())
