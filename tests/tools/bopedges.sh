#!/bin/sh
# Prints the dependences of a trace for people and tests:
#
#     bopedges.sh TRACE
#
#     f:2[main:6] -> g:3[main:7] 1 2
#
# that is, function:line and, in brackets, the toplev location, of who wrote
# and who read, how often, and the least distance; X before it where the
# thread is another. Lines of "-" are not known. addr2line finds the lines.
set -u
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT

# The places of a module, once each.
awk '$1 == "D" { for (i = 3; i <= 6; i++) if ($i ~ /^[0-9]+:/) print $i }' \
    "$1" | sort -u >"$work/places"

# place TAB line, by module.
for module in $(cut -d: -f1 "$work/places" | sort -u); do
    path=$(awk -v m="$module" '$1 == "m" && $2 == m { print $NF }' "$1")
    grep "^$module:" "$work/places" >"$work/some"
    cut -d: -f2 "$work/some" | addr2line -e "$path" |
        sed -e 's/ (discriminator.*//' -e 's/.*://' |
        paste "$work/some" -
done >"$work/lines"

awk -v lines="$work/lines" '
function hex(text,    i, n) {
    for (i = 1; i <= length(text); i++)
        n = n * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
    return n
}
# The function of the nearest address below.
function owner(place,    part, at, f, best, name) {
    split(place, part, ":")
    at = hex(part[2])
    best = -1
    for (f in start)
        if (module[f] == part[1] && start[f] <= at && start[f] > best) {
            best = start[f]
            name = names[f]
        }
    return best < 0 ? "?" : name
}
function show(place) {
    if (place == "-")
        return "-"
    if (place in literal)
        return literal[place]
    if (!(place in shown))
        shown[place] = owner(place) ":" line[place]
    return shown[place]
}
BEGIN {
    while ((getline text < lines) > 0) {
        split(text, part, "\t")
        line[part[1]] = part[2]
    }
}
$1 == "l" { literal[$2] = $3 ":" $4 }
$1 == "f" && $3 ~ /:/ {
    split($3, part, ":")
    module[$2] = part[1]
    start[$2] = hex(part[2])
    names[$2] = $4
}
$1 == "D" { row[++n] = $0 }
END {
    for (i = 1; i <= n; i++) {
        $0 = row[i]
        print ($2 == "X" ? "X " : "") show($3) "[" show($4) "] -> " \
            show($5) "[" show($6) "] " $7 " " $8
    }
}' "$1" | sort
