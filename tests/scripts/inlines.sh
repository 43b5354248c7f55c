# Compares the functions that are inlined at each byte of a C++ program with
# those that llvm-symbolizer prints. Any difference is a failure.

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
    ours "$name" offsets >found
    awk '{ print "0x" $1 }' found >addresses
    theirs "$name" addresses >expected
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
    rm -f "$name"
}

check gcc "${CXX:-c++}" -O2 -g
check dwarf-4 "${CXX:-c++}" -O2 -g -gdwarf-4
check large "${CXX:-c++}" -O3 -g
check clang clang++ -O2 -g
