# Modules of inlined functions, source files and lines, as perf script prints
# them.
inlined=$TESTS/readers/perf/inlined_address.perf
srcline=$TESTS/readers/perf/srcline_files.perf
draw() {
    "$PROF2DOT" -q -n 0 -e 0 "$@"
}

echo 'Each function has one module, and --path goes by it:'
draw -T folded --path=libc.so.6 "$inlined"
draw -T json "$inlined" |
    grep -Eo '"name": "(malloc|weight|loop)"|"module": [^,]*' |
    grep -A1 name

echo 'Files and lines are in tooltips and addresses:'
draw --url='/src/%f#L%l' "$srcline" |
    grep -Eo '"main[^"]*cxx[^"]*"|URL="[^"]*"' | sort -u
