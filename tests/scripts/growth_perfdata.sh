# Recordings of perf that were made to cost much: each would take half a minute
# or many GB and gets some seconds and 1 GB, or loses what was not found.
. "$TESTS/tools/say.sh"

if ! command -v python3 >/dev/null; then
    echo 'skipped growth_perfdata: python3 is missing'
    exit
fi

seconds=6
memory=1G
[ "$SAN" ] && seconds=60 memory=8G
# Draws a recording, and succeeds if a message has a text.
draws() { # KIND TEXT [STATUS]
    python3 "$TESTS/tools/hostile_perfdata.py" "$1" "$PWD" || return
    [ -d "$1.root" ] && symfs="--symfs=$1.root" || symfs=
    (ulimit -t $seconds && exec "$PROF2DOT" --max-memory=$memory -T text \
        $symfs "$1.data") >out 2>err
    [ $? = "${3:-0}" ] && [ -s out ] && grep -q "$2" err
}
check() { # KIND TEXT [STATUS]
    draws "$@"
    say "$1" "$(cat err)"
    rm -rf "$1".data "$1".so "$1".root
}

check names ''
check ids 'the ids of the events have more bytes than the whole file' 4
check loop 'the call frame information of .*loop.so takes too many steps'
check forks ''
check maps ''
check copies ''
check map 'its symbols are left out, because a line is longer'

# This one is small: a caller is found if an inner function hides only its own
# addresses.
draws nested '' && grep -q caller out
say nested "$(cat err)"
