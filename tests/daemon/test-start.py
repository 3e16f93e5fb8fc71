#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How the daemon starts where something is wrong: what passes is 75, what is
damaged 65, what a person must mend 78, and no mail is to blame. System calls
fail as strace has them. Run in the build directory."""
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

SRC = os.path.abspath(os.environ.get("srcdir", os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..")))
TOOL = os.path.abspath("paquebot")
DAEMON = os.path.abspath("paquebotd")
TEMPFAIL, CONFIG, DATAERR, UNAVAILABLE = 75, 78, 65, 69

MAIL = """From: Anna <anna@example.org>
To: games@example.org
Subject: x
Message-ID: <1@example.org>
Date: Fri, 20 Nov 2026 10:00:00 +0000

help
"""


def newest():
    return len([f for f in os.listdir(os.path.join(SRC, "db"))
                if f.endswith(".sql")])


class Start(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name
        # Leaks cannot be looked for in a process that is traced.
        self.env = dict(os.environ, PAQUEBOT_CLOCK="2026-11-20T10:01:00Z",
                        ASAN_OPTIONS="detect_leaks=0")
        self.db = os.path.join(self.dir, "games.db")
        self.conf = os.path.join(self.dir, "conf")
        for part in ("cur", "new", "tmp"):
            os.makedirs(os.path.join(self.dir, "mail", part))
        with open(self.conf, "w", encoding="utf-8") as f:
            f.write(f"mailbox {{ type = maildir folder = {self.dir}/mail }}\n"
                    f"outgoing {{ type = maildir directory = {self.dir}/out "
                    "from = games@example.org }\n"
                    f"store {{ path = {self.db} }}\n")

    def run_it(self, *command):
        return subprocess.run(command, env=self.env, text=True,
                              capture_output=True, timeout=60, check=False)

    def tool(self, *words):
        return self.run_it(TOOL, "--config", self.conf, *words)

    def init(self):
        self.assertEqual(self.tool("init").returncode, 0)

    def start(self, *strace):
        before = ("strace", "-f", "-o", os.devnull) + strace if strace else ()
        return self.run_it(*before, DAEMON, "--config", self.conf, "--once")

    def says(self, done, code, pattern):
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertRegex(done.stderr, pattern)

    def put_mail(self, number=1):
        with open(os.path.join(self.dir, "mail", "new", f"{number}.a.b"), "w",
                  encoding="utf-8") as f:
            f.write(MAIL.replace("<1@", f"<{number}@"))

    def number(self, query):
        base = sqlite3.connect(self.db)
        try:
            return base.execute(query).fetchone()[0]
        finally:
            base.close()


    def own_home(self):
        """A copy of what is installed, to be spoilt."""
        home = os.path.join(self.dir, "home")
        for name in ("data", "templates", "db"):
            shutil.copytree(os.path.join(SRC, name), os.path.join(home, name))
        self.env["PAQUEBOT_DATADIR"] = home
        return home

    def test_good(self):
        self.init()
        self.put_mail()
        done = self.start()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.number("SELECT count(*) FROM inbox "
                                     "WHERE state = 1"), 1)

    def test_closed_standard_error(self):
        """No file of ours has its number: none of them gets the log."""
        self.init()
        for words in ((DAEMON, "--config", self.conf, "--once"),
                      (TOOL, "--config", self.conf, "deliver")):
            self.put_mail()
            done = self.run_it("sh", "-c", 'exec "$@" 2>&- <"$0"',
                               os.path.join(self.dir, "mail", "new", "1.a.b"),
                               *words)
            self.assertEqual(done.returncode, 0)
            self.assertEqual(os.path.getsize(self.db + ".lock"), 0, words)
        # What cannot be read is no empty mail.
        done = self.run_it("sh", "-c", 'exec "$@" <&-', "sh", TOOL, "--config",
                           self.conf, "deliver")
        self.says(done, TEMPFAIL, "cannot read the mail")

    def test_reload_at_once(self):
        """A SIGHUP that comes before anything was read is a reload."""
        self.init()
        daemon = subprocess.Popen(
            ["strace", "-D", "-o", os.devnull, "-P", self.conf, "-e",
             "inject=openat:delay_enter=1000000:when=1", DAEMON, "--config",
             self.conf], env=self.env, text=True, stderr=subprocess.PIPE)
        self.addCleanup(daemon.stderr.close)
        time.sleep(0.5)
        daemon.send_signal(signal.SIGHUP)
        said = []
        for line in daemon.stderr:
            said.append(line)
            if "event=daemon.reloaded" in line:
                daemon.send_signal(signal.SIGTERM)
        self.assertEqual(daemon.wait(60), 0, said)
        self.assertIn("event=daemon.reloaded", "".join(said))

    def test_passing_trouble(self):
        """Of every kind, at everything that a start opens."""
        self.init()
        home = self.own_home()           # strace knows paths as they are said
        words = os.path.join(home, "templates", "en")
        opened = [self.conf, self.db + ".lock", self.db,
                  os.path.join(home, "db"), os.path.join(home, "templates"),
                  words, os.path.join(words, "mail"),
                  os.path.join(words, "mail", "turn.md"),
                  os.path.join(words, "words.json"),
                  os.path.join(home, "data", "claim.json")]
        for path in opened:
            for error in ("EMFILE", "EIO"):
                with self.subTest(path=path, error=error):
                    done = self.start("-P", path, "-e",
                                      f"inject=openat:error={error}")
                    self.says(done, TEMPFAIL, "event=daemon.failed")
        files = ("-P", self.db, "-P", self.db + "-wal", "-P", self.db + "-shm")
        for call, error in (("pread64", "EIO"), ("pwrite64", "ENOSPC"),
                            ("pwrite64", "EIO"), ("fdatasync", "EIO"),
                            ("ftruncate", "ENOSPC")):
            self.put_mail()
            with self.subTest(call=call, error=error):
                done = self.start(*files, "-e", f"inject={call}:error={error}")
                self.says(done, TEMPFAIL, "event=daemon.failed")
        self.says(self.start("-e", "inject=flock:error=ENOLCK"), TEMPFAIL,
                  "No locks available")
        self.says(self.start("-e", "inject=eventfd2:error=EMFILE"), TEMPFAIL,
                  "eventfd: Too many open files")
        self.assertEqual(self.start().returncode, 0)
        self.assertEqual(self.number("SELECT count(*) FROM inbox "
                                     "WHERE state = 1"), 1)

    def test_limit(self):
        """A limit on the size of files is a full disk: no signal ends what runs
        into it, and without it all goes on."""
        self.init()
        large = os.path.getsize(self.db)
        mails = 0
        for most in (1024, 16384, 65536, large // 2):
            with self.subTest(most=most):
                self.put_mail(mails)
                mails += 1
                done = self.run_it("sh", "-c", 'ulimit -f $0; exec "$@"',
                                   str(most // 512), DAEMON, "--config",
                                   self.conf, "--once")
                self.says(done, TEMPFAIL, "database or disk is full")
                if "alarm.begin" in done.stderr:
                    self.assertIn("alarm=disk", done.stderr)
        self.assertEqual(self.number("PRAGMA quick_check"), "ok")
        done = self.start()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.number("SELECT count(*) FROM inbox "
                                     "WHERE state = 1"), mails)

    def test_read_only(self):
        """A file system that cannot be written passes; how a club is saved from
        there is said."""
        self.init()
        self.says(self.start("-P", self.db + ".lock", "-e",
                             "inject=openat:error=EROFS"), TEMPFAIL,
                  "games.db.lock: Read-only file system")
        read_only = ("strace", "-f", "-o", os.devnull, "-P", self.db, "-e",
                     "inject=/^f?access:error=EROFS", TOOL, "--config",
                     self.conf)
        for words in (("backup", self.dir + "/copy"), ("log", "export", "1")):
            self.says(self.run_it(*read_only, *words), TEMPFAIL,
                      r"games\.db: Read-only file system \(copy it, with its "
                      r"-wal, to where it can be written\)")

    def test_damaged(self):
        """No mail is set aside for it, and it is not tried for ever."""
        self.init()
        self.put_mail()
        page = self.number("SELECT rootpage FROM sqlite_schema "
                           "WHERE name = 'inbox_body'")
        good = shutil.copy(self.db, self.db + ".good")
        with open(self.db, "r+b") as f:
            f.seek((page - 1) * 4096)
            f.write(b"\xff" * 4096)
        self.says(self.start(), DATAERR, "games.db is damaged: .*restore")
        shutil.copy(good, self.db)
        self.assertEqual(self.start().returncode, 0)
        self.assertEqual(self.number("SELECT count(*) FROM inbox "
                                     "WHERE state = 1"), 1)
        with open(self.db, "w", encoding="utf-8") as f:
            f.write("Dear diary, this is no database at all." * 30)
        self.says(self.start(), DATAERR, "not a database")

    def unit(self, name):
        """What a unit says of a key, for the last time."""
        with open(os.path.join(SRC, "contrib", name + ".service.in"),
                  encoding="utf-8") as f:
            return dict(re.findall(r"^(\w+)=(.*)$", f.read(), re.M))

    def test_unit(self):
        """What a restart does not mend stops the unit. Bringing a large
        database up to date takes longer than a start may usually take."""
        says = self.unit("paquebot")
        self.assertEqual(sorted(says["RestartPreventExitStatus"].split()),
                         [str(DATAERR), str(CONFIG)])
        self.assertEqual(says["TimeoutStartSec"], "1h")

    def test_units_that_send(self):
        """Whatever logs in may have to write a new access token into the
        directory that paquebot(1) names for it."""
        for name in ("paquebot", "paquebot-failure@"):
            says = self.unit(name)
            self.assertEqual(says["ProtectSystem"], "strict", name)
            self.assertEqual(says.get("StateDirectory"), "paquebot", name)
            self.assertEqual(says.get("StateDirectoryMode"), "0700", name)

    def test_older(self):
        """Tools leave the form of the database to the daemon, and init."""
        self.init()
        last = newest()
        home = self.own_home()
        with open(os.path.join(home, "db", f"{last + 1:04}-more.sql"), "w",
                  encoding="utf-8") as f:
            f.write("CREATE TABLE more (n INTEGER NOT NULL) STRICT;\n")
        for words in (("games",), ("players",), ("inbox",), ("queue",)):
            self.says(self.tool(*words), UNAVAILABLE,
                      f"version {last}, older than this program .{last + 1}.: "
                      "a restart of paquebotd, or without one .paquebot init.")
        done = self.run_it(TOOL, "--config", self.conf, "backup",
                           self.dir + "/copy")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = subprocess.run([TOOL, "--config", self.conf, "deliver"],
                              input=MAIL, env=self.env, text=True,
                              capture_output=True, timeout=60, check=False)
        self.says(done, TEMPFAIL, "older than this program")
        self.assertEqual(self.number("PRAGMA user_version"), last)
        copy = f"{self.db}.before-{last + 1:02}"
        self.assertFalse(os.path.exists(copy))
        done = self.start()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"event=store.migrated from={last} to={last + 1} "
                      f"copy={copy}", done.stderr)
        self.assertEqual(self.number("PRAGMA user_version"), last + 1)
        old = sqlite3.connect(copy)
        self.assertEqual(old.execute("PRAGMA user_version").fetchone()[0],
                         last)
        old.close()
        self.assertEqual(self.tool("games").returncode, 0)

    def test_init_and_the_lock(self):
        self.init()
        home = self.own_home()
        held = subprocess.Popen(["flock", "-n", self.db + ".lock", "cat"],
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        held.stdin.write(b"x")
        held.stdin.flush()
        held.stdout.read(1)              # cat runs, so the lock is taken
        self.addCleanup(held.wait)
        self.addCleanup(held.stdout.close)
        # Nothing is to be done, so nobody is in the way.
        self.init()
        with open(os.path.join(home, "db", f"{newest() + 1:04}-more.sql"),
                  "w", encoding="utf-8") as f:
            f.write("CREATE TABLE more (n INTEGER NOT NULL) STRICT;\n")
        self.says(self.tool("init"), TEMPFAIL, "another paquebot is at work")
        held.stdin.close()
        held.wait()
        self.says(self.tool("init"), 0, "event=store.migrated")

    def test_data(self):
        """Of all games, before any mail is looked at: no move is set aside
        since its game could not be opened."""
        self.init()
        self.put_mail()
        home = self.own_home()
        data = os.path.join(home, "data", "antwerp.json")
        self.says(self.start("-P", data, "-e", "inject=openat:error=EACCES"),
                  CONFIG, "data/antwerp.json: Permission denied")
        with open(data, "a", encoding="utf-8") as f:
            f.write("}")
        self.says(self.start(), CONFIG, r"data/antwerp\.json: not valid JSON")
        done = self.tool("doctor", "--no-mail")
        self.assertRegex(done.stdout, r"(?m)^bad +games: .*data/antwerp\.json")
        os.unlink(data)
        self.says(self.start(), CONFIG, r"data/antwerp\.json: No such file")
        self.assertEqual(self.number("SELECT count(*) FROM inbox"), 0)
        shutil.copy(os.path.join(SRC, "data", "antwerp.json"), data)
        self.assertEqual(self.start().returncode, 0)
        self.assertEqual(self.number("SELECT count(*) FROM inbox "
                                     "WHERE state = 1 AND attempts = 1"), 1)

    def test_templates(self):
        """They are looked at before any mail is."""
        self.init()
        self.put_mail()
        home = self.own_home()
        en = os.path.join(home, "templates", "en")
        done = self.start("-P", os.path.join(en, "desk"), "-e",
                          "inject=openat:error=EACCES")
        self.says(done, CONFIG, "en/desk: Permission denied")
        os.unlink(os.path.join(en, "mail", "turn.md"))
        self.says(self.start(), CONFIG, r"en/mail/turn\.md is not there")
        self.says(self.tool("moderate", "1", "begin"), UNAVAILABLE,
                  r"mail/turn\.md")
        # A list writes to nobody.
        self.assertEqual(self.tool("games").returncode, 0)
        with open(os.path.join(en, "mail", "turn.md"), "w",
                  encoding="utf-8") as f:
            f.write("{{> mail/fot}}\n")
        self.says(self.start(), CONFIG,
                  r"en/mail/turn\.md: there is no mail/fot\.md")
        with open(os.path.join(en, "words.json"), "a",
                  encoding="utf-8") as f:
            f.write("}")
        self.says(self.start(), CONFIG, r"en/words\.json: line \d+: not a JSON")
        shutil.copy(os.path.join(SRC, "templates", "en", "words.json"), en)
        done = self.tool("doctor", "--no-mail")
        self.assertRegex(done.stdout, r"(?m)^bad +templates: .*mail/fot\.md")
        with open(os.path.join(en, "mail", "fot.md"), "w",
                  encoding="utf-8") as f:
            f.write("{{> mail/turn}}{{> mail/turn}}\n")
        self.says(self.start(), CONFIG,
                  r"en/mail/fot\.md: is a part of itself")
        for name in ("turn", "fot"):
            os.unlink(os.path.join(en, "mail", name + ".md"))
        shutil.copy(os.path.join(SRC, "templates", "en", "mail", "turn.md"),
                    os.path.join(en, "mail"))
        path = os.path.join(en, "words.json")
        with open(path, encoding="utf-8") as f:
            words = json.load(f)
        os.unlink(path)
        self.says(self.start(), CONFIG, r"en/words\.json is not there")
        for section, key in (("phrases", "in"), ("phrases", "short-mon"),
                             ("desk", "command"), ("claim", "verb")):
            left = {name: {k: v for k, v in part.items()
                           if (name, k) != (section, key)}
                    for name, part in words.items()}
            with open(path, "w", encoding="utf-8") as f:
                json.dump(left, f)
            self.says(self.start(), CONFIG,
                      r"en/words\.json: there is no %s/%s" % (section, key))
        with open(path, "w", encoding="utf-8") as f:
            f.write("{}")
        done = self.tool("doctor", "--no-mail")
        self.assertRegex(done.stdout, r"(?m)^bad +templates: .*words\.json")
        self.assertEqual(self.number("SELECT count(*) FROM inbox"), 0)
        del self.env["PAQUEBOT_DATADIR"]
        self.assertEqual(self.start().returncode, 0)
        self.assertEqual(self.number("SELECT count(*) FROM inbox "
                                     "WHERE state = 1 AND attempts = 1"), 1)


if __name__ == "__main__":
    main = unittest.main(exit=False, verbosity=0)
    bad = len(main.result.failures) + len(main.result.errors)
    print(f"{max(0, main.result.testsRun - bad)} passed, {bad} failed")
    sys.exit(1 if bad else 0)
