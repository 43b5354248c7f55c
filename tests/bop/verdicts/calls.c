/* Several calls on one line are statements of their own. What main itself reads
   and writes on the line is one statement. */
static int a[4], b[4], c[4], sum;

static void fill(int *to) { for (int i = 0; i < 4; i++) to[i] = i; }
static void copy(int *to, const int *from)
{
    for (int i = 0; i < 4; i++)
        to[i] = from[i];
}
static int last(const int *from) { return from[3]; }

#define BOTH(x, y) copy(x, y), copy(y, x)

int main(void)
{
    fill(a); copy(b, a);
    for (int i = 0; i < 3; i++) copy(c, b), copy(b, c);
    sum += last(b) + last(a);
    BOTH(a, b);
    return 0;
}

/*
calls.c:17:5: runs once; needs no memory of other statements
calls.c:17:14: runs once; reads what :17:5 wrote (`a`)
calls.c:18:33: 3 executions, independent in memory but for the order of writes to `c`, which :18:45 reads in between; overwrites what :18:45 read (`c`); reads what :17:14 wrote (`b`); reads what :18:45 wrote (`b`)
calls.c:18:45: 3 executions, independent in memory but for the order of writes to `b`, which :18:33 reads in between
calls.c:19: runs once; needs no memory of other statements
calls.c:19:12: runs once; reads what :18:45 wrote (`b`)
calls.c:19:22: runs once; reads what :17:5 wrote (`a`)
calls.c:20: runs once
*/
