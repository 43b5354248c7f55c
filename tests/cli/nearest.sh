# Messages about names that do not exist list what exists and the nearest names,
# or none if nothing is near.
cat >in <<'END'
%edges 1
%event cpu-cycles
"app::Parser::parse(char const*)" 4 module=/opt/app/bin/prog file=src/parse.cc
"app::Parser::skip()" 2 module=/opt/app/bin/prog
read_all 1 module=/lib/libio.so.1
write_all 1 module=/lib/libio.so.1
idle 8 module="[kernel.kallsyms]"
END
echo 'main;evaluate;apply 1' >stacks
for options in --fcous=x --colour-by=total --list --no-such --Quiet -y \
    '-f folde' '-f perfscript' '-f nosuch' '-c haet' '-c colour' '-c nosuch' \
    '-T pgn' '-T html5' '-T nosuch' '--event=cycle' '--event=nosuch' \
    '--root=pars' '--root=Parser::prase' '--root=PARSE' '--leaf=x' \
    '--root=al*' '--focus=^read_lal$' '--focus=nosuch' '--break=idel/read_all' \
    '--break=idle/read_all' '-p libio.so' '-p libio' '-p parse.c' '-p nosuch'; do
    "$PROF2DOT" -q -T text $options in
    echo "$options: $?"
done
"$PROF2DOT" -p lib stacks
echo "no modules: $?"
# The modules with most cost come first.
for i in 1 2 3 4 5 6 7; do echo "f$i $i module=/lib/lib$i.so"; done >many
sed -i '1i %edges 1' many
"$PROF2DOT" -p nosuch many
echo "many modules: $?"
