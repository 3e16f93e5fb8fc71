#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The real daemon in a world that fails at every place, one at a time.

    tests/faults/faults.py [--world maildir|servers] [--every N] [--from N]
                           [--jobs N] [--match PATTERN] [--only FAULT]...

A history is a game's three moves: the mails lie in the mailbox, `paquebotd
--once` takes them one by one, and a supervisor starts it again as long as it
fails, the clock twenty minutes on each time. The first history is undisturbed
and counts the calls of the table in shim.c; each one after it has one fault:

    writes:N:kill-before         the process dies before its N-th call that
    writes:N:kill-after          writes, or after it
    CALL:N:fail:ERRNO:TIMES      from the N-th on the call fails, so often
                                 (2^40: until the daemon has ended)
    imap:up:N  smtp:up:N         the connection is cut after so many bytes from
    imap:down:N  smtp:down:N     the daemon, or to it

Afterwards the ledger must be that of the undisturbed one: the moves of the
game, what became of each mail, what each person was sent and has got (again
only under the same Message-ID, and whole), what lies in which folder; nothing
is set aside, nothing waits, and no process says that a person must mend what
has passed (65 and 78 of sysexits).

--every N takes each N-th fault of those that are enumerated, --from N begins
with that one, --match takes those that have the pattern in them. --only repeats
the faults that it names, and keeps what the last of them left. A fault that no
world has, CALL:N:lie:TIMES, says that calls were made that were not: it must be
found.

Run in the build directory. The last line is "N passed, N failed".
"""
import argparse
import concurrent.futures
import email
import os
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

from worlds import Maildirs, Servers, paths

HERE = os.path.dirname(os.path.abspath(__file__))
TOOL, DAEMON = os.path.abspath("paquebot"), os.path.abspath("paquebotd")
SHIM = os.path.abspath("tests/faults/shim.so")
STARTS = 6                       # a history must be done by then
LIMIT = 90                       # seconds; 60 is what a process is given that
                                 # neither answers nor ends (mail/parser.c)
FATAL = (65, 78)                 # the unit's RestartPreventExitStatus
MOVES = 3


def table():
    """{call: (writes, errors)} of shim.c, in its order."""
    with open(os.path.join(HERE, "shim.c"), encoding="utf-8") as f:
        rows = re.findall(r'row\((\w+),\s*(true|false),\s*"([A-Z ]+)"\)',
                          f.read())
    return {name: (writes == "true", errors.split())
            for name, writes, errors in rows}


def moment(minutes):
    return "2026-11-20T%02d:%02d:00Z" % (10 + minutes // 60, minutes % 60)


class Ground:
    """Where every history starts: a game that has begun, its three moves."""

    def __init__(self, base, world):
        self.base, self.world = base, world
        self.master = os.path.join(base, "master")
        os.makedirs(self.master)
        self.found()
        self.moves = self.play()

    def configure(self, home, world):
        path = os.path.join(home, "conf")
        with open(path, "w", encoding="utf-8") as f:
            f.write(world.conf(home) + f"store {{ path = '{home}/db' }}\n"
                    "club { keeper = keeper@example.org }\n")
        os.chmod(path, 0o600)
        return path

    def run(self, program, home, *words, clock=0, check=True, **more):
        done = subprocess.run(
            [program, "--config", f"{home}/conf", *words],
            env=dict(os.environ, PAQUEBOT_CLOCK=moment(clock), **more),
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
            errors="replace", check=False, timeout=LIMIT)
        if check and done.returncode != 0:
            raise AssertionError(f"{words}: {done.returncode} {done.stderr}")
        return done

    def found(self):
        home = self.master
        self.configure(home, Maildirs())
        self.run(TOOL, home, "init")
        self.run(TOOL, home, "new", "atlantic-star",
                 "--seat=Anna <anna@example.org>",
                 "--seat=Bob <bob@example.org>")
        self.run(TOOL, home, "moderate", "1", "begin")
        self.run(DAEMON, home, "--once")
        self.run(TOOL, home, "backup", f"{self.base}/start.db")

    def play(self):
        """The three mails: who has the turn charters a ship."""
        mails, home = [], self.master
        for i in range(MOVES):
            who, turn = next(
                (who, path) for who in os.listdir(f"{home}/out")
                for path in paths(f"{home}/out/{who}") if is_turn(path))
            with open(turn, "rb") as f:
                told = email.message_from_binary_file(f)
            mails.append(f"From: {who}\nTo: {told['Reply-To']}\nSubject: Re: x"
                         f"\nMessage-ID: <{i}@example.net>\n\n"
                         f"{cheapest(told)}\n".encode())
            with open(f"{home}/games/new/{i}.a", "wb") as f:
                f.write(mails[-1])
            os.unlink(turn)
            self.run(DAEMON, home, "--once")
        return mails

    def history(self, fault, home):
        """A list of what is wrong; the counts, the ledger."""
        shutil.rmtree(home, ignore_errors=True)
        os.makedirs(home)
        shutil.copy(f"{self.base}/start.db", f"{home}/db")
        self.configure(home, self.world)
        self.world.fill(home, self.moves)
        open(f"{home}/trace", "w", encoding="ascii").close()
        with open(f"{home}/counts", "wb") as f:
            f.write(bytes(8 * (len(table()) + 1)))
        for name, wire in self.world.wires.items():
            own = fault is not None and fault.startswith(name)
            wire.cut(*((fault.split(":")[1], int(fault.split(":")[2]))
                       if own else ()))
        wrong = self.supervise(
            None if fault and fault.split(":")[0] in self.world.wires
            else fault, home, fault is None)
        with open(f"{home}/counts", "rb") as f:
            counts = struct.unpack(f"{len(table()) + 1}Q", f.read())
        counts = dict(zip([*table(), "writes"], counts))
        for name, wire in self.world.wires.items():
            for way, octets in wire.passed.items():
                counts[f"{name}:{way}"] = octets
        return wrong, counts, ledger(home, self.world)

    def supervise(self, fault, home, undisturbed):
        """Starts it until nothing is left; once more than it needs, without
        the fault: what was lost then would be found again."""
        wrong, quiet = [], 0
        shim = {"LD_PRELOAD": SHIM, "FAULT_COUNTS": f"{home}/counts",
                "FAULT_TRACE": f"{home}/trace"}
        for start in range(STARTS):
            armed = dict(shim, FAULT=fault) if fault and (
                start == 0 or lasts(fault)) else shim
            try:
                done = self.run(DAEMON, home, "--once", clock=20 * start,
                                check=False, **armed)
            except subprocess.TimeoutExpired:
                wrong.append(f"start {start} did not end in {LIMIT} s")
                continue
            with open(f"{home}/log", "a", encoding="utf-8") as f:
                f.write(f"-- start {start}: {done.returncode}\n{done.stderr}")
            if done.returncode in FATAL:
                wrong.append(f"start {start} ended with {done.returncode}: "
                             + done.stderr[-300:])
            if done.returncode == 0 and settled(home):
                quiet += 1
            if quiet == 2 or undisturbed and quiet == 1:
                return wrong
        return wrong + [f"not done after {STARTS} starts"]


def lasts(fault):
    """Whether it goes on at the next start: it has a number of times."""
    words = fault.split(":")
    return words[2] == "fail" and int(words[4]) > 1 and int(words[4]) < EVER


EVER = 1 << 40


def is_turn(path):
    with open(path, "rb") as f:
        subject = re.search(rb"^Subject:.*our.turn", f.read(), re.M)
    return subject is not None


def cheapest(mail):
    """The number of the last ship that the mail offers: its field costs
    least."""
    text = mail.get_payload(0).get_payload(decode=True).decode()
    offered = re.findall(r"^ +(\d+)  charter ", text, re.M)
    assert offered, text
    return offered[-1]


def rows(home, sql):
    base = sqlite3.connect(f"file:{home}/db?mode=ro", uri=True, timeout=10)
    try:
        return base.execute(sql).fetchall()
    finally:
        base.close()


def settled(home):
    return rows(home, "SELECT (SELECT count(*) FROM inbox WHERE state = 0) + "
                "(SELECT count(*) FROM outbox WHERE state = 0)") == [(0,)] and \
        len(rows(home, "SELECT id FROM inbox")) >= MOVES


def ledger(home, world):
    """What must be the same, as {what: rows}. Letters to the keeper about the
    trouble are no part of it, nor is when a thing happened."""
    got = set()
    for to, mail in world.delivered(home):
        parsed = email.message_from_bytes(mail)
        end = b"--" + parsed.get_boundary("").encode() + b"--"
        got.add((to, parsed["Message-ID"], mail.rstrip().endswith(end)))
    return {
        "moves": rows(home, "SELECT seq, actor, words, derived, board, mid "
                      "FROM event ORDER BY game, seq"),
        "mails": rows(home, "SELECT message_id, state FROM inbox ORDER BY 1"),
        "letters": rows(home, "SELECT rcpt, message_id, state FROM outbox "
                        "WHERE rcpt NOT LIKE 'keeper@%' ORDER BY 1, 2"),
        "delivered": sorted(g for g in got if not g[0].startswith("keeper@")),
        "folders": world.folders(home),
        "leftovers": rows(home, "SELECT * FROM leftover"),
    }


def unsynced(home):
    """Names that a rename made and no flush of their directory followed, by
    the trace: a power cut could take them back. Not those of the database,
    which has a journal."""
    open_ = {}
    with open(f"{home}/trace", encoding="utf-8") as f:
        for line in f:
            call, *names = line.split()
            if call == "rename":
                for name in names:
                    open_.setdefault(os.path.dirname(name), name)
            elif call == "sync" and names:
                open_.pop(names[0], None)
    return sorted(open_.values())


def difference(now, good):
    return ["%s:\n    %s\n  undisturbed\n    %s" % (what, now[what], good[what])
            for what in good if now[what] != good[what]]


def enumerate_faults(counts):
    """All of them, in the order of the table."""
    for n in range(1, counts["writes"] + 1):
        yield f"writes:{n}:kill-before"
        yield f"writes:{n}:kill-after"
    for call, (_, errors) in table().items():
        step = max(1, counts[call] // MOST)
        for n in range(1, counts[call] + 1, step):
            for error in errors:
                for times in (1, 3) if error == "EINTR" else (1, 3, EVER):
                    yield f"{call}:{n}:fail:{error}:{times}"
    for wire in (c for c in counts if ":" in c):
        for n in range(1, counts[wire] + 1):
            yield f"{wire}:{n}"


# Of a call that is made oftener than this each is not tried, but so many at
# equal distances.
MOST = 120


class Run:
    def __init__(self, ground, options):
        self.ground, self.options = ground, options
        wrong, self.counts, self.good = ground.history(None, self.home(0))
        wrong += ["not flushed: " + name
                  for name in unsynced(self.home(0))]
        assert wrong == [], wrong
        made = [row for row in self.good["moves"] if row[1] > 0]
        assert (len(made), self.good["folders"]) == (MOVES, (0, MOVES)), \
            self.good
        self.done = self.failed = 0

    def home(self, worker):
        return os.path.join(self.ground.base, f"w{worker}")

    def one(self, fault, worker):
        try:
            wrong, _, now = self.ground.history(fault, self.home(worker))
            wrong += difference(now, self.good)
        except (AssertionError, OSError, sqlite3.Error) as e:
            wrong = [repr(e)]
        return wrong

    def all(self, faults):
        jobs, at = min(self.options.jobs, self.ground.world.jobs), 0
        began = time.monotonic()
        pool = concurrent.futures.ThreadPoolExecutor(jobs)
        free = list(range(jobs))
        try:
            for fault, wrong in pool.map(
                    lambda f: self.borrow(f, free), faults):
                at += 1
                self.say(fault, wrong)
                if at % 200 == 0:
                    print(f"{at} of {len(faults)} histories, "
                          f"{self.failed} failed, "
                          f"{time.monotonic() - began:.0f} s", flush=True)
        finally:
            pool.shutdown(cancel_futures=True)

    def borrow(self, fault, free):
        worker = free.pop()
        wrong = self.one(fault, worker)
        free.append(worker)
        return fault, wrong

    def say(self, fault, wrong):
        self.done += 1
        if wrong:
            self.failed += 1
            print(f"FAILED {fault}\n  " + "\n  ".join(wrong) +
                  f"\n  again: {sys.argv[0]} --world {self.options.world} "
                  f"--only {fault}", flush=True)


WORLDS = {"maildir": Maildirs, "servers": Servers}


def options():
    p = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--world", default="maildir", choices=WORLDS)
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--from", type=int, default=0, dest="first")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--only", action="append")
    p.add_argument("--match", default="")
    return p.parse_args()


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    o = options()
    base = tempfile.mkdtemp(prefix="paquebot-faults-")
    try:
        with WORLDS[o.world]() as world:
            run = Run(Ground(base, world), o)
            faults = o.only or [f for f in enumerate_faults(
                run.counts) if re.search(o.match, f)][o.first::o.every]
            print("%s: %s; %d histories" % (o.world, ", ".join(
                f"{n} {call}" for call, n in run.counts.items() if n),
                len(faults)), flush=True)
            run.all(faults)
    finally:
        if o.only:
            print("kept:", base)
        else:
            shutil.rmtree(base, ignore_errors=True)
    print("%d passed, %d failed" % (run.done - run.failed, run.failed))
    return run.failed > 0


if __name__ == "__main__":
    sys.exit(main())
