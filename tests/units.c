/* All unit tests are one program, because linking takes longer than testing:
   units NAME runs the tests of tests/unit/NAME.c. */
#include <stdio.h>
#include <string.h>

/* The list of files is made by the Makefile: a line UNIT(NAME) for each. */
#define UNIT(name) int unit_##name(void);
#include "tests/unit/list.h"
#undef UNIT

static const struct unit {
    const char *name;
    int (*run)(void); /* returns the exit status */
} units[] = {
#define UNIT(name) { #name, unit_##name },
#include "tests/unit/list.h"
#undef UNIT
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < sizeof units / sizeof *units; i++)
        if (!strcmp(units[i].name, argv[1]))
            return units[i].run();
    fprintf(stderr, "usage: units NAME, for tests/unit/NAME.c\n");
    return 2;
}
