/*
 * A fact is a text, and its key the first fields of the record:
 *
 *     p SITE               FILE LINE COLUMN STATEMENT COLUMN NAME VARIABLE
 *                          [EXPRESSION [ALLOCATION]]
 *     v SITE LEAST MOST    VARIABLE
 *     o WRITE READ VARIABLE    UPDATE
 *     k SITE               of the loop there, the fields of struct loop_head
 *     a ACCESS VARIABLE    an enum bop_naming: 0 to 3
 *
 * The site of a "v" is the first address of the function.
 */
#include "deps/reader/facts.h"

#include "deps/reader/line.h"
#include "model/profile.h"
#include "util/array.h"
#include "util/text/buf.h"

static struct str site_text(const struct bop_trace *trace, uint32_t site)
{
    return trace->site_texts.texts[site];
}

/* Adds a field, encoded as in a trace. */
static void put_field(struct buf *out, struct str text)
{
    buf_add(out, text.len ? S(" ") : S(" -"));
    bool is_dash = str_eq(text, S("-"));
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.s[i];
        if (c > ' ' && c < 127 && c != '%' && !is_dash)
            buf_char(out, (char)c);
        else
            buf_printf(out, "%%%02X", c);
    }
}

static void put_number(struct buf *out, uint64_t number)
{
    buf_printf(out, " %llu", (unsigned long long)number);
}

/* ---- Keys ---- */

/* Puts the kind and the site with which a key begins. */
static void put_key(struct buf *out, const struct bop_trace *trace, char kind,
                    uint32_t site)
{
    buf_char(out, kind);
    put_field(out, site_text(trace, site));
}

static void put_local_key(struct buf *out, const struct bop_trace *trace,
                          const struct bop_local *local)
{
    put_key(out, trace, 'v', trace->functions.of[local->function].site);
    put_number(out, local->least);
    put_number(out, local->most);
}

static void put_update_key(struct buf *out, const struct bop_trace *trace,
                           uint32_t wrote, uint32_t read, struct str variable)
{
    put_key(out, trace, 'o', wrote);
    put_field(out, site_text(trace, read));
    put_field(out, variable);
}

static void put_naming_key(struct buf *out, const struct bop_trace *trace,
                           uint32_t site, struct str variable)
{
    put_key(out, trace, 'a', site);
    put_field(out, variable);
}

/* ---- Reading ---- */

/* Stores a record, whose first n fields are the key. */
static bool keep(struct bop_trace *trace, char kind, struct str fields, int n)
{
    LOCAL_BUF(key);
    struct str rest = fields, word;
    bool good = true;
    for (int i = 0; i < n && good; i++)
        good = str_take(&rest, S(" ")) && str_take_word(&rest, &word);
    buf_char(&key, kind);
    buf_add(&key, str_head(fields, fields.len - rest.len));
    if (good) {
        uint32_t id =
            strings_add(&trace->fact_keys, &trace->texts, buf_text(&key));
        *REACH_IN(&trace->texts, &trace->facts, id) =
            arena_copy(&trace->texts, rest);
    }
    return good;
}

/* Finds a fact and frees its key. */
static bool find(const struct bop_trace *trace, struct buf *key,
                 struct str *fact)
{
    uint32_t id = strings_find(&trace->fact_keys, buf_text(key));
    buf_free(key);
    if (id != NO_ID)
        *fact = trace->facts.of[id];
    return id != NO_ID;
}

static bool take_place(struct bop_trace *trace, struct str s,
                       struct bop_place *place)
{
    place->expression = place->allocation = S("");
    return bop_line_text(trace, &s, &place->file) &&
           bop_line_number(&s, &place->line) &&
           bop_line_number(&s, &place->at_column) &&
           bop_line_text(trace, &s, &place->statement) &&
           bop_line_number(&s, &place->column) &&
           bop_line_text(trace, &s, &place->name) &&
           bop_line_text(trace, &s, &place->variable) &&
           (!s.len || bop_line_text(trace, &s, &place->expression)) &&
           (!s.len || bop_line_text(trace, &s, &place->allocation)) && !s.len;
}

static bool take_naming(struct str s, enum bop_naming *naming)
{
    uint64_t n;
    if (!bop_line_number(&s, &n) || n >= N_BOP_NAMINGS || s.len)
        return false;
    *naming = (enum bop_naming)n;
    return true;
}

bool bop_facts_keep(struct bop_trace *trace, char kind, struct str fields)
{
    struct str rest = fields, text;
    struct bop_place place;
    struct loop_head head;
    enum bop_naming naming;
    enum reduction reduction;
    uint64_t n;
    switch (kind) {
    case 'p':
        return str_take(&rest, S(" ")) && str_take_word(&rest, &text) &&
               take_place(trace, rest, &place) && keep(trace, kind, fields, 1);
    case 'v':
        return bop_line_text(trace, &rest, &text) &&
               bop_line_number(&rest, &n) && bop_line_number(&rest, &n) &&
               bop_line_text(trace, &rest, &text) && !rest.len &&
               keep(trace, kind, fields, 3);
    case 'o':
        for (int i = 0; i < 4; i++)
            if (!bop_line_text(trace, &rest, &text))
                return false;
        return (!rest.len || (bop_line_text(trace, &rest, &text) &&
                              dependence_reduction_named(text, &reduction))) &&
               (!rest.len || bop_line_number(&rest, &n)) && !rest.len &&
               keep(trace, kind, fields, 3);
    case 'k':
        return bop_line_text(trace, &rest, &text) &&
               loop_head_take(&rest, &head) && !rest.len &&
               keep(trace, kind, fields, 1);
    default: /* 'a' */
        return bop_line_text(trace, &rest, &text) &&
               bop_line_text(trace, &rest, &text) &&
               take_naming(rest, &naming) && keep(trace, kind, fields, 2);
    }
}

bool bop_facts_find_place(struct bop_trace *trace, uint32_t site,
                          struct bop_place *place)
{
    struct buf key = { 0 };
    struct str fact;
    put_key(&key, trace, 'p', site);
    if (!find(trace, &key, &fact) || !take_place(trace, fact, place))
        return false;
    if (place->file.len && place->line)
        place->text = arena_printf(&trace->texts, "%s:%llu", place->file.s,
                                   (unsigned long long)place->line);
    if (!place->statement.len)
        place->statement = place->text;
    return true;
}

bool bop_facts_find_local(struct bop_trace *trace, struct bop_local *local)
{
    struct buf key = { 0 };
    struct str fact;
    put_local_key(&key, trace, local);
    return find(trace, &key, &fact) &&
           bop_line_text(trace, &fact, &local->name);
}

bool bop_facts_find_update(struct bop_trace *trace, uint32_t wrote,
                           uint32_t read, struct str variable,
                           struct bop_update *update)
{
    struct buf key = { 0 };
    struct str fact, reduction;
    uint64_t is_alone;
    put_update_key(&key, trace, wrote, read, variable);
    if (!find(trace, &key, &fact) ||
        !bop_line_text(trace, &fact, &update->text))
        return false;
    update->reduction = NO_REDUCTION;
    if (bop_line_text(trace, &fact, &reduction))
        dependence_reduction_named(reduction, &update->reduction);
    update->is_checked = bop_line_number(&fact, &is_alone);
    update->is_alone = update->is_checked && is_alone;
    return true;
}

bool bop_facts_find_loop(const struct bop_trace *trace, uint32_t site,
                         struct loop_head *head)
{
    struct buf key = { 0 };
    struct str fact;
    put_key(&key, trace, 'k', site);
    *head = (struct loop_head){ false, S(""), S(""), S(""), S("") };
    return find(trace, &key, &fact) && loop_head_take(&fact, head);
}

bool bop_facts_find_naming(const struct bop_trace *trace, uint32_t site,
                           struct str variable, enum bop_naming *naming)
{
    struct buf key = { 0 };
    struct str fact;
    put_naming_key(&key, trace, site, variable);
    return find(trace, &key, &fact) && take_naming(fact, naming);
}

/* ---- Listing ---- */

static void list(struct profile *profile, struct buf *record)
{
    inventory_add_place(&profile->inventory, buf_text(record));
    buf_free(record);
}

void bop_facts_list_place(struct profile *profile,
                          const struct bop_trace *trace, uint32_t site,
                          const struct bop_place *place)
{
    struct buf out = { 0 };
    struct str none = S(""), statement = place->statement;
    bool is_literal = trace->sites.of[site].where == BOP_LITERAL;
    if (!place->file.len && !place->variable.len)
        return;
    bool is_inlined = place->file.len && !str_eq(place->text, statement);
    put_key(&out, trace, 'p', site);
    put_field(&out, place->file);
    put_number(&out, place->line);
    put_number(&out, place->at_column);
    put_field(&out, is_inlined ? statement : none);
    put_number(&out, place->column);
    put_field(&out, is_literal ? place->name : none);
    put_field(&out, place->variable);
    bool is_allocation = !str_eq(place->allocation, place->text);
    if (place->expression.len || is_allocation)
        put_field(&out, place->expression);
    if (is_allocation)
        put_field(&out, place->allocation);
    list(profile, &out);
}

void bop_facts_list_local(struct profile *profile,
                          const struct bop_trace *trace,
                          const struct bop_local *local)
{
    struct buf out = { 0 };
    if (local->function == NO_ID || !local->name.len)
        return;
    put_local_key(&out, trace, local);
    put_field(&out, local->name);
    list(profile, &out);
}

void bop_facts_list_update(struct profile *profile,
                           const struct bop_trace *trace, uint32_t wrote,
                           uint32_t read, struct str variable,
                           const struct bop_update *update)
{
    struct buf out = { 0 };
    if (!update->text.len)
        return;
    put_update_key(&out, trace, wrote, read, variable);
    put_field(&out, update->text);
    put_field(&out, dependence_reduction_name(update->reduction));
    put_number(&out, update->is_alone);
    list(profile, &out);
}

void bop_facts_list_loop(struct profile *profile, const struct bop_trace *trace,
                         uint32_t site, const struct loop_head *head)
{
    struct buf out = { 0 };
    put_key(&out, trace, 'k', site);
    put_number(&out, head->is_canonical);
    put_field(&out, head->counters);
    put_field(&out, head->statics);
    put_field(&out, head->locals);
    put_field(&out, head->large);
    list(profile, &out);
}

void bop_facts_list_naming(struct profile *profile,
                           const struct bop_trace *trace, uint32_t site,
                           struct str variable, enum bop_naming naming)
{
    struct buf out = { 0 };
    put_naming_key(&out, trace, site, variable);
    put_number(&out, naming);
    list(profile, &out);
}

void bop_facts_list_end(struct profile *profile, size_t lines)
{
    struct buf out = { 0 };
    buf_printf(&out, "end %zu", lines + profile->inventory.places.texts.n);
    list(profile, &out);
}
