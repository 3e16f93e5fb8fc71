# SPDX-License-Identifier: MIT
"""Where a club's mails come from and go to, in the histories of faults.py."""
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
from club import Mail  # noqa: E402
from cut import Wire  # noqa: E402
from topology import PASSWORD  # noqa: E402

PARTS = ("new", "cur", "tmp")
PEOPLE = ("anna", "bob", "keeper")


def put(box, mails, owner=None):
    """New ones in a Maildir, which is made if it is not there."""
    for part in PARTS:
        os.makedirs(f"{box}/{part}", exist_ok=True)
        if owner:
            for path in (os.path.dirname(box), box, f"{box}/{part}"):
                os.chown(path, owner.pw_uid, owner.pw_gid)
    for i, mail in enumerate(mails):
        with open(f"{box}/tmp/{i}.a", "wb") as f:
            f.write(mail)
        if owner:
            os.chown(f"{box}/tmp/{i}.a", owner.pw_uid, owner.pw_gid)
        os.rename(f"{box}/tmp/{i}.a", f"{box}/new/{i}.a")


def paths(box):
    return [f"{box}/{part}/{name}" for part in ("new", "cur")
            if os.path.isdir(f"{box}/{part}")
            for name in sorted(os.listdir(f"{box}/{part}"))]


def content(path):
    with open(path, "rb") as f:
        return f.read()


class Maildirs:
    """Directories: mail comes in by one, goes out by others."""

    wires = {}
    jobs = 2

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def conf(self, home):
        return (f"mailbox {{ type = maildir\n folder = '{home}/games'\n"
                f" done-folder = '{home}/done'\n batch = 1 }}\n"
                f"outgoing {{ type = maildir\n directory = '{home}/out'\n"
                " connections = 1\n from = games@example.org }\n")

    def empty(self, home):
        put(f"{home}/games", ())

    def post(self, home, mails):
        put(f"{home}/games", mails)

    def delivered(self, home):
        """(recipient, bytes) of each mail that came to a person."""
        out = f"{home}/out"
        for box in os.listdir(out) if os.path.isdir(out) else ():
            for path in paths(f"{home}/out/{box}"):
                yield box, content(path)

    def folders(self, home):
        """How many mails lie in the mailbox, and with what is done."""
        return len(paths(f"{home}/games")), len(paths(f"{home}/done"))


class Servers:
    """Dovecot keeps the mailboxes, Postfix takes what is sent (without root
    Dovecot's submission does); a wire lies before each of them."""

    jobs = 1                         # one mailbox of each person

    def __enter__(self):
        self.mail = Mail(("games", *PEOPLE)).__enter__()
        self.wires = {"imap": Wire(self.mail.imap[1]),
                      "smtp": Wire(self.mail.smtp[1])}
        return self

    def __exit__(self, *what):
        for wire in self.wires.values():
            wire.close()
        self.mail.__exit__(*what)

    def conf(self, home):
        with open(f"{home}/secret", "w", encoding="ascii",
                  opener=lambda p, f: os.open(p, f, 0o600)) as f:
            f.write(PASSWORD + "\n")
        login = (f" user = games\n password-file = '{home}/secret'\n"
                 f" ca-file = '{self.mail.cafile}'\n")
        return (f"mailbox {{ type = imap\n host = 127.0.0.1\n"
                f" port = {self.wires['imap'].port}\n tls = implicit\n"
                f"{login} done-folder = done\n batch = 1 }}\n"
                "outgoing { type = smtp\n host = 127.0.0.1\n"
                f" port = {self.wires['smtp'].port}\n connections = 1\n" +
                (f" tls = starttls\n{login}" if self.mail.login
                 else " tls = none\n") + " from = games@example.org }\n")

    def empty(self, home):
        self.mail.settle()
        for user in ("games", *PEOPLE):
            shutil.rmtree(os.path.dirname(self.mail.maildir(user)),
                          ignore_errors=True)
        self.post(home, ())

    def post(self, _home, mails):
        put(self.mail.maildir("games"), mails, self.mail.servers.dovecot.account
            if os.getuid() == 0 else None)

    def delivered(self, _home):
        self.mail.settle()
        for user in PEOPLE:
            for path in paths(self.mail.maildir(user)):
                yield f"{user}@example.org", content(path)

    def folders(self, _home):
        box = self.mail.maildir("games")
        return len(paths(box)), len(paths(f"{box}/.done"))
