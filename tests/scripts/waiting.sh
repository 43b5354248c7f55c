# Without a file, and with a terminal as standard input, the program says what it
# waits for. It says nothing if a file is named or standard input is a pipe.
if ! script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    echo "skipped waiting: no script(1) of util-linux"
    exit
fi
echo 'main;a 1' >in

# Types a profile on a terminal, whose echo is off.
type_in() { # COMMAND: leaves what it writes to standard error in "shown"
    { sleep 0.3; cat in; sleep 0.3; } |
        script -qec "stty -echo; $1 2>shown >out" /dev/null >/dev/null
}

is() { # NAME CONDITION...
    name=$1
    shift
    if "$@"; then
        echo "ok waiting: $name"
    else
        echo "FAILED waiting: $name: $(cat shown out)"
    fi
}

type_in "'$PROF2DOT' -T folded"
is "says what it waits for" grep -q 'waiting for a profile.*--help' shown
is "reads what is typed" cmp -s in out
type_in "'$PROF2DOT' -q -T folded"
is "nothing with -q" test ! -s shown
is "reads with -q" cmp -s in out
type_in "'$PROF2DOT' -T folded in"
is "nothing for a file" test ! -s shown
type_in "cat in | '$PROF2DOT' -T folded"
is "nothing for a pipe" test ! -s shown
type_in "'$PROF2DOT' --help"
is "nothing for --help" test ! -s shown

# In a folder with perf.data, this is read.
cp "$SAMPLES/perfdata/small.data" perf.data
cp "$SAMPLES/perfdata/small" .
type_in "'$PROF2DOT' -T folded"
is "reads perf.data of the folder" grep -q leaf out
is "says that it reads perf.data" grep -q 'reading perf.data' shown
"$PROF2DOT" -T folded </dev/null >out 2>shown
is "reads perf.data without a terminal" grep -q leaf out
type_in "cat in | '$PROF2DOT' -T folded"
is "reads a pipe beside perf.data" cmp -s in out
rm perf.data small
cp "$SAMPLES/gmon/calc" .
cp "$SAMPLES/gmon/calc.gmon" gmon.out
type_in "'$PROF2DOT' -T text"
is "says that it reads gmon.out" grep -q 'reading calc and gmon.out' shown
