"""Writes a recording of perf that costs much to read: hostile_perfdata.py KIND
FOLDER writes there KIND.data and what it names.

    names   many events of one kind, and many lines that name them
    ids     many events whose sections of ids are the same part of the file
    loop    call frame information with expressions that loop, in KIND.so
    forks   a chain of many processes, and samples of the last
    maps    many mappings, and addresses that none of them has
    copies  a chain of processes with a mapping each, and likewise
    map     symbols of code compiled at run time, a file of 64 GB that is empty
    nested  call frame information of a function within another, in KIND.so
    short   names, forks and mappings that are cut after each field, between
            two samples; it costs little
"""
import os
import struct
import sys

IP, TID, TIME, CHAIN, IDENTIFIER = 1, 2, 4, 32, 1 << 16
REGISTERS, STACK = 1 << 12, 1 << 13
CODE, TEXT, TEXT_SIZE = 0x10000000, 0x1000, 0x1000
# Registers of x86-64 as perf numbers them: up to the instruction pointer, and
# r8 to r15.
MASK = 0x1ff | 0xff << 16
IP_NUMBER, SP_NUMBER = 8, 7


def padded(data, to=8):
    return data + bytes(-len(data) % to)


def record(kind, body, misc=2):
    body = padded(body)
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def mapping(pid, start, size, offset, path):
    return record(1, struct.pack("<IIQQQ", pid, pid, start, size, offset) +
                  path.encode() + b"\0")


def fork(pid, parent):
    return record(7, struct.pack("<IIIIQ", pid, parent, pid, parent, pid))


def sample(address, pid, more=b""):
    return record(9, struct.pack("<QII", address, pid, pid) + more)


def chain(addresses):
    return struct.pack("<Q%dQ" % len(addresses), len(addresses), *addresses)


def attribute(parts, size=112):
    """The attributes of the event cpu-clock."""
    return struct.pack("<IIQQQQQ24xQQ", 1, size, 0, 1, parts, 0, 0, 0,
                       MASK)[:size].ljust(size, b"\0")


def recording(attributes, records, ids=(0, 0), features=()):
    """Features are pairs of a number and bytes, ascending. All attributes have
    the same section of ids, a pair of offset and size."""
    table = b"".join(each + struct.pack("<QQ", *ids) for each in attributes)
    entry = len(table) // len(attributes)
    data = 104 + len(table)
    bits = [0] * 4
    for number, _ in features:
        bits[number // 64] |= 1 << number % 64
    head = b"PERFILE2" + struct.pack("<9Q", 104, entry, 104, len(table), data,
                                     len(records), 0, 0, bits[0])
    head += struct.pack("<3Q", *bits[1:])
    at = data + len(records) + 16 * len(features)
    sections = contents = b""
    for _, content in features:
        sections += struct.pack("<QQ", at + len(contents), len(content))
        contents += content
    return head + table + records + sections + contents


# ---- Call frame information ----

def uleb(n):
    out = b""
    while n > 127:
        out, n = out + bytes([n & 127 | 128]), n >> 7
    return out + bytes([n])


def block(data):
    return uleb(len(data)) + data


def entry(body):
    body = padded(body)
    return struct.pack("<I", len(body)) + body


def frames(letters, common, functions):
    """Functions are triples of address, size and instructions."""
    out = entry(struct.pack("<I", 0) + b"\1" + letters + b"\0\1\x78\x10\1\0" +
                common)
    for low, size, instructions in functions:
        out += entry(struct.pack("<IQQB", len(out) + 4, low, size, 0) +
                     instructions)
    return out + bytes(4)


def library(eh_frame, symbols):
    """An ELF file whose text is at the same offset as its address. Symbols are
    pairs of a name and an address."""
    strings, table = b"\0", bytes(24)
    for name, address in symbols:
        table += struct.pack("<IBBHQQ", len(strings), 0x12, 0, 1, address, 16)
        strings += name + b"\0"
    names = b"\0.text\0.eh_frame\0.symtab\0.strtab\0.shstrtab\0"
    sections = [(b".text", 1, 6, TEXT, bytes(TEXT_SIZE), 0, 0),
                (b".eh_frame", 1, 2, 0x8000, eh_frame, 0, 0),
                (b".symtab", 2, 0, 0, table, 4, 24),
                (b".strtab", 3, 0, 0, strings, 0, 0),
                (b".shstrtab", 3, 0, 0, names, 0, 0)]
    body, headers = bytes(TEXT), bytes(64)
    for name, kind, flags, address, data, link, size in sections:
        headers += struct.pack("<IIQQQQIIQQ", names.index(name + b"\0"), kind,
                               flags, address, len(body), len(data), link, 1, 8,
                               size)
        body += padded(data)
    head = (b"\x7fELF\2\1\1" + bytes(9) +
            struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, 0, 64, len(body), 0, 64, 56,
                        1, 64, 6, 5) +
            struct.pack("<IIQQQQQQ", 1, 5, TEXT, TEXT, TEXT, TEXT_SIZE,
                        TEXT_SIZE, 4096))
    return head + body[len(head):] + headers


def unwound(path, offset, stack, n):
    """A recording of n samples whose stacks have these words."""
    registers = [0] * bin(MASK).count("1")
    registers[SP_NUMBER], registers[IP_NUMBER] = 0x7ff000000000, CODE + offset
    more = struct.pack("<Q%dQ" % len(registers), 2, *registers)
    size = 8 * len(stack)
    more += struct.pack("<Q%dQQ" % len(stack), size, *stack, size)
    return recording([attribute(IP | TID | REGISTERS | STACK)],
                     mapping(1, CODE, TEXT_SIZE, TEXT, path) +
                     sample(CODE + offset, 1, more) * n)


def loop(path):
    # const2u 247, then lit1 minus dup bra -6 until it is 0, drop.
    steps = b"\x0a\xf7\0\x31\x1c\x12\x28\xfa\xff\x13"
    code = b"\x0f" + block(steps + b"\x77\x08")
    for register in list(range(7)) + list(range(8, 16)) + list(range(17, 32)):
        code += b"\x16" + uleb(register) + block(b"\x13" + steps + b"\x31")
    # r3 counts, so that no frame is the same as the one before.
    code += b"\x16\3" + block(b"\x13" + steps + b"\x73\1")
    code += b"\x16\x10" + block(b"\x13" + steps + b"\x0e" +
                                struct.pack("<Q", CODE + 16))
    with open(path, "wb") as file:
        file.write(library(frames(b"zRS", b"", [(TEXT, TEXT_SIZE, code)]),
                           [(b"looping", TEXT)]))
    return unwound(path, 16, [0], 2000)


def nested(path):
    functions = [(TEXT, 0x30, b""), (TEXT + 0x10, 0x10, b""),
                 (TEXT + 0x100, 0x10, b"\x07\x10")]
    with open(path, "wb") as file:
        file.write(library(frames(b"zR", b"\x0c\x07\x08\x90\x01", functions),
                           [(b"outer", TEXT + 0x20),
                            (b"caller", TEXT + 0x100)]))
    return unwound(path, 0x28, [CODE + 0x108], 10)


# ---- The whole ----

def samples_of_map(pid):
    return recording([attribute(IP | TID)],
                     mapping(pid, 0x1000, 1 << 32, 0, "//anon") +
                     sample(0x2000, pid))


def compiled(folder):
    os.makedirs(f"{folder}/map.root/tmp")
    with open(f"{folder}/map.root/tmp/perf-8.map", "wb") as file:
        file.truncate(1 << 36)
    return samples_of_map(8)


def unmapped(pid, n, size):
    addresses = range(0x100000, 0x100000 + n * size)
    return b"".join(sample(addresses[i], pid, chain(addresses[i:i + size]))
                    for i in range(0, n * size, size))


def make(kind, folder):
    if kind == "names":
        lines = b"event_type_info\0" + b"a,1,0\nb,1,0\n" * 30000 + b"\0"
        return recording([attribute(IP | TID, 64)] * 20000,
                         sample(0x1000, 1) * 10, features=[(129, lines)])
    if kind == "ids":
        one = attribute(IP | TID | IDENTIFIER)
        body = struct.pack("<QQII", 1, 0x1000, 1, 1)
        return recording([one] * 20000, record(9, body) * 10,
                         (104, 20000 * (len(one) + 16)))
    if kind == "loop":
        return loop(f"{folder}/loop.so")
    if kind == "nested":
        return nested(f"{folder}/nested.so")
    if kind == "short":
        name = struct.pack("<II", 1, 1) + b"newname\0"
        whole = [(3, name), (7, fork(1, 9)[8:24]),
                 (1, mapping(1, 0x1000, 0x1000, 0, "/none/b")[8:])]
        cut = b"".join(record(number, body[:size]) for number, body in whole
                       for size in range(0, min(len(body), 32), 8))
        start = mapping(1, 0x1000, 0x1000, 0, "/none/a") + sample(0x1000, 1)
        return recording([attribute(IP | TID)], start + cut + sample(0x1010, 1))
    if kind == "forks":
        return recording([attribute(IP | TID)],
                         mapping(1, 0x1000, 0x1000, 0, "/none/a") +
                         b"".join(fork(i, i - 1) for i in range(2, 60001)) +
                         sample(0x1000, 60000) * 100000)
    if kind == "maps":
        maps = [mapping(1, CODE + i * 4096, 4096, 0, "/none/a")
                for i in range(60000)]
        return recording([attribute(IP | TID | CHAIN)],
                         b"".join(maps) + unmapped(1, 60, 7000))
    if kind == "copies":
        maps = [fork(i, i - 1) + mapping(i, CODE + i * 4096, 4096, 0, "/none/a")
                for i in range(2, 40001)]
        return recording([attribute(IP | TID | CHAIN)],
                         b"".join(maps) + unmapped(40000, 60, 7000))
    return compiled(folder)


def main(kind, folder):
    with open(f"{folder}/{kind}.data", "wb") as file:
        file.write(make(kind, folder))


main(*sys.argv[1:])
