#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A club that moves between a file and PostgreSQL: store copy, backup, restore;
and what keepers do with a club there: rebuild, forget, doctor, status. Run in
the build directory."""
import glob
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
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
SRC = os.path.abspath(os.environ.get("srcdir", os.path.join(HERE, "..", "..")))
SERVER = os.environ.get("PAQUEBOT_TEST_STORE")
LOCKS = "%20-cpaquebot.locks%3D" + os.environ.get("PAQUEBOT_TEST_LOCKS", "server")
TOOL = os.path.abspath("paquebot")
DAEMON = os.path.abspath("paquebotd")
USAGE, DATAERR, NOINPUT, OTHER, TEMPFAIL = 64, 65, 66, 69, 75
# What a text may be that no mail of the test has.
ODD = ["", "one\ntwo\t'three'\\ \"four\"", "\u00e9\u4e00\U0001f6a2", "-1"]


def quoted(words):
    return "'" + words.replace("'", "''") + "'"


def value_for(kind, n):
    if kind == "INTEGER":
        return [str((1 << 62) + n), str(-n), "0", str(n)][n % 4]
    if kind == "BLOB":
        return [f"x'{n:02x}00ff'", "x''", f"randomblob({70000 + n})"][n % 3]
    return quoted(f"{n}{ODD[n % 4]}")


class Copy(unittest.TestCase):
    schemas = 0

    @classmethod
    def setUpClass(cls):
        """A club in a file, with rows in every table."""
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.top = cls.folder.name
        cls.made = cls.configure("made", f"path = {cls.top}/made/club.db")
        cls.file = f"{cls.top}/made/club.db"
        run(cls.made, "init")
        for seats in (["Anna <anna@example.org>", "Bruno <bruno@example.org>"],
                      ["Bruno <bruno@example.org>", "computer"]):
            run(cls.made, "new", "claim", *(w for s in seats
                                            for w in ("--seat", s)))
        run(cls.made, "moderate", "1", "begin")
        run(cls.made, "moderate", "1", "announce", "Anna, it is on!")
        golden = f"{SRC}/tests/games/claim/golden/greedy-3.turnlog"
        with open(golden, encoding="utf-8") as f:
            log = f.read().replace("Seat-p1: Greedy", "Seat-p1: Carlo")
        with open(f"{cls.top}/log", "w", encoding="utf-8") as f:
            f.write(log)
        run(cls.made, "log", "import", f"{cls.top}/log", "--seat",
            "carlo@example.org", *["--seat", "computer"] * 2)
        for n in range(3):
            run(cls.made, "deliver", stdin=(
                f"From: p{n}@example.net\nTo: games@example.org\n"
                f"Message-ID: <{n}@example.net>\nSubject: x\n\nhelp\n"))
        run(cls.made, "--once", program=DAEMON)
        cls.fill()

    @classmethod
    def configure(cls, name, store):
        place = f"{cls.top}/{name}"
        for part in ("new", "cur", "tmp"):
            os.makedirs(f"{place}/mail/{part}")
        with open(f"{place}/conf", "w", encoding="ascii") as f:
            f.write(f"mailbox {{ type = maildir folder = {place}/mail }}\n"
                    f"outgoing {{ type = maildir directory = {place}/out "
                    "from = games@example.org }\n"
                    "club { keeper = keeper@example.org }\n"
                    f"store {{ {store} }}\n")
        os.chmod(f"{place}/conf", 0o600)
        return f"{place}/conf"

    @classmethod
    def fill(cls):
        """One row more in what is still empty, with all that a column may
        be."""
        with sqlite3.connect(cls.file) as base:
            names = [r[0] for r in base.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name "
                "NOT LIKE 'sqlite%'")]
            for n, table in enumerate(names):
                if base.execute(f'SELECT count(*) FROM "{table}"'
                                ).fetchone()[0]:
                    continue
                far = {r[3]: (r[2], r[4]) for r in base.execute(
                    f"PRAGMA foreign_key_list({table})")}
                cells = {}
                for k, (_, column, kind, _, _, _) in enumerate(base.execute(
                        f"PRAGMA table_info({table})").fetchall()):
                    cells[f'"{column}"'] = (
                        '(SELECT max("{1}") FROM "{0}")'.format(*far[column])
                        if column in far else value_for(kind, n + k))
                base.execute(f'INSERT INTO "{table}" ({", ".join(cells)}) '
                             f'VALUES ({", ".join(cells.values())})')
                assert base.total_changes
            # A number that was given and is no row's any more.
            base.execute("UPDATE sqlite_sequence SET seq = seq + 7")
            base.execute("INSERT INTO audit (who, what, at) VALUES ('', "
                         "CAST(x'6173E472' AS TEXT), 0)")
        base.close()

    def setUp(self):
        self.club = self.schema()

    def schema(self, cut=""):
        Copy.schemas += 1
        self.name = f"club{Copy.schemas}"
        return f"{SERVER}{cut}&options=-csearch_path%3D{self.name}{LOCKS}"

    def served(self, club=None):
        """The configuration of a club there."""
        return self.configure(f"{self.name}-{time.monotonic_ns()}",
                              f'url = "{club or self.club}"')

    def path(self, name):
        return f"{self.top}/{self.name}.{name}"

    def psql(self, text, club=None):
        done = subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
             club or self.club, "-c", text], capture_output=True, text=True,
            check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def copy(self, one, other, status=0):
        return run(None, "store", "copy", one, other, status=status)

    def rows(self, path):
        """All of a file, with texts mended as another engine wants them."""
        base = sqlite3.connect(path)
        base.text_factory = lambda b: "".join(
            c if c < "\udc80" or c > "\udcff" else "\ufffd"
            for c in b.decode("utf-8", "surrogateescape"))
        found = {}
        for (table,) in base.execute("SELECT name FROM sqlite_schema WHERE "
                                     "type = 'table'").fetchall():
            names = sorted(r[1] for r in base.execute(
                f"PRAGMA table_info({table})"))
            columns = ", ".join(f'"{n}"' for n in names)
            found[table] = sorted(map(repr, base.execute(
                f'SELECT {columns} FROM "{table}"')))
        base.close()
        return found

    def assertSame(self, one, other, but=(), restored=False):
        """restored: the chain of a running game says so (T30)."""
        a, b = self.rows(one), self.rows(other)
        if restored:
            said = [row.replace("'# anew restored'", "''")
                    for row in b["event"]]
            self.assertNotEqual(said, b["event"])
            b["event"] = said
            # The pages of all that go on again are to be seen to.
            due = b.pop("archive_due"), a.pop("archive_due")
            self.assertLess(set(due[1]), set(due[0]))
            self.assertEqual(len(due[0]), 3)
        self.assertEqual(a.keys(), b.keys())
        for table in a:
            if table not in but:
                self.assertEqual(a[table], b[table], table)

    def test_there_and_back(self):
        said = self.copy(self.file, self.club).stdout
        want = self.rows(self.file)
        for table, rows in want.items():
            if not table.startswith("sqlite"):
                self.assertGreater(len(rows), 0, table)
                self.assertRegex(said, rf"(?m)^{table} +{len(rows)} rows  "
                                 "[0-9a-f]{16}$")
        self.assertIn("3 games: their logs are the same", said)
        self.assertEqual(self.psql("SELECT count(*) FROM event"),
                         str(len(want["event"])))
        conf = self.served()
        for game in ("1", "2", "3"):
            self.assertEqual(
                run(conf, "log", "export", "--with-seed", game).stdout,
                run(self.made, "log", "export", "--with-seed", game).stdout)
        again = self.copy(self.club, self.path("back"))
        self.assertEqual(again.stdout, said)
        self.assertSame(self.file, self.path("back"))
        self.assertEqual(os.stat(self.path("back")).st_mode & 0o777, 0o600)
        # From a server to a server, which then goes on where it was.
        one = self.club
        self.club = self.schema()
        self.assertEqual(self.copy(one, self.club).stdout, said)
        last = int(want["sqlite_sequence"][0].split(", ")[1].strip(")"))
        run(self.served(), "moderate", "1", "announce", "Still there?")
        self.assertEqual(self.psql("SELECT min(id) FROM outbox WHERE id > "
                                   f"{last - 7}"), str(last + 1))

    def test_refused(self):
        self.copy(self.file, self.club)
        said = self.copy(self.file, self.club, OTHER)
        self.assertIn("there is a club in it already", said.stderr)
        for one in (self.file, self.club):
            self.assertIn("are the same database",
                          self.copy(one, one, USAGE).stderr)
        self.copy(self.path("none"), self.path("new"), NOINPUT)
        for url in ("postgresql://me:s3cret@127.0.0.1/x",
                    "postgresql:///x?password=s3cret"):
            said = self.copy(self.file, url, USAGE)
            self.assertIn("holds a password", said.stderr)
            self.assertNotIn("s3cret", said.stderr)
            run(None, "demo", "--auto", "--store", url, status=USAGE)
        run(None, "store", "copy", self.file, status=USAGE)
        conf = self.served()
        with open(conf + ".log", "w+", encoding="ascii") as log:
            daemon = subprocess.Popen([DAEMON, "--config", conf], stderr=log)
            try:
                while b"daemon.ready" not in os.pread(log.fileno(), 9999, 0):
                    self.assertIsNone(daemon.poll())
                    time.sleep(0.05)
                # What the tool writes is heard of, sooner than by a look.
                run(conf, "new", "claim", "--seat",
                    "Dora <dora@example.org>", "--seat", "computer")
                until = time.monotonic() + 20
                while not glob.glob(os.path.dirname(conf) +
                                    "/out/dora@example.org/new/*"):
                    self.assertLess(time.monotonic(), until)
                    time.sleep(0.05)
                said = self.copy(self.club, self.path("new"), TEMPFAIL)
                self.assertIn("at work on", said.stderr)
                # A copy that is restored somewhere is another matter.
                run(conf, "backup", self.path("copy"))
                self.assertIn("at work on", run(
                    conf, "restore", self.path("copy"),
                    status=TEMPFAIL).stderr)
                self.assertIn("paquebotd is at work", run(
                    conf, "doctor", "--no-mail").stdout)
            finally:
                daemon.terminate()
                self.assertEqual(daemon.wait(), 0)
        self.assertFalse(os.path.exists(self.path("new")))

    def test_seen(self):
        """A database that keeps something else than what it is given."""
        run(self.served(), "init")
        self.psql("CREATE FUNCTION other() RETURNS trigger LANGUAGE plpgsql AS "
                  "$$BEGIN IF TG_ARGV[0] = 'drop' AND NEW.seq = 3 THEN RETURN "
                  "NULL; END IF; IF TG_ARGV[0] = 'alter' THEN NEW.stamp := "
                  "NEW.stamp + 1; END IF; RETURN NEW; END$$")
        for how, words in (("drop", "event: of [0-9]+ rows [0-9]+ came over"),
                           ("alter", "event: its rows are not what they "
                            "were")):
            self.psql("CREATE TRIGGER other BEFORE INSERT ON event FOR EACH "
                      f"ROW EXECUTE FUNCTION other('{how}')")
            self.assertRegex(self.copy(self.file, self.club, DATAERR).stderr,
                             words)
            self.psql("DROP TRIGGER other ON event")
            self.assertEqual(self.psql("SELECT count(*) FROM game"), "0")
        self.copy(self.file, self.club)

    def test_killed(self):
        """What is cut off leaves a new club, and is begun again."""
        run(self.served(), "init")
        self.psql("CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS "
                  "$$BEGIN PERFORM pg_sleep(20); RETURN NEW; END$$; CREATE "
                  "TRIGGER slow BEFORE INSERT ON outbox_body FOR EACH ROW "
                  "EXECUTE FUNCTION slow()")
        at_work = subprocess.Popen([TOOL, "store", "copy", self.file,
                                    self.club])
        while self.psql("SELECT count(*) FROM pg_stat_activity WHERE "
                        "wait_event = 'PgSleep'") != "1":
            self.assertIsNone(at_work.poll())
            time.sleep(0.05)
        at_work.kill()
        at_work.wait()
        self.psql("SELECT pg_terminate_backend(pid, 5000) FROM "
                  "pg_stat_activity WHERE wait_event = 'PgSleep'")
        self.psql("DROP TRIGGER slow ON outbox_body")
        self.assertEqual(self.psql("SELECT count(*) FROM player"), "0")
        if LOCKS.endswith("rows"):
            time.sleep(12)           # what it had alone is over by itself
        self.copy(self.file, self.club)

    def test_backup(self):
        """A file of a club there, which is one of here."""
        self.copy(self.file, self.club)
        conf = self.served()
        run(conf, "backup", self.path("copy"))
        self.assertSame(self.file, self.path("copy"), but=["setting"])
        self.assertEqual([n for n in os.listdir(self.top)
                          if n.startswith(".paquebot-backup")], [])
        made = run(conf, "backup", "--rotate", "1", self.path("d")).stdout
        self.assertRegex(made, r"/postgres-" + self.name +
                         r"[0-9a-z_]*\.db\.[0-9]{8}T[0-9]{6}Z\n$")
        # That of another club goes when there is a newer of its own.
        other = self.path("d") + "/postgres-other.db.20200101T000000Z"
        for name in other, made.strip().replace(made[-18:-1], ".20200101T"
                                                "000000Z"):
            shutil.copy(made.strip(), name)
        run(conf, "backup", "--rotate", "1", self.path("d"))
        self.assertEqual(len([n for n in os.listdir(self.path("d"))
                              if "other" not in n]), 1)
        self.assertTrue(os.path.exists(other))
        said = run(conf, "status", "--offline", status=None).stdout
        self.assertRegex(said, r"(?m)^ok +backup +made \d+ seconds ago")
        # Into a file, and into a schema that is not there yet.
        here = self.configure(self.name + "-here",
                              f"path = {self.path('here')}")
        copy = self.path("copy")
        run(here, "restore", copy)
        self.assertSame(copy, self.path("here"), but=["setting", "game"],
                        restored=True)
        self.club = self.schema()
        there = self.served()
        self.assertNotIn("what was there",
                         run(there, "restore", copy).stderr)
        run(there, "backup", self.path("again"))
        self.assertSame(copy, self.path("again"), but=["setting", "game"],
                        restored=True)
        self.assertEqual(run(there, "store", "rebuild", "--check",
                             status=None).returncode, 0)

    def test_foreign(self):
        """What others put into the schema is named, before anything is read."""
        self.copy(self.file, self.club)
        conf = self.served()
        for made, gone, what in (
                ("CREATE TABLE foo (x bigint)", "DROP TABLE foo", "table foo"),
                ("CREATE TABLE foo (x integer)", "DROP TABLE foo", "table foo"),
                ("ALTER TABLE player ADD COLUMN note date",
                 "ALTER TABLE player DROP COLUMN note", "column player.note")):
            self.psql(made)
            for words in (("backup", self.path("copy")),
                          ("store", "copy", self.club, self.path("new"))):
                said = run(conf, *words, status=DATAERR).stderr
                self.assertIn(f": {what} is not paquebot's: move it out of "
                              f"{self.club}", said)
                self.assertFalse(os.path.exists(self.path("copy")))
                for name in glob.glob(self.path("new") + "*"):
                    os.remove(name)
            self.psql(gone)
        run(conf, "backup", self.path("copy"))
        # And what the other has beyond it, when it is no new one.
        other = self.club
        self.club = self.schema()
        run(self.served(), "init")
        self.psql("CREATE TABLE foo (x integer)")
        self.assertIn(f": table foo of {self.club} is not in {other}",
                      self.copy(other, self.club, DATAERR).stderr)

    def test_backup_by_reader(self):
        """Who may only read has a backup, though it is not noted."""
        self.copy(self.file, self.club)
        self.psql(f"CREATE ROLE reads{self.name} LOGIN; GRANT USAGE ON SCHEMA "
                  f"{self.name} TO reads{self.name}; GRANT SELECT ON ALL TABLES "
                  f"IN SCHEMA {self.name} TO reads{self.name}; GRANT SELECT ON "
                  f"ALL SEQUENCES IN SCHEMA {self.name} TO reads{self.name}")
        conf = self.served(self.club.replace("user=paquebot",
                                             f"user=reads{self.name}"))
        os.mkdir(self.path("d"))
        for n in range(2):
            shutil.copy(self.file, self.path("d") + f"/postgres-{self.name}"
                        f".db.2020010{n + 1}T000000Z")
        said = run(conf, "backup", "--rotate", "1", self.path("d"))
        self.assertRegex(said.stderr, "not noted: .*permission denied")
        self.assertEqual([f"{self.path('d')}/{n}" for n in
                          os.listdir(self.path("d"))], said.stdout.split())
        self.assertSame(self.file, said.stdout.strip())

    def test_backup_names(self):
        """Clubs have names of their own for their backups, also where only
        what no file may be called tells them apart: none deletes another's."""
        names = {"a.b": "a%2Eb", "a_b": "a_b", "a-b": "a%2Db",
                 "\u00e9/%": "%C3%A9%2F%25"}
        there = self.path("d")
        os.mkdir(there)
        for n, (name, shown) in enumerate(names.items(), 1):
            schema = urllib.parse.quote(f'"{name}"', safe="")
            conf = self.served(f"{SERVER}&options=-csearch_path%3D{schema}{LOCKS}")
            run(conf, "init")
            for stamp in "20200101T000000Z", "20200102T000000Z":
                run(conf, "backup", f"{there}/postgres-{shown}.db.{stamp}")
            made = run(conf, "backup", "--rotate", "1", there).stdout
            self.assertRegex(made, rf"/postgres-{shown}\.db\.[0-9TZ]+\n$")
            self.assertEqual(len(os.listdir(there)), n)

    def test_restore(self):
        """In the place of a club, which stays beside it."""
        self.copy(self.file, self.club)
        conf = self.served()
        run(conf, "backup", self.path("copy"))
        epoch = ("SELECT coalesce((SELECT convert_from(value, 'UTF8') FROM "
                 "{}setting WHERE key = 'epoch'), '1')::bigint")
        was = int(self.psql(epoch.format("")))
        run(conf, "new", "claim", "--seat", "computer", "--seat", "computer")
        self.assertEqual(self.psql("SELECT count(*) FROM game"), "4")
        with open(self.path("copy"), "r+b") as f:
            f.seek(4096 * 2)
            spoilt = f.read(4096)
            f.seek(4096 * 2)
            f.write(b"\xff" * 4096)
        run(conf, "restore", self.path("copy"), status=DATAERR)
        run(conf, "restore", self.path("none"), status=NOINPUT)
        self.assertEqual(self.psql("SELECT count(*) FROM game"), "4")
        with open(self.path("copy"), "r+b") as f:
            f.seek(4096 * 2)
            f.write(spoilt)
        # A schema of that name may be another club: it is left alone. What an
        # attempt left that was cut off is not.
        self.psql(f"CREATE SCHEMA {self.name}_restore; "
                  f"CREATE TABLE {self.name}_restore.game (id int)")
        said = run(conf, "restore", self.path("copy"), status=DATAERR)
        self.assertIn("is in the way", said.stderr)
        self.assertEqual(
            self.psql(f"SELECT count(*) FROM {self.name}_restore.game"), "0")
        self.psql(f"COMMENT ON SCHEMA {self.name}_restore IS "
                  "'paquebot: being restored'")
        said = run(conf, "restore", self.path("copy"))
        self.assertRegex(said.stderr, rf"is now schema {self.name}_replaced_")
        kept = said.stderr.split()[-1]
        self.assertEqual(self.psql("SELECT count(*) FROM game"), "3")
        self.assertEqual(self.psql(f"SELECT count(*) FROM {kept}.game"), "4")
        self.assertEqual(self.psql("SELECT count(*) FROM pg_namespace WHERE "
                                   f"nspname LIKE '{self.name}%'"), "2")
        now = int(self.psql(epoch.format("")))
        self.assertGreater(now, was)
        # It plays on, and can be put back again, which counts on.
        run(conf, "--once", program=DAEMON)
        run(conf, "new", "claim", "--seat", "computer", "--seat", "computer")
        time.sleep(1)               # the name of what is kept has seconds
        run(conf, "restore", self.path("copy"))
        self.assertGreater(int(self.psql(epoch.format(""))), now)

    def test_restore_names(self):
        """Schemas beside a club are called after it alone, however long its
        name is in letters or bytes, of which a server keeps 63."""
        here = "club_of_the_ports_around_the_sea"
        names = [f"{here}_a", f"{here}_b", "\u8239" * 21, "\u8239" * 10 + "a"]
        kept = set()
        for name in names:
            schema = urllib.parse.quote(f'"{name}"', safe="")
            club = f"{SERVER}&options=-csearch_path%3D{schema}{LOCKS}"
            conf = self.served(club)
            self.copy(self.file, club)
            if not kept:
                run(conf, "backup", self.path("copy"))
            said = run(conf, "restore", self.path("copy")).stderr.strip()
            kept.add(re.sub("_replaced_.*", "", said.split(" schema ")[1]))
            for schema in f'"{name}"', said.split(" schema ")[1]:
                self.assertEqual(self.psql(
                    f"SELECT count(*) FROM {schema}.game"), "3")
        self.assertEqual(len(kept), len(names), kept)

    def test_restore_fails(self):
        """What failed leaves nothing beside the club."""
        self.copy(self.file, self.club)
        conf = self.served()
        run(conf, "backup", self.path("copy"))
        self.psql("CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE "
                  "plpgsql AS $$BEGIN IF current_schema() LIKE '%restore' THEN "
                  "RAISE 'no'; END IF; END$$; CREATE EVENT TRIGGER refuse ON "
                  "ddl_command_end WHEN tag IN ('CREATE INDEX') EXECUTE "
                  "FUNCTION refuse()")
        try:
            run(conf, "restore", self.path("copy"), status=DATAERR)
        finally:
            self.psql("DROP EVENT TRIGGER refuse")
        self.assertEqual(self.psql("SELECT count(*) FROM pg_namespace WHERE "
                                   f"nspname LIKE '{self.name}%'"), "1")
        self.assertEqual(self.psql("SELECT count(*) FROM game"), "3")

    def test_restore_older(self):
        home = self.path("home")
        for name in ("data", "templates", "db"):
            shutil.copytree(f"{SRC}/{name}", f"{home}/{name}")
        last = max(glob.glob(f"{home}/db/[0-9]*.sql"))
        number = int(os.path.basename(last)[:4])
        self.copy(self.file, self.club)
        conf = self.served()
        run(conf, "backup", self.path("older"))
        env = {"PAQUEBOT_DATADIR": home}
        with open(f"{home}/db/{number + 1:04}-more.sql", "w",
                  encoding="ascii") as f:
            f.write("CREATE TABLE more (n INTEGER NOT NULL) STRICT;\n")
        self.assertIn("older than this program",
                      run(conf, "games", env=env, status=OTHER).stderr)
        run(conf, "restore", self.path("older"), env=env)
        self.assertEqual(self.psql("SELECT version FROM paquebot_version"),
                         str(number + 1))
        run(conf, "backup", self.path("newer"), env=env)
        self.assertIn("newer than this program", run(
            conf, "restore", self.path("newer"), status=DATAERR).stderr)

    def test_keeping(self):
        self.copy(self.file, self.club)
        conf = self.served()
        said = run(conf, "doctor", "--no-mail").stdout
        self.assertRegex(said, r"(?m)^ok +store: \d+ players, 1 running games")
        said = run(conf, "store", "rebuild", "--check", status=None)
        self.assertEqual(said.returncode, 0, said.stdout)
        self.psql("UPDATE event SET derived = 'nothing of it' WHERE game = 3 "
                  "AND seq = 4")
        for words in (["--check"], []):
            said = run(conf, "store", "rebuild", *words, status=DATAERR)
            self.assertRegex(said.stdout, "game 3: .*4")
        run(conf, "store", "rebuild", "--check")
        back = self.copy(self.club, self.path("rebuilt")).stdout
        self.assertIn("3 games: their logs are the same", back)

    def test_forget(self):
        self.copy(self.file, self.club)
        conf = self.served()
        self.psql("INSERT INTO press (id, game, author, name, everybody, text, "
                  "at) VALUES (900, 3, 1, 'Carlo', 1, 'Carlo it was', 0)")
        self.psql("CHECKPOINT")
        places = self.psql(
            "SELECT string_agg(pg_relation_filepath(oid), ' ') FROM pg_class "
            "WHERE relnamespace = current_schema()::regnamespace AND relkind "
            "IN ('r', 't', 'i')").split()
        data = self.psql("SHOW data_directory")
        old = sum(contains(f"{data}/{p}", b"Carlo") for p in places)
        self.assertGreater(old, 0)
        self.assertIn("game 1 is not over",
                      run(conf, "forget", "Anna", status=DATAERR).stderr)
        # What somebody still sees who began before, as a backup does, stays.
        with subprocess.Popen(["psql", "-X", "-q", "-A", "-t", self.club],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True) as other:
            other.stdin.write("BEGIN ISOLATION LEVEL REPEATABLE READ;\n"
                              "SELECT 1;\n")
            other.stdin.flush()
            self.assertEqual(other.stdout.readline(), "1\n")
            said = run(conf, "forget", "carlo@example.org", status=TEMPFAIL)
            self.assertIn("player 3 is #3", said.stdout)
            self.assertIn("began before", said.stderr)
            other.stdin.close()
        self.assertIn("is #", run(conf, "forget", "3").stdout)
        run(conf, "backup", self.path("after"))
        for table, rows in self.rows(self.path("after")).items():
            for row in rows:
                self.assertNotIn("Carlo", row, table)
                self.assertNotIn("carlo@", row, table)
        self.psql("CHECKPOINT")
        left = [p for p in glob.glob(f"{data}/base/*/*")
                if contains(p, b"Carlo it was")]
        self.assertEqual(left, [])


def contains(path, what):
    try:
        with open(path, "rb") as f:
            return what in f.read()
    except FileNotFoundError:
        return False


def run(conf, *words, status=0, program=TOOL, stdin="", env=None):
    named = [] if conf is None else ["--config", conf]
    done = subprocess.run([program, *named, *words], input=stdin, text=True,
                          env={**os.environ, **(env or {})},
                          capture_output=True, timeout=60, check=False)
    if status is not None and done.returncode != status:
        raise AssertionError(f"{words}: {done.returncode}: {done.stdout}"
                             f"{done.stderr}")
    return done


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if SERVER is None:
        wrapper = f"{HERE}/../store/with-postgres"
        os.execv(wrapper, [wrapper, sys.executable, os.path.abspath(__file__),
                           *sys.argv[1:]])
    unittest.main()
