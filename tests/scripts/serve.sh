# prof2dot --serve: who gets an answer, what the answers are, and what ends.
#
# A fake dot that never ends stands for a layout that takes long: it writes its
# process id to the file "running".
if ! command -v curl >/dev/null; then
    echo 'skipped serve: there is no curl'
    exit
fi
if ! command -v dot >/dev/null; then
    echo 'skipped serve: there is no dot'
    exit
fi
if "$PROF2DOT" --version | grep -q '^no libmicrohttpd'; then
    echo 'skipped serve: the program is built without it'
    exit
fi
unset DISPLAY WAYLAND_DISPLAY
# The browser is not to be opened, and a proxy is not to be asked.
unset http_proxy HTTP_PROXY ALL_PROXY all_proxy

cat >slow-dot <<'EOF'
#!/bin/sh
echo $$ >running
exec sleep 100
EOF
cat >counted-dot <<'EOF'
#!/bin/sh
echo $$ >>counted
exec dot "$@"
EOF
chmod +x slow-dot counted-dot
server=
trap '[ ! "$server" ] || kill "$server" 2>/dev/null' EXIT
trap 'exit 1' HUP INT TERM

check() { # THING EXPECTED FOUND
    if [ "$2" = "$3" ]; then
        echo "ok serve: $1"
    else
        echo "FAILED serve: $1: expected '$2', found '$3'"
    fi
}

# Waits up to ten seconds until a command succeeds.
until_true() {
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 \
        26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 \
        49 50; do
        ! "$@" || return 0
        sleep .2
    done
    return 1
}

is_gone() {
    ! kill -0 "$1" 2>/dev/null
}

# A shell without job control lets its background processes ignore SIGINT and
# read nothing. The server's standard input is the descriptor 3.
exec 3</dev/null
start() { # OPTION...
    rm -f address
    perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' \
        "$PROF2DOT" --serve "$@" <&3 >address 2>messages &
    server=$!
    until_true test -s address
    address=$(cat address)
    port=${address#http://127.0.0.1:}
    port=${port%%/*}
}

# Ends the server by a signal and says its status.
stop() { # SIGNAL
    kill "-$1" "$server"
    wait "$server"
    stopped=$?
    server=
}

get() { # ARGUMENT...
    curl -s -m 60 -o body -w '%{http_code}' "$@"
}

# Prints "5 of 23", the numbers of functions in the page.
functions() {
    sed -n 's/.* \([0-9]* of [0-9]*\) functions drawn.*/\1/p' body
}

reason() {
    sed -n 's|.*<output id="live-message">\(.*\)|\1|p' body |
        sed 's|</output>.*||'
}

# ---- Pages ----

lisp=$SAMPLES/perf/lisp
start "$lisp"
check 'the first page' 200 "$(get "$address")"
all=$(functions)
# The policy has a hash of each script. A served page has one script more.
scripts() {
    echo "$(grep -c '<script>' body) of $(grep -o 'script-src [^;]*' body |
        grep -o sha256 | wc -l)"
}
check 'scripts of a served page' '2 of 2' "$(scripts)"
check 'its form' 1 "$(grep -c '<form id="live" [^<>]*>$' body)"
get "$address?focus=eval&depth=9&color-by=total" >/dev/null
check 'what its form says' 'focus="eval" <details open> depth="9"' "$(
    sed -n 's/^<label.*<input name="\([a-z-]*\)".* value\(="[^"][^"]*"\).*/\1\2/p
        s/^\(<details.*>\)<summary>More.*/\1/p' body | xargs -d '\n')"
"$PROF2DOT" -q -T html "$lisp" -o body
check 'scripts of a page in a file' '1 of 1' "$(scripts)"
"$PROF2DOT" -q -T html --source=. "$lisp" -o body
check 'scripts of a page with sources' '1 of 2' "$(scripts)"
for options in --nodecount=5 --focus=gc --root=eval --hide=eval \
    '--show-from=eval' '--granularity=module' '--color-by=total' \
    '--leaf=alloc' '--depth=2' '--node-thres=10'; do
    "$PROF2DOT" -q "$options" -T html "$lisp" >expected 2>/dev/null || continue
    query=${options#--}
    status=$(get "$address?$query")
    sed '/<form/,/<\/form/d' body | grep -a '<g id="f\|"functions"' >found
    grep -a '<g id="f\|"functions"' expected >wanted
    check "$options is that of the command line" "200 same" \
        "$status $(cmp -s wanted found && [ -s found ] && echo same)"
done
get "$address?nodecount=5" >/dev/null
check 'nodecount' "5 of ${all#* of }" "$(functions)"
check 'an option without a value' "200 $all" "$(get "$address?focus=") $(
    get "$address?focus=" >/dev/null; functions)"
check 'a pattern that matches nothing' 422 "$(get "$address?focus=nosuch")"
check 'its reason' "--focus: no function, module or file matches 'nosuch'; --list-functions and --list-modules list all" "$(reason)"
get -G --data-urlencode 'hide=a(<b' "$address" >/dev/null
case $(reason) in
'--hide: '*'a(&lt;b'*) echo 'ok serve: a pattern that is none' ;;
*) echo "FAILED serve: a pattern that is none: $(reason)" ;;
esac
get "$address?nodecount=-3" >/dev/null
check 'a wrong number' \
    "--nodecount: expected a whole number from 1 up, found '-3'" "$(reason)"

# ---- Who gets an answer ----

host=127.0.0.1:$port
check 'a wrong token' 404 \
    "$(get "http://$host/0123456789abcdef0123456789abcdef/")"
check 'no token' 404 "$(get "http://$host/")"
check 'a path below the token' 404 "$(get "${address}x")"
check 'a path out of the token' 404 \
    "$(get --path-as-is "$address../../../etc/passwd")"
check 'a wrong Host' 403 "$(get -H 'Host: example.org' "$address")"
check 'a Host of another port' 403 "$(get -H 'Host: 127.0.0.1:1' "$address")"
check 'no Host' 403 "$(get --http1.0 -H 'Host;' "$address")"
check 'localhost' 200 "$(get -H "Host: localhost:$port" "$address")"
for method in POST PUT HEAD DELETE OPTIONS TRACE; do
    if [ $method = HEAD ]; then
        status=$(curl -s -m 60 -I -o body -w '%{http_code}' "$address")
    else
        status=$(get -X $method -d x=y "$address")
    fi
    check "$method" 405 "$status"
done
check 'an option of the command line only' 400 "$(get "$address?output=x")"
values=$(awk 'BEGIN { for (i = 0; i < 1000; i++) printf "&focus=%d", i }')
# Whether the request arrives together with the connection differs. curl ends
# with 52, 55 or 56 if the connection is closed, with 28 if it stays open.
check '20 addresses of 1,000 options get no answer, at once' 20 "$(
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        curl -s -m 20 -o body -w '%{http_code} ' "$address?$values"
        echo $?
    done | grep -c '^000 5[256]$')"
check 'an option that runs a program' 400 "$(get "$address?dot=/bin/sh")"
check 'a NUL' 400 "$(get "$address?focus=a%00b")"
check 'more options than a page has' 400 "$(get "$address?$(echo "$values" | cut -c 2-900)")"
{
    cat body
    get -D - -H 'Host: x' "$address" | tr -d '\r' | grep ': ' | grep -v '^Date' | sort
    for request in '-HHost:x ?' '-XPOST ?' '-s x' '-s ?output=x' '-s ?focus=a%00b' \
        '-s ?focus=none'; do
        get "${request% *}" "$address${request#* }" >/dev/null
        sed -n "s/sha256-[^']*/HASH/g; /<style/,/<.style/d
            /^[a-z]\|<meta\|<link\|<title\|<h1/p; /<h1/q" body
    done
} >found
cat >expected <<'END'
the address has too many options
Cache-Control: no-store
Content-Length: 29
Content-Security-Policy: frame-ancestors 'none'
Content-Type: text/plain; charset=utf-8
Cross-Origin-Resource-Policy: same-origin
Referrer-Policy: no-referrer
X-Content-Type-Options: nosniff
this server has another name
only GET is allowed
there is no such page; prof2dot --serve has printed the address
the address names an option that the page does not have
the address has a NUL byte
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'HASH'; style-src 'HASH' 'HASH'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>No picture</title>
<h1>No picture</h1>
END
check 'what it says' '' "$(diff expected found)"
if command -v ss >/dev/null; then
    check 'it listens on 127.0.0.1 only' "127.0.0.1:$port" \
        "$(ss -ltn | awk -v port=":$port\$" '$4 ~ port { print $4 }')"
else
    echo 'skipped serve: where it listens: there is no ss'
fi

stop INT
check 'Ctrl-C' 0 $stopped

# ---- Standard input ----

exec 3<"$lisp"
start -
exec 3</dev/null
check 'standard input' 200 "$(get "$address?focus=eval")"
check 'standard input again' 422 "$(get "$address?granularity=line")"
case $(reason) in
*'standard input can be read only once'*) echo 'ok serve: why it cannot' ;;
*) echo "FAILED serve: why it cannot: $(reason)" ;;
esac
stop TERM
check 'SIGTERM' 0 $stopped

# ---- Events, read again ----

cat >events <<'EOF'
p 1 1.0: 1 cycles:
	1 f+0x1 (/bin/x)
	2 main+0x1 (/bin/x)

p 1 1.1: 1 faults:
	1 g+0x1 (/bin/x)
	2 main+0x1 (/bin/x)
EOF
start events
get "$address" >/dev/null
check 'the events to choose from' 'cycles faults' "$(grep -a '<select name="event"' body |
    grep -o '<option value="[^"]*"' | sed 's/.*="//; s/"//' | xargs)"
check 'an event' '200 1 samples of faults' "$(get "$address?event=faults") $(
    sed -n 's/.*<p>\(1 sample\)s* of faults.*/\1s of faults/p' body)"
stop TERM

# ---- A comparison ----

printf 'main;f 10\nmain;g 10\n' >before
printf 'main;f 10\nmain;g 30\n' >after
start --base=before after
check 'a comparison' 200 "$(get "$address?hide=f")"
check 'a comparison whose files are read in another way' '422 yes' "$(
    get "$address?granularity=module") $(
    grep -q '>--granularity=module: the input has no modules<' body && echo yes)"
stop TERM

# ---- Files that change ----

state() {
    get "${address}state" >/dev/null
    cat body
}
has_version() { # NUMBER
    state | grep -q "\"version\": $1,"
}
has_problem() {
    ! state | grep -q '"problem": ""'
}
picture() { # FILE
    sed '/<form/,/<\/form/d' "$1" | grep -a '<g id="f\|"functions"'
}
printf 'main;f 10\nmain;g 10\n' >watched
cp watched last
printf 'main;f 10\nmain;g 10\nmain;h nan\n' >again
start --no-browser --watch watched
check 'the first version' '200 {"version": 1, "problem": ""} data-version="1" 0' "$(
    get "$address") $(state) $(get "$address" >/dev/null
    grep -o 'data-version="[0-9]*"' body) $(
    grep -c 'with the last run</button>' body)"
check 'no run before the first' '422 there is no run before this one to compare with' \
    "$(get "$address?compare=last") $(reason)"
# A writer that pauses for less than a second is not done.
for i in 1 2 3 4 5 6; do
    echo "main;h $i" >>watched
    sleep .4
    state
done >states
check 'while it is written' 6 "$(grep -o '"version": 1,' states | wc -l | xargs)"
check 'when it rests' yes "$(until_true has_version 2 && echo yes)"
"$PROF2DOT" -q --nodecount=2 -T html watched >expected
status=$(get "$address?nodecount=2")
picture body >found
picture expected >wanted
check 'the new version' '200 same data-version="2"' "$status $(cmp -s found wanted &&
    [ -s found ] && echo same) $(grep -o 'data-version="[0-9]*"' body)"
keeps='name="compare" value="last"'
check 'its form offers a comparison' '0 1' "$(
    grep -c "type=\"hidden\" $keeps" body) $(grep -c "type=\"submit\" $keeps" body)"
"$PROF2DOT" -q --hide=g --base=last watched -T html >expected
status=$(get "$address?hide=g&compare=last")
picture body >found
picture expected >wanted
check 'compared with the last run' '200 same <h1>watched (last run) → watched</h1>' \
    "$status $(cmp -s found wanted && [ -s found ] && echo same) $(
        grep -o '<h1>.*</h1>' body)"
check 'its form stays a comparison' '1 0' "$(grep -c "type=\"hidden\" $keeps" body) $(
    grep -c "type=\"submit\" $keeps" body)"
check 'another granularity of the last run' \
    '422 the event, the threads, the range of time and the granularity cannot change in a comparison with the last run: its files are gone' \
    "$(get "$address?compare=last&granularity=module") $(reason)"
echo 'no profile {{{' >watched
check 'a bad file' yes "$(until_true has_problem && echo yes)"
check 'its message' '{"version": 2, "problem": "watched: no known format; name it with --format, see --list-formats"}' \
    "$(state)"
check 'the picture before it' '200 3 of 4' "$(get "$address?focus=h") $(
    get "$address?nodecount=3" >/dev/null; functions)"
rm watched
no_file() {
    state | grep -q 'No such file'
}
check 'no file' yes "$(until_true no_file && echo yes)"
mv again watched
check 'a good one again' 'yes {"version": 3, "problem": ""}' \
    "$(until_true has_version 3 && echo yes) $(state)"
cp watched renamed
mv renamed watched
check 'the same content in another file' yes "$(until_true has_version 4 && echo yes)"
gzip -c watched | head -c -6 >renamed
mv renamed watched
check 'a file that is cut, of which the rest is drawn' \
    'yes {"version": 5, "problem": ""}' \
    "$(until_true has_version 5 && echo yes) $(state)"
check 'state with a wrong token' 404 "$(get \
    "http://127.0.0.1:$port/0123456789abcdef0123456789abcdef/state")"
check 'state by POST' 405 "$(get -X POST -d x=y "${address}state")"
check 'state below the state' 404 "$(get "${address}state/x")"
stop INT
check 'Ctrl-C of --watch' 0 $stopped
check 'its messages' 'prof2dot: the page is at this address until Ctrl-C
prof2dot: watched: no known format; name it with --format, see --list-formats
prof2dot: watched: No such file or directory
prof2dot: warning: watched:3: expected a cost below 1e100, in decimal digits, after the stack
prof2dot: watched: the input is damaged or cut off here: the compressed data are cut off' "$(grep -v normalize messages)"

# Several files are read by several threads.
for i in 1 2 3; do
    echo "main;f $i" >part$i
done
start --no-browser --watch --threads=3 part1 part2 part3
echo 'no profile {{{' >part2
check 'a bad file among others' yes "$(until_true has_problem && echo yes)"
check 'its one message' '{"version": 1, "problem": "part2: no known format; name it with --format, see --list-formats"}' \
    "$(state)"
stop INT
check 'the end after a bad file among others' 0 $stopped

start --no-browser watched
check 'no state without --watch' '404 400' \
    "$(get "${address}state") $(get "$address?compare=last")"
stop INT
# Samples of different rates cost their periods, for which both runs would have
# to be read again.
record() { # HZ PERIOD
    awk -v hz="$1" -v period="$2" 'BEGIN { for (i = 0; i < hz; i++)
        printf "p 7 %.6f: %s cycles: \n\t 10 f (/bin/p)\n\n", 5 + i / hz,
            period }'
}
record 50 4000000 >watched
start --no-browser --watch watched
samples_along_time() {
    get "$address" >/dev/null
    grep -a 'id="strip-data"' body | grep -o '\b1\.0' | wc -l | xargs
}
before=$(samples_along_time)
if command -v python3 >/dev/null; then
    check 'the activity is JSON' 'dict' "$(grep -a 'id="strip-data"' body | python3 -c '
import json, re, sys
text = re.search("id=.strip-data.>(.*?)</script>", sys.stdin.read())[1]
print(type(json.loads(text)).__name__)' 2>&1 | tail -n 1)"
fi
record 200 1000000 >watched
check 'another rate' 'yes 422 the last run cannot be compared with: its rate of samples was another one, so both would have to be read once more, and its files are gone; give --weight=period' \
    "$(until_true has_version 2 && echo yes) $(get "$address?compare=last") $(
    reason)"
check 'activity along time' '50 200' "$before $(samples_along_time)"
stop INT
# Each page of a comparison reads its files, also the base.
printf 'main;f 10\nmain;g 10\n' >watched
start --no-browser --watch --base=last watched
get "$address" >/dev/null
before=$(grep -o '[0-9]* → [0-9]* counts' body | head -1)
printf 'main;f 10\nmain;g 70\n' >last
check 'the base of a comparison' 'yes 20 → 20 counts 80 → 20 counts' \
    "$(until_true has_version 2 && echo yes) $before $(get "$address" >/dev/null
    grep -o '[0-9]* → [0-9]* counts' body | head -1)"
check 'no run before a comparison' 0 \
    "$(grep -c 'with the last run</button>' body)"
stop INT
mkfifo pipe
"$PROF2DOT" --serve --watch --no-browser pipe >out 2>err
check 'a pipe cannot be watched' \
    '1 prof2dot: --watch: pipe is no file that can be read again; let the profiler write a file, and name that' \
    "$? $(cat err)"
echo 'main;f 1' | "$PROF2DOT" --serve --watch --no-browser >out 2>err
check 'standard input cannot be watched' \
    '1 prof2dot: --watch: standard input is no file that can be read again; let the profiler write a file, and name that' \
    "$? $(cat err)"

# ---- What cannot be had ----

echo 'main;f 1' >stacks
exec 3<stacks
start --no-browser -
check 'standard input again' '422 the event, the threads and the granularity cannot change: that needs the input again, and standard input can be read only once; --serve of a file can do it' \
    "$(get "$address?granularity=module") $(reason)"
exec 3</dev/null
"$PROF2DOT" --serve="$port" --no-browser stacks >out 2>err
check 'a port that another process has' \
    "1 prof2dot: --serve: cannot listen on 127.0.0.1:$port: Address already in use" \
    "$? $(cat err)"
stop INT

# ---- Source ----

queens=$SAMPLES/callgrind/queens
programs=/home/user/samples/programs
place="function=place&module=/home/user/samples/queens&line=24"
start "$queens"
get "$address" >/dev/null
check 'no source without --source' '404 0' "$(
    get "${address}source?$place&file=$programs/queens.c") $(
    grep -c source-box body)"
stop INT

# Asks for a file that the profile names.
source_of() { # FILE
    get -G --data-urlencode "file=$1" "${address}source?$place"
}
mkdir -p folder/programs folder/sub
cp "$SAMPLES/../programs/queens.c" folder/programs/queens.c
echo secret >outside
for name in $programs/queens.c ../outside /etc/passwd "$PWD/outside" link.c \
    linked/a.c fifo.c zero large.c binary.c gone.c sub changed.c \
    ../../../../../../etc/passwd "$PWD/folder/sub/../sub/here.c" tabs.c; do
    echo "fl=$name"
    echo "fn=f$((n = n + 1))"
    printf '%s 7\n' 2 3
done >files
{
    printf 'version: 1\nevents: Ir\n\nob=/home/user/samples/queens\n'
    echo "fl=$programs/queens.c"
    printf 'fn=place\n24 5\n28 7\n'
    cat files
} >lines.callgrind
ln -s ../outside folder/link.c
mkdir elsewhere
echo secret >elsewhere/a.c
ln -s ../elsewhere folder/linked
mkfifo folder/fifo.c
head -c 5000000 /dev/zero | tr '\0' x >folder/large.c
printf 'a\0b\nc\n' >folder/binary.c
printf 'int a;\nint b;\nint c;\n' >folder/gone.c
printf 'int x;\n' >folder/changed.c
printf 'int here;\nint b;\n' >folder/sub/here.c
printf 'f()\n\tif (\303\274 \t<\377 "</script>")\033\r\n  b\n' >folder/tabs.c

start --source=folder lines.callgrind
check 'source' 200 "$(source_of $programs/queens.c)"
check 'the file of a path of elsewhere' '"file": "programs/queens.c"' \
    "$(grep -o '"file": "[^"]*"' body)"
check 'costs by line' '[24, 5.0, "5 Ir", 5.0, "5 Ir"]
[28, 7.0, "7 Ir", 7.0, "7 Ir"]' "$(grep -o '^\[2[48].*"\]' body)"
for name in ../outside /etc/passwd "$PWD/outside" ../../../../../../etc/passwd; do
    check "no source at $name" \
        "422 $name: there is no such file below the folder of --source" \
        "$(source_of "$name") $(cat body)"
done
for row in 'link.c:symbolic links are not followed' \
    'linked/a.c:symbolic links are not followed' \
    'fifo.c:it is no regular file' \
    'large.c:it is larger than 4 MB' 'binary.c:it is binary' \
    'sub:it is no regular file'; do
    check "no source at ${row%%:*}" "422 ${row%%:*}: ${row#*:}" \
        "$(source_of "${row%%:*}") $(cat body)"
done
check 'a file that the profile does not name' \
    "422 the profile names no file 'folder/queens.c'" \
    "$(source_of folder/queens.c) $(cat body)"
check 'no file' "422 the profile names no file ''" "$(source_of '') $(cat body)"
check 'a path that is absolute and in the folder' \
    '200 "file": "sub/here.c"' "$(source_of "$PWD/folder/sub/../sub/here.c") $(
        grep -o '"file": "[^"]*"' body)"
get -G --data-urlencode "file=tabs.c" "${address}source?line=2" >/dev/null
check 'tabs and bytes that are no text' \
    '"    if (ü   <� \"</script>\")�"' "$(sed -n 's/,$//; 3p' body)"
check 'a file before it is removed' 200 "$(source_of gone.c)"
rm folder/gone.c
check 'a file that is removed' 422 "$(source_of gone.c)"
check 'a file that became shorter' 200 "$(
    get "${address}source?line=90&file=changed.c")"
check 'its note' 'The file has fewer lines than the profile names: it is another version.' \
    "$(grep -o 'The file has[^"]*version.' body)"
touch -t 203001010000 folder/changed.c
get "${address}source?line=1&file=changed.c" >/dev/null
check 'a file that is newer' 'The file is newer than the profile, so lines may have moved.' \
    "$(grep -o 'The file is newer[^"]*' body)"
check 'a function without lines' \
    '422 changed.c: the profile has no lines of this function' \
    "$(get "${address}source?file=changed.c") $(cat body)"
get -G --data-urlencode "file=$programs/queens.c" \
    "${address}source?$place&ignore=place" >/dev/null
check 'filters hold for lines' 'There are no costs by line; this is where the function begins.' \
    "$(grep -o 'There are no[^"]*' body)"
check 'source with a wrong token' 404 "$(get \
    "http://127.0.0.1:$port/0123456789abcdef0123456789abcdef/source?$place")"
check 'source with a wrong Host' 403 "$(get -H 'Host: example.org' \
    "${address}source?$place")"
check 'source by POST' 405 "$(get -X POST -d x=y "${address}source?$place")"
check 'an option of the command line beside it' 400 "$(get \
    "${address}source?$place&source=/")"
check 'a path below the source' 404 "$(get "${address}source/x?$place")"
mv folder moved
check 'a folder that is moved' \
    "200 $programs/queens.c: No such file or directory. []" "$(
    source_of $programs/queens.c) $(grep -o "$programs/queens.c: [^\"]*" body) $(
    grep -o '"parts": \[\]' body | cut -c 10-)"
stop INT
check 'no message about source' \
    'prof2dot: the page is at this address until Ctrl-C' "$(cat messages)"
start --source=/dev lines.callgrind
check 'a device' '422 zero: it is no regular file' "$(source_of zero) $(
    cat body)"
stop INT
exec 3<"$queens"
start --source=moved -
exec 3</dev/null
check 'source of standard input' '200 yes' "$(
    source_of $programs/queens.c) $(
    grep -q 'There are no costs by line' body && echo yes)"
stop INT
start --source=moved --base="$queens" "$queens"
check 'source of a comparison' '200 yes' "$(source_of $programs/queens.c) $(
    grep -q 'There are no costs by line' body && echo yes)"
stop INT

# ---- Layouts that take long ----

start --dot=./slow-dot "$lisp"
curl -s -m 60 -o body "$address" &
client=$!
until_true test -s running
dot=$(cat running)
kill $client
check 'a request that is given up ends its dot' yes \
    "$(until_true is_gone "$dot" && echo yes)"

rm -f running
get "$address?focus=eval" >status &
until_true test -s running
kill -9 "$(cat running)"
wait $!
check 'dot that is killed' 422 "$(cat status)"
check 'why there is no picture' 'dot was ended by signal 9 (Killed)' "$(reason)"

rm -f running
get "$address?nodecount=7" >status &
until_true test -s running
dot=$(cat running)
stop INT
check 'Ctrl-C while dot runs' "0 yes" "$stopped ${dot:+yes}"
check 'dot ends with it' yes "$(until_true is_gone "$dot" && echo yes)"

rm -f running
start --dot=./slow-dot --layout-timeout=1 --nodecount=5 "$lisp"
check 'the time limit' 422 "$(get "$address")"
stop TERM

# Two events, processes and threads at three times: all fields are asked for.
for row in 'a 1/2 1.0: 1 cycles main' 'b 3/4 1.5: 1 page-faults main' \
    'b 3/5 2.5: 1 cycles run'; do
    printf '%s:\n\t10 %s+0x1 (/bin/a)\n\n' "${row% *}" "${row##* }"
done >several
start several
get "$address" >/dev/null
sed -n '/<form/,/<\/form>/ { /^<label/!d; s/ type="text"//; s/ value=""//
    s/ autocomplete="off" spellcheck="false"//; s/<[/]label>//
    s/<option value="\([^"]*\)">\1<.option>/\1 /g; p }' body >fields
cat >expected <<'END'
<label>Focus <input name="focus" placeholder="all stacks">
<label>Ignore <input name="ignore" placeholder="no stacks">
<label>Hide <input name="hide" placeholder="no functions">
<label>Root <input name="root" placeholder="all functions">
<label>Functions <input name="nodecount" type="number" min="0" placeholder="80">
<label>Event <select name="event"><option selected>automatic</option>cycles page-faults </select>
<label>Show from <input name="show-from" placeholder="the roots">
<label>Show <input name="show" placeholder="all functions">
<label>Collapse recursion <input name="collapse-recursion" placeholder="no functions">
<label>Leaf <input name="leaf" placeholder="all functions">
<label>Depth <input name="depth" type="number" min="0" placeholder="any">
<label>Least function % <input name="node-thres" placeholder="0.5">
<label>Least call % <input name="edge-thres" placeholder="0.1">
<label>Thread name <input name="comm" placeholder="all">
<label>Process <input name="pid" placeholder="all">
<label>Thread <input name="tid" placeholder="all">
<label>Time <input name="time" placeholder="from,to">
<label>Boxes <select name="granularity"><option selected>functions</option>function line file module class package address </select>
<label>Colour by <select name="color-by"><option selected>theme</option>self total </select>
END
check 'its fields' '' "$(diff expected fields)"
check 'its strip' '[["a 2",[1,0],[0,-1]],["b 5",[0,1],[-1,1]]]}' "$(
    sed -n 's/.*id="strip-data">.*"lanes"://; s/\.0//g; s/0,\(0,\)*0\b/0/g
        s/-1,\(-1,\)*-1\b/-1/g; s/<.*//; /^\[\["a/p' body)"
stop TERM
start --dot=./counted-dot "$lisp"
get "$address?nodecount=4" >/dev/null
once=$(wc -l <counted)
get "$address?nodecount=4" >/dev/null
check 'a page is drawn once' "$once" "$(wc -l <counted)"
stop TERM

# ---- Two at once, and many ----

start "$lisp"
get "$address?nodecount=4" >/dev/null &
first=$!
curl -s -m 60 -o other -w '%{http_code}' "$address?nodecount=6" >status
wait $first
check 'two at once' '4 of 6 of' "$(functions | cut -c1-4) $(cp other body
    functions | cut -c1-4)"
stop INT
# Six requests each time, of all kinds; $FULL makes more than a thousand.
start --source=moved lines.callgrind
n=20
[ ! "$FULL" ] || n=200
bad=0
i=0
while [ $i -lt $n ]; do
    i=$((i + 1))
    [ "$(get "$address?nodecount=$((i % 20 + 1))&skip=")" = 400 ] &&
        [ "$(get "$address?nodecount=$((i % 20 + 1))")" = 200 ] &&
        [ "$(source_of $programs/queens.c)" = 200 ] &&
        [ "$(source_of link.c)" = 422 ] &&
        [ "$(get -X PUT -d x=y "${address}source?$place")" = 405 ] &&
        [ "$(get "http://127.0.0.1:$port/0123456789abcdef/")" = 404 ] ||
        bad=$((bad + 1))
done
check 'many requests' 0 $bad
stop INT
check 'Ctrl-C after them' 0 $stopped
check 'no message' 'prof2dot: the page is at this address until Ctrl-C' \
    "$(cat messages)"

# ---- Connections that ask for nothing ----

# Opens 160 connections: idle ones, those with a part of a request, those with a
# request that is refused, and those that are closed in one direction. They stay
# open until standard input ends.
cat >crowd <<'EOF'
use IO::Socket::INET;
$SIG{PIPE} = "IGNORE";
for my $i (1 .. 160) {
    my $s = IO::Socket::INET->new("127.0.0.1:$ARGV[0]") or die "$i: $!";
    $s->autoflush(1);
    print $s "GET / HTTP/1.1\r\n" if $i % 4 == 1;
    print $s "GET /x/ HTTP/1.1\r\nHost: 127.0.0.1:$ARGV[0]\r\n\r\n"
        if $i % 4 == 2;
    $s->shutdown(1) if $i % 4 == 3;
    push @open, $s;
}
open my $f, ">", "crowded";
close $f;
<STDIN>;
EOF
cat >late-dot <<'EOF'
#!/bin/sh
echo $$ >running
until [ -e crowded ]; do sleep .1; done
exec dot "$@"
EOF
chmod +x late-dot
mkfifo held
crowd() {
    rm -f crowded
    perl crowd "$port" <held 4>&- &
    exec 4>held
    until_true test -e crowded
}
rm -f running crowded
start --dot=./late-dot "$lisp"
curl -s -m 60 -o other -w '%{http_code}' "$address" >status &
client=$!
until_true test -s running
crowd
wait $client
check 'a page that is made while others come' 200 "$(cat status)"
crowd
check 'a user behind 160 connections without a token' '200 200' "$(
    curl -s -m 10 -o body -w '%{http_code}' "$address") $(
    curl -s -m 10 -o body -w '%{http_code}' "$address?nodecount=5")"
exec 4>&-
wait $!
stop INT
check 'Ctrl-C behind them' 0 $stopped

# ---- An address that cannot be printed ----

if [ -c /dev/full ]; then
    "$PROF2DOT" --serve "$lisp" 2>messages >/dev/full </dev/null
    check 'standard output that is full' "1 prof2dot: --serve: cannot print the \
address on standard output: No space left on device" "$? $(cat messages)"
fi

# ---- The browser ----

# What it prints is discarded, and it has nothing to read.
mkdir bin
cat >bin/xdg-open <<'EOF'
#!/bin/sh
! [ -e /proc/$$/status ] || {
    while read -r key value; do
        case $key in SigBlk: | SigIgn:) echo "$value" ;; esac
    done </proc/$$/status
    cut -d ' ' -f 6 /proc/$$/stat
} >state
echo a message
echo a warning >&2
cat >read
echo "$1" >opened
EOF
cp bin/xdg-open bin/open
chmod +x bin/xdg-open bin/open
path=$PATH
PATH=$PWD/bin:$PATH DISPLAY=:0
export DISPLAY
exec 3<"$lisp"
start "$lisp"
exec 3</dev/null
until_true test -s opened
opened=$(cat opened)
check 'the browser is opened' "http://127.0.0.1:$port/" "${opened%/*/}/"
check 'what it prints and reads' '1 0 0' "$(wc -l <address | xargs) $(
    grep -c 'a warning' messages) $(wc -c <read | xargs)"
check 'at an address that other users may see' yes \
    "$([ "$opened" != "$address" ] && echo yes)"
check 'it leads to the page' "303 $address" \
    "$(curl -s -m 60 -o body -w '%{http_code} %{redirect_url}' "$opened")"
check 'once' 404 "$(get "$opened")"
if [ -s state ]; then
    # SIGPIPE is bit 12 and SIGXFSZ is bit 24 of the signals that are ignored.
    check 'its signals and its session' '0000000000000000 no no another' "$(
        sed -n 1p state) $(sed -n '2s/.*\(.\)..\(.\)...$/\1 \2/p' state |
        sed 's/[02468ace]/no/g') $(
        [ "$(sed -n 3p state)" = "$(cut -d ' ' -f 6 "/proc/$server/stat")" ] ||
            echo another)"
fi
stop INT
check 'nobody answers then' 000 "$(get "$address")"
rm opened
start --no-browser "$lisp"
get "$address" >/dev/null
check '--no-browser' no "$([ ! -e opened ] && echo no)"
stop INT
unset DISPLAY
PATH=$path

# ---- What it refuses ----

refuse() { # OPTION...
    "$PROF2DOT" "$@" after >out 2>err </dev/null
    check "it refuses $*" '2 1' "$? $(wc -l <err | xargs)"
}

refuse --serve -o x.html
refuse --serve -T svg
refuse --serve --list-events
refuse --serve --fail-if=+1% --base=before
refuse --serve=70000
refuse --serve=x
refuse --serve --base=-
refuse --no-browser
refuse --watch
refuse --source=moved
"$PROF2DOT" --serve --source=nosuch "$lisp" >out 2>err
check 'a folder that does not exist' \
    '1 prof2dot: --source: cannot open the folder nosuch: No such file or directory' \
    "$? $(cat err)"
