"""What the program needs of the computer: files, folders, settings, processes and devices."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tomllib
else:
    try:
        import tomli as tomllib  # the same, compiled: it takes a fifth of the time
    except ImportError:
        import tomllib

__all__ = ["tomllib"]
