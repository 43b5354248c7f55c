/*
 * A name that is too long loses one thing after another, until it is not:
 *
 *     parameters           map<int, A<B> >::find(…)
 *     the return type      of functions made from templates
 *     compilers' suffixes  ::h0123456789abcdef, [clone .isra.0]
 *     an address           Main$$Lambda/0x….run
 *     template arguments   map<int, A<…> >::find(…), then map<…>::find(…)
 *     paths within         <…::Vec<…> as …::Drop>::drop, f (…/file.py:12)
 *     leading parts        …::Parser::parse, …/json/decode.py, ….List.add
 *     its middle           a_name_with…very_long
 *
 * One byte can be kept: whatever would lose it stays, in the smallest piece
 * that is a whole, as in "sort<…, Less<Key> >(…)".
 */
#include "labels/shorten.h"

#include "labels/cut.h"
#include "names/base_name.h"
#include "names/strip.h"
#include "util/utf8.h"

static bool is_long(const struct cut *cut)
{
    return utf8_length(cut->text) > cut->limit;
}

/* False when brackets do not fit. */
static bool find_parts(struct cut *cut)
{
    struct str core = strip_parts(cut->text).core;
    size_t from, to;
    cut->start = cut->from = cut->to = 0;
    if (!brackets_find(&cut->nest, cut->arena, cut->text))
        return false;
    struct brackets nest = cut->nest;
    if (core.len && (core.len == cut->text.len ||
                     brackets_find(&nest, cut->arena, core)) &&
        base_name_find(&nest, &from, &to)) {
        cut->start = (size_t)(core.s - cut->text.s);
        cut->from = cut->start + from;
        cut->to = cut->start + to;
    }
    return true;
}

bool cut_keeps(const struct cut *cut, size_t from, size_t to)
{
    return cut->kept >= from && cut->kept < to;
}

void cut_copy(struct cut *cut, size_t from, size_t to)
{
    if (cut_keeps(cut, from, to))
        cut->moved = cut->out.len + cut->kept - from;
    buf_add(&cut->out, str_skip(str_head(cut->text, to), from));
}

void cut_finish(struct cut *cut)
{
    cut->text = buf_move(&cut->out, cut->arena);
    cut->kept = cut->moved;
    cut->out = (struct buf){ 0 };
}

/* ---- The middle ---- */

/* The bytes of the first n code points. */
static size_t bytes_of(struct str s, size_t n)
{
    struct str rest = s;
    while (n-- > 0 && rest.len)
        utf8_next(&rest);
    return s.len - rest.len;
}

/* Code points, an ellipsis before them if they are not the first; but one is
   enough. */
static void put_codes(struct cut *cut, size_t from, size_t to)
{
    struct str text = str_skip(cut->text, bytes_of(cut->text, from));
    text = str_head(text, bytes_of(text, to - from));
    if (from > 0) {
        if (!str_ends(buf_text(&cut->out), S(ELLIPSIS)))
            buf_add(&cut->out, S(ELLIPSIS));
        str_take(&text, S(ELLIPSIS));
    }
    buf_add(&cut->out, text);
}

/* The code points from..to between the first and last ones, where the kept
   byte is in none of these; else from is to. */
static void find_window(const struct cut *cut, size_t length, size_t *from,
                        size_t *to)
{
    size_t tail = cut->limit / 2, third = (cut->limit - 2) / 3;
    size_t head = cut->limit - tail - 1;
    *from = *to = 0;
    if (cut->kept == LABEL_ALL || cut->limit < 12)
        return;
    size_t at = utf8_length(str_head(cut->text, cut->kept));
    if (at < head || at + tail >= length)
        return;
    *from = at - third / 2;
    *to = *from + third;
}

/* The end of a name tells more than its middle. */
static void cut_middle(struct cut *cut)
{
    size_t length = utf8_length(cut->text), from, to;
    size_t tail = cut->limit / 2;
    size_t head = cut->limit > tail ? cut->limit - tail - 1 : 0;
    find_window(cut, length, &from, &to);
    if (from < to) {
        tail = to - from;
        head = cut->limit - 2 - 2 * tail;
    }
    put_codes(cut, 0, head);
    if (from < to)
        put_codes(cut, from, to);
    put_codes(cut, length - tail, length);
    cut_finish(cut);
}

/* ---- All together ---- */

static void (*const steps[])(struct cut *cut) = {
    cut_parameters, cut_return_type, cut_suffixes, cut_address,
    cut_arguments,  cut_paths,       cut_leading,
};

static void take_steps(struct cut *cut)
{
    for (size_t i = 0; i < ROWS(steps); i++)
        if (is_long(cut) && find_parts(cut))
            steps[i](cut);
}

/* The clean text of cut, less what all its steps take out. */
static struct str shorten(struct arena *arena, struct cut cut, size_t most)
{
    struct arena scratch = { 0 };
    cut.arena = &scratch;
    cut.moved = cut.kept;
    take_steps(&cut);
    if (utf8_length(cut.text) > most)
        cut_middle(&cut);
    struct str text = arena_copy(arena, cut.text);
    arena_free(&scratch);
    return text;
}

struct str shorten_name(struct arena *arena, struct str name, size_t limit)
{
    struct cut cut = { .text = utf8_cleaned(arena, name), .limit = limit,
                       .kept = LABEL_ALL };
    return is_long(&cut) ? shorten(arena, cut, limit) : cut.text;
}

static bool has_brackets(struct str s)
{
    return str_has(s, S("<")) || str_has(s, S("("));
}

static size_t at_most(size_t n)
{
    return n < LABEL_LIMIT ? n : LABEL_LIMIT;
}

struct str shorten_name_about(struct arena *arena, struct str name,
                               size_t limit, size_t kept)
{
    struct cut cut = { .text = utf8_cleaned(arena, name), .limit = limit,
                       .kept = kept };
    bool whole = utf8_length(cut.text) <= at_most(limit + limit / 10);
    size_t most = has_brackets(cut.text) ? at_most(limit + limit / 3) : limit;
    if (kept != LABEL_ALL && kept >= cut.text.len)
        cut.kept = cut.text.len ? cut.text.len - 1 : LABEL_ALL;
    return whole ? cut.text : shorten(arena, cut, most);
}
