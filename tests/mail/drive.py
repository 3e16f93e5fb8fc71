# SPDX-License-Identifier: MIT
"""imap-drive under the hand of a Python test: see imap-drive.c for orders."""

import os
import subprocess
import sys
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "e2e"))

PROGRAM = os.path.join(os.getcwd(), "tests", "mail", "imap-drive")


def quoted(value):
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def write_conf(directory, **mailbox):
    """A configuration file for imap-drive; keys with - written as _."""
    path = os.path.join(directory, "drive.conf")
    words = {"type": "imap", "user": "games", "timeout": 10}
    words.update(mailbox)
    lines = [f"  {k.replace('_', '-')} = {quoted(v)}" for k, v in words.items()]
    with open(path, "w", encoding="utf-8") as f:
        f.write("mailbox {\n" + "\n".join(lines) + "\n}\noutgoing {\n"
                "  type = maildir\n  from = games@example.org\n"
                f'  directory = "{directory}/out"\n}}\n')
    os.chmod(path, 0o600)
    return path


class Drive:
    """One running imap-drive. order() gives the lines of the answer."""

    def __init__(self, conf, **environment):
        self.process = subprocess.Popen([PROGRAM, conf],
                                        env=dict(os.environ, **environment),
                                        stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read(self):
        lines = []
        while not lines or lines[-1].startswith(("mail ", "leftover ")):
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError(f"imap-drive ended: {lines}")
            lines.append(line.rstrip("\n"))
        return lines

    def order(self, line):
        self.send(line)
        return self.read()

    def last(self, line):
        return self.order(line)[-1]

    def sessions(self):
        """Process numbers of the IMAP sessions it has."""
        pid = self.process.pid
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as f:
            return [int(x) for x in f.read().split()]

    def close(self):
        """Ends it in order; its exit status must be 0."""
        if self.process.stdin.closed:
            return
        killer = threading.Timer(20, self.process.kill)
        killer.start()
        self.process.stdin.close()
        self.process.stdout.read()
        self.process.stdout.close()
        status = self.process.wait()
        killer.cancel()
        if status != 0:
            raise AssertionError(f"imap-drive: exit status {status}")


def waited(answer, news, at_least, below):
    """Is this the answer of wait, wake or renew, after so many ms? The upper
    bounds are wide: the machine may be busy."""
    words = answer.split()
    return words[0] in ("wait", "wake", "renew") and words[1] == str(news) \
        and at_least <= int(words[3]) < below
