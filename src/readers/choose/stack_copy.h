/* Copies contexts from one profile to another, each with its callers, and each
   once. */
#ifndef READERS_CHOOSE_STACK_COPY_H
#define READERS_CHOOSE_STACK_COPY_H

#include "model/profile.h"

struct stack_copy {
    const struct profile *from;
    struct profile *to;
    uint32_t *functions; /* by function of `from`: its copy, or NO_ID */
    uint32_t *contexts;  /* by context of `from`: its copy, or NO_ID */
    uint32_t *path;      /* scratch: contexts of `from`, innermost first */
};

/* Nothing is copied yet. The memory is the arena's. */
struct stack_copy stack_copy_of(struct arena *arena, struct profile *to,
                                const struct profile *from);
/* Returns the copy of a context. Its costs are not copied, but the numbers of
   calls are. */
uint32_t stack_copy_context(struct stack_copy *copy, uint32_t context);

#endif
