# Code that is made at run time: neither the map or memory that holds it, nor the
# mark of a compiler, nor the number of a hidden class is a part of a function.
rows() { # FILE [OPTION]...
    echo "-- $*"
    "$PROF2DOT" -q -T top "$@" | sed 1,2d | sed 's/  *$//'
}

# Processes of one program, and one of which perf inject made libraries.
for pid in 4711 4712 4713; do
    printf 'w %s 1.%s: 1 cycles:\n' $pid $pid
    printf '\t10 py::work:/app/w.py+0xb (/tmp/perf-%s.map)\n' $pid
    printf '\t20 py::main:/app/w.py+0xb (/tmp/perf-%s.map)\n' $pid
    printf '\t30 Py_BytesMain+0x3e (/usr/bin/python3.13)\n\n'
done >workers
rows workers
for module in /tmp/perf-1.map /home/dev/.debug/jit/jitted-1-5.so //anon \
    '[anon:v8]' '[anon]' 'memfd:doublemapper' '/memfd:doublemapper (deleted)' \
    '[JIT] tid 12' '/dev/zero (deleted)' \
    /memfd:tcg-jit memfd:julia-codegen \
    '/memfd:runc (deleted)' /lib/perf-x.map /lib/jitted-1.so /lib/libperf-1.map.so anon '[heap]'; do
    printf 'w 1 1.0: 1 cycles:\n\t10 f+0xb (%s)\n\t10 [unknown] (%s)\n\n' \
        "$module" "$module"
done >modules
rows modules
"$PROF2DOT" -q -T edges --granularity=module workers

# The names of compilers are marks in such code only.
for name in 'Work()[Tier0]' 'Work()[OptimizedTier1]' 'Work()[PreJIT]' \
    'Work()[T]' 'YJIT: Object#work' 'rjit:Object#work' 'demo:loop/0' \
    'demo:loop/0-CodeInfoPrologue' 'TRACE-3$App\K::f$42' 'TRACE-x$f$42'; do
    printf 'w 1 1.0: 1 cycles:\n\t10 %s+0xb (/tmp/perf-1.map)\n' "$name"
    printf '\t20 %s+0xb (/bin/w)\n\n' "$name"
done >compilers
for tier in Tier1 OptimizedTier1OSR QuickJitted MinOptJitted Optimized Instrumented \
    InstrumentedTier0 InstrumentedTier1 ReadyToRun PreStub; do
    printf 'w 1 1.0: 1 cycles:\n\t10 Tier()[%s]+0xb (/tmp/perf-1.map)\n\n' $tier
done >>compilers
rows compilers

# Marks of FlameGraph and async-profiler; the kernel has functions of its own.
cat >marks <<'END'
a;x_[0] 5
a;x_[1] 3
a;x_[j] 2
a;x_[i] 1
a;x 1
a;x_[2] 1
a;_[j] 1
a;read;read_[k] 1
a;[perf-1.map] 1
a;[perf-2.map]_[j] 1
a;[perf-x.map] 1
END
rows marks

# Hidden classes and generated ones, by Java's version and by library.
cat >classes <<'END'
Foo$$Lambda$14/0x0000000800c03000.run 1
Foo$$Lambda$15/123456.run 1
Foo$$Lambda.0x00007f1e3c000a00.run_[j] 1
Foo$$Lambda/0x00007f1e3c000a00.run 1
Foo$$Lambda+0x00007f1e3c000a00.run 1
Foo$$Lambda.run 1
java/lang/invoke/LambdaForm$MH.0x00007f5a3c00c400.invoke 1
java/lang/invoke/LambdaForm$MH/1234.invoke 1
java.lang.invoke.LambdaForm$DMH/0x0000000800c03000.invokeStatic 1
java.lang.invoke.LambdaForm$BMH/0x0000000800c03000.reinvoke 1
java.lang.invoke.LambdaForm$VH/0x0000000800c03000.get 1
java.lang.invoke.LambdaForm$VarHandle/0x0000000800c03000.set 1
jdk.internal.reflect.GeneratedSerializationConstructorAccessor5.newInstance 1
jdk/internal/reflect/GeneratedMethodAccessor12.invoke 1
jdk/internal/reflect/GeneratedMethodAccessor13.invoke 1
sun.reflect.GeneratedConstructorAccessor3.newInstance 1
com/sun/proxy/$Proxy12.call 1
com/sun/proxy/$Proxy7.call 1
jdk/proxy2/$Proxy7.call 1
jdk/proxy3/$Proxy8.call 1
Svc$$EnhancerBySpringCGLIB$$1a2b3c4d.get 1
Svc$$EnhancerBySpringCGLIB$$5e6f7a8b.get 1
Svc$$SpringCGLIB$$0.get 1
Svc$$FastClassByGuice$$1234567.get 1
Svc$MockitoMock$1234567.get 1
Svc$ByteBuddy$aBcDeFgH.get 1
Svc$HibernateProxy$zYxWvUtS.get 1
Svc$HibernateProxy$zYxWvUtSr.get 1
Svc$HibernateProxy$zYxWvUt.get 1
Hidden/0x0000000800c03000.run 1
Hidden/0x0000000800c04000.run 1
Foo.lambda$run$0 1
Foo.lambda$run$1 1
Foo$1.run 1
Foo$2.run 1
f+0x1f 1
CGLIB.get 1
END
rows classes -n0

# Without a line, only an extension of sources tells a file from a library.
for end in py pyx rb erb js mjs cjs jsx ts tsx php pl pm lua ex exs erl c h cc cpp cxx \
    hpp m rs go java scala kt cs fs swift hs ml jl d R S s clj dart nim so dll; do
    echo "f$end (src/a.$end) 1"
done >extensions
"$PROF2DOT" -q -T edges extensions | grep -c file=
"$PROF2DOT" -q -T edges extensions | grep "(src"

# Separators and markers in folded stacks are no functions.
printf 'demo;main;read;-;sys_read 5\ndemo;main;write;--;sys_write 5\nmain;-f 1\n-;- 1\n' >separators
rows separators
cat >austin <<'END'
P1;T0:1;<frozen importlib._bootstrap>:load:1027;<frozen importlib._bootstrap>:exec:883 5
P1;T0:2;<frozen importlib._bootstrap>:load:991;<frozen importlib._bootstrap>:exec:879 5
P2;T7f21ab;/app/w.py:main:3 1
P3;Thread;main 1
Pool;T1;main 1
P4;T1:x;main 1
END
rows austin
"$PROF2DOT" --list-threads austin
"$PROF2DOT" -q -T folded --tid=2 austin

# libbpf-tools print numbers, addresses and modules with -v.
cat >libbpf <<'END'
Sampling at 99 Hz of pid 4711 by user + kernel stack for 10 seconds

    #0  0xffffffff81a01136 do_syscall_64+0x36
    #1  0x00007f92eda4bb97 read+0x17 (/usr/lib/libc.so.6+0x114b97)
    #2  0x0000000000401136 main+0x17 (/bin/demo (deleted)+0x1136)
    #3  0x0000000000401200 [unknown]
    -                demo (4711)
        5

    #f
    # 0x1 g
    -                demo (4711)
        1
END
rows libbpf
