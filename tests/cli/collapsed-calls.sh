# The calls into and inside of a collapsed cycle, in the tooltip of its box and
# on the page. main calls a twice and b once, which call each other 4 and 3
# times. b was executed 6 times, once more than the 1 + 4 calls of it say, so it
# has an entry as well.
cat > in.edges <<'EOF'
%edges 1
main 1 x1
a 2 x5
b 3 x6
c 4 x2
main -> a x2
main -> b x1
a -> b x4
b -> a x3
b -> c x2
EOF
"$PROF2DOT" --cycles=collapse in.edges 2>/dev/null |
    grep -o 'enters at [ab][^"]*calls [^"]*'
"$PROF2DOT" --cycles=collapse -T html in.edges | tr -d '\n' |
    grep -o '"member_calls": *\[.*\]\],"others' | head -c 600
echo

# Without --cycles=collapse, or without cycles, there are none.
"$PROF2DOT" -T html in.edges | grep -c '^.*"member_calls":'
printf '%%edges 1\na 1\nb 1\na -> b x1\n' > acyclic.edges
"$PROF2DOT" -T json --cycles=collapse acyclic.edges | grep -c member_calls

# A tooltip has room for some of the calls of a large cycle: 12 members with
# names of 600 bytes that all call each other.
awk 'BEGIN { for (i = 0; i < 12; i++) name[i] = sprintf("%0600d", i)
    print "%edges 1"
    for (i = 0; i < 12; i++) print "f" name[i] " 1 x11"
    for (i = 0; i < 12; i++) for (k = 0; k < 12; k++) if (i != k)
        print "f" name[i] " -> f" name[k] " x1" }' > large.edges
"$PROF2DOT" --cycles=collapse large.edges 2>/dev/null |
    grep -o 'and [0-9]* more[a-z ]*'
