#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""paquebot setup from an address to a doctor who is content, against a DNS
server and a private Dovecot; and paquebot token against a token endpoint of
the test's own. Run in the build directory."""
import base64
import contextlib
import fcntl
import hashlib
import http.server
import json
import os
import pty
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import termios
import threading
import time
import unittest
import urllib.parse

sys.dont_write_bytecode = True
SRC = os.path.abspath(os.environ.get("srcdir", os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..")))
sys.path.insert(0, os.path.join(SRC, "tests", "e2e"))
from dns import Dns  # noqa: E402
from topology import HOST, PASSWORD, Topology, free_port, token  # noqa: E402

TOOL = os.path.abspath("paquebot")
DAEMON = os.path.abspath("paquebotd")


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


def text_of(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


class Club(unittest.TestCase):
    """A mailbox, and a directory for a configuration."""
    serial = 0

    @classmethod
    def setUpClass(cls):
        cls.top = Topology([f"club{i}" for i in range(40)],
                           submission=True).__enter__()
        cls.imaps = cls.top.dovecot.imaps_port
        cls.smtp = cls.top.dovecot.submission_port

    @classmethod
    def tearDownClass(cls):
        cls.top.__exit__()

    def setUp(self):
        Club.serial += 1
        self.user = f"club{self.serial}"
        self.address = f"{self.user}@example.org"
        self.dir = os.path.join(self.top.dir, self.user)
        os.mkdir(self.dir)
        self.path = os.path.join(self.dir, "etc/paquebot.conf")

    def tool(self, *args, answers=(), cwd=None):
        done = subprocess.run(
            [TOOL, "--config", self.path, *args], timeout=100, check=False,
            input="".join(a + "\n" for a in answers), capture_output=True,
            text=True, cwd=cwd)
        self.said = done.stdout + done.stderr
        self.out = done.stdout
        self.assertNotIn(PASSWORD, self.said)
        return done.returncode


class Setup(Club):
    def setup(self, *args, answers=(), records=None, ca=True, **how):
        if records is None:
            records = {
                ("_imaps._tcp.example.org", "SRV"): [
                    (0, 1, self.imaps, "localhost")],
                ("_submission._tcp.example.org", "SRV"): [
                    (0, 1, self.smtp, "localhost")]}
        with Dns(records, **how) as dns:
            return self.tool(
                "setup", "--dns", dns.where, "--store",
                self.dir + "/var/paquebot.db",
                *(["--ca-file", self.top.ca_file] if ca else []), *args,
                answers=answers)

    def nothing_written(self):
        left = [n for _, _, names in os.walk(self.dir) for n in names]
        self.assertEqual(left, [])

    def test_from_an_address_to_a_club(self):
        code = self.setup(answers=[
            "nobody there", self.address,        # the first is no address
            "yes", "yes",                        # servers of another domain
            "", "wrong", self.user, PASSWORD,    # user and password, twice
            'The "Old" Club \\ x', "keeper@example.org", "Mars/Phobos",
            "Europe/Amsterdam"])
        self.assertEqual(code, 0, self.said)
        self.assertRegex(self.said, "mail comes in at: localhost, port "
                         rf"{self.imaps}, TLS \(the domain says so\)")
        self.assertRegex(self.said, "mail goes out by: localhost, port "
                         rf"{self.smtp}, STARTTLS \(the domain says so\)")
        self.assertIn("login at localhost and localhost: good", self.said)
        self.assertIn("Mars/Phobos is no time zone", self.said)
        self.assertRegex(self.said, "(?m)^ok +round trip: a mail to "
                         rf"{self.user}\+doctor")
        self.assertRegex(self.said, "(?m)^0 bad, ")
        # What is written is whole, and the secret nobody's but its owner's.
        self.assertEqual(mode(self.dir + "/etc/password"), 0o600)
        self.assertEqual(text_of(self.dir + "/etc/password"), PASSWORD + "\n")
        self.assertNotIn(PASSWORD, text_of(self.path))
        self.assertEqual(self.tool("config", "check"), 0)
        self.assertEqual(self.tool("games"), 0)
        # The daemon works with it as it stands.
        done = subprocess.run([DAEMON, "--config", self.path, "--once"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_with_options_alone(self):
        """Nothing is asked for, as a script wants it."""
        secret = self.dir + "-secret"
        with open(secret, "w", encoding="ascii") as f:
            f.write(PASSWORD + "\n")
        os.chmod(secret, 0o600)
        code = self.setup(
            "--address", self.address, "--user", self.user,
            "--password-file", secret, "--imap", f"localhost:{self.imaps}",
            "--smtp", f"localhost:{self.smtp}/starttls", "--club", "C",
            "--keeper", "k@example.org", "--tz", "UTC", records={})
        self.assertEqual(code, 0, self.said)
        self.assertFalse(os.path.exists(self.dir + "/etc/password"))
        self.assertIn(f'password-file = "{secret}"', text_of(self.path))

    def test_names_of_files(self):
        """Those of options are of the directory where it was said, and mean
        the same to a daemon that is started elsewhere."""
        here = self.dir + "/here"
        os.mkdir(here)
        with open(here + "/secret", "w", encoding="ascii") as f:
            f.write(PASSWORD + "\n")
        os.chmod(here + "/secret", 0o600)
        shutil.copy(self.top.ca_file, here + "/ca.pem")
        code = self.tool(
            "setup", "--address", self.address, "--user", self.user,
            "--password-file", "secret", "--ca-file", "ca.pem", "--store",
            "db/games.db", "--imap", f"localhost:{self.imaps}", "--smtp",
            f"localhost:{self.smtp}/starttls", "--club", "C", "--keeper",
            "k@example.org", "--tz", "UTC", cwd=here)
        self.assertEqual(code, 0, self.said)
        self.assertIn(f"Start it:\n\n    paquebotd --config {self.path}\n",
                      self.said)
        for name in ("secret", "ca.pem", "db/games.db"):
            self.assertIn(f'"{here}/{name}"', text_of(self.path))
        done = subprocess.run([DAEMON, "--config", self.path, "--once"],
                              capture_output=True, text=True, check=False,
                              cwd="/")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_names_of_clubs(self):
        """Whatever is one line of text; what is not is asked for again."""
        for name in ("Anna, Bob & Co.", "Chess @ <home>", '"${HOME}" \\'):
            code = self.setup("--force", "--yes", answers=[
                self.address, self.user, PASSWORD, "a\x1b[31m", name,
                "keeper@example.org", "UTC"])
            self.assertEqual(code, 0, self.said)
            self.assertIn("no line of plain text", self.said)
            self.assertEqual(self.tool("config", "show", "--json"), 0)
            shown = {(row["section"], row["key"]): row["value"]
                     for row in json.loads(self.out)}
            self.assertEqual(shown["club", "name"], name)
            self.assertIn(f" <{self.address}>", shown["outgoing", "from"])
        for name in ("", "two\nlines", "x" * 201):
            self.assertEqual(self.setup("--club", name, answers=[]), 64)
            self.assertIn("the name of the club is", self.said)

    def test_a_terminal_gets_its_echo_back(self):
        """Ctrl-C at the password, as we tell those of Microsoft to do."""
        keyboard, screen = pty.openpty()
        self.addCleanup(os.close, keyboard)
        with subprocess.Popen(
                [TOOL, "--config", self.path, "setup", "--address",
                 self.address, "--imap", "h", "--smtp", "h"], stdin=screen,
                stderr=screen, start_new_session=True, preexec_fn=lambda:
                fcntl.ioctl(0, termios.TIOCSCTTY, 0)) as tool:
            os.write(keyboard, b"\n")            # the user name
            said = b""
            while b"is not shown): " not in said:
                said += os.read(keyboard, 100)
            self.assertFalse(termios.tcgetattr(screen)[3] & termios.ECHO)
            os.write(keyboard, b"\x03")
            self.assertEqual(tool.wait(), -signal.SIGINT)
        self.assertTrue(termios.tcgetattr(screen)[3] & termios.ECHO)
        os.close(screen)

    def test_directories_that_are_there(self):
        """Root gives the account what they make here, not a directory such as
        /srv. (In this namespace nothing can be given to account 4242: what is
        tried is told.)"""
        etc, there = self.dir + "/etc", self.dir + "/there"
        os.mkdir(etc)
        os.mkdir(there)
        for name, text in (
                ("passwd", "paquebot:x:4242:4242::/:/bin/false\n"),
                ("group", "paquebot:x:4242:\n"), ("hosts",
                                                  "127.0.0.1 localhost\n"),
                ("nsswitch.conf", "passwd: files\ngroup: files\n"
                 "hosts: files\n"), ("secret", PASSWORD + "\n")):
            with open(f"{etc}/{name}", "w", encoding="ascii") as f:
                f.write(text)
        os.chmod(etc + "/secret", 0o600)

        def setup(store):
            done = subprocess.run(
                ["unshare", "--map-root-user", "--mount", "sh", "-ec",
                 'mount --bind "$0" /etc; exec "$@"', etc, TOOL, "setup",
                 "--force", "--store", store, "--ca-file", self.top.ca_file,
                 "--address", self.address, "--user", self.user,
                 "--password-file", "/etc/secret", "--imap",
                 f"localhost:{self.imaps}", "--smtp",
                 f"localhost:{self.smtp}/starttls", "--club", "C", "--keeper",
                 "k@example.org", "--tz", "UTC"], check=False,
                capture_output=True, text=True)
            self.assertEqual(done.returncode, 77, done.stderr)
            self.assertIn("The configuration is written. Mend", done.stderr)
            return done.stderr
        self.assertIn("cannot become paquebot", setup(there + "/x.db"))
        self.assertIn(there + "/new: ", setup(there + "/new/x.db"))

    def test_the_first_that_answers(self):
        """A server that is not there, and one of a bad certificate, are told
        and passed over before any password is asked for."""
        dead = free_port()
        code = self.setup(
            "--yes", answers=[self.address, "", PASSWORD, "", "k@example.org",
                              ""],
            records={
                ("_imaps._tcp.example.org", "SRV"): [
                    (0, 1, dead, "localhost"), (1, 1, self.imaps, HOST + "."),
                    (2, 1, self.imaps, "localhost")],
                ("_submission._tcp.example.org", "SRV"): [
                    (0, 1, self.smtp, "localhost")]})
        self.assertEqual(code, 0, self.said)
        self.assertIn(f"localhost, port {dead}: ", self.said)

    def test_a_certificate_that_nobody_trusts(self):
        code = self.setup("--yes", ca=False, answers=[self.address])
        self.assertEqual(code, 68, self.said)
        self.assertRegex(self.said, "certificate of localhost is not good")
        self.assertIn("name it with --imap HOST", self.said)
        self.assertNotIn("Password", self.said)
        self.nothing_written()

    def test_no_to_a_foreign_server(self):
        """RFC 6186, 6: nobody's password goes where they did not agree."""
        code = self.setup(answers=[self.address, "no"])
        self.assertEqual(code, 68, self.said)
        self.assertNotIn("Password", self.said)
        self.nothing_written()

    def test_not_offered_and_not_found(self):
        code = self.setup(answers=[self.address], records={
            ("_imaps._tcp.example.org", "SRV"): [(0, 0, 0, ".")]})
        self.assertEqual(code, 68)
        self.assertIn("says that it has no server for mail that comes in",
                      self.said)
        code = self.setup(answers=[self.address], records={}, absent=True)
        self.assertEqual(code, 68)
        self.assertIn("no DNS server answers about example.org", self.said)
        self.nothing_written()

    def test_wrong_passwords(self):
        code = self.setup("--yes", answers=[
            self.address, "", "wrong1", "", "wrong2", "", "wrong3"])
        self.assertEqual(code, 77, self.said)
        self.assertEqual(len(re.findall("User name", self.said)), 3)
        self.assertNotIn("wrong1", self.said)
        self.nothing_written()

    def test_the_end_of_the_answers(self):
        for n, missing in ((0, "--address"), (2, "--password-file"),
                           (3, "--club"), (4, "--keeper"), (5, "--tz")):
            answers = [self.address, "", PASSWORD, "C", "k@example.org"][:n]
            code = self.setup("--yes", answers=answers)
            self.assertEqual(code, 64, self.said)
            self.assertIn(missing, self.said)
        self.nothing_written()

    def test_a_configuration_that_is_there(self):
        os.mkdir(self.dir + "/etc")
        with open(self.path, "w", encoding="ascii") as f:
            f.write("old\n")
        self.assertEqual(self.setup(answers=[self.address]), 73)
        self.assertIn("is there already", self.said)
        self.assertNotIn("Address", self.said)
        code = self.setup("--yes", "--force", answers=[
            self.address, "", PASSWORD, "", "k@example.org", "UTC"])
        self.assertEqual(code, 0, self.said)
        self.assertEqual(text_of(self.path + ".old"), "old\n")

    def test_options_that_are_none(self):
        for args in (("--address", "x"), ("--tz", "Mars/Phobos"),
                     ("--keeper", "a b"), ("more",),
                     ("--address", self.address, "--imap", "h:0", "--smtp",
                      "h"), ("--address", self.address, "--imap",
                             "h:1/ssl", "--smtp", "h")):
            self.assertEqual(self.setup(*args), 64, args)
        self.nothing_written()


class Endpoint:
    """A token endpoint (RFC 6749) that knows one code and one refresh token
    at a time, each good once."""

    def __init__(self, access):
        self.access, self.challenge = access, None
        self.refresh, self.requests = "first-refresh", []
        self.answer, self.expires = None, 3600
        end = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                form = dict(urllib.parse.parse_qsl(self.rfile.read(int(
                    self.headers["Content-Length"])).decode()))
                end.requests.append(form)
                code, body = end.answer or end.judge(form)
                data = body if isinstance(body, bytes) else \
                    json.dumps(body).encode()
                self.send_response(code)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer((HOST, 0), Handler)
        self.url = f"http://{HOST}:{self.server.server_address[1]}/token"
        threading.Thread(target=self.server.serve_forever,
                         kwargs={"poll_interval": 0.02}).start()

    def judge(self, form):
        if form["grant_type"] == "authorization_code":
            digest = hashlib.sha256(form["code_verifier"].encode()).digest()
            good = form["code"] == "a/code+1" and self.challenge == \
                base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        else:
            good = form["refresh_token"] == self.refresh
            if good:
                self.refresh += "+"
        if not good or form["client_id"] != "our client":
            return 400, {"error": "invalid_grant",
                         "error_description": "no more"}
        return 200, {"access_token": self.access(), "token_type": "Bearer",
                     "expires_in": self.expires,
                     "refresh_token": self.refresh}

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Token(Club):
    def setUp(self):
        super().setUp()
        self.end = Endpoint(lambda: token(self.user))
        self.addCleanup(self.end.close)
        self.file = self.dir + "/token"

    def authorize(self, change=lambda url: url, *more, end=None,
                  page="https://login.example.org/auth"):
        """As a person: reads the address, and gives back where it led to."""
        with subprocess.Popen(
                [TOOL, "token", "authorize", "--client-id", "our client",
                 "--authorize-url", page,
                 "--token-url", end or self.end.url, "--scope", "mail x",
                 *more, "other", self.file], stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                text=True) as tool:
            said = ""
            while not said.endswith("Address: "):
                more = tool.stderr.read(1)
                if not more:
                    break
                said += more
            found = re.search(r"(?m)^https://login\S+$", said)
            if found:
                asked = dict(urllib.parse.parse_qsl(
                    urllib.parse.urlsplit(found[0]).query))
                self.asked, self.end.challenge = asked, \
                    asked["code_challenge"]
                tool.stdin.write(change(
                    asked["redirect_uri"] + "?state=" + asked["state"] +
                    "&code=a%2Fcode%2B1&scope=mail") + "\n")
                tool.stdin.close()
            self.said = said + tool.stderr.read()
            return tool.wait()

    def print(self):
        done = subprocess.run([TOOL, "token", "print", self.file],
                              capture_output=True, text=True, check=False)
        self.said = done.stderr
        self.assertEqual(bool(done.stdout), done.returncode == 0)
        for secret in ("first-refresh", token(self.user)[:20]):
            self.assertNotIn(secret, done.stderr)
        return done.returncode, done.stdout.strip()

    def test_authorize(self):
        """RFC 7636: the challenge is of the verifier; the endpoint checks."""
        self.assertEqual(self.authorize(), 0, self.said)
        self.assertEqual(self.asked["code_challenge_method"], "S256")
        self.assertEqual(self.asked["client_id"], "our client")
        self.assertEqual(self.asked["scope"], "mail x")
        self.assertEqual(mode(self.file), 0o600)
        grant = json.loads(text_of(self.file))
        self.assertEqual(grant["refresh-token"], "first-refresh")
        # Until it expires nobody is asked.
        code, out = self.print()
        self.assertEqual((code, out), (0, grant["access-token"]))
        self.assertEqual(len(self.end.requests), 1)

    def test_answers_to_nothing(self):
        """RFC 6749, 10.12: a code that was not asked for is not taken."""
        for change, says in (
                (lambda u: u.replace("state=", "state=x"), "does not answer"),
                (lambda u: u.split("&")[0], "no code in it"),
                (lambda u: u + "&error=access_denied", "access_denied"),
                (lambda u: "", "no address was given")):
            self.assertEqual(self.authorize(change), 77)
            self.assertIn(says, self.said)
        self.assertEqual(self.end.requests, [])
        self.assertFalse(os.path.exists(self.file))
        self.assertEqual(self.authorize(lambda u: u.replace("2B1", "2B2")), 77)
        self.assertIn("400 invalid_grant: no more", self.said)
        self.assertFalse(os.path.exists(self.file))

    def test_in_the_clear_to_this_machine_alone(self):
        for url in ("http://login.example.org/t", "http://127.0.0.1@[::2]/t",
                    "http://127.example.org/t", "http://127.0.0.1.nip/t",
                    "ftp://127.0.0.1/t", "127.0.0.1/t"):
            self.assertEqual(self.authorize(end=url), 77)
            self.assertIn(f"{url} is not https", self.said)
            self.assertNotIn("Open this page", self.said)
            self.assertEqual(self.authorize(page=url), 77)
            self.assertIn(f"{url} is not https", self.said)

    def test_an_endpoint_with_a_query(self):
        """RFC 6749, 3.1: it is kept."""
        self.assertEqual(self.authorize(
            page="https://login.example.org/auth?tenant=us"), 0, self.said)
        self.assertEqual(self.asked["tenant"], "us")
        self.assertEqual(self.asked["client_id"], "our client")

    def test_refresh(self):
        self.end.expires = 1
        self.authorize()
        for refresh in ("first-refresh+", "first-refresh++"):
            self.assertEqual(self.print()[0], 0, self.said)
            self.assertEqual(json.loads(text_of(self.file))["refresh-token"],
                             refresh)

    def test_two_at_once(self):
        """A refresh token may be good once: the second waits and reads."""
        self.end.expires = 1
        self.authorize()
        self.end.expires = 3600
        tools = [subprocess.Popen([TOOL, "token", "print", self.file],
                                  stdout=subprocess.PIPE) for _ in range(8)]
        outs = {t.communicate()[0] for t in tools}
        self.assertEqual([t.returncode for t in tools], [0] * 8)
        self.assertEqual(len(outs), 1)
        self.assertEqual(len(self.end.requests), 2)

    def test_trouble_and_refusal(self):
        self.end.expires = 1
        self.authorize()
        before = text_of(self.file)
        for answer, code, says in (
                ((503, b"<html>"), 75, "answered 503"),
                ((429, {"error": "slow_down"}), 75, "429 slow_down"),
                ((200, b"{}"), 75, "gave no access token"),
                ((200, b"x" * 100000), 75, "token"),
                ((302, b""), 75, "answered 302"),
                ((400, {"error": "invalid_grant"}), 77, "invalid_grant")):
            self.end.answer = answer
            self.assertEqual(self.print()[0], code, self.said)
            self.assertIn(says, self.said)
            self.assertEqual(text_of(self.file), before)
        os.chmod(self.file, 0o644)
        self.assertEqual(self.print()[0], 77)
        self.assertIn("others can read it", self.said)
        with open(self.file, "w", encoding="ascii") as f:
            f.write("[]")
        os.chmod(self.file, 0o600)
        self.assertEqual(self.print()[0], 65)

    def test_the_daemon_with_tokens(self):
        """The recipe of paquebot(1), in what the unit lets the daemon see: all
        is read-only but its own directory. Mail goes out and comes in."""
        state = self.dir + "/state"
        os.makedirs(state)
        os.mkdir(self.dir + "/etc")
        self.file = state + "/token"
        self.end.expires = 1                     # each login asks anew
        self.authorize()
        command = f"'{TOOL}' token print '{self.file}'"
        login = (f'user = {self.user}\n ca-file = "{self.top.ca_file}"\n'
                 f'oauth-token-command = "{command}"\n')
        with open(self.path, "w", encoding="ascii") as f:
            f.write(f"""
mailbox {{
 host = "{HOST}"
 port = {self.imaps}
 {login}
}}
outgoing {{
 host = "{HOST}"
 port = {self.smtp}
 tls = starttls
 {login}
 from = "Club <{self.address}>"
}}
store {{ path = "{state}/paquebot.db" }}
club {{ keeper = "keeper@example.org" }}
""")
        self.assertEqual(self.tool("init"), 0, self.said)
        self.top.dovecot.deliver(self.user, (
            f"From: anna@example.net\r\nTo: {self.address}\r\n"
            "Message-ID: <1@example.net>\r\nSubject: x\r\n\r\n"
            "signup Anna\r\n").encode(), sender="anna@example.net")
        sandbox = ["unshare", "--map-root-user", "--mount", "sh", "-ec",
                   'mount --rbind / /mnt; mount --bind "$1" "/mnt$1"; '
                   'mount -o remount,bind,ro "/mnt$1"; '
                   'mount --bind "$0" "/mnt$0"; shift; '
                   'mount -o remount,bind,ro /mnt; exec chroot /mnt "$@"',
                   state, self.dir]
        probe = subprocess.run(
            [*sandbox, "touch", self.dir + "/etc/x"], check=False,
            capture_output=True, text=True)
        self.assertIn("Read-only", probe.stderr)
        for _ in range(2):                       # it answers, then it sends
            done = subprocess.run(
                [*sandbox, DAEMON, "--config", self.path, "--once"],
                capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([m[1] for m in self.top.sink.mails
                          if m[1] == ["anna@example.net"]],
                         [["anna@example.net"]])
        self.assertGreater(len(self.end.requests), 2)


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=1).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
