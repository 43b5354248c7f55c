# Every 13th call of functions of libc fails: see tests/faults/run. A sanitizer
# ends a program that lost memory with a status of its own.
faults=$BUILD/tests/faults/faults
[ -x "$faults" ] || { echo 'skipped faults: not built' && exit; }
FAULTS=$faults "$TESTS/faults/run" 13 |
    sed '/^ok\|^FAILED\|^skipped/!s/^/FAILED faults: /'
