# --split-by: each part is what the option of the same name counts, and nothing
# is written unless all of it is.
samples=$SAMPLES/perf/threads
draw() {
    "$PROF2DOT" "$@"
    echo "$*: $?"
}
for to in folded svg pprof; do
    for key in tid event; do
        "$PROF2DOT" -q $samples --split-by=$key -T $to -o parts || echo "$?"
        ls parts
        for part in parts/*; do
            value=${part#*-}
            "$PROF2DOT" -q $samples --$key=${value%%.*} -T $to -o whole
            if [ $to = pprof ]; then # with the key as a label
                events='cpu-clock page-faults'
                [ $key = event ] && events=${value%%.*}
                for event in $events; do
                    for file in $part whole; do
                        "$PROF2DOT" -q $file --event=$event -T folded >$file.text
                    done
                    cmp $part.text whole.text
                done
            else # the legend knows what else the whole input has; so does the id
                for file in $part whole; do
                    sed 's/also recorded: [^&]*&#10;//; s/"g[0-9a-f]\{12\}/"ID/g
                        s/ g[0-9a-f]\{12\}/ ID/' $file >$file.text
                done
                cmp $part.text whole.text
            fi
        done
        rm -r parts
    done
done
echo '# by module: the sums of the innermost frames'
"$PROF2DOT" -q $samples --split-by=module -T folded -o parts
for part in parts/*; do
    awk -v file="$part" '{ n += $NF } END { print file, n }' $part
done
"$PROF2DOT" -q $samples --list-modules
rm -r parts
echo '# filters leave nothing of some parts'
draw $samples --split-by=comm -T folded --focus=count -o parts
ls parts
rm -r parts
draw -q $samples --split-by=comm -T folded --focus=nobody -o parts
echo '# names'
printf 'a;../x y`b 3\n/lib/x`main 1\n' >odd.folded
draw odd.folded --split-by=module -T html -o parts
ls parts
cat parts/index.html
echo '# --root and --leaf that only some parts have'
printf 'alpha 1/1 1.0: 1 cycles:\n\t1 f (x)\n\t2 main (x)\n\nbeta 2/2 2.0: 1 cycles:\n\t1 g (x)\n\t2 start (x)\n\n' >two.perf
for options in '--root=main*' '--leaf=g*' '--root=main* --root=start*' \
    '--root=main* --leaf=g*' '--root=nobody'; do
    draw two.perf --split-by=comm $options -T text -o roots
    ls roots && rm -r roots
done
draw two.perf --split-by=comm --root=nobody -T folded -o roots
ls roots && rm -r roots
echo '# what is refused'
draw odd.folded --split-by=module -T folded -o parts
rm -r parts
mkdir empty
draw odd.folded --split-by=module -T folded -o empty
ls empty
draw odd.folded --split-by=module --split-most=1 -T folded -o parts
draw odd.folded --split-by=comm -T folded -o parts
draw odd.folded --split-by=event -T folded -o parts
draw $samples -q --split-by=host -T folded -o parts
draw $samples --split-by=tid -T folded
draw $samples --split-by=tid -T folded -o parts --base=$samples
draw $samples --split-by=tid --list-events -o parts
draw $samples --split-by=tid --tags=comm -T svg -o parts
draw $SAMPLES/callgrind/* --split-by=module -T svg -o parts
draw -q $samples --split-by=tid -T folded -o none/parts
echo '# nothing is left of what cannot be written'
(
    ulimit -f 1
    draw -q --no-sandbox $samples --split-by=tid -T html -o parts
    draw -q $samples --split-by=tid -T html -o parts
    draw -q $samples --split-by=tid -T html -o empty
) 2>&1 | cat
ls -d parts empty/*
