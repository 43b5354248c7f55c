# Properties that hold for every profile: on random stacks and on random graphs
# with cycles, whose seeds are printed where one fails. With FULL there are forty
# times as many of them, and the samples.
. "$TESTS/tools/say.sh"

seeds=${SEEDS:-$(seq ${FULL:+4}1)}

# Prints random folded stacks of functions f10 to f25, some of them recursive.
stacks() { # SEED
    awk -v seed="$1" 'BEGIN {
        srand(seed)
        for (i = 0; i < 60; i++) {
            stack = "main"
            for (depth = int(rand() * 8); depth-- > 0;)
                stack = stack ";f" 10 + int(rand() * rand() * 16)
            print stack, 1 + int(rand() * 50)
        }
    }'
}

# Prints a random graph with cycles. Self costs are random, and FIRST or SECOND
# of two if that is named; the calls depend on the seed alone.
graph() { # SEED [FIRST | SECOND]
    awk -v seed="$1" -v part="$2" 'BEGIN {
        srand(seed)
        print "%edges 1\n%unit instructions"
        for (i = 0; i < 14; i++) {
            a = int(rand() * 90)
            b = int(rand() * 90)
            print "f" i, part == "first" ? a : part == "second" ? b : a + b, \
                i ? "" : "entry=1"
        }
        for (i = 1; i < 14; i++)
            print "f" int(rand() * i), "-> f" i, 1 + int(rand() * 9)
        for (i = 0; i < 9; i++)
            print "f" int(rand() * 14), "-> f" 1 + int(rand() * 13), \
                1 + int(rand() * 9)
    }'
}

draw() { # OPTION-OR-FILE...
    "$PROF2DOT" -q "$@"
}

# Prints the id, self and total cost of each function, and the cost of each
# call, of everything that an input has. A call whose cost is not known costs 0.
numbers() { # OPTION-OR-FILE...
    draw -T json -n0 -e0 "$@" 2>messages | awk '
        function member(name, text) {
            if (!match($0, "\"" name "\": (\"[^\"]*\"|[-+.0-9e]+|null)"))
                return ""
            text = substr($0, RSTART, RLENGTH)
            sub(/^"[^"]*": /, "", text)
            gsub(/"/, "", text)
            return text == "null" ? 0 : text
        }
        /^ *{"id"/ { print member("id"), member("self"), member("total") }
        /^ *{"caller"/ {
            print member("caller") "->" member("callee"), member("cost"), 0
        }' | sort
}

# Compares two outputs of numbers: those of the second are `factor` times as
# large, apart from rounding.
same() { # FILE FILE [FACTOR]
    [ -s "$1" ] && join "$1" "$2" | awk -v factor="${3:-1}" -v n="$(wc -l <"$1")" '
        function far(a, b) {
            a = a * factor - b
            return (a < 0 ? -a : a) > 1e-9 * (b < 0 ? -b : b) + 1e-6
        }
        far($2, $4) || far($3, $5) { wrong = 1 }
        END { exit wrong || NR != n }' && [ "$(wc -l <"$1")" = "$(wc -l <"$2")" ]
}

# ---- One property a function; `in` is the profile, all others are scratch ----

# A profile that is split in two and added up is itself, in any order.
split_in_two() {
    grep '^%' in >one
    cp one two
    grep -v '^%' in | awk '{ print >>(NR % 3 ? "one" : "two") }'
    numbers one two >got
    same want got || return
    numbers two one >got
    same want got
}

doubled() {
    numbers in in >got
    same want got 2
}

# The order of samples, functions and the files of the property before this one
# changes no byte.
reordered() {
    { grep '^%' in; grep -v '^%' in | awk '{ row[NR] = $0 }
        END { for (i = NR; i > 0; i--) print row[i] }'; } >reverse
    for output in dot svg html text json; do
        for file in in reverse; do
            draw -T $output - <$file >$file.same
        done
        cmp -s in.same reverse.same || { why=$output && return 1; }
        [ $output != html ] || continue # the page names the first file
        draw -T $output one two >in.same
        draw -T $output two one | cmp -s in.same - || { why="$output, files" && return 1; }
    done
}

# Seven times the cost is the same picture: the same boxes and calls, with the
# same share in each.
scaled() {
    awk '/^%/ || / -> / { print; next } /^f[0-9]+ / { $2 *= 7; print; next }
         { $NF *= 7; print }' in >sevenfold
    numbers sevenfold >got
    same want got 7 || return
    for file in in sevenfold; do
        draw $file -o dot
        dotlist dot | sed '/^digraph/d; s/ [a-z]*tooltip="[^"]*"//g' >$file.list
    done
    cmp -s in.list sevenfold.list
}

# Other names of the same length and order change the names alone, and how wide
# they are.
renamed() {
    sed 's/f\([0-9]\)/h\1/g' in >other
    for output in dot text json; do
        for file in in other; do
            draw -T $output - <$file |
                sed 's/f[0-9a-f]\{12\}/ID/g; s/h\([0-9]\)/f\1/g
                    s/ width="[0-9]*"//g' >$file.renamed
        done
        cmp -s in.renamed other.renamed || { why=$output && return 1; }
    done
}

# No cost is negative, and self <= total <= whole.
bounded() {
    whole=$(draw -T json in | sed -n 's/^ *"whole": \([^,]*\),/\1/p')
    awk -v whole="$whole" '/->/ { $3 = $2 }
        $2 < 0 || $3 < $2 - 1e-9 || $3 > whole + 1e-6 { wrong = 1 }
        END { exit wrong || !NR }' want
}

# A higher threshold draws a part of what a lower one draws.
pruned() {
    last=
    for n in 0 2 5 10 30; do
        draw -T json -n$n -e0 --nodecount=99 in |
            sed -n 's/^ *{"id": "\([^"]*\)".*/\1/p' | sort >boxes.$n
        [ ! "$last" ] || [ ! "$(comm -13 boxes.$last boxes.$n)" ] || return
        last=$n
    done
}

# Prints the costs that an output shows: "NAME SELF TOTAL" of functions, and "A>B
# COST" of calls. Functions without a box of their own are left out.
shown() { # OUTPUT
    draw -T "$1" -n0 -e0 --nodecount=99 --fit=none in >page
    case $1 in
    json)
        awk '
            function member(name) {
                match($0, "\"" name "\": (\"[^\"]*\"|[-+.0-9e]+|null)")
                text = substr($0, RSTART + length(name) + 4,
                    RLENGTH - length(name) - 4)
                gsub(/"/, "", text)
                return text
            }
            /^ *{"id"/ {
                name[member("id")] = member("name")
                print member("name"), member("self"), member("total")
            }
            /^ *{"caller"/ {
                print name[member("caller")] ">" name[member("callee")], member("cost")
            }' page
        ;;
    text) tr -d ',~' <page | awk '$2 ~ /%$/ { print $NF, $1, $3 }' ;;
    html)
        sed -n 's/^\["f[0-9a-f]*","\([^"]*\)",[^"]*,\([^,"]*\),"[^"]*",\([^,]*\),.*/\1 \2 \3/p' page
        ;;
    *) # the tooltips of DOT and SVG
        sed -n 's/&#10;/\\n/g; s/,\([0-9][0-9][0-9]\)/\1/g; s/~//g
            s/.*t[a-z]*="\([^ "\]*\)\\nself \([0-9.]*\) [a-z]*, total \([0-9.]*\) .*/\1 \2 \3/p
            s/.*t[a-z]*="\([^ "\]*\) → \([^ "\]*\)\\n\([0-9.]*\) .*/\1>\2 \3/p' page
        ;;
    esac | awk '{ printf "%s %.2f %.2f\n", $1, $2, $3 }' | sort -u
}

# DOT, SVG, the page, the table of text and JSON show the same costs.
agreeing() {
    shown json >want.shown
    for output in text html dot svg; do
        shown $output >got.shown
        join want.shown got.shown | awk -v n="$(wc -l <got.shown)" '
            function far(a, b) { return (a > b ? a - b : b - a) > .011 }
            far($2, $4) || far($3, $5) { wrong = 1 }
            END { exit wrong || NR != n || NR < 10 }' ||
            { why=$output && return 1; }
    done
}

# What is written in a form that is read is the same profile.
read_again() {
    for output in $1; do
        draw -T $output -n0 -e0 in >again
        numbers $2 again >got
        same want got || { why=$output && return 1; }
    done
}

# Compression, encodings, line ends and pipes change nothing.
packed() {
    for way in 'gzip -c' 'xz -c' 'zstd -qc' 'bzip2 -c' 'sed s/$/\r/' \
        'iconv -t UTF-16' cat; do
        $way <in 2>/dev/null >packed || continue
        numbers - <packed >got
        same want got || { why=$way && return 1; }
    done
}

# ---- Stacks: costs and filters against brute force ----

# Each function and each call counts once in a sample, however deep the recursion.
counted_once() {
    shown json >got
    awk '{
        n = split($1, f, ";")
        self[f[n]] += $NF
        for (i = 1; i <= n; i++) {
            if (last[f[i]] != NR)
                total[f[i]] += $NF
            last[f[i]] = NR
            call = f[i] ">" f[i + 1]
            if (i < n && last[call] != NR)
                cost[call] += $NF
            last[call] = NR
        }
    }
    END {
        for (name in total)
            printf "%s %.2f %.2f\n", name, self[name], total[name]
        for (call in cost)
            printf "%s %.2f %.2f\n", call, cost[call], 0
    }' in | sort | cmp -s - got
}

# Prints each stack as a filter should leave it.
brute() { # FILTER FUNCTION
    awk -v filter="$1" -v f="$2" '{
        cost = $NF
        n = split($1, stack, ";")
        first = last = 0
        for (i = 1; i <= n; i++)
            if (stack[i] == f) {
                first = first ? first : i
                last = i
            }
        if (filter == "focus" && !first || filter == "ignore" && first ||
            filter == "show-from" && !first)
            next
        from = filter == "show-from" ? first : 1
        to = filter == "prune-from" && first ? last : n
        text = ""
        for (i = from; i <= to; i++)
            if (filter != "hide" || stack[i] != f)
                text = text (text == "" ? "" : ";") stack[i]
        if (text != "")
            print text, cost
    }' in
}

filtered() {
    for filter in focus ignore show-from prune-from hide; do
        for f in f10 f12 f15 f19; do
            brute $filter $f >left
            numbers left >expected
            numbers --$filter="^$f\$" in >got
            if [ -s expected ]; then
                same expected got
            else
                [ ! -s got ]
            fi || { why="--$filter=$f" && return 1; }
        done
    done
}

# The costs in stacks with a function and in those without add up.
complementary() {
    for f in f10 f11 f14; do
        { numbers --focus="^$f\$" in && numbers --ignore="^$f\$" in; } | awk '
            { self[$1] += $2; total[$1] += $3 }
            END { for (key in self) print key, self[key], total[key] }' |
            sort >got
        same want got || { why=$f && return 1; }
    done
}

# ---- Graphs: costs are linear ----

# With the same calls, the totals and costs of calls of two sets of self costs
# add up to those of their sums, inside cycles, too.
linear() {
    graph "$seed" first >one
    graph "$seed" second >two
    numbers one two >got
    same want got || { why=added && return 1; }
    for cycles in split walk; do
        numbers --cycles=$cycles one >a
        numbers --cycles=$cycles two >b
        numbers --cycles=$cycles in >got
        join a b | awk '{
            printf "%s %.15g %.15g\n", $1, $2 + $4, $3 + $5
        }' >expected
        same expected got || { why=$cycles && return 1; }
    done
}

holds() { # PROPERTY [ARGUMENT]...
    why=
    "$@" || broken="$broken $seed:$1${why:+($why)}"
}

broken=
for seed in $seeds; do
    stacks "$seed" >in
    numbers in >want
    for property in split_in_two reordered doubled scaled renamed bounded pruned \
        agreeing packed counted_once filtered complementary; do
        holds $property
    done
    holds read_again folded --unit=counts
    holds read_again 'edges json pprof speedscope'
done
[ ! "$broken" ]
say 'random stacks' "seeds and properties:$broken"

broken=
for seed in $seeds; do
    graph "$seed" >in
    numbers in >want
    for property in linear reordered doubled scaled renamed bounded pruned agreeing \
        packed; do
        holds $property
    done
    holds read_again 'edges json'
done
[ ! "$broken" ]
say 'random graphs' "seeds and properties:$broken"

[ "$FULL" ] || exit 0

# Each sample as it is. Several gmon.out files need their program, and a trace
# its sources.
broken=
for file in "$SAMPLES"/*/*; do
    case $file in
    */gmon/* | */bop/* | *.sh) continue ;;
    esac
    seed=${file#"$SAMPLES"/}
    cp "$file" in
    numbers in >want
    [ -s want ] || continue
    for property in doubled bounded pruned; do
        holds $property
    done
done
[ ! "$broken" ]
say samples "samples and properties:$broken"
