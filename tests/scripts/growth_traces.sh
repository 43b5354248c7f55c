# Traces of bop-cc, and a recording, that were made to cost much, as those of
# growth.sh are: nothing here measures time, but what would take a minute gets
# some seconds of a processor, and what would take 600 MB gets 200.
. "$TESTS/tools/say.sh"

if ! command -v python3 >/dev/null; then
    echo 'skipped growth_traces: python3 is missing'
    exit
fi

seconds=5
memory=--max-memory=200M
if [ "$SAN" ]; then
    seconds=60
    memory=
fi
# Succeeds if the program draws an input within some seconds. SIGKILL ends it
# after them.
draws() { # ARGUMENT...
    (ulimit -t $seconds && exec "$PROF2DOT" -q "$@") >out 2>err && [ -s out ]
}
make_input() { # KIND
    python3 "$TESTS/tools/hostile_traces.py" "$1" "$PWD"
}

make_input pairs && draws $memory -T dot --deps=toplev pairs.trace
say 'dependences between each two statements' "$(cat err)"

make_input statements && draws -T json --deps=toplev statements.trace &&
    [ "$(grep -c '"verdict"' out)" -gt 1 ]
say 'many statements and dependences' "$(cat err)"
rm -f statements.trace

make_input lines && draws -T json --deps=site lines.trace &&
    grep -q 'main.c:19999"' out
say 'many lines that the program names' "$(cat err)"

make_input variables && draws -T json --deps=site variables.trace &&
    grep -q '"v99999"' out && grep -q '"v60000"' out
say 'data in a library of many symbols' "$(cat err)"

make_input segments && draws -T text segments.data && grep -qw f out
say 'addresses in a library of many segments' "$(cat err)"
