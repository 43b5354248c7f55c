# "health" in JSON says how good the samples of an input are. tools/health.awk
# counts the same stack by stack in the text of real inputs; for OProfile the
# lines of the report say it. Good inputs cause no message.
corpus=$SHARED/corpus

# Prints the costs of "health" in the order of tools/health.awk.
have() { # FILE [OPTION]
    "$PROF2DOT" -q -T json "$@" | sed -n '/^  "health"/{
        s/.*"samples": \([^,}]*\), "shallow": \([^,}]*\), "cut": \([^,}]*\),/\1 \2 \3/
        s/ "headless": \([^,}]*\), "incomplete": [^,}]*, "unresolved": \([^,}]*\),/ \1 \2/
        s/ "passing": \([^,}]*\),.*/ \1/
        s/\.0//g
        p
    }'
}

same() { # CASE WANT HAVE
    if [ "$2" = "$3" ]; then
        echo "ok health $1"
    else
        echo "FAILED health $1: expected $2, got $3"
    fi
}

# A sample on the line of its header has no stack.
without_stacks() { # CASE FILE
    got=$(have "$2")
    case $got in
    *' null null null '*' null') echo "ok health $1" ;;
    *) echo "FAILED health $1: expected no stacks, got $got" ;;
    esac
}

# Functions that have only an address count as unresolved with --addresses too.
check_addresses() { # FILE
    want=$(have "$1")
    same "${1##*/} --addresses" "$want" "$(have "$1" --addresses)"
}

check() { # CASE FILE FOLDED
    want=$(awk -v folded="$3" -f "$TESTS/tools/health.awk" "$2")
    case $want in
    '?'*) without_stacks "$1" "$2" ;;
    *) same "$1" "$want" "$(have "$2")" ;;
    esac
}

check_all() { # FOLDER FOLDED
    for file in "$1"/*; do
        case $file in
        *.tsv | */empty.*) ;;
        *) [ ! -e "$file" ] || check "${1##*/}/${file##*/}" "$file" "$2" ;;
        esac
    done
}

# For code without symbols opreport repeats the image's name or says "no
# symbols".
check_oprofile() { # FILE
    want=$(awk '/^[0-9]+ +[0-9]/ {
            all += $1
            if (/\(no symbols\)$/ || (/^[^(]*\(no location/ && $NF == $(NF - 1)))
                nameless += $1
        } END { print all " null null null " nameless + 0 " null" }' "$1")
    same "oprofile/${1##*/}" "$want" "$(have "$1")"
}

silent() { # FILE...
    told=$("$PROF2DOT" -n0 "$@" 2>&1 >dot)
    if [ "$told" ]; then
        echo "FAILED health silent ${1##*/}: $told"
    elif grep -q 'no full stack\|without symbols\|skipped\|lost' dot; then
        echo "FAILED health silent ${1##*/}: in the legend"
    else
        echo "ok health silent ${1##*/}"
    fi
}

check_all "$SAMPLES/perf" ''
check_all "$SAMPLES/folded" 1
# These samples have one event and whole stacks, or calls; golden files have what
# is said about the others. Programs that are just being loaded have short
# stacks, so perf/threads is left out; a gmon.out file is read with its program.
for file in "$SAMPLES"/*/*; do
    case $file in
    */bop/* | */callgrind/* | */cpuprofile/* | */edges/* | */folded/* | \
        */fprof/* | */gmon/* | */gprof/* | */massif/* | */oprofile/* | \
        */perf/* | */pstats/* | */stackprof/*) ;;
    *) continue ;;
    esac
    case $file in
    */perf/threads) ;;
    *.gmon) silent "${file%.gmon}" "$file" ;;
    */bop/*) "$PROF2DOT" --version | grep -q '^no dependences' ||
        [ -x "$file" ] || silent "$file" ;;
    *) [ -x "$file" ] || silent "$file" ;;
    esac
done

[ "$SHARED" ] || exit 0
check_all "$corpus/perf" ''
check_all "$corpus/collapse" 1
for name in cxx.default gcc.default sqlite.default xz.default; do
    check_addresses "$corpus/perf/$name.perf"
done
for name in clang.cgf cxx.cgf rd.cgf inc_x11perf py.cgf mut.cgf; do
    check_oprofile "$corpus/oprofile/$name.oprofile"
done
for name in inl.default inl.inline inl.symonly; do
    silent "$corpus/perf/$name.perf"
done
silent "$corpus/collapse/cxxo2dw.collapse"
for name in rd.cgf mut.cgf rust.cgf; do
    silent "$corpus/oprofile/$name.oprofile"
done
