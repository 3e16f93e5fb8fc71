#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A season of a club: four games at once, one of each kind, nine players in
three languages, over a private Dovecot and a real SMTP server, under a clock
that the test moves.

They sign up by mail, found games, invite, join, and play to the end. One
never answers; one goes on holiday; the mailbox of one is gone for a while, so
mail to them truly comes back; one moderates a game that they play in, and
sets it back; a seat is taken over; the server is away for eight hours across
a deadline; one mail is a minute before the late rule, another a minute behind
it. What must be true then is in season_proofs.py and season_twice.py.

With CHECK_LONG the season is then played again from a copy of the database in
which what is hidden has been changed: the same bytes, until the difference is
public; in the game without secrets to its end. (tests/world/twin.h does it
with less of the world's own.)
"""

import copy
import hashlib
import os
import re
import shutil
import signal
import sqlite3
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import season_proofs as proofs  # noqa: E402
import season_twice as twice  # noqa: E402
from club import Mail, events  # noqa: E402
from season import Member, Office, moment  # noqa: E402

MINUTE, HOUR, DAY = 60, 3600, 86400
STEP = 150 * MINUTE
BEGIN = moment("2026-03-26T07:00:00Z")   # clocks go forward on the 29th
LIMIT = 200                              # steps: more is a game that hangs
PEOPLE = (("Anna", "en", "Europe/London"),
          ("Bruno", "nl", "Europe/Amsterdam"),
          ("Carla", "it", "Europe/Rome"),
          ("Dirk", "nl", "Europe/Brussels"),
          ("Elena", "it", "Europe/Rome"),
          ("Frank", "en", "America/New_York"),
          ("Gina", "it", "Europe/Rome"),
          ("Hans", "nl", "Europe/Amsterdam"),
          ("Iris", "en", "Australia/Sydney"))
KINDS = {1: "atlantic-star", 2: "clippers", 3: "claim", 4: "antwerp"}
MODERATOR = {1: "hans", 2: "hans", 3: "carla", 4: "anna"}
LATE = {1: "bot", 2: "eject", 3: "pass", 4: "bot"}
SIGNUP = {"en": "signup %s\nset tz %s",
          "nl": "aanmelden %s\nzet taal nl\nzet tijdzone %s",
          "it": "iscrivimi %s\nimposta lingua it\nimposta fuso %s"}
JOIN = {"en": "join %d", "nl": "meedoen %d", "it": "partecipa %d"}
SECRET = "the flamingo sails at dawn"     # from Bruno to Frank alone
LOUD = "a toast to the pilots of the Scheldt"


class Season:
    """Where the season stands: the clock, the members, what was done."""

    def __init__(self, mail, base, name):
        self.office = Office(mail, base, name, BEGIN)
        self.people = {n.lower(): Member(mail, n, lang, zone)
                       for n, lang, zone in PEOPLE}
        self.step = 0                # since the games began
        self.now = BEGIN
        self.out = []                # to be sent in the next step
        self.notes = {}              # what the script remembers

    def __getattr__(self, name):
        try:
            return self.__dict__["people"][name]
        except KeyError:
            raise AttributeError(name) from None

    def say(self, who, body, answers=None, at=None, to=None):
        """Written for the next step; at: when it shall reach the server."""
        self.out.append(self.people[who].write(body, answers, to) + (at,))

    def go(self, until=None):
        """The mails of the step, the clock, the daemon, everybody's mail."""
        then = until or self.now + STEP
        for i, (member, message, number, at) in enumerate(self.out):
            self.office.put(member, message, at or self.now + 60 + i, number)
        self.out = []
        self.office.look(then)
        self.now = then
        return {name: p.poll() for name, p in sorted(self.people.items())}

    def answer(self, fresh):
        for name, mails in fresh.items():
            for w in self.people[name].play(mails, KINDS, self.now):
                self.out.append(w + (None,))

    def seat(self, name, game):
        """The seat that their mails of the game name."""
        seats = [m.seat for m in self.people[name].received
                 if m.game == game and re.match(r"p\d$", m.seat or "")]
        return seats[-1] if seats else None

    def clock(self, name, game):
        """(due, late) of their decision, as the store has it."""
        return self.office.rows(
            "SELECT due, late FROM clock_seat WHERE game = ? AND seat = ?",
            game, int(self.seat(name, game)[1]))[0]

    def log(self, game):
        return self.office.export(game)

    def over(self):
        return [g for g, in self.office.rows(
            "SELECT id FROM game WHERE state = 2 ORDER BY id")]

    def close(self):
        self.office.close()
        for p in self.people.values():
            p.close()


def fixed(store, sql, *values):
    """What is drawn is the same in each run, so that what happens is."""
    db = sqlite3.connect(store, timeout=30)
    db.execute(sql, values)
    db.commit()
    db.close()


# -- from strangers to players ----------------------------------------------
def sign_up(s):
    for name, p in s.people.items():
        s.say(name, SIGNUP[p.lang] % (p.name, p.zone))
    fresh = s.go()
    for name, p in s.people.items():
        (m,) = fresh[name]
        s.say(name, p.verb("yes"), m)
    fresh = s.go()
    for name, p in s.people.items():
        (m,) = fresh[name]
        assert m.lang == p.lang, (name, m.text)
        p.welcome = m
    assert s.office.rows("SELECT count(*) FROM player")[0][0] == len(PEOPLE)


def found(s):
    """Founded, joined, invited; clocks set; begun with computer players."""
    s.say("hans", "nieuw atlantic-star plaatsen 3", s.hans.welcome)
    s.go()
    s.say("hans", "nieuw clippers plaatsen 3", s.hans.welcome)
    s.go()
    s.say("carla", "crea claim posti 3", s.carla.welcome)
    s.go()
    s.say("anna", "create antwerp seats 3", s.anna.welcome)
    s.go()
    for game in KINDS:
        seed = bytes([game] * 32)
        fixed(s.office.store, "UPDATE game SET seed = ?, seal = NULL, "
              "seed_commit = ? WHERE id = ?", seed,
              hashlib.sha256(seed).hexdigest(), game)
    for game, name in MODERATOR.items():
        m = s.people[name].last(game)
        assert m.seat == "m", (game, m.text)
        words = "set clock 24h grace 4h min 6h remind 3h late " + LATE[game]
        if game == 1:
            words += "\nuitnodigen p1 bruno@%s" % s.bruno.address.split("@")[1]
        s.say(name, words, m)
    for name, game in (("anna", 4), ("gina", 4), ("carla", 3), ("elena", 3),
                       ("iris", 3), ("dirk", 2), ("iris", 2)):
        p = s.people[name]
        s.say(name, JOIN[p.lang] % game, p.welcome)
    s.go()
    invitation = s.bruno.received[-1]
    assert invitation.lang == "en" or invitation.lang == "nl"
    s.say("bruno", "meedoen", invitation)
    s.go()
    s.say("frank", "join 1", s.frank.welcome)
    s.say("gina", "osserva 1", s.gina.welcome)
    s.say("bruno", "meekijken 4", s.bruno.welcome)
    s.go()
    s.say("dirk", "toeval een handvol zand", s.dirk.last(2))
    for game in (1, 2, 4):
        s.say(MODERATOR[game], "begin computer",
              s.people[MODERATOR[game]].last(game))
    for name in ("carla", "elena", "iris"):       # nobody else is waited for
        s.say(name, s.people[name].verb("ready"), s.people[name].last(3))
    s.dirk.asleep[2] = s.now + 1000 * DAY
    s.go()
    assert s.office.rows("SELECT count(*) FROM game WHERE state = 1"
                         )[0][0] == 4, [m.text for p in s.people.values()
                                        for m in p.received[-2:]]


# -- what happens ------------------------------------------------------------
def never_answers(s):
    """Dirk: the late rule of Clippers puts him out; Bruno takes over; what
    Dirk then sends with the old address is refused."""
    seat = s.notes.get("dirk") or s.seat("dirk", 2)
    if "dirk" not in s.notes and re.search(
            r"! eject %s" % seat, s.log(2)):
        s.notes["dirk"] = seat
        s.say("bruno", "overnemen 2 " + seat, s.bruno.welcome)
        s.notes["claimed"] = s.step
    elif s.notes.get("claimed", 1000) + 1 == s.step:
        # What cannot be taken back is confirmed.
        asked = [m for m in s.bruno.received
                 if "+c." in str(m.message["Reply-To"])]
        s.say("bruno", s.bruno.verb("yes"), asked[-1])
        s.notes["takeover"] = s.step
    elif s.notes.get("takeover", 1000) + 2 == s.step:
        s.notes["refused"] = len(s.dirk.received), len(events(s.log(2)))
        s.say("dirk", "1", s.dirk.turns[2])


def holiday(s):
    if s.step == 2:
        s.say("elena", "assenza al 30 mar", s.elena.last(3))
        s.notes["away"] = s.now
        s.elena.asleep[3] = moment("2026-03-30T09:00:00Z")


def bounce(s):
    """Frank's mailbox is gone until long after their time would have been
    over; then they ask for their mails again, by the address of an old one."""
    if s.step == 5:
        s.office.topology.servers.dovecot.forget("frank")
        s.frank.asleep[1] = s.now + 1000 * DAY
    if s.step > 5 and "frank" not in s.notes and re.search(
            r"! set-clock p\d hold=", s.log(1)):
        s.notes["frank"] = s.now
    if s.now > s.notes.get("frank", s.now) + 34 * HOUR and \
            "back" not in s.notes:
        s.notes["back"], s.notes["back step"] = s.now, s.step
        s.office.topology.servers.dovecot.forget()
        s.frank.asleep = {}
        s.say("frank", "resend", s.frank.last(1))


def rollback(s):
    """Anna plays in the game she moderates, and sets it back by a turn: while
    it waits for her, so that her mail is about the game as it is."""
    if s.step == 12:
        s.anna.asleep[4] = s.now + 1000 * DAY
    mine = [m for m in s.anna.received if m.game == 4 and m.asks]
    if s.step > 12 and "rolled" not in s.notes and \
            mine[-1] is s.anna.last(4) and mine[-1].footer not in \
            s.anna.answered:
        s.notes["restored"] = mine[-2]
        s.say("anna", "rollback %d a slip of the pen" % (mine[-2].board + 1),
              mine[-1])
        s.notes["rolled"] = {n: len(s.people[n].received)
                             for n in ("anna", "gina", "bruno")}
        s.anna.asleep = {}


def messages(s):
    if s.step == 1:
        s.say("bruno", "press %s\n%s\nendpress" % (s.seat("frank", 1), SECRET),
              s.bruno.last(1))
        s.say("anna", "broadcast\n%s\nendpress" % LOUD, s.anna.last(4))
    if s.step == 3:
        s.say("iris", "set digest 18:00", s.iris.last(3))
    if s.step == 40:
        s.say("iris", "set notify all", s.iris.last(3))
    if s.step in (4, 41):
        # Where mail goes is the account's: she is asked whether it was she.
        asked = [m for m in s.iris.received
                 if "+c." in str(m.message["Reply-To"])]
        assert asked, "nobody asked Iris"
        s.say("iris", s.iris.verb("yes"), asked[-1])
    if s.step == s.notes.get("back step", LIMIT) + 2:
        s.say("hans", "mededeling\nmorgen schijnt de zon\neindbericht",
              s.hans.last(1))


def outage(s):
    """Iris lets Clippers wait; the server is away for eight hours, in which
    her time ends, grace and all; her mail of that time counts."""
    if "takeover" not in s.notes or "back" not in s.notes or \
            "outage" in s.notes:
        return None
    if "iris" not in s.notes:
        s.notes["iris"] = s.step
        s.iris.asleep[2] = s.now + 1000 * DAY
    due, late = s.clock("iris", 2)
    if not due or s.iris.turns[2].footer in s.iris.answered or \
            due - s.now > STEP:
        return None
    s.notes["outage"], s.notes["outage step"] = (s.now, due, late), s.step
    s.office.stop()
    s.iris.asleep = {}
    for w in s.iris.play([], KINDS, s.now):
        s.out.append(w + (s.now + 8 * HOUR - MINUTE if w[1]["References"] and
                          "pq2" in w[1]["References"] else None,))
    return s.now + 8 * HOUR


def brink(s):
    """Bruno's mail comes a minute before the late rule, Carla's behind it:
    both are there when the daemon looks."""
    for name, game, after in (("bruno", 1, "back"), ("carla", 3, "away")):
        key, p = "brink " + name, s.people[name]
        if after not in s.notes or key in s.notes or s.step < 8:
            continue
        p.asleep[game] = s.now + 1000 * DAY
        due, late = s.clock(name, game)
        m = p.turns.get(game)
        if not due or late > s.now + STEP - 2 * MINUTE or \
                m.footer in p.answered:
            continue
        at = late - MINUTE if name == "bruno" else late + MINUTE
        p.answered.add(m.footer)
        s.out.append(p.write(p.move(m, KINDS[game]), m) + (at,))
        s.notes[key] = (at, due, late, m.board)
        p.asleep = {}


def play(s, games=KINDS):
    """Until these games are over."""
    for s.step in range(s.step, LIMIT):
        for incident in (never_answers, holiday, bounce, rollback, messages,
                         brink):
            incident(s)
        fresh = s.go(outage(s))
        s.answer(fresh)
        if set(games) <= set(s.over()):
            s.out = []
            return
    raise AssertionError("games that do not end: only %s are over" % s.over())


# -- again, with what is hidden changed ---------------------------------------
def keep(s, base):
    """What a second run begins with: the database, and what all have read."""
    path = os.path.join(base, "begun.db")
    s.office.tool("backup", path)
    return path, s.now, {
        n: (list(p.received), dict(p.turns), copy.deepcopy(p.wrote),
            dict(p.asleep), p.welcome) for n, p in s.people.items()}


def write_down(s, run=""):
    """For who wants to read the season: SEASON_MAILS names a directory."""
    path = os.environ.get("SEASON_MAILS")
    for name, p in s.people.items() if path else ():
        with open(os.path.join(path, name + run), "w") as f:
            for m in p.received:
                f.write("=" * 72 + "\n%s\nDate: %s\n\n%s" % (
                    m.subject, m.message["Date"], m.text))


def again(mail, base, kept):
    """The season from its games' begin on. Changed are: the pile of Atlantic
    Star below its first cards; the hand of Gina in Antwerp, which Anna, who
    moderates, plays against; the cargo that Elena will choose in Claim. No seed
    gives these piles, so those two games stop where one is shuffled anew, long
    after the difference was public; the other two go to their end."""
    path, now, memory = kept
    mail.servers.dovecot.forget()
    mail.empty()
    s = Season(mail, base, "again")
    shutil.copy(path, s.office.store)
    os.chmod(s.office.store, 0o600)
    s.now = now
    s.office.move_clock(now)
    for name, what in memory.items():
        p = s.people[name]
        p.received, p.turns, p.wrote, p.asleep, p.welcome = copy.copy(what)
    s.before = {n: set(p.received) for n, p in s.people.items()}
    twice.vary(s.office.store, int(s.seat("gina", 4)[1]))
    s.elena.bias = 1
    s.answer({name: [] for name in s.people})
    try:
        play(s, (2, 3))
        s.logs = {game: s.log(game) for game in KINDS}
    finally:
        write_down(s, "-again")
        s.close()
    return s


def run(mail, base):
    began = time.monotonic()
    s = Season(mail, base, "season")
    try:
        s.office.tool("init")
        fixed(s.office.store, "UPDATE setting SET value = ? WHERE key = 'key'",
              bytes(range(32)))
        sign_up(s)
        found(s)
        kept = keep(s, base)
        s.answer({name: [] for name in s.people})
        play(s)
        s.office.stop()
        print("  %d looks, %d mails to players, %d from them, %.0f s" % (
            s.office.looks, sum(len(p.received) for p in s.people.values()),
            sum(len(p.wrote) for p in s.people.values()),
            time.monotonic() - began), flush=True)
        proofs.all_of(s, base)
    finally:
        write_down(s)
        s.close()
    if os.environ.get("CHECK_LONG"):
        twice.same_bytes(s, again(mail, base, kept), base)
    print("  all of it in %.0f s" % (time.monotonic() - began))


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    users = [n.lower() for n, _, _ in PEOPLE] + ["games", "keeper"]
    with tempfile.TemporaryDirectory(prefix="paquebot-e2e-") as base, \
            Mail(users, known=True) as mail:
        run(mail, base)
    print("1 passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
