# SPDX-License-Identifier: MIT
"""A private Cyrus IMAP server for tests, for root."""

import os

from server import (DOMAIN, HOST, PASSWORD, Boxed, ImapServer, free_port, run)


class Cyrus(ImapServer, Boxed):
    """IMAP and LMTP; folders lie below INBOX (no altnamespace), as in the
    years before Cyrus 3. The passwords are in `sasldb`, which another server
    may read."""

    name = "cyrus"
    OWNER = 901                      # of contrib/servers
    CONF = """
configdirectory: /srv/lib
partition-default: /srv/mail
defaultpartition: default
servername: {domain}
admins: nobody-at-all
altnamespace: no
unixhierarchysep: no
allowplaintext: no
autocreate_quota: 0
autocreate_post: yes
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_sasldb_path: /srv/sasldb
sasl_mech_list: PLAIN LOGIN
tls_server_cert: /srv/cert.pem
tls_server_key: /srv/key.pem
lmtpsocket: /srv/run/lmtp
imapidlepoll: 1
notifysocket: /srv/run/notify
proc_path: /srv/run/proc
mboxname_lockpath: /srv/run/lock
"""
    SERVICES = """
START {{
  recover cmd="ctl_cyrusdb -C /srv/imapd.conf -r"
}}
SERVICES {{
  imap cmd="imapd -C /srv/imapd.conf" listen="{host}:{imap}" prefork=1
  imaps cmd="imapd -C /srv/imapd.conf -s" listen="{host}:{imaps}" prefork=1
  lmtp cmd="lmtpd -C /srv/imapd.conf -a" listen="{host}:{lmtp}" prefork=1
}}
"""
    def __init__(self, directory, certs, users):
        super().__init__(directory, certs)
        self.users = users
        self.imap_port, self.imaps_port, self.lmtp_port = (
            free_port() for _ in range(3))
        self.ports = (self.imaps_port, self.lmtp_port)
        self.sasldb = os.path.join(self.dir, "sasldb")

    def configure(self):
        os.chmod(self.dir, 0o755)
        for name in ("lib", "mail", "run", "run/proc", "run/lock"):
            os.mkdir(os.path.join(self.dir, name))
            os.chown(os.path.join(self.dir, name), self.OWNER, self.OWNER)
        self.certificate(self.OWNER)
        self.write("imapd.conf", self.CONF.format(domain=DOMAIN))
        self.write("cyrus.conf", self.SERVICES.format(
            host=HOST, imap=self.imap_port, imaps=self.imaps_port,
            lmtp=self.lmtp_port))
        self.inside("for user in %s; do echo '%s' | saslpasswd2 -p -c -f"
                    " /srv/sasldb -u %s $user; done" % (
                        " ".join(self.users), PASSWORD, DOMAIN))
        os.chmod(self.sasldb, 0o644)

    def inside(self, script):
        run(*self.command_of("sh", "-c", script))

    def program(self):
        return ["/usr/lib/cyrus/bin/master", "-C", "/srv/imapd.conf",
                "-M", "/srv/cyrus.conf"]

    def popen(self):
        """What goes to syslog is to be on standard error too."""
        return {"env": dict(os.environ, CYRUS_VERBOSE="1")}
