# Two releases of a program: what is the same function in both.
compare() { # OLD NEW [OPTION]...
    old=$1 new=$2
    shift 2
    "$PROF2DOT" -q --base="$old" "$new" -T text "$@"
    echo "status $?"
}

echo 'The file and the line are those of the new side:'
cat >old <<'EOF'
%edges 1
%unit instructions
main 1 entry=1 file=/v1/a.py line=1 tag=1
f 100 file=/v1/a.py line=5 tag=5
EOF
sed 's/v1/v2/; s/5/8/g' old >new
"$PROF2DOT" -q --base=old new -T json | grep -o '"label": "f".*"line": [0-9]*'

echo 'Namespaces of another version, and a library named by it:'
cat >old <<'EOF'
%edges 1
main 200
1 500 name="fmt::v8::detail::write<char>(int)" module=libfmt.so.8
2 300 name="fmt::v8::vformat(int)" module=libfmt.so.8
3 100 name="std::__1::sort<json::A>(json::A*)"
4 90 name="json::A::parse(json::A)"
EOF
sed 's/v8/v9/g; s/so\.8/so.9/; s/__1/__2/; s/json::/json::abi_v3_11_3::/g' \
    old >new
compare old new --fail-if=+1%

echo 'Templates with an argument more, in a module named by its version:'
cat >old <<'EOF'
%edges 1
1 50 name="void a::B<C>::f<D>(int)" module=json-3.10
2 60 name="int a::g()" module=json-3.10
EOF
sed 's/3\.10/3.11/; s/B<C>::f<D>/v3::B<C, void>::f/; s/g()/v3::g(int)/' old >new
compare old new

# Makes a profile of V8 of one file. ROWS are names ("-" for none), lines,
# columns and numbers of samples, which last 1 ms each and are spread over the
# run.
v8() { # ROWS
    echo "$1" | awk '
        function frame(name, url, line, column) {
            return sprintf("\"callFrame\":{\"functionName\":\"%s\"," \
                "\"scriptId\":\"1\",\"url\":\"%s\",\"lineNumber\":%d," \
                "\"columnNumber\":%d}", name, url, line - 1, column - 1)
        }
        function place(id) { # of its next sample in the run, from 0 to 1
            return (taken[id] + .5) / wanted[id]
        }
        NF {
            id = ++n + 1
            nodes = nodes sprintf(",\n{\"id\":%d,%s}", id,
                frame($1 == "-" ? "" : $1, "file:///c.js", $2, $3))
            children = children (n > 1 ? "," : "") id
            wanted[id] = $4
            long[id] = $5 ? $5 : 1000
            all += $4
        }
        END {
            while (all-- > 0) {
                next_id = 0
                for (id = 2; id <= n + 1; id++)
                    if (taken[id] < wanted[id] &&
                        (!next_id || place(id) < place(next_id)))
                        next_id = id
                samples = samples (samples ? "," : "") next_id
                delta = taken[next_id]++ % 40 == 0 ? long[next_id] : 1000
                deltas = deltas "," delta
                end += delta
            }
            sub(/,[0-9]*$/, "", deltas)
            printf "{\"nodes\":[{\"id\":1,%s,\"children\":[%s]}%s],\n" \
                "\"startTime\":0,\"endTime\":%d,\n\"samples\":[%s],\n" \
                "\"timeDeltas\":[0%s]}\n", frame("(root)", "", 0, 0),
                children, nodes, end, samples, deltas
        }'
}
pairs() { # OLD NEW: the functions of both sides and their costs
    "$PROF2DOT" -q -n0 --base="$1" "$2" -T json |
        sed -n 's/.*"label": "\([^"]*\)".*"self_change": {"a": \([^,]*\), "b": \([^,]*\),.*/\1 \2 \3/p'
}

echo 'Order counts between named functions only:'
v8 'a 10 1 1000
    - 20 5 12
    b 30 1 100
    - 40 5 100
    c 50 1 100
    - 75 5 3
    e 80 1 100' >old
v8 'a 10 1 1000
    - 23 5 5
    b 33 1 100
    - 44 5 100
    c 57 1 100
    - 86 5 3
    e 95 1 100
    - 99 5 12' >new
pairs old new

echo 'Another line, where all lines around it stay:'
v8 'a 10 1 500
    - 20 5 300
    b 50 1 500
    - 60 5 50
    c 90 1 500' >old
sed 's/"lineNumber":59,"columnNumber":4/"lineNumber":79,"columnNumber":8/' \
    old >new
pairs old new

echo 'The code of a file:'
v8 'run 90 1 500
    - 1 1 300' >old
v8 'run 90 1 500
    - 48 10 300' >new
pairs old new

echo 'A name to which V8 added the object:'
v8 'a 10 1 500
    compress 20 5 300' >old
v8 'a 10 1 500
    Compressor.compress 20 5 300' >new
pairs old new

echo 'Samples of unequal weight vary more than as many equal ones:'
v8 'a 10 1 200 90000
    b 20 1 230 90000
    c 30 1 210 90000' >old
v8 'a 10 1 90 90000
    b 20 1 230 90000
    c 30 1 330 90000' >new
compare old new --normalize
v8 'a 10 1 200
    b 20 1 230
    c 30 1 210' >old
v8 'a 10 1 90
    b 20 1 230
    c 30 1 330' >new
compare old new --normalize

echo 'The base has no files:'
cat >old <<'EOF'
%edges 1
%unit instructions
1 80 name="f()::{lambda()#1}" module=prog
2 100 name="f()::{lambda()#2}" module=prog
speak 115 module=prog
EOF
cat >new <<'EOF'
%edges 1
%unit instructions
0 0 name="f()::{lambda()#1}" module=prog file=a.cc
1 80 name="f()::{lambda()#2}" module=prog file=a.cc
2 100 name="f()::{lambda()#3}" module=prog file=a.cc
3 40 name=speak module=prog file=a.cc
4 75 name=speak module=prog file=b.cc
EOF
pairs old new

echo 'Debug information gives a symbol another file:'
cat >old <<'EOF'
%edges 1
%unit instructions
work 100 module=prog file=b.c
main 10 module=prog file=b.c
EOF
sed '/work/s/b\.c/w.h/' old >new
pairs old new

echo 'The speed of the machine:'
echo 'main;f 1000' >old
echo 'main;f 1100' >new
"$PROF2DOT" --base=old new -T text | head -1
"$PROF2DOT" --base=old new -T text --normalize | head -1
"$PROF2DOT" --base=old --base=new old new -T text | head -1

echo 'A thousand functions with mangled names on one side only:'
functions() { # PREFIX
    echo 'main;kept 9'
    for i in $(seq 1000 1999); do echo "main;_Z5${1}$i 1"; done
}
functions a >old
functions b >new
"$PROF2DOT" -q --base=old new -T text | head -1
"$PROF2DOT" -q --base=old new -T json | grep -o '"match": {[^}]*}'
