#!/usr/bin/env python3
"""random_edits.py PROF2DOT FOLDER SEED...: edits random programs and compares
each with its edited self. It knows which function is which, and prints for each
kind of profile which share of the cost of functions of both versions got its
right partner, and how many pairs are of two files."""
import collections
import json
import random
import subprocess
import sys

COMMON = ['run', 'get', 'close', '__init__', 'update']


class Function:
    def __init__(self, rng, name):
        self.name = name
        self.cost = int(100 * rng.paretovariate(2))
        self.lines = rng.randint(2, 30)
        self.blank = rng.randint(1, 3)


class File:
    def __init__(self, rng, path, numbers):
        self.path = path
        self.package = path.rsplit('/', 1)[1][:-3]
        self.functions = [Function(rng, some_name(rng, numbers))
                          for _ in range(rng.randint(5, 40))]


def some_name(rng, numbers):
    kind = rng.random()
    if kind < .1:
        return '<lambda>'
    if kind < .25:
        return rng.choice(COMMON)
    numbers.append(len(numbers))
    return 'work_%d' % len(numbers)


def make_program(rng):
    numbers = []
    files = [File(rng, '/home/u/app/%s/f%d.py' % (rng.choice('abc'), i),
                  numbers) for i in range(12)]
    return files, numbers


def edit(rng, files, numbers):
    """Changes the files in place, and returns what it did."""
    kind = rng.choice(['comment', 'comment', 'insert', 'delete', 'move',
                       'rename', 'file', 'folder', 'add', 'remove'])
    file = rng.choice(files)
    functions = file.functions
    if kind == 'comment':
        rng.choice(functions).blank += rng.randint(1, 5)
    elif kind == 'insert':
        functions.insert(rng.randrange(len(functions) + 1),
                         Function(rng, some_name(rng, numbers)))
    elif kind == 'delete' and len(functions) > 5:
        functions.pop(rng.randrange(len(functions)))
    elif kind == 'move':
        moved = functions.pop(rng.randrange(len(functions)))
        functions.insert(rng.randrange(len(functions) + 1), moved)
    elif kind == 'rename':
        unique = [f for f in functions if f.name.startswith('work_')]
        if unique:
            f = rng.choice(unique)
            numbers.append(len(numbers))
            f.name = 'work_%d' % len(numbers)
            f.is_other = True
    elif kind == 'file':
        file.path = file.path.replace('.py', '_new.py')
    elif kind == 'folder':
        old = file.path.rsplit('/', 1)[0]
        for f in files:
            f.path = f.path.replace(old + '/', old + 'x/')
    elif kind == 'add':
        numbers.append(len(numbers))
        files.append(File(rng, '/home/u/app/%s/g%d.py' % (
            rng.choice('abc'), len(numbers)), numbers))
    elif kind == 'remove' and len(files) > 6:
        files.remove(file)


def list_lines(files):
    """The name, file and tag of each function: a tag is its line."""
    for file in files:
        line = 1
        for f in file.functions:
            line += f.blank
            yield f, file, f.name, 'file=%s line=%d tag=%d' % (
                file.path, line, line)
            line += f.lines


def list_numbers(files):
    """Closures have numbers, and nothing has a line."""
    for file in files:
        seen = collections.Counter()
        for f in file.functions:
            name = '%s.%s' % (file.package, f.name)
            if not f.name.startswith('work_'):
                seen[f.name] += 1
                name = '%s.%s.func%d' % (file.package, f.name.strip('<>'),
                                         seen[f.name])
            yield f, file, name, 'file=%s' % file.path


def write(rng, path, files, rows, noise):
    """Writes the profile. Costs differ, so that they tell the functions."""
    known, out = {}, ['%edges 1']
    for n, (f, file, name, place) in enumerate(rows(files)):
        cost = round(f.cost * rng.uniform(1 - noise, 1 + noise)) + 1
        while cost in known:
            cost += 1
        known[cost] = f, file
        out.append('k%d %d name="%s" %s' % (n, cost, name, place))
    with open(path, 'w') as file:
        file.write('\n'.join(out) + '\n')
    return known


def compare(prof2dot, folder, seed, rows):
    """Returns the cost of functions of both sides, that of those with the right
    partner, that of those that were added up, and the pairs across files."""
    rng = random.Random(seed)
    files, numbers = make_program(rng)
    old = write(rng, folder + '/old.edges', files, rows, 0)
    before = {f for f, _ in old.values() if not hasattr(f, 'is_other')}
    for _ in range(rng.randint(1, 8)):
        edit(rng, files, numbers)
    new = write(rng, folder + '/new.edges', files, rows, .1)
    run = subprocess.run([prof2dot, '-q', '-n0', '-T', 'json',
                          '--base=' + folder + '/old.edges',
                          folder + '/new.edges'], capture_output=True)
    if run.returncode:
        sys.exit('seed %d: %s' % (seed, run.stderr.decode()))
    both = {f for f, _ in new.values() if not hasattr(f, 'is_other')} & before
    cost = sum(f.cost for f in both)
    right = summed = across = 0
    for row in json.loads(run.stdout)['functions']:
        a, b = row['self_change']['a'], row['self_change']['b']
        if ', now ' in row['name']:
            summed += a
        elif a and b:
            (f, f_file), (g, g_file) = old[round(a)], new[round(b)]
            right += f.cost if f is g and f in both else 0
            across += f_file is not g_file
            if f is not g and '-v' in sys.argv:
                print(seed, row['name'], row['file'], a, b)
    return cost, right, summed, across


def main():
    prof2dot, folder = sys.argv[1:3]
    seeds = [int(s) for s in sys.argv[3:] if s != '-v']
    for name, rows in ('lines', list_lines), ('numbers', list_numbers):
        sums = [sum(x) for x in zip(*(compare(prof2dot, folder, seed, rows)
                                      for seed in seeds))]
        print('%s right %.3f%% summed %.3f%% across %d' % (
            name, 100 * sums[1] / sums[0], 100 * sums[2] / sums[0], sums[3]))


main()
