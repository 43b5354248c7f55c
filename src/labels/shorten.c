/*
 * A name that is too long loses one thing after another until it fits:
 *
 *     parameters           map<int, A<B> >::find(…)
 *     the return type      of functions made from templates
 *     compilers' suffixes  ::h0123456789abcdef, [clone .isra.0]
 *     an address           Main$$Lambda/0x….run
 *     template arguments   map<int, A<…> >::find(…), then map<…>::find(…)
 *     paths inside it      <…::Vec<…> as …::Drop>::drop, f (…/file.py:12)
 *     leading parts        …::Parser::parse, …/json/decode.py, ….List.add
 *     more around it       …eManagerFactory::create(…)
 *     its middle           a text of unknown form, or a name with…very_long
 *
 * The function's own name, the last part, stays whole unless it has nearly
 * SHORTEN_LIMIT code points. A caller may say that one byte must stay. It stays
 * in the smallest piece that makes sense, as in "sort<…, Less<Key> >(…)".
 */
#include "labels/shorten.h"

#include "labels/cut.h"
#include "names/base_name.h"
#include "names/parts.h"
#include "names/strip.h"
#include "util/text/utf8.h"

static bool is_too_long(const struct cut *cut)
{
    return utf8_length(cut->text) > cut->limit;
}

/* Finds the brackets of the text and the name in it. Returns false when the
   brackets do not match. */
static bool find_parts(struct cut *cut)
{
    struct str base = strip_parts(cut->text).base;
    size_t from, to;
    cut->start = cut->from = cut->to = 0;
    if (!brackets_find(&cut->brackets, cut->scratch, cut->text))
        return false;
    struct brackets brackets = cut->brackets;
    if (base.len && (base.len == cut->text.len ||
                     brackets_find(&brackets, cut->scratch, base)) &&
        base_name_find(&brackets, &from, &to)) {
        cut->start = (size_t)(base.s - cut->text.s);
        cut->from = cut->start + from;
        cut->to = cut->start + to;
    }
    return true;
}

/* ---- The middle ---- */

/* Puts the code points from..to, with an ellipsis before them unless they are
   the first ones. Two ellipses become one. */
static void put_codes(struct cut *cut, size_t from, size_t to)
{
    struct str text = str_skip(cut->text, utf8_bytes(cut->text, from));
    text = str_head(text, utf8_bytes(text, to - from));
    if (from > 0) {
        if (!str_ends(buf_text(&cut->out), S(ELLIPSIS)))
            buf_add(&cut->out, S(ELLIPSIS));
        str_take(&text, S(ELLIPSIS));
    }
    buf_add(&cut->out, text);
}

/* Leaves out the middle, which says less than the start and the end. If the
   byte that must stay is there, three parts of equal size stay: the start, the
   end and one around that byte. */
static void cut_middle(struct cut *cut)
{
    size_t length = utf8_length(cut->text), limit = cut->limit, at = 0;
    size_t tail = limit / 2, head = limit > tail ? limit - tail - 1 : 0;
    size_t third = limit >= 12 ? (limit - 2) / 3 : 0;
    if (third && cut->kept != SHORTEN_KEEP_NONE)
        at = utf8_length(str_head(cut->text, cut->kept));
    bool is_in_middle = at && at >= head && at + tail < length;
    if (is_in_middle) {
        tail = third;
        head = limit - 2 - 2 * third;
    }
    put_codes(cut, 0, head);
    if (is_in_middle)
        put_codes(cut, at - third / 2, at - third / 2 + third);
    put_codes(cut, length - tail, length);
    cut_finish(cut);
}

/* ---- What is around the function's own name ---- */

enum {
    LEAST_PIECE = 12, /* code points: a shorter piece of a text says nothing */
    SMALL = 6,        /* code points that are always worth their room: "(…)" */
    SEPARATOR = 2,    /* bytes of the longest one: "::" */
};

/* Appends the bytes from..to; if they have more than `room` code points, only
   their start and their end, or the piece around the byte that must stay if it
   is among them, or an ellipsis alone. */
static void put_piece(struct cut *cut, size_t from, size_t to, size_t room)
{
    struct cut piece = { .arena = cut->arena,
                         .text = str_skip(str_head(cut->text, to), from),
                         .kept = SHORTEN_KEEP_NONE };
    size_t length = utf8_length(piece.text);
    if (length <= room || room < LEAST_PIECE) {
        buf_add(&cut->out, length <= room ? piece.text : S(ELLIPSIS));
        return;
    }
    if (cut_keeps(cut, from, to)) {
        size_t width = room - 2, kept = cut->kept - from;
        size_t at = utf8_length(str_head(piece.text, kept));
        size_t first = at > width / 2 ? at - width / 2 : 0;
        first = first < length - width ? first : length - width;
        put_codes(&piece, first, first + width);
        if (first + width < length)
            buf_add(&piece.out, S(ELLIPSIS));
    } else {
        put_codes(&piece, 0, room - room / 2 - 1);
        put_codes(&piece, length - room / 2, length);
    }
    buf_add(&cut->out, buf_text(&piece.out));
    buf_free(&piece.out);
}

/* Cuts what stands before and behind the function's own name, own..end, so that
   the text has at most `most` code points; the own name and the separator
   before it stay whole. */
static void cut_around(struct cut *cut, size_t own, size_t end, size_t most)
{
    struct str text = cut->text;
    size_t lead = own;
    while (lead && own - lead < SEPARATOR &&
           (text.s[lead - 1] == ':' || text.s[lead - 1] == '.' ||
            text.s[lead - 1] == '/'))
        lead--;
    size_t whole = utf8_length(str_skip(str_head(text, end), lead));
    size_t room = most > whole ? most - whole : 0;
    size_t before = utf8_length(str_head(text, lead));
    size_t after = utf8_length(str_skip(text, end));
    if (after > room / 2 && after > SMALL)
        after = before < room - room / 2 ? room - before : room / 2;
    put_piece(cut, 0, lead, room > after ? room - after : 0);
    cut_copy(cut, lead, end);
    put_piece(cut, end, text.len, after);
    cut_finish(cut);
}

/* Makes the text at most `most` code points long, except that the function's
   own name stays whole if a label has room for it. */
static void cut_rest(struct cut *cut, size_t most)
{
    size_t own = 0, end = 0;
    if (find_parts(cut) && cut->to > cut->from)
        parts_find_own(&cut->brackets, cut->from, cut->to, &own, &end);
    struct str name = str_skip(str_head(cut->text, end), own);
    if (name.len && utf8_length(name) + 2 * SMALL <= SHORTEN_LIMIT)
        cut_around(cut, own, end, most);
    else
        cut_middle(cut);
}

/* ---- All steps ---- */

static void (*const steps[])(struct cut *cut) = {
    cut_parameters, cut_return_type, cut_suffixes, cut_address,
    cut_arguments,  cut_paths,       cut_leading,
};

/* Takes steps until the text fits; if it has more than `most` code points in
   the end, it loses more of what is around the function's own name, or its
   middle. */
static struct str shorten(struct arena *arena, struct cut cut, size_t most)
{
    LOCAL_ARENA(texts);
    LOCAL_ARENA(scratch);
    cut.arena = &texts;
    cut.scratch = &scratch;
    cut.moved = cut.kept;
    for (size_t i = 0; i < ROWS(steps) && is_too_long(&cut); i++) {
        if (find_parts(&cut))
            steps[i](&cut);
        arena_free(&scratch);
    }
    if (utf8_length(cut.text) > most)
        cut_rest(&cut, most);
    return arena_copy(arena, cut.text);
}

struct str shorten_name(struct arena *arena, struct str name, size_t limit)
{
    struct cut cut = { .text = utf8_cleaned(arena, name), .limit = limit,
                       .kept = SHORTEN_KEEP_NONE };
    return is_too_long(&cut) ? shorten(arena, cut, limit) : cut.text;
}

struct str shorten_within(struct arena *arena, struct str name, size_t limit)
{
    return utf8_shortened(arena, shorten_name(arena, name, limit), limit);
}

static size_t at_most_limit(size_t n)
{
    return n < SHORTEN_LIMIT ? n : SHORTEN_LIMIT;
}

struct str shorten_name_keeping(struct arena *arena, struct str name,
                                size_t limit, size_t kept)
{
    struct cut cut = { .text = utf8_cleaned(arena, name), .limit = limit,
                       .kept = kept };
    bool has_brackets = str_has(cut.text, S("<")) || str_has(cut.text, S("("));
    size_t most = has_brackets ? at_most_limit(limit + limit / 3) : limit;
    if (utf8_length(cut.text) <= at_most_limit(limit + limit / 10))
        return cut.text;
    if (kept != SHORTEN_KEEP_NONE && kept >= cut.text.len)
        cut.kept = cut.text.len ? cut.text.len - 1 : SHORTEN_KEEP_NONE;
    return shorten(arena, cut, most);
}
