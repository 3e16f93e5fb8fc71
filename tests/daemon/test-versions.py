#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two versions of the daemon, one club on PostgreSQL: a newer one, with a
migration that adds, brings the database up to date while an older one works on
it and goes on; either leads when the other is gone, and each mail is answered
once. One with a migration that breaks waits until the others have ended, and
they refuse what it has made. Run in the build directory."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile

import asking
from asking import SECONDS, Daemon
from postgres import Server

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = f"{HERE}/../.."
ADDS = """-- SPDX-License-Identifier: MIT
ALTER TABLE inbox ADD COLUMN planted INTEGER NOT NULL DEFAULT 7; -- x
ALTER TABLE outbox ADD COLUMN planted TEXT; -- x
CREATE TABLE planted (
	id INTEGER NOT NULL PRIMARY KEY, -- x
	text TEXT NOT NULL -- x
) STRICT;
"""
BREAKS = """-- SPDX-License-Identifier: MIT
-- [breaks]
ALTER TABLE inbox ADD COLUMN broken INTEGER NOT NULL DEFAULT 0; -- x
"""


class Club(asking.Club):
    def __init__(self, place, server):
        super().__init__(
            place, f"postgresql:///postgres?host={server.dir}&user=paquebot"
            "&options=-csearch_path%3Dversions%20-cpaquebot.patience%3D4")
        self.server = server
        self.last = max(int(name[:4]) for name in os.listdir(f"{TOP}/db")
                        if name.endswith(".sql"))
        self.homes = {0: os.path.realpath(TOP)}
        for n in 1, 2:
            self.homes[n] = home = f"{place}/home{n}"
            os.mkdir(home)
            for part in "data", "templates":
                os.symlink(os.path.realpath(f"{TOP}/{part}"), f"{home}/{part}")
            shutil.copytree(f"{self.homes[n - 1]}/db", f"{home}/db")
            with open(f"{home}/db/{self.last + n:04}-planted.sql", "w",
                      encoding="ascii") as f:
                f.write((ADDS, BREAKS)[n - 1])

    def env(self, version):
        return dict(os.environ, PAQUEBOT_DATADIR=self.homes[version])

    def tool(self, version, *words):
        done = subprocess.run(["./paquebot", "--config", f"{self.place}/conf",
                               *words], env=self.env(version), check=False,
                              capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def version(self):
        """The schema's, of those that are planted."""
        return int(self.server.ask("SELECT version FROM "
                                   "versions.paquebot_version")) - self.last

    def ask(self):
        """Two, until they are answered."""
        self.write(2)
        self.answered()


def play(club, daemons):
    def start(version):
        daemons.append(Daemon(club, club.env(version)))
        return daemons[-1]

    assert club.tool(0, "init")[0] == 0
    old = start(0)
    old.says("daemon.ready")
    club.ask()
    # The newer one brings it up to date, and the older one leads on.
    new = start(1)
    new.says("store.migrated")
    new.says("daemon.waiting")
    assert club.version() == 1
    club.ask()
    assert old.process.poll() is None and "daemon.ready" not in new.log()
    for version in 0, 1:
        assert club.tool(version, "games")[0] == 0
    # The portable form would lack what the older does not know.
    status, said = club.tool(0, "backup", f"{club.place}/copy.db")
    assert status != 0 and "version" in said, said
    assert club.tool(1, "backup", f"{club.place}/copy.db")[0] == 0
    # Either leads, also an older one that comes to a newer database.
    old.end(signal.SIGKILL)
    new.says("daemon.ready")
    club.ask()
    old = start(0)
    old.says("daemon.waiting")
    assert "why=" not in old.log(), old.log()
    new.end()
    old.says("daemon.ready")
    club.ask()
    # What breaks waits for the others, and they do not come back.
    last = start(2)
    last.says("daemon.waiting")
    club.ask()
    assert club.version() == 1 and last.process.poll() is None
    old.end()
    last.says("store.migrated")
    last.says("daemon.ready")
    club.ask()
    old = start(1)
    assert old.process.wait(timeout=SECONDS) not in (0, 75)
    assert "newer than this program" in old.log(), old.log()
    assert club.tool(1, "games")[0] != 0
    last.end()
    for n in range(club.mails):
        assert len(club.letters(n)) == 1, n
    print(f"{club.mails} passed, 0 failed")


def main():
    place = tempfile.mkdtemp(prefix="paquebot-versions-")
    os.chmod(place, 0o755)
    server, daemons = Server(place, "server"), []
    try:
        server.make()
        server.start()
        play(Club(place, server), daemons)
        return 0
    except BaseException:
        for d in daemons:
            print(d.log()[-1500:], "--")
        raise
    finally:
        for d in daemons:
            d.process.kill()
            d.process.wait()
        server.stop(signal.SIGQUIT)
        shutil.rmtree(place)


if __name__ == "__main__":
    sys.exit(main())
