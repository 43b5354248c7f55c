# Prints a made-up profile from calls in our edges language: 2000 functions with
# falling costs and names that look like HTML; each calls a few others.
BEGIN {
    print "%edges 1\n%unit seconds"
    for (i = 1; i <= 2000; i++)
        printf "%s %g x%d module=/lib/m%d.so file=a.c line=%d\n", name(i),
            1 / (i % 97 + i / 50), i, i % 13, i
    for (i = 1; i <= 2000; i++)
        for (k = 2 * i; k <= 2 * i + 2 && k <= 2000; k++)
            printf "%s -> %s x%d\n", name(i), name(k), k - i
}
function name(i) {
    return "\"</script><b>\\\"'&amp;" i "\""
}
