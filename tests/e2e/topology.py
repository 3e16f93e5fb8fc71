# SPDX-License-Identifier: MIT
"""Private mail servers for tests: python3's standard library and Debian only.

    with Topology(users=["games", "anna", "bruno"]) as t:
        t.dovecot.deliver("games", message_bytes)        # over LMTP
        t.dovecot.imaps_port, t.ca_file                  # IMAP over TLS
        imap = t.dovecot.imap("anna")                    # an imaplib client
        t.sink.port                                      # plain SMTP, recorded
    # all servers are gone, the directory too

A Topology is a temporary directory, certificates made with openssl, one
private Dovecot and, as asked for, a Sink or a Postfix. Everything listens on
high ports of 127.0.0.1 and is stopped by the test that started it, also when
the test fails. Nothing outside the directory is written, no system service
is touched.

    Certs     an authority and certificates, good ones and bad ones
    Dovecot   IMAP (TLS at once and STARTTLS), LMTP, submission. Runs as the
              test's user, or as `nobody` when the test is root (Dovecot
              serves no mail to root). Users log in with PASSWORD; XOAUTH2
              with token(user). Any detail is accepted: games+x@… is games.
    Sink      an SMTP server of a few lines that records what it gets, can
              pass it on to Dovecot by LMTP, and answers as it is told
    Postfix   a real MTA, only for root: accepts mail for DOMAIN (and, with
              SASL, for all), delivers by LMTP into Dovecot

Run as a program with a command behind it, it starts a Topology, puts what is
needed into the environment (PQ_DIR, PQ_CA, PQ_IMAPS, PQ_IMAP, PQ_LMTP,
PQ_PASSWORD) and runs the command:

    tests/e2e/topology.py --users games,anna -- sh -c 'echo $PQ_IMAPS'
"""

import base64
import contextlib
import ctypes
import hashlib
import hmac
import imaplib
import json
import os
import pwd
import shutil
import signal
import smtplib
import socket
import socketserver
import ssl
import subprocess
import sys
import tempfile
import threading
import time

HOST = "127.0.0.1"
DOMAIN = "example.org"
PASSWORD = "correct horse"
OAUTH_KEY = b"a key of the test, shared with Dovecot"


def free_port():
    """A port nobody listens on now."""
    with socket.socket() as s:
        s.bind((HOST, 0))
        return s.getsockname()[1]


def wait_for_port(port, seconds=10.0, alive=lambda: True):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            socket.create_connection((HOST, port), 1).close()
            return
        if not alive():
            break
        time.sleep(0.01)
    raise RuntimeError(f"nothing listens on port {port}")


def run(*argv, **kw):
    done = subprocess.run(argv, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, **kw)
    if done.returncode != 0:
        raise RuntimeError(f"{argv}: {done.stdout.decode(errors='replace')}")
    return done.stdout


class Certs:
    """Certificates, by `openssl ca`, which lets us choose the times."""

    CONFIG = """
[ca]
default_ca = own
[own]
database = {dir}/index
serial = {dir}/serial
new_certs_dir = {dir}
default_md = sha256
policy = any
unique_subject = no
copy_extensions = none
[any]
commonName = supplied
[req]
distinguished_name = name
[name]
"""

    def __init__(self, directory):
        self.dir = os.path.join(directory, "certs")
        os.mkdir(self.dir)
        self._write("index", "")
        self._write("serial", "1000\n")
        self._write("conf", self.CONFIG.format(dir=self.dir))
        self.ca = self.authority("ca")
        self.good = self.cert("good", self.ca)

    def _write(self, name, text):
        with open(os.path.join(self.dir, name), "w", encoding="ascii") as f:
            f.write(text)
        return os.path.join(self.dir, name)

    def _request(self, name, common):
        key, csr = (os.path.join(self.dir, name + x) for x in (".key", ".csr"))
        run("openssl", "req", "-new", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", csr,
            "-config", os.path.join(self.dir, "conf"), "-subj", "/CN=" + common)
        return key, csr

    def _sign(self, name, common, issuer, extensions, start, end):
        key, csr = self._request(name, common)
        pem = os.path.join(self.dir, name + ".pem")
        ext = self._write(name + ".ext", extensions)
        who = ["-selfsign", "-keyfile", key] if issuer is None else \
            ["-cert", issuer[0], "-keyfile", issuer[1]]
        run("openssl", "ca", "-batch", "-notext", "-config",
            os.path.join(self.dir, "conf"), "-in", csr, "-out", pem,
            "-extfile", ext, "-startdate", start, "-enddate", end, *who)
        return pem, key

    @staticmethod
    def date(days):
        return time.strftime("%Y%m%d%H%M%SZ",
                             time.gmtime(time.time() + days * 86400))

    def authority(self, name, issuer=None, ca="TRUE"):
        """(pem, key) of an authority, its own or below another one."""
        ext = f"basicConstraints = critical,CA:{ca}\n"
        if ca == "TRUE":
            ext += "keyUsage = critical,keyCertSign,cRLSign\n"
        return self._sign(name, "Test " + name, issuer, ext, self.date(-2),
                          self.date(30))

    def cert(self, name, issuer, hosts="DNS:localhost,IP:127.0.0.1",
             usage="serverAuth", days=(-1, 30), chain=()):
        """(pem, key) of a server's certificate; chain: authorities to send
        along. issuer None: it is signed by itself."""
        ext = ("basicConstraints = critical,CA:FALSE\n"
               "keyUsage = critical,digitalSignature\n"
               f"extendedKeyUsage = {usage}\nsubjectAltName = {hosts}\n")
        pem, key = self._sign(name, name, issuer, ext, self.date(days[0]),
                              self.date(days[1]))
        with open(pem, "ab") as out:
            for above in chain:
                with open(above[0], "rb") as more:
                    out.write(more.read())
        return pem, key


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


class Dovecot:
    """One private Dovecot, without any right or file of the machine's own."""

    CONFIG = """
base_dir = {dir}/run
state_dir = {dir}/state
instance_name = paquebot-test
log_path = {dir}/log
mail_home = {dir}/mail/%Ln
mail_location = maildir:~/Maildir
{extra}
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

    def __init__(self, directory, certs, users, relay_port=None, extra="",
                 known=False):
        """relay_port: an SMTP server behind submission. extra: lines for the
        configuration. known: mail to others than the users is refused."""
        self.known = known
        self.dir = os.path.join(directory, "dovecot")
        self.certs, self.users = certs, list(users)
        self.imaps_port, self.imap_port, self.lmtp_port, self.sasl_port, \
            self.submission_port = (free_port() for _ in range(5))
        self.relay_port, self.extra, self.process = relay_port, extra, None
        name = "nobody" if os.getuid() == 0 else \
            pwd.getpwuid(os.getuid()).pw_name
        self.account = pwd.getpwnam(name)

    def _configure(self):
        import grp
        os.makedirs(os.path.join(self.dir, "mail"), exist_ok=True)
        where = {"dir": self.dir, "uid": self.account.pw_uid,
                 "gid": self.account.pw_gid}
        config = self.CONFIG.format(
            userdb=(self.KNOWN if self.known else self.ALL).format(**where),
            dir=self.dir, cert=self.certs.good[0], key=self.certs.good[1],
            user=self.account.pw_name, extra=self.extra,
            group=grp.getgrgid(self.account.pw_gid).gr_name,
            more=" submission" if self.relay_port else "",
            imap_port=self.imap_port, imaps_port=self.imaps_port,
            lmtp_port=self.lmtp_port, sasl_port=self.sasl_port)
        if self.relay_port:
            config += self.SUBMISSION.format(relay=self.relay_port,
                                             port=self.submission_port)
        key = base64.b64encode(OAUTH_KEY).decode()
        texts = {"conf": config, "log": "",
                 "users": self._users(self.users),
                 "oauth2.conf": "introspection_mode = local\n"
                 f"local_validation_key_dict = fs:posix:prefix={self.dir}/keys/"
                 "\nusername_attribute = sub\n"
                 "username_format = %Ln\n"}
        os.makedirs(os.path.join(self.dir, "keys/default/HS256"), exist_ok=True)
        with open(os.path.join(self.dir, "keys/default/HS256/default"), "w",
                  encoding="ascii") as f:
            f.write(key)
        for name, text in texts.items():
            with open(os.path.join(self.dir, name), "w", encoding="utf-8") as f:
                f.write(text)
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

    def start(self):
        self._configure()
        as_user = {"user": self.account.pw_uid, "group": self.account.pw_gid,
                   "extra_groups": []} if os.getuid() == 0 else {}
        with open(os.path.join(self.dir, "stderr"), "wb") as err:
            self.process = subprocess.Popen(
                ["dovecot", "-F", "-c", os.path.join(self.dir, "conf")],
                stdin=subprocess.DEVNULL, stdout=err, stderr=err,
                start_new_session=True, **as_user)
        try:
            wait_for_port(self.imaps_port,
                          alive=lambda: self.process.poll() is None)
        except RuntimeError as failure:
            self.stop()
            raise RuntimeError(self.log()) from failure
        return self

    def log(self):
        text = ""
        for name in ("stderr", "log"):
            with open(os.path.join(self.dir, name), encoding="utf-8",
                      errors="replace") as f:
                text += f.read()
        return text

    def stop(self):
        """QUIT ends the master at once; its children are ended with it."""
        if self.process is None:
            return
        self.process.send_signal(signal.SIGQUIT)
        try:
            self.process.wait(3)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        end_session(self.process.pid)
        self.process = None
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(os.path.join(self.dir, "run"))

    def deliver(self, user, *messages, sender="sender@example.net"):
        """Puts messages (bytes) into the user's mailbox, by LMTP."""
        with smtplib.LMTP(HOST, self.lmtp_port) as lmtp:
            for message in messages:
                lmtp.sendmail(sender, [f"{user}@{DOMAIN}"], message)

    def imap(self, user, folder="INBOX"):
        """A logged-in imaplib client, to look at a mailbox from outside."""
        context = ssl.create_default_context(cafile=self.certs.ca[0])
        client = imaplib.IMAP4_SSL(HOST, self.imaps_port, ssl_context=context)
        client.login(user, PASSWORD)
        if folder is not None:
            client.select(folder)
        return client

    def count(self, user, folder="INBOX"):
        """How many messages are in a folder; 0 if it does not exist."""
        client = self.imap(user, None)
        try:
            kind, data = client.select(folder, readonly=True)
            return int(data[0]) if kind == "OK" else 0
        finally:
            client.logout()

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


def adopt_orphans():
    """Makes this process the parent of what servers leave behind, so that it
    can be ended and reaped here (PR_SET_CHILD_SUBREAPER)."""
    ctypes.CDLL(None, use_errno=True).prctl(36, 1, 0, 0, 0)


def end_session(sid):
    """Kills and reaps all processes of a server's session."""
    end = time.monotonic() + 3
    while time.monotonic() < end:
        found = 0
        for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
            with contextlib.suppress(OSError):
                if os.getsid(pid) == sid:
                    found += 1
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, os.WNOHANG)
        if not found:
            return
        time.sleep(0.005)


class Sink:
    """An SMTP server that records mails: self.mails is a list of (sender,
    [recipients], bytes). With `dovecot` each mail also goes on by LMTP to the
    local part of its recipients. answer(stage, argument) may return a reply
    ("451 later") instead of the usual one; stages: connect helo mail rcpt
    data dot. None drops the connection."""

    def __init__(self, dovecot=None, answer=None):
        sink = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                with contextlib.suppress(OSError):
                    sink._serve(self)

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = True
            daemon_threads = True
            request_queue_size = 64

        self.dovecot, self.answer, self.mails = dovecot, answer, []
        self.held = None             # a list: mails wait there, see hold
        self.lock = threading.Lock()
        self.server = Server((HOST, 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever,
                         kwargs={"poll_interval": 0.05}, daemon=True).start()

    def _reply(self, handler, stage, argument, usual):
        text = usual
        if self.answer is not None:
            text = self.answer(stage, argument) or usual
        handler.wfile.write(text.encode() + b"\r\n")
        return text.startswith(("2", "3"))

    def _serve(self, handler):
        sender, to = None, []
        if not self._reply(handler, "connect", "", "220 sink ESMTP"):
            return
        while True:
            line = handler.rfile.readline(4096).decode("latin-1").rstrip("\r\n")
            verb, _, rest = line.partition(" ")
            verb = verb.upper()
            if verb in ("", "QUIT"):
                if verb:
                    handler.wfile.write(b"221 bye\r\n")
                return
            if verb in ("EHLO", "HELO"):
                self._reply(handler, "helo", rest, "250-sink\r\n"
                            "250-PIPELINING\r\n250 8BITMIME"
                            if verb == "EHLO" else "250 sink")
            elif verb == "MAIL":
                if self._reply(handler, "mail", rest, "250 ok"):
                    sender, to = address(rest), []
            elif verb == "RCPT":
                if self._reply(handler, "rcpt", rest, "250 ok"):
                    to.append(address(rest))
            elif verb == "DATA":
                self._data(handler, sender, to)
            elif verb in ("RSET", "NOOP"):
                handler.wfile.write(b"250 ok\r\n")
            else:
                handler.wfile.write(b"502 what\r\n")

    def _data(self, handler, sender, to):
        if not to:
            handler.wfile.write(b"503 no recipient\r\n")
            return
        if not self._reply(handler, "data", "", "354 go on"):
            return
        lines = []
        while (line := handler.rfile.readline(1 << 20)) not in (b".\r\n", b""):
            lines.append(line[1:] if line.startswith(b".") else line)
        if not line:
            return
        mail = (sender, list(to), b"".join(lines))
        if self._reply(handler, "dot", mail, "250 taken"):
            with self.lock:
                self.mails.append(mail)
            if self.dovecot is not None:
                for one in to:
                    if self.held is not None:
                        self.held.append((one, mail))
                    else:
                        self._pass_on(one, mail)

    def hold(self, on):
        """While it is held it takes mail and passes on none."""
        waiting, self.held = self.held, [] if on else None
        for one, mail in waiting or ():
            self._pass_on(one, mail)

    def _pass_on(self, to, mail):
        """Into the mailbox; a refusal goes back to the envelope sender, as
        an MTA sends it (RFC 3464)."""
        user = to.split("@")[0].split("+")[0]
        try:
            self.dovecot.deliver(user, mail[2], sender=mail[0] or "")
        except smtplib.SMTPRecipientsRefused:
            if mail[0]:
                self.dovecot.deliver(mail[0].split("+")[0], report(
                    mail[0], to).encode(), sender="")

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def report(sender, failed):
    """A delivery report of the plainest kind."""
    return (f"From: MAILER-DAEMON@{DOMAIN}\r\nTo: <{sender}>\r\n"
            "Subject: Undelivered mail\r\nAuto-Submitted: auto-replied\r\n"
            "MIME-Version: 1.0\r\nContent-Type: multipart/report; "
            "report-type=delivery-status; boundary=b\r\n\r\n"
            "--b\r\n\r\nNo such mailbox.\r\n"
            "--b\r\nContent-Type: message/delivery-status\r\n\r\n"
            f"Reporting-MTA: dns; mail.{DOMAIN}\r\n\r\n"
            f"Final-Recipient: rfc822; {failed}\r\nAction: failed\r\n"
            "Status: 5.1.1\r\n\r\n--b--\r\n")


def address(argument):
    return argument[argument.find("<") + 1:argument.find(">")]


class Postfix:
    """A private Postfix for root; without root, ask for Sink instead."""

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
virtual_mailbox_maps = static:ok
virtual_transport = lmtp:inet:127.0.0.1:{lmtp}
default_transport = error:this is a test
recipient_delimiter = +
smtpd_tls_cert_file = {cert}
smtpd_tls_key_file = {key}
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{sasl}
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_client_connection_count_limit = 0
smtpd_client_message_rate_limit = 0
smtpd_peername_lookup = no
lmtp_destination_concurrency_limit = 4
in_flow_delay = 0
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

    def __init__(self, directory, certs, dovecot):
        self.dir = os.path.join(directory, "postfix")
        self.certs, self.dovecot, self.process = certs, dovecot, None
        self.port = free_port()

    def start(self):
        for name in ("", "queue", "data"):
            os.mkdir(os.path.join(self.dir, name))
        shutil.chown(os.path.join(self.dir, "data"), "postfix", "postfix")
        texts = {"main.cf": self.MAIN.format(
            dir=self.dir, lmtp=self.dovecot.lmtp_port,
            sasl=self.dovecot.sasl_port, cert=self.certs.good[0],
            key=self.certs.good[1]), "master.cf":
            self.MASTER.format(port=self.port)}
        for name, text in texts.items():
            with open(os.path.join(self.dir, name), "w", encoding="ascii") as f:
                f.write(text)
        run("postfix", "-c", self.dir, "check")
        with open(os.path.join(self.dir, "stderr"), "wb") as err:
            self.process = subprocess.Popen(
                ["/usr/lib/postfix/sbin/master", "-c", self.dir, "-d"],
                stdin=subprocess.DEVNULL, stdout=err, stderr=err,
                start_new_session=True)
        wait_for_port(self.port, alive=lambda: self.process.poll() is None)
        return self

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

    def log(self):
        with contextlib.suppress(FileNotFoundError):
            with open(os.path.join(self.dir, "log"), encoding="utf-8") as f:
                return f.read()
        return ""

    def stop(self):
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(3)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        end_session(self.process.pid)
        self.process = None


class Topology:
    """See the head of this file. sink: record outgoing mail and pass it on to
    Dovecot; postfix: a real MTA (root only)."""

    def __init__(self, users=("games",), sink=False, postfix=False,
                 submission=False, extra="", known=False):
        self.users, self.extra, self.known = users, extra, known
        self.want = (sink or submission, postfix, submission)
        self.dir = self.certs = self.dovecot = self.sink = self.postfix = None

    def __enter__(self):
        adopt_orphans()
        self.dir = os.path.realpath(tempfile.mkdtemp(prefix="pq-"))
        os.chmod(self.dir, 0o755)
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _start(self):
        self.certs = Certs(self.dir)
        self.ca_file = self.certs.ca[0]
        if self.want[0]:
            self.sink = Sink()
        self.dovecot = Dovecot(self.dir, self.certs, self.users,
                               self.sink.port if self.want[2] else None,
                               self.extra, self.known).start()
        if self.sink is not None:
            self.sink.dovecot = self.dovecot
        if self.want[1]:
            self.postfix = Postfix(self.dir, self.certs, self.dovecot).start()

    def __exit__(self, *_):
        for server in (self.postfix, self.sink, self.dovecot):
            if server is not None:
                server.stop()
        if os.environ.get("PQ_KEEP"):
            print("kept:", self.dir, file=sys.stderr)
        else:
            shutil.rmtree(self.dir, ignore_errors=True)

    def environment(self):
        d = self.dovecot
        return {"PQ_DIR": self.dir, "PQ_CA": self.ca_file,
                "PQ_IMAPS": str(d.imaps_port), "PQ_IMAP": str(d.imap_port),
                "PQ_LMTP": str(d.lmtp_port), "PQ_PASSWORD": PASSWORD,
                "PQ_SMTP": str(self.postfix.port if self.postfix else
                               self.sink.port if self.sink else 0)}


def main(argv):
    users, rest = ["games"], argv[1:]
    options = {}
    while rest and rest[0] != "--":
        word = rest.pop(0)
        if word == "--users":
            users = rest.pop(0).split(",")
        elif word in ("--sink", "--postfix", "--submission"):
            options[word[2:]] = True
        else:
            sys.exit(__doc__)
    if len(rest) < 2:
        sys.exit(__doc__)
    with Topology(users, **options) as t:
        return subprocess.call(rest[1:], env=dict(os.environ,
                                                  **t.environment()))


if __name__ == "__main__":
    sys.exit(main(sys.argv))
