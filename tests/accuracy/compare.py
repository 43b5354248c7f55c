#!/usr/bin/env python3
"""Measures how well --base tells changes from noise.

    compare.py record FOLDER [N]    records programs N times each (16) by perf
    compare.py FOLDER [FORMAT]...   compares the recordings: perf, folded

The programs are those of the folder compared and the C compiler. Rounds of all
programs alternate, so that a change of the machine's load meets all of them.
`slower` is `phases` with one function that makes the whole 5 % slower, and
`bursts` is `phases` with other random numbers in each recording. A recording
that exists already is kept. PROF2DOT is the program that is measured.

Printed are, of PAIRS pairs, and of PAIRS random choices of RUNS against RUNS
recordings: in how many the same program has a function that is marked as
changed, in how many the slow function is found, and in how many a function is
marked that did not change. Beside them stand the same counts for the naive
rule that marks each difference of shares of more than half a point.
"""
import collections
import glob
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROF2DOT = os.environ.get("PROF2DOT",
                          os.path.join(HERE, "../../build/prof2dot"))
SAME = ["phases", "bursts", "words", "compiler"]
PAIRS, RUNS = 100, 5
NAIVE_MARGIN = .5
# What the slowdown changes: the function and whatever calls it.
CHANGED = ["adjust", "optimize", "main", "_start", "__libc_start_main",
           "__libc_start_call_main", "[unknown]"]
SLOW = "adjust"


# ---- Recording ----

def source(n):
    """Returns a C file of n functions for the compiler."""
    lines = ["int f0(int n, int *v) { return n + v[0]; }"]
    for i in range(1, n):
        lines.append(
            "int f%d(int n, int *v) { int s = 0; for (int i = 0; i < n; i++) {"
            " s += v[i] * %d; if (s > %d) s ^= v[i %% 3]; switch (s & 7) {"
            " case 1: s += f%d(i %% 3, v); break; case 2: s -= 4; break;"
            " case 5: s *= 3; } } return s; }" % (i, i, i, i - 1))
    return "\n".join(lines) + "\n"


def build(folder):
    """Returns the command line of each program."""
    compiler = os.environ.get("CC", "cc")
    code = os.path.join(folder, "source.c")
    with open(code, "w", encoding="ascii") as file:
        file.write(source(170))
    commands = {"words": [sys.executable, HERE + "/compared/words.py"],
                "compiler": [compiler, "-O2", "-c", "-o", os.devnull, code]}
    for name, steps in (("phases", 500000), ("slower", 820000)):
        # One name for both, because perf says it in each sample.
        os.makedirs(os.path.join(folder, name), exist_ok=True)
        path = os.path.join(folder, name, "phases")
        subprocess.run([compiler, "-O2", "-g", "-fno-omit-frame-pointer",
                        "-DSTEPS=%d" % steps, "-o", path,
                        HERE + "/compared/phases.c", "-lm"], check=True)
        commands[name] = [path]
    commands["bursts"] = commands["phases"]
    return commands


def record(folder, n):
    os.makedirs(folder, exist_ok=True)
    commands = build(folder)
    data = os.path.join(folder, "perf.data")
    for i, name in itertools.product(range(n), commands):
        text = os.path.join(folder, "%s.%02d.perf" % (name, i))
        if os.path.exists(text):
            continue
        seed = [str(i + 1)] if name == "bursts" else []
        subprocess.run(["perf", "record", "-q", "-e", "cpu-clock", "-F", "999",
                        "-g", "-o", data, *commands[name], *seed],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       check=True)
        with open(text + ".part", "w", encoding="utf-8") as file:
            subprocess.run(["perf", "script", "-i", data, "-F",
                            "comm,tid,time,event,ip,sym,dso"],
                           stdout=file, stderr=subprocess.DEVNULL, check=True)
        os.rename(text + ".part", text)
    os.remove(data)


# ---- Comparing ----

def run(*arguments):
    done = subprocess.run([PROF2DOT, "-q", *arguments], text=True, check=True,
                          stdout=subprocess.PIPE)
    return done.stdout


class Result:
    """What comparing two lists of files finds."""

    def __init__(self, base, new, options):
        found = json.loads(run(*["--base=" + file for file in base], *new,
                               "-T", "json", *options))
        self.dispersion = found["comparison"]["dispersion"]
        self.marked, self.naive = set(), set()
        wholes = found["comparison"]["whole"]
        for function in found["functions"]:
            name = function["name"]
            for kind in "self_change", "total_change":
                change = function[kind]
                if change["verdict"] == "changed":
                    self.marked.add(name)
                shares = [100 * (change[side] or 0) / wholes[side]
                          for side in "ab"]
                if abs(shares[1] - shares[0]) > NAIVE_MARGIN:
                    self.naive.add(name)


def pairs_of(n, same):
    """Returns PAIRS pairs of lists of one recording each."""
    chance = random.Random(1)
    pairs = [([i], [j]) for i in range(n) for j in range(n)
             if i < j or not same]
    chance.shuffle(pairs)
    return pairs[:PAIRS]


def groups_of(n, same):
    """Returns PAIRS pairs of lists of RUNS recordings each, of n or of both
    n base and n new ones."""
    chance = random.Random(2)
    pairs = []
    for _ in range(PAIRS):
        left = chance.sample(range(n), RUNS)
        rest = [i for i in range(n) if i not in left] if same else range(n)
        pairs.append((left, chance.sample(list(rest), RUNS)))
    return pairs


def measure(title, base, new, choose, options):
    same = base is new
    pairs = choose(len(base), same)
    marked = found = false = 0
    naive_marked = naive_found = naive_false = 0
    dispersions, names = [], collections.Counter()
    for left, right in pairs:
        result = Result([base[i] for i in left], [new[i] for i in right],
                        options)
        changed = [] if same else CHANGED
        wrong = result.marked.difference(changed)
        naive_wrong = result.naive.difference(changed)
        marked += bool(result.marked)
        found += SLOW in result.marked
        false += bool(wrong)
        naive_found += SLOW in result.naive
        naive_false += bool(naive_wrong)
        names.update(wrong)
        dispersions.append(result.dispersion)
    dispersion = sum(dispersions) / len(dispersions)
    if same:
        print("%-24s marked %3d of %d (naive %3d), dispersion %.2f  %s" % (
            title, marked, len(pairs), naive_false, dispersion,
            " ".join("%s:%d" % pair for pair in names.most_common(3))))
    else:
        print("%-24s found  %3d of %d (naive %3d), others marked in %d "
              "(naive %d), dispersion %.2f  %s" % (
                  title, found, len(pairs), naive_found, false, naive_false,
                  dispersion,
                  " ".join("%s:%d" % pair for pair in names.most_common(3))))
    sys.stdout.flush()


def fold(files, folder):
    folded = []
    for file in files:
        folded.append(os.path.join(folder, os.path.basename(file) + ".folded"))
        run("-T", "folded", "-o", folded[-1], file)
    return folded


def study(folder, formats, options):
    recordings = {name: sorted(glob.glob("%s/%s.*.perf" % (folder, name)))
                  for name in SAME + ["slower"]}
    with tempfile.TemporaryDirectory() as work:
        for form in formats:
            files = recordings if form == "perf" else {
                name: fold(recordings[name], work) for name in recordings}
            for what, choose in (("1:1", pairs_of),
                                 ("%d:%d" % (RUNS, RUNS), groups_of)):
                for name in SAME:
                    measure("%s %s %s" % (form, what, name), files[name],
                            files[name], choose, options)
                measure("%s %s 5 %% slower" % (form, what), files["phases"],
                        files["slower"], choose, options)


def main(words):
    options = [word for word in words if word.startswith("-")]
    words = [word for word in words if not word.startswith("-")]
    if len(words) > 1 and words[0] == "record":
        record(words[1], int(words[2]) if len(words) > 2 else 16)
    elif words:
        study(words[0], words[1:] or ["perf", "folded"], options)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
