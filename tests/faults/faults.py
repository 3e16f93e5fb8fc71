#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The real daemon in a world that fails at every place, one at a time.

    tests/faults/faults.py [--world maildir|servers] [--running] [--jobs N]
                           [--match PATTERN] [--every N] [--from N] [--count N]
                           [--shard I/N] [--done FILE] [--only FAULT]...

A history is a game's three moves: the mails lie in the mailbox, `paquebotd
--once` takes them one by one, and a supervisor starts it again as long as it
fails, the clock twenty minutes on each time. The first history is undisturbed
and counts the calls of the table in shim.c; each one after it has one fault:

    writes:N:kill-before         the process dies before its N-th call that
    writes:N:kill-after          writes, or after it
    CALL:N:fail:ERRNO:TIMES      from the N-th on the call fails, so often
                                 (2^40: until the daemon has ended)
    imap:up:N:PLACE              the connection is cut in the N-th TLS record,
    imap:down:N:PLACE, smtp:...  or byte before it, from the daemon, or to it:
                                 behind its head, within its body, at its end

points.py says which of these are the same, so that one is enough.

With --running the daemon runs as it does in earnest, the mails come when it is
ready, and so do the faults: one that passes is to be lived through by the same
process, but where memory ends (it starts again, from what is committed). What
fails for ever fails for a while.

Afterwards the ledger must be that of the undisturbed one: the moves of the
game, what became of each mail, what each person was sent and has got (again
only under the same Message-ID, and whole), what lies in which folder; nothing
is set aside, nothing waits, and no process says that a person must mend what
has passed (65 and 78 of sysexits; 78 where it was not allowed), or ends by a signal that nobody sent it
(but abort() where there is no memory).

Of the faults that are enumerated, --match takes those that have the pattern in
them; of these --every N each N-th, --from N begins with that one, --count N
takes so many; --shard I/N one of N parts. --done FILE notes what came of each
and tries none twice that was good, as long as the programs are the same: a run
goes on where one was stopped. --only repeats the faults that it names, and
keeps what the last of them left. A fault that no world has, CALL:N:lie:TIMES,
says that calls were made that were not: it must be found.

Run in the build directory. The last line is "N passed, N failed".
"""
import argparse
import concurrent.futures
import hashlib
import os
import re
import shutil
import signal
import sqlite3
import sys
import tempfile
import time

import points
from ground import DAEMON, MOVES, Ground, difference, unsynced
from history import SHIM, Stage
from worlds import Maildirs, Servers


class Done:
    """What came of the faults that were tried, a line each. The first line of
    the file says of which programs: with others all is tried anew."""

    def __init__(self, path, world):
        self.good, self.file, self.world = set(), None, world
        if path is None:
            return
        with open(DAEMON, "rb") as f, open(SHIM, "rb") as g:
            of = hashlib.sha256(f.read() + g.read()).hexdigest()
        if os.path.exists(path):
            with open(path, encoding="ascii") as f:
                first, *lines = f.read().splitlines() or [""]
            if first == of:
                self.good = {fault for verdict, name, fault in
                             map(str.split, lines)
                             if (verdict, name) == ("good", world)}
            else:
                os.unlink(path)
        self.file = open(path, "a", encoding="ascii", buffering=1)
        if self.file.tell() == 0:
            self.file.write(of + "\n")

    def note(self, fault, good):
        if self.file:
            self.file.write(f"{'good' if good else 'bad'} {self.world} "
                            f"{fault}\n")


class Run:
    """A stage for each worker, the first history, and then the others."""

    def __init__(self, ground, options):
        self.ground, self.options = ground, options
        self.jobs = min(options.jobs, ground.world.jobs)
        self.stages = [Stage(ground, f"w{i}", options.running)
                       for i in range(self.jobs)]
        stage = self.stages[0]
        wrong, self.good = stage.play(None)
        self.counts, self.before = stage.counts(), stage.before
        self.writers = stage.writers()
        self.units = {name: wire.units
                      for name, wire in ground.world.wires.items()}
        wrong += ["not flushed: " + name for name in unsynced(stage.home)]
        assert wrong == [], wrong
        made = [row for row in self.good["moves"] if row[1] > 0]
        assert (len(made), self.good["folders"]) == (MOVES, (0, MOVES)), \
            self.good
        self.done = self.failed = 0

    def close(self):
        for stage in self.stages:
            stage.close()

    def faults(self):
        """All of them: kills, then cuts, then the table's in its order."""
        if not self.options.running:
            yield from points.kills(self.writers)
        for name, ways in self.units.items():
            for way, units in ways.items():
                yield from points.cuts(name, way, units)
        yield from points.failures(self.counts, self.before)

    def chosen(self):
        o = self.options
        part, parts = map(int, o.shard.split("/"))
        some = [f for f in self.faults() if re.search(o.match, f)]
        return some[o.first::o.every][:o.count][part - 1::parts]

    def one(self, fault, stage):
        try:
            wrong, now = stage.play(fault)
            return wrong + difference(now, self.good)
        except (AssertionError, OSError, sqlite3.Error) as e:
            return [repr(e)]

    def all(self, faults, done=None):
        began = said = time.monotonic()
        free = list(self.stages)
        pool = concurrent.futures.ThreadPoolExecutor(self.jobs)
        try:
            for fault, wrong in pool.map(
                    lambda f: self.borrow(f, free), faults):
                self.say(fault, wrong)
                if done:
                    done.note(fault, not wrong)
                now = time.monotonic()
                if now - said > 15:
                    said = now
                    self.progress(len(faults), now - began)
        finally:
            pool.shutdown(cancel_futures=True)

    def progress(self, n, spent):
        print("%d of %d histories, %d failed, %.0f s, %.0f to go" % (
            self.done, n, self.failed, spent,
            spent / self.done * (n - self.done)), flush=True)

    def borrow(self, fault, free):
        stage = free.pop()
        wrong = self.one(fault, stage)
        free.append(stage)
        return fault, wrong

    def say(self, fault, wrong):
        self.done += 1
        if wrong:
            self.failed += 1
            print(f"FAILED {fault}\n  " + "\n  ".join(wrong) +
                  f"\n  again: {sys.argv[0]} --world {self.options.world} " +
                  ("--running " if self.options.running else "") +
                  f"--only {fault}", flush=True)


WORLDS = {"maildir": Maildirs, "servers": Servers}


def options(args=None):
    p = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--world", default="maildir", choices=WORLDS)
    p.add_argument("--running", action="store_true")
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--from", type=int, default=0, dest="first")
    p.add_argument("--count", type=int)
    p.add_argument("--shard", default="1/1")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--done")
    p.add_argument("--only", action="append")
    p.add_argument("--match", default="")
    return p.parse_args(args)


def play(o, base):
    with WORLDS[o.world]() as world:
        run = Run(Ground(base, world), o)
        try:
            name = o.world + ("-running" if o.running else "")
            done = Done(o.done, name)
            faults = o.only or [f for f in run.chosen() if f not in done.good]
            print("%s: %s; %d histories" % (name, ", ".join(
                f"{n} {call}" for call, n in run.counts.items() if n),
                len(faults)), flush=True)
            run.all(faults, done)
        finally:
            run.close()
    return run


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    o = options()
    # In memory, if there is a place: nothing here is asked of a disk.
    if os.access("/dev/shm", os.W_OK) and "TMPDIR" not in os.environ:
        tempfile.tempdir = "/dev/shm"
    base = tempfile.mkdtemp(prefix="paquebot-faults-")
    try:
        run = play(o, base)
    finally:
        if o.only:
            print("kept:", base)
        else:
            shutil.rmtree(base, ignore_errors=True)
    print("%d passed, %d failed" % (run.done - run.failed, run.failed))
    return run.failed > 0


if __name__ == "__main__":
    sys.exit(main())
