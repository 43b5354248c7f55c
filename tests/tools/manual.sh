# Prints a manual page with its list of formats as the program has it:
#
#     sh manual.sh man/prof2dot.1
"${PROF2DOT:-prof2dot}" --list-formats | awk '
FNR == NR {
    name = $1
    sub(/^[^ ]+ +/, "")
    list = list ".It Cm " name "\n" $0 ".\n"
    next
}
/^\.\\" end formats/ { skip = 0 }
!skip
/^\.\\" begin formats/ {
    printf ".Bl -tag -width Ds\n%s.El\n", list
    skip = 1
}' - "$1"
