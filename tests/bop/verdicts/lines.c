/* Statements of main whose executions depend on each other although each has
   several references on its line, or calls that a macro makes. */
static int in[10], sum, a[10], even[10], odd[10];

static void copy(const int *from, int *to)
{
    for (int i = 1; i < 10; i++)
        to[i] = from[i - 1] + 1;
}

static void count(int *counter) { (*counter)++; }

#define BY_TURNS(i) (i % 2 ? copy(odd, even) : copy(even, odd))

int main(void)
{
    for (int i = 0; i < 10; i++)
        in[i] = i;
    for (int i = 0; i < 10; i++)
        sum += in[i];
    for (int i = 1; i < 10; i++)
        a[i] = a[i - 1] + 1;
    for (int i = 0; i < 10; i++)
        BY_TURNS(i);
    for (int i = 0; i < 10; i++)
        count(&a[i]), a[i] += in[i];
    for (int i = 0; i < 10; i++)
        count(&sum);
    return 0;
}

/*
lines.c:18: 10 executions, independent in memory; needs no memory of other statements
lines.c:20: 10 executions, independent in memory but for `sum += …` at :20 (sum, a reduction); reads what :18 wrote (`in`)
lines.c:22: 9 executions, loop-carried: each reads `a` that the execution before wrote (:22 → :22); needs no memory of other statements
lines.c:24: 5 executions, loop-carried: each reads memory without a name that the execution before wrote (:8 → :8); needs no memory of other statements
lines.c:26: 10 executions, independent in memory; reads what :18 wrote (`in`); overwrites what :22 read (`a`); reads what :22 wrote (`a`); overwrites what :22 wrote (`a`)
lines.c:28: 10 executions, independent in memory but for `(*counter)++` at :11 (sum, a reduction); reads what :20 wrote (`sum`); overwrites what :20 wrote (`sum`)
*/
