#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Some of what make check-faults tries (faults.py): faults at equal distances,
and those that once found something; and what must be found is found. Run in
the build directory."""
import argparse
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import faults  # noqa: E402
from worlds import Maildirs  # noqa: E402

# A read that the disk refuses once was called damage, and ended the daemon
# till a backup would be restored; a mail was called unreadable because the
# process that was to read it lost its channel.
FOUND = ["pread64:%d:fail:EIO:1" % n for n in (15, 55, 95)] + \
    ["send:%d:fail:EPIPE:1" % n for n in (2, 3, 4)]


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.run_ = faults.Run(faults.Ground(folder.name, Maildirs()),
                              argparse.Namespace(jobs=2, world="maildir"))

    def failed(self, some):
        before = self.run_.failed
        self.run_.all(some)
        return self.run_.failed - before

    def test_heals(self):
        kills = [f for f in faults.enumerate_faults(self.run_.counts)
                 if f.startswith("writes:")]
        self.assertGreater(len(kills), 300)
        self.assertEqual(self.failed(FOUND + kills[7::110]), 0)

    def test_can_fail(self):
        """Mails that are said to be delivered, and are not."""
        self.assertGreater(self.failed(["rename:4:lie:6"]), 0)

    def test_unsynced(self):
        """Names that are said to be flushed, and are not."""
        home = self.run_.home(0)
        self.run_.ground.history("fsync:1:lie:99", home)
        lost = faults.unsynced(home)
        for part in ("/anna@example.org/new/", "/done/cur/", "/games/new/"):
            self.assertTrue(any(part in name for name in lost), lost)


if __name__ == "__main__":
    run = unittest.main(exit=False).result
    bad = len(run.failures) + len(run.errors)
    print("%d passed, %d failed" % (run.testsRun - bad, bad))
    sys.exit(bad > 0)
