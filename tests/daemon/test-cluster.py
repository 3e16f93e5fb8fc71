#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Three daemons, one club on PostgreSQL, one mailbox, and a server that takes
its letters slowly: daemons are killed, or sleep for longer than their leases,
and connections are cut, while players write to their games. Nothing is lost and
nothing done twice, each game has what was written to it in its order, and a
letter that goes again is the same, under its Message-ID; there are no more of
these than letters that were on their way when a daemon was killed or slept. Run
in the build directory; CHECK_LONG=yes (make check-cluster) is of many games and
faults, and --seed N repeats the order of faults of such a run."""
import collections
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, f"{HERE}/../e2e")
from sink import Sink  # noqa: E402
from waiting import wait_for  # noqa: E402

LONG = os.environ.get("CHECK_LONG") == "yes"
GAMES, NOTES, FAULTS = (50, 12, 200) if LONG else (5, 12, 9)
DAEMONS, CONNECTIONS = 3, 2
PATIENCE = 4                # the least that a club can have
LEASE = 2 * PATIENCE
ASLEEP = LEASE + 2          # seconds: it is over, on any clock
SECONDS = 120
SLOW = 0.3                  # seconds a letter takes
TEMPFAIL = 75


class Daemon:
    """One that is started again whenever it ends, as a supervisor does."""

    def __init__(self, club, number):
        self.club, self.number = club, number
        self.log = open(f"{club.place}/log{number}", "a", encoding="ascii")
        self.process, self.wakes = None, None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "./paquebotd", "--config",
             f"{self.club.place}/conf"], stderr=self.log)

    def watch(self):
        if self.wakes is not None and time.monotonic() > self.wakes:
            self.wake()
        if self.process.poll() is not None:
            # It lost its connection at the start, or the lead.
            assert self.process.returncode in (-signal.SIGKILL, TEMPFAIL), \
                self.process.returncode
            self.start()

    def sleep(self, seconds):
        self.process.send_signal(signal.SIGSTOP)
        self.wakes = time.monotonic() + seconds

    def wake(self):
        self.process.send_signal(signal.SIGCONT)
        self.wakes = None

    def end(self):
        self.wake()
        self.process.terminate()
        got = self.process.wait(timeout=SECONDS)
        assert got in (0, TEMPFAIL), got


class Club:
    def __init__(self, place, server, port):
        self.place, self.server = place, server
        self.mails, self.notes = 0, {}
        for part in ("new", "cur", "tmp"):
            os.makedirs(f"{place}/mail/{part}")
        with open(f"{place}/conf", "w", encoding="ascii") as f:
            f.write(f"""
mailbox {{ type = maildir folder = {place}/mail interval = 1s }}
outgoing {{ type = smtp host = 127.0.0.1 port = {port} tls = none timeout = 5s
  connections = {CONNECTIONS} from = games@example.org }}
club {{ keeper = keeper@example.org strangers = 600 mails-per-author = 0 }}
store {{ url = "{server}&options=-csearch_path%3Dcluster\
%20-cpaquebot.patience%3D{PATIENCE}%20-cpaquebot.lease%3D{LEASE}" }}
""")
        self.tool("init")

    def tool(self, *words):
        return subprocess.run(
            ["./paquebot", "--config", f"{self.place}/conf", *words],
            check=True, capture_output=True, text=True).stdout

    def ask(self, text):
        done = subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", self.server, "-c",
             f"SET search_path = cluster; {text}"], check=True,
            capture_output=True, text=True)
        return done.stdout.strip()

    def write(self, who, to, text):
        self.mails += 1
        name = f"m{self.mails:06}"
        with open(f"{self.place}/mail/tmp/{name}", "w", encoding="ascii") as f:
            f.write(f"From: {who}\nTo: {to}\nMessage-ID: <{name}@example.net>\n"
                    f"Subject: x\n\n{text}\n")
        os.rename(f"{self.place}/mail/tmp/{name}",
                  f"{self.place}/mail/new/{name}")
        return f"<{name}@example.net>"

    def cut(self, which):
        """Connections of daemons, at the server."""
        self.ask("SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM "
                 "pg_stat_activity WHERE application_name = 'paquebot' ORDER BY "
                 f"random() LIMIT {which}) AS found")


def header(mail, name):
    found = re.search(rf"^{name}:\s*(\S+)", mail.decode("latin-1"), re.M | re.I)
    return found.group(1) if found else None


def settled(club):
    return not os.listdir(f"{club.place}/mail/new") and club.ask(
        "SELECT (SELECT count(*) FROM inbox WHERE state = 0) + (SELECT count(*) "
        "FROM outbox WHERE state = 0)") == "0"


def until_settled(club, daemons, name):
    until = time.monotonic() + SECONDS
    while not settled(club):
        assert time.monotonic() < until, f"{name}: not in {SECONDS} s"
        for d in daemons:
            d.watch()
        time.sleep(0.2)


def begin_games(club, sink, daemons):
    """Games of two players: the address of each game's first."""
    for n in range(1, GAMES + 1):
        club.tool("new", "claim", "--seat", f"Anna <a{n}@example.net>",
                  "--seat", f"Bert <b{n}@example.net>")
    until_settled(club, daemons, "invitations")
    reply = {}
    for _, to, raw in list(sink.mails):
        reply[to[0]] = header(raw, "Reply-To")
        club.write(to[0], reply[to[0]], "ready")
    until_settled(club, daemons, "beginnings")
    return [reply[f"a{n}@example.net"] for n in range(1, GAMES + 1)]


def one_fault(club, daemons, kind):
    awake = [d for d in daemons if d.wakes is None]
    if kind == "cut":
        club.cut(random.choice((1, 1, 2, 3)))
    elif len(awake) > 1:
        d = random.choice(awake)
        if kind == "kill":
            d.process.kill()
            d.process.wait()
        else:
            d.sleep(ASLEEP + random.random() * 3)


def pause(daemons, seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for d in daemons:
            d.watch()
        time.sleep(0.05)


def disturb(club, daemons, addresses):
    """Notes to all games, and faults between them."""
    kinds = (["kill", "cut", "sleep"] * FAULTS)[:FAULTS]
    if LONG:
        kinds = random.choices(("kill", "cut", "sleep"), (5, 5, 1), k=FAULTS)
    moments = FAULTS + 4
    for at in range(moments):
        for n, to in enumerate(addresses, 1):
            for k in range(NOTES * at // moments, NOTES * (at + 1) // moments):
                club.notes[n, k] = club.write(f"a{n}@example.net", to,
                                              f"press p2\nnote {k}\nendpress")
        pause(daemons, random.random())
        if 0 < at <= FAULTS:
            one_fault(club, daemons, kinds[at - 1])
        pause(daemons, 0.5)
    return collections.Counter(kinds)


def check_games(club):
    for n in range(1, GAMES + 1):
        found = club.ask(f"SELECT text FROM press WHERE game = {n} ORDER BY id")
        expected = [f"note {k}" for k in range(NOTES)]
        assert found.split("\n") == expected, (n, found)
    assert club.ask("SELECT count(*) FROM inbox WHERE state <> 1") == "0"
    club.tool("store", "rebuild", "--check")


def check_letters(club, sink, dangers):
    """How many went again."""
    copies = collections.defaultdict(list)
    answers = collections.defaultdict(set)
    for _, to, raw in sink.mails:
        mid = header(raw, "Message-ID")
        copies[mid].append((to, raw))
        if (asked := header(raw, "In-Reply-To")) is not None:
            answers[to[0], asked].add(mid)
    for mid, all_of_it in copies.items():
        assert all(one == all_of_it[0] for one in all_of_it), mid
    rows = club.ask("SELECT '<' || message_id || '>' FROM outbox").split("\n")
    assert len(rows) == len(set(rows))
    assert not set(rows) - set(copies), set(rows) - set(copies)
    for mid in set(copies) - set(rows):
        # Of trouble with the database the keeper is told from memory.
        assert copies[mid][0][0] == ["keeper@example.org"], copies[mid]
    for (n, k), asked in club.notes.items():
        assert len(answers[f"a{n}@example.net", asked]) == 1, (n, k)
    again = sum(len(all_of_it) - 1 for all_of_it in copies.values())
    assert again <= dangers * CONNECTIONS, (again, dangers)
    return again


def play(club, sink, daemons):
    daemons += [Daemon(club, n) for n in range(DAEMONS)]
    addresses = begin_games(club, sink, daemons)
    was = len(sink.mails)
    kinds = disturb(club, daemons, addresses)
    for d in daemons:
        if d.wakes is not None:
            wait_for(lambda d=d: time.monotonic() > d.wakes, "a sleeper",
                     SECONDS)
        d.watch()
    until_settled(club, daemons, "all")
    check_games(club)
    again = check_letters(club, sink, kinds["kill"] + kinds["sleep"])
    for d in daemons:
        d.end()
    sent = [sum("event=mail.out" in line for line in
                open(f"{club.place}/log{n}", encoding="utf-8"))
            for n in range(DAEMONS)]
    assert min(sent) > 0, sent
    print(f"{dict(kinds)}; {len(sink.mails) - was} letters, {again} of them "
          f"again; each daemon sent {sent}", file=sys.stderr)
    print(f"{len(club.notes)} passed, 0 failed")


def main():
    server = os.environ.get("PAQUEBOT_TEST_STORE")
    if server is None:
        wrapper = f"{HERE}/../store/with-postgres"
        os.execv(wrapper, [wrapper, sys.executable, os.path.abspath(__file__),
                           *sys.argv[1:]])
    seed = sys.argv[2] if sys.argv[1:2] == ["--seed"] else str(time.time_ns())
    if not LONG and len(sys.argv) < 3:
        seed = "1"
    random.seed(seed)
    place = tempfile.mkdtemp(prefix="paquebot-cluster-")
    daemons = []

    def answer(stage, _):
        if stage == "dot":
            time.sleep(SLOW)

    sink = Sink(answer=answer)
    try:
        play(Club(place, server, sink.port), sink, daemons)
        return 0
    except BaseException:
        for n in range(len(daemons)):
            with open(f"{place}/log{n}", encoding="utf-8") as f:
                print(f"log{n}", f.read()[-3000:], sep="\n")
        print(f"seed {seed}")
        raise
    finally:
        for d in daemons:
            d.process.kill()
            d.process.wait()
            d.log.close()
        sink.stop()
        shutil.rmtree(place)


if __name__ == "__main__":
    sys.exit(main())
