# Sums up the event stream of a trace (mode=events) into the records that its
# end has: D, c and f, the latter without names.
#
#     awk -f bopsum.awk TRACE       what the events say
#     awk -f bopsum.awk -v end=1 TRACE   what the records say
function enter(thread, f, place, refs,    d) {
    settle(thread, refs)
    d = ++depth[thread]
    stack[thread, d] = f
    site[thread, d] = place
    caller[thread, d] = d > 1 ? stack[thread, d - 1] : 0
    at[thread, d] = refs
    active[thread, f]++
    open[thread, caller[thread, d], place, f]++
}
function settle(thread, refs) {
    if (depth[thread])
        self[stack[thread, depth[thread]]] += refs - marked[thread]
    marked[thread] = refs
}
function leave(thread, refs,    d, f, key) {
    settle(thread, refs)
    d = depth[thread]--
    f = stack[thread, d]
    key = caller[thread, d] " " site[thread, d] " " f
    calls[key]++
    if (--open[thread, caller[thread, d], site[thread, d], f] == 0)
        cost[key] += refs - at[thread, d]
    count[f]++
    if (--active[thread, f] == 0)
        inclusive[f] += refs - at[thread, d]
}
!end && $1 == "e" { enter($5, $2, $3, $4) }
!end && $1 == "x" { leave($4, $3) }
!end && $1 == "d" {
    key = $8 " " $2 " " $3 " " $5 " " $6
    distance = $8 == "X" ? 0 : $7 - $4
    n[key]++
    if (!(key in least) || distance < least[key])
        least[key] = distance
    if (distance > most[key])
        most[key] = distance
}
end && $1 == "D" { NF = 9 } # events do not have the optional fields
end && ($1 == "D" || $1 == "c") { print }
end && $1 == "f" && $7 { print "f", $2, $7, $8, $9 }
END {
    if (end)
        exit
    for (key in n)
        print "D", key, n[key], least[key], most[key] + 0
    for (key in calls)
        print "c", key, calls[key], cost[key] + 0
    for (f in count)
        print "f", f, count[f], self[f] + 0, inclusive[f] + 0
}
