# SPDX-License-Identifier: MIT
"""Mail without a server: everybody's in a Maildir of their own, by whose rules
(tmp, then new) the daemon delivers and is delivered to.
"""

import os
import time


class Maildirs:
    """Where everybody reads and sends, as club.Mail is with servers."""

    mta = None

    def __init__(self, directory, domain):
        self.dir = directory
        self.domain = domain
        os.mkdir(directory)
        for part in ("tmp", "new", "cur"):
            os.makedirs(os.path.join(self.folder("games"), part))

    def folder(self, user):
        return os.path.join(self.dir, "%s@%s" % (user, self.domain))

    def config(self, _directory):
        return (f"mailbox {{\n  type = maildir\n"
                f"  folder = '{self.folder('games')}'\n"
                f"  done-folder = '{self.dir}/done'\n}}\n"
                f"outgoing {{\n  type = maildir\n  directory = '{self.dir}'\n"
                f"  from = 'Paquebot <games@{self.domain}>'\n}}\n")

    def done(self):
        """What the daemon has put away, as it came."""
        top = os.path.join(self.dir, "done")
        kept = set()
        for part in ("new", "cur"):
            for name in os.listdir(os.path.join(top, part)):
                with open(os.path.join(top, part, name), "rb") as f:
                    kept.add(f.read())
        return kept

    def box(self, user):
        return Box(self.folder(user), self.folder("games"))


class Box:
    """One of them (player.ServerBox)."""

    def __init__(self, folder, to):
        self.new = os.path.join(folder, "new")
        self.to = to
        self.seen = set()
        self.letters = 0

    def fetch(self):
        """The bytes of what has come since the last time."""
        try:
            with os.scandir(self.new) as there:
                fresh = sorted((entry.stat().st_mtime_ns, entry.path)
                               for entry in there if entry.name not in self.seen)
        except FileNotFoundError:
            return []                # until the first mail
        raw = []
        for _, path in fresh:
            self.seen.add(os.path.basename(path))
            with open(path, "rb") as f:
                raw.append(f.read())
        return raw

    def send(self, message):
        self.letters += 1
        name = "%d.%d_%d.%s" % (time.time(), os.getpid(), self.letters,
                                message["Message-ID"].strip("<>"))
        there = os.path.join(self.to, "tmp", name)
        with open(there, "wb") as f:
            f.write(message.as_bytes())
        os.rename(there, os.path.join(self.to, "new", name))

    def close(self):
        pass
