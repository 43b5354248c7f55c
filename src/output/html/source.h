/*
 * Source lines and instructions of functions beside their costs, as JSON for a
 * page. What is known of a function is one object, its listing:
 *
 *     file     the path below the folder of --source, or as the profile has it;
 *              "" without one
 *     first    the first line of the function; 0: not known
 *     parts    [number of the first line, [text of each line]] of each part of
 *              the file that is shown, by line
 *     costs    [line, self, its text, total, its text] of each line with cost,
 *              by line; a total that is not known is null
 *     notes    sentences that the reader of the lines must know
 *     code     only with --assembly: [name, costs, instructions] of each piece
 *              of code. Costs are [number of the instruction, self, its text,
 *              total, its text] of those that have some. The instructions are
 *              those near one with cost: [number, address, text, line, place].
 *              The place is the index of a text of `places`: "" is the function
 *              itself in its own file, others have the file and the function
 *              that is inlined there
 *     places   the texts of places
 *     owners   names of the functions into which it is inlined, one text
 */
#pragma once

#include <time.h>

#include "output/instructions.h"
#include "output/report.h"
#include "output/source_lines.h"
#include "util/text/json.h"

enum {
    HTML_SOURCE_BYTES = 1000000, /* most bytes of all listings of a page */
    HTML_SOURCE_AROUND = 8,      /* lines around one with cost that are shown */
};

/* Data that all listings share. Begin with html_source_open; the arena owns all
   memory. */
struct html_source {
    struct arena *arena;
    const struct report *report; /* its lines are NULL if there are no costs */
    struct source_routines routines; /* by name, module and file */
    struct instructions *instructions; /* or NULL */
    struct strings paths;           /* of files that were looked for */
    LIST(struct html_file) files;   /* by id of the path */
    uint64_t around; /* lines around one with cost that are shown */
};

/* The function of a page whose listing is wanted. */
struct html_source_of {
    struct identity is;
    uint64_t line; /* its first line; 0: not known */
    const char *note; /* one more note, or NULL */
};

void html_source_open(struct html_source *source, struct arena *arena,
                      const struct report *report, uint64_t around);
/* Adds the listing of a function, to the open array or alone. Returns NULL, or
   why there is nothing to show. */
const char *html_source_put(struct html_source *source, struct json *json,
                            const struct html_source_of *of);

/*
 * Adds the member "source" to the open object with --source or --assembly,
 * unless the page is served, which asks for listings later:
 *
 *     listings  [row, listing] of each function that has one: `functions` are n
 *               functions of report->profile, in the order of their rows
 *     n_left    the number of functions that have none because the listings
 *               would have more than HTML_SOURCE_BYTES
 *
 * Prints a note on how large they are.
 */
void html_source(struct json *json, const struct report *report,
                 const uint32_t *functions, uint32_t n);
