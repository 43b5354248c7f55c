#!/bin/sh
# Adds up recordings with GNU parallel:
#
#     parallel.sh SUM.pb.gz FOLDER RECORDING...
#
# FOLDER keeps a part for each recording; part.sh says what a RECORDING can be.
# JOBS is the number of those that are converted at once. A recording that fails
# is tried three times. After an error, run the same command again: it makes the
# parts that are missing.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
sum=$1 folder=$2
shift 2
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

# The name of a part says which recording it is of.
part_of() { # RECORDING
    printf '%s/%s.pb.gz' "$folder" "$(printf %s "$1" | sed 's/%/%25/g; s|/|%2F|g')"
}

for recording; do
    printf '%s\t%s\n' "$recording" "$(part_of "$recording")"
done | parallel --will-cite -j "${JOBS:-4}" --retries 3 --colsep '\t' \
    "$here/part.sh" '{1}' '{2}'
for recording; do
    printf '%s\0' "$(part_of "$recording")"
done | "${PROF2DOT:-prof2dot}" -q --files0-from=- -T pprof -o "$sum"
