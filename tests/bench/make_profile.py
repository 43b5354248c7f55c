"""Writes a large profile of a made-up program to standard output:

    make_profile.py FORMAT MB

FORMAT is callgrind, pstats, pprof, cpuprofile, speedscope, chrome-X or
chrome-BE. The same arguments give the same bytes."""
import json
import marshal
import random
import sys

FUNCTIONS = 1000


def write_callgrind(out, size):
    out.write(b"# callgrind format\npositions: line\nevents: Ir Dr\n\n")
    done = 0
    for i in range(sys.maxsize):
        if done >= size:
            return
        f = i % 20000
        lines = ["fl=(%d) src/file%d.c\nfn=(%d) space::Class%d::function_%d\n"
                 % (f // 10 + 1, f // 10, f + 1, f // 20, f)
                 if i == f else "fl=(%d)\nfn=(%d)\n" % (f // 10 + 1, f + 1)]
        for _ in range(60):
            cost = random.randrange(1, 5000)
            if random.random() < .12 and 0 < f:
                lines.append("cfi=(%d)\ncfn=(%d)\ncalls=%d 10\n* %d %d\n"
                             % ((f // 2) // 10 + 1, f // 2 + 1, cost % 50 + 1,
                                cost, cost // 3))
            else:
                lines.append("+%d %d %d\n" % (cost % 5, cost, cost // 4))
        text = "".join(lines).encode()
        out.write(text)
        done += len(text)


def write_pstats(out, size):
    """Every function has five callers; cProfile, too, makes the key of a
    function once for itself and once for all that it calls."""
    n = size // 249
    keys = [("package_%d/module_%d.py" % (i % (n // 40 + 1) // 20,
                                          i % (n // 40 + 1)),
             random.randrange(1, 3000), "function_%d" % i) for i in range(n)]
    callers = [{} for _ in keys]
    for file, line, name in keys:
        key = (file, line, name)
        for _ in range(5):
            count, time = random.randrange(1, 1000), random.random()
            callers[random.randrange(n)][key] = (count, count, time, time * 2)
    stats = {}
    for key, rows in zip(keys, callers):
        sums = [sum(row[i] for row in rows.values()) for i in range(4)]
        stats[key] = (sums[0] or 1, sums[1] or 1, sums[2], sums[3], rows)
    marshal.dump(stats, out)


def varint(n):
    text = b""
    while n >= 128:
        text += bytes([n & 127 | 128])
        n >>= 7
    return text + bytes([n])


def number(field, n):
    return varint(field << 3) + varint(n)


def field(field, text):
    return varint(field << 3 | 2) + varint(len(text)) + text


def write_pprof(out, size):
    """50,000 distinct stacks of 8 to 40 frames, each in many samples."""
    n, done = 20000, 0
    callees = [[random.randrange(1, n) for _ in range(6)] for _ in range(n)]
    ids = [varint(i) for i in range(n)]
    stacks = []
    for _ in range(50000):
        stack = [random.randrange(1, 20)]
        for _ in range(random.randrange(8, 40)):
            stack.append(random.choice(callees[stack[-1]]))
        stacks.append(field(1, b"".join(ids[i] for i in reversed(stack))))
    out.write(field(1, number(1, 1) + number(2, 2)))
    while done < size:
        sample = field(2, random.choice(stacks) +
                       field(2, varint(random.randrange(1, 9))))
        out.write(sample)
        done += len(sample)
    for i in range(1, n):
        out.write(field(4, number(1, i) + field(4, number(1, i))))
        out.write(field(5, number(1, i) + number(2, i + 2)))
    for text in ["", "samples", "count"] + ["f%d" % i for i in range(1, n)]:
        out.write(field(6, text.encode()))


def write_cpuprofile(out, size):
    children = [[] for _ in range(4000)]
    for i in range(1, 4000):
        children[random.randrange(max(0, i - 60), i)].append(i + 1)
    nodes = [{"id": i + 1, "children": children[i], "hitCount": 1,
              "callFrame": {"functionName": "f%d" % (i % 900), "lineNumber": i,
                            "scriptId": "1", "columnNumber": 3,
                            "url": "file:///src/module%d.js" % (i % 50)}}
             for i in range(4000)]
    nodes[0]["callFrame"].update(functionName="(root)", url="")
    n = size // 10
    samples = ",".join(str(random.randrange(2, 4001)) for _ in range(n))
    deltas = ",".join(str(random.randrange(900, 1300)) for _ in range(n))
    out.write(('{"nodes":%s,"startTime":0,"endTime":%d,"samples":[%s],'
               '"timeDeltas":[%s]}' % (json.dumps(nodes), n * 1100, samples,
                                       deltas)).encode())


def calls():
    """Yields (function, start, end or None), end None when the call begins: a
    random walk up and down the stack."""
    stack, time = [], 1000.0
    while True:
        time += random.randrange(1, 50) / 4
        if stack and (len(stack) > 40 or random.random() < .5):
            yield stack.pop() + (time,)
        else:
            stack.append((random.randrange(FUNCTIONS), time))
            yield stack[-1] + (None,)


def write_events(out, size, head, form, end):
    done, before = 0, b""
    out.write(head)
    for call in calls():
        text = form(*call)
        if not text:
            continue
        text = before + text.encode()
        before = b",\n"
        out.write(text)
        done += len(text)
        if done >= size:
            break
    out.write(end)


def speedscope_event(function, start, end):
    return '{"type":"%s","frame":%d,"at":%s}' % (
        "C" if end else "O", function, end or start)


def chrome_whole(function, start, end):
    return end and ('{"ph":"X","pid":7,"tid":9,"ts":%s,"dur":%s,"cat":"f",'
                    '"name":"function_%d"}' % (start, end - start, function))


def chrome_part(function, start, end):
    return ('{"ph":"%s","pid":7,"tid":9,"ts":%s,"cat":"f","name":"function_%d"}'
            % ("E" if end else "B", end or start, function))


def write(out, kind, size):
    if kind == "speedscope":
        frames = [{"name": "f%d" % i, "file": "m%d.c" % (i % 50), "line": i + 1}
                  for i in range(FUNCTIONS)]
        head = ('{"$schema":"https://www.speedscope.app/file-format-schema.json'
                '","shared":{"frames":%s},"profiles":[{"type":"evented","name":'
                '"main","unit":"microseconds","events":[' % json.dumps(frames))
        write_events(out, size, head.encode(), speedscope_event, b"]}]}")
    elif kind.startswith("chrome"):
        write_events(out, size, b'{"traceEvents":[\n',
                     chrome_whole if kind == "chrome-X" else chrome_part,
                     b"]}")
    else:
        {"callgrind": write_callgrind, "pstats": write_pstats,
         "pprof": write_pprof, "cpuprofile": write_cpuprofile}[kind](out, size)


random.seed(1)
write(sys.stdout.buffer, sys.argv[1], int(sys.argv[2]) * 1000000)
