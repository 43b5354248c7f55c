# tools/digests.sh sees what changes in one output, names the input and the
# options, and shows the output before and after; tools/stable sees all but what
# differs between machines.
. "$TESTS/tools/say.sh"

# ---- Digests ----

# This program prints another number with one set of options.
cat >other <<EOF
#!/bin/sh
case \$* in
--nodecount=4*walk.txt) '$PROF2DOT' "\$@" | sed 's/"whole": /&1/' ;;
*) exec '$PROF2DOT' "\$@" ;;
esac
EOF
chmod +x other

compare() { # PROGRAM BEFORE
    rm -rf run
    mkdir -p run build
    (cd run && PROF2DOT=$1 BEFORE=$2 BUILD=../build FULL='' \
        sh "$TESTS/tools/digests.sh" bcc) >said 2>&1
}

compare "$PROF2DOT" none
say 'the digests are those of the program' "$(head -n 4 said)"

compare "$PWD/other" "$PROF2DOT"
[ $? = 1 ] && grep -q '^bcc/walk.txt.sample: prof2dot --nodecount=4 -T json' said &&
    [ "$(grep -c 'prof2dot ' said)" = 1 ]
say 'the line that differs is named, and no other' "$(head -n 4 said)"

grep -q '^-  "whole": [0-9.]*,$' said && grep -q '^+  "whole": 1[0-9.]*,$' said
say 'the output before is shown beside the one after' "$(head -n 9 said)"

cmp -s build/digests/before/bcc/walk.txt.sample.few build/digests/after/bcc/walk.txt.sample.few
[ $? = 1 ]
say 'both outputs are kept'

compare "$PWD/other" none
grep -q 'no program here made the output before: set BEFORE' said
say 'a program that is missing is missed aloud' "$(head -n 4 said)"

compare "$PWD/other" "$PWD/other"
grep -q 'makes a third output' said
say 'a program that makes something else is named' "$(head -n 4 said)"

# ---- What counts ----

same() { # THING: compares the digests of the files "one" and "two"
    [ "$(stable one)" = "$(stable two)" ]
    say "$1" "$(stable -p one two | head -n 4)"
}

differ() { # THING
    [ "$(stable one)" != "$(stable two)" ]
    say "$1" "$(stable -p one two | head -n 4)"
}

echo '{"generator": "prof2dot 0.2.0", "x": [0.12345678901234567, -1.5e-07]}' >one
echo '{"generator": "prof2dot 1.10", "x": [0.12345678901234571, -1.5e-07]}' >two
same 'versions and the last digits do not count'
echo '{"generator": "prof2dot 0.2.0", "x": [0.12345678911234567, -1.5e-07]}' >two
differ 'the tenth digit counts'
echo '{"generator": "prof2dot 0.2.0", "x": [0.12345678901234567, -1.5e-08]}' >two
differ 'an exponent counts'
echo '12345678901234567' >one
echo '12345678901234568' >two
differ 'all digits of a whole number count'
cat >one <<EOF
<?xml?>
<g>
<path stroke="#fff" d="M1,2C3,4"/>
<text x="1" y="2">main</text>
EOF
cat >two <<EOF
<?xml?>
<g>
<text x="10" y="2.5">main</text>
<path stroke="#fff" d="M1,2C3,40"/>
EOF
same 'coordinates and the order in a picture do not count'
sed 's/main/mein/' one >two
differ 'a text in a picture counts'
sed 's/fff/ffe/' one >two
differ 'a colour counts'
cat >one <<EOF
<!DOCTYPE html>
<style>a</style>
<script type="application/json" id="data">{"x":1}</script>
</html>
EOF
sed 's/style>a/style>b/' one >two
same 'of a page only the data count'
sed 's/1/2/' one >two
differ 'the data of a page count'
cp one two
echo 'prof2dot: warning' >one.err
differ 'messages count'
