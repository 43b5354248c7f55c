# --fold: boxes of libraries and of functions that match. The stacks are those
# that awk makes of the unfolded ones: frames get the name of their box, and
# neighbours in one box are one frame.
sample=$SAMPLES/perf/lisp
"$PROF2DOT" -q -T folded $sample >plain.folded
fold() { # the regular expression of awk, the box, ...
    awk -v pairs="$*" '
        BEGIN { n = split(pairs, pair, " ") }
        {
            count = $NF
            sub(/ [^ ]*$/, "")
            depth = split($0, frames, ";")
            stack = last = ""
            for (i = 1; i <= depth; i++) {
                frame = frames[i]
                box = ""
                for (p = 1; p < n && box == ""; p += 2)
                    if (frame ~ pair[p]) box = pair[p + 1]
                if (box != "" && box == last) continue
                last = box
                stack = stack (i > 1 ? ";" : "") (box != "" ? box : frame)
            }
            sum[stack] += count
        }
        END { for (stack in sum) print stack, sum[stack] }' plain.folded |
        sort
}
check() { # WHAT, followed by the pairs
    "$PROF2DOT" -q -T folded plain.folded $1 | sort >folded
    shift
    fold "$@" | cmp - folded && grep -c . folded
}
check --fold=eval eval eval
check '--fold=^make|^new --fold=e' '^make|^new' '^make|^new' e e
check --fold=. . .
echo '# modules'
"$PROF2DOT" -q -T folded $sample --fold=module:libc |
    head -3 | cut -c1-100
"$PROF2DOT" -q $sample --list-modules --fold=module:lib
echo '# after the filters'
"$PROF2DOT" -q -T folded plain.folded --focus=evaluate_list --fold=evaluate |
    head -2 | cut -c1-100
echo '# from calls'
"$PROF2DOT" -q $SAMPLES/callgrind/queens -T top --fold=module:libc |
    head -8
echo '# what matches nothing'
"$PROF2DOT" -q $sample --fold=nobody -T folded
"$PROF2DOT" -q $sample --fold=module:nobody -T folded
"$PROF2DOT" -q $sample --fold= -T folded
