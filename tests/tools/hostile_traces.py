"""Writes a trace of bop-cc that costs much to read: hostile_traces.py KIND
FOLDER writes there KIND.trace and, for the last four, the program KIND.elf
that it names. "segments" is a recording of perf, segments.data, instead of a
trace.

    pairs       dependences between each two of many statements
    statements  many statements and dependences
    lines       many source lines that the program names
    variables   data in a library of many symbols
    segments    addresses in a library of many segments
"""
import struct
import sys

from hostile import BASE, SPAN, elf, symbol, uleb, unit

MOST = (1 << 64) - 1


def trace(path, program, records):
    lines = ["bop-trace 1", "h pid=1 start=1 sem=call mode=agg granule=1 "
             "calls=all ptr=64 clock=refs kinds=raw,war,waw",
             f"m 0 0 ffffffff - {program}", *records]
    with open(path, "w") as file:
        file.write("\n".join(lines) + f"\nend {len(lines) - 1}\n")


def depend(wrote, read, rest="1 1 1"):
    return f"D R {wrote} {wrote} {read} {read} {rest}"


def pairs(n):
    return [f"f {i + 1} 0:{i * 16 + 4096:x} f{i} - D 1 1 1"
            for i in range(n)] + [
        depend(f"0:{i * 16 + 4097:x}", f"0:{j * 16 + 4098:x}", "1 1 1 0 1")
        for i in range(n) for j in range(n)]


def statements(n):
    kinds = ["R", "X", "A", "AX", "O", "OX"]
    out = [f"f {i + 1} 0:{i * 16 + 4096:x} f{i} - {'DS'[i % 2]} {MOST} "
           f"{MOST - i} {MOST}" for i in range(n)]
    out += [f"D {kinds[i % 6]} 0:{i * 16 + 4097:x} 0:{i * 16 + 4098:x} "
            f"0:{i * 5 % n * 16 + 4099:x} 0:{i * 3 % n * 16 + 4098:x} "
            f"{MOST} 0 {MOST} 0 32 - - {MOST} {i + 1} 0 {MOST}"
            for i in range(n)]
    return out + [f"t 0:{i * 16 + 4098:x} {MOST} {MOST} {MOST} {MOST}"
                  for i in range(n)]


def program(name, rows):
    """Returns a program with the function "main" and a table of lines: an
    instruction of 16 bytes for each (line, column)."""
    table = b"\0\x09\x02" + struct.pack("<Q", BASE)
    at = 1
    for i, (line, column) in enumerate(rows):
        assert line >= at
        table += b"\x02" + uleb(16 if i else 0) + b"\x03"
        # A number with a sign needs a bit of its own.
        step = uleb(line - at)
        if step[-1] & 64:
            step = step[:-1] + bytes([step[-1] | 128, 0])
        table += step + b"\x05" + uleb(column) + b"\x01"
        at = line
    table += b"\x02\x10\0\x01\x01"
    head = (bytes([1, 1, 1, 1, 1, 13]) + bytes([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0,
                                                1]) +
            b"\0" + name.encode() + b"\0\0\0\0\0")
    table = struct.pack("<HI", 4, len(head)) + head + table
    table = struct.pack("<I", len(table)) + table
    info = unit(b"\1" + bytes(4) + struct.pack("<QQ", BASE, 1 << 39))
    abbreviations = b"\1\x11\0\x10\x17\x11\x01\x12\x07\0\0\0"
    return elf(symbol(1, BASE, 1 << 39), b"\0main\0",
               [(".debug_info", info), (".debug_abbrev", abbreviations),
                (".debug_line", table)])


def variables(n):
    strings, symbols = bytearray(b"\0"), []
    for i in range(n):
        symbols.append(struct.pack("<IBBHQQ", len(strings), 0x11, 0, 1,
                                   BASE + 8 * i, 8))
        strings += b"v%d\0" % i
    return elf(b"".join(symbols), bytes(strings), [])


def recording(path, n):
    """A recording through a pipe, with a sample at each of n addresses."""
    attribute = struct.pack("<IIQQQQQ", 1, 64, 0, 1, 7, 0, 1 << 18)
    name = path.encode() + b"\0"
    name += bytes(-len(name) % 8)
    out = [b"PERFILE2" + struct.pack("<Q", 16),
           struct.pack("<IHH", 64, 0, 80) + attribute.ljust(64, b"\0") +
           struct.pack("<Q", 1),
           struct.pack("<IHHIIQQQ", 1, 2, 56 + len(name), 1, 1, 1 << 28, SPAN,
                       0) + name + struct.pack("<IIQ", 1, 1, 1)]
    out += [struct.pack("<IHHQIIQ", 9, 2, 32, (1 << 28) + 16 * i, 1, 1, 2)
            for i in range(n)]
    return b"".join(out)


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def main(kind, folder):
    path, its_elf = f"{folder}/{kind}.trace", f"{folder}/{kind}.elf"
    function = f"f 1 0:{BASE:x} main - D 1 2 7"
    if kind == "pairs":
        trace(path, "/none/x", pairs(244))
    elif kind == "statements":
        trace(path, "/none/x", statements(60000))
    elif kind == "lines":
        n = 20000
        write(its_elf, program("main.c", [(i + 1, 1) for i in range(n)]))
        trace(path, its_elf,
              [f"l {i + (1 << 31):08x} main.c {i + 1}" for i in range(n)] +
              [function] +
              [depend(f"{i + (1 << 31):08x}", f"{i + 1 + (1 << 31):08x}")
               for i in range(n - 1)])
    elif kind == "variables":
        n, data = 100000, 40000
        write(its_elf, variables(n))
        last = BASE + 8 * (n - 1)
        trace(path, its_elf, [function] + [
            depend(f"0:{BASE + 8 * n + i:x}", f"0:{BASE + 8 * n + i + 1:x}",
                   f"1 1 1 0 0 0:{last - 8 * i:x} 0:{last - 8 * i:x}")
            for i in range(data)])
    else:
        n = 60000
        other = struct.pack("<IIQQQQQQ", 1, 5, 1 << 50, 1 << 50, 1 << 50, 1, 1,
                            1)
        write(its_elf, elf(symbol(1, BASE, 1 << 39), b"\0f\0", [],
                           other * (n - 1)))
        write(f"{folder}/segments.data", recording(its_elf, n))


main(*sys.argv[1:])
