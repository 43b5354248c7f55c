# The output and the depfile are written both or not at all.
echo 'main;a 1' >in
state() { # STATUS
    echo "status $1:" *
}
mkdir empty && cd empty || exit
"$PROF2DOT" ../in -T text -o no/such/out --depfile=d
state $?
"$PROF2DOT" ../in -T text -o out --depfile=no/such/d
state $?
"$PROF2DOT" ../in -T text -o .. --depfile=d
state $?
"$PROF2DOT" ../in -T text -o out --depfile=..
state $?
"$PROF2DOT" ../in -T text -o /dev/full --depfile=d
state $?
"$PROF2DOT" ../in -T text -o out --depfile=/dev/full
state $?
"$PROF2DOT" -f gprof ../in -T text -o out --depfile=d
state $?

# Old files stay as they are.
echo old >out
echo old >d
"$PROF2DOT" ../in -T text -o out --depfile=/dev/full
"$PROF2DOT" ../in -T text -o /dev/full --depfile=d
state $?
cat out d
"$PROF2DOT" ../in -T folded -o out --depfile=d
state $?
cat out d

# A signal while an output waits for its reader leaves no temporary file.
mkdir ../ended && cd ../ended || exit
mkfifo fifo
for signal in HUP INT TERM; do
    # A shell lets its background jobs ignore SIGINT, and nohup SIGHUP.
    perl -e '$SIG{$_} = "DEFAULT" for qw(HUP INT TERM); exec @ARGV' \
        "$PROF2DOT" ../in -T text -o fifo --depfile=d &
    while ! ls d.* >ls 2>&1 && kill -0 $!; do sleep 0.1; done
    kill -$signal $!
    wait $! 2>wait
    state $?
done
