"""Writes a binary profile of Python's profiling.sampling from a text:

    tachyon.py [big] [old] [zstd] [stats] <TEXT >FILE

Each line of the text is a sample: thread, interpreter, microseconds since the
start, state and the stack, outermost frame first:

    4711 0 1000 3 main.py:<module>:9;main.py:work:3

It encodes as Modules/_remote_debugging/binary_io_writer.c of CPython does,
after InternalDocs/profiling_binary_format.md. big: big-endian; old: 4 bytes
count the samples, as before 3.15.0rc1; zstd: compressed by the program zstd;
stats: with the statistics of the recording.
"""
import struct
import subprocess
import sys

words = sys.argv[1:]
order = ">" if "big" in words else "<"


def varint(n):
    out = bytearray()
    while n >= 0x80:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    out.append(n)
    return bytes(out)


def svarint(n):
    return varint(n * 2 if n >= 0 else -n * 2 - 1)


strings, frames, threads = {}, {}, {}
records = bytearray()
START = 5_000_000


def number(table, key):
    return table.setdefault(key, len(table))


def frame_of(text):
    if text.startswith("~:"):
        file, name, line = "~", text[2:], 0
    else:
        file, name, line = text.rsplit(":", 2)
    key = (number(strings, file), number(strings, name), int(line))
    return number(frames, key)


def flush(key, thread):
    if thread["repeats"]:
        records.extend(struct.pack(order + "QI", *key) + b"\0")
        records.extend(varint(len(thread["repeats"])))
        for passed, state in thread["repeats"]:
            records.extend(varint(passed) + bytes([state]))
        thread["repeats"] = []


n = 0
for line in sys.stdin.read().splitlines():
    tid, interpreter, at, state, *stack = line.split(" ", 4)
    key, at, state = (int(tid), int(interpreter)), START + int(at), int(state)
    # Innermost frame first.
    new = [frame_of(f) for f in reversed(stack[0].split(";"))] if stack else []
    thread = threads.setdefault(key, {"at": START, "stack": [], "repeats": []})
    old, passed = thread["stack"], at - thread["at"]
    thread["at"] = at
    n += 1
    if new == old:
        thread["repeats"].append((passed, state))
        continue
    flush(key, thread)
    shared = 0
    while shared < min(len(old), len(new)) and old[-1 - shared] == new[-1 - shared]:
        shared += 1
    pop, push = len(old) - shared, len(new) - shared
    if shared and not pop:
        kind, counts = 2, [shared, push]
    elif shared and shared >= len(new) // 2:
        kind, counts = 3, [pop, push]
    else:
        kind, counts, push = 1, [len(new)], len(new)
    records.extend(struct.pack(order + "QI", *key) + bytes([kind]))
    records.extend(varint(passed) + bytes([state]))
    records.extend(b"".join(map(varint, counts + new[:push])))
    thread["stack"] = new
for key, thread in threads.items():
    flush(key, thread)

if "zstd" in words:
    records = subprocess.run(["zstd", "-q", "-5"], input=bytes(records),
                             stdout=subprocess.PIPE, check=True).stdout
table = b"".join(varint(len(s.encode())) + s.encode() for s in strings)
places = b"".join(varint(f) + varint(g) + svarint(line or -1) + svarint(0) +
                  svarint(4) + svarint(9) + b"\xff" for f, g, line in frames)
stats = b""
if "stats" in words:
    stats = struct.pack(order + "4dII8sII", 1.5, 1000, 0, 0, 3, 0, b"TACHSTAT", 1, 56)
strings_at = 64 + len(records)
frames_at = strings_at + len(table)
size = frames_at + len(places) + len(stats) + 32
header = struct.pack(order + "II4BQQ", 0x54414348, 1, 3, 15, 0, 0, START, 1000)
header += struct.pack(order + ("I" if "old" in words else "Q") + "I", n, len(threads))
header += struct.pack(order + "QQI", strings_at, frames_at, "zstd" in words)
if "old" not in words:
    header += struct.pack(order + "I", 1)
sys.stdout.buffer.write(header.ljust(64, b"\0") + records + table + places + stats +
                        struct.pack(order + "IIQ16x", len(strings), len(frames), size))
