#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Histories of the daemon in a world where everything follows from a seed
(world.h): in each nothing is wrong, and a seed gives the same bytes wherever
it is played. Run in the build directory."""
import os
import re
import subprocess
import sys
import unittest

WORLD = os.path.abspath("tests/world/world")
LONG = os.environ.get("CHECK_LONG") == "yes"


def play(*args):
    done = subprocess.run([WORLD, *map(str, args)], capture_output=True,
                          text=True)
    return done.returncode, done.stdout + done.stderr


class World(unittest.TestCase):
    def test_histories(self):
        status, said = play(1, "--count", 10000 if LONG else 24)
        self.assertEqual(status, 0, said[-20000:])
        histories, wrong, moves, mails = map(int, re.findall(
            r"\d+", said.splitlines()[-1]))
        self.assertEqual(wrong, 0)
        self.assertGreater(moves, 40 * histories)
        self.assertGreater(mails, 3 * moves // 2)

    def test_a_seed_is_a_history(self):
        """Alone, after others, and shown or not: the last line has the hash of
        all that happened."""
        alone = play(6, "--days", 20, "--show")[1].splitlines()
        after = play(5, "--days", 20, "--count", 2)[1].splitlines()
        self.assertGreater(len(alone), 100)
        self.assertEqual(alone[-1], after[-2])
        self.assertNotEqual(after[-2].split()[-1], after[-3].split()[-1])


if __name__ == "__main__":
    run = unittest.main(exit=False).result
    bad = len(run.failures) + len(run.errors)
    print("%d passed, %d failed" % (run.testsRun - bad, bad))
    sys.exit(bad > 0)
