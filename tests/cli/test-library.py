#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Many games as a library: `log db` and what asks it (paquebot-logdb(5)). What
the tables have is compared with what this file reads out of the logs itself.
Run in the build directory."""
import collections
import csv
import functools
import json
import os
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
import tempfile
import time
import unittest

SRC = os.path.abspath(os.environ.get("srcdir", os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..")))
TOOL = os.path.abspath("paquebot")
ENV = dict(os.environ, PAQUEBOT_CLOCK="2026-11-21T12:00:00Z")
GAMES = ["antwerp", "atlantic-star", "claim", "clippers"]
EVENT = re.compile(r"^(\d+) (p\d|-|!) ([^@\n]*?)(?: @.*)?$", re.M)


def run(*args, stdin=None, **more):
    done = subprocess.run([TOOL, *args], env=ENV, input=stdin,
                          capture_output=True, text=True, check=False, **more)
    return done.returncode, done.stdout, done.stderr


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def write(path, text):
    with open(path, "w", encoding="utf-8", newline="") as f:
        f.write(text)
    return path


@functools.cache
def played():
    """Some games of each kind, with undone moves, in folders in each other."""
    folder = tempfile.mkdtemp()
    unittest.addModuleCleanup(shutil.rmtree, folder)
    for game in GAMES:
        for seats, more in ((2, ["--undo-every", "9"]), (3, [])):
            out = os.path.join(folder, game, str(seats))
            code, _, err = run("selfplay", game, "--seats", str(seats),
                               "--games", "5", "--seed", "3", "--policy",
                               "random", "--out", out, *more)
            assert code == 0, err
            for i, name in enumerate(sorted(os.listdir(out))):
                if i % 2 == 0:
                    path = os.path.join(out, name)
                    write(path, read(path).replace("Seat-p2: Random",
                                                   "Seat-p2: Anna"))
    return folder


class Case(unittest.TestCase):
    """Has the games, and their library."""

    @classmethod
    def setUpClass(cls):
        cls.keep = tempfile.TemporaryDirectory()
        cls.dir = cls.keep.name
        cls.logs = os.path.join(cls.dir, "logs")
        shutil.copytree(played(), cls.logs)
        cls.paths = sorted(os.path.join(folder, name) for folder, _, names in
                           os.walk(cls.logs) for name in names)
        cls.db = os.path.join(cls.dir, "games.db")
        code, out, err = run("log", "db", cls.logs, "--out", cls.db)
        assert (code, out, err) == (0, f"{cls.db}: 40 games\n", ""), err

    @classmethod
    def tearDownClass(cls):
        cls.keep.cleanup()

    def ask(self, sql, *values, db=None):
        base = sqlite3.connect(db or self.db)
        try:
            return base.execute(sql, values).fetchall()
        finally:
            base.close()

    def path(self, name):
        return os.path.join(self.dir, name)


class Tables(Case):
    def test_events(self):
        """Each line of each log, in its order."""
        found = collections.defaultdict(list)
        for source, *event in self.ask(
                "SELECT source, seq, events.seat, words FROM events "
                "JOIN games USING (game) JOIN acts USING (act) "
                "ORDER BY game, seq"):
            found[source].append(tuple(event))
        self.assertEqual(sorted(found), self.paths)
        seat = {"-": 0, "!": -1}
        undone = 0
        for path in self.paths:
            events = [(int(seq), seat.get(who) if who in seat else int(who[1]),
                       words) for seq, who, words in EVENT.findall(read(path))]
            self.assertEqual(found[path], events)
            undone += sum(words.startswith("undo ") for _, _, words in events)
        self.assertGreater(undone, 20)

    def test_stands(self):
        """What was undone does not stand, and nth counts what does."""
        for path in self.paths:
            stands, before = [], {}
            for seq, who, words in EVENT.findall(read(path)):
                before[seq] = list(stands)
                if words.startswith("undo "):
                    stands = list(before[words.split()[1]])
                elif who != "!":
                    stands.append((seq, who))
            rows = self.ask(
                "SELECT seq, events.seat, nth FROM events JOIN games "
                "USING (game) WHERE source = ? AND stands AND "
                "events.seat >= 0 ORDER BY seq", path)
            self.assertEqual([r[0] for r in rows],
                             [int(seq) for seq, _ in stands])
            self.assertEqual([r[2] for r in rows if r[1] > 0],
                             list(range(1, 1 + sum(w[0] == "p"
                                                   for _, w in stands))))

    def test_ends(self):
        for path in self.paths:
            scores = re.search(r"^%end finished (.*)$", read(path), re.M)[1]
            self.assertEqual(
                scores, " ".join("p%d=%d" % row for row in self.ask(
                    "SELECT seat, score FROM scores JOIN games USING (game) "
                    "WHERE source = ? ORDER BY seat", path)))
        self.assertEqual(self.ask("SELECT count(*) FROM (SELECT sum(share) AS "
                                  "s FROM seats GROUP BY game) WHERE "
                                  "abs(s - 1) < 0.001"), [(40,)])
        for (n,) in self.ask("SELECT count(*) FROM seats WHERE share <> 0 "
                             "AND rank <> 1"):
            self.assertEqual(n, 0)

    def test_opening(self):
        for path in self.paths:
            if " ! undo " in read(path):
                continue
            first = {}
            for _, who, words in EVENT.findall(read(path)):
                first.setdefault(who, words)
            for seat, words in self.ask(
                    "SELECT seat, words FROM seats JOIN acts ON act = opening "
                    "JOIN games USING (game) WHERE source = ?", path):
                self.assertEqual(words, first["p%d" % seat])

    def test_figures(self):
        """The numbers of the facts at the end of each turn: of the last event
        of a turn, which is the one before the turn of the next."""
        for path in self.paths:
            if " ! undo " in read(path):
                continue
            kind = os.path.basename(os.path.dirname(os.path.dirname(path)))
            game = self.ask("SELECT game FROM games WHERE source = ?",
                            path)[0][0]
            facts = {}
            for line in run("log", "facts", path, "--each")[1].splitlines():
                each = json.loads(line)
                facts[each["seq"]] = each["facts"]["seats"]
            for turn, seq in self.ask(
                    "SELECT turn, max(seq) FROM events WHERE game = ? "
                    "GROUP BY turn", game):
                for seat, has in facts[seq].items():
                    self.assertEqual(
                        self.figures(kind, game, turn, int(seat[1])),
                        self.numbers(has), (path, turn, seat))

    def figures(self, kind, game, turn, seat):
        base = sqlite3.connect(self.db)
        base.row_factory = sqlite3.Row
        row = base.execute(
            f"SELECT * FROM figures_{kind.replace('-', '_')} WHERE game = ? "
            "AND seat = ? AND turn <= ? ORDER BY turn DESC LIMIT 1",
            (game, seat, turn)).fetchone()
        base.close()
        return {key: row[key] for key in row.keys() if row[key] is not None
                and key not in ("game", "turn", "seat")}

    @staticmethod
    def numbers(facts):
        out = {}
        for key, value in facts.items():
            under = value if isinstance(value, dict) else {"": value}
            for name, n in under.items():
                n = len(n) if isinstance(n, list) else n
                if isinstance(n, int) and not isinstance(n, bool):
                    name = key + ("_" + name if name else "")
                    out[re.sub("[^a-z0-9]", "_", name)] = n
        return out

    def test_figures_change(self):
        """No row says what the row before it said."""
        for kind in GAMES:
            last = {}
            for game, turn, seat, *values in self.ask(
                    f"SELECT * FROM figures_{kind.replace('-', '_')} "
                    "ORDER BY game, seat, turn"):
                self.assertNotEqual(last.get((game, seat)), values)
                last[game, seat] = values
            self.assertEqual(len(last), 25)

    def test_arguments(self):
        """By name, of every kind of game."""
        for kind, words, want in (
                ("antwerp", "load toys S1", {"good": "toys", "place": "S1"}),
                ("antwerp", "sail black", {"colour": "black"}),
                ("claim", "fly ship A4 cost=1",
                 {"ship": "ship", "field": "A4", "cost": 1}),
                ("antwerp", "play switch-2 L2 L3 open",
                 {"sort": "lock", "word": "switch-2"}),
                ("clippers", "take 2x", {"card": "2x"})):
            self.assertEqual(dict(self.ask(
                "SELECT name, value FROM args JOIN acts USING (act) WHERE "
                "kind = ? AND words = ?", kind, words)), want)
        for act, words in self.ask(
                "SELECT act, words FROM acts WHERE kind = 'claim' AND verb = "
                "'stow'"):
            self.assertEqual(
                dict(self.ask("SELECT name, value FROM args WHERE act = ?",
                              act)),
                {k: int(v) for k, v in re.findall(r"(\w+)=(\d+)", words)})
        self.assertGreater(self.ask(
            "SELECT count(*) FROM args JOIN acts USING (act) WHERE verb = "
            "'loan' AND name = 'amount' AND typeof(value) = 'integer'"),
            [(0,)])
        self.assertEqual(self.ask("SELECT count(*) FROM args WHERE name = ''"),
                         [(0,)])
        for kind in GAMES:  # a row each of acts that are the same
            self.assertEqual(self.ask(
                "SELECT count(*) - count(DISTINCT words) FROM acts WHERE "
                "kind = ? AND doer = 'seat'", kind), [(0,)])

    CARDS = (
        "SELECT kind, card, count(*), round(sum(share), 6), "
        "round(sum(1.0 / g.seats), 6), sum(score) FROM (SELECT DISTINCT "
        "game, e.seat, replace(substr(words, length(verb) + 2, "
        "instr(substr(words, length(verb) + 2) || ' ', ' ')), ' ', '') "
        "AS card FROM events e JOIN acts USING (act) WHERE stands AND "
        "verb IN ('play', 'take', 'charter')) JOIN seats USING (game, "
        "seat) JOIN games g USING (game) WHERE share IS NOT NULL "
        "GROUP BY kind, card")

    def cards(self, db=None):
        return self.ask(
            "SELECT kind, card, seats, round(share, 6), round(even, 6), "
            "points FROM cards ORDER BY kind, card", db=db)

    def test_cards(self):
        """The sums are those of the other tables, and nothing of a game that
        is not over is in them."""
        want = self.ask(self.CARDS)
        self.assertEqual(self.cards(), want)
        self.assertGreater(len(want), 50)
        self.assertEqual(len({row[0] for row in want}), 3)
        folder = self.path("cut")
        shutil.copytree(self.logs, folder)
        for path in self.paths:
            text = read(path)
            name = os.path.relpath(path, self.logs).replace(os.sep, "-")
            write(os.path.join(folder, name), text[:text.index("\n%end") + 1])
        db = self.path("cut.db")
        self.assertEqual(run("log", "db", folder, "--out", db),
                         (0, db + ": 80 games\n", ""))
        self.assertEqual(self.ask("SELECT count(*) FROM games WHERE ending = "
                                  "'open'", db=db), [(40,)])
        self.assertEqual(self.cards(db), want)

    def test_schema_is_told(self):
        """Each table and view of the file stands in the manual page, and each
        column but those of figures."""
        page = read(os.path.join(SRC, "man", "paquebot-logdb.5"))
        words = set(re.findall(r"[a-z_]+", page))
        for name, sql in self.ask("SELECT name, sql FROM sqlite_schema WHERE "
                                  "type IN ('table', 'view') AND name NOT "
                                  "LIKE 'sqlite%'"):
            self.assertIn(name, words)
            if sql.startswith("CREATE TABLE") and "figures" not in name:
                for column, comment in re.findall(r"^  ([a-z]+) (.*)$", sql,
                                                  re.M):
                    self.assertIn(column, words)

    def test_examples_of_the_page(self):
        page = read(os.path.join(SRC, "man", "paquebot-logdb.5"))
        examples = re.findall(r"^(SELECT.*?;)$", page, re.M | re.S)
        self.assertEqual(len(examples), 2)
        money = self.ask(examples[0].replace("game = 7", "game = 11"))
        self.assertEqual(len(money), 1)
        goods = self.ask(examples[1])
        self.assertEqual({row[0] for row in goods},
                         {"toys", "barley", "cocoa", "potatoes"})

    def test_whole_and_private(self):
        self.assertEqual(self.ask("PRAGMA integrity_check"), [("ok",)])
        self.assertEqual(self.ask("PRAGMA foreign_key_check"), [])
        self.assertEqual(stat.S_IMODE(os.stat(self.db).st_mode), 0o600)
        self.assertEqual([name for name in os.listdir(self.dir)
                          if name.startswith("games.db.")], [])


class Csv(Case):
    def test_same_rows(self):
        where = self.path("csv")
        code, out, err = run("log", "db", self.logs, "--csv", "--out", where)
        self.assertEqual((code, out, err), (0, where + ": 40 games\n", ""))
        tables = [t for (t,) in self.ask(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name "
            "NOT LIKE 'sqlite%'")]
        self.assertEqual(sorted(os.listdir(where)),
                         sorted(t + ".csv" for t in tables))
        for table in tables:
            with open(os.path.join(where, table + ".csv"), newline="",
                      encoding="utf-8") as f:
                rows = list(csv.reader(f, strict=True))
            self.assertEqual(sorted(rows[1:]), sorted(
                ["" if v is None else "%s" % float("%.15g" % v)
                 if isinstance(v, float) else str(v) for v in row]
                for row in self.ask(f"SELECT * FROM {table}")))
        code, out, err = run("log", "db", self.logs, "--csv", "--out", where)
        self.assertEqual((code, out), (73, ""))
        self.assertIn("is there", err)
        self.assertEqual([n for n in os.listdir(self.dir)
                          if n.startswith("csv")], ["csv"])

    def test_folders(self):
        """One with a slash behind it is what it is without; one that cannot
        be is named before a log is read."""
        good = self.paths[0]
        empty = self.path("empty")
        os.mkdir(empty)
        for folder in empty, self.path("new"):
            self.assertEqual(run("log", "db", good, "--csv", "--out",
                                 folder + "//"),
                             (0, folder + ": 1 games\n", ""))
            self.assertIn("games.csv", os.listdir(folder))
        for folder in empty + "/", good, self.path("none/new"):
            code, out, err = run("log", "db", self.path("gone"), "--csv",
                                 "--out", folder)
            self.assertEqual((code, out), (73, ""), folder)
            self.assertNotIn("gone", err)


class Stream(Case):
    """Many games in one file."""

    def test_the_same(self):
        many = write(self.path("many.turnlog"),
                     "".join(read(p) for p in self.paths))
        code, out, _ = run("log", "check", many)
        self.assertEqual(code, 0)
        single = run("log", "check", *self.paths)[1]
        line, said = 1, []
        for path, text in zip(self.paths, single.splitlines(), strict=True):
            said.append("%s:%d%s\n" % (many, line, text[len(path):]))
            line += read(path).count("\n")
        self.assertEqual(out, "".join(said))
        db = self.path("stream.db")
        self.assertEqual(run("log", "db", many, "--out", db)[0], 0)
        for table in ("seats", "events", "acts", "args", "figures_claim"):
            self.assertEqual(self.ask(f"SELECT * FROM {table}"),
                             self.ask(f"SELECT * FROM {table}", db=db))
        self.assertEqual(run("log", "db", "-", "--out", db,
                             stdin=read(many))[0], 0)
        self.assertEqual(self.ask("SELECT count(*) FROM games", db=db),
                         [(40,)])
        self.assertEqual(run("log", "stats", many, "--json"),
                         run("log", "stats", self.logs, "--json"))

    def test_wrong_in_the_middle(self):
        """It is named by the line of the file, and the others count."""
        texts = [read(p) for p in self.paths[:3]]
        lines = texts[1].split("\n")
        at = next(i for i, line in enumerate(lines)
                  if re.match(r"2\d p", line))
        lines[at] = re.sub(r" (p\d) .*", r" \1 dance", lines[at])
        many = write(self.path("middle.turnlog"), texts[0] + "\n".join(lines)
                     + texts[2])
        number = texts[0].count("\n") + at + 1
        db = self.path("middle.db")
        code, out, err = run("log", "db", many, "--out", db)
        self.assertEqual((code, out), (65, "%s: 2 games, 1 logs passed over\n"
                                       % db))
        self.assertEqual(err, "paquebot log db: %s:%d: not a move in canonical "
                         "form\n" % (many, number))
        self.assertEqual(self.ask("SELECT line FROM games", db=db),
                         [(1,), (1 + texts[0].count("\n") + len(lines) - 1,)])
        code, out, _ = run("log", "check", many)
        self.assertEqual(code, 65)
        self.assertIn("%s:%d: not a move" % (many, number), out)


class Hostile(Case):
    def made(self, text, *more):
        path = write(self.path("hostile.turnlog"), text)
        db = self.path("hostile.db")
        code, _, err = run("log", "db", path, *more, "--out", db)
        return code, err, db

    def test_words_are_no_sql(self):
        text = read(self.paths[0])
        name = "Robert'); DROP TABLE games;-- \"x\" ,é☃"
        text = re.sub(r"Seat-p1: .*", "Seat-p1: " + name, text)
        text = re.sub(r"Id: .*", "Id: '; DELETE FROM seats; --", text)
        code, err, db = self.made(text)
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(self.ask("SELECT name FROM seats WHERE seat = 1",
                                  db=db), [(name,)])
        self.assertEqual(self.ask("SELECT id FROM games", db=db),
                         [("'; DELETE FROM seats; --",)])
        where = self.path("hostile-csv")
        self.assertEqual(run("log", "db", self.path("hostile.turnlog"),
                             "--csv", "--out", where)[0], 0)
        with open(os.path.join(where, "seats.csv"), newline="",
                  encoding="utf-8") as f:
            self.assertEqual(next(csv.DictReader(f))["name"], name)

    def test_rot(self):
        good = self.paths[1]
        text = read(self.paths[0])
        for rotten in (text.replace("Game: ", "Game: \0"), text[:-40], "",
                       "\0" * 5000, "%turnlog 1\n" * 500, text + text[300:],
                       text.replace("Seats: p1", "Seats: p1 p9"),
                       "Game: x\n" + text):
            code, err, db = self.made(rotten, good)
            self.assertEqual(code, 65, rotten[:60])
            self.assertIn(self.path("hostile.turnlog"), err)
            self.assertEqual(self.ask("SELECT source FROM games", db=db)[-1],
                             (good,))

    def test_copy_is_passed_over(self):
        code, copy, _ = run("log", "redact", self.paths[0], "--as", "p1")
        self.assertEqual(code, 0)
        code, err, _ = self.made(copy, self.paths[1])
        self.assertEqual(code, 65)
        self.assertIn("copy", err)

    def test_long_words(self):
        """A line for the shuffle of 30,000 bytes, and many of them."""
        text = read(self.paths[0])
        said = "x" * 30000
        text = re.sub(r"(! entropy p\d) .*", r'\1 "%s"' % said, text)
        code, _, db = self.made(text)
        self.assertEqual(code, 0)
        self.assertIn((said,), self.ask("SELECT value FROM args WHERE name = "
                                        "'text'", db=db))

    def test_running_and_cancelled(self):
        text = read(self.paths[5])
        lines = text[:text.index("\n# ")].split("\n")
        code, _, db = self.made("\n".join(lines) + "\n")
        self.assertEqual(code, 0)
        self.assertEqual(self.ask("SELECT ending FROM games", db=db),
                         [("open",)])
        self.assertEqual(self.ask("SELECT DISTINCT score, rank, share FROM "
                                  "seats", db=db), [(None, None, None)])
        self.assertEqual(self.ask("SELECT * FROM scores", db=db), [])
        lines = lines[:60]
        lines.append("%d ! cancel" % (int(lines[-1].split()[0]) + 1))
        code, err, db = self.made("\n".join(lines) + "\n%end cancelled\n")
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(self.ask("SELECT ending FROM games", db=db),
                         [("cancelled",)])

    def test_places(self):
        """What cannot be read or written, and what stays."""
        good = self.paths[0]
        db = self.path("kept.db")
        shutil.copy(self.db, db)
        self.assertEqual(run("log", "db", self.path("none"), "--out",
                             self.path("n.db"))[0], 66)
        self.assertEqual(run("log", "db", good, "--out",
                             self.path("none/t.db"))[0], 73)
        self.assertEqual(run("log", "db", good, "--out", self.dir)[0], 73)
        self.assertEqual(run("log", "db", good, "--out", "/dev/null")[0], 73)
        self.assertEqual(run("log", "db", good)[0], 64)
        self.assertEqual(run("log", "db", "--out", db)[0], 64)
        full = subprocess.run(
            ["bash", "-c", "ulimit -f 8; trap '' XFSZ; exec \"$@\"", "sh",
             TOOL, "log", "db", self.logs, "--out", db], env=ENV,
            capture_output=True, text=True, check=False)
        self.assertEqual(full.returncode, 74, full.stderr)
        with open(db, "rb") as f, open(self.db, "rb") as g:
            self.assertEqual(f.read(), g.read())
        self.assertEqual([n for n in os.listdir(self.dir)
                          if n.startswith("kept.db.")], [])
        self.assertEqual(run("log", "db", good, "--out", db)[0], 0)
        link = self.path("link")
        os.symlink(self.logs, link)
        inner = self.path("folder")
        os.mkdir(inner)
        os.symlink(inner, os.path.join(inner, "round.turnlog"))
        self.assertEqual(run("log", "db", inner, link, "--out", db)[1],
                         db + ": 40 games\n")

    def test_replaced(self):
        """A library, an empty file, and nothing else."""
        good = self.paths[0]
        club = self.path("club.db")
        base = sqlite3.connect(club)
        base.execute("CREATE TABLE game (id)")
        base.close()
        link = self.path("club-link.db")
        os.symlink(club, link)
        for path in (club, link, write(self.path("note"), "mine"),
                     shutil.copy(good, self.path("a.turnlog"))):
            with open(path, "rb") as f:
                before = f.read()
            self.assertEqual(run("log", "db", good, "--out", path), (
                73, "", "paquebot log db: %s is there, and no library: name "
                "another file\n" % (club if path == link else path)))
            with open(path, "rb") as f:
                self.assertEqual(f.read(), before)
        self.assertTrue(os.path.islink(link))
        for path in (write(self.path("empty.db"), ""), self.path("new.db")):
            for _ in range(2):
                self.assertEqual(run("log", "db", good, "--out", path),
                                 (0, "%s: 1 games\n" % path, ""))
        to = self.path("library-link.db")
        os.symlink("new.db", to)
        before = os.stat(path).st_ino
        self.assertEqual(run("log", "db", good, "--out", to)[0], 0)
        self.assertEqual(os.readlink(to), "new.db")
        self.assertNotEqual(os.stat(path).st_ino, before)
        os.symlink("/dev/null", self.path("null"))
        os.symlink("no-such.db", self.path("nowhere"))
        for to in self.path("null"), self.path("nowhere"):
            self.assertEqual(run("log", "db", good, "--out", to)[:2],
                             (73, ""))
            self.assertTrue(os.path.islink(to))
        base = sqlite3.connect(path)
        base.execute("PRAGMA user_version = 1")
        base.close()
        self.assertEqual(run("log", "db", good, "--out", path)[0], 0)

    def test_names_of_files(self):
        """A name that is no text of one line is passed over, not changed."""
        folder = self.path("names")
        os.mkdir(folder)
        good = os.path.join(folder, "\u00e9 \u2603.turnlog")
        for name in (good, folder + "/two\nlines.turnlog",
                     os.fsencode(folder) + b"/bad\xff.turnlog"):
            shutil.copy(self.paths[0], name)
        code, out, err = run("log", "find", "seats=2", folder,
                             errors="surrogateescape")
        self.assertEqual((code, out), (65, good + " antwerp %s\n" % re.search(
            "Id: (.*)", read(good))[1]))
        for name in "two\nlines", "bad\udcff":
            self.assertIn("%s/%s.turnlog:1: the file's name is no text of one "
                          "line\n" % (folder, name), err)
        db = self.path("names.db")
        self.assertEqual(run("log", "db", folder, "--out", db,
                             errors="replace")[:2],
                         (65, db + ": 1 games, 2 logs passed over\n"))
        self.assertEqual(self.ask("SELECT source FROM games", db=db),
                         [(good,)])

    def test_interrupted(self):
        """Nothing is left of it, which has the secrets of running games."""
        db = self.path("broken-off.db")
        def left():
            return [n for n in os.listdir(self.dir)
                    if n.startswith("broken-off.db")]

        for sign in signal.SIGTERM, signal.SIGINT, signal.SIGHUP:
            with subprocess.Popen(
                    [TOOL, "log", "db", "-", "--out", db], env=ENV,
                    stdin=subprocess.PIPE, preexec_fn=lambda: signal.signal(
                        signal.SIGINT, signal.SIG_DFL)) as tool:
                for _ in range(500):
                    if left():
                        break
                    time.sleep(0.02)
                self.assertEqual(len(left()), 1)
                time.sleep(0.2)
                tool.send_signal(sign)
                self.assertEqual(tool.wait(), -sign)
            self.assertEqual(left(), [])
        full = subprocess.run(
            ["bash", "-c", "ulimit -c 0 -f 8; exec \"$@\"", "sh", TOOL,
             "log", "db", self.logs, "--out", db], env=ENV, check=False,
            capture_output=True)
        self.assertEqual(full.returncode, os.EX_IOERR)
        self.assertEqual(left(), [])

    def test_unreadable_after_a_wrong_one(self):
        """A file that the disk does not give keeps a library from being
        written, whatever was wrong before."""
        good = self.paths[0]
        bad = write(self.path("wrong-first.turnlog"), "mine")
        db = self.path("disk.db")
        self.assertEqual(run("log", "db", good, "--out", db)[0], 0)
        with open(db, "rb") as f:
            before = f.read()
        code, out, err = run("log", "db", bad, good, "/proc/self/mem",
                             "--out", db)
        self.assertEqual((code, out), (74, ""))
        self.assertIn("/proc/self/mem", err)
        with open(db, "rb") as f:
            self.assertEqual(f.read(), before)

    def test_nothing_to_write(self):
        """The library that was there stays."""
        db = self.path("stays.db")
        good = self.paths[0]
        self.assertEqual(run("log", "db", good, "--out", db)[0], 0)
        folder = self.path("no-logs")
        os.mkdir(folder)
        bad = write(self.path("bad.turnlog"), "mine")
        gone = self.path("gone")
        for code, what, logs in (
                (66, "no game was found", [folder]),
                (65, "no game was found", [bad]),
                (66, "no game was found", [gone]),
                (66, "not all could be read", [good, gone]),
                (66, "not all could be read", [bad, good, gone])):
            for out, more in ((db, []), (self.path("new-csv"), ["--csv"])):
                said = run("log", "db", *logs, "--out", out, *more)
                self.assertEqual(said[:2], (code, ""))
                self.assertEqual(said[2].splitlines()[-1],
                                 "paquebot log db: %s: %s is not written"
                                 % (what, out))
        self.assertFalse(os.path.exists(self.path("new-csv")))
        self.assertEqual(self.ask("SELECT source FROM games", db=db),
                         [(good,)])


class Games(Case):
    """The logs as this file reads them itself."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.games = [cls.game(path) for path in cls.paths]

    @staticmethod
    def game(path):
        """A log as plain lists: moves that stand, with turn and round of the
        position they were made in, and facts by turn."""
        text = read(path)
        g = {"path": path, "kind": re.search(r"^Game: ([a-z-]+)", text,
                                             re.M)[1]}
        events = EVENT.findall(text)
        g["undone"] = any(who == "!" and words.startswith("undo ")
                          for _, who, words in events)
        g["scores"] = [int(n) for n in re.findall(
            r"p\d=(\d+)", re.search(r"^%end finished (.*)$", text, re.M)[1])]
        g["names"] = re.findall(r"^Seat-p\d: (.*)$", text, re.M)
        before, stands = {}, []
        for seq, who, words in events:
            before[seq] = list(stands)
            if who == "!" and words.startswith("undo "):
                stands = list(before[words.split()[1]])
            else:
                stands.append((int(seq), who, words))
        g["stands"] = stands
        g["facts"] = {}
        for line in run("log", "facts", path, "--each")[1].splitlines():
            each = json.loads(line)
            g["facts"][each["seq"]] = each["facts"]
        return g

    def won(self, g, seat):
        row = self.ask("SELECT rank FROM seats JOIN games USING (game) WHERE "
                       "source = ? AND seat = ?", g["path"], seat)
        return row[0][0] == 1


class Asked(Games):
    """`log find` against that."""

    def turns(self, g):
        """Of each event, its turn: of the tables, which test_figures tries."""
        return dict(self.ask("SELECT seq, turn FROM events JOIN games USING "
                             "(game) WHERE source = ?", g["path"]))

    def did(self, g, who, words, by_round=999):
        rounds = dict(self.ask("SELECT seq, round FROM events JOIN games USING"
                               " (game) WHERE source = ?", g["path"]))
        return sum(w == words or w.startswith(words + " ")
                   for seq, by, w in g["stands"]
                   if by == who and rounds[seq] <= by_round)

    def opened(self, g, seat, words):
        first = next(w for _, who, w in g["stands"] if who == "p%d" % seat)
        return first == words or first.startswith(words + " ")

    def figure(self, g, seat, name, turn):
        turns = self.turns(g)
        last = max(seq for seq, _, _ in g["stands"] if turns[seq] <= turn)
        return g["facts"][last]["seats"]["p%d" % seat][name]

    def expected(self):
        def seats(g):
            return range(1, 1 + len(g["scores"]))

        def kind(g, name):
            return g["kind"] == name

        return {
            "p1 won": lambda g: self.won(g, 1),
            'game=antwerp and p1 opened "load cocoa"':
                lambda g: kind(g, "antwerp") and
                self.opened(g, 1, "load cocoa"),
            "game=antwerp and anybody (opened load(good=cocoa) and won)":
                lambda g: kind(g, "antwerp") and any(
                    self.opened(g, s, "load cocoa") and self.won(g, s)
                    for s in seats(g)),
            "anybody (name=Anna and won) and ended >= 2026-01-01":
                lambda g: any(g["names"][s - 1] == "Anna" and self.won(g, s)
                              for s in seats(g)),
            "game=clippers and everybody score >= 50":
                lambda g: kind(g, "clippers") and min(g["scores"]) >= 50,
            "game=atlantic-star and anybody (money >= 20000 at turn 20 and "
            "won)":
                lambda g: kind(g, "atlantic-star") and
                max(self.turns(g).values()) >= 20 and any(
                    self.figure(g, s, "money", 20) >= 20000 and
                    self.won(g, s) for s in seats(g)),
            "game=claim and anybody (score <= 10 at turn 30 and won)":
                lambda g: kind(g, "claim") and
                max(self.turns(g).values()) >= 30 and any(
                    self.figure(g, s, "score", 30) <= 10 and self.won(g, s)
                    for s in seats(g)),
            "game=claim and chance did roll(red=6, green=6)":
                lambda g: kind(g, "claim") and any(
                    who == "-" and w.endswith(" red=6 green=6")
                    for _, who, w in g["stands"]),
            "anybody (did exchange 3 times by round 20 and not won)":
                lambda g: any(
                    self.did(g, "p%d" % s, "exchange", 20) >= 3 and
                    not self.won(g, s) for s in seats(g)),
            "seats=2 and turns > 100 and not operator did undo":
                lambda g: len(seats(g)) == 2 and not g["undone"] and
                max(self.turns(g).values()) > 100,
        }

    def find(self, question, *more, db=None):
        code, out, err = run("log", "find", question, db or self.db, *more)
        self.assertEqual((code, err), (0, ""), question)
        return [line.split(" ")[0] for line in out.splitlines()]

    def test_questions_of_the_page(self):
        page = read(os.path.join(SRC, "man", "paquebot-logdb.5"))
        block = re.search(r"What is asked first:\n\.Bd.*?\n(.*?)\n\.Ed", page,
                          re.S)[1].split("\n")
        want = self.expected()
        self.assertEqual(block, list(want))
        some = 0
        for question in block:
            found = self.find(question)
            self.assertEqual(
                found, [g["path"] for g in self.games if want[question](g)],
                question)
            some += 0 < len(found) < len(self.games)
            self.assertEqual(
                run("log", "find", question, self.db, "--count")[1],
                "%d of 40 games\n" % len(found))
        self.assertGreaterEqual(some, 9)

    def test_rules(self):
        """That words join as the grammar says."""
        every = self.find("seats >= 0")
        self.assertEqual(every, self.paths)
        for one, same in (
                ("not p1 won", "p1 not won"),
                ("not (p1 won or p2 won)", "not p1 won and not p2 won"),
                ("game=claim or game=antwerp and p1 won",
                 "game=claim or (game=antwerp and p1 won)"),
                ("everybody score >= 20", "not anybody score < 20"),
                ("p1 (won and did end)", "p1 won and p1 did end"),
                ("p1 did load(good=cocoa, place=S1)",
                 'p1 did "load cocoa S1"'),
                ("p1 did load(good=cocoa)", 'p1 did "load cocoa"'),
                ("chance did roll(red>=6)", "chance did roll(red=6)"),
                ("p1 score >= 30 ever", "p1 (score >= 30 ever or score < 0)"),
                ("p1 did end 12 times from turn 3 by turn 50",
                 "p1 did end 12 times by turn 50 from turn 3"),
                ("p1 rank = 1", "p1 won"), ("turns<=80", "not turns>80"),
                ('game="claim"', "game=claim"),
                ("game!=claim", "not game=claim"),
                ("ended >= 2026-11-21 and ended <= 2026-11-21",
                 "ended > 2026-11-20 and ended < 2026-11-22")):
            found = self.find(one)
            self.assertEqual(found, self.find(same), one)
            self.assertNotIn(found, ([], every) if "ended" not in one else
                             ([],), one)
        for never in ("p6 score >= 0", "p3 won and seats=2", "ending=open",
                      "id=\"' OR 1=1 --\"", 'p1 did "load coco"',
                      "p1 did load(good=\"x' OR 'a'='a\")",
                      "p4 score < 0", "ended < 2026-11-21",
                      "p1 did end 9999 times", "p1 did end by turn 0",
                      "option.reveal=yes", 'p1 opened "load * S1"'):
            self.assertEqual(self.find(never), [], never)

    def test_turns(self):
        """Nothing is so of a turn that a game never had."""
        turns = sorted(n for (n,) in self.ask("SELECT turns FROM games"))
        n = turns[len(turns) // 2]
        want = self.find("turns >= %d" % n)
        self.assertTrue(0 < len(want) < 40)
        for question in "p1 score >= 0", "not p1 score < -1":
            found = self.find(question + " at turn %d" % n)
            self.assertEqual(found, want if "not" not in question else
                             self.paths, question)
        self.assertEqual(self.find("turns < 20 and p1 score >= 0 at turn 20"),
                         [])

    def test_numbers(self):
        """As an argument, quoted or not, of all who do something."""
        undone = self.ask("SELECT words FROM acts WHERE verb = 'undo' LIMIT 1")
        n = undone[0][0].split()[1]
        self.assertEqual(self.ask(
            "SELECT DISTINCT name, typeof(value) FROM acts JOIN args USING "
            "(act) WHERE words = ?", undone[0][0]), [("number", "integer")])
        said = write(self.path("said.turnlog"), re.sub(
            r"(! entropy p\d) .*", r'\1 "77"', read(self.paths[0])))
        for question, db in (
                ("chance did roll(red=%s)", self.db),
                ("chance did roll(red!=%s)", self.db),
                ("chance did roll(red>=%s)", self.db),
                ("operator did undo(number=%s)", self.db),
                ("operator did entropy(text=%s)", said)):
            value = "77" if db == said else n if "undo" in question else "6"
            found = self.find(question % value, db=db)
            self.assertEqual(found, self.find(question % '"%s"' % value,
                                              db=db), question)
            self.assertNotEqual(found, [], question)

    def test_id(self):
        """Numbers in their order, and names by their length."""
        ids = ["1", "9", "10", "99", "100", "friends"]
        logs = [write(self.path("id-%s.turnlog" % i), re.sub(
            "Id: .*", "Id: " + i, read(self.paths[0]))) for i in ids]
        db = self.path("id.db")
        self.assertEqual(run("log", "db", *logs, "--out", db)[0], 0)
        for question, want in (
                ("id>=10", ids[2:]), ("id<100", ids[:4]), ("id=9", ["9"]),
                ("id!=9", ids[:1] + ids[2:]), ("id>9 and id<=99", ids[2:4]),
                ('id="friends"', ["friends"]), ("id<1", [])):
            found = self.find(question, db=db)
            self.assertEqual(found, [self.path("id-%s.turnlog" % i)
                                     for i in want], question)

    def test_wrong_questions(self):
        """Each is refused with the column, and nothing is asked."""
        for question, column in (
                ("game=ludo", 6), ('game != "Antwerp"', 9), ("ending=done", 8),
                ("", 1), ("won", 1), ("p1", 3), ("p1 won and", 11),
                ("p1 won p2 won", 8), ("(p1 won", 8), ("p1 wonder = 3", 4),
                ("game", 5), ("game=", 6), ("seats=two", 7),
                ("p1 money >= many", 13), ("p1 did", 7), ("p1 did load(", 13),
                ("p1 did load(good)", 17), ("p1 did load(good=)", 18),
                ("p1 did load 3", 14), ("p1 did load in 3", 16),
                ('game="x', 6), ("game!x", 5), ("ended = 2026-01-01", 9),
                ("ended >= soon", 10), ("p7 won", 1), ("p1 won; DROP", 4),
                ("p1 \"score\" >= 3", 4), ("p1 game = 3", 4),
                ("(" * 100 + "p1 won" + ")" * 100, 41), ("p1 won\x01", 7)):
            code, out, err = run("log", "find", question, self.db)
            self.assertEqual((code, out), (64, ""), question)
            self.assertTrue(err.startswith(
                "paquebot log find: column %d: " % column), (question, err))
        for question, says in (
                ("seats=two", "two: a number"), ("p1 won and", "the end: a"),
                ("p1 mony > 3 at turn 2", "mony: no figure of any game"),
                ("p1 did load(good)", "): = != <"), ("game=ludo", "ludo: no "),
                ('seats="3 or', '"3 or: a quote'), ("p1 won\x01", "a byte"),
                ('p1 "won" ', '"won": a fact of'), ('id=1 "', '": a quote'),
                ("p1 won " + "\u00e9" * 30, "\u00e9" * 20 + ": and or"),
                ("p1 won " + "x" * 99, "x" * 40 + ": and or")):
            err = run("log", "find", question, self.db)[2]
            self.assertRegex(err, "^paquebot log find: column [0-9]+: " +
                             re.escape(says))
        code, _, err = run("log", "find", "p1 won or " * 3000 + "p1 won",
                           self.db)
        self.assertEqual(code, 64)
        self.assertIn("too long", err)
        code, _, err = run("log", "find", "seats=2 or " * 800 + "seats=2",
                           self.db)
        self.assertEqual(code, 64)

    def test_words_of_no_game(self):
        """A slip is no question that nothing is true of: the word is named. It
        is one of the game that stands beside it, or of any."""
        ant = "game=antwerp and "
        for question, says in (
                (ant + "p1 did laod", "laod: no verb of seats in antwerp"),
                (ant + 'p1 opened "laod cocoa"',
                 '"laod cocoa": no verb of seats in antwerp'),
                ('p1 opened "laod cocoa" and game=antwerp',
                 '"laod cocoa": no verb of seats in antwerp'),
                (ant + "p1 did stow", "stow: no verb of seats in antwerp"),
                ("p1 did laod", "laod: no verb of seats in any game"),
                ("game=claim or p1 did laod", "laod: no verb of seats in "
                 "any game"),
                (ant + "p1 did load(god=cocoa)",
                 "god: no argument of load in antwerp"),
                ("anybody (won and did load(god=1)) and seats=2",
                 "god: no argument of load in any game"),
                (ant + "option.lay=2", "option.lay: no option of antwerp"),
                ("option.lai=2", "option.lai: no option of any game"),
                (ant + "(p5 won or p6 won)", "p5: no seat of antwerp"),
                ("(game=antwerp) and p5 won", "p5: no seat of antwerp"),
                ("game=antwerp and (seats=2) and p5 won",
                 "p5: no seat of antwerp"),
                ("not (game=antwerp and not p5 won)",
                 "p5: no seat of antwerp"),
                ("game=claim and game!=antwerp and p1 did sail",
                 "sail: no verb of seats in claim"),
                ("chance did load", "load: no verb of chance in any game"),
                ("game=antwerp and chance did roll",
                 "roll: no verb of chance in antwerp"),
                ("operator did load",
                 "load: no verb of the operator in any game"),
                ("game=claim and p1 money > 3",
                 "money: no figure of claim"),
                ("game=claim and (game=antwerp or p1 did sail) and seats=2",
                 "sail: no verb of seats in claim")):
            self.assertEqual(
                run("log", "find", question, self.db),
                (64, "", "paquebot log find: column %d: %s\n" % (
                    1 + question.rindex(says.split(": ")[0]), says)), question)
        for question in (
                "p1 did load and p1 did stow", "p6 did load", "option.lay=3",
                "not game=antwerp and p1 did stow and game!=clippers",
                "(game=antwerp or game=claim) and p1 did stow(blue=99)",
                "game=antwerp and p1 did load or p1 did stow and seats=9",
                "game=clippers and option.lay=3 or option.order=x",
                "operator did set-clock(p9=x)", "game=claim or p5 score < -1",
                "game=antwerp and (game=claim and p1 did stow or seats=2)",
                "game=antwerp and option.reveal=maybe and p1 did load(good=x)"):
            self.assertEqual(run("log", "find", question, self.db)[::2],
                             (0, ""), question)

    def test_words_of_the_games(self):
        """Every verb, argument and figure that a library has is known where
        none of its games is: of a library with one other game."""
        for kind in GAMES:
            path = next(p for p in self.paths if kind not in p)
            for doer, verb in self.ask("SELECT DISTINCT doer, verb FROM acts "
                                       "WHERE kind = ?", kind):
                who = "p1" if doer == "seat" else doer
                names = [name for (name,) in self.ask(
                    "SELECT DISTINCT name FROM args JOIN acts USING (act) "
                    "WHERE kind = ? AND doer = ? AND verb = ?", kind, doer,
                    verb)]
                args = ", ".join("%s=1" % name for name in names)
                question = "game=%s and %s did %s%s" % (
                    kind, who, verb, "(%s)" % args if args else "")
                self.assertEqual(run("log", "find", question, path),
                                 (0, "", ""), question)
            for (name,) in self.ask(
                    "SELECT name FROM pragma_table_info(?) WHERE name NOT IN "
                    "('game', 'turn', 'seat')",
                    "figures_" + kind.replace("-", "_")):
                self.assertEqual(run(
                    "log", "find", "game=%s and p1 %s >= 0 ever" %
                    (kind, name), path), (0, "", ""), name)
        claim = next(p for p in self.paths if "claim" in p)
        page = read(os.path.join(SRC, "man", "paquebot-logdb.5"))
        block = re.search(r"What is asked first:\n\.Bd.*?\n(.*?)\n\.Ed", page,
                          re.S)[1].split("\n")
        for question in (*block, "p1 products_fries >= 0 ever",
                         "p1 money > 3 or seats=9"):
            self.assertEqual(run("log", "find", question, claim)[::2],
                             (0, ""), question)
        for question in ("p1 products_chips > 0", "p1 ships_rhea > 0",
                         "game=antwerp and p1 money > 0"):
            self.assertEqual(run("log", "find", question, claim)[:2],
                             (64, ""), question)

    def test_of_logs(self):
        self.assertEqual(self.find("p1 won", db=self.logs),
                         self.find("p1 won"))
        many = write(self.path("some.turnlog"),
                     "".join(read(p) for p in self.paths[:3]))
        second = 1 + read(self.paths[0]).count("\n")
        third = second + read(self.paths[1]).count("\n")
        found = self.find("seats=2", db=many)
        self.assertEqual(found, ["%s:%d" % (many, line)
                                 for line in (1, second, third)])
        for name in found:  # as such it is shown
            self.assertEqual(run("log", "show", name)[0], 0, name)
        broken = write(self.path("broken.turnlog"), read(many)[:-50])
        code, out, err = run("log", "find", "seats=2", "--count", broken)
        self.assertEqual((code, out), (65, "2 of 2 games\n"))
        self.assertIn(broken, err)

    def test_no_library(self):
        other = self.path("other.db")
        base = sqlite3.connect(other)
        base.execute("CREATE TABLE games (x)")
        base.commit()
        base.close()
        code, _, err = run("log", "find", "p1 won", other)
        self.assertEqual(code, 65)
        self.assertIn("not made by", err)
        code, _, err = run("log", "find", "p1 won", other, self.logs)
        self.assertEqual(code, 64)
        with open(self.db, "rb") as f:
            raw = f.read()
        for at in (30, 4096, 20000, len(raw) // 2):
            rot = self.path("rot.db")
            with open(rot, "wb") as f:
                f.write(raw[:at] + b"\xff" * 3000 + raw[at + 3000:])
            self.assertIn(run("log", "find", "p1 won", rot,
                              errors="replace")[0], (0, 65, 74))
            with open(rot, "wb") as f:
                f.write(raw[:at])
            self.assertIn(run("log", "find", "p1 won", rot)[0], (65, 74))


class Tree(Games):
    def test_counts(self):
        for kind in GAMES:
            games = [g for g in self.games if g["kind"] == kind]
            count = collections.Counter()
            won = collections.defaultdict(float)
            for g in games:
                moves = [(who, w) for _, who, w in g["stands"]
                         if who[0] == "p"][:2]
                share = self.ask("SELECT share FROM seats JOIN games USING "
                                 "(game) WHERE source = ? AND seat = 1",
                                 g["path"])[0][0]
                for line in (), tuple(moves[:1]), tuple(moves):
                    count[line] += 1
                    won[line] += share
            code, out, err = run("log", "tree", kind, self.db, "--json",
                                 "--depth", "2")
            self.assertEqual((code, err), (0, ""))
            found, line, before = {}, [], None
            for node in map(json.loads, out.splitlines()):
                line = line[:max(0, node["depth"] - 1)]
                if node["depth"] > 0:
                    line.append(("p%d" % node["seat"], node["move"]))
                found[tuple(line)] = node["games"]
                self.assertEqual(node["games"], node["finished"])
                self.assertAlmostEqual(node["won_thousandths"][0] / 1000,
                                       won[tuple(line)], places=2)
                if before and before["depth"] == node["depth"]:
                    self.assertGreaterEqual(before["games"], node["games"])
                before = node
            self.assertEqual(found, dict(count))

    def test_secret(self):
        """What the others could not know of when it was done, as a standing
        order, is no move: not the opening, nor a tree's first."""
        path = next(p for p in self.paths if "antwerp/3" in p)
        lines, add = [], 0
        for line in read(path).splitlines():
            event = re.match(r"(\d+) (p1)?", line)
            if event and event[2] and not add:
                lines.append(event[1] + " p1 standing double-yield off")
                first, add = line.split(" p1 ")[1], 1
            if event:
                line = str(int(event[1]) + add) + line[len(event[1]):]
            if line[0:1] != "#":
                lines.append(line)
        path = write(self.path("secret.turnlog"), "\n".join(lines) + "\n")
        self.assertEqual(run("log", "check", path)[0], 0)
        db = self.path("secret.db")
        self.assertEqual(run("log", "db", path, "--out", db)[0], 0)
        self.assertEqual(self.ask("SELECT nth, stands FROM events JOIN acts "
                                  "USING (act) WHERE verb = 'standing'",
                                  db=db), [(None, 1)])
        self.assertEqual(self.ask("SELECT words FROM acts JOIN seats ON act = "
                                  "opening WHERE seat = 1", db=db), [(first,)])
        moves, counted = [self.ask(sql, db=db) for sql in (
            "SELECT seat, count(*) FROM moves GROUP BY seat",
            "SELECT seat, moves FROM seats")]
        self.assertEqual(moves, counted)
        out = run("log", "tree", "antwerp", db, "--depth", "1", "--json")[1]
        self.assertEqual([json.loads(line).get("move") for line in
                          out.splitlines()], [None, first])
        self.assertIn(first, run("log", "stats", "--by", "opening", db)[1])
        found = {q: run("log", "find", q, db, "--count")[1][0] for q in (
            'p1 opened "%s"' % first, "p1 opened standing",
            "p1 did standing")}
        self.assertEqual(list(found.values()), ["1", "0", "1"])

    def test_options(self):
        code, out, _ = run("log", "tree", "claim", self.db, "--seats", "3",
                           "--depth", "1", "--least", "2")
        self.assertEqual(code, 0)
        lines = out.splitlines()
        self.assertRegex(lines[1], r"^ +5  100.0% .*  claim$")
        for line in lines[2:]:
            self.assertGreaterEqual(int(line.split()[0]), 2)
        code, out, _ = run("log", "tree", "claim", self.logs, "--depth", "1")
        self.assertEqual(out, run("log", "tree", "claim", self.db, "--depth",
                                  "1")[1])
        for wrong in (["ludo"], ["claim", "--depth", "0"],
                      ["claim", "--depth", "13"], ["claim", "--seats", "9"]):
            self.assertEqual(run("log", "tree", *wrong, self.db)[0], 64)



class Tally(Games):
    """`log stats --by`, and many games written into one file."""

    def tally(self, by, *more):
        code, out, err = run("log", "stats", "--by", by, "--json", self.db,
                             *more)
        self.assertEqual((code, err), (0, ""))
        return {(t["game"], t["what"]): t
                for t in map(json.loads, out.splitlines())}

    def share(self, g, seat):
        return self.ask("SELECT share FROM seats JOIN games USING (game) "
                        "WHERE source = ? AND seat = ?", g["path"], seat)[0][0]

    def compare(self, found, what):
        """what(g, seat): what that seat counts for."""
        seats, won, even, points = (collections.Counter() for _ in range(4))
        for g in self.games:
            for s, score in enumerate(g["scores"], 1):
                for key in what(g, s):
                    seats[g["kind"], key] += 1
                    won[g["kind"], key] += 1000 * self.share(g, s)
                    even[g["kind"], key] += 1000 / len(g["scores"])
                    points[g["kind"], key] += score
        self.assertEqual(set(found), set(seats))
        for key, t in found.items():
            self.assertEqual((t["seats"], t["points"]),
                             (seats[key], points[key]), key)
            self.assertAlmostEqual(t["won_thousandths"], won[key], delta=1)
            self.assertAlmostEqual(t["even_thousandths"], even[key], delta=1)

    def test_by(self):
        self.compare(self.tally("seat"), lambda g, s: ["p%d" % s])
        self.compare(self.tally("seats"), lambda g, s: [
            "%d seats, p%d" % (len(g["scores"]), s)])
        self.compare(self.tally("opening"), lambda g, s: [
            next(w for _, who, w in g["stands"] if who == "p%d" % s)])
        verbs = ("play", "take", "charter")
        self.compare(self.tally("card"), lambda g, s: {
            w.split()[1] for _, who, w in g["stands"]
            if who == "p%d" % s and w.split()[0] in verbs})
        self.assertEqual(self.tally("option"), {})
        only = self.tally("seat", "--game", "claim")
        self.assertEqual({game for game, _ in only}, {"claim"})

    def test_option(self):
        out = self.path("options")
        self.assertEqual(run("selfplay", "atlantic-star", "--seats", "2",
                             "--games", "3", "--option", "open=yes", "--out",
                             out)[0], 0)
        code, text, _ = run("log", "stats", "--by", "option", out)
        self.assertEqual(code, 0)
        self.assertEqual([line.split(None, 5)[1::4] for line in
                          text.splitlines()[1:]],
                         [["3", "open=yes, p1"], ["3", "open=yes, p2"]])
        self.assertEqual(run("log", "find", "option.open=yes", out,
                             "--count")[1], "3 of 3 games\n")

    def test_usage(self):
        for wrong in (["--by", "shoe"], ["--by", "seat", "--game", "ludo"],
                      ["--game", "claim"]):
            self.assertEqual(run("log", "stats", *wrong, self.db)[0], 64)

    def test_ratings_for_programs(self):
        code, out, _ = run("log", "stats", "--json", self.logs)
        self.assertEqual(code, 0)
        text = run("log", "stats", self.logs)[1]
        some = 0
        for player in json.loads(out)["players"]:
            for r in player["ratings"]:
                part = text.split("Ratings, " + r["game"])[1]
                line = "%5d  %s " % (r["rank"], player["name"])
                line = next(x for x in part.splitlines()
                            if x.startswith(line))
                self.assertIn("%.2f  (mu %.2f, sigma %.2f, " % (
                    r["rating"] / 100, r["mu"] / 100, r["sigma"] / 100), line)
                some += 1
        self.assertGreater(some, 4)

    def test_written(self):
        """fmt writes many games, reads them, and keeps comments."""
        some = []
        for i, path in enumerate(self.paths[:4]):
            text = read(path)
            at = text.index("\n# ") + 1
            some.append(write(self.path("in-%d.turnlog" % i),
                              text[:at] + "; a comment, %d\n" % i +
                              text[at:]))
        single = [run("log", "fmt", path)[1] for path in some]
        self.assertIn("\n; a comment, 3\n", single[3])
        many = self.path("all.turnlog")
        self.assertEqual(run("log", "fmt", "--out", many, *some),
                         (0, "", ""))
        self.assertEqual(read(many), "".join(single))
        self.assertEqual(run("log", "fmt", *some)[1], "".join(single))
        self.assertEqual(run("log", "fmt", "--check", many), (0, "", ""))
        write(many, "".join(single).replace("\n", "\r\n"))
        self.assertEqual(run("log", "fmt", "--check", many)[0], 65)
        self.assertEqual(run("log", "fmt", "--write", many)[0], 0)
        self.assertEqual(read(many), "".join(single))
        text = "".join(single)
        write(many, text.replace("\nSeats: p1 p2\n", "\nSeats: p1 p9\n"))
        number = text.split("\n").index("Seats: p1 p2") + 1
        code, out, err = run("log", "fmt", many)
        self.assertEqual((code, out), (65, ""))
        self.assertIn("%s:%d: " % (many, number), err)
        kept = write(self.path("kept.turnlog"), "mine")
        self.assertEqual(run("log", "fmt", "--out", kept, many)[0], 65)
        self.assertEqual(read(kept), "mine")
        self.assertEqual(run("log", "fmt", "--out", kept, "--check",
                             many)[0], 64)
        self.assertEqual(run("log", "fmt", "--out", self.db, *some)[::2],
                         (73, "paquebot log fmt: %s is a database: name "
                          "another file\n" % self.db))
        self.assertEqual(self.ask("SELECT count(*) FROM games"), [(40,)])

    def test_comments(self):
        """fmt keeps each comment, wherever it stands, in its order; those that
        stand where a log has none come to the nearest place in it."""
        logs = [run("log", "fmt", path)[1] for path in self.paths[:3]]
        long = "x" * 100000 + " \u00e9\u2603"
        texts = []
        for i, log in enumerate(logs):
            head, body = log.split("\n\n", 1)
            first, tags = head.split("\n", 1)
            lines = body.split("\n")
            texts.append("\n".join(
                ["; above %d" % i, "", first, ";among %d" % i, tags, "",
                 "; start %d" % i, *lines[:9], ";  in  \"%d" % i, ";",
                 "; " + long, *lines[9:-1], "; below %d" % i, "",
                 "; last %d  " % i, "", ""]))
        want = ["; %s" % text for i in range(3) for text in (
            ["above 0"] if i == 0 else []) + [
            "among %d" % i, "start %d" % i, " in  \"%d" % i, long,
            "below %d" % i, "last %d" % i] +
            (["above %d" % (i + 1)] if i < 2 else [])]
        plain = "".join(texts)
        for text in plain, plain.replace("\n", "\r\n"), "\ufeff" + plain:
            path = write(self.path("comments.turnlog"), text)
            code, out, err = run("log", "fmt", path)
            self.assertEqual((code, err), (0, ""))
            self.assertEqual([line for line in out.splitlines()
                              if line[:1] == ";"], want)
            self.assertEqual("".join(line for line in out.splitlines(True)
                                     if line[:1] != ";"), "".join(logs))
            path = write(path, out)
            self.assertEqual(run("log", "fmt", path), (0, out, ""))
            self.assertEqual(run("log", "fmt", "--check", path), (0, "", ""))
            self.assertEqual(run("log", "check", path)[0], 0)
        for command in ("check",), ("verify",), ("stats",), (
                "db", "--out", self.path("comments.db")):
            write(path, logs[0] + "; last\n")
            code, out, err = run("log", *command, path)
            self.assertEqual(code, 65, command)
            self.assertIn("%s:%d: a comment after %%end, not above it\n" %
                          (path, 1 + logs[0].count("\n")), out + err)
            write(path, run("log", "fmt", path)[1])
            self.assertEqual(run("log", *command, path)[0], 0, command)
        wrong = texts[0] + texts[1].replace("\nSeats: p1", "\nSeats: p9")
        path = write(path, wrong)
        line = 1 + wrong[:wrong.index("\nSeats: p9")].count("\n")
        code, out, err = run("log", "fmt", path)
        self.assertEqual((code, out), (65, ""))
        self.assertIn("%s:%d: " % (path, line + 1), err)
        for alone in "", "; alone", "; alone\n\n":
            write(path, alone)
            self.assertEqual(run("log", "fmt", path)[0], 65)


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=1).result
    failed = len(result.failures) + len(result.errors)
    print("%d passed, %d failed" % (result.testsRun - failed, failed))
    raise SystemExit(failed > 0)
