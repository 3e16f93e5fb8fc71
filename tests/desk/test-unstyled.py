#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mails of every game, in three languages, as programs show their HTML that
know no style (Alpine, w3m, lynx, elinks, and what stands on these): lines end
where an element of HTML 3.2 says so, and nowhere else. Each move that may be
touched begins a line, or stands behind a comma or a colon, with its own words,
and they are what the text part has; a picture's words are one line; what stands
beside a heading is parted from it."""
import email
import email.policy
import html.parser
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                '..', 'archive'))
# pylint: disable=wrong-import-position
from checks import check, verdict  # noqa: E402

BLOCKS = {'p', 'div', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'table', 'tr',
          'pre', 'blockquote', 'hr', 'br'}
HEADINGS = {'h2', 'h3', 'h4'}
CELLS = {'td', 'th'}
# A row of the list of moves: what follows its number, up to the first stop.
ROW = re.compile(r'^(\d+): ([^,;:\n]*)', re.M)


def tidy(text):
    text = re.sub(r'[^\S\n]+', ' ', text)
    return re.sub(r' ?\n[ \n]*', '\n', text).strip()


class Unstyled(html.parser.HTMLParser):
    """The lines of a page, and what is a link, a heading or an image in it."""
    def __init__(self, page):
        super().__init__()
        self.text, self.open, self.name = '', [], None
        self.links, self.beside, self.images = [], [], []
        self.feed(page)
        self.lines = tidy(self.text)

    def handle_starttag(self, tag, attrs):
        if tag in BLOCKS:
            self.text += '\n'
        elif tag in CELLS:
            self.text += ' | '
        elif tag == 'img':
            self.images.append(dict(attrs)['alt'])
        if tag == 'a' or tag in HEADINGS:
            self.open.append(len(self.text))
        elif tag == 'span' and self.open:
            self.name = tidy(self.text[self.open[-1]:])

    def handle_endtag(self, tag):
        if tag == 'a' or tag in HEADINGS:
            words = self.text[self.open.pop():]
            if tag == 'a':
                self.links.append(tidy(words))
        elif tag == 'title':
            self.text = ''
        if tag in BLOCKS:
            self.text += '\n'

    def handle_data(self, data):
        if self.name is not None:
            self.beside.append((self.name, data))
            self.name = None
        self.text += data.replace('\n', ' ')


def check_links(name, page):
    """In their order, each at the beginning of a line or a cell, or behind a
    comma or a colon, and never with a number behind it."""
    at = 0
    for link in page.links:
        if not re.match(r'\d', link) and link not in ('join', 'no'):
            continue
        found = re.compile(r'(?:^|[,:|] )' + re.escape(link) +
                           r'(?![^\s,.;])(?! \d)', re.M).search(page.lines, at)
        check(found, f'{name}: "{link}" does not stand for itself')
        at = found.end() if found else at


def check_rows(name, page, text):
    rows = ROW.findall(text)
    check(len(rows) > 0, f'{name}: no moves in its text')
    for number, words in rows:
        begins = f'\n{number} {words}'
        check(begins in page.lines, f'{name}: no line "{number} {words}"')


def check_pictures(name, page, text):
    headings = re.findall(r'^\+\+\+ ([^,\n]*)(,?)', text, re.M)
    for words in page.images:
        check('\n' not in words and '+++' not in words,
              f'{name}: the words of a picture are no line: {words[:60]}')
        own = [h for h, more in headings if (h + ', ' if more else h + '. ')
               in words]
        check(len(own) > 1, f'{name}: {own} in "{words[:60]}"')


def look(folder, name):
    with open(os.path.join(folder, name), 'rb') as f:
        mail = email.message_from_binary_file(f, policy=email.policy.default)
    text = mail.get_body(('plain',)).get_content()
    page = Unstyled(mail.get_body(('html',)).get_content())
    check_links(name, page)
    if re.search('-(mid|late)', name):
        check(len(page.links) > 1, f'{name}: no links')
        check(len(page.images) == 1, f'{name}: {len(page.images)} pictures')
        check_rows(name, page, text)
    if '-digest' not in name:
        check_pictures(name, page, text)
    for words, beside in page.beside:
        check(words.endswith(',') or beside.startswith('('),
              f'{name}: no comma between "{words}" and "{beside}"')


def main():
    with tempfile.TemporaryDirectory(prefix='paquebot-unstyled-') as d:
        subprocess.run(['./tests/desk/turns', d, 'set layout list'],
                       check=True)
        names = sorted(os.listdir(d))
        check(len(names) >= 57, f'{len(names)} mails')
        for name in names:
            look(d, name)
    return verdict()


if __name__ == '__main__':
    sys.exit(main())
