#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The log subcommands and selfplay as programs outside rely on them
(doc/design.md 8.2): outputs, exit codes, and what is said of a damaged log.
Run in the build directory."""
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest

SRC = os.path.abspath(os.environ.get("srcdir", os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..")))
TOOL = os.path.abspath("paquebot")
PROVER = os.path.join(SRC, "contrib", "verify-seed.py")
ENV = dict(os.environ, PAQUEBOT_CLOCK="2026-11-21T12:00:00Z")
EVENT = re.compile(r"(\d+) (p\d|-|!) ([^@]*?)(?: @.*)?$")


def run(*args, stdin=None):
    done = subprocess.run([TOOL, *args], env=ENV, input=stdin,
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def selfplay(directory, *args):
    code, out, err = run("selfplay", "atlantic-star", "--out", directory,
                         *args)
    assert code == 0, err
    return out


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.keep = tempfile.TemporaryDirectory()
        cls.dir = cls.keep.name
        selfplay(cls.dir + "/plain", "--seats", "3", "--games", "3",
                 "--seed", "5")
        cls.paths = sorted(os.path.join(cls.dir, "plain", name)
                           for name in os.listdir(cls.dir + "/plain"))
        cls.path = cls.paths[0]
        with open(cls.path, encoding="utf-8") as f:
            cls.text = f.read()
        cls.lines = cls.text.split("\n")
        cls.events = [m for m in map(EVENT.match, cls.lines) if m]

    @classmethod
    def tearDownClass(cls):
        cls.keep.cleanup()

    def write(self, text):
        path = os.path.join(self.dir, "changed.turnlog")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return path

    def line_of(self, seq):
        """Number of the line, from 1, that holds event seq."""
        return 1 + next(i for i, line in enumerate(self.lines)
                        if line.startswith("%d " % seq))


class Selfplay(Case):
    def test_same_seed_same_bytes(self):
        selfplay(self.dir + "/again", "--seats", "3", "--games", "3",
                 "--seed", "5")
        for path in self.paths:
            with open(path, "rb") as one, \
                    open(path.replace("/plain/", "/again/"), "rb") as two:
                self.assertEqual(one.read(), two.read())

    def test_figures(self):
        code, out, _ = run("selfplay", "atlantic-star", "--seats", "2",
                           "--games", "4", "--policy", "greedy,random",
                           "--json")
        self.assertEqual(code, 0)
        figures = json.loads(out)
        self.assertEqual(figures["games"], 4)
        self.assertGreater(figures["moves_per_second"], 0)
        self.assertEqual(set(figures["seats"]), {"p1", "p2"})
        code, out, _ = run("selfplay", "atlantic-star", "--seats", "6")
        self.assertEqual(code, 0)
        self.assertRegex(out, r"^1 games, \d+ moves in .* games/s, "
                         r"\d+ moves/s\n")

    def test_options(self):
        selfplay(self.dir + "/open", "--seats", "4", "--option", "open=yes",
                 "--option", "order=given")
        path = os.path.join(self.dir, "open",
                            os.listdir(self.dir + "/open")[0])
        with open(path, encoding="utf-8") as f:
            text = f.read()
        self.assertIn("\nOptions: open=yes order=given\n", text)
        self.assertNotIn(" - order ", text)
        self.assertEqual(run("log", "check", path)[0], 0)

    def test_usage(self):
        for args in ([], ["atlantic-star"], ["ludo", "--seats", "2"],
                     ["atlantic-star", "--seats", "7"],
                     ["atlantic-star", "--seats", "1"],
                     ["atlantic-star", "--seats", "2", "--policy", "wild"],
                     ["atlantic-star", "--seats", "2", "--option", "x"],
                     ["claim", "--seats", "2", "--option", "beacon=round"],
                     ["claim", "--seats", "2", "--option", "open=yes"],
                     ["atlantic-star", "--seats", "2", "--games", "0"],
                     ["atlantic-star", "--seats", "2", "--games"]):
            self.assertEqual(run("selfplay", *args)[0], 64, args)

    def test_refused_option(self):
        """It is said before a game, and the logs that are there stay."""
        out = self.dir + "/refused"
        game = ["claim", "--seats", "2", "--out", out]
        self.assertEqual(run("selfplay", *game)[0], 0)
        path = os.path.join(out, os.listdir(out)[0])
        with open(path, encoding="utf-8") as f:
            before = f.read()
        code, said, err = run("selfplay", *game, "--option", "open=yes")
        self.assertEqual((code, said), (64, ""))
        self.assertIn("Claim has no option open", err)
        with open(path, encoding="utf-8") as f:
            self.assertEqual(f.read(), before)
        self.assertEqual(os.listdir(out), [os.path.basename(path)])
        full = subprocess.run(
            ["bash", "-c", "ulimit -f 1; trap '' XFSZ; exec \"$@\"", "sh",
             TOOL, "selfplay", *game], env=ENV, capture_output=True,
            check=False)
        self.assertEqual(full.returncode, 73)
        with open(path, encoding="utf-8") as f:
            self.assertEqual(f.read(), before)
        self.assertEqual(os.listdir(out), [os.path.basename(path)])


class Check(Case):
    def bad(self, text, line, what):
        """A refusal's arguments are the game's affair, so only the start
        of what is said is compared."""
        path = self.write(text)
        code, out, _ = run("log", "check", path)
        want = "%s:%d: %s" % (path, line, what)
        self.assertEqual((code, out[:len(want)]), (65, want))

    def test_ok(self):
        code, out, err = run("log", "check", *self.paths)
        self.assertEqual((code, err), (0, ""))
        for path, line in zip(self.paths, out.splitlines()):
            with open(path, encoding="utf-8") as f:
                n = len(re.findall(r"^\d+ ", f.read(), re.M))
            self.assertEqual(line, "%s: ok %d events, over" % (path, n))
        at = self.line_of(30)
        path = self.write("\n".join(self.lines[:at]) + "\n")
        self.assertEqual(run("log", "check", path)[:2],
                         (0, "%s: ok 30 events, running\n" % path))
        code, out, _ = run("log", "check", "-", stdin=self.text)
        self.assertEqual((code, out), (0, "-: ok %d events, over\n" %
                                       len(self.events)))

    def test_one_bad_of_three(self):
        path = self.write(self.text.replace("%turnlog 1", "%turnlog 9"))
        code, out, _ = run("log", "check", self.paths[0], path,
                           self.paths[1])
        self.assertEqual(code, 65)
        self.assertEqual(len(out.splitlines()), 3)

    def test_line_missing(self):
        at = self.line_of(40)
        self.bad("\n".join(self.lines[:at - 1] + self.lines[at:]), at,
                 "event 41 should be 40")

    def test_wrong_seat(self):
        at = next(i for i, line in enumerate(self.lines)
                  if re.match(r"\d+ p1 charter ", line))
        lines = self.lines[:]
        lines[at] = lines[at].replace(" p1 ", " p2 ")
        self.bad("\n".join(lines), at + 1, "refused not-your-turn")
        lines[at] = lines[at].replace(" p2 ", " p4 ")
        self.bad("\n".join(lines), at + 1, "the game has no such seat")
        lines[at] = re.sub(" p4 .*", " p1 CHARTER rhea", lines[at])
        self.bad("\n".join(lines), at + 1, "not a move in canonical form")

    def test_hash_and_scores(self):
        at = next(i for i, line in enumerate(self.lines)
                  if line.startswith("# "))
        lines = self.lines[:]
        good = lines[at][-64:]
        lines[at] = lines[at][:-64] + hashlib.sha256(b"").hexdigest()
        self.bad("\n".join(lines), at + 1,
                 "the facts have another hash: " + good)
        lines = self.lines[:]
        scores = lines[at + 1].split(" ", 2)[2]
        lines[at + 1] = re.sub(r"p2=(\d+)", r"p2=1\1", lines[at + 1])
        self.bad("\n".join(lines), at + 2, "the scores are " + scores)

    def test_cut_off(self):
        """A log cut anywhere is an error, or a running game."""
        where = os.path.join(self.dir, "cut")
        os.mkdir(where)
        good, bad = [], []
        for at in range(len(self.text) - 1, 600, -97):
            path = os.path.join(where, "%d.turnlog" % at)
            with open(path, "w", encoding="utf-8") as f:
                f.write(self.text[:at])
            (good if self.text[at - 1] == "\n" else bad).append(path)
        code, out, _ = run("log", "check", *bad)
        self.assertEqual(code, 65)
        for path, line in zip(bad, out.splitlines(), strict=True):
            self.assertTrue(line.startswith(path + ":"), line)
            self.assertIn("the last line has no line end", line)
        self.assertEqual(run("log", "check", *good)[0], 0)

    def test_data(self):
        data = os.path.join(SRC, "data", "atlantic-star.json")
        with open(data, encoding="utf-8") as f:
            changed = f.read().replace('"name": "Baltic"',
                                       '"name": "Ostsee"')
        other = os.path.join(self.dir, "other.json")
        with open(other, "w", encoding="utf-8") as f:
            f.write(changed)
        text = re.sub(r"sha256:[0-9a-f]{64}", "sha256:" +
                      hashlib.sha256(changed.encode()).hexdigest(),
                      self.text, count=1)
        path = self.write(text)
        code, out, _ = run("log", "check", path)
        self.assertEqual(code, 65)
        self.assertTrue(out.startswith(path + ":3: the data of"), out)
        self.assertEqual(run("log", "check", "--data", other, path)[0], 0)
        self.assertEqual(run("log", "check", "--data", other,
                             self.path)[0], 65)
        self.assertEqual(run("log", "facts", "--data", other, path)[0], 0)
        self.assertEqual(run("log", "facts", path)[0], 65)

    def test_exit_codes(self):
        self.assertEqual(run("log", "check", "/no/such.turnlog")[0], 66)
        self.assertEqual(run("log", "check")[0], 64)
        self.assertEqual(run("log", "check", "--wrong", self.path)[0], 64)
        self.assertEqual(run("log")[0], 64)
        self.assertEqual(run("log", "eat", self.path)[0], 64)

    def test_noise_never_crashes(self):
        dice = random.Random(3)
        raw = self.text.encode()
        paths = []
        for i in range(300):
            noise = bytearray(raw)
            for _ in range(dice.randint(1, 4)):
                at = dice.randrange(len(noise))
                kind = dice.randrange(4)
                if kind == 0:
                    noise[at] = dice.randrange(256)
                elif kind == 1:
                    del noise[at:at + dice.randint(1, 30)]
                elif kind == 2:
                    cut = dice.randrange(len(raw))
                    noise[at:at] = raw[cut:cut + dice.randint(1, 60)]
                else:
                    noise[at:at + 1] = dice.choice(
                        [b"\n", b" ", b"?", b"9", b'"', b"-", b"! undo 3"])
            path = os.path.join(self.dir, "noise-%d.turnlog" % i)
            with open(path, "wb") as f:
                f.write(noise)
            paths.append(path)
        code, out, err = run("log", "check", *paths)
        self.assertEqual((code, err), (65, ""))
        self.assertEqual(len(out.splitlines()), 300)
        for path in paths[:60]:
            self.assertIn(run("log", "redact", path, "--as", "p2")[0],
                          (0, 65))


class Verify(Case):
    def test_proven_twice(self):
        """T21: by the engine, and by a prover that shares no code with it;
        with dead branches, whose outcomes are kept."""
        selfplay(self.dir + "/undone", "--seats", "2", "--games", "6",
                 "--undo-every", "9")
        selfplay(self.dir + "/six", "--seats", "6", "--games", "2")
        paths = list(self.paths)
        for name in ("undone", "six"):
            where = os.path.join(self.dir, name)
            paths += [os.path.join(where, p) for p in os.listdir(where)]
        # Dice in the middle of a game, and what is found without them.
        where = os.path.join(self.dir, "dice")
        for policy in ("random", "greedy"):
            self.assertEqual(run("selfplay", "claim", "--seats", "3",
                                 "--games", "4", "--undo-every", "9",
                                 "--policy", policy, "--out", os.path.join(where, policy))[0], 0)
            paths += [os.path.join(where, policy, p)
                      for p in os.listdir(os.path.join(where, policy))]
        undone = 0
        for path in paths:
            with open(path, encoding="utf-8") as f:
                text = f.read()
            undone += text.count(" ! undo ")
            n = len(re.findall(r"^\d+ - ", text, re.M))
            self.assertEqual(run("log", "verify", path)[:2],
                             (0, "%s: ok %d chance events follow from the "
                              "seed\n" % (path, n)))
            self.assertEqual(run("log", "check", path)[0], 0)
            done = subprocess.run([sys.executable, PROVER, path],
                                  capture_output=True, text=True,
                                  check=False)
            self.assertEqual(done.stdout, "%s: ok %d chance events\n" %
                             (path, n))
            self.assertEqual(done.returncode, 0)
        self.assertGreater(undone, 20)

    def test_forged_deck(self):
        at = next(i for i, line in enumerate(self.lines)
                  if re.match(r"\d+ - deck ", line))
        words = self.lines[at].split(" ")
        words[-1], words[-2] = words[-2], words[-1]
        path = self.write("\n".join(self.lines[:at] + [" ".join(words)])
                          + "\n")
        self.assertEqual(run("log", "check", path)[0], 0)
        code, out, _ = run("log", "verify", path)
        self.assertEqual((code, out), (65, "%s:%d: the seed gives another "
                                       "outcome\n" % (path, at + 1)))
        done = subprocess.run([sys.executable, PROVER, path],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 65)

    def test_no_file(self):
        path = os.path.join(self.dir, "none.turnlog")
        done = subprocess.run([sys.executable, PROVER, path],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (
            66, "%s: No such file or directory\n" % path, ""))

    def test_other_entropy(self):
        path = self.write(self.text.replace("says", "said", 1))
        self.assertEqual(run("log", "check", path)[0], 0)
        self.assertEqual(run("log", "verify", path)[0], 65)

    def test_no_seed(self):
        path = self.write(re.sub(r"Seed: .*\n", "", self.text))
        self.assertEqual(run("log", "check", path)[0], 0)
        code, out, _ = run("log", "verify", path)
        self.assertEqual(code, 65)
        self.assertIn("the log has no Seed", out)
        path = self.write(re.sub(r"Seed: ..", "Seed: 00", self.text))
        self.assertEqual(run("log", "check", path)[0], 65)
        self.assertEqual(run("log", "verify", path)[0], 65)


class Later(unittest.TestCase):
    """The prover knows when a later shuffle of Antwerp is due (Antwerp R8a):
    ships reach anchor places by forks and standing orders."""

    LOG = os.path.join(SRC, "tests", "games", "antwerp", "golden",
                       "standing-4.turnlog")

    def prove(self, lines):
        with tempfile.NamedTemporaryFile("w", suffix=".turnlog") as f:
            f.write("\n".join(lines))
            f.flush()
            done = subprocess.run([sys.executable, PROVER, f.name],
                                  capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    def test_due(self):
        with open(self.LOG, encoding="utf-8") as f:
            lines = f.read().split("\n")
        self.assertEqual(self.prove(lines)[0], 0)
        events = [i for i, line in enumerate(lines) if EVENT.match(line)]
        later = [i for i in events if EVENT.match(lines[i])[2] == "-"][7:]
        self.assertGreaterEqual(len(later), 5)
        for i in later:
            left_out = lines[:i] + lines[i + 1:]
            self.assertIn("chance is due", self.prove(left_out)[1])
            j = events[events.index(i) + 2]
            late = lines[:i] + lines[i + 1:j] + [lines[i]] + lines[j:]
            self.assertIn("chance is due", self.prove(late)[1])
            j = events[events.index(i) - 1]
            early = lines[:j] + [lines[i]] + lines[j:i] + lines[i + 1:]
            self.assertIn("is not due", self.prove(early)[1])


class Together(unittest.TestCase):
    """Claim's first cargo: a choice is seen, what it is not before the last
    has chosen, and then it is."""

    def test_copies(self):
        with tempfile.TemporaryDirectory() as keep:
            run("selfplay", "claim", "--seats", "3", "--out", keep)
            path = os.path.join(keep, os.listdir(keep)[0])
            with open(path, encoding="utf-8") as f:
                lines = f.read().split("\n")
            last = max(i for i, line in enumerate(lines)
                       if re.match(r"\d+ p\d stow", line))
            two = [line.split(" ", 2) for line in lines[last - 2:last]]
            self.assertEqual({words[2][:4] for words in two}, {"stow"})
            self.assertNotEqual(two[1][2], "stow")
            for reader in ("p1", "p2", "p3", "observer"):
                with open(path, "w", encoding="utf-8") as f:
                    f.write("\n".join(lines[:last]) + "\n")
                code, out, _ = run("log", "redact", path, "--as", reader)
                self.assertEqual(code, 0)
                for number, seat, words in two:
                    self.assertIn("\n%s %s %s\n" % (
                        number, seat, words if seat == reader
                        else "stow ?"), out)
                with open(path, "w", encoding="utf-8") as f:
                    f.write("\n".join(lines[:last + 1]) + "\n")
                code, out, _ = run("log", "redact", path, "--as", reader)
                self.assertNotIn("?", out)
                self.assertIn("\n%s\n" % lines[last], out)


class Facts(Case):
    def test_hash_is_of_the_archive(self):
        code, out, _ = run("log", "facts", self.path)
        self.assertEqual(code, 0)
        self.assertEqual(out, run("log", "facts", self.path, "--as",
                                  "archive")[1])
        self.assertIn(hashlib.sha256(out.rstrip("\n").encode()).hexdigest(),
                      self.text)
        facts = json.loads(out)
        self.assertEqual(out, json.dumps(facts, sort_keys=True,
                                         ensure_ascii=False,
                                         separators=(",", ":")) + "\n")

    def test_picture(self):
        for game in "antwerp", "atlantic-star", "claim", "clippers":
            log = os.path.join(SRC, "tests", "games", game, "golden",
                               "seats-2.turnlog")
            done = subprocess.run(
                [TOOL, "log", "show", "--layout", "png", log], env=ENV,
                capture_output=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertEqual(done.stdout[:8], b"\x89PNG\r\n\x1a\n")
            self.assertLess(len(done.stdout), 150000)

    def test_each_and_until(self):
        out = run("log", "facts", self.path, "--each")[1].splitlines()
        self.assertEqual(len(out), len(self.events))
        for seq in (1, 5, 50, len(self.events)):
            self.assertTrue(out[seq - 1].startswith(
                '{"seq":%d,"facts":{' % seq))
            one = run("log", "facts", self.path, "--until", str(seq))[1]
            self.assertEqual(json.loads(one),
                             json.loads(out[seq - 1])["facts"])
        start = json.loads(run("log", "facts", self.path, "--until",
                               "0")[1])
        self.assertEqual(start["phase"], "chance")
        self.assertEqual(run("log", "facts", self.path, "--until",
                             "99999")[0], 65)
        self.assertEqual(run("log", "facts", self.path, "--until",
                             "x")[0], 64)

    def test_readers(self):
        for reader, hands in (("p2", {"p2"}), ("observer", set()),
                              ("archive", {"p1", "p2", "p3"})):
            facts = json.loads(run("log", "facts", self.path, "--until",
                                   "40", "--as", reader)[1])
            self.assertEqual({seat for seat, about in facts["seats"].items()
                              if "hand" in about}, hands)
            self.assertEqual("deck" in facts, reader == "archive")
        self.assertEqual(run("log", "facts", self.path, "--as", "p4")[0], 64)
        self.assertEqual(run("log", "facts", self.path, "--as", "me")[0], 64)


class LegalAndTry(Case):
    def test_every_listed_move_is_ok(self):
        code, out, _ = run("log", "legal", self.path, "--until", "60")
        self.assertEqual(code, 0)
        moves = [line.split(" ", 1) for line in out.splitlines()]
        self.assertGreater(len(moves), 3)
        self.assertEqual(len({seat for seat, _ in moves}), 1)
        for seat, move in moves:
            self.assertEqual(run("log", "try", self.path, "--until", "60",
                                 seat, move), (0, "ok %s\n" % move, ""))
        self.assertEqual(run("log", "legal", self.path)[:2], (0, ""))

    def test_alternatives(self):
        legal = run("log", "legal", self.path, "--until",
                    "60")[1].splitlines()
        seat, move = legal[-1].split(" ", 1)

        def attempt(text):
            return run("log", "try", self.path, "--until", "60", seat,
                       text)[:2]

        self.assertEqual(attempt("fly away or " + move),
                         (0, "ok %s\n" % move))
        self.assertEqual(attempt(move + " OR nonsense"),
                         (0, "ok %s\n" % move))
        code, out = attempt("charter 0 0 or fly")
        self.assertEqual(code, 65)
        self.assertTrue(out.startswith("refused "))
        code, out = attempt("fly")
        self.assertEqual(code, 65)
        self.assertRegex(out, r"^refused unknown-command( word=fly)?\n$")

    def test_seats(self):
        self.assertEqual(run("log", "try", self.path, "p4", "replace")[0], 65)
        self.assertEqual(run("log", "try", self.path, "Anna",
                             "replace")[0], 64)
        self.assertEqual(run("log", "try", self.path, "p1")[0], 64)
        code, out, _ = run("log", "try", self.path, "p1", "replace")
        self.assertEqual(code, 65)
        self.assertTrue(out.startswith("refused game-over"), out)


class Redact(Case):
    def copy(self, text, reader, *args):
        code, out, err = run("log", "redact", self.write(text), "--as",
                             reader, *args)
        self.assertEqual((code, err), (0, ""))
        return out

    def test_running(self):
        at = self.line_of(30)
        running = re.sub(r"Seed: .*\n", "Seed: %s\n" % re.search(
            r"Seed: (.*)", self.text)[1],
            "\n".join(self.lines[:at]) + "\n")
        running = running.replace("\n== ", "\n; a secret\n== ")
        out = self.copy(running, "p2")
        self.assertIn("\nReader: p2\n", out)
        self.assertNotIn("\nSeed: ", out)
        self.assertNotIn("secret", out)
        self.assertRegex(out, r"\n\d+ - deck \?\n> ")
        ships = re.search(r" - deck (.*)", running)[1].split(" ")
        self.assertNotIn(ships[100], out)
        for ship in ships[:4]:
            self.assertIn(ship, out)
        path = self.write(out)
        self.assertEqual(run("log", "check", path)[:2],
                         (0, "%s: ok 30 events, redacted\n" % path))
        for command in ("facts", "legal", "verify"):
            self.assertEqual(run("log", command, path)[0], 65)
        self.assertEqual(run("log", "try", path, "p1", "replace")[0], 65)

    def test_over(self):
        out = self.copy(self.text, "observer")
        self.assertIn("\nSeed: ", out)
        self.assertRegex(out, r"\n# \d+ sha256:")
        self.assertRegex(out, r"\n%end finished ")
        self.assertRegex(out, r" - deck \?\n")
        hidden = self.text.replace("Options: -", "Options: reveal=no")
        out = self.copy(hidden, "p1")
        self.assertNotIn("\nSeed: ", out)
        self.assertNotIn("\n# ", out)

    def test_kept_lines(self):
        at = self.line_of(10)
        text = "\n".join(self.lines[:at] + [
            "== round 2", "'p1 hello ?", "11 ! undo 10", ""])
        out = self.copy(text, "p3")
        self.assertTrue(out.endswith(
            "== round 2\n'p1 hello ?\n11 ! undo 10\n"), out[-200:])
        self.assertEqual(len(out.split("\n\n")[0].split("\n")),
                         len(text.split("\n\n")[0].split("\n")))

    def test_usage(self):
        self.assertEqual(run("log", "redact", self.path)[0], 64)
        self.assertEqual(run("log", "redact", self.path, "--as",
                             "archive")[0], 64)
        self.assertEqual(run("log", "redact", self.path, "--as", "p4")[0],
                         64)


class Tool(unittest.TestCase):
    def test_help(self):
        code, out, _ = run("--help")
        self.assertEqual(code, 0)
        names = re.findall(r"^  ((?:log )?[a-z]+)", out, re.M)
        self.assertIn("log check", names)
        for name in names:
            code, text, err = run(*name.split(), "--help")
            self.assertEqual((code, err), (0, ""), name)
            self.assertTrue(text.startswith("usage: paquebot " + name))
        code, out, _ = run("log", "--help")
        self.assertEqual(code, 0)
        self.assertIn("paquebot log verify", out)

    def test_version_and_usage(self):
        self.assertRegex(run("--version")[1], r"^paquebot \d")
        self.assertEqual(run()[0], 64)
        self.assertEqual(run("frobnicate")[0], 64)
        self.assertEqual(run("--frobnicate")[0], 64)


if __name__ == "__main__":
    unittest.main()
