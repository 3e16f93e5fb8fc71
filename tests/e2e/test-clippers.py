#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Clippers with four seats over real mail, two of whom send whole rounds
ahead: the act of phase 1 and, for the phases that are still to come, lines
with alternatives.  The log passes `log check` and `log verify`.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from club import Club, Mail, PAQUEBOT, events, play  # noqa: E402
from player import Player  # noqa: E402

SEATS = (("Anna", "anna"), ("Bruno", "bruno"), ("Carla", "carla"),
         ("Dirk", "dirk"))
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


def four_seats(mail, base):
    club = Club(mail, base, "clippers")
    club.tool("init")
    game = club.new("clippers", [(n, "%s@%s" % (u, mail.domain))
                                 for n, u in SEATS])
    players = [Captain("%s@%s" % (u, mail.domain), mail.password(u),
                       mail.imap, mail.smtp, mail.cafile, "clippers", user=u)
               for _, u in SEATS]
    try:
        club.start()
        play(club, game, players)
        club.stop()
        log = club.export(game)
    finally:
        club.close()
        for p in players:
            p.close()
    path = os.path.join(base, "clippers.turnlog")
    with open(path, "w") as f:
        f.write(log)
    for verb in ("check", "verify"):
        done = subprocess.run([PAQUEBOT, "log", verb, path],
                              capture_output=True, text=True)
        assert done.returncode == 0, (verb, done.stdout, done.stderr)
    judge(players, events(log))


def judge(players, log):
    """Nobody missed a mail; who sent ahead played more than they answered."""
    moved = {}
    for line in log:
        seat = line.split()[1]
        moved[seat] = moved.get(seat, 0) + 1
    for index, p in enumerate(players):
        seat = "p%d" % (index + 1)
        numbers = sorted(m.number for m in p.received if m.footer)
        assert numbers == list(range(1, len(numbers) + 1)), (seat, numbers)
        assert all(m.seat in (None, seat) for m in p.received)
        if p.user in AHEAD:
            assert p.queues > 5, (seat, p.queues)
            assert len(p.sent) < moved[seat], (seat, len(p.sent), moved[seat])
    print("  %d events; moves %s, mails sent %s, queues %s" % (
        len(log), "/".join(str(moved["p%d" % (i + 1)]) for i in range(4)),
        "/".join(str(len(p.sent)) for p in players),
        "/".join(str(p.queues) for p in players)))


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    users = [u for _, u in SEATS] + ["games", "keeper"]
    with tempfile.TemporaryDirectory(prefix="paquebot-e2e-") as base, \
            Mail(users) as mail:
        four_seats(mail, base)
    print("1 passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
