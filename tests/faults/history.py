# SPDX-License-Identifier: MIT
"""One history after the other in a directory of its own (faults.py)."""
import os
import shutil
import signal
import struct
import time

import points
from ground import DAEMON, ledger, moment, settled
from points import table
from starts import Starts

SHIM = os.path.abspath("tests/faults/shim.so")
STARTS = 6                       # a history must be done by then
LIMIT = 90                       # seconds; 60 is what a process is given that
                                 # neither answers nor ends (mail/parser.c)
WRITES = 4096                    # of which shim.c says who made them
FATAL = (65, 78)                 # the unit's RestartPreventExitStatus
MINUTES = 20                     # between two starts; a mail of which nobody
                                 # knows whether it went waits ten (runner.c)
# Of a daemon that runs:
HURRY = 30                       # how fast its monotonic clock goes
PATIENCE = 0.15                  # seconds till the other clock goes on
TROUBLE = 0.5                    # how long what fails for ever does


class Stage:
    def __init__(self, ground, name, running):
        self.world, self.ground = ground.world, ground
        self.home = os.path.join(ground.base, name)
        self.hands = f"{self.home}/clock"
        self.running, self.before = running, {}
        self.starts = Starts(DAEMON, SHIM,
                             **({"FAULT_HURRY": str(HURRY)} if running
                                else {}))

    def close(self):
        self.starts.close()

    def numbers(self):
        with open(f"{self.home}/counts", "rb") as f:
            data = f.read()
        return struct.unpack(f"{len(data) // 8}Q", data)

    def counts(self):
        return dict(zip([*table(), "writes"], self.numbers()))

    def writers(self):
        """By which process each call that writes was made."""
        return self.numbers()[len(table()) + 2:][:self.counts()["writes"]]

    def calm(self):
        """What fails does no more."""
        with open(f"{self.home}/counts", "r+b") as f:
            f.seek(8 * (len(table()) + 1))
            f.write(struct.pack("Q", 1))

    def play(self, fault):
        """A list of what is wrong; the ledger."""
        self.furnish()
        wires = self.world.wires
        words = fault.split(":") if fault else [None]
        for name, wire in wires.items():
            wire.cut(*((words[1], int(words[2]), words[3])
                       if name == words[0] else ()))
        armed = None if words[0] in wires else fault
        play = self.live if self.running else self.supervise
        wrong = play(armed, fault is None)
        return wrong, ledger(self.home, self.world)

    def furnish(self):
        shutil.rmtree(self.home, ignore_errors=True)
        os.makedirs(self.home)
        shutil.copy(f"{self.ground.base}/start.db", f"{self.home}/db")
        self.ground.configure(self.home, self.world)
        self.world.empty(self.home)
        if not self.running:
            self.world.post(self.home, self.ground.moves)
        open(f"{self.home}/trace", "w", encoding="ascii").close()
        with open(f"{self.home}/counts", "wb") as f:
            f.write(bytes(8 * (len(table()) + 2 + WRITES)))

    def begin(self, fault, clock, *words, traced=False):
        env = {"FAULT_COUNTS": f"{self.home}/counts", "PAQUEBOT_CLOCK": clock}
        if fault:
            env["FAULT"] = fault
        if traced or fault and ":lie:" in fault:
            env["FAULT_TRACE"] = f"{self.home}/trace"
        self.starts.begin(["--config", f"{self.home}/conf", *words],
                          f"{self.home}/log", env)

    def said(self):
        with open(f"{self.home}/log", encoding="utf-8",
                  errors="replace") as f:
            return f.read()

    def end(self, fault, what):
        """Its status; what is wrong with it."""
        status = self.starts.end(LIMIT)
        by = -(status or 0)
        if status is None:
            return None, [f"{what} did not end in {LIMIT} s"]
        if status == 78 and "EACCES" in (fault or ""):
            return status, []    # who may what is for a person to mend
        if status in FATAL or by > 0 and not (
                by == signal.SIGKILL and "kill" in (fault or "") or
                by == signal.SIGABRT and "ENOMEM" in (fault or "")):
            return status, [f"{what} ended with {status}: "
                            + self.said()[-300:]]
        return status, []

    def supervise(self, fault, undisturbed):
        """Starts it until nothing is left; once more than it needs, without
        the fault: what was lost then would be found again."""
        wrong, quiet = [], 0
        for start in range(STARTS):
            armed = fault if start == 0 or fault and points.lasts(fault) \
                else None
            self.begin(armed, moment(MINUTES * start), "--once",
                       traced=undisturbed)
            status, bad = self.end(armed, f"start {start}")
            wrong += bad
            if status == 0 and settled(self.home):
                quiet += 1
            if quiet == 2 or undisturbed and quiet == 1:
                return wrong
        return wrong + [f"not done after {STARTS} starts"]

    # -- a daemon that runs ---------------------------------------------------
    def live(self, fault, undisturbed):
        wrong, posted, minutes = [], False, 0
        for start in range(STARTS):
            self.move(minutes)
            self.begin(fault, "@" + self.hands, traced=undisturbed)
            ready = self.until(lambda: "event=daemon.ready" in
                               self.said().split("-- start --")[-1])
            if ready and not posted:
                posted, self.before = True, self.counts()
                self.world.post(self.home, self.ground.moves)
            minutes = self.wait(minutes)
            if self.starts.running():
                break
            status, bad = self.end(fault, f"start {start}")
            wrong += bad
            if ready and not (status == -signal.SIGABRT and fault and
                              "ENOMEM" in fault):
                wrong.append(f"it ended with {status}, and did not go on: "
                             + self.said()[-300:])
            fault = None
            with open(f"{self.home}/log", "a", encoding="ascii") as f:
                f.write("-- start --\n")
        else:
            return wrong + [f"not done after {STARTS} starts"]
        self.calm()    # a signal is read, too
        self.starts.signal(signal.SIGTERM)
        status, bad = self.end(None, "the daemon that was told to stop")
        if not settled(self.home, but="keeper@%"):
            wrong.append("not done: " + self.said()[-600:])
        elif status != 0 and not bad:
            wrong.append(f"told to stop it ended with {status}")
        self.begin(None, moment(minutes + MINUTES), "--once")
        wrong += bad + self.end(None, "the last start")[1]
        if not wrong and not settled(self.home):
            wrong.append("not done at last: " + self.said()[-600:])
        return wrong

    def move(self, minutes):
        with open(self.hands, "r+" if os.path.exists(self.hands) else "w",
                  encoding="ascii") as f:
            f.write(moment(minutes) + "\n")

    def until(self, done, limit=LIMIT):
        """Whether it was so before the daemon ended."""
        end = time.monotonic() + limit
        while not done():
            if not self.starts.running() or time.monotonic() > end:
                return False
            time.sleep(0.002)
        return True

    def wait(self, minutes):
        """Till all is done, while time goes on and trouble ends."""
        began = time.monotonic()
        while time.monotonic() - began < LIMIT and \
                not self.until(lambda: settled(self.home), PATIENCE) and \
                self.starts.running():
            minutes += MINUTES
            self.move(minutes)
            if time.monotonic() - began > TROUBLE:
                self.calm()
        return minutes
