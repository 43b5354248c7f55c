#!/bin/sh
# Converts one recording to a part that prof2dot adds to others:
#
#     part.sh RECORDING PART
#
# RECORDING is a file, or HOST:FILE, which ssh converts where it lies: that host
# has the programs with their symbols, and only the profile travels. A part that
# is there already is not made again. It appears at once when it is complete, so
# a worker that is killed leaves none, and its recording is simply tried again.
# PROF2DOT and SSH are the programs.
set -eu
recording=$1 part=$2
[ ! -s "$part" ] || exit 0
case $recording in
/* | ./*) ;;
*:*)
    made=$(mktemp "$part.XXXXXX")
    trap 'rm -f "$made"' EXIT
    # shellcheck disable=SC2029,SC2086
    ${SSH:-ssh} -n "${recording%%:*}" \
        "${PROF2DOT:-prof2dot} -q -T pprof -- '${recording#*:}'" >"$made"
    mv "$made" "$part"
    exit
    ;;
esac
exec "${PROF2DOT:-prof2dot}" -q -T pprof -o "$part" -- "$recording"
