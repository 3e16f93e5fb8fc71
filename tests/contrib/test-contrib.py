#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The scripts of contrib/ find what they are for: lint every kind of offence,
count-tests every kind of failure. Run from anywhere; srcdir may name the
source tree."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

TOP = os.path.abspath(os.environ.get('srcdir') or os.path.join(
    os.path.dirname(os.path.abspath(__file__)), '..', '..'))
SPDX = '/* SPDX-License-Identifier: MIT */\n'


def put(top, path, text):
    path = os.path.join(top, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)


def run(script, *arguments, **how):
    return subprocess.run([os.path.join(TOP, 'contrib', script), *arguments],
                          capture_output=True, text=True, check=False, **how)


# Of each registered game.
PAGES = ('position', 'events', 'moves', 'forms', 'refusals', 'rules', 'example',
         'first', 'tip')


class Lint(unittest.TestCase):
    """Each file is an offence, or is none."""

    def lint(self, files):
        with tempfile.TemporaryDirectory() as top:
            for path, text in files.items():
                put(top, path, text)
            return run('lint', top)

    def assert_offence(self, path, text, line, what):
        done = self.lint({path: text})
        self.assertIn(f'{path}:{line}: {what}', done.stdout)
        self.assertEqual(done.returncode, 1)

    def assert_good(self, path, text):
        done = self.lint({path: text})
        self.assertIn('lint: 0 problems', done.stdout)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_arrows(self):
        for path, name in (('src/base/x.c', 'conf/conf.h'),
                           ('src/conf/x.c', 'mail/message.h'),
                           ('src/game/x.c', 'store/db.h'),
                           ('src/games/star/x.c', 'text/texts.h'),
                           ('src/store/x.c', 'match/match.h'),
                           ('src/mail/x.c', 'game/rules.h'),
                           ('src/text/x.c', 'game/rules.h'),
                           ('src/match/x.c', 'desk/desk.h'),
                           ('src/match/x.c', 'mail/message.h'),
                           ('src/desk/x.c', 'games/all.h'),
                           ('src/cli/x.c', 'games/all.h'),
                           ('src/daemon/x.c', 'cli/cli.h')):
            room = path.split('/')[1]
            self.assert_offence(path, f'{SPDX}#include "{name}"\n', 2,
                                f'{room} may not include {name}')
        self.assert_offence('src/games/star/x.c',
                            f'{SPDX}#include "games/other/y.h"\n', 2,
                            'a game may not include games/other/y.h')
        self.assert_offence('src/base/x.c', f'{SPDX}#include "buf.h"\n', 2,
                            '"buf.h" should name its room')
        self.assert_offence('src/port/x.c', SPDX, 1,
                            'no room is called port')

    def test_arrows_that_are_allowed(self):
        for path, name in (('src/games/star/x.c', 'games/star/y.h'),
                           ('src/text/x.c', 'game/names.h'),
                           ('src/desk/x.c', 'store/db.h'),
                           ('src/daemon/x.c', 'conf/conf.h'),
                           ('src/paquebot.c', 'cli/cli.h')):
            self.assert_good(path, f'{SPDX}#include "{name}"\n')

    def test_libraries(self):
        self.assert_offence('src/match/x.c', f'{SPDX}#include <sqlite3.h>\n',
                            2, 'sqlite3.h is not for match/')
        self.assert_offence('src/desk/x.c',
                            f'{SPDX}#include <libetpan/libetpan.h>\n', 2,
                            'libetpan/libetpan.h is not for desk/')
        self.assert_offence('src/match/x.c',
                            f'{SPDX}#include <cjson/cJSON.h>\n', 2,
                            'cjson/cJSON.h is not for match/')
        self.assert_good('src/store/x.c', f'{SPDX}#include <sqlite3.h>\n')

    def test_banned_functions(self):
        for name in ('malloc', 'strdup', 'sscanf', 'system', 'mktime',
                     'alloca', 'clock_gettime', 'setlocale'):
            self.assert_offence('src/match/x.c', f'{SPDX}\n\t{name} (x);\n',
                                3, f'{name}: ')
        self.assert_good('src/base/clock.c', f'{SPDX}\tclock_gettime(x);\n')
        self.assert_good('src/match/x.c', f'{SPDX}/* malloc(x) */\n'
                         '\tput("system(x)", mem_malloc(x), p->system(x));\n')

    def test_tags(self):
        tag = f'{SPDX}struct twice {{\n\tint x;\n}};\n'
        self.assert_good('src/base/x.c', tag)
        done = self.lint({'src/base/w.c': tag, 'src/mail/x.c': tag})
        self.assertIn('src/mail/x.c:2: src/base/w.c has a twice already',
                      done.stdout)
        self.assertEqual(done.returncode, 1)
        done = self.lint({'src/games/one/x.c': tag, 'src/games/two/x.c': tag})
        self.assertIn('lint: 0 problems', done.stdout)

    def test_sizes(self):
        body = '\tx();\n' * 51
        self.assert_good('src/base/x.c',
                         f'{SPDX}static void\nf(void)\n{{\n{body[6:]}}}\n')
        self.assert_offence('src/base/x.c',
                            f'{SPDX}static void\nf(void)\n{{\n{body}}}\n', 4,
                            'f has 53 lines, more than 52')
        self.assert_offence('src/base/x.c', SPDX + '\n' * 600, 601,
                            'longer than 600 lines')
        guard = '#ifndef BASE_X_H\n#define BASE_X_H\n'
        self.assert_offence('src/base/x.h', SPDX + guard + '\n' * 118, 121,
                            'longer than 120 lines')
        self.assert_offence('src/base/x.c', f'{SPDX}{"x" * 81}\n', 2,
                            'wider than 80 columns')

    def test_structs(self):
        def struct(tag, n, first=''):
            return (f'{SPDX}struct {tag} {{\n{first}' + '\tint a[2], b;\n' *
                    (n // 2) + '\tint (*c)(int x, int y);\n' * (n % 2) +
                    '};\n')
        self.assert_good('src/base/x.c', struct('x', 32))
        self.assert_good('src/conf/x.c', struct('conf', 40))
        self.assert_offence('src/base/x.c', struct('x', 33), 2,
                            'struct x has 33 members, more than 32')
        self.assert_offence(
            'src/base/x.c', struct('x', 30, '\tHEAD;\n') +
            '#define HEAD \\\n\tint a, b; \\\n\tint c\n', 2,
            'struct x has 33 members, more than 32')

    def test_unused(self):
        files = {
            'src/base/x.h': f'{SPDX}#ifndef BASE_X_H\n#define BASE_X_H\n'
                            'int x_one(void);\nchar *x_two(int n);\n#endif\n',
            'src/base/x.c': f'{SPDX}/* x_one() */\nint\nx_one(void)\n{{\n}}\n'
                            'char *\nx_two(int n)\n{\n}\n',
            'tests/x.c': f'{SPDX}int n = x_one() + x_two();\n'}
        said = self.lint(files).stdout
        self.assertIn('src/base/x.h:4: no program uses x_one\n', said)
        self.assertIn('src/base/x.h:5: no program uses x_two\n', said)
        files['src/base/x.c'] += 'int n = x_one();\n'
        files['src/conf/y.c'] = f'{SPDX}static struct y y = {{ x_two }};\n'
        self.assertIn('lint: 0 problems', self.lint(files).stdout)

    def test_style(self):
        self.assert_offence('src/base/x.h', f'{SPDX}#ifndef X_H\n', 2,
                            'the guard should be BASE_X_H')
        self.assert_offence('src/base/x.c', f'{SPDX}x; \n', 2,
                            'white space at the end')
        self.assert_offence('src/base/x.c', f'{SPDX}typedef struct x x;\n', 2,
                            'no typedef for structs')

    def test_spdx(self):
        for path in ('src/base/x.c', 'src/base/local.mk', 'db/0001-x.sql',
                     'contrib/x.py'):
            self.assert_offence(path, '\n', 1, 'no SPDX line')
        self.assert_offence('contrib/x', '#!/bin/sh\n', 1, 'no SPDX line')
        self.assert_offence('src/base/x.c', SPDX + SPDX, 1, 'two SPDX lines')

    def test_pages(self):
        self.assert_offence('HACKING', 'one\n(base/w.h, the time)\n', 2,
                            'there is no base/w.h')
        self.assert_good('HACKING', 'src/<room>/x.c, <cjson/x.h>, db/x.sql\n')

    def test_scripts_and_manuals(self):
        top = '# SPDX-License-Identifier: MIT\n'
        done = self.lint({'contrib/x': f'#!/bin/sh\n{top}echo $1\n'})
        self.assertIn('SC2086', done.stdout)
        self.assertEqual(done.returncode, 1)
        done = self.lint({'man/x.1': f'.\\" {top[2:]}.Dd never\n.Xx\n'})
        self.assertEqual(done.returncode, 1)
        self.assertIn('man/x.1', done.stdout)
        done = self.lint({'contrib/x.py': f'{top}def x(:\n'})
        self.assertIn('contrib/x.py:2: ', done.stdout)


class Circles(unittest.TestCase):
    """Files that call each other, and one that calls all of them."""

    def ring(self, size):
        with tempfile.TemporaryDirectory() as top:
            for i in range(size):
                put(top, f'src/x/f{i}.c', f'int\ncall_{i}(void)\n{{\n'
                    f'\treturn call_{(i + 1) % size}();\n}}\n')
            put(top, 'src/x/over.c', 'static int\ncall_0(void)\n{\n}\n\n'
                'int\nover_all(void)\n{\n\treturn call_0() + call_1();\n}\n')
            return run('lint-circles', top)

    def test_circles(self):
        self.assertEqual(self.ring(10).returncode, 0)
        done = self.ring(11)
        self.assertEqual(done.returncode, 1)
        self.assertIn('11 files in a circle: src/x/f0.c', done.stdout)
        self.assertNotIn('over.c', done.stdout)

    def test_nothing_to_see(self):
        with tempfile.TemporaryDirectory() as top:
            self.assertEqual(run('lint-circles', top).returncode, 1)


class LintTemplates(unittest.TestCase):
    """A small translation, and each thing that can be wrong with it."""
    ENGLISH = {
        'words.json': '{"phrases": {"in": "in {{days}} days"}, "desk": '
                      '{"command": {"set": ["set"]}}, "g": {"verb": '
                      '{"lay": ["lay"], "buy": ["buy"]}, "names": {"sea": '
                      '{"baltic": ["Baltic"], "black": ["Black Sea"]}}}}',
        'mail/foot.md': '---\n\n{{mark}}\n',
        'mail/turn.md': '{{{position}}}{{> mail/foot}}\n',
        'g/events.md': '{{#sailed}}\n{{who}} ran the {{sea_name}} for '
                       '{{points}} point{{^one_point}}s{{/one_point}}.\n'
                       '{{/sailed}}\n{{#over}}\nOver.\n{{/over}}\n'}
    ITALIAN = {
        'words.json': '{"phrases": {"in": "fra {{days}} giorni"}, "desk": '
                      '{"command": {"set": ["imposta"]}}, "g": {"verb": '
                      '{"lay": ["posa"], "buy": ["compra"]}, "names": {"sea": '
                      '{"baltic": {"name": "Baltico", "of": "del Baltico"}, '
                      '"black": {"name": "Nero", "of": "del Nero"}}}}}',
        'mail/foot.md': '---\n\n{{mark}}\n',
        'mail/turn.md': '{{{position}}}{{> mail/foot}}\n',
        'g/events.md': '{{#sailed}}\nCrociera {{sea_of}} ({{sea_name}}) di '
                       '{{who}}: {{points}} '
                       'punt{{#points@one}}o{{/points@one}}'
                       '{{^points@one}}i{{/points@one}}.\n'
                       '{{/sailed}}\n{{#over}}\nFine.\n{{/over}}\n'}

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = folder.name
        for name, text in self.ENGLISH.items():
            put(self.top, 'en/' + name, text)
        for name, text in self.ITALIAN.items():
            put(self.top, 'it/' + name, text)
        self.stamp(*self.ITALIAN)

    def stamp(self, *names):
        done = run('lint-templates', '--templates', self.top, '--stamp',
                   *(f'{self.top}/it/{name}' for name in names))
        self.assertEqual(done.returncode, 0, done.stderr)

    def lint(self):
        return run('lint-templates', '--templates', self.top)

    def change(self, name, old, new):
        path = os.path.join(self.top, name)
        with open(path, encoding='utf-8') as f:
            text = f.read()
        self.assertIn(old, text)
        put(self.top, name, text.replace(old, new))

    def assert_wrong(self, *what):
        done = self.lint()
        for line in what:
            self.assertIn(f'{self.top}/it/{line}', done.stdout)
        self.assertIn(f'{len(what)} problems', done.stdout)
        self.assertEqual(done.returncode, 1)

    def test_complete(self):
        self.assertIn('1 translations, 0 problems', self.lint().stdout)
        self.stamp(*self.ITALIAN)        # the mark is replaced, not added
        self.assertEqual(self.lint().returncode, 0)

    def test_sentences_begin_with_a_capital(self):
        """In every language, if no name of that kind has one."""
        self.change('it/g/events.md', 'Fine.', 'Fine. {{#x}}{{sea_name}} {{/x}}')
        self.change('en/g/events.md', 'Over.', 'Over. {{#x}}{{sea_name}} {{/x}}')
        self.stamp('g/events.md')
        self.assertEqual(self.lint().returncode, 0)
        self.change('it/words.json', '"Baltico"', '"baltico"')
        self.assertEqual(self.lint().returncode, 0)
        self.change('it/words.json', '"Nero"', '"nero"')
        self.assert_wrong('g/events.md: a sentence begins with '
                          '{{sea_name}}, which has no capital')

    def test_no_words_no_language(self):
        os.unlink(self.top + '/it/words.json')
        os.unlink(self.top + '/it/mail/turn.md')
        self.assertIn('0 translations, 0 problems', self.lint().stdout)

    def test_registered(self):
        """Every file is installed; each registered game has its pages, each
        verb a noun, each kind of event a phrase, each command a word, help and a line of the manual, each kind of mail its
        template."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        top = folder.name
        files = ['desk/help.md', 'mail/subject.md', 'mail/turn.md'] + [
            'my-game/' + name + '.md' for name in PAGES]
        put(top, 'src/post/letter.c',
            '\t[LETTER_TURN] = { "mail/turn", "turn_mail" },\n')
        put(top, 'src/post/tag.c', 'int\nf(struct cJSON *o)\n{\n'
            '\ttree_flag(o, "turn_mail", true);\n}\n')
        put(top, 'src/post/letter.h',
            'enum letter_kind {\n\tLETTER_NONE, LETTER_TURN\n};\n')
        put(top, 'man/paquebot-templates.5', '.Pa mail/turn\n')
        page = top + '/doc/rules/'
        put(page, 'my-game.md', '')
        put(top, 'data/page/replay.html', '\n')
        put(top, 'src/desk/commands/look.c',
            'const struct command commands_look[] = {\n'
            '\t{ "board", 0, RIGHT_LOOK, run_board, NULL },\n};\n')
        put(top, 'man/paquebot-commands.7', '.It Cm board\n')
        put(top, 'src/games/all.c', '\t&my_game_rules,\n\tNULL\n')
        put(top, 'templates/local.mk', 'TEMPLATES = \\\n' + ''.join(
            f'\t{name} \\\n' for name in files) + '\twords.json\n')
        put(top, 'templates/en/words.json',
            '{"my-game": {"verb": {"go": ["go"]}, '
            '"names": {"deed": {"go": "going"}}}, '
            '"desk": {"command": {"board": ["board"]}}}')
        for name in files:
            put(top, 'templates/en/' + name, '`board`\n')
        put(top, 'templates/en/mail/subject.md',
            '{{#turn_mail}}go{{/turn_mail}}\n')

        def says(*what, where='templates/en/'):
            done = run('lint-templates', '--templates', top + '/templates')
            for line in what:
                self.assertIn(f'{top}/{where}{line}\n', done.stdout)
            self.assertIn(f'{len(what)} problems', done.stdout)

        says()
        put(top, 'templates/en/mail/kept.md', 'x\n')
        says('mail/kept.md: is not in templates/local.mk, so it is not '
             'installed')
        os.unlink(top + '/templates/en/mail/kept.md')
        os.unlink(top + '/templates/en/my-game/rules.md')
        says('my-game/rules.md: is missing, and the game is registered',
             'my-game/rules.md: is in templates/local.mk, and is not there')
        put(top, 'templates/en/my-game/rules.md', 'x\n')
        says()
        put(top, 'src/games/my-game/verbs.c',
            'static const struct verb derived[] = {\n'
            '\t[GONE] = { .word = "gone" },\n};\n')
        put(top, 'templates/en/words.json',
            '{"my-game": {"verb": {"go": ["go"]}}, "phrases": {}, '
            '"desk": {"command": {"board": ["board"]}}}')
        says('words.json: has no noun for my-game.verb.go',
             'words.json: has no phrases.seen-my-game-gone')
        os.unlink(top + '/src/games/my-game/verbs.c')
        put(top, 'src/desk/commands/ping.c',
            'const struct command commands_ping[] = { { "ping", 0,\n'
            '\tRIGHT_PUBLIC, run_ping, NULL }, { .name = NULL } };\n')
        nothing = 'says nothing of the command "ping"'
        put(top, 'man/paquebot-commands.7', '.It Cm board\n.Ic ping\n')
        put(top, 'templates/en/desk/help.md', '`board`, ping\n')
        put(top, 'templates/en/words.json',
            '{"my-game": {"verb": {}}, '
            '"desk": {"command": {"board": ["ping"]}}}')
        says('templates/en/words.json: ' + nothing,
             'templates/en/desk/help.md: ' + nothing,
             'man/paquebot-commands.7: ' + nothing, where='')
        put(top, 'man/paquebot-commands.7', '.It Cm board , ping\n')
        put(top, 'templates/en/desk/help.md', '`board` or `ping 2`\n')
        put(top, 'templates/en/words.json',
            '{"my-game": {"verb": {}}, '
            '"desk": {"command": {"board": ["b"], "ping": ["p"]}}}')
        says()
        os.rename(page + 'my-game.md', page + 'other.md')
        says('my-game.md: is missing, and the game is registered',
             where='doc/rules/')
        os.rename(page + 'other.md', page + 'my-game.md')
        put(top, 'src/desk/commands/pong.c',
            'const struct command commands_pong[] = { PONG };\n')
        put(top, 'src/games/all.c', 'none\n')
        says('src/games/all.c: is not read: no game is found in it',
             'src/desk/commands/pong.c: has a table of commands that is not '
             'read', where='')
        os.unlink(top + '/src/desk/commands/pong.c')
        put(top, 'src/games/all.c', '{ &my_game_rules, NULL };\n')
        put(top, 'src/post/letter.c',
            '\t[LETTER_OVER] = { "mail/over", "over_mail" },\n')
        says('templates/en/mail/over.md: is missing, and is a kind of mail',
             'templates/en/mail/subject.md: has no section over_mail',
             'src/post/letter.c: has no row for LETTER_TURN',
             'man/paquebot-templates.5: says nothing of mail/over', where='')

    def test_contexts(self):
        """What is asked for is given, and what is given is asked for: as a
        key, a parameter, one of two, a verb's argument, a table's word; and a
        game gives to its own templates alone."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        top = folder.name
        put(top, 'src/games/all.c', '\t&one_rules,\n\t&two_rules,\n')
        put(top, 'src/games/one/verbs.c',
            '\t[GO] = { "go", { { THING(PLACE, "place") } } },\n')
        put(top, 'src/games/two/view.c', 'int\nf(struct cJSON *o)\n{\n'
            '\ttree_add_int(o, "depth", 1);\n}\n')
        put(top, 'src/post/letter.c', '')
        put(top, 'src/post/letter.h', 'enum letter_kind { LETTER_NONE };\n')
        put(top, 'src/post/x.c',
            'static const char *const states[] = { "old", "new" };\n'
            'static void\nadd(struct cJSON *o, const char *key)\n{\n'
            '\ttree_flag(o, key, true);\n}\n\n'
            'void\nf(struct cJSON *o, bool two, int n)\n{\n'
            '\tadd(o, two ? "both" : "single");\n'
            '\ttree_flag(o, states[n], true);\n}\n')
        put(top, 'src/desk/commands/x.c', '')
        put(top, 'data/page/x.html', '{{both}}\n')
        for path in ('man/paquebot-commands.7', 'man/paquebot-templates.5'):
            put(top, path, '')
        for name in ('one', 'two'):
            put(top + '/doc/rules', name + '.md', '')
        files = {'desk/help.md': '{{#single}}{{old}}{{/single}}',
                 'mail/subject.md': ''}
        for name in PAGES:
            files[f'one/{name}.md'] = files[f'two/{name}.md'] = ''
        files['one/moves.md'] = '{{#go}}{{place}}{{/go}}'
        files['two/position.md'] = '{{depth}}'
        put(top, 'templates/local.mk', ''.join(f'\t{f} \\\n' for f in files))
        put(top, 'templates/en/words.json',
            '{"one": {"verb": {}}, "two": {"verb": {}}}')

        def says(what, **changes):
            for name, text in {**files, **changes}.items():
                put(top, 'templates/en/' + name, text)
            done = run('lint-templates', '--templates', top + '/templates')
            for line in what:
                self.assertIn(line + '\n', done.stdout)
            self.assertIn(f'{len(what)} problems', done.stdout)

        says([])
        says(['en/desk/help.md: {{young}} is given by nobody'],
             **{'desk/help.md': '{{single}}{{old}}{{young}}'})
        says(['en/desk/help.md: {{depth}} is given by nobody'],
             **{'desk/help.md': '{{single}}{{depth}}'})
        says(['en/one/moves.md: {{depth}} is given by nobody'],
             **{'one/moves.md': '{{place}}{{depth}}'})
        says(['src/post/x.c:11: no template asks for "single"'],
             **{'desk/help.md': ''})
        says(['src/games/one/verbs.c:1: no template asks for "place"'],
             **{'one/moves.md': '{{go}}', 'desk/help.md': '{{single}}'})
        says(['src/games/two/view.c:4: no template asks for "depth"'],
             **{'two/position.md': ''})

    def test_missing(self):
        os.unlink(self.top + '/it/mail/turn.md')
        self.assert_wrong('mail/turn.md: is missing')

    def test_stale(self):
        self.change('en/mail/foot.md', '---', '***')
        self.assert_wrong('mail/foot.md: is stale')
        self.stamp('mail/foot.md')
        self.assertEqual(self.lint().returncode, 0)

    def test_unmarked(self):
        put(self.top, 'it/mail/foot.md', '{{mark}}\n')
        self.assert_wrong('mail/foot.md: does not begin with {{! en ')

    def test_stale_words(self):
        self.change('en/words.json', 'in {{days}}', 'within {{days}}')
        self.assert_wrong('words.json: is stale')

    def test_names(self):
        self.change('it/g/events.md', '{{who}}', '{{whom}}')
        self.assert_wrong('g/events.md: sailed: {{who}} is in English, but',
                          'g/events.md: sailed: {{whom}} is not in English')
        self.change('it/g/events.md', '{{whom}}',
                    '{{! uses whom: grammar }}{{! leaves out who: too }}'
                    '{{whom}}')
        self.assertEqual(self.lint().returncode, 0)

    def test_names_of_partials_count(self):
        self.change('it/mail/turn.md', '{{> mail/foot}}', '{{mark}}')
        self.assertEqual(self.lint().returncode, 0)
        self.change('it/mail/turn.md', '{{mark}}', '')
        self.assert_wrong('mail/turn.md: {{mark}} is in English, but')

    def test_sections(self):
        self.change('it/g/events.md', '{{#over}}\nFine.\n{{/over}}\n', '')
        self.assert_wrong('g/events.md: no section over')

    def test_raw(self):
        self.change('it/mail/turn.md', '{{{position}}}', '{{position}}')
        self.assert_wrong('mail/turn.md: {{position}} is {{{position}}} in')
        self.change('it/mail/turn.md', '{{position}}', '{{{position}}}')
        self.change('it/mail/foot.md', '{{mark}}', '{{{mark}}}')
        self.assert_wrong('mail/foot.md: {{{mark}}} is {{mark}} in English',
                          'mail/turn.md: {{{mark}}} is {{mark}} in English')

    def test_words(self):
        self.change('it/words.json', '"set": ["imposta"]', '')
        self.assert_wrong('words.json: has no desk.command.set')

    def test_forms(self):
        self.change('it/words.json', '"name": "Nero", "of": "del Nero"',
                    '"name": "Nero"')
        self.assert_wrong('words.json: g.names.sea.black has no "of"')

    def test_forms_of_english(self):
        """Each language says a thing in the form that it needs."""
        self.change('en/words.json', '["Black Sea"]',
                    '{"name": "Black Sea", "the": "the Black Sea"}')
        self.change('en/g/events.md', 'the {{sea_name}}', '{{sea_the}}')
        self.stamp('g/events.md')
        self.assertEqual(self.lint().returncode, 0, self.lint().stdout)
        self.change('it/g/events.md', '{{sea_of}} ({{sea_name}})', '')
        self.assert_wrong('g/events.md: sailed: {{sea_the}} is in English')

    def test_abbreviations(self):
        self.change('it/words.json', '"posa"', '"compare"')
        self.assert_wrong('words.json: g: "com" may be lay and buy')

    def test_phrases(self):
        self.change('it/words.json', '{{days}} ', '')
        self.assert_wrong('words.json: phrases.in: {{days}} is in one of')


class CountTests(unittest.TestCase):
    """A build directory made up; its make prints the names of tests."""

    def count(self, **tests):
        """name=(verdict, log) -> exit status and last line."""
        with tempfile.TemporaryDirectory() as build:
            names = ' '.join(tests)
            put(build, 'Makefile', f'print-tests:\n\t@echo {names}\n')
            for name, (verdict, log) in tests.items():
                if verdict is not None:
                    put(build, name + '.trs', f':test-result: {verdict}\n')
                    put(build, name + '.log', log)
            done = run('count-tests', build)
            return done.returncode, done.stdout.splitlines()[-1]

    def test_sums(self):
        self.assertEqual(self.count(
            a=('PASS', 'Running suite(s): a\n'
               '100%: Checks: 7, Failures: 0, Errors: 0\n'
               '100%: Checks: 3, Failures: 0, Errors: 0\n'),
            b=('PASS', 'x\n12 passed, 0 failed\n'),
            c=('PASS', 'nothing counted\n')), (0, '23 passed, 0 failed'))

    def test_failures(self):
        self.assertEqual(self.count(
            a=('FAIL', '50%: Checks: 4, Failures: 1, Errors: 1\n'),
            b=('FAIL', '3 passed, 2 failed\n'),
            c=('FAIL', 'boom\n')), (1, '5 passed, 5 failed'))

    def test_a_crash_is_a_failure(self):
        """A leak found at exit, say, behind cases that all passed."""
        self.assertEqual(self.count(
            a=('FAIL', '100%: Checks: 4, Failures: 0, Errors: 0\n')),
            (1, '4 passed, 1 failed'))

    def test_what_never_ran_is_a_failure(self):
        self.assertEqual(self.count(a=('PASS', '1 passed, 0 failed\n'),
                                    b=(None, None)),
                         (1, '1 passed, 1 failed'))

    def test_a_skip_is_a_failure(self):
        self.assertEqual(self.count(a=('SKIP', '')), (1, '0 passed, 1 failed'))

    def test_no_tests_at_all_is_no_success(self):
        self.assertEqual(self.count(), (1, '0 passed, 0 failed'))


class Setup(unittest.TestCase):
    def test_lists_and_usage(self):
        build = run('setup', '--list').stdout.split()
        tests = run('setup', '--list', '--tests').stdout.split()
        self.assertIn('libetpan-dev', build)
        for server in ('postfix', 'dovecot-core'):
            self.assertNotIn(server, build)
            self.assertIn(server, tests)
        for script in ('setup', 'check', 'package'):
            self.assertEqual(run(script, '--nonsense').returncode, 64)
            self.assertEqual(run(script, '--help').returncode, 0)

    def test_the_package_needs_what_setup_installs(self):
        build = set(run('setup', '--list').stdout.split())
        with open(os.path.join(TOP, 'debian/control'), encoding='utf-8') as f:
            needs = re.search(r'^Build-Depends:((?:\n .*)+)', f.read(), re.M)
        words = {line.split()[0].rstrip(',') for line in
                 needs[1].strip().split('\n') if '<!nocheck>' not in line}
        own = {'debhelper-compat', 'dh-sequence-installsysusers'}
        general = {'build-essential', 'autoconf', 'automake',
                   'ca-certificates'}
        self.assertEqual(words - own, build - general)

    def test_check_does_not_take_a_keeper_s_mail_server_away(self):
        """With a dpkg-query that tells of another mail server."""
        with tempfile.TemporaryDirectory() as bins:
            fake = os.path.join(bins, 'dpkg-query')
            put(bins, 'dpkg-query', '#!/bin/sh\n'
                'echo "ii  exim4-daemon-light mail-transport-agent"\n')
            os.chmod(fake, 0o755)
            done = run('check', env={**os.environ,
                                     'PATH': bins + ':' + os.environ['PATH']})
        self.assertEqual(done.returncode, 69)
        self.assertIn('exim4-daemon-light', done.stderr)


def main():
    suite = unittest.defaultTestLoader.loadTestsFromModule(
        sys.modules[__name__])
    result = unittest.TextTestRunner(sys.stdout, verbosity=2).run(suite)
    bad = len(result.failures) + len(result.errors)
    print(f'{result.testsRun - bad} passed, {bad} failed')
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
