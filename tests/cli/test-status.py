#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""paquebot status on one screen: each line when all is well, and what it says
and grades when something is not. Run in the build directory."""
import json
import os
import sqlite3
import subprocess
import tempfile
import unittest

TOOL = os.path.abspath("paquebot")
DAEMON = os.path.abspath("paquebotd")
NOW = 1795168800                     # 2026-11-20T10:00:00Z
HOUR, DAY = 3600, 86400
CONF = """
mailbox {{ type = maildir folder = {dir}/mail }}
outgoing {{ type = maildir directory = {dir}/out from = games@example.org }}
store {{ path = {dir}/games.db }}
club {{ keeper = keeper@example.org }}
"""
# Nothing listens on the discard port.
NOBODY = """type = imap host = 127.0.0.1 port = 9 tls = implicit
  user = x password-command = "echo y" """
MAIL = """From: Anna <anna@example.org>
To: games@example.org
Subject: x
Message-ID: <1@example.org>
Date: Fri, 20 Nov 2026 09:00:00 +0000

help
"""


def without_disk(lines):
    """Other programs write meanwhile."""
    return [line for line in lines if " disk  " not in line]


class Status(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name
        self.clock = os.path.join(self.dir, "clock")
        self.env = dict(os.environ, PAQUEBOT_CLOCK="@" + self.clock)
        self.at("10:00:00")
        for part in ("cur", "new", "tmp"):
            os.makedirs(os.path.join(self.dir, "mail", part))
        self.conf = os.path.join(self.dir, "conf")
        self.configure(CONF)
        self.tool("init")

    def configure(self, text):
        with open(self.conf, "w", opener=lambda p, f: os.open(p, f, 0o600),
                  encoding="utf-8") as f:
            f.write(text.format(dir=self.dir))

    def at(self, time):
        with open(self.clock, "w", encoding="ascii") as f:
            f.write(f"2026-11-20T{time}Z")

    def tool(self, *words):
        return subprocess.run([TOOL, "--config", self.conf, *words],
                              env=self.env, text=True, capture_output=True,
                              timeout=60, check=False)

    def once(self):
        return subprocess.run([DAEMON, "--config", self.conf, "--once"],
                              env=self.env, text=True, capture_output=True,
                              timeout=60, check=False)

    def put_mail(self):
        with open(os.path.join(self.dir, "mail", "new", "1.a.b"), "w",
                  encoding="utf-8") as f:
            f.write(MAIL)

    def sql(self, *statements):
        base = sqlite3.connect(os.path.join(self.dir, "games.db"))
        with base:
            for statement in statements:
                base.execute(statement)
        base.close()

    def checks(self):
        """{name: check}; the screen says the same, line by line."""
        done = self.tool("status", "--offline", "--json")
        self.assertTrue(done.stdout, done.stderr)
        said = json.loads(done.stdout)
        worst = max(("ok", "warning", "critical").index(c["level"])
                    for c in said["checks"])
        self.assertEqual(done.returncode, worst)
        self.assertEqual(said["level"], ("ok", "warning", "critical")[worst])
        screen = self.tool("status", "--offline")
        self.assertEqual(screen.returncode, worst)
        lines = [f"{c['level']:9} {c['name']:21} {c['text']}"
                 for c in said["checks"]]
        lines.append(f"{'ok':9} {'version':21} {said['version']}")
        self.assertEqual(without_disk(screen.stdout.splitlines()),
                         without_disk(lines))
        return {c["name"]: c for c in said["checks"]}

    def says(self, name, level, text, **more):
        check = self.checks()[name]
        self.assertEqual((check["level"], check["text"]), (level, text))
        for key, value in more.items():
            self.assertEqual(check.get(key), value, check)

    def test_new(self):
        self.says("daemon", "critical", "does not run", value=0)
        self.says("mailbox", "warning", "was never looked at", since=None)
        self.says("outgoing", "ok", "no letter has gone yet", since=None)
        self.says("letters", "ok", "none waits")
        self.says("mails", "ok", "all are judged")
        self.says("backup", "warning", "none was made")

    def test_since(self):
        """Both sides work from their first success on; the mailbox was looked
        at later."""
        self.put_mail()
        self.once()
        self.at("10:10:00")
        self.once()
        self.at("10:12:30")
        self.says("mailbox", "ok", "works since 2026-11-20T10:00:00Z, looked "
                  "at 2 minutes ago", since="2026-11-20T10:00:00Z", value=150)
        self.says("outgoing", "ok", "works since 2026-11-20T10:00:00Z",
                  since="2026-11-20T10:00:00Z")
        self.at("12:30:00")
        self.assertEqual(self.checks()["mailbox"]["level"], "critical")

    def test_mailbox_fails(self):
        self.once()
        self.configure(CONF.replace("type = maildir folder = {dir}/mail",
                                    NOBODY))
        self.at("10:10:00")
        self.once()
        self.at("10:20:00")
        self.once()
        check = self.checks()["mailbox"]
        self.assertEqual(check["level"], "warning")
        self.assertEqual(check["since"], "2026-11-20T10:10:00Z")
        self.assertRegex(check["text"], "^fails since 2026-11-20T10:10:00Z: "
                         "imaps://x@127.0.0.1:9/INBOX: .*Connection refused; "
                         "nothing listens there: are host and port right")
        self.at("11:10:00")
        self.assertEqual(self.checks()["mailbox"]["level"], "critical")
        self.configure(CONF)
        self.once()
        self.says("mailbox", "ok", "works since 2026-11-20T11:10:00Z, looked "
                  "at 0 seconds ago", since="2026-11-20T11:10:00Z")

    def test_outgoing(self):
        self.sql(f"UPDATE outgoing SET stopped = {NOW - HOUR}, works = 0, "
                 "reason = '535 no'")
        self.says("outgoing", "critical", "stopped since "
                  "2026-11-20T09:00:00Z: 535 no",
                  since="2026-11-20T09:00:00Z", value=HOUR)
        self.put_mail()
        self.once()
        self.says("outgoing", "ok", "works since 2026-11-20T10:00:00Z")
        self.at("10:30:00")
        self.tool("queue", "pause")
        self.says("outgoing", "warning", "paused since 2026-11-20T10:30:00Z")
        self.tool("queue", "resume")
        self.says("outgoing", "ok", "works since 2026-11-20T10:00:00Z")

    def test_waiting(self):
        self.sql("INSERT INTO alarm VALUES ('disk', %d, 0, 1, 1, 'full')" %
                 (NOW - HOUR),
                 "INSERT INTO alarm VALUES ('login', 1, 2, 1, 1, 'was')")
        self.says("alarm disk", "critical", "since 2026-11-20T09:00:00Z: full",
                  since="2026-11-20T09:00:00Z", value=HOUR)
        self.assertNotIn("alarm login", self.checks())
        self.tool("new", "clippers", "--seat", "Anna <anna@example.org>",
                  "--seat", "Bruno <bruno@example.org>")
        self.at("11:00:00")
        self.says("letters", "warning", "2 wait, the oldest for 60 minutes",
                  value=HOUR)

    def test_deferred(self):
        """Of strangers so many are answered in an hour."""
        for n in range(60):
            with open(os.path.join(self.dir, "mail", "new", f"{n}.a.b"), "w",
                      encoding="utf-8") as f:
                f.write(MAIL.replace("anna@", f"x{n}@").replace(
                    "<1@", f"<{n}@"))
        self.once()
        check = self.checks()["deferred"]
        self.assertEqual(check["level"], "ok")
        self.assertGreater(check["value"], 0)
        self.assertEqual(check["text"], f"{check['value']} mails of strangers "
                         "wait, as too many came (paquebot inbox)")
        self.says("mails", "ok", "all others are judged")
        wait = [m for m in json.loads(self.tool("inbox", "--json").stdout)
                if m["state"] == "deferred"]
        self.assertEqual(len(wait), check["value"])
        self.assertRegex(wait[0]["why"], "^from x[0-9]+@example.org, judged "
                         "again at 2026-11-20T11:00:00Z$")
        self.configure(CONF + "log {{ metrics = {dir}/m.prom }}\n")
        self.once()
        with open(os.path.join(self.dir, "m.prom"), encoding="utf-8") as f:
            self.assertIn(f"\npaquebot_inbox_deferred {check['value']}\n",
                          f.read())

    def test_a_full_disk(self):
        """On which the engine finds no room even to read."""
        there = os.path.join(self.dir, "there")
        os.mkdir(there)
        self.configure(CONF.replace("{dir}/games.db", "{dir}/there/games.db"))
        done = subprocess.run(
            ["unshare", "--map-root-user", "--mount", "sh", "-ec",
             'mount -t tmpfs -o size=4m none "$1"; cp "$0" "$1"; '
             'cat /dev/zero >"$1/rest" 2>/dev/null || :; shift; exec "$@"',
             os.path.join(self.dir, "games.db"), there, TOOL, "--config",
             self.conf, "status", "--offline"], env=self.env, text=True,
            capture_output=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("database or disk is full", done.stderr)
        self.assertIn("critical  disk                  0 MB are free\n",
                      done.stdout)

    def test_unknown(self):
        """What cannot be read is 3 and says why."""
        os.remove(os.path.join(self.dir, "games.db"))
        done = self.tool("status", "--offline")
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertIn("games.db", done.stderr)


if __name__ == "__main__":
    unittest.main()
