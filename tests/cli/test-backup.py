#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""backup, restore, and a replicator beside the daemon. Run in the build
directory.

Litestream is not in Debian 12. Replicator does to the database what it does
(its own account: litestream.io/how-it-works): it keeps a read transaction open
so that nobody else starts the log anew, has two tables of its own, takes over
the checkpoints, and copies each frame of the log before it lets go."""
import email
import email.policy
import fcntl
import glob
import os
import shutil
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
TEMPFAIL, CANTCREAT, NOINPUT, DATAERR, USAGE = 75, 73, 66, 65, 64


class Replicator:
    def __init__(self, path):
        self.path = path
        # Open for good: closing it would take the locks of the connection off.
        self.file = open(path, "rb", buffering=0)
        self.base = sqlite3.connect(path, isolation_level=None, timeout=10)
        self.base.execute("PRAGMA wal_autocheckpoint = 0")
        self.base.execute("CREATE TABLE IF NOT EXISTS _litestream_seq "
                          "(id INTEGER PRIMARY KEY, seq INTEGER)")
        self.base.execute("CREATE TABLE IF NOT EXISTS _litestream_lock "
                          "(id INTEGER)")
        self.hold()
        self.snapshot()

    def hold(self):
        self.touch()                     # the log has a frame to stand on
        self.base.execute("BEGIN")
        self.base.execute("SELECT count(1) FROM _litestream_seq").fetchone()

    def touch(self):
        self.base.execute("INSERT INTO _litestream_seq (id, seq) VALUES (1, 1)"
                          " ON CONFLICT (id) DO UPDATE SET seq = seq + 1")

    def snapshot(self):
        self.file.seek(0)
        self.copy = self.file.read()
        self.sync()

    def sync(self):
        with open(self.path + "-wal", "rb") as f:
            self.log = f.read()

    def checkpoint(self, mode="PASSIVE"):
        """Frames are copied before they may be written over."""
        self.sync()
        self.base.execute("ROLLBACK")
        self.base.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
        self.hold()
        self.snapshot()

    def restore(self, to):
        self.sync()
        with open(to, "wb") as f:
            f.write(self.copy)
        with open(to + "-wal", "wb") as f:
            f.write(self.log)

    def close(self):
        self.base.close()
        self.file.close()


class Backup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name
        self.env = dict(os.environ)
        self.replies = 0
        self.db = os.path.join(self.dir, "games.db")
        self.conf = os.path.join(self.dir, "conf")
        for part in ("cur", "new", "tmp"):
            os.makedirs(os.path.join(self.dir, "mail", part))
        with open(self.conf, "w", encoding="utf-8") as f:
            f.write(f"mailbox {{ type = maildir folder = {self.dir}/mail }}\n"
                    f"outgoing {{ type = maildir directory = {self.dir}/out "
                    "from = games@example.org }\n"
                    f"store {{ path = {self.db} }}\n")
        self.at("2026-11-20T10:00:00Z")
        self.run_it("init")
        self.new_game()

    def at(self, stamp):
        self.env["PAQUEBOT_CLOCK"] = stamp

    def run_it(self, *words, status=0, program=None):
        done = subprocess.run([program or TOOL, "--config", self.conf, *words],
                              env=self.env, text=True, capture_output=True,
                              timeout=60, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def once(self, status=0):
        return self.run_it("--once", program=DAEMON, status=status)

    def new_game(self):
        self.run_it("new", "atlantic-star", "--seat",
                    "Anna <anna@example.org>", "--seat",
                    "Bruno <bruno@example.org>")

    def number(self, query, path=None):
        base = sqlite3.connect(path or self.db)
        try:
            return base.execute(query).fetchone()[0]
        finally:
            base.close()

    def games(self, path=None):
        return self.number("SELECT count(*) FROM game", path)

    def path(self, name):
        return os.path.join(self.dir, name)

    def test_file(self):
        self.run_it("backup", self.path("copy"))
        self.assertEqual(os.stat(self.path("copy")).st_mode & 0o777, 0o600)
        self.assertEqual(self.games(self.path("copy")), 1)
        self.assertEqual(self.number("SELECT value FROM setting "
                                     "WHERE key = 'backup'"), b"1795168800")
        said = self.run_it("backup", self.db, status=CANTCREAT)
        self.assertIn("is the database that is in use", said.stderr)
        os.symlink(self.db, self.path("link"))
        self.run_it("backup", self.path("link"), status=CANTCREAT)
        self.assertEqual(self.games(), 1)
        self.run_it("backup", self.path("no/copy"), status=CANTCREAT)
        self.run_it("backup", status=USAGE)
        self.run_it("backup", "--rotate", "0", self.dir, status=USAGE)

    def test_rotate(self):
        folder = self.path("backups")
        names = []
        for day in range(1, 6):
            self.at(f"2026-12-0{day}T03:30:00Z")
            said = self.run_it("backup", "--rotate", "3", folder)
            names.append(f"games.db.2026120{day}T033000Z")
            self.assertEqual(said.stdout, f"{folder}/{names[-1]}\n")
            for mine in ("games.db.mine", "games.db.20261201T033000Z.gz",
                         "old.db.20261201T033000Z"):
                with open(os.path.join(folder, mine), "w",
                          encoding="utf-8"):
                    pass
        have = sorted(os.listdir(folder))
        self.assertEqual([n for n in have if n in names], names[2:])
        self.assertEqual(len(have), 6)       # and what is not ours
        self.assertEqual(os.stat(folder).st_mode & 0o777, 0o700)
        # By a clock that was ahead: what was just made stays in any case.
        self.at("2026-11-30T03:30:00Z")
        self.run_it("backup", "--rotate", "1", folder)
        self.assertEqual([n for n in sorted(os.listdir(folder))
                          if n not in have], ["games.db.20261130T033000Z"])
        os.unlink(os.path.join(folder, "games.db.20261130T033000Z"))
        have = sorted(os.listdir(folder))
        # A bad one takes no good one's place, nor is it the last one.
        page = self.number("SELECT rootpage FROM sqlite_schema "
                           "WHERE name = 'event'")
        with open(self.db, "r+b") as f:
            f.seek((page - 1) * 4096)
            f.write(b"\0" * 4096)
        self.at("2026-12-06T03:30:00Z")
        self.run_it("backup", "--rotate", "3", folder, status=DATAERR)
        self.assertEqual(sorted(os.listdir(folder)), have)
        self.assertEqual(self.number("SELECT value FROM setting "
                                     "WHERE key = 'backup'"), b"1796009400")

    def rotate(self, keep, folder):
        said = self.run_it("backup", "--rotate", str(keep), folder)
        return os.path.basename(said.stdout.strip()), said.stderr

    def test_rotate_in_one_second(self):
        """The newest has the last name, and is not the next that goes."""
        folder = self.path("backups")
        self.at("2026-12-01T03:30:00Z")
        made = [self.rotate(3, folder)[0] for _ in range(7)]
        self.at("2026-12-01T03:30:01Z")
        made += [self.rotate(3, folder)[0] for _ in range(4)]
        self.assertEqual(made, sorted(set(made)))
        self.assertEqual(sorted(os.listdir(folder)), made[-3:])

    def test_rotate_ahead_of_the_clock(self):
        """Copies of a clock that was wrong do not count, and are named."""
        folder = self.path("backups")
        self.at("2031-01-01T03:30:00Z")
        wrong = [self.rotate(3, folder)[0] for _ in range(3)]
        made = []
        for day in (1, 2, 3, 4):
            self.at(f"2026-12-0{day}T03:30:00Z")
            name, said = self.rotate(3, folder)
            self.assertEqual(name, f"games.db.2026120{day}T033000Z")
            self.assertEqual(said.count("ahead of the clock"), 1)
            for one in wrong:
                self.assertIn(one, said)
            made.append(name)
        self.assertEqual(sorted(os.listdir(folder)), made[-3:] + wrong)
        # Until the clock has come there.
        self.at("2031-01-02T03:30:00Z")
        name, said = self.rotate(3, folder)
        self.assertEqual(said, "")
        self.assertEqual(sorted(os.listdir(folder)), wrong[1:] + [name])

    def test_rotate_beside_other_files(self):
        """What cannot be read as a copy is named, and not written to."""
        folder = self.path("back?ups%23#")
        self.at("2026-12-01T03:30:00Z")
        first = self.rotate(2, folder)[0]
        os.chmod(os.path.join(folder, first), 0o400)
        strange = {}
        for day, text in ((2, b""), (3, b"no database"), (4, None)):
            name = os.path.join(folder, f"games.db.2026110{day}T100000Z")
            if text is None:
                base = sqlite3.connect(name)
                base.execute("CREATE TABLE theirs (one)")
                base.close()
            else:
                with open(name, "wb") as f:
                    f.write(text)
            os.chmod(name, 0o644)
            with open(name, "rb") as f:
                strange[name] = f.read()
        os.mkfifo(os.path.join(folder, "games.db.20261105T100000Z"))
        for day in (2, 3):
            self.at(f"2026-12-0{day}T03:30:00Z")
            said = self.rotate(2, folder)[1]
            self.assertEqual(said.count("cannot be read as a copy"), 1)
            for day in (2, 3, 4, 5):
                self.assertIn(f"games.db.2026110{day}T100000Z", said)
        self.assertFalse(os.path.exists(os.path.join(folder, first)))
        for name, text in strange.items():
            with open(name, "rb") as f:
                self.assertEqual(f.read(), text, name)
            self.assertEqual(os.stat(name).st_mode & 0o777, 0o644)
        self.assertEqual(len(os.listdir(folder)), 6)

    def test_rotate_beside_another_club(self):
        """Of two clubs whose files have one name each keeps its own copies."""
        folder = self.path("backups")
        ours = self.conf
        home = self.path("other")
        os.mkdir(home)
        theirs = os.path.join(home, "conf")
        with open(ours, encoding="utf-8") as f:
            text = f.read()
        with open(theirs, "w", encoding="utf-8") as f:
            f.write(text.replace(self.db, os.path.join(home, "games.db")))
        self.conf = theirs
        self.run_it("init")
        made = {ours: [], theirs: []}
        for day in (1, 2, 3):
            self.at(f"2026-12-0{day}T03:30:00Z")
            for self.conf in (ours, theirs):     # in the same second
                said = self.run_it("backup", "--rotate", "2", folder)
                made[self.conf].append(said.stdout.strip())
        self.assertEqual(made[theirs][0],
                         f"{folder}/games.db.20261201T033001Z")
        left = made[ours][1:] + made[theirs][1:]
        self.assertEqual(sorted(os.listdir(folder)),
                         sorted(os.path.basename(n) for n in left))
        self.assertEqual([self.games(n) for n in left], [1, 1, 0, 0])
        self.conf = ours
        said = self.run_it("restore", made[ours][2])
        self.assertNotIn("another club", said.stderr)
        said = self.run_it("restore", made[theirs][2])
        self.assertIn(f"{made[theirs][2]} is of another club than what was "
                      "there, or from before a rekey", said.stderr)

    def test_restore(self):
        self.run_it("backup", self.path("copy"))
        self.new_game()
        self.at("2026-12-01T00:00:00Z")
        held = subprocess.Popen(["flock", "-n", self.db + ".lock", "cat"],
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        held.stdin.write(b"x")
        held.stdin.flush()
        held.stdout.read(1)                  # cat runs, so the lock is taken
        said = self.run_it("restore", self.path("copy"), status=TEMPFAIL)
        self.assertRegex(said.stderr, "another paquebot is at work on .*: "
                         "stop it first")
        held.stdin.close()
        held.wait()
        held.stdout.close()
        said = self.run_it("restore", self.path("copy"))
        self.assertEqual(said.stdout, self.db + "\n")
        self.assertIn("who answers a mail from after the backup is asked to "
                      "confirm\n", said.stderr)
        kept = self.db + ".replaced-20261201T000000Z"
        self.assertIn(f"what was there is now {kept}", said.stderr)
        self.assertEqual((self.games(), self.games(kept)), (1, 2))
        self.assertEqual(self.number("SELECT value FROM setting "
                                     "WHERE key = 'epoch'"), b"1796083200")
        self.once()
        self.run_it("restore", self.path("none"), status=NOINPUT)
        self.run_it("restore", self.conf, status=DATAERR)
        self.run_it("restore", status=USAGE)
        self.assertEqual(self.games(), 1)

    def deliver(self, n):
        return subprocess.run(
            [TOOL, "--config", self.conf, "deliver"], env=self.env, text=True,
            input=f"From: x@example.org\nMessage-ID: <{n}@x>\n\nhelp\n",
            capture_output=True, timeout=60, check=False)

    def test_restore_beside_a_pipe(self):
        """No mail is taken over that is not there afterwards."""
        self.run_it("backup", self.path("copy"))
        slow = subprocess.Popen(
            ["strace", "-f", "-qq", "-o", self.path("calls"), "-e",
             "trace=link", "-e", "inject=link:delay_enter=3000000", TOOL,
             "--config", self.conf, "restore", self.path("copy")],
            env=dict(self.env, ASAN_OPTIONS="detect_leaks=0"))
        while not os.path.exists(self.db + ".restore"):
            self.assertIsNone(slow.poll())
            time.sleep(0.01)
        said = self.deliver(1)
        self.assertIsNone(slow.poll())
        self.assertEqual(said.returncode, TEMPFAIL, said.stderr)
        self.assertIn("is being replaced", said.stderr)
        self.assertEqual(slow.wait(), 0)
        self.assertEqual(self.number("SELECT count(*) FROM inbox"), 0)
        self.assertEqual(self.deliver(1).returncode, 0)
        self.assertEqual(self.number("SELECT count(*) FROM inbox"), 1)

    def test_restore_elsewhere(self):
        """On a new machine there is nothing to be replaced."""
        self.run_it("backup", self.path("copy"))
        os.unlink(self.db)
        said = self.run_it("restore", self.path("copy"))
        self.assertNotIn("what was there", said.stderr)
        self.once()
        self.assertEqual(self.games(), 1)

    def turn_mail(self):
        """The last mail that asks for a move: (to, Reply-To, Message-ID)."""
        sent = glob.glob(os.path.join(self.dir, "out", "*", "new", "*"))
        for path in sorted(sent, reverse=True,
                           key=lambda p: os.stat(p).st_mtime_ns):
            with open(path, "rb") as f:
                mail = email.message_from_binary_file(
                    f, policy=email.policy.default)
            if "your turn" in mail["Subject"].lower():
                return (mail["To"].addresses[0].addr_spec,
                        mail["Reply-To"].addresses[0].addr_spec,
                        mail["Message-ID"])
        raise AssertionError("nobody is asked for a move")

    def reply(self, turn, line):
        """Answers it; how many events the game has then."""
        self.replies += 1
        with open(os.path.join(self.dir, "mail", "new",
                               f"{self.replies}.mail"), "w",
                  encoding="utf-8") as f:
            f.write(f"From: {turn[0]}\nTo: {turn[1]}\nSubject: Re: it\n"
                    f"Message-ID: <{self.replies}@example.org>\n\n{line}\n")
        self.once()
        return self.number("SELECT count(*) FROM event")

    def test_restore_replies(self):
        """A reply to a mail of the history that a restore took away makes no
        move; one to a mail of before the backup does."""
        self.run_it("moderate", "1", "begin")
        self.once()
        kept = self.turn_mail()
        before = self.number("SELECT count(*) FROM event")
        self.run_it("backup", self.path("copy"))
        self.assertGreater(self.reply(kept, "5"), before)
        lost = self.turn_mail()
        self.assertNotEqual(lost, kept)
        self.at("2026-11-21T10:00:00Z")
        self.run_it("restore", self.path("copy"))
        self.assertEqual(self.number("SELECT count(*) FROM event"), before)
        # The history is another from here on, under the same numbers.
        again = self.reply(kept, "2")
        self.assertGreater(again, before)
        new = self.turn_mail()
        self.assertEqual(new[0], lost[0])
        self.assertNotEqual(new[2], lost[2])
        self.assertEqual(self.reply(lost, "5"), again)
        asked = max(glob.glob(os.path.join(self.dir, "out", "*", "new", "*")),
                    key=lambda p: os.stat(p).st_mtime_ns)
        with open(asked, "rb") as f:
            mail = email.message_from_binary_file(
                f, policy=email.policy.default)
        text = mail.get_body(("plain",)).get_content()
        self.assertIn("restored from a backup", " ".join(text.split()))
        self.assertGreater(self.reply(new, "5"), again)

    def test_restore_older(self):
        """What an upgrade left beside it goes back under the older program,
        and a newer one brings it up to date as it puts it back."""
        home = self.path("home")
        for name in ("data", "templates", "db"):
            shutil.copytree(os.path.join(SRC, name), os.path.join(home, name))
        last = self.number("PRAGMA user_version")
        self.env["PAQUEBOT_DATADIR"] = home
        more = os.path.join(home, "db", f"{last + 1:04}-more.sql")
        with open(more, "w", encoding="utf-8") as f:
            f.write("CREATE TABLE more (n INTEGER NOT NULL) STRICT;\n")
        self.once()
        copy = f"{self.db}.before-{last + 1:02}"
        self.run_it("restore", copy)
        self.assertEqual(self.number("PRAGMA user_version"), last + 1)
        os.rename(more, more + ".new")
        self.env["PAQUEBOT_CLOCK"] = "2026-11-20T10:00:01Z"
        self.run_it("restore", copy)
        self.assertEqual(self.number("PRAGMA user_version"), last)
        os.rename(more + ".new", more)
        self.once()
        self.assertEqual(self.number("PRAGMA user_version"), last + 1)
        os.unlink(more)
        said = self.run_it("restore", self.db + ".before-01", status=NOINPUT)
        self.run_it("backup", self.path("newer"))
        said = self.run_it("restore", self.path("newer"), status=DATAERR)
        self.assertIn("newer than this program", said.stderr)

    def killed_at(self, call, n, *command):
        """Of a process that ends at its n-th such call; False: it ended
        before."""
        done = subprocess.run(
            ["strace", "-f", "-qq", "-o", os.devnull, "-e",
             f"inject={call}:signal=KILL:when={n}", *command], env=dict(
                 self.env, ASAN_OPTIONS="detect_leaks=0"),
            capture_output=True, text=True, timeout=60, check=False)
        self.assertIn(done.returncode, (0, -9, 137), done.stderr)
        return done.returncode != 0

    def everywhere(self, command, prepare, look):
        """Killed at each call that changes a file, prepared anew each time."""
        for call, step in (("rename", 1), ("link", 1), ("unlink", 1),
                           ("fsync", 1), ("fdatasync", 1), ("ftruncate", 1),
                           ("pwrite64", 7)):
            n = 1
            while True:
                prepare()
                if not self.killed_at(call, n, *command):
                    break
                with self.subTest(call=call, n=n):
                    look()
                n += step
            look()

    def test_backup_killed(self):
        """What it leaves is gone with the next, whatever that writes; what
        somebody is at work on stays, and so does what only looks like it."""
        left = []
        for call in ("fsync", "rename", "fdatasync"):
            self.assertTrue(self.killed_at(call, 1, TOOL, "--config",
                                           self.conf, "backup",
                                           self.path("copy")))
            left += [n for n in os.listdir(self.dir)
                     if n.startswith(".paquebot-backup-")]
        self.assertGreater(len(left), 1)
        busy, other = (self.path(".paquebot-backup-" + n)
                       for n in ("abcdef", "abcdefg"))
        with open(busy, "wb") as lock, open(other, "wb"):
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.run_it("backup", self.path("another"))
            have = sorted(n for n in os.listdir(self.dir)
                          if n.startswith(".paquebot-backup-"))
            self.assertEqual(have, [os.path.basename(busy),
                                    os.path.basename(other)])
        self.run_it("backup", self.path("another"))
        self.assertFalse(os.path.exists(busy))
        self.assertTrue(os.path.exists(other))

    def test_restore_killed(self):
        """The old database or the copy, whole, with its own log or none."""
        self.run_it("backup", self.path("copy"))
        beside = sqlite3.connect(self.db)    # a log that nobody took in
        beside.execute("SELECT count(*) FROM game").fetchone()
        self.new_game()
        for end in ("", "-wal"):
            subprocess.run(["cp", self.db + end, self.path("old") + end],
                           check=True)
        beside.close()

        def prepare():
            for name in os.listdir(self.dir):
                if name.startswith("games.db"):
                    os.unlink(self.path(name))
            for end in ("", "-wal"):
                shutil.copy(self.path("old") + end, self.db + end)

        def look():
            base = sqlite3.connect(self.db)
            games = base.execute("SELECT count(*) FROM game").fetchone()[0]
            epoch = base.execute("SELECT count(*) FROM setting "
                                 "WHERE key = 'epoch'").fetchone()[0]
            self.assertIn((games, epoch), ((2, 0), (1, 1)))
            self.assertEqual(base.execute("PRAGMA integrity_check")
                             .fetchone()[0], "ok")
            base.close()

        self.everywhere((TOOL, "--config", self.conf, "restore",
                         self.path("copy")), prepare, look)
        self.assertEqual(self.games(), 1)

    def test_migration_killed(self):
        """Of the old version or of the new one, and then with its copy."""
        home = self.path("home")
        for name in ("data", "templates", "db"):
            shutil.copytree(os.path.join(SRC, name), os.path.join(home, name))
        last = self.number("PRAGMA user_version")
        self.env["PAQUEBOT_DATADIR"] = home
        for n in (1, 2):
            with open(os.path.join(home, "db", f"{last + n:04}-more.sql"),
                      "w", encoding="utf-8") as f:
                f.write(f"CREATE TABLE more{n} (n INTEGER NOT NULL) STRICT;\n")
        copy = f"{self.db}.before-{last + 2:02}"
        shutil.copy(self.db, self.path("old"))

        def prepare():
            for name in os.listdir(self.dir):
                if name.startswith("games.db"):
                    os.unlink(self.path(name))
            shutil.copy(self.path("old"), self.db)

        def look():
            is_now = self.number("PRAGMA user_version")
            self.assertIn(is_now, (last, last + 2))
            self.assertEqual(self.number("SELECT count(*) FROM sqlite_schema "
                                         "WHERE name LIKE 'more_'"),
                             is_now - last)
            if is_now > last:
                self.assertEqual(self.games(copy), 1)

        self.everywhere((TOOL, "--config", self.conf, "init"), prepare, look)
        self.assertEqual(self.number("PRAGMA user_version"), last + 2)

    def same(self, path):
        """Every row of the replica is that of the database."""
        one, two = sqlite3.connect(self.db), sqlite3.connect(path)
        ours = list(one.iterdump())
        self.assertEqual(ours, list(two.iterdump()))
        self.assertEqual(two.execute("PRAGMA integrity_check").fetchone()[0],
                         "ok")
        one.close()
        two.close()

    def test_replicator(self):
        """Everything goes on beside it, and its copy is complete."""
        beside = Replicator(self.db)
        self.addCleanup(beside.close)
        for n in range(8):
            self.new_game()
            self.once()
            self.run_it("backup", self.path("copy"))
            if n % 2:
                beside.checkpoint("PASSIVE" if n % 4 == 1 else "TRUNCATE")
        self.assertEqual(self.games(self.path("copy")), 9)
        beside.restore(self.path("replica"))
        self.same(self.path("replica"))
        said = self.run_it("restore", self.path("copy"), status=TEMPFAIL)
        self.assertIn("stop what uses it, such as Litestream", said.stderr)
        beside.restore(self.path("from"))
        beside.close()
        self.run_it("restore", self.path("from"))
        self.assertEqual(self.games(), 9)
        self.once()

    def leaves(self):
        """The files in which a name that was forgotten can be read."""
        found = []
        for name in ("games.db", "games.db-wal"):
            if subprocess.run(["grep", "-q", "Ottokar", self.path(name)],
                              check=False).returncode == 0:
                found.append(name)
        return found

    def test_forget_beside_a_replicator(self):
        beside = Replicator(self.db)
        self.addCleanup(beside.close)
        self.run_it("new", "atlantic-star", "--seat",
                    "Ottokar <otto@example.org>", "--seat", "computer")
        game = self.number("SELECT max(id) FROM game")
        self.run_it("moderate", str(game), "cancel")
        self.once()
        self.assertIn("games.db-wal", self.leaves())
        said = self.run_it("forget", "Ottokar")
        self.assertIn("somebody reads the database, such as Litestream",
                      said.stderr)
        self.assertIn("games.db-wal", self.leaves())
        self.once()                          # it still does
        self.assertIn("games.db-wal", self.leaves())
        beside.checkpoint()                  # as it does of itself
        self.assertEqual(self.leaves(), ["games.db-wal"])
        beside.base.execute("ROLLBACK")      # it is started anew
        said = self.once()
        self.assertIn("event=store.scrubbed", said.stderr)
        beside.base.execute("BEGIN")
        self.assertEqual(self.leaves(), [])
        self.once()


if __name__ == "__main__":
    main = unittest.main(exit=False, verbosity=0)
    bad = len(main.result.failures) + len(main.result.errors)
    print(f"{max(0, main.result.testsRun - bad)} passed, {bad} failed")
    sys.exit(1 if bad else 0)
