#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The archive beside a store: made when a game ends, after the mails; and
what is left of a player who is forgotten."""
import contextlib
import gzip
import hashlib
import html
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

from checks import check, verdict
from clubs import BUILD, Club, finished_log


def test_end(club):
    """A game that ends is archived by the daemon, and only then."""
    club.run('new', 'atlantic-star', '--seat', 'computer', '--seat',
             'computer')
    check(club.due() == 1, 'nothing is due')
    check(not os.path.exists(club.archive), 'made in the mail transaction')
    club.once()
    check(club.due() == 0, 'still due')
    pages = club.pages()
    check({'1/index.html', '1/game.turnlog', '1/game.txt', '1/SHA256SUMS',
           'index.html', 'feed.xml'} <= set(pages), sorted(pages))
    check('Club of Testers' in pages['index.html'], 'the club\'s name')
    said = club.run('archive', 'check', club.archive)
    check('1: ok' in said, said)
    said = club.run('archive', 'build')
    check('0 made, 1 there already' in said, said)


def test_running(club):
    """A build during play is refused, and the rest is not touched by it."""
    club.run('new', 'atlantic-star', '--seat', 'Bert <bert@example.org>',
             '--seat', 'computer', '--option',
             'archive=yes')
    club.run('moderate', '2', 'begin')
    said = club.run('archive', 'build', '2', status=65)
    check('game 2 is not over' in said, said)
    said = club.run('archive', 'build')
    check('0 made, 1 there already' in said, said)
    club.once()
    check(not [p for p in club.pages() if p.startswith('2/')],
          'a running game is in the archive')


def test_trouble(club):
    """No directory, no harm: the mails go out, and it is tried again."""
    aside = club.archive + '.aside'
    os.rename(club.archive, aside)
    with open(club.archive, 'w', encoding='utf-8') as f:
        f.write('in the way')
    club.run('new', 'clippers', '--seat', 'computer', '--seat', 'computer')
    club.once()
    check(club.due() == 1, 'forgotten after a failure')
    os.remove(club.archive)
    os.rename(aside, club.archive)
    # What a killed run left is swept.
    os.mkdir(os.path.join(club.archive, '.new-3'))
    club.once()
    check(club.due() == 0 and '3/index.html' in club.pages(), 'not made')
    check(not [n for n in os.listdir(club.archive) if n.startswith('.')],
          'left-overs')


def opened(club):
    """The process and the call, for each file that a run opens, and what the
    run said."""
    told = os.path.join(club.top, 'calls')
    done = subprocess.run(
        ['strace', '-f', '-qq', '-o', told, '-e', 'trace=openat',
         os.path.join(BUILD, 'paquebotd'), '--config', club.conf, '--once'],
        check=True, text=True, stderr=subprocess.PIPE,
        env=dict(os.environ, ASAN_OPTIONS='detect_leaks=0'))
    with open(told, encoding='utf-8') as f:
        return [line.split(None, 1) for line in f], done.stderr


def test_beside(club):
    """Pages are made in a process that has no database, and the one that
    judges opens no file of the archive, nor what pages are made of."""
    club.run('new', 'clippers', '--seat', 'computer', '--seat', 'computer')
    calls, _ = opened(club)
    judge = calls[0][0]

    def opens(*words):
        return {pid for pid, call in calls if any(w in call for w in words)}

    pages = opens(club.archive + '/', 'data/page/')
    check(len(pages) == 1 and judge not in pages, f'{judge}: {pages}')
    check(judge in opens('/store/') and not pages & opens('/store/'),
          'who has the database')


def say(club, game, *comments):
    """What those at the table said: (event, seat, name, player, text)."""
    with club.db() as db:
        for event, seat, name, player, text in comments:
            press = db.execute(
                'INSERT INTO press (game, author, name, everybody, text, at) '
                'VALUES (?, ?, ?, 1, ?, 1766000000)',
                (game, seat, name, text)).lastrowid
            db.execute(
                'INSERT INTO comment (game, number, press, player, event) '
                'VALUES (?, (SELECT count(*) + 1 FROM comment WHERE game = ?'
                '), ?, ?, ?)', (game, game, press, player, event))
        db.execute('INSERT INTO archive_due (game, times) VALUES (?, 1)',
                   (game,))
    club.once()


HOSTILE = '<script>alert("x")</script> & {{name}} `*_[a](b)_*` ' + 'w' * 300


def test_comments(club):
    """On the page of a game that is over, at their events and at its head."""
    before = club.pages()
    say(club, 1, (12, 1, '<b>"Eve"&', None, HOSTILE),
        (0, 0, '', None, 'Well played by all.'),
        (12, 2, 'Zoe', None, 'Not by me.'),
        (99999, 2, 'Zoe', None, 'Where is this?'))
    pages = club.pages()
    page = pages['1/index.html']
    section = re.search(r'<section [^>]*id="e12".*?</section>', page,
                        re.S).group(0)
    said = re.findall(r'<blockquote id="c(\d+)"><p><b>(.*?)</b> (.*?)</p>',
                      section)
    plain = [(n, html.unescape(a), html.unescape(b)) for n, a, b in said]
    check(plain == [('1', '<b>"Eve"&', HOSTILE), ('3', 'Zoe', 'Not by me.')],
          plain)
    check(page.count('<script>') == 1 and '<b>"Eve' not in page, 'markup')
    head = re.search(r'<details class="said">.*?</details>', page,
                     re.S).group(0)
    check('Comments (4)' in head, head)
    items = [re.sub(r'<[^>]*>|\s+', ' ', i).split()
             for i in head.split('<li')[1:]]
    check(items[1] == 'id="c2"> The moderator Well played by all.'.split(),
          items[1])
    check('href="#e12"' in head.split('<li')[1] and
          'w' * 80 not in head, 'what stands at its event is cut here')
    check('href' not in head.split('<li')[2] + head.split('<li')[4], head)
    text = re.sub(r'\s+', ' ', pages['1/game.txt'])
    check('(3): Not by me.' in text and 'Well played by all.' in text and
          text.count('Where is this?') == 1, 'in words')
    lines = [json.loads(l) for l in pages['1/comments.jsonl'].splitlines()]
    check([(c['comment'], c.get('event'), c.get('seat')) for c in lines] ==
          [(1, 12, 1), (2, None, None), (3, 12, 2), (4, 99999, 2)], lines)
    # It is no part of the log, and bound by the sums.
    check(pages['1/game.turnlog'] == before['1/game.turnlog'], 'in the log')
    check('1: ok' in club.run('archive', 'check', club.archive), 'checked')
    path = os.path.join(club.archive, '1', 'comments.jsonl')
    with open(path, 'a', encoding='utf-8') as f:
        f.write('\n')
    said = club.run('archive', 'check', club.archive, status=65)
    check('1: comments.jsonl is not what' in said, said)
    # What stands beside the games is the same, but for when it was made.
    check({p: t for p, t in pages.items() if not p.startswith('1/')} ==
          {p: t for p, t in before.items() if not p.startswith('1/')},
          'lists changed')
    for n in '1', '3', '4':
        club.run('moderate', '1', f'withdraw comment {n}: unkind')
    club.run('moderate', '1', 'withdraw comment 9: none', status=65)
    club.once()
    pages = club.pages()
    check('Comments (1)' in pages['1/index.html'] and
          'Not by me' not in pages['1/index.html'] + pages['1/game.txt'] +
          pages['1/comments.jsonl'] + club.dump(), 'withdrawn')
    club.run('moderate', '1', 'withdraw comment 2: all of it')
    club.once()
    check(club.pages() == before, 'none is left, and the page is another')


def test_annotated(club):
    """A log of the archive with comments of whoever works with it is as good
    as it was: as a file, and in an archive of its own."""
    log = club.pages()['1/game.turnlog']
    with_ = re.sub(r'(?m)^(# \d+ chain:.*)$', r'\1\n; <b>a slip', log, count=2)
    path = os.path.join(club.top, 'annotated.turnlog')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(with_)
    said = club.run('log', 'check', path)
    check(re.search(r'ok \d+ events, over, chained', said), said)
    check(club.run('log', 'fmt', path) == with_, 'fmt drops comments')
    club.run('log', 'check', '--strict', path, status=65)
    out = os.path.join(club.top, 'annotated')
    club.run('archive', 'build', '--logs', '--out', out, path)
    check(': ok\n' in club.run('archive', 'check', out), 'it checks')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(with_.replace('; <b>', "'p1 <b>"))
    club.run('log', 'check', path, status=65)


def unchained(log):
    """Of format 1: who is forgotten takes the chain along."""
    return re.sub(r'^# .*chain:.*\n', '', log, flags=re.M).replace(
        '%turnlog 1.1', '%turnlog 1', 1)


def test_forget(club):
    log = finished_log(club, 'clippers', 3, ('Zed', 'Annabel', 'Carla'))
    club.run('log', 'import', log, '--seat', 'Zed <zed@example.org>',
             '--seat', 'Annabel <annabel@example.net>',
             '--seat', 'Carla <carla@example.org>')
    club.once()
    before = club.pages()
    check('Annabel' in before['4/game.txt'] and
          'Annabel' in before['index.html'], 'she is in the archive')
    check([p for p in before if p.startswith('players/annabel-')],
          sorted(before))
    lines = unchained(club.run('log', 'export', '4')).split('\n')
    # Not while a game of hers goes on.
    club.run('new', 'clippers', '--seat', 'Annabel <annabel@example.net>',
             '--seat', 'computer', '--option',
             'archive=yes')
    said = club.run('forget', 'Annabel', status=65)
    check('game 5 is not over' in said, said)
    club.run('moderate', '5', 'cancel')
    club.run('forget', 'Nobody', status=66)
    said = club.run('forget', 'annabel@example.net')
    number = re.search(r'is (#\d+), and was Annabel$', said, re.M).group(1)
    dump = club.dump()
    check(not re.search(r'Annabel\b', dump), 'her name is in the store')
    check('annabel@example.net' not in dump, 'her address is in the store')
    for path in os.listdir(f'{club.top}/store'):
        with open(f'{club.top}/store/{path}', 'rb') as f:
            check(not re.search(rb'annabel\b', f.read(), re.I),
                  f'deleted, and still in {path}')
    check('Annabella too' in dump, 'another name was cut')
    pages = club.pages()
    for path, text in pages.items():
        check(not re.search(r'Annabel\b', text), f'her name is in {path}')
    check(not [p for p in pages if p.startswith('players/annabel-')],
          'her page stays')
    check(f'{number} ' in pages['4/game.txt'], 'the number')
    # The log is valid and says the same moves.
    after = club.run('log', 'export', '4').split('\n')
    check(after == unchained('\n'.join(after)).split('\n'), 'a chain')
    changed = [(a, b) for a, b in zip(lines, after) if a != b]
    check(len(lines) == len(after), 'lines are missing')
    check(all(a.startswith(("Seat-p2: ", "'p2 ")) for a, _ in changed) and
          len(changed) == 2, changed)
    path = os.path.join(club.top, 'after.turnlog')
    with open(path, 'w', encoding='utf-8') as f:
        f.write('\n'.join(after))
    said = club.run('log', 'check', path)
    check('ok' in said and 'over' in said, said)
    club.run('log', 'verify', path)
    said = club.run('archive', 'check', club.archive)
    check('4: ok' in said, said)
    # Once more is no harm, and nobody is nobody.
    club.run('forget', number[1:])
    check(club.pages() == pages, 'forgetting again changed the archive')
    club.run('forget', '999', status=66)


def former_games(club):
    """A seat she was put out of, one that another took after her, a game that
    she moderates: all are closed now. Their numbers."""
    games = []
    for more in ([], [], ['--moderator', 'annabel@example.net']):
        said = club.run('new', 'clippers', '--seat',
                        'Bert <bert@example.org>' if more else
                        'Annabel <annabel@example.net>',
                        '--seat', 'Zed <zed@example.org>', *more)
        games.append(said.split('\n', 1)[0])
        club.run('moderate', games[-1], 'begin')
    club.run('moderate', games[0], 'eject', 'p1', 'Annabel’s', 'own', 'wish')
    club.run('moderate', games[1], 'replace', 'p1',
             'Gina <gina@example.org>')
    with club.db() as db:
        db.execute('INSERT INTO press (game, author, name, everybody, text, '
                   'at) VALUES (?, 1, "Annabel", 1, "Ask Annabel—or '
                   'ANNABEL@example.net", 1)', (games[1],))
        db.execute('UPDATE event SET derived = ? WHERE game = ? AND seq = '
                   '(SELECT max(seq) FROM event WHERE game = ?) AND '
                   'actor < 0', ('by the moderator Annabel\n', games[1],
                                 games[1]))
    for game in games:
        club.run('moderate', game, 'cancel')
    return games


def test_forget_former(club):
    games = former_games(club)
    # Whoever came after is forgotten by their own name alone.
    club.run('forget', 'Gina')
    dump = club.dump()
    check('Gina' not in dump, 'Gina is in the store')
    check(dump.count('Annabel') > 5, 'Annabel went with Gina')
    club.run('forget', 'Annabel')
    dump = club.dump()
    check(not re.search(r'annabel\b', dump, re.I), 'her name is in the store')
    for game in games:
        path = os.path.join(club.top, 'former.turnlog')
        with open(path, 'w', encoding='utf-8') as f:
            f.write(club.run('log', 'export', game))
        check(': ok ' in club.run('log', 'check', path), 'the log')
    for path, text in club.pages().items():
        check(not re.search(r'Annabel\b', text), f'her name is in {path}')


def bodies(club, game):
    """To whom the mails went whose text is there."""
    with club.db() as db:
        return sorted(row[0] for row in db.execute(
            'SELECT rcpt FROM outbox JOIN outbox_body ON outbox = id '
            'WHERE game = ?', (game,)))


def test_forget_observer(club):
    """The mails of a game that goes on are needed when they come back."""
    said = club.run('new', 'clippers', '--seat', 'Bert <bert@example.org>',
                    '--seat', 'Hugo <hugo@example.org>')
    game = said.split('\n', 1)[0]
    club.run('moderate', game, 'begin')
    club.run('new', 'clippers', '--seat', 'Olga <olga@example.org>',
             '--seat', 'computer', '--option',
             'archive=yes')
    with club.db() as db:
        db.execute('INSERT INTO observer (game, player, since, mails, '
                   'told_seq, told_press) SELECT ?, id, 1, 0, 0, 0 '
                   'FROM player WHERE name = "Olga"', (game,))
        last = db.execute('SELECT max(id) FROM game').fetchone()[0]
    club.run('moderate', str(last), 'cancel')
    club.once()
    before = bodies(club, game)
    check({'bert@example.org', 'hugo@example.org'} <= set(before), before)
    check('olga@example.org' in bodies(club, last), 'nothing was sent')
    club.run('forget', 'Olga')
    check(bodies(club, game) == [to for to in before
                                 if to != 'olga@example.org'],
          'the others\' mails are gone')
    check(not bodies(club, last), 'mails of a game that is over')


def test_forget_trouble(club):
    """The archive cannot be made: what is deleted goes from the file all the
    same, and the pages are made when it is said again."""
    said = club.run('new', 'clippers', '--seat', 'Ottokar <otto@example.org>',
                    '--seat', 'computer', '--option',
             'archive=yes')
    game = said.split('\n', 1)[0]
    club.run('moderate', game, 'begin')
    club.run('moderate', game, 'cancel')
    club.once()
    check('Ottokar' in club.pages()[f'{game}/game.txt'], 'he is there')
    aside = club.archive + '.aside'
    os.rename(club.archive, aside)
    with open(club.archive, 'w', encoding='utf-8') as f:
        f.write('in the way')
    with club.db() as db:
        number = str(db.execute('SELECT id FROM player WHERE '
                                'name = "Ottokar"').fetchone()[0])
    done = subprocess.run([os.path.join(BUILD, 'paquebot'), '--config',
                           club.conf, 'forget', 'Ottokar'],
                          capture_output=True, text=True, check=False)
    check(done.returncode != 0, 'the archive was made')
    check(f'player {number} is #{number}' in done.stdout, done.stdout)
    for path in os.listdir(f'{club.top}/store'):
        with open(f'{club.top}/store/{path}', 'rb') as f:
            check(b'ottokar' not in f.read().lower(),
                  f'deleted, and still in {path}')
    os.remove(club.archive)
    os.rename(aside, club.archive)
    club.run('forget', number)
    check(club.due() == 0, 'pages are due')
    check('Ottokar' not in club.pages()[f'{game}/game.txt'], 'in the archive')


def closed_game(club, who, *reason):
    """With a moderator once who is none any more."""
    said = club.run('new', 'clippers', '--seat', 'Xaver <xaver@example.org>',
                    '--seat', 'Yves <yves@example.org>')
    game = said.split('\n', 1)[0]
    club.run('moderate', game, 'begin')
    club.run('moderate', game, 'eject', 'p1', *reason)
    club.run('moderate', game, 'cancel')
    if who:
        with club.db() as db:
            db.execute('UPDATE event SET derived = ? WHERE game = ? AND '
                       'derived LIKE "by the keeper: %"',
                       (f'by the moderator {who}: {" ".join(reason)}\n',
                        game))
    return game


def unbound(log):
    """Its lines but for those of its chain, and its version, which has one."""
    return [line for line in log.split('\n')[1:] if not line.startswith('# ')]


def test_forget_moderator(club):
    """Somebody moderated a game that nothing else connects them with; in the
    games of others their name goes from reasons, but not from who acted."""
    club.run('new', 'clippers', '--seat', 'Will <will@example.org>',
             '--seat', 'computer', '--option',
             'archive=yes')
    with club.db() as db:
        own, number = db.execute('SELECT max(game), player FROM seat WHERE '
                                 'name = "Will"').fetchone()
    club.run('moderate', str(own), 'cancel')
    his = closed_game(club, 'Will', 'he', 'knows', 'why')
    others = [closed_game(club, '', 'his', 'last', 'Will'),
              closed_game(club, 'Will Scarlet', 'a', 'Will', 'of', 'steel')]
    held = closed_game(club, '')
    with club.db() as db:
        db.execute('UPDATE event SET derived = "held by Will\n" WHERE game = ? '
                   'AND words LIKE "eject%"', (held,))
    club.once()
    check('held by Will\n' in club.run('log', 'export', held),
          'he held a seat')
    check('moderator Will:' in club.run('log', 'export', his),
          'he is in the log')
    logs = [club.run('log', 'export', game) for game in others]
    check('his last Will' in logs[0] and 'Will Scarlet' in logs[1], logs)
    said = club.run('forget', str(number))
    # Of a cancelled game no page tells it; the logs have no chain any more.
    check('4 made, 0 there already' in said, said)
    check(not re.search(r'Will\b', club.run('log', 'export', his)),
          'he moderated')
    check(not re.search(r'Will\b', club.run('log', 'export', held)),
          'he held a seat in a game that was taken over from its log')
    check(not bodies(club, his), 'the mails of a game he moderated')
    for game, log, was, became in (
            (others[0], logs[0], 'his last Will', f'his last #{number}'),
            (others[1], logs[1], ': a Will of steel',
             f': a #{number} of steel')):
        check(log.count(was) == 1, log)
        now = club.run('log', 'export', game)
        check('# anew forgotten' in now and ' chain:' not in now,
              'its chain binds what was said')
        check(unbound(now) == unbound(log.replace(was, became)),
              f'words of {game}, which is none of his')


def test_preview(club):
    """With the archive's address pages say theirs, and what a preview of a
    link shows; a picture of the board is there, and held to its sum."""
    page = os.path.join(club.archive, '1', 'index.html')
    picture = os.path.join(club.archive, '1', 'map.png')

    def told():
        with open(page, encoding='utf-8') as f:
            return f.read()

    check('og:description' in told() and 'canonical' not in told() and
          'og:image' not in told() and '"map.png"' not in told() and
          not os.path.exists(picture), 'an address that nobody gave')
    with open(club.conf, encoding='utf-8') as f:
        before = f.read()
    with open(club.conf, 'w', encoding='utf-8') as f:
        f.write(before.replace('archive { dir', "archive { url = "
                               "'https://example.org/games'\n  dir"))
    club.run('archive', 'build')
    here = 'https://example.org/games/1/'
    for tag in (f'<link rel="canonical" href="{here}">',
                f'<meta property="og:url" content="{here}">',
                f'<meta property="og:image" content="{here}map.png">',
                '<a href="map.png">The board as a picture</a>',
                '<meta property="og:title" content="Game 1: Atlantic Star">'):
        check(tag in told(), tag)
    words = re.search('property="og:description" content="([^"]*)"', told())
    check(words and words[1].endswith(' won.'), words)
    with open(picture, 'rb') as f:
        drawn = f.read()
    check(drawn.startswith(b'\x89PNG'), 'no picture')
    check('1: ok' in club.run('archive', 'check', club.archive), 'it checks')
    with open(picture, 'wb') as f:
        f.write(drawn[:-1] + b'x')
    said = club.run('archive', 'check', club.archive, status=65)
    check('1: map.png is not what SHA256SUMS says' in said, said)
    # Another address, another page; and none.
    with open(club.conf, 'w', encoding='utf-8') as f:
        f.write(before)
    club.run('archive', 'build')
    check('canonical' not in told() and not os.path.exists(picture),
          'the address stays')
    check('1: ok' in club.run('archive', 'check', club.archive), 'and again')


def test_analysis(club):
    """What the moves of a game of people were worth is on its page, folded;
    anybody who has the log finds the same, and a page that is made anew is the
    same page. No other game's page is read for that: the lists stay."""
    log = finished_log(club, 'claim', 2, ('Pia', 'Quentin'))
    said = club.run('log', 'import', log, '--seat', 'Pia <pia@example.org>',
                    '--seat', 'Quentin <quentin@example.org>')
    game = said.split('\n', 1)[0]
    others = [f'/{n}/index.html' for n in os.listdir(club.archive)
              if n.isdigit() and n != game]
    calls, said = opened(club)
    check('analysis.made' in said, 'none was made')
    readers = {pid for pid, call in calls if any(o in call for o in others)}
    check(len(others) > 1 and not readers, f'{others}: {readers}')
    folder = os.path.join(club.archive, game)
    before = club.pages()
    told = before[f'{game}/analysis.jsonl']
    check(told == club.run('log', 'analyse', '--json', '--positions', '400',
                           os.path.join(folder, 'game.turnlog')),
          'another analysis than its log gives')
    page = before[f'{game}/index.html']
    fold = re.search('<details class="judged">.*?</details>', page, re.S)
    check(fold is not None, 'no fold')
    turns = re.findall(r'<li><a href="#e(\d+)">(\w+)[,:] ', fold[0])
    check(1 <= len(turns) <= 3 and
          all(f'id="e{n}"' in page and who in ('Pia', 'Quentin')
              for n, who in turns), fold[0])
    rows = [json.loads(row) for row in told.splitlines()[1:]]
    cost = {r['seq']: r['lost'] for r in rows if r['choices'] > 1}
    worst = sorted(cost.values())[-len(turns)]
    check([int(n) for n, _ in turns] == sorted(int(n) for n, _ in turns) and
          all(cost[int(n)] >= worst for n, _ in turns), (turns, worst))
    check(fold[0].count('<path class="seat') == 2, 'a line a seat')
    check('400 positions' in fold[0], 'the budget')
    check(len(gzip.compress(page.encode())) -
          len(gzip.compress(page.replace(fold[0], '').encode())) < 2000,
          'it is heavy')
    check(f'{game}: ok' in club.run('archive', 'check', club.archive), 'check')
    shutil.rmtree(folder)
    club.run('archive', 'build')
    check(club.pages() == before, 'another page')
    tampered(club, folder, game)
    # It goes along.
    copy = os.path.join(club.top, 'copy')
    club.run('backup', copy)
    with contextlib.closing(sqlite3.connect(copy)) as db:
        check((told,) in db.execute('SELECT text FROM analysis').fetchall(),
              'not in a backup')


def tampered(club, folder, game):
    """Nobody changes it without a word."""
    path = os.path.join(folder, 'analysis.jsonl')
    with open(path, encoding='utf-8') as f:
        text = f.read()
    changed = re.sub('"made_worth":(\\d+)', lambda m: '"made_worth":' +
                     str(1000 - int(m[1])), text)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(changed)
    said = club.run('archive', 'check', club.archive, status=65)
    check(f'{game}: analysis.jsonl is not what SHA256SUMS says' in said, said)
    sums = os.path.join(folder, 'SHA256SUMS')
    with open(sums, encoding='utf-8') as f:
        summed = f.read()
    with open(sums, 'w', encoding='utf-8') as f:
        f.write(summed.replace(hashlib.sha256(text.encode()).hexdigest(),
                               hashlib.sha256(changed.encode()).hexdigest()))
    said = club.run('archive', 'check', club.archive, status=65)
    check(f'{game}: index.html is not what its log gives' in said, said)
    for name, was in (('analysis.jsonl', text), ('SHA256SUMS', summed)):
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
            f.write(was)
    check(f'{game}: ok' in club.run('archive', 'check', club.archive), 'good')


def test_no_analysis(club):
    """Where none is wanted there is none, and the page says nothing of it."""
    with open(club.conf, encoding='utf-8') as f:
        conf = f.read()
    with open(club.conf, 'w', encoding='utf-8') as f:
        f.write(conf.replace('analyse = 400', 'analyse = 0'))
    log = finished_log(club, 'clippers', 2, ('Pia', 'Quentin'))
    said = club.run('log', 'import', log, '--seat', 'Pia <pia@example.org>',
                    '--seat', 'Quentin <quentin@example.org>')
    game = said.split('\n', 1)[0]
    check('analysis' not in club.once(), 'one was made')
    pages = club.pages()
    check(f'{game}/analysis.jsonl' not in pages and
          'judged">' not in pages[f'{game}/index.html'], 'something of one')


def main():
    top = tempfile.mkdtemp(prefix='paquebot-archive-')
    try:
        club = Club(top)
        club.run('init')
        test_end(club)
        test_preview(club)
        test_annotated(club)
        test_running(club)
        test_trouble(club)
        test_comments(club)
        test_forget(club)
        test_analysis(club)
        test_no_analysis(club)
        test_forget_former(club)
        test_forget_observer(club)
        test_forget_trouble(club)
        test_forget_moderator(club)
        test_beside(club)
    finally:
        shutil.rmtree(top)
    return verdict()


sys.exit(main())
