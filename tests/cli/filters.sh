# Filters: matches, results and messages.
printf '%s\n' 'main;parse;read 1' 'main;eval;parse;read 2' 'main;eval 4' \
    'worker;eval;eval;idle 8' >in
show() { # OPTION...
    echo "== $*"
    "$PROF2DOT" -T folded "$@"
    echo "status $?"
}
show --focus=parse in
show --ignore=parse in
show --hide=parse in
show '--show=^(main|read)$' in
show --show-from=eval in
show --prune-from=eval in
show --break=main/eval in
show '--break=e*/e*' in
# Any pattern of a repeated filter may match; each has to match something.
show --focus=worker --focus=read in
show --focus=worker --focus=none in
show --ignore=worker --ignore=none in
show --break=main/eval --break=eval/parse in
# All filters match in the profile as read and are applied in a fixed order: a
# hidden function can be the place of a cut, and a function that --ignore removes
# can be hidden.
show --hide=parse --show-from=parse in
show --hide=idle --ignore=worker in
show --show=read --hide=read in
# Nothing matches, or nothing is left.
for option in focus ignore hide show show-from prune-from; do
    show --$option=none in
done
show --focus=eval --ignore=main --ignore=worker in
"$PROF2DOT" --ignore=. -T edges -o out in
echo "edges: $?"
[ -e out ] && echo 'out was written'
show --break=main/idle in
show --break=main/none in
show --break=none/main in
show --break=main/read/in in
# These patterns are wrong. Versions of PCRE2 have different messages.
show '--focus=a(b' in
for option in '--ignore=[z-a]' '--hide=*' '--show=a{2,1}' '--show-from=\' \
    '--prune-from=(?<n'; do
    "$PROF2DOT" "$option" in 2>message
    echo "$option: $?, $(grep -c '^prof2dot: --[a-z-]*: .* at offset' message)"
done
for option in main /main main/ '' //; do
    show "--break=$option" in
done
# Filters also match the module and the file, each by itself.
printf '%%edges 1\na module=/lib/libc.so.6\nb file=src/b.c\n[a b] 1\n[a] 2\n' |
    "$PROF2DOT" -T folded '--focus=^src/b\.c$'
printf '%%edges 1\na module=/lib/libc.so.6\nb file=src/b.c\n[a b] 1\n[a] 2\n' |
    "$PROF2DOT" -T folded '--hide=libc'
# A pattern matches characters of valid UTF-8, and bytes of other names.
printf 'gr\303\266\303\237e 1\ngr\366\337e 2\n\377 4\n' >names
show '--focus=^gr..e$' names | od -c | sed 's/ *$//'
"$PROF2DOT" -T folded "--focus=$(printf '\366')" names | od -c
# A match that takes too long is an error.
awk 'BEGIN { for (i = 0; i < 60; i++) printf "a"; print "b 1" }' >long
show '--ignore=(*LIMIT_MATCH=1000)^(a|aa)+$' long
# Among many joined calls the small ones are left out, with a note of their cost.
awk 'BEGIN { print "%edges 1\nlarge 1e13"
    for (i = 0; i < 1100; i++)
        print "p" i " 1\nc" i " 1\np" i " -> v w=1\nv -> c" i " w=1" }' >many
"$PROF2DOT" -f edges -T text -n 1 --hide='^v$' many
# The calls of a hidden function are joined. If it has many callers and callees,
# those of hardly any cost are left out.
for n in 10 40; do
    awk -v n=$n 'BEGIN {
        print "%edges 1"
        for (i = 1; i <= n; i++) {
            cost = i == 1 ? 1 : 1e12
            print "main -> caller" i, cost
            print "caller" i " -> hidden", cost
            print "hidden -> callee" i, 1e12
            print "callee" i, 1e12
        }
    }' >many
    "$PROF2DOT" -q -T edges --hide=hidden many | awk '/ -> callee/ { n[$1]++ }
        END { print n["caller1"] + 0, n["caller2"], length(n) }'
done
echo 'Names without parameters come first:'
cat >mangled <<'END'
main;_ZN5Stats3addERKSt6vectorIiSaIiEE 3
main;_ZNSt6vectorIiSaIiEE9push_backERKi 2
END
"$PROF2DOT" -q -T folded --hide=std:: mangled
"$PROF2DOT" -q -T folded --hide='std::.* const' mangled
"$PROF2DOT" -q -T folded --hide=_ZN5 mangled
"$PROF2DOT" -q -T folded --demangle=full --hide='vector.* const' mangled
