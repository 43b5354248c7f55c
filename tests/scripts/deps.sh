# Builds programs of tests/bop by bop-cc, runs them, and compares what prof2dot
# makes of their traces with the comments in them, whose form trace.sh explains.
# Without FULL, one compiler is enough.
programs=$TESTS/bop
tools=$TESTS/tools
cc=$BUILD/bop-cc cxx=$BUILD/bop-c++

. "$TESTS/tools/say.sh"

if [ ! -x "$cc" ]; then
    echo 'skipped deps: libbop is not for this system'
    exit
fi
BOP_PLACES=no && export BOP_PLACES # places.sh looks at them
unset BOP_CC BOP_CXX BOP_FUNCTIONS BOP_TRACE BOP_SEM BOP_MODE BOP_GRANULE \
    BOP_CALLS BOP_MAXEDGES

build() { # COMPILER FILE FLAGS...
    case $1 in
    gcc) set -- gcc g++ "$@" ;;
    clang) set -- clang clang++ "$@" ;;
    esac
    export BOP_CC="$1" BOP_CXX="$2"
    file=$4
    shift 4
    case $file in
    *.cc) "$cxx" -w -pthread -o prog "$programs/$file" "$@" ;;
    *) "$cc" -w -pthread -o prog "$programs/$file" "$@" ;;
    esac
}

# Leaves the dependences in "have" that prof2dot -T json reports. No function is
# left out because its cost is small.
have() { # TRACE
    "$PROF2DOT" -n0 -e0 -T json "$1" 2>err | awk -f "$tools/jsondeps.awk" |
        sort >have
}

# Adds up dependences that have the same places: two addresses in one line are
# two rows in a trace, and one in what prof2dot reports.
summed='{ key = $0; sub(/ [0-9]+ [0-9]+$/, "", key); n[key] += $(NF - 1)
    if (!(key in least) || $NF < least[key]) least[key] = $NF }
    END { for (key in n) print key, n[key], least[key] }'

# Compares "have" with what the comments in $file expect.
expect() { # NAME KEYS...
    name=$1
    shift
    for key; do
        sed -n "s/^$key: //p" "$programs/$file"
    done | awk "$summed" | sort >want
    diff want have >difference
    say "$name" "$(grep '^[<>]' difference | head -3 | tr '\n' ';')"
}

# Writes functions.in for a program.
detail() { # FILE
    words=$(sed -n 's|^[/* ]*functions: \([a-z ]*[a-z]\).*|\1|p' "$1")
    printf '%s\n' ${words:-main} >functions.in
}

# Prints the event stream without the records that follow it, as a program
# leaves it that is killed.
cut_events() { # TRACE
    awk '/^[cDns] / || /^end/ { exit } { print }' "$1"
}

# A trace without its end is drawn with status 4 and a line in the legend, which
# may make the legend wider. It does not say what was not traced.
dot_of() { # TRACE TO
    "$PROF2DOT" -q "$1" >"$2.all" 2>err || { [ $? = 4 ] && [ "$1" = cut ]; }
    good=$?
    sed 's/ align="left" width="[0-9]*"//; /^the input is cut off</d; /^not traced:/d; /^   [a-z]/d; /^\t\ttooltip="100% =/d' "$2.all" >"$2"
    return $good
}

# Can the compiler build the file? Support for C++ is a package of its own.
can_build() { # COMPILER FILE
    case $1/$2 in
    gcc/*.cc) set -- "$@" g++ ;;
    clang/*.cc) set -- "$@" clang++ ;;
    *) return ;;
    esac
    echo '#include <stdexcept>' | $3 -x c++ -E - >/dev/null 2>&1 && return
    echo "skipped deps: $2 with $1: there is no C++"
    return 1
}

# Drops what events lack: distances in executions, names of data, executions of
# statements, loops, and what was not traced.
summed() {
    sed -e '/^%[db]/d; / @/d' -e 's/ \(rmin\|var\|expr\|update\)=.*//'
}

# Are the calls, statements and pairs of a trace in the order of their places?
in_order() { # TRACE
    awk 'function place(text, part) {
            split(text, part, ":")
            return sprintf("%4s:%16s ", part[1], part[2])
        }
        /^[ctW] / {
            key = /^c/ ? sprintf("%9d", $2) place($3) $4 : place($2) place($3)
            if (key <= last[$1]) exit 1
            last[$1] = key
        }' "$1"
}

look_at() { # COMPILER FILE
    can_build "$@" || return
    detail "$programs/$2"
    build "$@" && BOP_TRACE=trace ./prog
    say "$2 runs, $1" || return
    in_order trace
    say "$2, $1: the trace is in order"
    have trace
    expect "$2, $1" call "call-$1"
    BOP_SEM=doc BOP_TRACE=doc ./prog && have doc
    expect "$2, $1, sem=doc" doc "doc-$1"
    BOP_MODE=events BOP_TRACE=events ./prog
    cut_events events >cut
    dot_of trace aggregate.dot
    dot_of events events.dot && cmp -s aggregate.dot events.dot
    say "$2, $1: events draw the same"
    dot_of cut cut.dot && cmp -s aggregate.dot cut.dot
    say "$2, $1: events without their sums draw the same" \
        "$(diff aggregate.dot cut.dot | head -2 | tr '\n' ' ')"
    "$PROF2DOT" -q -T edges trace >once
    summed <once >same
    "$PROF2DOT" -q -T edges cut 2>err | summed | cmp -s - same
    say "$2, $1: events sum up to all of the profile"
    "$PROF2DOT" -q -T edges once | cmp -s - once
    say "$2, $1: the edges language holds all"
}

for compiler in gcc clang; do
    [ "$FULL" ] || [ ! "${tested-}" ] || continue
    if ! command -v $compiler >/dev/null; then
        echo "skipped deps: there is no $compiler"
        continue
    fi
    tested=$compiler
    for file in steps.c pipeline.c carried.c independent.c within.c copies.c \
        overlap.c reuse.c nested.c recursion.c exchange.c throw.cc; do
        # Without its plugin, clang reports one reference less in reuse.c.
        case $compiler/$file in
        clang/reuse.c) [ -e "$BUILD/libbop_clang.so" ] || continue ;;
        esac
        look_at $compiler $file
    done
    for flags in -no-pie '-pie -fPIE' -static -O1; do
        # shellcheck disable=SC2086
        detail "$programs/nested.c" && build $compiler nested.c $flags &&
            BOP_TRACE=trace ./prog && have trace
        [ "$flags" = -O1 ] || expect "nested.c, $compiler $flags" call
        ! grep -q 'x[0-9a-f]*\[' have
        say "nested.c, $compiler $flags: all places have lines"
    done
done

# A trace that is cut off anywhere makes a picture or a message, never a crash.
unset BOP_CC BOP_CXX
detail "$programs/nested.c"
build gcc nested.c && BOP_TRACE=trace ./prog && BOP_MODE=events \
    BOP_TRACE=events ./prog
for trace in trace events; do
    bad=
    n=$(wc -l <$trace)
    for lines in $(seq 0 "$n"); do
        head -n "$lines" $trace >part
        "$PROF2DOT" part >out 2>err
        status=$?
        case $status in
        0) [ -s out ] && [ "$lines" = "$n" ] ;;
        4) [ -s out ] && grep -q 'cut off' err ;;
        1) [ ! -s out ] && [ -s err ] ;;
        *) false ;;
        esac || bad="$bad $lines:$status"
    done
    [ -z "$bad" ]
    say "$trace cut at every line" "$bad"
done
size=$(wc -c <trace)
bad=
for bytes in $(seq 1 37 "$size"); do
    head -c "$bytes" trace >part
    "$PROF2DOT" -q part >out 2>err
    case $? in
    4) [ -s out ] && [ -s err ] ;;
    0 | 1) ;;
    *) false ;;
    esac || bad="$bad $bytes"
done
[ -z "$bad" ]
say 'trace cut anywhere' "$bad"

# prof2dot finds a program that has moved together with its trace; it says when
# the program is gone, or is another build.
mkdir moved && cp trace moved && mv prog moved/prog
have moved/trace
expect 'the program beside the trace' call
[ ! -s err ]
say 'the program beside the trace: nothing is told' "$(cat err)"
mv moved/prog away
have moved/trace
[ "$(grep -c 'prog is not there' err)" = 1 ] && grep -q 'leaf1:prog+0x' have
say 'the program is gone' "$(cat err)$(head -1 have)"
build gcc pipeline.c && have trace
grep -q 'another build' err
say 'another build of the program' "$(cat err)"

# With calls=detail the trace has no calls of other functions, which are still
# drawn if they have dependences.
build gcc pipeline.c && detail "$programs/pipeline.c" &&
    BOP_CALLS=detail BOP_TRACE=trace ./prog
"$PROF2DOT" -q trace | dotlist >out
for name in main produce change consume; do
    grep -q "^node \"$name\"" out
    say "calls=detail draws $name"
done
[ "$(grep -c 'class="dep"' out)" = 2 ]
say 'calls=detail draws dependences' "$(grep -c 'class="dep"' out)"

# A program that calls libbop by hand names files and lines itself.
gcc -g -I"$BUILD/include" -o hand "$TESTS/../samples/programs/handmade.c" \
    -L"$BUILD" -lbop -Wl,-rpath,"$BUILD" && BOP_TRACE=trace ./hand >out 2>err &&
    [ ! -s err ] && have trace
printf '%s\n' 'put:18[main:46] -> get:24[main:48] 10 11' \
    'put:18[main:46] -> main:49[main:49] 1 12' >want
diff want have >difference
say 'handmade.c' "$(head -4 difference | tr '\n' ';')"

