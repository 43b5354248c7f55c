# Filters and comparisons estimate cycles as --cycles says: what --base compares
# with a stored JSON of the same estimate has not changed.
cat >in <<'EOF'
%edges 1
main 0 x1
main -> a x1
a 10 x4
a -> b x4
b 85
a -> c x3
c 5 x3
c -> a x3
c -> leaf x2
leaf 7
EOF
for cycles in split walk tree; do
    "$PROF2DOT" -q --cycles=$cycles -T json in -o $cycles.json
    echo "$cycles: $("$PROF2DOT" -q --cycles=$cycles --base=$cycles.json -T text in | grep ' c$')"
    "$PROF2DOT" -q --cycles=$cycles --prune-from=^leaf -T text in | grep ' c$'
done
"$PROF2DOT" -q --cycles=walk --base=split.json -T text in | grep ' c$'
# The calls of a module cost what its functions' calls cost in the same estimate.
cat >modules <<'EOF'
%edges 1
main 0 x1 module=m
a 10 x4 module=x
b 85 module=y
c 5 x3 module=y
leaf 7 module=z
main -> a x1
a -> b x4
a -> c x3
c -> a x3
c -> leaf x2
EOF
for cycles in split walk tree; do
    "$PROF2DOT" -q --granularity=module --cycles=$cycles -T edges modules | grep -e '->'
done
# A function whose range reaches the threshold stays, whatever split gives it; the
# page has the range.
echo "$("$PROF2DOT" -q -n 50 -T text in | grep ' c$')"
"$PROF2DOT" -q -n 50 --cycles=split -T text in | grep ' c$' || echo 'c is left out'
"$PROF2DOT" -q -T html in | grep -o '"at least [^"]*"' | sort -u
"$PROF2DOT" -q --cycles=split -T html in | grep -c '"at least' || :
