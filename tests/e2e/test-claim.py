#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Claim with three seats over real mail: a first cargo that all choose at
once, then whole turns in one mail, `fly B3` and `trade`, whose end is added.
The players read the tables of their mails.  The log passes `log check`, `log
verify` and contrib/verify-seed.py.
"""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from club import events, whole_game  # noqa: E402
from player import Player  # noqa: E402

NAMES = ("Anna", "Bruno", "Carla")
CARGO = "orange|yellow|green|blue|purple"


class System:
    """A row of the table of systems."""

    def __init__(self, line, head):
        cost = re.search(r"(here|(\d+)(?: too far)?)$", line)
        cut = [line[a:b].strip() for a, b in
               zip(head, head[1:] + [cost.start()])]
        self.name = cut[0].split()[0].rstrip(",")
        self.unknown = cut[0].endswith("?")
        asks = re.match(r"(\d+) (\w+)$", cut[1])
        self.needs, self.colour = (int(asks[1]), asks[2]) if asks \
            else (None, None)
        self.value = int(cut[3] or 0)
        self.claims = cut[4].split()
        self.here = cost[1] == "here"
        self.fuel = 0 if self.here else int(cost[2])


class Pilot(Player):
    """Claims the dearest system it can reach and pay for, else discovers the
    nearest, else refuels; far from the hub it burns its fuel to be
    towed."""

    whole = 0                        # turns of more than one line
    stowed = False

    def table(self, text):
        _, _, below = text.partition("\nSYSTEMS ")
        lines = below.split("\n")[1:]
        head = [0] + [lines[0].index(w) for w in
                      ("asks", "gives", "value", "claims", "ships")]
        rows = []
        for line in lines[1:]:
            if not re.match(r" ([A-D]\d|hub)\b", line):
                break
            rows.append(System(line, head))
        return rows

    def choose(self, mail):
        if "Choose your first cargo" in mail.text:
            return str(mail.choices()[self.dice(mail, "m") % 2 + 1][0])
        number = re.search(r"(\d) \w+ \(you\)", mail.text)[1]
        own = mail.text.partition("\nYOU ")[2].partition("\nSEATS")[0]
        fuel = int(re.search(r"^ ship +\w+ +(\d+)", own, re.M)[1])
        hold = {c: int(n) for n, c in
                re.findall(r"(\d+) (%s)\b" % CARGO, own)}
        hold["red"] = fuel
        line = self.plan(self.table(mail.text), number, fuel, hold)
        self.whole += "\n" in line
        return line

    def plan(self, table, number, fuel, hold):
        within = [s for s in table if s.fuel <= fuel]
        good = [s for s in within if s.colour and number not in s.claims and
                hold.get(s.colour, 0) - (s.fuel if s.colour == "red" else 0)
                >= s.needs]
        if good:
            best = max(good, key=lambda s: (s.value, -s.fuel))
            return "trade" if best.here else "fly %s\ntrade" % best.name
        unknown = [s for s in within if s.unknown and not s.here]
        if unknown:
            return "fly " + min(unknown, key=lambda s: s.fuel).name
        hub = table[0]
        if hub.here:
            return "refuel" if fuel < 30 else "end"
        if fuel == 0:
            return "tow"
        if hub.fuel <= fuel:
            return "fly hub\nrefuel"
        return "fly " + max(within, key=lambda s: s.fuel).name

    def turn(self):
        """One choice of a first cargo is enough, also where news say that
        it is still open; a turn that was refused in part is ended."""
        fresh = self.poll()
        for mail in fresh:
            if mail.footer in self.answered:
                continue
            if mail.asks_ready:
                self.answer(mail, "ready")
            elif "was not accepted" in mail.head:
                self.answer(mail, "end")
            elif mail.your_turn and "SYSTEMS" in mail.text:
                self.answer(mail, self.choose(mail))
        return len(fresh)


def judge(players, log):
    """Every seat chose its cargo before anybody flew; turns were played whole,
    and dice rolled."""
    log = events(log)
    verbs = [line.split()[1:3] for line in log]
    moves = [v for v in verbs if v[0].startswith("p")]
    assert sorted(moves[:3]) == [["p1", "stow"], ["p2", "stow"],
                                 ["p3", "stow"]], moves[:3]
    assert ["-", "roll"] in verbs
    for index, p in enumerate(players):
        seat = "p%d" % (index + 1)
        ends = sum(v == [seat, "end"] for v in verbs)
        asked = [m for m in p.received if m.subject.startswith("[pq1] Your "
                 "turn") and "SYSTEMS" in m.text]
        assert len(asked) == ends + 1, (seat, len(asked), ends)
    # How often a pilot discovers, or has more than one thing to do, is the
    # dice's and the blocked fields'.
    assert any(p.whole for p in players)
    print("  %d events, %d rounds; mails sent %s, refused in part %s" % (
        len(log), ends, "/".join(str(len(p.sent)) for p in players),
        "/".join(str(sum(line == "end" for _, line in p.sent))
                 for p in players)))


if __name__ == "__main__":
    sys.exit(whole_game("claim", NAMES, Pilot, judge))
