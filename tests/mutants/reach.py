"""Tells which cases reach which lines, so that a break is tried on few of them."""
import collections, json, os, pathlib, re, subprocess

MAP = 'build-reach'

# The cases that look at what the tracer does, in the order of their seconds, and the
# files of src/bop of which each notices most breaks: it is the first for these.
TRACER = {
    'unit/tracer': 'base|libc/(sizes|wrap_scan)|state/loops|trace/text',
    'unit/tracer_state':
        'state/(contexts|counts|cuts|dependences|heap|shadow|stacks)',
    'scripts/counts': 'libc/(output|wrap_(call_back|heap|nodes|text))',
    'scripts/tracefile': 'trace/(output|messages)|libc/wrap_print',
    'scripts/itself': 'libc/wrap_(exit|signals)|signals',
    'scripts/sites': '', 'scripts/heap': '', 'scripts/blind': '',
    'scripts/leaf': '',
    'scripts/byhand': 'hooks/api|program/literals',
    'scripts/library': '', 'scripts/folders': 'program/detail',
    'scripts/bopcc': '', 'scripts/places': 'trace/(places|rows)|program/modules',
    'scripts/loops': 'hooks/coverage', 'scripts/told': 'state/told|program/lines',
    'scripts/deps': 'state/statements|state/reads', 'scripts/verdicts': '', 'scripts/trace': '.'}


def of_row(row):
    """Returns the file, below the folder of the checkout, and the line that addr2line
    tells; None if the file is not one of src. Debug information has paths of the
    checkout's folder, which may lie below another src, or paths relative to it."""
    place = re.match(r'(.*):(\d+)', row)
    file = os.path.relpath(place[1]) if place else ''
    return (file, place[2]) if file.startswith('src/') else None


def of_tests():
    """Runs all cases in a build that notes what they reach (reach.c). Returns, by
    file and line, the cases that reach it; the cases that run other programs, too, and
    may reach more; and the seconds of each case."""
    if os.path.exists(MAP + '/cases.json'):
        return json.load(open(MAP + '/cases.json'))
    folder = os.path.abspath(MAP + '/reached')
    subprocess.run('''
        mkdir -p $M && rm -rf $M/reached && gcc -O1 -c -o $M/reach.o tests/mutants/reach.c &&
        make -s -j2 QUIET=1 BUILD=$M LDLIBS=$M/reach.o $M/tests/units all tests-scripts \\
            CFLAGS='-O1 -gdwarf-4 -w -fno-inline -fsanitize-coverage=trace-pc' tests-base &&
        { BUILD=$M BUILT=yes REACH=$PWD/$M/reached tests/run >$M/log 2>&1 || true; }''',
        shell=True, check=True, env=dict(os.environ, M=MAP))
    leaves = {at: files for at, folders, files in os.walk(folder) if not folders}
    ran = {os.path.relpath(at, folder): set(files) for at, files in leaves.items()}
    born = subprocess.check_output(['stat', '-c', '%.3W', *leaves], text=True).split()
    seconds = {case: max((os.path.getmtime(at + '/' + file) - float(start)
                          for file in leaves[at]), default=0)
               for case, at, start in zip(ran, leaves, born)}
    lines = collections.defaultdict(lambda: collections.defaultdict(list))
    for program, name in ('prof2dot', 'prof2dot'), ('tests/units', 'units'):
        cases = {case: [m.start() for m in re.finditer(
                     b'\1', pathlib.Path(folder, case, name).read_bytes())]
                 for case, files in ran.items() if name in files}
        offsets = sorted(set().union(*cases.values()))
        rows = subprocess.run(['addr2line', '-e', MAP + '/' + program], check=True,
                              text=True, input='\n'.join(map(hex, offsets)),
                              stdout=subprocess.PIPE).stdout.split('\n')
        where = {at: of_row(row) for at, row in zip(offsets, rows)}
        for case, reached in cases.items():
            for file, line in {where[at] for at in reached if where[at]}:
                lines[file][line].append(case)
    if not lines:
        raise SystemExit('mutants: no case reaches a line of src: see %s/log' % MAP)
    traces = [case for case in ran if case.startswith('scripts/') and re.search(
        'bop-c|libbop', pathlib.Path('tests', case + '.sh').read_text(encoding='utf-8'))]
    others = [case for case, files in ran.items()
              if case not in traces and (not files or files & {'accuracy', 'faults'})]
    json.dump([lines, others, seconds], open(MAP + '/cases.json', 'w'))
    return of_tests()


def of_tracer(name):
    """Returns two lists of cases for a file of src/bop: the first one, and the rest."""
    first = [case for case, files in TRACER.items()
             if files and re.match('src/bop/(%s)' % files, name)][:1]
    return [[case for case in TRACER if (case in first) == is_first]
            for is_first in (True, False)]


def of_page():
    """Returns, by function of the page's scripts, the browser cases that run it."""
    path = os.path.abspath(MAP + '/page.json')
    if not os.path.exists(path):
        os.makedirs(MAP, exist_ok=True)
        subprocess.run(['make', '-s', 'browser-check'], stdout=subprocess.DEVNULL, check=True,
                       env=dict(os.environ, ONLY='.', REACHED=path))
    return json.load(open(path))
