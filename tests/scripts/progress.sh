# Progress on a terminal is a line that is overwritten and removed at the end.
if ! script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    echo "skipped progress: no script(1) of util-linux"
    exit
fi
input=$SAMPLES/folded/calc
escape=$(printf '\033')

on_terminal() { # COMMAND: leaves what the terminal gets in "shown"
    script -qec "$1" /dev/null </dev/null | tr -d '\r' >shown
}

is() { # NAME CONDITION...
    name=$1
    shift
    if "$@"; then
        echo "ok progress: $name"
    else
        echo "FAILED progress: $name: $(od -c shown | head -n 4)"
    fi
}

on_terminal "'$PROF2DOT' --progress -T edges -o out '$input'"
printf 'prof2dot: reading%s[Kprof2dot: costs%s[K' "$escape" "$escape" >wanted
is "overwritten and taken away" cmp -s shown wanted

on_terminal "'$PROF2DOT' -T edges -o out '$input'"
is "none of short work" test ! -s shown

slow="(cat '$input'; sleep 1.2; echo 'main;a 1')"
on_terminal "$slow | '$PROF2DOT' -T edges -o out"
is "after a second" grep -q "^prof2dot: reading: 0 MB, 0 MB/s$escape\[K" shown
is "the end is clean" sh -c "tail -c 4 shown | grep -q '$escape\[K\$'"

on_terminal "$slow | '$PROF2DOT' --no-progress -T edges -o out"
is "none with --no-progress" test ! -s shown

on_terminal "$slow | '$PROF2DOT' -q -T edges -o out"
is "none with -q" test ! -s shown

# While dot draws, whether a confined process runs it or this one.
printf '#!/bin/sh\nsleep 0.6\necho "<svg></svg>"\n' >dot
chmod +x dot
for option in '' --no-sandbox; do
    on_terminal "'$PROF2DOT' --progress $option -T svg --dot=./dot '$input'"
    is "while dot draws ${option:-in a sandbox}" \
        test "$(grep -o 'prof2dot: layout' shown | wc -l)" -gt 1
done
