# SPDX-License-Identifier: MIT
"""What the histories of faults.py have in common: a game that has begun, its
next three moves, and what must be the same after each."""
import datetime
import email
import os
import re
import sqlite3
import subprocess

from worlds import Maildirs, paths

TOOL, DAEMON = os.path.abspath("paquebot"), os.path.abspath("paquebotd")
MOVES = 3


def moment(minutes):
    then = datetime.datetime(2026, 11, 20, 10) + \
        datetime.timedelta(minutes=minutes)
    return then.strftime("%Y-%m-%dT%H:%M:%SZ")


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
            errors="replace", check=False, timeout=90)
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


def rows(home, sql, *values):
    base = sqlite3.connect(f"file:{home}/db?mode=ro", uri=True, timeout=10)
    try:
        return base.execute(sql, values).fetchall()
    finally:
        base.close()


def settled(home, but=""):
    """Whether nothing waits, but letters to such addresses: what the keeper
    is told of trouble is written when it is over, perhaps after all else."""
    return rows(home, "SELECT count(*) >= ?, total(state = 0) + (SELECT "
                "count(*) FROM outbox WHERE state = 0 AND rcpt NOT LIKE ?) "
                "FROM inbox", MOVES, but) == [(1, 0)]


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
