#include "output/label.h"

#include "output/nest.h"
#include "util/utf8.h"

/* How long a name would be without the arguments below some depth. */
struct depths {
    size_t *codes;  /* code points by depth */
    size_t *groups; /* arguments that begin there, empty ones not counted */
    size_t deepest;
};

static bool starts_code(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

static void measure(struct depths *depths, const struct nest *nest,
                    struct arena *arena)
{
    struct str name = nest->name;
    size_t depth = 0;
    depths->codes = NEW_N(arena, size_t, name.len + 1);
    depths->groups = NEW_N(arena, size_t, name.len + 1);
    for (size_t at = 0; at < name.len; at++) {
        bool argument = nest->group[at] == ARGUMENT_GROUP;
        if (argument && nest->partner[at] < at)
            depth--;
        depths->codes[depth] += starts_code(name.s[at]);
        if (!argument || nest->partner[at] < at)
            continue;
        depths->groups[depth] += nest->partner[at] > at + 1;
        if (++depth > depths->deepest)
            depths->deepest = depth;
    }
}

/* The greatest depth that can stay; 0 when nothing is short enough. */
static size_t choose_depth(const struct depths *depths, size_t limit)
{
    size_t depth = 0, codes = 0;
    for (size_t d = 0; d <= depths->deepest; d++) {
        codes += depths->codes[d];
        if (codes + depths->groups[d] <= limit)
            depth = d;
    }
    return depth;
}

static void put_shallow(struct buf *out, const struct nest *nest,
                        size_t deepest)
{
    size_t depth = 0;
    for (size_t at = 0; at < nest->name.len; at++) {
        bool argument = nest->group[at] == ARGUMENT_GROUP;
        bool opens = argument && nest->partner[at] > at;
        if (argument && !opens)
            depth--;
        buf_char(out, nest->name.s[at]);
        if (opens && depth++ == deepest && nest->partner[at] > at + 1) {
            buf_add(out, S(ELLIPSIS));
            at = nest->partner[at] - 1;
        }
    }
}

static struct str elide(struct arena *arena, struct str name, size_t limit)
{
    struct arena scratch = { 0 };
    struct nest nest;
    struct buf out = { 0 };
    if (nest_find(&nest, &scratch, name)) {
        struct depths depths = { 0 };
        measure(&depths, &nest, &scratch);
        put_shallow(&out, &nest, choose_depth(&depths, limit));
        name = arena_copy(arena, buf_text(&out));
    }
    buf_free(&out);
    arena_free(&scratch);
    return name;
}

/* The bytes of the first n code points. */
static size_t bytes_of(struct str s, size_t n)
{
    struct str rest = s;
    while (n-- > 0 && rest.len)
        utf8_next(&rest);
    return s.len - rest.len;
}

/* The end of a name tells more than its middle. */
static struct str cut_middle(struct arena *arena, struct str name,
                             size_t length, size_t limit)
{
    struct buf out = { 0 };
    size_t tail = limit / 2, head = limit > tail ? limit - tail - 1 : 0;
    buf_add(&out, str_head(name, bytes_of(name, head)));
    buf_add(&out, S(ELLIPSIS));
    buf_add(&out, str_skip(name, bytes_of(name, length - tail)));
    return buf_move(&out, arena);
}

struct str label_shorten(struct arena *arena, struct str name, size_t limit)
{
    struct str label = utf8_cleaned(arena, name);
    if (utf8_length(label) <= limit)
        return label;
    label = elide(arena, label, limit);
    size_t length = utf8_length(label);
    if (length <= limit)
        return label;
    return cut_middle(arena, label, length, limit);
}
