#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two servers of PostgreSQL, of which one follows the other: a daemon that
starts before there is any, one that is stopped for longer than a commit is
waited for, and one that falls silent for good with its connections open,
whereupon the other takes over. Each mail is answered once, and the daemon goes
on. (test-cluster.py has servers that die.) Run in the build directory."""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from postgres import Server
from waiting import wait_for

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 60
TEMPFAIL = 75
class Office:
    def __init__(self, place, hosts, more=""):
        self.place = place
        self.conf = f"{place}/conf"
        self.log = f"{place}/log"
        self.daemon = None
        self.mails = 0
        for part in ("new", "cur", "tmp"):
            os.makedirs(f"{place}/mail/{part}")
        with open(self.conf, "w", encoding="ascii") as f:
            f.write(f"""
mailbox {{ type = maildir folder = {place}/mail interval = 1s }}
outgoing {{ type = maildir directory = {place}/out from = games@example.org }}
club {{ keeper = keeper@example.org strangers = 600 }}
store {{ url = "postgresql:///postgres?host={hosts}&user=paquebot{more}" }}
""")
        os.chmod(self.conf, 0o600)

    def tool(self, *words, status=0):
        done = subprocess.run(["./paquebot", "--config", self.conf, *words],
                              capture_output=True, text=True, check=False)
        assert done.returncode == status, (words, done)
        return done.stdout + done.stderr

    def said(self):
        with open(self.log, encoding="utf-8") as f:
            return f.read()

    def start(self):
        with open(self.log, "a", encoding="ascii") as log:
            self.daemon = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", "./paquebotd", "--config",
                 self.conf], stderr=log)

    def stand_by(self):
        with open(self.log, "a", encoding="ascii") as log:
            waits = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", "./paquebotd", "--config",
                 self.conf], stderr=log)
        wait_for(lambda: "event=daemon.waiting" in self.said(), "a stand-by")
        return waits

    def stop(self, status=0):
        if self.daemon is not None:
            self.daemon.terminate()
            got = self.daemon.wait(timeout=SECONDS)
            self.daemon = None
            assert got == status, got

    def write(self, n):
        for _ in range(n):
            name = self.mails
            with open(f"{self.place}/mail/tmp/{name}", "w",
                      encoding="ascii") as f:
                f.write(f"From: p{name}@example.net\nTo: games@example.org\n"
                        f"Message-ID: <{name}@example.net>\nSubject: x\n\n"
                        "help\n")
            os.rename(f"{self.place}/mail/tmp/{name}",
                      f"{self.place}/mail/new/{name}")
            self.mails += 1

    def answers(self, n):
        box = f"{self.place}/out/p{n}@example.net/new"
        found = []
        for name in os.listdir(box) if os.path.isdir(box) else ():
            with open(f"{box}/{name}", encoding="utf-8") as f:
                found += re.findall(r"^Message-ID: *(\S+)", f.read(), re.M)
        return found

    def answered(self, name):
        wait_for(lambda: all(self.answers(n) for n in range(self.mails)),
                 f"answers {name}")
        for n in range(self.mails):
            assert len(set(self.answers(n))) == 1, (n, self.answers(n))
        assert self.daemon.poll() is None


def play(place, first, second):
    office = Office(f"{place}/office", f"{second.dir},{first.dir}",
                    "&target_session_attrs=read-write"
                    "&options=-cpaquebot.patience%3D3")
    try:
        # Nobody is there: the daemon ends, for whoever watches over it.
        office.start()
        assert office.daemon.wait(timeout=SECONDS) == TEMPFAIL
        assert "event=daemon.failed" in office.said()
        office.tool("games", status=TEMPFAIL)
        first.make()
        first.start()
        office.tool("init")
        second.follow(first)
        second.start()
        first.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        first.ask("SELECT pg_reload_conf()")
        office.start()
        office.write(5)
        office.answered("with both")
        # Longer than the answer to a COMMIT is waited for.
        waits = office.stand_by()
        first.stop()
        office.write(5)
        time.sleep(12)
        # Who stands by outlasts that as well.
        assert waits.poll() is None
        waits.kill()
        waits.wait()
        assert "connection" in office.said()
        office.tool("games", status=TEMPFAIL)
        first.start()
        office.answered("after a stop")
        # A standby alone is read, and not written to.
        reader = Office(f"{place}/reader", second.dir)
        reader.tool("games")
        assert "not noted" in reader.tool("backup", f"{place}/copy")
        assert os.path.getsize(f"{place}/copy") > 0
        said = reader.tool("new", "claim", "--seat", "computer", "--seat",
                           "computer", status=TEMPFAIL)
        assert "recovery" in said or "read-only" in said, said
        # The first says nothing any more, in the middle of mails, and nobody
        # can tell it from one that is busy.
        office.write(10)
        wait_for(lambda: office.answers(10), "the first of ten")
        first.hang()
        office.write(5)
        assert second.ask("SELECT pg_promote()") == "t"
        office.answered("after the other took over")
        assert second.ask("SELECT count(*) FROM inbox WHERE state = 1") == \
            str(office.mails)
        office.tool("store", "rebuild", "--check")
        office.stop()
        print(f"{office.mails} passed, 0 failed")
    except AssertionError:
        print(office.said()[-5000:] if os.path.exists(office.log) else "")
        raise
    finally:
        if office.daemon is not None:
            office.daemon.kill()
            office.daemon.wait()


def main():
    place = tempfile.mkdtemp(prefix="paquebot-failover-")
    os.chmod(place, 0o755)
    servers = [Server(place, name) for name in ("first", "second")]
    try:
        play(place, *servers)
    finally:
        servers[0].crash()
        servers[1].stop(signal.SIGQUIT)
        shutil.rmtree(place)
    return 0


if __name__ == "__main__":
    sys.exit(main())
