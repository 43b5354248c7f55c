/* This file takes the place of all others of this room in a program that is
   built with WITH_DEPS=no: no profile has dependences, and inputs that have
   them are refused. */
#include "model/dependence.h"
#include "output/wing.h"
#include "readers/own/edges.h"
#include "readers/reader.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

#define WITHOUT                                                                \
    "dependences, and this prof2dot is built without them (WITH_DEPS=no); "    \
    "use one that is built with them"

const bool deps_are_built_in = false;

/* ---- For readers ---- */

static enum match detect(struct head head)
{
    return str_starts(head.text, S("bop-trace ")) ? MATCH_YES : MATCH_NO;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    return input_error(in, "a trace of bop-cc has " WITHOUT);
}

const struct reader reader_bop = {
    .name = "bop",
    .description = "traces of bop-cc: left out, built without dependences",
    .programs = "bop-cc",
    .tested = "bop-cc of this version",
    .file = "bop.*.trace",
    .recipes = "",
    .totals = TOTALS_ESTIMATED,
    .supports = ASK_INLINES | ASK_LIST_PLACES,
    .detect = detect,
    .read = read,
};

/* Returns true, as no other message is due. */
static bool refuse(struct edges *edges)
{
    input_error(edges->in, "the line is about " WITHOUT ", or delete such "
                           "lines: %%dependences, %%blind and those "
                           "with ~> or @");
    return true;
}

bool deps_directive(struct edges *edges, struct str word, struct str text,
                    struct str rest)
{
    return (str_eq(word, S("dependences")) || str_eq(word, S("blind"))) &&
           refuse(edges);
}

bool deps_line(struct edges *edges, struct str key, struct str line)
{
    static const struct str starts[] = { STR("~> "), STR("@ "), STR("@loop "),
                                         STR("@use ") };
    for (size_t i = 0; i < ROWS(starts); i++)
        if (str_starts(line, starts[i]))
            return refuse(edges);
    return false;
}

/* ---- For copies of a profile ---- */

void dependences_like(struct dependences **to, const struct dependences *from)
{
}

void dependences_merge(struct dependences **to, const struct dependences *from,
                       const uint32_t *ids)
{
}

void dependences_mark_most(const struct dependences *dependences, long least,
                           bool *marked)
{
}

void dependences_mark(const struct dependences *dependences, const bool *among,
                      bool *marked)
{
}

void dependences_free(struct dependences *dependences)
{
}

/* ---- For outputs ---- */

void deps_warn(const struct report *report)
{
}

void deps_put_json(struct json *json, const struct report *report)
{
}

void deps_put_text(struct buf *out, const struct report *report)
{
}

void deps_put_advice(struct buf *out, const struct report *report)
{
}

void deps_put_page(struct json *json, struct arena *arena,
                   const struct report *report, const uint32_t *row)
{
}

const struct str *deps_legend(struct arena *arena, const struct report *report,
                              size_t *n)
{
    *n = 0;
    return NULL;
}

void deps_mark_boxes(const struct report *report, bool *marked)
{
}

void deps_draw(struct drawing *drawing)
{
}

size_t deps_count_arrows(struct arena *arena, const struct report *report)
{
    return 0;
}

void deps_put_coverage(struct buf *out, const struct profile *profile)
{
}

void deps_put_edges(struct buf *out, const struct profile *profile,
                    const struct str *keys)
{
}
