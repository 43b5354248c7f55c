# --symfs=DIR: paths and symbolic links mean in DIR what they mean on the
# machine that was recorded. /home/user/src/small is the recorded program.
. "$TESTS/tools/say.sh"
cp "$SAMPLES/perfdata/small.data" .

drawn() { # DIR
    "$PROF2DOT" -T text small.data --symfs="$1" 2>err | grep -q walk
}

mkdir -p absolute/usr/people/user/src
cp "$SAMPLES/perfdata/small" absolute/usr/people/user/src
ln -s /usr/people absolute/home
drawn absolute
say 'an absolute link leads to a folder below DIR' "$(cat err)"

mkdir -p up/home/user
ln -s ../../../../../../opt/src up/home/user/src
mkdir -p up/opt/src
cp "$SAMPLES/perfdata/small" up/opt/src
drawn up
say '.. leads to DIR at most' "$(cat err)"

mkdir -p outside/home/user/src
ln -s "$SAMPLES/perfdata/small" outside/home/user/src/small
! drawn outside && grep -q 'the file is not here' err
say 'no link leads out of DIR' "$(cat err)"

mkdir -p circle/home/user
ln -s /home/user/src circle/home/user/src
! drawn circle && grep -q 'the file is not here' err
say 'links in a circle lead nowhere' "$(cat err)"

if command -v objcopy strip readelf >/dev/null; then
    mkdir -p split/home/user/src
    program=split/home/user/src/small
    cp "$SAMPLES/perfdata/small" $program
    id=$(readelf -n $program | sed -n 's/.*Build ID: //p')
    debug=split/usr/lib/debug/.build-id/${id%"${id#??}"}
    mkdir -p "$debug"
    objcopy --only-keep-debug $program "$debug/${id#??}.debug"
    strip $program
    drawn split
    say 'debug files are found below DIR' "$(cat err)"
else
    echo 'skipped symfs: there are no binutils'
fi
