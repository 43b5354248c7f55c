# Writes a C program with a random call graph: a.c, b.c and bare.c, which is to
# be compiled without -pg. The variables are
#
#     SEED   another number gives another program
#     SHAPE  dag, chain, wide, recursive, cycles or mixed
#     STEPS  how long the program runs: steps of an empty loop
#
# f0 is called by main; fI calls functions of larger numbers, or, while its
# argument is not 0, smaller ones too.
function part() { # at least 0 and less than 1, the same for every awk
    seed = (seed * 16807 + 11) % 2147483647
    return seed / 2147483647
}
function random(n) { # 0 to n-1
    return int(part() * n)
}
function call(i, j, times,    n) {
    n = n_calls[i]++ + 0
    callee[i, n] = j
    caller[j] = i
    calls[i, n] = times
}
function connect(i,    k, n) {
    if (i == N - 1)
        return
    if (SHAPE == "chain") {
        call(i, i + 1, 1)
    } else if (SHAPE == "wide") {
        n = i == 0 ? 5 : i <= 5 ? 20 : 0
        for (k = 0; k < n; k++)
            call(i, i == 0 ? k + 1 : 6 + random(N - 6), 1 + random(9))
    } else {
        n = load[i] > 2000 ? 1 : 1 + random(4)
        for (k = 0; k < n; k++)
            call(i, i + 1 + random(N - i - 1), n == 1 ? 1 : 1 + random(5))
    }
    for (k = 0; k < n_calls[i]; k++)
        load[callee[i, k]] += load[i] * calls[i, k]
}
# Every 16th call goes back, so that the number of calls stays small.
function connect_back(i) {
    if (SHAPE == "recursive" && random(3) == 0)
        back[i] = i
    else if ((SHAPE == "cycles" || SHAPE == "mixed") && i in caller &&
             random(4) == 0)
        back[i] = caller[i]
    else
        return
    goes_back[i] = 1
}
# Counts the calls of each function by their argument.
function count(    d, i, k) {
    n[0, DEPTH] = 1
    for (d = DEPTH; d >= 0; d--)
        for (i = 0; i < N; i++) {
            total[i] += n[i, d]
            for (k = 0; k < n_calls[i]; k++)
                n[callee[i, k], d] += calls[i, k] * n[i, d]
            if (i in goes_back && d > 0)
                n[back[i], d - 1] += n[i, d] / 16
        }
}
function file_of(i) {
    return SHAPE == "mixed" && i % 7 == 3 ? "bare.c" : i % 2 ? "b.c" : "a.c"
}
function define(i,    file, k) {
    file = file_of(i)
    print "void f" i "(int d)\n{" > file
    if (i in goes_back)
        print "    static int n;" > file
    if (weight[i])
        printf "    WORK(%d);\n", STEPS * weight[i] / weights / total[i] > file
    for (k = 0; k < n_calls[i]; k++)
        printf "    for (int i = 0; i < %d; i++)\n        f%d(d);\n", \
            calls[i, k], callee[i, k] > file
    if (i in goes_back)
        printf "    if (d > 0 && ++n %% 16 == 0)\n        f%d(d - 1);\n", \
            back[i] > file
    if (SHAPE == "mixed" && file != "bare.c")
        print "    helper();" > file
    print "}" > file
}
BEGIN {
    seed = SEED * 7919
    N = SHAPE == "wide" ? 46 : 8 + random(30)
    DEPTH = 3
    load[0] = 1
    for (i = 0; i < N; i++) {
        connect(i)
        connect_back(i)
    }
    count()
    for (i = 0; i < N; i++)
        if (total[i] >= 1)
            weights += weight[i] = random(3) ? part() ^ 2 : 0
    split("a.c b.c bare.c", files)
    for (k = 1; k <= 3; k++) {
        print "#define WORK(n) for (volatile long i = 0; i < (n); i++) {}" \
            > files[k]
        for (i = 0; i < N; i++)
            print "void f" i "(int d);" > files[k]
        if (SHAPE == "mixed" && k < 3)
            printf "static void helper(void)\n{\n    WORK(%d);\n}\n", \
                k * STEPS / 40000 > files[k]
    }
    for (i = 0; i < N; i++)
        define(i)
    print "int main(void)\n{\n    f0(" DEPTH ");\n    return 0;\n}" > "a.c"
}
