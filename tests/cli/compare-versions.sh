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
