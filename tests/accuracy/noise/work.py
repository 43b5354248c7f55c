"""The functions of work.c in Python, for tests/accuracy/noise.py.

    work.py ORDER SOLVE SORT

ORDER is "phases" or "steady".
"""
import json
import sys

UNIT = 350


def read(n):
    for _ in range(n):
        "".join(chr(97 + k % 26) for k in range(90))


def parse(n):
    text = json.dumps({"numbers": list(range(40)), "name": "x" * 20})
    for _ in range(n):
        json.loads(text)


def solve(n):
    for i in range(n):
        x = i
        for k in range(140):
            x = (x ^ k) * 41 & 0xffff


def lookup(n):
    table = {i: str(i) for i in range(50)}
    for i in range(n):
        for k in range(50):
            table.get(k * 7 % 60)


def sort(n):
    for i in range(n):
        x = i
        for k in range(140):
            x = (x ^ k) * 43 & 0xffff


def key_of(pair):
    return pair[1]


def order(n):
    pairs = [(i, i * 7919 % 101) for i in range(60)]
    for _ in range(n):
        sorted(pairs, key=key_of)


def show(n):
    for _ in range(n):
        ["%5d %s" % (k, k) for k in range(20)]


def load(work, n):
    work(n)


def compute(work, n):
    work(n)


def main(layout, solved, sorted_part):
    parts = [(load, read, 12), (load, parse, 9), (compute, solve, solved),
             (compute, lookup, 8), (compute, sort, sorted_part),
             (compute, order, 12), (load, show, 12)]
    rounds = 1 if layout == "phases" else 50
    for _ in range(rounds):
        for caller, work, part in parts:
            caller(work, int(part * UNIT / rounds))


main(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]))
