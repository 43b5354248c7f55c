# The process that writes files and starts dot ends before its time: nothing is
# written, and a message says why. The process is the program's only child.
children() { # PID
    cat /proc/$1/task/$1/children 2>/dev/null ||
        ps -e -o pid= -o ppid= | awk -v p="$1" '$2 == p { print $1 }'
}
mkfifo fifo
for output in out.txt out.svg; do
    "$PROF2DOT" fifo -f folded -o $output 2>message &
    exec 3>fifo
    while [ -z "$(children $!)" ] && kill -0 $!; do sleep 0.1; done
    kill -9 $(children $!)
    sleep 0.1
    echo 'main;a 1' >&3
    exec 3>&-
    wait $! 2>/dev/null
    echo "exit $?"
    cat message
    ls
done
