# Are our numbers those of an independent computation? Reads -T edges (for the
# addresses), -T json -n0 -e0 and ref-default.json, which has a number a line:
# nodes with S, C (without self calls), Cself and T (of a member of a cycle: its
# self cost and its calls that leave the cycle), cycles with S, T and C, arcs
# with n, self_share and child_share (0 inside a cycle). Prints what differs.
function bad(what) {
    if (wrong++ < 5)
        print what
}
function text(key) {
    return match($0, "\"" key "\": \"[^\"]*\"") ? \
           substr($0, RSTART + length(key) + 5, RLENGTH - length(key) - 6) : ""
}
function number(key) {
    return match($0, "\"" key "\": [-+.0-9e]+") ? \
           substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4) + 0 \
           : 0
}
function near(a, b) {
    return a - b < 1e-9 && b - a < 1e-9
}
function same(a, b, what) {
    if (!near(a, b))
        bad(sprintf("%s: %.12g, not %.12g", what, a, b))
}
function from_hex(hex,   n, i) {
    for (i = 1; i <= length(hex); i++)
        n = 16 * n + index("0123456789abcdef", substr(hex, i, 1)) - 1
    return n
}
FNR == 1 { file++ }

file == 1 && / tag=[0-9a-f]+$/ {
    sub(/.* tag=/, "")
    address[++tags] = from_hex($0)
}

file == 2 && /^    [{]"id": / {
    at = address[++functions]
    of[text("id")] = at
    name[at] = text("name")
    self[at] = number("self")
    total[at] = number("total")
    count[at] = number("count")
    cycle[at] = number("cycle")
    if (number("entry") > 0 && !cycle[at])
        entered += total[at]
    whole += self[at]
}
file == 2 && /^    [{]"caller": / {
    caller = of[text("caller")]
    callee = of[text("callee")]
    calls++
    call_count[caller, callee] = number("count")
    cost[caller, callee] = number("cost")
    if (caller == callee) {
        self_calls[caller] = number("count")
        calls--
    } else if (!cycle[caller] || cycle[caller] != cycle[callee]) {
        leaving[caller] += number("cost")
    }
}
file == 2 && /^    [{]"cycle": / {
    n_cycles++
    c = number("cycle")
    cycle_self[c] = number("self")
    cycle_cost[c] = number("cost")
    inflow[c] = number("inflow")
}

file == 3 && /^"(nodes|cycles|arcs|dropped)": / { section = $1 }
file == 3 && /^]/ { section = "" }
file == 3 && /^"total_ticks"/ { ticks = number("total_ticks") }
file == 3 && /^"hz"/ { rate = number("hz") }
file == 3 && /^"[A-Za-z_]+": / {
    key = $1
    gsub(/[":]/, "", key)
    value[key] = key == "name" ? text("name") : number(key)
}
file == 3 && /^}/ && section == "\"nodes\":" {
    nodes++
    at = value["addr"]
    what = value["name"]
    if (name[at] != what)
        bad("at " at ": " name[at] ", not " what)
    same(self[at], value["S"], what ": self")
    same(count[at], value["C"] + value["Cself"], what ": count")
    same(self_calls[at], value["Cself"], what ": calls of itself")
    same(cycle[at] ? self[at] + leaving[at] : total[at], value["T"],
         what ": total")
    c = value["cycle"]
    if (!c != !cycle[at] || (c && (c in ours) && ours[c] != cycle[at]))
        bad(what ": in another cycle")
    if (c)
        ours[c] = cycle[at]
}
file == 3 && /^}/ && section == "\"cycles\":" {
    want_cycles++
    c = ours[value["num"]]
    what = "cycle " value["num"]
    same(cycle_self[c], value["S"], what ": self")
    same(cycle_cost[c], value["T"], what ": cost")
    same(inflow[c], value["C"], what ": calls from outside")
}
file == 3 && /^}/ && section == "\"arcs\":" {
    from = value["from"]
    to = value["to"]
    what = name[from] " -> " name[to]
    if (from != to)
        arcs++
    if (!((from, to) in call_count))
        bad(what ": missing")
    same(call_count[from, to], value["n"], what ": count")
    if (from != to && (!cycle[from] || cycle[from] != cycle[to]))
        same(cost[from, to], value["self_share"] + value["child_share"],
             what ": share")
}

END {
    if (!nodes || tags != functions || functions != nodes)
        bad(functions " functions, not " nodes)
    if (calls != arcs)
        bad(calls " calls, not " arcs)
    if (n_cycles != want_cycles)
        bad(n_cycles " cycles, not " want_cycles)
    same(whole, ticks / rate, "sum of self")
    # A cycle that nothing enters would be missing here.
    same(entered, whole, "sum of totals of what is entered")
}
