#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pictures are drawn under what contrib/paquebot.service.in forbids: a file
system that is read-only but for the database's folder (so no cache of
fontconfig and no /tmp can be written), no home, no new privileges, no memory
that is written and executed, and far less memory than its limit. It needs a
kernel that grants a mount namespace. And the names of functions are the
program's own. Run in the build directory."""
import base64
import ctypes
import email
import glob
import os
import resource
import subprocess
import sys
import tempfile
import unittest

TOOL = os.path.abspath("paquebot")
DAEMON = os.path.abspath("paquebotd")
MEGABYTES = 128

MOUNT_SETATTR, AT_FDCWD, AT_RECURSIVE, RDONLY = 442, -100, 0x8000, 1
MS_BIND, MS_REC, MS_PRIVATE = 4096, 1 << 14, 1 << 18
PR_SET_NO_NEW_PRIVS, PR_SET_MDWE = 38, 65


def must(result, what):
    if result != 0:
        sys.exit(f"{what}: {os.strerror(ctypes.get_errno())}")


def names(*which):
    """What is defined there."""
    done = subprocess.run(["nm", "--defined-only", *which], check=True,
                          capture_output=True, text=True)
    return {line.split()[2] for line in done.stdout.splitlines()
            if len(line.split()) == 3}


def shut_in(folder, command):
    """In a namespace of its own: all but the folder becomes read-only."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4

    def attributes(path, flags, to_set, to_clear):
        attr = (ctypes.c_uint64 * 4)(to_set, to_clear, 0, 0)
        must(libc.syscall(MOUNT_SETATTR, AT_FDCWD, path.encode(), flags,
                          ctypes.byref(attr), ctypes.sizeof(attr)), path)

    must(libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None), "private")
    must(libc.mount(folder.encode(), folder.encode(), None, MS_BIND, None),
         "bind")
    attributes("/", AT_RECURSIVE, RDONLY, 0)
    attributes(folder, 0, 0, RDONLY)
    for path in ("/tmp", "/var/tmp", "/var/cache/fontconfig",
                 os.path.dirname(folder)):
        if os.path.isdir(path):
            try:
                with open(os.path.join(path, "shut-in"), "w",
                          encoding="ascii"):
                    sys.exit(f"{path} can be written")
            except OSError:
                pass
    must(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no new privileges")
    # Linux 6.3 and later; what systemd forbids by a filter.
    libc.prctl(PR_SET_MDWE, 1, 0, 0, 0)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.chdir("/")
    os.execve(command[0], command, {"HOME": "/nonexistent", "LANG": "C",
                                    **{k: v for k, v in os.environ.items()
                                       if k.startswith("PAQUEBOT_")}})


class Hardened(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = folder.name

    def shut_in(self, *command):
        done = subprocess.run(["unshare", "--map-root-user", "--mount",
                               sys.executable, os.path.abspath(__file__),
                               "--inside", self.home, *command],
                              capture_output=True, text=True, timeout=300,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    def mails(self, club):
        out = []
        for path in sorted(glob.glob(os.path.join(club, "mail", "anna@*", "*",
                                                  "*")),
                           key=os.path.getmtime):
            with open(path, "rb") as f:
                out.append((path, email.message_from_binary_file(f)))
        return out

    def test_pictures(self):
        subprocess.run([TOOL, "demo", "--auto"], check=True,
                       stdout=subprocess.DEVNULL, timeout=300,
                       env=dict(os.environ, HOME=self.home))
        club = os.path.join(self.home, "paquebot-demo-1")
        before = self.mails(club)
        told = before[-1][1]
        with open(os.path.join(club, "mail", "games@paquebot.example", "new",
                               "1.board"), "w", encoding="utf-8") as f:
            f.write("From: Anna <anna@paquebot.example>\n"
                    f"To: {told['Reply-To']}\n"
                    "Subject: board\n"
                    "Message-ID: <board@paquebot.example>\n"
                    f"Date: {told['Date']}\n\nboard\n")
        conf = os.path.join(club, "paquebot.conf")
        done = self.shut_in(DAEMON, "--config", conf, "--once")
        self.assertNotIn("picture", done.stderr)
        known = {m[0] for m in before}
        new = [m for p, m in self.mails(club) if p not in known]
        self.assertEqual(len(new), 1, done.stderr)
        shown = [p for p in new[0].walk()
                 if p.get_content_type() == "image/png"]
        self.assertEqual(len(shown), 1)
        png = base64.b64decode(shown[0].get_payload())
        self.assertTrue(png.startswith(b"\x89PNG\r\n\x1a\n"))
        self.assertGreater(len(png), 10000)
        # The largest of all of its processes.
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        self.assertLess(peak, MEGABYTES * 1024)

    def test_names(self):
        """No library finds a function of ours in place of its own. (libkrb5
        calls profile_release.)"""
        ours = names("-g", *glob.glob("lib*.a"))
        self.assertIn("profile_release", ours)
        for program in DAEMON, TOOL:
            self.assertEqual(names("-D", program) & ours, set(), program)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        shut_in(sys.argv[2], sys.argv[3:])
    main = unittest.main(exit=False, verbosity=0)
    bad = len(main.result.failures) + len(main.result.errors)
    print(f"{max(0, main.result.testsRun - bad)} passed, {bad} failed")
    sys.exit(1 if bad else 0)
