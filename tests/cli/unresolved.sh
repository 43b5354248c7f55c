# Unresolved code is apart by module, and outside of modules by process if there
# may be several: programs do not flow through it into each other's functions.
show() { echo "\$ prof2dot $*"; "$PROF2DOT" -q "$@"; }
sample() { # HEADER FUNCTION
    printf '%s 1.000001: 1 cycles: \n\t 10 %s+0x1 (/bin/%s)\n\t 20 [unknown] (%s)\n\t 30 main+0x1 (/bin/%s)\n\n' \
        "$1" "$2" "$2" "$3" "$2"
}
{
    sample 'cc1 7' parse '[unknown]'
    sample 'make 8' run '[unknown]'
    sample 'make 8' run /lib/liba.so
} >two
echo '# one program, as far as anybody asks'
show -T edges two
show -T edges --tags=comm two
show -T text -n 0 --tags=comm two | cut -c 54-
"$PROF2DOT" -q -T dot -n 0 --tags=comm two | dotlist | grep -o 'label="[^"]*unknown[^"]*"'
echo '# all programs were recorded'
sed 's/^\([a-z1]* [78]\) /\1 [001] /' two >all
show -T edges all
echo '# one program has such code'
sed '/^cc1/,/^$/d' all >one
show -T edges one
echo '# no headers'
printf '\t 10 run (/bin/run)\n\t 20 [unknown] ([unknown])\n\t 30 main (/bin/run)\n\n' >bare
show -T edges bare
echo '# stored and compared'
"$PROF2DOT" -q -T json all >all.json
show -T text --base all all.json | grep matched
for file in perf/inlined_address.perf perf-report/no_header.txt; do
    "$PROF2DOT" -q -T json "$TESTS/readers/$file" >stored.json
    "$PROF2DOT" -q -n 0 -T json --base "$TESTS/readers/$file" stored.json |
        grep -c '"presence": "both"'
    "$PROF2DOT" -q -n 0 -T json --base "$TESTS/readers/$file" stored.json |
        grep -c '"presence": "\(gone\|new\)"'
done

echo '# perf.data: two processes of which no file is known'
perl -0777 -ne '
    my ($at, $size) = unpack("QQ", substr($_, 40, 16));
    my ($end, $n) = ($at + $size, 0);
    while ($at < $end) {
        my ($type, $misc, $length) = unpack("LSS", substr($_, $at, 8));
        substr($_, $at + 16, 8) = pack("LL", ($n % 2 + 1) x 2)
            if $type == 9 && $n++ < 20;
        $at += $length;
    }
    print' "$SAMPLES/perfdata/small.data" >strangers.data
cp "$SAMPLES/perfdata/small" .
"$PROF2DOT" -q -n 0 -T edges strangers.data | grep unknown
show -n 0 -T edges --tags=comm strangers.data | grep unknown
