# Numbers of JSON that the pieces of a compressed input cut apart: their sum is that
# of 150,000 weights of seven digits.
awk -v N=150000 'BEGIN {
    printf "{\"$schema\": \"https://www.speedscope.app/file-format-schema.json\", " \
        "\"shared\": {\"frames\": [{\"name\": \"f\"}]}, \"profiles\": [{\"type\": " \
        "\"sampled\", \"unit\": \"none\", \"samples\": [[0]"
    for (i = 1; i < N; i++) printf ",[0]"
    printf "], \"weights\": [1000000"
    for (i = 1; i < N; i++) {
        printf ",%d", n = 1000000 + i * 7919 % 8999999
        sum += n
    }
    print "]}]}"
    printf "%.0f\n", sum + 1000000 >"sum"
}' | gzip -1 >in
cat sum
"$PROF2DOT" -q -T json in | grep whole
