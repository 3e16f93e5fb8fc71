#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two daemons, one club on PostgreSQL, one mailbox: one leads, and the other
sends beside it. If the first is killed, or sleeps and is given up by the server
or by the other, that leads within ten seconds, with the patience that a club has
if nobody says another; each mail is answered, and none under two
Message-IDs. Run in the build directory."""
import os
import re
import signal
import subprocess
import sys
import time

import asking
from asking import Daemon
from waiting import wait_for

TAKES_OVER = 10
LOCKS = os.environ.get("PAQUEBOT_TEST_LOCKS", "server")
LEASE = 8                   # seconds: a letter waits no longer
TEMPFAIL = 75
ROUNDS = 4


class Club(asking.Club):
    def __init__(self, place, server):
        super().__init__(
            place, f"{server}&options=-csearch_path%3Dstandby"
            f"%20-cpaquebot.lease%3D{LEASE}%20-cpaquebot.locks%3D{LOCKS}")
        self.server = server
        self.init()

    def cut(self):
        """The connection of who leads, at the server; of all, where it does not
        tell which that is."""
        leads = "" if LOCKS == "rows" else """ AND pid IN (SELECT pid FROM
            pg_locks WHERE locktype = 'advisory' AND granted AND classid = 2)"""
        asking.psql(self.server, "SELECT pg_terminate_backend(pid, 5000) FROM "
                    "pg_stat_activity WHERE application_name = 'paquebot'"
                    + leads)


def taken_over(one, other):
    """Who has lost the club to the other finds out, and ends to be started
    again."""
    one.ended(TEMPFAIL)
    assert "has taken the club over" in one.log()
    assert other.process.poll() is None


def clocks_apart(club, made):
    """Of the host and the server: who leads says so, and so does doctor."""
    stands = int(time.time()) + 3600     # as the host's clock does
    wrong = {**os.environ, "PAQUEBOT_CLOCK": time.strftime(
        "%Y-%m-%dT%H:%M:%SZ", time.gmtime(stands))}
    doctor = ["./paquebot", "--config", f"{club.place}/conf", "doctor",
              "--no-mail"]
    for env in (None, wrong):
        d = Daemon(club, env)
        made.append(d)
        d.says("daemon.ready")
        begun = time.time()
        found = subprocess.run(doctor, env=env, capture_output=True, text=True,
                               check=False).stdout
        most, least = stands - begun, stands - time.time()
        assert ("clock" in found) == (env is wrong), found
        if env is wrong:
            d.says("alarm.begin alarm=clock")
        d.end()
        made.remove(d)
        assert ("alarm=clock" in d.log()) == (env is wrong)
    told = re.search("this host's is ([0-9]+) seconds ahead", found)
    assert told and least - 1 <= int(told[1]) <= most + 1, found


def play(club, made):
    worst = 0.0
    made.append(Daemon(club))
    wait_for(lambda: made[0].said("daemon.ready"), "a daemon")
    for n in range(ROUNDS):
        one, other = made[0], Daemon(club)
        made.append(other)
        wait_for(lambda: other.said("daemon.waiting"), "one that stands by")
        assert not other.said("daemon.ready")
        # A reload does not end one that waits.
        other.process.send_signal(signal.SIGHUP)
        club.write(4)
        wait_for(lambda: club.letters(club.mails - 4), "the first of them")
        if n % 2 == 0:
            one.end(signal.SIGKILL)
        else:
            # It sleeps, and does not know that it was given up: by the
            # server, or by the other, after a while of silence.
            one.process.send_signal(signal.SIGSTOP)
            if n == 1:
                club.cut()
        worst = max(worst, wait_for(lambda: other.said("daemon.ready"), "the other",
                                    TAKES_OVER))
        club.answered()
        if n % 2 == 1:
            one.process.send_signal(signal.SIGCONT)
            taken_over(one, other)
        made.pop(0)
    # Who is awake may be first to come back to it.
    one, other = made[0], Daemon(club)
    made.append(other)
    wait_for(lambda: other.said("daemon.waiting"), "one that stands by")
    club.cut()
    club.write(4)
    club.answered()
    if other.said("daemon.ready"):
        taken_over(one, other)
        made.pop(0)
    while made:
        made.pop().end()
    clocks_apart(club, made)
    print(f"taken over within {worst:.1f} s", file=sys.stderr)
    print(f"{club.mails} passed, 0 failed")


if __name__ == "__main__":
    asking.run(__file__, Club, play)
