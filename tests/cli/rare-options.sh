# What rare options do to an output, and that those which repeat others do the same.
printf 'main;f 5000\nmain;g 3000\nmain;h 2000\n' >in
printf 'main;f 8000\nmain;g 2000\nmain;h 2000\n' >new
echo '-- a scale of colours that is bent'
for skew in 1 .3 4; do
    "$PROF2DOT" -q --no-legend -c color --skew=$skew in | tr ',[' '\n\n' |
        sed -n 's/^.*\(fillcolor\|color\)="\(#[0-9a-f]*\).*/\1 \2/p' | sort | uniq -c
done
echo '-- links'
for target in _top '"a&b"'; do
    "$PROF2DOT" -q --url=http://x/%n "--url-target=$target" in | tr ',[' '\n\n' |
        grep -o 'target=.*' | sort | uniq -c
done
echo '-- parts'
printf 'a 1/%d 1.5: 1 c:\n\t12 f (m)\n\n' 1 2 3 >threads
for most in 2 3; do
    "$PROF2DOT" -T folded --split-by=tid --split-most=$most -o parts$most threads
    ls parts$most 2>/dev/null
done
echo '-- the same'
same() { # OPTIONS = OPTIONS
    eval "\"\$PROF2DOT\" ${1% = *}" >one 2>&1
    eval "\"\$PROF2DOT\" ${1#* = }" >two 2>&1
    cmp one two && cmp -s one plain && echo "$1: nothing"
}
"$PROF2DOT" in >plain 2>&1
same '-T top --thread=2 threads = -T top --tid=2 threads'
same '--colormap=print in = --theme=print in'
same '-T top --compare in new = -T top --base=in new'
same '-T top --base=in new --compare-tolerance=30 = -T top --base=in new --margin=30'
same '--theme=color --color-nodes-by-selftime in = --theme=color --color-by=self in'
same '--theme=color --colour-nodes-by-selftime in = --theme=color --color-by=self in'
echo '-- only one direction'
for way in slower faster; do
    "$PROF2DOT" -q -T top --base=in --compare-only-$way new | sed -n '/^ .*[0-9]/p; /changed/p'
done
echo '-- --fail-if lists three'
for n in 1 2 3 4 5; do
    awk -v n=$n 'BEGIN { for (i = 1; i <= 5; i++) print "main;f" i, i <= n ? 2000 : 1000 }' >more
    awk 'BEGIN { for (i = 1; i <= 5; i++) print "main;f" i, 1000 }' >less
    "$PROF2DOT" -T csv --base=less --fail-if=+2%:self more 2>&1 >csv | grep -o 'fail-if: [0-9].*'
done
