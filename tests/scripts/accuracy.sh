# make accuracy: estimates against what stacks tell. On our samples and, if it
# is there, on ../shared/corpus, the random walk must stay as near to the truth
# as it was, and split cycles be farther off.
accuracy=$BUILD/tests/accuracy/accuracy

# In "= all" the functions are $3, the means of split and walk $4 and $6, the
# calls $8, their means $10 and $12.
judge() { # NAME FUNCTIONS CALLS SPLIT WALK FILE...: means in hundredths
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
    judge corpus 413 520 580 280 "$SHARED"/corpus/collapse/*.collapse
else
    echo 'skipped accuracy corpus: there is no ../shared/corpus'
fi
