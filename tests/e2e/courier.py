# SPDX-License-Identifier: MIT
"""A private Courier IMAP server for tests, for root."""

import crypt
import os
import shutil
import time

from server import HOST, PASSWORD, ROOTS, Boxed, ImapServer, free_port


class Courier(ImapServer, Boxed):
    """IMAP over Maildirs, which an MTA fills; folders lie below INBOX. The
    users are in Courier's own database (userdb)."""

    name = "courier"
    lmtp_port = None
    owner = 902                      # of contrib/servers
    # Debian's own start script, but for the logger, which wants syslog.
    RUN = """set -e
mkdir -p /run/courier/authdaemon
makeuserdb
/usr/lib/courier/courier-authlib/authdaemond &
set -a
. /etc/courier/imapd
. /etc/courier/imapd-ssl
IMAP_IDLE_TIMEOUT=1                  # seconds from look to look, usually 60
IMAP_TLS=1 TLS_CERTFILE=/srv/cert.pem TLS_CACHEFILE= TLS_DHPARAMS=
exec /usr/sbin/couriertcpd -address={host} -maxprocs=100 -maxperip=100 \\
    -nodnslookup -noidentlookup {port} /usr/bin/couriertls -server -tcpd \\
    /usr/lib/courier/courier/imaplogin /usr/bin/imapd Maildir
"""

    def __init__(self, directory, certs, users):
        super().__init__(directory, certs)
        self.users = users
        self.imaps_port = self.imap_port = free_port()
        self.ports = (self.imaps_port,)
        self.maildirs = os.path.join(self.dir, "mail")
        self.mounts = {"etc": "etc/courier"}
        self.serial = 0

    def configure(self):
        shutil.copytree(os.path.join(ROOTS, self.name, "etc/courier"),
                        os.path.join(self.dir, "etc"))
        self.write("etc/authdaemonrc", 'authmodulelist="authuserdb"\n'
                   'daemons=5\nauthdaemonvar=/run/courier/authdaemon\n'
                   'DEBUG_LOGIN=1\nDEFAULTOPTIONS=""\nLOGGEROPTS=""\n')
        self.write("etc/userdb", "".join(
            f"{u}\tuid={self.owner}|gid={self.owner}|home=/srv/mail/{u}|"
            f"shell=/bin/sh|systempw={crypt.crypt(PASSWORD)}\n"
            for u in self.users), 0o600)
        for user in self.users:
            for box in ("", "/tmp", "/new", "/cur"):
                os.makedirs(f"{self.maildirs}/{user}/Maildir{box}")
        for top, _, _ in os.walk(self.maildirs):
            os.chown(top, self.owner, self.owner)
        self.certificate(together=True)

    def program(self):
        return ["sh", "-c", self.RUN.format(host=HOST, port=self.imaps_port)]

    def deliver(self, user, *messages, sender="sender@example.net"):
        """Puts messages into the user's Maildir, as a local delivery does."""
        inbox = os.path.join(self.maildirs, user, "Maildir")
        for message in messages:
            self.serial += 1
            name = f"{time.time()}.{self.serial}.test"
            path = os.path.join(inbox, "tmp", name)
            with open(path, "wb") as f:
                f.write(f"Return-Path: <{sender}>\n".encode()
                        + message.replace(b"\r\n", b"\n"))
            os.chown(path, self.owner, self.owner)
            os.rename(path, os.path.join(inbox, "new", name))
