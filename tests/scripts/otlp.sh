# Profiles of OpenTelemetry: random samples that tests/tools/otlp.py writes in
# protocol buffers and in JSON are counted as in their text, and a file that is
# cut anywhere ends in a message or a picture.
. "$TESTS/tools/say.sh"
# The interpreter itself: python3 may be a program that has to look for it.
python=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null)
[ "$python" ] || { echo 'skipped otlp: no python3' && exit; }

# $1: has a sample a value for each time?
make_text() {
    "$python" -S - "$1" <<'END'
import random
import sys
random.seed(33)
for profile in range(4):
    print("profile", ["samples/count", "off_cpu/nanoseconds"][profile % 2],
          f"process.pid={profile}")
    for i in range(300):
        frames = [f"f{random.randrange(9)}@/srv/f.c:{random.randrange(1, 90)}:1"
                  for _ in range(random.randrange(1, 9))]
        times = sorted(random.sample(range(1000, 2000), random.randrange(4)))
        shape = random.randrange(3) if sys.argv[1] else 2
        values = [random.randrange(1, 9) for _ in times]
        if shape == 1 or not times:
            times, values = [], values or [7]
        elif shape == 0:
            values = []
        if not sys.argv[1]:
            values = [12]
        names = [f"thread.id={random.randrange(3)}"] * random.randrange(2) + ["x=y", "n=-3"]
        print(*names, "|", *values, "|", *times, "|", random.choice(";+").join(frames))
END
}
# The costs of all samples of the event, or of those from 1400 ns to 1600 ns.
count() { # TEXT EVENT
    awk -F ' *[|] *' -v event="$2" '/^profile/ {
        is_event = $0 ~ " " event "/"
        pid = $0
        sub(".*pid=", "", pid)
        next
    }
    is_event {
        tid = $1 ~ "thread.id=" ? $1 : "[unknown]"
        sub(".*thread.id=", "", tid)
        sub(" .*", "", tid)
        n = split($2, values, " ")
        cost = n ? 0 : split($3, values, " ")
        for (i = 1; i <= n; i++)
            cost += values[i]
        stack = $4
        gsub("[+]", ";", stack)
        gsub("@[^;]*", " (/srv/f.c)", stack)
        count["pid: " pid ";tid: " tid ";" stack] += cost
    } END { for (stack in count) print stack, count[stack] }' "$1" | sort
}

make_text yes >each
make_text '' >sums
for text in each sums; do
    for form in '' json many 'json many'; do
        "$python" -S "$TESTS/tools/otlp.py" $form <$text >file
        wrong=''
        "$PROF2DOT" -T folded --tags=pid,tid file 2>err | sort >found
        count $text samples | cmp -s - found && [ -s found ] || wrong='samples'
        "$PROF2DOT" -T folded --tags=pid,tid --event=off_cpu file 2>err | sort >found
        count $text off_cpu | cmp -s - found || wrong="$wrong off_cpu"
        [ ! "$wrong" ]
        say "$text $form" "$wrong $(head -c 200 err)"
    done
done

# What a sample costs at each of its times, or an equal part of its sum.
for text in each sums; do
    awk -F ' *[|] *' '/^profile/ { is_event = /samples/ } is_event {
        n = split($2, values, " ")
        m = split($3, times, " ")
        for (i = 1; i <= m; i++)
            if (times[i] >= 1400 && times[i] <= 1600)
                cost += n == m ? values[i] : n ? values[1] / m : 1
    } END { print cost }' $text >expected
    "$python" -S "$TESTS/tools/otlp.py" <$text >file
    "$PROF2DOT" --time=0.0000014,0.0000016 -T json file 2>err |
        sed -n 's/^  "whole": \([0-9]*\).*/\1/p' >found
    cmp -s expected found
    say "times, $text" "$(cat found) and not $(cat expected)"
done

cat >kinds <<'END'
profile samples/count load=-0.25 half=0.5 ok=true n=-3
ok=false load=1.5 n=4 | 1 | 17 | main@/srv/a.c:1
ok=true load=2.5 n=0 | 2 | 18 | main@/srv/a.c:1
| 4 | 18 | main@/srv/a.c:1
END
cat >expected <<'END'
ok: false;load: 1.5;half: 0.5;n: 4;main (/srv/a.c) 1
ok: true;load: -0.25;half: 0.5;n: -3;main (/srv/a.c) 4
ok: true;load: 2.5;half: 0.5;n: 0;main (/srv/a.c) 2
END
for form in '' json; do
    "$python" -S "$TESTS/tools/otlp.py" $form <kinds >file
    "$PROF2DOT" -T folded --tags=ok,load,half,n file 2>err | sort >found
    cmp -s expected found
    say "values of attributes, $form" "$(cat found)"
done

# Each message of one kind ends within a field.
printf '%s\n' 'profile samples/count k=v' '| 1 | 17 | main@/srv/a.c:1' \
    '| 2 | 18 | work@/srv/a.c:2;0x10@/bin/x' \
    'profile samples/count k=v' '| 1 | 17 | main@/srv/a.c:1' >whole
lost='3 of 3 samples are left out: they are damaged, or their locations are missing'
parts='profiles, tables or entries of tables are damaged'
lines='2 references to strings, mappings, functions and attributes are damaged,'
lines="$lines or the tables do not have what they refer to"
for damage in "sample $lost" "stack $lost" "location 4 $parts" \
    "function 3 $parts" "mapping 2 $parts" "attribute 1 $parts" \
    "tables 1 $parts" "profile 2 $parts" "type 2 $parts" "resource 2 $parts" \
    "keyValue 2 $parts" "any 2 $parts" "line $lines" \
    'data 1 of 1 messages are damaged or cut off' \
    'scopeProfiles 1 of 1 messages are damaged or cut off'; do
    kind=${damage%% *}
    "$python" -S "$TESTS/tools/otlp.py" "$kind" <whole >file
    "$PROF2DOT" -f otlp -T folded file >out 2>err
    grep -qx "prof2dot: file: ${damage#* }" err
    say "a damaged $kind" "$(cat err)"
done

head -n 4 each >few
[ "$FULL" ] || step=97
for form in '' json many; do
    "$python" -S "$TESTS/tools/otlp.py" $form <few >file
    n=$(wc -c <file) i=1 wrong='' drawn=0
    while [ $i -lt $((n - 1)) ]; do
        head -c $i file >cut
        "$PROF2DOT" -f otlp -T text cut >out 2>err
        case $? in
        1) [ -s err ] ;;
        4) [ -s err ] && drawn=$((drawn + 1)) ;;
        *) false ;;
        esac || wrong="$wrong $i"
        i=$((i + ${step:-1}))
    done
    [ ! "$wrong" ]
    say "a file is cut, $form" "at$wrong; $drawn drawn"
done
