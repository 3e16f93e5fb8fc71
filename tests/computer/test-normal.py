#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a normal computer player does because it knows the games: of games that
are given by their seeds. Run in the build directory."""
import collections
import glob
import os
import re
import subprocess
import tempfile
import unittest

GAMES = 12


class Normal(unittest.TestCase):
    def verbs(self, game, seats):
        """How often each verb was played, a seat and game; and all first
        moves."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["./paquebot", "selfplay", game, "--seats",
                            str(seats), "--games", str(GAMES), "--seed", "1",
                            "--policy", "normal", "--out", folder],
                           check=True, stdout=subprocess.DEVNULL)
            count, first, played = collections.Counter(), [], 0
            for path in glob.glob(os.path.join(folder, "*.turnlog")):
                with open(path, encoding="utf-8") as f:
                    moves = re.findall(r"(?m)^\d+ (p\d) ((\S+).*)$", f.read())
                count.update(verb for _, _, verb in moves)
                first += [dict((who, move) for who, move, _ in moves[::-1])[
                    f"p{s}"] for s in range(1, seats + 1)]
                played += seats
        self.assertEqual(played, GAMES * seats)
        return {v: n / played for v, n in count.items()}, first

    def test_antwerp(self):
        """It fills two orders a seat, and trades."""
        verbs, _ = self.verbs("antwerp", 3)
        self.assertGreaterEqual(verbs["fulfil"], 2)
        self.assertGreater(verbs["accept"], 0.25)

    def test_atlantic_star(self):
        """It replaces a poor agency."""
        verbs, _ = self.verbs("atlantic-star", 3)
        self.assertGreater(verbs["replace"], 2)

    def test_claim(self):
        """It splits its ship, and does not always begin alike."""
        verbs, first = self.verbs("claim", 2)
        self.assertGreater(verbs["split"], 0.5)
        self.assertGreaterEqual(len(set(first)), 4)

    def test_clippers(self):
        """It buys clippers."""
        verbs, _ = self.verbs("clippers", 3)
        self.assertGreater(verbs["buy"], 0.5)


if __name__ == "__main__":
    unittest.main()
