#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The pages of an archive in a real browser: every control and key on a game
of each kind; the positions shown against `log show`; the same without
JavaScript; nothing is loaded from anywhere; axe-core finds nothing.

PAQUEBOT_SCREENSHOTS=DIR keeps pictures of every kind of page."""
import functools
import gzip
import html
import html.parser
import http.server
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
import threading
import unicodedata

from checks import check, verdict
from webdriver import Browser

TOOL = os.path.abspath('./paquebot')
AXE = '/usr/local/share/paquebot-tests/axe-4.10.3/axe.min.js'
KINDS = {'atlantic-star': 3, 'clippers': 3, 'claim': 3, 'antwerp': 3}
if len(sys.argv) > 1:
    KINDS = {kind: 3 for kind in sys.argv[1:]}
NAMES = ('Anna', 'Brünø', 'Zoë <b>&amp; "x"', 'Dora', 'Ed', 'Flo')
EVENTS = 20 if os.environ.get('CHECK_LONG') else 8
INLINE = ('code',)                  # words go on behind it without a blank
PICTURES = os.environ.get('PAQUEBOT_SCREENSHOTS')


def run(*args):
    done = subprocess.run([TOOL, *args], capture_output=True, text=True,
                          check=False)
    if done.returncode:
        raise RuntimeError(f'{args}: {done.stdout}{done.stderr}')
    return done.stdout


class Words(html.parser.HTMLParser):
    """The words of a mail's position: no drawing, nothing before it."""
    def __init__(self):
        super().__init__()
        self.text, self.skip, self.begun = [], 0, False
        self.heading = self.over = False

    def handle_starttag(self, tag, attrs):
        self.begun = self.begun or tag == 'h2'
        self.heading = tag == 'h2'
        self.skip += tag == 'pre'
        self.between(tag)

    def handle_endtag(self, tag):
        self.skip -= tag == 'pre'
        self.heading = False
        self.between(tag)

    def between(self, tag):
        if tag not in INLINE:
            self.text.append(' ')

    def handle_data(self, data):
        # What the seat can do is no part of the position, and the legend none
        # of what the page is asked for.
        if self.heading:
            self.over = data.strip() in ('You can', 'Signs',
                                          'Reading the tables')
        if self.begun and not self.skip and not self.over:
            self.text.append(data)


def tokens(text, seat_name=None):
    """Words in order. For a seat, those that mails say to it otherwise are
    left out: pages call everybody by name."""
    text = text.replace('\xa0', ' ')
    if seat_name is not None:
        text = text.replace(seat_name + "'s", ' ').replace(seat_name, ' ')
        text = re.sub(r"\(you\)|\b(you|your|their|they|have|has|are|is|do|"
                      r"does|own)\b", ' ', text, flags=re.I)
        text = re.sub(r"(?<=\w)s\b", '', text)
    return re.findall(r"[\w'’*.+-]+|\S", text.lower())


def fold(text):
    """In small letters without accents."""
    return ''.join(c for c in unicodedata.normalize('NFD', text.lower())
                   if not unicodedata.combining(c))


def shown(log, n, reader):
    words = Words()
    words.feed(run('log', 'show', log, '--until', str(n), '--as', reader,
                   '--layout', 'html'))
    return ''.join(words.text)


# What the board shows for the chosen viewpoint, without drawing and legend.
BOARD = '''
return [].map.call(document.querySelectorAll('#board > .b, .hands > .b'),
  function (b) {
  var h = b.querySelector('h3');
  return (h && h.textContent === 'Signs on the map') ||
    b.querySelector('figure') ||
    getComputedStyle(b).display === 'none' ? '' : b.innerText; }).join('\\n');'''

# The same of a page without script: of each place that is seen the last state
# up to the event. What the style sheet counts is what a reader goes by.
SECTION = '''
var until = arguments[0];
return [].map.call(document.querySelectorAll('#places > .h'), function (h) {
  var at = 0, stands = null;
  [].forEach.call(h.children, function (c) {
    at += +getComputedStyle(c).counterIncrement.split(' ')[1];
    if (c.className === 'b' && at <= until)
      stands = c; });
  return stands; }).map(function (b) {
  var h = b && b.querySelector('h3');
  return !b || b.querySelector('figure') ||
    (h && h.textContent === 'Signs on the map') ||
    !b.getClientRects().length ? '' : b.innerText; }).join('\\n');'''


def same_position(page, log, n, view, names, how):
    reader = {'public': 'observer', 'all': 'archive'}.get(view, view)
    name = names[int(view[1]) - 1] if re.fullmatch(r'p\d', view) else None
    want = tokens(shown(log, n, reader), name)
    have = tokens(page, name)
    good = want == have
    check(good, f'{how}: event {n} as {view} sees it')
    if not good:
        at = next((i for i, (a, b) in enumerate(zip(want, have)) if a != b),
                  min(len(want), len(have)))
        print('   log show:', ' '.join(want[max(0, at - 8):at + 12]))
        print('   page:    ', ' '.join(have[max(0, at - 8):at + 12]))


def serve(top):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass
    server = http.server.ThreadingHTTPServer(
        ('127.0.0.1', 0), functools.partial(Quiet, directory=top))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def make_game(top, kind, seats):
    out = os.path.join(top, 'logs')
    run('selfplay', kind, '--seats', str(seats), '--seed', '11', '--policy',
        'greedy', '--undo-every', '25', '--out', out)
    path = os.path.join(out, next(n for n in os.listdir(out)
                                  if n.startswith(kind)))
    with open(path, encoding='utf-8') as f:
        text = f.read()
    for n in range(1, seats + 1):
        text = re.sub(rf'^Seat-p{n}: .*$', f'Seat-p{n}: {NAMES[n - 1]}', text,
                      flags=re.M)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)
    return path


class Game:
    """A page and what its events are, read from its source."""
    def __init__(self, b, url, path, kind):
        self.b, self.url, self.kind = b, url, kind
        with open(path, encoding='utf-8') as f:
            self.source = f.read()
        # What is as in the event before is not said again.
        self.events = []
        for struck, n, said in re.findall(
                r'<section class="e([^"]*)" id="e(\d+)"([^>]*)>', self.source):
            last = self.events[-1] if self.events else {'t': 0}
            self.events.append({
                **last, 'n': int(n), 'x': bool(struck), 't': last['t'] + (' data-t' in said),
                **{k: int(v) for k, v in
                   re.findall(r' data-([ar])=(-?\d+)', said)}})
        self.last = len(self.events) - 1

    def at(self):
        n = int(self.b.js("return document.querySelector('#log "
                          "[aria-current]').hash.slice(2)"))
        check(self.b.wait(f"return /^#e{n}(&|$)/.test(location.hash)"),
              f'{self.kind}: the address at {n}')
        head = self.b.js("return document.querySelector('#board h2')"
                         ".textContent")
        here = self.b.js("return document.querySelector('#log "
                         "[aria-current]').getAttribute('href')")
        slider = int(self.b.js("return document.getElementById('slider')"
                               ".value"))
        check(here == f'#e{n}' and slider == n and
              (str(n) in head or n == 0), f'{self.kind}: at {n}: {head}, '
              f'{here}, {slider}')
        return n

    def go(self, n, view='public'):
        self.b.go(f'{self.url}#e{n}' + ('' if view == 'public' else
                                        f'&v={view}'))
        # The page hears of an address in its own time: what a test does next
        # is done on the event that it went to.
        there = self.b.wait(
            "var a = document.querySelector('#log [aria-current]');"
            f"return a && a.hash === '#e{n}'")
        check(there, f'{self.kind}: the page does not go to {n}')
        if not there:
            print('   it is at', self.b.js(
                "return document.querySelector('#log [aria-current]').hash +"
                "' and its address is ' + location.hash"))

    def stretch(self, n, what, ahead):
        e = self.events
        if ahead:
            k = n + 1
            while k < len(e) and e[k][what] == e[n][what]:
                k += 1
            return min(k, self.last)
        k = max(n - 1, 0)
        while k > 0 and e[k - 1][what] == e[k][what]:
            k -= 1
        return k


def test_lean(g):
    """What the board is filled from is out of the document, and no rule of
    style is left that chooses among viewpoints by it: else each step costs
    what all of the page does."""
    b = g.b
    g.go(g.last // 2)
    check(b.js("return !document.getElementById('all') &&"
               "!document.getElementById('parts') &&"
               "document.querySelectorAll('section.e, #board use').length")
          == 0, f'{g.kind}: the source stays in the document')
    # Nor are positions and parts of maps made into elements before the script
    # asks for one: that is most of what loading costs.
    count = len(re.findall('<[a-z]', re.sub(
        '(?s)<(style|script|noscript).*?</\\1>', '', g.source)))
    check(count * 3 < len(re.findall('<[a-z]', g.source)),
          f'{g.kind}: {count} elements are made in loading')
    check(b.js("return [].filter.call(document.styleSheets[0].cssRules,"
               "function (r) { return /^:root:has/.test(r.selectorText); })"
               ".length") == 0, f'{g.kind}: rules for viewpoints')
    # A step leaves alone what it does not change.
    kept = there = 0
    for _ in range(8):
        b.js("[].forEach.call(document.querySelectorAll('#board .b, #board "
             "svg > g'), function (x) { x.kept = true; })")
        b.click('[data-go=ne]')
        more = b.js(
            "var x = document.querySelectorAll('#board .b, #board svg > g');"
            "return [[].filter.call(x, function (y) { return y.kept; }).length,"
            "x.length]")
        kept, there = kept + more[0], there + more[1]
    check(there > kept > there // 3, f'{g.kind}: {kept} of {there} are kept')
    check(g.at() == g.last // 2 + 8, f'{g.kind}: eight steps')


def test_buttons(g):
    b, mid = g.b, g.last // 2
    want = {'first': 0, 'last': g.last, 'pe': mid - 1, 'ne': mid + 1,
            'pt': g.stretch(mid, 't', False), 'nt': g.stretch(mid, 't', True),
            'pr': g.stretch(mid, 'r', False), 'nr': g.stretch(mid, 'r', True)}
    for name, n in want.items():
        g.go(mid)
        b.click(f'[data-go={name}]')
        check(g.at() == n, f'{g.kind}: button {name}: {g.at()}, not {n}')
        check(b.js('return document.activeElement.dataset.go') == name,
              f'{g.kind}: the focus left {name}')
    for end, names in ((0, ('first', 'pe', 'pt', 'pr')),
                       (g.last, ('last', 'ne', 'nt', 'nr'))):
        g.go(end)
        for name in names:
            check(b.js('return document.querySelector(arguments[0])'
                       '.getAttribute("aria-disabled")',
                       f'[data-go={name}]') == 'true',
                  f'{g.kind}: {name} at the end')
            b.click(f'[data-go={name}]')
        check(g.at() == end, f'{g.kind}: over the end')
    for seat in range(1, KINDS[g.kind] + 1):
        g.go(mid)
        b.click(f'[data-seat="{seat}"]')
        n = next((e['n'] for e in g.events[mid + 1:] if e['a'] == seat), mid)
        check(g.at() == n, f'{g.kind}: next move of p{seat}')


def test_late_address(g):
    """An address that is asked for while the last step's is still to be
    written is the one that counts."""
    b, mid = g.b, g.last // 2
    g.go(mid)
    b.js(f"location.hash = '#e{mid + 3}';"
         "history.replaceState(null, '', '#e2')")
    check(b.wait("return document.querySelector('#log [aria-current]').hash "
                 f"=== '#e{mid + 3}'"), f'{g.kind}: an address is lost')
    check(g.at() == mid + 3, f'{g.kind}: the late address')


def test_keys(g):
    b, mid = g.b, g.last // 2
    want = {('Left',): mid - 1, ('Right',): mid + 1, ('Home',): 0,
            ('End',): g.last,
            ('Shift', 'Left'): g.stretch(mid, 't', False),
            ('Shift', 'Right'): g.stretch(mid, 't', True),
            ('Shift', 'Up'): g.stretch(mid, 'r', False),
            ('Shift', 'Down'): g.stretch(mid, 'r', True)}
    for keys, n in want.items():
        g.go(mid)
        b.keys(*keys)
        check(g.at() == n, f'{g.kind}: {keys}: {g.at()}, not {n}')
    g.go(mid)
    b.js("document.getElementById('slider').focus()")
    b.keys('Right')
    check(g.at() == mid + 1, f'{g.kind}: the slider takes one step')
    check(b.js('return document.activeElement.id') == 'slider',
          f'{g.kind}: the focus left the slider')
    says = b.js("return document.getElementById('slider')"
                ".getAttribute('aria-valuetext')")
    check(str(mid + 1) in says, says)
    heard = b.wait("var t = document.getElementById('say').textContent;"
                   f"return t.indexOf('{mid + 1}') >= 0 && t")
    check(heard and b.js("return document.getElementById('say')"
                         ".getAttribute('aria-live')") == 'polite',
          f'{g.kind}: nothing is announced')
    # The keys of the viewpoints are their own.
    b.click('label[for=v0]')
    b.keys('Right')
    check(b.js("return document.querySelector('[name=v]:checked').value") ==
          'p1' and g.at() == mid + 1, f'{g.kind}: viewpoints by key')


def test_narrow(g):
    """On a telephone the board is in sight at once; what is wider than the
    screen has the arrow keys while it has the focus, and keeps its place and
    the focus over a step."""
    b, mid = g.b, g.last // 2
    b.size(360, 800)
    b.go('about:blank')
    b.go(g.url)
    top = b.js("return document.querySelector('.card')"
               ".getBoundingClientRect().top")
    check(top < 300, f'{g.kind}: who won stands {top} pixels down')
    g.go(mid)
    top = b.js("return document.getElementById('board')"
               ".getBoundingClientRect().top")
    check(top < 480, f'{g.kind}: the board begins {top} pixels down')
    name = b.wait("""
var x = [].filter.call(document.querySelectorAll('#board [tabindex="0"]'),
  function (y) { return y.scrollWidth > y.clientWidth + 80; })[0];
if (!x) return '';
x.focus();
x.scrollLeft = 40;
return x.getAttribute('aria-label');""", seconds=5)
    if not name:
        b.size(1280, 1000)
        check(g.kind in ('atlantic-star', 'claim'),
              f'{g.kind}: nothing is wide')
        return
    b.keys('Right')
    check(g.at() == mid, f'{g.kind}: a step while {name} has the keys')
    b.keys('Shift', 'Right')
    check(g.at() == g.stretch(mid, 't', True), f'{g.kind}: no step')
    check(b.js("return document.activeElement.getAttribute('aria-label')") ==
          name, f'{g.kind}: the focus left {name}')
    check(b.js('return document.activeElement.scrollLeft') >= 40,
          f'{g.kind}: {name} lost its place')
    b.size(1280, 1000)


def test_in_view(g):
    """The whole map is in view at 1280 x 900, and as wide as a telephone; it
    stays where it is whatever is told of an event, on a telephone in up to
    four lines. No name on it is cut off."""
    b = g.b
    for width, height, least in ((1280, 900, 360), (360, 800, 330)):
        b.size(width, height)
        seen = set()
        for n in [*range(g.last // 2, g.last // 2 + 12), g.last]:
            g.go(n)
            *place, lines = b.js("""
window.scrollTo(0, 0);
document.getElementById('controls').scrollIntoView();
var x = document.querySelector('#board svg').getBoundingClientRect();
var bar = document.getElementById('controls').getBoundingClientRect();
var t = document.createRange();
t.selectNodeContents(document.querySelector('#board .t'));
return [x.left, x.right, x.top - bar.bottom, x.bottom,
        t.getBoundingClientRect().height / 23.2];""")
            if lines < 4.1 or width > 360:
                seen.add(tuple(place))
        check(len(seen) == 1 and min(min(seen)) >= 0 and
              (min(seen)[3] <= height or width == 360),
              f'{g.kind}: at {width} the map stands at {seen}')
        check(min(x[1] - x[0] for x in seen) >= least,
              f'{g.kind}: at {width} the map is small: {seen}')
        cut = b.js("""
var all = document.querySelector('#board svg').getBoundingClientRect();
return [].filter.call(document.querySelectorAll('#board .map text'), function (x) {
  var r = x.getBoundingClientRect();
  return r.left < all.left || r.right > all.right || r.top < all.top ||
    r.bottom > all.bottom; }).map(function (x) { return x.textContent; });""")
        check(cut == [], f'{g.kind}: at {width} names are cut off: {cut}')
    b.size(1280, 1000)


def copied(g, what):
    """The text that the button puts on the clipboard."""
    b = g.b
    b.click(f'[data-copy={what}]')
    check(b.wait("return document.getElementById('say').textContent === "
                 "document.getElementById('controls').dataset.copied"),
          f'{g.kind}: {what} is not said to be copied')
    return b.js_async("var done = arguments[0]; navigator.clipboard"
                      ".readText().then(done, function (x) {"
                      " done(String(x)); })")


def check_notation(g, log, n):
    """Copied at event n: it is the log up to there."""
    text, path = copied(g, 'notation'), log + '.part.turnlog'
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)
    check(f'ok {n} events' in run('log', 'check', path),
          f'{g.kind}: the notation is no log')
    check(run('log', 'facts', path) ==
          run('log', 'facts', log, '--until', str(n)),
          f'{g.kind}: the notation is of another position')
    check('Seed: ' not in text, f'{g.kind}: the seed in a position')
    os.remove(path)


def test_log_and_copies(g, log):
    b, mid = g.b, g.last // 2
    g.go(mid)
    b.click(f'#log a[href="#e{mid + 2}"]')
    check(g.at() == mid + 2, f'{g.kind}: the log leads there')
    b.click('label[for=v1]')
    b.cdp('Browser.grantPermissions', permissions=[
        'clipboardReadWrite', 'clipboardSanitizedWrite'])
    text = copied(g, 'link')
    check(text == f'{g.url}#e{mid + 2}&v=p1', text)
    check_notation(g, log, mid + 2)
    g.go(0)
    check_notation(g, log, 0)
    # A link that is opened shows what it says.
    g.go(mid - 1, 'all')
    check(g.at() == mid - 1 and b.js(
        "return document.querySelector('[name=v]:checked').value") == 'all',
        f'{g.kind}: a link opens elsewhere')
    b.js(f"location.hash = '#e3'")
    b.wait("return document.querySelector('#log [aria-current]')"
           ".getAttribute('href') === '#e3'")
    check(g.at() == 3, f'{g.kind}: an address that is edited')


def test_end(g, log):
    """A page begins with how the game ended, and its chart leads into it."""
    b = g.b
    b.go('about:blank')
    b.go(g.url)
    check(g.at() == g.last, f'{g.kind}: it does not begin at the end')
    with open(log, encoding='utf-8') as f:
        result = re.search(r'^%end finished (.*)$', f.read(), re.M)[1]
    scores = {int(seat): int(score) for seat, score in
              re.findall(r'p(\d)=(-?\d+)', result)}
    card = b.js("""
return [].map.call(document.querySelectorAll('.card tr'), function (r) {
  return [+r.querySelector('use').getAttribute('href').slice(2),
          +r.cells[2].textContent, r.querySelector('a').textContent]; });""")
    check({seat: score for seat, score, _ in card} == scores,
          f'{g.kind}: {card}, not {scores}')
    check(all(name == NAMES[seat - 1] for seat, _, name in card), str(card))
    # Where a round begins, also anew behind what was set back.
    rounds = {(e['r'], e['n']) for was, e in zip(g.events, g.events[1:])
              if was['r'] != e['r'] or was['x'] or was['a'] < 0} | {
                  (g.events[0]['r'], 0)}
    strips = b.js("""
return [].map.call(document.querySelectorAll('.course a'), function (a) {
  return [a.getAttribute('aria-label'), +a.getAttribute('href').slice(2)];
});""")
    check(len(strips) >= len({r for r, _ in rounds if r}) - 1,
          f'{g.kind}: {len(strips)} rounds on the chart')
    for label, n in strips:
        check((int(label.split()[-1]), n) in rounds,
              f'{g.kind}: {label} leads to event {n}')
    label, n = strips[len(strips) // 2]
    b.js("document.querySelectorAll('.course a')[arguments[0]].dispatchEvent("
         "new MouseEvent('click', {bubbles: true, cancelable: true}))",
         len(strips) // 2)
    b.wait(f"return document.querySelector('#log [aria-current]').hash == '#e{n}'")
    check(g.at() == n, f'{g.kind}: the chart does not lead to {label}')
    table = b.js("""
return [].map.call(document.querySelectorAll('.rounds tr'), function (r) {
  return [].map.call(r.cells, function (c) { return c.textContent; }); });""")
    check({i + 1: int(x) for i, x in enumerate(table[-1][1:])} == scores,
          f'{g.kind}: {table[-1]}, not {scores}')
    for href in b.js("return [].map.call(document.querySelectorAll('.turns a'),"
                     " function (a) { return a.hash; })"):
        b.click(f'.turns a[href="{href}"]')
        b.wait("return document.querySelector('#log [aria-current]').hash "
               f"== '{href}'")
        check(f'#e{g.at()}' == href, f'{g.kind}: {href}')


def test_play(g):
    """It plays on by itself until it is stopped, by button and key."""
    b, mid = g.b, g.last // 2
    now = "return +document.getElementById('slider').value"
    for start in (lambda: b.click('#play'),
                  lambda: (b.js('document.activeElement.blur()'),
                           b.keys('Space'))):
        g.go(mid)
        b.js("var s = document.getElementById('speed'); s.value = '500';"
             "s.dispatchEvent(new Event('change'))")
        start()
        check(b.wait(now + f' >= {mid + 2}'),
              f'{g.kind}: it does not play')
        check(b.js("return document.getElementById('play')"
                   ".getAttribute('aria-pressed')") == 'true',
              f'{g.kind}: it does not say that it plays')
        b.click('[data-go=pe]')
        at = b.js(now)
        b.js_async('setTimeout(arguments[0], 1200)')
        check(b.js(now) == at, f'{g.kind}: it plays on')
    # At the end it begins anew, and there it stops.
    g.go(g.last)
    b.js("var s = document.getElementById('speed'); s.value = '2400';"
         "s.dispatchEvent(new Event('change'))")
    b.click('#play')
    check(b.js(now) == 0, f'{g.kind}: it does not begin anew')
    b.click('#play')
    b.js("var s = document.getElementById('slider'); s.value = arguments[0];"
         "s.dispatchEvent(new Event('input'))", g.last - 1)
    b.click('#play')
    check(b.wait(now + f' == {g.last} && document.getElementById("play")'
                 '.getAttribute("aria-pressed") == "false"'),
          f'{g.kind}: it does not stop at the end')


def test_swipe(g):
    """A finger drawn across what happened, or across the map; it does not go
    back to what the browser showed before."""
    b, mid = g.b, g.last // 2
    for what in ('.t', '.map'):
        g.go(0)
        g.go(mid)
        for way, n in ((-100, mid + 1), (100, mid)):
            x, y = b.js("var r = document.querySelector('#board ' + "
                        "arguments[0]).getBoundingClientRect();"
                        "return [r.right - 130, (r.top + r.bottom) / 2]", what)
            b.cdp('Input.dispatchTouchEvent', type='touchStart',
                  touchPoints=[{'x': x, 'y': y}])
            b.cdp('Input.dispatchTouchEvent', type='touchMove',
                  touchPoints=[{'x': x + way, 'y': y}])
            b.cdp('Input.dispatchTouchEvent', type='touchEnd', touchPoints=[])
            b.wait("return document.querySelector('#log [aria-current]').hash "
                   f"== '#e{n}'")
            check(g.at() == n, f'{g.kind}: drawn by {way} across {what}')


def test_marks(g):
    """What an event changed is marked: cells that have another text, and
    parts of the map that were not there. Compared with the page's source."""
    b = g.b
    g.go(0)
    check(b.js("return document.querySelectorAll('#board .new, .came').length")
          == 0, f'{g.kind}: marks before the first event')
    cells = """
return [].reduce.call(document.querySelectorAll('#board .b'), function (o, b) {
  var h = b.querySelector('h3');
  if (h && !b.querySelector('figure') && b.getClientRects().length)
    [].forEach.call(b.querySelectorAll('tr'), function (r) {
      [].forEach.call(r.cells, function (c, i) {
        o.push([h.firstChild.textContent + '/' + r.cells[0].textContent + '/' +
                i, c.textContent, c.classList.contains('new')]); }); });
  return o; }, []);"""
    marked = moved = 0
    last = None
    for n in range(g.last // 2, g.last // 2 + 12):
        g.go(n)
        found = b.js(cells)
        keys = [key for key, _, _ in found]
        here = {key: text for key, text, _ in found if keys.count(key) == 1}
        if last is not None:
            for key, text, new in found:
                if key not in here or key not in last:
                    continue
                check(new == (text != last[key]),
                      f'{g.kind}: event {n}: {key}: {last[key]} -> {text} is '
                      f'{"" if new else "not "}marked')
                marked += new
        moved += b.js("return document.querySelectorAll('#board .came').length")
        last = here
    check(marked > 0, f'{g.kind}: no figure is marked')
    check(moved > 0, f'{g.kind}: nothing moves')


# The pieces that are drawn, without colours; and what is marked of them: what
# came, what left, and lines from where a piece stood to where it went.
PIECES = """
function shape(x) { return x.outerHTML.replace(/fill="[^"]*"/g, ''); }
function marked(name) {
  return [].map.call(document.querySelectorAll('#board .' + name + '>*'), shape); }
return [[].filter.call(document.querySelectorAll('#board .map svg > g:not([class]) > g > *'),
  function (x) { return x.tagName !== 'text' &&
    !/^(came|left|trail)$/.test(x.getAttribute('class')); }).map(shape),
  marked('came'), marked('left'),
  [].map.call(document.querySelectorAll('#board .trail :last-child'), function (x) {
    return x.getAttribute('d'); })];"""


def places(pieces):
    """Where pieces stand, by their look, which has no size."""
    found = {}
    for text in pieces:
        at = re.match(r'<g transform="translate\((\S+) (\S+)\)">(.*)', text,
                      re.S)
        if at:
            look = re.sub(r'="([^"#]*)"',
                          lambda x: re.sub(r'[-\d.\s]+', '', x[1]), at[3])
            found.setdefault(look, []).append((float(at[1]), float(at[2])))
    return found


def near(pieces, others):
    """Those that have one of their look among the others, less than 60 away."""
    return {x for x in pieces for look, ats in places([x]).items()
            for u, v in ats for x2, y2 in others.get(look, ())
            if math.hypot(x2 - u, y2 - v) < 60}


def test_moved(g):
    """On the map what was not there before an event has a ring, what is there
    no more stands there faintly unless its place was taken, and a piece that
    went has a trail to where it is; what made room for it has none of these;
    none of it moves where a reader wants no motion."""
    b, trails, last = g.b, 0, None
    b.cdp('Emulation.setEmulatedMedia', features=[
        {'name': 'prefers-reduced-motion', 'value': 'reduce'}])
    for n in range(g.last // 10, g.last // 10 + 24):
        g.go(n)
        now, came, left, lines = b.js(PIECES)
        if last is not None and len(set(now) ^ set(last)) <= 60:
            fresh, old = set(now) - set(last), set(last) - set(now)
            is_, was = places([*fresh]), places([*old])
            # What only made room has no mark.
            check(set(came) == fresh - near(fresh, was),
                  f'{g.kind}: event {n}: came {came}')
            taken = {x for x in old if any(at in ends for ats in
                                           places([x]).values() for at in ats
                                           for ends in is_.values())}
            check(set(left) == old - near(old, is_) - taken,
                  f'{g.kind}: event {n}: left {left}')
            gone = {look for look in was if look in is_ and min(
                max(abs(x - u), abs(y - v)) for x, y in was[look]
                for u, v in is_[look]) > 65}
            check(len(lines) >= len(gone), f'{g.kind}: event {n}: {lines}')
            for line in lines:
                x, y, u, v = (float(a) for a in re.findall(r'[\d.]+', line))
                check(any((x, y) in was.get(look, ()) and (u, v) in ends
                          for look, ends in is_.items()),
                      f'{g.kind}: event {n}: {line} leads from nowhere')
            trails += len(lines)
        moves = b.js("return [].map.call(document.querySelectorAll('#board "
                     ".came, #board .left, #board .trail'), function (x) {"
                     "return getComputedStyle(x).animationName; })")
        check(set(moves) <= {'none'}, f'{g.kind}: event {n}: it moves')
        last = now
    b.cdp('Emulation.setEmulatedMedia', features=[])
    check(trails > 0 or g.kind in ('clippers', 'atlantic-star'),
          f'{g.kind}: no trail')


def test_positions(g, log, seats):
    b = g.b
    views = ['public'] + [f'p{s}' for s in range(1, seats + 1)] + ['all']
    chance = random.Random(g.kind)
    numbers = sorted(chance.sample(range(14, g.last + 1), EVENTS))
    g.go(0)
    for n in numbers:
        for view in views:
            b.js("var s = document.getElementById('slider');"
                 "s.value = arguments[0]; s.dispatchEvent(new Event('input'));"
                 "document.querySelector('[value=' + arguments[1] + ']')"
                 ".click()", n, view)
            same_position(b.js(BOARD), log, n, view, NAMES, g.kind)
    return numbers


def test_everything(g, log, seats):
    """Who sees everything sees all hands beside each other, each under the
    name of its seat."""
    b = g.b
    for n in (g.last // 3, g.last // 2, g.last - 2):
        facts = json.loads(run('log', 'facts', log, '--until', str(n)))
        g.go(n, 'all')
        if g.kind == 'antwerp':
            hands = {NAMES[i]: facts['seats'][f'p{i + 1}']['orders'] +
                     facts['seats'][f'p{i + 1}']['lock_cards'] +
                     facts['seats'][f'p{i + 1}']['ship_cards']
                     for i in range(seats)}
            told = b.js("""
return [].map.call(document.querySelectorAll('#board .b'), function (b) {
  var h = b.querySelector('h3');
  return [h ? h.firstChild.textContent.trim() : '', b.innerText]; });""")
            told = [(name, text) for name, text in told if name in hands]
            check([name for name, _ in told] == list(NAMES[:seats]),
                  f'{g.kind}: event {n}: hands of {told}')
            for width, columns in ((360, 1), (1280, 2)):
                b.size(width, 900)
                boxes = b.js("""
return [].map.call(document.querySelectorAll('.hands > .b'), function (x) {
  var r = x.getBoundingClientRect();
  return [r.left, r.width, x.scrollWidth - x.clientWidth]; });""")
                check(len(boxes) == seats and
                      len({left for left, _, _ in boxes}) >= columns and
                      all(w >= 190 and over <= 0 for _, w, over in boxes),
                      f'{g.kind}: event {n}: hands at {width}: {boxes}')
            b.size(1280, 1000)
            for name, text in told:
                check(all(card in text for card in hands[name]) and
                      'your' not in text.lower(),
                      f'{g.kind}: event {n}: {name}: {hands[name]}: {text}')
        elif g.kind == 'atlantic-star':
            told = b.js("return document.getElementById('board').innerText")
            for i in range(seats):
                for ship in facts['seats'][f'p{i + 1}']['hand']:
                    ship = re.sub(r'-\d$', '', ship).replace('-', ' ')
                    check(ship in re.sub(r'[^a-z ]', ' ', fold(told)),
                          f'{g.kind}: event {n}: {ship}')


MOVES = """
return [].map.call(document.querySelectorAll('#could p'), function (p) {
  return p.textContent; });"""


def moves_of(path, n, digit):
    """What moves.html has of an event for a viewpoint."""
    with open(path, encoding='utf-8') as f:
        part = re.search(rf'(?s)<section class="e" id="e{n}">(.*?)</section>',
                         f.read())[1]
    return [html.unescape(re.sub('<[^>]*>', '', p))
            for seen, text in re.findall(
                r'(?s)<div(?: data-v=(\d+))?>(.*?)</div>', part)
            if digit in (seen or digit)
            for p in re.findall(r'(?s)<p>(.*?)</p>', text)]


def test_could(g, path):
    """What could have been done is folded, loaded when it is unfolded, and
    follows step and viewpoint; where it cannot be loaded it is a link."""
    b = g.b
    made = [e['n'] for e in g.events if e['a'] > 0]
    n = made[len(made) // 2]
    after = next(k for k in made if k > n)
    path = os.path.join(path, 'moves.html')
    folder = g.url.rsplit('/', 1)[0]
    b.go('about:blank')
    g.go(0)
    check(b.js("return document.querySelector('#could')") is None,
          f'{g.kind}: before the first event')
    g.go(n)
    b.requests()
    check(b.js("return document.querySelector('#board > #could').open") is
          False, f'{g.kind}: it is unfolded')
    b.js("document.querySelector('#could summary').focus()")
    b.keys('Space')
    check(b.wait("return document.querySelectorAll('#could p').length"),
          f'{g.kind}: nothing could have been done')
    check(b.js("return document.getElementById('play')"
               ".getAttribute('aria-pressed')") == 'false',
          f'{g.kind}: the key that unfolds plays')
    check(b.requests() == [folder + '/moves.html'], 'it is loaded once')
    for at in (n, after):
        for digit, view in enumerate(['public', *(
                f'p{s}' for s in range(1, KINDS[g.kind] + 1)), 'all']):
            b.js("var s = document.getElementById('slider');"
                 "s.value = arguments[0]; s.dispatchEvent(new Event('input'));"
                 "document.querySelector('[value=' + arguments[1] + ']')"
                 ".click()", at, view)
            want = moves_of(path, at, '7' if view == 'all' else str(digit))
            check(b.js(MOVES) == want and want,
                  f'{g.kind}: event {at}, {view}: {b.js(MOVES)}, not {want}')
    check(b.requests() == [], f'{g.kind}: it is loaded again')
    for width in (360, 1280):
        b.size(width, 900)
        check(b.js('return document.documentElement.scrollWidth') <= width,
              f'{g.kind}: unfolded at {width}')
        if PICTURES:
            b.picture(os.path.join(PICTURES, f'{g.kind}-could-{width}.png'))
    # What scrolls then is found when the page has been still for a moment.
    b.js_async('setTimeout(arguments[0], 400)')
    axe(b, f'{g.kind}: unfolded')
    # Where nothing can be loaded: a page that is a file.
    b.go('about:blank')
    b.go('file://' + os.path.dirname(path) + f'/index.html#e{n}')
    b.click('#could summary')
    check(b.wait("var a = document.querySelector('#could a'); return a && "
                 f"a.getAttribute('href') === 'moves.html#e{n}'"),
          f'{g.kind}: no link where it is no page of a server')
    b.click('#could a')
    check(b.wait(f"return location.href.endsWith('moves.html#e{n}') && "
                 f"!!document.getElementById('e{n}')"), f'{g.kind}: the link')
    b.complaints()                  # that it was not loaded
    for width, scheme in ((360, 'light'), (1280, 'dark')):
        b.size(width, 900)
        b.cdp('Emulation.setEmulatedMedia', features=[
            {'name': 'prefers-color-scheme', 'value': scheme}])
        b.go(folder + f'/moves.html?{width}#e{n}')
        b.click('label[for=v7]')
        check(b.js('return document.documentElement.scrollWidth') <= width,
              f'{g.kind}: moves.html at {width}')
        seen = b.js(f"return document.getElementById('e{n}').innerText")
        check(all(p in re.sub(r'\s+', ' ', seen) for p in
                  moves_of(path, n, '7')), f'{g.kind}: moves.html: {seen}')
        # They are all alike, and axe is slow.
        b.js("[].forEach.call(document.querySelectorAll('section'),"
             "function (x, i) { if (i > 9) x.remove(); })")
        axe(b, f'{g.kind}: moves.html')
        if PICTURES:
            b.picture(os.path.join(PICTURES, f'{g.kind}-moves-{width}.png'))
    b.size(1280, 1000)


def test_without_script(g, log, numbers, seats):
    b = g.b
    b.cdp('Emulation.setScriptExecutionDisabled', value=True)
    b.go('about:blank')
    b.go(g.url + '#e5')
    check(b.js("return !document.documentElement.classList.contains('js') && "
               "document.getElementById('controls').hidden"),
          f'{g.kind}: it runs')
    check(b.js("var r = document.getElementById('e5')"
               ".getBoundingClientRect(); return r.height > 0 && "
               "Math.abs(r.top) < 200"), f'{g.kind}: #e5 leads elsewhere')
    for view, digit in (('public', 0), ('p1', 1), ('all', 7)):
        b.click(f'label[for=v{digit}]')
        for n in numbers[::4]:
            same_position(b.js(SECTION, n), log, n, view, NAMES,
                          f'{g.kind} without script')
    b.cdp('Emulation.setScriptExecutionDisabled', value=False)


def axe(b, what):
    """Of the list's hundreds of entries a few of each round: axe is slow, and
    they are alike."""
    b.js("[].forEach.call(document.querySelectorAll('#log li:nth-child(n+9)'),"
         "function (x) { x.remove(); })")
    with open(AXE, encoding='utf-8') as f:
        source = f.read()
    b.js(source + '; window.axe = axe;')
    found = b.js_async(
        "var done = arguments[0]; axe.run(document).then(function (r) {"
        "done(r.violations.map(function (v) { return v.id + ': ' + v.help +"
        "' ' + v.nodes.slice(0, 3).map(function (n) {"
        "return n.html.slice(0, 160) + ' ' + n.failureSummary; })"
        ".join(' | '); })); }, function (x) { done([String(x)]); })")
    check(found == [], f'{what}: {found}')


def test_look(b, url, what, hash_=''):
    """Widths, dark and light: nothing hangs over the side, axe is content,
    buttons are large and have names."""
    for width, scheme in ((360, 'light'), (1280, 'dark')):
        b.go('about:blank')         # else the last page is laid out again
        b.size(width, 900)
        b.cdp('Emulation.setEmulatedMedia', features=[
            {'name': 'prefers-color-scheme', 'value': scheme}])
        b.go(url + hash_)
        b.js("document.querySelectorAll('details:not(#could)')"
             ".forEach(x => { x.open = true; })")
        # It knows in its own time what can be scrolled.
        b.wait("return [].every.call(document.querySelectorAll('#board .b'), "
               "x => x.scrollWidth <= x.clientWidth || x.tabIndex === 0)")
        wide = b.js('return document.documentElement.scrollWidth')
        check(wide <= width, f'{what}: {wide} wide on {width}')
        small = b.js('''
return [].filter.call(document.querySelectorAll('button, .views label'),
  function (x) { var r = x.getBoundingClientRect();
    return r.height && (r.height < 44 || r.width < 44); }).length''')
        check(small == 0, f'{what}: {small} small buttons on {width}')
        axe(b, f'{what}, {width}, {scheme}')
        if PICTURES:
            b.picture(os.path.join(PICTURES, f'{what}-{width}-{scheme}.png'))
    b.size(1280, 1000)


def test_game(b, base, top, folder, kind, log):
    url = f'{base}/{folder}/index.html'
    g = Game(b, url, os.path.join(top, 'www', folder, 'index.html'), kind)
    b.requests()
    b.complaints()
    test_lean(g)
    test_buttons(g)
    test_late_address(g)
    test_keys(g)
    test_narrow(g)
    test_in_view(g)
    test_log_and_copies(g, log)
    test_end(g, log)
    test_same_eyes(g)
    test_play(g)
    test_swipe(g)
    test_marks(g)
    test_moved(g)
    numbers = test_positions(g, log, KINDS[kind])
    test_everything(g, log, KINDS[kind])
    test_without_script(g, log, numbers, KINDS[kind])
    asked = {u.split('#')[0] for u in b.requests()}
    check(asked == {url}, f'{kind}: asked for {asked}')
    said = [m for m in b.complaints() if 'favicon' not in m]
    check(said == [], f'{kind}: {said}')
    test_could(g, os.path.join(top, 'www', folder))
    test_look(b, url, kind, f'#e{g.last // 2}&v=all')


def test_same_eyes(g):
    """A link of the page itself keeps the viewpoint; what is to be opened
    elsewhere is left to the browser."""
    b = g.b
    g.go(g.last, 'p2')
    b.js("window.addEventListener('click', e => { if (e.ctrlKey) {"
         "window.left = !e.defaultPrevented; e.preventDefault(); } })")
    for link in '#log a', '.course a':
        check(b.js("document.querySelector(arguments[0]).dispatchEvent("
                   "new MouseEvent('click', {bubbles: true, cancelable: true, "
                   "ctrlKey: true})); return window.left", link) is True and
              g.at() == g.last, f'{g.kind}: {link} elsewhere')
    n = int(b.js("var a = document.querySelector('.course a'); a.dispatchEvent("
                 "new MouseEvent('click', {bubbles: true, cancelable: true}));"
                 "return a.getAttribute('href').slice(2)"))
    check(g.at() == n and b.js(
        "return document.querySelector('[name=v]:checked').value") == 'p2',
        f'{g.kind}: the chart leads p2 elsewhere than to {n}')


def closed_game(b, top, base, log):
    """The page of a game that was called off, with and without script."""
    with open(log, encoding='utf-8') as f:
        lines = f.read().split('\n')
    n = next(i for i, line in enumerate(lines) if line.startswith('12 '))
    path = os.path.join(top, 'off.turnlog')
    with open(path, 'w', encoding='utf-8') as f:
        f.write('\n'.join(
            re.sub(r'^Id: .*$', 'Id: 99', line) for line in lines[:n]
            if not line.startswith('Seed: ')) +
            '\n12 ! cancel\n%end cancelled\n')
    run('archive', 'build', '--logs', '--out', os.path.join(top, 'www'), path)
    url = base + '/99/index.html'
    test_look(b, url, 'closed', '#e9')
    with open(os.path.join(top, 'www', '99', 'index.html'),
              encoding='utf-8') as f:
        source = f.read()
    with open(os.path.join(top, 'www', '99', 'moves.html'),
              encoding='utf-8') as f:
        moves = f.read()
    check('alone saw.' in moves and 'it is shown' not in moves,
          'moves of a closed game that are shown to nobody')
    # A copy for the public replays nowhere: there is no notation to take.
    check('"notation"' not in source and 'id="tags"' not in source,
          'notation of a closed game')
    b.go(url)
    # Scripts of a text that is put in do not run; a noscript of it is a text.
    b.js("document.documentElement.className = '';"
         "document.documentElement.innerHTML = arguments[0]",
         source.replace('<noscript', '<div').replace('/noscript', '/div'))
    shown = b.js("return document.getElementById('controls').hidden && "
                 "document.querySelectorAll('#all section.e').length")
    check(shown == 13, f'a closed game without script: {shown} sections')
    check(b.js("return document.querySelectorAll('[data-v]').length") == 0,
          'viewpoints of a closed game')
    axe(b, 'closed, without script')
    if PICTURES:
        b.size(360, 900)
        b.picture(os.path.join(PICTURES, 'noscript-360.png'))


def test_player(b, top, base, log):
    """A player's page has a chart of a game that was rated twice."""
    with open(log, encoding='utf-8') as f:
        text = re.sub('(?m)^Computers: .*\n', '', f.read())
    logs = []
    for name in ('first', 'second'):
        logs.append(os.path.join(top, name + '.turnlog'))
        with open(logs[-1], 'w', encoding='utf-8') as f:
            f.write(re.sub('(?m)^Id: .*$', f'Id: {name}', text))
    out = os.path.join(top, 'www', 'twice')
    run('archive', 'build', '--logs', '--out', out, *logs)
    player = next(n for n in sorted(os.listdir(os.path.join(out, 'players')))
                  if n.endswith('.html') and n != 'index.html')
    test_look(b, f'{base}/twice/players/index.html', 'players')
    test_look(b, f'{base}/twice/players/{player}', 'player')
    for width in (360, 1280):
        b.size(width, 1000)
        seen = b.js("return document.querySelector('.chart .line')"
                    ".getBoundingClientRect().width")
        check(seen > width / 3, f'player: a line of {seen} at {width}')


def test_leftward(b, top, base, log):
    """A name whose letters run from right to left stays before its points, and
    its hand beside the others; a long one breaks."""
    with open(log, encoding='utf-8') as f:
        text = re.sub('(?m)^Computers: .*\n', '', f.read())
    path = os.path.join(top, 'leftward.turnlog')
    with open(path, 'w', encoding='utf-8') as f:
        for n, name in enumerate(('רות', 'שרה', 'W' * 30), 1):
            text = re.sub(f'(?m)^Seat-p{n}: .*$', f'Seat-p{n}: {name}', text)
        f.write(text)
    run('archive', 'build', '--logs', '--out',
        os.path.join(top, 'www', 'leftward'), path)
    b.size(1280, 900)
    b.go(f'{base}/leftward/index.html')
    seen = b.js("""
return [].map.call(document.querySelectorAll('#games td:nth-child(2) a'), a => {
  var points = document.createRange();
  points.setStart(a.nextSibling, 1);
  points.setEnd(a.nextSibling, 2);
  return [a.textContent, a.getBoundingClientRect().right,
    points.getBoundingClientRect().left];
});""")
    check(len(seen) == 3 and all(
        name <= points for who, name, points in seen if who[0] != 'W'),
          f'points before a name: {seen}')
    out = os.path.join(top, 'www', 'leftward')
    page = next(n for n in os.listdir(out) if n.startswith(tuple(KINDS)))
    b.go(f'{base}/leftward/{page}/index.html#e40&v=all')
    held = b.js("return document.querySelectorAll('.hands > .b').length")
    check(held == 3 or not page.startswith('antwerp'),
          f'{held} hands beside each other')
    b.size(360, 900)
    for path in ['index.html', f'{page}/index.html', 'players/index.html',
                 *(f'players/{n}' for n in os.listdir(f'{out}/players')
                   if n.endswith('.html') and n != 'index.html')]:
        b.go(f'{base}/leftward/{path}')
        b.js("document.querySelectorAll('details:not(#could)')"
             ".forEach(x => { x.open = true; })")
        wide = b.js('return document.documentElement.scrollWidth')
        check(wide <= 360, f'a long name: {path} is {wide} wide')
    b.size(1280, 900)


def test_comments(b, top, base, log):
    """As many comments as there may be, at their events and at the head: with
    and without scripts, and the page stays light."""
    chance = random.Random(5)
    words = [''.join(chance.choice('aeiorstnlmd') for _ in range(n))
             for n in (2, 3, 4, 5, 6, 7, 9, 11) for _ in range(60)]
    folder = os.path.join(top, 'said')
    os.mkdir(folder)
    with open(log, encoding='utf-8') as f, \
            open(os.path.join(folder, 'game.turnlog'), 'w',
                 encoding='utf-8') as to:
        to.write(re.sub('(?m)^Id: .*$', 'Id: said', f.read()))
    with open(os.path.join(folder, 'comments.jsonl'), 'w',
              encoding='utf-8') as f:
        for n in range(1, 101):
            text = ' '.join(chance.choice(words) for _ in range(40))[:160]
            f.write(json.dumps({'comment': n, 'name': NAMES[2], 'seat': 3,
                                'text': 'x' * 160 if n == 7 else text,
                                **({'event': n} if n % 10 else {})}) + '\n')
    out = os.path.join(top, 'www', 'said')
    run('archive', 'build', '--logs', '--out', out,
        os.path.join(folder, 'game.turnlog'))
    page = next(n for n in os.listdir(out) if n.endswith('-said'))
    path = os.path.join(out, page, 'index.html')
    with open(path, 'rb') as f:
        light = len(gzip.compress(f.read(), 9))
    check(light <= 60000, f'with comments: {light} bytes, compressed')
    url = f'{base}/said/{page}/index.html'
    for script in (True, False):
        b.cdp('Emulation.setScriptExecutionDisabled', value=not script)
        for width, scheme in ((360, 'light'), (1280, 'dark')):
            b.size(width, 900)
            b.cdp('Emulation.setEmulatedMedia', features=[
                {'name': 'prefers-color-scheme', 'value': scheme}])
            b.go('about:blank')
            b.go(url + '#e7')
            b.click('.said summary')
            check(b.js("return document.querySelectorAll('.said li').length")
                  == 100, 'comments at the head')
            check(b.js('return document.documentElement.scrollWidth') <=
                  width, f'comments at {width}')
            here = ("document.querySelector('#board blockquote')" if script
                    else "document.querySelector('#e7 blockquote')")
            check(b.wait(f"return {here} && {here}.innerText") ==
                  NAMES[2] + ' ' + 'x' * 160, f'at its event, {script}')
            if script:
                axe(b, f'comments at {width}')
            if PICTURES:
                b.picture(os.path.join(
                    PICTURES, f'comments-{width}-{script}.png'))
    b.cdp('Emulation.setScriptExecutionDisabled', value=False)
    b.go('about:blank')
    b.go(url + '#e7')
    b.click('.said summary')
    b.js("document.querySelector('.said a[href=\"#e9\"]').click()")
    check(b.wait("return document.querySelector('#log [aria-current]').hash "
                 "== '#e9'"), 'a comment does not lead to its event')
    b.size(1280, 1000)


def test_near(b, base):
    """From game to game as they stand in the list, and back into the list for
    those of the same people; with and without scripts, narrow and wide."""
    b.go(base + '/index.html')
    games = b.js("return [].map.call(document.querySelectorAll('#games tbody "
                 "td:first-child a'), function (a) { return a.href; })")
    for script, width in ((True, 360), (False, 1280)):
        b.cdp('Emulation.setScriptExecutionDisabled', value=not script)
        b.size(width, 900)
        for i, url in enumerate(games):
            for way, to in (('next', games[i - 1] if i else None),
                            ('prev', games[i + 1] if i + 1 < len(games)
                             else None)):
                b.go('about:blank')
                b.go(url)
                b.click(f'header a[rel={way}]')
                check(b.wait('return location.href.split("#")[0] === ' +
                             json.dumps(to or base + '/index.html')),
                      f'{way} of {url}: {b.js("return location.href")}')
        b.go(games[0])
        b.click('.files a[href*="#q="]')
        b.wait("return document.getElementById('games')")
        check(b.js("return document.getElementById('q').value") ==
              (' '.join(NAMES[:3]) if script else ''), 'what is searched for')
        check(b.js("return document.querySelectorAll('#games tbody "
                   "tr:not([hidden])').length") == len(games), 'their games')
    b.cdp('Emulation.setScriptExecutionDisabled', value=False)


def test_search(b, base):
    b.size(1280, 900)
    b.go(base + '/index.html')
    rows = "#games tbody tr:not([hidden])"
    count = f"return document.querySelectorAll('{rows}').length"
    check(b.js(count) == len(KINDS), 'all games')
    for typed, want in (('BRUN', len(KINDS)), ('claim', 'claim' in KINDS),
                        ('anna clippers', 'clippers' in KINDS),
                        ('nobody', 0), ('', len(KINDS))):
        b.js("var q = document.getElementById('q'); q.value = arguments[0];"
             "q.dispatchEvent(new Event('input'))", typed)
        check(b.js(count) == want, f'search {typed!r}: {b.js(count)}')
        said = b.js("return document.getElementById('count').textContent")
        check(said == f'Games found: {int(want)}', said)
    # Asked for by an address, whatever it holds.
    for sought, want in ('Br%C3%BCn', 'Brün'), ('%', '%'):
        b.go('about:blank')
        b.go(f'{base}/index.html#q={sought}')
        said = b.js("return document.getElementById('q').value")
        check(said == want, f'{sought}: {said!r} is sought')
    b.cdp('Emulation.setScriptExecutionDisabled', value=True)
    b.go('about:blank')
    b.go(base + '/index.html')
    check(b.js(count) == len(KINDS) and b.js(
        "return document.getElementById('find').hidden"),
        'a plain list without script')
    b.cdp('Emulation.setScriptExecutionDisabled', value=False)


def choose(b, base, rows):
    """Of the same games: by seats, year, game, and from the oldest on."""
    first = ("return document.querySelector('#games tbody tr td')"
             ".textContent.split(' ').pop()")
    other = b.js("return document.querySelector('#year').options[1].value")
    check(other != '2020', f'the last year comes first, not {other}')
    for chosen, want, top in (
            ({'seats': '4'}, 8, '8'), ({'seats': '4', 'order': '1'}, 8, '1'),
            ({'year': '2020', 'seats': '2'}, 200, '450'),
            ({'year': other}, 1, None), ({'order': '1'}, 200, '1'),
            ({'kind': b.js("return document.querySelector('#kind')"
                           ".options[1].value"), 'year': '2020'}, 200, '450'),
            ({}, 200, None)):
        b.js("""var all = {q: '', kind: '', seats: '', year: '', order: ''};
            Object.assign(all, arguments[0]);
            for (var id in all)
                document.getElementById(id).value = all[id];
            document.getElementById('kind').dispatchEvent(
                new Event('change'));""", chosen)
        check(b.wait(f"return {rows}.length === {want}"),
              f'{chosen}: {b.js(f"return {rows}.length")}')
        check(top is None or b.wait(f'{first} === "{top}"'),
              f'{chosen}: {b.js(first)} is on top')
    check(all(u.startswith(base) for u in b.requests()), 'from elsewhere')


def long(n):
    """Events of game n: those of the second page of the list are short."""
    return n * 7 % 451 + (0 if 200 < n <= 400 else 1000)


def most_first(b, base, rows):
    """The longest first, and the highest scores: of all pages those alone are
    loaded that can have one of the first fifty."""
    b.go('about:blank')
    b.go(base + '/many/index.html')
    b.requests()
    choice = """document.getElementById('seats').value = arguments[1];
        var o = document.getElementById('order'); o.value = arguments[0];
        o.dispatchEvent(new Event('change'));"""
    names = (f"return [].map.call({rows}, function (r) {{ return "
             "r.cells[0].querySelector('a').textContent.split(' ').pop(); })")
    longest = sorted((n for n in range(1, 451)), key=lambda n: -long(n))
    for order, seats, want, loaded in (
            ('events', '', longest[:50], {'1.json', '3.json'}),
            ('events', '4', sorted(range(1, 9), key=lambda n: -long(n)),
             set()),
            ('score', '2', [301, 77], {'2.json'})):
        b.js(choice, order, seats)
        check(b.wait(names + f".slice(0, {len(want)}).join() === "
                     f"'{','.join(map(str, want))}'"),
              f'{order}: {b.js(names)[:9]}')
        got = {u.rsplit('/', 1)[1] for u in b.requests()} - {'index.json'}
        check(got == loaded, f'{order}: {got} loaded')
        said = b.js("var s = document.querySelector('#games .length');"
                    "return s && s.textContent")
        check(said == (f'{long(want[0])} events' if order == 'events'
                       else None), f'{order}: {said}')
    # As many again by the button, in the same order.
    b.js(choice, 'events', '')
    check(b.wait(f'return {rows}.length === 50'), 'fifty')
    b.click('#more')
    check(b.wait(f'return {rows}.length === 100'), 'a hundred')
    check(b.js(names) == [str(n) for n in longest[:100]], 'in their order')
    for width in (360, 1280):
        b.size(width, 900)
        check(b.js('return document.documentElement.scrollWidth') <= width,
              f'the longest at {width}')
        axe(b, f'the longest at {width}')
        if PICTURES:
            b.picture(os.path.join(PICTURES, f'longest-{width}.png'))
    b.js(choice, '', '')
    check(b.wait(f'return {rows}.length === 200') and
          not b.js("return document.querySelector('#games .length')"),
          'by date again')


def test_search_all(b, top, base, log):
    """Of more games than stand on the list's page: pages of data are loaded,
    those alone that can have what is searched for, and from here alone."""
    out = os.path.join(top, 'www', 'many')
    run('archive', 'build', '--logs', '--out', out, log)
    folder = next(n for n in os.listdir(out)
                  if os.path.exists(os.path.join(out, n, 'game.txt')))
    with open(os.path.join(out, folder, 'index.html'), encoding='utf-8') as f:
        meta, head = re.search('(<meta name="paquebot" content=")([^"]*)"',
                               f.read()).groups()
    about = json.loads(urllib.parse.unquote(head))
    for n in range(1, 451):
        mine = dict(about, id=str(n), name=str(n),
                    ended=f'2020-01-01T{n // 60:02}:{n % 60:02}:00Z')
        mine['seats'] = [dict(about['seats'][0], name=name) for name in (
            'Ulla', *(['Early', 'Xenia', 'Ygor'] if n < 9 else ['Late'] if
                     n > 440 else ['Vera']))]
        mine['events'] = long(n)
        for seat in mine['seats']:
            seat['score'] = {301: 9999, 77: 9998}.get(n, n % 50)
        os.mkdir(os.path.join(out, str(n)))
        with open(os.path.join(out, str(n), 'index.html'), 'w',
                  encoding='utf-8') as f:
            f.write(meta + urllib.parse.quote(json.dumps(mine)) + '">')
    run('archive', 'build', '--logs', '--out', out, log)
    b.size(1280, 900)
    b.go(base + '/many/index.html')
    b.requests()
    rows = "document.querySelectorAll('#games tbody tr')"
    for typed, want, loaded in (
            ('early', 8, ['index.json', 'index.json', '1.json']),
            ('late', 10, ['3.json']),
            ('ulla 7', sum('7' in str(n) for n in range(451)), ['2.json']),
            ('nobody', 0, [])):
        b.js("var q = document.getElementById('q'); q.value = arguments[0];"
             "q.dispatchEvent(new Event('input'))", typed)
        check(b.wait(f"return {rows}.length === {want}"),
              f'{typed}: {b.js(f"return {rows}.length")}')
        said = b.js("return document.getElementById('count').textContent")
        check(said == f'Games found: {want}', f'{typed}: {said}')
        got = b.requests()
        check([u.rsplit('/', 1)[1] for u in got] == loaded and
              all(u.startswith(base) for u in got), f'{typed}: {got}')
    choose(b, base, rows)
    # More than a page of them: the rest by a button.
    b.js("var q = document.getElementById('q'); q.value = 'ulla';"
         "q.dispatchEvent(new Event('input'))")
    check(b.wait(f"return {rows}.length === 200"), 'a page of them')
    for want in (400, 450):
        b.js("document.getElementById('more').focus()")
        b.click('#more')
        check(b.wait(f"return {rows}.length === {want}"), f'{want} of them')
    # The button goes: where it is pressed by a key, its focus does not.
    check(b.js(f"return {rows}[400].contains(document.activeElement)"),
          'the focus is on none of the rest')
    check(b.js("return document.getElementById('more').hidden"), 'all')
    most_first(b, base, rows)
    check(not b.complaints(), b.complaints())


def main():
    top = tempfile.mkdtemp(prefix='paquebot-replay-')
    logs = {kind: make_game(top, kind, n) for kind, n in KINDS.items()}
    run('archive', 'build', '--logs', '--out', os.path.join(top, 'www'),
        *logs.values())
    server = serve(os.path.join(top, 'www'))
    base = f'http://127.0.0.1:{server.server_address[1]}'
    b = Browser()
    try:
        for kind in KINDS:
            folder = next(n for n in os.listdir(os.path.join(top, 'www'))
                          if n.startswith(kind))
            test_game(b, base, top, folder, kind, logs[kind])
        test_near(b, base)
        test_search(b, base)
        test_search_all(b, top, base, logs[next(iter(KINDS))])
        test_look(b, base + '/index.html', 'list')
        test_comments(b, top, base, logs[next(iter(KINDS))])
        closed_game(b, top, base, logs[next(iter(KINDS))])
        test_player(b, top, base, logs[next(iter(KINDS))])
        test_leftward(b, top, base, logs[list(KINDS)[-1]])
    finally:
        b.close()
        server.shutdown()
        shutil.rmtree(top)
    return verdict()


sys.exit(main())
