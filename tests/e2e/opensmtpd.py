# SPDX-License-Identifier: MIT
"""A private OpenSMTPD for tests, for root."""

import os

from server import DOMAIN, HOST, Boxed, free_port


class OpenSmtpd(Boxed):
    """Takes mail from this machine and hands what is for DOMAIN to `store`.
    known: other recipients than these users are refused. Without TLS, and so
    without a login: the OpenSMTPD of Debian 12 (6.8.0p2) keeps its key in a
    process of its own in a way that OpenSSL 3 no longer asks ("missing
    private key" in each handshake, with RSA and ECDSA alike)."""

    name = "opensmtpd"
    login = False
    mounts = {"spool": "var/spool/smtpd"}
    CONF = """
listen on {host} port {port}
action "store" {action} virtual {{ "@" = "vmail" }}
action "elsewhere" relay host "smtp://{host}:{relay}"
match from any for domain "{domain}" {known} action "store"
match from local ! for domain "{domain}" action "elsewhere"
"""

    def __init__(self, directory, certs, store, known=None, relay_port=None):
        super().__init__(directory, certs)
        self.store, self.known, self.relay = store, known, relay_port
        self.port = free_port()
        self.ports = (self.port,)

    def configure(self):
        os.makedirs(os.path.join(self.dir, "spool"))
        os.chmod(os.path.join(self.dir, "spool"), 0o711)
        known = "" if self.known is None else "rcpt-to regex { %s }" % \
            ", ".join(f'"^{u}([+].*)?@"' for u in self.known)
        self.write("smtpd.conf", self.CONF.format(
            host=HOST, port=self.port, relay=self.relay or 9, domain=DOMAIN,
            known=known, action=f'lmtp "{HOST}:{self.store.lmtp_port}"'
            " rcpt-to"))

    def program(self):
        return ["/usr/sbin/smtpd", "-d", "-f", "/srv/smtpd.conf"]
