# A trace of more than a million events of sorted threads is added up while it
# is read. What comes too late after that counts from where its thread was.
awk 'BEGIN {
    print "["
    for (i = 0; i < 510000; i++) {
        printf "{\"ph\":\"B\",\"name\":\"a\",\"ts\":%d,\"pid\":1,\"tid\":1},\n", 10 * i
        printf "{\"ph\":\"E\",\"ts\":%d,\"pid\":1,\"tid\":1},\n", 10 * i + 4
    }
    print "{\"ph\":\"X\",\"name\":\"late\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":1},"
    print "{\"ph\":\"X\",\"name\":\"end\",\"ts\":5100000,\"dur\":6,\"pid\":1,\"tid\":1}]"
}' >trace.json
"$PROF2DOT" -T edges -f chrome trace.json >got 2>messages
check() { # NAME EXPECTED
    if [ "$2" = "$3" ]; then
        echo "ok $1"
    else
        echo "FAILED $1: $3"
    fi
}
check 'the time of 510,000 intervals' '[a] 2.04' "$(grep '^.a. ' got)"
check 'an interval behind them' '[end] 6e-06' "$(grep '^.end' got)"
check 'a late interval' 1 "$(grep -c 'late\|order' messages)"
