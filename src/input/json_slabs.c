#include "input/json_slabs.h"

#include <math.h>

enum {
    TYPE_BYTES = 1,
    TYPE_INTS = 4,
    TYPE_DOUBLES = 7,
    TYPE_JSON = 10,
    VERSION = 1,
    HEADER = 20, /* bytes of magic, version, number and root */
    ROW = 12,    /* bytes of a row of the table */
    PIECE = 64 * 1024
};

/* Slabs may be used several times, but not so often that the text gets many
   times as long as the file. */
static const double MOST_USES = 8;

static uint32_t u32_at(struct str bytes, size_t at)
{
    uint32_t n = 0;
    for (int i = 3; i >= 0; i--)
        n = n << 8 | (unsigned char)bytes.s[at + (size_t)i];
    return n;
}

bool json_slabs_begin(struct str head)
{
    return str_starts(head, S("\xdc\xdfJSLB\1\0"));
}

static size_t size_of(uint32_t type)
{
    switch (type) {
    case TYPE_BYTES:
    case TYPE_JSON: return 1;
    case TYPE_INTS: return 4;
    case TYPE_DOUBLES: return 8;
    }
    return 0;
}

/* Returns the bytes of slab i, of which only those within the file are
   there. */
static struct str slab_bytes(struct json_slabs *slabs, uint32_t i,
                             uint32_t *type)
{
    size_t row = HEADER + (size_t)i * ROW;
    uint32_t len = u32_at(slabs->file, row + 8);
    *type = u32_at(slabs->file, row);
    struct str rest = str_skip(slabs->file, u32_at(slabs->file, row + 4));
    if (rest.len < len)
        slabs->problem = "it ends within a slab";
    return str_head(rest, len);
}

/* The text ends here, because nobody can tell how it goes on. */
static void end(struct json_slabs *slabs, const char *problem)
{
    slabs->problem = problem;
    slabs->open.n = 0;
}

static void open_slab(struct json_slabs *slabs, uint32_t i)
{
    struct open_slab slab = { .type = 0 };
    slab.rest = slab_bytes(slabs, i, &slab.type);
    slabs->left -= (double)slab.rest.len;
    if (slabs->left < 0)
        end(slabs, "its slabs hold each other");
    else
        *PUSH(&slabs->open) = slab;
}

const char *json_slabs_start(struct json_slabs *slabs, struct str file,
                             struct arena *arena)
{
    *slabs = (struct json_slabs){ .file = file };
    if (file.len < HEADER)
        return "JsonSlabs that end within their header";
    uint32_t version = u32_at(file, 8), root = u32_at(file, 16);
    slabs->n = u32_at(file, 12);
    if (version != VERSION)
        return arena_printf(arena,
                            "JsonSlabs of version %u; expected version 1",
                            version).s;
    if ((file.len - HEADER) / ROW < slabs->n)
        return "JsonSlabs that end within their table";
    for (uint32_t i = 0; i < slabs->n; i++) {
        uint32_t type = u32_at(file, HEADER + (size_t)i * ROW);
        if (!size_of(type))
            return arena_printf(arena, "JsonSlabs whose slab %u has elements "
                                       "of the unknown type %u; expected 1, "
                                       "4, 7 or 10",
                                i, type).s;
    }
    if (root >= slabs->n ||
        u32_at(file, HEADER + (size_t)root * ROW) != TYPE_JSON)
        return "JsonSlabs whose root is no JSON";
    slabs->left = MOST_USES * (double)file.len;
    open_slab(slabs, root);
    return NULL;
}

static void take_space(struct str *json)
{
    size_t n = 0;
    while (n < json->len && (ascii_is_blank(json->s[n]) || json->s[n] == '\n' ||
                             json->s[n] == '\r'))
        n++;
    *json = str_skip(*json, n);
}

/* Takes {"$s": 12} from the front. */
static bool take_reference(struct str *json, uint32_t *slab)
{
    static const struct str parts[] = { STR("{"), STR("\"$s\""), STR(":") };
    struct str rest = *json;
    uint64_t i;
    for (size_t part = 0; part < ROWS(parts); part++) {
        if (!str_take(&rest, parts[part]))
            return false;
        take_space(&rest);
    }
    if (!str_take_digits(&rest, &i) || i > UINT32_MAX)
        return false;
    take_space(&rest);
    if (!str_take(&rest, S("}")))
        return false;
    *slab = (uint32_t)i;
    *json = rest;
    return true;
}

/* Copies JSON up to the next slab, and opens that. */
static void write_json(struct json_slabs *slabs, struct open_slab *slab)
{
    struct str rest = slab->rest, after = rest;
    size_t n = 0, most = rest.len < PIECE ? rest.len : PIECE;
    uint32_t next = 0;
    bool found = false;
    for (; n < most; n++) {
        char c = rest.s[n];
        after = str_skip(rest, n);
        found = c == '{' && !slab->is_in_string &&
                take_reference(&after, &next);
        if (found)
            break;
        if (c == '"')
            slab->is_in_string = !slab->is_in_string;
        else if (c == '\\')
            n++;
    }
    buf_add(&slabs->text, str_head(rest, n));
    slab->rest = found ? after : str_skip(rest, n);
    if (found && next < slabs->n)
        open_slab(slabs, next);
    else if (found)
        end(slabs, "it refers to a slab that does not exist");
}

/* Writes a number, or null where JSON has none. */
static void write_number(struct buf *text, struct str bytes, uint32_t type)
{
    double number;
    if (type == TYPE_BYTES) {
        number = (unsigned char)bytes.s[0];
    } else if (type == TYPE_INTS) {
        number = (int32_t)u32_at(bytes, 0);
    } else {
        uint64_t bits = (uint64_t)u32_at(bytes, 4) << 32 | u32_at(bytes, 0);
        memcpy(&number, &bits, sizeof number);
    }
    if (isfinite(number))
        buf_number(text, number);
    else
        buf_add(text, S("null"));
}

static void write_numbers(struct json_slabs *slabs, struct open_slab *slab)
{
    size_t size = size_of(slab->type);
    if (!slab->has_bracket)
        buf_char(&slabs->text, '[');
    slab->has_bracket = true;
    for (; slab->rest.len >= size && slabs->text.len < PIECE;
         slab->rest = str_skip(slab->rest, size)) {
        if (slab->has_item)
            buf_char(&slabs->text, ',');
        slab->has_item = true;
        write_number(&slabs->text, slab->rest, slab->type);
    }
    if (slab->rest.len >= size)
        return;
    buf_char(&slabs->text, ']');
    slabs->open.n--;
}

struct str json_slabs_next(struct json_slabs *slabs)
{
    slabs->text.len = 0;
    while (slabs->text.len < PIECE && slabs->open.n) {
        struct open_slab *slab = LAST(&slabs->open);
        if (slab->type != TYPE_JSON)
            write_numbers(slabs, slab);
        else if (slab->rest.len)
            write_json(slabs, slab);
        else
            slabs->open.n--;
    }
    return buf_text(&slabs->text);
}

void json_slabs_free(struct json_slabs *slabs)
{
    LIST_FREE(&slabs->open);
    buf_free(&slabs->text);
}
