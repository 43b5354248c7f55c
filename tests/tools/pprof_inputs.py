#!/usr/bin/env python3
"""Writes tests/readers/pprof/*.pb, one odd feature of profile.proto each, and
tests/readers/gperftools/*.prof, one of the CPU profiles of gperftools each:

    python3 tests/tools/pprof_inputs.py

The files are kept, so the tests do not need Python."""
import os
import struct


def varint(n):
    n &= (1 << 64) - 1
    out = b""
    while n >= 128:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def number(field, n):
    return varint(field << 3) + varint(n)


def data(field, bytes_):
    if isinstance(bytes_, str):
        bytes_ = bytes_.encode()
    return varint(field << 3 | 2) + varint(len(bytes_)) + bytes_


def packed(field, numbers):
    return data(field, b"".join(varint(n) for n in numbers))


class Profile:
    """Parts of a profile, in the order in which they are added."""

    def __init__(self, *types):
        self.strings = [""]
        self.parts = []
        for name, unit in types:
            self.add(1, number(1, self.text(name)) + number(2, self.text(unit)))

    def text(self, text):
        if text not in self.strings:
            self.strings.append(text)
        return self.strings.index(text)

    def add(self, field, message):
        self.parts.append(data(field, message))

    def sample(self, locations, values, more=b""):
        self.add(2, packed(1, locations) + packed(2, values) + more)

    def mapping(self, id_, start, offset, file):
        self.add(3, number(1, id_) + number(2, start) +
                 number(3, start + 0x10000) + number(4, offset) +
                 number(5, self.text(file)))

    def location(self, id_, lines=(), mapping=0, address=0):
        """lines: pairs of a function and a line, the innermost first."""
        message = number(1, id_) + number(2, mapping) + number(3, address)
        for function, line in lines:
            message += data(4, number(1, function) + number(2, line))
        self.add(4, message)

    def function(self, id_, name, file="", line=0):
        self.add(5, number(1, id_) + number(2, self.text(name)) +
                 number(4, self.text(file)) + number(5, line))

    def functions(self, *names):
        """Function n and location n, in line 10 n, for each name."""
        for n, name in enumerate(names, 1):
            self.location(n, [(n, 10 * n)])
            self.function(n, name)

    def label(self, key, text=None, n=0, unit=""):
        if text is not None:
            return data(3, number(1, self.text(key)) +
                        number(2, self.text(text)))
        return data(3, number(1, self.text(key)) + number(3, n) +
                    number(4, self.text(unit)))

    def table(self):
        return b"".join(data(6, text) for text in self.strings)

    def bytes(self):
        return b"".join(self.parts) + self.table()


CPU = (("samples", "count"), ("cpu", "nanoseconds"))
SAMPLES = (("samples", "count"),)


def any_order():
    """Strings first and types last, ids of any size, repeated fields packed or
    not, and fields of all types that nobody knows."""
    p = Profile()
    big = 1 << 63
    for name in "samples", "count", "main", "work":
        p.text(name)
    p.add(5, number(1, big) + number(2, 3))
    p.add(5, number(1, 7) + number(3, 4))
    p.add(4, number(1, 1000000) + data(4, number(1, big)))
    p.add(4, number(1, 3) + data(4, number(1, 7)))
    p.add(2, number(1, 3) + number(1, 1000000) + number(2, 5) + number(77, 1))
    p.add(2, packed(1, [3]) + number(1, 1000000) + packed(2, [2]))
    p.add(1, number(1, 1) + number(2, 2))
    fixed = varint(17 << 3 | 1) + b"12345678" + varint(17 << 3 | 5) + b"1234"
    return p.table() + b"".join(p.parts) + fixed + data(20, "unknown")


def inlined():
    """The innermost function comes first, and a first line beats a lower one
    that ran. Functions of one name are distinct by file."""
    p = Profile(*SAMPLES)
    p.sample([1, 2], [3])
    p.sample([3, 2], [4])
    p.sample([4, 2], [1])
    p.mapping(1, 0x400000, 0, "/home/user/app")
    p.location(1, [(1, 12), (2, 25)], 1, 0x401000)
    p.location(2, [(3, 33)], 1, 0x401100)
    p.location(3, [(1, 11), (2, 24)], 1, 0x401200)
    p.location(4, [(4, 5)], 1, 0x401300)
    p.function(1, "add", "a.h", 10)
    p.function(2, "work", "a.c")
    p.function(3, "main", "a.c", 30)
    p.function(4, "add", "b.c", 4)
    return p.bytes()


def default():
    """The profile names its default; a value of 0 is no sample."""
    p = Profile(("alloc", "count"), ("space", "bytes"))
    p.sample([1], [3, 0])
    p.sample([2, 1], [0, 4096])
    p.sample([3, 1], [2, 100])
    p.functions("main", "old", "new")
    p.parts.append(number(14, p.text("alloc")))
    return p.bytes()


def negative():
    p = Profile(*CPU)
    p.sample([2, 1], [3, 3000000000])
    p.sample([3, 1], [-1, -1000000000])
    p.sample([], [1, 1000000000])
    p.functions("main", "slower", "faster")
    return p.bytes()


def drop_frames():
    """malloc and what it calls go, also where it is inlined, unless it is the
    root; keep_frames keeps malloc_hook."""
    p = Profile(*SAMPLES)
    p.sample([3, 2, 1], [1])
    p.sample([4, 1], [2])
    p.sample([5, 1], [4])
    p.sample([3, 2], [8])
    p.functions("main", "malloc(unsigned long)", "mmap")
    p.location(4, [(3, 1), (2, 2), (4, 3)])
    p.location(5, [(5, 1)])
    p.function(4, "std::string::string(char)")
    p.function(5, "malloc_hook")
    p.parts.append(number(7, p.text("malloc.*|free")))
    p.parts.append(number(8, p.text("malloc_hook")))
    return p.bytes()


def bad_drop_frames():
    p = Profile(*SAMPLES)
    p.sample([1], [1])
    p.functions("main")
    p.parts.append(number(7, p.text("main(")))
    return p.bytes()


def unresolved():
    """Locations without lines, with a nameless function, without a mapping."""
    p = Profile(*SAMPLES)
    p.sample([1, 4], [1])
    p.sample([2, 4], [2])
    p.sample([3, 4], [4])
    p.mapping(9, 0x400000, 0x1000, "/home/user/app")
    p.location(1, [], 9, 0x400123)
    p.location(2, [(2, 0)], 9, 0x400456)
    p.location(3, [], 0, 0xffff)
    p.location(4, [(1, 0)], 9, 0x400789)
    p.function(1, "main")
    p.function(2, "")
    return p.bytes()


def labels():
    p = Profile(*SAMPLES)
    p.sample([1], [1], p.label("thread", "main"))
    p.sample([2, 1], [2], p.label("thread", "worker") +
             p.label("bytes", n=512, unit="bytes"))
    p.sample([2, 1], [4], p.label("thread", "worker") +
             p.label("thread", "second") + p.label("bytes", n=-7))
    p.functions("main", "work")
    return p.bytes()


def damaged():
    """A location that is missing, a value too few, two functions of one id."""
    p = Profile(*CPU)
    p.sample([1], [1, 1000000000])
    p.sample([2, 9, 1], [1, 1000000000])
    p.sample([2, 1], [1])
    p.functions("main", "work")
    p.function(2, "other")
    return p.bytes()


def threads():
    """Labels of threads under the keys of several profilers."""
    p = Profile(*SAMPLES)
    p.sample([1], [1], p.label("thread_comm", "web") + p.label("tid", n=17))
    p.sample([2, 1], [2], p.label("thread name", "web") +
             p.label("thread id", n=18))
    p.sample([3, 1], [4], p.label("comm", "cron") + p.label("pid", "3"))
    p.functions("main", "serve", "clean")
    return p.bytes()


def resolved():
    """Locations without lines, in a program that is beside the profile."""
    p = Profile(*SAMPLES)
    p.sample([1, 2], [3])
    p.sample([3, 2], [4])
    p.mapping(1, 0x5550000, 0, "/home/user/calc")
    p.location(1, [], 1, 0x5550000 + 0x9b0)
    p.location(2, [], 1, 0x5550000 + 0xda0)
    p.location(3, [], 1, 0x5550000 + 0x740)
    return p.bytes()


def period(name, unit):
    """Samples alone, and what the time or number between two of them counts."""
    p = Profile(*SAMPLES)
    p.sample([1], [3])
    p.functions("main")
    p.add(11, number(1, p.text(name)) + number(2, p.text(unit)))
    p.parts.append(number(12, 1000))
    return p.bytes()


MAP = b"""00000000-00001000 r-xp 00000000 08:01 4711  /home/user/calc
7f000000-7f001000 r-xp 00000000 08:01 4712  /home/user/lib.so
"""


def repeated():
    """Stacks that come again, after a sample without cost and in two fields,
    stacks whose bytes begin or end like those of others, and a stack twice
    whose second location is missing."""
    p = Profile(*CPU)
    for locations, values in (
            ([2, 1], [0, 0]), ([2, 1], [1, 10]), ([2, 1], [2, 20]),
            ([2], [1, 100]), ([2, 1, 1], [1, 1000]), ([1, 2], [1, 10000]),
            ([2, 9], [1, 100000]), ([2, 9], [1, 100000]), ([2], [1, 200]),
            ([2, 1], [0, 7]), ([2, 1, 1], [1, 2000])):
        p.sample(locations, values)
    p.add(2, packed(1, [2]) + packed(1, [1]) + packed(2, [1, 5]))
    p.add(2, packed(1, []) + packed(1, [2]) + packed(2, [1, 400]))
    p.functions("main", "work")
    return p.bytes()


def gperftools(form, samples, version=0, end=(0, 1, 0), text=MAP):
    words = [0, 3, version, 10000, 0]
    for count, addresses in samples:
        words += [count, len(addresses)] + addresses
    words += end
    return struct.pack("%s%d%s" % (form[0], len(words), form[1]), *words) + text


STACKS = [(3, [0x9b0, 0xda1]), (4, [0x740, 0xcc0, 0xda1])]
# The second frame is that of the signal, and the third the leaf once more.
SIGNALS = [(1, [0x9b0, 0x7f000010, 0xda1]), (2, [0x740, 0x7f000010, 0xda1]),
           (3, [0x740, 0x7f000010, 0xcc1, 0xda1])]
NAMES = b""" 0x1f com.example.Shop.cart (Shop.java:31)
 0x20 com.example.Shop.main (Shop.java:5)
 0x21 GC
"""


def write_gperftools():
    java = [(2, [0x1f, 0x20]), (1, [0x21])]
    for name, contents in (
            ("little64", gperftools("<Q", STACKS)),
            ("big64", gperftools(">Q", STACKS)),
            ("little32", gperftools("<I", STACKS)),
            ("big32", gperftools(">I", STACKS)),
            ("leaf_twice", gperftools("<Q", [(1, [0x9b0, 0x9b0, 0xda1])])),
            ("signal", gperftools("<Q", SIGNALS)),
            ("java", gperftools("<Q", java, 1, text=NAMES)),
            ("cut", gperftools("<Q", STACKS, end=(1, 9, 5), text=b"")),
            ("long_stack", gperftools("<Q", STACKS, end=(1, 1 << 60), text=b"")),
            ("no_samples", gperftools("<Q", []))):
        with open(name + ".prof", "wb") as file:
            file.write(contents)


def write(name, contents):
    with open(name + ".pb", "wb") as file:
        file.write(contents)


os.chdir(os.path.join(os.path.dirname(__file__), "../readers/pprof"))
for make in (any_order, inlined, default, negative, drop_frames, unresolved,
             bad_drop_frames, labels, damaged, threads, resolved, repeated):
    write(make.__name__, make())
write("lines", inlined())
write("addresses", unresolved())
write("missing_label", labels())
write("missing_event", negative())
write("all_events", negative())
write("no_cost", Profile(*SAMPLES).bytes() + data(2, packed(2, [0])))
write("no_samples", Profile(*CPU).bytes() + number(9, 1))
write("cut", inlined()[:-3])
write("cut_before_names", inlined()[:60])
write("thread_list", threads())
write("period_of_time", period("cpu", "nanoseconds"))
write("period_of_events", period("cycles", "count"))
os.chdir("../gperftools")
write_gperftools()
