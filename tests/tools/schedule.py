"""Schedules the executions of a log that a tracer built with BOP_SPAN_LOG
leaves, and compares the results with the trace of the same run.

    schedule.py LOG TRACE

Finds out from the addresses of all references which executions wait for which
others, without a look at what the tracer made of them. Then a list scheduler
gives each execution, in the order of the run, to the first free one of P
processors; with as many processors as executions its time is the span. Prints
"timeline references span scheduled" for the program and for each candidate, and
"P least found most" for 2, 4, 8 and 16 processors, and ends with status 1 if a
span differs by more than 5 % or a time is out of its bounds.

Does the same for each run of a function under study and each execution of a loop,
with the executions of threads that were created and joined in it, and prints
"function|loop number references span scheduled" for the sums.
"""
import heapq
import sys


def read_trace(path):
    """Returns the spans, the work, the cuts: (wrote, read) -> timelines, and the
    work and span of functions and loops: (function, nest) -> sums."""
    spans, work, cuts, low, parts = {}, 0, {}, {}, {}
    for line in open(path):
        words = line.split()
        if words[:1] == ['m']:
            low[words[1]] = int(words[2], 16)
        if words[:2] == ['S', 'p']:
            spans[int(words[2])] = int(words[4])
            work = int(words[3])
        if words[:2] == ['S', 'i']:
            ends = []
            for site in words[2:4]:
                module, address = site.split(':')
                ends.append(low[module] + int(address, 16) + 1)
            cuts.setdefault(tuple(ends), set()).add(int(words[4]))
        if words[:2] in (['S', 'f'], ['S', 'l']):
            n = int(words[2])
            part = (n, 0) if words[1] == 'f' else (0, n)
            parts[part] = int(words[3]), int(words[4])
    return spans, work, cuts, parts


class Execution:
    def __init__(self, number):
        self.number, self.cost = number, 0
        self.waits = []    # (execution, wrote, read)
        self.is_after = []  # (thread, first, last)


class Region:
    """A run of a function or loop: the executions that belong to it."""
    def __init__(self, function, nest):
        self.part, self.members = (function, nest), []


class Thread:
    """The regions that run in a thread, and those that run where it was created:
    the executions that they get when it is joined."""
    def __init__(self):
        self.own, self.outer = [], {}


def note_region(threads, regions, what, thread, a, b):
    """Follows the records about functions, loops and threads."""
    t = threads.setdefault(thread, Thread())
    if what == 'f':
        t.own.append(Region(a, b))
        regions.append(t.own[-1])
    if what == 'g':
        t.own.pop()
    if what == 'c':
        parent = threads[str(a)]
        t.outer = {r: [] for r in [*parent.outer, *parent.own]}
    if what == 'j':
        for region, executions in threads[str(a)].outer.items():
            if region in t.own:
                region.members += executions
            elif region in t.outer:
                t.outer[region] += executions


def note_execution(t, execution):
    for region in t.own:
        region.members.append(execution)
    for executions in t.outer.values():
        executions.append(execution)


def read_log(path):
    """Returns the executions in the order in which they ended, and the regions."""
    writers, running, done, threads, regions = {}, {}, [], {}, []
    for line in open(path):
        what, thread, addr, n, at = line.split()
        addr, n, at = int(addr), int(n), int(at)
        if what == 'n':
            running[thread] = Execution(n)
        here = running.get(thread)
        if what == 'a':
            here.is_after.append((thread, addr, n))
        if what == 'r':
            seen = set()
            for byte in range(addr, addr + n):
                if byte in writers and writers[byte][0] is not here:
                    seen.add(writers[byte])
            here.waits += [(w, wrote, at) for w, wrote in seen]
        if what == 'w':
            for byte in range(addr, addr + n):
                writers[byte] = (here, at)
        if what == 'u':
            here.cost = n
            here.thread = thread
            done.append(here)
            note_execution(threads.setdefault(thread, Thread()), here)
            # References that follow belong to another one.
            running[thread] = Execution(0)
        if what in 'fgcj':
            note_region(threads, regions, what, thread, addr, n)
    return done, regions


def edges(executions, cuts, timeline):
    """Returns the executions that each one waits for, by index. A sum is there
    when all of its addends are."""
    index = {id(e): i for i, e in enumerate(executions)}
    by_number = {e.number: i for i, e in enumerate(executions)}
    before = []
    for i, e in enumerate(executions):
        waits = set()
        for w, wrote, read in e.waits:
            cut = cuts.get((wrote, read), ())
            if 0 not in cut and timeline not in cut and id(w) in index:
                waits.add(index[id(w)])
        for thread, first, last in e.is_after:
            waits.update(by_number[k] for k in range(first, last + 1)
                         if k in by_number and
                         executions[by_number[k]].thread == thread)
        before.append(waits - {i})
    return before


def add_sums(executions, cuts, before):
    """Lets the readers of a sum wait for all addends, not only for the last."""
    sums = {wrote for (wrote, read), lines in cuts.items() if 0 in lines}
    if not sums:
        return
    index = {id(e): i for i, e in enumerate(executions)}
    addends = {}  # site -> executions that read its last value, cut
    chain = {}
    for i, e in enumerate(executions):
        for w, wrote, read in e.waits:
            if 0 in cuts.get((wrote, read), ()) and id(w) in index:
                chain.setdefault((i, wrote), set()).add(index[id(w)])
    for i, e in enumerate(executions):
        for w, wrote, read in e.waits:
            if wrote not in sums or 0 in cuts.get((wrote, read), ()):
                continue
            at = [index[id(w)]] if id(w) in index else []
            while at:
                k = at.pop()
                if k in addends.setdefault((i, wrote), set()):
                    continue
                addends[i, wrote].add(k)
                before[i].add(k)
                at.extend(chain.get((k, wrote), ()))


def schedule(executions, before, processors):
    """Returns the time of a list schedule."""
    after = [[] for _ in executions]
    missing = [len(b) for b in before]
    for i, waits in enumerate(before):
        for w in waits:
            after[w].append(i)
    ready = [i for i, n in enumerate(missing) if n == 0]
    heapq.heapify(ready)
    running, now, n_done = [], 0, 0
    while ready or running:
        while ready and (processors is None or len(running) < processors):
            i = heapq.heappop(ready)
            heapq.heappush(running, (now + executions[i].cost, i))
        now, i = heapq.heappop(running)
        n_done += 1
        for k in after[i]:
            missing[k] -= 1
            if missing[k] == 0:
                heapq.heappush(ready, k)
    if n_done < len(executions):
        sys.exit('executions wait for each other')
    return now


def check_parts(regions, cuts, parts):
    """Compares the spans of functions and loops."""
    sums, good = {}, True
    for region in regions:
        members = sorted(region.members, key=lambda e: e.order)
        before = edges(members, cuts, 0)
        add_sums(members, cuts, before)
        work, span = sums.get(region.part, (0, 0))
        sums[region.part] = (work + sum(e.cost for e in members),
                             span + schedule(members, before, None))
    for part, (work, span) in sorted(parts.items()):
        found = sums.get(part, (0, 0))
        print('function' if part[0] else 'loop', sum(part), work, span, *found)
        good = good and work == found[0] and abs(span - found[1]) <= .05 * span
    return good


def main():
    executions, regions = read_log(sys.argv[1])
    for order, e in enumerate(executions):
        e.order = order
    spans, work, cuts, parts = read_trace(sys.argv[2])
    total = sum(e.cost for e in executions)
    good = total == work and check_parts(regions, cuts, parts)
    for timeline, span in sorted(spans.items()):
        before = edges(executions, cuts, timeline)
        add_sums(executions, cuts, before)
        found = schedule(executions, before, None)
        print(timeline, total, span, found)
        good = good and abs(span - found) <= .05 * found
        if timeline:
            continue
        for p in 2, 4, 8, 16:
            time = schedule(executions, before, p)
            least, most = max(work / p, span), work / p + span
            print(p, round(least), time, round(most))
            good = good and least * .95 <= time <= most * 1.05
    sys.exit(not good)


main()
