/*
 * The functions by which outputs show dependences. src/deps, the wing of
 * dependences, has them, and each output has one place where it calls them. A
 * profile without dependences adds nothing. WITH_DEPS=no leaves the wing out,
 * and deps/none.c takes its place.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct drawing; /* output/dot/drawing.h */
struct json;
struct profile;
struct report;
struct str;

/* Is src/deps a part of this program? */
extern const bool deps_are_built_in;

/* The arrows of dependences: between functions, between statements under study,
   one for each dependence, or none. */
enum deps_by { DEPS_FUNCTION, DEPS_TOPLEV, DEPS_SITE, DEPS_NONE };

/* The options that select dependences. */
struct deps_look {
    enum deps_by by;
    long least;  /* least reads of a dependence that is drawn; 0: draws those
                    with most reads */
    bool advise; /* the text output is advice on what could run in parallel */
};

/* Warns if an option is about dependences and the profile has none. */
void deps_warn(const struct report *report);

/* Puts the members of the JSON output that are about dependences. */
void deps_put_json(struct json *json, const struct report *report);

/* Appends to the text report what dependences say of statements and loops. */
void deps_put_text(struct buf *out, const struct report *report);
/* Appends the text of --advise: what could run in parallel. */
void deps_put_advice(struct buf *out, const struct report *report);

/* Puts the members of a page's data that are about dependences. `row` has, by
   function, its row in the page or NO_ID. Texts that are made for it are in the
   arena. */
void deps_put_page(struct json *json, struct arena *arena,
                   const struct report *report, const uint32_t *row);

/* Returns the lines of the legend that are about dependences, in the arena, and
   stores their number in *n. */
const struct str *deps_legend(struct arena *arena, const struct report *report,
                              size_t *n);

/* Marks the functions between which arrows of dependences may be drawn. */
void deps_mark_boxes(const struct report *report, bool *marked);
/* Draws the boxes of statements and the arrows of dependences. */
void deps_draw(struct drawing *drawing);
/* Returns the number of these arrows. */
size_t deps_count_arrows(struct arena *arena, const struct report *report);

/* Appends lines of the edges language that say which dependences were looked
   for. */
void deps_put_coverage(struct buf *out, const struct profile *profile);
/* Appends dependences, statements and loops: lines of the edges
   language. `keys` has the key of each function. */
void deps_put_edges(struct buf *out, const struct profile *profile,
                    const struct str *keys);
