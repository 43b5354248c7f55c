# Wrong usage causes one message and status 2, and nothing on standard output.
echo 'main;a 1' >in
for options in '--foo' '-x' '--no' '-n' '-n x' '-n -1' '-n 101' '-e 1e' \
    '--nodecount=0' '--nodecount=1.5' '--depth=x' '--strip=1' \
    '-T nosuch' '--dot=' '--layout-timeout=x' '--layout-timeout=-1' \
    '--dark=x' '--deps=x' '--deps-min=0' '--deps-min' '--name=1a' \
    '--name=a-b' '--name=' '--url=%x' '--url=a%' '--url=' \
    '--url-target=_top' '--depfile=' '--depfile=x' '--if-changed' \
    '-f nosuch' '--demangle=x' '--demangle' '--total=x' '--cycles=x' \
    '--cycles=' '--cycles' \
    '-c rainbow' '--skew=0' '--color-by=x' \
    '--node-label=x' '--label-length=x' '--label-length=-1' \
    '--time-format=%s' '--time-format=%f%f' \
    '--time-format=x' '--rankdir=RL' '--recursion=x' '--clusters=x' \
    '--clusters=module --recursion=cluster' '--threads=0' '--threads=two' \
    '-o'; do
    "$PROF2DOT" in $options
    echo "$options: $?"
done
"$PROF2DOT" in -T edges >edges
printf '%%edges 1\na -> b 1\n' >calls
"$PROF2DOT" --total=callstacks calls
echo "callstacks: $?"
"$PROF2DOT" --total=callstacks "$TESTS/readers/pmcstat/no-samples"
echo "callstacks, no samples: $?"
# These need something that the input does not have.
for options in --addresses --program=in --program=edges --list-events \
    --list-threads --list-modules '-f folded --program=edges'; do
    "$PROF2DOT" $options in
    echo "$options: $?"
done
"$PROF2DOT" --program=in <in
echo "standard input: $?"
