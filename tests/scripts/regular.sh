# What lies at a path that an input names is opened only if it is a regular file.
. "$TESTS/tools/say.sh"

# Lets a writer wait at a FIFO while a command runs, and says whether the writer
# still waits then. Sets `status` to that of the command.
waits() { # FIFO COMMAND...
    fifo=$1
    shift
    rm -f "$fifo" released
    mkfifo "$fifo"
    { echo kept >"$fifo"; : >released; } 2>/dev/null &
    sleep 0.2
    timeout 20 "$@" >out 2>err
    status=$?
    sleep 0.1
    [ ! -e released ] && [ "$(timeout 5 cat "$fifo")" = kept ]
    is_kept=$?
    rm -f "$fifo"
    return $is_kept
}

mkdir -p root/home/user/src root/tmp
cp "$SAMPLES/perfdata/small.data" .
small=root/home/user/src/small
waits $small "$PROF2DOT" -T text small.data --symfs=root
say 'perf.data: a program' "status $status, $(cat err)"

cp "$SAMPLES/perfdata/small" $small
if command -v objcopy >/dev/null && command -v strip >/dev/null; then
    objcopy --only-keep-debug $small root/home/user/src/small.debug
    strip $small
    objcopy --add-gnu-debuglink=root/home/user/src/small.debug $small
    waits root/home/user/src/small.debug "$PROF2DOT" -T text small.data \
        --symfs=root
    say 'perf.data: a debug file' "status $status, $(cat err)"
else
    echo 'skipped regular: there are no binutils'
fi

# The path of a mapping is replaced by the name of memory without a file, for
# which the map of the process is read.
LC_ALL=C sed 's,/home/user/src/small,//anon\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00,g' \
    small.data >anon.data
pid=$("$PROF2DOT" --list-threads anon.data | awk '$1 == 72 { print $3 }')
map=root/tmp/perf-$pid.map
waits "$map" "$PROF2DOT" -T text anon.data --symfs=root
say 'perf.data: a map' "status $status, $(cat err)"

rm -f "$map"
echo '0 ffffffffffff compiled_code' >"$map"
"$PROF2DOT" -T text anon.data --symfs=root 2>err | grep -q compiled_code &&
    ! grep -q 'not read' err
say 'a map counts' "$(cat err)"
printf '%s\n' 'no line' '0 ' '0x0 x code' '0x0 0xffffffffffff compiled_code for x' \
    >"$map"
"$PROF2DOT" -T folded anon.data --symfs=root >out 2>err
grep -q 'compiled_code for x' out
say 'numbers of a map after 0x' "$(cat out err)"

mv "$map" elsewhere
ln -s "$PWD/elsewhere" "$map"
"$PROF2DOT" -T text anon.data --symfs=root 2>err | grep -q compiled_code
[ $? = 1 ] && grep -q "perf-$pid.map: not read, because it is a link" err
say 'a symbolic link to a map does not count' "$(cat err)"
rm "$map"
ln -s ../elsewhere "$map"
cp elsewhere root
"$PROF2DOT" -T text anon.data --symfs=root 2>err | grep -q compiled_code
[ $? = 1 ]
say 'not even within the folder of --symfs' "$(cat err)"
rm "$map"
mv root/tmp root/var
ln -s /var root/tmp
cp elsewhere "root/var/perf-$pid.map"
"$PROF2DOT" -T text anon.data --symfs=root 2>err | grep -q compiled_code
say 'the folder may be a symbolic link' "$(cat err)"

# Only root can make files of others.
if [ "$(id -u)" = 0 ] && chown 65533 "root/var/perf-$pid.map" 2>/dev/null; then
    "$PROF2DOT" -T text anon.data --symfs=root 2>err | grep -q compiled_code
    [ $? = 1 ] && grep -q 'because user 65533, to whom it belongs' err
    say 'the map of a stranger does not count' "$(cat err)"
    chown 65533 anon.data
    "$PROF2DOT" -T text anon.data --symfs=root 2>err | grep -q compiled_code
    say 'that of the owner of the recording counts' "$(cat err)"
else
    echo 'skipped regular: only root can give files away'
fi

# Files that the user names may be pipes.
mkfifo named
echo 'main;a 1' >named &
timeout 5 "$PROF2DOT" -T edges named 2>err | grep -q "^.main a. 1"
say 'a FIFO as the input' "$(cat err)"
