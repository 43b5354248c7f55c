# Outputs do not depend on the confinement.
echo 'main;a 1' >in
same() { # OPTION...
    "$PROF2DOT" in "$@" >with
    "$PROF2DOT" in "$@" --no-sandbox >without
    cmp with without && echo "same: $*"
}
same -T text
same -T json
same -T svg
same --fit=800x

# The file that is replaced keeps its permissions, and one that did not change
# its time.
echo old >out
chmod 640 out
"$PROF2DOT" in -T text -o out && ls -l out | cut -c 1-10
"$PROF2DOT" in -T text -o out --if-changed && cat out

# The graph is kept beside the output when dot takes too long.
printf '#!/bin/sh\nsleep 10\n' >slow
chmod +x slow
"$PROF2DOT" in -T svg -o a.svg --dot=./slow --layout-timeout=0.2
ls

# An input that is not a file is copied to a file without a name.
"$PROF2DOT" -T text - <"$SAMPLES"/perfdata/small.data >plain
cat "$SAMPLES"/perfdata/small.data | "$PROF2DOT" -T text - >piped
cmp plain piped && echo 'same: a pipe'

# The system says that the process is confined, if there are such filters and
# the program has one.
mkfifo fifo
"$PROF2DOT" fifo -T text >text &
exec 3>fifo
sleep 0.1
if grep -q NO_FILTER "$BUILD/flags" || ! grep -q Seccomp /proc/$!/status 2>/dev/null; then
    echo 2
else
    sed -n 's/^Seccomp:[^0-9]*//p' /proc/$!/status
fi
cat in >&3
exec 3>&-
wait $!
cat text
