/*
 * This is known while a file of callgrind is read: the part of the file, which
 * its headers describe, and the place in it. callgrind.c describes the format.
 */
#pragma once

#include "input/input.h"
#include "model/profile.h"
#include "readers/callgrind/names.h"
#include "readers/reader.h"
#include "util/array.h"
#include "util/map.h"
#include "util/text/str.h"

/*
 * The events of a profile of callgrind: their names, the one that is counted,
 * and its unit.
 *
 *     event: sum = Ir + 16 Dr : Weighted sum
 *     event: sysTime : sysTime (elapsed ms)
 *     events: Ir Dr sysTime
 *
 * The line "events:" names the columns of the costs of a part. The line
 * "event:" describes an event; an event with a formula is derived from others
 * and has no column.
 */

struct callgrind_event {
    struct str formula;   /* "Ir + 16 Dr", or "" */
    struct str long_name; /* or "" */
    bool has_column;      /* in some part */
    double sum;           /* of all self costs that were read */
    double total;         /* the sum of the lines "totals:" */
};

/* Is empty if zeroed; end with freeing the arena, which owns everything. */
struct callgrind_events {
    struct arena arena;
    struct strings names; /* of all events, derived ones included */
    LIST(struct callgrind_event) events; /* by id of the name */
    LIST(uint32_t) columns; /* the ids of the events of this part, by column */
    LIST(double) factors; /* by column: a line's cost is the sum of the products
                             of factor and number */
    size_t passed_over; /* the number of columns before the first with costs */
    uint32_t first;  /* 1 + the default event: the first of the first "events:"
                        with costs; or 0 */
    uint32_t chosen; /* 1 + the event that is counted; 0: not known yet */
};

/* Finds the default event: skips first columns without any cost, by the line
   "summary:" or if the head is the whole input. Call it before anything
   else. */
void callgrind_events_look(struct callgrind_events *events, struct head head);
/* Sets event and unit of the profile, whose costs are in the unit of the file,
   and fills its inventory. `creator` is the program that wrote the file. */
void callgrind_events_finish(struct callgrind_events *events,
                             struct profile *profile, struct str creator);
/* Lists all events for a message. The text is in the arena. */
struct str callgrind_events_list(const struct callgrind_events *events,
                                 struct arena *arena);
/* Returns nearest_text of a name among those of the events. */
struct str callgrind_events_nearest(const struct callgrind_events *events,
                                    struct arena *arena, struct str name);

/* The meaning of the next line of numbers. */
enum meaning {
    SELF_COST,
    CALL_COST,
    NO_COST, /* only its position is used */
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
    bool is_uncounted;  /* calls were not counted: "desc: Calls: not counted",
                           which prof2dot writes */
    bool has_totals;
    bool is_cachegrind; /* it has the headers of cachegrind, which has no
                           creator and has the sums of "totals:" in its last
                           line, "summary:" */

    size_t n_parts, n_totals; /* parts with a body, and those with totals */
    bool has_summary;         /* has the line "summary:" of a program other than
                                 cachegrind */
    bool has_targets; /* calls= has a place in the callee; Xdebug writes 0 */
    bool has_lines, has_addresses; /* in some part */

    /* the current place: */
    uint64_t line, address;
    uint32_t object, file; /* ids of texts: of the last ob= and fl= */
    uint32_t code_file;    /* of the last fl=, fi= or fe= */
    uint32_t function;     /* NO_ID: none yet */
    uint32_t callee_object, callee_file; /* NO_ID: as in the caller */
    uint32_t callee;       /* NO_ID: no cfn= since the last call */
    double count;          /* of calls=, for CALL_COST */
    enum meaning meaning;
};

/* Begins a part. Numbers of names keep their meaning from the parts before. */
void callgrind_part_begin(struct callgrind *cg);
/* Takes the words of "positions:". */
void callgrind_part_set_positions(struct callgrind *cg, struct str value);
/* Takes a line "key: value", which may begin a part. Returns false if it is no
   such line. Unknown keys are ignored. */
bool callgrind_part_header(struct callgrind *cg, struct str line);
/* Chooses the event of a part and decides whether its costs count. Call it
   before the first line of numbers. */
void callgrind_part_begin_body(struct callgrind *cg);

/* The words of lines of numbers. Each of these functions takes one from the
   front of *s, as those of util/text/str.h do. They are inline because a large
   file has a billion of such words. They pass copies to functions that are not
   inline, so that *s stays in registers. */

/* Takes a number that is long or hexadecimal. */
static inline bool numbers_take_rare(struct str *s, bool is_hex,
                                     uint64_t *number)
{
    struct str rest = str_skip(*s, is_hex ? 2 : 0);
    uint64_t n = 0;
    if (!(is_hex ? str_take_hex : str_take_digits)(&rest, &n))
        return false;
    *s = rest;
    *number = n;
    return true;
}

/* Takes a decimal or hexadecimal number. */
static inline bool numbers_take_integer(struct str *s, uint64_t *number)
{
    enum { SAFE = 18 }; /* this many digits never overflow */
    size_t len = 0, most = s->len < SAFE ? s->len : SAFE;
    uint64_t n = 0;
    unsigned digit;
    for (; len < most && (digit = (unsigned char)s->s[len] - '0') < 10; len++)
        n = n * 10 + digit;
    bool is_hex = len == 1 && n == 0 && s->len > 2 && s->s[1] == 'x';
    if (len == SAFE || is_hex)
        return numbers_take_rare(s, is_hex, number);
    s->s += len;
    s->len -= len;
    *number = n;
    return len > 0;
}

static inline void numbers_take_blanks(struct str *s)
{
    while (s->len && ascii_is_blank(s->s[0])) {
        s->s++;
        s->len--;
    }
}

/* Takes the rest of a word, such as the end of a range, "12-14". */
static inline void numbers_take_rest(struct str *s)
{
    while (s->len && !ascii_is_blank(s->s[0])) {
        s->s++;
        s->len--;
    }
}

/* Takes a line or an address, which may be relative to *position. */
static inline bool numbers_take_position(struct str *s, uint64_t *position)
{
    uint64_t number = 0;
    char sign = s->s[0];
    bool is_relative = sign == '+' || sign == '-' || sign == '*';
    s->s += is_relative;
    s->len -= is_relative;
    if (sign != '*' && !numbers_take_integer(s, &number))
        return false;
    *position = (is_relative ? *position : 0) +
                (sign == '-' ? 0 - number : number);
    numbers_take_rest(s);
    return true;
}

/* Takes a cost. Most are whole numbers; memory that is released may be
   negative, and old versions of cachegrind write "." for 0. */
static inline bool numbers_take_cost(struct str *s, double *cost)
{
    uint64_t number = 0;
    struct str rest = *s;
    if (numbers_take_integer(&rest, &number) &&
        (!rest.len || ascii_is_blank(rest.s[0]))) {
        *cost = (double)number;
        *s = rest;
        return true;
    }
    double other = 0;
    struct str copy = *s;
    bool good = str_take_number(&copy, &other) || str_take(&copy, S("."));
    *s = copy;
    *cost = other;
    return good && (!s->len || ascii_is_blank(s->s[0]));
}
