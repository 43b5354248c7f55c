# Builds of documentation need rules for make, and files that are not touched
# while nothing changes.
echo 'main;a 1' >'in $1'
echo 'main;b 1' >in2
"$PROF2DOT" 'in $1' in2 -o out.dot --depfile=out.d
cat out.d
echo 'all: out.dot' >makefile
echo 'include out.d' >>makefile
MAKEFLAGS= make -s -f makefile && echo 'up to date'
touch -d 2001-01-01 out.dot out.d
"$PROF2DOT" 'in $1' in2 -o out.dot --depfile=out.d --if-changed
find . -name 'out.*' -newermt 2002-01-01
"$PROF2DOT" in2 -o out.dot --depfile=out.d --if-changed
find . -name 'out.*' -newermt 2002-01-01 | sort
cat out.d
"$PROF2DOT" -z nosuch in2 -o out.dot --depfile=none.d
echo "failed: $?"
"$PROF2DOT" in2 -o out.dot --depfile=no/such.d
echo "no folder: $?"
"$PROF2DOT" -o new.dot --depfile=new.d <in2
cat new.d
"$PROF2DOT" in2 --name=one -T svg >one.svg
grep -o ' id="[a-z_]*"' one.svg | sort -u
ls
# Names with characters that make gives a meaning are quoted, and those that it
# cannot read in a rule are refused. A name must not become a command.
for name in 'n=1' 'a:b' 'a[b' 'a*b' 'a\ b' 'a\#b' 'a%b' 'a\%b%c' \
    'x&y (1).txt'; do
    echo 'main;a 1' >"$name"
    touch -d 2001-01-01 "$name"
    "$PROF2DOT" -f folded "$name" -o named.dot --depfile=named.d
    cat named.d
    MAKEFLAGS= make -s -f named.d named.dot && echo 'up to date'
    touch -d 2000-01-01 named.dot
    MAKEFLAGS= make -nd -f named.d named.dot | grep -o 'is newer'
    rm "$name"
    MAKEFLAGS= make -s -f named.d named.dot && echo 'need not be there'
done
for name in 'a;touch ran' 'a|b' 'a(b)' 'a\' 'a&' '~x' 'tab	x'; do
    "$PROF2DOT" "$name" -o named.dot --depfile=never.d
    echo "refused: $?"
done
"$PROF2DOT" in2 -o 'a%b.dot' --depfile=percent.d
echo 'all: a%b.dot' >>percent.d
touch -d 2000-01-01 'a%b.dot'
MAKEFLAGS= make -nd -f percent.d all | grep -o "'in2' is newer than .*'"
"$PROF2DOT" in2 -o 'a;touch ran.dot' --depfile=never.d
[ ! -e never.d ] && [ ! -e ran ] && [ ! -e ran.dot ] && echo 'nothing ran'
