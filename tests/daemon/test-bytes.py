#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The same mails whoever writes them, and whatever becomes of a COMMIT: a club of
one daemon, the same club of two that work by turns and beside each other, at
hosts of other names in other time zones, and the same in a file, where one
works. All are given the same mails, at the same moments of a clock that stands
still between; what each person is sent is then the same to the byte: tokens,
Message-IDs, dates, all of it. The two lose their connection in a COMMIT of each
kind of transaction: before it is done, behind that, and behind it at a server
that does not know of it any more, as one that took over does not. So does the
tool. CHECK_LONG=yes has of each set of tables that is written to a kind of its
own. Run in the build directory."""
import collections
import difflib
import email
import os
import re
import sqlite3
import subprocess
import sys
import threading
import time

import asking
from asking import Daemon
from waiting import wait_for
from way import Way

LONG = os.environ.get("CHECK_LONG") == "yes"
LEASE = 8                       # seconds that letters are taken in vain for
TEMPFAIL, OVERTAKEN = 75, "has taken the club over"

START = 1795284000              # 2026-11-21T18:00:00Z
MINUTE, HOUR = 60, 3600
UNSEEN = 15                     # seconds; as in daemon/ticker.c
ROUNDS = 5
SEED = "".join(f"{n:02x}" for n in range(32))
CLOCK = "12h grace 1h min 1h remind 3h late bot"
OTHER_HOST = [*(["unshare"] if os.getuid() == 0 else ["unshare", "-r"]), "--uts",
              "sh", "-c", 'hostname elsewhere.example && exec "$@"', "sh"]
PEOPLE = {1: ("claim", ("Anna", "Bruno")), 2: ("antwerp", ("Carla", "Dirk")),
          3: ("clippers", ("Emma", "Fons"))}
KEEPER = "keeper@example.org"   # is told that the database was away
SLEEPS = "bruno@example.net"    # whose turns the clock ends
# What is said besides moves: in which round, by whom, to which address of ours.
SAID = [(0, "gina@example.net", None, "help"),
        (0, "hans@example.net", None, "aanmelden Hans\nzet tijdzone Europe/Paris"),
        (1, "hans@example.net", "hans@example.net", "ja"),
        (1, "anna@example.net", "anna@example.net", "press: well met\nmoves"),
        (2, "hans@example.net", "hans@example.net", "lijst\nmeekijken 2"),
        (2, "carla@example.net", "carla@example.net", "hoist the mainsail"),
        (3, "emma@example.net", "emma@example.net", "notify digest"),
        (3, "dirk@example.net", "dirk@example.net", "set lang it\nsettings"),
        (4, "anna@example.net", "anna@example.net", "write p2: to you alone"),
        (4, "fons@example.net", "fons@example.net", "away 3d"),
        (4, "carla@example.net", "carla@example.net", "undo")]


# What transactions are of: the first whose tables are written to, all but those
# behind the bar not.
KINDS = {"a mail that is fetched": "inbox_body",
         "a mail that is judged": "inbox outbox_body",
         "a turn that a clock ends": "event | inbox press",
         "a reminder": "clock_seat outbox_body | event",
         "mails that are taken": "inbox",
         "letters that are sent": "attempt",
         "letters that are taken": "outbox | outbox_body"}
WAYS = ["unknown", "before", "behind"] + ["nothing known"] * LONG


def stamp(at):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))


def reply_to(raw):
    return email.message_from_bytes(raw)["Reply-To"]


def without_draws(raw):
    """What each club draws for itself, the secret number in the address of a
    confirmation and the seal that covers it, may be folded (RFC 2045, 6.7)."""
    for drawn in set(re.findall(rb"\+(c\.[.a-z2-7]+)@", raw)):
        fold = rb"(=\r?\n)?"
        raw = re.sub(fold.join(re.escape(bytes([c])) for c in drawn),
                     lambda m: re.sub(rb"[^=\r\n]", b"x", m.group()), raw)
    return raw


def kind_of(written):
    for kind, tables in KINDS.items():
        its, _, others = tables.partition("|")
        if set(its.split()) <= written and not set(others.split()) & written:
            return " ".join(sorted(written)) if LONG else kind
    return None


class Breaks:
    """Where a way breaks: at the first COMMITs of each kind."""

    def __init__(self, server):
        self.server, self.lock = server, threading.Lock()
        self.seen, self.next = collections.Counter(), None
        self.now = False            # daemons find it so; else only tools

    def __call__(self, written):
        kind = kind_of(written)
        with self.lock:
            how, self.next = self.next, None
            if how is None and self.now and kind and \
                    self.seen[kind] < len(WAYS):
                how = WAYS[self.seen[kind]]
                self.seen[kind] += 1
        if how in ("unknown", "nothing known"):
            # As if it had begun anew.
            asking.psql(self.server, "SELECT pg_stat_reset_shared('bgwriter')")
        return {"unknown": "behind", "nothing known": "before"}.get(how, how)


class Club(asking.Club):
    """here: the daemons that are at work, by their number; those of odd numbers
    are elsewhere. way: how they reach the server."""

    def __init__(self, place, url, file=None, way=None):
        os.makedirs(place)
        self.file, self.here, self.all, self.now = file, {}, ([], []), START
        self.made, self.direct = None, url
        if way is not None:
            url = way.leads(url)
        where = f'url = "{url}"' if file is None else f'path = "{file}"'
        super().__init__(place, url, store=f"store {{ {where} }}\n"
                         "clock { outage = 7d }")
        with open(f"{place}/clock", "w", encoding="ascii") as f:
            f.write(stamp(START))

    def tool(self, *words, status=0):
        done = subprocess.run(
            ["./paquebot", "--config", f"{self.place}/conf", *words],
            check=False, capture_output=True, text=True, env=dict(
                os.environ, PAQUEBOT_CLOCK=stamp(self.now)))
        assert done.returncode == status, (words, done)
        return done.stderr

    def ask(self, text):
        if self.file is not None:
            with sqlite3.connect(self.file, timeout=30) as base:
                row = base.execute(text).fetchone()
            base.close()
            return row and row[0]
        said = asking.psql(self.direct, text).strip()
        return int(said) if said else None

    def start(self, number):
        env = dict(os.environ, PAQUEBOT_CLOCK=f"@{self.place}/clock")
        before = []
        if number % 2:
            env.update(TZ="Pacific/Auckland", LANG="C")
            before = OTHER_HOST
        d = Daemon(self, env, before)
        self.here[number] = d
        self.all[number % 2].append(d)
        self.made.append(d)
        d.begun()

    def at_work(self, *numbers):
        """These, from now on: the first leads, or who led goes on."""
        for n in list(self.here):
            if n not in numbers:
                self.ends(n)
        for n in numbers:
            if n not in self.here:
                self.start(n)
        wait_for(lambda: any(d.said("daemon.ready") for d in
                             self.here.values()), "who leads")

    def told(self, event):
        """By those here and those elsewhere: how often."""
        return [sum(d.log().count(f"event={event} ") for d in some)
                for some in self.all]

    def ends(self, number):
        """Who lost the lead with its connection may be about to, by itself."""
        d = self.here.pop(number)
        d.process.terminate()
        assert d.process.wait(timeout=60) == (
            TEMPFAIL if d.said("daemon.failed") else 0), d.log()
        assert not d.said("daemon.failed") or OVERTAKEN in d.log()

    def watches(self):
        """As a supervisor."""
        for n, d in list(self.here.items()):
            if d.process.poll() is not None:
                self.ends(n)
                self.start(n)

    def rests(self):
        self.watches()
        acted = self.now - UNSEEN
        return self.ask(f"""
SELECT (SELECT count(*) FROM inbox WHERE state = 0)
  + (SELECT abs(count(*) - {self.mails}) FROM inbox)
  + (SELECT count(*) FROM outbox WHERE state = 0 AND next_try <= {self.now})
  + (SELECT count(*) FROM clock_seat WHERE late > 0 AND late < {acted})
  + (SELECT count(*) FROM clock_seat WHERE remind > 0 AND remind < {acted})
  + (SELECT count(*) FROM player WHERE digest_due > 0
     AND digest_due <= {self.now})""") == 0

    def comes_to_rest(self):
        wait_for(self.rests, f"rest at {stamp(self.now)}", every=0.2)

    def moves_clock(self, now):
        self.now = now
        with open(f"{self.place}/clock", "r+", encoding="ascii") as f:
            f.write(stamp(now))

    def takes(self, mails):
        """Those of (from, the mail that is answered, text), in this order."""
        names, sent = [], self.sent()
        for who, key, text in mails:
            to = reply_to(sent[key]) if key else "games@example.org"
            self.mails += 1
            names.append(f"{self.mails:06}.mail")
            with open(f"{self.place}/mail/tmp/{names[-1]}", "w",
                      encoding="utf-8") as f:
                f.write(f"From: {who}\nTo: {to}\nSubject: x\nMessage-ID: "
                        f"<{self.mails}@example.net>\n\n{text}\n")
        for name in names:
            os.rename(f"{self.place}/mail/tmp/{name}",
                      f"{self.place}/mail/new/{name}")

    def sent(self, drawn=False):
        """{(recipient, Message-ID): bytes}; each once, or again the same. drawn:
        without what is drawn."""
        found = {}
        for box, _, names in os.walk(f"{self.place}/out"):
            for name in names if box.endswith("/new") and \
                    KEEPER not in box else ():
                with open(f"{box}/{name}", "rb") as f:
                    raw = f.read()
                mid = email.message_from_bytes(raw)["Message-ID"]
                key = os.path.basename(os.path.dirname(box)), mid
                raw = without_draws(raw) if drawn else raw
                assert found.get(key, raw) == raw, key
                found[key] = raw
        return found


def begins(club):
    """What is drawn is known, and the same for all who copy it."""
    club.init()
    club.ask("UPDATE setting SET value = '\\x" + SEED + "' WHERE key = 'key' "
             "RETURNING 1")
    for game, (kind, names) in PEOPLE.items():
        club.tool("new", kind, "--clock", CLOCK, *(
            word for n in names
            for word in ("--seat", f"{n} <{n.lower()}@example.net>")))
        club.ask(f"UPDATE game SET seal = NULL, seed = '\\x{SEED}', seed_commit = "
                 f"encode(sha256('\\x{SEED}'), 'hex') WHERE id = {game} "
                 "RETURNING 1")
        club.tool("moderate", str(game), "begin")


class Readers:
    """They read what one club sends, and know what to write to all."""

    def __init__(self):
        self.seen, self.last, self.asked = set(), {}, []

    def read(self, club):
        sent = club.sent()
        for key in sorted(sent.keys() - self.seen):
            self.last[key[0]] = key
            if key[0] != SLEEPS and email.message_from_bytes(sent[key])[
                    "X-Paquebot-Due"]:
                self.asked.append((key[0], key, "1"))
        self.seen |= sent.keys()

    def write(self, number):
        mails, self.asked = sorted(set(self.asked)), []
        return mails + [(who, self.last.get(about), text)
                        for at, who, about, text in SAID if at == number]


def same(one, other, name):
    """What both have sent."""
    here, there = one.sent(True), other.sent(True)
    for key in sorted(here.keys() & there.keys()):
        raw = here[key]
        if there[key] != raw:
            print(*difflib.unified_diff(
                raw.decode().splitlines(), there[key].decode().splitlines(),
                "one daemon", name, lineterm=""), sep="\n")
            raise AssertionError((name, key))
    assert here.keys() == there.keys(), (name, here.keys() ^ there.keys())
    return len(here)


def step(clubs, do):
    """The first of them, then the others at the same time."""
    for some in clubs[:1], clubs[1:]:
        for club in some:
            do(club)
        for club in some:
            club.comes_to_rest()


def announces(clubs, breaks):
    """By a tool, which says what became of it, or that it does not know."""
    one, several, file = clubs
    for number, how in enumerate(WAYS):
        words = "moderate", "2", "announce", f"Note {number}"
        for club in one, file:
            club.tool(*words)
        breaks.next = how
        said = several.tool(*words, status=0 if how == "behind" else TEMPFAIL)
        assert ("not known" in said) == ("known" in how), (how, said)
        if how in ("before", "nothing known"):
            several.tool(*words)


def play(clubs, made):
    one, several, file = clubs
    readers, breaks = Readers(), clubs.breaks
    begins(one)
    for club in several, file:
        club.init()
        one.tool("store", "copy", one.url, club.file or club.direct)
    for club in clubs:
        club.made = made
    one.at_work(0)
    file.at_work(0)
    for number in range(ROUNDS):
        # One, both of which it leads, the other, both of which that leads.
        breaks.now = False
        several.at_work(*[(0,), (0, 1), (1,), (1, 0)][number % 4])
        if number == 1:
            announces(clubs, breaks)
        breaks.now = True
        step(clubs, lambda c, n=number: c.moves_clock(START + n * 11 * HOUR))
        readers.read(one)
        mails = readers.write(number)
        step(clubs, lambda c, m=mails: c.takes(m))
    for club in clubs:
        for n in list(club.here):
            club.ends(n)
    judged, sent = several.told("mail.in"), several.told("mail.out")
    # What nobody knows to be done is not in the log.
    assert min(sent) > 0 and (LONG or min(judged) > 0), (judged, sent)
    assert one.ask("SELECT count(*) FROM event WHERE actor = 2 AND mid IS NULL "
                   "AND game = 1") > 0, "no clock ended a turn"
    assert set(breaks.seen) >= set(KINDS) or LONG, breaks.seen
    assert set(breaks.seen.values()) == {len(WAYS)} or LONG, breaks.seen
    n = same(one, several, "two daemons")
    assert same(one, file, "a file") == n
    print(f"{n} mails; two judged {judged} and sent {sent}; "
          f"{sum(breaks.seen.values())} times in COMMIT", file=sys.stderr)
    print(f"{2 * n} passed, 0 failed")


class Clubs(list):
    """What asking.run makes and ends."""

    def __init__(self, place, server):
        self.breaks = Breaks(server)
        way = Way(place, server, self.breaks)
        super().__init__(
            Club(f"{place}/{name}", f"{server}&options=-csearch_path%3D{name}"
                 f"%20-cpaquebot.lease%3D{LEASE}",
                 f"{place}/{name}/games.db" if name == "file" else None,
                 way if name == "several" else None)
            for name in ("one", "several", "file"))


if __name__ == "__main__":
    asking.run(__file__, Clubs, play)
