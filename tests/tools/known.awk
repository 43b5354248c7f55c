# Are all differences known? Reads known-differences and then lines
# "CASE" (was compared) and "CASE<TAB>DIFFERENCE". Prints a line for each case
# and for each row of known-differences that is out of date.
#
# Those rows are "GLOB<TAB>REGEX<TAB>REASON": differences of the cases that
# match GLOB (of which only "*" is special) are known if they match REGEX.
BEGIN { FS = "\t" }

FNR == NR && (/^#/ || /^$/) { next }

FNR == NR {
    glob = $1
    gsub(/[]{}().+?|^$\\[]/, "\\\\&", glob)
    gsub(/\*/, ".*", glob)
    globs[++rows] = "^" glob "$"
    regexes[rows] = $2
    places[rows] = FNR
    next
}

NF == 1 {
    cases[++n] = $1
    next
}

{
    known = 0
    for (row = 1; row <= rows; row++)
        if ($1 ~ globs[row] && $2 ~ regexes[row])
            known = used[row] = 1
    if (!known && unknown[$1]++ == 0)
        first[$1] = $2
}

END {
    for (i = 1; i <= n; i++)
        if (unknown[cases[i]])
            printf "FAILED corpus %s numbers: %d unknown differences: %s\n",
                cases[i], unknown[cases[i]], first[cases[i]]
        else
            printf "ok corpus %s numbers\n", cases[i]
    for (row = 1; row <= rows; row++)
        if (!used[row])
            printf "FAILED known-differences:%d: nothing differs like this\n",
                places[row]
}
