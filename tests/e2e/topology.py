# SPDX-License-Identifier: MIT
"""Private mail servers for tests: python3's standard library and Debian only.

    with Topology(users=["games", "anna", "bruno"]) as t:
        t.dovecot.deliver("games", message_bytes)        # over LMTP
        t.dovecot.imaps_port, t.ca_file                  # IMAP over TLS
        imap = t.dovecot.imap("anna")                    # an imaplib client
        t.sink.port                                      # plain SMTP, recorded
    # all servers are gone, the directory too

A Topology is a temporary directory, certificates made with openssl, one
server that keeps the mailboxes (`store`) and, as asked for, one that sends
(`sink` or `mta`). Everything listens on high ports of 127.0.0.1 and is
stopped by the test that started it, also when the test fails. Nothing outside
the directory is written, no system service is touched.

    store   dovecot.py, cyrus.py, courier.py
    mta     postfix.py, exim.py, opensmtpd.py: real ones, only for root
    sink    sink.py: records mails, can pass them on by LMTP, and answers as it
            is told

Dovecot and Postfix are the machine's programs with a configuration of the
test's; the others lie in roots of their own (contrib/servers).

Run as a program with a command behind it, it starts a Topology, puts what is
needed into the environment (PQ_DIR, PQ_CA, PQ_IMAPS, PQ_IMAP, PQ_LMTP,
PQ_PASSWORD) and runs the command:

    tests/e2e/topology.py --users games,anna -- sh -c 'echo $PQ_IMAPS'
"""

import os
import shutil
import subprocess
import sys
import tempfile

from certs import Certs
from courier import Courier
from cyrus import Cyrus
from dovecot import OAUTH_KEY, Dovecot, token  # noqa: F401
from exim import Exim
from opensmtpd import OpenSmtpd
from postfix import Postfix
from server import (DOMAIN, HOST, PASSWORD, ROOTS,  # noqa: F401
                    adopt_orphans, end_session, free_port, run,
                    wait_for_port)
from sink import Sink, address, report  # noqa: F401

STORES = {s.name: s for s in (Courier, Cyrus)}
MTAS = {m.name: m for m in (Exim, OpenSmtpd, Postfix)}


class Topology:
    """See the head of this file. store: a name of STORES instead of Dovecot;
    sink: record outgoing mail and pass it on; mta: a name of MTAS, for root;
    relay: the port where the MTA sends what is for other domains; submission:
    the sink behind Dovecot's submission; external: Dovecot lets in by
    certificate too; known: Dovecot keeps mailboxes for
    the users alone; refuse: the MTA takes mail for the users alone."""

    def __init__(self, users=("games",), sink=False, mta=None,
                 submission=False, external=False, known=False, store="dovecot",
                 relay=None, refuse=False):
        self.users, self.external, self.known = users, external, known
        self.recipients = users if refuse else None
        self.want = (sink or submission, mta, submission, store, relay)
        self.dir = self.certs = self.store = self.sink = self.mta = None

    @property
    def dovecot(self):
        """The store, where a test asks for what only Dovecot has."""
        return self.store

    def __enter__(self):
        adopt_orphans()
        self.dir = os.path.realpath(tempfile.mkdtemp(prefix="pq-"))
        os.chmod(self.dir, 0o755)
        try:
            self._start(*self.want)
        except BaseException:
            self.__exit__()
            raise
        return self

    def _start(self, sink, mta, submission, store, relay):
        self.certs = Certs(self.dir)
        self.ca_file = self.certs.ca[0]
        if sink:
            self.sink = Sink()
        if store == "dovecot":
            self.store = Dovecot(self.dir, self.certs, self.users,
                                 self.sink.port if submission else None,
                                 self.external, self.known)
        else:
            self.store = STORES[store](self.dir, self.certs, self.users)
        self.store.start()
        if self.sink is not None:
            self.sink.dovecot = self.store
        if mta is not None:
            self.mta = MTAS[mta](self.dir, self.certs, self.store,
                                 self.recipients, relay).start()

    def __exit__(self, *_):
        for server in (self.mta, self.sink, self.store):
            if server is not None:
                server.stop()
        if os.environ.get("PQ_KEEP"):
            print("kept:", self.dir, file=sys.stderr)
        else:
            shutil.rmtree(self.dir, ignore_errors=True)

    def environment(self):
        d = self.store
        return {"PQ_DIR": self.dir, "PQ_CA": self.ca_file,
                "PQ_IMAPS": str(d.imaps_port), "PQ_IMAP": str(d.imap_port),
                "PQ_LMTP": str(d.lmtp_port), "PQ_PASSWORD": PASSWORD,
                "PQ_SMTP": str(self.mta.port if self.mta else
                               self.sink.port if self.sink else 0)}


def main(argv):
    users, rest = ["games"], argv[1:]
    options = {}
    while rest and rest[0] != "--":
        word = rest.pop(0)
        if word == "--users":
            users = rest.pop(0).split(",")
        elif word in ("--sink", "--submission"):
            options[word[2:]] = True
        elif word in ("--mta", "--store"):
            options[word[2:]] = rest.pop(0)
        else:
            sys.exit(__doc__)
    if len(rest) < 2:
        sys.exit(__doc__)
    with Topology(users, **options) as t:
        return subprocess.call(rest[1:], env=dict(os.environ,
                                                  **t.environment()))


if __name__ == "__main__":
    sys.exit(main(sys.argv))
