/* The fields of a record. */
#include <stdlib.h>

#include "readers/bop/trace.h"
#include "util/array.h"
#include "util/buf.h"

static bool take_field(struct str *s, struct str *field)
{
    return str_take(s, S(" ")) && str_take_word(s, field);
}

static bool decode(struct buf *text, struct str field)
{
    while (field.len) {
        struct str code = str_head(str_skip(field, 1), 2);
        uint64_t c;
        if (field.s[0] != '%') {
            buf_char(text, field.s[0]);
            field = str_skip(field, 1);
            continue;
        }
        if (code.len < 2 || !str_take_hex(&code, &c) || code.len)
            return false;
        buf_char(text, (char)c);
        field = str_skip(field, 3);
    }
    return true;
}

bool bop_take_text(struct bop_trace *trace, struct str *s, struct str *text)
{
    struct buf decoded = { 0 };
    struct str field;
    if (!take_field(s, &field))
        return false;
    bool good = str_eq(field, S("-")) || decode(&decoded, field);
    *text = buf_move(&decoded, &trace->texts);
    return good;
}

bool bop_take_number(struct str *s, uint64_t *number)
{
    struct str field;
    return take_field(s, &field) && str_take_digits(&field, number) &&
           field.len == 0;
}

bool bop_take_count(struct str *s, double *count)
{
    uint64_t number;
    bool good = bop_take_number(s, &number);
    *count = good ? (double)number : 0;
    return good;
}

bool bop_take_id(struct str *s, uint32_t *number)
{
    uint64_t n;
    if (!bop_take_number(s, &n) || n >= NO_ID)
        return false;
    *number = (uint32_t)n;
    return true;
}

bool bop_take_known(struct str *s, const struct pairs *numbers, uint32_t *id)
{
    uint32_t number;
    if (!bop_take_id(s, &number))
        return false;
    *id = pairs_find(numbers, 0, number);
    return *id != NO_ID;
}

static bool literal_number(struct str field, uint32_t *number)
{
    uint64_t n;
    bool good = field.len == 8 && str_take_hex(&field, &n) && field.len == 0 &&
                n >= 0x80000000 && n < NO_ID;
    *number = good ? (uint32_t)n : 0;
    return good;
}

bool bop_take_literal(struct str *s, uint32_t *number)
{
    struct str field;
    return take_field(s, &field) && literal_number(field, number);
}

static bool place_in_module(const struct bop_trace *trace, struct str field,
                            struct bop_site *site)
{
    uint64_t number;
    if (str_take(&field, S("?")))
        site->where = BOP_MEMORY;
    else if (!str_take_digits(&field, &number) || number >= NO_ID)
        return false;
    else
        site->where = BOP_MODULE;
    if (site->where == BOP_MODULE)
        site->of = pairs_find(&trace->modules, 0, (uint32_t)number);
    return site->of != NO_ID && str_take(&field, S(":")) &&
           str_take_hex(&field, &site->address) && field.len == 0;
}

static bool read_site(const struct bop_trace *trace, struct str field,
                      struct bop_site *site)
{
    uint32_t number;
    *site = (struct bop_site){ .where = BOP_NOWHERE };
    if (str_eq(field, S("-")))
        return true;
    if (!literal_number(field, &number))
        return place_in_module(trace, field, site);
    site->where = BOP_LITERAL;
    site->of = pairs_find(&trace->literals, 0, number);
    return site->of != NO_ID;
}

bool bop_take_site(struct bop_trace *trace, struct str *s, uint32_t *site)
{
    struct str field;
    struct bop_site new;
    if (!take_field(s, &field))
        return false;
    *site = strings_find(&trace->sites, field);
    if (*site != NO_ID)
        return true;
    if (!read_site(trace, field, &new))
        return false;
    *site = strings_add(&trace->sites, &trace->texts, field);
    trace->site = array_grow(trace->site, *site, &trace->site_room,
                             sizeof *trace->site);
    trace->site[*site] = new;
    return true;
}

bool bop_take_kind(struct str *s, enum dependence_kind *kind)
{
    struct str field;
    if (!take_field(s, &field))
        return false;
    *kind = str_eq(field, S("X")) ? DEPENDS_THREADS : DEPENDS;
    return *kind == DEPENDS_THREADS || str_eq(field, S("R"));
}
