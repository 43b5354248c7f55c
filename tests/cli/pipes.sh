# Standard input and closed pipes.
echo 'main;a 1' | "$PROF2DOT" -T edges
echo 'main;a 1' | "$PROF2DOT" -T edges -
echo 'main;a 1' >in
echo 'main;b 2' | "$PROF2DOT" -T edges in -
# The pipe is closed for sure once "closed" can be read from.
mkfifo closed
(cat closed; "$PROF2DOT" -T edges in; echo "closed: $?" >&2) |
    { exec <&-; : >closed; }
