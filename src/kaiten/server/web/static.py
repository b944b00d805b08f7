"""The files of the browser client, as the package's build made them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from fastapi import Request, Response

CLIENT = Path(__file__).parents[1] / "client"
# the compressed variants that the build may have made of a file, the smallest first
ENCODINGS = {"br": ".br", "gzip": ".gz"}
# the names of files in /assets contain a hash of their content
IMMUTABLE = "public, max-age=31536000, immutable"
MEDIA_TYPES = {  # our own list: machines differ
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
REVALIDATE = "no-cache"  # the browser asks each time, and gets 304 if nothing has changed


@dataclass(frozen=True)
class ClientFile:
    """A file of the client, plain and compressed."""

    variants: Mapping[str, bytes]  # by encoding, "" for the plain one
    media_type: str
    etag: str
    cache_control: str

    def respond(self, request: Request, status: int = 200) -> Response:
        """Return the smallest variant that the browser accepts, or 304 if it has the file."""
        headers = {
            "Cache-Control": self.cache_control,
            "ETag": f"W/{self.etag}",
            "Vary": "Accept-Encoding",
        }
        if status == 200 and self.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        accepted = parse_accept_encoding(request.headers.get("accept-encoding", ""))
        encoding = next((name for name in self.variants if name in accepted), "")
        if encoding:
            headers["Content-Encoding"] = encoding
        return Response(self.variants[encoding], status, headers, self.media_type)


ClientFiles = Mapping[str, ClientFile]


def parse_accept_encoding(header: str) -> set[str]:
    """Return the encodings that an Accept-Encoding header accepts."""
    words = [re.split(r"\s*;\s*q\s*=\s*", word.strip().lower()) for word in header.split(",")]
    return {name for name, *weight in words if not weight or weight[0].strip("0.")}


def read_client_files(folder: Path = CLIENT) -> ClientFiles:
    """Return the client's files by their path; none if it has not been built."""
    compressed = tuple(ENCODINGS.values())
    paths = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(compressed)
    ]
    return {
        f"/{path.relative_to(folder).as_posix()}": read_client_file(folder, path) for path in paths
    }


def read_client_file(folder: Path, path: Path) -> ClientFile:
    plain = path.read_bytes()
    variants = {
        name: other.read_bytes()
        for name, end in ENCODINGS.items()
        if (other := path.with_name(path.name + end)).exists()
    }
    media_type = MEDIA_TYPES.get(path.suffix, "application/octet-stream")
    cache_control = IMMUTABLE if path.parent == folder / "assets" else REVALIDATE
    etag = f'"{sha256(plain).hexdigest()[:16]}"'
    return ClientFile({**variants, "": plain}, media_type, etag, cache_control)
