#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Clippers with four seats over real mail, two of whom send whole rounds
ahead: the act of phase 1 and, for the phases that are still to come, lines
with alternatives.  The log passes `log check`, `log verify` and
contrib/verify-seed.py.
"""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from club import events, whole_game  # noqa: E402
from player import Player  # noqa: E402

NAMES = ("Anna", "Bruno", "Carla", "Dirk")
AHEAD = ("anna", "carla")


class Captain(Player):
    """Plays by the numbers of the list; who sends ahead adds two lines of
    alternatives, in the words of the last list of sticks."""

    lays = ()
    queues = 0

    def choose(self, mail):
        choices = mail.choices()
        assert choices, "a turn mail without numbered moves:\n" + mail.text
        lays = [words for words in
                (re.split(r"\s{2,}", c[1])[-1] for c in choices)
                if words.startswith("lay ")]
        if lays:
            self.lays = lays
        quiet = [c for c in choices if not c[1].startswith("buy ")] or choices
        answer = str(quiet[self.dice(mail, "m") % len(quiet)][0])
        if self.user in AHEAD and not lays and len(self.lays) > 3:
            self.queues += 1
            answer += "\nahead\n" + "\n".join(
                self.alternatives(mail, phase) for phase in ("2", "3"))
        return answer

    def alternatives(self, mail, phase):
        """Four sticks, the first that is legal then is meant; each line of
        at most 60 columns, as long ones are cut by mail programs."""
        out = []
        for n in range(4):
            words = self.lays[self.dice(mail, phase + str(n))
                              % len(self.lays)]
            if len(" or ".join(out + [words])) <= 74:
                out.append(words)
        return " or ".join(out)


def judge(players, log):
    """Who sent ahead played more than they answered."""
    log = events(log)
    moved = {}
    for line in log:
        seat = line.split()[1]
        moved[seat] = moved.get(seat, 0) + 1
    for index, p in enumerate(players):
        seat = "p%d" % (index + 1)
        if p.user in AHEAD:
            assert p.queues > 5, (seat, p.queues)
            assert len(p.sent) < moved[seat], (seat, len(p.sent), moved[seat])
    print("  %d events; moves %s, mails sent %s, queues %s" % (
        len(log), "/".join(str(moved["p%d" % (i + 1)]) for i in range(4)),
        "/".join(str(len(p.sent)) for p in players),
        "/".join(str(p.queues) for p in players)))


if __name__ == "__main__":
    sys.exit(whole_game("clippers", NAMES, Captain, judge))
