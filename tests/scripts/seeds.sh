# The targets of tests/fuzz on the samples, the inputs of the tests and random
# changes of them, which are the same in every run. SEED_RUNS is the number of
# changes of each.
replay=$BUILD/tests/fuzz/replay
[ -x "$replay-reader" ] || { echo 'skipped seeds: not built' && exit; }
runs=-runs=${SEED_RUNS-30}
ulimit -t unlimited 2>/dev/null

# Runs a target on the files and folders among the arguments that are there.
check() { # NAME TARGET ARGUMENT...
    name=$1
    target=$2
    shift 2
    for argument; do
        shift
        case $argument in
        -*) set -- "$@" "$argument" ;;
        *) [ -e "$argument" ] && set -- "$@" "$argument" ;;
        esac
    done
    if "$replay-$target" "$runs" "$@" >out 2>err &&
        ! grep -q '^0 inputs' out; then
        echo "ok seeds: $name"
    else
        echo "FAILED seeds: $name: $(tail -n 2 err | tr '\n' ' ')"
    fi
}

# A signal that ends a target names the input.
"$replay-names" -runs=100000000 "$TESTS/fuzz/seeds/names" >out 2>err &
sleep 1
kill -s SEGV $!
wait $!
if [ "$SAN" ] || grep -q 'change [0-9]*: signal 11' err; then
    echo 'ok seeds: a signal names the input'
else
    echo "FAILED seeds: a signal names the input: $(head -c 300 err)"
fi

for format in $(sed -n 's/^READER(\(.*\))$/\1/p' \
    "$TESTS/../src/readers/list.h" | tr _ -); do
    with=
    [ "$format" = gmon ] && with=--with=$SAMPLES/gmon/calc
    check "$format" reader --reader="$format" ${with:+"$with"} \
        "$SAMPLES/$format" "$TESTS/readers/$format" \
        "$TESTS/fuzz/seeds/$format"
done
check 'formats are recognized' reader "$SAMPLES"/* "$TESTS"/readers/* \
    "$TESTS/fuzz/seeds/auto"
check programs reader --reader=gmon --with="$SAMPLES/gmon/calc.gmon" \
    "$SAMPLES/gmon" "$TESTS/fuzz/seeds/program"
mkdir programs
cp "$SAMPLES/perfdata/small" "$TESTS/fuzz/programs/framed" programs
check 'perfdata alone' perfdata --symfs=programs "$SAMPLES/perfdata" \
    "$TESTS/readers/perfdata" "$TESTS/fuzz/seeds/perfdata"
check pprof-tables pprof-tables --symfs=programs \
    "$TESTS/fuzz/seeds/pprof-tables"
for target in elf dwarf options names costs compare archive unwind; do
    check $target $target "$TESTS/fuzz/seeds/$target"
done
