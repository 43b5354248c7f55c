# The numbers of -T tree and -T peek are those of an independent count: awk over
# folded stacks, go tool pprof -peek and gprof's call graph. Reports fit a
# terminal of 80 columns and stay below 6 kB.

. "$TESTS/tools/say.sh"

# Prints "TOTAL SELF PATH" for each path, as -T tree folds them: a function that
# is on the path already is the last one, and has no self.
count_paths() { # FOLDED
    awk '
        { cost = $NF; sub(/ [0-9]+$/, ""); n = split($0, frame, ";")
          path = ""; split("", seen); folded = 0
          for (i = 1; i <= n && !folded; i++) {
              path = path ";" frame[i]
              total[path] += cost
              folded = frame[i] in seen
              seen[frame[i]]
              if (folded) recursive[path]
          }
          if (!folded) self[path] += cost
          whole += cost }
        function share(x) {
            x = 100 * x / whole
            return x == 0 ? "0%" : x == 100 ? "100%" : x < .1 ? "<0.1%" : \
                sprintf("%.1f%%", x)
        }
        END { for (path in total)
                  print share(total[path]),
                      path in recursive ? "-" : share(self[path]), path }' \
        "$1" | sort
}

# Prints the same of what -T tree writes.
read_paths() {
    awk '
        $3 == "function" { inside = 1; next }
        inside && !/^\.\.\. / {
            total = $1
            rest = substr($0, 19)
            self = substr($0, 10, 7)
            gsub(/ /, "", self)
            match(rest, /^ */)
            level = RLENGTH / 2
            rest = substr(rest, RLENGTH + 1)
            if (match(rest, /^\([0-9]+\) /)) {
                level = substr(rest, 2, RLENGTH - 3)
                rest = substr(rest, RLENGTH + 1)
            }
            only = sub(/^> /, "", rest)
            recursive = sub(/ \(recursive\)$/, "", rest)
            path = (only ? last[level] : level ? last[level - 1] : "") ";" rest
            last[level] = path
            print total, recursive ? "-" : self, path
        }' | sort
}

# Random stacks with much recursion, of a whole of 1000 samples.
awk 'BEGIN {
    srand(7)
    for (i = 0; i < 1000; i++) {
        stack = "main"
        for (d = int(rand() * 30); d > 0; d--)
            stack = stack ";f" int(rand() * rand() * 12)
        print stack, 1
    }
}' >random.folded
awk 'BEGIN { for (i = 0; i < 40; i++) {
    stack = stack (i ? ";" : "") "f" i
    print stack, 1
    print stack ";leaf" i, 1 } }' >deep.folded
for file in random.folded deep.folded "$SAMPLES"/folded/calc \
    "$SAMPLES"/folded/lisp "$SAMPLES"/folded/words; do
    count_paths "$file" >expected
    "$PROF2DOT" -q -f folded -T tree -n 0 -e 0 "$file" 2>err |
        read_paths >found
    [ -s expected ] && cmp -s expected found
    say "tree of ${file##*/}" \
        "$(diff expected found | sed -n 2,4p | tr '\n' '|')$(head -n 1 err)"
done

# A comparison has the totals of both sides, of a base of 1000 here.
awk 'BEGIN {
    srand(8)
    for (i = 0; i < 700; i++) {
        stack = "main"
        for (d = int(rand() * 25); d > 0; d--)
            stack = stack ";f" int(rand() * rand() * 13)
        print stack, 1
    }
}' >other.folded
awk '
    { cost = $NF; sub(/ [0-9]+$/, ""); n = split($0, frame, ";")
      path = ""; split("", seen); folded = 0
      for (i = 1; i <= n && !folded; i++) {
          path = path ";" frame[i]
          folded = frame[i] in seen
          seen[frame[i]]
          paths[path]
          total[FILENAME, path] += cost
      } }
    END { for (path in paths) {
              a = total[ARGV[1], path] / 10
              b = total[ARGV[2], path] / 10
              print a + 0, b + 0, b - a, path } }' random.folded other.folded |
    sort >expected
"$PROF2DOT" -q -f folded -T tree -n 0 -e 0 --base=random.folded other.folded |
    awk '
        / base +new +change / { inside = 1; next }
        inside && !/^\.\.\. / {
            cells = $1 + 0 " " $2 + 0 " " $3 + 0
            rest = substr($0, 29)
            match(rest, /^ */)
            level = RLENGTH / 2
            rest = substr(rest, RLENGTH + 1)
            if (match(rest, /^\([0-9]+\) /)) {
                level = substr(rest, 2, RLENGTH - 3)
                rest = substr(rest, RLENGTH + 1)
            }
            only = sub(/^> /, "", rest)
            sub(/ \(recursive\)$/, "", rest)
            path = (only ? last[level] : level ? last[level - 1] : "") ";" rest
            last[level] = path
            print cells, path
        }' | sort >found
[ -s expected ] && cmp -s expected found
say "tree of a comparison" "$(diff expected found | head -6 | tr '\n' '|')"

# The part of a tree that thresholds and --depth leave.
"$PROF2DOT" -q -f folded -T tree -n 3 random.folded | read_paths >found
count_paths random.folded | awk '$1 + 0 >= 3' | sort >expected
[ -s expected ] && cmp -s expected found
say "tree from a threshold on" "$(diff expected found | head -3 | tr '\n' '|')"
"$PROF2DOT" -q -f folded -T tree -n 0 -e 0 --depth=2 random.folded |
    read_paths >found
count_paths random.folded | awk -F';' 'NF <= 4' | sort >expected
[ -s expected ] && cmp -s expected found
say "tree of some depth" "$(diff expected found | head -3 | tr '\n' '|')"

# A call counts once for each sample that has it.
peek_folded() { # FOLDED FUNCTION
    awk -v f="$2" '
        { cost = $NF; sub(/ [0-9]+$/, ""); n = split($0, frame, ";")
          split("", seen)
          if (frame[1] == f) callers["(no", "caller)"] += cost
          if (frame[n] == f) self += cost
          for (i = 1; i < n; i++) {
              pair = frame[i] SUBSEP frame[i + 1]
              if (pair in seen) continue
              seen[pair]
              if (frame[i + 1] == f && frame[i] != f) callers[frame[i]] += cost
              if (frame[i] == f) callees[frame[i + 1]] += cost
          } }
        END { for (name in callers) {
                  sub(SUBSEP, " ", name)
                  print callers[name == "(no caller)" ? "(no" SUBSEP "caller)" \
                                                      : name], "<- " name
              }
              for (name in callees) print callees[name], "-> " name
              if (self) print self, "(self)" }' "$1" | sort
}
for name in main f0 f3 f11; do
    peek_folded random.folded $name >expected
    "$PROF2DOT" -q -f folded -T peek -n 0 -e 0 --list="^$name\$" \
        random.folded |
        awk 'NR > 2 && ($5 == "<-" || $5 == "->" || $5 == "(self)") {
            cost = $1
            gsub(/,/, "", cost)
            sub(/^.*(<-|->|\(self\))/, $5)
            sub(/ \(recursive\)$/, "")
            print cost, $0 }' | sort >found
    [ -s expected ] && cmp -s expected found
    say "peek of $name" "$(diff expected found | head -4 | tr '\n' '|')"
done

# go tool pprof leaves out recursion and tells inlined functions.
peek_go() { # PROFILE SAMPLE-INDEX
    HOME=$PWD GOFLAGS=-mod=mod PPROF_TMPDIR=$PWD \
        go tool pprof -symbolize=none -nodefraction=0 -edgefraction=0 \
        -nodecount=0 -sample_index="$2" -unit=count -peek . "$1" 2>/dev/null |
        awk -F'|' '
            /^-+\+-+$/ { n = 0; f = ""; next }
            NF < 2 || /flat%/ { next }
            { name = substr($0, index($0, "|") + 1)
              is_end = name ~ /^   /
              gsub(/^ +| \((partial-)?inline\)| +$/, "", name)
              split($1, word, " ")
              if (!is_end) {
                  f = name
                  print f, "total", word[4] + 0
                  if (word[1] + 0) print f, "self", word[1] + 0
                  for (i = 1; i <= n; i++) print f, "<-", caller[i]
              } else if (f != "")
                  print f, "->", name, word[1] + 0
              else
                  caller[++n] = name " " word[1] + 0 }' | sort
}
peek_own() { # PROFILE EVENT
    "$PROF2DOT" -q -T peek -n 0 -e 0 --list=. --event="$2" "$1" | awk '
        / of all +of it / { inside = 1; next }
        !inside { next }
        NF == 0 { n = 0; f = ""; next }
        /\(no caller\)/ { next }
        { sub(/ \(recursive\)$/, "")
          cost = $1
          gsub(/,/, "", cost)
          sub(/^ *[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ +/, "") }
        /^<- / { caller[++n] = substr($0, 4) " " cost; next }
        /^-> / { if (substr($0, 4) != f) print f, $0, cost; next }
        /^\(self\)/ { print f, "self", cost; next }
        { sub(/ \([^(]*\)$/, "")
          f = $0
          print f, "total", cost
          for (i = 1; i <= n; i++) print f, "<-", caller[i] }' | sort
}
compare_peek() { # PROFILE SAMPLE-INDEX EVENT THING
    peek_go "$1" "$2" >expected
    peek_own "$1" "$3" >found
    [ -s expected ] && cmp -s expected found
    say "go tool pprof -peek of $4" \
        "$(diff expected found | head -4 | tr '\n' '|')"
}
if command -v go >/dev/null; then
    while read -r file index event; do
        "$PROF2DOT" -q -T pprof "$SAMPLES/$file" -o peek.pb.gz
        compare_peek peek.pb.gz "$index" "$event" "-T pprof of $file"
        [ "${file%.gz}" = "$file" ] ||
            compare_peek "$SAMPLES/$file" "$index" "$event" "$file"
    done <<'E'
pprof/queens.cpu.pb.gz samples samples
pprof/queens.heap.pb.gz alloc_objects alloc_objects
perf/calc samples cpu-clock
perf/lisp samples cpu-clock
perf/threads page-faults page-faults
perf/words samples cpu-clock
firefox/threads.json samples samples
folded/calc counts counts
folded/lisp counts counts
folded/lookup.before counts counts
E
    # Unknown functions are told apart by their modules, as pprof does.
    cat >unknown.perf <<'E'
prog 1 1.0: 10 cycles:
	10 [unknown] (/lib/liba.so)
	20 main+0x1 (/bin/prog)

prog 1 2.0: 10 cycles:
	30 [unknown] (/lib/libb.so)
	10 [unknown] (/lib/liba.so)
	20 main+0x1 (/bin/prog)

E
    "$PROF2DOT" -q -T pprof unknown.perf -o unknown.pb.gz
    peek_go unknown.pb.gz samples >found
    cat >expected <<'E'
[liba.so] -> [libb.so] 1
[liba.so] <- main 2
[liba.so] self 1
[liba.so] total 2
[libb.so] <- [liba.so] 1
[libb.so] self 1
[libb.so] total 1
main -> [liba.so] 2
main total 2
E
    cmp -s expected found
    say "go tool pprof -peek of unknown functions" \
        "$(diff expected found | head -4 | tr '\n' '|')"
else
    echo 'skipped reports: go tool pprof: there is no go'
fi

# gprof prints the callers above a function and its callees below it. The names
# of members of cycles have a number; self-calls stand in the function's line.
for file in "$SAMPLES/gprof/calc" "$SAMPLES/gprof/words"; do
    awk '
        /^index % time/ { inside = 1; next }
        !inside || NF == 0 { next }
        /^-----/ { n = 0; f = ""; next }
        /^ *This table describes/ { exit }
        /<spontaneous>|<cycle [0-9]* as a whole>/ { next }
        /^\[/ { f = $0
                sub(/ \[[0-9]+\]$/, "", f)
                sub(/ <cycle [0-9]+>$/, "", f)
                sub(/.* /, "", f)
                for (i = 1; i <= n; i++)
                    if (index(caller[i], f " ") != 1)
                        print f, "<-", caller[i]
                next }
        { calls = $0
          sub(/ \[[0-9]+\]$/, "", calls)
          sub(/ <cycle [0-9]+>$/, "", calls)
          name = calls
          sub(/.* /, "", name)
          k = split(calls, word, " ")
          count = word[k - 1]
          sub(/\/.*/, "", count)
          if (name == f) next
          if (f == "") caller[++n] = name " " count
          else print f, "->", name, count }' "$file" | sort >expected
    "$PROF2DOT" -q -f gprof -T peek -n 0 -e 0 --list=. "$file" | awk '
        NR < 3 { next }
        NF == 0 { n = 0; f = ""; next }
        /\(self\)/ { next }
        { arrow = match($0, /(<-|->) /) ? substr($0, RSTART, 2) : ""
          sub(/ \(recursive\)$/, "")
          name = $NF
          match($0, /[0-9,]+ +(<-|->)/)
          count = substr($0, RSTART, RLENGTH)
          gsub(/[^0-9]/, "", count) }
        arrow == "<-" { caller[++n] = name " " count; next }
        arrow == "->" { if (name != f) print f, "->", name, count; next }
        { f = name
          for (i = 1; i <= n; i++) print f, "<-", caller[i] }' |
        sort >found
    [ -s expected ] && cmp -s expected found
    say "peek and gprof of ${file##*/}" \
        "$(diff expected found | head -4 | tr '\n' '|')"
done

# Paths of a profile from calls: each gets its part, and the parts of all paths
# to a function add up to its total.
printf '%%edges 1\nmain 0\nmain -> a x1\nmain -> b x1\na -> c x3\nb -> c x1
c 80\na 10\nb 10\nc -> d x2\nd 20\n' >calls
"$PROF2DOT" -q -T tree -n 0 -e 0 calls | awk 'NR > 2' >found
cat >expected <<'END'
    100%     ~0%  main
  ~79.2%   ~8.3%    a
  ~70.8%  ~53.3%    > c
  ~12.5%  ~12.5%    > d
END
awk '$3 == "d" || $4 == "d" { sum += substr($1, 2) }
     END { exit !(sum > 16.6 && sum < 16.8) }' found
say "tree of calls: parts add up" "$(tr '\n' '|' <found)"

# Paths of calls may be as many as 2^30, and nobody waits for them.
awk 'BEGIN { print "%edges 1"
    for (i = 0; i < 30; i++)
        for (k = 0; k < 4; k++)
            print "f" i "_" k % 2 " -> f" i + 1 "_" int(k / 2) " x1"
    print "f30_0 1\nf30_1 1" }' >paths
"$PROF2DOT" -q -T tree -n 0 -e 0 paths >out
grep -q 'too many paths' out
say "too many paths" "$(tail -n 1 out)"

# All reports of a large profile with long names stay below 6 kB, but not
# those for which the user asks.
awk 'BEGIN {
    srand(3)
    for (i = 0; i < 20000; i++) {
        stack = "main"
        for (d = 1; d < 12; d++)
            stack = stack ";namespace::component::function_" d "_" \
                int(rand() * rand() * 9)
        print stack, 1
    }
}' >large.folded
sed 's/function_\([0-9]\)/changed_\1/' large.folded >new.folded
for report in '-T top' '-T tree' '-T peek --list=function' \
    '-T top --sort=name' '-T top --markdown' '-T tree --markdown' \
    '-T peek --list=. --markdown' '-T peek --list=. --base=new.folded' \
    '-T top --base=new.folded'; do
    "$PROF2DOT" -q -f folded $report large.folded >out
    bytes=$(wc -c <out)
    [ "$bytes" -gt 1000 ] && [ "$bytes" -lt 6000 ]
    say "6 kB: $report" "$bytes bytes"
    [ "$report" = '-T top --base=new.folded' ] || grep -q '[0-9] more' out
    say "6 kB: $report names what is left out" "$(tail -n 1 out)"
done
"$PROF2DOT" -q -f folded -T tree -n 0 -e 0 large.folded >out
[ "$(wc -l <out)" -gt 10000 ]
say "6 kB: all lines with -n 0" "$(wc -l <out) lines"

# The commands that an agent learns work.
skill=$SAMPLES/../agents/SKILL.md
[ "$(wc -l <"$skill")" -le 40 ]
say "SKILL.md has at most 40 lines"
grep -o '`prof2dot -[^`]*`' "$skill" | tr -d '`' | sed -e 's/^prof2dot //' \
    -e "s|'.parse.' --source=DIR FILE|solve --source=$SAMPLES/../programs $SAMPLES/pprof/queens.cpu.pb.gz|" \
    -e "s|OLD NEW|$SAMPLES/folded/calc FILE|; s|FILE|$SAMPLES/perf/calc|" \
    -e "s|SOURCE|\\*calc\\*|; s|=NAME|=main|" >commands
[ "$(wc -l <commands)" -ge 8 ]
say "SKILL.md has commands"
while read -r command; do
    case $command in
    *granularity=line* | *malloc*) continue ;;
    esac
    eval "'$PROF2DOT' -q $command" >out 2>err
    [ $? = 0 ] && [ -s out ]
    say "SKILL.md: $command" "$(head -n 1 err)"
done <commands

# "Is it I/O?": the share of the kernel among the modules.
"$PROF2DOT" -q -T top --granularity=module - >out <<'E'
prog 1/1 1.0: 1 cycles:
	ffff1 vfs_read ([kernel.kallsyms])
	ffff2 do_syscall_64 ([kernel.kallsyms])
	2 read (/usr/lib/libc.so.6)
	3 main (/usr/bin/prog)

prog 1/1 1.0: 1 cycles:
	2 work (/usr/bin/prog)
	3 main (/usr/bin/prog)

E
grep -q '^ *1 *50.0%.*  .kernel.kallsyms' out
say "the share of the kernel" "$(tail -n 1 out)"

if ! script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    echo "skipped reports: no script(1) of util-linux"
    exit
fi
name=$(printf '%0120d' 0 | sed 's/0/Long::/g')
printf 'main;%s;x 30\nmain;%s;y 12\nmain;a\303\266 1\n' "$name" "$name" >long
printf 'main;%s;%s 40\n' "$name" "$name" >>long
awk 'BEGIN { for (i = 0; i < 40; i++) {
    stack = stack (i ? ";" : "") "deep_" i "_with_a_name_that_is_longer_than_this"
    print stack, 1
    print stack ";leaf", 1 } }' >>long
for report in '-T top' '-T tree' '-T peek --list=Long' '-T text --sort=name' \
    '-T top --base=new.folded' '-T peek --list=main --base=new.folded'; do
    script -qec "'$PROF2DOT' -q -f folded $report long" /dev/null </dev/null |
        tr -d '\r' >out
    awk 'BEGIN { for (i = 128; i < 192; i++) next_byte[sprintf("%c", i)] }
        { n = 0
          for (i = 1; i <= length($0); i++)
              n += !(substr($0, i, 1) in next_byte)
          if (n > 80) print }' out >wide
    [ -s out ] && [ ! -s wide ]
    say "80 columns: $report" "$(head -n 1 wide)"
done
awk 'BEGIN { for (n = "n"; length(n) <= 80; n = n "n") print n, 1 }' >lengths
script -qec "'$PROF2DOT' -q -f folded -T top -n 0 lengths" /dev/null </dev/null |
    tr -d '\r' | awk '/ n+$/ && length($0) == 80' >out
[ "$(wc -l <out)" = 1 ]
say "80 columns: a name that just fits is whole" "$(wc -l <out) names"
"$PROF2DOT" -q -f folded -T top long | grep -q "$name"
say "whole names in a pipe"
