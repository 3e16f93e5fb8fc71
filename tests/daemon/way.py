# SPDX-License-Identifier: MIT
"""A way to a server of PostgreSQL that knows what is said on it (its frontend
messages, version 3) and breaks at a COMMIT: before it, or behind it, so that it
is done and nobody hears of it. What a transaction is of is the tables that it
writes to."""
import os
import re
import socket
import struct
import threading

WRITES = re.compile(r"\b(INSERT INTO|UPDATE|DELETE FROM) \"?(\w+)")


class Broken(Exception):
    pass


class Connection:
    """breaks(written) is asked at each COMMIT, with the set of the tables that
    were written to: None, or "before", "behind"."""

    def __init__(self, client, server, breaks):
        self.client, self.server, self.breaks = client, server, breaks
        self.texts, self.written = {}, set()
        self.silent = False         # what the server says goes nowhere
        self.done = threading.Event()
        threading.Thread(target=self.answers, daemon=True).start()
        threading.Thread(target=self.words, daemon=True).start()

    def take(self, count):
        got = b""
        while len(got) < count:
            more = self.client.recv(count - len(got))
            if not more:
                raise Broken
            got += more
        return got

    def said(self, text):
        self.written |= {m.group(2) for m in WRITES.finditer(text)}

    def look(self, kind, body):
        """What is said: whether the way breaks here."""
        if kind == b"P":
            name, text, _ = body.split(b"\0", 2)
            self.texts[name] = text.decode()
        elif kind == b"B":
            self.said(self.texts[body.split(b"\0", 2)[1]])
        elif kind == b"Q":
            text = body.rstrip(b"\0").decode()
            if text.startswith("BEGIN"):
                self.written = set()
            if text == "COMMIT":
                return self.breaks(frozenset(self.written))
            self.said(text)
        return None

    def words(self):
        try:
            size = self.take(4)
            self.server.sendall(size + self.take(
                struct.unpack("!i", size)[0] - 4))
            while True:
                head = self.take(5)
                body = self.take(struct.unpack("!i", head[1:])[0] - 4)
                how = self.look(head[:1], body)
                if how == "before":
                    raise Broken
                self.silent = how == "behind"
                self.server.sendall(head + body)
                if self.silent:
                    self.done.wait()
                    raise Broken
        except (Broken, OSError):
            self.end()

    def answers(self):
        try:
            while data := self.server.recv(65536):
                if not self.silent:
                    self.client.sendall(data)
                elif b"COMMIT\0" in data:
                    self.done.set()
        except OSError:
            pass
        self.done.set()
        self.end()

    def end(self):
        for one in self.client, self.server:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Way:
    """It listens at a socket in a directory of its own."""

    def __init__(self, place, server, breaks):
        self.dir = f"{place}/way"
        os.makedirs(self.dir)
        self.host = re.search(r"host=([^&]*)", server).group(1)
        self.to = f"{self.host}/.s.PGSQL.5432"
        self.breaks = breaks
        self.listens = socket.socket(socket.AF_UNIX)
        self.listens.bind(f"{self.dir}/.s.PGSQL.5432")
        self.listens.listen(16)
        threading.Thread(target=self.accept, daemon=True).start()

    def leads(self, url):
        """To that server, by us."""
        return url.replace(f"host={self.host}", f"host={self.dir}")

    def accept(self):
        while True:
            client, _ = self.listens.accept()
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(self.to)
            except OSError:
                client.close()
                continue
            Connection(client, server, self.breaks)
