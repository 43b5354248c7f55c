/*
 * Tables of costs, with a name at the end of each row, as plain text or as
 * Markdown. In a file or a pipe columns have fixed widths and names are whole.
 * For people, on a terminal or if COLUMNS is set, columns are as wide as they
 * must be, columns that say nothing are left out, decimal points stand below
 * each other, and names are cut so that a row is one line, except with
 * --label-length=0.
 */
#pragma once

#include "output/report.h"
#include "util/array.h"
#include "util/text/buf.h"

enum { TABLE_MOST_COLUMNS = 6 }; /* besides the name */

/* Empty texts may have a NULL pointer, except in cells. */
struct table_row {
    struct str cells[TABLE_MOST_COLUMNS];
    struct str lead;  /* ASCII, shown before the name, such as "<- " */
    struct str name;
    struct str place; /* shown in brackets after the name, or its last part, if
                         there is room */
    struct str mark;  /* shown after that, such as " [new]" */
    bool is_gap;      /* the row is empty */
};

struct table {
    struct arena *arena; /* of the rows */
    const struct look *look;
    bool markdown;
    const int *widths; /* by column, without the name; below 0: left out */
    uint32_t spare;    /* index of the column to leave out if names have little
                          room; 0: none */
    uint32_t n_columns;
    uint32_t n_left; /* number of last columns that have text and are aligned
                        left in Markdown */
    LIST(struct table_row) rows; /* the first one has the titles */
    size_t bytes;                /* approximate size of the rows */
};

/* These return cells. A cost leaves its unit out, because the summary has it,
   except for times and sizes, which a cell may show in milliseconds or in
   megabytes. A part of a whole of 0 is "-"; "~" stands before an estimate. */
struct str table_cost(struct arena *arena, const struct report *report,
                      double cost);
struct str table_part(struct arena *arena, double cost, double whole,
                      bool exact);
/* These return the total of a function, and the cost of a call, as a part of
   the whole, or their ranges. */
struct str table_total(struct arena *arena, const struct report *report,
                       uint32_t function);
struct str table_call(struct arena *arena, const struct report *report,
                      const struct view_call *call);
struct str table_count(struct arena *arena, double count);
/* Fills four cells: the cost of the base, that of the new side, their
   difference, and its share of the base's whole. */
void table_change(struct str *cells, struct arena *arena,
                  const struct report *report, const struct change *change);

/* Returns the name of a function of the view: whole unless it is for
   people. */
struct str table_name(const struct report *report, uint32_t function);

/* Adds a row, whose texts must live as long as the table. */
void table_add(struct table *table, const struct table_row *row);
/* Removes the last rows, so that n are left. */
void table_cut(struct table *table, size_t n);
/* Is there room for more rows in an output of the default size? */
bool table_has_room(const struct table *table);

/* If there are many rows, and their layout does not depend on later ones,
   appends them and frees their arena. */
void table_flush(struct buf *out, struct table *table);
/* Appends the table. */
void table_put(struct buf *out, struct table *table);
/* Appends a line of text, broken into several on a narrow terminal. */
void table_put_line(struct buf *out, const struct look *look, struct str text);
/* The same for a line above a table with texts of the input, which is escaped
   in Markdown. */
void table_put_head(struct buf *out, const struct look *look, struct str text);
/* Appends "... 12 more (3.1% of the cost); -n 0 shows all". `options` names
   those that show all rows; `what` may be "". */
void table_put_more(struct buf *out, const struct look *look, size_t n,
                    const char *what, const char *options);

/* Text in Markdown, as GitHub, GitLab, pandoc and Python-Markdown read it. */

/* Appends text with all markup escaped. It must have no line ends
   (utf8_clean). */
void table_escape_markdown(struct buf *out, struct str text);
