# Records of bop-trace(5), most of which the tracer seldom writes: a good one is
# taken, and a bad one is named.
trace=$TESTS/readers/bop/spans
places() { # [FILE]: what is known of the program, but for the places
    "$PROF2DOT" -q --list-places "${1:-$trace}" 2>err | grep '^[^pa]'
}
echo 'Data:'
places "$TESTS/readers/bop/facts"
"$PROF2DOT" -q --list-places "$TESTS/readers/bop/facts" 2>err | grep '^p .* - 0 '
echo 'Records:'
while read -r record; do
    sed "s|^W .*|$record|" "$trace" >file
    "$PROF2DOT" -T edges file 2>&1 >/dev/null |
        sed -n "s/.*'\(.*\)' with known.*/\1/p; s/.*file: .*//; T; q" >said
    echo "$record: $(cat said)"
done <<'END'
p 0:1 a.c 1 2 - 3 - -
p 0:1 a.c 1 2 - 3 - - e
p 0:1 a.c 1 2 - 3 -
p 0:1 a.c 1 2 - x - -
p 0:1 a.c x 2 - 3 - -
p 0:1 a.c 1 x - 3 - -
p 0:1 %zz 1 2 - 3 - -
p 0:1
p
v 0:1 8 9 x
v 0:1 8 9
v 0:1 8 x x
v 0:1 x 9 x
v 0:1
v
o 0:1 0:2 x x++ sum
o 0:1 0:2 x x++
o 0:1 0:2 x
o 0:1
o
k 0:1 0
k 0:1 1
k 0:1 1 1 2 3
k 0:1 1 i,j - x -
k 0:1 2
k 0:1 x
k 0:1
k
a 0:1 x 0
a 0:1 x 1
a 0:1 x 3
a 0:1 x
a 0:1
a
L 4 3 0:11 1 2 3 0 0 0
L 4 4 0:11 1 2 3 0 0 0
L 3 0 0:11 1 2 3 0 0 0
L 5 0 0:11 1 2 3 0 0 0
L 4 3 0:11 1 2 3 0 0
L 4 3 0:11 1 2 3 0 0 x
L 4 3 0:11 1 2 3 x 0 0
L 4 3 0:11 1 2 x 0 0 0
L 4 3 0:11 1 x 3 0 0 0
L 4 3 0:11 x 2 3 0 0 0
L 4 x 0:11 1 2 3 0 0 0
W 0:1 0:2
W 0:1 9:2
W 0:1
W
t 0:1 1 2 2
t 0:1 1 2
t 0:1 1
t 0:1
t
c 0 0:1 1 1 2
c 1 0:1 0 1 2
c 9 0:1 1 1 2
c 1 0:1 1 1 x
c 1 0:1 1 1
c 1 0:1 1
c 1 0:1
D R 0:1 0:1 0:2 0:2 1 2 2
D R 0:1 0:1 0:2 0:2 1 3 2
D R 0:1 0:1 0:2 0:2 1 2
D R 0:1 0:1 0:2 0:2 1
D R 0:1 0:1 0:2 0:2
D R 0:1 0:1 0:2
D R 0:1 0:1
D R 0:1
D Q 0:1 0:1 0:2 0:2 1 2 2
s 6
s 2147483647
s 2147483648
s x
u main
u
w text name
w
n 1 2 0 0
n 1 2
n 1 x 0 0
END
