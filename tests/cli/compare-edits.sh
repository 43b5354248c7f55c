# Versions of a program: --fail-if, messages, and what outputs say about how
# functions were matched.
check() {
    echo "\$ $*"
    "$PROF2DOT" -q "$@"
    echo "status $?"
}

cat >old <<'END'
%edges 1
%unit instructions
main 1 entry=1 file=/v1/a.py line=1 tag=1
1 800 name=run file=/v1/a.py line=5 tag=5
2 1000 name=run file=/v1/a.py line=8 tag=8
plain 500 file=/v1/a.py line=20 tag=20
END
echo 'Three lines above all, in another folder:'
awk '{ gsub("/v1/", "/v2/") }
    match($0, /line=[0-9]+/) {
        line = substr($0, RSTART + 5, RLENGTH - 5) + 3
        sub(/line=.*/, "line=" line " tag=" line)
    }
    { print }' old >moved
check --base=old moved --fail-if=+0% -T text

echo 'And one of them is slower:'
sed 's/^1 800/1 1040/' moved >slower
check --base=old slower --fail-if=+10% -T text

echo 'Nobody can tell which of three is new:'
sed 's/23/26/g; s/=11/=14/g; s/=8/=11/g
    $a 3 300 name=run file=/v2/a.py line=8 tag=8' moved >three
check --base=old three --fail-if=+10% -T text
check --base=old three --fail-if=+15% -T text
check --base=old three --fail-if=+10%@run -T markdown
"$PROF2DOT" -q --base=old three -T json | grep -o '"match".*}'
"$PROF2DOT" -q --base=old three -T html | grep -o 'functions matched[^<]*' | head -1
"$PROF2DOT" -q --base=old three | dotlist -l | grep 'functions matched'

echo 'One that costs nothing is listed first:'
sed '$a 3 0 name=run file=/v2/a.py line=7 tag=7' moved >zero
check --base=old zero --fail-if=+0% -T text

echo 'Two on neighbouring lines moved, and there is a third:'
functions() { # LINES-MOVED
    awk -v by="$1" 'BEGIN {
        print "%edges 1\n%unit instructions\nmain 1 entry=1 file=/a.py line=1"
        print "above 10 file=/a.py line=" 5 + by
        for (i = 10; i <= 11; i++)
            print i, i * 100 " name=run file=/a.py line=" i + by " tag=" i + by
        print "below 10 file=/a.py line=" 30 + by
    }'
}
functions 0 >two
functions 3 >third
echo '3 7 name=run file=/a.py line=22 tag=22' >>third
check --base=two third -T text

echo 'No symbols on one side:'
cat >stripped <<'END'
%edges 1
%unit instructions
"[unknown]" 2300 module=prog
main 1 file=/v1/a.py
END
check --base=old stripped -T text
check --base=stripped old -T text
check --base=stripped stripped -T text

echo 'The code of glibc has several names, and closures keep their order:'
printf '%%edges 1\n%%unit instructions\na 10 name=%s module=/lib/libc.so.6
b 20 name="main::{lambda()#1}::operator()" line=3
c 40 name="main::{lambda()#2}::operator()" line=9\n' __memcpy_avx_unaligned_erms >first
sed 's/__memcpy/__GI___memmove/; s/#2/#7/; s/#1/#4/; s/line=/line=7/' first >second
check --base=first second -T text
