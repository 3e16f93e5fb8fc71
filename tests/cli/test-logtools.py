#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`log fmt`, `log show`, `log diff`, `log stats`, `log analyse` and `log import`
on logs of every game, and `store rebuild`. Run in the build directory."""
import json
import os
import re
import subprocess
import tempfile
import unittest

TOOL = os.path.abspath("paquebot")
ENV = dict(os.environ, PAQUEBOT_CLOCK="2026-11-21T12:00:00Z")
GAMES = ["antwerp", "atlantic-star", "claim", "clippers"]
ENOUGH = "1000"     # positions, for a hard player to tell good from bad


def run(*args):
    done = subprocess.run([TOOL, *args], env=ENV, capture_output=True,
                          text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.keep = tempfile.TemporaryDirectory()
        cls.dir = cls.keep.name
        cls.logs = {}
        for game in GAMES:
            out = os.path.join(cls.dir, game)
            code, _, err = run("selfplay", game, "--seats", "3", "--games",
                               "2", "--seed", "11", "--out", out)
            assert code == 0, err
            cls.logs[game] = [os.path.join(out, name)
                              for name in sorted(os.listdir(out))]

    @classmethod
    def tearDownClass(cls):
        cls.keep.cleanup()

    def write(self, text, name="changed.turnlog", newline="\n"):
        path = os.path.join(self.dir, name)
        with open(path, "w", encoding="utf-8", newline=newline) as f:
            f.write(text)
        return path

    def strict(self, game):
        code, out, err = run("log", "fmt", self.logs[game][0])
        self.assertEqual((code, err), (0, ""))
        return out


class Fmt(Case):
    def test_strict_and_idempotent(self):
        for game in GAMES:
            out = self.strict(game)
            path = self.write(out)
            self.assertEqual(run("log", "fmt", path), (0, out, ""))
            self.assertEqual(run("log", "fmt", "--check", path),
                             (0, "", ""))
            self.assertEqual(run("log", "check", path)[0], 0)
            self.assertRegex(out, r"(?m)^> ")
            self.assertEqual(len(re.findall(r"(?m)^# ", out)), 1)

    def test_events_and_stamps_stay(self):
        for game in GAMES:
            with open(self.logs[game][0], encoding="utf-8") as f:
                given = f.read()
            events = re.compile(r"(?m)^\d+ .*$")
            self.assertEqual(events.findall(given),
                             events.findall(self.strict(game)))

    def test_what_people_make_of_a_log(self):
        for game in GAMES:
            want = self.strict(game)
            head, body = want.split("\n\n", 1)
            first, *tags = head.split("\n")
            body = re.sub(r"(?m)^> .*\n", "", body)
            body = re.sub(r"(?m)^# .*\n", "", body)
            body = re.sub(r"(?m)^(\d+ \S+ )", r"  \1 ", body)
            body = body.replace("\n", " \t\n\n").rstrip("\n \t")
            text = "\ufeff" + "\n".join([first] + tags[::-1]) + "\n" + body
            for newline in ("\n", "\r\n"):
                code, out, err = run("log", "fmt", self.write(
                    text, newline=newline))
                self.assertEqual((code, err), (0, ""), game)
                self.assertEqual(out, want)

    def test_moves_in_short(self):
        want = self.strict("atlantic-star")
        text = re.sub(r"(?m)^(\d+ p\d) charter ", r"\1 CHA ", want)
        self.assertNotEqual(text, want)
        self.assertEqual(run("log", "fmt", self.write(text))[1], want)

    def test_kept_lines(self):
        want = self.strict("clippers")
        text = want.replace("\n\n", "\nClub: Lloyd's\n\n", 1)
        at = text.index("\n5 ") + 1
        extra = "== round 1\n; a word  with   blanks\n'p2 hi  \\n there\n"
        text = text[:at] + extra + text[at:]
        code, out, err = run("log", "fmt", self.write(text))
        self.assertEqual((code, out, err), (0, text, ""))

    def test_reasons_many_tags_and_no_nul(self):
        want = self.strict("clippers")
        at = want.index("\n5 ") + 1
        text = want[:at] + ("5 ! eject p1\n> by the keeper: asleep\n"
                            "> he says\n")
        text = re.sub(r"\n\n", "".join("\nX%d: y" % i for i in range(99))
                      + "\n\n", text, count=1)
        code, out, err = run("log", "fmt", self.write(text))
        self.assertEqual((code, err), (0, ""))
        self.assertTrue(out.startswith(text))
        for line in ("4 ", "> ", "Id:", "# ", "%end"):
            at = want.index("\n", want.index("\n" + line) + 1)
            path = self.write(want[:at] + "\0" + want[at:])
            for command in ("check", "fmt"):
                self.assertEqual(run("log", command, path)[0], 65)

    def test_what_check_takes_fmt_takes(self):
        for extra in ("; \n", "> x \n", "'p1 \n", "'p1 x \n"):
            text = self.strict("clippers").replace("\n5 ", "\n" + extra +
                                                   "5 ", 1)
            self.assertEqual(run("log", "check", self.write(text))[0], 65)

    def test_a_wrong_line_is_named_as_it_was_given(self):
        text = self.strict("clippers")
        lines = text.replace("\n", "\n\n").split("\n")
        at = next(i for i, l in enumerate(lines) if l.startswith("7 "))
        lines[at] = "7 p1 frobnicate"
        code, out, err = run("log", "fmt", self.write("\n".join(lines)))
        self.assertEqual((code, out), (65, ""))
        self.assertIn("changed.turnlog:%d: " % (at + 1), err)

    def test_write_keeps_the_mode(self):
        path = self.write(self.strict("clippers") + "\n\n")
        os.chmod(path, 0o640)
        self.assertEqual(run("log", "fmt", "--check", path)[0], 65)
        self.assertEqual(run("log", "fmt", "--write", path), (0, "", ""))
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o640)
        link = os.path.join(self.dir, "link.turnlog")
        os.symlink(self.write(self.strict("clippers") + "\n"), link)
        self.assertEqual(run("log", "fmt", "--write", link)[0], 0)
        self.assertTrue(os.path.islink(link))
        self.assertEqual(run("log", "fmt", "--check", path)[0], 0)
        self.assertEqual(run("log", "fmt", "--write", "-")[0], 64)
        with open(path, encoding="utf-8") as f:
            self.assertEqual(f.read(), self.strict("clippers"))

    def test_copies_and_usage(self):
        code, copy, _ = run("log", "redact", self.logs["atlantic-star"][0],
                            "--as", "p1", "--until", "30")
        self.assertEqual(code, 0)
        path = self.write(copy.replace("\n", "  \r\n"))
        self.assertEqual(run("log", "fmt", path), (0, copy, ""))
        self.assertEqual(run("log", "fmt")[0], 64)
        one = run("log", "fmt", path)[1]
        self.assertEqual(run("log", "fmt", path, path), (0, one + one, ""))
        self.assertEqual(run("log", "fmt", "--write", "--check", path)[0],
                         64)
        self.assertEqual(run("log", "fmt", self.write("nonsense"))[0], 65)
        self.assertEqual(run("log", "fmt", self.write(""))[0], 65)


class Show(Case):
    def test_every_reader_and_layout(self):
        for game in GAMES:
            for reader in ("p1", "p3", "observer", "archive"):
                for layout in ("board", "list", "html"):
                    code, out, err = run(
                        "log", "show", self.logs[game][0], "--until", "40",
                        "--as", reader, "--layout", layout)
                    self.assertEqual((code, err), (0, ""))
                    self.assertGreater(len(out), 300)
                    self.assertEqual("<table" in out, layout == "html")

    def test_secrets(self):
        path = self.logs["atlantic-star"][0]
        _, observer, _ = run("log", "show", path, "--until", "40", "--as",
                             "observer")
        _, seat, _ = run("log", "show", path, "--until", "40", "--as", "p1")
        self.assertIn("YOUR HAND", seat)
        self.assertNotIn("YOUR HAND", observer)

    def test_usage(self):
        path = self.logs["clippers"][0]
        self.assertEqual(run("log", "show")[0], 64)
        self.assertEqual(run("log", "show", path, "--as", "p4")[0], 64)
        self.assertEqual(run("log", "show", path, "--lang", "xx")[0], 64)
        self.assertEqual(run("log", "show", path, "--layout", "x")[0], 64)
        self.assertEqual(run("log", "show", path, "--until", "9999")[0], 65)


class Diff(Case):
    def test_the_same(self):
        for game in GAMES:
            path = self.logs[game][0]
            strict = self.write(self.strict(game))
            code, out, err = run("log", "diff", path, strict)
            self.assertEqual((code, err), (0, ""))
            self.assertRegex(out, r"^the same \d+ events\n$")

    def test_where_they_part(self):
        one, two = self.logs["clippers"]
        code, out, err = run("log", "diff", one, two, "--json")
        self.assertEqual((code, err), (1, ""))
        told = json.loads(out)
        events = [[l for l in read(p).split("\n") if re.match(r"\d+ ", l)]
                  for p in (one, two)]
        n = told["alike"]
        self.assertEqual(events[0][:n], events[1][:n])
        self.assertTrue(events[0][n].startswith(told["a"]))
        self.assertTrue(events[1][n].startswith(told["b"]))
        code, out, err = run("log", "diff", one, two, "--layout", "list")
        self.assertEqual((code, err), (1, ""))
        for path, event, n in ((one, told["a"], n + 1),
                               (two, told["b"], n + 1)):
            _, board, _ = run("log", "show", path, "--until", str(n),
                              "--layout", "list")
            self.assertRegex(out, re.escape(path) + r":\d+: "
                             + re.escape(event) + r"\n\n"
                             + re.escape(board))

    def test_one_is_longer(self):
        path = self.logs["clippers"][0]
        with open(path, encoding="utf-8") as f:
            text = f.read()
        short = self.write(text[:text.index("\n21 ") + 1])
        code, out, _ = run("log", "diff", path, short)
        self.assertEqual(code, 1)
        self.assertTrue(out.startswith("20 events are the same"))
        self.assertIn("changed.turnlog:", out)
        self.assertIn(": ends here\n", out)

    def test_other_games(self):
        a, b = self.logs["clippers"][0], self.logs["atlantic-star"][0]
        self.assertEqual(run("log", "diff", a, b),
                         (1, "the logs are of different games\n", ""))
        self.assertEqual(run("log", "diff", a)[0], 64)
        self.assertEqual(run("log", "diff", "--as", "p4", a, a)[:2],
                         (64, ""))
        self.assertEqual(run("log", "diff", a, self.write("x\n"))[0], 65)


class Stats(Case):
    def named(self, game, index, names, name):
        """A log under other names, with stamps an hour apart."""
        with open(self.logs[game][index], encoding="utf-8") as f:
            text = f.read()
        for i, player in enumerate(names):
            text = re.sub(r"Seat-p%d: .*" % (i + 1),
                          "Seat-p%d: %s" % (i + 1, player), text)

        def stamp(m):
            n = int(m.group(1))
            return m.group(0) + " @2026-%02d-%02dT%02d:00:00Z" % (
                1 + n // 600, 1 + n // 24 % 25, n % 24)
        text = re.sub(r"(?m)^(\d+) [^@\n]*$", stamp, text)
        return self.write(text, name)

    def test_counts(self):
        names = (["Anna", "Bruno", "Carla"], ["Bruno", "Anna", "Zoë"])
        paths = [self.named("clippers", i, names[i], "n%d.turnlog" % i)
                 for i in range(2)]
        code, out, err = run("log", "stats", "--json", *paths)
        self.assertEqual((code, err), (0, ""))
        told = {p["name"]: p for p in json.loads(out)["players"]}
        self.assertEqual(sorted(told), ["Anna", "Bruno", "Carla", "Zoë"])
        points = dict.fromkeys(told, 0)
        for path, seats in zip(paths, names):
            end = re.search(r"%end finished (.*)", read(path)).group(1)
            for seat, score in re.findall(r"p(\d)=(-?\d+)", end):
                points[seats[int(seat) - 1]] += int(score)
        for name, p in told.items():
            tally = p["tallies"][0]
            self.assertEqual(tally["points"], points[name])
            self.assertEqual(tally["games"],
                             2 if name in ("Anna", "Bruno") else 1)
            self.assertGreater(tally["answers"], 10)
            self.assertGreaterEqual(tally["waited"],
                                    3600 * tally["answers"])
        self.assertEqual(2, sum(p["tallies"][0]["won"]
                                for p in told.values()))
        # The order in which the files are named does not matter.
        self.assertEqual(run("log", "stats", "--json", *paths[::-1])[1],
                         out)
        code, table, _ = run("log", "stats", *paths)
        self.assertEqual(code, 0)
        self.assertIn("\nRatings, clippers\n", table)

    def test_wrong_files_are_named_and_the_others_count(self):
        good = self.named("clippers", 0, "ABC", "good.turnlog")
        bad = self.write("nonsense\n", "bad.turnlog")
        code, out, err = run("log", "stats", bad, good)
        self.assertEqual(code, 65)
        self.assertIn("bad.turnlog:1: ", err)
        self.assertIn("\nA ", out)
        self.assertEqual(run("log", "stats")[0], 64)


class OneOfMany(Case):
    """A file of eight games, and each of them by the line it begins at."""

    def setUp(self):
        paths = [path for game in GAMES for path in self.logs[game]]
        texts = [read(path) for path in paths]
        lines = [1 + sum(t.count("\n") for t in texts[:i])
                 for i in range(len(texts))]
        self.many = self.write("".join(texts), "many.turnlog")
        self.games = list(zip(paths, lines))

    def test_each_is_what_it_is_alone(self):
        for path, line in self.games:
            name = f"{self.many}:{line}"
            for words in (("show",), ("show", "--until", "7", "--as", "p2"),
                          ("redact", "--as", "p1"), ("facts",)):
                alone = run("log", words[0], path, *words[1:])
                self.assertEqual(alone[0], 0)
                self.assertEqual(run("log", words[0], name, *words[1:]),
                                 alone)
            code, out, err = run("log", "diff", name, path)
            self.assertEqual((code, err), (0, ""))
            self.assertRegex(out, r"^the same \d+ events\n$")
            code, out, err = run("log", "verify", name)
            self.assertEqual((code, err), (0, ""))
            self.assertRegex(out, r": ok \d+ chance events")

    def test_which_one_is_asked(self):
        second = self.games[1][1]
        for words in (("show", self.many), ("facts", self.many),
                      ("redact", self.many, "--as", "p1"),
                      ("legal", self.many), ("verify", self.many),
                      ("diff", self.games[0][0], self.many)):
            code, out, err = run("log", *words)
            self.assertEqual((code, out), (65, ""), words)
            self.assertIn(f"the second from its line {second} on; name one "
                          f"as {self.many}:{second}", err)
        code, _, err = run("log", "show", f"{self.many}:{second + 1}")
        self.assertEqual(code, 65)
        self.assertIn(f": no game begins at line {second + 1}", err)

    def test_lines_are_those_of_the_file(self):
        path, line = self.games[3]
        text = read(path)
        bad = text.index("\n3 ") + 1
        at = line + text[:bad].count("\n")
        whole = read(self.many).split("\n")
        whole[at - 1] = "3 p1 nonsense"
        wrong = self.write("\n".join(whole), "wrong.turnlog")
        for words in (("show",), ("facts",), ("verify",)):
            code, out, err = run("log", words[0], f"{wrong}:{line}")
            self.assertEqual(code, 65)
            self.assertIn(f"{wrong}:{at}: ", out + err)
        code, out, _ = run("log", "diff", f"{self.many}:{line}",
                           f"{self.many}:{self.games[2][1]}")
        self.assertEqual(code, 1)
        events = re.findall(rf"(?m)^{self.many}:(\d+): (\d+ \S+) ", out)
        whole = read(self.many).split("\n")
        self.assertEqual(len(events), 2)
        for number, event in events:
            self.assertTrue(whole[int(number) - 1].startswith(event + " "))

    def test_a_files_own_name_comes_first(self):
        path, line = self.games[2]
        self.write(read(path), f"many.turnlog:{line}")
        want = run("log", "facts", path)
        self.assertEqual(run("log", "facts", f"{self.many}:{line}"), want)
        self.write(read(self.games[0][0]), f"many.turnlog:{line}")
        self.assertNotEqual(run("log", "facts", f"{self.many}:{line}"), want)
        os.remove(f"{self.many}:{line}")
        self.assertEqual(run("log", "facts", f"{self.many}:{line}"), want)


class Analyse(Case):
    """A game that a normal player and an easy one have played, with moves that
    were taken back."""

    def played(self, game):
        out = os.path.join(self.dir, game + "-pair")
        code, _, err = run("selfplay", game, "--seats", "2", "--games", "1",
                           "--seed", "7", "--policy", "normal,easy",
                           "--undo-every", "25", "--out", out)
        self.assertEqual((code, err), (0, ""))
        return os.path.join(out, os.listdir(out)[0])

    def rows(self, path, *options):
        code, out, err = run("log", "analyse", "--positions", ENOUGH, "--json",
                             *options, path)
        self.assertEqual((code, err), (0, ""))
        head, *rows = [json.loads(line) for line in out.splitlines()]
        version = run("--version")[1].split()[-1]
        # The last that is said counts.
        self.assertEqual(head, {"paquebot": version, "positions": int(
            dict(zip(options, options[1:])).get("--positions", ENOUGH))})
        return rows

    def live(self, path):
        """The moves that stand: an undo makes those stand again that stood
        before the event that it names (T11)."""
        moves, before = [], {}
        for line in read(path).splitlines():
            m = re.match(r"(\d+) (?:p(\d) )?(.*?)(?: @\S+)?$", line)
            if not m or ":" in line.split()[0]:
                continue
            before[int(m[1])] = list(moves)
            undo = re.match(r"! undo (\d+)", m[3])
            if undo:
                moves = before[int(undo[1])]
            elif m[2]:
                moves = moves + [(int(m[1]), int(m[2]), m[3])]
        return moves

    def test_each_move_that_stands(self):
        for game in GAMES:
            path = self.played(game)
            self.assertIn("! undo ", read(path))
            rows = self.rows(path)
            self.assertEqual([(r["seq"], r["seat"], r["made"]) for r in rows],
                             self.live(path))
            for r in rows:
                self.assertEqual(r["lost"], 0 if r["made"] == r["best"] else
                                 max(0, r["best_worth"] - r["made_worth"]))
            # Who is careless loses more by it.
            lost = {seat: [r["lost"] for r in rows
                           if r["seat"] == seat and r["choices"] > 1]
                    for seat in (1, 2)}
            mean = {seat: sum(all_) / len(all_) for seat, all_ in lost.items()}
            self.assertGreater(mean[2], 1.5 * mean[1], game)

    def test_the_same_again(self):
        path = self.played("claim")
        rows = self.rows(path)
        self.assertEqual(self.rows(path, "--seat", "p2"),
                         [r for r in rows if r["seat"] == 2])
        self.assertNotEqual(self.rows(path, "--positions", "300"), rows)

    def test_what_is_printed(self):
        path = self.played("claim")
        rows = self.rows(path)
        code, out, err = run("log", "analyse", "--positions", ENOUGH, path)
        self.assertEqual((code, err), (0, ""))
        lines, seats, cost = out.split("\n\n")
        chosen = [r for r in rows if r["choices"] > 1]
        self.assertEqual(len(lines.splitlines()), 1 + len(chosen))
        for line, r in zip(lines.splitlines()[1:], chosen):
            self.assertRegex(line, r"^ *%d +%d +p%d " % (
                r["seq"], r["round"], r["seat"]))
            self.assertIn(r["made"], line)
            self.assertEqual(f"[{r['best']}]" in line,
                             r["made"] != r["best"], line)
            self.assertEqual("??" in line, r["lost"] >= 150, line)
        for seat in (1, 2):
            own = [r for r in chosen if r["seat"] == seat]
            same = sum(r["made"] == r["best"] for r in own)
            self.assertRegex(seats, r"(?m)^p%d +%d +%.1f%% +%.1f " % (
                seat, len(own), 100 * same / len(own),
                sum(r["lost"] for r in own) / 10 / len(own)))
        most = sorted(chosen, key=lambda r: (-r["lost"], r["seq"]))[:3]
        self.assertEqual([int(line.split()[0])
                          for line in cost.splitlines()[1:]],
                         [r["seq"] for r in most])

    def test_usage(self):
        path = self.logs["claim"][0]
        for args, said in ((["--seat", "observer", path], "--seat needs p1"),
                           (["--positions", "9", path], "--positions needs"),
                           (["--seat", "p4", path], "the game has 3 seats"),
                           ([], "which log?")):
            code, out, err = run("log", "analyse", *args)
            self.assertEqual((code, out), (64, ""))
            self.assertIn(said, err)
        copy = self.write(run("log", "redact", path, "--as", "p1")[1])
        code, out, err = run("log", "analyse", copy)
        self.assertEqual((code, out), (65, ""))
        self.assertIn("a redacted copy cannot be replayed", err)


class Import(Case):
    """A game that moves from one store to another."""

    def office(self, name):
        home = os.path.join(self.dir, name)
        os.makedirs(home)
        conf = os.path.join(home, "conf")
        with open(conf, "w", encoding="utf-8") as f:
            f.write("mailbox { type = maildir\n folder = '%s/in' }\n"
                    "outgoing { type = maildir\n directory = '%s/out'\n"
                    " from = \"games@example.org\" }\n"
                    "store { path = '%s/games.db' }\n"
                    "club { keeper = keeper@example.org }\n"
                    % (home, home, home))

        def tool(*args):
            return run("--config", conf, *args)
        code, _, err = tool("init")
        assert code == 0, err
        return tool

    def test_from_store_to_store(self):
        old, new = self.office("old"), self.office("new")
        for game in GAMES:
            code, out, err = old(
                "new", game, "--seat", "Anna <anna@example.net>",
                "--seat", "computer")
            self.assertEqual((code, err), (0, ""))
            number = out.strip()
            self.assertEqual(old("moderate", number, "begin")[0], 0)
            _, log, _ = old("log", "export", "--with-seed", number)
            path = self.write(log, number + ".turnlog")
            _, bare, _ = old("log", "export", number)
            bare = self.write(bare, "bare.turnlog")
            seats = ["--seat", "anna@new.example", "--seat", "computer"]
            code, out, err = new("log", "import", bare, *seats)
            self.assertEqual((code, out), (65, ""))
            self.assertIn("--with-seed", err)
            self.assertEqual(new("log", "import", path, *seats),
                             (0, number + "\n", ""))
            self.assertEqual(new("log", "export", "--with-seed", number),
                             (0, log, ""))
            self.assertIn("Anna", new("show", number, "--as", "p1")[1])
        for tool in (old, new):
            code, out, err = tool("store", "rebuild")
            self.assertEqual((code, err), (0, ""))
            self.assertRegex(out, "^%d games, [0-9]+ events: "
                         "nothing changed" % len(GAMES))
        self.assertEqual(new("store", "rebuild", "--check")[0], 0)

    def test_beside_itself(self):
        """The end of either would tell the seed of the other."""
        tool = self.office("beside")
        seats = ("--seat", "a@example.net", "--seat", "b@example.net")

        def export():
            return self.write(tool("log", "export", "--with-seed", "1")[1])

        def imported(path, *more):
            code, out, err = tool("log", "import", path, *seats, *more)
            if code:
                self.assertEqual((code, out), (65, ""))
                self.assertIn("this game is here already, as game 1", err)
            return code
        self.assertEqual(tool("new", "claim", *seats)[1], "1\n")
        self.assertEqual(imported(export()), 65)
        self.assertEqual(tool("moderate", "1", "begin")[0], 0)
        begun = export()
        waits = len(tool("queue")[1].splitlines())
        self.assertEqual(imported(begun), 65)
        # Nobody was mailed; another game comes in.
        self.assertEqual(len(tool("queue")[1].splitlines()), waits)
        self.assertEqual(tool("games")[1].count("claim"), 1)
        # It may be revived; when its seed is known nobody plays with that.
        self.assertEqual(tool("moderate", "1", "cancel")[0], 0)
        self.assertEqual(imported(begun), 65)
        self.assertEqual(imported(export()), 65)
        # What is over everywhere hides nothing.
        over = (self.logs["claim"][0], "--seat", "computer")
        self.assertEqual([imported(*over), imported(*over)], [0, 0])

    def test_a_game_that_never_began(self):
        tool = self.office("never")
        number = tool("new", "claim", "--seat", "a@example.net",
                      "--seat", "b@example.net")[1].strip()
        self.assertEqual(tool("moderate", number, "cancel")[0], 0)
        path = self.write(tool("log", "export", number)[1])
        code, out, _ = run("log", "check", path)
        self.assertEqual((code, out), (0, path + ": ok 0 events, not begun\n"))
        self.assertEqual(tool("store", "rebuild")[0], 0)

    def test_reasons_are_clean(self):
        tool = self.office("reasons")
        number = tool("new", "claim", "--seat", "a@example.net",
                      "--seat", "b@example.net")[1].strip()
        self.assertEqual(tool("moderate", number, "begin")[0], 0)
        self.assertEqual(tool("moderate", number, "rollback", "1",
                              "a\tslip\nof the pen ")[0], 0)
        log = tool("log", "export", "--with-seed", number)[1]
        self.assertIn("\n> by the keeper: a slip of the pen\n", log)
        self.assertEqual(run("log", "check", self.write(log))[0], 0)

    def test_wrong(self):
        tool = self.office("wrong")
        log = self.logs["clippers"][0]
        self.assertEqual(tool("log", "import")[0], 64)
        self.assertEqual(tool("log", "import", log, "--seat", "x y")[0], 65)
        self.assertEqual(tool("log", "import", log, "--seat",
                              "computer")[0], 65)
        self.assertEqual(tool("log", "import", self.write("x\n"),
                              "--seat", "computer")[0], 65)
        self.assertEqual(tool("log", "import", "/nowhere")[0], 66)
        self.assertEqual(tool("games")[1], "")
        self.assertEqual(tool("store", "rebuild", "x")[0], 64)


if __name__ == "__main__":
    unittest.main()
