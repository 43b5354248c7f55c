# The manual page says what the program says, and in good mdoc.
manual=$TESTS/../man/prof2dot.1

say() { # NAME WHY: whether the last command was good
    if [ $? = 0 ]; then echo "ok manual: $1"; else echo "FAILED manual: $1: $2"; fi
}

sh "$TESTS/tools/manual.sh" "$manual" >renewed
cmp -s "$manual" renewed
say formats 'out of date, try make bless'

# Long options of --help, then those of the manual page.
"$PROF2DOT" --help | sed -n -E 's/^ +(-[A-Za-z], )?(--[a-z-]+).*/\2/p' >helped
grep -o 'Fl Fl [a-z][a-z-]*' "$manual" | sed 's/Fl Fl /--/' | sort -u >written
echo --colour-nodes-by-selftime >>helped # another spelling
sort -u helped | diff - written >difference
say options "$(grep '^[<>]' difference | tr '\n' ' ')"

if command -v mandoc >/dev/null; then
    # Whether other pages are installed is not our business.
    mandoc -T lint "$manual" 2>&1 | grep -v 'outdated mandoc.db' >complaints
    [ ! -s complaints ]
    say lint "$(head -n 1 complaints)"
else
    echo 'skipped manual: lint: there is no mandoc'
fi
