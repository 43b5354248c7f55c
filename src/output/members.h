/* The members of a cycle that became one function (--cycles=collapse), and the
   calls into and inside it. */
#pragma once

#include "output/report.h"
#include "util/ranked.h"

struct members {
    struct ranked *ranked; /* functions of report->collapsed->before, by falling
                              self cost */
    size_t n;              /* 0: the function is no collapsed cycle */
};

/* Returns the members of a function of report->profile, in the arena. */
struct members members_of(struct arena *arena, const struct report *report,
                          uint32_t function);

/* A way into a collapsed cycle, or a call from a member to a member. Functions
   are those of report->collapsed->before. */
struct member_call {
    uint32_t caller; /* NO_ID: none, the callee has an entry */
    uint32_t callee;
    bool enters; /* the caller is no member of the cycle */
    double count, cost; /* or UNKNOWN */
};

struct member_calls {
    struct member_call *of; /* first those that enter, then the others, each by
                               falling count or, without counts, by cost */
    size_t n;
};

/* Returns the calls into and inside of a collapsed cycle, self-calls of members
   included, in the arena; none if the function is no collapsed cycle. */
struct member_calls member_calls_of(struct arena *arena,
                                    const struct report *report,
                                    uint32_t function);

/* Returns "main enters at parse", "enters at parse" if the caller is not known,
   or "parse calls eval", with labels. */
struct str member_call_text(struct arena *arena, const struct report *report,
                            const struct member_call *call);
