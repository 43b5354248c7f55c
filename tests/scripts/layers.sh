# The first word of each row is a room of src, and the others are the rooms whose
# headers it may include, besides its own. Data flows down the table: all of
# them stand in rows above it. Only output/dot includes libcgraph. Only what
# WITH_ELF=no leaves out includes elfutils, or headers of elf that need it.
src=${TESTS%/tests}/src
rooms='
util
bop
model    util
process  util
input    util
elf      util
unwind   util elf
readers  util model input elf unwind
names    util
graph    util model names
filter   util model names graph
cost     util model graph
view     util model names graph filter cost
compare  util model names graph filter cost view
quality  util model
labels   util names
output   util process model names graph filter cost view compare quality labels
deps     util model input names graph view labels elf readers output
cli      util process model elf names filter cost view compare readers quality labels output
pipeline util model readers graph filter cost view compare quality output cli
serve    util model process readers output cli pipeline
main.c   util process compare output cli pipeline serve
'

# Prints "ROOM FILE:LINE ROOM" for each include line with quotation marks: the
# room that includes, the place, and the room that is included.
list_includes() {
    (cd "$src" && grep -rnE '^[ \t]*#[ \t]*include[ \t]*"' --include='*.[ch]' *) |
        sed -n 's|^\([^:/]*\)\([^:]*:[0-9]*\):.*"\([^"/]*\)[^"]*".*|\1 \1\2 \3|p'
}

# Prints what is not allowed. Reads list_includes after the table.
find_wrong() {
    { echo "$rooms"; echo; echo INCLUDES; list_includes; } | awk '
        $1 == "INCLUDES" { reading = 1; next }
        !NF { next }
        !reading { for (i = 1; i <= NF; i++) allowed[$1, $i] = 1; next }
        !(($1, $1) in allowed) { print $2 ": the room " $1 " is not in the table"; next }
        !(($1, $3) in allowed) { print $2 ": " $1 " must not include " $3 \
            " (the table in tests/scripts/layers.sh says what it may)" }'
    (cd "$src" && grep -rnE '^[ \t]*#[ \t]*include.*cgraph\.h>' --include='*.[ch]' *) |
        grep -v '^output/dot/' | sed 's/:#.*/: only output\/dot may include libcgraph/'
    (cd "$src" && grep -rnE \
        '^[ \t]*#[ \t]*include +(<(elfutils/|gelf|libelf|dwarf|elf\.h)|"elf/)' \
        --include='*.[ch]' *) |
        grep -vE '^((deps/)?elf/[a-z_]*\.c|deps/elf/(line_index|variables)\.h|unwind/|readers/gmon/|bop/|cli/version\.c)' |
        grep -vE '^readers/(perfdata/unwinding|frames/disassembly)\.c|"elf/(disassembler|head|line|resolver|sysroot|debuginfod)\.h"' |
        grep -vE '^elf/(altlink|debug|dwarf|file|functions|go|inlines|lines|module|scopes|segments|split|symbols|walk)\.h' |
        sed 's/:#.*/: this needs elfutils, which WITH_ELF=no leaves out/'
}

wrong=$(find_wrong)
if [ "$wrong" ]; then
    echo "$wrong" | sed 's/^/FAILED layers: /'
else
    echo 'ok layers'
fi

[ "$FULL" ] || exit 0

# Each row of a list.h is a macro call: the file that includes it says what a
# row means, so such a header does not stand alone. Those of plugins are C++.
find "$src" -name '*.h' ! -name list.h ! -path '*/bop/plugin/*' | sort | while read -r header; do
    name=${header#"$src"/}
    if why=$(printf '#include "%s"\nextern int more;\n' "$name" |
        eval "$COMPILE '-I$src' -x c -fsyntax-only -" 2>&1); then
        echo "ok header $name"
    else
        echo "FAILED header $name: does not compile alone"
        echo "$why" | head -5
    fi
done
