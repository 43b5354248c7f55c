# --fail-if in a shell script: every exit status, every form, every message.
check() { # RUN AS IN A SCRIPT: prints only messages and the status
    echo "\$ $*"
    "$PROF2DOT" -q -o /dev/null "$@"
    echo "status $?"
}

cat >old <<'EOF'
%edges 1
%unit instructions
main 100 entry=1 module=/bin/app file=src/main.c
read 300 module=/bin/app file=src/read.c
sort 300 module=/lib/libsort.so file=sort.c
less 200 module=/lib/libsort.so file=sort.c
write 100 module=/bin/app file=src/write.c
main -> read 1
main -> sort 1
main -> write 1
sort -> less 1
EOF
sed 's/^read 300/read 360/; s/^sort 300/sort 180/; s/^less 200/less 210/
    s/^write 100/write 130/; $a main -> log 1\nlog 40' old >new

echo 'A script:'
cat >script <<'EOF'
"$PROF2DOT" --base=old "$1" --fail-if=+5% -T text -o table 2>message
case $? in
0) echo "$1: no function costs 5 % more" ;;
3) echo "$1: slower:" && cat message && sed -n 1p table ;;
1) echo "$1: no profile:" && cat message ;;
*) echo "$1: the script is wrong:" && cat message ;;
esac
EOF
sh script old
sh script new
sh script nosuch
sed -i 's/+5%/5/' script
sh script new

echo 'Directions and numbers:'
check --base=old new --fail-if=+3%
check --base=old new --fail-if=+6%
check --base=old new --fail-if=-5%
check --base=old new --fail-if=5%
check --base=old new --fail-if=2%
check --base=old new --fail-if=0%
check --base=old old --fail-if=0%
check --base=old new --fail-if=+2.5%
check --base=old new --margin=10 --fail-if=+3%
check --base=old new --compare-only-faster --fail-if=+3%
echo 'A base that cost nothing:'
check --base=old new --show=log --fail-if=+500%
check --base=old new --show=log --fail-if=+500%:self
check --base=old new --show=log --fail-if=+500%@whole
check --base=old new --show=log --fail-if=-0%

echo 'Costs and functions:'
check --base=old new --fail-if=-5%:self
check --base=old new --fail-if=-5%:total
check --base=old new --fail-if=+0.5%:self@less
check --base=old new --fail-if=+2%@^write$
check --base=old new --fail-if=-2%@libsort
check --base=old new --fail-if=+2%:self@src/
check --base=old new --fail-if=+2%@log
check --base=old new --fail-if=+2%@nosuch

echo 'The whole:'
check --base=old new --fail-if=+1%@whole
check --base=old new --fail-if=+2%@whole
check --base=new old --fail-if=-1%@whole
check --base=old new --normalize --fail-if=1%@whole

echo 'Wrong:'
for change in '' % +% 5 +5 five% 5%% -%5 +5%:own +5%:self@ +5%@ '+5%@(' \
    +-5% nan% inf% '5 %'; do
    check --base=old new --fail-if="$change"
done
check new --fail-if=+5%

echo 'Given twice, or without a base:'
check --base=old new --fail-if=+2% --fail-if=-1%
check new --fail-if=+2%
check new --margin=1

echo 'Functions that differ by the same are in the order of their names:'
printf 'main;%s 1000\n' c a b d >same
sed 's/ 1000/ 2000/' same >doubled
check --base=same doubled --fail-if=+5%
