/* State that functions of libc keep from one call to the next. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
static int a[20], b[20], c[20], d[20], seen;

int main(void)
{
    unsigned short seed[3] = { 1, 2, 3 };
    DIR *folder = opendir("/");
    for (int i = 0; i < 20; i++) {
        char text[8] = "ab:cde";
        strtok(text, ":");
        a[i] = (int)strlen(strtok(NULL, ":"));
    }
    for (int i = 0; i < 3; i++)
        b[i] = readdir(folder)->d_name[0];
    for (int i = 0; i < 20; i++) {
        setenv("BOP_X", i & 1 ? "1" : "2", 1);
        c[i] = atoi(getenv("BOP_X"));
    }
    for (int i = 0; i < 20; i++)
        d[i] = (int)nrand48(seed);
    for (int i = 0; i < 20; i++)
        c[i] += getenv("BOP_X") != NULL;
    seen = a[3] + b[3] + c[3] + d[3];
    closedir(folder);
    return 0;
}

/*
state.c:11: 1×, 20 iterations: DOALL with private(state_of_strtok), which
state.c:16: 1×, 3 iterations: carried by `readdir().*` at distance 1
state.c:18: 1×, 20 iterations: DOALL with lastprivate(__environ), which
state.c:22: 1×, 20 iterations: carried by `seed` at distance 1 (:23 → :23)
state.c:24: 1×, 20 iterations: DOALL; #pragma omp parallel for
*/
