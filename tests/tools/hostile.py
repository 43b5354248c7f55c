"""Writes a profile that costs much to read: hostile.py KIND FOLDER writes there
samples.data, a recording of perf with many processes, or else KIND.pb, a profile
of pprof, and KIND.elf, the program that it names.

    symbols     many symbols inside a large one, and addresses behind them
    names       many symbols at one address, whose names share their bytes
    ranges      many units with the same long list of empty ranges
    units       many units that all contain all addresses, and have no lines
    attributes  many entries with many attributes that have no bytes
    split       many units that name one .dwo file, split.dwo, which unpacks to
                much
    packed      a section of an odd type that unpacks to 1 GB
    functions   many functions with the same long name (there is no program)
    deep        a sample of many locations (likewise)
    nested      a sample of many locations with many functions each (likewise)
    inlined     a location with many functions below many others (likewise), and
                the same below many callers and below one as inlined.heaptrack
                and repeated.heaptrack
    samples     many processes whose samples collide in a weak hash
"""
import struct
import sys
import zlib

BASE, SPAN = 0x400000, 1 << 40


def uleb(n):
    out = b""
    while n > 127:
        out, n = out + bytes([n & 127 | 128]), n >> 7
    return out + bytes([n])


def field(number, value):
    if isinstance(value, int):
        return uleb(number << 3) + uleb(value)
    return uleb(number << 3 | 2) + uleb(len(value)) + value


def symbol(name, value, size):
    return struct.pack("<IBBHQQ", name, 0x12, 0, 1, value, size)


def elf(symbols, strings, debug, segments=b""):
    """Sections: no bytes of code, symbols, strings, and those of `debug`. Its
    segment of code comes behind those that are given."""
    segments += struct.pack("<IIQQQQQQ", 1, 5, 0, BASE, BASE, SPAN, SPAN, 4096)
    head = 64 + len(segments)
    sections = [(".text", 8, 6, SPAN, b"", 0, 0),
                (".symtab", 2, 0, None, bytes(24) + symbols, 3, 24),
                (".strtab", 3, 0, None, strings, 0, 0)]
    sections += [(name, kind[0] if kind else 1, 0, None, data, 0, 0)
                 for name, data, *kind in debug]
    sections += [(".shstrtab", 3, 0, None, b"", 0, 0)]
    names, starts = b"\0", []
    for section in sections:
        starts.append(len(names))
        names += section[0].encode() + b"\0"
    body, headers = bytearray(), bytes(64)
    for start, (name, kind, flags, size, data, link, entry) in zip(starts,
                                                                   sections):
        data = names if name == ".shstrtab" else data
        body += bytes(-len(body) % 16)
        headers += struct.pack("<IIQQQQIIQQ", start, kind, flags,
                               BASE if flags else 0, head + len(body),
                               size or len(data), link, 1, 1, entry)
        body += data
    return (b"\x7fELF\x02\x01\x01" + bytes(9) +
            struct.pack("<HHIQQQIHHHHHH", 2, 62, 1, BASE, 64,
                        head + len(body), 0, 64, 56, len(segments) // 56, 64,
                        len(sections) + 1, len(sections)) +
            segments + bytes(body) + headers)


def unit(body):
    body = struct.pack("<HIB", 4, 0, 8) + body
    return struct.pack("<I", len(body)) + body


def pprof(locations, functions, strings, samples, has_names=False):
    """The functions are all called as the second string, or each as the next
    one."""
    out = [field(1, field(1, 1) + field(2, 2)),
           field(3, field(1, 1) + field(2, BASE) + field(3, BASE + SPAN) +
                 field(5, 3))]
    out += [field(2, field(1, each) + field(2, 1)) for each in samples]
    out += [field(4, field(1, i + 1) + each)
            for i, each in enumerate(locations)]
    out += [field(5, field(1, i + 1) + field(2, 4 + i * has_names))
            for i in range(functions)]
    out += [field(6, each) for each in (b"", b"samples", b"count", *strings)]
    return b"".join(out)


def program(kind):
    """Returns the program and the addresses."""
    n = {"symbols": 400000, "names": 400000, "ranges": 60000, "units": 20000,
         "attributes": 300000, "split": 10000,
         "packed": 1 << 30}[kind]
    symbols, strings = symbol(1, BASE, 1 << 39), b"\0f\0"
    address = struct.pack("<QQ", BASE, 1 << 39)
    low_high = b"\x11\x01\x12\x07"
    abbreviations, info, others = b"\0", b"", []
    addresses = [BASE + 17]
    if kind == "symbols":
        symbols += b"".join(symbol(1, BASE + 16 + 16 * i, 4) for i in range(n))
        addresses = [BASE + 32 + 16 * n + 2 * i for i in range(n)]
    elif kind == "names":
        strings = b"\0" + b"a" * 4000000 + b"\0"
        symbols = b"".join(symbol(1 + i * 7 % 64, BASE + 16, 4)
                           for i in range(n))
    elif kind == "ranges":
        abbreviations = b"\1\x11\0\x55\x17\0\0\0"
        info = unit(b"\1" + bytes(4)) * n
        others = [(".debug_ranges", struct.pack("<QQ", 8, 8) * n + bytes(16))]
    elif kind == "units":
        abbreviations = b"\1\x11\0" + low_high + b"\0\0\0"
        info = unit(b"\1" + address) * n
        addresses = [BASE + 17 + 2 * i for i in range(n)]
    elif kind == "packed":
        others = [(".zdebug_str", packed(n), 0x70000001)]
    elif kind == "split":
        abbreviations = (b"\1\x11\0" + low_high + b"\xb0\x42\x08" +
                         b"\xb1\x42\x07\0\0\0")
        info = b"".join(unit(b"\1" + struct.pack("<QQ", BASE + 64 * i, 64) +
                             b"split.dwo\0" + bytes(8)) for i in range(n))
        addresses = [BASE + 17 + 64 * i for i in range(n)]
    else:
        abbreviations = (b"\1\x11\1" + low_high + b"\0\0\2\x34\0" +
                         b"\x3f\x19" * n + b"\0\0\0")
        info = unit(b"\1" + address + b"\2" * n + b"\0")
    debug = [(".debug_info", info), (".debug_abbrev", abbreviations),
             (".debug_line", bytes(16)), *others]
    return elf(symbols, strings, debug), addresses


def packed(n):
    """Returns a section of n zeros, n a multiple of 1 MB."""
    packer = zlib.compressobj()
    parts = [packer.compress(bytes(1 << 20)) for _ in range(n >> 20)]
    return (b"ZLIB" + struct.pack(">Q", n) + b"".join(parts) + packer.flush())


def split_file():
    return elf(b"", b"\0", [(".zdebug_info.dwo", packed(32 << 20)),
                            (".debug_abbrev.dwo", b"\0")])


def recording(n):
    """A recording through a pipe, of n processes with a mapping and a sample
    each. The low halves of their addresses are those of one address and a multiple of the
    number of the process, combined by exclusive or."""
    attribute = struct.pack("<IIQQQQQ", 1, 64, 0, 1, 7, 0, 1 << 18)
    out = [b"PERFILE2" + struct.pack("<Q", 16),
           struct.pack("<IHH", 64, 0, 80) + attribute.ljust(64, b"\0") +
           struct.pack("<Q", 1)]
    out += [struct.pack("<IHHIIQQQ8sIIQ", 1, 2, 64, i + 1, i + 1, 0, SPAN, 0,
                        b"/x", i + 1, i + 1, 1) for i in range(n)]
    out += [struct.pack("<IHHQIIQ", 9, 2, 32,
                        (0x1234567 ^ i * 0x9e3779b9) & 0xffffffff, i + 1, i + 1,
                        2) for i in range(n)]
    return b"".join(out)


def heaptrack(n, lines, parent):
    """n allocations of 16 bytes at a place with many functions, called from a
    place of the number that `parent` makes of theirs."""
    out = ["v 10400 3", "X ./heap", "I 1000 5e298f", "s a /home/prog"]
    out += [f"s {len('f%d' % i):x} f{i}" for i in range(n)]
    out += [f"i {4096 + i:x} 1 {i + 2:x} 1 1" for i in range(n)]
    out += ["i 1 1" + " 2 1 1" * lines + " 3 1 1"]
    out += [f"t {i + 1:x} 0" for i in range(n)]
    for i in range(n):
        out += [f"t {n + 1:x} {parent % (i + 1) if '%' in parent else parent}",
                f"a 10 {n + i + 1:x}", f"+ {i:x}"]
    return "\n".join(out + ["# strings: %d" % (n + 1), "# ips: %d" % (n + 1), ""])


def main(kind, folder):
    if kind == "samples":
        with open(f"{folder}/samples.data", "wb") as file:
            file.write(recording(200000))
        return
    path = f"{folder}/{kind}.elf"
    strings = [path.encode()]
    if kind == "functions":
        n = 300000
        line = [field(4, field(1, i + 1)) for i in range(n)]
        profile = pprof([field(2, 1) + each for each in line], n,
                        [b"", b"a" * 3000000],
                        [uleb(i + 1) for i in range(n)])
    elif kind == "deep":
        profile = pprof([field(4, field(1, 1)) * 2], 1, [b"", b"f"],
                        [b"\1" * 12000000])
    elif kind == "inlined":
        n, lines = 2000, 20000
        location = b"".join(field(4, field(1, n + 1 + i % 9))
                            for i in range(lines))
        profile = pprof([field(4, field(1, i + 1)) for i in range(n)] +
                        [location], n + 9, [b""] + [b"f%d" % i for i in range(n + 9)],
                        [uleb(n + 1) + uleb(i + 1) for i in range(n)], True)
        for name, parent in ("inlined", "%x"), ("repeated", "1"):
            with open(f"{folder}/{name}.heaptrack", "w") as file:
                file.write(heaptrack(n, lines, parent))
    elif kind == "nested":
        n = 7071
        profile = pprof([field(4, field(1, 1)) * n], 1, [b"", b"f"],
                        [b"\1" * n])
    else:
        data, addresses = program(kind)
        with open(path, "wb") as file:
            file.write(data)
        if kind == "split":
            with open(f"{folder}/split.dwo", "wb") as file:
                file.write(split_file())
        profile = pprof([field(2, 1) + field(3, each) for each in addresses],
                        0, strings,
                        [uleb(i + 1) for i in range(len(addresses))])
    with open(f"{folder}/{kind}.pb", "wb") as file:
        file.write(profile)


if __name__ == "__main__":
    main(*sys.argv[1:])
