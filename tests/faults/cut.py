# SPDX-License-Identifier: MIT
"""A connection that breaks after so many bytes."""
import contextlib
import socket
import threading

HOST = "127.0.0.1"


class Wire:
    """Passes connections to a port of 127.0.0.1 on, and counts in `passed`
    what went up (from who connects) and down, over all connections. cut(way,
    n) closes the one that carries the n-th byte of that way behind it: both
    ends, once."""

    def __init__(self, port):
        self.to, self.lock = port, threading.Lock()
        self.passed, self.at = {"up": 0, "down": 0}, None
        self.listener = socket.create_server((HOST, 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self, way=None, n=0):
        with self.lock:
            self.passed = {"up": 0, "down": 0}
            self.at = (way, n) if way else None

    def close(self):
        self.listener.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                with contextlib.suppress(OSError):
                    far = socket.create_connection((HOST, self.to))
                    for args in ((near, far, "up"), (far, near, "down")):
                        threading.Thread(target=self._pass, args=args,
                                         daemon=True).start()

    def _take(self, way, n):
        """How many of n bytes go on, and whether that is the end."""
        with self.lock:
            before = self.passed[way]
            self.passed[way] += n
            if self.at and self.at[0] == way and \
                    self.at[1] <= self.passed[way]:
                left, self.at = self.at[1] - before, None
                return left, True
            return n, False

    def _pass(self, here, there, way):
        with contextlib.suppress(OSError):
            while data := here.recv(1 << 16):
                n, end = self._take(way, len(data))
                there.sendall(data[:n])
                if end:
                    break
        for end in (here, there):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            if way == "up":
                continue
            end.close()
