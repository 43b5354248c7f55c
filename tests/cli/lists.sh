# Tables of what an input has: events, threads, modules and functions.
cd "$SAMPLES" || exit
list() { # OPTIONS...
    echo "\$ $*"
    "$PROF2DOT" -q "$@" || echo "status $?"
}
list --list-events perf/threads
list --list-events --tid=652 perf/threads
list --list-events perf/threads perf/threads
list --list-events perf/calc
list --list-events oprofile/rdparse.oprofile
list --list-events folded/calc
list --list-events gprof/calc
list --list-threads perf/threads
list --list-threads --event=cpu-clock perf/threads
list --list-threads --comm=primes perf/threads
list --list-threads --event=cpu-clock perf/threads perf/threads
list --list-threads perf/calc
list --list-threads oprofile/rdparse.oprofile
list --list-threads folded/calc
list --list-modules perf/threads
list --list-modules --root=main --ignore=memmove perf/calc
list --list-modules oprofile/rdparse.oprofile
list --list-modules folded/calc
list --list-modules --list-functions=main perf/calc
cd "$OLDPWD" || exit

# Lists go where -o says, whatever the ending is.
printf '%%edges 1\n%%event "two words"\na 1 module=m\nb 3\n' >in
list --list-modules -o list.xyz in
cat list.xyz
list --list-events in
printf 'prog 7 1.0:\n\t1 f (m)\n\nprog 8 1.0:\n\t1 f (m)\n\n' >no-event
list --list-events no-event
printf '1.0: cycles:\n\t1 f (m)\n\n' >no-thread
list -f perf --list-threads no-thread

# --list-functions lists what filters and selection keep.
printf 'main;parse;read 6\nmain;eval;apply 3\nmain;eval 1\n' >stacks
list --list-functions stacks
list --list-functions --root=eval stacks
list --list-functions --leaf=apply stacks
list --list-functions --depth=1 stacks
list --list-functions --nodecount=1 stacks
list --list-functions -n 50 stacks
list --list-functions=a* --root=eval stacks
list --list-functions=% --nodecount=2 stacks
list --list-functions=%a* --root=eval stacks
list --list-functions=read --root=eval stacks
list --list-functions --focus=read stacks
