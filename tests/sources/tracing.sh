# The page on dependence tracing (T. Bai, University of Rochester, January
# 2008), by programs that report their references through its four functions. In
# a trace, "3[1] -> 4[2] 5 6 7" is a dependence of line 4 on line 3, with the
# toplev lines 1 and 2: five times, at distances from 6 to 7 references.
if [ ! -e "$BUILD/include/bop.h" ] || ! gcc -I"$BUILD/include" -o references \
    "$TESTS/sources/references.c" -L"$BUILD" -lbop -Wl,-rpath,"$BUILD" 2>err
then
    n_statements=$((n_statements + 12))
    echo 'skipped sources: tracing: libbop or gcc is not here'
    return 0
fi
unset BOP_FUNCTIONS BOP_TRACE BOP_SEM BOP_KINDS BOP_MODE BOP_GRANULE BOP_CALLS

traces() { # [NAME=VALUE...]: what standard input says, as lines of "have"
    rm -f trace
    env BOP_SEM=doc BOP_TRACE=trace "$@" ./references 2>err
    awk '
        function line(place) { return place in lines ? lines[place] : "-" }
        $1 == "l" { lines[$2] = $4 }
        $1 == "D" { print line($3) "[" line($4) "] -> " line($5) "[" line($6) \
                        "] " $7 " " $8 " " $9 }
        $1 == "n" { print "references " $2 }
        $1 == "f" { name[$2] = $4; print $4, $7, $8, $9 }
        $1 == "e" { print "enter", $2, $4 }
        $1 == "x" { print "leave", $2, $3 }' trace >have
}
is() { # the whole of "have" is on standard input
    sort >want
    sort have | diff - want >difference
    say "$source: $text" "$(grep '^[<>]' difference | tr '\n' ' ')"
}

statement 'each write and read is reported with its address and line' \
    scripts/trace
traces <<'EOF'
w x D 1
w y D 2
r x D 3
r y D 4
EOF
is <<'EOF'
1[1] -> 3[3] 1 2 2
2[2] -> 4[4] 1 2 2
references 4
EOF

statement 'what a SKETCH function does belongs to the last DETAIL statement' \
    bop/nested
traces <<'EOF'
w a D 10
w x S 1
w a D 20
r x S 2
EOF
is <<'EOF'
1[10] -> 2[20] 1 2 2
references 4
EOF

statement 'pseudo time counts references of both modes' bop/api
traces <<'EOF'
w x D 1
r a S 2
w b S 3
r b D 4
r x D 5
EOF
is <<'EOF'
1[1] -> 5[5] 1 4 4
3[1] -> 4[4] 1 1 1
references 5
EOF

# Both belong to what line 1 calls, though three references lie between them.
statement 'frozen time stands still in SKETCH functions' bop/within
traces <<'EOF'
w a D 1
w x S 2
w b S 3
w c S 4
r x S 5
EOF
is <<'EOF'
references 5
EOF

statement 'a SKETCH read depends on a write of an earlier frozen time' \
    bop/pipeline
traces <<'EOF'
w a D 1
w x S 2
r x S 3
w a D 4
r x S 5
r x S 5
EOF
is <<'EOF'
2[1] -> 5[4] 2 3 4
references 6
EOF

statement 'a DETAIL read depends on every write that is known' bop/steps
traces <<'EOF'
w x D 1
r x D 2
r y D 3
EOF
is <<'EOF'
1[1] -> 2[2] 1 1 1
references 3
EOF

statement 'the last write to an address counts' bop/reuse
traces <<'EOF'
w x D 1
w x D 2
r x D 3
w x D 4
r x D 5
EOF
is <<'EOF'
2[2] -> 3[3] 1 1 1
4[4] -> 5[5] 1 1 1
references 5
EOF

statement 'a write depends on nothing, unless that is asked for' \
    bop/verdicts/anti
traces <<'EOF'
w x D 1
w x D 2
r y D 3
w y D 4
EOF
is <<'EOF'
references 4
EOF
traces BOP_KINDS=raw,war,waw <<'EOF'
w x D 1
w x D 2
r y D 3
w y D 4
EOF
is <<'EOF'
1[1] -> 2[2] 1 1 1
3[3] -> 4[4] 1 1 1
references 4
EOF

statement 'before the first DETAIL reference there is no toplev statement' \
    bop/before
traces <<'EOF'
w x S 1
r x S 2
w a D 3
r x S 4
EOF
is <<'EOF'
1[-] -> 4[3] 1 3 3
references 4
EOF

# main is entered once and has 3 references, of which 1 in f, which is entered
# twice. Events say so at the time when it happens: 1 and 2 references before
# the two calls of f, 2 and 3 behind what they do.
statement 'the entries and exits of DETAIL functions are output' bop/recursion
traces <<'EOF'
enter main
w x D 1
enter f
r x D 2
leave f
enter f
leave f
w x D 3
leave main
EOF
is <<'EOF'
1[1] -> 2[2] 1 1 1
main 1 2 3
f 2 1 1
references 3
EOF

statement 'while the tracer itself works both times stand still' bop/api
traces <<'EOF'
w x D 1
pause
w y D 2
r x D 3
resume
r x D 4
r y D 5
EOF
is <<'EOF'
1[1] -> 4[4] 1 1 1
references 3
EOF

statement 'functions.in beside the source names the functions in DETAIL mode' \
    'scripts/trace scripts/folders scripts/leaf scripts/told'
mkdir -p code elsewhere
cat >code/mode.c <<'EOF'
int x, y;
static int twice(int n) { return n * 2; }
void put(void) { x = twice(1); }
void get(void) { y = x; }
void work(void)
{
    put();
    get();
}
int main(void)
{
    work();
    return 0;
}
EOF
cat >tool.c <<'EOF'
#include <bop.h>
#include <stdio.h>
static const char *known(const char *path) { return path[0] ? "in file" : "-"; }
void _bop_prof_rec_write(unsigned long at, int sketch_p, const char *path,
                         int line)
{
    printf("write %d %d %s\n", sketch_p, line, known(path));
}
void _bop_prof_rec_read(unsigned long at, int sketch_p, const char *path,
                        int line)
{
    printf("read %d %d %s\n", sketch_p, line, known(path));
}
void bop_instm_func_entry(const char *path, const char *function)
{
    printf("enter %s\n", function);
}
void bop_instm_func_exit(const char *function)
{
    printf("leave %s\n", function);
}
EOF
runs() { # PROGRAM: in another folder than that of its source
    (cd elsewhere && BOP_TRACE=../trace ../"$1") >out 2>err
    awk '$1 == "f" { print $4, $6, $7 } $1 == "D" { print "dependences", $7 }' \
        trace >have
}
# Without the plugin of gcc, the leaf function is not seen (scripts/leaf).
seen() {
    if [ -e "$BUILD/libbop_gcc.so" ]; then
        cat
    else
        grep -v twice
    fi
}
if [ -x "$BUILD/bop-cc" ] && (cd elsewhere &&
    BOP_CC=gcc "$BUILD/bop-cc" -o ../mode ../code/mode.c &&
    BOP_CC=gcc "$BUILD/bop-cc" -o ../told ../code/mode.c ../tool.c) 2>err; then
    printf '# under study\n\nwork\ntwice\n' >code/functions.in
    runs mode
    seen <<'EOF' | is
put S 1
get S 1
twice D 1
work D 1
main S 1
dependences 1
EOF
    runs told
    cp out have
    seen <<'EOF' | is
enter work
enter twice
leave twice
write 1 3 in file
read 1 4 in file
write 1 4 in file
leave work
EOF
    echo main >code/functions.in
    runs mode
    seen <<'EOF' | is
put S 1
get S 1
twice S 1
work S 1
main D 1
EOF
else
    echo 'skipped sources: tracing: bop-cc does not work here'
fi
