# Folded stacks name the module of a function as DTrace does, where its name does
# not tell which one it is. Such stacks are the profile that they were made of.
sample() { # FRAMES...
    printf 'prog 1 1.000000: cycles:\n'
    printf '\t%s\n' "$@"
    echo
}
{
    sample '10 f+0x1 (/bin/a)' '20 main+0x1 (/bin/a)'
    sample '10 f+0x1 (/bin/a)' '20 main+0x1 (/bin/b)'
    sample '10 [unknown] (/lib/c.so)' '20 main+0x1 (/bin/b)'
    sample '10 [unknown] (/lib/d.so)' '20 main+0x1 (/bin/b)'
    sample "10 f::\`anonymous namespace'::g+0x1 (/bin/b)"
} >stacks
"$PROF2DOT" -q -T folded stacks >folded && cat folded
"$PROF2DOT" -q -T text --base=stacks folded | sed -n '2p;$p' | cut -d';' -f1
echo '-- files'
printf '%s\n' 'at (self-hosted:3:4);<module> (<string>:1) 1' \
    'init (node:internal/x:7:1);std::f (a::b:3);c (memmove.S) 1' \
    'timer (node:timers:12);letter (C:x:1);digit (n0de:timers:3);first (0node:timers:3) 1' \
    'plain (timers:3);empty (:timers:3);long (a:b::c:3) 1' >stacks
"$PROF2DOT" -q -T json stacks | grep -o '"name": "[^"]*"\|"file": "[^"]*"'
