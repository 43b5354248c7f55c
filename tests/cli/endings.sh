# The ending of the output's name chooses the output; an unknown one is an error,
# unless the name is not that of a regular file.
echo 'main;a 1' >in
try() { # OPTIONS...
    "$PROF2DOT" "$@" in
    echo "$*: $?"
}
try -o a.pgn
try -o a.svg.gz
try -o a.b/../a.1
for file in a a.gv a.DOT .hidden dot. a.Json; do
    try -o $file
    head -c 9 $file | head -n 1
done
mkdir a.b
try -o a.b/graph
try -o a.b
mkfifo a.pipe
head -n 1 a.pipe >piped &
try -o a.pipe
wait
cat piped
try -o a.xyz -T text
try -o a.svg -T text
try -o a.svg -T text -q
try -o a.txt -T text
try -o a.svg --list-functions
ls
