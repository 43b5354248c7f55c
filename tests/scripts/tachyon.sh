# Profiles of Python's profiling.sampling: random samples that
# tests/tools/tachyon.py writes in each form of the file are counted as in their
# text, and a file that is cut anywhere ends in a message or a picture.
. "$TESTS/tools/say.sh"
command -v python3 >/dev/null || { echo 'skipped tachyon: no python3' && exit; }

python3 - >text <<'END'
import random
random.seed(4711)
stacks, at = {}, 0
for i in range(3000):
    at += random.randrange(3) * 100
    tid = random.choice((1, 2, 2**63 + 3))
    interpreter = random.randrange(2)
    stack = stacks.setdefault((tid, interpreter), [])
    if random.random() < 0.6:
        del stack[len(stack) - random.randrange(len(stack) + 1):]
        for _ in range(random.choice((0, 1, 1, 2, 5, 40))):
            n = random.randrange(200)
            stack.append(f"/srv/f{n % 3}.py:f{n}:{n + random.randrange(3)}")
    print(tid, interpreter, at, random.randrange(64), ";".join(stack), end="\n")
END
sed -i 's/ $//' text
awk 'NF == 5 {
    stack = "tid: " $1
    n = split($5, frames, ";")
    for (i = 1; i <= n; i++) {
        split(frames[i], part, ":")
        stack = stack ";" part[2] " (" part[1] ")"
    }
    count[stack]++
} END { for (stack in count) print stack, count[stack] }' text |
    sort >expected
for form in '' old big 'big old' ${ZSTD-zstd}; do
    [ "$form" != zstd ] || command -v zstd >/dev/null || continue
    python3 "$TESTS/tools/tachyon.py" $form stats <text >file
    "$PROF2DOT" -T folded --tags=tid file 2>err | sort >found
    cmp -s expected found && [ -s found ] && [ ! -s err ]
    say "samples of a file ${form:-of today}" "$(head -c 300 err)"
done
awk 'NF == 5 && $3 >= 1000 && $3 <= 20000' text | wc -l >expected
"$PROF2DOT" --time=0.001,0.02 -T json file 2>err |
    sed -n 's/.*"samples": *\([0-9]*\).*/\1/p' | head -n 1 >found
[ "$(cat found)" = "$(cat expected)" ]
say 'times' "$(cat found) and not $(cat expected)"

head -n 12 text >few
[ "$FULL" ] || step=17
for form in old big; do
    python3 "$TESTS/tools/tachyon.py" $form <few >file
    n=$(wc -c <file) i=0 wrong='' drawn=0
    while [ $i -lt "$n" ]; do
        head -c $i file >cut
        "$PROF2DOT" -f tachyon -T text cut >out 2>err
        case $? in
        1) [ -s err ] ;;
        4) [ -s err ] && drawn=$((drawn + 1)) ;;
        *) false ;;
        esac || wrong="$wrong $i"
        i=$((i + ${step:-1}))
    done
    [ ! "$wrong" ] && [ $drawn -gt 6 ]
    say "a file is cut, $form" "at$wrong; $drawn drawn"
done
