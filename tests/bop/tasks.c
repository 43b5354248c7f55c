/* OpenMP's tasks, loops of tasks and teams. Each step reads what the step
   before it wrote, in whichever thread. */
static int a[8], b[8], c[8], d[8], e, f, sum;

static void one(int i) { a[i] = i; }
static void two(void) { e = a[3]; }
static void three(void) { f = e; }
static void four(int i) { b[i] = a[i] + f; }
static void five(int i) { c[i] = b[7 - i]; }
static void six(int i) { d[i] = c[i]; }
static void add(int i) { sum += d[i]; }

int main(void)
{
    int x = 1, total = 0;
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
        one(i);
#pragma omp parallel num_threads(2)
#pragma omp master
    {
#pragma omp task firstprivate(x) /* it uses its own copy */
        for (; x < 2; x++)
            two();
#pragma omp taskwait
#pragma omp task if (0)
        three();
#pragma omp taskloop num_tasks(4) firstprivate(x)
        for (int i = 0; i < 8; i++)
            four(i * x);
#pragma omp taskloop num_tasks(4)
        for (unsigned long long i = 0; i < 8; i++)
            five((int)i);
    }
#pragma omp teams num_teams(2)
#pragma omp distribute
    for (int i = 0; i < 8; i++)
        six(i);
#pragma omp taskloop grainsize(3) /* outside of a parallel construct */
    for (int i = 0; i < 8; i++)
        add(i);
#pragma omp parallel reduction(task, + : total)
#pragma omp single
#pragma omp taskloop reduction(+ : total)
    for (int i = 0; i < 8; i++)
        total += d[i];
    return sum != 52 || total != 52;
}

/* In which thread a task runs varies, so these lines lack counts.
one:5[main:18] -> two:6[main:24]
one:5[main:18] -> four:8[main:30]
two:6[main:24] -> three:7[main:27]
three:7[main:27] -> four:8[main:30]
four:8[main:30] -> five:9[main:33]
five:9[main:33] -> six:10[main:38]
six:10[main:38] -> add:11[main:41]
six:10[main:38] -> main:46[main:46]
add:11[main:41] -> add:11[main:41]
add:11[main:41] -> main:47[main:47]
*/
