# Prints the dependences of prof2dot -T json as bopedges.sh prints those of a
# trace: "f:2[main:6] -> g:3[main:7] 1 2", X before it between threads.
function field(name,    at, text) {
    at = index($0, "\"" name "\": ")
    text = substr($0, at + length(name) + 4)
    if (substr(text, 1, 1) == "\"")
        return substr(text, 2, index(substr(text, 2), "\"") - 1)
    sub(/[,}].*/, "", text)
    return text
}
# Of FILE:LINE or FILE:LINE:COLUMN.
function line(place,    part, n) {
    n = split(place, part, ":")
    return n > 2 ? part[n - 1] : part[n]
}
function end(who,    top) {
    top = field(who "_top")
    if (top != "null")
        top = name[field(who "_for")] ":" line(top)
    else
        top = "-"
    return name[field(who)] ":" line(field(who "_at")) "[" top "]"
}
/^    \{"id"/ { name[field("id")] = field("name") }
/^    \{"kind"/ {
    print (field("kind") == "X" ? "X " : "") end("writer") " -> " \
        end("reader") " " field("count") " " field("min_distance")
}
