# -z, -l, --depth, -p and --list-functions: results and messages.
cat >in <<'END'
%edges 1
main 1 module=/opt/app/bin/prog
parse 2 module=/opt/app/bin/prog
"read(int)" 4 module=/usr/lib/libio.so
"read[abi:cxx11]" 8 module=/usr/lib/libio.so
eval 16 module=/opt/app/bin/prog file=eval.c
main -> parse 1
main -> eval 1
parse -> "read(int)" 1
parse -> "read[abi:cxx11]" 1
END
for options in '-z parse' '-l parse' '-z parse -l read(int)' '--depth=1' \
    '-z main --depth=1' '-z read[abi:cxx11]' '-z read*' '-z parse -z eval' \
    '-p /opt/app' '-p libio.so' '-p *.c' '-p /opt/app -z parse' '-z pars' \
    '-p /opt/ap' '-l x*' '-n 100 -z eval' '--list-functions' \
    '--list-functions=read*' '--list-functions=+' '--list-functions=x'; do
    echo "== $options"
    "$PROF2DOT" -T text $options in
    echo "status $?"
done
# A part that was chosen by --depth=0 is drawn as it is, however high it gets.
awk 'BEGIN { print "%edges 1"; for (i = 0; i < 70; i++) {
    name = "a_function_with_a_long_name_" i
    print name, 10; print name, "-> callee 1" } }' >roots
"$PROF2DOT" -q --depth=0 -T svg roots | grep -c 'class="node'
