#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What goes from an archive, whatever was told before: pages of games that go
on, after a restore too, and of games that there are no more; and what is left
alone, because it is somebody else's."""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from checks import check, verdict
from clubs import BUILD, Club, finished_log

OWNER = 12345


def found(club, kind, *options, seat='Bert'):
    """A game that has begun."""
    more = [w for o in options for w in ('--option', o)]
    said = club.run('new', kind, '--seat', f'{seat} <{seat}@example.org>',
                    '--seat', 'computer', *more)
    game = said.split('\n', 1)[0]
    club.run('moderate', game, 'begin')
    return game


def cancelled(club, *args, **how):
    game = found(club, *args, **how)
    club.run('moderate', game, 'cancel')
    return game


def wait_stopped(tracer, told):
    """The process that strace has started, once it stands still."""
    for _ in range(6000):
        time.sleep(0.01)
        if not os.path.exists(told):
            continue
        with open(told, encoding='utf-8') as f:
            if 'stopped by SIGSTOP' not in f.read():
                continue
        with open(f'/proc/{tracer}/task/{tracer}/children',
                  encoding='ascii') as f:
            return int(f.read())
    raise RuntimeError('it does not stop')


def put_back(club, copy):
    club.run('restore', copy)
    return club.once()


def test_goes_on(club):
    """One that had ended since goes on: its page told what is hidden."""
    log = finished_log(club, 'clippers', 2, ('Ann', 'Bob'))
    game = club.run('log', 'import', log, '--seat', 'Ann <ann@example.org>',
                    '--seat', 'Bob <bob@example.org>').split('\n', 1)[0]
    other = found(club, 'clippers', 'archive=yes')
    club.once()
    copy = os.path.join(club.top, 'copy')
    club.run('backup', copy)
    before = club.pages()
    club.run('moderate', other, 'cancel')
    club.once()
    check(f'{other}/index.html' in club.pages(), 'no page')
    said = put_back(club, copy)
    check(f'event=archive.removed game={other}\n' in said, said)
    check('archive.made' not in said, said)
    check(club.pages() == before, 'not as it was')
    check(club.due() == 0, 'still due')
    # Of one that may be revived the page told more when it was final.
    club.run('moderate', other, 'cancel')
    club.once()
    club.run('backup', copy)
    with club.db() as db:
        db.execute('UPDATE game SET final = 1 WHERE id = ?', (other,))
        db.execute('INSERT INTO archive_due (game, times) VALUES (?, 1)',
                   (other,))
    club.once()
    check('\nSeed: ' in club.pages()[f'{other}/game.turnlog'], 'not final')
    said = put_back(club, copy)
    check(f'event=archive.made game={other}\n' in said, said)
    check('\nSeed: ' not in club.pages()[f'{other}/game.turnlog'],
          'its secrets are out')
    check(f'{game}/index.html' in club.pages(), 'the game that stays over')


def test_number_again(club):
    """A number that is given again is the new game's."""
    copy = os.path.join(club.top, 'again')
    club.run('backup', copy)
    old = cancelled(club, 'clippers', 'archive=yes', seat='Oldo')
    last = cancelled(club, 'clippers', 'archive=yes', seat='Lasto')
    club.once()
    check('Oldo' in club.pages()[f'{old}/game.txt'], 'no page')
    put_back(club, copy)
    game = cancelled(club, 'claim', 'archive=yes', seat='Newa')
    check(game == old, f'{game} is another number than {old}')
    said = club.once()
    check('archive.refused' not in said and
          f'event=archive.made game={game}\n' in said, said)
    pages = club.pages()
    check('Newa' in pages[f'{game}/game.txt'] and
          'Oldo' not in ''.join(pages.values()), 'the other table\'s')
    # Of logs from anywhere the first keeps the number.
    logs = os.path.join(club.top, 'www', 'logs')
    for kind, status in ('clippers', 0), ('claim', 65):
        path = finished_log(club, kind, 2, ('Ann', 'Bob'))
        with open(path, encoding='utf-8') as f:
            text = re.sub('(?m)^# .*chain.*\n', '', f.read())
        with open(path, 'w', encoding='utf-8') as f:
            f.write(re.sub('(?m)^Id: .*$', f'Id: {last}', text))
        said = club.run('archive', 'build', '--logs', '--out', logs, path,
                        status=status)
    check(f'{last} is another game' in said, said)
    club.run('archive', 'build', '--out', logs, game)
    # Whoever builds all has what the database has.
    said = club.run('archive', 'build')
    check('1 removed' in said, said)
    check(f'{last}/index.html' not in club.pages() and
          'Lasto' not in ''.join(club.pages().values()), 'still there')
    club.run('archive', 'build', '--out', logs)
    check(os.path.exists(os.path.join(logs, last)), 'somebody else\'s page')
    check('removed' not in club.run('archive', 'build'), 'again')


def test_same_number(club):
    """A page of another club, or of an older server, that has the number of a
    game of ours stays, whatever becomes of ours."""
    log = finished_log(club, 'claim', 2, ('Otto', 'Olga'))
    for state, option in ('called off', 'archive=no'), ('on', 'archive=yes'):
        game = found(club, 'clippers', option, seat='Pia')
        with open(log, encoding='utf-8') as f:
            text = re.sub('(?m)^Id: .*$', f'Id: {game}', f.read())
        with open(log, 'w', encoding='utf-8') as f:
            f.write(text)
        club.run('archive', 'build', '--logs', '--out', club.archive,
                 '--club', 'The old club', log)
        theirs = club.pages()[f'{game}/index.html']
        club.run('moderate', game, 'cancel')
        if state == 'on':
            club.run('moderate', game, 'revive')
        said = club.once()
        check('event=archive.' not in said, f'{state}: {said}')
        if state == 'called off':
            club.run('forget', 'Pia')
        check(club.due() == 0, f'{state}: still due')
        check(club.pages().get(f'{game}/index.html') == theirs,
              f'{state}: their page is gone')
        shutil.rmtree(os.path.join(club.archive, game))
        if state == 'on':
            club.run('moderate', game, 'cancel')
        club.once()
    club.run('archive', 'build')


def test_renamed(club):
    """What was made when the club had another name is of its games, too."""
    game = cancelled(club, 'clippers', 'archive=yes', seat='Rita')
    club.once()
    check(f'{game}/index.html' in club.pages(), 'no page')
    club.call('Club of Tasters')
    club.run('moderate', game, 'revive')
    said = club.once()
    check(f'event=archive.removed game={game}\n' in said and
          f'{game}/index.html' not in club.pages(), said)
    club.call('Club of Testers')
    club.run('moderate', game, 'cancel')
    club.once()


def test_forget_named(club):
    """A page that was asked for by its number goes with the name on it."""
    game = cancelled(club, 'claim', 'archive=no', seat='Quirin')
    club.once()
    club.run('archive', 'build', game)
    check('Quirin' in club.pages()[f'{game}/game.txt'], 'no page')
    # Building all does not take it back.
    check('removed' not in club.run('archive', 'build'), 'taken away')
    said = club.run('forget', 'Quirin')
    check('1 removed' in said, said)
    check('Quirin' not in ''.join(club.pages().values()), 'his name')
    check(club.due() == 0, 'still due')


def test_forget_revived(club):
    """One that goes on again keeps nobody from being forgotten."""
    game = cancelled(club, 'clippers', 'archive=yes', seat='Romy')
    other = cancelled(club, 'clippers', 'archive=yes', seat='Sven')
    club.once()
    club.run('moderate', game, 'revive')
    check(club.due() == 1, 'not due')
    club.run('forget', 'Sven')
    pages = club.pages()
    check(f'{game}/index.html' not in pages, 'it goes on')
    check(f'{other}/index.html' in pages and
          'Sven' not in ''.join(pages.values()), 'his name')
    check(club.due() == 0, 'still due')
    club.run('moderate', game, 'cancel')
    club.once()
    club.run('moderate', game, 'revive')
    said = club.run('archive', 'build')
    check('1 removed' in said and f'{game}/index.html' not in club.pages(),
          said)
    club.run('moderate', game, 'cancel')
    club.once()


def test_ends_meanwhile(club):
    """One that ends while all are built, before they have the archive for
    themselves, keeps the page that the daemon makes."""
    over = cancelled(club, 'clippers', 'archive=yes', seat='Tess')
    game = found(club, 'clippers', 'archive=yes', seat='Theo')
    club.once()
    told = os.path.join(club.top, 'told')
    with subprocess.Popen(
            ['strace', '-qq', '-o', told, '-P', club.archive, '-e',
             'inject=openat:signal=STOP:when=1',
             os.path.join(BUILD, 'paquebot'), '--config', club.conf,
             'archive', 'build'],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=dict(os.environ, ASAN_OPTIONS='detect_leaks=0')) as build:
        unlocked = wait_stopped(build.pid, told)
        club.run('moderate', game, 'cancel')
        said = club.once()
        check(f'event=archive.made game={game}\n' in said, said)
        os.kill(unlocked, signal.SIGCONT)
        said = build.communicate()[0]
    check(build.returncode == 0 and 'removed' not in said, said)
    check(f'{game}/index.html' in club.pages(), 'its page is gone')
    check(f'{over}/index.html' in club.pages(), 'no page of another')


def test_never_begun(club):
    said = club.run('new', 'clippers', '--seat', 'Till <till@example.org>',
                    '--seat', 'Ute <ute@example.org>')
    game = said.split('\n', 1)[0]
    club.run('moderate', game, 'cancel')
    said = club.run('archive', 'build', game, status=65)
    check(f'game {game} was called off before it began' in said, said)


def test_beside(club):
    """What another program has put beside a page goes with it; what a link
    there leads to stays."""
    game = cancelled(club, 'clippers', 'archive=yes', seat='Uli')
    club.once()
    theirs = os.path.join(club.top, 'theirs')
    os.mkdir(theirs)
    with open(os.path.join(theirs, 'photo.jpg'), 'w', encoding='utf-8') as f:
        f.write('mine')
    inside = os.path.join(club.archive, game, '@eaDir', 'more')
    os.makedirs(inside)
    with open(os.path.join(inside, 'x'), 'w', encoding='utf-8') as f:
        f.write('x')
    os.symlink(theirs, os.path.join(club.archive, game, 'link'))
    club.run('forget', 'Uli')
    check(club.due() == 0, 'still due')
    check(f'{game}/index.html' in club.pages(), 'no page')
    check('Uli' not in ''.join(club.pages().values()), 'his name')
    check(not [n for n in os.listdir(club.archive) if n[0] == '.'], 'left')
    check(os.listdir(theirs) == ['photo.jpg'], 'the file behind the link')


def hold_fast(path, held):
    """The directory with a file that nobody deletes; False: the system cannot
    do that."""
    if held:
        os.mkdir(path)
        with open(os.path.join(path, 'x'), 'w', encoding='utf-8') as f:
            f.write('x')
    if os.geteuid() != 0:
        os.chmod(path, 0o555 if held else 0o755)
        return True
    return subprocess.run(['chattr', '+i' if held else '-i', path],
                          check=False, stderr=subprocess.DEVNULL,
                          ).returncode == 0


def test_stuck(club):
    """What was to go and cannot is told of, by its name; but other games get
    their pages."""
    game = cancelled(club, 'clippers', 'archive=yes', seat='Vera')
    club.once()
    if not hold_fast(os.path.join(club.archive, game, 'photos'), True):
        shutil.rmtree(os.path.join(club.archive, game, 'photos'))
        return
    said = club.run('forget', 'Vera', status=74)
    check(f'{club.archive}/.new-{game}/photos/x: ' in said, said)
    check(club.due() == 1, 'done')
    check(os.listdir(os.path.join(club.archive, f'.new-{game}')) ==
          ['photos'], 'more than that is left')
    said = club.run('archive', 'build', status=74)
    check(f'{club.archive}/.new-{game}/photos/x: ' in said, said)
    other = cancelled(club, 'clippers', 'archive=yes', seat='Willem')
    club.run('archive', 'build', status=74)
    check(f'{other}/index.html' in club.pages(), 'no page of another game')
    hold_fast(os.path.join(club.archive, f'.new-{game}', 'photos'), False)
    with club.db() as db:
        number = str(db.execute("SELECT max(id) FROM player WHERE name LIKE "
                                "'#%'").fetchone()[0])
    club.run('forget', number)
    check('Vera' not in ''.join(club.pages().values()), 'her name')
    check(not [n for n in os.listdir(club.archive) if n[0] == '.'], 'left')


def files(top):
    return {os.path.join(where, name): open(
        os.path.join(where, name), encoding='utf-8').read()
        for where, _, names in os.walk(top) for name in names}


def test_foreign(club):
    """A directory of somebody else is no archive, and no folder of theirs is a
    game's."""
    game = cancelled(club, 'clippers', 'archive=yes', seat='Wim')
    club.once()
    for name in ('index.html', 'feed.xml', 'players/index.html',
                 'list/shopping.txt'):
        out = os.path.join(club.top, 'site')
        os.makedirs(os.path.dirname(os.path.join(out, name)))
        with open(os.path.join(out, name), 'w', encoding='utf-8') as f:
            f.write('mine')
        before = files(out)
        said = club.run('archive', 'build', '--out', out, status=73)
        check(f'{out} is no archive' in said, said)
        check(files(out) == before and len(before) == 1, f'{name} is gone')
        shutil.rmtree(out)
    # What has no name of ours is left alone, as is a folder by a number.
    os.makedirs(os.path.join(out, game))
    for name in ('robots.txt', f'{game}/photo.jpg'):
        with open(os.path.join(out, name), 'w', encoding='utf-8') as f:
            f.write('mine')
    said = club.run('archive', 'build', '--out', out, status=65)
    check(f'{out}/{game} is not of a game' in said, said)
    have = files(out)
    check(have[f'{out}/robots.txt'] == have[f'{out}/{game}/photo.jpg'] ==
          'mine' and f'{out}/index.html' in have, sorted(have))
    # One that was stopped, of before there were lists, or that has no game, is
    # one.
    os.remove(os.path.join(out, game, 'photo.jpg'))
    for gone in ('list/state', 'list', 'players', 'index.html'):
        path = os.path.join(out, gone)
        (shutil.rmtree if os.path.isdir(path) else os.remove)(path)
        club.run('archive', 'build', '--out', out)
    empty = os.path.join(club.top, 'empty')
    none = os.path.join(club.top, 'none')
    with open(none, 'w', encoding='utf-8') as f:
        f.write('no game')
    for _ in range(2):
        club.run('archive', 'build', '--logs', '--out', empty, none,
                 status=65)
        os.remove(os.path.join(empty, 'list', 'state'))


def test_owner(club):
    """What root makes is the account's, whose directory it is; but a copy of
    all secrets is of whoever wanted it."""
    if os.geteuid() != 0:
        return
    out = os.path.join(club.top, 'owned')
    os.mkdir(out)
    os.chown(out, OWNER, OWNER)
    www = os.path.join(out, 'www')
    club.run('archive', 'build', '--out', www)
    club.run('backup', '--rotate', '2', os.path.join(out, 'backup', 'db'))
    kept = [os.path.join(where, name) for where, dirs, names in os.walk(out)
            for name in dirs + names if not name.startswith('paquebot.db.')]
    check(len(kept) > 20, kept)
    for path in kept:
        have = os.stat(path)
        check((have.st_uid, have.st_gid) == (OWNER, OWNER),
              f'{path} is of {have.st_uid}')


def main():
    top = tempfile.mkdtemp(prefix='paquebot-gone-')
    try:
        club = Club(top)
        club.run('init')
        test_goes_on(club)
        test_number_again(club)
        test_same_number(club)
        test_renamed(club)
        test_forget_named(club)
        test_forget_revived(club)
        test_ends_meanwhile(club)
        test_never_begun(club)
        test_stuck(club)
        test_foreign(club)
        test_owner(club)
    finally:
        shutil.rmtree(top)
    return verdict()


sys.exit(main())
