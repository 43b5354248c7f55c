"""Draws profiles in notebooks and scripts by the program prof2dot.

    import prof2dot

    prof2dot.Profile('out.prof')                 picture and page, in a notebook
    prof2dot.Profile('perf.data', focus='parse', strip=True)
    prof2dot.Profile('new.folded', base='old.folded').save('change.html')
    prof2dot.Profile('out.prof').functions()     rows, costliest first
    prof2dot.profile(main, argument)             runs main under cProfile

    %load_ext prof2dot
    %%prof2dot --strip                           runs a cell under cProfile

Needs nothing but Python 3.7 and the program, which the variable PROF2DOT of the
environment names if it is not on the PATH. Put this file where Python finds it.
"""
import cProfile
import html
import json
import os
import shlex
import subprocess
import tempfile
import warnings


class Error(Exception):
    """What prof2dot said about files that it did not draw."""


def _arguments(options):
    """Returns node_thres=1 as ['--node-thres=1'], strip=True as ['--strip'],
    and a list as the option once for each of its values."""
    arguments = []
    for name, value in options.items():
        option = '--' + name.rstrip('_').replace('_', '-')
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is True:
                arguments.append(option)
            elif one is not False and one is not None:
                arguments.append('%s=%s' % (option, one))
    return arguments


class Profile:
    """Files of profiles, which are added up, and options of prof2dot by their
    long names: event='cycles', base=['a.folded', 'b.folded']."""

    def __init__(self, *files, **options):
        self.files = [os.fspath(file) for file in files]
        self.arguments = _arguments(options)

    def run(self, *arguments):
        """Returns what prof2dot writes, as bytes. Its notes and warnings become
        warnings of Python. Raises Error if it fails; 3 is the status of
        --fail-if, 4 says that a part of the input could not be read."""
        program = os.environ.get('PROF2DOT', 'prof2dot')
        files = [os.path.join('.', f) if f.startswith('-') else f
                 for f in self.files]
        ended = subprocess.run(
            [program, *self.arguments, *arguments, '--', *files],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        said = ended.stderr.decode(errors='replace').strip()
        if ended.returncode not in (0, 3, 4):
            raise Error(said or 'prof2dot ended with %d' % ended.returncode)
        if said:
            warnings.warn(said, stacklevel=2)
        return ended.stdout

    def save(self, path):
        """Writes a picture, page or table; the ending of path says which."""
        self.run('--output=' + os.fspath(path))

    def functions(self):
        """Returns the functions as prof2dot-json(5) describes them, those with
        most cost of their own first. pandas.DataFrame takes this list."""
        rows = json.loads(self.run('--to=json', '--node-thres=0'))['functions']
        return sorted(rows, key=lambda row: -row['self'])

    def _repr_svg_(self):
        return self.run('--quiet', '--to=svg').decode()

    def _repr_html_(self):
        """Returns the picture, and the page behind a line to open."""
        svg = self._repr_svg_()
        page = self.run('--quiet', '--to=html').decode()
        return (svg[svg.index('<svg'):] +
                '<details><summary>Interactive page</summary>'
                '<iframe sandbox="allow-scripts allow-downloads" '
                'style="width: 100%%; height: 800px; border: 0" srcdoc="%s">'
                '</iframe></details>' % html.escape(page))


class _Recorded(Profile):
    """A profile whose file is removed with it."""

    def __init__(self, profiler, arguments=()):
        self._folder = tempfile.TemporaryDirectory()
        file = os.path.join(self._folder.name, 'profile')
        profiler.dump_stats(file)
        super().__init__(file)
        self.arguments = list(arguments)


def profile(function, *arguments, **keywords):
    """Calls a function under cProfile and returns the profile."""
    profiler = cProfile.Profile()
    profiler.runcall(function, *arguments, **keywords)
    return _Recorded(profiler)


def _check(options):
    """Raises Error if prof2dot refuses one of the options."""
    Profile().run(*options, '--version')


def load_ipython_extension(ipython):
    def draw(line, cell):
        options = shlex.split(line)
        _check(options)
        profiler = cProfile.Profile()
        profiler.enable()
        try:
            result = ipython.run_cell(cell)
        finally:
            profiler.disable()
        error = result.error_in_exec
        if result.error_before_exec:
            error = Error('the cell did not run: %s' % result.error_before_exec)
        if error:
            # The cell fails as it would without the magic, so that "run all" stops
            # here. run_cell has shown the traceback already.
            error._render_traceback_ = list
            raise error
        return _Recorded(profiler, options)

    ipython.register_magic_function(draw, 'cell', 'prof2dot')
