# Compares totals that were estimated from calls with the exact ones from stacks
# (make accuracy), for calls weighted by samples and by counts. The estimates
# have to stay as close as they were, and documentation may claim nothing else.
accuracy=$BUILD/tests/accuracy/accuracy
counted=$TESTS/accuracy/counted
doc=${SAMPLES%/profiles}/docs/accuracy.md
. "$TESTS/tools/say.sh"

# The line "= all" has the number of functions in $3, the mean errors of split,
# walk and tree in $4, $6 and $8, the number of calls in $10 and their mean
# errors in $12, $14 and $16.
# SPLIT and WALK are hundredths: split is off by SPLIT at least, walk by WALK at
# most. By samples, walk has the less mean error for calls as well. By
# counts, tree has the least for functions.
judge() { # NAME FUNCTIONS CALLS SPLIT WALK [--counts] FILE...
    name=$1 functions=$2 calls=$3 least=$4 most=$5
    shift 5
    counts=$([ "$1" != --counts ]; echo $?)
    "$accuracy" "$@" 2>/dev/null >"$name"
    if grep '^= all' "$name" | tee sums |
        awk -v functions="$functions" -v calls="$calls" -v least="$least" \
            -v most="$most" -v counts="$counts" '{
                exit !(/^= all / && $3 == functions && $10 == calls &&
                       $4 * 100 >= least && $6 * 100 <= most &&
                       (counts ? $8 < $4 && $8 < $6 : $14 < $12))
            }'; then
        echo "ok accuracy $name"
    else
        echo "FAILED accuracy $name: $(cat sums)"
    fi
}

# Prints the rows of the table in the documentation.
rows() { # FILE
    awk '$2 ~ /^[0-9]+$/ && !/^=/ { sub(/\.sta[a-z.]*/, "", $1) }
         /^= all/ { $1 = ""; $2 = "all"; sub(/^ /, "") }
         /^= all/ || $2 ~ /^[0-9]+$/ && !/^=/ || $1 == "all" && $2 ~ /^[0-9]/ {
             print "| " $1 " | " $2 " | " $3 " | " $4 " | " $5 " | " $6 " | " \
                 $9 " | " $11 " | " $12 " | " $13 " | " $14 " |"
         }' "$1" | sed 's/^| all |/| all 42 |/'
}

judge samples 16 25 2300 800 "$SAMPLES"/folded/*
judge by-samples 301 425 2400 800 "$counted"/*.stacks
judge by-counts 301 425 2500 1800 --counts "$counted"/*.stacks
if grep -qx '= mean of 42 files: split 30.06 walk 9.60 tree 17.24' by-counts &&
    grep -qx '= best in files: split 0 walk 31 tree 11' by-counts; then
    echo 'ok accuracy: files by counts'
else
    echo "FAILED accuracy: files by counts: $(tail -n 2 by-counts)"
fi

rows by-counts >table
missing=$(grep -vxFf "$doc" table)
if [ "$(wc -l <table)" = 43 ] && [ -z "$missing" ]; then
    echo 'ok accuracy: docs/accuracy.md'
else
    echo "FAILED accuracy: docs/accuracy.md lacks: $missing"
fi

# The tooltip of the legend has the same figures, rounded.
said=$(awk '/^= all/ {
    printf "tree %.0f points, walk %.0f (least in most programs), split %.0f",
        $8, $6, $4 }' by-counts)
if "$PROF2DOT" -q --cycles=split "$SAMPLES/gprof/lisp" | tr -d '\\\n' | grep -qF "$said"; then
    echo 'ok accuracy: figures of the legend'
else
    echo "FAILED accuracy: the legend does not say: $said"
fi

# Ranges hold the truth for at least 85 of 100 functions and calls of programs
# that their margin was not chosen on, and the legend says how often what is shown
# is true.
ranges() { # NAME KIND [--counts] FILE...
    name=$1 kind=$2
    shift 2
    "$accuracy" --ranges "$@" 2>/dev/null >"$name"
    if awk '/^= tested on these/ { good = $6 >= 85 && $11 >= 85 }
            END { exit !good }' "$name"; then
        echo "ok accuracy: $name"
    else
        echo "FAILED accuracy: $name: $(grep '^= tested' "$name")"
    fi
}
# By samples, fewer of the numeric ends of open ranges are right: 85 of 100 holds
# for what is shown, and with the corpus for the ends as well.
"$accuracy" --ranges "$counted"/*.stacks >ranges-by-samples
awk '/^= tested on these/ { exit !($7 >= 90 && $12 >= 90) }' ranges-by-samples
say 'what ranges by samples say' "$(cat ranges-by-samples)"
ranges ranges-by-counts counts --counts "$counted"/*.stacks
said=$(awk '/^= all/ { printf "true for %.0f of 100", $5 }' ranges-by-counts)
if "$PROF2DOT" -q "$SAMPLES/gprof/lisp" | tr -d '\\\n' | grep -qF "$said"; then
    echo 'ok accuracy: ranges of the legend'
else
    echo "FAILED accuracy: the legend does not say: $said"
fi

[ ! "$SHARED" ] ||
    judge corpus 393 508 580 280 "$SHARED"/corpus/collapse/*.collapse
