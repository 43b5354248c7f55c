# Builds tests/bop/verdicts/library.cc and looks for dependences through what
# libstdc++ has compiled: without them, statements and loops would seem
# independent.
. "$TESTS/tools/say.sh"

if [ ! -x "$BUILD/bop-cc" ]; then
    echo 'skipped library: libbop is not for this system'
    exit
fi
# Support for C++ is a package of its own.
if ! echo '#include <stdexcept>' | g++ -x c++ -E - >/dev/null 2>&1; then
    echo 'skipped library: there is no C++'
    exit
fi
unset BOP_FUNCTIONS BOP_SEM BOP_MODE BOP_GRANULE BOP_CALLS BOP_MAXEDGES
export BOP_KINDS=raw,war,waw BOP_TRACE=trace

# Checks that the verdict of a statement has some words.
has() { # HOW LINE PATTERN
    grep "library.cc:$2: .*$3" text >/dev/null
    say "$1: line $2, $3" "$(grep "library.cc:$2: " text)"
}

check() { # HOW OPTION...
    how=$1
    shift
    "$BUILD/bop-c++" "$@" -o prog "$TESTS/bop/verdicts/library.cc" && ./prog
    say "$how: runs" || return
    "$PROF2DOT" -q -n0 -e0 -T text trace >text
    has "$how" 28 'reads what :27 wrote'
    has "$how" 30 'executions, loop-carried: each reads `list`'
    has "$how" 32 'executions, loop-carried: '
    has "$how" 33 'reads what :30 wrote'
    has "$how" 34 'reads what :32 wrote'
    has "$how" 35 'reads what :32 wrote'
    has "$how" 36 'overwrites what :35 read'
    has "$how" 37 'reads what :36 wrote'
    has "$how" 38:[0-9]* 'overwrites what :33 read'
    has "$how" 41 'reads what :[34][890] wrote'
    has "$how" 43 'reads what :42 wrote in another thread (`a`)'
    has "$how" 45 'reads what :43 wrote in another thread (`b`)'
}

export BOP_CXX=g++
check g++

# Lists and trees do what they do otherwise.
cat >nodes.cc <<'END'
#include <cstdlib>
#include <list>
#include <set>
#include <vector>
static std::list<int> list, other;
static std::set<int> set;
static std::vector<int> all; // the model of a list
static bool has[40];         // and of a set
static int change_list(int what, int n)
{
    auto at = list.begin();
    for (int i = 0; i < n; i++)
        ++at;
    if (what == 0) {
        list.insert(at, n);
        all.insert(all.begin() + n, n);
    } else if (what == 1 && at != list.end()) {
        list.erase(at);
        all.erase(all.begin() + n);
    } else if (what == 2) {
        list.reverse();
        all = std::vector<int>(all.rbegin(), all.rend());
    } else if (what == 3) {
        other.splice(other.begin(), list, at, list.end());
        list.splice(list.begin(), other);
        std::vector<int> rest(all.begin() + n, all.end());
        rest.insert(rest.end(), all.begin(), all.begin() + n);
        all = rest;
    } else {
        list.swap(other);
        list.swap(other);
    }
    return std::vector<int>(list.begin(), list.end()) != all ||
           std::vector<int>(list.rbegin(), list.rend()) !=
               std::vector<int>(all.rbegin(), all.rend()) || !other.empty();
}
static int change_set(bool adds, int n)
{
    has[n] = adds;
    adds ? (void)set.insert(n) : (void)set.erase(n);
    std::vector<int> up, down, wanted;
    for (int i = 0; i < 40; i++)
        if (has[i])
            wanted.push_back(i);
    for (auto i = set.begin(); i != set.end(); ++i)
        up.push_back(*i);
    for (auto i = set.end(); i != set.begin();)
        down.insert(down.begin(), *--i);
    return up != wanted || down != wanted;
}
int main()
{
    int bad = 0;
    for (int i = 0; i < 300; i++) {
        bad += change_list(rand() % 6 ? rand() % 2 : 2 + rand() % 3,
                           rand() % (all.size() + 1));
        bad += change_set(rand() % 2, rand() % 40);
    }
    return bad != 0;
}
END
"$BUILD/bop-c++" -w -o nodes nodes.cc && ./nodes
say 'lists and trees do what they do otherwise'
[ ! "$FULL" ] || check 'g++ -static' -static
[ ! "$FULL" ] || check 'g++ -std=c++20' -std=c++20
if [ "$FULL" ] && [ -e "$BUILD/libbop_clang.so" ]; then
    export BOP_CXX=clang++
    check 'clang++ --locals' --locals -std=c++20
fi
