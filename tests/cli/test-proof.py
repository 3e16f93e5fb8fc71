#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The mail that moved: `log proof` hands out what came, byte for byte, for
each event that a mail made and for no other. Run in the build directory."""
import email
import email.policy
import hashlib
import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
import unittest

TOOL = os.path.abspath("paquebot")
DAEMON = os.path.abspath("paquebotd")
SIGNED = ("DKIM-Signature: v=1; a=rsa-sha256; d=example.net; s=one;\n"
          "\th=from:to; bh=bm90 aGluZw==;\n\tb=AAAA  \n")


class Proof(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name
        self.env = dict(os.environ, PAQUEBOT_CLOCK="2026-11-20T10:01:00Z")
        self.mails = 0
        for part in ("cur", "new", "tmp"):
            os.makedirs(os.path.join(self.dir, "mail", part))
        with open(os.path.join(self.dir, "conf"), "w", encoding="utf-8") as f:
            f.write(f"mailbox {{ type = maildir folder = {self.dir}/mail }}\n"
                    f"outgoing {{ type = maildir directory = {self.dir}/out "
                    "from = games@example.org }\n"
                    f"store {{ path = {self.dir}/db }}\n")
        self.tool("init")
        self.tool("new", "atlantic-star", "--seat", "Anna <anna@example.net>",
                  "--seat", "Bruno <bruno@example.net>", "--seat", "computer",
                  "--option", "order=given")

    def run_it(self, code, program, *words, **more):
        done = subprocess.run(
            (program, "--config", os.path.join(self.dir, "conf"), *words),
            env=self.env, timeout=60, check=False, cwd=self.dir,
            **(more or {"capture_output": True}))
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def tool(self, *words, code=0):
        return self.run_it(code, TOOL, *words).stdout

    def refused(self, code, *words):
        done = self.run_it(code, TOOL, "log", "proof", *words)
        self.assertEqual(done.stdout, b"")
        return done.stderr.decode()

    def sql(self, query, *args):
        base = sqlite3.connect(os.path.join(self.dir, "db"))
        try:
            with base:
                return base.execute(query, args).fetchall()
        finally:
            base.close()

    def say(self, who, body, end="\n"):
        """A reply to the last mail that they were sent, as it lies in the
        mailbox; what it was."""
        (raw,), *_ = self.sql(
            "SELECT raw FROM outbox JOIN outbox_body ON outbox.id = outbox "
            "WHERE rcpt = ? ORDER BY id DESC", who + "@example.net")
        last = email.message_from_bytes(raw, policy=email.policy.default)
        self.mails += 1
        mail = (f"Received: by mx\n{SIGNED}From: {who}@example.net\n"
                f"To: {last['Reply-To']}\nMessage-ID: "
                f"<{self.mails}@{who}.example>\nSubject: Re: \xe9\n\n{body}\n"
                ).replace("\n", end).encode("latin-1")
        with open(os.path.join(self.dir, "mail", "new", str(self.mails)),
                  "wb") as f:
            f.write(mail)
        self.run_it(0, DAEMON, "--once")
        return mail

    def begin(self):
        """Begun: what both sent before, and the number of the last event."""
        self.run_it(0, DAEMON, "--once")
        anna = self.say("anna", "entropy by Anna")
        bruno = self.say("bruno", "entropy and by Bruno", "\r\n")
        return anna, bruno, self.last()

    def last(self):
        return self.sql("SELECT max(seq) FROM event")[0][0]

    def events(self, since):
        return self.sql("SELECT seq, actor, words FROM event WHERE seq > ? "
                        "ORDER BY seq", since)

    def proof(self, seq):
        return self.tool("log", "proof", "1", str(seq))

    def test_by_mail(self):
        anna, bruno, begun = self.begin()
        said = {w.split()[1]: s for s, _, w in self.events(0)
                if w.startswith("entropy")}
        self.assertEqual(self.proof(said["p1"]), anna)
        self.assertEqual(self.proof(said["p2"]), bruno)
        # The seats know the mails of their lines as before.
        self.assertEqual(
            self.sql("SELECT entropy_mail FROM seat WHERE seat IN (1, 2) "
                     "ORDER BY seat"),
            [(f"{hashlib.sha256(raw).hexdigest()} {mid}",) for raw, mid in (
                (anna, "1@anna.example"), (bruno, "2@bruno.example"))])
        # Each move of a mail, with CR LF and with LF alone.
        mail = self.say("anna", "replace\ncharter 0", "\r\n")
        made = [e for e in self.events(begun) if e[1] == 1]
        self.assertEqual([w.split()[0] for _, _, w in made][:2],
                         ["replace", "charter"])
        for seq, _, _ in made:
            self.assertEqual(self.proof(seq), mail)
        kept = self.sql("SELECT DISTINCT mail, mid FROM event WHERE actor = 1")
        self.assertEqual(kept, [(hashlib.sha256(mail).hexdigest(),
                                 "3@anna.example")])
        mail = self.say("bruno", "charter 0")
        for seq, actor, _ in self.events(made[-1][0]):
            if actor == 2:
                self.assertEqual(self.proof(seq), mail)

    def test_by_nobody(self):
        """What was drawn, what a computer player did, what the keeper did."""
        self.begin()
        self.say("anna", "charter 0")
        self.say("bruno", "charter 0")
        self.tool("moderate", "1", "rollback", "5")
        seen = set()
        for seq, actor, words in self.events(0):
            if actor in (0, 3) or words.startswith("undo"):
                seen.add(actor)
                self.assertIn(f"no mail is known to have made event {seq}",
                              self.refused(65, "1", str(seq)))
        self.assertEqual(seen, {0, 3, -1})

    def test_resign(self):
        """Who resigns has mailed that, and not what the computer does there at
        once: a charter, or a poor agency replaced and then one."""
        _, _, begun = self.begin()
        self.say("anna", "resign")
        self.say("anna", "yes")
        played = [s for s, a, _ in self.events(begun) if a == 1]
        self.assertTrue(played)
        for seq in played:
            self.assertIn(f"no mail is known to have made event {seq}",
                          self.refused(65, "1", str(seq)))

    def test_ahead(self):
        """A move sent ahead was made by the mail that had it, whoever wrote
        last, and so is what ends the turn behind it."""
        _, _, begun = self.begin()
        bruno = self.say("bruno", "ahead\ncharter 1000 or charter 0")
        anna = self.say("anna", "charter 0")
        by = {1: anna, 2: bruno}
        made = [(s, a) for s, a, _ in self.events(begun) if a in by]
        self.assertEqual({a for _, a in made}, {1, 2})
        for seq, actor in made:
            self.assertEqual(self.proof(seq), by[actor])

    def test_gone(self):
        _, _, begun = self.begin()
        mail = self.say("anna", "charter 0")
        seq = str(begun + 1)
        self.assertIn("game 1 has no event 999", self.refused(66, "1", "999"))
        self.assertIn("game 7 has no event", self.refused(66, "7", "1"))
        self.sql("UPDATE inbox_body SET raw = CAST(raw || ' ' AS BLOB)")
        self.assertIn("is not the mail that made", self.refused(65, "1", seq))
        self.sql("DELETE FROM inbox_body")
        self.assertIn("not kept any more: it had sha256:"
                      + hashlib.sha256(mail).hexdigest(),
                      self.refused(66, "1", seq))

    def test_output(self):
        """Files are the keeper's alone."""
        _, _, begun = self.begin()
        mail = self.say("anna", "charter 0")
        there = os.path.join(self.dir, "there")
        said = self.tool("log", "proof", "1", str(begun + 1), "--output",
                         there)
        self.assertEqual(said.decode(), "sha256:%s 3@anna.example\n"
                         % hashlib.sha256(mail).hexdigest())
        with open(os.path.join(self.dir, "out.eml"), "wb") as f:
            self.run_it(0, TOOL, "log", "proof", "1", str(begun + 1),
                        stdout=f, stderr=subprocess.PIPE)
        for name in ("there", "out.eml"):
            path = os.path.join(self.dir, name)
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
            with open(path, "rb") as f:
                self.assertEqual(f.read(), mail)

    def test_audit(self):
        """Whose mail was handed out is noted; what was refused is not."""
        _, _, begun = self.begin()
        self.say("anna", "charter 0")
        self.say("bruno", "charter 0")
        self.tool("moderate", "1", "announce", "Now")
        drawn = [s for s, actor, _ in self.events(0) if actor == 0]
        self.refused(65, "1", str(drawn[0]))
        self.refused(66, "1", "999")
        self.refused(64, "1", "0")
        self.assertEqual([w for _, w in self.sql(
            "SELECT who, what FROM audit")], ["announce Now"])
        self.proof(begun + 1)
        # In a directory that is not there, and where nothing can be noted.
        nowhere = os.path.join(self.dir, "none", "mail")
        self.refused(73, "1", str(begun + 1), "--output", nowhere)
        self.assertEqual(self.sql(
            "SELECT game, who, what, at FROM audit WHERE what LIKE 'log%'"),
            [(1, "keeper", f"log proof {begun + 1}", 1795168860)] * 2)
        self.assertIn(f"keeper  log proof {begun + 1}",
                      self.tool("audit", "1").decode())
        self.sql("CREATE TRIGGER full BEFORE INSERT ON audit BEGIN "
                 "SELECT RAISE(ABORT, 'no room'); END")
        self.assertIn("no room", self.refused(65, "1", str(begun + 1)))

    def test_told_nobody(self):
        """Neither log nor mail has the hash of a mail."""
        self.begin()
        self.say("anna", "charter 0")
        self.say("bruno", "charter 0")
        whole = self.tool("log", "export", "--with-seed", "1")
        whole += b"".join(r for r, in self.sql("SELECT raw FROM outbox_body"))
        hashes = self.sql("SELECT mail FROM event WHERE mail IS NOT NULL")
        self.assertGreater(len(hashes), 2)
        for sha256, in hashes:
            self.assertNotIn(sha256[:16].encode(), whole)

    def test_forgotten(self):
        """Who is forgotten takes what names their mail along; who is not
        still has theirs."""
        _, bruno, begun = self.begin()
        self.say("anna", "charter 0")
        seq = str(begun + 1)
        words, = (s for s, _, w in self.events(0)
                  if w.startswith("entropy p2"))
        self.tool("moderate", "1", "replace", "p1", "Zoe <zoe@example.net>")
        self.tool("forget", "anna@example.net")
        self.assertIn("somebody was forgotten", self.refused(65, "1", seq))
        self.assertEqual(self.sql("SELECT mail, mid FROM event WHERE seq = ?",
                                  seq), [(None, None)])
        self.assertEqual(self.proof(words), bruno)


if __name__ == "__main__":
    main = unittest.main(exit=False, verbosity=0)
    bad = len(main.result.failures) + len(main.result.errors)
    print(f"{max(0, main.result.testsRun - bad)} passed, {bad} failed")
    sys.exit(1 if bad else 0)
