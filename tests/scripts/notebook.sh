# contrib/prof2dot.py: pictures, rows and files, what it does with options,
# failures and warnings, and the magic of IPython by a class that stands in.
. "$TESTS/tools/say.sh"

if ! python3 -c 'import cProfile' 2>/dev/null; then
    echo 'skipped notebook: there is no python3'
    exit
fi
cat >check.py <<'END'
import html.parser, os, sys, types, warnings, xml.dom.minidom
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import prof2dot

def say(what, good):
    print(what if good else 'FAILED ' + what)

calc = prof2dot.Profile(sys.argv[2])
rows = calc.functions()
say('all functions', len(rows) == 15)
say('the hottest comes first', rows[0]['name'] == 'factor')
say('what a function costs', abs(rows[0]['self'] - .208586486) < 1e-12)
svg = calc._repr_svg_()
xml.dom.minidom.parseString(svg)
say('a picture', '>factor<' in svg)
class Shown(html.parser.HTMLParser):
    page = ''
    def handle_starttag(self, tag, attributes):
        if tag == 'iframe':
            self.page = dict(attributes)['srcdoc']

html_of_calc = calc._repr_html_()
shown = Shown()
shown.feed(html_of_calc)
say('the picture comes first', html_of_calc.startswith('<svg'))
say('the page is behind it',
    shown.page == calc.run('--quiet', '--to=html').decode())
calc.save('calc.html')
say('a page', open('calc.html').read().startswith('<!DOCTYPE html>'))
say('options', prof2dot.Profile('x', node_thres=1, strip=True, quiet=False,
    base=['a', 'b'], root=None).arguments ==
    ['--node-thres=1', '--strip', '--base=a', '--base=b'])
few = prof2dot.Profile(sys.argv[2], root='power').functions()
say('a filter', [row['name'] for row in few] == ['power'])

try:
    prof2dot.Profile('missing').functions()
    say('a failure is raised', False)
except prof2dot.Error as error:
    say('a failure says why', 'missing' in str(error))

open('-cut', 'w').write('main;work 3\nmain;work\n')
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    cut = prof2dot.Profile('-cut').functions()
say('what can be read is there', cut[0]['name'] == 'work')
say('a warning', len(caught) == 1 and '-cut:2' in str(caught[0].message))

def work(n, to=1):
    return sum(sorted(range(n))) if to else work(n, to + 1)

recorded = prof2dot.profile(work, 1000, to=0)
say('a function is recorded',
    {'work', '<built-in method builtins.sorted>'} <=
    {row['name'] for row in recorded.functions()})
folder = os.path.dirname(recorded.files[0])
say('its file is there', os.path.exists(folder))
del recorded
say('its file is removed', not os.path.exists(folder))

class IPython:
    def register_magic_function(self, function, kind, name):
        say('the magic is one of cells', (kind, name) == ('cell', 'prof2dot'))
        self.magic = function
    def run_cell(self, cell):
        result = types.SimpleNamespace(error_before_exec=None, error_in_exec=None)
        try:
            code = compile(cell, 'cell', 'exec')
        except SyntaxError as error:
            result.error_before_exec = error
            return result
        try:
            exec(code, {'work': work})
        except Exception as error:
            result.error_in_exec = error
        return result

def failure(options, cell):
    try:
        ipython.magic(options, cell)
    except Exception as error:
        return error

ipython = IPython()
prof2dot.load_ipython_extension(ipython)
cell = ipython.magic('--ignore=sorted', 'work(9)')
names = {row['name'] for row in cell.functions()}
say('a cell is recorded, and its options hold',
    'work' in names and '<built-in method builtins.sorted>' not in names)
error = failure('', '1 / 0')
say('a cell fails with its own exception, which is shown once',
    isinstance(error, ZeroDivisionError) and error._render_traceback_() == [])
error = failure('', 'x ===')
say('a cell that is no Python fails, and is shown once',
    isinstance(error, prof2dot.Error) and error._render_traceback_() == [])
error = failure('--bogus', 'open("ran", "w")')
say('a wrong option is told before the cell runs',
    isinstance(error, prof2dot.Error) and '--bogus' in str(error) and
    not os.path.exists('ran'))
END
python3 check.py "${TESTS%/tests}/contrib" "$SAMPLES/pstats/calc.prof" >out 2>err
status=$?
while read -r line; do
    case $line in
    FAILED*) false ;;
    esac
    say "${line#FAILED }"
done <out
[ $status = 0 ] && [ "$(wc -l <out)" = 20 ]
say 'the script runs to its end' "$(tail -n 1 err)"
