# Real profiles in ../shared/corpus, if it is there. Each must be recognized
# and drawn, and its numbers must be those that others computed: brute force
# (tools/exact.py) from stacks, another program's tables (*.expected.tsv).
#
#     corpus.nograph           have nothing to draw: one message, status 1
#     corpus.perf-exact        perf texts that exact.py reads
#     corpus.perf-callstacks   perf texts that the other program reads right
#     ../known-differences     where it is the other program that is wrong
#
# The first three have a name per line; "#" starts a comment. Sanitizers are
# slow and change no numbers: under SAN the profiles are only read and written.
here=$TESTS/scripts
corpus=$SHARED/corpus
tools=$SHARED/tools

listed() { # LIST NAME
    sed 's/[[:blank:]]*#.*//' "$here/corpus.$1" | grep -qxF -e "$2"
}

# A run that does not end is stopped, where the system can do that.
limit=
command -v timeout >/dev/null && limit='timeout 60'

run() { # OPTIONS... FILE: standard output into out, messages into err
    $limit "$PROF2DOT" "$@" >out 2>err
}

say() { # CASE [WHY]: whether the last command was good
    if [ $? = 0 ]; then
        printf 'ok corpus %s\n' "$1"
    else
        printf 'FAILED corpus %s%s\n' "$1" "${2:+: $2}"
    fi
}

has_no_graph() { # CASE FILE
    run "$2"
    [ $? = 1 ] && [ ! -s out ] && [ "$(wc -l <err)" = 1 ]
    say "$1" "expected status 1 and one message"
}

# Ends well if there is something to go on with.
is_read() { # CASE FILE
    run "$2"
    status=$?
    [ $status = 0 ]
    say "$1" "status $status: $(head -n 1 err)"
    return $status
}

is_drawn() { # CASE, after is_read
    mv out dot
    $limit dot -Tsvg dot >svg 2>err && [ ! -s err ]
    say "$1 drawn" "dot: $(head -n 1 err)"
    xmlcheck svg >err
    say "$1 as SVG" "$(cat err)"
}

# Leaves its numbers in FILE.json.
is_recognized() { # CASE FILE FORMAT
    run -T json -n0 -e0 "$2"
    say "$1 as JSON" "$(head -n 1 err)"
    grep -q "\"format\": *\"$3[\"-]" out
    say "$1 is $3"
    mv out "${2##*/}.json"
}

is_exact() { # CASE FILE [--perf]: against brute force
    python3 "$tools/exact.py" ${3+"$3"} "$2" >want &&
        python3 "$tools/compare.py" "${2##*/}.json" want >result 2>&1
    say "$1 exact" "$(tail -n 1 result)"
}

# For tools/known.awk: the case, then its differences. Takes compare.py's
# arguments.
compare() { # CASE VIEW TABLE [OPTION]
    case=$1
    shift
    [ -e "$2" ] || return
    echo "$case" >>compared
    python3 "$tools/compare.py" "$@" --list 1000000 >result 2>&1
    sed -n -e "s|^   *|$case	|p" -e "s|^\([^ ].*Error.*\)|$case	\1|p" \
        result >>differ
}

# The other program keeps all addresses apart.
compare_totals() { # CASE FILE
    run -q -T json -n0 -e0 --addresses "$2"
    mv out addresses.json
    compare "$1" addresses.json "$2.callstacks.expected.tsv" --nodes-only
}

compare_ratios() { # CASE FILE
    run -q -T json -n0 -e0 --total=callratios "$2"
    mv out ratios.json
    compare "$1" ratios.json "$2.expected.tsv"
}

# The other program knows no entries: a function that is called at all gives
# all of its cost to its callers, even what came by a cut stack. So totals are
# not compared here, only what they are made of.
compare_self() { # CASE FILE
    [ -e "$2.expected.tsv" ] || return
    awk -F '\t' -v OFS='\t' '$1 == "node" { $3 = "" } $1 == "edge" { $4 = "" }
        { print }' "$2.expected.tsv" >self.tsv
    compare "$1" "${2##*/}.json" self.tsv
}

numbers() { # CASE FILE FORMAT
    case $3 in
    folded)
        is_exact "$1" "$2"
        compare_ratios "$1" "$2"
        ;;
    perf)
        listed perf-exact "${2##*/}" && is_exact "$1" "$2" --perf
        listed perf-callstacks "${2##*/}" && compare_totals "$1" "$2"
        ;;
    gprof) compare "$1" "${2##*/}.json" "$2.expected.tsv" ;;
    oprofile) compare_self "$1" "$2" ;;
    esac
}

check() { # FOLDER FORMAT
    : >compared
    : >differ
    for file in "$corpus/$1"/*; do
        case $file in
        *.tsv) continue ;;
        esac
        case=$1/${file##*/}
        if listed nograph "${file##*/}"; then
            has_no_graph "$case" "$file"
            continue
        fi
        is_read "$case" "$file" || continue
        [ "$SAN" ] || is_drawn "$case"
        is_recognized "$case" "$file" "$2"
        [ "$python" ] && numbers "$case" "$file" "$2"
    done
}

if [ ! "$SHARED" ]; then
    echo 'skipped corpus: there is no ../shared/corpus'
    exit
fi
python=
[ "$SAN" ] || ! python3 -c '' 2>/dev/null || python=yes
[ "$SAN$python" ] || echo 'skipped corpus numbers: there is no python3'

for pair in prof:gprof oprofile:oprofile perf:perf collapse:folded; do
    folder=${pair%:*}
    mkdir "$folder"
    (cd "$folder" && check "$folder" "${pair#*:}" >results) &
done
wait
cat ./*/results
[ ! "$python" ] || cat ./*/compared ./*/differ |
    awk -f "$TESTS/tools/known.awk" "$TESTS/known-differences" -
