# A name of 1 MB takes no more memory than the manual says (LIMITS), however
# many brackets it has: the steps that shorten it do not add up.
memory=30M
[ "$SAN" ] && memory=4G
awk 'BEGIN {
    for (i = 0; i < 1000000; i++)
        printf "<" >"open"
    for (i = 0; i < 1000000; i++)
        printf "(" >"parameters"
    for (i = 0; i < 110000; i++)
        printf "a<b(c)>::" >"mixed"
}'
for name in open parameters mixed; do
    { printf 'main;f' && cat "$name" && echo ' 5'; } >in.folded
    if "$PROF2DOT" --max-memory=$memory -f folded -T text in.folded >out \
        2>err && [ -s out ]; then
        echo "ok long names: $name"
    else
        echo "FAILED long names: $name: $(head -n 1 err)"
    fi
done
