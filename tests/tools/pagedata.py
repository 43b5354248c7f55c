"""Checks that a page has the numbers of -T json:  pagedata.py PAGE JSON

JSON must show the whole profile; the page may draw a part of it."""
import json
import re
import sys

page = open(sys.argv[1], encoding="utf-8", newline="").read()
want = json.load(open(sys.argv[2], encoding="utf-8"))
text = re.search(r'<script type="application/json" id="data">(.*?)</script>',
                 page, re.S).group(1)
assert "<" not in text, "bytes that HTML reads"
data = json.loads(text)


def rounded(values):
    """Costs of a page with times are sums over slices of time, which differ
    in their last digits from sums over samples."""
    return [float(f"{v:.12g}") if isinstance(v, float) else v for v in values]


modules = data["modules"]

ids = [row[0] for row in data["functions"]]
functions = {}
# exact is 1, or else 0 or the text of a range.
for row in data["functions"]:
    (id, label, name, symbol, module, file, line, self, _, total, _, count,
     cycle, exact, box) = row
    functions[id] = (label, symbol or name or label,
                     None if module is None else modules[module], file,
                     line or None, self, total, count, cycle, exact == 1)
    has_node = f'<g id="{id}" class="node fn' in page
    assert has_node == (box == len(functions) - 1), f"{label}: drawn"
    assert box is None or f'<g id="{ids[box]}" class="node fn' in page, label
for f in want["functions"]:
    # Equal labels are made distinct only for functions that are drawn.
    mine = (f["label"], f["name"], f["module"], f["file"], f["line"],
            f["self"], f["total"], f["count"], f["cycle"], f["exact"])
    theirs = functions[f["id"]]
    assert rounded(theirs[1:]) == rounded(mine[1:]), \
        f"{mine}: {theirs}"
    assert f["label"].startswith(theirs[0]), f"{mine}: {theirs}"
# The last ones have cost in other events only.
assert len(functions) - data["others"] == len(want["functions"]), \
    "number of functions"

calls = {}
for caller, callee, cost, _, count, exact, kind in data["calls"]:
    calls[ids[caller], ids[callee]] = (cost, count, kind)
    drawn = f'<g id="{ids[caller]}_{ids[callee]}" class="edge call' in page
    assert drawn == (kind not in (None, "noted", "folded")), "a call's kind"
for c in want["calls"]:
    cost, count, kind = calls[c["caller"], c["callee"]]
    assert rounded([cost, count]) == rounded([c["cost"], c["count"]]), \
        f"a call: {c}"
assert len(calls) == len(want["calls"]), "number of calls"
