/* Structures are returned in memory, passed by value, and have bit fields. */
struct big {
    int a[30];
};

struct bits {
    unsigned a : 3, b : 5, c : 24;
    unsigned long long d : 40;
};

static struct big one;
static struct bits bits;
static volatile long sink;

static void old(void)
{
    for (int i = 0; i < 30; i++)
        one.a[i] = 1;
}

static struct big make(int n)
{
    struct big b;
    for (int i = 0; i < 30; i++)
        b.a[i] = n;
    return b;
}

static void look(void)
{
    sink = one.a[3];
}

static int get(struct big b)
{
    return b.a[2]++;
}

static void pass(void)
{
    sink = get(one);
}

static void set_a(void)
{
    bits.a = 5;
}

static void set_c(void)
{
    bits.c = 77;
}

static void get_a(void)
{
    sink = bits.a;
}

int main(void)
{
    old();
    one = make(5);
    look();
    pass();
    pass();
    set_a();
    set_c();
    get_a();
    return 0;
}

/*
call: main:62[main:62] -> look:31[main:63] 1 2
call: main:62[main:62] -> pass:41[main:64] 1 5
call-gcc: main:62[main:62] -> pass:41[main:65] 1 8
call: set_a:46[main:66] -> get_a:56[main:68] 1 4
call-clang: main:62[main:62] -> pass:41[main:65] 1 10
call-clang: make:25[main:62] -> main:62[main:62] 30 1
doc-clang: make:25[-] -> main:62[main:62] 30 1
*/
