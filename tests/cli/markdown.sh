# Names cannot become markup, tags or mentions of a user. The table has at most
# 30 functions, those with the largest self cost.
cat >marks <<'EOF'
main;std::vector<int>::push_back(int&) 30
main;@user/module:f 20
main;a|b`c*d_e[f](g)' 10
EOF
"$PROF2DOT" -f folded -T markdown marks
awk 'BEGIN { for (i = 1; i <= 40; i++) print "main;f" i, i }' |
    "$PROF2DOT" -f folded -T markdown - >many
grep -c '^| .* | f' many
sed -n '3p;$p' many
# A line end in a name does not end the row.
cat >breaks <<'EOF'
%edges 1
"one\x0atwo" 3 module="/lib/one\x0atwo"
"one\x0dtwo" 2 module="/lib/one\x0dtwo"
EOF
"$PROF2DOT" -T markdown breaks
