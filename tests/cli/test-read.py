#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`paquebot read`: what is read of a mail and why, also of hostile ones.

Runs in the build directory."""
import json
import os
import subprocess
import sys

HEAD = (b'From: Anna <a@example.org>\nTo: games@example.org\n'
        b'Subject: Re: Your turn\nMessage-ID: <m1@example.org>\n')
PLAIN = b'Content-Type: text/plain; charset=utf-8\n\n'
BODY = b"""Hallo Bram,

bord
bericht p2
charter rhea
eindbericht
zet 2
charter rhea

Op ma 3 nov 2026 om 10:00 schreef Paquebot <g@example.org>:
> charter korea
--\x20
Anna
"""
EXPECT = [
    (None, 'mail', '', 'Re: Your turn'),
    (1, 'new', 'prose', 'Hallo Bram,'),
    (2, 'new', '', ''),
    (3, 'new', 'command board', 'bord'),
    (4, 'new', 'command press', 'bericht p2'),
    (5, 'new', 'message', 'charter rhea'),
    (6, 'new', 'command endpress', 'eindbericht'),
    (7, 'new', 'number 2', 'zet 2'),
    (8, 'new', 'move', 'charter rhea'),
    (9, 'new', '', ''),
    (10, 'quote', '',
     'Op ma 3 nov 2026 om 10:00 schreef Paquebot <g@example.org>:'),
    (11, 'quote', '', '> charter korea'),
    (12, 'signature', '', '-- '),
    (13, 'signature', '', 'Anna'),
]
TRUNCATED = (b'Content-Type: multipart/mixed; boundary=b\n\n--b\n'
             b'Content-Type: multipart/alternative; boundary=c\n\n--c\n')
failed = passed = 0


def expect(what, good, shown=''):
    global failed, passed
    passed += bool(good)
    failed += not good
    if not good:
        print('not ok:', what, str(shown)[:400])


def read(mail, *options):
    run = subprocess.run(['./paquebot', 'read', *options, '-'], input=mail,
                         capture_output=True, timeout=30)
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def rows(mail, *options):
    status, out, why = read(mail, '--json', *options)
    expect('status', status == 0, why)
    return [(r['line'], r['is'], r['means'], r['text'])
            for r in json.loads(out)]


def main():
    got = rows(HEAD + PLAIN + BODY, '--lang', 'nl', '--game', 'atlantic-star')
    expect('a reply in Dutch', got == EXPECT, got)
    got = read(HEAD + PLAIN + b'board\n')[1].splitlines()
    expect('for people', got[0].split() == ['LINE', 'IS', 'MEANS', 'TEXT'] and
           got[2].split() == ['1', 'new', 'command', 'board', 'board'], got)
    for line, what in (('volo a C0', 'perhaps a move'), ('vola C0', 'move'),
                       ('Facciamo la 3, grazie', 'number 3'),
                       ('2 navi', 'number 2, and more')):
        got = rows(HEAD + PLAIN + line.encode(), '--lang', 'it', '--game',
                   'claim')
        expect(line, got[1][2] == what, got)
    for field, what in ((b'Auto-Submitted: auto-replied\n', 'automatic answer'),
                        (b'Auto-Submitted: auto-generated\n', 'program'),
                        (b'List-Id: <l.example.org>\n', 'mailing list'),
                        (b'Return-Path: <>\n', 'bounce')):
        got = rows(field + HEAD + PLAIN + b'board\n')
        expect(what, got[0][1] == what, got)
    got = rows(HEAD.replace(b'Re: Your turn', b'Out of office 24 Dec - 2 Jan') +
               PLAIN + b'board\n')
    expect('an absence', got[0][1] == 'absence', got)
    for mail, what in ((b'', 'bad From'), (b'\0' * 5000, 'bad From'),
                       (HEAD + TRUNCATED, None), (HEAD + TRUNCATED[:40], None),
                       (HEAD + PLAIN + b'A' * 3000000, 'too large'),
                       (HEAD + PLAIN + b'board\0\n2\0\n', None),
                       (HEAD + PLAIN + b'\xff\xfe\x1b[31m\n' * 50, None),
                       (HEAD + PLAIN + b'>\n' * 100000, None)):
        got = rows(mail)
        expect('hostile', got and (what is None or got[0][2] == what), got[:3])
        shown = read(mail)[1]
        expect('no controls', not set(shown) & set('\0\x1b\x07\r'), shown[:80])
    for words, status in ((['nowhere'], 66), (['--lang', 'tlh', '-'], 64),
                          (['--game', 'chess', '-'], 64), ([], 64),
                          ([os.curdir], 66)):
        got = subprocess.run(['./paquebot', 'read', *words], input=b'',
                             capture_output=True).returncode
        expect(words, got == status, got)
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
