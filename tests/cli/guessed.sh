# An input whose format was guessed is refused if more of its lines are skipped
# than read. With -f it is drawn, with the warnings. Empty lines and comments do
# not count.
try() { # FILE [OPTION]...
    echo "\$ $*"
    "$PROF2DOT" -T folded "$@"
    echo "status $?"
}
printf '# comment\n# comment\n\n\na;b 1\na;c 2\none\ntwo\n' >half
try half
printf '# comment\n# comment\n\n\na;b 1\na;c 2\none\ntwo\nthree\n' >more
try more
try more -f folded
try more -q
printf 'a;b 1\na;c 2\n' >good
try good more
try good more --keep-going
# The whole of a line is not quoted, and no control characters.
printf 'a;b 1\n\033[31m%070d\ntwo\n' 1 >long
try long
# Lines that trace something else, below a header of uftrace.
printf '# DURATION     TID     FUNCTION\n   1.030 us [    17] |   work();\nx\ny\n' >uftrace
try uftrace
# A warning about a header of perf names that line.
printf 'app 1 1.000000: 1 cycles:\n\t7f01 f (/a)\n\nx\n\ny\n\nz\n\n' >perf
try perf
