# SPDX-License-Identifier: MIT
"""A club with an archive, and the tools that work on it."""
import contextlib
import os
import re
import sqlite3
import subprocess

from checks import check

BUILD = os.getcwd()


class Club:
    def __init__(self, top):
        self.top = top
        self.conf = os.path.join(top, 'conf')
        self.archive = os.path.join(top, 'www', 'games')
        with open(self.conf, 'w', encoding='utf-8') as f:
            f.write(f"""
mailbox {{ type = maildir
  folder = '{top}/mail/games' }}
outgoing {{ type = maildir
  directory = '{top}/mail'
  from = "games@example.org" }}
store {{ path = '{top}/store/paquebot.db' }}
club {{ keeper = keeper@example.org
  name = "Club of Testers" }}
archive {{ dir = '{self.archive}'
  analyse = 400 }}
""")
        os.chmod(self.conf, 0o600)

    def call(self, name):
        """The club's name from now on."""
        with open(self.conf, encoding='utf-8') as f:
            text = re.sub(r'(?m)^  name = .*?( \})?$',
                          lambda m: f'  name = "{name}"{m[1] or ""}', f.read())
        with open(self.conf, 'w', encoding='utf-8') as f:
            f.write(text)

    def run(self, *args, status=0, program='paquebot'):
        done = subprocess.run(
            [os.path.join(BUILD, program), '--config', self.conf, *args],
            capture_output=True, text=True, check=False)
        check(done.returncode == status, f'{args}: exit {done.returncode}, '
              f'not {status}: {done.stdout}{done.stderr}')
        return done.stdout + done.stderr

    def once(self):
        return self.run('--once', program='paquebotd')

    @contextlib.contextmanager
    def db(self):
        """Closed at the end: what another process does to an open file while
        this one reads it by other means would be our own fault."""
        db = sqlite3.connect(f'{self.top}/store/paquebot.db')
        with contextlib.closing(db), db:
            yield db

    def dump(self):
        with self.db() as db:
            return '\n'.join(db.iterdump())

    def pages(self):
        found = {}
        for where, _, names in os.walk(self.archive):
            for name in names:
                path = os.path.join(where, name)
                with open(path, encoding='utf-8') as f:
                    found[os.path.relpath(path, self.archive)] = f.read()
        return found

    def due(self):
        with self.db() as db:
            return db.execute('SELECT count(*) FROM archive_due').fetchone()[0]


def finished_log(club, kind, seats, names):
    out = os.path.join(club.top, 'logs')
    club.run('selfplay', kind, '--seats', str(seats), '--seed', '3',
             '--policy', 'greedy', '--out', out)
    name = [n for n in os.listdir(out) if n.startswith(kind)][0]
    path = os.path.join(out, name)
    with open(path, encoding='utf-8') as f:
        text = f.read()
    for n, who in enumerate(names, 1):
        text = re.sub(rf'^Seat-p{n}: .*$', f'Seat-p{n}: {who}', text,
                      flags=re.M)
    if 'Annabel' in names:
        text = text.replace(
            "\n12 ", "\n'p2 Thanks, Annabel! Annabella too.\n12 ", 1)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)
    return path
