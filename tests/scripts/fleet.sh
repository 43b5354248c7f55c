# samples/fleet/fleet.mk: the same bytes as one run, nothing made twice, and a
# part that is missing is made again. GNU parallel makes the same.
. "$TESTS/tools/say.sh"

for i in 1 2 3 4 5; do
    printf 'main;f%d %d\nmain;g %d\n' $i $i $((i * i)) >$i.perf
done
"$PROF2DOT" -q -T pprof *.perf -o expected.pb.gz

add_up() {
    make -s -j2 -f "$SAMPLES/../fleet/fleet.mk" PROF2DOT="$PROF2DOT" "$@" \
        >messages 2>&1
}

add_up
cmp -s day.pb.gz expected.pb.gz
say "one run of make" "$(head -n 1 messages)"

touch stamp
sleep 1
rm 3.perf.part.gz
add_up
cmp -s day.pb.gz expected.pb.gz && [ 3.perf.part.gz -nt stamp ] &&
    [ ! 2.perf.part.gz -nt stamp ]
say "a part that was lost" "$(head -n 1 messages)"

printf 'main;new 9\n' >6.perf
"$PROF2DOT" -q -T pprof *.perf -o expected.pb.gz
add_up
cmp -s day.pb.gz expected.pb.gz && [ ! 2.perf.part.gz -nt stamp ]
say "one more recording" "$(head -n 1 messages)"

if parallel --version 2>&1 | grep -q GNU; then
    mkdir home
    fleet_parallel() {
        HOME=$PWD/home PROF2DOT=$PROF2DOT \
            "$SAMPLES/../fleet/parallel.sh" all.pb.gz parts *.perf 2>messages
    }
    fleet_parallel
    cmp -s all.pb.gz expected.pb.gz
    say "GNU parallel" "$(head -n 1 messages)"
    touch stamp
    sleep 1
    rm parts/3.perf.pb.gz
    fleet_parallel
    cmp -s all.pb.gz expected.pb.gz && [ parts/3.perf.pb.gz -nt stamp ] &&
        [ ! parts/2.perf.pb.gz -nt stamp ]
    say "GNU parallel makes what is missing" "$(head -n 1 messages)"
else
    echo "skipped fleet: GNU parallel: it is not installed"
fi
