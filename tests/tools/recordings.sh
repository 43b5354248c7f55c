# Compares what the program finds in recordings of perf with what it finds in the
# text that perf script prints of them, function by function. Included by tests
# that record.

# Prints the stacks of a profile and their costs. Versions of symbols are left
# out, and so is a label that perf takes for the caller.
costs() { # ARGS...
    "$PROF2DOT" -T folded --demangle=none "$@" 2>messages |
        sed "s|[^;\`]*\`||g" |
        sed 's/@@*[A-Z_]*[0-9.]*\([; ]\)/\1/g
            s/_dl_start_user/_start/g' | sort
}

# Compares two lists of stacks with costs, `ours` and `theirs`. If GOES_ON is not
# empty, a stack of ours may have callers beyond the last one of theirs.
compare() { # CASE MOST [GOES_ON]
    awk -v most="$2" -v name="$1" -v goes_on="$3" '
        { cost = $NF; sub(/ [^ ]*$/, "")
          if (FILENAME == "ours") { all += cost; left[$0] += cost }
          else { theirs += cost; left[$0] -= cost } }
        function end(of, n) { return substr(of, length(of) - n + 1) }
        function pair(short, long) {
            for (long in left)
                if (left[short] < 0 && left[long] > 0 &&
                    end(long, length(short) + 1) == ";" short) {
                    both = left[long] < -left[short] ? left[long] : -left[short]
                    left[long] -= both
                    left[short] += both
                }
        }
        END {
            if (goes_on)
                for (stack in left)
                    if (left[stack] < 0)
                        pair(stack)
            for (stack in left)
                differs += left[stack] < 0 ? -left[stack] : left[stack]
            share = all ? 1000 * differs / 2 / all : 1000
            gap = all - theirs
            if (all && (gap < 0 ? -gap : gap) <= all * most / 1000 &&
                share <= most)
                print "ok " name
            else
                printf "FAILED %s: %g of %g, %.1f per thousand differ\n",
                    name, all, theirs, share
        }' ours theirs
}

# Makes equal what perf says otherwise of copied stacks: it adds a frame to those
# that were cut, and has no name for the code that signal handlers return to.
without_known() { # FILE
    sed 's/^\(\[unknown\];\)*//; s/__restore_rt/[unknown]/' "$1" >known
    mv known "$1"
}

# Records a command and compares both ways: at most MOST of a thousand samples
# may differ. With KEEP, a folder, the recording and both lists stay there.
record_and_compare() { # CASE MOST "RECORD OPTIONS" "PROF2DOT OPTIONS" COMMAND...
    name=$1 most=$2 options=$3 more=$4
    shift 4
    # shellcheck disable=SC2086
    if ! perf record -q -o "$name.data" $options -- "$@" >/dev/null 2>&1; then
        echo "skipped $name: perf cannot record it"
        return
    fi
    # shellcheck disable=SC2086
    costs --no-inline $more "$name.data" >ours
    # shellcheck disable=SC2086
    perf script --no-inline --no-demangle -i "$name.data" 2>/dev/null |
        costs $more - >theirs
    goes_on=
    case $options in
    *dwarf*) without_known ours && without_known theirs && goes_on=yes ;;
    esac
    compare "$name" "$most" $goes_on
    [ "$KEEP" ] && cp ours "$KEEP/$name.ours" && cp theirs "$KEEP/$name.theirs" &&
        cp "$name.data" "$KEEP/"
    rm -f "$name.data"
}
