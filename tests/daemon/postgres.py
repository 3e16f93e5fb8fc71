# SPDX-License-Identifier: MIT
"""Servers of PostgreSQL of a test's own, of which one may follow another. Each
listens at a socket in its directory, and of a port that it is given at that of
127.0.0.1."""
import os
import shutil
import signal
import subprocess

from waiting import wait_for

BIN = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True,
                     check=True).stdout.strip()
# The server refuses root, and ends with us.
AS = ["setpriv", "--pdeathsig", "QUIT"] + (
    ["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]
    if os.getuid() == 0 else [])
PORT = 5432                     # a part of the socket's name
SETTINGS = """
listen_addresses = '{addresses}'
port = {port}
unix_socket_directories = '{dir}'
fsync = off
shared_buffers = 16MB
max_connections = 20
wal_level = replica
synchronous_standby_names = '{names}'
"""


class Server:
    def __init__(self, place, name, port=None):
        self.dir = os.path.join(place, name)
        self.addresses = "127.0.0.1" if port else ""
        self.port = port or PORT
        os.makedirs(self.dir)
        if os.getuid() == 0:
            shutil.chown(self.dir, "postgres")
        self.process = None

    def run(self, *words):
        done = subprocess.run(AS + [os.path.join(BIN, words[0]), *words[1:]],
                              capture_output=True, text=True, cwd="/",
                              check=False)
        assert done.returncode == 0, (words, done.stdout, done.stderr)

    def settle(self, names):
        with open(f"{self.dir}/data/postgresql.conf", "a",
                  encoding="ascii") as f:
            f.write(SETTINGS.format(dir=self.dir, names=names, port=self.port,
                                    addresses=self.addresses))

    def make(self):
        self.run("initdb", f"--pgdata={self.dir}/data", "--username=paquebot",
                 "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8",
                 "--no-sync")
        self.settle("")

    def follow(self, other):
        self.run("pg_basebackup", f"--pgdata={self.dir}/data", "--write-"
                 "recovery-conf", "--checkpoint=fast", "--no-sync",
                 f"--dbname=host={other.dir} port={other.port} user=paquebot "
                 "dbname=postgres")
        self.settle("")

    def start(self):
        with open(f"{self.dir}/log", "a", encoding="ascii") as log:
            self.process = subprocess.Popen(
                AS + [f"{BIN}/postgres", "-D", f"{self.dir}/data"],
                stdout=log, stderr=log, cwd="/")
        wait_for(lambda: self.ask("SELECT 1") == "1", "the server's start")

    def stop(self, how=signal.SIGINT):
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
        self.process = None

    def ask(self, text):
        done = subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-h", self.dir, "-p",
             str(self.port), "-U", "paquebot", "-d", "postgres", "-c", text], capture_output=True, text=True,
            check=False)
        return done.stdout.strip() if done.returncode == 0 else None

    def children(self):
        done = subprocess.run(["pgrep", "-P", str(self.process.pid)],
                              capture_output=True, text=True, check=False)
        return [int(pid) for pid in done.stdout.split()]

    def crash(self):
        """As if the power was off: no process of it does anything more."""
        self.process.send_signal(signal.SIGSTOP)
        for pid in self.children():
            os.kill(pid, signal.SIGKILL)
        self.stop(signal.SIGKILL)

    def hang(self):
        """Its host is there, and none of its processes does anything more, as
        with a disk that does not answer; for good."""
        for pid in [self.process.pid] + self.children():
            os.kill(pid, signal.SIGSTOP)

    def follow_anew(self, other):
        shutil.rmtree(f"{self.dir}/data")
        self.follow(other)
        self.start()
