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
"""
import heapq
import sys


def read_trace(path):
    """Returns the spans, the work, and the cuts: (wrote, read) -> timelines."""
    spans, work, cuts, low = {}, 0, {}, {}
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
    return spans, work, cuts


class Execution:
    def __init__(self, number):
        self.number, self.cost = number, 0
        self.waits = []    # (execution, wrote, read)
        self.is_after = []  # (thread, first, last)


def read_log(path):
    """Returns the executions in the order in which they ended."""
    writers, running, done = {}, {}, []
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
            # References that follow belong to another one.
            running[thread] = Execution(0)
    return done


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


def main():
    executions = read_log(sys.argv[1])
    spans, work, cuts = read_trace(sys.argv[2])
    total = sum(e.cost for e in executions)
    good = total == work
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
