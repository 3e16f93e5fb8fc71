#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two daemons of a club with an archive: whichever has its directory makes the
pages of a game, one at a time; if it dies or sleeps the other does once that
was not heard of for the length of a lease, and if it cannot, at once; the keeper
is told by whoever leads what stands in the way, and where. Run in the build
directory."""
import errno
import glob
import os
import signal
import socket
import subprocess
import sys
import time

import asking
from asking import Daemon
from processes import child, runs
from waiting import wait_for

LEASE = 8                   # seconds


class Club(asking.Club):
    def __init__(self, place, server):
        super().__init__(
            place, f"{server}&options=-csearch_path%3Darchivists"
            f"%20-cpaquebot.lease%3D{LEASE}")
        self.www = f"{place}/www"
        self.games = 0
        self.init()

    def fills(self, www):
        """The daemons that begin from now on fill that directory; None."""
        self.configure("mail")
        if www is not None:
            with open(f"{self.place}/conf", "a", encoding="ascii") as f:
                f.write(f"archive {{ dir = {www} analyse = 0 }}\n")

    def tool(self, *words):
        return subprocess.run(
            ["./paquebot", "--config", f"{self.place}/conf", *words],
            check=True, stdout=subprocess.PIPE, text=True).stdout

    def play(self):
        """A game from its beginning to its end: its number."""
        self.tool("new", "clippers", "--seat", "computer", "--seat", "computer")
        self.games += 1
        return self.games

    def due(self):
        return int(asking.psql(
            self.url, "SELECT count(*) FROM archivists.archive_due"))

    def in_archive(self, game):
        wait_for(lambda: self.due() == 0, "nothing due", 4 * LEASE)
        said = self.tool("archive", "check", self.www)
        assert f"{game}: ok" in said, said

    def told(self, words):
        """The keeper has a letter with them."""
        for name in glob.glob(f"{self.place}/out/keeper@example.org/new/*"):
            with open(name, encoding="utf-8") as f:
                if words in f.read():
                    return True
        return False


def start(club, made, www):
    club.fills(www)
    d = Daemon(club)
    made.append(d)
    d.begun()
    return d


def forgotten(club, made):
    """While pages that name them are at work: neither those nor what the tool
    could not make stays."""
    one = start(club, made, club.www)
    game = club.games + 1
    held = Held(club, game)
    club.tool("new", "clippers", "--seat", "Ottokar <otto@example.net>",
              "--seat", "computer", "--option", "archive=yes")
    club.games += 1
    club.tool("moderate", str(game), "begin")
    club.tool("moderate", str(game), "cancel")
    at_work(held, one)
    done = subprocess.run(["./paquebot", "--config", f"{club.place}/conf",
                           "forget", "Ottokar"], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 75 and "another paquebot" in done.stderr, done
    held.release()
    club.in_archive(game)
    with open(f"{club.www}/{game}/game.txt", encoding="utf-8") as f:
        assert "Ottokar" not in f.read()
    one.end()


def who_makes(one, other, game):
    """Of the two, who said that it made those pages."""
    words = f"event=archive.made game={game}\n"
    return [d for d in (one, other) if words in d.log()]


class Held:
    """Whoever is to make that game's pages waits for something to read, the
    archive being its own meanwhile."""

    def __init__(self, club, game):
        self.dir = f"{club.www}/{game}"
        self.path = f"{self.dir}/index.html"
        self.writes = None
        os.mkdir(self.dir)
        os.mkfifo(self.path)

    def read(self):
        """Somebody reads: they wait until release."""
        try:
            self.writes = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as e:
            if e.errno != errno.ENXIO:
                raise
        return self.writes is not None

    def release(self):
        """They find that there is no page."""
        os.remove(self.path)
        os.rmdir(self.dir)
        os.close(self.writes)


def workers(daemons):
    """Those of them that have a process for pages."""
    return [d for d in daemons if child(d.process.pid, "--archive")]


def at_work(held, *daemons):
    """Waits for one of them that makes those pages: it, and its process."""
    wait_for(held.read, "a reader")
    busy = workers(daemons)
    assert len(busy) == 1, "more than one is at work"
    return busy[0], child(busy[0].process.pid, "--archive")


def who_has_it(club, made):
    """One that leads has no directory."""
    one = start(club, made, None)
    other = start(club, made, club.www)
    assert one.said("daemon.ready") and other.said("daemon.waiting")
    game = club.play()
    club.in_archive(game)
    assert who_makes(one, other, game) == [other]
    one.end()
    other.end()


def one_dies(club, made):
    """With its game, and its process."""
    one = start(club, made, club.www)
    other = start(club, made, club.www)
    game = club.games + 1
    held = Held(club, game)
    club.play()
    busy, its = at_work(held, one, other)
    rest = other if busy is one else one
    began = time.monotonic()
    busy.end(signal.SIGKILL)
    wait_for(lambda: not runs(its), "the end of its process")
    held.release()
    club.in_archive(game)
    # Not before it could have been heard of: less is a lease that none has.
    assert time.monotonic() - began > LEASE / 2
    assert who_makes(one, other, game) == [rest]
    rest.end()


def one_sleeps(club, made):
    """What its process makes meanwhile is good; nobody makes it again while
    that goes on."""
    one = start(club, made, club.www)
    other = start(club, made, club.www)
    game = club.games + 1
    held = Held(club, game)
    club.play()
    busy, its = at_work(held, one, other)
    rest = other if busy is one else one
    # Longer than its lease, which is renewed.
    time.sleep(LEASE + 3)
    assert workers((one, other)) == [busy] and runs(its) and club.due() == 1
    assert not rest.said("archive.failed"), "it took what is leased"
    busy.process.send_signal(signal.SIGSTOP)
    held.release()
    club.in_archive(game)
    assert who_makes(one, other, game) == [rest]
    busy.process.send_signal(signal.SIGCONT)
    later = club.play()
    club.in_archive(later)
    for d in (one, other):
        d.process.kill()
        d.process.wait()


def one_cannot(club, made):
    """It stands by; who leads has no directory."""
    one = start(club, made, None)
    wrong = f"{club.place}/wrong"
    with open(wrong, "w", encoding="ascii"):
        pass
    other = start(club, made, wrong)
    game = club.play()
    other.says("archive.failed")
    one.says("alarm.begin")
    wait_for(lambda: club.told(f"{socket.gethostname()}: "), "a letter")
    assert club.due() == 1 and not other.said("alarm.begin")
    # A third can.
    third = start(club, made, club.www)
    club.in_archive(game)
    assert who_makes(one, third, game) == [third]
    one.says("alarm.end")
    for d in (one, other, third):
        d.end()


def play(club, made):
    who_has_it(club, made)
    one_dies(club, made)
    one_sleeps(club, made)
    one_cannot(club, made)
    forgotten(club, made)
    print("5 passed, 0 failed")


if __name__ == "__main__":
    asking.run(__file__, Club, play)
    sys.exit(0)
