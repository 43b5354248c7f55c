# Are the totals of functions outside cycles those that gprof printed? Reads
# gprof's report, then -T json of it or of the gmon.out. gprof prints the total
# in two parts, self and children; TOLERANCE is how many hundredths of a second
# ours may differ from their sum. Functions of one name are added up. Prints
# what differs and last "largest D", the largest difference in seconds. With
# TABLE it prints rows of a table that begin with this text instead: the whole,
# and the numbers of three functions near the top of the report.
function text(key) {
    return match($0, "\"" key "\": \"([^\"\\\\]|\\\\.)*\"") ? \
           substr($0, RSTART + length(key) + 5, RLENGTH - length(key) - 6) : ""
}
function number(key) {
    return match($0, "\"" key "\": [-+.0-9e]+") ? \
           substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4) + 0 \
           : 0
}
function distance(a, b) {
    return a > b ? a - b : b - a
}
FNR == 1 { file++ }
{ sub(/\r$/, "") }
file == 1 && /^granularity: .* of [0-9.]+ seconds/ { granularity = $(NF - 1) }
# A primary line; decimal commas and columns that touch are left out.
file == 1 && /^\[[0-9]+\] +[0-9.]+ +[0-9]+[.][0-9][0-9] +[0-9]+[.][0-9][0-9] / {
    name = $0
    sub(/ [[][0-9]+[]]$/, "", name)
    for (i = 1; i <= 4; i++)
        sub(/^ *[^ ]+/, "", name)
    sub(/^ +[0-9]+([+][0-9]+)? +/, "", name)
    sub(/^ +/, "", name)
    if (name ~ /(^| )<[^<>]*[0-9][^<>]*>$/) # a cycle, in any language
        next
    if (!n[name]++)
        names[++functions] = name
    printed_self[name] += $3
    printed[name] += $3 + $4
}
file == 2 && /^  "whole": / { whole = number("whole") }
file == 2 && /^    [{]"id": / {
    name = text("name")
    found[name]++
    self[name] += number("self")
    total[name] += number("total")
}
END {
    if (TABLE) {
        row = "%-22s %9s %9.2f %9.4f"
        printf row "\n", TABLE, "whole", granularity, whole
        for (i = 2; i <= functions && i <= 4; i++)
            printf row " %9.2f %9.4f\n", TABLE, names[i],
                   printed_self[names[i]], self[names[i]],
                   printed[names[i]], total[names[i]]
        exit
    }
    for (i = 1; i <= functions; i++) {
        name = names[i]
        difference = distance(printed[name], total[name]) / n[name]
        if (difference > largest)
            largest = difference
        if (found[name] != n[name])
            print name ": " found[name] + 0 " functions, not " n[name]
        else if (difference > TOLERANCE / 100 + 1e-9)
            print name ": total " total[name] ", not " printed[name]
    }
    print "largest " largest + 0
}
