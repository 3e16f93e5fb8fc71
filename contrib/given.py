# SPDX-License-Identifier: MIT
"""What the sources of src/ give to templates, for lint-templates.

A name is given where it is the key of a member that C adds to a context, by
cJSON_Add…ToObject or tree_… (base/tree.h), as an argument of a refusal, or as a
key of a table of verbs (game/verbs.h). A key that is a parameter makes its
function one that gives, and its callers are asked in turn; one that is a
variable, an array, a field or a function's result is whatever strings these
are made of.
"""
import collections
import os
import re

# Rooms that make contexts, or refusals.
ROOMS = re.compile(r'src/(game|games|clock|match|post|desk|archive|text|store)/')
# Where keys are words that were written elsewhere: the clocks' events in a log,
# the names of alarms.
ELSEWHERE = {'src/post/context_clock.c': re.compile(
                 r'src/(clock/\w+|match/(clocks|late))\.c'),
             'src/desk/alarm.c': re.compile(r'src/daemon/alarm\.c')}
COMMENT = re.compile(r'/\*.*?\*/', re.S)
STRING = re.compile(r'"((?:\\.|[^"\\\n])*)"')
FUNCTION = re.compile(r'^(\w+)\(([^;{]*?)\)\n\{\n(.*?)^\}', re.M | re.S)
TABLE = re.compile(r'^(static )?const (?:char \*const|struct (\w+)) '
                   r'(?:\*const )?(\w+)\[[^]]*\](?:\[[^]]*\])* =\s*'
                   r'\{(.*?)\n?\};', re.M | re.S)
CALL = re.compile(r'(?<![\w".>])(\w+)\(')
# Which argument of these is a key.
KEYS = {'tree_flag': 1, 'tree_add_int': 1, 'tree_add_str': 1,
        'tree_add_text': 1, 'tree_add_seat': 1, 'tree_object': 1,
        'tree_list': 1, 'refuse_str': 2, 'refuse_int': 2, 'refusal_str': 1,
        'refusal_int': 1, 'NUMBER': 0, 'SEAT': 0, 'LIST': 0, 'THING': 1,
        'COUNTS': 1, 'ARG': 1}
KEYS.update({f'cJSON_Add{kind}ToObject': 1 for kind in (
    'True', 'Bool', 'String', 'Number', 'Object', 'Array', 'Item',
    'ItemReference')})


def arguments(text, at):
    """The arguments of a call whose bracket opens before `at`."""
    found, depth, start = [], 0, at
    while at < len(text):
        c = text[at]
        if c == '"':
            string = STRING.match(text, at)
            at = string.end() if string else at + 1
            continue
        if c in '([{':
            depth += 1
        elif c in ')]}':
            depth -= 1
        if depth < 0 or (c == ',' and depth == 0):
            found.append(text[start:at])
            start = at + 1
        if depth < 0:
            break
        at += 1
    return found


class Function:
    def __init__(self, path, text, found):
        self.path, self.name, self.body = path, found[1], found[3]
        self.start, self.end = found.start(3), found.end(3)
        before = text[:found.start()].rsplit('\n', 2)
        self.static = before[-2].startswith('static')
        self.parameters = [(re.findall(r'\w+', a) or [''])[-1]
                           for a in found[2].split(',')]


class Sources:
    """All C below a folder; given: {path: {name: line}}, and chosen: {path:
    names of which one or another is given}"""

    def __init__(self, top):
        self.text, self.called, self.functions, self.tables = {}, {}, {}, {}
        self.at_path = collections.defaultdict(list)
        self.given = collections.defaultdict(dict)
        self.chosen = collections.defaultdict(set)
        self.asked = set()
        for where, _, names in sorted(os.walk(top)):
            for name in sorted(names):
                path = os.path.join(where, name)
                short = 'src/' + os.path.relpath(path, top)
                if name.endswith(('.c', '.h')) and ROOMS.match(short):
                    self.read(path, short)
                for reader, writer in ELSEWHERE.items():
                    if writer.fullmatch(short):
                        self.elsewhere(path, reader)
        for name, index in KEYS.items():
            for path in self.text:
                self.calls(path, name, index)
        for path in self.text:
            self.verbs(path)

    def read(self, path, short):
        with open(path, encoding='utf-8') as f:
            text = COMMENT.sub(lambda c: re.sub(r'[^\n]', ' ', c[0]), f.read())
        self.text[short] = text
        self.called[short] = collections.defaultdict(list)
        for found in CALL.finditer(text):
            self.called[short][found[1]].append(found)
        for found in FUNCTION.finditer(text):
            function = Function(short, text, found)
            self.functions.setdefault(found[1], []).append(function)
            self.at_path[short].append(function)
        for found in TABLE.finditer(text):
            self.tables[short if found[1] else '', found[3]] = found[4]

    def elsewhere(self, path, reader):
        with open(path, encoding='utf-8') as f:
            for string in STRING.findall(COMMENT.sub('', f.read())):
                for word in re.findall(r'[a-z]+', string):
                    self.chosen[reader].add(word)

    def verbs(self, path):
        """A verb of a game is a section of its templates."""
        if path.endswith('/verbs.c'):
            for found in re.finditer(r'\] = \{\s*("[\w-]+")|\.(?:word|told) = '
                                     r'("[\w-]+")|\bIDS\(("[\w-]+")', self.text[path]):
                self.lend(path, found[1] or found[2] or found[3])

    def calls(self, path, name, index, direct=True):
        """Every call of a function that gives, but its own definition."""
        text = self.text[path]
        for found in self.called[path].get(name, ()):
            before = text[:found.start()].rsplit('\n', 1)[-1]
            if before != '' and not before.startswith('#define ' + name):
                args = arguments(text, found.end())
                if len(args) > index:
                    self.key(path, found.end(), args[index], direct)

    def words(self, text):
        return (s for s in STRING.findall(text)
                if re.fullmatch(r'(?:%s|\w)(?:%s|[\w-])*', s))

    def give(self, path, offset, text):
        line = self.text[path].count('\n', 0, offset) + 1
        for string in self.words(text):
            self.given[path].setdefault(string, line)

    def lend(self, path, text):
        self.chosen[path].update(self.words(text))

    def key(self, path, offset, expression, direct=True):
        """An expression that is a key there."""
        if '?' in expression:       # what is asked is no key
            expression = expression.split('?', 1)[1]
        if direct:
            self.give(path, offset, expression)
        else:
            self.lend(path, expression)
        home = next((f for f in self.at_path[path]
                     if f.start <= offset <= f.end), None)
        bare = re.sub(r'\[[^]]*\]', '', STRING.sub('', expression))
        for found in re.finditer(r'(->|\.)?\b([A-Za-z_]\w*)\b(\()?', bare):
            member, name, opens = found.groups()
            if member:
                self.field(path, name)
            elif opens:
                self.result(path, name)
            elif not self.table(path, path, name) and home:
                self.variable(home, offset, name, direct)

    def table(self, path, owner, name):
        for place in (owner, ''):
            if (place, name) in self.tables:
                self.lend(path, self.tables[place, name])
                return True
        return False

    def result(self, path, name):
        """Strings that a function returns."""
        for other in self.functions.get(name, []):
            if other.static and other.path != path:
                continue
            for back in re.findall(r'\breturn\b([^;]*);', other.body):
                self.lend(path, back)
                for word in re.findall(r'\b(\w+)\[', back):
                    self.table(path, other.path, word)
                    for own in re.findall(word + r'\[[^]]*\] = \{(.*?)\};',
                                          other.body, re.S):
                        self.lend(path, own)

    def variable(self, home, offset, name, direct):
        if name in home.parameters:
            index = home.parameters.index(name)
            if (home, index, direct) not in self.asked:
                self.asked.add((home, index, direct))
                for other in [home.path] if home.static else list(self.text):
                    self.calls(other, home.name, index, direct)
            return
        if (home, name) in self.asked:
            return
        self.asked.add((home, name))
        for value in re.findall(
                r'(?<![\w.>])' + name + r'(?:\[[^]]*\])* = (\{.*?\}|[^;]*?);|'
                r'\w\(&?' + name + r', ([^;]*)\);', home.body, re.S):
            self.key(home.path, offset, value[0] or value[1], False)

    def field(self, path, name):
        """What rows of tables of the same file have there; which field is
        which is not looked at."""
        text = self.text[path]
        for row in re.findall(r'\.' + name + r' = ("[^"]*")', text):
            self.lend(path, row)
        for place, table in self.tables:
            if place == path and name not in ('id', 'data'):
                self.lend(path, self.tables[place, table])
