# tests/mutants/run on a small program in a folder below another one named src: a
# break is tried on the cases that reach it, a case that fails anyway sees nothing,
# and a file that is not built is named.
. "$TESTS/tools/say.sh"
for tool in python3 git gcc addr2line; do
    command -v $tool >/dev/null && continue
    echo "skipped mutants: $tool is missing"
    exit
done

checkout=$PWD/src/tiny
mkdir -p "$checkout/src" "$checkout/tests"
cp -R "$TESTS/mutants" "$checkout/tests"
cd "$checkout" || exit
: >tests/mutants/alike

cat >src/sum.c <<'EOF'
int sum(int a, int b);
int has_seven(const int *of, const int *end);
int never(int a);

int sum(int a, int b)
{
    return a + b;
}

int has_seven(const int *of, const int *end)
{
    for (;; of++) {
        int more = of < end;
        if (!more)
            return 0;
        if (*of == 7)
            return 1;
    }
}

int never(int a)
{
    return a * 2;
}
EOF
cat >src/main.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>

int sum(int a, int b);
int has_seven(const int *of, const int *end);

int main(void)
{
    int *of = calloc(2, sizeof *of);
    printf("%d\n", sum(2, 3) + has_seven(of, of + 2));
    free(of);
    return 0;
}
EOF
cat >src/none.c <<'EOF'
int none(int a);

int none(int a)
{
    return a + 1;
}
EOF
cat >Makefile <<'EOF'
CFLAGS = -O1
BUILD = build$(if $(SAN),-san)
SANITIZERS = $(if $(SAN),-fsanitize=address)
all: $(BUILD)/prof2dot
tests-base tests-scripts:
	@true
$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(SANITIZERS) -c -o $@ $<
$(BUILD)/prof2dot: $(BUILD)/src/main.o $(BUILD)/src/sum.o
	@$(CC) $(SANITIZERS) -o $@ $^ $(LDLIBS)
$(BUILD)/tests/units: all
	@mkdir -p $(@D)
	@cp $(BUILD)/prof2dot $@
EOF
# The case cli/bad fails with any program; cli/sum does if the sum is wrong.
cat >tests/run <<'EOF'
#!/bin/sh
: "${BUILD:=build}"
[ $# != 0 ] || set -- cli/bad cli/sum
for case; do
    [ ! "${REACH-}" ] || export REACHED="$REACH/$case"
    [ ! "${REACH-}" ] || mkdir -p "$REACHED"
    found=$($BUILD/prof2dot)
    [ "$case" = cli/sum ] && [ "$found" = 5 ] || echo "FAILED $case: $found"
done
EOF
chmod +x tests/run
git init -q . && git add . || exit

break_it() {
    unset BUILD STOP SINCE ONLY SEED REACH
    JOBS=1 N=20 LIMIT=${1-} python3 tests/mutants/run >../said 2>../messages
    status=$?
}
why() {
    { cat ../messages ../said; cat build-reach/log; } 2>/dev/null | head -n 5 | tr '\n' '|'
}

break_it
grep -q '"src/sum.c"' build-reach/cases.json
say 'the cases that reach a file are found' "$(why)"
grep -q '^seen *src/sum.c:7: return a + b;' ../said
say 'a break is seen' "$(why)"
grep -A 2 '^seen *src/sum.c:7' ../said | grep -q '^ *by cli/sum'
say 'the case that sees it is named' "$(why)"
grep -A 2 '^seen *src/sum.c:13: int more = of < end;' ../said | grep -q '^ *by cli/sum with SAN=1'
say 'what only sanitizers see is seen' "$(why)"
grep -q '^UNSEEN *src/sum.c:23: return a \* 2;' ../said && [ $status = 1 ]
say 'a case that fails anyway sees nothing' "$(why)"
grep -q '^mutants: cli/bad is left out, because it fails without a break' ../said &&
    grep -q '^1 of 2 cases were left out' ../said
say 'such a case is named, and counted' "$(why)"
grep -q '^mutants: src/none.c is not built here' ../said
say 'a file that is not built is named' "$(why)"

break_it 0
grep -q '^UNSEEN *src/sum.c:7:' ../said && ! grep -q '^seen' ../said
say 'tests that are given no seconds see nothing' "$(why)"

# A worker that cannot go on ends the run with what it met.
rm -f src/sum.c
git rm -q --cached src/sum.c
break_it
[ $status != 0 ] && grep -q 'without a break' ../messages
say 'a build that fails ends the run aloud' "$(why)"
