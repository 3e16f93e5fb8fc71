#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A club on PostgreSQL whose mail comes by a pipe: several come at once, beside
a daemon and without one, and the mail server is told to try again for none. By
either kind of locks. Run in the build directory."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
AT_ONCE = 5
SECONDS = 120
CONF = """mailbox {{ type = pipe }}
outgoing {{ type = maildir directory = {place}/out from = games@example.org }}
club {{ keeper = keeper@example.org strangers = 600 }}
store {{ url = "{server}&options=-csearch_path%3D{schema}%20-c{locks}" }}
"""


class Club:
    def __init__(self, place, server, locks):
        self.place, self.sent = f"{place}/{locks}", 0
        os.mkdir(self.place)
        self.conf = f"{self.place}/conf"
        with open(self.conf, "w", encoding="ascii") as f:
            f.write(CONF.format(place=self.place, server=server,
                                schema=f"piped_{locks}",
                                locks=f"paquebot.locks%3D{locks}"))
        subprocess.run(["./paquebot", "--config", self.conf, "init"],
                       check=True, stdout=subprocess.DEVNULL)

    def deliver(self):
        self.sent += 1
        pipe = subprocess.Popen(
            ["./paquebot", "--config", self.conf, "deliver"], text=True,
            stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        pipe.stdin.write(
            f"From: p{self.sent}@example.net\nTo: games@example.org\n"
            f"Message-ID: <{self.sent}@example.net>\nSubject: x\n\nhelp\n")
        pipe.stdin.close()
        pipe.stdin = None
        return pipe

    def several(self):
        """All of them are taken."""
        for pipe in [self.deliver() for _ in range(AT_ONCE)]:
            said = pipe.communicate(timeout=SECONDS)[1]
            assert pipe.returncode == 0, (pipe.returncode, said)
            # getmail takes anything else for a failure.
            assert said == "", said

    def answered(self):
        return sum(os.path.isdir(f"{self.place}/out/p{n}@example.net/new")
                   for n in range(1, self.sent + 1))

    def play(self):
        self.several()
        # What came when the last of them had looked waits for the next.
        pipe = self.deliver()
        said = pipe.communicate(timeout=SECONDS)[1]
        assert (pipe.returncode, said) == (0, ""), said
        assert self.answered() == self.sent, (self.answered(), self.sent)
        with open(f"{self.place}/log", "w", encoding="ascii") as log:
            daemon = subprocess.Popen(
                ["./paquebotd", "--config", self.conf], stderr=log)
        try:
            self.wait(lambda: "event=daemon.ready" in self.log())
            self.several()
            self.wait(lambda: self.answered() == self.sent)
        finally:
            daemon.send_signal(signal.SIGTERM)
            status = daemon.wait()
        assert status == 0, self.log()

    def log(self):
        with open(f"{self.place}/log", encoding="utf-8") as f:
            return f.read()

    def wait(self, what):
        until = time.monotonic() + SECONDS
        while not what():
            assert time.monotonic() < until, self.log()[-4000:]
            time.sleep(0.05)


def main():
    server = os.environ.get("PAQUEBOT_TEST_STORE")
    if server is None:
        wrapper = f"{HERE}/../store/with-postgres"
        os.execv(wrapper, [wrapper, sys.executable, os.path.abspath(__file__)])
    place = tempfile.mkdtemp(prefix="paquebot-piped-")
    try:
        for locks in ("server", "rows"):
            Club(place, server, locks).play()
    finally:
        shutil.rmtree(place)
    print("2 passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
