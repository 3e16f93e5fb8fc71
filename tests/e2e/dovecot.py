# SPDX-License-Identifier: MIT
"""A private Dovecot for tests."""

import base64
import grp
import hashlib
import hmac
import json
import os
import pwd
import shutil
import signal
import time

from server import PASSWORD, ImapServer, Server, free_port

OAUTH_KEY = b"a key of the test, shared with Dovecot"


def token(user, key=OAUTH_KEY):
    """An access token for XOAUTH2 that this Dovecot believes (HS256)."""
    def part(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=")
    head = part(json.dumps({"alg": "HS256", "typ": "JWT"}).encode())
    now = int(time.time())
    body = part(json.dumps({"sub": user, "email": user, "iat": now - 10,
                            "exp": now + 3600}).encode())
    mac = hmac.new(key, head + b"." + body, hashlib.sha256).digest()
    return (head + b"." + body + b"." + part(mac)).decode()


class Dovecot(ImapServer, Server):
    """One private Dovecot, without any right or file of the machine's own:
    IMAP, LMTP, submission. Runs as the test's user, or as `nobody` when the
    test is root (Dovecot serves no mail to root). Users log in with PASSWORD;
    XOAUTH2 with token(user). Any detail is accepted: games+x@... is games."""

    name = "dovecot"
    QUICK = signal.SIGQUIT           # ends the master at once

    CONFIG = """
base_dir = {dir}/run
state_dir = {dir}/state
instance_name = paquebot-test
log_path = {dir}/log
mail_home = {dir}/mail/%Ln
mail_location = maildir:~/Maildir
protocols = imap lmtp{more}
listen = 127.0.0.1
ssl = required
ssl_cert = <{cert}
ssl_key = <{key}
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
auth_username_format = %Ln
auth_failure_delay = 0
auth_mechanisms = plain login xoauth2
mail_fsync = never
recipient_delimiter = +
maildir_very_dirty_syncs = yes
mail_max_userip_connections = 100
mailbox_idle_check_interval = 1 s
lmtp_rcpt_check_quota = no
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%Ln {dir}/users
  mechanisms = plain login
}}
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {dir}/oauth2.conf
}}
userdb {{
  {userdb}
}}
service anvil {{
  chroot =
  # A wrong password costs no time.
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
service imap-login {{
  chroot =
  process_min_avail = 1
  inet_listener imap {{
    port = {imap_port}
  }}
  inet_listener imaps {{
    port = {imaps_port}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp_port}
  }}
}}
service auth {{
  inet_listener sasl {{
    address = 127.0.0.1
    port = {sasl_port}
  }}
}}
"""
    # Mail to whoever it may be, or only to those in the file of users, which
    # is read again when it has changed.
    ALL = "driver = static\n  args = uid={uid} gid={gid} " \
        "home={dir}/mail/%Ln allow_all_users=yes"
    KNOWN = "driver = passwd-file\n  args = username_format=%Ln {dir}/users"
    SUBMISSION = """
submission_relay_host = 127.0.0.1
submission_relay_port = {relay}
service submission-login {{
  chroot =
  inet_listener submission {{
    port = {port}
  }}
}}
"""

    # A certificate is asked for; one of our authority lets in whom it names.
    EXTERNAL = """
ssl_ca = <{ca}
ssl_require_crl = no
ssl_verify_client_cert = yes
auth_ssl_username_from_cert = yes
auth_mechanisms = plain external
passdb {{
  driver = static
  args = nopassword
  mechanisms = external
}}
"""

    def __init__(self, directory, certs, users, relay_port=None,
                 external=False, known=False):
        """relay_port: an SMTP server behind submission. external: users log
        in with a certificate too. known: mail to others than the users is
        refused."""
        super().__init__(directory, certs)
        self.known, self.users = known, list(users)
        self.imaps_port, self.imap_port, self.lmtp_port, self.sasl_port, \
            self.submission_port = (free_port() for _ in range(5))
        self.ports = (self.imaps_port,)
        self.relay_port, self.external = relay_port, external
        name = "nobody" if os.getuid() == 0 else \
            pwd.getpwuid(os.getuid()).pw_name
        self.account = pwd.getpwnam(name)

    def configure(self):
        where = {"dir": self.dir, "uid": self.account.pw_uid,
                 "gid": self.account.pw_gid}
        config = self.CONFIG.format(
            userdb=(self.KNOWN if self.known else self.ALL).format(**where),
            dir=self.dir, cert=self.certs.good[0], key=self.certs.good[1],
            user=self.account.pw_name,
            group=grp.getgrgid(self.account.pw_gid).gr_name,
            more=" submission" if self.relay_port else "",
            imap_port=self.imap_port, imaps_port=self.imaps_port,
            lmtp_port=self.lmtp_port, sasl_port=self.sasl_port)
        if self.relay_port:
            config += self.SUBMISSION.format(relay=self.relay_port,
                                             port=self.submission_port)
        if self.external:
            config += self.EXTERNAL.format(ca=self.certs.ca[0])
        os.makedirs(os.path.join(self.dir, "mail"), exist_ok=True)
        self.write("conf", config)
        self.write("log", "")
        self.write("users", self._users(self.users))
        self.write("oauth2.conf", "introspection_mode = local\n"
                   f"local_validation_key_dict = fs:posix:prefix={self.dir}/"
                   "keys/\nusername_attribute = sub\nusername_format = %Ln\n")
        self.write("keys/default/HS256/default",
                   base64.b64encode(OAUTH_KEY).decode())
        if os.getuid() == 0:
            for root, _, files in os.walk(self.dir):
                for path in [root] + [os.path.join(root, f) for f in files]:
                    os.chown(path, self.account.pw_uid, self.account.pw_gid)
            os.chmod(self.certs.good[1], 0o644)

    def _users(self, names):
        where = (f"{self.account.pw_uid}:{self.account.pw_gid}::"
                 f"{self.dir}/mail")
        return "".join(f"{u}:{{PLAIN}}{PASSWORD}:{where}/{u}::\n"
                       for u in names)

    def forget(self, *gone):
        """These users have no mailbox any more, all others have (known).
        Dovecot looks at the file once in a second."""
        path = os.path.join(self.dir, "users")
        with open(path + ".new", "w", encoding="ascii") as f:
            f.write(self._users(u for u in self.users if u not in gone))
        os.chmod(path + ".new", 0o644)
        os.rename(path + ".new", path)
        time.sleep(1.1)

    def command(self):
        return ["dovecot", "-F", "-c", os.path.join(self.dir, "conf")]

    def popen(self):
        return {"user": self.account.pw_uid, "group": self.account.pw_gid,
                "extra_groups": []} if os.getuid() == 0 else {}

    def stop(self):
        super().stop()
        shutil.rmtree(os.path.join(self.dir, "run"), ignore_errors=True)

    def renumber(self, user, validity):
        """Gives INBOX another UIDVALIDITY, as a restored mailbox gets."""
        home = os.path.join(self.dir, "mail", user, "Maildir")
        path = os.path.join(home, "dovecot-uidlist")
        with open(path, encoding="ascii") as f:
            head, *rest = f.read().split("\n")
        words = [w if w[0] != "V" else f"V{validity}" for w in head.split()]
        with open(path, "w", encoding="ascii") as f:
            f.write("\n".join([" ".join(words)] + rest))
        for name in os.listdir(home):
            if name.startswith("dovecot.index"):
                os.remove(os.path.join(home, name))
