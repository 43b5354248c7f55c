# Whatever dot does, prof2dot ends in time, with a message and without half a
# file.
echo 'main;a 1' >in
awk 'BEGIN { for (i = 0; i < 3000; i++) print "main;function" i, 1 }' >large

fake() { # NAME: makes standard input a program that stands in for dot
    { echo '#!/bin/sh' && cat; } >"$1"
    chmod +x "$1"
}

gone() { # FILE: succeeds if the process whose id is in FILE has ended
    for try in 1 2 3 4 5 6 7 8 9 10; do
        kill -0 "$(cat "$1")" 2>/dev/null || return 0
        case $(cat "/proc/$(cat "$1")/stat" 2>/dev/null) in
        *') Z '*) return 0 ;;
        esac
        sleep 0.1
    done
    return 1
}

draw() { # DOT OPTIONS...
    program=$1
    shift
    "$PROF2DOT" --dot="./$program" --fit=none "$@"
    echo "$program: $?"
}

# These programs are too slow. They are ended, and only the graph is kept.
fake slow <<'END'
echo $$ >slow.pid
exec sleep 60
END
fake stubborn <<'END'
trap '' TERM INT HUP
sleep 60 &
echo $! >stubborn.pid
wait
END
fake detached <<'END'
cat >/dev/null
echo $$ >detached.pid
exec </dev/null >/dev/null 2>&1
exec sleep 60
END
echo old >slow.png
before=$(date +%s)
for program in slow stubborn detached; do
    draw $program --layout-timeout=.3 in -o $program.png
    gone $program.pid || echo "$program still runs"
done
[ $(($(date +%s) - before)) -le 4 ] || echo "not in time"
cat slow.png
"$PROF2DOT" in | sed s/Helvetica/Arial/ | cmp - slow.png.dot
draw slow --layout-timeout=.3 in -T png | cat
draw slow --layout-timeout=.3 in -T png -o /dev/null
ls

# A signal that ends prof2dot ends dot as well.
rm slow.pid
"$PROF2DOT" --dot=./slow in -o slow.png 2>/dev/null &
prof2dot=$!
while [ ! -s slow.pid ]; do sleep 0.1; done
kill $prof2dot
{ wait $prof2dot; } 2>/dev/null
echo "ended by a signal: $?"
gone slow.pid || echo "slow still runs"

# That holds if it ignores other signals.
for signal in INT HUP; do
    rm slow.pid
    perl -e '$SIG{$_} = "IGNORE" for qw(TERM INT HUP);
        $SIG{shift @ARGV} = "DEFAULT"; exec @ARGV' \
        $signal "$PROF2DOT" --dot=./slow in -o slow.png &
    prof2dot=$!
    while [ ! -s slow.pid ]; do sleep 0.1; done
    kill -$signal $prof2dot
    { wait $prof2dot; } 2>/dev/null
    echo "ended by $signal: $?"
    gone slow.pid || echo "slow still runs"
done

rm slow.pid
"$PROF2DOT" --dot=./slow in -o slow.png 2>/dev/null &
prof2dot=$!
while [ ! -s slow.pid ]; do sleep 0.1; done
kill -KILL $prof2dot
{ wait $prof2dot; } 2>/dev/null
[ "$(uname)" != Linux ] || gone slow.pid || echo "slow still runs after SIGKILL"

# The graph that is kept replaces no file.
echo mine >slow.png.dot
draw slow --layout-timeout=.3 in -o slow.png
cat slow.png.dot
"$PROF2DOT" in | sed s/Helvetica/Arial/ | cmp - slow.png.2.dot
rm slow.png.dot slow.png.2.dot

# Nothing is written if dot fails.
fake failing <<'END'
cat >/dev/null
echo picture
echo 'Error: <stdin>: syntax error in line 1' >&2
exit 3
END
fake killed <<'END'
echo picture
kill -9 $$
END
fake silent <<'END'
cat >/dev/null
END
for program in failing killed silent; do
    draw $program in -o slow.png
    draw $program in -T png
done
draw slow/x in -T png
draw 'echo; echo' in -T png
draw in in -T png
PATH=/nowhere "$PROF2DOT" in -o slow.png
echo "no dot: $?"
cat slow.png
for to in svg html; do
    echo 'no picture }' >text
    fake wrong <<'END'
cat >/dev/null; cat text
END
    draw wrong in -T $to
done

# A picture without its end is not written, whatever dot reports.
fake half <<'END'
dot "$@" | head -c 1200
END
fake ends <<'END'
cat >/dev/null; cat text
END
echo old >half.svg
draw half in -o half.svg
draw half in -o half.svg --no-sandbox
cat half.svg
draw half in -T html
draw half in -T svg --fit=800x
echo 'graph 1 2 2' >text
draw ends in -T svg --fit=800x
ending() { # FORMAT END: with the last byte of the end, and without
    printf "picture $2\n" >text
    draw ends in -T $1 -o drawn
    [ $1 = svg ] || cmp text drawn
    printf "picture $2" | sed 's/.$//' >text
    draw ends in -T $1
}
ending svg 'graph{}'
ending png 'IEND\256B`\202'
ending pdf '%%%%EOF'
ending ps '%%%%EOF'
ending eps '%%%%EOF'
ending jpg '\377\331'
ending gif ';'
for length in '\010' '\007' '\011' '\010\001' '\010\000\001' \
    '\010\000\000\001'; do
    printf "RIFF$length" >text
    printf '\000\000\000\000' | head -c $((8 - $(wc -c <text))) >>text
    printf 'WEBPVP8 ' >>text
    draw ends in -T webp -o drawn
done
for length in '\000\001\000\000' '\000\000\001\000'; do
    printf "RIFF$length" >text
    size=256
    [ "$length" = '\000\001\000\000' ] || size=65536
    head -c $size /dev/zero >>text
    draw ends in -T webp -o drawn
done
printf 'RIFX\010\000\000\000WEBPVP8 ' >text
draw ends in -T webp
printf 'RIFF\377\377\377' >text
draw ends in -T webp

# dot may use its streams in any order.
fake deaf <<'END'
exec <&-
sleep 0.1
echo picture
echo %%EOF
END
fake early <<'END'
awk 'BEGIN { for (i = 0; i < 100000; i++) print "picture" }'
echo %%EOF
cat >/dev/null
END
fake noisy <<'END'
awk 'BEGIN { for (i = 0; i < 100000; i++) print "Warning: line " i }' >&2
printf 'nul \000 escape \033[31m\n' >&2
cat >/dev/null
echo picture
echo %%EOF
END
fake garbled <<'END'
cat >/dev/null
printf 'Warning: escape \033[31m \000 nul\n\n\r\n  Error: blanks' >&2
echo picture
echo %%EOF
END
fake piping <<'END'
cat >/dev/null
yes picture | head -n 1
echo %%EOF
END
draw deaf large -n0 -T ps
draw piping in -T ps
draw early large -n0 -T ps | uniq -c | sed 's/^ *//'
draw noisy large -n0 -T ps
draw garbled in -T ps
draw garbled -q in -T ps
draw early in -T ps | head -n 1
fake echoes <<'END'
cat >/dev/null
echo "$@"
case $1 in
-Tpng) printf 'IEND\256B`\202' ;;
-Tjpg) printf '\377\331' ;;
-Tgif) echo ';' ;;
*) echo %%EOF ;;
esac
END
draw echoes in -T ps

# Of its messages the first twenty are shown.
for n in 20 21; do
    fake talks <<END
cat >/dev/null
awk 'BEGIN { for (i = 1; i <= $n; i++) print "line", i; print "" }' >&2
echo %%EOF
END
    draw talks in -T ps 2>&1 | sed '2,19d'
done

# The processor time of dot is limited to two seconds more than the layout may
# take, unless it was limited to less.
fake limited <<'END'
cat >/dev/null
ulimit -t
echo %%EOF
END
draw limited --layout-timeout=3 in -T ps
(ulimit -S -t 6 && draw limited --layout-timeout=3.9 in -T ps)
(ulimit -S -t 4 && draw limited --layout-timeout=3 in -T ps)

# The ending of the file's name chooses the output.
mkdir a.b
for file in a.png a.PDF a.jpeg a.eps a.json a.txt a.edges a.gv a.dot a.unknown \
    a a.b/c; do
    "$PROF2DOT" --fit=none --dot=./echoes in -o $file && echo "$file: $(head -n 1 $file)"
done
"$PROF2DOT" --fit=none --dot=./echoes in -o a.json -T gif && cat a.json
