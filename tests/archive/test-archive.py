#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Archives made of turn logs: what stands in them, what may be seen, and that
they are whole, the same every time, and left alone when nothing changed."""
import gzip
import hashlib
import html
import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse
import xml.etree.ElementTree as ET

from checks import check, verdict

TOOL = os.path.abspath('./paquebot')
LONG = 'CHECK_LONG' in os.environ  # as in tests/run.h
# What stands beside the games' folders.
BESIDE = {'players', 'near', 'list'}
KINDS = ('antwerp', 'claim', 'clippers', 'atlantic-star')


def run(*args, status=0):
    done = subprocess.run([TOOL, *args], capture_output=True, text=True,
                          check=False)
    if done.returncode != status:
        print(done.stdout, done.stderr)
    check(done.returncode == status,
          f'{args}: exit {done.returncode}, not {status}')
    return done.stdout + done.stderr


def files(top):
    found = {}
    for where, _, names in os.walk(top):
        for name in names:
            path = os.path.join(where, name)
            with open(path, 'rb') as f:
                found[os.path.relpath(path, top)] = f.read()
    return found


def modes(top):
    return {oct(os.stat(os.path.join(where, name)).st_mode)
            for where, dirs, names in os.walk(top) for name in dirs + names}


def selfplay(top, kind, *more, seats=3, games=1):
    out = os.path.join(top, 'logs-' + kind + '-'.join(more))
    run('selfplay', kind, '--seats', str(seats), '--games', str(games),
        '--seed', '7', '--policy', 'greedy', '--out', out, *more)
    paths = sorted(os.path.join(out, n) for n in os.listdir(out))
    for path in paths:
        with open(path, encoding='utf-8') as f:
            text = f.read()
        for n, name in enumerate(('Anna', 'Brünø', 'Zoë <b>&amp; "x"'), 1):
            text = re.sub(rf'^Seat-p{n}: .*$', f'Seat-p{n}: {name}', text,
                          flags=re.M)
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)
    return paths


def page_of(top, name='index.html'):
    for folder in sorted(os.listdir(top)):
        path = os.path.join(top, folder, name)
        if os.path.exists(path) and folder != 'players':
            with open(path, encoding='utf-8') as f:
                return f.read()
    return ''


def test_whole(top, kind, games):
    """The files of a game, that they are the same again, and check."""
    logs = selfplay(top, kind, '--undo-every', '15', games=games)
    one, two = os.path.join(top, kind + '1'), os.path.join(top, kind + '2')
    said = run('archive', 'build', '--logs', '--out', one, *logs)
    check(f'{games} made, 0 there already' in said, said)
    run('archive', 'build', '--logs', '--out', two, *reversed(logs))
    a, b = files(one), files(two)
    check(a == b, f'{kind}: the same input gives other bytes')
    folders = {p.split('/')[0] for p in a if '/' in p} - BESIDE
    check(len(folders) == games, f'{kind}: {folders}')
    for folder in folders:
        names = {p.split('/')[1] for p in a if p.startswith(folder + '/')}
        check(names == {'index.html', 'game.turnlog', 'game.txt',
                        'moves.html', 'SHA256SUMS'}, f'{kind}: {names}')
        for line in a[folder + '/SHA256SUMS'].decode().splitlines():
            digest, name = line.split('  ')
            check(hashlib.sha256(a[f'{folder}/{name}']).hexdigest() == digest,
                  f'{kind}: sum of {name}')
    check({'index.html', 'feed.xml'} <= set(a), f'{kind}: list and feed')
    check(modes(one) == {'0o40755', '0o100644'}, f'{kind}: {modes(one)}')
    check(sum(p.startswith('players/') for p in a) == 2 * 3 + 2,
          f'{kind}: players')
    before = {p: os.stat(os.path.join(one, p)).st_mtime_ns for p in a}
    said = run('archive', 'build', '--logs', '--out', one, *logs)
    check(f'0 made, {games} there already' in said, said)
    check(before == {p: os.stat(os.path.join(one, p)).st_mtime_ns
                     for p in a}, f'{kind}: written again')
    said = run('archive', 'check', one)
    check(said.count(': ok; of format 1') == games, said)
    return one, logs


def test_near(top, logs):
    """From each game to those that ended before and after it. A game that is
    added changes what leads to it, and no other's page."""
    out, want = os.path.join(top, 'near'), os.path.join(top, 'near-at-once')
    more = []
    for n, when in enumerate(('2026-01-03', '2026-01-01', '2026-01-02')):
        with open(logs[0], encoding='utf-8') as f:
            text = f.read()
        more.append(os.path.join(top, f'near-{n}.turnlog'))
        with open(more[-1], 'w', encoding='utf-8') as f:
            f.write(re.sub('(?m)^Id: .*$', f'Id: {n + 1}', re.sub(
                r'(?m)^(Started: )\d{4}-\d\d-\d\d', rf'\g<1>{when}', text)))
    run('archive', 'build', '--logs', '--out', out, *more[:2])
    before = files(out)
    run('archive', 'build', '--logs', '--out', out, more[2])
    after = files(out)
    check({p for p in before if before[p] != after.get(p) and
           not p.startswith('players/')} ==
          {'index.html', 'feed.xml', 'near/1-prev.html', 'near/2-next.html',
           'list/1.json', 'list/index.json', 'list/state'},
          sorted(p for p in before if before[p] != after.get(p)))
    run('archive', 'build', '--logs', '--out', want, *more)
    check(files(want) == after, 'what leads on is another at once')
    for game, prev, next_ in ((1, '3/', ''), (3, '2/', '1/'), (2, '', '3/')):
        for way, to in (('prev', prev), ('next', next_)):
            text = after[f'near/{game}-{way}.html'].decode()
            check(text.count(f'"../{to}index.html"') == 1 and
                  f'0; url=../{to}index.html"' in text, (game, way, text))
    shutil.rmtree(os.path.join(out, '3'))
    run('archive', 'build', '--logs', '--out', out, *more[:2])
    check(files(out) == before, 'it leads to a game that went')


def test_one_file(top, logs):
    """Many games in one file are those of as many files; what is wrong with one
    is said by its line, and the others are there."""
    text = []
    for path in logs:
        with open(path, encoding='utf-8') as f:
            text.append(f.read())
    many, out = os.path.join(top, 'many.turnlog'), os.path.join(top, 'many')
    with open(many, 'w', encoding='utf-8') as f:
        f.write(''.join(text))
    said = run('archive', 'build', '--logs', '--out', out, many)
    check(f'{len(logs)} made, 0 there' in said, said)
    run('archive', 'build', '--logs', '--out', out + '-each', *logs)
    check(files(out) == files(out + '-each'), 'other pages than each by itself')
    bad = re.sub(r'(?m)^7 .*$', '7 p1 nonsense', text[1])
    line = text[0].count('\n') + bad[:bad.index('\n7 ')].count('\n') + 2
    with open(many, 'w', encoding='utf-8') as f:
        f.write(bad.join((text[0], text[0].replace('-1\n', '-3\n', 1))))
    said = run('archive', 'build', '--logs', '--out', out + '-bad', many,
               status=65)
    check(f'{many}:{line}: ' in said and
          '2 made, 0 there already, 1 refused' in said, (line, said))


def numbered(top, log, n, names):
    """A log as that of the n-th game; they ended a day after each other."""
    with open(log, encoding='utf-8') as f:
        text = re.sub('(?m)^Computers: .*\n', '', f.read())
    text = re.sub('(?m)^Id: .*$', f'Id: {n}', text)
    text = re.sub('(?m)^Started: .*$', f'Started: {day(n)}', text)
    for seat, name in enumerate(names, 1):
        text = re.sub(rf'(?m)^Seat-p{seat}: .*$', f'Seat-p{seat}: {name}',
                      text)
    path = os.path.join(top, f'day-{n}.turnlog')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)
    return path


def day(n):
    return time.strftime('%Y-%m-%dT00:00:00Z',
                         time.gmtime(1_600_000_000 // 86400 * 86400 +
                                     86400 * n))


def furnish(out, page, games):
    """Heads of pages, of which all is made that stands beside games: Anna
    has all of them, Bruno every second, others a few."""
    about = about_of(page)
    for n in range(1, games + 1):
        mine = dict(about, id=str(n), name=str(n), started=day(n),
                    ended=day(n))
        mine['game'] = KINDS[n * 7 // 3 % len(KINDS)]
        mine['seats'] = [dict(seat, name=name) for seat, name in
                         zip(about['seats'][:2 + n % 2], (
                             'Anna', 'Bruno' if n % 2 else f'B{n % 7}',
                             f'C{n % 50}'))]
        os.makedirs(os.path.join(out, str(n)))
        with open(os.path.join(out, str(n), 'index.html'), 'w',
                  encoding='utf-8') as f:
            f.write('<meta name="paquebot" content="'
                    f'{urllib.parse.quote(json.dumps(mine))}">')


def rows_of(text):
    return [int(n) for n in re.findall(
        r'<tr><td><a href="(?:\.\./)?(\d+)/index.html"', text.decode())]


def test_added(top, logs):
    """A game that ended behind all others changes its people's files, the last
    pages of the list and the rankings, and nothing of anybody else; it leaves
    what is made of all games at once. Lists have 200 games a page; none is
    missing, and a full page stays."""
    out, one = os.path.join(top, 'added'), os.path.join(top, 'added-head')
    names = ('Anna', 'Dora', 'C7')
    run('archive', 'build', '--logs', '--out', one,
        numbered(top, logs[0], 1, names))
    furnish(out, files(one)['1/index.html'].decode(), 398)
    run('archive', 'build', '--logs', '--out', out,
        numbered(top, logs[0], 399, names))
    for n in (400, 401):
        before = files(out)
        log = numbered(top, logs[0], n, names)
        run('archive', 'build', '--logs', '--out', out, log)
        after = files(out)
        changed = {p for p in before if before[p] != after.get(p)}
        mine = {p for p in changed
                if re.match('players/(anna|dora|c7)-', p)}
        check(changed - mine == {
            'index.html', 'feed.xml', 'list/state', 'list/index.json',
            'players/index.html', 'players/index.json',
            f'near/{n - 1}-next.html',
            *(('list/1.html', 'list/2.json') if n == 400 else ())},
            (n, sorted(changed - mine)))
        check(len(mine) == (7 if n == 400 else 6), sorted(mine))
        # Made anew, nothing is written.
        at = {p: os.stat(os.path.join(out, p)).st_mtime_ns for p in after}
        os.remove(os.path.join(out, 'list', 'state'))
        run('archive', 'build', '--logs', '--out', out, log)
        check(files(out) == after and {p for p in after if os.stat(
            os.path.join(out, p)).st_mtime_ns != at[p]} == {'list/state'},
            f'{n}: another when made at once')
    check(rows_of(after['index.html']) == list(range(401, 201, -1)) and
          rows_of(after['list/1.html']) == list(range(200, 0, -1)) and
          rows_of(after['list/2.html']) == list(range(400, 200, -1)) and
          'list/3.html' not in after, 'the pages of the list')
    check([game['id'] for n in (1, 2, 3) for game in json.loads(
        after[f'list/{n}.json'])['games']] == [
            str(n) for n in range(1, 402)], 'the list as data')
    anna = next(p[:-5] for p in after if re.fullmatch(
        r'players/anna-\w+\.html', p))
    check(rows_of(after[anna + '.html']) == list(range(401, 201, -1)) and
          rows_of(after[anna + '.2.html']) == list(range(400, 200, -1)) and
          json.loads(after[anna + '.json'])['games'] == 401, 'her pages')
    # Of each game and number of seats, in their order.
    tallies = {}
    for n in range(1, 402):
        about = about_of(after[f'{n}/index.html'].decode())
        key = (about['game'], len(about['seats']))
        tallies[key] = tallies.get(key, 0) + 1
    told = json.loads(after[anna + '.json'])
    check([(t['game'], t['seats'], t['games']) for t in told['tallies']] ==
          [(*key, tallies[key]) for key in sorted(tallies)] and
          len(tallies) == 8, (told['tallies'], tallies))
    check([r['game'] for r in told['ratings']] == sorted(KINDS),
          'rated at all of them')
    # Where each page leads.
    for page, links in (('index.html', ['list/2.html']),
                        ('list/2.html', ['../index.html', '1.html']),
                        ('list/1.html', ['2.html'])):
        check(re.findall('rel="(?:next|prev)" href="([^"]*)"',
                         after[page].decode()) == links, f'{page}: {links}')
    # One that goes takes all with it that was full.
    for n in (400, 401):
        shutil.rmtree(os.path.join(out, str(n)))
    run('archive', 'build', '--logs', '--out', out,
        os.path.join(top, 'day-399.turnlog'))
    left = files(out)
    check('list/2.html' not in left and anna + '.2.html' not in left and
          rows_of(left['index.html'])[0] == 399, 'what went is there')


def test_stopped(top, logs):
    """A first run that is killed leaves lists of most of what it made."""
    out = os.path.join(top, 'stopped')
    # Called off early: its pages are soon made.
    with open(logs[0], encoding='utf-8') as f:
        lines = re.sub('(?m)^Seed: .*\n', '', f.read()).split('\n')
    end = next(i for i, line in enumerate(lines) if line.startswith('6 '))
    short = os.path.join(top, 'short.turnlog')
    with open(short, 'w', encoding='utf-8') as f:
        f.write('\n'.join(lines[:end]) + '\n6 ! cancel\n%end cancelled\n')
    many = [numbered(top, short, n, ('Anna', 'Bruno', 'Carla'))
            for n in range(1, 81)]
    # The files that wait are swept by whoever comes next; this one never ends.
    pipe = os.path.join(top, 'never')
    os.mkfifo(pipe)
    with subprocess.Popen([TOOL, 'archive', 'build', '--logs', '--out', out,
                           *many, pipe], stdout=subprocess.DEVNULL) as build:
        with open(pipe, 'wb'):
            build.kill()
    made = files(out)
    rows = rows_of(made['index.html'])
    check(len(rows) >= 64 and rows == list(range(len(rows), 0, -1)), rows)
    check(all(f'{n}/index.html' in made for n in rows), 'a link to nothing')
    anna = next(p for p in made if re.match(r'players/anna.*html', p))
    check(rows_of(made[anna]) == rows, 'her games')
    run('archive', 'build', '--logs', '--out', out, *many)
    check(rows_of(files(out)['index.html']) == list(range(80, 0, -1)),
          'the next run goes on')


def test_damage(one):
    """check finds every changed byte, in any file."""
    folder = sorted(f for f in os.listdir(one)
                    if os.path.isdir(os.path.join(one, f)) and
                    f not in BESIDE)[0]
    for name, old, new in (('game.txt', b'1', b'2'),
                           ('index.html', b'<td>', b'<td> '),
                           ('game.turnlog', b'p1', b'p2')):
        path = os.path.join(one, folder, name)
        with open(path, 'rb') as f:
            good = f.read()
        with open(path, 'wb') as f:
            f.write(good.replace(old, new, 1))
        said = run('archive', 'check', one, status=65)
        check(f'{folder}: {name} is not what SHA256SUMS says' in said, said)
        with open(path, 'wb') as f:
            f.write(good)
    # A page that lies, with sums that agree.
    sums = os.path.join(one, folder, 'SHA256SUMS')
    path = os.path.join(one, folder, 'index.html')
    with open(sums, 'rb') as f:
        good_sums = f.read()
    with open(path, 'rb') as f:
        good = f.read()
    # A figure of a place of the board, from event 20 or later on.
    event, states = 0, list(re.finditer(
        b'<div class=h|<i data-e=(\\d+)|<(?:div|i) class=b(?: data-e=(\\d+))?',
        good))
    for state, after in zip(states, states[1:]):
        event = 0 if state[0] == b'<div class=h' else event + int(
            state[1] or state[2] or 1)
        at = good.find(b'<td class=r>', state.end(), after.start())
        if event >= 20 and at > 0:
            break
    bad = good[:at] + good[at:].replace(b'class=r>', b'class=r>9', 1)
    with open(path, 'wb') as f:
        f.write(bad)
    with open(sums, 'wb') as f:
        f.write(good_sums.replace(hashlib.sha256(good).hexdigest().encode(),
                                  hashlib.sha256(bad).hexdigest().encode()))
    said = run('archive', 'check', one, status=65)
    check(f'index.html is not what its log gives, at event {event}\n' in said,
          said)
    with open(path, 'wb') as f:
        f.write(good)
    with open(sums, 'wb') as f:
        f.write(good_sums)
    os.remove(os.path.join(one, folder, 'game.txt'))
    run('archive', 'check', one, status=65)


def test_exchanged(top):
    """check goes by what a folder is called, and by the list."""
    out = os.path.join(top, 'exchanged')
    logs = selfplay(top, 'clippers', '--games', '2', seats=2)
    run('archive', 'build', '--logs', '--out', out, *logs)
    one, two = (os.path.join(out, f'clippers-selfplay-7-{n}') for n in (1, 2))
    run('archive', 'check', out)
    os.rename(one, one + 'x')
    said = run('archive', 'check', out, status=65)
    check('-1x: game.turnlog: of another game: clippers-selfplay-7-1\n' in said, said)
    check('-1: it is on the list, and not there\n' in said, said)
    os.rename(two, one)
    os.rename(one + 'x', two)
    said = run('archive', 'check', out, status=65)
    check(said.count(': of another game: ') == 2 and
          'on the list' not in said, said)
    shutil.rmtree(two)
    said = run('archive', 'check', out, status=65)
    check('-2: it is on the list, and not there\n' in said, said)


def test_left_over(top, logs):
    """What an interrupted run left does no harm; a lock is respected."""
    out = os.path.join(top, 'left')
    os.makedirs(os.path.join(out, '.new-7'))
    with open(os.path.join(out, '.new-7', 'index.html'), 'w',
              encoding='utf-8') as f:
        f.write('half')
    os.makedirs(os.path.join(out, '.old-8'))
    run('archive', 'build', '--logs', '--out', out, *logs)
    check(not [n for n in os.listdir(out) if n.startswith('.')],
          'left-overs stay')
    run('archive', 'check', out)


def about_of(page):
    found = re.search(r'<meta name="paquebot" content="([^"]*)"', page)
    return json.loads(urllib.parse.unquote(found.group(1)))


def test_strange_head(top, logs):
    """A page whose head says too little is as good as none: it is made again,
    and nothing falls over it."""
    out = os.path.join(top, 'strange')
    run('archive', 'build', '--logs', '--out', out, *logs)
    want = files(out)
    folder = next(p.split('/')[0] for p in want if p.endswith('game.txt'))
    path = os.path.join(out, folder, 'index.html')
    for name in ('game', 'ended', 'seats'):
        about = about_of(want[f'{folder}/index.html'].decode())
        for log in logs:
            with open(log, encoding='utf-8') as f:
                if f"Id: {about['name']}\n" not in f.read():
                    other = log
        about[name] = None
        head = urllib.parse.quote(json.dumps(about))
        with open(path, 'w', encoding='utf-8') as f:
            f.write(f'<meta name="paquebot" content="{head}">')
        run('archive', 'build', '--logs', '--out', out, other)
        said = run('archive', 'build', '--logs', '--out', out, *logs)
        check('1 made, 1 there already' in said, said)
        check(files(out) == want, f'a head without {name}')


def test_huge_wait(top, logs):
    """A head that says a seat waited longer than there is time says nothing:
    the figures are made without it."""
    out = os.path.join(top, 'huge')
    run('archive', 'build', '--logs', '--out', out, *logs)
    want = files(out)
    folder, other = sorted(p.split('/')[0] for p in want
                           if p.endswith('game.txt'))[:2]
    path = os.path.join(out, folder, 'index.html')
    page = want[f'{folder}/index.html'].decode()
    told = []
    for waited in ('0', '9e18', '1e300', '-1e300'):
        about = about_of(page)
        for seat in about['seats']:
            seat.update(waited=7, answers=1)
        head = json.dumps(about).replace('"waited": 7', f'"waited": {waited}')
        with open(path, 'w', encoding='utf-8') as f:
            f.write(page.replace(re.search(
                r'(?<="paquebot" content=")[^"]*', page).group(0),
                urllib.parse.quote(head)))
        # Another page is made anew, and with it the figures of all.
        shutil.rmtree(os.path.join(out, other))
        run('archive', 'build', '--logs', '--out', out, *[
            log for log in logs if about_of(
                want[f'{other}/index.html'].decode())['name'] in open(
                    log, encoding='utf-8').read()])
        told.append({p: b for p, b in files(out).items()
                     if not p.startswith(folder)})
    check(all(now == told[0] for now in told),
          'the figures follow a wait that cannot be')


def test_page(one, kind):
    page = page_of(one)
    about = about_of(page)
    check(about['game'] == kind and about['open'] is True, about)
    check([s['name'] for s in about['seats']] ==
          ['Anna', 'Brünø', 'Zoë <b>&amp; "x"'], about['seats'])
    check('Zoë <b>' not in page, f'{kind}: a name is markup')
    check(len(page) < 3_000_000, f'{kind}: {len(page)} bytes')
    script = re.search(r'<script>(.*?)</script>', page, re.S).group(1)
    check(len(script.encode()) <= 16384, f'script of {len(script)}')
    check(page.count('<script') == 1, 'one script')
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"',
                       page).group(1)
    check(policy.startswith("default-src 'none';"), policy)
    for tag in ('script', 'style'):
        text = re.search(rf'<{tag}>(.*?)</{tag}>', page, re.S).group(1)
        digest = hashlib.sha256(text.encode()).digest()
        import base64
        check(f"{tag}-src 'sha256-{base64.b64encode(digest).decode()}'" in
              policy, f'{kind}: hash of the {tag}')
    check(not re.search(r'\s(style|on\w+)=', page), 'inline style or handler')
    check(not re.search(r'(src|href)="(https?:|//)', page), 'goes elsewhere')
    ids = re.findall(r'\sid="?([^\s">]+)', page)
    check(len(ids) == len(set(ids)), f'{kind}: an id is there twice')
    for target in set(re.findall(r'href="?#([^\s">]+)', page)):
        check(target in ids, f'{kind}: #{target} is nowhere')
    for n in range(about['events'] + 1):
        check(f'id="e{n}"' in page, f'{kind}: no anchor e{n}')


def legal(log, n, seat):
    """What a seat could do before event n, by the first word."""
    words = {}
    for line in run('log', 'legal', log, '--until', str(n - 1)).splitlines():
        who, word, *rest = line.split(' ', 2)
        if who == f'p{seat}':
            words.setdefault(word, []).append(rest[0] if rest else '')
    return words


def test_could(one, kind, log):
    """What could have been done is what `log legal` lists, and stands where it
    is seen of: by all where the seat saw no more than the public, else by that
    seat and with everything."""
    page = page_of(one, 'moves.html')
    actors = dict(re.findall(r'(?m)^(\d+) p(\d) ', page_of(one,
                                                          'game.turnlog')))
    told = dict(re.findall(r'(?s)<section class="e" id="e(\d+)">(.*?)'
                           r'</section>', page))
    check(told.keys() == actors.keys(), f'{kind}: events of moves.html')
    check(page.count('href="index.html#e') == len(told), f'{kind}: links back')
    everybody = capped = 0
    for n, seat in list(actors.items())[::len(actors) // 25]:
        want = legal(log, int(n), int(seat))
        have, shown = {}, ''
        for digits, part in re.findall(r'(?s)<div(?: data-v=(\d+))?>\n(.*?)'
                                       r'</div>', told[n]):
            for word, rest in re.findall(r'<p><b>([^<]*)</b>;? ?(.*)</p>',
                                         part):
                have[word] = html.unescape(rest).split('; ') if rest else []
                shown = digits
        facts = [run('log', 'facts', log, '--until', str(int(n) - 1), '--as',
                     who) for who in ('observer', f'p{seat}')]
        check(shown == ('' if facts[0] == facts[1] else f'{seat}7') or
              not want, f'{kind}: event {n} is seen by {shown}')
        everybody += shown == ''
        check(have.keys() == want.keys(), f'{kind}: event {n}: {have}')
        for word, moves in want.items():
            rest = [m for m in moves if m]
            if len(rest) > 40:
                capped += 1
                check(have[word][40:] == [f'and {len(moves) - 40} more'],
                      f'{kind}: event {n}: {word}: {have[word][40:]}')
                rest = rest[:40]
            check(len(have[word][:40]) == len(rest) and (
                kind == 'claim' or sorted(rest) == sorted(have[word][:40]) or
                len(moves) > 40), f'{kind}: event {n}: {word}: {have[word]}')
    check((everybody > 20) is (kind in ('claim', 'clippers')),
          f'{kind}: {everybody} are seen by all')


def test_weight(top, kind):
    """What stood at a place of the board is together, and what is drawn at many
    places is there once: a page of a long game of many is light."""
    logs = os.path.join(top, 'logs-weight-' + kind)
    out = os.path.join(top, 'weight-' + kind)
    seats = {'antwerp': 4, 'atlantic-star': 6, 'claim': 3, 'clippers': 5}
    run('selfplay', kind, '--seats', str(seats[kind]), '--seed', '11',
        '--policy', 'normal', '--out', logs)
    path = os.path.join(logs, os.listdir(logs)[0])
    # Names that are one would cost nothing.
    with open(path, encoding='utf-8') as f:
        text = f.read()
    for n, name in enumerate('Anna Bruno Carla Dora Elena Felix'.split(), 1):
        text = re.sub(rf'(?m)^Seat-p{n}: .*$', f'Seat-p{n}: {name}', text)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)
    run('archive', 'build', '--logs', '--out', out, path)
    light = len(gzip.compress(page_of(out).encode(), 9))
    check(10000 < light <= 60000, f'{kind}: {light} bytes, compressed')


def test_feed(one):
    """RFC 4287: what a feed and its entries must have."""
    atom = '{http://www.w3.org/2005/Atom}'
    feed = ET.parse(os.path.join(one, 'feed.xml')).getroot()
    check(feed.tag == atom + 'feed', feed.tag)
    for node in [feed] + feed.findall(atom + 'entry'):
        for name in ('id', 'title', 'updated'):
            found = node.findall(atom + name)
            check(len(found) == 1 and found[0].text, f'feed: {name}')
        check(re.fullmatch(r'urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-'
                           r'8[0-9a-f]{3}-[0-9a-f]{12}',
                           node.find(atom + 'id').text), 'feed: id')
        check(re.fullmatch(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ',
                           node.find(atom + 'updated').text), 'feed: time')
        check(node.findall(atom + 'link[@rel="alternate"]'), 'feed: link')
    check(feed.find(f'{atom}author/{atom}name').text, 'feed: author')
    ids = [n.text for n in feed.iter(atom + 'id')]
    check(len(ids) == len(set(ids)), 'feed: ids')


def test_strange_name(top):
    """What XML may not hold does not break the feed, nor anything a page; a
    long name is cut between two letters."""
    log = selfplay(top, 'clippers', '--undo-every', '9', seats=2)[0]
    with open(log, encoding='utf-8') as f:
        text = f.read()
    with open(log, 'w', encoding='utf-8') as f:
        text = re.sub('(?m)^Seat-p1: .*$', 'Seat-p1: A\ufffe\uffffb', text)
        f.write(re.sub('(?m)^Id: .*$', 'Id: ' + 'ü' * 40, text))
    out = os.path.join(top, 'strange-name')
    run('archive', 'build', '--logs', '--out', out, log)
    test_feed(out)
    for path, data in files(out).items():
        check(b'\xef\xbf\xbe' not in data or
              path.endswith(('.turnlog', '.json')),
              f'{path}: U+FFFE')
    check(f'Clippers {"ü" * 35}</a>' in files(out)['index.html'].decode(),
          'the name of the game')
    check('>Ab</a>' in files(out)['index.html'].decode(), 'her name')


def test_one_folder(top):
    """Two names of games that a folder's name has one way: the first stays."""
    log = selfplay(top, 'clippers', '--undo-every', '8', seats=2)[0]
    with open(log, encoding='utf-8') as f:
        text = f.read()
    out = os.path.join(top, 'one-folder')
    for name, status in ('a/b', 0), ('a b', 65):
        with open(log, 'w', encoding='utf-8') as f:
            f.write(re.sub('(?m)^Id: .*$', f'Id: {name}', text))
        said = run('archive', 'build', '--logs', '--out', out, log,
                   status=status)
    check(f'{out}/clippers-a-b is another game' in said, said)
    check('\nId: a/b\n' in files(out)['clippers-a-b/game.turnlog'].decode(),
          'the first is gone')


def with_tags(path, **tags):
    """The text of a log with these tags; None: without it."""
    with open(path, encoding='utf-8') as f:
        text = f.read()
    for name, value in tags.items():
        text = re.sub(rf'(?m)^{name.replace("_", "-")}: .*\n',
                      f'{name.replace("_", "-")}: {value}\n'
                      if value else '', text, count=1)
    return text


def test_one_name(top):
    """Of two games of one name and moment the first stays."""
    tags = {'Id': '7', 'Started': '2026-11-20T19:00:00Z'}
    logs = selfplay(top, 'clippers', '--games', '66', seats=2)
    path = os.path.join(top, 'one-name.turnlog')
    first = with_tags(logs[0], **tags)

    def build(text, out, *others, status=0):
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)
        return run('archive', 'build', '--logs', '--out', out, *others, path,
                   status=status)

    out = os.path.join(top, 'one-name')
    build(first, out)
    for other in (with_tags(logs[0], Seat_p1='Zoe', **tags),
                  with_tags(logs[0], Seed=None,
                            Seed_Commit='sha256:' + 64 * 'a', **tags),
                  with_tags(selfplay(top, 'clippers', '--option', 'lay=1',
                                     seats=2)[0], **tags),
                  with_tags(selfplay(top, 'clippers', '--games', '1',
                                     seats=3)[0], **tags)):
        said = build(other, out, status=65)
        check('is another game' in said, said)
        check('1 there already' in build(first, out), 'the first is gone')
    # The number of who was forgotten takes the place of the name.
    said = build(with_tags(logs[0], Seat_p1='#12', **tags), out)
    check('1 made' in said, said)
    # The same tags and other moves, with many games between them.
    out = os.path.join(top, 'one-run')
    other = selfplay(top, 'clippers', '--policy', 'random', seats=2)[0]
    start = {'Started': '2026-11-20T19:00:00Z'}
    for log in logs:
        text = with_tags(log, **start)
        with open(log, 'w', encoding='utf-8') as f:
            f.write(text)
    said = build(with_tags(other, **start), out, *logs, status=65)
    check('two games are called' in said and '66 made' in said, said)


def test_taken_back(top):
    """A page says which undo took another back, also of a log in no store."""
    log = selfplay(top, 'clippers', '--undo-every', '11', seats=2)[0]
    with open(log, encoding='utf-8') as f:
        undos = re.findall(r'(?m)^(\d+) ! undo (\d+)$', f.read())
    numbers = {number for number, _ in undos}
    back = {of for _, of in undos if of in numbers}
    out = os.path.join(top, 'taken-back')
    run('archive', 'build', '--logs', '--out', out, log)
    page, = (data.decode() for path, data in files(out).items()
             if re.match('clippers[^/]*/index.html', path))
    said = set(re.findall(r'The set-back in event (\d+) was taken', page))
    check(back and said == back, (back, said))
    said = set(re.findall(r'was set back to before event (\d+)', page))
    check(said == {of for _, of in undos} - back, said)


def test_progress(top, logs):
    """On a terminal: how many, how fast, how long. It begins after half a
    second: the last log comes from a pipe, no sooner than that."""
    leader, follower = pty.openpty()
    *first, last = logs
    pipe = os.path.join(top, 'pipe')
    os.mkfifo(pipe)
    with subprocess.Popen(
            [TOOL, 'archive', 'build', '--logs', '--out',
             os.path.join(top, 'progress'), *first, pipe],
            stdout=subprocess.DEVNULL, stderr=follower) as build, \
            open(pipe, 'wb') as end, open(last, 'rb') as log:
        time.sleep(0.6)
        end.write(log.read())
        end.close()
        build.wait()
    # What is on its way is lost to a terminal that nobody holds any more.
    said = b''
    while (b'0 s left' not in said and
           select.select([leader], [], [], 2)[0]):
        said += os.read(leader, 4096)
    os.close(follower)
    os.close(leader)
    n = len(logs)
    check(re.search(rf'\r\x1b\[K{n} of {n} games, \d+\.\d/s, 0 s left',
                    said.decode()), said)
    check(said.endswith(b'\r\x1b[K'), 'the line stays')


def test_secrets(top):
    """A game that is not over is refused; with reveal=no nothing but what
    the observer's copy tells is in any file."""
    path = selfplay(top, 'atlantic-star')[0]
    with open(path, encoding='utf-8') as f:
        text = f.read()
    lines = text.split('\n')
    running = os.path.join(top, 'running.turnlog')
    with open(running, 'w', encoding='utf-8') as f:
        f.write('\n'.join(line for line in lines[:60]
                          if not line.startswith('Seed: ')) + '\n')
    out = os.path.join(top, 'secret')
    said = run('archive', 'build', '--logs', '--out', out, running,
               status=65)
    check('is not over' in said, said)
    check(not [p for p in files(out) if p.startswith('atlantic')],
          'a running game is there')
    closed = os.path.join(top, 'closed.turnlog')
    with open(closed, 'w', encoding='utf-8') as f:
        f.write(re.sub(r'^Options: .*$', 'Options: reveal=no', text,
                       flags=re.M))
    run('archive', 'build', '--logs', '--out', out, closed)
    made = files(out)
    seed = re.search(r'^Seed: (\w+)$', text, re.M).group(1)
    deck = re.search(r'^\d+ - deck (.*)$', text, re.M).group(1)
    # The last cards were never turned up: nobody may learn their order.
    tail = ' '.join(deck.split()[-8:])
    for path, data in made.items():
        check(seed.encode() not in data, f'{path}: the seed')
        check(tail.encode() not in data, f'{path}: the deck')
    page = page_of(out)
    check(about_of(page)['open'] is False, 'it is closed')
    check('data-v=' not in page, 'viewpoints of a closed game')
    log = page_of(out, 'game.turnlog')
    copy = run('log', 'redact', closed, '--as', 'observer')
    check(log == copy, 'the archive holds the observer\'s copy')
    said = run('archive', 'check', out)
    check('form and sums' in said, said)


def test_chat(top):
    """Broadcasts are in it unless the game's option forbids."""
    path = selfplay(top, 'clippers', seats=3)[0]
    with open(path, encoding='utf-8') as f:
        text = f.read()
    text = text.replace('\n9 ', "\n'p2 Hello <i>all\\nof you\n9 ", 1)
    for option, want in (('-', True), ('press=yes', True),
                         ('press=no', False)):
        log = os.path.join(top, 'chat.turnlog')
        out = os.path.join(top, 'chat' + option)
        with open(log, 'w', encoding='utf-8') as f:
            f.write(re.sub(r'^Options: .*$', f'Options: {option}', text,
                           flags=re.M))
        run('archive', 'build', '--logs', '--out', out, log)
        for name in ('index.html', 'game.txt', 'game.turnlog'):
            check(('Hello' in page_of(out, name)) is want,
                  f'{option}: press in {name}')
        check('Hello <i>' not in page_of(out), 'press is markup')
        run('archive', 'check', out)


def said_beside(top, name, log, *comments):
    """A log with comments on it beside it, as an archive has them."""
    folder = os.path.join(top, name)
    os.mkdir(folder)
    path = os.path.join(folder, 'game.turnlog')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(log)
    with open(os.path.join(folder, 'comments.jsonl'), 'w',
              encoding='utf-8') as f:
        for n, (event, text) in enumerate(comments, 1):
            f.write(json.dumps({'at': '2026-11-28T10:00:00Z', 'comment': n,
                                'event': event, 'name': 'Anna', 'seat': 1,
                                'text': text}) + '\n')
    return path


def test_said(top):
    """Comments stand at the events that the page counts so, which of a closed
    game are fewer; and an archive made of another keeps them."""
    with open(selfplay(top, 'antwerp')[0], encoding='utf-8') as f:
        lines = f.read().split('\n')
    first = next(n for n, line in enumerate(lines)
                 if line.startswith('14 p'))
    after = next(n for n, line in enumerate(lines)
                 if line.startswith('15 '))
    other = 'p2' if lines[first].startswith('14 p1') else 'p1'
    moved = [re.sub(r'^\d+', lambda m: str(int(m[0]) + 1), line)
             for line in lines[after:] if not line.startswith('# ')]
    log = '\n'.join([line for line in lines[:after] if line[:2] != '# '] +
                    [f'15 {other} standing fork home'] + moved)
    log = re.sub('(?m)^Options: .*$', 'Options: reveal=no', log)
    events = max(int(n) for n in re.findall(r'(?m)^(\d+) ', log))
    out = os.path.join(top, 'said-closed')
    run('archive', 'build', '--logs', '--out', out, said_beside(
        top, 'said', log, (14, 'before it'), (15, 'behind it'),
        (events - 1, 'the last'), (events, 'past the end')))
    page = page_of(out)
    check(about_of(page)['events'] == events - 1, 'nobody knows of one')
    here = {text: int(n) for n, section in re.findall(
        r'(?s)<section [^>]*id="e(\d+)"(.*?)</section>', page)
        for text in re.findall(r'</b> (.*?)</p></blockquote>', section)}
    check(here == {'before it': 14, 'behind it': 15, 'the last': events - 1},
          here)
    head = re.search(r'(?s)<details class="said">.*?</details>', page)[0]
    check('past the end' in head and 'href="#e15"' in head, head)
    # The words of event 15 are those of 16 in the log as it was.
    move = re.search(r'(?m)^16 p\d (.*)$', log)[1]
    check(f'<code>{html.escape(move)}' in re.search(
        r'(?s)id="e15".*?</section>', page)[0], 'event 15')
    folder = next(n for n in os.listdir(out) if n.startswith('antwerp'))
    log = selfplay(top, 'clippers')[0]
    with open(log, encoding='utf-8') as f:
        path = said_beside(top, 'said-open', f.read(), (9, 'kept'))
    one, two = os.path.join(top, 'said1'), os.path.join(top, 'said2')
    run('archive', 'build', '--logs', '--out', one, path)
    folder = next(n for n in os.listdir(one) if n.startswith('clippers'))
    run('archive', 'build', '--logs', '--out', two,
        os.path.join(one, folder, 'game.turnlog'))
    a, b = files(one), files(two)
    check(a == b and b'kept' in a[f'{folder}/comments.jsonl'], 'it is lost')
    run('archive', 'check', two)


def test_own_words(top):
    """What the game has no sentence for is in the words of the language."""
    out = os.path.join(top, 'italian')
    run('archive', 'build', '--logs', '--out', out, '--lang', 'it',
        *selfplay(top, 'antwerp', '--undo-every', '30'))
    text = page_of(out, 'game.txt')
    check(re.search(r'^\d+: Anna: termina$', text, re.M) and
          ': end' not in text, 'a turn that ends in Italian')


ENGLISH = {'load', 'sail', 'exchange', 'end', 'fly', 'stow', 'refuel', 'split',
           'take', 'lay', 'pass', 'replace', 'could', 'more'}
OWN = {'it': {'antwerp': {'carica', 'naviga', 'termina'},
              'claim': {'vola', 'stiva'}, 'clippers': {'colloca', 'prendi'},
              'atlantic-star': {'noleggia', 'sostituisci'}},
       'nl': {'antwerp': {'laad', 'vaar', 'klaar'},
              'claim': {'vlieg', 'stuw'}, 'clippers': {'pak', 'leg'},
              'atlantic-star': {'vervang', 'charter'}}}


def test_own_moves(top):
    """What could have been done is in the words of the language."""
    logs = [selfplay(top, kind)[0] for kind in KINDS]
    for lang, words in OWN.items():
        out = os.path.join(top, 'moves-' + lang)
        run('archive', 'build', '--logs', '--out', out, '--lang', lang, *logs)
        for name, data in files(out).items():
            if not name.endswith('/moves.html'):
                continue
            kind = next(k for k in KINDS if name.startswith(k))
            body = re.sub('(?s)<(style|script|title)>.*?</\\1>', '',
                          data.decode())
            verbs = set(re.findall('<b>([^<]*)</b>', body))
            check(words[kind] <= verbs, f'{name} in {lang}: {verbs}')
            said = set(re.sub('(?s)<[^>]*>', ' ', body).lower().split())
            check(not said & ENGLISH, f'{name} in {lang}: {said & ENGLISH}')


def test_refusals(top):
    out = os.path.join(top, 'refused')
    bad = os.path.join(top, 'bad.turnlog')
    with open(bad, 'w', encoding='utf-8') as f:
        f.write('%turnlog 1\nGame: nonsense/1\n\n')
    run('archive', 'build', '--logs', '--out', out, bad, status=65)
    run('archive', 'build', '--logs', bad, status=64)
    run('archive', 'build', '--logs', '--lang', 'xx', '--out', out, bad,
        status=64)
    run('archive', 'check', os.path.join(top, 'nowhere'), status=66)
    # A name may not lead out of the archive, nor take another's folder.
    log = selfplay(top, 'clippers', seats=2)[0]
    with open(log, encoding='utf-8') as f:
        text = f.read()
    with open(bad, 'w', encoding='utf-8') as f:
        f.write(re.sub(r'^Id: .*$', 'Id: ../../x', text, flags=re.M))
    run('archive', 'build', '--logs', '--out', out, bad)
    check('clippers-------x' in os.listdir(out), os.listdir(out))
    with open(bad, 'w', encoding='utf-8') as f:
        f.write(re.sub(r'^Started: .*$', 'Started: 2001-01-01T00:00:00Z',
                       re.sub(r'^Id: .*$', 'Id: ../../x', text, flags=re.M),
                       flags=re.M))
    said = run('archive', 'build', '--logs', '--out', out, bad, status=65)
    check('is another game' in said, said)


def test_met(out, page, made):
    """Whom Anna met and who was placed before whom, and games won in a row."""
    games = sorted((about_of(text.decode()) for name, text in made.items()
                    if re.match(r'[^/]*\d/index\.html$', name)),
                   key=lambda about: about['ended'])
    met, now, best = {}, 0, 0
    for about in games:
        rank = {s['name']: s['rank'] for s in about['seats']}
        mine = rank.pop('Anna')
        now = now + 1 if mine == 1 else 0
        best = max(best, now)
        for name, other in rank.items():
            n = met.setdefault(name, [0, 0, 0])
            n[0] += 1
            n[1] += mine < other
            n[2] += mine > other
    anna = next(json.loads(text) for name, text in made.items()
                if re.match(r'players/anna-\w+\.json', name))
    check(len(games) == 6 and {o['name']: [o['games'], o['ahead'],
                                           o['behind']]
                               for o in anna['opponents']} == met,
          (anna['opponents'], met))
    check(anna['streak'] == {'now': now, 'best': best},
          (anna['streak'], now, best))
    for name, figures in met.items():
        row = ''.join(f'</td><td class="r">{n}' for n in figures)
        check(f'{html.escape(name)}</a>{row}</td>' in page, (name, figures))


MONTHS = ('01', '02', '03', '04', '05', '12')


def test_openings(out, logs, page):
    """With what first moves Anna began, how often, and how often she won."""
    want = {}
    for path in logs:
        with open(path, encoding='utf-8') as f:
            text = f.read()
        move = re.search(r'(?m)^\d+ p1 ([^@\n]*?)(?: @.*)?$', text)[1]
        scores = {int(s): int(n) for s, n in re.findall(
            r' p(\d)=(-?\d+)', re.search(r'(?m)^%end.*$', text)[0])}
        n = want.setdefault(move, [0, 0])
        n[0] += 1
        n[1] += scores[1] == max(scores.values())
    anna = next(json.loads(text) for name, text in files(out).items()
                if re.match(r'players/anna-\w+\.json', name))
    check({o['move']: [o['games'], o['won']] for o in anna['openings']} ==
          want and all(o['game'] == 'clippers' for o in anna['openings']),
          (anna['openings'], want))
    rows = re.findall(r'<tr><td>Clippers</td><td><code>([^<]*)</code></td>'
                      r'<td class="r">(\d+)</td><td class="r">(\d+)</td>',
                      page)
    order = sorted(want, key=lambda m: (-want[m][0], m))[:5]
    check([(html.unescape(m), int(n), int(won)) for m, n, won in rows] ==
          [(m, *want[m]) for m in order], (rows, want))


def test_figures(top):
    """Players' pages and the list say what `log stats` says of the logs."""
    logs = selfplay(top, 'clippers', '--check-every', '50', games=6)
    test_progress(top, logs[:2])
    for i, path in enumerate(logs):
        with open(path, encoding='utf-8') as f:
            text = f.read()
        text = re.sub(r'(?m)^(\d+) ([^@\n]*)$',
                      lambda m: f'{m[1]} {m[2]} @2026-{MONTHS[i]}-02T'
                      f'{int(m[1]) // 60:02d}:{int(m[1]) % 60:02d}:00Z', text)
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)
    out = os.path.join(top, 'figures')
    run('archive', 'build', '--logs', '--out', out, *logs)
    told = {p['name']: p for p in json.loads(
        run('log', 'stats', '--json', *logs))['players']}
    check(len(told) == 3, 'three players')
    pages = {name: text.decode() for name, text in files(out).items()
             if name.startswith('players/')}
    ranking = pages.pop('players/index.html')
    data = json.loads(pages.pop('players/index.json'))
    anna = next(text for name, text in pages.items()
                if re.search('/anna.*html', name))
    rating = '%.2f' % (told['Anna']['ratings'][0]['rating'] / 100)
    tally = told['Anna']['tallies'][0]
    check(f'<strong>{rating}</strong>' in anna, 'the rating of Anna')
    cells = re.findall(r'<td[^>]*>([^<]*)', anna)
    check(cells[2:5] == ['3', str(tally['games']), str(tally['won'])],
          'games and wins of Anna')
    check('1 minute' in anna, 'the time to answer')
    for name, text in pages.items():
        if name.endswith('.json'):
            continue
        chart = ET.fromstring(re.search(r'<svg.*?</svg>', text, re.S)[0])
        line = next(p for p in chart if p.get('class') == 'line')
        check(len(re.findall('[ML]', line.get('d'))) == 6,
              f'{name}: a point a game')
        check('after each of 6 games' in chart.get('aria-label'),
              f'{name}: the chart in words')
        check([a.get('href') for a in chart if a.tag == 'a'] ==
              [f'../clippers-selfplay-7-{n}/index.html'
               for n in range(1, 7)], f'{name}: its points lead to games')
        check([t.text for t in chart.iter('text')][2:] ==
              ['2026-01-02', '2026-04-23', '2026-08-12', '2026-12-02'],
              f'{name}: days')
        # Each stands at its day.
        at = [int(x) for x in re.findall(r'[ML](\d+) ', line.get('d'))]
        days = [time.strptime(f'2026-{m}-02', '%Y-%m-%d').tm_yday
                for m in MONTHS]
        check(all(abs(x - at[0] - (at[-1] - at[0]) * (d - days[0]) /
                      (days[-1] - days[0])) < 2
                  for x, d in zip(at, days)) and at[-1] - at[0] > 500,
              f'{name}: {at}')
    best = sorted(told.values(), key=lambda p: (-p['ratings'][0]['rating'],
                                                p['name']))
    check(re.findall(r'<td[^>]*>(-?\d+\.\d\d)\s*<', ranking) ==
          ['%.2f' % (p['ratings'][0]['rating'] / 100) for p in best],
          'the ratings of all')
    check([(p['name'], r['rank'], r['rating'], r['games']) for p in data
           for r in p['ratings']] ==
          sorted((p['name'], n, p['ratings'][0]['rating'], 6)
                 for n, p in enumerate(best, 1)), 'the same as data')
    test_met(out, anna, files(out))
    test_openings(out, logs, anna)
    for line in data:
        with open(os.path.join(out, 'players', line['file'] + '.json'),
                  encoding='utf-8') as f:
            own = json.load(f)['ratings'][0]
        check(round(100 * (own['mu'] - 3 * own['sigma'])) == own['rating'] and
              {k: own[k] for k in ('mu', 'sigma', 'rating')} ==
              {k: line['ratings'][0][k] for k in ('mu', 'sigma', 'rating')},
              f'mu and sigma of {line["name"]}')


def test_draw(top):
    """A first place that is shared is no game won."""
    out = os.path.join(top, 'draws')
    run('selfplay', 'antwerp', '--seats', '2', '--games', '5', '--out', out)
    logs = sorted(os.path.join(out, n) for n in os.listdir(out))
    draws = [path for path in logs if all(
        t['shared'] for p in json.loads(run('log', 'stats', '--json', path))
        ['players'] for t in p['tallies'])]
    check(draws, 'one of the games is a draw')
    with open(draws[0], encoding='utf-8') as f:
        text = f.read().replace('Seat-p1: Random', 'Seat-p1: Anna')
    with open(draws[0], 'w', encoding='utf-8') as f:
        f.write(text)
    pages = os.path.join(top, 'drawn')
    run('archive', 'build', '--logs', '--out', pages, draws[0])
    people = [json.loads(text) for name, text in files(pages).items()
              if re.match(r'players/.*-\w+\.json', name)]
    check(len(people) == 2 and all(
        p['streak'] == {'now': 0} and
        [o['won'] for o in p['openings']] == [0] for p in people), people)
    check([r['rank'] for p in json.loads(
        files(pages)['players/index.json']) for r in p['ratings']] == [1, 1],
          'equal ratings share a place')
    said = run('log', 'stats', draws[0])
    check(len(re.findall(r'(?m)^ +1  \w+ +-?\d+\.\d\d ', said)) == 2, said)
    check([r['rank'] for p in json.loads(
        run('log', 'stats', '--json', draws[0]))['players']
        for r in p['ratings']] == [1, 1], 'and in log stats')


def main():
    top = tempfile.mkdtemp(prefix='paquebot-archive-')
    os.umask(0o077)  # as the daemon's unit has it; a web server reads pages
    try:
        for kind in KINDS:
            # One of each; how games stand beside each other is no game's own.
            several = LONG or kind == KINDS[-1]
            one, logs = test_whole(top, kind, 2 if several else 1)
            test_page(one, kind)
            test_could(one, kind, logs[0])
            test_weight(top, kind)
            test_feed(one)
        # What is not a game's own is tried on the one that is made fastest.
        test_near(top, logs)
        test_one_file(top, logs)
        test_added(top, logs)
        test_stopped(top, logs)
        test_damage(one)
        test_exchanged(top)
        test_left_over(top, logs)
        test_strange_head(top, logs)
        test_huge_wait(top, logs)
        test_strange_name(top)
        test_one_folder(top)
        test_one_name(top)
        test_taken_back(top)
        test_secrets(top)
        test_chat(top)
        test_said(top)
        test_own_words(top)
        test_own_moves(top)
        test_refusals(top)
        test_figures(top)
        test_draw(top)
    finally:
        shutil.rmtree(top)
    return verdict()


sys.exit(main())
