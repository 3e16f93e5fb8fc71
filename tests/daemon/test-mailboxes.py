#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Several mailboxes that feed one club: what comes into any of them is judged,
none keeps the others waiting, and no turn ends before a look into each. Run in
the build directory."""
import datetime
import email
import email.policy
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "e2e")]
from topology import HOST, PASSWORD, Topology  # noqa: E402
from waiting import wait_for  # noqa: E402

TOOL = os.path.abspath("paquebot")
DAEMON = os.path.abspath("paquebotd")
START = datetime.datetime(2026, 11, 20, 10, tzinfo=datetime.timezone.utc)
HOUR = 3600
BOX = "{{ type = maildir folder = {top}/{name} done-folder = {name}-done\n" \
    "interval = 10s {more} }}\n"
CONF = """outgoing {{ type = maildir directory = {top}/out
  from = games@example.org pictures = no }}
store {{ path = {top}/db }}
clock {{ outage = 300h }}
"""
VERDICT = "Authentication-Results: {server}; dmarc=pass " \
    "header.from=example.net\n"


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = folder.name
        self.path = os.path.join(self.top, "conf")
        self.env = dict(os.environ)
        self.mails = 0
        self.at(0)

    def at(self, seconds):
        """It is so many seconds behind the start."""
        self.now = START + datetime.timedelta(seconds=seconds)
        self.env["PAQUEBOT_CLOCK"] = self.now.strftime("%Y-%m-%dT%H:%M:%SZ")

    def box(self, name, more=""):
        for part in ("cur", "new", "tmp"):
            os.makedirs(os.path.join(self.top, name, part), exist_ok=True)
        return BOX.format(top=self.top, name=name, more=more)

    def conf(self, *sections):
        with open(self.path, "w", encoding="utf-8") as f:
            f.write("".join(sections) + CONF.format(top=self.top))
        os.chmod(self.path, 0o600)

    def two(self, first="", second="", more=""):
        self.conf("mailbox " + self.box("one", first),
                  "mailbox two " + self.box("two", second), more)

    def run_it(self, program, *words, code=0):
        done = subprocess.run((program, "--config", self.path, *words),
                              env=self.env, timeout=60, check=False,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def tool(self, *words, code=0):
        return self.run_it(TOOL, *words, code=code)

    def sql(self, query, *args):
        base = sqlite3.connect(os.path.join(self.top, "db"))
        try:
            with base:
                return base.execute(query, args).fetchall()
        finally:
            base.close()

    def found(self, *more):
        if not os.path.exists(os.path.join(self.top, "db")):
            self.tool("init")
        self.tool("new", "atlantic-star", "--seat", "Anna <anna@example.net>",
                  "--seat", "Bruno <bruno@example.net>", "--option",
                  "order=given", *more)

    def put(self, box, who, body, to="games@example.org", head="", came=None):
        """Lays a mail into a Maildir, as it came at that moment."""
        self.mails += 1
        name = f"{self.mails:04}"
        path = os.path.join(self.top, box, "tmp", name)
        with open(path, "w", encoding="utf-8") as f:
            f.write(f"{head}From: {who}@example.net\nTo: {to}\nMessage-ID: "
                    f"<{self.mails}@{who}.example>\nSubject: x\n\n{body}\n")
        stamp = (came or self.now).timestamp()
        os.utime(path, (stamp, stamp))
        os.rename(path, os.path.join(self.top, box, "new", name))

    def address(self, who, game=1):
        """Where the last letter of the game to them is answered."""
        (raw,), *_ = self.sql(
            "SELECT raw FROM outbox JOIN outbox_body ON outbox.id = outbox "
            "WHERE rcpt = ? AND game = ? ORDER BY id DESC",
            who + "@example.net", game)
        return str(email.message_from_bytes(
            raw, policy=email.policy.default)["Reply-To"])

    def states(self):
        """Where each mail that came lay, and what became of it."""
        return self.sql("SELECT mailbox, state FROM inbox ORDER BY id")

    def moves(self):
        """Whether a mail made each move of a seat."""
        return [mail is not None for words, mail in self.sql(
            "SELECT words, mail FROM event WHERE actor > 0 ORDER BY seq")
                if not words.startswith("entropy")]

    def breaks(self, box):
        """A Maildir that cannot be looked through."""
        path = os.path.join(self.top, box, "new")
        os.rename(path, path + ".away")
        with open(path, "wb"):
            pass

    def mends(self, box):
        path = os.path.join(self.top, box, "new")
        os.remove(path)
        os.rename(path + ".away", path)

    def begin(self, *more, game=1):
        self.found(*more)
        self.run_it(DAEMON, "--once")
        for who in ("anna", "bruno"):
            self.put("one", who, f"entropy by {who}", self.address(who, game))
            self.run_it(DAEMON, "--once")


class Boxes(Case):
    def test_both(self):
        """What lies in either is judged, once, and put away there."""
        self.two()
        self.begin()
        self.put("two", "anna", "charter 0", self.address("anna"))
        self.put("one", "bruno", "help", self.address("bruno"))
        self.run_it(DAEMON, "--once")
        self.assertEqual(self.moves(), [True])
        self.assertEqual({b.rsplit("/", 1)[1] for b, _ in self.states()},
                         {"one", "two"})
        self.assertEqual([s for _, s in self.states() if s != 1], [])
        for box, n in (("one", 3), ("two", 1)):
            self.assertEqual(os.listdir(os.path.join(self.top, box, "new")),
                             [])
            self.assertEqual(len(os.listdir(os.path.join(
                self.top, box + "-done", "cur"))), n)

    def test_one_fails(self):
        """Mail of the other is judged, all of it, whichever that is; the tool
        says which of them fails."""
        self.two(first="batch = 1", second="batch = 1")
        self.begin()
        names = {"one": "mailbox", "two": "mailbox two"}
        for n, (broken, good) in enumerate((("one", "two"), ("two", "one"))):
            self.breaks(broken)
            for _ in range(3):
                self.put(good, "anna", f"message moderator: {n}",
                         self.address("anna"))
            said = self.run_it(DAEMON, "--once", code=75)
            self.assertIn(f"/{broken}/new", said)
            self.assertEqual(os.listdir(os.path.join(self.top, good, "new")),
                             [])
            said = self.tool("status", "--offline", code=2)
            self.assertRegex(said, rf"(?m)^ok +{names[good]}  +works since")
            self.assertRegex(said, rf"(?m)^warning +{names[broken]}  +fails "
                             f"since .*{broken}")
            self.mends(broken)
            self.run_it(DAEMON, "--once")
            said = self.tool("status", "--offline", code=2)
            self.assertRegex(said, rf"(?m)^ok +{names[broken]}  +works since")
        self.assertEqual(len(self.states()), 2 + 6)

    def late(self, late_in, looks_in_vain):
        """A turn of a day; its move came in time, into that mailbox (None:
        nowhere), which cannot be looked at when the day is over."""
        self.two()
        self.begin("--clock", "24h grace 1h min 1h late bot")
        to, over = self.address("anna"), 26 * HOUR
        if late_in is not None:
            self.put(late_in, "anna", "charter 0", to)
        broken = late_in or "two"
        self.breaks(broken)
        for i in range(looks_in_vain):
            self.at(over + i * 60)
            self.run_it(DAEMON, "--once", code=75)
            self.assertEqual(self.moves(), [])
        self.mends(broken)
        self.at(over + looks_in_vain * 60)
        self.run_it(DAEMON, "--once")

    def test_clocks_wait_for_first(self):
        self.late("one", 3)
        self.assertTrue(self.moves()[0])

    def test_clocks_wait_for_second(self):
        self.late("two", 3)
        self.assertTrue(self.moves()[0])

    def test_clocks_go_on(self):
        """When each was looked at, the day is over (and was not before)."""
        self.late(None, 1)
        self.assertFalse(self.moves()[0])

    def two_games(self):
        """A turn of the first is over at 25 hours, none of the other; then one
        mailbox fails."""
        self.two()
        self.begin("--clock", "24h grace 1h min 1h late bot")
        self.begin("--clock", "96h grace 1h min 1h late bot", game=2)
        self.before = len(self.states())

    def became(self):
        """What became of each mail since, and how often it was tried if it was
        not judged."""
        return self.sql("SELECT state, CASE state WHEN 0 THEN attempts END "
                        "FROM inbox WHERE id > ? ORDER BY id", self.before)

    def answered(self):
        """In which order those mails were."""
        return [n - self.before for n, in self.sql(
            "SELECT answers FROM outbox WHERE answers > ? GROUP BY answers "
            "ORDER BY min(id)", self.before)]

    def test_other_games_go_on(self):
        """What concerns no game whose turn is over is judged; what does waits
        for a look into each, over restarts, and what concerns the same for
        it."""
        self.two_games()
        first, second = (self.address("anna", game) for game in (1, 2))
        self.at(26 * HOUR)
        self.breaks("two")
        for who, body, to in (
                ("anna", "charter 0", first), ("anna", "charter 0", second),
                ("anna", "board\ngame 1\nboard", second),
                ("bruno", "board", self.address("bruno", 2)),
                ("zoe", "help", "games@example.org"),
                ("anna", "board", f"{first}, {second}")):
            self.now += datetime.timedelta(seconds=1)
            self.put("one", who, body, to)
        done, waits = (1, None), (0, 0)
        for minute in (1, 2, 3):
            self.at(26 * HOUR + 60 * minute)
            self.run_it(DAEMON, "--once", code=75)
            self.assertEqual(self.became(),
                             [waits, done, waits, waits, done, waits])
            self.assertEqual(self.answered(), [2, 5])
        self.assertEqual(self.moves(), [True])
        self.mends("two")
        self.at(26 * HOUR + 240)
        self.run_it(DAEMON, "--once")
        # (Whose mail is to two games is asked.)
        self.assertEqual(self.became(), [done] * 5 + [(3, None)])
        self.assertEqual(self.answered(), [2, 5, 1, 3, 6, 4])
        self.assertEqual(self.sql("SELECT * FROM inbox_kept"), [])
        self.assertEqual(self.sql(
            "SELECT game, words, mail IS NULL FROM event WHERE words LIKE "
            "'set-clock p1 over%'"), [(1, "set-clock p1 over=bot", 1)])

    def test_in_time_goes_first(self):
        """What came in time lay in the other mailbox: it is judged before what
        waits, and that turn has not ended."""
        self.two_games()
        self.at(24 * HOUR)
        self.put("two", "anna", "charter 0", self.address("anna"))
        self.breaks("two")
        self.at(26 * HOUR)
        self.put("one", "bruno", "board", self.address("bruno"))
        self.run_it(DAEMON, "--once", code=75)
        self.assertEqual(self.became(), [(0, 0)])
        self.mends("two")
        self.at(26 * HOUR + 60)
        self.run_it(DAEMON, "--once")
        self.assertEqual(self.answered(), [2, 1])
        self.assertEqual(self.moves(), [True])
        self.assertEqual(self.sql("SELECT * FROM event WHERE words LIKE "
                                  "'set-clock p1 over%'"), [])

    def test_leftovers(self):
        """What stays in one is not gone since another was looked through."""
        self.two()
        self.begin()
        unread = os.path.join(self.top, "two", "new", "unread")
        os.mkdir(unread)
        self.run_it(DAEMON, "--once", code=75)
        self.put("one", "anna", "help", self.address("anna"))
        self.breaks("two")
        self.run_it(DAEMON, "--once", code=75)
        self.mends("two")
        self.assertEqual([m.rsplit("/", 1)[1] for m, in self.sql(
            "SELECT mailbox FROM leftover")], ["two"])
        os.rmdir(unread)
        self.run_it(DAEMON, "--once")
        self.assertEqual(self.sql("SELECT * FROM leftover"), [])

    def test_leftovers_of_none(self):
        """Those of a mailbox that is in the configuration no more are."""
        self.two()
        self.begin()
        os.mkdir(os.path.join(self.top, "two", "new", "unread"))
        self.run_it(DAEMON, "--once", code=75)
        self.assertEqual(len(self.sql("SELECT * FROM leftover")), 1)
        self.conf("mailbox " + self.box("one"))
        self.run_it(DAEMON, "--once")
        self.assertEqual(self.sql("SELECT * FROM leftover"), [])

    def obeyed(self, box, server):
        """Whether a mail without a token is Anna's, by that verdict."""
        before = len(self.sql("SELECT id FROM inbox WHERE state = 3"))
        self.put(box, "anna", "set lang nl",
                 head=VERDICT.format(server=server))
        self.run_it(DAEMON, "--once")
        held = len(self.sql("SELECT id FROM inbox WHERE state = 3")) - before
        self.assertIn(held, (0, 1))
        return held == 0

    def test_trust(self):
        """What a server says is believed in its own mailbox alone: a stranger
        writes what they like into the mail of another that lets it pass."""
        self.two(second="authserv-id = mx.two",
                 more="identity { authserv-id = mx.one }\n")
        self.begin()
        self.assertTrue(self.obeyed("one", "mx.one"))
        self.assertTrue(self.obeyed("two", "mx.two"))
        self.assertFalse(self.obeyed("two", "mx.one"))
        self.assertFalse(self.obeyed("one", "mx.two"))
        self.two(more="identity { authserv-id = mx.one }\n")
        self.assertFalse(self.obeyed("two", "mx.one"))

    def test_gone(self):
        """What lay in a mailbox that is configured no more is believed by
        nobody's word."""
        self.two(more="identity { authserv-id = mx.one }\n")
        self.begin()
        self.put("two", "anna", "set lang nl",
                 head=VERDICT.format(server="mx.one"))
        self.sql("UPDATE inbox SET state = 1")
        self.run_it(DAEMON, "--once")
        (held,), = self.sql("SELECT max(id) FROM inbox")
        self.conf("mailbox " + self.box("one"),
                  "identity { authserv-id = mx.one }\n")
        self.sql("DELETE FROM hold")
        self.sql("UPDATE inbox SET state = 0 WHERE id = ?", held)
        self.run_it(DAEMON, "--once")
        self.assertEqual(self.sql("SELECT state FROM inbox WHERE id = ?",
                                  held), [(3,)])

    def test_cannot_be_opened(self):
        """One that is not there and cannot be made keeps nobody; if none is
        there, the daemon says so and ends."""
        self.two()
        self.begin()
        self.put("one", "anna", "charter 0", self.address("anna"))
        place = os.path.join(self.top, "two")
        os.rename(place, place + ".away")
        with open(place, "wb"):
            pass
        self.run_it(DAEMON, "--once", code=75)
        self.assertEqual(self.moves(), [True])
        self.conf("mailbox two " + BOX.format(top=self.top, name="two",
                                              more=""))
        said = self.run_it(DAEMON, "--once", code=78)
        self.assertIn(place, said)
        self.two_again(place)
        self.put("two", "bruno", "help", self.address("bruno"))
        self.run_it(DAEMON, "--once")
        self.assertEqual([s for _, s in self.states() if s != 1], [])

    def two_again(self, place):
        os.remove(place)
        os.rename(place + ".away", place)
        self.two()

    def test_pipe(self):
        """One may be a pipe, the other is looked at all the same."""
        self.conf("mailbox { type = pipe authserv-id = mx.pipe }\n",
                  "mailbox two " + self.box("two"))
        self.found()
        self.run_it(DAEMON, "--once")
        self.put("two", "anna", "help", self.address("anna"))
        self.run_it(DAEMON, "--once")
        self.assertEqual([s for _, s in self.states()], [1])
        subprocess.run(
            [TOOL, "--config", self.path, "deliver"], env=self.env, check=True,
            input=VERDICT.format(server="mx.pipe") + "From: anna@example.net\n"
            "To: games@example.org\nMessage-ID: <p@x>\n\nset lang nl\n",
            text=True, capture_output=True)
        self.run_it(DAEMON, "--once")
        self.assertEqual([s for _, s in self.states()], [1, 1])


class Running(Case):
    """A daemon that runs, and servers."""

    def start(self):
        self.env.pop("PAQUEBOT_CLOCK")
        self.log = os.path.join(self.top, "log")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [DAEMON, "--config", self.path], stderr=log, env=self.env)
        self.addCleanup(self.stop)
        wait_for(lambda: self.says("daemon.ready"), "the daemon")

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.assertEqual(self.process.wait(60), 0)

    def says(self, words):
        with open(self.log, encoding="utf-8") as f:
            return words in f.read()

    def answers(self):
        """Mails that were judged and answered."""
        return [s for _, s in self.states()].count(1)

    def told(self):
        """What the keeper was sent."""
        return "".join(
            email.message_from_bytes(raw, policy=email.policy.default)
            .get_body(("plain",)).get_content() for raw, in self.sql(
                "SELECT raw FROM outbox JOIN outbox_body ON outbox.id = outbox "
                "WHERE rcpt = 'keeper@example.org'"))

    def test_reload(self):
        """One that is new is looked at from then on, one that is gone is
        not."""
        self.now = datetime.datetime.now(datetime.timezone.utc)
        self.conf("mailbox " + self.box("one"))
        self.tool("init")
        self.start()
        self.two()
        self.process.send_signal(signal.SIGHUP)
        wait_for(lambda: self.says("daemon.reloaded"), "the reload")
        self.put("two", "anna", "help")
        self.put("one", "bruno", "help")
        wait_for(lambda: self.answers() == 2, "both answers")
        self.conf("mailbox two " + self.box("two"))
        self.process.send_signal(signal.SIGHUP)
        self.put("one", "anna", "games")
        self.put("two", "bruno", "games")
        wait_for(lambda: self.answers() == 3, "the third answer")
        self.assertEqual(len(os.listdir(os.path.join(
            self.top, "one", "new"))), 1)

    def test_imap(self):
        """Two accounts of a server, watched at once, and two that are refused
        the login: they keep nobody, and the keeper is told of each."""
        with Topology(["games", "second"]) as top:
            def box(user, secret=PASSWORD):
                return (f"{{ host = {HOST} port = {top.dovecot.imaps_port}\n"
                        f"ca-file = {top.ca_file} user = {user}\n"
                        f"password = '{secret}' }}\n")
            self.conf("mailbox " + box("games"),
                      "mailbox second " + box("second"),
                      "mailbox third " + box("third", "wrong"),
                      "mailbox fourth " + box("fourth", "wrong"),
                      "club { keeper = keeper@example.org }\n")
            self.tool("init")
            self.start()
            for n, user in enumerate(("second", "games", "second", "games")):
                top.dovecot.deliver(
                    user, f"From: a{n}@example.net\r\nTo: x@example.org\r\n"
                    f"Message-ID: <{n}@a>\r\n\r\nhelp\r\n".encode())
                wait_for(lambda n=n: self.answers() == n + 1, user)
            self.assertEqual(
                [m for m, _ in self.states()],
                [f"imaps://{user}@{HOST}/INBOX" for user in
                 ("second", "games", "second", "games")])
            wait_for(lambda: all(f"imaps://{user}@" in self.told()
                                 for user in ("third", "fourth")),
                     "letters of both")
            said = self.tool("status", "--offline", code=2)
            self.assertRegex(said, r"mailbox third +fails since")
            self.assertRegex(said, r"mailbox second +works since")
            self.stop()

    def test_stop(self):
        """Servers that say nothing are waited for together, not each in
        turn."""
        quiet = []
        for _ in range(4):
            server = socket.create_server((HOST, 0))
            self.addCleanup(server.close)
            quiet.append(server)
        self.conf(*(f"mailbox m{n} {{ host = {HOST} tls = none user = a{n}\n"
                    f"port = {s.getsockname()[1]} password = x }}\n"
                    for n, s in enumerate(quiet)))
        self.tool("init")
        self.start()
        for server in quiet:
            server.settimeout(60)
            connection, _ = server.accept()
            self.addCleanup(connection.close)
        began = time.monotonic()
        self.stop()
        self.assertLess(time.monotonic() - began, 5)


if __name__ == "__main__":
    if shutil.which("dovecot") is None:
        sys.exit("dovecot is not installed (contrib/setup --tests)")
    unittest.main()
