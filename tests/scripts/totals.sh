# The totals of long chains and large cycles are right, and are found in seconds
# and with a stack of 256 kB. Without FULL chains and cycles are shorter.
folder=$(mktemp -d "${TMPDIR:-/tmp}/deep.XXXXXX") || exit 1
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
cd "$folder" || exit 1

long=100000 large=10000 entries=2500 members=500 tangled=4000
[ "$FULL" ] && [ ! "$SAN" ] &&
    long=1000000 large=100000 entries=7500 members=1500 tangled=40000

# A file remembers the failure, because variables that the last command of a
# pipe sets are lost.
fail() { # name, why
    echo "FAILED $1: $2"
    touch failed
}

# Prints lines as gprof -b -q does (cg_print.c of GNU gprof); the index at the
# left has room for six bytes.
gprof_lines='
function head(seconds) {
    printf "\t\t\tCall graph\n\n\n"
    printf "granularity: each sample hit covers 2 byte(s) for 0.00%% "
    printf "of %.2f seconds\n\n", seconds
    print "index % time    self  children    called     name"
}
function spontaneous() {
    printf "%49s<spontaneous>\n", ""
}
# The line of a caller or a callee.
function arc(self, children, count, of, name) {
    printf "%13s%7.2f %7.2f %7d/%-7d     %s\n", "", self, children, count, \
           of, name
}
function arc_inside(count, name) {
    printf "%29s%7d %7s     %s\n", "", count, "", name
}
function primary(id, percent, self, children, calls, name) {
    printf "%-6.6s %5.1f %7.2f %7.2f %7s %7s %s\n", "[" id "]", percent, \
           self, children, calls, "", name
}
function cycle(id, percent, self, calls, inside, name) {
    printf "%-6.6s %5.1f %7.2f %7.2f %7d+%-7d %s\n", "[" id "]", percent, \
           self, 0, calls, inside, name
}
function member(self, calls, name) {
    printf "%13s%7.2f %7.2f %7d %7s     %s\n", "", self, 0, calls, "", name
}
function end_entry() {
    print "-----------------------------------------------"
}
function tail() {
    printf "\f\nIndex by function name\n\n"
}'

# f1 calls f2 calls f3...; each takes 0.01 s.
gprof_chain() {
    awk -v n="$1" "$gprof_lines"'
    function name(i) {
        return "f" i " [" i "]"
    }
    BEGIN {
        head(n / 100)
        for (i = 1; i <= n; i++) {
            below = (n - i) / 100
            if (i == 1)
                spontaneous()
            else
                arc(0.01, below, 1, 1, name(i - 1))
            primary(i, 100 * (below + 0.01) / (n / 100), 0.01, below, \
                    i == 1 ? "" : 1, name(i))
            if (i < n)
                arc(0.01, below - 0.01, 1, 1, name(i + 1))
            end_entry()
        }
        tail()
    }'
}

# main calls r0, r0 calls r1... and the last calls r0; each but main takes
# 0.01 s. main is [1], the cycle [2], r0 [3].
gprof_ring() {
    awk -v n="$1" "$gprof_lines"'
    function name(i) {
        return "r" i " <cycle 1> [" i + 3 "]"
    }
    BEGIN {
        all = n / 100
        head(all)
        spontaneous()
        primary(1, 100, 0, all, "", "main [1]")
        arc(all, 0, 1, 1, name(0))
        end_entry()
        cycle(2, 100, all, 1, n, "<cycle 1 as a whole> [2]")
        for (i = 0; i < n; i++)
            member(0.01, i == 0 ? 2 : 1, name(i))
        end_entry()
        for (i = 0; i < n; i++) {
            arc_inside(1, name((i + n - 1) % n))
            if (i == 0)
                arc(all, 0, 1, 1, "main [1]")
            primary(i + 3, 0, 0.01, 0, i == 0 ? 2 : 1, name(i))
            arc_inside(1, name((i + 1) % n))
            end_entry()
        }
        tail()
    }'
}

# The input has one stack of n functions and two short ones.
folded_chain() {
    awk -v n="$1" 'BEGIN {
        for (i = 1; i < n; i++)
            printf "f%d;", i
        printf "f%d 5\nf1 2\nf1;f2 1\n", n
    }'
}

# main calls the functions of a ring, twice around.
folded_ring() {
    awk -v n="$1" 'BEGIN {
        printf "main"
        for (i = 0; i < 2 * n; i++)
            printf ";r%d", i % n
        print " 7"
    }'
}

# The input is a ring with chords that is entered at every member.
many_entries() {
    awk -v n="$1" 'BEGIN {
        print "%edges 1"
        for (i = 0; i < n; i++) {
            print "c" i " 1 entry=" 1 + i % 7
            print "c" i " -> c" (i + 1) % n " w=1"
            print "c" i " -> c" (17 * i + 3) % n " w=2"
            print "c" i " -> leaf" i " w=1"
            print "leaf" i " 1"
        }
    }'
}

# The input is a ring in which each member has three chords, or two and a leaf.
# It is entered at four members of ten.
chords() { # N CHORDS
    awk -v n="$1" -v chords="$2" 'BEGIN {
        print "%edges 1"
        for (i = 0; i < n; i++) {
            print "c" i " 1 entry=" (i % 10 < 4 ? 1 + i % 7 : 0)
            print "c" i " -> c" (i + 1) % n " w=1"
            for (k = 1; k <= chords; k++)
                print "c" i " -> c" (17 * k * i * i + 3 * i + k) % n " w=" k
            if (chords < 3)
                print "c" i " -> leaf" i " w=1\nleaf" i " 1"
        }
    }'
}

# Each function calls five later ones; five of seven are of a library. Joined
# over it, almost all would call almost all.
tangle() {
    awk -v n="$1" 'BEGIN {
        print "%edges 1"
        for (i = 0; i < n; i++)
            print "f" i " 1 module=" (i * i % 7 < 3 ? "lib" : "prog")
        for (i = 0; i < n; i++)
            for (k = 1; k <= 5 && i + k < n; k++) {
                x = (x * 16807 + 11) % 2147483647
                print "f" i " -> f" i + 1 + x % (n - i - 1) " w=" k
            }
    }'
}

# Leaves what the program writes in "out".
run() { # NAME OPTION...
    name=$1
    shift
    (
        ulimit -s 256
        ulimit -t 120
        exec "$PROF2DOT" "$@" >out 2>messages
    )
    status=$?
    [ $status -eq 0 ] && return
    fail "$name" "status $status: $(head -n 1 messages)"
    return 1
}

# This part of an awk program reads -T json, which has one object a line. near()
# allows for rounding; bad() counts what is wrong and keeps the first message.
json_rows='
function text(key) {
    return match($0, "\"" key "\": \"[^\"]*\"") ? \
           substr($0, RSTART + length(key) + 5, RLENGTH - length(key) - 6) : ""
}
function number(key) {
    return match($0, "\"" key "\": [-+.0-9e]+") ? \
           substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4) + 0 \
           : "unknown"
}
function near(a, b) {
    return a != "unknown" && a - b < 1e-5 && b - a < 1e-5
}
function bad(what) {
    if (!wrong++)
        first = what
}
/"whole": / { whole = number("whole") }
/^    [{]"id": / { functions++ }
/^    [{]"caller": / { calls++ }
/^    [{]"cycle": / { cycles++ }'

# The awk program calls bad() for what is wrong in a case of size N.
judge() { # NAME N PROGRAM
    why=$(awk -v n="$2" "$json_rows$3"'
        END {
            if (wrong)
                print first (wrong > 1 ? ", and " wrong - 1 " more" : "")
        }' out)
    if [ "$why" ]; then
        fail "$1" "$why"
    else
        echo "ok $1"
    fi
}

gprof_chain $long | run gprof-chain -f gprof -T json --nodecount=3 &&
    judge gprof-chain $long '
    /"id": / {
        i = substr(text("name"), 2)
        if (!near(number("total"), (n - i + 1) / 100))
            bad(text("name") ": total " number("total"))
    }
    /"caller": / && !near(number("cost"), (n - calls) / 100) {
        bad("call " calls " costs " number("cost"))
    }
    END {
        if (functions != 3 || calls != 2 || cycles || !near(whole, n / 100))
            bad(functions " functions, " calls " calls, " whole " s")
    }'

gprof_ring $large | run gprof-ring -f gprof -T json -n 0 -e 0 &&
    judge gprof-ring $large '
    /"id": / {
        i = text("name") == "main" ? 0 : substr(text("name"), 2)
        if (!near(number("total"), (n - i) / 100))
            bad(text("name") ": total " number("total"))
    }
    /"caller": / && number("cost") == "unknown" { back++ }
    /^    [{]"cycle": / {
        if (!near(number("cost"), n / 100) || number("inflow") != 1)
            bad("the cycle costs " number("cost"))
    }
    END {
        if (functions != n + 1 || calls != n + 1 || cycles != 1)
            bad(functions " functions, " calls " calls, " cycles " cycles")
        if (back != 1)
            bad(back " back calls")
    }'

# The last function is the hottest. f1 and f2 have self cost; f2 calls the last
# one indirectly, over functions without self cost.
folded_chain $long | run folded-chain -f folded -T json --nodecount=3 &&
    judge folded-chain $long '
    /"id": / { total[text("name")] = number("total") }
    /"caller": / { cost[calls] = number("cost") "/" number("indirect") }
    END {
        if (total["f1"] != 8 || total["f2"] != 6 || total["f" n] != 5)
            bad("totals " total["f1"] " " total["f2"] " " total["f" n])
        if (functions != 3 || cost[1] != "6/0" || cost[2] != "5/5")
            bad("calls " cost[1] " " cost[2])
    }'

folded_ring $large | run folded-ring -f folded -T json -n 0 -e 0 &&
    judge folded-ring $large '
    /"id": / && number("total") != 7 {
        bad(text("name") ": total " number("total"))
    }
    /"caller": / && number("cost") != 7 {
        bad("a call costs " number("cost"))
    }
    /^    [{]"cycle": / && number("cost") != 7 {
        bad("the cycle costs " number("cost"))
    }
    END {
        if (functions != n + 1 || calls != n + 1 || cycles != 1)
            bad(functions " functions, " calls " calls, " cycles " cycles")
    }'

# The table has the same numbers. All functions cost the same; the most
# informative ones are main, where everything begins, the first of the ring,
# where two ways meet, and the last, where two ways part.
folded_ring $large | run folded-ring-text -f folded -T text --nodecount=3 && {
    rows=$(awk 'NR > 2 { print $1, $3, $4, $6 }' out | sort | tr '\n' ' ')
    last=r$((large - 1))
    if [ "$rows" = "0 7 100% main 0 7 100% r0 7 7 100% $last " ]; then
        echo "ok folded-ring-text"
    else
        fail folded-ring-text "$rows"
    fi
}

# Each member is an entry, and no cost gets lost.
many_entries $entries | run many-entries -f edges -T json -n 0 -e 0 &&
    judge many-entries $entries '
    /"id": / && number("total") > 2 * n {
        bad(text("name") ": total " number("total"))
    }
    /^    [{]"cycle": / { cost = number("cost"); inflow = number("inflow") }
    END {
        for (i = 0; i < n; i++)
            entries += 1 + i % 7
        if (!near(cost, 2 * n) || inflow != entries)
            bad("cost " cost ", inflow " inflow)
        if (cycles != 1 || whole != 2 * n)
            bad(cycles " cycles, whole " whole)
    }'

# The walk goes back from each member to the one before, and ends at r0 every
# other time. Therefore rj has the cost of all members from it on and half the
# cost of those before.
gprof_ring $members | run ring-walk -f gprof -T json -n 0 -e 0 --cycles=walk &&
    judge ring-walk $members '
    /"id": / {
        i = text("name") == "main" ? 0 : substr(text("name"), 2)
        if (!near(number("total"), (n - i / 2) / 100))
            bad(text("name") ": total " number("total"))
    }
    /"caller": / && number("cost") == "unknown" {
        bad("a call without cost")
    }
    /"caller": / && near(number("cost"), n / 200) { back++ }
    END {
        if (functions != n + 1 || calls != n + 1 || cycles != 1)
            bad(functions " functions, " calls " calls, " cycles " cycles")
        if (back != 1)
            bad(back " calls cost half of the whole")
    }'

# These rules check the members and calls of a cycle that costs `cost`.
json_bounds='
    /"id": / && text("name") ~ /^c/ &&
    (number("total") < number("self") || number("total") > cost + 1e-6) {
        bad(text("name") ": total " number("total"))
    }
    /"caller": / && number("cost") != "unknown" &&
    (number("cost") < 0 || number("cost") > cost + 1e-6) {
        bad("a call costs " number("cost"))
    }
    /^    [{]"cycle": / && !near(number("cost"), cost) {
        bad("the cycle costs " number("cost"))
    }
    /^    [{]"cycle": / && text("way") != way {
        bad("its way is " text("way"))
    }'

chords $members 3 |
    run chords-walk -f edges -T json -n 0 -e 0 --cycles=walk &&
    judge chords-walk $members 'BEGIN { cost = n; way = "walk" }'"$json_bounds"'
    /"caller": / && number("cost") == "unknown" {
        bad("a call without cost")
    }
    END {
        if (functions != n || cycles != 1)
            bad(functions " functions, " cycles " cycles")
    }'

# A cycle with too many members for a walk is split instead, and a note says so.
chords $entries 2 >chords.edges
run chords-split -f edges -T json -n 0 -e 0 --cycles=split chords.edges && mv out split &&
    run chords-large -f edges -T json -n 0 -e 0 --cycles=walk chords.edges &&
    judge chords-large $entries \
        'BEGIN { cost = 2 * n; way = "split" }'"$json_bounds"'
    END {
        if (functions != 2 * n || cycles != 1)
            bad(functions " functions, " cycles " cycles")
    }' && {
    grep -q "a cycle of $entries functions is too large" messages ||
        fail chords-large 'no note'
    grep -v '^  "cycles"' split >some
    grep -v '^  "cycles"' out | cmp -s - some ||
        fail chords-large 'not as if split'
}

# If the library is hidden, no total grows, and none falls by more than the calls
# that were too small to be joined. The rows of all functions come after those of
# the functions that are left.
tangle $tangled >tangle.edges
run tangle-all -f edges -T json -n 0 tangle.edges && mv out all &&
    run tangle -f edges -T json -n 0 --path=prog tangle.edges &&
    cat all >>out &&
    judge tangle $tangled '
    /"id": / && text("name") in some {
        part = some[text("name")] / number("total")
        if (part < 0.99 || part > 1.000001)
            bad(text("name") ": " part " of its total")
        compared++
        next
    }
    /"id": / && text("module") == "prog" {
        some[text("name")] = number("total")
    }
    END {
        if (compared < n / 4)
            bad(compared " functions")
    }'

[ ! -e failed ]
