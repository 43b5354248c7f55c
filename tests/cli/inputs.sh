# An input that cannot be read causes one message and status 1, and no output
# file.
mkdir folder
: >empty
printf '\n \n' >blank
printf 'hello world\nthis is no profile\n' >prose
printf 'a report\nbash 1234 5.678901: cycles:\n' >perf-header
printf 'a report\nbash 1234 5.6: cycles: 4005d0 f (/bin/x)\n' >perf-sample
printf '\000\001\002\003' >binary
printf 'PERFILE2\000\000' >perf.data
printf 'gmon\001\000\000\000' >gmon.out
printf '\177ELF\002\001' >program
printf '{)\003z./' >pstats
printf 'PK\003\004' >zip
for file in nosuch folder empty blank prose perf-header perf-sample \
    binary perf.data gmon.out \
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

# Scripts beside the program of gmon.out are closed before the next is opened.
mkdir ../many && cd ../many || exit
cp "$SAMPLES/gmon/words" .
cp "$SAMPLES/gmon/words.gmon" gmon.out
for number in 0 1 2 3 4 5 6 7 8 9; do
    for script in a b c d; do
        printf '#!/bin/sh\n' >$script$number
        chmod +x $script$number
    done
done
(ulimit -n 24 && "$PROF2DOT" -T text --nodecount=1 </dev/null)
