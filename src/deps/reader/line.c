#include "deps/reader/line.h"

#include "util/text/buf.h"

static bool take_field(struct str *s, struct str *field)
{
    return str_take(s, S(" ")) && str_take_word(s, field);
}

/* Replaces "%20" and the like by the bytes that they stand for. */
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

bool bop_line_text(struct bop_trace *trace, struct str *s, struct str *text)
{
    struct buf decoded = { 0 };
    struct str field;
    if (!take_field(s, &field))
        return false;
    bool good = str_eq(field, S("-")) || decode(&decoded, field);
    *text = buf_move(&decoded, &trace->texts);
    return good;
}

bool bop_line_number(struct str *s, uint64_t *number)
{
    struct str field;
    return take_field(s, &field) && str_take_digits(&field, number) &&
           field.len == 0;
}

bool bop_line_count(struct str *s, double *count)
{
    uint64_t number;
    bool good = bop_line_number(s, &number);
    *count = good ? (double)number : 0;
    return good;
}

bool bop_line_id(struct str *s, uint32_t *number)
{
    uint64_t n;
    if (!bop_line_number(s, &n) || n >= NO_ID)
        return false;
    *number = (uint32_t)n;
    return true;
}

bool bop_line_defined(struct str *s, const struct pairs *ids, uint32_t *id)
{
    uint32_t number;
    if (!bop_line_id(s, &number))
        return false;
    *id = pairs_find(ids, 0, number);
    return *id != NO_ID;
}

static bool read_literal(struct str field, uint32_t *number)
{
    uint64_t n;
    bool good = field.len == 8 && str_take_hex(&field, &n) && field.len == 0 &&
                n >= 0x80000000 && n < NO_ID;
    *number = good ? (uint32_t)n : 0;
    return good;
}

bool bop_line_literal(struct str *s, uint32_t *number)
{
    struct str field;
    return take_field(s, &field) && read_literal(field, number);
}

/* Reads "-", the number of a literal, "MODULE:ADDRESS" or "?:ADDRESS". */
static bool read_site(const struct bop_trace *trace, struct str field,
                      struct bop_site *site)
{
    uint32_t literal;
    uint64_t module;
    *site = (struct bop_site){ .where = BOP_NOWHERE };
    if (str_eq(field, S("-")))
        return true;
    if (read_literal(field, &literal)) {
        site->where = BOP_LITERAL;
        site->of = pairs_find(&trace->literal_ids, 0, literal);
        return site->of != NO_ID;
    }
    if (str_take(&field, S("?"))) {
        site->where = BOP_MEMORY;
    } else {
        if (!str_take_digits(&field, &module) || module >= NO_ID)
            return false;
        site->where = BOP_MODULE;
        site->of = pairs_find(&trace->module_ids, 0, (uint32_t)module);
    }
    return site->of != NO_ID && str_take(&field, S(":")) &&
           str_take_hex(&field, &site->address) && field.len == 0;
}

bool bop_line_site(struct bop_trace *trace, struct str *s, uint32_t *site)
{
    struct str field;
    struct bop_site new;
    if (!take_field(s, &field))
        return false;
    *site = strings_find(&trace->site_texts, field);
    if (*site != NO_ID)
        return true;
    if (!read_site(trace, field, &new))
        return false;
    *site = strings_add(&trace->site_texts, &trace->texts, field);
    *REACH_IN(&trace->texts, &trace->sites, *site) = new;
    return true;
}

bool bop_line_kind(struct str *s, enum dependence_kind *kind, bool *frees)
{
    struct str field;
    if (!take_field(s, &field))
        return false;
    *frees = str_take(&field, S("F"));
    return dependence_kind_named(field, kind) &&
           !(*frees && dependence_base(*kind) == DEPENDS);
}
