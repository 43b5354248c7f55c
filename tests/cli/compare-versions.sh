# Two releases of a program: what is the same function in both.
compare() { # OLD NEW [OPTION]...
    old=$1 new=$2
    shift 2
    "$PROF2DOT" -q --base="$old" "$new" -T text "$@"
    echo "status $?"
}

echo 'The file and the line are those of the new side:'
cat >old <<'EOF'
%edges 1
%unit instructions
main 1 entry=1 file=/v1/a.py line=1 tag=1
f 100 file=/v1/a.py line=5 tag=5
EOF
sed 's/v1/v2/; s/5/8/g' old >new
"$PROF2DOT" -q --base=old new -T json | grep -o '"label": "f".*"line": [0-9]*'

echo 'Namespaces of another version, and a library named by it:'
cat >old <<'EOF'
%edges 1
main 200
1 500 name="fmt::v8::detail::write<char>(int)" module=libfmt.so.8
2 300 name="fmt::v8::vformat(int)" module=libfmt.so.8
3 100 name="std::__1::sort<json::A>(json::A*)"
4 90 name="json::A::parse(json::A)"
EOF
sed 's/v8/v9/g; s/so\.8/so.9/; s/__1/__2/; s/json::/json::abi_v3_11_3::/g' \
    old >new
compare old new --fail-if=+1%

echo 'Templates with an argument more, in a module named by its version:'
cat >old <<'EOF'
%edges 1
1 50 name="void a::B<C>::f<D>(int)" module=json-3.10
2 60 name="int a::g()" module=json-3.10
EOF
sed 's/3\.10/3.11/; s/B<C>::f<D>/v3::B<C, void>::f/; s/g()/v3::g(int)/' old >new
compare old new
