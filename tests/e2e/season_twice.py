# SPDX-License-Identifier: MIT
"""A season and its second run, in which hidden things were changed: the same
bytes to everybody who may not know them, until the difference is public.
"""

import collections
import difflib
import os
import random
import re
import sqlite3
import subprocess

from club import PAQUEBOT
from season_proofs import parse

DEPTH = 20                           # cards of the pile that stay


def hide_seed(db, game):
    """As of a game that was taken over without its seed, which its log says."""
    db.execute("UPDATE game SET seedless = 1, seed = zeroblob(32),"
               " chains = chains + 1 WHERE id = ?", (game,))
    db.execute("UPDATE event SET chat = trim(chat || char(10) ||"
               " '# anew imported', char(10)) WHERE game = ? AND seq ="
               " (SELECT seq FROM game WHERE id = ?)", (game, game))


def vary(store, seat):
    """Another possibility for what is hidden; see test-season.py. No seed
    gives it, so the server takes what was drawn as it is."""
    db = sqlite3.connect(store)
    kinds = {r[0]: r[1] for r in db.execute("SELECT id, kind FROM game")}

    def change(game, first, to):
        seq, words = db.execute(
            "SELECT seq, words FROM event WHERE game = ? AND words LIKE ?",
            (game, first + " %")).fetchone()
        cards = words.split()[1:]
        new = to(list(cards))
        assert sorted(new) == sorted(cards) and new != cards, (first, new)
        db.execute("UPDATE event SET words = ? WHERE game = ? AND seq = ?",
                   (" ".join([first] + new), game, seq))
        hide_seed(db, game)
        db.execute("DELETE FROM position WHERE game = ?", (game,))

    def pile(cards):
        tail = cards[DEPTH:]
        random.Random(1).shuffle(tail)
        return cards[:DEPTH] + tail

    def hand(size):
        def swap(cards):
            at = size * (seat - 1)
            mine, last = cards[at:at + size], cards[-size:]
            cards[at:at + size], cards[-size:] = last, mine
            return cards
        return swap

    assert kinds[1] == "atlantic-star" and kinds[4] == "antwerp", kinds
    change(1, "deck", pile)
    change(4, "orders", hand(3))
    change(4, "lock-cards", hand(2))
    db.commit()
    db.close()


def stripped(mail):
    """A mail without what may differ between two runs: the ways it went."""
    raw = re.sub(r"=\r?\n", "", mail.raw.decode("utf-8", "replace"))
    head, _, body = raw.partition("\r\n\r\n")
    keep = [line for line in re.sub(r"\r\n[ \t]+", " ", head).split("\r\n")
            if not re.match(r"(Received|Delivered-To|"
                            r"X-Original-To)\b", line, re.I)]
    text = "\n".join(keep) + "\n\n" + body
    # What is hidden is bound by heads and seals, and they are others with it.
    text = re.sub(r"\b(chain|seal):[0-9a-f]{64}\b", r"\1:HASH", text)
    text = re.sub(r"\b[a-z2-7]{4}(-[a-z2-7]{4}){3}(\.\d+)?\b", "HEAD", text)
    # The second run's games say that they were taken over (hide_seed).
    text = re.sub(r"^# anew imported\n", "", text, flags=re.M)
    return re.sub(r"(games(?:\+|%2B|=2B))([0-9a-z.]+?)\.[a-z2-7]{16}\b",
                  r"\1\2.TOKEN", text)


def laid(log, board):
    """How many cards of Atlantic Star's pile are known at a board."""
    known = 4
    for _, actor, words, _ in log[:board]:
        known += {"charter": 1, "replace": 4}.get(words.split()[0], 0) \
            if actor[0] == "p" else 0
    return known


def public(log, base):
    """What anybody may read of a log."""
    path = os.path.join(base, "public.turnlog")
    with open(path, "w") as f:
        f.write(log)
    out = subprocess.run([PAQUEBOT, "log", "redact", path, "--as", "observer"],
                         capture_output=True, text=True, check=True).stdout
    return [e[:3] for e in parse(out)]


def first_difference(one, two, base):
    """The first event that anybody can see to be another in the two logs, and
    who made it; of games that went the same way, the last: the seed, which the
    cards that were exchanged do not follow from, is published then or is not."""
    ones, twos = public(one, base), public(two, base)
    for a, b in zip(ones, twos):
        if a != b:
            return a[:2]
    return min(len(ones), len(twos)), None


def same_bytes(s, second, base):
    """Mail for mail, in each game, to each who may not know: the same bytes
    until the difference is public. In Antwerp it is when Gina does something
    else with other cards; nobody else may be the first who does."""
    logs = {g: parse(s.log(g)) for g in (1, 3)}
    stowed = max(e[0] for e in logs[3] if e[2].startswith("stow"))
    shown, who = first_difference(s.log(4), second.logs[4], base)
    assert who in (None, s.seat("gina", 4)), (shown, who)
    assert s.notes["outage step"] == second.notes["outage step"]

    def hidden(game, name, board):
        if game == 1:
            return laid(logs[1], board) <= DEPTH
        if game == 3:
            return name != "elena" and board < stowed
        return game == 2 or (name != "gina" and board < shown)

    compared = collections.Counter()
    for name, p in s.people.items():
        for game in (1, 2, 3, 4):
            ones, twos = (sorted(
                (m for m in which.people[name].received if m.game == game),
                key=lambda m: (m.seat or "", m.number)) for which in (s, second))
            assert game != 2 or len(ones) == len(twos), name
            for one, two in zip(ones, twos):
                if not hidden(game, name, one.board):
                    break
                a, b = stripped(one), stripped(two)
                assert a == b, "%s learns at board %d of game %d:\n%s" % (
                    name, one.board, game, "\n".join(difflib.unified_diff(
                        a.split("\n"), b.split("\n"), lineterm="", n=0)))
                compared[game, name] += one not in second.before[name]
    gina = [m.text for m in s.gina.received if m.game == 4]
    other = [m.text for m in second.gina.received if m.game == 4]
    assert gina[:len(other)] != other, "nothing was changed"
    assert compared[2, "iris"] > 20 and compared[4, "anna"] > 20 and \
        compared[4, "bruno"] > 10 and compared[1, "gina"] > 3 and \
        compared[3, "iris"] > 0, (compared, shown, who)
    print("  the same bytes: %s" % ", ".join(
        "%d to %s in game %d" % (n, who, game)
        for (game, who), n in sorted(compared.items()) if n))
