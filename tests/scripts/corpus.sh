# prof2dot has to recognize each sample and, if ../shared/corpus is there, each of
# its profiles, to draw it, and to find the numbers that others found: brute force
# from stacks (tools/exact.py) or the tables of another program (*.expected.tsv).
# These files say which profiles are special:
#
#     corpus.nograph           nothing to draw: one message, status 1
#     corpus.places            folded stacks whose frames have files and lines
#     corpus.perf-exact        perf texts that exact.py reads
#     corpus.perf-callstacks   perf texts that the other program reads correctly
#     ../known-differences     results of the other program that are wrong
#
# The first four have one name a line; "#" starts a comment. Pictures are drawn
# only with FULL. Under SAN, which is slow and changes no numbers, profiles are
# only read and written.
here=$TESTS/scripts
corpus=$SHARED/corpus
tools=$SHARED/tools

listed() { # LIST NAME
    sed 's/[[:blank:]]*#.*//' "$here/corpus.$1" | grep -qxF -e "$2"
}

# Stops a run that does not end, if timeout is installed.
limit=
command -v timeout >/dev/null && limit='timeout 60'

run() { # OPTIONS... FILE: standard output into out, messages into err
    $limit "$PROF2DOT" "$@" >out 2>err
}

. "$TESTS/tools/say.sh"

has_no_graph() { # CASE FILE
    run "$2"
    [ $? = 1 ] && [ ! -s out ] && [ "$(wc -l <err)" = 1 ]
    say "$1" "expected status 1 and one message"
}

# Succeeds if the other tests of this file make sense.
is_read() { # CASE FILE
    run "$2"
    status=$?
    [ $status = 0 ]
    say "$1" "status $status: $(head -n 1 err)"
    return $status
}

is_drawn() { # CASE: draws what is_read has left
    mv out dot
    $limit dot -Tsvg dot >svg 2>err && [ ! -s err ]
    say "$1 drawn" "dot: $(head -n 1 err)"
    xmlcheck svg >err
    say "$1 as SVG" "$(cat err)"
}

# Leaves the numbers in FILE.json.
is_recognized() { # CASE FILE FORMAT
    run -T json -n0 -e0 "$2"
    say "$1 as JSON" "$(head -n 1 err)"
    grep -q "\"format\": *\"$3[\"-]" out
    say "$1 is $3"
    mv out "${2##*/}.json"
}

# In perf texts, a module [unknown] is none, and versions are no part of names.
perf_names='; s/	\[unknown\]\\n/	/g; s/@@*GLIBC_[0-9.]*//g'

# Marks of FlameGraph are no parts of names, and what runs in the kernel is of its
# module. All code made at run time is one module.
run_time='s/(\t|^)([^\t]*)_\[k\]/\1[kernel.kallsyms]\\n\2/g; s/_\[[ij01]\]//g
    s/(\t|^)\[perf-[0-9]+\.map\](\t|$)/\1[JIT]\\n[unknown]\2/g
    s/(\t|^)[^\t]*perf-[0-9]+\.map\\n/\1[JIT]\\n/g'

is_exact() { # CASE FILE [--perf]: compares with brute force
    awk -f "$TESTS/tools/trim.awk" "$2" >exact
    if [ "${3-}" ]; then
        # exact.py has another rule for the modules of inlined functions.
        awk -f "$TESTS/tools/inlined.awk" exact >exact.perf
        mv exact.perf exact
    fi
    python3 "$tools/exact.py" ${3+"$3"} exact |
        sed "s/	\\\\n/	/g${3+$perf_names}" | sed -E "$run_time" >want &&
        python3 "$tools/compare.py" "${2##*/}.json" want >result 2>&1
    say "$1 exact" "$(tail -n 1 result)"
}

# Appends the differences of a case to a file for tools/known.awk. The further
# arguments are those of compare.py.
compare() { # CASE VIEW TABLE [OPTION]
    case=$1
    shift
    [ -e "$2" ] || return
    echo "$case" >>compared
    python3 "$tools/compare.py" "$@" --list 1000000 >result 2>&1
    sed -n -e "s|^   *|$case	|p" -e "s|^\([^ ].*Error.*\)|$case	\1|p" \
        result >>differ
}

# The other program never joins addresses to one unknown function.
compare_totals() { # CASE FILE
    run -q -T json -n0 -e0 --addresses "$2"
    mv out addresses.json
    compare "$1" addresses.json "$2.callstacks.expected.tsv" --nodes-only
}

# The other program takes unknown outermost frames for functions.
compare_ratios() { # CASE FILE
    awk -f "$TESTS/tools/trim.awk" "$2" | cmp -s - "$2" || return
    run -q -T json -n0 -e0 --total=callratios "$2"
    mv out ratios.json
    compare "$1" ratios.json "$2.expected.tsv"
}

# The other program has no entries: a function that is called at all gives all
# of its cost to its callers, even the cost of stacks that are cut off. Totals
# differ therefore, and only what they are made of is compared.
compare_self() { # CASE FILE
    [ -e "$2.expected.tsv" ] || return
    awk -F '\t' -v OFS='\t' '$1 == "node" { $3 = "" } $1 == "edge" { $4 = "" }
        { print }' "$2.expected.tsv" >self.tsv
    compare "$1" "${2##*/}.json" self.tsv
}

# Adds up equal stacks.
add_up() {
    awk '{ cost = $NF; sub(/ [^ ]*$/, ""); sum[$0] += cost }
        END { for (stack in sum) printf "%s %.0f\n", stack, sum[stack] }' | sort
}

# Compares -T folded with the text of the input, from whose frames sed removes
# the lines that ran and the marks of V8's compilers.
is_merged() { # CASE FILE
    awk -f "$TESTS/tools/trim.awk" "$2" | sed -E 's/(\([^();]*):[0-9]+\)/\1)/g
        s/JS:[~^*+]([^;]*) (\/[^;]*|[^ ;]*)_\[j\]/\1 (\2)/g
        s/(^|;) \((([^;]*\/)?([^/;]*))\)/\1(anonymous \4) (\2)/g
        s/_\[[ijk01]\](;| )/\1/g' |
        add_up >want
    run -T folded "$2"
    # Code that was made at run time has a line, "<string>:1".
    sed -E "s/(\\(<[^();]*>):[0-9]+\\)/\\1)/g" out | add_up | diff want - >result
    say "$1 merged" "$(head -n 2 result | cut -c1-300)"
}

# The other program takes self times as they are printed. So does ours if the
# report has nothing that tells them with more precision.
compare_printed() { # CASE FILE
    sed -e '/^granularity:/d' -e '/^ *%  *cumulative/d' "$2" >printed
    run -q -T json -n0 -e0 printed
    mv out printed.json
    compare "$1" printed.json "$2.expected.tsv"
}

numbers() { # CASE FILE FORMAT
    case $3 in
    folded)
        if listed places "${2##*/}"; then
            is_merged "$1" "$2"
        else
            is_exact "$1" "$2"
            compare_ratios "$1" "$2"
        fi
        ;;
    perf)
        listed perf-exact "${2##*/}" && is_exact "$1" "$2" --perf
        listed perf-callstacks "${2##*/}" && compare_totals "$1" "$2"
        ;;
    gprof) compare_printed "$1" "$2" ;;
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
        [ "$SAN" ] || [ ! "$FULL" ] || is_drawn "$case"
        is_recognized "$case" "$file" "$2"
        [ "$python" ] && numbers "$case" "$file" "$2"
    done
}

for file in "$SAMPLES"/*/*; do
    case $file in
    */gmon/* | */calc.heap) continue ;; # with programs, and text of pprof
    esac
    [ ! -x "$file" ] || continue
    folder=${file%/*}
    run -T json "$file" && grep -q "\"format\": *\"${folder##*/}[\"-]" out
    say "${file#"$SAMPLES"/} is ${folder##*/}" "$(grep '"format"' out) $(head -n 1 err)"
done

[ "$SHARED" ] || exit 0
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
