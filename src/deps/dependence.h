/*
 * The dependences of a profile, which stand beside its calls: one function has
 * read what another function, or the same one, has written. There is one
 * dependence for each kind and each pair of places. Only profiles from calls
 * have dependences, and costs do not take them into account.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/dependence.h"
#include "util/array.h"
#include "util/text/buf.h"
#include "util/text/str.h"

enum dependence_kind {
    DEPENDS,         /* flow: one thread wrote and read */
    DEPENDS_THREADS, /* another thread read than the one that wrote */
    DEPENDS_ANTI,    /* the "writer" read what the "reader" then overwrote */
    ANTI_THREADS,
    DEPENDS_OUTPUT,  /* both wrote */
    OUTPUT_THREADS,
    N_DEPENDENCE_KINDS
};

/* Do two threads take part? */
static inline bool dependence_is_across(enum dependence_kind kind)
{
    return kind % 2;
}

/* Returns flow, anti or output dependence, whatever the threads. */
static inline enum dependence_kind dependence_base(enum dependence_kind kind)
{
    return (enum dependence_kind)(kind - kind % 2);
}

/* Returns "R", "X", "A", "AX", "O" or "OX", as inputs and outputs name it. */
struct str dependence_kind_name(enum dependence_kind kind);
/* Finds the kind of that name. Returns false if there is none. */
bool dependence_kind_named(struct str name, enum dependence_kind *kind);

/* One end of a dependence. The places are "FILE:LINE", "MODULE+0xADDRESS" if
   the lines are not known, or "". A statement that is one of several calls on
   a line is "FILE:LINE:COLUMN". */
struct access {
    uint32_t function;  /* the function that wrote or read */
    uint32_t statement; /* the function under study that has the statement
                           `top`, or NO_ID */
    struct str at;      /* the place that wrote or read */
    struct str top;     /* the statement, in a function under study, on whose
                           behalf it did */
};

struct dependence {
    enum dependence_kind kind;
    struct access writer, reader;
    double count;       /* reads, or UNKNOWN */
    double least, most; /* the shortest and the longest distance from a write
                           to its read, in references, or UNKNOWN; 0 between
                           threads */
    double least_runs, most_runs; /* the same in executions of the writer's
                                     statement: 0 if its latest execution
                                     wrote; or UNKNOWN */
    struct str variable;          /* the data that it is about, or "" */
    struct str expression; /* how the source names data without a name, such as
                              "p->next", or ""; other data may have the same */
    struct str allocated; /* the place that has allocated such data, or "" */
    struct str update;    /* the source text if one statement like "n++" reads
                             and writes, and nothing else in the same execution
                             reads what it writes; else "" */
    struct str reduction; /* what the update does: "sum", "product", "and",
                             "or", "xor", "min", "max", "argmin", "argmax",
                             "logical-and" or "logical-or"; or "next" for
                             "a[n++]", which takes the next place and is no
                             reduction; "" if unknown, or if there is no
                             update */
};

enum {
    MOST_ARROWS = 30, /* that are drawn without --deps-min */
    RANDOM_NUMBERS = 62,
    MOST_ITERATIONS = 32 /* a distance of so many may be greater */
};

/* Tells whether two statements that update data, such as "n += x" and "n -= y",
   make one reduction. Updates are "" if there is none. */
bool dependence_is_one_reduction(struct str update, struct str reduction,
                                 struct str other_update,
                                 struct str other_reduction);
/* Returns ": `a[n++] = …` takes the next place" if a read and a write do so, or
   "". */
struct str dependence_next(struct arena *arena, struct str update,
                           struct str reduction);

/* A statement of a function under study. */
struct statement {
    uint32_t function;
    struct str place;  /* as in struct access */
    double count;      /* how often it was executed */
    double cost, most; /* of all executions, of the costliest one */
    uint64_t outputs;  /* the descriptors of files that it writes to, by bit;
                          bit 63 stands for all others */
    uint64_t inputs;   /* those that it reads from; bit RANDOM_NUMBERS stands
                          for the random numbers of libc */
    struct str unknown; /* functions that it calls and whose references nobody
                           knows, with ", " between them */
    uint32_t callee; /* the traced function that it calls most often, or
                        NO_ID */
};

/* A loop of a function under study. */
struct loop {
    uint32_t function;
    struct str place; /* "FILE:LINE", or "FILE:LINE:COLUMN" if the line has
                         several */
    double count, iterations; /* executions, iterations of all of them */
    double cost;              /* with all that it calls */
    double early; /* executions that something else than the condition ended */
    bool has_early_exit; /* something else may end it */
    uint64_t outputs, inputs; /* as in struct statement */
    struct str unknown;       /* as in struct statement */
    bool is_for; /* it has the canonical form that OpenMP asks for */
    bool has_threads; /* other threads take part in its dependences */
};

/* How the two ends of a dependence lie in a loop. */
enum loop_role {
    LOOP_CARRIES, /* in different iterations of one execution */
    LOOP_WITHIN,  /* in one iteration */
    LOOP_OUT,     /* the reader is outside, or in another execution */
    LOOP_IN,      /* the writer is outside, or in another execution */
    LOOP_FREES,   /* a later iteration gives the memory back */
    N_LOOP_ROLES
};

/* Returns "carries", "within", "out", "in" or "frees", as inputs and outputs
   name it. */
struct str loop_role_name(enum loop_role role);
/* Finds the role of that name. Returns false if there is none. */
bool loop_role_named(struct str name, enum loop_role *role);

/* Tells which role a dependence plays in a loop. Output dependences can only be
   LOOP_CARRIES or LOOP_FREES, anti dependences also LOOP_WITHIN, and flow
   dependences all but LOOP_FREES. */
struct loop_use {
    uint32_t loop; /* in the list of loops */
    enum loop_role role;
    enum dependence_kind kind;
    struct str writer, reader;              /* places */
    struct str variable, expression, allocated, update,
        reduction;    /* as in struct dependence */
    struct str owner; /* distinguishes local variables of several functions */
    struct str read_site; /* distinguishes the instructions that read */
    double least, most;   /* iterations, if the loop carries it; at most
                             MOST_ITERATIONS */
    bool is_late;  /* the reader outside reads what not the last iteration
                      wrote */
    bool is_wide;  /* it is about data at several addresses */
    bool is_below; /* a function that the loop calls reads or writes */
    bool is_alias; /* the source does not name the variable where it is read or
                      written, or the variable is one of another function */
    bool is_head;  /* the variable is a counter, which only the head of the loop
                      changes */
    bool is_static; /* the body of the loop declares a variable of that name,
                       which no clause can mean */
    bool is_large;  /* it is an array of more than 64 kB */
};

/* Something that the input says it does not record. A missing dependence says
   nothing about it. */
struct blind_spot {
    struct str what;  /* "inline assembly", without markup */
    struct str names; /* separated by blanks, or "" */
    double count;     /* how often it ran, or the number of names; UNKNOWN if
                         it was not counted */
};

/* Zeroed is empty. */
struct dependences {
    LIST(struct dependence);
    LIST(struct statement) statements;
    LIST(struct loop) loops;
    LIST(struct loop_use) loop_uses;
    LIST(struct blind_spot) blind;
    bool anti, output; /* these kinds were looked for */
    bool no_locals;    /* scalar local variables were not traced */
    bool incomplete;   /* dependences are missing because there were too many */
    bool crowded;      /* some anti dependences between statements are missing */
    bool recorded; /* the input records dependences, so that n == 0 means that
                      there were none; if false, nobody looked for them */
    struct dependence_index *index; /* private */
};

struct profile;

/* Returns the dependences of a profile, an empty list if it has none. */
const struct dependences *dependences_of(const struct profile *profile);
/* Returns the dependences of a profile, to which more may be added. */
struct dependences *dependences_open(struct profile *profile);

/* Adds a dependence, or adds to the one of the same kind, ends and update: the
   counts add up, and the shortest and the longest distance stay. Texts are
   copied. */
void dependences_add(struct dependences *d, const struct dependence *more);
/* Adds a name to a list as in struct statement, unless it is there. */
void dependences_add_name(struct buf *list, struct str name);
/* Adds the costs of a statement to those of the same function and place. The
   count is the largest one, because the parts of a statement are executed
   together. The place is copied. */
void dependences_add_statement(struct dependences *d,
                               const struct statement *more);
/* Adds a loop, or adds to the one of the same function and place. Returns its
   position. The place is copied. */
uint32_t dependences_add_loop(struct dependences *d, const struct loop *more);
/* Returns the position of the loop of that function and place, or NO_ID. */
uint32_t dependences_find_loop(const struct dependences *d, uint32_t function,
                               struct str place);
/* Adds what a dependence means for a loop. Texts are copied. */
void dependences_add_loop_use(struct dependences *d,
                              const struct loop_use *more);
/* Adds something that was not recorded. If it is there already, its counts add
   up, unless the names are the same. Texts are copied. */
void dependences_add_blind(struct dependences *d, struct blind_spot more);
