# How often a function was called by another is known of traces, also if stacks
# are told: of one file, of two, and of one thread.
trace=$SAMPLES/uftrace/jumps
counts() {
    "$PROF2DOT" -q -n 0 -e 0 -T json "$@" |
        sed -n 's/.*\("caller"\|"name"\).*"count": \([^,]*\),.*/\1 \2/p' |
        awk '{ n[$1] += $2 != "null"; sum[$1] += $2 }
            END { for (i in n) print i, n[i], sum[i] }' | sort
}
counts "$trace"
counts "$trace" "$trace"
counts --tid=30127 "$trace"
"$PROF2DOT" -q --list-threads "$trace"
