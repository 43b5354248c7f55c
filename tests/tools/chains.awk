# Makes a random run of a few statements whose executions read what earlier ones
# wrote, and finds the cost of the longest chain of them by trying all. Writes a
# trace of the run to the file `trace`, and prints that cost.
#
#     awk -v seed=1 -v trace=FILE -f chains.awk
BEGIN {
    srand(seed)
    m = 1 + int(rand() * 4)
    n = 4 + int(rand() * 12)
    density = rand()
    for (j = 0; j < n; j++) {
        s = of[j] = int(rand() * m)
        c = cost[j] = 1 + int(rand() * 9)
        number[s]++
        sum[s] += c
        all += c
        if (c > most[s])
            most[s] = c
        chain[j] = c
        for (i = 0; i < j; i++) {
            if (rand() > density / 3)
                continue
            if (chain[i] + c > chain[j])
                chain[j] = chain[i] + c
            runs = of[i] == s
            for (k = i + 1; k < j; k++)
                runs += of[k] == of[i]
            key = of[i] " " s
            reads[key]++
            if (!(key in low) || runs < low[key])
                low[key] = runs
            if (runs > high[key])
                high[key] = runs
        }
        if (chain[j] > longest)
            longest = chain[j]
    }
    print "bop-trace 1\nh pid=1 kinds=raw clock=refs exe=/nowhere/p" >trace
    print "m 0 1000 9000 - /nowhere/p" >trace
    for (s = 0; s < m; s++)
        printf "l %x p.c %d\n", 2147483648 + s, s + 1 >trace
    print "f 1 80000000 main p.c D 1 " all " " all >trace
    for (s = 0; s < m; s++)
        if (number[s])
            printf "t %x %d %d %d\n", 2147483648 + s, number[s], sum[s],
                most[s] >trace
    for (key in reads) {
        split(key, ends, " ")
        w = sprintf("%x", 2147483648 + ends[1])
        r = sprintf("%x", 2147483648 + ends[2])
        print "D R", w, w, r, r, reads[key], 1, 1, low[key], high[key], "-",
            "-" >trace
    }
    print "n " all " 0 0 0\nend" >trace
    print longest
}
