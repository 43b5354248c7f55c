/* Two stages run one after the other in the threads of OpenMP, with the same
   elements in the same thread; the third one reads what other threads wrote.
   Then come two tasks. */
static int a[8], b[8], c[8], d, e;

static void stage1(int i) { a[i] = i; }
static void stage2(int i) { b[i] = a[i] + 1; }
static void stage3(int i) { c[i] = b[7 - i]; }
static void first(void) { d = c[0]; }
static void second(void) { e = d; }

static void produce(void)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 8; i++)
        stage1(i);
}

static void change(void)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 8; i++)
        stage2(i);
}

static void reverse(void)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 8; i++)
        stage3(i);
}

static void submit(void (*run)(void))
{
#pragma omp task firstprivate(run)
    run();
}

int main(void)
{
    produce();
    change();
    reverse();
#pragma omp parallel num_threads(2)
#pragma omp master
    {
        submit(first);
#pragma omp taskwait
        submit(second);
    }
    return e != 8;
}

/* Thread numbers and distances vary, so these lines lack them.
both: stage1:6[main:41] -> stage2:7[main:42] 8
both: X stage2:7[main:42] -> stage3:8[main:43] 8
gcc: first:9[main._omp_fn.0:47] -> second:10[main._omp_fn.0:49] 1
*/
