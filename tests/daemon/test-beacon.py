#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The command for the beacon's values: a game that waits for one begins with
what it prints, a wrong answer or none changes nothing, and one that hangs keeps
no mail waiting and ends with the daemon. Run in the build directory."""
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

from processes import runs

TOOL = os.path.abspath("paquebot")
DAEMON = os.path.abspath("paquebotd")
SECONDS = 60
BEFORE, AFTER = "2026-11-20T10:00:00Z", "2026-11-20T10:10:10Z"
SIGNATURE = ("b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be"
             "41076862b98fad56e91a6b85b89cd97b")
VALUE = "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"
# 1692803367 + 3 (n - 1) is 10:10:00 or the first after it.
ROUND = (1795169400 - 1692803367 + 2) // 3 + 1


class Beacon(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name
        for part in ("cur", "new", "tmp"):
            os.makedirs(os.path.join(self.dir, "mail", part))
        self.conf = os.path.join(self.dir, "conf")
        self.asked = os.path.join(self.dir, "asked")
        self.script = os.path.join(self.dir, "script")
        self.daemon = None
        self.addCleanup(self.stop)
        with open(self.conf, "w", encoding="utf-8") as f:
            f.write(f"""
mailbox {{ type = maildir folder = {self.dir}/mail interval = 1s }}
outgoing {{ type = maildir directory = {self.dir}/out from = games@example.org }}
store {{ path = {self.dir}/games.db }}
club {{ beacon-command = "sh {self.script} $1" strangers = 600 }}
""")
        self.tool("init")
        self.tool("new", "claim", "--seat", "Anna=anna@example.net",
                  "--seat", "Bruno=bruno@example.net",
                  "--option", "beacon=round")
        self.tool("moderate", "1", "begin")

    def tool(self, *words):
        return subprocess.run(
            [TOOL, "--config", self.conf, *words], check=True, text=True,
            capture_output=True, timeout=SECONDS,
            env=dict(os.environ, PAQUEBOT_CLOCK=BEFORE)).stdout

    def answer(self, text):
        """What the command does from now on, once it has said for what."""
        with open(self.script + ".new", "w", encoding="ascii") as f:
            f.write(f'echo "$1 $$" >>{self.asked}\n{text}\n')
        os.rename(self.script + ".new", self.script)

    def start(self):
        self.log = open(os.path.join(self.dir, "log"), "w+",
                        encoding="utf-8")
        self.addCleanup(self.log.close)
        self.daemon = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", DAEMON, "--config", self.conf],
            stderr=self.log, env=dict(os.environ, PAQUEBOT_CLOCK=AFTER))

    def stop(self):
        if self.daemon is None:
            return
        self.daemon.send_signal(signal.SIGTERM)
        self.assertEqual(self.daemon.wait(timeout=SECONDS), 0)
        self.daemon = None

    def wait_for(self, what):
        end = time.monotonic() + SECONDS
        while not what():
            self.assertLess(time.monotonic(), end, self.said())
            time.sleep(0.05)

    def is_answered(self):
        """A mail of Eve's, which stands in the Maildir whole."""
        with open(f"{self.dir}/mail/tmp/1", "w", encoding="ascii") as f:
            f.write("From: eve@example.net\nTo: games@example.org\n"
                    "Message-ID: <1@example.net>\nSubject: x\n\nhelp\n")
        os.rename(f"{self.dir}/mail/tmp/1", f"{self.dir}/mail/new/1")
        self.wait_for(
            lambda: os.path.isdir(f"{self.dir}/out/eve@example.net/new"))

    def said(self):
        with open(os.path.join(self.dir, "log"), encoding="utf-8") as f:
            return f.read()

    def asks(self):
        if not os.path.exists(self.asked):
            return []
        with open(self.asked, encoding="ascii") as f:
            return [line.split() for line in f if line.endswith("\n")]

    def begun(self):
        return " running " in self.tool("games")

    def test_begins(self):
        for text in ('echo "{\\"round\\":$1,\\"signature\\":\\"%s\\"}"' %
                     SIGNATURE, "echo " + VALUE):
            with self.subTest(text=text):
                self.setUp()
                self.answer(text)
                self.start()
                self.wait_for(self.begun)
                self.assertEqual({n for n, _ in self.asks()}, {str(ROUND)})
                self.assertRegex(self.tool("log", "export", "1"),
                                 r"! beacon %d %s @" % (ROUND, VALUE))
                self.stop()

    def test_wrong_answers(self):
        """None of them is entered; and what comes right then is."""
        for text in ("exit 1", "echo x", "echo %s1" % VALUE,
                     'echo "{\\"round\\":9,\\"signature\\":\\"%s\\"}"' %
                     SIGNATURE, 'echo "{\\"signature\\":\\"%s\\"}"' % SIGNATURE,
                     "head -c 9000 /dev/zero | tr '\\0' 1"):
            with self.subTest(text=text):
                self.setUp()
                self.answer(text)
                self.start()
                self.wait_for(lambda: "event=beacon.failed" in self.said())
                self.assertFalse(self.begun())
                if "head" not in text:  # that is not tried again so soon
                    self.answer("echo " + VALUE)
                    self.wait_for(self.begun)
                self.stop()

    def test_hangs(self):
        """Mail is answered meanwhile, and nothing of it is left."""
        self.answer("exec sleep 1000")
        self.start()
        self.wait_for(self.asks)
        self.is_answered()
        pid = int(self.asks()[0][1])
        self.assertTrue(runs(pid))
        self.stop()
        self.assertFalse(runs(pid))
        self.assertFalse(self.begun())

    def test_refused(self):
        """For a game that does not take the value the command is not run again
        and again: one that does not go on, and one whose row is wrong."""
        for change in ("seed = x'%s'" % ("07" * 32), "state = 3"):
            with self.subTest(change=change):
                self.setUp()
                self.answer("echo " + VALUE)
                with sqlite3.connect(f"{self.dir}/games.db") as db:
                    db.execute("UPDATE game SET " + change)
                db.close()
                self.start()
                self.wait_for(self.asks)
                time.sleep(0.5)
                self.assertEqual(len(self.asks()), 1, self.said())
                self.stop()

    def test_taken_away(self):
        """Without a command that failed the daemon rests."""
        self.answer("exit 1")
        self.start()
        self.wait_for(lambda: "event=beacon.failed" in self.said())
        with open(self.conf, encoding="utf-8") as f:
            conf = f.read()
        with open(self.conf, "w", encoding="utf-8") as f:
            f.write(re.sub("beacon-command = .* strangers", "strangers", conf))
        self.daemon.send_signal(signal.SIGHUP)
        self.wait_for(lambda: "event=daemon.reloaded" in self.said())
        time.sleep(1.2)
        before = self.naps()
        time.sleep(1)
        self.assertLess(self.naps() - before, 50)
        self.stop()

    def naps(self):
        """How often it has gone to sleep."""
        with open(f"/proc/{self.daemon.pid}/status", encoding="ascii") as f:
            return int(re.search(r"^voluntary_\w+:\s+(\d+)", f.read(),
                                 re.M)[1])

    def test_not_before(self):
        """Nobody is asked for what is not out."""
        self.answer("echo " + VALUE)
        self.assertIn(" beacon ", self.tool("games"))
        global AFTER
        after, AFTER = AFTER, "2026-11-20T10:09:59Z"
        try:
            self.start()
            self.is_answered()
            self.stop()
        finally:
            AFTER = after
        self.assertEqual(self.asks(), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
