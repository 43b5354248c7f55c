# An input that cannot be read causes one message and status 1, and no output
# file.
mkdir folder
: >empty
printf '\n \n' >blank
printf 'hello world\nthis is no profile\n' >prose
printf '\000\001\002\003' >binary
printf 'PERFILE2\000\000' >perf.data
printf 'gmon\001\000\000\000' >gmon.out
printf '\177ELF\002\001' >program
printf '{)\003z./' >pstats
printf 'PK\003\004' >zip
for file in nosuch folder empty blank prose binary perf.data gmon.out \
    program pstats zip; do
    "$PROF2DOT" -o out "$file"
    echo "$file: $?"
done
"$PROF2DOT" -o out - </dev/null
echo "standard input: $?"
"$PROF2DOT" -f folded empty
echo "forced: $?"
"$PROF2DOT" -f gprof prose
echo "forced gprof: $?"
ls

# What perf record wrote into a pipe is in no file.
mkdir none && cd none && "$PROF2DOT" perf.data
echo "exit $?"
