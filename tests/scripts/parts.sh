# A program without the parts that can be left out (WITH_ELF=no, WITH_SERVE=no):
# what it says that it lacks, and that it reads all else as the whole one does.
. "$TESTS/tools/say.sh"
least=$BUILD/tests/least/prof2dot
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
says 0 "$without: places of" -T text --deps=toplev bop/pipeline.trace
say 'dependences'

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

for file in axe/* callgrind/* folded/* jfr/* perf/* pprof/* pstats/*; do
    [ -f "$file" ] && [ ! -x "$file" ] || continue
    "$least" -T edges "$file" >"$scratch/least" 2>&1
    "$PROF2DOT" -T edges "$file" >"$scratch/whole" 2>&1
    cmp -s "$scratch/least" "$scratch/whole"
    say "$file is read as by the whole program"
done
