/* Updates whose value something in the same execution uses, which are no
   reductions, and kinds of reductions, and values that are read afterwards. */
#define N 60
static int in[N], total, sums[N], ids[N], id, seen, flags[N], some, late;
static int n, all = -1, any, odd, low = 99, high, most, at, least = 99, last;
static int found, twice;
static double half, product = 1;

static void prefix(int i)
{
    total += in[i];
    sums[i] = total;
}

static int fresh(void)
{
    return ++id;
}

static void number(int i)
{
    ids[i] = fresh();
}

static void warn(int i)
{
    seen++;
    if (seen > 20)
        flags[i] = 1;
}

static void once(int i)
{
    some += in[i];
    if (i == 0)
        late = some;
}

static void count(int i)
{
    n -= in[i];
    product *= 1 + in[i] / 100.;
}

static void bits(int i)
{
    all &= in[i] | 8;
    any |= in[i] + 1;
    odd ^= in[i];
}

static void range(int i)
{
    if (in[i] < low)
        low = in[i];
    high = high > in[i] ? high : in[i];
}

static void place(int i)
{
    if (in[i] > most) {
        most = in[i];
        at = i;
    }
}

static void wrong(int i)
{
    if (in[i] < least)
        least = in[i] + 1;
}

static void keep(int i)
{
    last = in[i];
    if (in[i] == 3)
        found = i;
}

static void add(int i)
{
    half = half + in[i] * .5;
}

static void scale(int i)
{
    twice = twice * 2 + in[i];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        in[i] = i * 7 % 11 + 1;
    for (int i = 0; i < N; i++)
        prefix(i);
    for (int i = 0; i < N; i++)
        number(i);
    for (int i = 0; i < N; i++)
        warn(i);
    for (int i = 0; i < N; i++)
        once(i);
    for (int i = 0; i < N; i++)
        count(i);
    for (int i = 0; i < N; i++)
        bits(i);
    for (int i = 0; i < N; i++)
        range(i);
    for (int i = 0; i < N; i++)
        place(i);
    for (int i = 0; i < N; i++)
        wrong(i);
    for (int i = 0; i < N; i++)
        keep(i);
    for (int i = 0; i < N; i++)
        add(i);
    for (int i = 0; i < N; i++)
        scale(i);
    return last + found + at < 0;
}

/*
uses.c:95: 60 executions, loop-carried: each reads `total` that the execution before wrote
uses.c:97: 60 executions, loop-carried: each reads `id` that the execution before wrote
uses.c:99: 60 executions, loop-carried: each reads `seen` that the execution before wrote
uses.c:101: 60 executions, loop-carried: each reads `some` that the execution before wrote
uses.c:103: 60 executions, independent in memory but for `n += …` at :41 (sum, a reduction), `product *= …` at :42 (product, a reduction);
uses.c:105: 60 executions, independent in memory but for `all &= …` at :47 (and, a reduction), `any |= …` at :48 (or, a reduction), `odd ^= …` at :49 (xor, a reduction);
uses.c:107: 60 executions, independent in memory but for `low = min(low, …)` at :54 (min, a reduction), `high = max(high, …)` at :56 (max, a reduction);
uses.c:109: 60 executions, independent in memory but for `most = max(most, …), at = …` at :61 (argmax, a reduction with its place);
uses.c:111: 60 executions, loop-carried: each reads `least` that
uses.c:113: 60 executions, independent in memory but for scratch `last` (written first each time, and :118 reads the last value: lastprivate), the order of writes to `found`, which :118 reads afterwards, not always from the last execution;
uses.c:115: 60 executions, independent in memory but for `half += …` at :82 (sum, a reduction);
uses.c:117: 60 executions, loop-carried: each reads `twice` that the execution before wrote
*/
