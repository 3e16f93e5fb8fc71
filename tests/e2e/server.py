# SPDX-License-Identifier: MIT
"""What the private servers of the tests have in common.

    Server      a directory of its own below the test's, a program, ports
    Boxed       a Server whose programs lie in a root of their own, because
                Debian does not let them stand beside the others: see
                contrib/servers, which unpacks them
    ImapServer  what can be asked of a server that keeps mailboxes

Everything listens on high ports of 127.0.0.1 and ends with stop().
"""

import contextlib
import ctypes
import imaplib
import os
import random
import shutil
import signal
import smtplib
import socket
import ssl
import subprocess
import time

HOST = "127.0.0.1"
DOMAIN = "example.org"
PASSWORD = "correct horse"
ROOTS = "/usr/local/share/paquebot-tests/servers"


# Below those that the kernel gives to who connects (32768 and on).
PORTS = range(10000, 32000)
_claims = []


def free_port():
    """A port that nobody listens on now, and that free_port gives to nobody
    else, in any process, as long as this one lives: a name in the abstract
    namespace of sockets (unix(7)) says that it is taken."""
    while True:
        port = random.choice(PORTS)
        claim = socket.socket(socket.AF_UNIX)
        with contextlib.suppress(OSError), socket.socket() as s:
            claim.bind(f"\0paquebot-tests-port-{port}")
            s.bind((HOST, port))
            _claims.append(claim)
            return port
        claim.close()


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


class Server:
    """configure() writes what the program reads, command() is what runs; the
    server is there when each of `ports` answers. QUICK is the signal that
    ends it without ado."""

    name = None
    ports = ()
    logs = ("stderr", "log")
    login = True                     # an MTA asks for TLS and a password
    QUICK = signal.SIGTERM

    def __init__(self, directory, certs):
        self.dir = os.path.join(directory, self.name)
        self.certs, self.process = certs, None

    def write(self, name, text, mode=0o644):
        path = os.path.join(self.dir, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        os.chmod(path, mode)
        return path

    def start(self):
        os.makedirs(self.dir, exist_ok=True)
        self.configure()
        with open(os.path.join(self.dir, "stderr"), "wb") as err:
            self.process = subprocess.Popen(
                self.command(), stdin=subprocess.DEVNULL, stdout=err,
                stderr=err, start_new_session=True, **self.popen())
        try:
            for port in self.ports:
                wait_for_port(port, alive=lambda: self.process.poll() is None)
        except RuntimeError as failure:
            self.stop()
            raise RuntimeError(self.log()) from failure
        return self

    def popen(self):
        """Of Popen: as whom the program runs, and in what environment."""
        return {}

    def log(self):
        text = ""
        for name in self.logs:
            with contextlib.suppress(FileNotFoundError):
                with open(os.path.join(self.dir, name), encoding="utf-8",
                          errors="replace") as f:
                    text += f.read()
        return text

    def stop(self):
        """Its children are ended with it."""
        if self.process is None:
            return
        self.process.send_signal(self.QUICK)
        try:
            self.process.wait(3)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        end_session(self.process.pid)
        self.process = None


class Boxed(Server):
    """For root. The program sees the unpacked root ROOTS/<name>, this server's
    directory in it as /srv, and no process but its own; it and all that it
    started end together. `mounts` are directories, /srv's own or others, that
    are to be elsewhere in the root: {"spool": "var/spool/smtpd"}."""

    mounts = {}
    QUICK = signal.SIGKILL           # --kill-child does the rest
    SCRIPT = """set -e
root=$1; own=$2; shift 2
mount --bind "$own" "$root/srv"
mount --bind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -t tmpfs run "$root/run"
mount -t tmpfs tmp "$root/tmp"
cd "$own"
while [ "$1" != -- ]; do mount --bind "$1" "$root/$2"; shift 2; done
shift; exec chroot "$root" "$@"
"""

    def command(self):
        return self.command_of(*self.program())

    def command_of(self, *program):
        root = os.path.join(ROOTS, self.name)
        if not os.path.isdir(root):
            raise RuntimeError(f"no {root}: run contrib/setup --servers")
        where = []
        for own, there in self.mounts.items():
            os.makedirs(os.path.join(self.dir, own), exist_ok=True)
            where += [own, there]
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child",
                "sh", "-c", self.SCRIPT, "sh", root, self.dir, *where, "--",
                *program]

    def certificate(self, owner=0, together=False):
        """The server's certificate and key in /srv, as it wants them."""
        pem, key = (open(p, encoding="ascii").read() for p in self.certs.good)
        self.write("cert.pem", key + pem if together else pem,
                   0o600 if together else 0o644)
        self.write("key.pem", key, 0o600)
        for name in ("cert.pem", "key.pem"):
            os.chown(os.path.join(self.dir, name), owner, owner)


class ImapServer:
    """A server that keeps mailboxes: imap_port (STARTTLS), imaps_port (TLS),
    and mail comes in over LMTP (lmtp_port) or, where that is None, is put
    into the Maildirs <maildirs>/<user>/Maildir by the account `owner`."""

    lmtp_port = maildirs = owner = None

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


def remove(path):
    with contextlib.suppress(FileNotFoundError):
        shutil.rmtree(path)
