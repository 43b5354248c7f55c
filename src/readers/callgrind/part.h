/*
 * What is known while a file of callgrind is read: the part of the file, which
 * its headers describe, and the place in it. callgrind.c describes the format.
 */
#ifndef READERS_CALLGRIND_PART_H
#define READERS_CALLGRIND_PART_H

#include "readers/callgrind/events.h"
#include "readers/callgrind/names.h"
#include "readers/reader.h"

/* The meaning of the next line of numbers. */
enum meaning {
    SELF_COST,
    CALL_COST,
    NO_COST, /* it is passed over, except for its position */
};

struct callgrind {
    struct input *in;
    struct profile *profile;
    const struct reader_options *options;
    struct callgrind_names names;
    struct callgrind_events events;
    struct sample_filter filters[N_THREAD_KEYS];

    /* the current part: */
    struct arena texts; /* the bytes of the next four */
    struct str creator, command, pid, thread;
    size_t n_positions;
    size_t line_column; /* of the positions; SIZE_MAX: there is none */
    size_t address_column; /* the same */
    bool in_body;       /* a line of numbers was met */
    bool is_accepted;   /* by the filters */
    bool is_uncounted;  /* nobody counted the calls: "desc: Calls: not counted",
                           as prof2dot writes it */
    bool has_totals;
    bool is_cachegrind; /* it has the headers of cachegrind, which names no
                           creator. Its last line, "summary:", has the sums that
                           callgrind's line "totals:" has */

    size_t n_parts, n_totals; /* parts with a body, and those with totals */
    bool has_summary;         /* of another program than cachegrind */
    bool has_targets; /* calls= has a place in the callee, not 0 as Xdebug */
    bool has_lines, has_addresses; /* in some part */

    /* the current place: */
    uint64_t line, address;
    uint32_t object, file; /* ids of texts: of the last ob= and fl= */
    uint32_t code_file;    /* of the last fl=, fi= or fe= */
    uint32_t function;     /* NO_ID: none yet */
    uint32_t callee_object, callee_file; /* NO_ID: as that of the caller */
    uint32_t callee;       /* NO_ID: no cfn= since the last call */
    double count;          /* of calls=, for CALL_COST */
    enum meaning meaning;
};

/* Begins a part. Numbers of names keep their meaning from the parts before. */
void callgrind_part_begin(struct callgrind *cg);
/* Takes the words of "positions:". */
void callgrind_part_set_positions(struct callgrind *cg, struct str value);
/* Takes a line "key: value", which may begin a part. Returns false if it is no
   such line. Keys that are not known mean nothing here. */
bool callgrind_part_header(struct callgrind *cg, struct str line);
/* Chooses the event of a part and finds out whether its costs count. The reader
   calls this before the first line of numbers. */
void callgrind_part_begin_body(struct callgrind *cg);

#endif
