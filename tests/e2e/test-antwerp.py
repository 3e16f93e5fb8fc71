#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Antwerp with four seats over real mail to the end: forks and anchor places
that others' sails bring up, a card played by standing order, trade that is
refused to the one who cannot cover it, and trade that is made.  The players
know their mails alone.  The log passes `log check`, `log verify` and
contrib/verify-seed.py.

The seed of the game is set, so that all this happens in each run.
"""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from club import events, whole_game  # noqa: E402
from player import Player  # noqa: E402

NAMES = ("Anna", "Bruno", "Carla", "Dirk")
SEED = 1
PRODUCTS = ("comics", "puppets", "wheat-beer", "tripel", "croquettes",
            "fries", "chocolate", "pralines")
PLACES = ["S1", "S2", "S3", "S4"] + ["x%d" % i for i in range(1, 25)]
STANDING = {
    "anna": ["standing anchor ask"],
    "bruno": ["standing anchor ship", "standing double-yield on"] +
             ["standing drop-anchor %s any" % p for p in PLACES],
    "carla": ["standing anchor fewer"],
    "dirk": ["standing anchor ship"] +
            ["standing drop-anchor %s any" % p for p in PLACES],
}


class Shipper(Player):
    """Sails what brings its ships on, fulfils what it can, plays a card of a
    full hand, and now and then makes an offer: a whole turn in one mail."""

    told = False
    order = "o01"                    # one of its hand, to exchange
    tried = False                    # an offer that cannot be covered
    offers = 0
    whole = 0

    def rows(self, mail):
        """{number: words} of what the mail numbers, over several lines."""
        out, number = {}, None
        for line in mail.moves.split("\n"):
            match = re.match(r" +(\d+)(?:  +|: )(\S.*)$", line)
            if match:
                number = int(match[1])
                out[number] = match[2]
            elif number is not None and line.startswith("    "):
                out[number] += " " + line.strip()
            else:
                number = None
        return out

    def choose(self, mail):
        rows = self.rows(mail)
        flat = " ".join(mail.text.split())
        if "waits for your choice" in flat:
            return str(1 + self.dice(mail, "c") % 2)
        if "Open offer:" in flat:
            if any(w.startswith("accept") for w in rows.values()):
                return "accept"
            if self.tried:
                return "decline"
            self.tried = True
            return "accept"
        self.order = re.search(r"^ (o\d\d)\b", mail.text, re.M)[1]
        lines = self.orders() + self.extras(mail, rows, flat)
        if "One main act" in flat:
            lines.append(self.main(mail, rows, flat))
        else:
            lines.append("end")
        self.whole += len(lines) > 1
        return "\n".join(lines)

    def orders(self):
        if self.told:
            return []
        self.told = True
        return STANDING[self.user]

    def extras(self, mail, rows, flat):
        out = [str(n) for n, w in rows.items() if w.startswith("fulfil")][:1]
        held = re.search(r"Your ship cards: ([^.]*)\.", flat)
        cards = held[1].split(", ") if held else []
        may = re.search(r"\bplay (?:extra-ship|step-back|swap-cargo) \S+ \S+",
                        flat)
        if len(cards) == 3 and may:
            out.append(may[0])
        locks = [str(n) for n, w in rows.items()
                 if re.match(r"(open|switch)-\d: open", w)]
        if locks and self.dice(mail, "l") % 2:
            out.append(locks[self.dice(mail, "L") % len(locks)])
        own = re.search(r"Your products: ([^.]*)\.", flat)
        if own and self.dice(mail, "o") % 9 == 0:
            give = re.sub(r"\W\d+$", "", own[1].split(", ")[0])
            other = [i for i in range(4) if NAMES[i].lower() != self.user][
                self.dice(mail, "s") % 3]
            self.offers += 1
            out.append("offer p%d give %s want %s" % (
                other + 1, give.replace(" ", "-"),
                PRODUCTS[self.dice(mail, "w") % len(PRODUCTS)]))
        return out

    def main(self, mail, rows, flat):
        starts = re.search(r"Free starts: ([^;]*);", flat)
        supply = re.search(r"goods in supply: ([^.]*)\.", flat)
        best = []
        for number, words in rows.items():
            if not re.match(r"(purple|orange|white|teal|black)\b", words):
                continue
            mine = words.partition("yours ")[2].partition("others")[0]
            best.append((mine.count(" to ") + 3 * mine.count("its dock"),
                         number))
        score, number = max(best, default=(0, 0))
        loads = re.findall(r"\b(\d+) at S\d\b", flat)
        if loads and (score < 2 or self.dice(mail, "b") % 3 == 0):
            return loads[self.dice(mail, "g") % len(loads)]
        if starts and supply and (score < 2 or self.dice(mail, "b") % 3 == 0):
            goods = re.findall(r"(\w+)\W\d+", supply[1])
            places = re.findall(r"\bS\d", starts[1])
            if goods and places:
                return "load %s %s" % (
                    goods[self.dice(mail, "g") % len(goods)],
                    places[self.dice(mail, "p") % len(places)])
        return str(number) if number else "sail teal"

    def turn(self):
        """What was refused in part is finished in the plainest way."""
        fresh = self.poll()
        for mail in fresh:
            if mail.footer in self.answered:
                continue
            if mail.asks_ready:
                self.answer(mail, "ready")
            elif "still your turn" in mail.head and "[Problem]" in \
                    mail.subject:
                self.answer(mail, "decline" if "offer wants" in mail.text
                            else "end or exchange " + self.order)
            elif mail.your_turn and "YOU CAN" in mail.text:
                self.answer(mail, self.choose(mail))
        return len(fresh)


def judge(players, log):
    """All that the game is about happened, and nobody heard of another's
    secrets."""
    moves = events(log)
    verbs = [line.split()[1:4] for line in moves]
    count = {
        "forks chosen": sum(v[1] == "choose" and v[2] not in
                            ("lock", "ship") for v in verbs),
        "anchors chosen": sum(v[1] == "choose" and v[2] in
                              ("lock", "ship") for v in verbs),
        "drop-anchors": len(re.findall(r"^> drop-anchor p", log, re.M)),
        "offers": sum(v[1] == "offer" for v in verbs),
        "accepted": sum(v[1] == "accept" for v in verbs),
        "declined": sum(v[1] == "decline" for v in verbs),
        "orders": sum(v[1] == "fulfil" for v in verbs),
    }
    print("  %d events; %s; mails sent %s" % (
        len(moves), ", ".join("%s %d" % c for c in count.items()),
        "/".join(str(len(p.sent)) for p in players)))
    assert all(count.values()), count
    refused = [m for p in players for m in p.received
               if "The offer wants" in " ".join(m.text.split())]
    assert refused, "no offer was refused to its receiver"
    for index, p in enumerate(players):
        seat = "p%d" % (index + 1)
        assert p.whole > 3, (seat, p.whole)
        for m in p.received:
            assert not re.search(r"\b(?!Your)\w+'s standing order", m.text), \
                m.text


if __name__ == "__main__":
    sys.exit(whole_game("antwerp", NAMES, Shipper, judge, seed=SEED))
