// Memory from new is deleted, allocated again and filled by libc. Reading it
// must not depend on whoever wrote to it before the delete.
#include <unistd.h>

static char *make()
{
    char *p = new char[64];
    for (int i = 0; i < 64; i++)
        p[i] = 'x';
    return p;
}

static char *fill()
{
    char *p = new char[64];
    return getcwd(p, 64) ? p : 0;
}

static int look(const char *p)
{
    return p[0] == '/';
}

static void drop(char *p)
{
    delete[] p;
}

int main()
{
    if (chdir("/") != 0)
        return 1;
    drop(make());
    char *p = fill();
    int good = look(p);
    drop(p);
    return !good;
}

/*
call: _ZL4fillv:16[main:34] -> _ZL4lookPKc:21[main:35] 1 2
*/
