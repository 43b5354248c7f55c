/* A statement that another one reads between its executions has no scratch
   memory, and an update there is no reduction. */
static int last, left[4] = { 3, 3, 3, 3 }, out[16], sum, total[16];

static int next(int i) { return last + i; }
static void keep(int i) { last = i; }

int main(void)
{
    for (int i = 0; i < 12; i++) {
        while (left[i % 4] == 0)
            return 1;
        left[i % 4]--;
        out[i] = next(i);
        keep(i);
        sum += out[i];
        total[i] = sum;
    }
    for (int i = 0; i < 12; i++)
        out[i] = 0;
    return total[11] != sum;
}

/*
between.c:11: 12 executions, independent in memory; reads what :13 wrote (`left`)
between.c:13: 12 executions, loop-carried: each reads `left` that the execution 4 before wrote (:13 → :13); overwrites what :11 read (`left`)
between.c:14: 12 executions, independent in memory; reads what :15 wrote (`last`)
between.c:15: 12 executions, independent in memory but for the order of writes to `last`, which :14 reads in between; overwrites what :14 read (`last`)
between.c:16: 12 executions, loop-carried: each reads `sum` that the execution before wrote (:16 → :16); reads what :14 wrote (`out`); overwrites what :17 read (`sum`)
between.c:17: 12 executions, independent in memory; reads what :16 wrote (`sum`)
between.c:21: runs once; reads what :16 wrote (`sum`); reads what :17 wrote (`total`)
*/
