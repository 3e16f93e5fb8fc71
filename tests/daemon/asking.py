# SPDX-License-Identifier: MIT
"""A club of several daemons whose people, strangers all, ask for help by a
Maildir, and those daemons. Run in the build directory."""
import os
import signal
import subprocess

from waiting import wait_for

SECONDS = 60
CONF = """
mailbox {{ type = maildir folder = {place}/mail interval = 1s }}
outgoing {{ type = maildir directory = {place}/out from = games@example.org }}
club {{ keeper = keeper@example.org strangers = 600 }}
store {{ url = "{url}" }}
"""


class Daemon:
    """It ends with us. env: of its own, None: ours."""

    def __init__(self, club, env=None):
        club.daemons += 1
        self.log_file = f"{club.place}/log{club.daemons}"
        with open(self.log_file, "w", encoding="ascii") as log:
            self.process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", "./paquebotd", "--config",
                 f"{club.place}/conf"], stderr=log, env=env)

    def log(self):
        with open(self.log_file, encoding="utf-8") as f:
            return f.read()

    def said(self, event):
        return f"event={event}" in self.log()

    def says(self, event, seconds=SECONDS):
        """Waits for it: how many seconds."""
        return wait_for(lambda: self.said(event), event, seconds)

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.ended(0 if how == signal.SIGTERM else -how)

    def ended(self, status):
        got = self.process.wait(timeout=SECONDS)
        assert got == status, (got, status)


class Club:
    def __init__(self, place, url):
        self.place = place
        self.mails = self.daemons = 0
        for part in ("new", "cur", "tmp"):
            os.makedirs(f"{place}/mail/{part}")
        with open(f"{place}/conf", "w", encoding="ascii") as f:
            f.write(CONF.format(place=place, url=url))

    def write(self, count):
        for n in range(self.mails, self.mails + count):
            with open(f"{self.place}/mail/tmp/{n}", "w", encoding="ascii") as f:
                f.write(f"From: p{n}@example.net\nTo: games@example.org\n"
                        f"Message-ID: <{n}@example.net>\nSubject: x\n\nhelp\n")
            os.rename(f"{self.place}/mail/tmp/{n}", f"{self.place}/mail/new/{n}")
        self.mails += count

    def letters(self, n):
        """The Message-ID of each letter to the writer of a mail."""
        box = f"{self.place}/out/p{n}@example.net/new"
        found = []
        for name in os.listdir(box) if os.path.isdir(box) else ():
            with open(f"{box}/{name}", encoding="utf-8") as f:
                found += [x for x in f if x.startswith("Message-ID:")]
        return found

    def answered(self):
        """Waits until each mail is, and under one Message-ID."""
        wait_for(lambda: all(self.letters(n) for n in range(self.mails)),
                 "answers")
        for n in range(self.mails):
            assert len(set(self.letters(n))) == 1, (n, self.letters(n))
