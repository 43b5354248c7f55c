# With little memory each kind of output is complete, or a message and status 1
# tell why there is none. A signal never ends the program.
[ ! "$SAN" ] || { echo 'skipped memory: sanitizers reserve much' && exit; }
(ulimit -v 4000000) 2>/dev/null ||
    { echo 'skipped memory: there is no ulimit -v' && exit; }

awk 'BEGIN { for (i = 0; i < 6000; i++)
    print "main;module" i % 50 ";function" i ";callee" i * 7 % 6000, i + 1
}' >in.folded

# Prints how many runs were complete and how many refused.
under_limits() { # KIND LIMIT...
    kind=$1 complete=0 refused=0
    shift
    for limit; do
        rm -f out
        (ulimit -v "$limit" && exec "$PROF2DOT" -T "$kind" -n0 -e0 \
            --nodecount=3000 -o out in.folded 2>err)
        status=$?
        if [ $status = 0 ] && [ -s out ]; then
            complete=$((complete + 1))
        elif [ $status = 1 ] && [ ! -e out ] && [ -s err ]; then
            refused=$((refused + 1))
        else
            echo "limit $limit, status $status: $(tail -n 1 err)"
            return 1
        fi
    done
    [ "$complete" -gt 0 ] && [ "$refused" -gt 0 ]
}

# A program of this size that does not reach main ends by the loader.
least=0
for limit in $(seq 4000 1000 100000); do
    (ulimit -v $limit && exec "$PROF2DOT" --version) >/dev/null 2>&1 || continue
    least=$limit
    break
done
limits=
for step in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 18 20 24 32; do
    limits="$limits $((least + 1000 * step))"
done
for kind in dot json text markdown edges folded; do
    why=$(under_limits $kind $limits 120000)
    if [ $? = 0 ]; then
        echo "ok memory: $kind"
    else
        echo "FAILED memory: $kind: $why"
    fi
done

rm -f out
"$PROF2DOT" --max-memory=30M -n0 -e0 --nodecount=6000 -T dot -o out in.folded \
    2>err
if [ $? = 1 ] && [ ! -e out ] && grep -q 'max-memory' err; then
    echo 'ok memory: --max-memory holds for libcgraph'
else
    echo "FAILED memory: --max-memory and libcgraph: $(cat err)"
fi

# A window of 128 MB is in the memory of libarchive.
if command -v xz >/dev/null; then
    awk 'BEGIN { for (i = 0; i < 10000000; i++) print "main;a 1" }' |
        xz --lzma2=preset=0,dict=128MiB >window.xz
    if ! "$PROF2DOT" --max-memory=50M -T text window.xz >out 2>err &&
        grep -q max-memory err && [ ! -s out ] &&
        "$PROF2DOT" -q --max-memory=500M -T text window.xz >out; then
        echo 'ok memory: --max-memory holds for libarchive'
    else
        echo "FAILED memory: --max-memory and libarchive: $(cat err)"
    fi
else
    echo 'skipped memory: there is no xz'
fi

# Runs with a limit that the library would exceed, and with one that it keeps to.
held_by() { # LIBRARY LOW HIGH ARGUMENT...
    library=$1 low=$2 high=$3
    shift 3
    rm -f out
    if ! "$PROF2DOT" --max-memory="$low" -T text -o out "$@" 2>err &&
        grep -q max-memory err && [ ! -e out ] &&
        "$PROF2DOT" -q --max-memory="$high" -T text -o out "$@" 2>err; then
        echo "ok memory: --max-memory holds for $library"
    else
        echo "FAILED memory: --max-memory and $library: $(head -c 300 err)"
    fi
}

# PCRE2 takes 100 bytes or so for each byte of this name.
perl -e 'print "main;", "ab" x 500000, "c 1\n"' >long-name
held_by PCRE2 40M 1G --focus='^(a|b)*c' --nodecount=1 long-name

# Expat keeps a whole tag, here with an attribute of 20 MB.
perl -0777 -pe 's/<row>/"<row note=\"" . ("x" x 80 . "\n") x 250000 . "\">"/e' \
    "$SAMPLES"/xctrace/* >tag.xml
held_by expat 50M 1G -f xctrace tag.xml

# zstd keeps a window of 128 MB, which a frame of 5 kB asks for. The recording
# is the head of a real one and one compressed record, so it has no samples.
if command -v zstd >/dev/null; then
    head -c 130000000 /dev/zero | zstd -q --long=27 --no-check >frame.zst
    perl -e 'local $/; my ($data, $frame) = map {
            open my $file, "<", $_ or die; binmode $file; <$file> } @ARGV;
        my $at = unpack "Q<", substr $data, 40, 8;
        my $record = pack("L<S<S<", 81, 0, 8 + length $frame) . $frame;
        substr($data, 48, 8) = pack "Q<", length $record;
        substr($data, 72, 32) = "\0" x 32;
        print substr($data, 0, $at), $record' \
        "$TESTS/readers/perfdata/compressed.data" frame.zst >window.data
    "$PROF2DOT" --max-memory=100M -T text window.data 2>err
    grep -q max-memory err &&
        ! "$PROF2DOT" --max-memory=1G -T text window.data 2>err &&
        grep -q 'no samples' err
    if [ $? = 0 ]; then
        echo 'ok memory: --max-memory holds for zstd'
    else
        echo "FAILED memory: --max-memory and zstd: $(cat err)"
    fi
else
    echo 'skipped memory: there is no zstd'
fi

# A compressed section of debug data, of 60 MB in 60 kB, and a table of 500,000
# lines that has one byte for each.
cat >section.c <<'END'
__asm__(".section .debug_macro,\"\",@progbits\n.zero 60000000\n.previous");
int main(void) { for (volatile int i = 0; i < 200000000; i++); return 0; }
END
cat >rows.c <<'END'
int main(void)
{
    __asm__(".rept 500000\n.loc 1 2\nnop\n.endr");
    for (volatile int i = 0; i < 200000000; i++);
    return 0;
}
END
for name in section rows; do
    if ${CC:-cc} -g -gz=zlib -pg -o $name $name.c 2>/dev/null && ./$name &&
        mv gmon.out $name.gmon; then
        held_by "libdw ($name)" 30M 500M $name $name.gmon
    else
        echo "skipped memory: libdw: cannot compile $name.c"
    fi
done

# The same section with the type that MIPS has for debug data, which libdw unpacks
# as well.
if [ -e section.gmon ]; then
    headers=$(readelf -hW section | sed -n 's/.*Start of section headers: *\([0-9]*\).*/\1/p')
    number=$(readelf -SW section | sed -n 's/.*\[ *\([0-9]*\)\] *\.debug_macro .*/\1/p')
    cp section mips
    printf '\036\0\0\160' | dd of=mips bs=1 conv=notrunc status=none \
        seek=$((headers + 64 * number + 4))
    held_by 'libdw (another type)' 30M 500M mips section.gmon
fi

# A compressed section that says it unpacks to 2^60 bytes: the program is drawn
# without lines.
if [ -e section.gmon ]; then
    offset=$(readelf -SW section | sed -n \
        's/.*\.debug_macro *PROGBITS *[0-9a-f]* \([0-9a-f]*\).*/\1/p')
    cp section huge
    printf '\0\0\0\0\0\0\0\20' |
        dd of=huge bs=1 seek=$((0x$offset + 8)) conv=notrunc status=none
    if "$PROF2DOT" -T text huge section.gmon >out 2>err && grep -q main out &&
        grep -q 'too short for the size that it unpacks to' err; then
        echo 'ok memory: a section that cannot unpack to what it says'
    else
        echo "FAILED memory: a section that says 2^60 bytes: $(cat err)"
    fi
fi

# Data that begin like a section that is compressed in the old way.
cat >word.c <<'END'
__asm__(".section .words,\"a\",@progbits\n.ascii \"ZLIB: no memory\"\n.previous");
int main(void) { for (volatile int i = 0; i < 200000000; i++); return 0; }
END
if ${CC:-cc} -g -pg -o word word.c 2>/dev/null && ./word; then
    if "$PROF2DOT" -T text word gmon.out >out 2>err && grep -q main out &&
        ! grep -q damaged err; then
        echo 'ok memory: data that begin with ZLIB'
    else
        echo "FAILED memory: data that begin with ZLIB: $(cat err)"
    fi
fi

# A section of strings whose last string has no end: libdw would read on behind
# the section.
if [ -e section.gmon ]; then
    ${CC:-cc} -g -gz=none -pg -o endless section.c
    set -- $(readelf -SW endless | sed -n \
        's/.*\.debug_str *PROGBITS *[0-9a-f]* \([0-9a-f]*\) \([0-9a-f]*\).*/\1 \2/p')
    printf x | dd of=endless bs=1 seek=$((0x$1 + 0x$2 - 1)) conv=notrunc \
        status=none
    if "$PROF2DOT" -T text endless section.gmon >out 2>err &&
        grep -q main out && grep -q 'its last string has no end' err; then
        echo 'ok memory: a string without an end'
    else
        echo "FAILED memory: a string without an end: $(cat err)"
    fi
fi

# A path of 5,000 bytes, which no system opens, is no source file: it would be
# copied for each place that names it.
{
    printf '#line 1 "'
    head -c 5000 /dev/zero | tr '\0' a
    printf '.c"\n'
    cat section.c
} >path.c
if ${CC:-cc} -g -pg -o path path.c 2>/dev/null && ./path; then
    mv gmon.out path.gmon
    if "$PROF2DOT" -T edges path path.gmon >out 2>err && grep -q '^main' out &&
        ! grep -q aaaaa out; then
        echo 'ok memory: a path of a source file that is too long'
    else
        echo "FAILED memory: a path of 5,000 bytes: $(cat err)"
    fi
else
    echo 'skipped memory: libdw: cannot compile path.c'
fi
