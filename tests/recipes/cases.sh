# The cases of tests/recipes/run, which includes this file, for profilers other
# than perf, gprof, uftrace and bop-cc. Each builds a program, runs the recipe
# and writes what the profiler's own report says to "numbers". An expression in
# awk or a script prints that file; its format is explained in run.
# shellcheck shell=sh disable=SC2016,SC2154

# Runs the recipe, then the command that prints the report's numbers.
try_report() { # COMMAND-FOR-NUMBERS...
    run_recipe "$command" || return
    "$@" >numbers 2>>log
    same numbers out.json && pass
}

build_prog() {
    build -g -O0
}

# A program that allocates.
build_heap() {
    cc -g -O0 -o prog "$root/samples/programs/heap.c" >log 2>&1 && return
    fail "the program: $(head -n 1 log)"
    return 1
}

heap='function known(name) { return name ~ /^(main|copy|grow|cache|scratch)$/ }'

# "1,234 (12.3%)  prog.c:mix [/folder/prog]"; recursion makes the inclusive
# cost of climb count several times.
report_callgrind() {
    callgrind_annotate --threshold=100 --auto=no out.cg | numbers_callgrind self
    callgrind_annotate --threshold=100 --auto=no --inclusive=yes out.cg |
        numbers_callgrind total
}

numbers_callgrind() { # self | total
    awk -v kind="$1" "$known"'
        /PROGRAM TOTALS/ { whole = $1; gsub(/,/, "", whole)
                           print "whole", "all", whole, 0 }
        match($0, /prog\.c:[a-z]+/) {
            name = substr($0, RSTART + 7, RLENGTH - 7)
            cost = $1
            gsub(/,/, "", cost)
            if (known(name) && !(kind == "total" && name == "climb"))
                sum[name] += cost
        }
        END { for (name in sum) print kind, name, sum[name], 0 }'
}

# The largest tree is that of the peak. It begins with
# "99.99% (1,048B) (heap allocation functions) malloc...", and lines such as
# "->99.99% (1,048B) 0x1091C4: copy (heap.c:47)" follow.
report_massif() {
    ms_print massif.out.* | awk "$heap"'
        function bytes(text) {
            gsub(/[(,B)]/, "", text)
            return text
        }
        /^[0-9.]+% .*heap allocation functions/ {
            on = bytes($2) + 0 > whole + 0
            if (on) {
                whole = bytes($2)
                split("", self)
            }
        }
        on && /^->/ && match($0, /: [a-z]+ \(/) {
            name = substr($0, RSTART + 2, RLENGTH - 4)
            if (known(name))
                self[name] += bytes($2)
        }
        END { print "whole", "all", whole, 0
              for (name in self) print "self", name, self[name], 0 }'
}

# heaptrack_print writes the stacks of one cost for FlameGraph:
# "main (heap.c);grow (heap.c);copy (heap.c); 35000".
report_heaptrack() { # COST
    heaptrack_print -p 0 -a 0 -T 0 -F folded --flamegraph-cost-type "$1" \
        heaptrack.prog.* >text
    awk "$heap"'
        {
            cost = $NF
            whole += cost
            gsub(/ \([^;]*\)/, "")
            sub(/; [0-9]+$/, "")
            n = split($0, frame, ";")
            self[frame[n]] += cost
            split("", seen)
            for (i = 1; i <= n; i++)
                if (!seen[frame[i]]++)
                    total[frame[i]] += cost
        }
        END {
            print "whole", "all", whole, 0
            for (f in total)
                if (known(f)) {
                    print "self", f, self[f] + 0, 0
                    print "total", f, total[f], 0
                }
        }' folded
}

# DHAT says the sums; the stacks are in its file only.
report_dhat() {
    sed -n 's/.*At t-gmax: *\([0-9,]*\) bytes.*/\1/p' log | tr -d , |
        sed 's/.*/whole all & 0/'
    python3 - dhat.out.* <<'END'
import collections, json, re, sys
data = json.load(open(sys.argv[1]))
sums = collections.Counter()
for point in data["pps"]:
    frames = [data["ftbl"][f] for f in point["fs"]]
    names = {m[1] for m in map(re.compile(r": (\w+) \(heap").search, frames)
             if m}
    for name in names:
        sums[name] += point["gb"]
for name in sums:
    print("total", name, sums[name], 0)
END
}

report_pstats() {
    python3 - <<'END'
import collections, pstats
rows = pstats.Stats("out.prof").stats
names = collections.Counter(name for _, _, name in rows)
print("whole all", sum(row[2] for row in rows.values()), 1e-6)
for (file, _, name), row in rows.items():
    if file.endswith("prog.py") and names[name] == 1:
        print("self", name, row[2], 1e-6)
        print("total", name, row[3], 1e-6)
END
}

# --heap-prof samples what lives at the end, an object for each 512 kB.
keep='globalThis.kept = [];
function keep(n) { kept.push({ n, next: [n, n + 0.5, "" + n] }); }
function grow(n) { for (let i = 0; i < n; i++) keep(i); }
grow(200000);'

# A sample lasts until the next one; the idle time is left out.
report_node() { # FILE...
    node -e '
        const p = JSON.parse(require("fs").readFileSync(process.argv[1]));
        const name = n => n.callFrame.functionName, keys = {}, self = {};
        const total = {}, parent = new Map(), byId = new Map();
        const cost = new Map();
        const walk = n => { nodes.push(n); (n.children || []).forEach(c => {
            parent.set(c.id ?? c, n); if (c.id) walk(c); }); };
        let nodes = p.nodes || [];
        if (p.head) walk(p.head); else p.nodes.forEach(n =>
            (n.children || []).forEach(c => parent.set(c, n)));
        nodes.forEach(n => { byId.set(n.id, n); cost.set(n, n.selfSize || 0);
            (keys[name(n)] ??= new Set).add(n.callFrame.url +
                n.callFrame.lineNumber + ":" + n.callFrame.columnNumber); });
        let time = p.startTime;
        if (p.nodes) p.samples.forEach((id, i) => {
            time += p.timeDeltas[i];
            const next = i + 1 < p.samples.length ? p.timeDeltas[i + 1]
                                                  : p.endTime - time;
            const n = byId.get(id);
            cost.set(n, cost.get(n) + Math.max(next, 0) / 1e6); });
        let whole = 0;
        for (const [n, c] of cost) {
            if (name(n) == "(idle)") continue;
            whole += c;
            self[name(n)] = (self[name(n)] || 0) + c;
            const names = new Set;
            for (let m = n; m; m = parent.get(m.id)) names.add(name(m));
            names.forEach(m => total[m] = (total[m] || 0) + c);
        }
        console.log("whole all", whole, whole * 1e-6);
        for (const m in total)
            if (/^\w+$/.test(m) && keys[m].size == 1)
                console.log("self", m, self[m] || 0, whole * 1e-6 + "\ntotal",
                            m, total[m], whole * 1e-6);' ./*."$1"
}

# Self cost of a function: the line after "fn="; that after "calls=" is what was
# called. The unit is 10 ns.
report_xdebug() {
    gunzip -cf cachegrind.out.* | awk -v OFMT=%.15g '
        /^fn=/ {
            id = name = $0
            sub(/^fn=/, "", id); sub(/ .*/, "", id)
            if (sub(/^fn=\([0-9]+\) /, "", name)) names[id] = name
            next
        }
        /^cfn=\([0-9]+\) / {
            id2 = name = $0
            sub(/^cfn=/, "", id2); sub(/ .*/, "", id2)
            sub(/^cfn=\([0-9]+\) /, "", name); names[id2] = name
        }
        /^calls=/ { getline; next }
        /^[0-9]+ [0-9]+/ { self[id] += $2; whole += $2 }
        END {
            print "whole", "all", whole / 1e8, 1e-7
            for (id in self) if (names[id] !~ /[ {}]/)
                print "self", names[id], self[id] / 1e8, 1e-7
        }'
}

report_folded() { # FILE
    awk '{ whole += $NF; n = split($1, name, ";"); self[name[n]] += $NF
           split("", seen)
           for (i = 1; i <= n; i++) if (!seen[name[i]]++)
               total[name[i]] += $NF }
         END { print "whole", "all", whole, 0
               for (f in total) {
                   print "self", f, self[f] + 0, 0
                   print "total", f, total[f], 0 } }' "$1"
}

# jfr summary counts the samples; the innermost frame follows "stackTrace = [".
report_jfr() {
    jfr summary out.jfr | awk '$1 == "jdk.ExecutionSample" {
        print "whole", "all", $2, 0 }'
    awk '/stackTrace = \[/ { getline; self[$1]++ }
         END { for (name in self) if (name ~ /^Main[.$]/) {
                   sub(/,$/, "", name); print "self", name, self[name], 0 } }' \
        stdin
}

report_r() {
    Rscript --vanilla -e '
        s <- summaryRprof("out.txt")
        cat("whole all", s$sampling.time, 1e-6, "\n")
        own <- c("walk", "step", "smooth", "work")
        for (f in own) {
            name <- paste0("\"", f, "\"")
            if (name %in% rownames(s$by.self))
                cat("self", f, s$by.self[name, "self.time"], 0.0051, "\n")
            if (name %in% rownames(s$by.total))
                cat("total", f, s$by.total[name, "total.time"], 0.0051, "\n")
        }'
}

# The function of a group is "{ {parity,even,1},  21, 0.050, 0.029},   %".
report_fprof() {
    mfa='{\([a-z]*\),\([a-z_]*\),\([0-9]*\)}'
    times=' *\([0-9.]*\), *\([0-9.]*\)'
    sed -n "s/^ *{ *$mfa, *[0-9]*,$times}, *%.*/\1:\2\/\3 \4 \5/p" \
        out.txt | awk '
            { self[$1] += $3 / 1e3; total[$1] += $2 / 1e3 }
            END { for (f in self) print "self", f, self[f], 1e-9 "\ntotal",
                                        f, total[f], 1e-9 }'
}

report_stackprof() {
    stackprof --text stackprof.dump --limit 1000 | awk '
        $2 ~ /^\([0-9.]+%\)$/ && $5 ~ /^Object#|^[A-Z][A-Za-z]*#/ {
            gsub(/[(%)]/, "")
            print "self%", $5, $4, 0.06
            print "total%", $5, $2, 0.06
        }'
}

# "  200ms 40.00% 40.00%   300ms 60.00%  prog.fib"
report_go() {
    go tool pprof -top -unit=ms -nodecount=100000 cpu.pprof 2>/dev/null | awk '
        $6 ~ /^prog\./ { print "self", $6, $1 / 1e3, 1e-6
                         print "total", $6, $4 / 1e3, 1e-6 }
        /Total samples = / { sub(/.*Total samples = /, "")
                             print "whole", "all", $1 / 1e3, 1e-6 }'
}

report_gperftools() { # OPTION...
    google-pprof --text --nodefraction=0 --nodecount=100000 "$@" 2>/dev/null |
        awk "$known"'
            known($NF) { print "self%", $NF, $2 + 0, 0.06
                         print "total%", $NF, $5 + 0, 0.06 }'
}

# The first table of the report has lines such as
# "count.add Main walk.hs:15:5-45 48.3 69.3 29 ...".
report_ghc() {
    awk '/ticks @ 1000 us/ { sub(/.*\(/, ""); print "whole", "all", $1 / 1e3,
                                                    1e-9 }
         /entries/ { exit }
         $2 == "Main" { self[$1] += $(NF - 1) }
         END { for (name in self)
                   print "self", name, self[name] / 1e3, 1e-9 }' prog.prof
}

# Wall-clock time in microseconds with what is called. main() has only its own.
report_xhprof() {
    php -r '$d = json_decode(file_get_contents("out.json.in"), true);
        $t = [];
        foreach ($d as $k => $v) {
            $f = substr(strrchr("==>$k", ">"), 1);
            if (strpos($f, "@") === false && $f != "main()")
                $t[$f] = ($t[$f] ?? 0) + $v["wt"];
        }
        foreach ($t as $f => $v) echo "total $f ", $v / 1e6, " 1e-9\n";'
}

# heaptrack_print says nothing about all bytes, but about all allocations.
try_heaptrack_all() {
    run_recipe "$command" || return
    "$PROF2DOT" -q -n 0 -e 0 -T json --event=allocations heaptrack.prog.* \
        >out.json
    report_heaptrack allocations >numbers 2>>log
    same numbers out.json && pass
}

# perf report leaves out calls below 0.5 %. Here that makes up to 3 %.
try_perf_report() {
    can_record || return
    # shellcheck disable=SC2086
    build $perf_flags && perf record -e cpu-clock -g ./prog >log 2>&1 &&
        run_recipe "$command" || return
    report_perf '' --children -F overhead_children,sym | awk "$known"'
        known($3) { print "total%", $3, $1 + 0, 3 }' >numbers
    same numbers out.json && pass
}

# bpftrace samples every process until it is stopped, here after a second. A row
# is "@[", the stack in the kernel, ",", that in user space, and ", prog]: 12".
try_bpftrace() {
    # shellcheck disable=SC2086
    build $perf_flags || return
    bpftrace -e 'BEGIN { exit(); }' >log 2>&1 || {
        skip 'bpftrace may not record here'
        return
    }
    ./prog 20 &
    pid=$!
    run_recipe "$(echo "$command" |
        sed "s/count(); }/& interval:s:1 { exit(); }/")"
    status=$?
    kill $pid
    wait $pid 2>/dev/null
    [ $status = 0 ] || return
    awk '
        /^@\[/ { leaf = "" }
        /^ +[^ ]/ && leaf == "" { leaf = $1; sub(/\+[0-9]+$/, "", leaf) }
        /\]: [0-9]+$/ { whole += $NF; self[leaf] += $NF }
        END { print "whole", "all", whole, 0
              for (f in self) if (f ~ /^[a-z]+$/) print "self", f, self[f], 0 }
    ' out.txt >numbers
    same numbers out.json && pass
}

copy() { # PROGRAM FILE
    cp "$root/samples/programs/$1" "$2"
}

try_other() {
    case $name in
    callgrind)
        has valgrind callgrind_annotate && build_prog &&
            try_report report_callgrind
        ;;
    massif*) has valgrind ms_print && build_heap && try_report report_massif ;;
    DHAT*) has valgrind python3 && build_heap && try_report report_dhat ;;
    'heaptrack, the heap'*)
        has heaptrack heaptrack_print && build_heap &&
            try_report report_heaptrack peak
        ;;
    'heaptrack, all'*)
        has heaptrack heaptrack_print && build_heap &&
            try_heaptrack_all
        ;;
    cProfile*)
        has python3 && copy calc.py prog.py && try_report report_pstats
        ;;
    Node.js)
        has node && copy walk.js app.js &&
            try_report report_node cpuprofile
        ;;
    'Node.js, memory')
        has node && echo "$keep" >app.js && try_report report_node heapprofile
        ;;
    Xdebug*)
        has php && php_has xdebug &&
            sed -e '/^tideways_xhprof_enable/,/;$/d' -e '/^echo/d' \
                "$root/samples/programs/walk.php" >prog.php &&
            try_report report_xdebug
        ;;
    XHProf*)
        has php && php_has tideways_xhprof && copy walk.php prog.php &&
            php -d xdebug.mode=off prog.php >out.json.in &&
            command="prof2dot out.json.in -o out.svg" &&
            try_report report_xhprof
        ;;
    LuaJIT)
        has luajit && copy walk.lua prog.lua &&
            try_report report_folded out.folded
        ;;
    R)
        has Rscript &&
            sed 's/Rprof("Rprof.out".*/Rprof("out.txt", interval = 0.01/' \
                "$root/samples/programs/walk.R" |
            sed '/gc.profiling/s/.*/)/' >prog.R &&
            Rscript --vanilla prog.R >log 2>&1 && try_report report_r
        ;;
    Erlang)
        has erl erlc && copy parity.erl parity.erl && erlc parity.erl &&
            erl -noshell -run parity -run init stop >log 2>&1 &&
            mv parity.analysis out.txt && try_report report_fprof
        ;;
    JFR*)
        has java javac jfr &&
            sed 's/\bWords\b/Main/g' "$root/samples/programs/Words.java" \
                >Main.java && javac Main.java && try_report report_jfr
        ;;
    stackprof*)
        has ruby stackprof && copy walk.rb walk.rb &&
            ruby -rstackprof -e "require './walk'
                StackProf.run(mode: :cpu, interval: 1000, raw: true,
                              out: 'stackprof.dump') { run }" >log 2>&1 &&
            try_report report_stackprof
        ;;
    Go)
        has go && cp "$root/tests/recipes/prog_test.go" . &&
            printf 'module prog\n' >go.mod &&
            go test -cpuprofile=cpu.pprof -bench=. >log 2>&1 &&
            try_report report_go
        ;;
    gperftools)
        has google-pprof && build_prog &&
            try_report report_gperftools ./prog cpu.prof
        ;;
    tcmalloc*)
        has google-pprof && build_heap && try_report report_tcmalloc
        ;;
    GHC*)
        has ghc && copy walk.hs prog.hs &&
            ghc -v0 -O1 -prof -fprof-auto prog.hs >log 2>&1 &&
            try_report report_ghc
        ;;
    'perf report'*) try_perf_report ;;
    bpftrace) has bpftrace && try_bpftrace ;;
    'Very Sleepy'*) skip 'it is for Windows' ;;
    clang*) has clang && skip 'clang has no report to compare with' ;;
    Chrome*) skip 'a browser writes the trace' ;;
    *) has "${command%% *}" && skip 'it has no case here yet' ;;
    esac
}

php_has() { # EXTENSION
    php -m | grep -qix "$1" && return
    skip "PHP has no $1"
    return 1
}

report_tcmalloc() {
    google-pprof --text --nodefraction=0 --inuse_space ./prog \
        "$(ls hp.*.heap | tail -n 2 | head -n 1)" \
        2>/dev/null | awk "$heap"'
            known($NF) {
                print "self%", $NF, $2 + 0, 0.06
                print "total%", $NF, $5 + 0, 0.06 }'
}
