# Programs without parts that can be left out (WITH_ELF=no and WITH_SERVE=no;
# WITH_DEPS=no; all three): what they say that they lack, and that they read all
# else as the whole one does.
. "$TESTS/tools/say.sh"
least=$BUILD/tests/least/prof2dot
core=$BUILD/tests/least/core bare=$BUILD/tests/least/bare
cd "$SAMPLES" || exit
scratch=$OLDPWD

# Succeeds if the program ends with a status and says a text.
says() { # STATUS TEXT ARGUMENT...
    status=$1 text=$2
    shift 2
    "$least" "$@" >"$scratch/out" 2>&1 </dev/null
    [ $? = "$status" ] && grep -qF -e "$text" "$scratch/out"
}

# Prints the cost of all samples.
whole() { # PROGRAM FILE
    "$1" -T top "$2" 2>/dev/null | sed -n '1s/ in all.*//p'
}

if libraries=$(ldd "$least" 2>/dev/null); then
    ! echo "$libraries" | grep -qE 'libelf|libdw|libmicrohttpd'
    say 'it needs no elfutils and no libmicrohttpd'
fi
says 0 'no elfutils: gmon.out and symbols of programs are left out' --version
say '--version: elfutils'
says 0 'no libmicrohttpd: --serve is left out' --version
say '--version: libmicrohttpd'
says 0 'gmon.out (cc -pg): left out, built without elfutils' --list-formats
say '--list-formats'
if [ -x "$BUILD/bop-cc" ]; then
    plugins=$(cd "$BUILD" && ls libbop_*.so 2>/dev/null | sort |
        sed 's/libbop_//; s/\.so//' | tr '\n' ' ')
    plugins=${plugins% }
    [ "$("$PROF2DOT" --version | grep bop-cc)" = \
        "bop-cc: ${plugins:+plugins for }${plugins:-no plugins}" ]
    say '--version: plugins'
fi
says 2 'built without it (WITH_SERVE=no)' --serve gprof/calc
say '--serve'

gprof='gmon.out needs elfutils, and this prof2dot is built without it (WITH_ELF=no); use: gprof -b PROGRAM gmon.out | prof2dot'
says 1 "$gprof" gmon/calc.gmon
say 'a gmon.out'
says 1 "calc.gmon: $gprof" gmon/calc gmon/calc.gmon
say 'a program and its gmon.out'
says 1 "$gprof" --program=gmon/calc gmon/calc.gmon
say 'a gmon.out and --program'
says 1 'perf record' gmon/calc
say 'a program alone'

without='this prof2dot is built without elfutils (WITH_ELF=no)'
says 0 "$without; run: perf script -i perfdata/small.data | prof2dot" \
    -T text perfdata/small.data
say 'perf.data: symbols'
says 0 "cannot be unwound, because $without; run: perf script | prof2dot" \
    -T text "$TESTS/readers/perfdata/dwarf.data"
say 'perf.data: copies of stacks'
[ "$(whole "$least" perfdata/small.data)" = \
    "$(whole "$PROF2DOT" perfdata/small.data)" ]
say 'perf.data: no sample is lost'
says 0 "$without; take one with it" -T text gperftools/calc gperftools/calc.cpu
say 'gperftools'
if ! "$PROF2DOT" --version | grep -q '^no dependences'; then
    says 0 "$without: places of" -T text --deps=toplev bop/pipeline.trace
    say 'dependences'
fi

# Dependences. WITH_DEPS=no refuses them, and says nothing of other inputs. What
# is compared with the whole program needs one that has them.
whole_has_deps=yes
! "$PROF2DOT" --version | grep -q '^no dependences' || whole_has_deps=
without='this prof2dot is built without them (WITH_DEPS=no); use one that is built with them'
for program in ${whole_has_deps:+"$core" "$bare"}; do
    name=${program##*/}
    least=$program
    says 0 'no dependences: traces of bop-cc and --deps are left out' --version
    say "$name: --version"
    says 0 'traces of bop-cc: left out, built without dependences' --list-formats
    say "$name: --list-formats"
    for option in --deps=toplev --deps=none --deps-min=2 --advise --list-places; do
        says 2 "${option%=*}: this prof2dot is built without dependences (WITH_DEPS=no); use" \
            "$option" gprof/calc
        say "$name: $option"
    done
    for text in --help=all --completion=bash --completion=zsh --completion=fish; do
        "$PROF2DOT" $text | grep -qE '(--|-l )(deps|advise|list-places)' &&
            ! "$program" $text | grep -E -e '(--|-l )(deps|advise|list-places)'
        say "$name: $text"
    done
    says 1 "pipeline.trace: a trace of bop-cc has dependences, and $without" \
        bop/pipeline.trace
    say "$name: a trace"
    "$PROF2DOT" -T edges bop/pipeline.trace >"$scratch/deps.edges"
    says 1 "deps.edges:3: the line is about dependences, and $without, or delete" \
        "$scratch/deps.edges"
    say "$name: edges with dependences"
    for line in '%dependences flow' '%blind asm' 'b ~> a' \
        'a @ a.c:3 5' 'a @loop a.c:3 5' 'a @use a.c:3 in'; do
        printf '%s\n' 'a -> b 2' "$line" >"$scratch/deps.edges"
        says 1 'deps.edges:2: the line is about dependences' "$scratch/deps.edges"
        say "$name: $line"
    done
    for line in '%deps 1' 'a ~ b' 'a @b' 'a @loops a.c:3'; do
        printf '%s\n' 'a -> b 2' "$line" >"$scratch/other.edges"
        "$program" -T edges "$scratch/other.edges" >"$scratch/out" 2>&1
        "$PROF2DOT" -T edges "$scratch/other.edges" >"$scratch/whole" 2>&1
        cmp -s "$scratch/out" "$scratch/whole" && ! grep -q WITH_DEPS "$scratch/out"
        say "$name: $line is no dependence"
    done
done
least=$BUILD/tests/least/prof2dot

# The manual has exactly the options that --help has.
awk -f "$TESTS/../man/without-deps.awk" "$TESTS/../man/prof2dot.1" >"$scratch/page"
diff "$TESTS/../man/prof2dot.1" "$scratch/page" |
    sed -n 's/^< \.It Fl Fl \([a-z-]*\).*/--\1/p' | sort >"$scratch/cut"
for program in "$PROF2DOT" "$core"; do
    "$program" --help=all | grep -oE '^ +(-., +)?--[a-z0-9-]+' | sed 's/.*--/--/' |
        sort -u >"$scratch/help.${program##*/}"
done
comm -23 "$scratch/help.prof2dot" "$scratch/help.core" |
    diff "$scratch/cut" - >"$scratch/out" || [ ! "$whole_has_deps" ]
say 'WITH_DEPS=no: the manual' "$(cat "$scratch/out")"
! grep -E 'bop|[a-z]-deps|dependence of' "$scratch/page"
say 'WITH_DEPS=no: pages of the manual'

# What make would build and install.
lists() { # WORD WITH_DEPS
    (cd "$TESTS/.." && make -n BUILD=none WITH_DEPS="$2" DESTDIR=/to install \
        2>/dev/null | grep -c "$1")
}
if [ -x "$BUILD/bop-cc" ]; then
    [ "$(lists bop-cc yes)" -gt 0 ] && [ "$(lists 'bop-\|libbop' no)" = 0 ] &&
        [ "$(lists without-deps no)" -gt 0 ]
    say 'WITH_DEPS=no: installs no bop-cc'
fi

# What make would run: plugins appear if they are asked for, and honour CXX,
# CXXFLAGS and LDFLAGS.
asks() { # WITH_PLUGINS
    (cd "$TESTS/.." && make -n V=1 BUILD=none WITH_PLUGINS="$1" CXX=some-c++ \
        CXXFLAGS=-Dsome LDFLAGS=-Lsome tracer) 2>/dev/null |
        sed -e :join -e '/\\$/{N;s/\\\n//;b join' -e '}' |
        sed -n 's/^some-c++.* -Dsome .* -Lsome -o none\/\([^ ]*\) .*/\1/p' |
        sort
}
if [ -x "$BUILD/bop-cc" ]; then
    [ ! "$(asks no)" ]
    say 'WITH_PLUGINS=no'
    [ "$(asks gcc)" = libbop_gcc.so ]
    say 'WITH_PLUGINS=gcc' "$(asks gcc)"
    [ "$(asks 'gcc clang' | tr '\n' ' ')" = 'libbop_clang.so libbop_gcc.so ' ]
    say 'WITH_PLUGINS="gcc clang"' "$(asks 'gcc clang')"
fi

# Unit tests of what is left out are left out as well.
(cd "$TESTS/.." && make -npq BUILD=none WITH_ELF=no 2>/dev/null |
    sed -n 's/^unit_sources := //p' | tr ' ' '\n' | grep . >"$scratch/units"
    xargs grep -lE '^#include "(elf|unwind)/' <"$scratch/units" >"$scratch/elf")
[ -s "$scratch/units" ] && [ ! -s "$scratch/elf" ]
say 'WITH_ELF=no: unit tests' "$(cat "$scratch/elf")"
(cd "$TESTS/.." && make -npq BUILD=none WITH_DEPS=no 2>/dev/null |
    sed -n 's/^unit_sources := //p' | tr ' ' '\n' | grep . >"$scratch/units"
    xargs grep -lE '^#include "deps/' <"$scratch/units" >"$scratch/deps")
[ -s "$scratch/units" ] && [ ! -s "$scratch/deps" ]
say 'WITH_DEPS=no: unit tests' "$(cat "$scratch/deps")"

for file in axe/* callgrind/* folded/* jfr/* perf/* pprof/* pstats/*; do
    [ -f "$file" ] && [ ! -x "$file" ] || continue
    "$PROF2DOT" -T edges "$file" >"$scratch/whole" 2>&1
    for program in "$least" "$core" "$bare"; do
        "$program" -T edges "$file" >"$scratch/least" 2>&1
        cmp -s "$scratch/least" "$scratch/whole"
        say "$file is read as by the whole program" "${program##*/}"
    done
done
