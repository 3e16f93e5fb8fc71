# SPDX-License-Identifier: MIT
"""A paquebot club for the end-to-end tests: a daemon with its database on a
private mail topology, and the games played at it.

Every process that is started here is stopped here (Club.close), by its own
id.  All paths lie below one temporary directory.
"""

import contextlib
import datetime
import hashlib
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from maildirs import Maildirs
from player import ServerBox
from topology import DOMAIN, HOST, PASSWORD, Topology

BUILD = os.environ.get("PAQUEBOT_BUILD", os.getcwd())
PAQUEBOT = os.path.join(BUILD, "paquebot")
PAQUEBOTD = os.path.join(BUILD, "paquebotd")
PROVER = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                      "..", "..", "contrib", "verify-seed.py")

CONF = """\
# made by the end-to-end test
{mail}store {{
  path = "{store}"
}}
club {{
  name = "Test club"
  keeper = "keeper@{domain}"
  mails-per-author = 0
}}
log {{
  level = info
}}
"""

SERVERS = """\
mailbox {{
  type = imap
  host = "{imap_host}"
  port = {imap_port}
  tls = implicit
  ca-file = "{ca}"
  user = "{user}"
  password-file = "{secret}"
  done-folder = "done"
  interval = 2
}}
outgoing {{
  type = smtp
  host = "{smtp_host}"
  port = {smtp_port}
{login}  from = "Paquebot <games@{domain}>"
  connections = 2
}}
"""

LOGIN = """\
  tls = starttls
  ca-file = "{ca}"
  user = "{user}"
  password-file = "{secret}"
"""


class Mail:
    """The mail side of a club: where everybody reads and sends. With a real
    MTA for root (Postfix, or the one that is named); otherwise Dovecot's
    submission service before a small SMTP server that delivers by LMTP."""

    domain = DOMAIN

    def __init__(self, users, mta="postfix", **more):
        root = os.getuid() == 0
        self.servers = Topology(users, mta=mta if root else None,
                                submission=not root, **more)
        self.users = users

    def __enter__(self):
        t = self.servers.__enter__()
        self.imap = (HOST, t.store.imaps_port)
        self.smtp = (HOST, t.mta.port if t.mta else
                     t.store.submission_port)    # mta=None: the caller's
        self.mta = t.mta
        self.login = t.mta is None or t.mta.login
        self.cafile = t.ca_file
        return self

    def __exit__(self, *what):
        self.servers.__exit__(*what)

    def box(self, user):
        """Where a player reads and sends."""
        return ServerBox(user, PASSWORD, self.imap, self.smtp, self.cafile)

    def config(self, directory):
        """What a daemon's configuration says of its mail."""
        secret = os.path.join(directory, "secret")
        with open(secret, "w", opener=lambda p, f: os.open(p, f, 0o600)) as f:
            f.write(PASSWORD + "\n")
        login = LOGIN if self.login else "  tls = none\n"
        return SERVERS.replace("{login}", login).format(
            imap_host=self.imap[0], imap_port=self.imap[1],
            smtp_host=self.smtp[0], smtp_port=self.smtp[1],
            ca=self.cafile, user="games", secret=secret, domain=self.domain)

    def maildir(self, user):
        return os.path.join(self.servers.dovecot.dir, "mail", user, "Maildir")

    def empty(self):
        """Every mailbox without mail, as before the first one."""
        self.settle()
        for user in self.users:
            for folder in ("INBOX", "done"):
                client = self.servers.dovecot.imap(user, None)
                with contextlib.suppress(Exception):
                    if client.select(folder)[0] == "OK":
                        client.store("1:*", "+FLAGS.SILENT", "\\Deleted")
                        client.expunge()
                with contextlib.suppress(Exception):
                    client.logout()

    def done(self):
        """What the daemon has put away, as it came."""
        client = self.servers.dovecot.imap("games", "done")
        kept = {r[0][1] for r in (client.fetch(n, "(BODY.PEEK[])")[1] for n in
                                  client.search(None, "ALL")[1][0].split())}
        client.logout()
        return kept

    def hold(self, on):
        """Whether what is sent waits at the MTA."""
        (self.mta or self.servers.sink).hold(on)

    def settle(self, limit=30):
        """Until the MTA's queue is empty: nothing is on its way."""
        if self.mta is not None:
            self.mta.settle(limit)


class Club:
    """One daemon, one database."""

    def __init__(self, topology, directory, name):
        self.topology = topology
        self.dir = os.path.join(directory, name)
        os.makedirs(self.dir)
        self.store = os.path.join(self.dir, "paquebot.db")
        self.conf = os.path.join(self.dir, "paquebot.conf")
        self.log_path = os.path.join(self.dir, "paquebotd.log")
        with open(self.conf, "w", opener=lambda p, f:
                  os.open(p, f, 0o600)) as f:
            f.write(CONF.format(mail=topology.config(self.dir),
                                domain=topology.domain, store=self.store))
        self.daemon = None
        self.clock = None            # a clock of its own for the daemon
        self.hands = None            # where that one is read

    # -- the tool ---------------------------------------------------------
    def environment(self):
        clock = {} if self.clock is None else {"PAQUEBOT_CLOCK": self.clock}
        return dict(os.environ, **clock)

    def tool(self, *args, check=True, stdin=None):
        done = subprocess.run([PAQUEBOT, "--config", self.conf, *args],
                              input=stdin, capture_output=True, text=True,
                              timeout=120, env=self.environment())
        if check and done.returncode != 0:
            raise AssertionError("paquebot %s: exit %d\n%s%s" % (
                " ".join(args), done.returncode, done.stdout, done.stderr))
        return done

    def new(self, game, seats, *more):
        args = ["new", game]
        for name, address in seats:
            args += ["--seat", "%s <%s>" % (name, address)]
        out = self.tool(*args, *more).stdout
        return int(re.search(r"\d+", out).group(0))

    def export(self, game, *more):
        return self.tool("log", "export", *more, str(game)).stdout

    # -- the daemon -------------------------------------------------------
    def start(self):
        assert self.daemon is None
        log = open(self.log_path, "a")
        self.daemon = subprocess.Popen([PAQUEBOTD, "--config", self.conf],
                                       stdout=log, stderr=log,
                                       stdin=subprocess.DEVNULL,
                                       env=self.environment())
        log.close()

    def kill(self):
        """SIGKILL, as a power switch would."""
        self.daemon.send_signal(signal.SIGKILL)
        self.daemon.wait()
        self.daemon = None

    def stop(self):
        if self.daemon is None:
            return
        self.daemon.send_signal(signal.SIGTERM)
        try:
            code = self.daemon.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.daemon.kill()
            self.daemon.wait()
            self.daemon = None
            raise AssertionError("paquebotd did not stop on SIGTERM")
        self.daemon = None
        assert code == 0, "paquebotd ended with %d:\n%s" % (code, self.tail())

    def check_alive(self):
        code = self.daemon.poll()
        if code is not None:
            self.daemon = None
            raise AssertionError("paquebotd ended by itself with %s:\n%s"
                                 % (code, self.tail()))

    def tail(self, lines=40):
        with open(self.log_path) as f:
            return "".join(f.readlines()[-lines:])

    def close(self):
        if self.daemon is not None:
            self.daemon.kill()
            self.daemon.wait()
            self.daemon = None

    def pin(self, moment):
        """The daemon's clock stands still from its start on."""
        self.hands = os.path.join(self.dir, "clock")
        self.clock = "@" + self.hands
        with open(self.hands, "w") as f:
            f.write(moment + "\n")

    def nudge(self):
        """A pinned clock goes on by a minute: what waits is tried again."""
        with open(self.hands, "r+") as f:
            then = datetime.datetime.fromisoformat(f.read().strip())
            then += datetime.timedelta(minutes=1)
            f.seek(0)
            f.write(then.strftime("%Y-%m-%dT%H:%M:%SZ\n"))

    # -- looking into the store (tests only) --------------------------------
    def rows(self, sql, *args):
        db = sqlite3.connect("file:%s?mode=ro" % self.store, uri=True,
                             timeout=30)
        try:
            return db.execute(sql, args).fetchall()
        finally:
            db.close()


def where(club, players):
    """Where the mails of a game that stands still are, in one line."""
    asked = {"daemon": club.daemon and club.daemon.poll() is None}
    for name, sql in (
            ("waiting", "SELECT id, attempts, next_try - unixepoch(),"
             " last_error FROM outbox WHERE state = 0"),
            ("outgoing", "SELECT * FROM outgoing"),
            ("unjudged", "SELECT id, state, attempts FROM inbox"
             " WHERE state NOT IN (1, 2)"),
            ("leftovers", "SELECT item, why, due - unixepoch() FROM leftover"),
            ("board", "SELECT count(*) FROM event")):
        try:
            asked[name] = club.rows(sql)
        except sqlite3.Error as e:
            asked[name] = str(e)
    mta = club.topology.mta
    if hasattr(mta, "waiting"):
        asked["mta"] = mta.waiting() + [
            line for line in mta.log().splitlines()
            if "deferred" in line or "fatal" in line][-3:]
    asked["players"] = [(len(p.received), len(p.sent), [
        m.footer for m in p.received[-1:]]) for p in players]
    with open(club.log_path, encoding="utf-8", errors="replace") as f:
        asked["trouble"] = [line.strip() for line in f
                            if re.search("warning|error|later", line)][-4:]
    return repr(asked)


def events(log):
    """The events of an exported log without their stamps."""
    out = []
    for line in log.split("\n"):
        if re.match(r"\d+ (p\d|-|!) ", line):
            out.append(re.sub(r" @\S+$", "", line))
    return out


def play(club, game, players, limit=600, kill=None, until=None):
    """Lets the players answer their mail until every one of them has the
    mail that says the game is over.  kill(now) is asked at each round
    whether the daemon dies now.  Returns the number of kills."""
    kills = 0
    deadline = time.monotonic() + limit
    over = set()
    quiet, last = 0, time.monotonic()
    while len(over) < len(players):
        if time.monotonic() > deadline:
            raise AssertionError(
                "the game did not end in %d s: %s; daemon's log:\n%s"
                % (limit, where(club, players), club.tail(80)))
        if until is not None and until():
            return kills
        read = 0
        for p in players:
            n = p.turn()
            read += n
            if n and any(m.game_over for m in p.received[-n:]):
                over.add(p.address)
        if kill is not None and kill():
            club.kill()
            kills += 1
            club.start()
        elif club.daemon is not None:
            club.check_alive()
        if read == 0:
            quiet += 1
            if club.hands and time.monotonic() - last > 20:
                club.nudge()         # a server was busy for a moment
                last = time.monotonic()
            time.sleep(min(0.005 * quiet, 0.05))
        else:
            quiet, last = 0, time.monotonic()
    return kills


def check_log(base, name, log):
    """It is accepted as a game that is over, and its draws are those of the
    seed, as the engine says and as a program says that shares no code with it.
    Its path."""
    path = os.path.join(base, name + ".turnlog")
    with open(path, "w") as f:
        f.write(log)
    for command in ([PAQUEBOT, "log", "verify"], [sys.executable, PROVER],
                    [PAQUEBOT, "log", "check"]):
        done = subprocess.run(command + [path], capture_output=True, text=True)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
    assert re.search(r"ok \d+ events, over", done.stdout), done.stdout
    return path


def check_mails(players):
    """Nobody missed a mail, got one twice, or one of another's seat."""
    for index, p in enumerate(players):
        seat = "p%d" % (index + 1)
        numbers = sorted(m.number for m in p.received if m.footer)
        assert numbers == list(range(1, len(numbers) + 1)), (seat, numbers)
        assert all(m.seat in (None, seat) for m in p.received)


def check_proofs(mail, club, game):
    """The mail that made a move is handed out as the mailbox has it."""
    kept = mail.done()
    made = club.rows("SELECT seq FROM event WHERE actor > 0 AND mail IS NOT "
                     "NULL ORDER BY seq LIMIT 5")
    assert made, "no move was made by a mail"
    for seq, in made:
        raw = club.tool("log", "proof", str(game), str(seq), "--output",
                        os.path.join(club.dir, "proof"))
        with open(os.path.join(club.dir, "proof"), "rb") as f:
            assert f.read() in kept, (seq, raw)


def whole_game(kind, names, person, judge, seed=None):
    """A test of one game by mail in Maildirs: people of those names play it to
    its end, each as that class does; judge(players, log) looks for what is the
    game's own. Its exit code."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    users = [n.lower() for n in names]
    with tempfile.TemporaryDirectory(prefix="paquebot-e2e-") as base:
        mail = Maildirs(os.path.join(base, "mail"), DOMAIN)
        club = Club(mail, base, kind)
        club.tool("init")
        game = club.new(kind, [(n, "%s@%s" % (u, mail.domain))
                               for n, u in zip(names, users)])
        if seed is not None:
            with contextlib.closing(sqlite3.connect(club.store)) as db:
                drawn = bytes([seed] * 32)
                db.execute("UPDATE game SET seed = ?, seal = NULL, "
                           "seed_commit = ?",
                           (drawn, hashlib.sha256(drawn).hexdigest()))
                db.commit()
        players = [person("%s@%s" % (u, mail.domain), mail.box(u), kind,
                          user=u) for u in users]
        try:
            club.start()
            play(club, game, players)
            club.stop()
            log = club.export(game)
            check_proofs(mail, club, game)
        finally:
            club.close()
            for p in players:
                p.close()
        check_log(base, kind, log)
        check_mails(players)
        judge(players, log)
    print("1 passed, 0 failed")
    return 0
