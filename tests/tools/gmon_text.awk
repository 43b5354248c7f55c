# Is the graph from gmon.out the one that gprof printed of it? Reads -T json of
# both, ours first, with names demangled; functions of one name are added up.
# Counts and calls must be the same; self times may differ by TICKS hundredths,
# which gprof's rounding of bins and of numbers takes: a function without calls
# may be missing in one of them for that reason. Totals are sums of parts
# of self times, so no total differs by more than all self times do together.
# That sum tells functions of one name apart by their counts, because rounding may
# add to one of them what it takes from the other.
# Prints what differs.
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
FNR == 1 { file++ }
/^    [{]"id": / {
    name = text("name")
    of[file, text("id")] = name
    names[name]
    there[file, name] = 1
    self[file, name] += number("self")
    total[file, name] += number("total")
    count[file, name] += number("count")
    one = name SUBSEP number("count")
    functions[one]
    own[file, one] += number("self")
    if (number("cycle"))
        cycles[file, name] = 1
}
/^    [{]"caller": / {
    call = of[file, text("caller")] " -> " of[file, text("callee")]
    calls[call]
    called[file, call] += number("count")
}
function distance(a, b) {
    return a > b ? a - b : b - a
}
END {
    for (one in functions)
        all += distance(own[1, one], own[2, one])
    for (name in names) {
        n++
        difference = distance(self[1, name], self[2, name])
        near = difference <= (TICKS + .5) / 100
        is_counted = count[1, name] || count[2, name]
        if ((!there[1, name] || !there[2, name]) && (is_counted || !near))
            bad(name ": only of " (there[1, name] ? "gmon.out" : "the text"))
        else if (count[1, name] != count[2, name])
            bad(name ": count " count[1, name] ", not " count[2, name])
        else if (cycles[1, name] != cycles[2, name])
            bad(name ": in a cycle or not")
        else if (!near)
            bad(name ": self " self[1, name] ", not " self[2, name])
        else if (distance(total[1, name], total[2, name]) > all + 1e-9)
            bad(name ": total " total[1, name] ", not " total[2, name])
    }
    for (call in calls)
        if (called[1, call] != called[2, call])
            bad(call ": count " called[1, call] ", not " called[2, call])
    if (!n)
        bad("no functions")
}
