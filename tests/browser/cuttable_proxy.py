"""A proxy between a browser and the server, whose connections can be cut and mended: a browser that
is told to be offline keeps its WebSockets.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class CuttableProxy:
    """Carries everything that comes to its own address to the server's, and back."""

    def __init__(self, server: str) -> None:
        self.port = int(server.rsplit(":", 1)[1])
        self.ends: set[socket.socket] = set()
        self.whole = True
        self.mute = False
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """From now on nothing gets through."""
        self.whole = False
        for end in list(self.ends):
            shut(end)

    def hush(self) -> None:
        """From now on nothing gets through, and nobody is told."""
        self.mute = True

    def mend(self) -> None:
        self.whole, self.mute = True, False

    def remove(self) -> None:
        self.cut()
        shut(self.listening)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.listening.accept()
                if self.whole:
                    self._connect(near)
                else:
                    shut(near)

    def _connect(self, near: socket.socket) -> None:
        far = socket.create_connection(("127.0.0.1", self.port))
        self.ends |= {near, far}
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while said := one.recv(65536):
                if not self.mute:
                    other.sendall(said)
        for end in (one, other):
            self.ends.discard(end)
            shut(end)


def shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits for it
    end.close()
