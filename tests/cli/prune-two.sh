# --prune-from with a match above another one, from calls and from stacks: what
# f1 does for its own entry is not charged to f0.
cat >calls <<'END'
%edges 1
f0 0 entry=1
f1 1 entry=1
f2 0
f0 -> f1 x1
f1 -> f2 x2
END
printf 'f0;f1 1\nf1 1\n' >stacks
for input in calls stacks; do
    prof2dot -T text --prune-from='f[02]' -n0 "$input"
done
