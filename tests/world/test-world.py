#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Histories of the daemon in a world where everything follows from a seed
(world.h): in each nothing is wrong, and a seed gives the same bytes wherever
it is played. With a fault planted in the daemon (plant.h) one of the first few
is wrong, and the shortest that is can be played again. Run in the build
directory."""
import os
import re
import subprocess
import sys
import unittest

WORLD = os.path.abspath("tests/world/world")
PLANTED = os.path.abspath("tests/world/planted")
LONG = os.environ.get("CHECK_LONG") == "yes"
# What takes a second or more each: that a fault is found, not which.
SLOW = {"seen-not-moved", "stone-in-inbox", "unsynced"}


def play(*args, program=WORLD):
    done = subprocess.run([program, *map(str, args)], capture_output=True,
                          text=True)
    return done.returncode, done.stdout + done.stderr


def plants():
    """(name, days, within) of each."""
    rows = [row.split(None, 3) for row
            in play(1, "--plants", program=PLANTED)[1].splitlines()]
    return [(name, int(days), int(within)) for name, days, within, _ in rows]


class World(unittest.TestCase):
    def play_well(self, seed, count, *options):
        """Moves and mails of histories of which none is wrong."""
        status, said = play(seed, "--count", count, *options)
        self.assertEqual(status, 0, said[-20000:])
        histories, wrong, moves, mails, twins, alike = map(int, re.findall(
            r"\d+", said.splitlines()[-1]))
        self.assertEqual((histories, wrong), (count, 0))
        self.assertEqual(twins, count // 5)
        self.assertGreater(alike, 2 * twins)
        return moves, mails

    def test_histories(self):
        count = 10000 if LONG else 10
        moves, mails = self.play_well(1, count)
        self.assertGreater(moves, 40 * count)
        self.assertGreater(mails, 3 * moves // 2)

    def test_short_histories(self):
        """More beginnings than weeks of one."""
        count = 200
        moves, mails = self.play_well(20000, count, "--days", 5)
        self.assertGreater(moves, 10 * count)
        self.assertGreater(mails, 2 * moves)

    def test_a_seed_is_a_history(self):
        """Alone, after others, and shown or not: the last line has the hash of
        all that happened."""
        alone = play(6, "--days", 20, "--show")[1].splitlines()
        after = play(5, "--days", 20, "--count", 2)[1].splitlines()
        self.assertGreater(len(alone), 100)
        self.assertEqual(alone[-1], after[-2])
        self.assertNotEqual(after[-2].split()[-1], after[-3].split()[-1])

    def test_planted_faults_are_found(self):
        every = plants()
        self.assertGreaterEqual(len(every), 15)
        for name, days, within in every:
            if name in SLOW and not LONG:
                continue
            with self.subTest(plant=name):
                status, said = play(1, "--days", days, "--count", within,
                                    "--first", "--plant", name,
                                    program=PLANTED)
                self.assertEqual(status, 1, said[-2000:])
                self.assertIn(" WRONG: ", said)

    def test_no_plant_no_fault(self):
        """The program with the plants is else the one without."""
        here = play(2, "--days", 10, "--show", program=PLANTED)
        self.assertEqual(here, play(2, "--days", 10, "--show"))

    def test_shrunk(self):
        """A mail that is not marked as sent needs few others; what is printed
        is played again as it is."""
        status, said = play(1, "--days", 10, "--plant", "mark-lost",
                            "--shrink", program=PLANTED)
        self.assertEqual(status, 1)
        again = said.splitlines()[-1].split(": ")[1].split()
        self.assertEqual(again[:2], ["1", "--days"])
        self.assertLess(int(again[2]), 5)
        self.assertLess(len(again[4].split(",")), 12)
        status, same = play(*again, "--plant", "mark-lost", program=PLANTED)
        self.assertEqual(status, 1)
        self.assertEqual(said.splitlines()[:-1], same.splitlines())


if __name__ == "__main__":
    run = unittest.main(exit=False).result
    bad = len(run.failures) + len(run.errors)
    print("%d passed, %d failed" % (run.testsRun - bad, bad))
    sys.exit(bad > 0)
