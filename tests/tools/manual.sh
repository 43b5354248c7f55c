#!/bin/sh
# Prints a manual page with its lists of formats, themes and outputs as --help
# has them:
#
#     sh manual.sh man/prof2dot.1
#
# Each list stands between the comments `.\" begin NAME` and `.\" end NAME`.
"${PROF2DOT:-prof2dot}" --help | awk '
# A heading begins with a capital letter; a description may continue on lines
# that begin with many blanks.
FNR == NR {
    if (/^[A-Z]/) {
        list = tolower($1)
        sub(/,$/, "", list)
    } else if (/^          /)
        items[list] = items[list] " " substr($0, 31)
    else if (NF)
        items[list] = items[list] (n[list]++ ? ".\n" : "") ".It Cm " $1 \
                      "\n" substr($0, 31)
    next
}
/^\.\\" end / { skip = 0 }
!skip
/^\.\\" begin / {
    print items[$3] "."
    skip = 1
}' - "$1"
