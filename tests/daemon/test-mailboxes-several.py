#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Several mailboxes, several daemons, one club on PostgreSQL: who leads looks
into all that can be opened, one that can open none leaves the lead to others,
and whom to believe does not depend on who judges. Run in the build
directory."""
import os
import signal

import asking
from asking import Daemon
from waiting import wait_for

TAKES_OVER = 10
UNFIT = 78


class Club(asking.Club):
    """Daemons have configurations of their own: mail, two, or both."""

    def __init__(self, place, server):
        super().__init__(place, f"{server}&options=-csearch_path%3Dseveral",
                         ("mail", "two"))
        self.init()

    def start(self, *boxes):
        """A daemon with these mailboxes."""
        self.configure(*boxes)
        d = Daemon(self)
        d.begun()
        return d

    def closes(self, box):
        """It cannot be opened, nor made."""
        os.rename(f"{self.place}/{box}", f"{self.place}/{box}.held")
        with open(f"{self.place}/{box}", "wb"):
            pass

    def opens(self, box):
        os.remove(f"{self.place}/{box}")
        os.rename(f"{self.place}/{box}.held", f"{self.place}/{box}")

    def rows(self):
        """The mailboxes of which something is known."""
        return asking.psql(self.url, "SELECT name FROM mailbox ORDER BY name"
                           ).split("\n")[:-1]


def play(club, made):
    # Who has two looks into both.
    first = club.start("mail", "two")
    made.append(first)
    first.says("daemon.ready")
    club.write(1, "two")
    club.write(1)
    club.answered()
    wait_for(lambda: club.rows() == ["mail", "two"], "rows")
    # The next has one that cannot be opened when it takes over, and leads with
    # the other; when that is mended a reload brings it.
    second = club.start("mail", "two")
    made.append(second)
    club.closes("two")
    first.end(signal.SIGKILL)
    second.says("daemon.ready", TAKES_OVER)
    club.write(1)
    club.answered()
    club.opens("two")
    club.write(1, "two")
    second.process.send_signal(signal.SIGHUP)
    club.answered()
    # One that can open none does not keep the lead from one that can.
    unfit = club.start("two")
    made.append(unfit)
    club.closes("two")
    second.end(signal.SIGKILL)
    wait_for(lambda: unfit.process.poll() is not None, "its end")
    unfit.ended(UNFIT)
    third = club.start("mail")
    made.append(third)
    third.says("daemon.ready", TAKES_OVER)
    club.write(2)
    club.answered()
    # Nothing is known any more of the one that it does not have.
    wait_for(lambda: club.rows() == ["mail"], "the end of a row")
    third.end()
    print(f"{club.mails} passed, 0 failed")


if __name__ == "__main__":
    asking.run(__file__, Club, play)
