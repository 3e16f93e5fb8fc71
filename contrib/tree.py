# SPDX-License-Identifier: MIT
"""What the scripts that read the source tree share."""
import os
import re
import subprocess


def files_of(top):
    """What the repository or, in a tarball, the tree holds."""
    if os.path.exists(os.path.join(top, '.git')):
        done = subprocess.run(
            ['git', 'ls-files', '--cached', '--others', '--exclude-standard'],
            cwd=top, capture_output=True, text=True, check=True)
        return [name for name in sorted(set(done.stdout.splitlines()))
                if os.path.exists(os.path.join(top, name))]
    found = []
    for where, folders, names in os.walk(top):
        folders[:] = [f for f in folders if not f.startswith(
            ('.', 'build', 'autom4te', 'node_modules', '_'))]
        found += [os.path.relpath(os.path.join(where, n), top)
                  for n in names if not n.endswith(('.o', '.a'))]
    return sorted(found)


def strip(text):
    """C without comments and strings: blanked, lines kept."""
    def blank(found):
        return re.sub(r'[^\n]', ' ', found.group(0))
    return re.sub(
        r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
        blank, text, flags=re.S)


STRUCT = re.compile(r'^struct (\w+) \{\n(.*?)^\}', re.M | re.S)
MACRO = re.compile(r'^#define (\w+) \\\n((?:.*\\\n)*.*)$', re.M)


def macros_of(code):
    """What members may be hidden behind: {"POSITION_HEAD": their text}"""
    return {name: body.replace('\\', ' ')
            for name, body in MACRO.findall(code)}


def structs_of(code, macros):
    """Name, line and how many names the declarations of each struct
    introduce, those of structs within it too; code is stripped."""
    for found in STRUCT.finditer(code):
        body = re.sub(r'^\s*([A-Z_]+);', lambda m: macros.get(
            m[1], m[1]) + ';', found[2], flags=re.M)
        body = re.sub(r'\[[^]]*\]', '', re.sub(r'\([^;]*\)', '', body))
        yield (found[1], code.count('\n', 0, found.start()) + 1, sum(
            part.count(',') + 1 for part in body.split(';')
            if part.strip(' \n\t{}')))
