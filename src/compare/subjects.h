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
    NAME_ALIAS,       /* one name for all names of the same code in a library */
    N_FIRST_NAMES,    /* all functions have those above */
    NAME_UNVERSIONED =
        N_FIRST_NAMES, /* neutral, without versions of namespaces */
    NAME_SIMPLE,      /* demangled, without parameters */
    NAME_SHORT,       /* without parameters and template arguments */
    NAME_OWN,         /* the last part of a name with dots */
    N_NAME_KINDS
};

/* A function of one side. */
struct subject {
    const struct identity *is;
    bool is_new;
    bool is_line; /* of source, with GRANULARITY_LINE */
    bool is_nameless;
    bool is_closure, has_hash; /* as in struct neutral_name */
    bool is_lone;    /* it has no partner: its place on the other side is known,
                        and no function there can be the same */
    uint8_t n_place; /* numbers in `place` */
    uint8_t way;     /* enum match_way */
    uint32_t name[N_FIRST_NAMES];
    uint32_t module, file; /* ids, equal on both sides for the same module or
                              file */
    uint32_t tag;          /* id of a tag that is no place in the source */
    uint32_t whole;        /* id of name and tag, as read or without versions */
    uint64_t line;         /* 0: not known */
    const uint64_t *place; /* place in the source: numbers of the name, then
                              line and column, or address */
    double share, self;    /* its total and self cost as parts of the whole of
                              its side */
    struct subject *partner; /* on the other side; for MATCH_SUM the first of
                                those that are added up */
    const struct identity *becomes; /* its identity in all runs */
};

static inline bool subject_is_in_no_file(const struct subject *s)
{
    return s->is->file.len == 0;
}

/* All functions of both sides. */
struct matching {
    struct arena scratch;
    const struct profile *sides[2]; /* a profile with the functions of a side */
    struct profile *made[2]; /* the same, if made for this and owned; else
                                NULL */
    struct subject *of; /* subjects of the base, then of the new side */
    uint32_t first[3];  /* index of the first of each side, and the end */
    uint32_t n;
    struct strings texts;     /* of keys */
    struct pairs wholes;      /* names and tags as read */
    struct subject **equal;   /* by `whole`; all NULL outside find_equal, which
                                 makes it */
    struct subject **anchors; /* compare/anchors.h: those of the base, then
                                 those of the new side, by file and line */
    uint32_t n_anchors;       /* on each side */
    struct subject **chain;   /* the same for anchors that stand in the same
                                 order on both sides */
    uint32_t n_chain;
    uint32_t (*later)[N_NAME_KINDS - N_FIRST_NAMES]; /* by subject: further
                                 names, which subjects_shorten sets */
    struct demangler names;
    struct buf neutral; /* the neutral name that was found last */
};

/* Lists the functions of the runs with their names, places and shares; none has
   a partner yet. Release with subjects_close. */
void subjects_open(struct matching *m, const struct compare_run *runs,
                   size_t n);
/* Returns the subject of a function of a run. */
struct subject *subject_of(const struct matching *m,
                           const struct compare_run *run, uint32_t f);
/* Returns where a name of a subject is stored. */
uint32_t *subject_name(const struct matching *m, struct subject *s,
                       enum name_kind kind);
/* For functions without a partner so far: sets the names without versions,
   which `whole` then compares, and the short names. */
void subjects_shorten(struct matching *m);
void subjects_close(struct matching *m);
