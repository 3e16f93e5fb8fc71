#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""contrib/lint-tongues finds every kind of slip in what our texts say, and
nothing in what is right. Run from anywhere; srcdir may name the source tree."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

TOP = os.path.abspath(os.environ.get('srcdir') or os.path.join(
    os.path.dirname(os.path.abspath(__file__)), '..', '..'))

# Language, text, what is said of it; None: nothing.
CASES = (
    ('en', 'One  blank', 'two blanks'),
    ('en', 'One , more', 'a blank before'),
    ('en', '| One of the two moves  | b |', None),
    ('nl', 'Er is nog een turn', 'an English word: turn'),
    ('nl', 'De zet {{#a}}the{{/a}} is gedaan', 'an English word: the'),
    ('nl', 'Stuur `end the turn` of {{end}}.{{! the end }}', None),
    ('nl', 'Het partij', 'de-word'),
    ('nl', 'Deze bord', 'het-word'),
    ('nl', "De partij, het bord, de commando's.", None),
    ('it', 'il Albertdok', "an article that is l'"),
    ('it', "un'isola, l'Albertdok, un'offerta", None),
    ('it', 'i eventi', 'gli before a vowel'),
    ('it', 'il scambio', 'lo, dello'),
    ('it', 'della agenzia', 'elided'),
    ('it', 'la turno', 'masculine'),
    ('it', 'del partita', 'feminine'),
    ('it', 'a altri', '"a" is "ad"'),
    ('it', 'e eventi', '"e" is "ed"'),
    ('it', 'ad esempio', '"ad" is for an a'),
    ('it', 'ed il resto', '"ed" for an e'),
    ('it', 'perchè', 'an accent'),
    ('it', 'Scrivi "no', 'quotes'),
    ('it', "ad altri, ed è, da A a D, sulla A, dell'Atlantico: «{{x}}»", None),
    ('it', 'Rispondi `e il resto`: a {{seat_name}}, e {{seat_name}}.', None),
)


class Tongues(unittest.TestCase):
    def lint(self, code, text, words='{}'):
        with tempfile.TemporaryDirectory() as top:
            os.makedirs(f'{top}/{code}/mail')
            for name, body in (('words.json', words), ('mail/x.md', text)):
                with open(f'{top}/{code}/{name}', 'w', encoding='utf-8') as f:
                    f.write(body)
            return subprocess.run(
                [os.path.join(TOP, 'contrib', 'lint-tongues'), '--templates',
                 top], capture_output=True, text=True, check=False)

    def test_texts(self):
        for code in ('en', 'nl', 'it'):
            cases = [(text, what) for c, text, what in CASES if c == code]
            done = self.lint(code, ''.join(f'{t}\n' for t, _ in cases))
            self.assertEqual(done.returncode, 1)
            for line, (text, what) in enumerate(cases, 1):
                said = re.findall(rf'mail/x\.md:{line}: (.*)', done.stdout)
                with self.subTest(text=text):
                    self.assertEqual(len(said), what is not None, said)
                    self.assertIn(what or '', ''.join(said))

    def test_words(self):
        for words in ('{"phrases": {"x": "il hub  grande"}}',
                      '{"a": {"names": {"place": {"x": {"the": "il Albertdok"'
                      '}}}}}'):
            done = self.lint('it', '', words)
            self.assertIn('words.json:1: ', done.stdout)
            self.assertEqual(done.returncode, 1)

    def test_our_own(self):
        done = subprocess.run([os.path.join(TOP, 'contrib', 'lint-tongues')],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)


def main():
    suite = unittest.defaultTestLoader.loadTestsFromModule(
        sys.modules[__name__])
    result = unittest.TextTestRunner(sys.stdout, verbosity=2).run(suite)
    bad = len(result.failures) + len(result.errors)
    print(f'{result.testsRun - bad} passed, {bad} failed')
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
