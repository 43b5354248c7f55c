# An output that is an input, another output or a program is refused before
# anything is read, whatever leads to the file.
try() { # OPTIONS... [<FILE] [>>FILE]
    "$PROF2DOT" -T text "$@"
    echo "$*: $?"
}
echo 'main;a 1' >in
echo 'main;b 1' >in2
cp in before
ln -s in symbolic
ln in hard
mkdir folder
ln -s .. folder/up
try -o in in
try -o ./in in2 in
try -o symbolic in
try -o in symbolic
try -o hard in
try -o folder/up/in in
try --if-changed -o in in
try -o in <in
try -o in - in2 <in
try -o in /dev/stdin <in
"$PROF2DOT" in2 in >>in
echo "appended: $?"
"$PROF2DOT" <in >>in
echo "appended: $?"
try -o new --depfile=in in
try -o new --depfile=symbolic in
cmp before in

# An output and the depfile, of which neither has to exist.
ln -s absent dangling
ln -s "$PWD/absent" absolute
try -o new --depfile=new in
try -o new --depfile=./new in
try -o new --depfile=folder/up/new in
try -o absent --depfile=dangling in
try -o absolute --depfile=dangling in
# The graph that is kept if dot takes too long would get another name.
cp in g.svg.dot
"$PROF2DOT" -o g.svg g.svg.dot
echo "input g.svg.dot: $?"
cmp before g.svg.dot
rm g.svg g.svg.dot

# The program of gmon.out files, the program that draws, and any other program,
# which a trace may name.
cp "$SAMPLES/gmon/words" prog
cp "$SAMPLES/gmon/words.gmon" gmon.out
try -o prog prog gmon.out
try -o gmon.out prog gmon.out
try -o prog --program=prog gmon.out
try -o link --program=./prog --depfile=prog gmon.out
try -o prog in
printf '#!/bin/sh\n' >dot.sh
try -o dot.sh --dot=./dot.sh in
cmp prog "$SAMPLES/gmon/words"

# Devices and pipes are no inputs that could be lost, and other files are not
# in the way.
try -o /dev/null --depfile=/dev/null /dev/null
mkfifo pipe
cat pipe >piped &
try -o pipe in
wait
cat piped
try -o /dev/stdout in
try -o folder/in in
"$PROF2DOT" -T text in <in2 >>in2
echo "not an input: $?"
ls
