#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two daemons, one club on PostgreSQL, one mailbox: one leads, and the other
sends beside it. If the first is killed, or sleeps and is given up by the server
or by the other, that leads within ten seconds, with the patience that a club has
if nobody says another; each mail is answered, and none under two
Message-IDs. Run in the build directory."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile

from waiting import wait_for

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 60
TAKES_OVER = 10
LOCKS = os.environ.get("PAQUEBOT_TEST_LOCKS", "server")
LEASE = 8                   # seconds: a letter waits no longer
TEMPFAIL = 75
ROUNDS = 4


class Daemon:
    def __init__(self, place, number):
        self.log = f"{place}/log{number}"
        with open(self.log, "a", encoding="ascii") as log:
            self.process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", "./paquebotd", "--config",
                 f"{place}/conf"], stderr=log)

    def said(self, what):
        with open(self.log, encoding="utf-8") as f:
            return f"event=daemon.{what}" in f.read()

    def end(self, status):
        got = self.process.wait(timeout=SECONDS)
        assert got == status, (got, status)


class Club:
    def __init__(self, place, server):
        self.place, self.server = place, server
        self.mails = self.daemons = 0
        for part in ("new", "cur", "tmp"):
            os.makedirs(f"{place}/mail/{part}")
        with open(f"{place}/conf", "w", encoding="ascii") as f:
            f.write(f"""
mailbox {{ type = maildir folder = {place}/mail interval = 1s }}
outgoing {{ type = maildir directory = {place}/out from = games@example.org }}
club {{ keeper = keeper@example.org strangers = 600 }}
store {{ url = "{server}&options=-csearch_path%3Dstandby\
%20-cpaquebot.lease%3D{LEASE}%20-cpaquebot.locks%3D{LOCKS}" }}
""")
        subprocess.run(["./paquebot", "--config", f"{place}/conf", "init"],
                       check=True, stdout=subprocess.DEVNULL)

    def start(self):
        self.daemons += 1
        return Daemon(self.place, self.daemons)

    def write(self, count):
        for n in range(self.mails, self.mails + count):
            with open(f"{self.place}/mail/tmp/{n}", "w", encoding="ascii") as f:
                f.write(f"From: p{n}@example.net\nTo: games@example.org\n"
                        f"Message-ID: <{n}@example.net>\nSubject: x\n\nhelp\n")
            os.rename(f"{self.place}/mail/tmp/{n}", f"{self.place}/mail/new/{n}")
        self.mails += count

    def ids(self, n):
        box = f"{self.place}/out/p{n}@example.net/new"
        found = set()
        for name in os.listdir(box) if os.path.isdir(box) else ():
            with open(f"{box}/{name}", encoding="utf-8") as f:
                found |= {line for line in f if line.startswith("Message-ID:")}
        return found

    def answered(self):
        wait_for(lambda: all(self.ids(n) for n in range(self.mails)), "answers")
        for n in range(self.mails):
            assert len(self.ids(n)) == 1, (n, self.ids(n))

    def cut(self):
        """The connection of who leads, at the server; of all, where it does not
        tell which that is."""
        leads = "" if LOCKS == "rows" else """ AND pid IN (SELECT pid FROM
            pg_locks WHERE locktype = 'advisory' AND granted AND classid = 2)"""
        subprocess.run(
            ["psql", "-X", "-q", self.server, "-c", "SELECT "
             "pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE "
             f"application_name = 'paquebot'{leads}"],
            check=True, stdout=subprocess.DEVNULL)


def taken_over(one, other):
    """Who has lost the club to the other finds out, and ends to be started
    again."""
    one.end(TEMPFAIL)
    with open(one.log, encoding="utf-8") as f:
        assert "has taken the club over" in f.read()
    assert other.process.poll() is None


def play(club, made):
    worst = 0.0
    made.append(club.start())
    wait_for(lambda: made[0].said("ready"), "a daemon")
    for n in range(ROUNDS):
        one, other = made[0], club.start()
        made.append(other)
        wait_for(lambda: other.said("waiting"), "one that stands by")
        assert not other.said("ready")
        # A reload does not end one that waits.
        other.process.send_signal(signal.SIGHUP)
        club.write(4)
        wait_for(lambda: club.ids(club.mails - 4), "the first of them")
        if n % 2 == 0:
            one.process.kill()
            one.end(-9)
        else:
            # It sleeps, and does not know that it was given up: by the
            # server, or by the other, after a while of silence.
            one.process.send_signal(signal.SIGSTOP)
            if n == 1:
                club.cut()
        worst = max(worst, wait_for(lambda: other.said("ready"), "the other",
                                    TAKES_OVER))
        club.answered()
        if n % 2 == 1:
            one.process.send_signal(signal.SIGCONT)
            taken_over(one, other)
        made.pop(0)
    # Who is awake may be first to come back to it.
    one, other = made[0], club.start()
    made.append(other)
    wait_for(lambda: other.said("waiting"), "one that stands by")
    club.cut()
    club.write(4)
    club.answered()
    if other.said("ready"):
        taken_over(one, other)
        made.pop(0)
    made[0].process.terminate()
    made[0].end(0)
    print(f"taken over within {worst:.1f} s", file=sys.stderr)
    print(f"{club.mails} passed, 0 failed")


def main():
    server = os.environ.get("PAQUEBOT_TEST_STORE")
    if server is None:
        wrapper = f"{HERE}/../store/with-postgres"
        os.execv(wrapper, [wrapper, sys.executable, os.path.abspath(__file__)])
    place = tempfile.mkdtemp(prefix="paquebot-standby-")
    made = []
    try:
        play(Club(place, server), made)
        return 0
    except Exception:
        for name in sorted(os.listdir(place)):
            if name.startswith("log"):
                with open(f"{place}/{name}", encoding="utf-8") as f:
                    print(name, f.read()[-2000:], sep="\n")
        raise
    finally:
        for d in made:
            d.process.kill()
            d.process.wait()
        shutil.rmtree(place)


if __name__ == "__main__":
    sys.exit(main())
