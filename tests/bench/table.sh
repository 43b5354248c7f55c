#!/bin/sh
# Prints the table of samples/docs/comparison.md from the results of make bench:
#
#     tests/bench/table.sh [build/bench.json]
#
# A cell has seconds of processor time, how many times prof2dot's that is, and
# the peak memory in MB.
awk -F'"' '
function number(name) {
    if (!match($0, "\"" name "\": [0-9.]+"))
        return 0
    return substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 4)
}
function short(x) { return sprintf(x < 1 ? "%.3f" : "%.2f", x) }
function flush_group(    i, other) {
    if (group == "" || !ours)
        return
    other = ""
    for (i = 1; i <= n; i++)
        other = other (i > 1 ? "; " : "") names[i] " " short(cpu[i]) ", " \
            sprintf("%.3g", cpu[i] / ours) " times, " \
            sprintf("%.0f MB", memory[i])
    printf "| %s | %s | %s, %.0f MB | %s |\n", group,
        floor ? floor_name " " short(floor) : "", short(ours), our_memory, other
}
BEGIN {
    print "| input | floor | prof2dot | others |"
    print "|---|---|---|---|"
}
/"group": / && !/"failed"/ {
    if ($4 != group) {
        flush_group()
        group = $4; floor = ours = n = 0
    }
    if ($8 ~ /^floor/) {
        floor = number("cpu"); floor_name = substr($8, 8)
    } else if ($8 == "prof2dot") {
        ours = number("cpu"); our_memory = number("memory") / 1e6
    } else {
        n++
        names[n] = $8
        gsub(/[|]/, "to", names[n])
        cpu[n] = number("cpu"); memory[n] = number("memory") / 1e6
    }
}
END { flush_group() }' "${1:-build/bench.json}"
