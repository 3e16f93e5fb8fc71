#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Servers that take a connection and say nothing: `paquebot status` and
`paquebot doctor` ask those of all mailboxes side by side, so that sixteen take
as long as one. The servers hang up when all were reached; who gave one up before
asks one after the other. Run in the build directory."""
import os
import selectors
import socket
import subprocess
import tempfile
import threading
import unittest

TOOL = os.path.abspath("paquebot")
MAILBOXES = 16


class Silent(threading.Thread):
    """Listens for so many, each at a port of its own."""

    def __init__(self, many):
        super().__init__(daemon=True)
        self.listening = [socket.create_server(("127.0.0.1", 0))
                          for _ in range(many)]
        self.ports = [s.getsockname()[1] for s in self.listening]
        self.most, self.given_up = 0, False
        self.start()

    def hang_up(self, chosen):
        for key in list(chosen.get_map().values()):
            if key.data == "client":
                chosen.unregister(key.fileobj)
                key.fileobj.close()

    def run(self):
        chosen, here = selectors.DefaultSelector(), 0
        for s in self.listening:
            chosen.register(s, selectors.EVENT_READ, "server")
        while True:
            for key, _ in chosen.select():
                if key.data == "server":
                    try:
                        client, _ = key.fileobj.accept()
                    except OSError:
                        return
                    chosen.register(client, selectors.EVENT_READ, "client")
                    here += 1
                    self.most = max(self.most, here)
                elif key.fileobj.recv(65536) == b"":
                    self.given_up = True
            if here == len(self.listening) or self.given_up:
                self.hang_up(chosen)
                here = 0


class Cases(unittest.TestCase):
    def said(self, servers, *words):
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, "conf")
            with open(path, "w", encoding="ascii", opener=lambda p, f:
                      os.open(p, f, 0o600)) as f:
                for n, port in enumerate(servers.ports[:MAILBOXES]):
                    name = f"box{n}" if n else ""
                    f.write(f"mailbox {name} {{ type = imap host = 127.0.0.1 "
                            f"port = {port} tls = implicit user = x{n} timeout = "
                            '10 password-command = "echo y" }\n')
                out = "type = maildir directory = " + place
                if len(servers.ports) > MAILBOXES:
                    out = (f"type = smtp host = 127.0.0.1 tls = implicit port = "
                           f"{servers.ports[-1]}")
                f.write(f"""
outgoing {{ {out} from = games@example.org }}
store {{ path = {place}/games.db }}
club {{ keeper = keeper@example.org }}
""")
            subprocess.run([TOOL, "--config", path, "init"], check=True,
                           stdout=subprocess.DEVNULL)
            done = subprocess.run([TOOL, "--config", path, *words], text=True,
                                  capture_output=True, check=False)
        self.assertEqual(servers.most, len(servers.ports))
        self.assertFalse(servers.given_up)
        return done.stdout.splitlines()

    def test_status(self):
        """Mailboxes and the way out; each is told of, in its order."""
        lines = [" ".join(line.split()) for line in
                 self.said(Silent(MAILBOXES + 1), "status")]
        told = [line for line in lines if "certificate" in line]
        self.assertEqual(len(told), MAILBOXES + 1, lines)
        for n, line in enumerate(told):
            name = "mailbox" if n == 0 else f"mailbox box{n}"
            name = "outgoing" if n == MAILBOXES else name
            self.assertTrue(line.startswith(f"warning certificate {name} "),
                            line)

    def test_doctor(self):
        lines = self.said(Silent(MAILBOXES), "doctor", "--wait", "1")
        told = [line for line in lines if line.startswith("bad      mailbox")]
        self.assertEqual(len(told), MAILBOXES, lines)
        for n, line in enumerate(told):
            name = "mailbox:" if n == 0 else f"mailbox box{n}:"
            self.assertTrue(line.startswith(f"bad      {name} "), line)


if __name__ == "__main__":
    unittest.main()
