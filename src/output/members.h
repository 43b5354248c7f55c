/* The members of a cycle that became one function (--cycles=collapse). */
#ifndef OUTPUT_MEMBERS_H
#define OUTPUT_MEMBERS_H

#include "output/report.h"

struct members {
    struct ranked *ranked; /* functions of report->collapsed->before, by falling
                              self cost */
    size_t n;              /* 0: the function is no collapsed cycle */
};

/* Returns the members of a function of report->profile, in the arena. */
struct members members_of(struct arena *arena, const struct report *report,
                          uint32_t function);

#endif
