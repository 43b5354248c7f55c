# C(i) counts all arcs into routine i, whatever their tail: calls that come from
# a library or from address 0 have no caller, but a share of the cost.
#
# By hand: in the sample, main calls formula 1,500,000 times, and nobody else
# does. T(formula) is 0.18 s. The sample gets an arc from address 0 to formula
# (0xb1b) with 3,000,000 calls. So C(formula) is 4,500,000, and 1/3 of T(formula)
# is main's, 0.06 s. The rest of main is its part of evaluate, 0.17 s.
cp "$SAMPLES/gmon/calc" "$SAMPLES/gmon/calc.gmon" .
rows() { # FILE
    "$PROF2DOT" -T text -n0 calc "$1" | grep -E ' (main|formula) '
}
rows calc.gmon
zeros='\0\0\0\0\0\0\0\0'
arc() { # FROM TO COUNT, as octal bytes
    printf '\1%b%b%b' "$1" "$2" "$3"
}
to='\0047\0013\0\0\0\0\0\0' # 0xb27, in the prologue of formula
many='\0300\0306\0055\0'    # 3,000,000
echo '-- from address 0'
{ cat calc.gmon && arc "$zeros" "$to" "$many"; } >null
rows null
echo '-- from behind the program, in two arcs'
half='\0140\0343\0026\0' # 1,500,000
far='\0\0\0\0\0377\0177\0\0'
{ cat calc.gmon && arc "$far" "$to" "$half" && arc "$zeros" "$to" "$half"; } >far
rows far
echo '-- to what is not in the program'
{ cat calc.gmon && arc "$to" "$far" "$many"; } >to
rows to
