#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Some of what make check-faults tries (faults.py): faults at equal distances,
and those that once found something; and what must be found is found. Run in
the build directory."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import faults  # noqa: E402
import points  # noqa: E402
from ground import DAEMON, Ground, moment  # noqa: E402
from worlds import Maildirs  # noqa: E402

# A read that the disk refuses once was called damage, and ended the daemon
# till a backup would be restored; a mail was called unreadable because the
# process that was to read it lost its channel.
FOUND = ["pread64:%d:fail:EIO:1" % n for n in (15, 55, 95)] + \
    ["send:%d:fail:EPIPE:1" % n for n in (2, 3, 4)]


# What the kernel calls the table's calls.
KERNEL = {"ftruncate64": "ftruncate", "send": "sendto"}
# What changes nothing that is there when all processes are gone.
OWN = set("""access arch_prctl brk chmod chown clock_getres clock_gettime clone
    clone3 close close_range dup2 epoll_create1 epoll_ctl eventfd2 execve exit
    exit_group fadvise64 fchmod fchown fcntl flock fstat fstatfs futex
    getdents64 geteuid getpid getrandom gettid inotify_add_watch inotify_init1
    kill landlock_create_ruleset landlock_restrict_self lseek lstat madvise
    mmap mprotect mremap munmap newfstatat openat pipe2 poll prctl pread64
    prlimit64 read readlink recvfrom restart_syscall rseq rt_sigaction
    rt_sigprocmask rt_sigreturn sched_yield seccomp set_robust_list
    set_tid_address shutdown sigaltstack signalfd4 socket socketpair stat
    statfs sysinfo tgkill umask uname wait4""".split())


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.run_ = faults.Run(Ground(folder.name, Maildirs()),
                              faults.options([]))
        cls.addClassCleanup(cls.run_.close)

    def failed(self, some):
        before = self.run_.failed
        self.run_.all(some)
        return self.run_.failed - before

    def test_heals(self):
        kills = [f for f in self.run_.faults() if f.startswith("writes:")]
        self.assertGreater(len(kills), 200)
        self.assertEqual(self.failed(FOUND + kills[7::60]), 0)

    def test_nothing_else_writes(self):
        """What changes the world has a row in the table, so that between two
        of these calls nothing happens (points.py); or is mode and owner, and
        what a process has for itself."""
        stage = self.run_.stages[0]
        stage.furnish()
        subprocess.run(["strace", "-f", "-qq", "-o", stage.home + "/calls",
                        DAEMON, "--config", stage.home + "/conf", "--once"],
                       check=True, stderr=subprocess.DEVNULL,
                       env=dict(os.environ, PAQUEBOT_CLOCK=moment(0),
                                ASAN_OPTIONS="detect_leaks=0"))
        with open(stage.home + "/calls", encoding="utf-8") as f:
            made = {m[1] for m in map(re.compile(r"\d+ +(\w+)\(").match, f)
                    if m}
        self.assertIn("pwrite64", made)
        writes = {KERNEL.get(call, call) for call, (writes, _)
                  in points.table().items() if writes}
        self.assertEqual(made - writes - OWN, set())

    def test_can_fail(self):
        """Mails that are said to be delivered, and are not."""
        self.assertGreater(self.failed(["rename:4:lie:6"]), 0)

    def test_unsynced(self):
        """Names that are said to be flushed, and are not."""
        stage = self.run_.stages[0]
        stage.play("fsync:1:lie:99")
        lost = faults.unsynced(stage.home)
        for part in ("/anna@example.org/new/", "/done/cur/", "/games/new/"):
            self.assertTrue(any(part in name for name in lost), lost)


if __name__ == "__main__":
    run = unittest.main(exit=False).result
    bad = len(run.failures) + len(run.errors)
    print("%d passed, %d failed" % (run.testsRun - bad, bad))
    sys.exit(bad > 0)
