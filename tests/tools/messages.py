"""Looks for tests that print each message of the sources.

    messages.py CHECKOUT LIST

The texts are those in calls of diag_*, input_error, bop_message_* and so on. A
golden file prints one if a line of it fits the text, %s being anything. A script or
unit test names one if it has all of its letters, or 14 that no other text has. LIST
says of others, "FILE: text" on a line, why no test can print them, on lines that begin
with "#". Prints those that nothing prints, and lines of LIST that are needless.
"""
import pathlib
import re
import sys

ENOUGH = 14
CALL = re.compile(r'\b(?:diag_(?:error|warn|note|status)|input_(?:error|warn|cut|remark)'
                  r'|deps_warn|bop_message_(?:keep|print)|error)\(')
STRING = r'"(?:\\.|[^"\\])*"'
TOKEN = re.compile(STRING + r"|'(?:\\.|[^'\\])*'|[()]")
# Strings side by side, with macros between them, are one text.
TEXT = re.compile(rf'(?:\b[A-Z]\w+\s+)?{STRING}(?:\s*(?:{STRING}|\b[A-Z]\w+\b))*')
PART = re.compile(rf'({STRING})|\w+')
CONVERSION = re.compile(r'%(?:%|[-+ #0]*[\d*]*(?:\.[\d*]+)?[hljzt]*[a-zA-Z])')
ANY = '\0'


def unescape(string):
    return re.sub(r'\\(.)', lambda m: {'n': '\n', 't': '\t'}.get(m[1], m[1]), string[1:-1])


def arguments(code, at):
    depth = 1
    for m in TOKEN.finditer(code, at):
        depth += {'(': 1, ')': -1}.get(m.group(), 0)
        if not depth:
            return code[at:m.start()]


def messages(root):
    """Yields the file and the text of each message, ANY for what is inserted."""
    for path in sorted((root / 'src').rglob('*.c*')):
        code = re.sub(r'/\*.*?\*/', ' ', path.read_text(), flags=re.S)
        for call in CALL.finditer(code):
            for m in TEXT.finditer(arguments(code, call.end()) or ''):
                text = ''.join(unescape(p[1]) if p[1] else
                               'd' if p.group().startswith('PRI') else '%s'
                               for p in PART.finditer(m.group()))
                text = CONVERSION.sub(lambda c: '%' if c.group() == '%%' else ANY, text)
                if len(re.findall('[a-z]{2,}', text)) > 1:
                    yield str(path.relative_to(root)), text


def is_printed(text, golden):
    fits = re.compile('.*?'.join(map(re.escape, text.split(ANY))))
    part = max(text.split(ANY), key=len)
    at = golden.find(part)
    while at >= 0:
        end = golden.find('\n', at + len(part))
        if fits.search(golden, golden.rfind('\n', 0, at) + 1, end):
            return True
        at = golden.find(part, end)
    return False


def is_named(text, tests, texts):
    longest = max(text.split(ANY), key=len)
    if len(longest) > 4 and longest in tests:
        return True
    for part in text.split(ANY):
        for i in range(max(1, len(part) - ENOUGH + 1)):
            piece = part[i:i + ENOUGH]
            if len(piece) == ENOUGH and piece in tests and \
                    not any(piece in other for other in texts if other != text):
                return True
    return False


root = pathlib.Path(sys.argv[1])
tests = root / 'tests'
golden = '\n'.join(p.read_text(errors='replace') for p in tests.rglob('*.golden')) + '\n'
COMMENT = {'.sh': r'(?m)^ *#.*', '.py': r'(?m)^ *#.*'}
others = '\n'.join(re.sub(r'"?\s*\\?\n\s*"?', ' ', re.sub(
    COMMENT.get(p.suffix, r'(?s)/\*.*?\*/'), '', p.read_text()))
    for where in ('scripts/*.sh', 'unit/*.c', 'browser/*.js', 'tools/*.py', 'faults/run',
                  'accuracy/*.py')
    for p in tests.glob(where) if p.name != 'messages.py')
excused = {line for line in pathlib.Path(sys.argv[2]).read_text().split('\n')
           if line and not line.startswith('#')}
found = list(messages(root))
texts = {text for _, text in found}
missing = sorted({f'{path}: {text.replace(ANY, "%s")!r}' for path, text in found
                  if not is_printed(text, golden) and not is_named(text, others, texts)})
for line in set(missing) - excused:
    print(f'FAILED messages: no test prints {line}')
for line in excused - set(missing):
    print(f'FAILED messages: needless in the list: {line}')
if not set(missing) ^ excused:
    print(f'ok messages: {len(texts)} texts')
