/*
 * Records the tree of all stacks of a program that was compiled with
 *
 *     -finstrument-functions -fsanitize-coverage=trace-pc
 *
 * The cost is the number of basic blocks that were executed. At the end the
 * program prints a line "DEPTH ADDRESS COST ENTERED" for each node of the tree,
 * callers before callees, to the file that ACCURACY_OUT names. This file itself
 * is compiled without these options. record.py builds and runs it.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct context {
    void *function;
    uint64_t cost, entered;
    struct context *parent, *child, *next;
};

void __cyg_profile_func_enter(void *function, void *caller);
void __cyg_profile_func_exit(void *function, void *caller);
void __sanitizer_cov_trace_pc(void);

static struct context root, *now = &root;

void __sanitizer_cov_trace_pc(void)
{
    now->cost++;
}

void __cyg_profile_func_enter(void *function, void *caller)
{
    struct context **child = &now->child;
    (void)caller;
    while (*child && (*child)->function != function)
        child = &(*child)->next;
    if (!*child) {
        *child = calloc(1, sizeof **child);
        if (!*child)
            abort();
        (*child)->function = function;
        (*child)->parent = now;
    }
    now = *child;
    now->entered++;
}

void __cyg_profile_func_exit(void *function, void *caller)
{
    (void)function;
    (void)caller;
    now = now->parent;
}

__attribute__((destructor)) static void print_contexts(void)
{
    const char *path = getenv("ACCURACY_OUT");
    FILE *file = path ? fopen(path, "w") : NULL;
    int depth = 0;
    for (const struct context *c = root.child; file && c && c != &root;) {
        fprintf(file, "%d %" PRIxPTR " %" PRIu64 " %" PRIu64 "\n", depth,
                (uintptr_t)c->function, c->cost, c->entered);
        if (c->child) {
            c = c->child;
            depth++;
            continue;
        }
        while (c != &root && !c->next) {
            c = c->parent;
            depth--;
        }
        c = c == &root ? c : c->next;
    }
    if (file)
        fclose(file);
}
