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
#include "util/map.h"
#include "util/text/buf.h"
#include "util/text/str.h"

enum dependence_kind {
    DEPENDS,         /* flow dependence: one thread wrote, then read */
    DEPENDS_THREADS, /* flow dependence between two threads */
    DEPENDS_ANTI,    /* anti dependence: the "writer" read, then the "reader"
                        wrote */
    ANTI_THREADS,
    DEPENDS_OUTPUT,  /* output dependence: both wrote */
    OUTPUT_THREADS,
    N_DEPENDENCE_KINDS
};

/* Is the dependence between two threads? */
static inline bool dependence_is_across(enum dependence_kind kind)
{
    return kind % 2;
}

/* Returns the kind for one thread: DEPENDS, DEPENDS_ANTI or DEPENDS_OUTPUT. */
static inline enum dependence_kind dependence_base(enum dependence_kind kind)
{
    return (enum dependence_kind)(kind - kind % 2);
}

/* Returns "R", "X", "A", "AX", "O" or "OX", its name in inputs and outputs. */
struct str dependence_kind_name(enum dependence_kind kind);
/* Finds the kind of that name. Returns false if there is none. */
bool dependence_kind_named(struct str name, enum dependence_kind *kind);

/* How an update such as "n += x" combines the old value with another one. */
enum reduction {
    NO_REDUCTION, /* in no way that is known */
    REDUCTION_SUM,
    REDUCTION_PRODUCT,
    REDUCTION_AND,
    REDUCTION_OR,
    REDUCTION_XOR,
    REDUCTION_MIN,
    REDUCTION_MAX,
    REDUCTION_ARGMIN, /* a minimum with its place */
    REDUCTION_ARGMAX,
    REDUCTION_LOGICAL_AND,
    REDUCTION_LOGICAL_OR,
    TAKES_NEXT, /* no reduction: "a[n++]" takes the next place */
    N_REDUCTIONS
};

static inline bool reduction_has_place(enum reduction reduction)
{
    return reduction == REDUCTION_ARGMIN || reduction == REDUCTION_ARGMAX;
}

/* Returns "", "sum", "product", "and", "or", "xor", "min", "max", "argmin",
   "argmax", "logical-and", "logical-or" or "next", its name in inputs and
   outputs. */
struct str dependence_reduction_name(enum reduction reduction);
/* Finds the reduction of that name. Returns false if there is none. */
bool dependence_reduction_named(struct str name, enum reduction *reduction);

/* One end of a dependence. The places are "FILE:LINE", "MODULE+0xADDRESS" if
   the lines are not known, or "". A statement that is one of several calls on
   a line is "FILE:LINE:COLUMN". */
struct access {
    uint32_t function;  /* the function that wrote or read */
    uint32_t statement; /* the function under study with the statement `top`, or
                           NO_ID */
    struct str at;      /* the place of the write or read */
    struct str top;     /* the statement of a function under study during which
                           it happened */
};

/* The data of a dependence, and how the source updates it. */
struct dep_data {
    struct str variable;   /* the variable with the data, or "" */
    struct str expression; /* the source's expression for data without a name,
                              such as "p->next", or ""; not unique */
    struct str allocated;  /* the place that allocated such data, or "" */
    struct str update;     /* the source text if both ends are one statement
                              like "n++", else "" */
    enum reduction reduction; /* of the update */
};

struct dependence {
    enum dependence_kind kind;
    struct access writer, reader;
    double count;       /* reads, or UNKNOWN */
    double least, most; /* the shortest and the longest distance from a write to
                           its read, in memory references, or UNKNOWN; 0 between
                           threads */
    double least_runs, most_runs; /* the same in executions of the writer's
                                     statement (0: its latest execution wrote),
                                     or UNKNOWN */
    struct dep_data data; /* it has an update only if nothing else reads its
                             value in the same execution */
};

enum {
    MOST_ARROWS = 30,    /* are drawn without --deps-min */
    MOST_ITERATIONS = 32 /* a distance of this many stands for any that is at
                            least as long */
};

/* The bit of struct statement's inputs for random numbers, as in the records t
   of bop-trace(5). */
#define RANDOM_NUMBERS ((uint64_t)1 << 62)

/* Do two statements that update data, such as "n += x" and "n -= y", make one
   reduction? */
bool dependence_is_one_reduction(const struct dep_data *a,
                                 const struct dep_data *b);
/* Returns "(sum, a reduction)", "(argmin, a reduction with its place)" and the
   like. */
struct str dependence_reduction(struct arena *arena, enum reduction reduction);
/* Returns ": `a[n++] = …` takes the next place" for an update with TAKES_NEXT,
   else "". */
struct str dependence_next(struct arena *arena, const struct dep_data *data);

/* A statement of a function under study. */
struct statement {
    uint32_t function;
    struct str place;  /* as in struct access */
    double count;      /* how often it was executed */
    double cost, most; /* sum over all executions, and of the costliest one */
    uint64_t outputs;  /* the file descriptors to which it writes, as bits; bit
                          63 stands for all others */
    uint64_t inputs;   /* the descriptors from which it reads, and
                          RANDOM_NUMBERS */
    struct str unknown; /* the functions that it calls whose references are
                           unknown, with ", " between them */
    uint32_t callee; /* the traced function that it calls most often, or
                        NO_ID */
};

/* A loop of a function under study. */
struct loop {
    uint32_t function;
    struct str place; /* "FILE:LINE", or "FILE:LINE:COLUMN" if the line has
                         several */
    double count, iterations; /* executions, and iterations in all of them */
    double cost;              /* with all that it calls */
    double early; /* executions that ended by something other than the
                     condition */
    bool has_early_exit; /* something other than the condition can end it */
    uint64_t outputs, inputs; /* as in struct statement */
    struct str unknown;       /* as in struct statement */
    bool is_for; /* it has the canonical form that OpenMP asks for */
    bool has_threads; /* some of its dependences are between threads */
};

/* The role of a loop in a dependence: where the two ends are. */
enum loop_role {
    LOOP_CARRIES, /* in different iterations of one execution */
    LOOP_WITHIN,  /* in one iteration */
    LOOP_OUT,     /* the reader is outside, or in another execution */
    LOOP_IN,      /* the writer is outside, or in another execution */
    LOOP_FREES,   /* a later iteration frees the memory */
    N_LOOP_ROLES
};

/* Returns "carries", "within", "out", "in" or "frees", its name in inputs and
   outputs. */
struct str loop_role_name(enum loop_role role);
/* Finds the role of that name. Returns false if there is none. */
bool loop_role_named(struct str name, enum loop_role *role);

/* A dependence with an end in a loop, and the loop's role. Output dependences
   can only have LOOP_CARRIES or LOOP_FREES, anti dependences also LOOP_WITHIN,
   and flow dependences all roles but LOOP_FREES. */
struct loop_use {
    uint32_t loop; /* in the list of loops */
    enum loop_role role;
    enum dependence_kind kind;
    struct str writer, reader; /* places */
    struct dep_data data;
    struct str owner; /* separates local variables of different functions */
    struct str read_site; /* separates instructions that read */
    double least, most;   /* iterations, if the loop carries it; at most
                             MOST_ITERATIONS */
    bool is_late;  /* the reader after the loop reads data of an iteration
                      before the last one */
    bool is_wide;  /* the data has several addresses */
    bool is_below; /* a function that the loop calls reads or writes the data */
    bool is_alias; /* the source reads or writes the variable without its name,
                      or it is a variable of another function */
    bool is_head;  /* the variable is a counter that only the head of the loop
                      changes */
    bool is_static; /* the body of the loop declares a variable of that name, so
                       a clause cannot name it */
    bool is_large;  /* it is an array of more than 64 kB */
};

/* Something that, by the input, was not recorded, so dependences of it may be
   missing. */
struct blind_spot {
    struct str what;  /* "inline assembly", without markup */
    struct str names; /* separated by blanks, or "" */
    double count;     /* how often it ran, or the number of names; UNKNOWN if
                         not counted */
};

/* Finds the dependences that the profile already has. The first three pairs
   give each access an id, the last one each dependence. */
struct dependence_index {
    struct arena texts;      /* the bytes of the places */
    struct strings places;   /* each place of an access once */
    struct pairs at;         /* (function, id of the place `at`) */
    struct pairs top;        /* (statement, id of the place `top`) */
    struct pairs accesses;   /* (id in at, id in top) */
    struct pairs loops;      /* (function, place) */
    struct pairs updates;    /* (reader's access, id of the update) */
    struct pairs ids;        /* (6 * writer's access + kind, id in updates) */
    struct pairs statements; /* (function, id of its place) */
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
    bool incomplete;   /* dependences are missing, because there were too many
                          or their records are damaged */
    bool crowded; /* some anti dependences between statements are missing */
    bool recorded; /* the input records dependences, so that n == 0 means that
                      there were none; if false, nobody looked for them */
    struct dependence_index index; /* private */
};

struct profile;

/* Returns the dependences of a profile, an empty list if it has none. */
const struct dependences *dependences_of(const struct profile *profile);
/* Returns the dependences of a profile, for adding more. */
struct dependences *dependences_open(struct profile *profile);

/* Adds a dependence. If there is one of the same kind, ends and update, counts
   add up, and the shortest and the longest distance are kept. Texts are
   copied. */
void dependences_add(struct dependences *d, const struct dependence *more);
/* Adds a name to a list as in struct statement, unless it is there. */
void dependences_add_name(struct buf *list, struct str name);
/* Adds the costs of a statement to those of the same function and place. The
   count is the largest one, because the parts of a statement are executed
   together. The place is copied. */
void dependences_add_statement(struct dependences *d,
                               const struct statement *more);
/* Adds a loop, or adds its numbers to the loop of the same function and place.
   Returns its position. The place is copied. */
uint32_t dependences_add_loop(struct dependences *d, const struct loop *more);
/* Returns the position of the loop of that function and place, or NO_ID. */
uint32_t dependences_find_loop(const struct dependences *d, uint32_t function,
                               struct str place);
/* Adds the role of a loop in a dependence. Texts are copied. */
void dependences_add_loop_use(struct dependences *d,
                              const struct loop_use *more);
/* Adds something that was not recorded. If it is there already, its counts add
   up, unless the names are the same. Texts are copied. */
void dependences_add_blind(struct dependences *d, struct blind_spot more);
