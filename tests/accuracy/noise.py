#!/usr/bin/env python3
"""Measures how well --base tells changes from noise (make noise).

    noise.py record FOLDER rest|busy [N [M]]
                          records each program N times (24), and each changed
                          version of it M times (10), by its profiler
    noise.py FOLDER [rest|busy] [PROGRAM]...
                          compares the recordings and prints a table

"rest" records on a machine that does nothing else, which is for the caller to
see to; "busy" starts a process for each processor that calculates and sleeps at
random. Rounds of all programs alternate, so that a change of the machine's load
meets all of them. A recording that exists is kept, so that recording can be
interrupted, and the comparison repeated on the same recordings.

The programs are those of the folder noise beside this file. Each has functions
of fixed work; in the changed versions, solve costs 2, 5 or 10 points of the
whole more, or sort, which has a tenth of the whole, costs twice as much.
Recordings with samples are thinned to SIZES samples, both sides alike. Programs
without a profiler here are left out.

A row of the table is a size and a number of runs a side, of PAIRS random
choices of recordings: "equal" is how many pairs of the same version have any
function that is marked as changed; the others are in how many the changed
function is marked ("found"), and in how many a function is marked that did not
change and does not lead to it ("false"). The chance of a choice is fixed, so
that two versions of PROF2DOT compare the same pairs.
"""
import collections
import concurrent.futures
import gzip
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(HERE, "noise")
PROF2DOT = os.environ.get("PROF2DOT",
                          os.path.join(HERE, "../../build/prof2dot"))
PAIRS = int(os.environ.get("PAIRS", "40"))
RUNS = [int(n) for n in os.environ.get("RUNS", "1 2 3 5").split()]
SIZES = [350, 1000, 3000]
RATE = 5000  # samples a second by perf

# Version: what solve and sort have in hundredths, and which one changed.
VERSIONS = {
    "equal": (30, 10, None),
    "+2": (32, 10, "solve"),
    "+5": (35, 10, "solve"),
    "+10": (40, 10, "solve"),
    "twice": (30, 20, "sort"),
}


# ---- Recording ----

def perf(command, output):
    data = output + ".data"
    subprocess.run(["perf", "record", "-q", "-e", "cpu-clock", "-F", str(RATE),
                    "-g", "-o", data, *command], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    done = subprocess.run(["perf", "script", "-i", data, "-F",
                           "time,event,ip,sym"], check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    os.remove(data)
    with gzip.open(output, "wb", 1) as file:
        file.write(done.stdout)


def plain(command, output):
    folder, name = os.path.split(output)
    subprocess.run([word.replace("OUTPUT", output).replace(
        "FOLDER", folder).replace("NAME", name) for word in command],
                   check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)


class Program:
    """How a program is built and recorded. `build` is a command in which SOURCE
    and PROGRAM stand for files, and `run` one to which SOLVE and SORT are
    added; OUTPUT in its words is the profile, and FOLDER and NAME its parts, if
    the program or its profiler writes it."""

    def __init__(self, name, source, build, order, run=None, ending="perf",
                 after=()):
        self.name, self.source, self.build = name, source, build
        self.order, self.run, self.ending = order, run, ending
        self.after = list(after)

    def tool(self):
        return (self.build or self.run)[0]

    def record(self, folder, version, output):
        path = os.path.join(folder, "programs", self.name)
        if self.build and not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            subprocess.run([word.replace("PROGRAM", path).replace(
                "SOURCE", os.path.join(SOURCES, self.source))
                            for word in self.build], check=True)
        command = [path] if self.build else self.run + [
            os.path.join(SOURCES, self.source)]
        command = command + [self.order] + [
            str(part) for part in VERSIONS[version][:2]] + self.after
        (perf if self.ending == "perf" else plain)(command, output)


FRAMES = ["-g", "-fno-omit-frame-pointer", "-o", "PROGRAM", "SOURCE"]
PYTHON = ["python3", "-m", "cProfile", "-o", "OUTPUT"]
PROGRAMS = [
    Program("c-phases", "work.c", ["cc", "-O1"] + FRAMES, "phases"),
    Program("c-steady", "work.c", ["cc", "-O1"] + FRAMES, "steady"),
    Program("c-bursts", "work.c", ["cc", "-O1"] + FRAMES, "bursts"),
    Program("c++", "work.cc", ["c++", "-O2"] + FRAMES, "steady"),
    Program("py-phases", "work.py", None, "phases", PYTHON, "prof"),
    Program("py-steady", "work.py", None, "steady", PYTHON, "prof"),
    Program("node", "work.js", None, "steady",
            ["node", "--cpu-prof", "--cpu-prof-interval", "300",
             "--cpu-prof-dir=FOLDER", "--cpu-prof-name=NAME"], "cpuprofile"),
    Program("go", "work.go", ["go", "build", "-o", "PROGRAM", "SOURCE"],
            "steady", None, "pprof", ["OUTPUT"]),
]


BURN = """
import random, time
numbers = list(range(200000))
while True:
    end = time.time() + random.uniform(.05, .6)
    while time.time() < end:
        sum(numbers)
    time.sleep(random.uniform(0, .3))
"""


def path_of(folder, program, version, i):
    return os.path.join(folder, "%s.%s.%02d.%s" % (program.name, version, i,
                                                   program.ending))


def record_all(folder, state, n, m):
    target = os.path.join(folder, state)
    os.makedirs(target, exist_ok=True)
    burners = [subprocess.Popen([sys.executable, "-c", BURN])
               for _ in range(os.cpu_count() if state == "busy" else 0)]
    try:
        for i in range(max(n, m)):
            for program in PROGRAMS:
                for version in VERSIONS:
                    path = path_of(target, program, version, i)
                    if (i >= (n if version == "equal" else m) or
                            os.path.exists(path) or
                            not shutil.which(program.tool())):
                        continue
                    part = os.path.abspath(path) + ".part"
                    program.record(folder, version, part)
                    os.rename(part, path)
            with open(os.path.join(target, "load"), "a",
                      encoding="ascii") as log:
                log.write("round %d, load %s\n" % (
                    i, " ".join("%.1f" % x for x in os.getloadavg())))
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


# ---- Thinning ----

def stays(i, part):
    """Is sample i among the part that stays?"""
    return int((i + 1) * part) > int(i * part)


def read_samples(path):
    """Returns the number of samples of a recording and what thin needs; None
    for the number if it cannot be thinned."""
    if path.endswith(".perf"):
        with gzip.open(path, "rt", encoding="utf-8", errors="replace") as file:
            samples = file.read().strip().split("\n\n")
        return len(samples), samples
    if path.endswith(".cpuprofile"):
        with open(path, encoding="utf-8") as file:
            profile = json.load(file)
        return len(profile["samples"]), profile
    return None, None


def thin(path, samples, part, target):
    if path.endswith(".perf"):
        kept = [sample for i, sample in enumerate(samples) if stays(i, part)]
        with gzip.open(target, "wt", 1, encoding="utf-8") as file:
            file.write("\n\n".join(kept) + "\n\n")
        return
    ids, deltas, passed = [], [], 0
    for i, (node, delta) in enumerate(zip(samples["samples"],
                                          samples["timeDeltas"])):
        passed += delta
        if stays(i, part):
            ids.append(node)
            deltas.append(passed)
            passed = 0
    hits = collections.Counter(ids)
    nodes = [dict(node, hitCount=hits[node["id"]])
             for node in samples["nodes"]]
    with open(target, "w", encoding="utf-8") as file:
        json.dump(dict(samples, samples=ids, timeDeltas=deltas, nodes=nodes),
                  file)


def sized(folder, program, recordings):
    """Returns the recordings by size: {size: {version: [path]}}. A size that
    the program does not reach is missing; what cannot be thinned has one size,
    its own."""
    counts, samples = {}, {}
    for paths in recordings.values():
        for path in paths:
            counts[path], samples[path] = read_samples(path)
    equal = [counts[path] for path in recordings["equal"]]
    if None in equal:
        return {"all": recordings}
    mean, found = sum(equal) / len(equal), {}
    for size in SIZES:
        if size > mean:
            continue
        found[size] = {}
        for version, paths in recordings.items():
            found[size][version] = []
            for path in paths:
                target = os.path.join(folder, "%d-%s" % (
                    size, os.path.basename(path)))
                if not os.path.exists(target):
                    thin(path, samples[path], size / mean, target)
                found[size][version].append(target)
    return found


# ---- Comparing ----

class Result:
    """Which functions a comparison of two lists of files marks, and the mean
    change of the whole in points."""

    def __init__(self, base, new):
        # Thinned recordings have irregular distances between samples.
        weight = ["--weight=samples"] if base[0].endswith(".perf") else []
        done = subprocess.run(
            [PROF2DOT, "-q", *["--base=" + file for file in base], *new, "-T",
             "json", *weight], text=True, stdout=subprocess.PIPE, check=True)
        report = json.loads(done.stdout)
        self.marked, self.names = set(), {}
        self.callers = collections.defaultdict(set)
        self.points = {}
        whole = report["comparison"]["whole"]["a"]
        for function in report["functions"]:
            name = re.sub(r"^(app::|main\.)|\(.*", "", function["label"])
            self.names[function["id"]] = name
            changes = function["self_change"], function["total_change"]
            if "changed" in (change["verdict"] for change in changes):
                self.marked.add(name)
            self.points[name] = 100 * max(
                ((change["b"] or 0) - (change["a"] or 0) for change in changes),
                key=abs) / whole
        for call in report["calls"]:
            self.callers[self.names[call["callee"]]].add(
                self.names[call["caller"]])

    def above(self, name):
        """Returns a function and all that lead to it."""
        seen, open_names = set(), [name]
        while open_names:
            name = open_names.pop()
            if name not in seen:
                seen.add(name)
                open_names.extend(self.callers[name])
        return seen


def choose(chance, n_base, n_new, runs, same):
    base = chance.sample(range(n_base), runs)
    rest = [i for i in range(n_new) if not same or i not in base]
    return base, chance.sample(rest, runs)


def of_target(name, target):
    return name == target or name.startswith(target + "Words")


def cell(pool, recordings, version, runs):
    """Returns (found, false, pairs, mean points of the changed function)."""
    same, target = version == "equal", VERSIONS[version][2]
    base, new = recordings["equal"], recordings[version]
    if len(new) < (2 * runs if same else runs) or len(base) < runs:
        return None
    chance = random.Random("%s %d" % (version, runs))
    pairs = [choose(chance, len(base), len(new), runs, same)
             for _ in range(PAIRS)]
    results = list(pool.map(lambda pair: Result(
        [base[i] for i in pair[0]], [new[i] for i in pair[1]]), pairs))
    found = false = 0
    points, wrong_names = [], collections.Counter()
    for result in results:
        names = {name for name in result.names.values()
                 if target and of_target(name, target)}
        allowed = set().union(*(result.above(name) for name in names),
                              {"runtime.asyncPreempt"} if target else ())
        found += bool(result.marked & names)
        wrong = result.marked - allowed
        false += bool(wrong)
        wrong_names.update(wrong)
        points += [result.points[name] for name in names]
    return (found, false, len(pairs),
            sum(points) / len(points) if points else 0, wrong_names)


def list_recordings(folder, program):
    found = {}
    for version in VERSIONS:
        found[version] = []
        while os.path.exists(path_of(folder, program, version,
                                     len(found[version]))):
            found[version].append(path_of(folder, program, version,
                                          len(found[version])))
    return found


def study(folder, state, names):
    source, thinned = (os.path.join(folder, state),
                       os.path.join(folder, state + "-thinned"))
    os.makedirs(thinned, exist_ok=True)
    sums, points = collections.defaultdict(lambda: [0, 0, 0]), {}
    print("%s: %s" % (state, subprocess.run(
        [PROF2DOT, "--version"], text=True, stdout=subprocess.PIPE,
        check=True).stdout.split("\n")[0]))
    print("%-10s %7s %4s  %s" % ("program", "samples", "runs", "".join(
        "%-19s" % version for version in VERSIONS)))
    with concurrent.futures.ThreadPoolExecutor(
            int(os.environ.get("JOBS", os.cpu_count()))) as pool:
        for program in PROGRAMS:
            recordings = list_recordings(source, program)
            if (names and program.name not in names or
                    not recordings["equal"]):
                continue
            for size, files in sized(thinned, program, recordings).items():
                for runs in RUNS:
                    row = "%-10s %7s %4d  " % (program.name, size, runs)
                    for version in VERSIONS:
                        got = cell(pool, files, version, runs)
                        row += show(got, version)
                        if got:
                            add(sums[size, runs, version], got)
                            points.setdefault((program.name, version), got[3])
                    print(row, flush=True)
    for size in SIZES + ["all"]:
        for runs in RUNS:
            if sums[size, runs, "equal"][2]:
                print("%-10s %7s %4d  %s" % ("= sum", size, runs, "".join(
                    show(sums[size, runs, version] or None, version)
                    for version in VERSIONS)))
    for program in PROGRAMS:
        print("points of %-10s %s" % (program.name, "  ".join(
            "%s: %.1f" % (version, points[program.name, version])
            for version in VERSIONS if version != "equal" and
            (program.name, version) in points)))


def add(sums, got):
    for i in range(3):
        sums[i] += got[i]


def show(got, version):
    """Returns "marked 1/40" or "38/40 false 0"."""
    if not got or not got[2]:
        return "%-19s" % "-"
    found, false, pairs = got[:3]
    names = ("" if len(got) < 5 or not got[4] or not os.environ.get("NAMES")
             else " " + ",".join("%s:%d" % pair for pair in
                                 got[4].most_common(3)))
    if version == "equal":
        return "%-19s" % ("marked %d/%d%s" % (false, pairs, names))
    return "%-19s" % ("%d/%d false %d%s" % (found, pairs, false, names))


def main(words):
    started = time.time()
    if len(words) > 2 and words[0] == "record" and words[2] in ("rest",
                                                                "busy"):
        n, m = (int(word) for word in (words[3:] + ["24", "10"][
            len(words) - 3:]))
        record_all(words[1], words[2], n, m)
    elif words and words[0] != "record":
        states = [word for word in words[1:] if word in ("rest", "busy")]
        names = [word for word in words[1:] if word not in ("rest", "busy")]
        for state in states or ["rest", "busy"]:
            if os.path.exists(os.path.join(words[0], state)):
                study(words[0], state, names)
    else:
        sys.exit(__doc__)
    print("%.0f seconds" % (time.time() - started))


if __name__ == "__main__":
    main(sys.argv[1:])
