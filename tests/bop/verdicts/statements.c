/* What stands between executions of one statement: a counter and scratch memory,
   a value of 4 executions before, a sum, and nothing. */
static int rays;
static double pixels[64], scratch[8], out[64], in[64], sum;

static void render(int y)
{
    for (int i = 0; i < 8; i++)
        scratch[i] = y + i;
    for (int i = 0; i < 8; i++) {
        pixels[y] += scratch[i];
        rays++;
    }
}

static void lag(int i)
{
    out[i] = i < 4 ? 0 : out[i - 4] + 1;
}

static void add(int i)
{
    sum += in[i];
}

static void stencil(int i)
{
    in[i] = out[i] + out[i + 1];
}

int main(void)
{
    for (int y = 0; y < 64; y++)
        render(y);
    for (int i = 0; i < 64; i++)
        lag(i);
    for (int i = 0; i < 63; i++)
        stencil(i);
    for (int i = 0; i < 64; i++)
        add(i);
    return rays != 512;
}

/*
statements.c:34: 64 executions, independent in memory but for scratch `scratch` (written first each time: privatizable), `rays++` at :12 (sum, a reduction); needs no memory of other statements
statements.c:36: 64 executions, loop-carried: each reads `out` that the execution 4 before wrote (:18 → :18); needs no memory of other statements
statements.c:38: 63 executions, independent in memory; reads what :36 wrote (`out`)
statements.c:40: 64 executions, independent in memory but for `sum += …` at :23 (sum, a reduction); reads what :38 wrote (`in`)
statements.c:41: runs once; reads what :34 wrote (`rays`)
*/
