#!/usr/bin/env python3
"""Records programs whose true costs and counts are known, for accuracy.c.

    record.py [NAME]...          by default all

The programs are workloads of Python and its standard library, those of the folder
programs, and calc of samples/programs. Each runs once. Two files in
prof2dot's edges language are written to the folder counted:

    NAME.stacks    what really happened: all stacks with their costs
    NAME.calls     what a profiler that counts calls would have recorded of the
                   same run: self costs, counts of functions and calls

The cost is the number of bytecode instructions in Python, where a call of a
built-in function costs BUILTIN, and the number of basic blocks in C (hooks.c).
So the files depend on the versions of Python and the compiler only; those in
the repository were made with Python 3.11 and gcc 12.
"""
import gc
import os
import subprocess
import sys
import tempfile

BUILTIN = 5
HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "counted")


class Context:
    """One node of the tree of all stacks."""

    __slots__ = ("name", "children", "cost", "entered")

    def __init__(self, name):
        self.name, self.children, self.cost, self.entered = name, {}, 0, 0

    def enter(self, name):
        child = self.children.get(name)
        if child is None:
            child = self.children[name] = Context(name)
        child.entered += 1
        return child


def name_of(frame):
    """Returns module.function, without what differs between machines."""
    code = frame.f_code
    module = frame.f_globals.get("__name__", "?")
    name = "workload" if module == __name__ else module
    return name + "." + code.co_qualname.replace(".<locals>", "")


def name_of_builtin(function):
    module = getattr(function, "__module__", None)
    name = getattr(function, "__qualname__", "?")
    return "%s.%s" % (module, name) if module else name


def record(workload):
    """Runs the workload and returns the tree of its stacks."""
    root = Context("")
    stack = [root]

    def on_instruction(frame, event, _):
        if event == "opcode":
            stack[-1].cost += 1
        elif event == "return":
            stack.pop()
        return on_instruction

    def on_call(frame, event, _):
        if frame.f_code is stop.__code__:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        stack.append(stack[-1].enter(name_of(frame)))
        return on_instruction

    def on_builtin(_, event, function):
        if function in (sys.setprofile, sys.settrace):
            return
        if event == "c_call":
            stack.append(stack[-1].enter(name_of_builtin(function)))
            stack[-1].cost += BUILTIN
        elif event in ("c_return", "c_exception"):
            stack.pop()

    def stop():
        sys.setprofile(None)
        sys.settrace(None)

    gc.disable()
    sys.setprofile(on_builtin)
    sys.settrace(on_call)
    try:
        workload()
    finally:
        stop()
    gc.enable()
    return root


def walk(root):
    """Yields each context below root with the list of its stack's names."""
    todo = [(root, [])]
    while todo:
        context, path = todo.pop()
        if path:
            yield context, path
        todo += [(child, path + [child.name])
                 for child in reversed(context.children.values())]


def quoted(name):
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def add(to, key, number):
    to[key] = to.get(key, 0) + number


def write(name, about, unit, root):
    keys, costs, counts, entries, calls, stacks = {}, {}, {}, {}, {}, []
    for context, path in walk(root):
        path = [keys.setdefault(function, len(keys)) for function in path]
        if context.cost:
            stacks.append("[%s] %d\n" % (" ".join(map(str, path)),
                                         context.cost))
        add(costs, path[-1], context.cost)
        add(counts, path[-1], context.entered)
        if len(path) > 1:
            add(calls, (path[-2], path[-1]), context.entered)
        else:
            add(entries, path[-1], context.entered)
    head = "%%edges 1\n# %s\n%%unit %s\n" % (about, unit)
    base = os.path.join(FOLDER, name)
    with open(base + ".stacks", "w", encoding="utf-8") as file:
        file.write(head)
        for function, key in keys.items():
            file.write("%d name=%s\n" % (key, quoted(function)))
        file.writelines(stacks)
    with open(base + ".calls", "w", encoding="utf-8") as file:
        file.write(head)
        for function, key in keys.items():
            file.write("%d %d x%d entry=%d name=%s\n" % (
                key, costs[key], counts[key], entries.get(key, 0),
                quoted(function)))
        for (caller, callee), count in calls.items():
            file.write("%d -> %d x%d\n" % (caller, callee, count))


# ---- Workloads: each returns a function that does the work ----

def document(depth, width):
    """Returns nested lists and dicts."""
    if depth == 0:
        return [width, -1.5, "text %d" % width, True, None]
    return {"list": [document(depth - 1, i) for i in range(width)],
            "dict": {"key%d" % i: i for i in range(3)},
            "more": document(depth - 1, width) if depth % 2 else "end"}


def json_encode():
    """json.dumps in pure Python"""
    import json
    data = document(4, 3)
    return lambda: json.dumps(data, indent=1, sort_keys=True)


def json_decode():
    """json.loads in pure Python"""
    import json.decoder
    import json.scanner
    text = json.dumps(document(4, 3))
    decoder = json.decoder.JSONDecoder()
    decoder.parse_object = json.decoder.JSONObject
    decoder.parse_array = json.decoder.JSONArray
    decoder.parse_string = json.decoder.py_scanstring
    decoder.scan_once = json.scanner.py_make_scanner(decoder)
    return lambda: decoder.decode(text)


def deepcopy():
    """copy.deepcopy of lists, dicts and objects"""
    import copy
    import types
    data = [types.SimpleNamespace(a=document(3, 3), b=[i]) for i in range(4)]
    return lambda: copy.deepcopy(data)


def pickle_dump():
    """pickle in pure Python"""
    import io
    import pickle
    import types
    data = [types.SimpleNamespace(a=document(2, 3), b=(i,)) for i in range(4)]
    return lambda: pickle._Pickler(io.BytesIO(), 4).dump(data)


def pprint_format():
    """pprint.pformat"""
    import pprint
    data = document(3, 3)
    return lambda: pprint.pformat(data, width=40)


def re_compile():
    """re.compile of nested patterns"""
    import re
    patterns = ["(a|b(c|d(e|f)*)+)?x{2,3}|[a-z]+(?:q|r(?=s))",
                "(?P<n>(\\d+(\\.\\d*)?)|(\\w+)(\\s*,\\s*\\w+)*)$",
                "((a*)*|(b+|c?)+(d|(e|f|(g|h))))+"]

    def work():
        for pattern in patterns:
            re._compiler.compile(pattern)
    return work


def source():
    return '''
def f(a, b=1, *c, **d):
    """text"""
    for i in range(a + b * (a - 2 ** b)):
        if i % 2 and not (a < i < b or b == [x for x in c if x > i]):
            yield {"k": i, **d}[str(i)][1:2]
        else:
            try:
                with open(d["n"], "r") as g, g as h:
                    return (lambda x: x if x else -x)(g.read(1 + h[2]))
            except (OSError, ValueError) as e:
                raise KeyError(f"{e!r} {a:>{b}}") from e
            finally:
                del a
class C(object, metaclass=type):
    x: int = 3
    async def g(self):
        await self.h(*[1, 2], k=(3, {4, 5}))
'''


def ast_unparse():
    """ast.unparse"""
    import ast
    tree = ast.parse(source())
    return lambda: ast.unparse(tree)


def ast_transform():
    """ast.NodeTransformer"""
    import ast

    class Rename(ast.NodeTransformer):
        def visit_Name(self, node):
            node.id = "_" + node.id
            return self.generic_visit(node)

        def visit_BinOp(self, node):
            self.generic_visit(node)
            return ast.copy_location(ast.BinOp(node.right, node.op, node.left),
                                     node)
    tree = ast.parse(source() * 4)
    return lambda: Rename().visit(tree)


def ast_dump():
    """ast.dump"""
    import ast
    tree = ast.parse(source() * 2)
    return lambda: ast.dump(tree, indent=1)


def literal_eval():
    """ast.literal_eval"""
    import ast
    text = repr(document(4, 3))
    return lambda: ast.literal_eval(text)


def xml():
    return "<r>" + "".join(
        "<a n='%d'><b>t<c/><d><e x='1'>u</e></d></b><!-- c --></a>" % i
        for i in range(12)) + "</r>"


def minidom():
    """xml.dom.minidom: cloneNode and toprettyxml"""
    import xml.dom.minidom
    document_ = xml.dom.minidom.parseString(globals()["xml"]())
    return lambda: document_.cloneNode(True).toprettyxml()


def elementtree():
    """xml.etree.ElementTree: search, indent and serialize"""
    import io
    import xml.etree.ElementTree as tree
    root = tree.fromstring(globals()["xml"]())

    def work():
        root.findall(".//e[@x='1']")
        tree.indent(root)
        tree.ElementTree(root).write(io.BytesIO())
    return work


def argparse_nested():
    """argparse with nested subcommands"""
    import argparse

    def parser(depth, top=None):
        top = top or argparse.ArgumentParser(prog="p")
        top.add_argument("--n%d" % depth, type=int, default=1)
        if depth:
            commands = top.add_subparsers()
            for name in "ab":
                parser(depth - 1, commands.add_parser(name))
        return top
    parser_ = parser(3)
    return lambda: [parser_.parse_args(
        ["--n3=1", "a", "--n2", "5", "b", "a", "--n0=4"]) for _ in range(3)]


def email_generate():
    """email: parse and write nested multipart messages"""
    import email
    import email.mime.multipart
    import email.mime.text

    def message(depth):
        outer = email.mime.multipart.MIMEMultipart()
        outer["Subject"] = "number %d" % depth
        for i in range(2):
            outer.attach(email.mime.text.MIMEText("text %d\n" % i))
        if depth:
            outer.attach(message(depth - 1))
        return outer
    text = message(1).as_string()
    return lambda: email.message_from_string(text).as_string()


def email_addresses():
    """email: parse structured addresses"""
    import email.policy
    import email.headerregistry
    text = ('a <a@b.c>, "q, r" <d.e@[1.2.3.4]>, Team (c (n)): x@y.z,'
            " Z <z@w.v>;, u@[::1]")
    factory = email.headerregistry.HeaderRegistry()
    return lambda: [str(factory("To", text)) for _ in range(3)]


def unittest_run():
    """unittest: nested suites"""
    import io
    import unittest

    class Case(unittest.TestCase):
        def test_a(self):
            self.assertEqual([1, {2: 3}], [1, {2: 3}])

        def test_b(self):
            with self.subTest(i=1):
                self.assertRaises(ValueError, int, "x")

    def suite(depth):
        if depth == 0:
            return unittest.defaultTestLoader.loadTestsFromTestCase(Case)
        return unittest.TestSuite(suite(depth - 1) for _ in range(2))
    runner = unittest.TextTestRunner(stream=io.StringIO())
    return lambda: suite(3)(unittest.TestResult())


def dataclass_asdict():
    """dataclasses.asdict"""
    import dataclasses

    @dataclasses.dataclass
    class Node:
        n: int
        kids: list
        extra: dict

    def node(depth):
        return Node(depth, [node(depth - 1) for _ in range(2 * bool(depth))],
                    {"a": (1, 2), "b": [depth]})
    root = node(5)
    return lambda: dataclasses.asdict(root)


def plist():
    """plistlib: write XML"""
    import plistlib
    data = {"a": [1, 2.5, "x", True, {"b": [b"y", {"c": "d"}]}] * 3,
            "n": [[[i] for i in range(3)] for _ in range(3)]}
    return lambda: plistlib.dumps(data)


def xmlrpc():
    """xmlrpc.client: marshal"""
    import xmlrpc.client
    data = {"a": [1, 2.5, "x", True, {"b": [b"y", {"c": "d"}]}] * 3,
            "n": [[[i] for i in range(3)] for _ in range(3)]}
    return lambda: xmlrpc.client.dumps((data, data), "m")


def reprlib_repr():
    """reprlib.Repr"""
    import reprlib
    short = reprlib.Repr()
    short.maxlevel = short.maxlist = short.maxdict = 8
    data = {"a": [1, (2, {3}), "x" * 50, {"b": [{"c": "d"}]}] * 3,
            "n": [[[i] for i in range(3)] for _ in range(3)]}
    return lambda: short.repr(data)


def toml():
    """tomllib.loads"""
    import tomllib
    text = "".join(
        "[t%d.u]\na = [1, [2, [3, {x = 1, y = [true, 'z']}]], 1979-05-27]\n"
        'b.c = {d = {e = "f\\n", g = [1.5, 0x1f]}, h = """i\nj"""}\n' % i
        for i in range(4))
    return lambda: tomllib.loads(text)


def configparser_extended():
    """configparser with extended interpolation"""
    import configparser
    parser = configparser.ConfigParser(
        interpolation=configparser.ExtendedInterpolation())
    parser.read_string("[a]\nx=1\ny=${x}${x}\nz=${y}-${b:q}\n"
                       "[b]\nq=${a:y}/${r}\nr=${s}${s}\ns=t\n")

    def work():
        for section in parser.sections():
            for key in parser[section]:
                parser.get(section, key)
    return work


def type_hints():
    """typing.get_type_hints"""
    import typing

    class C:
        a: "typing.Optional[typing.List[typing.Dict[str, 'C']]]"
        b: typing.Dict[str, "typing.Union[int, typing.Tuple['C', ...]]"]
        c: "typing.Callable[[typing.List['C']], typing.Set[int]]"
    names = {"typing": typing, "C": C}
    return lambda: [typing.get_type_hints(C, names) for _ in range(3)]


def diff():
    """difflib.Differ"""
    import difflib
    a = ["line %d of the text\n" % (i * i % 17) for i in range(14)]
    b = ["line %d of this text\n" % (i * i % 13) for i in range(14)]
    return lambda: list(difflib.Differ().compare(a, b))


# ---- Small programs in Python ----

def lisp_eval():
    """an interpreter of lists, with closures and macros"""
    def evaluate(form, names):
        if isinstance(form, str):
            return names[form]
        if not isinstance(form, list):
            return form
        special = isinstance(form[0], str) and forms.get(form[0])
        return special(form, names) if special else apply(form, names)

    def apply(form, names):
        function, *values = [evaluate(part, names) for part in form]
        return function(*values)

    def condition(form, names):
        return evaluate(form[2 if evaluate(form[1], names) else 3], names)

    def closure(form, names):
        def call(*values):
            return evaluate(form[2], {**names, **dict(zip(form[1], values))})
        return call

    def let(form, names):
        inner = dict(names)
        inner[form[1]] = closure(["fn", form[2], form[3]], inner)
        return evaluate(form[4], inner)

    forms = {"if": condition, "fn": closure, "let": let}
    names = {"+": lambda a, b: a + b, "-": lambda a, b: a - b,
             "<": lambda a, b: a < b}
    program = ["let", "fib", ["n"],
               ["if", ["<", "n", 2], "n",
                ["+", ["fib", ["-", "n", 1]], ["fib", ["-", "n", 2]]]],
               ["+", ["fib", 7], [["fn", ["x"], ["fib", "x"]], 5]]]
    return lambda: evaluate(program, names)


def combinators():
    """a parser made of functions that make parsers"""
    def char(allowed):
        def parse_char(text, at):
            return at + 1 if at < len(text) and text[at] in allowed else None
        return parse_char

    def sequence(*parts):
        def parse_sequence(text, at):
            for part in parts:
                at = part(text, at)
                if at is None:
                    return None
            return at
        return parse_sequence

    def either(*parts):
        def parse_either(text, at):
            for part in parts:
                end = part(text, at)
                if end is not None:
                    return end
            return None
        return parse_either

    def many(part):
        def parse_many(text, at):
            while (end := part(text, at)) is not None:
                at = end
            return at
        return parse_many

    def lazy(text, at):
        return rules["value"](text, at)
    rules = {}
    number = sequence(char("123456789"), many(char("0123456789")))
    items = sequence(lazy, many(sequence(char(","), lazy)))
    rules["value"] = either(
        number, sequence(char("["), either(items, many(char(" "))), char("]")),
        sequence(char("("), lazy, char("+-*"), lazy, char(")")))
    text = "[1,[22,(3+[4,5]),[]],((6*7)-[[8],[9,10,[11]]]),12]"
    return lambda: [rules["value"](text, 0) for _ in range(3)]


def templates():
    """templates with loops, conditions and inclusion"""
    class Text:
        def __init__(self, text):
            self.text = text

        def render(self, names):
            return self.text.format(**names)

    class Block:
        def __init__(self, *parts):
            self.parts = parts

        def render(self, names):
            return "".join(part.render(names) for part in self.parts)

    class Loop(Block):
        def render(self, names):
            return "".join(Block.render(self, {**names, "i": i})
                           for i in range(names["n"]))

    class When(Block):
        def render(self, names):
            return Block.render(self, names) if names["i"] % 2 else ""

    class Include:
        def __init__(self, name):
            self.name = name

        def render(self, names):
            if names["n"] == 0:
                return "."
            return pages[self.name].render({**names, "n": names["n"] - 1})
    pages = {
        "list": Block(Text("<{i}>"), Loop(Include("item"), Text("; "))),
        "item": Block(Text("item {n}"), When(Text("odd"), Include("list")),
                      Loop(Text("{i},"))),
    }
    return lambda: pages["list"].render({"n": 4, "i": 1})


def dispatch_visitor():
    """a visitor that finds its methods by name"""
    class Visitor:
        def visit(self, node):
            return getattr(self, "visit_" + node[0])(node)

        def visit_number(self, node):
            return node[1]

        def visit_list(self, node):
            return sum(self.visit(each) for each in node[1:])

        def visit_neg(self, node):
            return -self.visit(node[1])

        def visit_max(self, node):
            best = self.visit(node[1])
            for each in node[2:]:
                best = max(best, self.visit(each))
            return best

        def visit_twice(self, node):
            return self.visit(node[1]) + self.visit_list(node)

    def tree(depth, seed):
        if depth == 0:
            return ("number", seed)
        kind = ("list", "neg", "max", "twice")[seed % 4]
        return (kind, *(tree(depth - 1, (seed * 5 + i) % 13)
                        for i in range(1 if kind == "neg" else 2 + seed % 2)))
    root = tree(5, 6)
    return lambda: Visitor().visit(root)


def event_loop():
    """tasks with callbacks, which run the loop themselves"""
    import collections
    queue = collections.deque()

    def post(callback, *arguments):
        queue.append((callback, arguments))

    def run_until(n):
        while queue and len(queue) > n:
            callback, arguments = queue.popleft()
            callback(*arguments)

    def finish(size):
        return sum(i * i for i in range(size))

    def fetch(size, then):
        for _ in range(size % 4):
            post(then, size // 2)
        run_until(len(queue) - 1)

    def page(size):
        if size > 2:
            fetch(size, image if size % 2 else page)
        finish(size)

    def image(size):
        finish(3 * size)
        if size > 4:
            fetch(size - 1, page)

    def work():
        for i in range(12):
            post(page, 2 * i)
            post(image, 3 * i % 19)
            run_until(0)
    return work


SMALL = [lisp_eval, combinators, templates, dispatch_visitor, event_loop]
WORKLOADS = [json_encode, json_decode, deepcopy, pickle_dump, pprint_format,
             re_compile, ast_unparse, ast_transform, ast_dump, literal_eval,
             minidom, elementtree, argparse_nested, email_generate,
             email_addresses, unittest_run, dataclass_asdict, plist, xmlrpc,
             reprlib_repr, toml, configparser_extended, type_hints, diff,
             *SMALL]


# ---- Programs in C ----

PROGRAMS = ["programs/%s.c" % name for name in (
    "derive", "interpreter", "json", "layout", "minimax", "prolog", "regex",
    "tree", "forth", "pratt", "events", "callbacks")] + [
        "../../samples/programs/calc.c"]
PROGRAMS_CC = ["programs/%s.cc" % name
               for name in ("visitor", "scene", "rules")]


def record_program(path):
    """Compiles and runs a program and returns the tree of its stacks."""
    linker = os.environ.get("CC", "cc")
    compiler = (os.environ.get("CXX", "c++") if path.endswith(".cc")
                else linker)
    traced = ["-finstrument-functions", "-fsanitize-coverage=trace-pc"]
    with tempfile.TemporaryDirectory() as work:
        hooks, program, out = (os.path.join(work, name)
                               for name in ("hooks.o", "program", "out"))
        subprocess.run([linker, "-O2", "-c", "-o", hooks,
                        os.path.join(HERE, "hooks.c")], check=True)
        subprocess.run([compiler, "-O1", "-fno-inline", "-no-pie", *traced,
                        "-o", program, path, hooks], check=True)
        subprocess.run([program], check=True, stdout=subprocess.DEVNULL,
                       env={"ACCURACY_OUT": out})
        symbols = subprocess.run(["nm", "-C", program], check=True, text=True,
                                 stdout=subprocess.PIPE).stdout
        names = {int(line.split()[0], 16): line.split(None, 2)[2]
                 for line in symbols.splitlines()
                 if " t " in line.lower() or " w " in line.lower()
                 and line[0] != " "}
        stack = [Context("")]
        with open(out, encoding="ascii") as file:
            for line in file:
                depth, function, cost, entered = line.split()
                del stack[int(depth) + 1:]
                child = stack[-1].enter(names[int(function, 16)])
                child.cost, child.entered = int(cost), int(entered)
                stack.append(child)
    return stack[0]


def main(names):
    for path in PROGRAMS:
        name = os.path.basename(path)[:-2]
        if not names or name in names:
            write("c-" + name, "C: " + name + ".c", "blocks",
                  record_program(os.path.join(HERE, path)))
    for path in PROGRAMS_CC:
        name = os.path.basename(path)[:-3]
        if not names or name in names:
            write("cc-" + name, "C++: " + name + ".cc", "blocks",
                  record_program(os.path.join(HERE, path)))
    for make in WORKLOADS:
        name = make.__name__.replace("_", "-")
        if not names or name in names:
            about = "Python 3.%d: %s" % (sys.version_info[1], make.__doc__)
            write("py-" + name, about, "instructions", record(make()))


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable] + sys.argv)
    main(sys.argv[1:])
