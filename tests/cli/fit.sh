# Pictures that fit in a space. The program that stands for dot says that each box
# is an inch wide and high, and lists what it was asked for.
cat >dot <<'EOF'
#!/bin/sh
cat >graph
boxes=$(grep -c 'tooltip="f[0-9]' graph)
echo "$1 $boxes boxes" >>asked
[ "$boxes" -lt 40 ] || [ ! -e slow ] || sleep 60
case $1 in
-Tdot) echo "digraph { graph [bb=\"0,0,$((72 * boxes)),$((72 * boxes))\"]; }" ;;
*) cat graph && printf 'IEND\256B`\202' ;;
esac
EOF
chmod +x dot
for i in $(seq 50); do
    echo "main;f$i $((1000 - i))"
done >profile
draw() {
    rm -f asked
    echo "\$ $*"
    "$PROF2DOT" -T png -c color --dot=./dot --no-legend "$@" profile >out
    echo "status $?"
    cat asked
    grep -o 'size="[^"]*"[],]\|viewport="[^"]*"' out | grep -v fontsize
}
draw --fit=960x
draw --fit=480x --nodecount=8
draw --fit=1920x1080:5
draw --fit=10x10
draw --fit=letter
draw --fit=letter --nodecount=5 -q
draw --fit=960x -e 0.1
echo 'A threshold restricts what fits, and 0 asks for all:'
draw -n 2
draw -n 0
echo 'Small calls are drawn if both the threshold and the space are chosen:'
printf '%s\n' 'main;f 990' 'main;f;g 8' 'main;f;h 300' 'main;g 300' >small
for options in '' '-e 0.1' '--fit=960x' '--fit=960x -e 0.1'; do
    "$PROF2DOT" -q -T png --dot=./dot --no-legend $options small >/dev/null
    echo "calls with $options:" $(grep -c -e '->' graph)
done
echo 'The default is a space with a name:'
draw -q >/dev/null
cp out default
draw -q --fit=readme >/dev/null
cmp out default && echo same

echo 'The last graph, of a bitmap that is scaled, of another, and of no bitmap:'
for options in '-T png --fit=300x' '-T png --fit=none' '-T pdf --fit=300x' \
    '-T ps --fit=300x'; do
    "$PROF2DOT" -q $options -c color --dot=./dot --no-legend profile \
        >out 2>/dev/null
    echo $options: $(grep -o 'fontname=[A-Za-z]*\|ranksep=[^,]*' graph | sort -u) \
        least text $(grep -o 'point-size="[^"]*' graph | cut -d'"' -f2 |
            sort -n | head -n 1)
done

echo 'A layout that takes too long:'
touch slow
draw --layout-timeout=2
draw --layout-timeout=2 --fit=4800x

echo 'Functions without arrows stand in rows, each below a function of the one before:'
{
    echo 'main;f 900'
    for i in $(seq 14); do
        echo "function_of_some_width_$i $((90 + i))"
    done
} >loose
"$PROF2DOT" -q -T png --dot=./dot --fit=960x --no-legend loose >out
dotlist graph | sed -n 's/^edge \(.*\) -> .* style="invis"/\1/p' | uniq -c

echo 'Of functions without arrows five stay, if they are small:'
printf '%s\n' 'm;n;o;p;q;r;s;t;u 50' 'a 4' 'b 4.1' 'c 4.2' 'd 4.3' 'e 4.4' 'f 4.5' 'g 4.6' >loose
"$PROF2DOT" -q -T png --dot=./dot loose >out
dotlist graph | sed -n 's|^node "\([a-z]\)" .*|\1|p' | xargs

echo 'Long names in the default picture:'
cat >dot <<'EOF'
#!/bin/sh
cat >graph
case $1 in
-Tdot)
    cp graph last
    echo "digraph { graph [bb=\"0,0,2160,$((72 * $(cat height)))\"]; }"
    ;;
*) cp graph last && printf 'IEND\256B`\202' ;;
esac
EOF
for i in $(seq 50); do
    echo "main;function_of_considerable_length_$i $((1000 - i))"
done >long
count_names() {
    "$PROF2DOT" -T png -c color --dot=./dot "$1" >out 2>/dev/null
    echo "$2: $(grep -c '>function_of_considerable_length_1<' last) whole," \
        "$(grep -c '>function_of_considerable_<' last) broken"
}
echo 20 >height
count_names long ordinary
echo 17 >height
count_names long low
head -n 10 long >short
count_names short 'low, but of few functions'

echo 'What does not fit:'
run() {
    echo "\$ $*"
    "$PROF2DOT" "$@" profile
    echo "status $?"
}
run --fit=a3
run --fit=100
run --fit=readme -T html -o x.html
run --fit=readme -T text -o x.txt
