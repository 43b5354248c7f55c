# Compares the functions that are inlined at each byte of a C++ program with
# those that llvm-symbolizer prints, and those of addresses in other formats with
# those in perf.data and with what pprof prints. Any difference is a failure.

symbolizer=$(command -v llvm-symbolizer)
if [ ! "$symbolizer" ]; then
    echo 'skipped inlines: llvm-symbolizer is missing'
    exit
fi
cat >inlined.cc <<'END'
#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>
static volatile long sink;
template <class T> static inline T mix(T a, T b)
{
    return (a ^ (b << 3)) * 31 + (a >> 2);
}
template <class T> struct Adder {
    T sum = 0;
    inline void add(T value) { sum += mix(sum, value); }
    inline void add_all(const std::vector<T> &values)
    {
        for (T value : values)
            add(value);
    }
};
struct Point {
    long x, y;
    Point(long a, long b) : x(mix(a, b)), y(a - b) {}
    bool operator<(const Point &other) const
    {
        return x != other.x ? x < other.x : y < other.y;
    }
};
static long walk(long n)
{
    return n < 2 ? n : mix(walk(n - 1), walk(n - 2));
}
int main(int argc, char **)
{
    std::vector<long> numbers(20000);
    std::map<std::string, long> named;
    for (int round = 0; round < 40 * argc; round++) {
        std::iota(numbers.begin(), numbers.end(), round);
        for (long &n : numbers)
            n = mix(n, 7919L) % 10007;
        std::sort(numbers.begin(), numbers.end(),
                  [](long a, long b) { return a % 1009 < b % 1009; });
        Adder<long> adder;
        adder.add_all(numbers);
        std::vector<Point> points;
        for (long n : numbers)
            points.emplace_back(n, round);
        std::stable_sort(points.begin(), points.end());
        for (long n : numbers)
            named[std::to_string(n % 257)] += n;
        sink += adder.sum + points[7].x + walk(20) + named.size();
    }
    return 0;
}
END

# Prints "ADDRESS FUNCTION;FUNCTION..." for each address of a program that
# prof2dot finds, the outermost first. The first one is left out: a symbol and
# DWARF may name it differently.
ours() { # PROGRAM OFFSETS
    "$BUILD/tests/tools/addresses" "$PWD/$1" <"$2" >addresses.data
    nm "$1" | awk '{ print $1, $3 }' >symbols
    "$PROF2DOT" -T folded --granularity=address --demangle=none \
        addresses.data 2>/dev/null | awk '
        function number(hex,   i, n) {
            for (i = 1; i <= length(hex); i++)
                n = n * 16 + index("123456789abcdef", substr(hex, i, 1))
            return n
        }
        FILENAME == "symbols" { start[$2] = number($1); n[$2]++; next }
        {
            sub(/ [0-9]+$/, "")
            depth = split($0, frames, ";")
            at = match(frames[1], /\+0x[0-9a-f]+$/)
            name = substr(frames[1], 1, at - 1)
            if (!at || n[name] != 1)
                next
            printf "%x ", start[name] + number(substr(frames[1], at + 3))
            for (i = 2; i <= depth; i++) {
                sub(/\+0x[0-9a-f]+$/, "", frames[i])
                printf "%s%s", (i > 2 ? ";" : ""), frames[i]
            }
            print ""
        }' symbols - | sort
}

# Prints the same for addresses, by llvm-symbolizer.
theirs() { # PROGRAM ADDRESSES
    "$symbolizer" --obj="$1" --inlining --no-demangle --functions=linkage \
        --output-style=LLVM <"$2" >blocks
    awk '
        FILENAME != "blocks" { addresses[++n] = substr($1, 3); next }
        !NF {
            all = ""
            for (i = depth - 1; i >= 1; i--)
                all = all (i < depth - 1 ? ";" : "") names[i]
            print addresses[++at], all
            depth = odd = 0
            next
        }
        { if (!odd) names[++depth] = $0; odd = !odd }' "$2" blocks | sort
}

# Demangles the functions of lines like these and leaves each only its own name:
# DWARF has no linkage name of some, and then we tell the scope and they do not.
own_names() {
    c++filt | awk '
        function own(name,   i, c, depth, from, end) {
            end = length(name)
            for (i = 1; i <= length(name); i++) {
                c = substr(name, i, 1)
                if (!depth && substr(name, i, 2) == "::")
                    from = i + 1
                else if (!depth && c == " ")
                    from = i
                if (!depth && c == "(" && substr(name, 1, i - 1) !~ /operator$/) {
                    end = i - 1
                    break
                }
                depth += index("<({", c) > 0
                depth -= index(">)}", c) > 0
            }
            return substr(name, from + 1, end - from)
        }
        {
            n = split(substr($0, index($0, " ") + 1), frames, ";")
            line = $1
            for (i = 1; i <= n; i++)
                line = line (i > 1 ? ";" : " ") own(frames[i])
            print line
        }'
}

fold() { # OPTIONS...: prints stacks and how many samples each has, sorted
    "$PROF2DOT" -q -T folded --demangle=none "$@" 2>&1 | sed "s|[^;\`]*\`||g" | sort
}

same() { # CASE FILE FILE
    if cmp -s "$2" "$3" && [ -s "$2" ]; then
        echo "ok $1"
    else
        echo "FAILED $1"
        diff "$2" "$3" | head -6
    fi
}

# Compares the functions at offsets of a program in other formats with those in
# perf.data. Each offset is the one frame of a stack.
readers() { # PROGRAM OFFSETS
    "$BUILD/tests/tools/addresses" "$PWD/$1" <"$2" >addresses.data
    fold addresses.data >expected
    fold --no-inline addresses.data >expected.outer
    {
        echo "goroutine profile: total $(wc -l <"$2")"
        # Addresses are those to which calls return, in memory at 0x10000000.
        awk '
            function number(hex,   i, n) {
                for (i = 1; i <= length(hex); i++)
                    n = n * 16 + index("123456789abcdef", substr(hex, i, 1))
                return n
            }
            { printf "1 @ 0x%x\n", 268435456 + number($1) + 1 }' "$2"
        echo '--- Memory map: ---'
        echo "10000000-1ffff000 r-xp 00000000 08:01 4711 $PWD/$1"
    } >count.txt
    fold count.txt >found
    same "$1: text of pprof" expected found
    "$PROF2DOT" -q -T json count.txt >count.json
    grep -q '"inlines": *true' count.json &&
        echo "ok $1: the table of pprof's text tells of inlined functions" ||
        echo "FAILED $1: pprof's text has no inlined functions"
    fold --no-inline count.txt >found
    same "$1: text of pprof, --no-inline" expected.outer found
    awk -v path="$PWD/$1" '
        function list(name, what) { # "$" stands for the number
            printf "\"%s\":[", name
            for (i = 0; i < NR; i++) {
                item = what
                sub(/\$/, i, item)
                printf "%s%s", (i ? "," : ""), item
            }
            printf "]"
        }
        { address[NR - 1] = $1 }
        END {
            printf "{\"meta\":{\"preprocessedProfileVersion\":49},"
            printf "\"libs\":[{\"name\":\"p\",\"path\":\"%s\"}],", path
            printf "\"threads\":[{\"name\":\"p\",\"tid\":1,\"pid\":1,"
            printf "\"stringArray\":["
            for (i = 0; i < NR; i++)
                printf "%s\"0x%s\"", (i ? "," : ""), address[i]
            printf "],\"resourceTable\":{\"lib\":[0],\"name\":[0]},"
            printf "\"funcTable\":{"
            list("name", "$"); printf ","
            list("resource", "0")
            printf "},\"frameTable\":{"
            list("func", "$")
            printf "},\"stackTable\":{"
            list("frame", "$"); printf ","
            list("prefix", "null")
            printf "},\"samples\":{"
            list("stack", "$"); printf ","
            list("weight", "1")
            printf ",\"weightType\":\"samples\"}}]}\n"
        }' "$2" >firefox.json
    fold firefox.json | grep -v '+0x[0-9a-f]* [0-9]*$' >found
    grep -v '^\[unknown\]' expected >expected.named
    same "$1: Firefox" expected.named found
    if ! command -v go >/dev/null; then
        echo 'skipped pprof: go is missing'
        return
    fi
    for how in none local; do
        HOME=$PWD PPROF_TMPDIR=$PWD go tool pprof -symbolize=$how -proto \
            -output=$how.pb.gz "$1" count.txt >pprof.log 2>&1 || {
            echo "skipped pprof: $(tail -1 pprof.log)"
            return
        }
    done
    fold none.pb.gz >found
    same "$1: profile.proto" expected found
    fold local.pb.gz >expected
    same "$1: as pprof" expected found
}

# Compares each byte of the code of a program.
check() { # CASE COMPILER OPTIONS...
    name=$1
    shift
    if ! "$@" -o "$name" inlined.cc 2>/dev/null; then
        echo "skipped $name: $1 is missing"
        return
    fi
    # The columns of "[15] .text PROGBITS ADDRESS OFFSET SIZE".
    readelf -SW "$name" | sed -n 's/.* \.text  *PROGBITS *//p' >section
    read -r address offset size rest <section
    [ $((0x$address)) -eq $((0x$offset)) ] || {
        echo "skipped $name: its addresses are not its offsets"
        return
    }
    awk -v from=$((0x$offset)) -v n=$((0x$size)) '
        BEGIN { for (i = 0; i < n; i++) printf "%x\n", from + i }' >offsets
    ours "$name" offsets | own_names >found
    awk '{ print "0x" $1 }' found >addresses
    theirs "$name" addresses | own_names >expected
    all=$(wc -l <found)
    inlined=$(awk 'NF > 1' found | wc -l)
    differ=$(diff found expected | grep -c '^<')
    if [ "$differ" -eq 0 ] && [ "$inlined" -gt 1000 ]; then
        echo "ok $name"
    else
        echo "FAILED $name: $differ of $all addresses differ, $inlined have" \
            "inlined functions"
        diff found expected | head -6
    fi
    [ "$KEEP" ] && cp found "$KEEP/$name.ours" && cp expected "$KEEP/$name.theirs"
    [ "$name" != gcc ] || {
        awk 'NR % 7 == 0' offsets >few
        readers "$name" few
    }
    rm -f "$name"
}

check gcc "${CXX:-c++}" -O2 -g
check dwarf-4 "${CXX:-c++}" -O2 -g -gdwarf-4
check large "${CXX:-c++}" -O3 -g
check clang clang++ -O2 -g

# A statement of a function that inlines others has its own line, and the access
# that of the inlined function.
cat >statement.c <<'END'
static int numbers[100];
static inline __attribute__((always_inline)) void put(int at, int value)
{
    numbers[at] = value;
}
int main(void)
{
    for (int i = 0; i < 100; i++)
        put(i / 2, i);
    return 0;
}
END
lines() { # OPTIONS...: prints the lines of the first dependence
    "$PROF2DOT" -q -T json "$@" statement.trace 2>&1 |
        tr ',' '\n' | sed -n 's/.*"\(writer_[at]*[top]*\)":.*\(:[0-9]*\)"$/\1\2/p' |
        sort -u | tr '\n' ' '
}
if [ -x "$BUILD/bop-cc" ] &&
    "$BUILD/bop-cc" -g -o statement statement.c 2>/dev/null &&
    BOP_KINDS=raw,war,waw BOP_TRACE=statement.trace ./statement; then
    echo 'writer_at:4 writer_top:9 ' >expected
    lines >found; echo >>found
    same 'statement of a trace' expected found
    echo 'writer_at:4 writer_top:4 ' >expected
    lines --no-inline >found; echo >>found
    same 'statement of a trace, --no-inline' expected found
else
    echo 'skipped statement: bop-cc does not run here'
fi
