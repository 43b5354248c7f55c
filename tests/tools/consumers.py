"""Feeds outputs to the programs that read them, as tests/scripts/consumers.sh says:

    consumers.py PROGRAM MODE INPUT...

An input is a file, or a program and its gmon.out with a comma between. MODE is
"quick" or "full": quick runs the slow readers on a few inputs. Where a reader is
not installed, its rule stands for it as an expression or a few lines. Prints a
line "ok", "FAILED" or "skipped" for each reader.
"""
import csv
import gzip
import html.parser
import importlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

program, mode, *inputs = sys.argv[1:]
FEW = 3
faults, fed, absent = {}, {}, []


def say(reader, good, why):
    """Counts an output that a reader was fed, and remembers what is wrong."""
    fed[reader] = fed.get(reader, 0) + 1
    if not good:
        faults.setdefault(reader, []).append(why)


def run(*words, data=None):
    done = subprocess.run(words, input=data, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def write(kind, files, *options):
    """Returns an output, or None after a fault."""
    status, out, err = run(program, "-q", *options, "-T", kind, *files)
    if status not in (0, 4):
        say("the program", False, f"{files[-1]}: -T {kind}: {err[:200]}")
        return None
    return out


def module(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        absent.append(name)
        return None


def command(name):
    path = shutil.which(name)
    if not path:
        absent.append(name)
    return path


def near(a, b):
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1e-9)


# ---- Folded stacks ----

# The expressions of the readers themselves: flamegraph.pl's for a line;
# speedscope's in its importer for Brendan Gregg's format; inferno's, which parses
# digits behind the last blank as a usize; and gprof2dot's "collapse", int() of
# what follows the last blank.
FOLDED = {
    "flamegraph.pl": re.compile(r"^(.*)\s+?(\d+(?:\.\d*)?)$"),
    "speedscope, folded": re.compile(r"^(.*) (\d+)$"),
    "inferno": re.compile(r"^(.*) ([0-9]{1,19})$"),
    "gprof2dot": re.compile(r"^(.*) ([0-9]+)$"),
}


def read_folded(name, text, whole):
    lines = text.decode(errors="surrogateescape").splitlines()
    sums = {}
    for reader, rule in FOLDED.items():
        found = [rule.match(line) for line in lines]
        refused = [line for line, match in zip(lines, found) if not match]
        total = sum(float(match[2]) for match in found if match)
        sums[reader] = total
        say(reader, not refused and near(total, whole),
            f"{name}: {len(refused)} of {len(lines)} lines refused "
            f"{refused[:1]}, sum {total} for {whole}")
    if flamegraph and is_wanted("flamegraph.pl itself"):
        status, out, err = run(flamegraph, data=text)
        say("flamegraph.pl itself", status == 0 and b"<svg" in out and
            "Ignored" not in err, f"{name}: {err[:200]}")


# ---- profile.proto ----

def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at, value, shift = at + 1, value | (byte & 127) << shift, shift + 7
        if byte < 128:
            return value, at


def fields(data):
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        else:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        yield key >> 3, value


def read_pprof(name, packed, whole):
    texts, types, samples, default = [], [], [], None
    for number, value in fields(gzip.decompress(packed)):
        if number == 1:
            types.append(dict(fields(value)))
        elif number == 2:
            samples.append(value)
        elif number == 6:
            texts.append(value)
        elif number == 14:
            default = value
    shown = [i for i, kind in enumerate(types) if kind[1] == default][-1:]
    shown = shown[0] if shown else len(types) - 1
    total, most = 0, 0
    for sample in samples:
        values = dict(fields(sample))[2]
        at, row = 0, []
        while at < len(values):
            value, at = varint(values, at)
            row.append(value)
        most = max(most, *row)
        total += row[shown]
    say("pprof", most < 1 << 63 and near(total, whole),
        f"{name}: most {most}, sum {total} for {whole}")
    if go and is_wanted("go tool pprof"):
        with tempfile.NamedTemporaryFile(suffix=".pb.gz") as file:
            file.write(packed)
            file.flush()
            status, out, err = run(go, "tool", "pprof", "-raw", file.name)
        say("go tool pprof", status == 0 and b"Samples:" in out and
            b" -" not in out.split(b"Locations")[0].split(b"Samples:")[1],
            f"{name}: {err[:200]}")


# ---- callgrind ----

def read_callgrind(name, text, whole):
    """As callgrind_annotate: a line of numbers behind calls=N, where N is above
    0, is inclusive cost; every other one is self cost."""
    self_cost, calls, stated, least = 0, 0, None, None
    for line in text.decode(errors="replace").splitlines():
        if line.startswith("calls="):
            calls = int(line[6:].split()[0])
            least = calls if least is None else min(least, calls)
        elif re.match(r"\d", line):
            if not calls:
                self_cost += int(line.split()[1])
            calls = 0
        elif line.startswith("totals:"):
            stated = int(line.split()[1])
    say("callgrind", least != 0 and self_cost == stated and
        (whole is None or near(stated, whole)),
        f"{name}: {least} calls, self {self_cost}, totals {stated} for {whole}")
    if annotate and is_wanted("callgrind_annotate"):
        with tempfile.NamedTemporaryFile() as file:
            file.write(text)
            file.flush()
            status, out, err = run(annotate, "--threshold=100", "--auto=no",
                                   file.name)
        out = out.decode(errors="replace")
        rows = out.split("file:function")[-1]
        total = sum(int(match.replace(",", "")) for match in
                    re.findall(r"^\s*([\d,]+) \(", rows, re.M))
        say("callgrind_annotate", status == 0 and "WARNING" not in err and
            total == stated, f"{name}: {total} for {stated}: {err[:100]}")


# ---- speedscope ----

def read_speedscope(name, text, whole):
    profile = json.loads(text)["profiles"][0]
    total = 0
    for weight in profile["weights"]:
        total += weight
    frames = len(json.loads(text)["shared"]["frames"])
    say("speedscope", near(profile["endValue"], total) and near(total, whole) and
        len(profile["samples"]) == len(profile["weights"]) and
        all(0 <= at < frames for stack in profile["samples"] for at in stack),
        f"{name}: endValue {profile['endValue']}, weights {total}, {whole}")


def read_by_speedscope(files):
    """The importers of the npm package, by tests/tools/speedscope.mjs."""
    folder = os.environ.get("SPEEDSCOPE", "")
    node = shutil.which("node")
    if not node or not os.path.isdir(f"{folder}/dist/release"):
        absent.append("speedscope (SPEEDSCOPE=folder of the npm package)")
        return
    tool = os.path.join(os.path.dirname(__file__), "speedscope.mjs")
    _, out, err = run(node, tool, folder, *files)
    rows = [line.split("\t") for line in out.decode().splitlines()]
    say("speedscope's importer", len(rows) == len(files), err[:200])
    for file, *result in rows:
        good = len(result) == 2 and near(float(result[1]), files[file])
        say("speedscope's importer", good, f"{file}: {result}, {files[file]}")


# ---- CSV ----

def read_csv(name, text, rows, whole):
    """A spreadsheet takes a cell for a formula if it begins with = + - or @."""
    table = list(csv.DictReader(io.StringIO(text.decode())))
    cells = [row[key] for row in table
             for key in ("function", "module", "file", "unit")]
    bad = [cell for cell in cells if cell[:1] in tuple("=+-@\t\r\n")]
    say("spreadsheets", not bad and len(table) == rows and
        near(sum(float(row["self"]) for row in table), whole),
        f"{name}: {bad[:1]}, {len(table)} rows of {rows}")
    if pandas and is_wanted("pandas"):
        frame = pandas.read_csv(io.BytesIO(text))
        say("pandas", len(frame) == rows and near(frame["self"].sum(), whole),
            f"{name}: {len(frame)} rows of {rows}")


# ---- Markdown ----

class Cells(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.rows, self.cell = [], None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.cell = ""

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.rows[-1].append(self.cell)
            self.cell = None

    def handle_data(self, data):
        if self.cell is not None:
            self.cell += data


# Characters that are markup to some reader stand behind a backslash, which all
# know for these, or are entities.
ESCAPED = re.compile(r"(?:[^\\`*_{}\[\]()#!<>&@|~^$\"']|\\[\\`*_{}\[\]()#!.-]|"
                     r"&(?:#\d+|lt|gt|amp|quot);)*")


def read_markdown(name, text, labels):
    text = text.decode()
    for line in text.splitlines()[2:]:
        if line.startswith("| "):
            cells = line[2:-2].split(" | ")
            say("Markdown", len(cells) == 4 and ESCAPED.fullmatch(cells[2]),
                f"{name}: {line}")
    shown = {"Python-Markdown": markdown and (lambda: markdown.markdown(
        text, extensions=["tables"])), "pandoc": pandoc and (lambda: run(
            pandoc, "-f", "markdown", "-t", "html", "--wrap=none",
            data=text.encode())[1].decode())}
    for reader, draw in shown.items():
        if not draw or not is_wanted(reader):
            continue
        names = [row[2] for row in Cells(draw()).rows[1:]]
        wrong = [each for each in names if each not in labels]
        shown_of = re.search(r"showing (\d+) of", text)
        rows = int(shown_of[1]) if shown_of else len(labels)
        say(reader, names and not wrong and len(names) == rows or
            len(set(labels)) < len(labels),
            f"{name}: {wrong[:2]}, {len(names)} of {rows} rows")


# ---- DOT ----

BARE = re.compile(r'^(?:\w+(?: -> \w+)?(?: \[label="(?:[^"\\]|\\.)*"'
                  r'(?:, shape=box|, weight=\d+(?:\.\d+)?)?\])?)$')
ENTITY = re.compile(r"&(?!amp;(?:[A-Za-z0-9]+|#\d+|#[xX][0-9A-Fa-f]+);)"
                    r"(?:[A-Za-z][A-Za-z0-9]*|#\d+|#[xX][0-9A-Fa-f]+);")


def read_dot(name, text, is_bare):
    text = text.decode()
    if is_bare:
        lines = text.splitlines()
        bad = [line for line in lines[1:-1]
               if not BARE.match(line) or ENTITY.search(line)]
        say("plain DOT", not bad and not re.search(r"^(node|edge|graph)\b", text,
                                                   re.M), f"{name}: {bad[:1]}")
        wanted = {line.split()[0] for line in lines[1:-1] if " -> " not in line}
    else:
        fonts = re.findall(r"fontname=(\"[^\"]*\"|\w+)", text)
        say("DOT", not [font for font in fonts if " " in font] and
            not text.endswith(";\n}\n") and not re.search(r">\s*(#|//|/\*)", text),
            f"{name}: {set(fonts)}")
        wanted = {"graph", "node", "edge",
                  *re.findall(r"^\t(\w+)\t\[(?:URL|class|color)=", text, re.M)}
    if pydot and is_wanted("pydot" + str(is_bare)):
        graphs = pydot.graph_from_dot_data(text)
        found = {node.get_name() for node in graphs[0].get_nodes()} if graphs else 0
        say("pydot", found == wanted, f"{name}: {found ^ wanted if found else 0}")
        if networkx and graphs and is_bare:
            graph = networkx.nx_pydot.from_pydot(graphs[0])
            weights = [float(edge[2].get("weight", 0)) for edge in
                       graph.edges(data=True)]
            say("networkx", set(graph) == wanted and
                (not weights or 0 <= max(weights) < 1e3), name)
    if pygraphviz and is_wanted("pygraphviz" + str(is_bare)):
        graph = pygraphviz.AGraph(string=text)
        say("pygraphviz", set(graph.nodes()) == wanted - {"graph", "node", "edge"},
            name)


def read_postscript(name, text):
    """PostScript ends a name at a blank, and fonts are found by their names."""
    bad = re.search(rb"/[\w-]*,|/[\w-]+ [A-Z]\w*,", text)
    say("PostScript", not bad and text.startswith(b"%!PS"), f"{name}: {bad}")
    if gs:
        status, out, err = run(gs, "-q", "-dBATCH", "-dNOPAUSE",
                               "-sDEVICE=nullpage", "-", data=text)
        say("gs", status == 0 and not out + err.encode(),
            f"{name}: {(out.decode(errors='replace') + err)[:200]}")


# ---- A page of several pictures ----

def read_page(files):
    """Pictures beside each other share the ids and the styles of their page."""
    texts = []
    for file in files:
        for kind, *options in (["svg"], ["svg", "--dark=auto"], ["flame"]):
            text = write(kind, file.split(","), *options)
            if text:
                texts.append(text.decode())
    ids = re.findall(r'\bid="([^"]*)"', "".join(texts))
    say("a page", len(texts) == 3 * len(files) and len(ids) == len(set(ids)),
        f"{len(ids)} ids, {len(set(ids))} of them different")
    for text in texts:
        own = (re.search(r'<svg [^>]*\bid="([^"]*)"', text) or ("", ""))[1]
        named = re.search(r'aria-labelledby="([^"]*)"', text)[1].split()
        rules = re.findall(r"^(.*) \{ ", text, re.M)
        lists = [re.sub(r"\([^)]*\)", "", rule).split(",") for rule in rules]
        wrong = [each for each in sum(lists, [])
                 if not each.strip().startswith(f"#{own} ")]
        say("a page", not wrong and all(f'id="{name}"' in text for name in named) and
            ("<style" in text) == bool(rules), f"{own}: {wrong[:1]}")
        about = re.search(r"<desc[^>]*>([^<]*)", text)[1]
        is_flame = ">Flame graph</title>" in text
        say("a page", is_flame == (" as boxes" not in about) and
            is_flame == ("frame" in about), about)


# ---- JSON ----

def read_json(name, text):
    """Every member has its name in prof2dot-json(5)."""
    unknown = set()
    rest = [json.loads(text)]
    while rest:
        value = rest.pop()
        if isinstance(value, dict):
            unknown |= value.keys() - documented
            rest += value.values()
        elif isinstance(value, list):
            rest += value
    say("prof2dot-json(5)", not unknown, f"{name}: {unknown}")


def read_manual():
    here = os.path.dirname(os.path.abspath(__file__))
    with open(f"{here}/../../man/prof2dot-json.5", encoding="utf-8") as page:
        lines = re.findall(r"^\.(?:It )?Va (.*)$", page.read(), re.M)
    return {word for line in lines for word in re.findall(r"\w+", line)}


# ---- All of them ----

runs = {}


def is_wanted(reader):
    """The slow readers get a few outputs, unless all are wanted."""
    runs[reader] = runs.get(reader, 0) + 1
    return mode == "full" or runs[reader] <= FEW


def feed(name, files, kept, options=()):
    text = write("json", files, *options)
    if text is None:
        return
    read_json(name, text)
    report = json.loads(text)
    functions = report["functions"]
    own = sum(row["self"] for row in functions)
    factor = 1e9 if report["unit"] == "seconds" else 1
    rounded = own * factor
    dot = write("dot", files, *options)
    if dot:
        read_dot(name, dot, False)
    bare = write("dot", files, "--bare", *options)
    if bare:
        read_dot(name, bare, True)
    read_csv(name, write("csv", files, *options), len(functions), own)
    read_markdown(name, write("markdown", files, *options),
                  # Tables do not tell functions of one name apart.
                  [re.sub(r"\(\) \[_Z\w*\]$", "", row["label"]).strip()
                   for row in functions])
    if dot and shutil.which("dot") and is_wanted("PostScript"):
        read_postscript(name + ", dot -Tps", run("dot", "-Tps", data=dot)[1])
        for kind in "ps", "eps":
            text = write(kind, files, *options)
            if text:
                read_postscript(f"{name}, -T {kind}", text)
    if report["kind"] == "stacks" and has_fractions(name, files, options):
        return
    callgrind = write("callgrind", files, *options)
    if callgrind:
        read_callgrind(name, callgrind,
                       rounded if report["kind"] == "stacks" else None)
    if report["kind"] != "stacks":
        return
    folded = write("folded", files, *options)
    packed = write("pprof", files, *options)
    speedscope = write("speedscope", files, *options)
    if None in (folded, packed, speedscope):
        return
    read_folded(name, folded, rounded)
    read_pprof(name, packed, rounded)
    read_speedscope(name, speedscope, own)
    for kind, data, whole in ("folded", folded, rounded), ("json", speedscope, own):
        path = f"{len(kept)}.{kind}"
        with open(path, "wb") as file:
            file.write(data)
        kept[path] = whole


def has_fractions(name, files, options):
    """Fractions that are no times are told, or refused if the format has none."""
    _, out, err = run(program, *options, "-T", "folded", *files)
    lines = out.decode(errors="surrogateescape").splitlines()
    has_some = any("." in line.split()[-1] for line in lines)
    refused = [line for line in lines if not FOLDED["flamegraph.pl"].match(line)]
    say("fractions", not refused and has_some == ("fractions are among" in err),
        f"{name}: {refused[:1]} {err[:100]}")
    for kind in "pprof", "callgrind":
        if has_some:
            status, out, err = run(program, *options, "-T", kind, *files)
            say("fractions", status == 1 and not out and "fractions" in err,
                f"{name}: {kind}: {err[:100]}")
    return has_some


def refuse():
    """Costs that no 64 bits hold are refused, with a message."""
    for cost, unit in ("1e19", ""), ("9223372036854775808", ""), ("1e13", "s"):
        data = f"main;a {cost}\nmain;b 5\n".encode()
        for kind in "folded", "pprof", "callgrind":
            words = ["--unit=" + unit] if unit else []
            status, out, err = run(program, "-f", "folded", "-T", kind, *words,
                                   data=data)
            say("beyond 2^63", status == 1 and not out and "9.22e+18" in err,
                f"{cost} {unit} {kind}: {status} {err[:100]}")


pydot, networkx = module("pydot"), module("networkx")
pygraphviz, markdown, pandas = (module("pygraphviz"), module("markdown"),
                                module("pandas"))
gs, pandoc, go = command("gs"), command("pandoc"), command("go")
flamegraph, annotate = command("flamegraph.pl"), command("callgrind_annotate")
documented = read_manual()

MADE = [
    ("large.folded", "java;park 8640000000000000\njava;poll 5\n", []),
    ("seconds.folded", "main;a 0.001077\nmain;b 5e-05\nmain;c 2\n", ["--unit=s"]),
    ("parts.folded", "main;a 0.5\nmain;b 5e-05\nmain;c 1e15\n", []),
    ("years.folded", "main;a 86400000000\nmain 1\n", ["--unit=ms"]),
    ("names.folded", "\n".join((
        "main;Foo::~Foo;$l$x$;~~a~~;a|b;`x`;*e*;__init__;[l](u) 5",
        "#a #b;main;#bar;//c;/* d;-[N init];+[A b];=1+2;@SUM(A1) 4",
        '"q";\'r\';a && b;&lt;x\\;a::x::b;{#i .c};a...b;c--;H^2^;<b> 3', "")), []),
]
kept = {}
for each in inputs:
    feed(each.split("/profiles/")[-1], each.split(","), kept)
for name, text, options in MADE:
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)
    runs.clear()
    feed(name, [name], kept, ["-f", "folded", "-n0", "-e0", *options])
refuse()
if shutil.which("dot"):
    read_page([each for each in inputs
               if re.search("/(perf/calc|perf/lisp|folded/[^/]*)$", each)])
else:
    absent.append("dot")
read_by_speedscope(kept)

for reader, n in sorted(fed.items()):
    wrong = faults.get(reader, [])
    if wrong:
        print(f"FAILED consumers: {reader}: {len(wrong)} of {n}: {wrong[0]}")
    else:
        print(f"ok consumers: {reader}: {n} fed, none refused")
for name in absent:
    print(f"skipped consumers: {name} is not installed")
