# Samples of jdk.CPUTimeSample that were lost, with what helps.
"$PROF2DOT" -T top "$TESTS/readers/jfr/cputime.txt" | sed 1q
"$PROF2DOT" -T top --event=jdk.MethodTrace "$TESTS/readers/jfr/method.json" | sed 1q
