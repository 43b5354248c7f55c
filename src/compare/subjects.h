/* The functions of both sides of a comparison, as match.c matches them. */
#pragma once

#include "compare/match.h"
#include "names/demangle.h"
#include "names/neutral.h"
#include "util/map.h"

/* The names by which functions are compared. */
enum name_kind {
    NAME_NEUTRAL,
    NAME_READ,        /* as read */
    NAME_UNVERSIONED, /* neutral, without versions of namespaces */
    NAME_SIMPLE,      /* demangled, without parameters */
    NAME_SHORT,       /* without parameters and template arguments either */
    NAME_OWN,         /* the last part of a name with dots */
    NAME_ALIAS,       /* of all names of the same code of a library */
    N_NAME_KINDS
};

/* A function of one side. */
struct subject {
    struct identity is;
    bool is_new;
    bool is_line; /* of source, with GRANULARITY_LINE */
    bool is_nameless;
    bool is_closure, has_hash; /* as in struct neutral_name */
    uint32_t name[N_NAME_KINDS];
    uint32_t module, file; /* equal on both sides if they are the same */
    uint32_t tag;          /* a tag that tells no place */
    uint32_t whole;        /* name and tag as read, or without versions */
    uint64_t line;         /* 0: not known */
    uint64_t place[NEUTRAL_NUMBERS + 2]; /* in the source: numbers of the name,
                                            and line and column or address */
    uint32_t n_place;
    double share, self;    /* of its total and self cost in the whole of its
                              side */
    bool is_lone;          /* its place on the other side is known, and nothing
                              that could be its partner stands there */
    enum match_way way;
    struct subject *partner; /* on the other side; for MATCH_SUM the first of
                                those that are added up */
    struct identity becomes; /* in all runs */
};

static inline bool subject_is_in_no_file(const struct subject *s)
{
    return s->is.file.len == 0;
}

/* All functions of both sides. */
struct matching {
    struct arena scratch;
    const struct profile *sides[2]; /* has the functions of a side */
    struct profile *made[2]; /* the same if it is not that of a run, or NULL */
    struct subject *of; /* those of the base, then those of the new side */
    uint32_t first[3];  /* the first of each side, and the end */
    uint32_t n;
    struct strings texts;     /* of keys */
    struct pairs wholes;      /* names and tags as read */
    struct subject **equal;   /* by whole: NULL except in find_equal */
    struct subject **anchors; /* see anchors.h: those of the base and then of
                                 the new side, by file and line */
    uint32_t n_anchors;       /* on each side */
    struct subject **chain;   /* the same for anchors that stand in the same
                                 order on both sides */
    uint32_t n_chain;
    struct demangler names;
};

/* Lists the functions of the runs with their names, places and shares; none has
   a partner yet. Release with subjects_close. */
void subjects_open(struct matching *m, const struct compare_run *runs,
                   size_t n);
/* Sets the names without versions, by which they are then equal, and the short
   names of the functions that have no partner yet. */
void subjects_shorten(struct matching *m);
void subjects_close(struct matching *m);
