# Boxes show long names shortened as long as they stay distinct, whatever the
# order of the input. Tables, JSON, folded stacks and tooltips have whole names.
long='app::server::connection::http::Parser::parse_header(std::string const&, int)'
cat >in <<END
main;$long 1
main;app::client::connection::http::Parser::parse_header(std::string const&, int) 2
main;void std::sort<std::vector<int, std::allocator<int> >, Less<Key> >(int, int) 3
main;void std::sort<std::vector<int, std::allocator<int> >, Less<Name> >(int, int) 4
END
labels() {
    "$PROF2DOT" --no-legend "$@" |
        dotlist | sed -n 's/^node .* label="\([^"]*\)%.*/\1%/p' | sort
}
labels in
echo "== backwards"
sort -r in >backwards
labels in >one
labels backwards >two
cmp one two && echo the same
echo "== whole in others"
"$PROF2DOT" -T text in | grep -c -F "$long"
"$PROF2DOT" -T json in | grep -c -F "\"label\": \"$long"
"$PROF2DOT" -T folded in | grep -c -F "$long"
"$PROF2DOT" --list-functions in | grep -c -F "$long"
"$PROF2DOT" in | tr '&' '?' | grep -c -F "tooltip=\"main → $(echo "$long" |
    sed 's/&.*//')"
echo "== a dot is a letter in the names of R"
printf 'sample.interval=20000\n"is.factor" "f" \n' >r.out
"$PROF2DOT" --no-legend r.out | grep -o '<b>[^<]*factor'
"$PROF2DOT" --no-legend r.out r.out --focus=f | grep -o '<b>[^<]*factor'
