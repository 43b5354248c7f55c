# perf.data against what perf script prints of it: names meet in demangled form
# and without versions of symbols, modules by their paths, and functions that
# were inlined are left out of both.
data=$SAMPLES/perfdata/small.data
cp "$SAMPLES/perfdata/small" small
changes() { # BASE NEW
    "$PROF2DOT" -T json -n 0 --base "$1" "$2" >json 2>notes
    sed -n 's/.*\(inlined functions are left out\).*/\1/p' notes
    sed -n '/"presence": "both"/d
        s/.*"label": "\([^"]*\)".*"presence": "\([a-z]*\)".*/\2 \1/p' json
    sed -n 's/.*"label": "\([^"]*\)".*"verdict": "[a-mo-z][^"]*".*/changed \1/p' \
        json
}
# Prints one stack of each as edges, in the way of perf.data or perf script.
stack() { # SAMPLES FUNCTION...
    n=$1 && shift
    for i in $(seq "$n"); do
        echo 'prog 7 1.5: 1 cpu-clock:'
        for frame in "$@"; do printf '\t 10 %s\n' "$frame"; done
        echo
    done
}

echo '# mangled names against demangled ones; f(int) and f(char) are one'
{
    stack 30 '_Z4worki+0x5 (/bin/prog)' 'main+0x1 (/bin/prog)'
    stack 20 '_ZN3app5totalIiEET_S1_+0x5 (/bin/prog)' 'main+0x1 (/bin/prog)'
    stack 25 '_ZN3app5totalIlEET_S1_+0x5 (/bin/prog)' 'main+0x1 (/bin/prog)'
    stack 10 '_Z1fi+0x5 (/bin/prog)' 'main+0x1 (/bin/prog)'
    stack 15 '_Z1fc+0x5 (/bin/prog)' 'main+0x1 (/bin/prog)'
    stack 30 'printf@plt+0x0 (/bin/prog)' 'main+0x1 (/bin/prog)'
    stack 35 '__snprintf+0x5 (/lib/libc.so.6)' 'main+0x1 (/bin/prog)' \
        '__libc_start_main+0x1 (/lib/libc.so.6)'
} >mangled
{
    stack 30 'work+0x5 (/bin/prog)' 'main+0x1 (/bin/prog)'
    stack 20 'app::total<int>+0x5 (/bin/prog)' 'main+0x1 (/bin/prog)'
    stack 25 'app::total<long>+0x5 (/bin/prog)' 'main+0x1 (/bin/prog)'
    stack 25 'f+0x5 (/bin/prog)' 'main+0x1 (/bin/prog)'
    stack 30 'printf@plt+0x0 (/bin/prog)' 'main+0x1 (/bin/prog)'
    stack 35 '__snprintf@@GLIBC_2.2.5+0x5 (/lib/libc.so.6)' \
        'main+0x1 (/bin/prog)' '__libc_start_main@@GLIBC_2.34+0x1 (/lib/libc.so.6)'
} >demangled
sed 's/ 10 \(main\)/ 20 \1/; s/__snprintf@@[^ ]* .*/__GI___snprintf+0x5 (inlined)/
     s/ 10 __libc_start_main@@[^ ]* .*/ 30 __libc_start_main_impl+0x1 (inlined)/' \
    demangled >debug
changes mangled demangled
changes demangled mangled
changes mangled debug
"$PROF2DOT" -q -T text -n 0 --base mangled demangled | grep matched

echo '# perf.data tells inlined functions, and perf script does not always'
text() { # MARK: small.data as text, with `leaf` as it is printed
    "$PROF2DOT" -q -T folded --no-inline "$data" | awk -v mark="$1" '{
        n = split($1, stack, ";")
        for (i = 0; i < $2; i++) {
            print "small 7 1.5: 1 cpu-clock:u:"
            if (mark) printf "\t 10 inner+0x1 (inlined)\n"
            for (f = n; f; f--)
                printf "\t %d %s+0x1 (/home/user/src/small)\n", n - f + 10, stack[f]
            print ""
        }
    }'
}
text >plain
text 1 >marked
changes "$data" plain
changes "$data" marked
cat marked | "$PROF2DOT" -q --base "$data" - -T text | grep new
"$PROF2DOT" -T folded marked
"$PROF2DOT" -T folded --no-inline marked
