# Removes the outermost frames of perf text and of folded stacks that are no
# functions, because nothing is known of them but that they are "[unknown]". The
# last frame of a stack stays. The first frame of folded stacks is the name of a
# process.
#
#     awk -f trim.awk FILE
function put_frames(i) {
    while (n > 1 && frames[n] ~ /\[unknown\] \(\[unknown\]\)$/)
        n--
    for (i = 1; i <= n; i++)
        print frames[i]
    n = 0
}

{ sub(/\r$/, "") }

/^[ \t]+[0-9a-f]+ .*\)$/ {
    frames[++n] = $0
    next
}

{
    put_frames()
    while (/^[^;]*;\[unknown\];/)
        sub(/;\[unknown\];/, ";")
    print
}

END { put_frames() }
