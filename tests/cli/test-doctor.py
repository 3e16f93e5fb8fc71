#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""paquebot doctor against a private Dovecot (IMAP over TLS, submission with a
login): a set-up that is right, and each thing that can be wrong with it. Run
in the build directory."""
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import unittest

sys.dont_write_bytecode = True
SRC = os.path.abspath(os.environ.get("srcdir", os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..")))
sys.path.insert(0, os.path.join(SRC, "tests", "e2e"))
from topology import HOST, PASSWORD, Topology, free_port  # noqa: E402

TOOL = os.path.abspath("paquebot")
DAEMON = os.path.abspath("paquebotd")

CONF = """
mailbox {{
  type = imap
  host = "{imap_host}"
  port = {imap_port}
  {trust}
  user = "{user}"
  {imap_login}
  timeout = 10
}}
outgoing {{
  type = smtp
  host = "{HOST}"
  port = {smtp_port}
  tls = starttls
  {trust}
  user = "{user}"
  {smtp_login}
  from = "Paquebot <{user}@example.org>"
  subaddress = {subaddress}
  timeout = 10
}}
{identity}
store {{ path = "{dir}/store/paquebot.db" }}
club {{ keeper = "keeper@example.org" }}
"""


class Filter:
    """Stands between the SMTP sink and Dovecot, as a mail server would that
    takes foreign verdicts off, or knows no details in addresses; or as a
    daemon that has moved every mail before anybody looks. Mail comes so many
    seconds late."""

    def __init__(self, dovecot):
        self.dovecot, self.strip, self.detail = dovecot, False, True
        self.done, self.late = False, 0

    def deliver(self, user, *mails, sender=""):
        if self.late:
            threading.Timer(self.late, self.pass_on, (user, *mails),
                            {"sender": sender}).start()
        else:
            self.pass_on(user, *mails, sender=sender)

    def pass_on(self, user, *mails, sender):
        for mail in mails:
            if not self.detail and re.search(rb"^To: \S*\+", mail, re.M):
                continue
            if self.strip:
                mail = re.sub(rb"^Authentication-Results:.*\r\n(?:[ \t].*\r\n)*",
                              b"", mail, flags=re.M)
            if self.done:
                imap = self.dovecot.imap(user)
                imap.create("done")
                imap.append("done", None, None, mail)
                imap.logout()
            else:
                self.dovecot.deliver(user, mail, sender=sender)


class Case(unittest.TestCase):
    """A mailbox of its own for each test, and a configuration for it."""
    serial = 0
    external = False                             # by certificate, too
    system_store = None                          # the machine's own

    @classmethod
    def setUpClass(cls):
        cls.top = Topology([f"games{i}" for i in range(40)],
                           submission=True, external=cls.external).__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.top.__exit__()

    def setUp(self):
        Case.serial += 1
        self.user = f"games{Case.serial}"
        self.dir = os.path.join(self.top.dir, self.user)
        os.mkdir(self.dir)
        self.filter = self.top.sink.dovecot = Filter(self.top.dovecot)
        self.words = dict(
            dir=self.dir, user=self.user, HOST=HOST,
            trust=f'ca-file = "{self.top.ca_file}"',
            imap_host=HOST, imap_port=self.top.dovecot.imaps_port,
            smtp_port=self.top.dovecot.submission_port, subaddress="yes",
            imap_login=self.secret("imap", PASSWORD),
            smtp_login=self.secret("smtp", PASSWORD), identity="")
        self.conf()
        subprocess.run([TOOL, "--config", self.path, "init"], check=True,
                       stdout=subprocess.DEVNULL)

    def secret(self, name, text, mode=0o600):
        """The line of the configuration for a password in a file."""
        path = os.path.join(self.dir, name)
        with open(path, "w", encoding="ascii") as f:
            f.write(text + "\n")
        os.chmod(path, mode)
        return f'password-file = "{path}"'

    def conf(self, **words):
        self.words.update(words)
        self.path = os.path.join(self.dir, "conf")
        with open(self.path, "w", encoding="ascii") as f:
            f.write(CONF.format(**self.words))
        os.chmod(self.path, 0o600)

    def store(self, authority):
        """A system's store of certificates with this authority alone, as
        update-ca-certificates leaves it."""
        path = os.path.join(self.dir, "certs-of-the-system")
        shutil.rmtree(path, ignore_errors=True)
        os.mkdir(path)
        shutil.copy(authority, path + "/ca.pem")
        subprocess.run(["openssl", "rehash", path], check=True)
        shutil.copy(authority, path + "/ca-certificates.crt")
        return path

    def doctor(self, *args):
        command = [TOOL, "--config", self.path, "doctor", *args]
        if self.system_store is not None:
            command = ["unshare", "--map-root-user", "--mount", "sh", "-ec",
                       'mount --bind "$0" /etc/ssl/certs; exec "$@"',
                       self.system_store, *command]
        done = subprocess.run(command, capture_output=True, text=True,
                              check=False)
        self.assertNotIn(PASSWORD, done.stdout + done.stderr)
        return done.returncode, done.stdout

    def assert_says(self, code, *lines, args=("--wait", "5"), no=()):
        got, out = self.doctor(*args)
        for line in lines:
            self.assertRegex(out, line)
        for line in no:
            self.assertNotRegex(out, line)
        self.assertEqual(got, code, out)
        return out

    def count(self, folder):
        return self.top.dovecot.count(self.user, folder)


class Doctor(Case):
    def test_good(self):
        self.filter.strip = True
        self.top.dovecot.deliver(self.user, b"From: a@example.net\r\n"
                                 b"Subject: a player's\r\n\r\ncharter 0\r\n")
        self.assert_says(
            0, r"(?m)^ok +configuration: ", r"(?m)^ok +store: 0 players",
            r"(?m)^ok +templates: languages: en",
            rf"(?m)^ok +mailbox: login of {self.user} .*verified TLS.*IDLE",
            r"(?m)^ok +outgoing: a mail was sent to games\d+\+doctor\.",
            r"(?m)^ok +round trip: a mail to games\d+\+doctor\.",
            r"(?m)^ok +identity: a forged .*does not survive",
            r"(?m)^warning +daemon: no paquebotd",
            r"(?m)^0 bad, 1 warnings$")
        # What players wrote lies where it lay; the doctor's own is put away.
        self.assertEqual((self.count("INBOX"), self.count("done")), (1, 2))

    def test_several(self):
        """Each mailbox is logged in to; what comes to us is in one of them,
        and what another's server lets pass cannot be known."""
        self.filter.strip = True
        other = f"games{Case.serial + 20}"
        self.conf()
        with open(self.path, "a", encoding="ascii") as f:
            f.write("mailbox other {\n type = imap\n"
                    f' host = "{HOST}"\n port = {self.words["imap_port"]}\n'
                    f' {self.words["trust"]}\n user = "{other}"\n'
                    f' {self.words["imap_login"]}\n'
                    " authserv-id = mx.other\n}\n")
        self.assert_says(
            0, rf"(?m)^ok +mailbox: login of {self.user} ",
            rf"(?m)^ok +mailbox other: login of {other} ",
            r"(?m)^ok +mailbox: a mail was moved to done$",
            r"(?m)^ok +identity: a forged .*does not survive",
            r"(?m)^warning +mailbox other: mail to .* does not come here, so "
            r"whether a forged .* of mx\.other does is not known$")
        # It may be the second that has what comes to us.
        with open(self.path, encoding="ascii") as f:
            text = f.read()
        with open(self.path, "w", encoding="ascii") as f:
            f.write(text.replace(f'user = "{self.user}"', f'user = "{other}-"',
                                 1).replace(f'user = "{other}"', "user = "
                                            f'"{self.user}"', 1).replace(
                                                f"{other}-", other))
        self.assert_says(
            0, rf"(?m)^ok +mailbox: login of {other} ",
            r"(?m)^ok +mailbox other: a mail was moved to done$",
            r"(?m)^ok +round trip: ")

    def test_json(self):
        self.filter.strip = True
        code, out = self.doctor("--json", "--wait", "5")
        self.assertEqual(code, 0, out)
        found = json.loads(out)
        self.assertEqual({f["finding"] for f in found}, {"ok", "warning"})
        self.assertIn("round trip", [f["check"] for f in found])

    def test_beside_the_daemon(self):
        self.filter.strip = True
        said = self.dir + "/daemon.log"
        with open(said, "w+", encoding="utf-8") as log, subprocess.Popen(
                [DAEMON, "--config", self.path], stderr=log) as daemon:
            try:
                end = time.monotonic() + 60
                while "event=daemon.ready" not in log.read() \
                        and time.monotonic() < end:
                    log.seek(0)
                    time.sleep(0.05)
                self.assert_says(0, "(?m)^ok +daemon: paquebotd is at work",
                                 "(?m)^0 bad, 0 warnings$",
                                 args=("--wait", "20"))
            finally:
                daemon.terminate()

    def test_wrong_passwords(self):
        self.conf(imap_login=self.secret("imap", "wrong"))
        self.assert_says(78, r"(?m)^bad +mailbox: ", r"(?m)^ok +outgoing: ",
                         no=[r"wrong\b"])
        self.conf(imap_login=self.secret("imap", PASSWORD),
                  smtp_login=self.secret("smtp", "wrong"))
        self.assert_says(78, r"(?m)^ok +mailbox: ", r"(?m)^bad +outgoing: .*"
                         rf"{HOST}:\d+, login: 535 .*are user and password",
                         no=["round trip"])

    def test_wrong_certificate(self):
        other = self.top.certs.authority(f"other{self.serial}")
        shutil.copy(other[0], self.dir + "/other.pem")
        self.conf(trust=f'ca-file = "{self.dir}/other.pem"')
        self.assert_says(78, r"(?m)^bad +mailbox: .*certificate",
                         r"(?m)^bad +outgoing: .*[Cc]ertificate")

    def test_the_store_of_the_system(self):
        """Without a ca-file the system's certificates are trusted, and they
        alone; with one, they are not. The store is another one in a mount
        namespace of the program's own."""
        other = self.top.certs.authority(f"other{self.serial}")[0]
        self.filter.strip = True
        self.conf(trust="")
        self.system_store = self.store(self.top.ca_file)
        self.assert_says(0, r"(?m)^ok +mailbox: .*verified TLS",
                         r"(?m)^ok +outgoing: a mail was sent",
                         r"(?m)^ok +round trip: ")
        self.conf(trust=f'ca-file = "{other}"')
        self.assert_says(78, r"(?m)^bad +mailbox: .*certificate",
                         r"(?m)^bad +outgoing: .*[Cc]ertificate")
        self.conf(trust="")
        self.system_store = self.store(other)
        self.assert_says(78, r"(?m)^bad +mailbox: .*certificate",
                         r"(?m)^bad +outgoing: .*[Cc]ertificate")

    def test_nobody_there(self):
        self.conf(smtp_port=free_port())
        self.assert_says(78, r"(?m)^ok +mailbox: ", r"(?m)^bad +outgoing: .*"
                         rf"{HOST}:\d+, connect: .*nothing listens there")
        self.conf(imap_port=free_port())
        self.assert_says(78, r"(?m)^bad +mailbox: ")

    def test_a_folder_that_cannot_be_written(self):
        self.filter.strip = True
        self.doctor("--wait", "5")               # makes the mailbox
        maildir = os.path.join(self.top.dovecot.dir, "mail", self.user,
                               "Maildir")
        self.conf()
        with open(self.path, encoding="ascii") as f:
            text = f.read()
        with open(self.path, "w", encoding="ascii") as f:
            f.write(text.replace("timeout = 10\n", 'done-folder = "put-away"\n'
                                 "  timeout = 10\n", 1))
        with open(maildir + "/.put-away", "w", encoding="ascii"):
            pass                                 # a file where a folder goes
        self.assert_says(78, r"(?m)^ok +outgoing: ",
                         r"(?m)^bad +mailbox: a mail was not moved: move to the done folder")

    def test_forged_verdicts(self):
        """doc/design.md 6.4: the doctor warns if a forged one survives."""
        self.assert_says(0, r"(?m)^warning +identity: a forged .*leave")
        self.conf(identity='identity { authserv-id = "mx.example.org" }')
        self.assert_says(78, r"(?m)^bad +identity: .*anybody can be anybody")
        self.filter.strip = True
        self.assert_says(0, r"(?m)^warning +identity: no server adds")

    def test_a_daemon_that_is_faster(self):
        """What it has moved is found where it is."""
        self.filter.strip = self.filter.done = True
        self.assert_says(0, r"(?m)^ok +round trip: a mail to games\d+\+doctor",
                         r"(?m)^ok +identity: a forged .*not survive")
        self.assertEqual((self.count("INBOX"), self.count("done")), (0, 2))

    def test_one_login(self):
        """As long as it may take: providers count logins. There is no done
        folder yet."""
        self.filter.strip, self.filter.late = True, 3
        self.assert_says(0, r"(?m)^ok +round trip: a mail to games\d+\+doctor",
                         args=("--wait", "20"))
        with open(os.path.join(self.top.dovecot.dir, "log"),
                  encoding="utf-8") as log:
            self.assertEqual(len(re.findall(
                rf"imap-login.*Login: user=<{self.user}>", log.read())), 1)

    def test_no_details(self):
        self.filter.detail, self.filter.strip = False, True
        self.assert_says(78, r"(?m)^bad +sub-addresses: .*subaddress = no",
                         args=("--wait", "2"))
        self.conf(subaddress="no")
        self.assert_says(0, r"(?m)^ok +round trip: a mail to games\d+@")

    def test_a_maildir(self):
        """One that is not there is made by the daemon; here the first mail to
        it does so."""
        for folder, code, says in (
                ("out/games@example.org", 0, r"warning +mailbox: .*/out/games@"
                 "example.org is not there yet: paquebotd makes it"),
                ("out/games@example.org", 0, "ok +mailbox: .* is a Maildir"),
                ("conf/box", 78, "bad +mailbox: .*/conf/box/new is not there, "
                 "and cannot be made")):
            with open(self.path, "w", encoding="ascii") as f:
                f.write(f'''
mailbox {{ type = maildir folder = "{self.dir}/{folder}" }}
outgoing {{
  type = maildir
  directory = "{self.dir}/out"
  from = "games@example.org"
  subaddress = no
}}
store {{ path = "{self.dir}/store/paquebot.db" }}
club {{ keeper = "keeper@example.org" }}
''')
            self.assert_says(code, "(?m)^" + says)

    def test_files(self):
        self.secret("imap", PASSWORD, 0o640)    # of root, for its group
        self.assert_says(0, args=("--no-mail",), no=["mode 640"])
        self.secret("imap", PASSWORD, 0o644)
        os.chmod(self.dir + "/store/paquebot.db", 0o640)
        self.assert_says(78, r"(?m)^bad +configuration: .*imap has mode 644",
                         r"(?m)^bad +store: .*mode 640", args=("--no-mail",),
                         no=["mailbox:"])
        shutil.rmtree(self.dir + "/store")
        self.assert_says(78, r"(?m)^bad +store: .*paquebot init",
                         args=("--no-mail",))
        with open(self.path, "a", encoding="ascii") as f:
            f.write("nonsense = 1\n")
        self.assert_says(78, r"(?m)^bad +configuration: ",
                         r"(?m)^1 bad, 0 warnings$", args=("--no-mail",))


class OwnCertificate(Case):
    """Certificates of clients at a real server, for IMAP and for submission:
    no password is set, so that nothing else can let us in (RFC 4422,
    EXTERNAL)."""
    external = True

    def own(self, name, authority=None):
        """The lines of the configuration for a certificate that names a user;
        the key is the owner's alone."""
        pem, key = self.top.certs.cert(
            name, authority or self.top.certs.ca, usage="clientAuth")
        os.chmod(key, 0o600)
        both = f'cert-file = "{pem}"\n  key-file = "{key}"'
        self.conf(imap_login=both, smtp_login=both)
        return pem, key

    def test_a_certificate_alone(self):
        self.own(self.user)
        self.filter.strip = True
        self.assert_says(
            0, rf"(?m)^ok +mailbox: login of {self.user} .*verified TLS",
            r"(?m)^ok +outgoing: a mail was sent", r"(?m)^ok +round trip: ",
            "(?m)^0 bad, ")
        self.top.dovecot.deliver(self.user, b"From: a@example.net\r\n"
                                 b"To: games@example.org\r\n\r\nlist\r\n")
        subprocess.run([DAEMON, "--config", self.path, "--once"], check=True,
                       stderr=subprocess.DEVNULL)
        self.assertEqual((self.count("INBOX"), self.count("done")), (0, 3))

    def test_the_key_in_the_same_file(self):
        pem, key = self.own(self.user)
        with open(pem, encoding="ascii") as one, \
                open(key, encoding="ascii") as two:
            text = one.read() + two.read()
        path = self.dir + "/both.pem"
        with open(path, "w", encoding="ascii") as f:
            f.write(text)
        both = f'cert-file = "{path}"'
        self.conf(imap_login=both, smtp_login=both)
        os.chmod(path, 0o644)
        self.assert_says(78, r"(?m)^bad +configuration: .*both.pem has mode "
                         "644", args=("--no-mail",))
        os.chmod(path, 0o600)
        self.assert_says(0, r"(?m)^ok +mailbox: login of ",
                         r"(?m)^ok +outgoing: a mail was sent")

    def test_certificates_that_let_nobody_in(self):
        """Another user's, and one of an authority that nobody trusts."""
        self.own("somebody-else")
        self.assert_says(78, r"(?m)^bad +mailbox: .*refused",
                         r"(?m)^bad +outgoing: .*login")
        self.own(self.user, self.top.certs.authority(f"other{self.serial}"))
        self.assert_says(78, r"(?m)^bad +mailbox: ", r"(?m)^bad +outgoing: ",
                         no=["was sent"])


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=1).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
