# Times of one run a side: the noise is seen by how far functions differ.
run() {
    echo "\$ $*"
    "$PROF2DOT" "$@" -T text
    echo "status $?"
}
# Writes ten functions; each argument is NUMBER=PERCENT, what that one costs.
profile_of() {
    awk -v changes="$*" 'BEGIN {
        print "%edges 1\n%unit seconds\n%calls measured-once"
        n = split(changes, change, " ")
        for (i = 1; i <= 10; i++)
            self[i] = 10
        for (i = 1; i <= n; i++) {
            split(change[i], parts, "=")
            self[parts[1]] = parts[2]
        }
        for (i = 1; i <= 10; i++) {
            printf "f%d %g total=%g\nmain -> f%d %g\n", i, self[i], self[i],
                   i, self[i]
            sum += self[i]
        }
        printf "main 0 total=%g\n", sum
    }'
}
profile_of 1=4 >base
# All are slower alike, and another program ran during f1.
profile_of 1=7.6 2=10.5 3=10.7 4=10.3 5=10.4 6=10.6 7=10.5 8=10.4 9=10.6 \
    10=10.5 >noise
echo 'Nothing changed:'
run --base=base noise
echo 'f1 is slower by 10 points:'
profile_of 1=14 2=10.5 3=10.7 4=10.3 5=10.4 6=10.6 7=10.5 8=10.4 9=10.6 \
    10=10.5 >slower
run --base=base slower
run --base=base slower --margin=11
echo 'On a busy machine that cannot be told:'
profile_of 1=14 2=22 3=5 4=10 5=30 6=9 7=15 8=4 9=20 10=11 >busy
run --base=base busy
echo 'The legend says so too:'
"$PROF2DOT" --base=base slower | tr -d "\n" | grep -o "one run a side.\{60\}"
    grep -e '^one run' -e '^noise'
echo 'Several runs tell the noise themselves:'
run --base=base --base=noise slower slower
