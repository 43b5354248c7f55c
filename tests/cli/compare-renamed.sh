# A file of functions without names has another name in the new version.
profile() { # FILE ANONYMOUS [WORK]
    awk -v file="$1" -v n="$2" -v work="${3:-0}" 'BEGIN {
        frame = "\"callFrame\":{\"scriptId\":\"1\",\"url\":\"file:///srv/" file "\","
        printf "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\","
        printf "\"scriptId\":\"0\",\"url\":\"\",\"lineNumber\":-1,\"columnNumber\":-1},"
        printf "\"hitCount\":0,\"children\":[2]},{\"id\":2," frame
        printf "\"functionName\":\"\",\"lineNumber\":0,\"columnNumber\":0},"
        printf "\"hitCount\":0,\"children\":[3,4]},{\"id\":3," frame
        printf "\"functionName\":\"\",\"lineNumber\":9,\"columnNumber\":8},"
        printf "\"hitCount\":%d},{\"id\":4," frame, n
        printf "\"functionName\":\"work\",\"lineNumber\":20,\"columnNumber\":8},"
        printf "\"hitCount\":%d}],\"startTime\":0,\"endTime\":%d,", work,
               (n + work) * 1000
        printf "\"samples\":["
        for (i = 0; i < n + work; i++)
            printf "%s%d", i ? "," : "", i < n ? 3 : 4
        printf "],\"timeDeltas\":["
        for (i = 0; i < n + work; i++)
            printf "%s1000", i ? "," : ""
        printf "]}\n"
    }'
}
run() {
    echo "\$ $*"
    "$PROF2DOT" -q "$@" -T text
    echo "status $?"
}
profile app.js 400 >app
profile app2.js 400 >app2
profile app.js 400 300 >more
profile server.js 400 300 >server
echo 'Another number, and another name with two functions in common:'
run --base=app app2
run --base=more server
echo "The code of a file and its only function:"
profile server.js 400 >other
run --base=app other
