# Prints what -T json -n0 -e0 has, in any order, "-" for what is not known:
#
#     NAME self total count
#     CALLER -> CALLEE count cost     "back" follows if it leads back in a cycle
#     cycle SELF COST INFLOW
#     whole N
function text(key) {
    return match($0, "\"" key "\": \"[^\"]*\"") ? \
           substr($0, RSTART + length(key) + 5, RLENGTH - length(key) - 6) : ""
}
function number(key) {
    return match($0, "\"" key "\": [-+.0-9e]+") ? \
           sprintf("%.9g", substr($0, RSTART + length(key) + 4, \
                                  RLENGTH - length(key) - 4)) : "-"
}
/^  "whole": / { print "whole", number("whole") }
/^    [{]"id": / {
    name[text("id")] = text("name")
    print text("name"), number("self"), number("total"), number("count")
}
/^    [{]"caller": / {
    print name[text("caller")], "->", name[text("callee")], number("count"), \
        number("cost") (/"back": true/ ? " back" : "")
}
/^    [{]"cycle": / { print "cycle", number("self"), number("cost"), \
                            number("inflow") }
