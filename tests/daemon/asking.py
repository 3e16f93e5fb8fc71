# SPDX-License-Identifier: MIT
"""A club of several daemons whose people, strangers all, ask for help by
Maildirs, and those daemons. Run in the build directory."""
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile

from waiting import wait_for

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 60
MAILBOX = "mailbox {name} {{ type = maildir folder = {place}/{name} " \
    "done-folder = {name}-done interval = 1s }}\n"
CONF = """
outgoing {{ type = maildir directory = {place}/out from = games@example.org }}
club {{ keeper = keeper@example.org strangers = 600 }}
{store}
"""


def psql(url, text):
    """What the server says to it, a row a line."""
    return subprocess.run(["psql", "-X", "-q", "-A", "-t", url, "-c", text],
                          check=True, capture_output=True, text=True).stdout


class Daemon:
    """It ends with us. env: of its own, None: ours; what stands before the
    command is executed first, as the same process."""

    def __init__(self, club, env=None, before=()):
        club.daemons += 1
        self.log_file = f"{club.place}/log{club.daemons}"
        with open(self.log_file, "w", encoding="ascii") as log:
            self.process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", *before, "./paquebotd",
                 "--config", f"{club.place}/conf"], stderr=log, env=env)

    def begun(self):
        """It leads or stands by."""
        wait_for(lambda: self.said("daemon.ready") or
                 self.said("daemon.waiting"), "a daemon")

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
    """boxes: its Maildirs, all of which its daemons look into, unless
    configure says otherwise. store: what their configuration says of that, and
    behind it."""

    def __init__(self, place, url, boxes=("mail",), store=None):
        self.place, self.url = place, url
        self.store = store or f'store {{ url = "{url}" }}'
        self.mails = self.daemons = 0
        for box in boxes:
            for part in ("new", "cur", "tmp"):
                os.makedirs(f"{place}/{box}/{part}")
        self.configure(*boxes)

    def configure(self, *boxes):
        """For daemons that begin from now on, or read it again."""
        with open(f"{self.place}/conf", "w", encoding="ascii") as f:
            f.write("".join(MAILBOX.format(name=n, place=self.place)
                            for n in boxes)
                    + CONF.format(place=self.place, store=self.store))

    def init(self):
        subprocess.run(["./paquebot", "--config", f"{self.place}/conf",
                        "init"], check=True, stdout=subprocess.DEVNULL)

    def write(self, count, box="mail"):
        for n in range(self.mails, self.mails + count):
            with open(f"{self.place}/{box}/tmp/{n}", "w",
                      encoding="ascii") as f:
                f.write(f"From: p{n}@example.net\nTo: games@example.org\n"
                        f"Message-ID: <{n}@example.net>\nSubject: x\n\nhelp\n")
            os.rename(f"{self.place}/{box}/tmp/{n}",
                      f"{self.place}/{box}/new/{n}")
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


def run(script, make, play):
    """play(club, made) with the club of make(place, server), on a server of
    its own if the environment names none; what was made ends with it."""
    server = os.environ.get("PAQUEBOT_TEST_STORE")
    if server is None:
        wrapper = f"{HERE}/../store/with-postgres"
        os.execv(wrapper, [wrapper, sys.executable, os.path.abspath(script)])
    place = tempfile.mkdtemp(prefix="paquebot-asking-")
    made = []
    try:
        play(make(place, server), made)
    except BaseException:
        for path in sorted(glob.glob(f"{place}/**/log*", recursive=True)):
            with open(path, encoding="utf-8") as f:
                print(path, f.read()[-2000:], sep="\n")
        raise
    finally:
        for d in made:
            d.process.kill()
            d.process.wait(SECONDS)
        shutil.rmtree(place)
