# Filters large inputs with a stack of 256 kB and in seconds. With FULL, compares
# filtered stacks of the samples, and of ../shared/corpus if it is there, with what
# awk makes of the folded text.
deep=30000 many=100000
[ "$FULL" ] && [ ! "$SAN" ] && deep=300000 many=1000000

. "$TESTS/tools/say.sh"

# The inputs have one deep stack and another that leaves it half way down.
awk -v n=$deep 'BEGIN {
    printf "f0"
    for (i = 1; i < n; i++) printf ";f%d", i
    print " 1"
    printf "f0"
    for (i = 1; i < n / 2; i++) printf ";f%d", i
    print ";last 2"
}' >stacks
awk -v n=$deep 'BEGIN {
    print "%edges 1"
    for (i = 0; i < n; i++) printf "f%d 1\nf%d -> f%d 1\n", i, i, i + 1
}' >calls
for file in stacks calls; do
    (
        ulimit -s 256
        ulimit -t 60
        exec "$PROF2DOT" -q -T text -n0 --nodecount=3 --focus=77 \
            --ignore=last --show-from=5 --prune-from=9 --hide=7 --show=^f \
            --collapse-recursion=8 --break='*5/*6' $file >out 2>err
    )
    say "all of them, $file of $deep" "status $?, $(head -n 1 err)"
done

# Two filters of many contexts take a few seconds at most.
awk -v n=$many 'BEGIN {
    for (i = 0; i < n / 10; i++) {
        stack = "main"
        for (k = 0; k < 9; k++) {
            x = (x * 16807 + 11) % 2147483647
            stack = stack ";f" x % 5000
        }
        print stack, 1
    }
}' >contexts
(
    ulimit -t 20
    exec "$PROF2DOT" -T text -n 50 --ignore='^f7' --hide='5$' contexts >out 2>err
)
say "$many contexts" "$(head -n 1 err)"

# Filters folded stacks as the option in `how` does with the expression `re`.
folded='
function has() {
    for (i = 1; i <= n; i++)
        if (f[i] ~ re) return 1
    return 0
}
{
    cost = $NF
    sub(/ [^ ]*$/, "")
    n = split($0, f, ";")
    first = 1
    last = n
    if (how == "focus" && !has()) next
    if (how == "ignore" && has()) next
    if (how == "show-from") {
        if (!has()) next
        while (f[first] !~ re) first++
    }
    if (how == "prune-from" && has())
        while (f[last] !~ re) last--
    if (how == "collapse-recursion") {
        split("", outermost)
        for (i = 1; i <= n; i++) {
            path[i] = i > 1 ? path[i - 1] ";" f[i] : f[i]
            if (f[i] ~ re && f[i] in outermost)
                path[i] = path[outermost[f[i]]]
            else if (f[i] ~ re)
                outermost[f[i]] = i
        }
        n = split(path[n], f, ";")
        last = n
    }
    stack = ""
    for (i = first; i <= last; i++) {
        if (how == "hide" && f[i] ~ re || how == "show" && f[i] !~ re)
            continue
        stack = stack ? stack ";" f[i] : f[i]
    }
    sub(/^#/, ":", stack)
    if (stack) sum[stack] += cost
}
END {
    for (stack in sum)
        if (sum[stack]) print stack, sum[stack]
}'

# Filters match modules and files as well, so both sides start from folded text
# without them: no frame of it ends with a file in brackets or begins with a
# module and "`". Without its module, an unknown outermost frame would be taken
# for none; it gets a name.
compare() { # FILE
    "$PROF2DOT" -q -T folded "$1" 2>err | tr '()' '__' |
        sed 's/\[unknown\]/unknown/g; s/^[^;`]*`//; s/;[^;`]*`/;/g' >all
    [ -s all ] || return
    for how in focus ignore hide show show-from prune-from \
        collapse-recursion; do
        for re in '^[a-m]' '[0-9_].*[l-p]'; do
            awk -v how=$how -v re="$re" "$folded" all | sort >want
            "$PROF2DOT" -q -T folded --$how="$re" all 2>err |
                awk '$NF' | sort >got
            cmp -s want got || return
        done
    done
}

[ "$FULL" ] && [ ! "$SAN" ] || exit 0
for file in "$SAMPLES"/perf/* "$SAMPLES"/folded/* \
    ${SHARED:+"$SHARED"/corpus/perf/*.default.perf} \
    ${SHARED:+"$SHARED"/corpus/collapse/inc_*.collapse}; do
    [ -s "$file" ] || continue
    compare "$file"
    say "${file##*/} as awk has it" "$how $re: $(diff want got | sed -n 2p)"
done
