# The times that a page keeps: python3 adds up the costs of each function in
# some ranges of slices, and -T json --time has to say the same.
. "$TESTS/tools/say.sh"

command -v python3 >/dev/null || {
    echo 'skipped pagetimes: there is no python3'
    exit
}

cat >ranges.py <<'EOF2'
import base64, json, subprocess, sys, zlib

program, page, profile = sys.argv[1:]
text = open(page, encoding="utf-8").read()
start = text.index('id="data">') + len('id="data">')
data = json.loads(text[start:text.index("</script>", start)])
times, nodes = data["times"], data["contexts"]["nodes"]
event, n_threads = data["choices"]["event"], len(data["choices"]["threads"])

# [slice, node, cost] of the drawn event
rows = []
numbers, number, shift = [], 0, 0
for byte in zlib.decompress(base64.b64decode(times["data"])):
    number |= (byte & 127) << shift
    shift += 7
    if byte < 128:
        numbers.append(number)
        number = shift = 0
at = 0
while at < len(numbers):
    kind, n = numbers[at:at + 2]
    at, slice_, node = at + 2, 0, 0
    for _ in range(n):
        step, way, cost = numbers[at:at + 3]
        at += 3
        slice_ += step
        node += -(way + 1) // 2 if way % 2 else way // 2
        if kind // n_threads == event:
            rows.append([slice_ - 1, node, cost * times["costs"]])

stacks, path = [], []
for i in range(0, len(nodes), 3):
    if i:
        del path[len(path) - nodes[i + 1]:]
    path.append(nodes[i])
    stacks.append(list(path))

def bound(slice_):
    return (times["first"] + slice_) * times["width"]

bad = compared = 0
for low, high in [(0, 1), (.25, .5), (.31, .83), (.6, 1)]:
    first, last = (int(part * times["slices"]) for part in (low, high))
    wanted = {}
    for slice_, node, cost in rows:
        if not first <= slice_ < last:
            continue
        wanted.setdefault(stacks[node][-1], [0, 0])[0] += cost
        for row in set(stacks[node]):
            wanted.setdefault(row, [0, 0])[1] += cost
    wanted = {data["functions"][row][0]: costs
              for row, costs in wanted.items() if costs[1] > 0}
    answer = subprocess.run(
        [program, "-q", "-T", "json", "-n0", "-e0", "--nodecount=5000",
         f"--time={bound(first):.6f},{bound(last) - 1e-9:.9f}", profile],
        capture_output=True, text=True)
    found = {f["id"]: [f["self"], f["total"]]
             for f in json.loads(answer.stdout)["functions"]} \
        if answer.returncode == 0 else {}
    compared += len(found)
    if found.keys() != wanted.keys() or any(
            abs(a - b) > 1e-5 * a + 1e-7
            for f in found for a, b in zip(found[f], wanted[f])):
        bad += 1
        print(f"{low} to {high}: found {wanted}, not {found}")
sys.exit(bad > 0 or not compared)
EOF2

for file in perf/words perf/threads perfdata/small.data firefox/threads.json \
    chrome/shapes.json cpuprofile/walk.cpuprofile speedscope/threads.json \
    jfr/Words.jfr.txt stackprof/walk.json xctrace/walk.xml xperf/words.csv; do
    "$PROF2DOT" -q -T html -o page.html "$SAMPLES/$file" &&
        python3 ranges.py "$PROF2DOT" page.html "$SAMPLES/$file" >differences
    say "times in a page of $file" "$(head -c 300 differences)"
done
