"""The command line: ``python -m takeaway outcome raleigh 3,6,10``."""

from __future__ import annotations

import sys

from . import _core


def main() -> None:
    """Answers the command line that was typed, and ends with its exit code."""
    sys.exit(_core.command_line(sys.executable, ["-m", "takeaway"], ["takeaway", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
