#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two daemons of a club in which a computer player searches: when the one that
leads dies, or sleeps, the other begins the search anew and makes the move, once;
a search that outlives the lead moves nothing. Run in the build directory."""
import os
import signal
import subprocess
import sys
import time

import asking
from asking import Daemon
from processes import runs, searches
from waiting import wait_for

FEW, LONG = 200, 1000000        # positions; the second takes seconds


class Club(asking.Club):
    """One that is over when it is left alone."""

    def think_about(self, positions):
        """From the next start, or reading, of a daemon on."""
        self.configure("mail")
        path = f"{self.place}/conf"
        with open(path, encoding="ascii") as f:
            text = f.read()
        with open(path, "w", encoding="ascii") as f:
            f.write(text.replace("club {", f"club {{ positions = {positions}"))

    def tool(self, *words):
        subprocess.run(["./paquebot", "--config", f"{self.place}/conf", *words],
                       check=True, stdout=subprocess.DEVNULL)

    def found(self):
        """A game whose first seat searches."""
        self.tool("new", "claim", "--seat", "computer:hard", "--seat",
                  "Anna <anna@example.net>")
        self.game = int(asking.psql(self.url, "SELECT max(id) FROM game"))
        self.tool("moderate", str(self.game), "begin")

    def moves(self):
        return asking.psql(
            self.url, "SELECT seq, actor, words FROM event WHERE actor > 0 AND "
            f"game = {self.game} ORDER BY seq").splitlines()


def hold(daemon):
    """Its search, which sleeps when it has begun in earnest."""
    wait_for(lambda: searches(daemon.process.pid), "a search")
    child = searches(daemon.process.pid)
    wait_for(lambda: ticks(child) > 5, "its work")
    os.kill(child, signal.SIGSTOP)
    return child


def ticks(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as f:
        return int(f.read().rpartition(")")[2].split()[11])


def start(club, made):
    d = Daemon(club)
    made.append(d)
    d.begun()
    return d


def leader_dies(club, made):
    club.think_about(LONG)
    club.found()
    one = start(club, made)
    child = hold(one)
    club.think_about(FEW)
    other = start(club, made)
    assert searches(other) is None, "both search"
    one.end(signal.SIGKILL)
    wait_for(club.moves, "the move")
    wait_for(lambda: not runs(child), "the end of its search")
    assert other.said("computer.moved") and len(club.moves()) == 1, club.moves()
    other.end()


def leader_sleeps(club, made):
    club.think_about(LONG)
    club.found()
    one = start(club, made)
    child = hold(one)
    one.process.send_signal(signal.SIGSTOP)
    club.think_about(FEW)
    other = start(club, made)
    wait_for(club.moves, "the move")
    moved = club.moves()
    assert len(moved) == 1, moved
    for pid in (child, one.process.pid):
        os.kill(pid, signal.SIGCONT)
    # It finds that it leads no more, or that nobody asks; supervisors start
    # again what ends with that.
    wait_for(lambda: not runs(child), "the end of its search")
    time.sleep(1)
    assert club.moves() == moved and not one.said("computer.moved")
    other.end()
    one.process.kill()


def play(club, made):
    club.think_about(FEW)
    club.init()
    leader_dies(club, made)
    leader_sleeps(club, made)
    club.tool("store", "rebuild", "--check")
    print("2 passed, 0 failed")


if __name__ == "__main__":
    asking.run(__file__, Club, play)
    sys.exit(0)
