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

# Linux follows 40 links, and so do these.
mkdir -p chain/home/user/src chain/links
cp "$SAMPLES/perfdata/small" chain/links/0
for i in $(seq 39); do
    ln -s $((i - 1)) chain/links/$i
done
ln -s /links/39 chain/home/user/src/small
drawn chain
say 'a chain of 40 links' "$(cat err)"
mv chain/home/user/src/small chain/links/40
ln -s /links/40 chain/home/user/src/small
! drawn chain && grep -q 'the file is not here' err
say 'a chain of 41 links is too long' "$(cat err)"

# Each of 50,000 folders in a path must not take a copy of the path.
{
    echo 'heap profile: 1: 10 [ 1: 10] @ heapprofile'
    echo '1: 10 [ 1: 10] @ 0x400100'
    printf '\nMAPPED_LIBRARIES:\n00400000-00500000 r-xp 0 08:01 1 /'
    head -c 100000 /dev/zero | sed 's,\x00\x00,a/,g'
    echo lib.so
} >long.heap
"$PROF2DOT" --max-memory=200M -T text long.heap --symfs=. >/dev/null 2>err &&
    grep -q 'no symbols of /a/a/' err
say 'a path of 100 kB' "$(head -c 300 err)"

if command -v objcopy >/dev/null; then
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

    mv "$debug/${id#??}.debug" small.debug
    ln -s "$PWD/small.debug" "$debug/${id#??}.debug"
    ! drawn split
    say 'no link of a debug file leads out of DIR' "$(cat err)"

    cp small.debug split/opt.debug
    ln -sf /opt.debug "$debug/${id#??}.debug"
    drawn split
    say 'an absolute link of a debug file leads below DIR' "$(cat err)"

    cp "$BUILD/tests/tools/addresses" split/opt.debug
    ! drawn split && grep -q 'not the debug file of that build id' err
    say 'a debug file of another build id is not used' "$(cat err)"

    rm -r split/usr/lib/debug/.build-id
    objcopy --add-gnu-debuglink=small.debug $program
    ln -s "$PWD/small.debug" split/home/user/src/small.debug
    ! drawn split
    say 'no link of a linked debug file leads out of DIR' "$(cat err)"

    rm split/home/user/src/small.debug
    mkdir -p split/usr/lib/debug/home/user/src
    cp small.debug split/usr/lib/debug/home/user/src
    drawn split
    say 'linked debug files are found below DIR' "$(cat err)"

    cp "$BUILD/tests/tools/addresses" split/usr/lib/debug/home/user/src/small.debug
    ! drawn split && grep -q 'it has another build id and is not used' err
    say 'a linked debug file of another build is not used' "$(cat err)"
else
    echo 'skipped symfs: there are no binutils'
fi

# Parts of the debug information that -gsplit-dwarf moves into .dwo files.
mkdir -p moved/bin
cat >moved.c <<'C'
static inline int twice(int n) { return n + n; }
int main(int argc, char **argv) { (void)argv; return twice(argc); }
C
if ${CC:-cc} -g -O2 -gsplit-dwarf -no-pie -c moved.c 2>/dev/null &&
    ${CC:-cc} -no-pie -o moved/bin/moved moved.o && [ -e moved.dwo ]; then
    main=$(nm moved/bin/moved | sed -n 's/^0*\([0-9a-f]*\) T main$/\1/p')
    {
        echo 'heap profile: 1: 10 [ 1: 10] @ heapprofile'
        printf '1: 10 [ 1: 10] @ 0x%x\n' $((0x$main + 2))
        printf '\nMAPPED_LIBRARIES:\n'
        echo '00400000-00500000 r-xp 00000000 08:01 1 /bin/moved'
    } >moved.heap
    "$PROF2DOT" -T text moved.heap --symfs=moved 2>err | grep -q main
    grep -q 'moved.dwo, which cannot be read; copy them to the folder of' err
    say 'a .dwo file that is not below DIR is missed' "$(cat err)"
    mv moved.dwo elsewhere
    sed "s|/bin/moved|$PWD/moved/bin/moved|" moved.heap >here.heap
    "$PROF2DOT" -T text here.heap 2>err | grep -q main
    grep -q 'cannot be read; keep them where they were compiled' err
    say 'a .dwo file that is not where it was made is missed' "$(cat err)"
    mv elsewhere moved/bin/moved.dwo
    "$PROF2DOT" -T text moved.heap --symfs=moved 2>err | grep -q main &&
        ! grep -q dwo err
    say 'a .dwo file beside its program is found' "$(cat err)"
else
    echo 'skipped symfs: the compiler makes no .dwo files'
fi
