/* Members of structures, of arrays of them and of structures in structures have
   their names; a union and a whole array of numbers have theirs. */
static struct { int other, count; } state;
struct point { double x, y; struct { int red, green; } colour; };
static struct point points[8];
static union { int whole; short half; } either;
static int numbers[8];

static void step(int i)
{
    static struct { int before; } last;
    state.count += i;
    points[i].y = i;
    points[i].colour.green = state.count;
    either.whole = last.before;
    last.before = either.half + numbers[i & 3] + 1;
    numbers[i] = i;
}

static double look(int i)
{
    return points[i].y + points[i].colour.green + state.count;
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < 8; i++)
        step(i);
    sum += numbers[2];
    sum += look(3);
    return sum < 0;
}

/*
members.c:29: 8 executions, loop-carried: each reads `state.count` that the execution before wrote (:12 → :12); each reads `last.before` that the execution before wrote (:16 → :15); each reads `numbers` that the execution 4 before wrote (:17 → :16); also scratch `either` (written first each time: privatizable); needs no memory of other statements
members.c:30: runs once; reads what :29 wrote (`numbers`)
members.c:31: runs once; reads what :29 wrote (`state.count`); reads what :29 wrote (`points[].y`); reads what :29 wrote (`points[].colour.green`)
*/
