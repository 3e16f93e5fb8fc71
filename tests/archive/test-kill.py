#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An archive is never half there: `archive build`, and the daemon when a game
has ended, are killed at a system call, once for every call that writes, names
or removes something. What readers see then is of the time before or of the
time after, folder by folder; and the next run ends with the bytes of one that
nobody disturbed."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from checks import check, verdict

BUILD = os.getcwd()
KILLED = (137, -9)
LONG = os.environ.get('CHECK_LONG') == 'yes'


def run(*args, before=()):
    done = subprocess.run(
        [*before, os.path.join(BUILD, args[0]), *args[1:]],
        capture_output=True, text=True, check=False,
        env=dict(os.environ, ASAN_OPTIONS='detect_leaks=0'))
    if done.returncode not in (0, *KILLED):
        raise RuntimeError(f'{args}: {done.stdout}{done.stderr}')
    return done.returncode


def files(top):
    found = {}
    for where, _, names in os.walk(top):
        for name in names:
            path = os.path.join(where, name)
            with open(path, 'rb') as f:
                found[os.path.relpath(path, top)] = f.read()
    return found


def copy(source, to):
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(source, to)


def is_whole(have, before, after):
    """Each visible file is of one time; those of a game of the same time, and
    all of them are there."""
    seen = {p: text for p, text in have.items()
            if not re.search(r'(^|/)\.', p)}
    good = all(text in (before.get(p), after.get(p))
               for p, text in seen.items())
    for folder in {p.split('/')[0]
                   for p in seen if '/' in p} - {'players', 'near', 'list'}:
        mine = {p: t for p, t in seen.items() if p.startswith(folder + '/')}
        good = good and mine in [
            {p: t for p, t in time.items() if p.startswith(folder + '/')}
            for time in (before, after)]
    return good


def killed(call, n, command):
    """Whether one of the command's processes was, at its n-th such call: the
    daemon goes on without the one that makes pages, and tries again later."""
    with tempfile.NamedTemporaryFile('r') as told:
        run(*command, before=(
            'strace', '-f', '-qq', '-o', told.name, '-e', f'trace={call}',
            '-e', f'inject={call}:signal=KILL:when={n}'))
        return 'killed by SIGKILL' in told.read()


def kill_everywhere(what, calls, again, archive, command):
    """command is run on what again() has put there."""
    again()
    before = files(archive)
    run(*command)
    after = files(archive)
    for call in calls:
        n = 1
        while True:
            again()
            if not killed(call, n, command):
                break
            check(is_whole(files(archive), before, after),
                  f'{what}: something is half there, killed at {call} {n}')
            run(*command)
            check(files(archive) == after, f'{what}: the next run ends '
                  f'elsewhere, killed at {call} {n}')
            # Pages are written by many calls, one like the other.
            n += 1 if LONG or call != 'write' else 2
        check(n > 1, f'{what}: there is no {call}')


def short_game(top, name):
    """A game that was called off early: its pages are soon made."""
    out = os.path.join(top, 'logs')
    run('paquebot', 'selfplay', 'clippers', '--seats', '2', '--out', out)
    with open(os.path.join(out, os.listdir(out)[0]), encoding='utf-8') as f:
        lines = f.read().split('\n')
    shutil.rmtree(out)
    end = next(i for i, line in enumerate(lines) if line.startswith('6 '))
    text = '\n'.join(line for line in lines[:end]
                     if not line.startswith('Seed: '))
    return (re.sub(r'(?m)^Id: .*$', f'Id: {name}', text) +
            '\n6 ! cancel\n%end cancelled\n')


def write(path, text, players):
    for n, who in enumerate(players, 1):
        text = re.sub(rf'(?m)^Seat-p{n}: .*$', f'Seat-p{n}: {who}', text)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)
    return path


def test_build(top):
    """One game changes and one is new; a player has another name since."""
    archive, master = os.path.join(top, 'www'), os.path.join(top, 'master')
    one, two = os.path.join(top, '1.turnlog'), os.path.join(top, '2.turnlog')
    text = short_game(top, '1')
    run('paquebot', 'archive', 'build', '--logs', '--out', master,
        '--club', 'Old', write(one, text, ('Anna', 'Zed')))
    write(one, text, ('Anna', '#7'))
    write(two, short_game(top, '2'), ('Anna', 'Bruno'))
    kill_everywhere(
        'build', ('write', 'syncfs', 'rename', 'renameat2', 'unlink',
                  'rmdir'), lambda: copy(master, archive), archive,
        ('paquebot', 'archive', 'build', '--logs', '--out', archive, one,
         two))


def test_daemon(top):
    """The game that ends is the archive's second."""
    club, master = os.path.join(top, 'club'), os.path.join(top, 'clubs')
    conf = os.path.join(top, 'conf')
    with open(conf, 'w', encoding='utf-8') as f:
        f.write(f"""
mailbox {{ type = maildir
  folder = '{club}/mail/games' }}
outgoing {{ type = maildir
  directory = '{club}/mail'
  from = "games@example.org" }}
store {{ path = '{club}/store/paquebot.db' }}
club {{ keeper = keeper@example.org
  mails-per-author = 0 }}
archive {{ dir = '{club}/www' }}
""")
    os.chmod(conf, 0o600)
    tool = ('paquebot', '--config', conf)
    run(*tool, 'init')
    for game in '12':
        run('paquebotd', '--config', conf, '--once')
        run(*tool, 'new', 'clippers', '--seat', 'Anna <anna@example.org>',
            '--seat', 'computer', '--option', 'archive=yes')
        run(*tool, 'moderate', game, 'begin')
        run(*tool, 'moderate', game, 'cancel')
    copy(club, master)
    kill_everywhere(
        'daemon', ('syncfs', 'rename', 'unlink', 'fdatasync'),
        lambda: copy(master, club), os.path.join(club, 'www'),
        ('paquebotd', '--config', conf, '--once'))


def main():
    top = tempfile.mkdtemp(prefix='paquebot-kill-')
    try:
        test_build(top)
        test_daemon(top)
    finally:
        shutil.rmtree(top)
    return verdict()


sys.exit(main())
