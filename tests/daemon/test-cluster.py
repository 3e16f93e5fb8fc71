#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Three daemons, one club on PostgreSQL with a standby that each commit waits
for, reached by TCP, two mailboxes on Dovecot, and a server that takes its letters
slowly: daemons are killed, or sleep for longer than their leases, connections are cut, and the
primary dies, whereupon the standby is promoted, while players write to their
games. Nothing is lost and nothing done twice, each game has what was written to
it in its order, no turn ends before its time or long after it, a move that came
in time is made, and a letter that goes again is the same, under its Message-ID;
there are no more of these than letters that were on their way when something
died or slept. Run in the build directory; CHECK_LONG=yes (make check-cluster) is
of many games and faults, and --seed N repeats the order of faults of such a
run."""
import collections
import datetime
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
from certs import Certs  # noqa: E402
from dovecot import Dovecot  # noqa: E402
from postgres import Server  # noqa: E402
from server import PASSWORD, free_port  # noqa: E402
from sink import Sink  # noqa: E402
from waiting import wait_for  # noqa: E402

LONG = os.environ.get("CHECK_LONG") == "yes"
GAMES, NOTES, FAULTS = (50, 12, 210) if LONG else (4, 10, 9)
KINDS = ["kill", "cut", "sleep", "primary"]
CLOCKED = 10 if LONG else 2     # of the games have clocks
# Seconds; shorter than the tool lets anybody.
TURN, GRACE, IN_TIME = (60, 2, 20) if LONG else (9, 2, 4)
UNSEEN = 15                     # seconds; as in daemon/ticker.c
DAEMONS, CONNECTIONS = 3, 2
BOXES = ["games", "more"]       # a game's mail comes into one of them
LOCKS = os.environ.get("PAQUEBOT_TEST_LOCKS", "server")
# Seconds that a deadline is missed for at most: until a look that counts, and what
# it costs that leaders are lost meanwhile, by rows a patience each time.
KEPT = UNSEEN + (45 if LOCKS == "rows" else 30)
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
        self.process, self.wakes, self.began = None, None, 0.0
        self.start()

    def start(self):
        self.began = time.monotonic()
        self.said = os.path.getsize(self.log.name)
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
            if time.monotonic() > self.began + 0.5:
                self.start()

    def leads(self):
        with open(self.log.name, encoding="utf-8") as f:
            return re.findall(r"event=daemon\.(\w+)", f.read())[-1:] == ["ready"]

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
        with open(self.log.name, encoding="utf-8") as f:
            f.seek(self.said)
            runs = "event=daemon." in f.read()
        # One that is still at its start has nothing under way.
        assert got in (0, TEMPFAIL) or (got == -signal.SIGTERM and not runs), got


class Pair:
    """A primary and its standby, which change places."""

    def __init__(self, place):
        self.primary, self.standby = (Server(place, n, free_port())
                                      for n in ("one", "two"))
        self.url = (f"postgresql://paquebot@127.0.0.1:{self.primary.port},"
                    f"127.0.0.1:{self.standby.port}/postgres"
                    "?target_session_attrs=read-write")

    def start(self):
        self.primary.make()
        self.primary.start()
        self.primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.standby.follow(self.primary)
        self.standby.start()
        self.primary.ask("SELECT pg_reload_conf()")

    def fail(self):
        """What dies follows what took over, which accepts nothing till then."""
        self.primary.crash()
        assert self.standby.ask("SELECT pg_promote()") == "t"
        self.primary, self.standby = self.standby, self.primary
        self.standby.follow_anew(self.primary)

    def stop(self):
        for s in (self.standby, self.primary):
            s.stop(signal.SIGQUIT)


class Club:
    def __init__(self, place, pair, dovecot, port):
        self.place, self.pair, self.dovecot = place, pair, dovecot
        self.mails, self.notes, self.clocked = 0, {}, {}
        self.written = 0            # notes to each game
        self.slept = False           # did all daemons, once
        self.turn = TURN            # seconds
        with open(f"{place}/secret", "w", encoding="ascii") as f:
            f.write(PASSWORD)
        os.chmod(f"{place}/secret", 0o600)
        with open(f"{place}/conf", "w", encoding="ascii") as f:
            for box in BOXES:
                f.write(f"""
mailbox {box} {{ type = imap host = localhost port = {dovecot.imaps_port}
  ca-file = "{dovecot.certs.ca[0]}" user = {box} password-file = {place}/secret
  interval = 1s }}
""")
            f.write(f"""
outgoing {{ type = smtp host = 127.0.0.1 port = {port} tls = none timeout = 5s
  connections = {CONNECTIONS} from = games@example.org }}
club {{ keeper = keeper@example.org strangers = 600 mails-per-author = 0 }}
store {{ url = "{pair.url}&options=-csearch_path%3Dcluster\
%20-cpaquebot.patience%3D{PATIENCE}%20-cpaquebot.lease%3D{LEASE}\
%20-cpaquebot.locks%3D{LOCKS}" }}
""")
        self.tool("init")

    def tool(self, *words):
        return subprocess.run(
            ["./paquebot", "--config", f"{self.place}/conf", *words],
            check=True, stdout=subprocess.PIPE, text=True).stdout

    def ask(self, text):
        done = subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", self.pair.url, "-c",
             f"SET search_path = cluster; {text}"], check=True,
            capture_output=True, text=True)
        return done.stdout.strip()

    def write(self, *mails):
        """Those of (who, to, text): their Message-IDs."""
        raw, ids = {box: [] for box in BOXES}, []
        for who, to, text in mails:
            self.mails += 1
            ids.append(f"<m{self.mails:06}@example.net>")
            raw[box_of(who)].append(
                f"From: {who}\r\nTo: {to}\r\nMessage-ID: {ids[-1]}\r\n"
                f"Subject: x\r\n\r\n{text}\r\n".encode())
        for box, some in raw.items():
            if some:
                self.dovecot.deliver(box, *some)
        return ids

    def cut(self, which):
        """Connections of daemons, at the server."""
        self.ask("SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM "
                 "pg_stat_activity WHERE application_name = 'paquebot' ORDER BY "
                 f"random() LIMIT {which}) AS found")


def box_of(who):
    """a3@example.net plays game 3."""
    return BOXES[int(who[1:].split("@")[0]) % len(BOXES)]


def header(mail, name):
    found = re.search(rf"^{name}:\s*(\S+)", mail.decode("latin-1"), re.M | re.I)
    return found.group(1) if found else None


def settled(club):
    """In the order of a mail's way, so that none hides on it."""
    return not any(club.dovecot.count(b) for b in BOXES) and club.ask(
        "SELECT (SELECT count(*) FROM inbox WHERE state = 0) + (SELECT count(*) "
        "FROM outbox WHERE state = 0)") == "0"


def moment(stamp):
    return datetime.datetime.strptime(stamp, "%Y-%m-%dT%H:%M:%SZ").replace(
        tzinfo=datetime.timezone.utc).timestamp()


def until_settled(club, daemons, name):
    until = time.monotonic() + SECONDS
    while not settled(club):
        assert time.monotonic() < until, f"{name}: not in {SECONDS} s"
        for d in daemons:
            d.watch()
        time.sleep(0.2)


def begin_games(club, sink, daemons):
    """Games of two players: the address of each game's first. A turn takes at
    least twice as long as it took to invite, so that it is not over before
    somebody moves, however slow the machine is."""
    for n in range(1, GAMES + 1):
        clock = ("--clock", "1m grace 1m min 1m late bot") if n <= CLOCKED \
            else ()
        club.tool("new", "claim", "--seat", f"Anna <a{n}@example.net>",
                  "--seat", f"Bert <b{n}@example.net>", *clock)
    begun = time.monotonic()
    until_settled(club, daemons, "invitations")
    club.turn = max(TURN, 2 * int(time.monotonic() - begun))
    club.ask(f"UPDATE clock SET turn = {club.turn}, grace = {GRACE}, minimum = 1 "
             f"WHERE game <= {CLOCKED}")
    reply = {to[0]: header(raw, "Reply-To") for _, to, raw in list(sink.mails)}
    club.write(*((who, to, "ready") for who, to in reply.items()))
    until_settled(club, daemons, "beginnings")
    for _, to, raw in list(sink.mails):
        due = header(raw, "X-Paquebot-Due")
        if due is not None and to[0].startswith("a"):
            club.clocked.setdefault(int(to[0][1:].split("@")[0]),
                                    [moment(due) + GRACE, None,
                                     header(raw, "Reply-To")])
    assert len(club.clocked) == CLOCKED
    return [reply[f"a{n}@example.net"] for n in range(1, GAMES + 1)]


def move_in_time(club, daemons):
    """A little before it is too late; Bert never does. The first of them while
    all daemons sleep, till a look that began now would count, and who led for
    longer: another leads then, and must look into the mailbox first."""
    for n, what in club.clocked.items():
        if what[1] is None and time.time() > what[0] - IN_TIME:
            if not club.slept:
                for d in daemons:
                    d.sleep(IN_TIME + UNSEEN + (ASLEEP if d.leads() else 1))
                club.slept = True
            what[1], = club.write((f"a{n}@example.net", what[2], "stow"))
            assert time.time() < what[0]


def one_fault(club, daemons, kind):
    """Which it was: one daemon at least stays awake."""
    awake = [d for d in daemons if d.wakes is None]
    if len(awake) < 2 and kind in ("kill", "sleep"):
        kind = "cut"
    if kind == "cut":
        club.cut(random.choice((1, 1, 2, 3)))
    elif kind == "primary":
        club.pair.fail()
    elif kind == "kill":
        d = random.choice(awake)
        d.process.kill()
        d.process.wait()
    else:
        random.choice(awake).sleep(ASLEEP + random.random() * 3)
    return kind


def pause(daemons, seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for d in daemons:
            d.watch()
        time.sleep(0.05)


def write_notes(club, addresses, until):
    """To all games, up to that one."""
    mails = {(n, k): (f"a{n}@example.net", to,
                      f"press p2\nnote {k}\nendpress")
             for n, to in enumerate(addresses, 1)
             for k in range(club.written, until)}
    club.written = until
    if mails:
        club.notes.update(zip(mails, club.write(*mails.values())))


def disturb(club, daemons, addresses):
    """Notes to all games, and faults between them."""
    kinds = ["kill", "cut", "sleep", "kill", "primary", "sleep", "cut", "kill",
             "sleep"]
    if LONG:
        kinds = random.choices(KINDS, (100, 70, 20, 12), k=FAULTS)
    moments, done = FAULTS + 4, collections.Counter()
    for at in range(moments):
        move_in_time(club, daemons)
        write_notes(club, addresses, NOTES * (at + 1) // moments)
        pause(daemons, random.random())
        if 0 < at <= FAULTS:
            done[one_fault(club, daemons, kinds[at - 1])] += 1
        pause(daemons, 0.5)
    return done


def late_acts(club):
    return int(club.ask(f"SELECT count(DISTINCT game) FROM event WHERE game <= "
                        f"{CLOCKED} AND actor = 2 AND mid IS NULL"))


def check_clocks(club):
    """How many decisions ended by the clock, and the seconds that the slowest of
    them was late. What a clock did at once has one stamp, or two."""
    acts, worst, whole = 0, 0, club.turn + GRACE
    for n, (late, mid, _) in club.clocked.items():
        rows = [row.split("|") for row in club.ask(
            f"SELECT actor, words, stamp, coalesce(mid, '') FROM event WHERE "
            f"game = {n} AND actor > 0 ORDER BY seq").split("\n")]
        assert rows[0][0] == "1" and f"<{rows[0][3]}>" == mid, (n, rows)
        last = late - whole
        for actor, _, stamp, by in rows[1:]:
            gap = int(stamp) - last
            assert by == "" and (actor == "2" or acts), (n, rows)
            assert gap <= 2 or whole <= gap <= whole + KEPT, (n, gap, rows)
            acts, last = acts + (gap > 2), int(stamp)
            worst = max(worst, gap - whole)
    return acts, worst


def check_games(club):
    for n in range(1, GAMES + 1):
        found = club.ask(f"SELECT text FROM press WHERE game = {n} ORDER BY id")
        expected = [f"note {k}" for k in range(club.written)]
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
    # Those that were sent, and those of which that was not written yet.
    assert again <= dangers * 2 * CONNECTIONS, (again, dangers)
    return again


def logged(club, what):
    """How many mails each daemon had in, or out."""
    return [sum(f"event=mail.{what}" in line for line in
                open(f"{club.place}/log{n}", encoding="utf-8"))
            for n in range(DAEMONS)]


def all_have_worked(club):
    """Each has sent, and judged; of few mails one may be too late for all."""
    return min(logged(club, "out")) > 0 and \
        sorted(logged(club, "in"))[not LONG] > 0


def play(club, sink, daemons):
    daemons += [Daemon(club, n) for n in range(DAEMONS)]
    addresses = begin_games(club, sink, daemons)
    was = len(sink.mails)
    kinds = disturb(club, daemons, addresses)
    until = time.monotonic() + SECONDS + 2 * club.turn
    while late_acts(club) < CLOCKED or any(d.wakes for d in daemons):
        assert time.monotonic() < until, "the clocks"
        move_in_time(club, daemons)
        pause(daemons, 0.5)
    until_settled(club, daemons, "all")
    while not all_have_worked(club):
        assert time.monotonic() < until, "one has nothing to do"
        write_notes(club, addresses, club.written + 1)
        until_settled(club, daemons, "more")
    for d in daemons:
        d.end()
    check_games(club)
    acts, worst = check_clocks(club)
    again = check_letters(club, sink, kinds["kill"] + kinds["sleep"] +
                          DAEMONS * (kinds["primary"] + 1))
    judged, sent = logged(club, "in"), logged(club, "out")
    print(f"{dict(kinds)}; {acts} deadlines, at most {worst} s late; "
          f"{len(sink.mails) - was} letters, {again} of them again; each daemon "
          f"judged {judged} and sent {sent}", file=sys.stderr)
    print(f"{len(club.notes) + acts} passed, 0 failed")


def main():
    seed = sys.argv[2] if sys.argv[1:2] == ["--seed"] else str(time.time_ns())
    if not LONG and len(sys.argv) < 3:
        seed = "1"
    random.seed(seed)
    place = tempfile.mkdtemp(prefix="paquebot-cluster-")
    os.chmod(place, 0o755)
    daemons = []

    def answer(stage, _):
        if stage == "dot":
            time.sleep(SLOW)

    sink, pair = Sink(answer=answer), Pair(place)
    dovecot = Dovecot(place, Certs(place), BOXES)
    try:
        dovecot.start()
        pair.start()
        play(Club(place, pair, dovecot, sink.port), sink, daemons)
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
        pair.stop()
        dovecot.stop()
        sink.stop()
        shutil.rmtree(place)


if __name__ == "__main__":
    sys.exit(main())
