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
