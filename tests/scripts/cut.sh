# A program that is cut while it is read ends the run by a message: nothing is
# written, and no process is left.
. "$TESTS/tools/say.sh"
faults=$BUILD/tests/faults/faults
[ -x "$faults" ] || { echo 'skipped cut: not built' && exit; }
mkdir runs && cd runs && cp "$SAMPLES/perfdata/small.data" . || exit

run() { # VARIABLE=VALUE...
    cp "$SAMPLES/perfdata/small" .
    echo old >out
    env "$@" "$faults" --symfs=. -T json small.data -o out 2>../err
}

run FAULT_COUNTS=../counts
mv out ../whole
n=$(awk '$1 == "0.realloc" && $2 > n { n = $2 } END { print n }' ../counts)

# The program is cut before each fourth call of realloc.
wrong='' i=2 ended=0 finished=0
while [ $i -le "$n" ]; do
    run FAULT=0.realloc:$i FAULT_CUT=small
    status=$?
    case $status in
    0) [ "$(head -c 3 out)" != old ] && finished=$((finished + 1)) ;;
    1)
        grep -q '/small: was cut while it was read' ../err &&
            [ "$(cat out)" = old ] && ended=$((ended + 1))
        ;;
    *) false ;;
    esac || wrong="$wrong call $i: status $status, $(cat ../err);"
    [ "$(echo *)" = 'out small small.data' ] || wrong="$wrong call $i: $(echo *);"
    i=$((i + 4))
done
[ ! "$wrong" ]
say 'a message or a picture' "$wrong"
[ $ended -gt 0 ] && [ $finished -gt 0 ]
say 'the program is cut early and late' "$ended times, $finished times too late"
