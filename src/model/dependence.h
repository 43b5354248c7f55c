/*
 * Dependences of a profile, beside its calls: a function has read what another
 * one, or itself, has written. One for each kind and each pair of places;
 * costs know nothing of them. Only profiles from calls have some.
 */
#ifndef MODEL_DEPENDENCE_H
#define MODEL_DEPENDENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/arena.h"
#include "util/map.h"
#include "util/str.h"

enum dependence_kind {
    DEPENDS,         /* both in one thread */
    DEPENDS_THREADS, /* the reader is another thread than the writer */
};

/* One end. Texts are places, "FILE:LINE", or "MODULE+0xADDRESS" where lines
   are not known, or "". */
struct access {
    uint32_t function;  /* that wrote or read */
    uint32_t statement; /* the function under study that `top` is in, or
                           NO_ID */
    struct str at;      /* where it did */
    struct str top;     /* the statement that it did so for */
};

struct dependence {
    enum dependence_kind kind;
    struct access writer, reader;
    double count;      /* of reads, or UNKNOWN */
    double least, most; /* distances from write to read, in references, or
                           UNKNOWN; 0 between threads */
};

/* Zeroed is empty. */
struct dependences {
    struct dependence *of;
    size_t room;
    uint32_t n;
    bool recorded; /* the input records dependences, even if it has none */
    struct pairs places, tops, accesses, ids; /* private */
};

struct profile;

/* Adds to the one of that kind and those ends, or makes it: counts add up, the
   least and the greatest distance stay. Texts are copied into the profile. */
void dependences_add(struct profile *profile, const struct dependence *more);
/* Adds those of another profile; ids: by function of that, the function here,
   or NO_ID. What has lost an end is left out, a lost statement NO_ID. */
void dependences_merge(struct profile *profile,
                             const struct profile *from, const uint32_t *ids);
void dependences_free(struct dependences *dependences);

#endif
