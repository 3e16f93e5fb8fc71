#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turn mails of every game, in three languages, as a telephone and a window of
a desk show them, light and dark: nothing to scroll sideways, moves to touch, no
complaint of axe-core. TELEPHONE_SHOTS=DIR in the environment leaves there what
they look like, to be looked at."""
import base64
import email
import email.policy
import html
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                '..', 'archive'))
# pylint: disable=wrong-import-position
from checks import check, verdict  # noqa: E402
from webdriver import Browser  # noqa: E402

AXE = pathlib.Path('/usr/local/share/paquebot-tests/axe-4.10.3/axe.min.js')
SHOTS = os.environ.get('TELEPHONE_SHOTS')
# Gmail cuts a mail that is longer.
MOST = 102_000
TAPS = '''return [...document.querySelectorAll('a')].map(
    a => [a.getBoundingClientRect().height, a.getBoundingClientRect().width,
          a.href.slice(0, 7), a.innerText])'''
# Where axe sees no colour it takes white for it; what there is behind a page
# without one is the browser's own.
GROUND = "document.documentElement.style.background = 'Canvas'"
# A sign of the map stands for itself: "A1 ?".
MISSET = re.compile(r'\S +[,;:.!)](?=\s|$)|[(] |\S  +\S|,,|;;|(?<!\.)\.\.(?!\.)')
RUN_AXE = '''var done = arguments[arguments.length - 1];
axe.run().then(r => done(r.violations.map(
    v => v.id + ': ' + v.nodes[0].html.slice(0, 90))))'''


def read(path):
    """The HTML with its pictures in it, its size, and the pictures."""
    with open(path, 'rb') as f:
        mail = email.message_from_binary_file(f, policy=email.policy.default)
    page = mail.get_body(('html',)).get_content()
    size = len(page.encode())
    pngs = []
    for part in mail.walk():
        if part.get_content_type() != 'image/png':
            continue
        pngs.append(part.get_content())
        cid = part['Content-ID'].strip('<>')
        check(page.count('cid:' + cid) == 1, f'{path}: {cid} once')
        page = page.replace('cid:' + cid, 'data:image/png;base64,' +
                            base64.b64encode(pngs[-1]).decode())
    check('cid:' not in page, f'{path}: a picture is missing')
    return page, size, pngs


def check_sent(name, page):
    """What is touched sends the word that it shows."""
    words = re.findall(r'body=([^"]*)">(?:[0-9]+, )?<code[^>]*>([^<]*)</code>'
                       '</a>', page)
    for sent, shown in words:
        check(urllib.parse.unquote(sent) == html.unescape(shown),
              f'{name}: {shown} sends {sent}')
    if re.search('-last|-invite', name):
        check(words, f'{name}: no word to touch')


def show(browser, name, width, dark, shot):
    what = f'{name} at {width}, {"dark" if dark else "light"}'
    browser.cdp('Emulation.setEmulatedMedia', features=[
        {'name': 'prefers-color-scheme',
         'value': 'dark' if dark else 'light'}])
    browser.size(width, 740)
    browser.go('file://' + name)
    wide = browser.js('return document.documentElement.scrollWidth')
    check(wide <= width, f'{what}: {wide} pixels wide')
    scrolls = browser.js('''return [...document.querySelectorAll('body *')]
        .filter(e => e.scrollWidth > e.clientWidth && e.clientWidth > 0 &&
                     getComputedStyle(e).overflowX != 'visible')
        .map(e => e.tagName)''')
    check(not scrolls or set(scrolls) == {'PRE'}, f'{what}: {scrolls}')
    taps = browser.js(TAPS)
    for high, wide, link, words in taps:
        check(high >= 44, f'{what}: "{words}" is {high} pixels high')
        check(wide >= 44, f'{what}: "{words}" is {wide} pixels wide')
        check(link == 'mailto:', f'{what}: {link}')
    # axe judges colours, names and nesting, none of which the width changes.
    if '-mid' in name and (width == 360) != dark:
        browser.js(GROUND)
        browser.js(AXE.read_text(encoding='utf-8'))
        for bad in browser.js_async(RUN_AXE):
            check(False, f'{what}: {bad}')
    if SHOTS:
        high = browser.js('return document.documentElement.scrollHeight')
        browser.size(width, high)
        browser.picture(os.path.join(
            SHOTS, f'{shot}-{width}-{"dark" if dark else "light"}.png'))
    return taps, scrolls


def check_words(name, page):
    """Blanks and stops as in print; the map in columns has its own."""
    page = re.sub(r'<pre.*?</pre>', '', page, flags=re.S)
    words = html.unescape(re.sub(r'<[^>]*>', lambda tag: '' if re.match(
        '</?(span|strong|em|code|a)\\b', tag[0]) else '\n', page))
    for wrong in MISSET.finditer(words):
        around = words[max(0, wrong.start() - 30):wrong.end() + 10]
        check(False, f'{name}: misset: {around!r}')


def look(browser, folder, name, pictures):
    page, size, pngs = read(os.path.join(folder, name))
    check_words(name, page)
    check_sent(name, page)
    path = os.path.join(folder, name[:-4] + '.html')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(page)
    check(size < MOST, f'{name}: {size} bytes of HTML')
    check('<style' not in page, f'{name}: a style sheet')
    turn = '-mid' in name or '-late' in name
    if turn and pictures:
        check(len(pngs) == 1, f'{name}: {len(pngs)} pictures')
        check('<pre' not in page, f'{name}: columns beside the picture')
    if '-digest' in name:
        # One of each game that waits.
        check(len(pngs) == (4 if pictures else 0), f'{name}: {len(pngs)}')
    for png in pngs:
        check(len(png) < 150_000, f'{name}: a picture of {len(png)} bytes')
    if turn:
        check('<a style="display:block' in page, f'{name}: no moves to touch')
    # In each way a middle turn, the last mail, and what is of no turn; the
    # others where they are narrowest.
    for width, dark in ((360, False), (360, True), (700, False), (700, True)):
        if re.search('-en-(mid|last|digest|invite|refusal|help|rules-claim|history)', name) or (
                width == 360 and not dark):
            shot = name[:-4] + ('' if pictures else '-columns')
            _, scrolls = show(browser, path, width, dark, shot)
            check(not (pictures and scrolls), f'{name}: {scrolls} scrolls')


def main():
    browser = Browser()
    try:
        for option in ([], ['--no-pictures']):
            with tempfile.TemporaryDirectory(prefix='paquebot-telephone-') as d:
                subprocess.run(['./tests/desk/turns', *option, d], check=True)
                names = sorted(os.listdir(d))
                check(len(names) >= 57, f'{len(names)} mails')
                for name in names:
                    if not option or '-mid' in name:
                        look(browser, d, name, not option)
    finally:
        browser.close()
    return verdict()


if __name__ == '__main__':
    sys.exit(main())
