#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Several mailboxes, several daemons, one club on PostgreSQL: who leads looks
into all that can be opened, one that can open none leaves the lead to others,
and whom to believe does not depend on who judges. Run in the build
directory."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile

import asking
from asking import SECONDS, Daemon
from waiting import wait_for

HERE = os.path.dirname(os.path.abspath(__file__))
TAKES_OVER = 10
UNFIT = 78
BOX = "mailbox {name} {{ type = maildir folder = {place}/{name} done-folder = " \
    "{name}-done interval = 1s }}\n"
REST = """outgoing {{ type = maildir directory = {place}/out
  from = games@example.org }}
club {{ keeper = keeper@example.org strangers = 600 }}
store {{ url = "{url}" }}
"""


class Club(asking.Club):
    """Daemons have configurations of their own: mail, two, or both."""

    def __init__(self, place, server):
        super().__init__(place, f"{server}&options=-csearch_path%3Dseveral")
        self.url = f"{server}&options=-csearch_path%3Dseveral"
        for part in ("new", "cur", "tmp"):
            os.makedirs(f"{place}/two/{part}")
        self.conf("conf", "mail")
        subprocess.run(["./paquebot", "--config", f"{place}/conf", "init"],
                       check=True, stdout=subprocess.DEVNULL)

    def conf(self, file, *names):
        with open(f"{self.place}/{file}", "w", encoding="ascii") as f:
            f.write("".join(BOX.format(name=n, place=self.place)
                            for n in names)
                    + REST.format(place=self.place, url=self.url))

    def start(self, *names):
        """A daemon with these mailboxes."""
        self.conf("conf", *names)
        d = Daemon(self)
        wait_for(lambda: d.said("daemon.ready") or d.said("daemon.waiting"),
                 "a daemon")
        return d

    def write_to(self, box, count=1):
        """As write; the mails lie in that one."""
        first = self.mails
        os.rename(f"{self.place}/mail/new", f"{self.place}/mail/new.held")
        os.mkdir(f"{self.place}/mail/new")
        self.write(count)
        for n in range(first, self.mails):
            os.rename(f"{self.place}/mail/new/{n}",
                      f"{self.place}/{box}/tmp/{n}")
        os.rmdir(f"{self.place}/mail/new")
        os.rename(f"{self.place}/mail/new.held", f"{self.place}/mail/new")
        for n in range(first, self.mails):
            os.rename(f"{self.place}/{box}/tmp/{n}",
                      f"{self.place}/{box}/new/{n}")

    def closes(self, box):
        """It cannot be opened, nor made."""
        os.rename(f"{self.place}/{box}", f"{self.place}/{box}.held")
        with open(f"{self.place}/{box}", "wb"):
            pass

    def opens(self, box):
        os.remove(f"{self.place}/{box}")
        os.rename(f"{self.place}/{box}.held", f"{self.place}/{box}")


def play(club, made):
    # Who has two looks into both.
    first = club.start("mail", "two")
    made.append(first)
    first.says("daemon.ready")
    club.write_to("two")
    club.write(1)
    club.answered()
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
    club.write_to("two")
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
    third.end()
    print(f"{club.mails} passed, 0 failed")


def main():
    server = os.environ.get("PAQUEBOT_TEST_STORE")
    if server is None:
        wrapper = f"{HERE}/../store/with-postgres"
        os.execv(wrapper, [wrapper, sys.executable, os.path.abspath(__file__)])
    place = tempfile.mkdtemp(prefix="paquebot-several-")
    made = []
    try:
        play(Club(place, server), made)
        return 0
    except BaseException:
        for d in made:
            print(d.log_file, d.log()[-2000:], sep="\n")
        raise
    finally:
        for d in made:
            d.process.kill()
            d.process.wait(SECONDS)
        shutil.rmtree(place)


if __name__ == "__main__":
    sys.exit(main())
