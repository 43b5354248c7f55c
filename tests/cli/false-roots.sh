# perf ends a chain of frame pointers that leads nowhere with the address 0, or
# with a number that stood there, and no module. Such an outermost frame is no
# function: stacks are cut inside it. --addresses keeps it.
sample() { # FRAMES...
    printf 'prog 1 1.000000: cycles:\n'
    printf '\t%s\n' "$@"
    echo
}
nowhere='0 [unknown] ([unknown])'
nothing='7f00 [unknown] ([unknown])'
stripped='4000 [unknown] (/bin/prog)'
{
    sample '10 f+0x1 (/bin/prog)' "$nowhere"
    sample '20 g+0x1 (/bin/prog)' '10 f+0x1 (/bin/prog)' "$nothing" "$nowhere"
    # These frames are functions: code of a known module, and frames between
    # others.
    sample '10 f+0x1 (/bin/prog)' "$stripped" "$nowhere"
    sample '10 f+0x1 (/bin/prog)' "$nothing" '20 main+0x1 (/bin/prog)'
    # A sample belongs somewhere: the innermost frame stays.
    sample "$nothing" "$nowhere"
    sample "$nowhere"
} >stacks
"$PROF2DOT" -q -T folded stacks
echo '-- the stacks count as cut'
"$PROF2DOT" -q -T json stacks |
    sed -n 's/.*\("headless".*\), "unres.*/\1/p'
"$PROF2DOT" -q stacks | dotlist -l | grep 'totals are'
"$PROF2DOT" -q -T text stacks | sed -n 2p
"$PROF2DOT" -q -T markdown stacks | sed -n '$p'
"$PROF2DOT" -q -T html stacks | grep -c 'totals are too low: 83.3%'
"$PROF2DOT" -q --total=callratios stacks | dotlist -l | grep 'totals are\|83.3%'
echo '-- --addresses'
"$PROF2DOT" -q --addresses -T folded stacks

# In folded stacks a module is unknown. The name of a process may stand outside.
echo '-- folded'
cat >labelled.folded <<'END'
prog;[unknown];[unknown];f 4
prog;[unknown];f;[unknown] 2
prog;[unknown] 1
prog;_start;main;[unknown];f 8
END
"$PROF2DOT" -q -T folded labelled.folded
echo '-- without a label'
printf '%s\n' '[unknown];f 3' 'main;[unknown];f 5' '[unknown] 2' >plain.folded
"$PROF2DOT" -q -T folded plain.folded

# Totals are called exact if less than 1 % of the cost is in cut stacks.
echo '-- 1 % and less'
printf '%s\n' 'main;f 99' 'g 1' >one.folded
printf '%s\n' 'main;f 1000' 'g 10' >less.folded
for file in one less; do
    "$PROF2DOT" -q $file.folded | dotlist -l | grep 'totals are\|1[.].% of the cost has'
done
