# SPDX-License-Identifier: MIT
"""A connection that breaks at a chosen place."""
import contextlib
import socket
import threading

HOST = "127.0.0.1"


class Units:
    """What goes one way over one connection, as it comes: bytes, and then, as
    soon as there is one, TLS records."""

    def __init__(self):
        self.head, self.left, self.half = b"", 0, 0
        self.tls = None

    def feed(self, data):
        """(how many bytes of data it ends behind, kind, place) of each place
        where it may be cut."""
        at = 0
        while at < len(data):
            if self.tls is None and not self.head and data[at] == 22:
                self.tls = True
            if not self.tls:
                at += 1
                self.tls = None
                yield at, "b", "end"
            elif len(self.head) < 5:
                self.head += data[at:at + 1]
                at += 1
                if len(self.head) == 1:
                    yield at, "r", "head"
                if len(self.head) == 5:
                    self.left = int.from_bytes(self.head[3:], "big")
                    self.half = self.left // 2
            else:
                step = self.left - self.half if self.left > self.half \
                    else self.left
                step = min(step, len(data) - at)
                self.left -= step
                at += step
                if self.left == self.half and self.half > 0:
                    self.half = 0
                    yield at, "r", "body"
                elif self.left == 0:
                    self.head = b""
                    yield at, "r", "end"


class Wire:
    """Passes connections to a port of 127.0.0.1 on. `units` has a letter for
    what went up (from who connects) and down, over all connections: b for a
    byte, r for a TLS record. cut(way, n, place) closes the one that carries
    the n-th of them behind its `head`, its `body` but for some, or its `end`:
    both ends, once."""

    def __init__(self, port):
        self.to, self.lock = port, threading.Lock()
        self.units, self.at = {"up": [], "down": []}, None
        self.listener = socket.create_server((HOST, 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self, way=None, n=0, place=None):
        with self.lock:
            self.units = {"up": [], "down": []}
            self.at = (way, n, place) if way else None

    def close(self):
        self.listener.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                with contextlib.suppress(OSError):
                    far = socket.create_connection((HOST, self.to))
                    for end in (near, far):
                        end.setsockopt(socket.IPPROTO_TCP,
                                       socket.TCP_NODELAY, 1)
                    for args in ((near, far, "up"), (far, near, "down")):
                        threading.Thread(target=self._pass, args=args,
                                         daemon=True).start()

    def _take(self, way, parts, data):
        """How many bytes of data go on, and whether that is the end."""
        with self.lock:
            units = self.units[way]
            for at, kind, place in parts.feed(data):
                if kind == "b" or place == "head":
                    units.append(kind)
                    parts.number = len(units)
                if self.at == (way, parts.number, place):
                    self.at = None
                    return at, True
            return len(data), False

    def _pass(self, here, there, way):
        parts = Units()
        with contextlib.suppress(OSError):
            while data := here.recv(1 << 16):
                n, end = self._take(way, parts, data)
                there.sendall(data[:n])
                if end:
                    break
        for end in (here, there):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            if way == "up":
                continue
            end.close()
