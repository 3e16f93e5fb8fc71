#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Atlantic Star with three seats over real mail, from the first mail to the
last: a private Dovecot, a real SMTP server, scripted players.  Then the same
game under fire (the daemon is killed again and again), and with CHECK_LONG the
same game with what a seat cannot know replaced, which tests/world/twin.h does
for all four games.
"""

import collections
import difflib
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from club import (Club, Mail, PAQUEBOT, check_log, events,  # noqa: E402
                  play)
from player import Player  # noqa: E402
from season_twice import hide_seed  # noqa: E402

SEATS = (("Anna", "anna"), ("Bruno", "bruno"), ("Carla", "carla"))
KILLS = 50 if os.environ.get("CHECK_LONG") else 30


def players_of(mail, seed):
    return [Player("%s@%s" % (user, mail.domain), mail.box(user), seed,
                   user=user) for _, user in SEATS]


def found(mail, base):
    """A club with one new game, and its backup: where every run starts."""
    club = Club(mail, base, "first")
    club.tool("init")
    game = club.new("atlantic-star",
                    [(n, "%s@%s" % (u, mail.domain)) for n, u in SEATS])
    backup = os.path.join(base, "after-new.db")
    club.tool("backup", backup)
    return club, game, backup


def again(mail, base, name, backup):
    """Another club on a copy of the backup, with empty mailboxes."""
    mail.empty()
    club = Club(mail, base, name)
    shutil.copy(backup, club.store)
    os.chmod(club.store, 0o600)
    return club


def turns_of(path):
    """{(seat, board)}: where a turn came to a seat, by the facts of the log
    (all events of this game are public, so the board number is the seq)."""
    done = subprocess.run([PAQUEBOT, "log", "facts", "--each", path],
                          capture_output=True, text=True, check=True)
    turns = set()
    before = None
    for line in done.stdout.splitlines():
        row = json.loads(line)
        facts = row["facts"]
        acting = tuple(facts["to_act"])
        if acting and acting != before:
            turns.add((acting[0], row["seq"]))
        if acting:
            before = acting
    return turns


def mails_whole(players, path, repeats):
    """Every seat got every turn mail, each once; a repeated one has the same
    Message-ID and is allowed only where the daemon was killed."""
    turns = turns_of(path)
    for index, p in enumerate(players):
        seat = "p%d" % (index + 1)
        by_footer = collections.defaultdict(list)
        for m in p.received:
            if m.footer:
                by_footer[m.footer].append(m)
        for footer, mails in by_footer.items():
            ids = {m.message_id for m in mails}
            assert len(ids) == 1, "%s under several Message-IDs" % footer
            if not repeats:
                assert len(mails) == 1, "%s came %d times" % (footer, len(mails))
        numbers = sorted({m.number for m in p.received if m.footer})
        assert numbers == list(range(1, len(numbers) + 1)), \
            "%s misses mails: %s" % (seat, numbers)
        told = {m.board for m in p.received if m.footer and m.your_turn}
        for turn_seat, board in turns:
            if turn_seat == seat:
                assert board in told, "%s had no mail for its turn at board %d" \
                    % (seat, board)


def addresses_only(players):
    """No mail shows a seat another's hand: each mail is addressed to its
    seat alone and its footer names that seat."""
    for index, p in enumerate(players):
        for m in p.received:
            assert m.seat in (None, "p%d" % (index + 1)), m.footer
            assert p.address in str(m.message["To"]), m.message["To"]


def run(club, game, players, **more):
    club.start()
    kills = play(club, game, players, **more)
    club.stop()
    return kills


def test_whole_game(state):
    players = players_of(state.mail, "e2e-1")
    run(state.club, state.game, players)
    state.log = state.club.export(state.game)
    path = check_log(state.base, "whole", state.log)
    mails_whole(players, path, repeats=False)
    addresses_only(players)
    for p in players:
        p.close()
        for m in p.received:
            for line in m.text.split("\n"):
                assert len(line) <= 74, "wide line: " + line
    print("  %d events, %s mails" % (
        len(events(state.log)),
        "/".join(str(len(p.received)) for p in players)))


def test_nothing_lost(state):
    club = again(state.mail, state.base, "killed", state.backup)
    try:
        players = players_of(state.mail, "e2e-1")
        dice = random.Random(17)
        total = [0]
        pace = [time.monotonic()]

        def kill():
            now = time.monotonic()
            if total[0] >= KILLS + 10 or now < pace[0]:
                return False
            # One that is begun too often in vain is set aside: on a slow
            # machine the daemon would never be given the time for it.
            if club.rows("SELECT 1 FROM inbox WHERE state = 0"
                         " AND attempts > 2"):
                return False
            pace[0] = now + dice.uniform(0.02, 0.30)
            total[0] += 1
            return True

        kills = run(club, state.game, players, kill=kill)
        assert kills >= KILLS, "only %d kills: the game was too quick" % kills
        log = club.export(state.game)
        path = check_log(state.base, "killed", log)
        assert events(log) == events(state.log), "the games differ"
        mails_whole(players, path, repeats=True)
        addresses_only(players)
        aside = club.rows("SELECT count(*) FROM inbox"
                          " WHERE state NOT IN (1, 2)")
        print("  %d kills, %d events" % (kills, len(events(log))))
        assert aside[0][0] == 0, "mails left unjudged: %s" % aside
        for p in players:
            p.close()
    finally:
        club.close()


def stripped(mail):
    """A mail without what may differ between two runs: tokens and dates."""
    raw = mail.raw.decode("utf-8", "replace")
    raw = re.sub(r"=\r?\n", "", raw)
    head, _, body = raw.partition("\r\n\r\n")
    keep = []
    for line in re.sub(r"\r\n[ \t]+", " ", head).split("\r\n"):
        if re.match(r"(Received|Delivered-To|Date|X-Original-To)"
                    r"\b", line, re.I):
            continue
        keep.append(line)
    text = "\n".join(keep) + "\n\n" + body
    # What is hidden is bound by heads and seals, and they are others with it.
    text = re.sub(r"\b(chain|seal):[0-9a-f]{64}\b", r"\1:HASH", text)
    text = re.sub(r"\b[a-z2-7]{4}(-[a-z2-7]{4}){3}(\.\d+)?\b", "HEAD", text)
    return re.sub(r"(games(?:\+|%2B|=2B))([0-9a-z.]+?)\.[a-z2-7]{16}\b",
                  r"\1\2.TOKEN", text)


def test_nothing_leaks(state):
    """The order of the pile below what has been laid is replaced, for several
    depths; up to the first public difference every seat's mails are equal
    byte by byte, tokens aside."""
    # The keeper begins the game while the daemon is down: the mails of the
    # deal wait in the database from which both runs start.
    club = again(state.mail, state.base, "dealt", state.backup)
    club.tool("moderate", str(state.game), "begin")
    dealt = os.path.join(state.base, "dealt.db")
    club.tool("backup", dealt)
    compared = differed = 0
    for depth in (6, 20, 45):
        logs, mails = zip(*(
            played(state, "vary-%d-%d" % (depth, changed), dealt,
                   depth, changed) for changed in (False, True)))
        deck = [line for line in logs[0] if " deck " in line]
        assert deck != [line for line in logs[1] if " deck " in line]
        for one_seat, other_seat in zip(*mails):
            for one, two in zip(one_seat, other_seat):
                if stripped(one) == stripped(two):
                    compared += 1
                    continue
                # only a card that lies in the agency may make a difference
                assert laid(logs[0], one.board) > depth, \
                    "a mail at board %d differs before the card is known:\n" \
                    % one.board + "\n".join(difflib.unified_diff(
                        stripped(one).split("\n"),
                        stripped(two).split("\n"), lineterm="", n=0))
                differed += 1
                break
    assert compared > 60 and differed >= 3, (compared, differed)
    print("  %d mails compared" % compared)


def played(state, name, backup, depth, changed):
    """The log and each seat's mails of a game that goes on until the changed
    card, and one more, have been laid."""
    club = again(state.mail, state.base, name, backup)
    vary_pile(club.store, depth, changed)
    club.pin("2026-11-27T12:00:00Z")              # dates are no difference
    players = players_of(state.mail, "e2e-2")
    for p in players:
        p.ready = False              # the keeper has begun the game

    def enough():
        words = [w for w, in club.rows("SELECT words FROM event ORDER BY seq")]
        return laid(["0 p1 " + w for w in words], len(words)) > depth + 2

    try:
        club.start()
        play(club, state.game, players, until=enough)
        club.stop()
        state.mail.settle()
        for p in players:
            p.poll()
        return events(club.export(state.game)), [
            sorted(p.received, key=lambda m: m.number) for p in players]
    finally:
        club.close()
        for p in players:
            p.close()


def vary_pile(store, depth, changed):
    """Another possibility for the pile below its first `depth` cards. No seed
    gives it, so in both runs the server does not know the seed: it takes the
    deck that was drawn as it is."""
    db = sqlite3.connect(store)
    game, seq, words = db.execute("SELECT game, seq, words FROM event"
                                  " WHERE words LIKE 'deck %'").fetchone()
    cards = words.split()[1:]
    tail = cards[depth:]
    if changed:
        random.Random(depth).shuffle(tail)
    db.execute("UPDATE event SET words = ? WHERE game = ? AND seq = ?",
               (" ".join(["deck"] + cards[:depth] + tail), game, seq))
    hide_seed(db, game)
    db.execute("DELETE FROM position")
    db.commit()
    db.close()


def laid(log, board):
    """How many cards of the pile are known after event `board`."""
    known = 4
    for line in log[:board]:
        words = line.split()
        known += {"charter": 1, "replace": 4}.get(words[2], 0)
    return known


class State:
    pass


TESTS = (test_whole_game, test_nothing_lost, test_nothing_leaks)
LONG = os.environ.get("CHECK_LONG")


def chosen(names):
    """Those of the command line, or all that need no CHECK_LONG."""
    return [t for t in TESTS if (t.__name__ in names if names else
                                 LONG or t is not test_nothing_leaks)]


def interrupted(_signal, _frame):
    """Ended from outside: by the way of an exception, so that every server
    that was started here is stopped."""
    sys.exit(1)


def main():
    failed = 0
    signal.signal(signal.SIGTERM, interrupted)
    state = State()
    tests = chosen(sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="paquebot-e2e-") as base:
        state.base = base
        users = [u for _, u in SEATS] + ["games", "keeper"]
        with Mail(users) as mail:
            state.mail = mail
            state.club, state.game, state.backup = found(mail, base)
            try:
                for test in tests:
                    print(test.__name__, flush=True)
                    try:
                        test(state)
                    except Exception:
                        traceback.print_exc()
                        failed += 1
            finally:
                state.club.close()
    print("%d passed, %d failed" % (len(tests) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
