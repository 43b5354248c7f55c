# --tags and the lists of formats that name the thread of each stack.
cat >two.json <<'END'
[
{"name":"process_name","ph":"M","pid":1,"tid":1,"args":{"name":"web"}},
{"name":"thread_name","ph":"M","pid":1,"tid":2,"args":{"name":"io"}},
{"name":"a","ph":"X","ts":0,"dur":5,"pid":1,"tid":1},
{"name":"b","ph":"X","ts":1,"dur":2,"pid":1,"tid":1},
{"name":"a","ph":"X","ts":0,"dur":7,"pid":1,"tid":2}
]
END
sed 1,3d two.json | sed '1s/^/[/' >nameless.json
for tags in comm tid,comm pid,tid comm,nope cpu; do
    echo "# --tags=$tags"
    "$PROF2DOT" -q -T edges --tags=$tags two.json 2>&1
done
echo '# threads without names'
"$PROF2DOT" -q -T edges --tags=comm nameless.json 2>&1
"$PROF2DOT" -q -T edges --comm=io nameless.json 2>&1
"$PROF2DOT" -q --list-threads two.json 2>&1
"$PROF2DOT" -q --list-threads --tid=2 two.json 2>&1
"$PROF2DOT" -q --list-threads --tid=3 two.json 2>&1
