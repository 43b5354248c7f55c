# Input comes from a pipe, and output goes to one that is closed.
echo 'main;a 1' | "$PROF2DOT" -T edges
echo 'main;a 1' | "$PROF2DOT" -T edges -
echo 'main;a 1' >in
echo 'main;b 2' | "$PROF2DOT" -T edges in -
# Opening "closed" waits until the other end has closed the pipe.
mkfifo closed
(cat closed; "$PROF2DOT" -T edges in; echo "closed: $?" >&2) |
    { exec <&-; : >closed; }
