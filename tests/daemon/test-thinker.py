#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Computer players who search do so in a process of their own: their games are
played to the end, other mails are answered meanwhile, and a search that is
killed, that is for nothing, or that an older budget has is begun again. Run in
the build directory."""
import email
import email.policy
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from processes import runs, searches
from waiting import wait_for

TOOL = os.path.abspath("paquebot")
DAEMON = os.path.abspath("paquebotd")
NOON = 12 * 3600
FEW, MANY, ENDLESS = 200, 20000, 1000000
MEMORY = 512 * 1024 * 1024
LONG = os.environ.get("CHECK_LONG") == "yes"


def sanitized():
    """Sanitizers map so much that a limit of memory makes no sense."""
    with open("config.h", encoding="ascii") as f:
        return "#define WITH_SANITIZERS" in f.read()


def limits(pid):
    """Those of the process that can't be lifted, by name."""
    with open(f"/proc/{pid}/limits", encoding="ascii") as f:
        return {line[:26].strip(): line[47:68].strip() for line in f}


def status(pid, what):
    with open(f"/proc/{pid}/status", encoding="ascii") as f:
        return dict(line.split(":\t", 1) for line in f)[what].strip()


class Thinker(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name
        self.base = os.path.join(self.dir, "games.db")
        self.conf = os.path.join(self.dir, "conf")
        self.mails, self.daemon = 0, None
        self.addCleanup(self.stop)
        for part in ("cur", "new", "tmp"):
            os.makedirs(os.path.join(self.dir, "mail", part))
        self.clock(0)
        self.configure(FEW)
        self.tool("init")

    def configure(self, positions, analyse=FEW):
        with open(self.conf, "w", encoding="utf-8") as f:
            f.write(f"""
mailbox {{ type = maildir folder = {self.dir}/mail interval = 1s }}
outgoing {{ type = maildir directory = {self.dir}/out from = games@example.org }}
store {{ path = {self.base} }}
club {{ positions = {positions} mails-per-author = 0
keeper = keeper@example.org }}
archive {{ dir = {self.dir}/www analyse = {analyse} }}
""")

    def clock(self, seconds):
        """A clock that stands until it is moved; to do so wakes the daemon."""
        at = NOON + seconds
        with open(os.path.join(self.dir, "clock"), "w", encoding="ascii") as f:
            f.write(f"2026-11-20T{at // 3600:02}:{at // 60 % 60:02}:"
                    f"{at % 60:02}Z")

    def env(self):
        return dict(os.environ, PAQUEBOT_CLOCK=f"@{self.dir}/clock")

    def run_it(self, program, *words):
        done = subprocess.run((program, "--config", self.conf, *words),
                              env=self.env(), text=True, capture_output=True,
                              timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout + done.stderr

    def tool(self, *words):
        return self.run_it(TOOL, *words)

    def once(self):
        return self.run_it(DAEMON, "--once")

    def found(self, kind, *seats):
        """A game that has begun."""
        given = [w for s in seats for w in ("--seat", s)]
        self.tool("new", kind, *given)
        (game,), = self.rows("SELECT max(id) FROM game")
        self.tool("moderate", str(game), "begin")
        return game

    def over(self, kind="clippers"):
        """A game of people that was played to its end."""
        logs = os.path.join(self.dir, "logs")
        self.tool("selfplay", kind, "--seats", "2", "--seed", "3", "--policy",
                  "greedy", "--out", logs)
        name, = (n for n in os.listdir(logs) if n.startswith(kind))
        self.tool("log", "import", os.path.join(logs, name), "--seat",
                  "Anna <anna@example.net>", "--seat",
                  "Bruno <bruno@example.net>")
        (game,), = self.rows("SELECT max(id) FROM game")
        return game

    def analysed(self):
        """What of each game that is over is known, and whether more is to
        be."""
        return self.rows("SELECT game, text <> '', due > 0 FROM analysis "
                         "ORDER BY game")

    def start(self):
        self.log = open(os.path.join(self.dir, "log"), "a+", encoding="utf-8")
        self.addCleanup(self.log.close)
        self.daemon = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", DAEMON, "--config", self.conf],
            stderr=self.log, env=self.env())

    def stop(self):
        if self.daemon is None:
            return
        self.daemon.send_signal(signal.SIGTERM)
        self.assertEqual(self.daemon.wait(timeout=60), 0)
        self.daemon = None

    def said(self, what):
        with open(os.path.join(self.dir, "log"), encoding="utf-8") as f:
            return f.read().count(f"event={what} ")

    def rows(self, query):
        base = sqlite3.connect(self.base, timeout=60)
        try:
            return base.execute(query).fetchall()
        finally:
            base.close()

    def events(self, game):
        return self.rows("SELECT seq, actor, words FROM event WHERE game = "
                         f"{game} ORDER BY seq")

    def last_mail(self, who):
        (raw,), *_ = self.rows(
            "SELECT raw FROM outbox JOIN outbox_body ON outbox.id = outbox "
            f"WHERE rcpt = '{who}@example.net' ORDER BY id DESC LIMIT 1")
        return email.message_from_bytes(raw, policy=email.policy.default)

    def sent(self, who):
        (n,), = self.rows("SELECT count(*) FROM outbox WHERE rcpt = "
                          f"'{who}@example.net'")
        return n

    def say(self, who, body):
        """A reply to the last mail that they were sent."""
        last = self.last_mail(who)
        self.mails += 1
        name = os.path.join(self.dir, "mail", "tmp", str(self.mails))
        with open(name, "w", encoding="utf-8") as f:
            f.write(f"From: {who}@example.net\nTo: {last['Reply-To']}\n"
                    f"Message-ID: <{self.mails}@{who}.example>\n"
                    f"Subject: Re: x\n\n{body}\n")
        os.rename(name, os.path.join(self.dir, "mail", "new",
                                     str(self.mails)))

    def child(self):
        return searches(self.daemon.pid)

    def wait_child(self, other_than=None):
        wait_for(lambda: self.child() not in (None, other_than), "a search")
        return self.child()

    def hold(self):
        """A search that has begun stands still from here on."""
        pid = self.wait_child()
        wait_for(lambda: status(pid, "Seccomp") == "2", "confinement")
        os.kill(pid, signal.SIGSTOP)
        return pid

    def think(self, kind="claim"):
        """A game in which a computer player searches for longer than the test
        lasts; the process is held."""
        self.configure(ENDLESS)
        game = self.found(kind, "computer:hard", "Anna <anna@example.net>")
        self.start()
        return game, self.hold()

    def reload(self, positions):
        self.configure(positions)
        self.daemon.send_signal(signal.SIGHUP)

    def wait_moved(self, game, seat=1):
        wait_for(lambda: any(a == seat for _, a, _ in self.events(game)),
                 "a move")

    def test_to_its_end(self):
        """Two who search and a person: nothing is lost on the way."""
        game = self.found("clippers", "Anna <anna@example.net>", "computer:hard",
                          "computer:hard")
        for _ in range(200):
            (state,), = self.rows(f"SELECT state FROM game WHERE id = {game}")
            if state != 1:
                break
            self.once()
            self.say("anna", "1")
            self.once()
        self.assertEqual(state, 2)
        moved = {a for _, a, _ in self.events(game)}
        self.assertTrue({1, 2, 3} <= moved, moved)
        self.assertEqual(self.rows("SELECT * FROM thought"), [])

    def test_others_go_on(self):
        """While one searches, a mail of another game is answered, and one of
        its own; status has who is thinking."""
        game, pid = self.think()
        other = self.found("claim", "Bruno <bruno@example.net>",
                           "Carla <carla@example.net>")
        wait_for(lambda: self.sent("carla") > 0, "a first mail")
        before = self.sent("carla")
        self.say("bruno", "1")
        wait_for(lambda: self.sent("carla") > before, "an answer")
        self.wait_moved(other)
        before = self.sent("anna")
        self.say("anna", "status")
        wait_for(lambda: self.sent("anna") > before, "the status")
        text = self.last_mail("anna").get_body(("plain",)).get_content()
        self.assertIn("hard, is thinking", " ".join(text.split()))
        self.assertEqual(self.child(), pid)
        self.assertFalse(any(a == 1 for _, a, _ in self.events(game)))

    def test_reload(self):
        """What looks at more, or less, from now on is asked anew."""
        game, pid = self.think()
        self.reload(FEW)
        self.wait_moved(game)
        self.assertFalse(runs(pid))
        self.assertEqual(self.said("computer.failed"), 0)

    def test_analysis(self):
        """What moves were worth is found beside the loop: mails are answered
        meanwhile. A stop ends it, and the next start begins it again."""
        self.configure(FEW, MANY)
        game = self.over()
        self.start()
        pid = self.hold()
        self.assertEqual(os.getpriority(os.PRIO_PROCESS, pid), 10)
        self.assertEqual(limits(pid)["Max cpu time"], "240")
        before = self.sent("anna")
        self.say("anna", "status")
        wait_for(lambda: self.sent("anna") > before, "the status")
        self.assertEqual(self.child(), pid)
        self.stop()
        self.assertFalse(runs(pid))
        self.assertEqual(self.analysed(), [(game, 0, 1)])
        self.configure(FEW)
        self.once()
        self.assertEqual(self.analysed(), [(game, 1, 0)])
        page = os.path.join(self.dir, "www", str(game), "index.html")
        with open(page, encoding="utf-8") as f:
            self.assertIn('<details class="judged">', f.read())

    def test_moves_first(self):
        """Where both wait a player who thinks comes first."""
        self.configure(ENDLESS, MANY)
        old = self.over()
        self.clock(10)
        self.found("claim", "computer:hard", "Anna <anna@example.net>")
        self.start()
        pid = self.wait_child()
        wait_for(lambda: status(pid, "Seccomp") == "2", "confinement")
        self.assertEqual(limits(pid)["Max cpu time"], "60")
        self.assertEqual(self.analysed(), [(old, 0, 1)])

    def test_moves_interrupt(self):
        """A table waits for no analysis: one that has begun is ended, and
        begun again after the move."""
        self.configure(FEW, MANY)
        old = self.over()
        self.start()
        pid = self.hold()
        game = self.found("claim", "computer:hard", "Anna <anna@example.net>")
        self.wait_moved(game)
        self.assertFalse(runs(pid))
        self.wait_child(pid)
        self.assertEqual(self.analysed(), [(old, 0, 1)])
        self.assertEqual(self.said("analysis.failed"), 0)

    def test_analyse_reload(self):
        """Another budget begins it again; none ends it."""
        self.configure(FEW, MANY)
        game = self.over()
        self.start()
        pid = self.hold()
        self.configure(FEW, 0)
        self.daemon.send_signal(signal.SIGHUP)
        wait_for(lambda: not runs(pid), "its end")
        wait_for(lambda: self.said("daemon.reloaded") == 1, "reload")
        self.assertEqual(self.child(), None)
        self.assertEqual(self.analysed(), [(game, 0, 1)])
        self.reload(FEW)
        wait_for(lambda: self.analysed() == [(game, 1, 0)], "the analysis")
        self.assertEqual(self.said("analysis.failed"), 0)

    def test_analysis_killed(self):
        """It is begun again, each time later, and then given up: nobody is
        told, for nobody waits for it."""
        self.configure(FEW, MANY)
        game = self.over()
        self.start()
        for n, (seconds, by) in enumerate(((0, signal.SIGKILL),
                                           (5, signal.SIGSYS),
                                           (35, signal.SIGXCPU))):
            self.clock(seconds)
            os.kill(self.wait_child(), by)
            wait_for(lambda n=n: self.said("analysis.failed") > n, "failure")
            self.assertEqual(self.child(), None)
        self.assertEqual(self.analysed(), [(game, 0, 0)])
        with open(os.path.join(self.dir, "log"), encoding="utf-8") as f:
            log = f.read()
        for said in ("it was killed, or took more than it may: Killed",
                     "it made a call that its confinement forbids: Bad system",
                     "it took more of the processor than it may: CPU time"):
            self.assertIn(said, log)
        self.assertEqual(self.said("alarm.begin"), 0)

    def test_analysis_asked(self):
        """The keeper asks for those of games that ended without."""
        self.configure(FEW, 0)
        game = self.over()
        self.assertEqual(self.analysed(), [])
        self.found("claim", "computer", "Anna <anna@example.net>")
        self.configure(FEW)
        self.once()
        self.assertEqual(self.analysed(), [])
        self.assertIn("1 asked for, 0 there already, 0 are none",
                      self.tool("archive", "analyse"))
        self.assertIn("0 asked for, 0 there already, 1 are none",
                      self.tool("archive", "analyse", str(game + 1)))
        self.once()
        self.assertEqual(self.analysed(), [(game, 1, 0)])
        with open(os.path.join(self.dir, "www", str(game), "index.html"),
                  encoding="utf-8") as f:
            self.assertIn('<details class="judged">', f.read())
        self.assertIn("0 asked for, 1 there already, 0 are none",
                      self.tool("archive", "analyse", str(game)))
        self.assertEqual(self.analysed(), [(game, 1, 0)])

    def test_limits(self):
        """It is confined, has no more than it may have of anything, and stands
        behind whoever judges."""
        _, pid = self.think()
        self.assertEqual(status(pid, "NoNewPrivs"), "1")
        self.assertEqual(os.getpriority(os.PRIO_PROCESS, pid), 10)
        got = limits(pid)
        self.assertEqual(got["Max cpu time"], "60")
        self.assertEqual(got["Max file size"], "0")
        self.assertEqual(got["Max core file size"], "0")
        if not sanitized():
            self.assertEqual(got["Max address space"], str(MEMORY))

    if LONG:
        def test_sleeps(self):
            """One that neither answers nor ends is ended after 300 s."""
            _, pid = self.think()
            os.kill(pid, signal.SIGSTOP)
            took = wait_for(lambda: not runs(pid), "its end", 360)
            self.assertGreater(took, 280)
            wait_for(lambda: self.said("computer.failed") == 1, "the failure")

    def test_killed(self):
        """A search that is killed is begun again, each time later; then the
        seat plays as normal does, and the keeper hears of it."""
        game, pid = self.think()
        for seconds in (0, 5, 35):
            self.clock(seconds)
            pid = self.wait_child() if seconds else pid
            self.assertEqual(self.said("computer.failed"),
                             (0, 5, 35).index(seconds))
            os.kill(pid, signal.SIGKILL)
            wait_for(lambda: self.child() is None, "its end")
            wait_for(lambda: self.said("computer.failed") >
                     (0, 5, 35).index(seconds), "that it failed")
        self.wait_moved(game)
        wait_for(lambda: self.rows(
            "SELECT * FROM outbox WHERE rcpt = 'keeper@example.org'"),
            "the alarm")
        self.assertEqual(self.said("alarm.begin"), 1)
        self.assertEqual(self.said("computer.moved"), 0)
        # It cannot fail any more, nor ever succeed.
        self.tool("moderate", str(game), "cancel")
        wait_for(lambda: self.said("alarm.end") == 1, "the end of the alarm")

    def test_for_nothing(self):
        """What a game that is called off, or set back, was thought of is
        ended, and what is thought of it after that is of what it is then."""
        game, pid = self.think()
        self.tool("moderate", str(game), "cancel")
        wait_for(lambda: not runs(pid), "its end")
        self.assertEqual(self.child(), None)
        wait_for(lambda: not self.rows("SELECT * FROM thought"), "no question")
        self.assertFalse(any(a == 1 for _, a, _ in self.events(game)))

    def test_undo(self):
        """It is the computer's turn twice, at different boards."""
        self.configure(FEW)
        game = self.found("claim", "computer:hard", "Anna <anna@example.net>")
        self.start()
        self.wait_moved(game)
        self.reload(ENDLESS)
        wait_for(lambda: self.said("daemon.reloaded") == 1, "reload")
        wait_for(lambda: self.sent("anna") > 1, "Anna's turn")
        self.say("anna", "1")
        pid = self.wait_child()
        os.kill(pid, signal.SIGSTOP)
        (about,), = self.rows("SELECT seq FROM thought")
        self.tool("moderate", str(game), "rollback", "1")
        again = self.wait_child(pid)
        self.assertFalse(runs(pid))
        (now,), = self.rows("SELECT seq FROM thought")
        self.assertGreater(now, about)
        self.assertTrue(runs(again))

    def test_restart(self):
        """A stop ends the search; the next start begins it again, and on the
        same board the same is chosen, whatever happened in between."""
        game, pid = self.think()
        self.stop()
        self.assertFalse(runs(pid))
        copies = []
        for _ in range(2):
            copy = os.path.join(self.dir, f"copy{len(copies)}.db")
            shutil.copy(self.base, copy)
            copies.append(copy)
        own, moves = self.base, []
        for copy in copies:
            self.base = copy
            self.configure(500)
            self.once()
            moves.append(self.events(game))
        self.base = own
        self.assertEqual(moves[0], moves[1])
        self.assertIn(1, {a for _, a, _ in moves[0]})


if __name__ == "__main__":
    main = unittest.main(exit=False, verbosity=0)
    bad = len(main.result.failures) + len(main.result.errors)
    print(f"{max(0, main.result.testsRun - bad)} passed, {bad} failed")
    sys.exit(1 if bad else 0)
