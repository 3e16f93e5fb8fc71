#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""At a table of hidden names no mail tells who anybody else is, whatever is
asked or done there, till the game is over; then all do. Dialogues of each kind
of game, played by tests/desk/look."""
import re
import subprocess
import sys
import tempfile

PEOPLE = ('Quintus', 'Rosalind', 'Sebald')
LATER = ('Theodora', 'Ulrika')
counts = [0, 0]


def check(good, what):
    counts[not good] += 1
    if not good:
        print('FAIL:', what)


def say(who, *lines):
    return f'say {who}\n' + '\n'.join(lines) + '\n.\n'


def raw(name, to, *lines):
    raw.n += 1
    return (f'raw\nFrom: {name} <{name.lower()}@example.net>\nTo: {to}\n'
            f'Subject: me\nMessage-ID: <u{raw.n}@example.net>\n\n' +
            '\n'.join(lines) + '\n.\nyes ' + name.lower() + '@example.net\n')


raw.n = 0


def dialogue(kind):
    """What a table does, with somebody who comes to a free seat, and one who
    takes over; and what others ask of it."""
    asked = say('p2', 'status', 'history', 'log', 'list', 'board')
    return (
        f'kind {kind}\nclock 48h remind 24h grace 1h late pass\nquiet\n'
        # The number 1 has its names; so everybody is a player.
        f'game {" ".join(PEOPLE)}\nmoderate cancel\n'
        + ''.join(raw(name, 'games@example.org', f'signup {name}')
                  for name in LATER) +
        f'game {" ".join(PEOPLE)} +Maud\n' +
        say('m', 'anonymous') + 'loud\n' +
        say('p3', 'resign') +
        raw('Theodora', 'games@example.org', 'list') +
        raw('Theodora', '@TO-theodora@', 'join 2') +
        say('p1', 'ready') + say('p2', 'ready', 'status', 'list') +
        say('m', 'begin') + asked +
        say('p1', 'press p2', 'who are you?', 'endpress', 'broadcast', 'hi',
            'endpress', 'away 3d') +
        say('p2', 'press moderator', 'a word', 'endpress', 'propose end') +
        say('p1', 'disagree') +
        say('p2', 'set name Rosa Linda') +
        'yes rosalind@example.net\n' +
        say('m', 'deputy p1', 'moderator p2', 'status', 'nudge', 'resend p1') +
        say('m', 'moderator Quintus') + say('m', 'deputy Rosa Linda') +
        say('m', 'dummy p2: silence', 'title Cup', 'set press public') +
        raw('Rosalind', '@TO-rosalind@', 'takeover 2 p2') +
        say('m', 'eject p3: silence') +
        raw('Ulrika', 'games@example.org', 'observe 2') +
        raw('Ulrika', '@TO-ulrika@', 'unobserve 2', 'takeover 2 p3') +
        asked +
        'pass 30\ntick\npass 30\ntick\n' + asked +
        say('m', 'rollback 2: as it was', 'pause', 'resume') + asked +
        'finish\n')


def mails(out):
    """(Reader, what they were sent) in order, and what was told after the
    end."""
    for part in re.split(r'^(?=----- To: |===== )', out, flags=re.M):
        if part.startswith('===== finish'):
            yield None, ''
        if part.startswith('-----'):
            to = re.match(r'----- To: (\w+)@', part).group(1)
            yield to, part.split('\n', 1)[1]


def test(kind):
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as f:
        f.write(dialogue(kind))
        f.flush()
        done = subprocess.run(['./tests/desk/look', f.name],
                              capture_output=True, text=True, check=True)
    names = {n.lower(): n for n in PEOPLE + LATER}
    names['rosalind'] = 'Rosalind|Rosa Linda'
    over, told, shown = False, 0, set()
    for to, text in mails(done.stdout):
        if to is None:
            over = True
            continue
        others = [n for who, n in names.items() if who != to]
        # What the writer has written stands in the answer.
        text = re.sub(r'^> .*|"[^"]*"', '', text, flags=re.M)
        found = re.search('|'.join(others), text)
        if over:
            shown.update(re.findall('Quintus|Rosa Linda|Ulrika', text))
        else:
            told += 1
            check(found is None, f'{kind}: {to} is told of '
                  f'{found and found.group()}: {text}')
    check(told > 60, f'{kind}: {told} mails')
    check(len(shown) == 3, f'{kind}: at the end all hear of {shown}')


def main():
    for kind in ('clippers', 'claim', 'antwerp', 'atlantic-star'):
        test(kind)
    print(f'unnamed: {counts[0]} passed, {counts[1]} failed')
    return counts[1] != 0


if __name__ == '__main__':
    sys.exit(main())
