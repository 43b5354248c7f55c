# Compares digests of outputs with those in the file tests/digests, which has a
# line for each input and set of options, and one for all inputs of a format and
# each broad set, which makes several outputs of each input, with messages:
#
#     folded/calc.sample twice 44af113258d85850
#     folded/all damaged 0d3c0a4f6f0fbc1e
#
#     digests.sh FORMAT    prints the lines of a format: its samples, the inputs
#                          in tests/readers, or tests/accuracy/counted; shows,
#                          where one differs, the output before and after. The
#                          status is 1 then, and 2 if a tool is missing or the
#                          program crashes or runs away
#
# tests/run calls it in an empty folder. With FULL it runs all sets of options,
# otherwise QUICK. Inputs that are errors are left out: tests/readers has their
# messages.
#
# The output before comes from the program of the last run in which no digest of
# the format differed, which tests/run keeps as BUILD/digests/programs/FORMAT, or
# from the program BEFORE if that is set. Both outputs of each line that is shown
# stay in the folders before and after of BUILD/digests.

format=$1
QUICK='json twice base few deps'
ALL="$QUICK svg page"
# A damaged input may name programs of this machine, which are others elsewhere:
# --symfs=. does not find them.
case $format in
bop | perfdata) beside=' --symfs=.' ;;
*) beside='' ;;
esac
BROAD='outputs options damaged numbers pages pairs'

# Sets $options to those of a set; "$f" is the input, and standard input has it
# without the functions whose names begin with a to f.
set_options() { # SET
    case $1 in
    json) options='-T json "$f"' ;;
    twice) options='-T json "$f" "$f"' ;;
    base) options='--base="$f" --base=- -T json "$f" "$f"' ;;
    few) options='--nodecount=4 -T json "$f"' ;;
    deps) options='--deps=toplev -T json "$f"' ;;
    svg) options='--fit=none --dark=auto --base=- -T svg "$f" "$f"' ;;
    page) options='--url=%f:%l -T html "$f"' ;;
    esac
}

# Prints what a broad set does with each input: options in a line each, or the numbers of
# tools/damage.c, which runs with each changed input. Small inputs alone have their
# numbers replaced. Where a format has more than ten inputs, they take turns: each takes
# every third line or number.
broad() { # SET
    case $1 in
    damaged)
        echo "0 49 -T json$beside"
        [ "$format" != bop ] || printf '%s\n' "0 49 --advise$beside" "0 49 -T tree$beside"
        ;;
    numbers) echo "100 179 -T json$beside" ;;
    pages)
        cat <<'END'
-T html --assembly --source=.
-T html "--event=*"
-T html --base=- --nodecount=5
END
        ;;
    pairs)
        cat <<'END'
-T json -
-T json --base=-
-T top --base=-
-T dot --base=- --nodecount=8
-T dot --deps=toplev -
-T flame --base=-
-T folded --base=-
-T csv --base=- --compare-only-slower --kernel=entry
END
        ;;
    outputs)
        cat <<'END'
-T flame
-T flame --invert -c dark
-T callgrind
-T pprof
-T speedscope
-T folded
-T list --list=. --source=.
-T top --markdown --sort=count
-T dot --bare --rankdir=LR
-T dot --dark=always "--url=%n:%m:%f:%l" --node-label=total-time
--list-events
--list-threads
--list-places
--list-modules
--list-functions
END
        ;;
    options)
        cat <<'END'
-T edges --focus="[ae]" --ignore="[xz]"
-T top --leaf="*[ei]*" --depth=3 -n0 --sort=total
-T tree --hide="^[a-f]" --collapse-recursion=.
-T markdown --fold="^[m-z]"
-T tree --granularity=module --cycles=walk
-T csv --total=callratios --cycles=tree -e0
-T dot --nodecount=6 --clusters=module --recursion=edges --chains=keep
-T dot -c color --skew=2 --color-by=self --show-samples
-T dot --node-label=self-time --recursion=cluster -w
-T peek --demangle=full -s --list=. --base=-
-T edges --addresses
-T edges "--event=*"
-T top --weight=samples --sort=total
-T edges --unit=bytes
-T edges "--comm=*[a-m]*"
-T edges --time=0.001,0.5
-T tree "--tags=*"
-T edges --no-inline
-T json -
-T tree "--show-from=[aeiou]" "--prune-from=[m-z]$"
-T csv "--show=[a-m]"
-T tree "--root=*[aeiou]*" --relative -n1 -e1
-T top "--path=*[a-m]*"
-T dot --label-length=9 -s -w --nodecount=7 --no-legend
-T top --granularity=file --demangle=none
-T top --granularity=line
-T top --granularity=package
-T list --list=. --assembly
-T dot --deps=site --deps-min=2
-T tree --normalize --base=-
-T dot --base=- --cycles=collapse
-T markdown --margin=1 "--fail-if=+1%" --base=-
-T json --margin=0 --normalize --base=- --total=callratios
-T dot --strip "--title=%e" --theme=print "--break=*[a-f]*/*[m-z]*"
-T dot -n2 -e5 --clusters=class --color-by=total --node-label=total-time-percentage
-T dot --clusters=comm --node-label=self-time-percentage -c pink
-T dot --deps=site --nodecount=9
-T dot --deps=none --recursion=edges --base=-
-T top --sort=name --threads=1 --strip
-T callgrind --granularity=line --cycles=collapse
-T speedscope "--event=*" --weight=samples
-T peek "--list=[ae]" -n1 --wrap
-T dot "--url=%f" --url-target=_top --compare-only-faster --compare-tolerance=5 --base=-
-T top --kernel=all --time-format=%.3f --sort=count
-T pprof --sample-label=host=a
END
        [ "$format" != bop ] || cat <<'END'
-T html --advise
-T json --advise
-T tree --deps=toplev --deps-min=1
-T dot --deps=toplev --base=-
END
        ;;
    esac
}

# Lists the inputs of the format: the name of each in tests/digests, and its path.
inputs() {
    errors=" $(cd "$TESTS/readers" 2>/dev/null &&
        grep -al '^exit [0-9]*$' "$format"/*.golden 2>/dev/null | tr '\n' ' ')"
    for path in "$TESTS/readers/$format"/* "$SAMPLES/$format"/* \
        "$TESTS/accuracy/$format"/*.stacks; do
        name=$format/${path##*/}
        case $path in
        *.golden | *.args | *'/*' | *'/*.stacks') continue ;;
        "$SAMPLES"/*)
            [ ! -x "$path" ] || continue
            name=$name.sample
            ;;
        esac
        case $errors in
        *" $name.golden "*) ;;
        *) printf '%s %s\n' "$name" "$path" ;;
        esac
    done
}

# Notes how a program ended. One that crashed or ran away is the last of the test.
ended() { # STATUS WHAT
    echo "exit $1"
    [ "$1" -lt 99 ] || echo "$2: status $1" >"$here/crashed"
}

# Runs a program with one set of options. The paths of outputs have no folders, so
# it stays in that of the input.
output() { # PROGRAM NAME PATH SET FOLDER
    args='' f=${3##*/} to=$5/${2##*/}.$4 base=$5.base
    [ ! -e "$TESTS/readers/$2.args" ] || args=$(cat "$TESTS/readers/$2.args")
    set_options "$4"
    cd "${3%/*}" || exit
    case $options in
    *--base=-*) eval "\"\$1\" $args -q -T edges --hide='^[a-f]' \"\$f\"" ;;
    esac >"$base" 2>"$to.err"
    eval "\"\$1\" $args $options" >"$to" 2>"$to.err" <"$base" ||
        ended $? "$2 $4" >>"$to.err"
}

# Prints the lines of a broad set for an input whose turn is $nth of $every.
take_turns() { # SET
    broad "$1" | awk -v every="$every" -v nth="$nth" '/^[0-9]/ || NR % every == nth'
}

# Makes the outputs of a broad set of all inputs. Standard input has what is left of
# an input, as for the other sets, or the damaged input, or in pairs the input before.
# DOT is listed, because versions of libcgraph write the same in other ways; what is no
# DOT, such as a list of threads, stays as it is. Paths in messages are those of the
# checkout.
broad_output() { # PROGRAM SET FOLDER
    last=/dev/null
    every=1 nth=0
    [ "$(wc -l <"$here/inputs")" -le 10 ] || every=3
    while read -r name path; do
        args='' f=${path##*/}
        [ ! -e "$TESTS/readers/$name.args" ] || args=$(cat "$TESTS/readers/$name.args")
        cd "${path%/*}" || exit
        [ "$2" != numbers ] || [ "$(wc -c <"$f")" -le 1500 ] || continue
        case $2 in
        pairs) cat "$last" ;;
        *) eval "\"\$1\" $args -q -T edges --hide='^[a-f]' \"\$f\"" ;;
        esac >"$3.base" 2>&1
        last=$path
        nth=$(((nth + 1) % every))
        take_turns "$2" | while read -r line; do
            echo "== $name $line"
            case $line in
            [0-9]*)
                first=${line%% *} rest=${line#* }
                zcat -f <"$f" |
                    eval "damage $((first + nth)) ${rest%% *} $every \"\$1\" $args ${rest#* } -"
                ;;
            *) eval "\"\$1\" $args $line \"\$f\"" <"$3.base" >"$3.out" ;;
            esac 2>&1 || ended $? "$name $line"
            case $line in
            [0-9]*) ;;
            '-T html'*) sed -n '/id="description"/p; /id="data">/,/<\/script>/p' "$3.out" ;;
            '-T dot'*) dotlist -m "$3.out" 2>/dev/null || cat "$3.out" ;;
            *) cat "$3.out" ;;
            esac
            [ ! -e "$here/crashed" ] || break
        done
        [ ! -e "$here/crashed" ] || break
    done <"$here/inputs" | LC_ALL=C sed "s|${TESTS%/*}/||g" >"$3/all.$2"
}

# Makes the outputs that the lines of standard input name: NAME SET PATH.
outputs() { # PROGRAM FOLDER
    mkdir "$2"
    here=$PWD
    while read -r name set path; do
        case $name in
        */all) broad_output "$1" "$set" "$here/$2" ;;
        *) output "$1" "$name" "$path" "$set" "$here/$2" ;;
        esac
        cd "$here" || exit
        [ ! -e crashed ] || break
    done
}

# Prints NAME SET DIGEST for each output in a folder, in order.
digests() { # FOLDER
    ls "$1" | sed '/\.err$/d' >files
    sed "s|\(.*\)\.\([a-z]*\)\$|$format/\1 \2|" files >names
    (cd "$1" && xargs stable <../files) | paste -d ' ' names - | sort
}

# A program without elfutils or dependences says in some outputs what it lacks.
leave_out_lacking() { # FILE...
    [ "${no_elf-}${no_deps-}" ] || return 0
    (cd after && grep -lE 'WITH_(ELF|DEPS)=no' ./*) |
        sed "s|\.err\$||; s|^\./\(.*\)\.\([a-z]*\)\$|$format/\1 \2 |" >lacking
    for file; do
        grep -vFf lacking "$file" >rest
        mv rest "$file"
    done
}

# Prints how the output of a line differs, and keeps both.
show() { # NAME SET PATH DIGEST: the digest before, or "none"
    file=${1##*/}.$2
    f=${3##*/}
    set_options "$2"
    case $1 in
    */all) echo "$1: the broad set $2" ;;
    *) echo "$1: prof2dot $(eval "echo \"$(echo "$options" | sed 's/"/\\"/g')\"")" ;;
    esac
    stable -p "after/$file" >"$BUILD/digests/after/$format/$file"
    if [ "$4" = none ]; then
        echo '  has no digest yet'
    elif [ ! -x "$before" ]; then
        echo '  no program here made the output before: set BEFORE'
    elif [ "$(stable "before/$file")" != "$4" ]; then
        echo "  $before makes a third output: set BEFORE to another program"
    else
        kept=$BUILD/digests/before/$format/$file
        stable -p "before/$file" >"$kept"
        diff -au -F '^== ' "$kept" "$BUILD/digests/after/$format/$file" | sed -e 1,2d -e 20q
    fi
}

for tool in stable damage dotlist; do
    command -v $tool >/dev/null && continue
    echo "$tool is missing: make tests-base builds it"
    exit 2
done
inputs >inputs
[ "$FULL" ] && sets=$ALL || sets=$QUICK
while read -r name path; do
    for set in $sets; do
        echo "$name $set $path"
    done
done <inputs >runs
[ ! "$FULL" ] || [ "$format" = counted ] || for set in $BROAD; do
    echo "$format/all $set $TESTS"
    sets="$sets $set"
done >>runs
outputs "$PROF2DOT" after <runs
if [ -e crashed ]; then
    cat crashed
    exit 2
fi
digests after >rows
[ ! -e "$TESTS/digests" ] || awk -v sets=" $sets " -v format="$format/" '
    index($1, format) == 1 && index(sets, " " $2 " ")' "$TESTS/digests" >wanted
leave_out_lacking rows wanted
[ -e wanted ] || : >wanted
rm -rf "$BUILD/digests/after/$format" "$BUILD/digests/before/$format"
cmp -s wanted rows && exit

mkdir -p "$BUILD/digests/after/$format" "$BUILD/digests/before/$format"
awk 'FILENAME == "wanted" { digest[$1, $2] = $3; next }
    FILENAME == "rows" { was[$1, $2] = ($1, $2) in digest ? digest[$1, $2] : "none"
        if (was[$1, $2] != $3) differs[$1, $2] = 1
        delete digest[$1, $2]
        next }
    ($1, $2) in differs { print $1, $2, $3, was[$1, $2] }
    END { for (key in digest) { split(key, part, SUBSEP); print part[1], part[2] >"gone" } }
    ' wanted rows runs >found
# Outputs that have changed come before new ones.
{ grep -v ' none$' found; grep ' none$' found; } >differing
[ ! -e gone ] || sed 's/$/: is in tests\/digests, but there is no such output/' gone
before=${BEFORE:-$BUILD/digests/programs/$format}
most=${MOST:-10}
[ ! -x "$before" ] || sed "${most}q; s/ [^ ]*\$//" differing | outputs "$before" before
sed "${most}q" differing | while read -r name set path digest; do
    show "$name" "$set" "$path" "$digest"
done
[ "$(wc -l <differing)" -le "$most" ] ||
    echo "... and $(($(wc -l <differing) - most)) outputs more: MOST=1000 shows them"
exit 1
