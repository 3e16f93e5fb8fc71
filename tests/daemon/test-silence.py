#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""An IMAP server that falls silent at any step: mail from elsewhere is judged
and answered meanwhile, SIGHUP brings the new configuration and changes nothing
of that, and SIGTERM ends the daemon within five seconds."""

import concurrent.futures
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "..",
                             room) for room in ("mail", "e2e")]
from imap_strict import Strict  # noqa: E402
from server import HOST  # noqa: E402

CONF = """mailbox {{
  host = "{host}" port = {port} tls = {tls} user = games {secret}
}}
outgoing {{ type = maildir directory = "{top}/out" from = "games@example.org" }}
store {{ path = "{top}/db" }}
"""
MAIL = """From: Anna <anna@example.org>
To: games@example.org
Subject: x
Message-ID: <{n}@example.org>

help
"""
# Steps of a session, and a TLS handshake that never begins.
STEPS = ("greeting", "capability", "authenticate", "namespace", "select",
         "search", "fetch", "create", "move", "idle", "tls")
PATIENCE = 40                   # less than the sixty seconds of a time-out


class Daemon:
    def __init__(self, step, secret="password = pencil"):
        self.top = tempfile.mkdtemp(prefix="pq-")
        answers = {} if step == "tls" else {step: "silence"}
        self.server = Strict({1: b"From: b@example.org\r\n\r\nx\r\n"},
                             prefix="INBOX.", answers=answers)
        if step == "tls":
            self.server.answers["greeting"] = "silence"
        if step == "idle":
            self.server.mails.clear()
        self.conf = os.path.join(self.top, "conf")
        with open(self.conf, "w", encoding="ascii") as f:
            f.write(CONF.format(host=HOST, port=self.server.port, top=self.top,
                                secret=secret.format(top=self.top), tls="implicit" if step == "tls" else "none"))
        os.chmod(self.conf, 0o600)
        self.tool("init")
        self.log = os.path.join(self.top, "log")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                ["./paquebotd", "--config", self.conf], stderr=log)

    def tool(self, *words, text=""):
        subprocess.run(["./paquebot", "--config", self.conf, *words],
                       input=text.encode(), check=True, stdout=subprocess.PIPE,
                       stderr=subprocess.PIPE)

    def until(self, what, good):
        end = time.monotonic() + PATIENCE
        while not good():
            if time.monotonic() > end:
                with open(self.log, encoding="utf-8") as f:
                    raise AssertionError(f"{what} did not come:\n{f.read()}")
            time.sleep(0.02)

    def answers(self):
        box = os.path.join(self.top, "out", "anna@example.org", "new")
        return len(os.listdir(box)) if os.path.isdir(box) else 0

    def says(self, words):
        with open(self.log, encoding="utf-8") as f:
            return words in f.read()

    def mail(self, n):
        self.tool("deliver", text=MAIL.format(n=n))
        self.until(f"answer {n}", lambda: self.answers() == n)

    def close(self):
        self.process.kill()
        self.process.wait()
        self.server.close()
        shutil.rmtree(self.top)


def meet(step):
    """How long SIGTERM took, and the exit status."""
    d = Daemon(step)
    try:
        d.until("the silence", d.server.hushed.is_set)
        d.mail(1)
        d.server.hushed.clear()
        d.process.send_signal(signal.SIGHUP)
        d.until("the new configuration", lambda: d.says("daemon.reloaded"))
        d.mail(2)
        d.until("the silence again", d.server.hushed.is_set)
        d.mail(3)
        start = time.monotonic()
        d.process.send_signal(signal.SIGTERM)
        status = d.process.wait(PATIENCE)
        return time.monotonic() - start, status
    finally:
        d.close()


# It and a child of it say that they run, by a lock that ends with them.
COMMAND = r"""password-command = "exec 9>{top}/lock; flock 9; touch {top}/runs;
 (sleep 600) ; echo pencil" """


def runs(top):
    with open(os.path.join(top, "lock"), "wb") as f:
        try:
            fcntl.flock(f, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


class Silence(unittest.TestCase):
    def test_the_command_for_the_password_ends_too(self):
        """By a stop, and by a crash of the daemon."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            d = Daemon("none", COMMAND.replace("\n", ""))
            try:
                d.until("the command", lambda: os.path.exists(
                    os.path.join(d.top, "runs")))
                self.assertTrue(runs(d.top))
                start = time.monotonic()
                d.process.send_signal(number)
                d.process.wait(PATIENCE)
                d.until("its end", lambda: not runs(d.top))
                self.assertLess(time.monotonic() - start, 5)
            finally:
                d.close()

    def test_every_step(self):
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            found = {s: pool.submit(meet, s) for s in STEPS}
        for step, result in found.items():
            with self.subTest(step):
                took, status = result.result()
                self.assertEqual(status, 0)
                self.assertLess(took, 5)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
