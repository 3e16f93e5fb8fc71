#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Level trace tells the story of a mail, from the mailbox to the server that
takes what follows from it, in lines that all have its number; and nothing of
what is hidden, proves anything or was written. Run in the build directory."""
import email
import email.policy
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import unittest

TOOL = os.path.abspath("paquebot")
DAEMON = os.path.abspath("paquebotd")
STORY = re.compile(r"event=(?:trace\.)?(\S+) inbox=3 ?(.*)$", re.M)

# What Anna's mail does, step by step: what each line must say, in order.
STEPS = (
    ("fetched", r"mailbox=\S+/mail bytes=\d+ mid=<3@anna\.example>"),
    ("parsed", r"attempt=1 bytes=\d+ text=\d+ unquoted=\d+ "
               r"mid=3@anna\.example"),
    ("identity", r"proof=token role=seat player=1 game=1 seat=p1 board=1 "
                 r"moves=taken"),
    ("line", r"line=2 of=7 is=command command=press state=done"),
    ("event", r"game=1 board=2 by=p1 words=.+"),
    ("line", r"line=3 of=7 is=move state=done"),
    ("line", r"line=4 of=7 is=move state=refused code=\S+"),
    ("line", r"line=6 of=7 is=command command=board state=unreached"),
    ("letter", r"outbox=6 template=mail/refused to=seat game=1 seat=p1 "
               r"board=\d+ on=change bytes=\d+ mid=(\S+)"),
    ("letter", r"outbox=7 template=mail/news to=seat game=1 seat=p2 board=2 "
               r'on="change press" bytes=\d+ mid=(\S+)'),
    ("mail.in", r"from=anna@example\.net game=1 seat=p1 verdict=refused "
                r"mid=3@anna\.example"),
    ("flight", r"outbox=6 attempt=1 mid=\S+"),
    ("flight", r"outbox=7 attempt=1 mid=\S+"),
    ("verdict", r"outbox=6 verdict=sent"),
    ("verdict", r"outbox=7 verdict=sent"),
)


class Trace(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name
        self.env = dict(os.environ, PAQUEBOT_CLOCK="2026-11-20T10:01:00Z")
        self.mails = 0
        for part in ("cur", "new", "tmp"):
            os.makedirs(os.path.join(self.dir, "mail", part))
        self.configure("trace")
        self.tool("init")
        self.tool("new", "atlantic-star", "--seat", "Anna <anna@example.net>",
                  "--seat", "Bruno <bruno@example.net>",
                  "--option", "order=given")

    def configure(self, level):
        with open(os.path.join(self.dir, "conf"), "w", encoding="utf-8") as f:
            f.write(f"mailbox {{ type = maildir folder = {self.dir}/mail }}\n"
                    f"outgoing {{ type = maildir directory = {self.dir}/out "
                    "from = games@example.org }\n"
                    f"store {{ path = {self.dir}/db }}\n"
                    f"log {{ level = {level} }}\n")

    def run_it(self, program, *words):
        done = subprocess.run(
            (program, "--config", os.path.join(self.dir, "conf"), *words),
            env=self.env, text=True, capture_output=True, timeout=60,
            check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def tool(self, *words):
        return self.run_it(TOOL, *words).stdout

    def once(self):
        return self.run_it(DAEMON, "--once").stderr

    def rows(self, query):
        base = sqlite3.connect(os.path.join(self.dir, "db"))
        try:
            return base.execute(query).fetchall()
        finally:
            base.close()

    def say(self, who, body):
        """A reply to the last mail that they were sent."""
        (raw,), *_ = self.rows(
            "SELECT raw FROM outbox JOIN outbox_body ON outbox.id = outbox "
            f"WHERE rcpt = '{who}@example.net' ORDER BY id DESC")
        last = email.message_from_bytes(raw, policy=email.policy.default)
        self.mails += 1
        with open(os.path.join(self.dir, "mail", "new", str(self.mails)), "w",
                  encoding="utf-8") as f:
            f.write(f"From: {who}@example.net\nTo: {last['Reply-To']}\n"
                    f"Message-ID: <{self.mails}@{who}.example>\n"
                    f"Subject: Re: x\n\n{body}\n")

    def play(self):
        """Both are ready; then Anna, whose turn it is, writes."""
        log = self.once()
        self.say("anna", "ready")
        self.say("bruno", "ready")
        log += self.once()
        self.say("anna", "Dear all,\n\npress bruno\nMeet me at dawn\n"
                 "endpress\nreplace\ncharter nowhere\nNow, show me:\n"
                 "board\n\nCiao")
        return log + self.once()

    def test_story(self):
        log = self.play()
        told = STORY.findall(log)
        left = list(told)
        for step, pattern in STEPS:
            said = next((t for t in left if t[0] == step), None)
            self.assertIsNotNone(said, f"{step} is missing:\n{log}")
            self.assertRegex(said[1], f"^{pattern}$")
            # Flights cross each other, nothing else does.
            if step not in ("flight", "verdict"):
                self.assertIs(said, left[0], log)
            left.remove(said)
        self.assertEqual(left, [])

    def test_hidden(self):
        """Nobody learns from it a card, a token, or what somebody wrote."""
        log = self.play()
        for words in ("dawn", "Ciao", "Dear", "nowhere"):
            self.assertNotIn(words, log)
        raws = [r[0] for r in self.rows("SELECT raw FROM outbox_body")]
        tokens = {t for raw in raws
                  for t in re.findall(rb"games\+([^@>\s]+)@", raw)}
        self.assertGreater(len(tokens), 3)
        for token in tokens:
            self.assertNotIn(token.decode(), log)
        deck, = [w for w, in self.rows("SELECT words FROM event")
                 if w.startswith("deck ")]
        cards = set(deck.split()[1:])
        self.assertGreater(len(cards), 20)
        self.assertIn("words=deck\n", log)
        shown = "\n".join(line for line in log.splitlines()
                          if "by=p1" not in line)
        for card in cards:
            self.assertNotIn(card, shown)

    def test_off(self):
        """No other level has any of it."""
        self.configure("debug")
        self.assertNotIn("trace", self.play())


if __name__ == "__main__":
    main = unittest.main(exit=False, verbosity=0)
    bad = len(main.result.failures) + len(main.result.errors)
    print(f"{max(0, main.result.testsRun - bad)} passed, {bad} failed")
    sys.exit(1 if bad else 0)
