# Each message of the sources is printed by a test: see tools/messages.py.
if ! python3 -c '' 2>/dev/null; then
    echo 'skipped messages: python3 is missing'
    exit
fi
python3 "$TESTS/tools/messages.py" "${TESTS%/tests}" "$TESTS/scripts/messages.none"
