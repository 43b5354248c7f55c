# A line that is missing inside of a file, or a count that says something else, is
# told by what the file says of itself. These are samples with one such change.
change() { # FORMAT/FILE SED
    sed -E "$2" "$SAMPLES/$1" >in
    cmp -s "$SAMPLES/$1" in && echo 'nothing changed'
    "$PROF2DOT" -T edges in >out 2>err
    echo "$?: $(sed -n '/says/s/^prof2dot: //p' err)"
}
change gprof/calc '/1500000 .* formula$/d'
change heaptrack/heap.heaptrack 's/(# strings:) 25/\1 26/'
change heaptrack/heap.heaptrack 's/(# ips:) 15/\1 14/'
change fprof/parity.analysis '97,100d'
change sysprof/walk.sysprof 's/(<size>)14/\115/'
