/* Loops that exceptions leave, and those that they stay in. */
static int a[30], n = 30, k;

static int get(int i)
{
    if (i % 5 == 4)
        throw i;
    return i;
}

static void fill(int i)
{
    for (int j = 0; j < 3; j++)
        if (j == 2 && i == 7)
            throw j;
        else
            k = j;
}

static void caught()
{
    for (int i = 0; i < n; i++) {
        try {
            a[i] = get(i);
        } catch (int x) {
            a[i] = -1;
        }
    }
    for (int i = 0; i < n; i++)
        a[i] = i;
}

static void left()
{
    try {
        for (int i = 0; i < n; i++)
            fill(i);
    } catch (int) {
    }
    for (int i = 0; i < n; i++)
        a[i] = i;
}

int main()
{
    caught();
    left();
    return 0;
}

/* functions: main caught left */
/*
throws.cc:22: 1×, 30 iterations: DOALL
throws.cc:29: 1×, 30 iterations: DOALL; #pragma omp parallel for
throws.cc:36: 1×, 8 iterations: .*left early 1×
throws.cc:40: 1×, 30 iterations: DOALL; #pragma omp parallel for
*/
