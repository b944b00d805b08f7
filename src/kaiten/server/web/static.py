"""The browser client, as the package's build made it: one page for all addresses of ours, and the
files that it needs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from fastapi import Request, Response

CLIENT = Path(__file__).parents[1] / "client"
# forms that the build may have made of a file, the smallest first
PACKED = {"br": ".br", "gzip": ".gz"}
# files of /assets change their name with what is in them
FOREVER = "public, max-age=31536000, immutable"
TYPES = {  # our own list: machines differ
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
FRESH = "no-cache"  # asked for again each time, and sent again only if it has changed


@dataclass(frozen=True)
class File:
    """A file of the client in its forms, by the name of the packing."""

    forms: Mapping[str, bytes]
    media_type: str
    tag: str
    keep: str

    def answer(self, request: Request, status: int = 200) -> Response:
        """The file in the smallest form that the browser takes, unless it has it already."""
        headers = {"Cache-Control": self.keep, "ETag": f"W/{self.tag}", "Vary": "Accept-Encoding"}
        if status == 200 and self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        taken = packings(request.headers.get("accept-encoding", ""))
        packing = next((name for name in self.forms if name in taken), "")
        if packing:
            headers["Content-Encoding"] = packing
        return Response(self.forms[packing], status, headers, self.media_type)


Client = Mapping[str, File]


def packings(accepted: str) -> set[str]:
    """The packings that a browser takes, by its Accept-Encoding."""
    words = [re.split(r"\s*;\s*q\s*=\s*", word.strip().lower()) for word in accepted.split(",")]
    return {name for name, *weight in words if not weight or weight[0].strip("0.")}


def read(folder: Path = CLIENT) -> Client:
    """All files of the client by their address; none where it has not been built."""
    packed = tuple(PACKED.values())
    paths = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(packed)
    ]
    return {f"/{path.relative_to(folder).as_posix()}": read_file(folder, path) for path in paths}


def read_file(folder: Path, path: Path) -> File:
    plain = path.read_bytes()
    forms = {
        name: other.read_bytes()
        for name, end in PACKED.items()
        if (other := path.with_name(path.name + end)).exists()
    }
    media_type = TYPES.get(path.suffix, "application/octet-stream")
    keep = FOREVER if path.parent == folder / "assets" else FRESH
    return File({**forms, "": plain}, media_type, f'"{sha256(plain).hexdigest()[:16]}"', keep)
