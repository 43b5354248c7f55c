"""Writes a C program with loops whose classes are known by construction, and
their lines and classes: random_loops.py SEED COUNT PROGRAM EXPECTED.

The body of a loop consists of one to three parts, each with variables of its
own. Each part alone makes its loop doall, a reduction or ordered, so the worst
of them is the class of the loop."""
import random
import sys

ITERATIONS = 24
CLASSES = ["doall", "reduction", "ordered"]


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.globals = []
        self.helpers = []
        self.body = []
        self.n = 0

    def name(self, kind):
        self.n += 1
        return f"{kind}{self.n}"

    def array(self, size=80, inner=""):
        name = self.name("a")
        self.globals.append(f"static int {name}[{size}]{inner};")
        return name

    def scalar(self, value=0):
        name = self.name("v")
        self.globals.append(f"static int {name} = {value};")
        return name

    def data(self):
        """An expression that depends on i and on nothing that loops write."""
        return self.random.choice(["in[i]", "in[i + 3]", "i", "(in[i] + i)"])

    def odd(self):
        return "in[i] & 1"


# Each part returns its statements, its class, and what follows the loop.

def plain(p):
    a, c = p.array(), p.random.randint(1, 9)
    text = f"{a}[i] = {p.data()} * {c};"
    if p.random.random() < .4:
        text = f"if ({p.odd()}) {text}"
    return [text], "doall", []


def strided(p):
    a = p.array()
    return [f"{a}[2 * i] = {a}[2 * i + 1] + {p.data()};"], "doall", []


def through_pointer(p):
    a, f = p.array(), p.name("f")
    p.helpers.append(f"static void {f}(int *to, int x) {{ *to = x + 1; }}")
    return [f"{f}(&{a}[i], {p.data()});"], "doall", []


def local(p):
    a, x = p.array(), p.name("x")
    return [f"int {x} = {p.data()};", f"{x} += 3;", f"{a}[i] = {x};"], \
        "doall", []


def block(p):
    a, x = p.array(), p.name("x")
    return [f"int {x}[3];", f"{x}[i % 3] = {p.data()};",
            f"{a}[i] = {x}[i % 3];"], "doall", []


def update(p):
    v = p.scalar(1)
    text = p.random.choice([
        f"{v} += {p.data()};", f"{v} -= {p.data()};", f"{v}++;",
        f"{v} ^= {p.data()};", f"{v} |= {p.data()};", f"{v} &= {p.data()};",
        f"{v} = {v} + {p.data()};", f"{v} *= 3;"])
    if p.random.random() < .4:
        text = f"if ({p.odd()}) {text}"
    return [text], "reduction", [f"sink = {v};"]


def helper_update(p):
    v, f = p.scalar(), p.name("f")
    p.helpers.append(f"static void {f}(int x)\n{{\n    {v} += x;\n}}")
    return [f"{f}({p.data()});"], "reduction", []


def least(p):
    v = p.scalar(1000)
    return [f"if (in[i] < {v})", f"    {v} = in[i];"], "reduction", \
        [f"sink = {v};"]


def greatest(p):
    v = p.scalar(-1)
    return [f"{v} = in[i] > {v} ? in[i] : {v};"], "reduction", \
        [f"sink = {v};"]


def histogram(p):
    a = p.array()
    return [f"{a}[in[i] & 3] += {p.random.randint(1, 5)};"], "reduction", []


def scratch(p):
    a, v = p.array(), p.scalar()
    return [f"{v} = {p.data()};", f"{a}[i] = {v} * 2;"], "reduction", []


def last(p):
    v = p.scalar()
    return [f"{v} = {p.data()};"], "reduction", [f"sink = {v};"]


def used_update(p):
    a, v = p.array(), p.scalar()
    return [f"{v} += {p.data()};", f"{a}[i] = {v};"], "ordered", []


def used_in_helper(p):
    a, v, f = p.array(), p.scalar(), p.name("f")
    p.helpers.append(f"static void {f}(int i)\n{{\n    {v}++;\n"
                     f"    {a}[i] = {v};\n}}")
    return [f"{f}(i);"], "ordered", []


def returned(p):
    a, v, f = p.array(), p.scalar(), p.name("f")
    p.helpers.append(f"static int {f}(void)\n{{\n    return ++{v};\n}}")
    return [f"{a}[i] = {f}();"], "ordered", []


def pack(p):
    a, v = p.array(), p.scalar()
    return [f"if ({p.odd()}) {a}[{v}++] = {p.data()};"], "ordered", []


def flow(p):
    a, d = p.array(), p.random.randint(1, 4)
    return [f"{a}[i] = {a}[i - {d}] + {p.data()};"], "ordered", []


def anti(p):
    a, d = p.array(), p.random.randint(1, 5)
    return [f"{a}[i] = {a}[i + {d}] + {p.data()};"], "ordered", []


def read_twice(p):
    a, b = p.array(), p.array()
    return [f"{b}[i] = {a}[i + 1] + {a}[i];", f"{a}[i] = {p.data()};"], \
        "ordered", []


def found(p):
    v = p.scalar()
    return [f"if (i == {p.random.randint(6, 20)}) {v} = i;"], "doall", \
        [f"sink = {v};"]


def sometimes(p):
    v = p.scalar()
    return [f"if (i % 4 == 2 && i < {ITERATIONS}) {v} = i;"], "ordered", \
        [f"sink = {v};"]


def wrapped(p):
    a = p.array()
    return [f"{a}[i % 5] = {p.data()};"], "ordered", \
        [f"sink = {a}[0] + {a}[1] + {a}[2] + {a}[3] + {a}[4];"]


def generator(p):
    a, v = p.array(), p.scalar(7)
    return [f"{v} = {v} * 5 + 3;", f"{a}[i] = {v};"], "ordered", []


def mixed(p):
    v = p.scalar(1)
    return [f"{v} += {p.data()};", f"{v} *= 3;"], "ordered", []


def leave(p):
    return [f"if (i == {ITERATIONS - 4}) break;"], "ordered", []


PARTS = [plain, strided, through_pointer, local, block, update, update, update,
         helper_update, least, greatest, histogram, scratch, last, used_update,
         used_in_helper, returned, pack, flow, anti, read_twice, found,
         sometimes, wrapped, generator, mixed, leave]
EASY = [part for part in PARTS
        if part(Program(0))[1] != "ordered"]


def flat(p):
    """A loop without a loop in it."""
    parts = [p.random.choice(PARTS if p.random.random() < .4 else EASY)
             for _ in range(p.random.randint(1, 3))]
    worst, after = "doall", []
    p.body.append((f"    for (int i = 5; i < {5 + ITERATIONS}; i++) {{", None))
    head = len(p.body) - 1
    for part in parts:
        text, kind, then = part(p)
        p.body += [(f"        {line}", None) for line in text]
        worst = max(worst, kind, key=CLASSES.index)
        after += then
    p.body[head] = (p.body[head][0], worst)
    p.body.append(("    }", None))
    p.body += [(f"    {line}", None) for line in after]


def nest(p):
    """Two loops, of which one, both or none carries a dependence."""
    a = p.array(16, "[16]")
    di, dj = p.random.choice([(0, 0), (1, 0), (0, 1), (2, 1), (1, -1)])
    outer = "ordered" if di else "doall"
    inner = "ordered" if dj and not di else "doall"
    p.body += [("    for (int i = 2; i < 14; i++)", outer),
               ("        for (int j = 2; j < 14; j++)", inner)]
    if di or dj:
        index = f"[i - {di}][j - {dj}]" if dj >= 0 else f"[i - {di}][j + 1]"
        p.body.append((f"            {a}[i][j] = {a}{index} + 1;", None))
    else:
        p.body.append((f"            {a}[i][j] = i * j;", None))


def row_sums(p):
    a, v = p.array(16, "[16]"), p.array()
    p.body += [("    for (int i = 0; i < 12; i++)", "doall"),
               ("        for (int j = 0; j < 12; j++)", "reduction"),
               (f"            {v}[i] += {a}[i][j] + in[j];", None)]


def main():
    seed, count, program, expected = sys.argv[1:]
    p = Program(int(seed))
    made = 0
    while made < int(count):
        shape = p.random.choice([flat] * 6 + [nest, row_sums])
        before = len(p.body)
        shape(p)
        made += sum(1 for line in p.body[before:] if line[1])
    head = ["static int in[80];", "static volatile int sink;"] + p.globals
    lines = [(line, None) for text in head + p.helpers
             for line in text.split("\n")]
    lines += [("int main(void)", None), ("{", None),
              ("    for (int i = 0; i < 80; i++)", "doall"),
              ("        in[i] = i * 37 % 23 + i % 2;", None)]
    lines += p.body + [("    return 0;", None), ("}", None)]
    with open(program, "w", encoding="ascii") as out:
        out.write("".join(line + "\n" for line, _ in lines))
    with open(expected, "w", encoding="ascii") as out:
        for number, (_, kind) in enumerate(lines, 1):
            if kind:
                out.write(f"{number} {kind}\n")


main()
