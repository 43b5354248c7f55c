#!/bin/sh
# Adds up recordings by Slurm: an array with a task for each, and a job that
# depends on all of them. The ranks of an MPI job are added up like this.
#
#     slurm.sh SUM.pb.gz FOLDER RECORDING...
#
# All nodes must see the files. FOLDER keeps a part for each recording. The
# script waits for the sum, and fails if there is none: run the same command
# again then, which submits the recordings whose parts are missing. part.sh says
# why a task that was killed leaves nothing behind.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
PROF2DOT=${PROF2DOT:-prof2dot}
export PROF2DOT
sum=$1 folder=$2
shift 2
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
: >"$folder/recordings"
missing=
n=0
for recording; do
    n=$((n + 1))
    printf '%s\n' "$(realpath "$recording")" >>"$folder/recordings"
    [ -s "$folder/$n.pb.gz" ] || missing=$missing${missing:+,}$n
done
rm -f "$sum"

cat >"$folder/task" <<END
#!/bin/sh
exec "$here/part.sh" "\$(sed -n "\${SLURM_ARRAY_TASK_ID}p" "$folder/recordings")" \\
    "$folder/\$SLURM_ARRAY_TASK_ID.pb.gz"
END
cat >"$folder/add" <<END
#!/bin/sh
i=0
while [ \$i -lt $n ]; do
    i=\$((i + 1))
    printf '%s\0' "$folder/\$i.pb.gz"
done | "$PROF2DOT" -q --files0-from=- -T pprof -o "$(realpath "$sum")"
END
depends=
if [ "$missing" ]; then
    tasks=$(sbatch --parsable --array="$missing" -o "$folder/task.%a.log" \
        "$folder/task")
    depends="--dependency=afterok:$tasks --kill-on-invalid-dep=yes"
fi
# shellcheck disable=SC2086
sbatch --wait $depends -o "$folder/add.log" "$folder/add" >/dev/null && [ -s "$sum" ]
