"""Pictures."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture: shown in a notebook, saved to a file, or taken as exact numbers."""

    #: As SVG.
    svg: str
    #: For a LaTeX document.
    tikz: str
    #: As PNG.
    png: bytes
    #: What is seen, in a line.
    note: str
    #: How we know.
    evidence: str
    #: Is everything drawn that was asked for?
    complete: bool
    #: What is drawn, in exact numbers, as ``takeaway plot --json`` writes it.
    data: dict[str, Any]

    @classmethod
    def _of(cls, data: dict[str, Any]) -> Plot:
        return cls(**{**data, "png": bytes.fromhex(data["png"])})

    def __repr__(self) -> str:
        return f"<plot: {self.note}>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file; the ending says how: ``.svg``, ``.png``, ``.tikz`` or ``.tex``.

        >>> import tempfile, pathlib, takeaway
        >>> file = pathlib.Path(tempfile.mkdtemp(), "wythoff.svg")
        >>> takeaway.Game("wythoff").plot(max=20).save(file)
        >>> file.read_text().startswith("<svg")
        True
        """
        ending = os.path.splitext(os.fspath(path))[1].lower()
        forms = {".svg": self.svg.encode(), ".png": self.png, ".tikz": self.tikz.encode(), ".tex": self.tikz.encode()}
        if ending not in forms:
            raise ValueError(f"{os.fspath(path)!r} ends in none of {', '.join(forms)}")
        with open(path, "wb") as file:
            file.write(forms[ending])
