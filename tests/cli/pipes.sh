# Standard input and closed pipes.
echo 'main;a 1' | "$PROF2DOT" -T edges
echo 'main;a 1' | "$PROF2DOT" -T edges -
echo 'main;a 1' >in
echo 'main;b 2' | "$PROF2DOT" -T edges in -
("$PROF2DOT" -T edges in; echo "closed: $?" >&2) | :
