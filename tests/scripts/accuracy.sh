# Compares totals that were estimated from calls with the exact ones from stacks
# (make accuracy). On our samples and on ../shared/corpus the random walk has to
# stay as close as it was, and split cycles have to be further off.
accuracy=$BUILD/tests/accuracy/accuracy

# The line "= all" has the number of functions in $3, the mean errors of split
# and walk in $4 and $6, the number of calls in $8 and their mean errors in $10
# and $12.
# SPLIT and WALK are hundredths: split is off by SPLIT at least, walk by WALK at
# most.
judge() { # NAME FUNCTIONS CALLS SPLIT WALK FILE...
    name=$1 functions=$2 calls=$3 least=$4 most=$5
    shift 5
    if "$accuracy" "$@" 2>/dev/null | tail -n 1 | tee sums |
        awk -v functions="$functions" -v calls="$calls" -v least="$least" \
            -v most="$most" '{
                exit !(/^= all / && $3 == functions && $8 == calls &&
                       $4 * 100 >= least && $6 * 100 <= most && $12 < $10)
            }'; then
        echo "ok accuracy $name"
    else
        echo "FAILED accuracy $name: $(cat sums)"
    fi
}

judge samples 16 25 2300 800 "$SAMPLES"/folded/*
if [ "$SHARED" ]; then
    judge corpus 393 508 580 280 "$SHARED"/corpus/collapse/*.collapse
else
    echo 'skipped accuracy corpus: there is no ../shared/corpus'
fi
