# SPDX-License-Identifier: MIT
"""A private Postfix for tests."""

import contextlib
import os
import shutil
import signal
import time

from server import DOMAIN, HOST, Server, free_port, run


class Postfix(Server):
    """A private Postfix for root; without root, ask for Sink instead. It
    takes mail for DOMAIN, from who logs in for all, and hands it to `store`.
    known: other recipients than these users are refused."""

    name = "postfix"

    MAIN = """
compatibility_level = 3.6
queue_directory = {dir}/queue
data_directory = {dir}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.example.org
mydomain = example.org
mydestination =
mynetworks =
alias_maps =
alias_database =
local_recipient_maps =
virtual_mailbox_domains = example.org
virtual_mailbox_maps = {known}
{transport}
default_transport = {default}
recipient_delimiter = +
smtpd_tls_cert_file = {cert}
smtpd_tls_key_file = {key}
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
{sasl}
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_client_connection_count_limit = 0
smtpd_client_message_rate_limit = 0
smtpd_peername_lookup = no
lmtp_destination_concurrency_limit = 4
in_flow_delay = 0
minimal_backoff_time = 2s
maximal_backoff_time = 4s
queue_run_delay = 2s
transport_retry_time = 2s
maillog_file = {dir}/log
maillog_file_prefixes = {dir}
"""
    MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
tlsmgr    unix - - n 1000? 1 tlsmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
verify    unix - - n - 1 verify
flush     unix n - n 1000? 0 flush
proxymap  unix - - n - - proxymap
smtp      unix - - n - - smtp
error     unix - - n - - error
retry     unix - - n - - error
discard   unix - - n - - discard
lmtp      unix - - n - - lmtp
anvil     unix - - n - 1 anvil
scache    unix - - n - 1 scache
postlog   unix-dgram n - n - 1 postlogd
"""

    def __init__(self, directory, certs, store, known=None, relay_port=None):
        """relay_port: where mail for other domains goes; else it fails."""
        super().__init__(directory, certs)
        self.store, self.known, self.relay = store, known, relay_port
        self.port = free_port()
        self.ports = (self.port,)

    def _transport(self):
        if self.store.lmtp_port:
            return f"virtual_transport = lmtp:inet:{HOST}:" \
                f"{self.store.lmtp_port}"
        return f"""virtual_transport = virtual
virtual_mailbox_base = {self.store.maildirs}
virtual_minimum_uid = 1
virtual_uid_maps = static:{self.store.owner}
virtual_gid_maps = static:{self.store.owner}"""

    def _sasl(self):
        """Dovecot is asked itself; else a copy of the store's passwords."""
        if hasattr(self.store, "sasl_port"):
            return "smtpd_sasl_type = dovecot\n" \
                f"smtpd_sasl_path = inet:{HOST}:{self.store.sasl_port}"
        self.write("sasl/smtpd.conf", "pwcheck_method: auxprop\n"
                   "auxprop_plugin: sasldb\nmech_list: PLAIN LOGIN\n"
                   f"sasldb_path: {self.store.sasldb}\n")
        return "smtpd_sasl_type = cyrus\n" \
            f"cyrus_sasl_config_path = {self.dir}/sasl\n" \
            f"smtpd_sasl_local_domain = {DOMAIN}"

    def configure(self):
        for name in ("queue", "data"):
            os.mkdir(os.path.join(self.dir, name))
        shutil.chown(os.path.join(self.dir, "data"), "postfix", "postfix")
        known = "static:ok" if self.known is None else "inline:{ %s }" % \
            ", ".join(f"{{ {u}@{DOMAIN} = {u}/Maildir/ }}"
                      for u in self.known)
        self.write("main.cf", self.MAIN.format(
            dir=self.dir, known=known, transport=self._transport(),
            sasl=self._sasl(), cert=self.certs.good[0],
            key=self.certs.good[1],
            default=f"smtp:[{HOST}]:{self.relay}" if self.relay else
            "error:this is a test"))
        self.write("master.cf", self.MASTER.format(port=self.port))
        run("postfix", "-c", self.dir, "check")

    def command(self):
        return ["/usr/lib/postfix/sbin/master", "-c", self.dir, "-d"]

    def waiting(self):
        """Where mails are that it has not passed on, a word for each."""
        return [box for box in ("maildrop", "incoming", "active", "deferred")
                for _, _, files in os.walk(os.path.join(self.dir, "queue",
                                                        box))
                for _ in files]

    def settle(self, limit=30):
        """Until the queue is empty: nothing is on its way."""
        end = time.monotonic() + limit
        empty = 0                    # a report is written behind our back
        while time.monotonic() < end:
            empty = 0 if self.waiting() else empty + 1
            if empty == 2:
                return
            time.sleep(0.01)
        raise AssertionError("mail stays in the queue:\n"
                             + self.log()[-2000:])

    def hold(self, on):
        """While it is held it takes mail and passes on none: its queue
        manager stands still."""
        for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
            with contextlib.suppress(OSError):
                if os.getsid(pid) == self.process.pid:
                    with open(f"/proc/{pid}/comm", encoding="ascii") as f:
                        if f.read().strip() == "qmgr":
                            os.kill(pid, signal.SIGSTOP if on
                                    else signal.SIGCONT)
                            return
        raise RuntimeError("no queue manager of ours")
