# The number of threads does not change a byte of the output, and neither does
# the key of the hashes. $BUILD/tests/small/prof2dot is the program with blocks
# of 100 bytes, which starts a thread for every text, and with a fixed key.
# Without FULL only samples are read, not ../shared/corpus.
small=$BUILD/tests/small/prof2dot
limit=
command -v timeout >/dev/null && limit='timeout 60'

. "$TESTS/tools/say.sh"

# Leaves what one thread makes of a file in "one".
alone() { # PROGRAM [OPTION]... FILE
    $limit "$@" --threads=1 >one 2>&1
    echo "status $?" >>one
}

same() { # THING PROGRAM [OPTION]... FILE: compares two threads with "one"
    thing=$1
    shift
    $limit "$@" --threads=2 >two 2>&1
    echo "status $?" >>two
    cmp -s one two
    say "$thing" "$(diff one two | head -n 3)"
}

# ---- Small blocks ----

# The small program sees too little of a file to recognize every format.
format_of() { # FILE
    "$PROF2DOT" -q -T json "$1" 2>/dev/null |
        sed -n 's/^ *"format": "\([^"]*\)".*/\1/p'
}

in_small_blocks() { # FILE
    format=$(format_of "$1")
    case $format in '' | gmon) return ;; esac
    alone "$PROF2DOT" -T json "$1"
    same "${1##*/} as JSON" "$small" -f "$format" -T json "$1"
    [ -z "$SAN" ] || return
    alone "$PROF2DOT" "$1"
    same "${1##*/} as DOT" "$small" -f "$format" "$1"
}

[ "$FULL" ] && corpus=$SHARED || corpus=
for file in "$SAMPLES"/*/* ${corpus:+"$corpus"/corpus/*/*}; do
    case $file in
    *.tsv) ;;
    *) [ ! -f "$file" ] || in_small_blocks "$file" ;;
    esac
done

# ---- Text that the end of a block may cut ----

text=$SAMPLES/folded/calc
# This line has 160 kB, more than the head by which a format is recognized.
long=$(awk 'BEGIN { for (i = 0; i < 20000; i++) printf "name%d;", i }')
{ cat "$text"; printf 'main;%sf 1\n' "$long" "$long"; cat "$text"; } >long
{ cat long; printf 'main;no end 3'; } >no-end
sed "s/\$/$(printf '\r')/" no-end >crlf
{ printf '\357\273\277'; cat long; } >mark
awk 'BEGIN { for (i = 0; i < 99; i++) printf "\nmain;f%d x\n\n;\n", i }' >bad
iconv -f UTF-8 -t UTF-16 no-end >utf-16 2>/dev/null || rm -f utf-16
for file in long no-end crlf mark bad utf-16; do
    [ -e $file ] || continue
    alone "$PROF2DOT" -f folded -T edges $file
    same "$file" "$small" -f folded -T edges $file
    for tool in gzip xz zstd bzip2; do
        command -v $tool >/dev/null || continue
        $tool -c <$file >packed
        alone "$PROF2DOT" -f folded -T edges packed
        same "$file, $tool" "$small" -f folded -T edges packed
        # The usual program reads 64 kB ahead and would meet the damage while
        # it recognizes the format.
        head -c $(($(wc -c <packed) * 2 / 3)) packed >cut
        alone "$small" -f folded -T edges cut
        same "$file, $tool, cut" "$small" -f folded -T edges cut
    done
    cat $file | "$PROF2DOT" --threads=1 -f folded -T edges >one 2>&1
    cat $file | $limit "$small" --threads=2 -f folded -T edges >two 2>&1
    cmp -s one two
    say "$file, a pipe" "$(diff one two | head -n 3)"
done

# The thread also ends if nothing more is read from a pipe that stays open.
mkfifo fifo
{
    yes '# a comment, and another one' | head -n 200
    echo '    8.55%  bash  libc.so.6  [.] main'
    exec sleep 50
} >fifo &
writer=$!
$limit "$small" --threads=2 -f perf fifo >two 2>&1
[ $? = 1 ] && grep -q 'fifo:201: ' two
say 'an error before the end of a pipe' "$(head -n 1 two)"
kill $writer 2>/dev/null

# ---- Large inputs, blocks as they are ----

many() { # TIMES FILE
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) print ARGV[1] }' "$2" |
        xargs cat
}

enough() { # FILE: prints how many copies make 6 MB
    echo $((6000000 / $(wc -c <"$1") + 1))
}

for file in "$SAMPLES"/perf/calc "$text"; do
    many "$(enough "$file")" "$file" >large
    alone "$PROF2DOT" large
    same "large ${file#"$SAMPLES"/}" "$PROF2DOT" large
    gzip -c large >large.gz
    alone "$PROF2DOT" large.gz
    same "large ${file#"$SAMPLES"/}, gzip" "$PROF2DOT" large.gz
    head -c $(($(wc -c <large.gz) * 9 / 10)) large.gz >cut.gz
    alone "$PROF2DOT" cut.gz
    same "large ${file#"$SAMPLES"/}, cut" "$PROF2DOT" cut.gz
    cat large | "$PROF2DOT" --threads=1 >one 2>&1
    cat large | $limit "$PROF2DOT" --threads=2 >two 2>&1
    cmp -s one two
    say "large ${file#"$SAMPLES"/}, a pipe" "$(diff one two | head -n 3)"
done
