#include "deps/reader/accesses.h"

#include <string.h>

/* A record of an access. */
struct source_access {
    bool is_named; /* the name is that of the data, not of a pointer or
                      reference to it */
    bool is_local; /* the variable is local and not static */
    struct str name;
    struct str group; /* of updates, or "" */
    enum reduction reduction;
    struct str text;
};

/* Finds the next access of a kind, r, w or c, at a place. *at is 0 at first. */
static bool next_access(const struct source_facts *facts, char kind,
                        const struct bop_place *place, uint32_t *at,
                        struct source_access *access)
{
    struct str fact, scope, reduction;
    *access = (struct source_access){ .group = S(""), .text = S("") };
    if (!source_facts_next(facts, kind, place->file, place->line,
                           place->at_column, at, &fact) ||
        !str_take(&fact, S(" ")) || !str_take_word(&fact, &scope) ||
        !str_take(&fact, S(" ")) || !str_take_word(&fact, &access->name))
        return false;
    access->is_named = !str_eq(scope, S("p"));
    access->is_local = str_eq(scope, S("l"));
    if (str_eq(access->name, S("-")))
        access->name = S("");
    if (str_take(&fact, S(" ")) && str_take_word(&fact, &access->group) &&
        str_take(&fact, S(" ")) && str_take_word(&fact, &reduction) &&
        dependence_reduction_named(reduction, &access->reduction) &&
        str_take(&fact, S(" ")))
        access->text = fact;
    return true;
}

/* Returns the variable that a name begins with. */
static struct str variable_in(struct str name)
{
    size_t n = 0;
    str_take(&name, S("*"));
    while (n < name.len && (ascii_is_word(name.s[n]) || name.s[n] == '$'))
        n++;
    return str_head(name, n);
}

static bool is_about(const struct source_access *access, struct str variable)
{
    return str_eq(variable_in(access->name), variable_in(variable));
}

/* Returns the place of the statement into which a place was inlined (such as
   one in std::max), or the place itself. */
static struct bop_place outer_of(const struct bop_place *place)
{
    struct bop_place outer = *place;
    struct str file = place->statement, line;
    size_t n = file.len;
    while (n && file.s[n - 1] != ':')
        n--;
    line = str_skip(file, n);
    if (n && str_take_digits(&line, &outer.line)) {
        outer.file = str_head(file, n - 1);
        outer.at_column = place->column;
    }
    return outer;
}

/* May a read be of data that an update wrote? A choice of two objects has no
   name. */
static bool may_read(const struct source_access *read,
                     const struct source_access *update)
{
    if (update->is_named)
        return read->is_named ? is_about(read, update->name)
                              : !read->name.len && read->group.len;
    return !read->is_named && (!read->name.len || !update->name.len ||
                               str_eq(read->name, update->name));
}

/* Do all reads at a place that may be of the data of an update get the old
   value for updates of its group? */
static bool reads_old(const struct source_facts *facts,
                      const struct bop_place *place, struct str file,
                      const struct source_access *update)
{
    struct source_access one;
    uint32_t at = 0, n = 0;
    while (str_eq(file, place->file) &&
           next_access(facts, 'r', place, &at, &one)) {
        if (!may_read(&one, update))
            continue;
        if (!str_eq(one.group, update->group))
            return false;
        n++;
    }
    return n;
}

struct bop_update bop_update(const struct source_facts *facts,
                             const struct bop_place *wrote,
                             const struct bop_place *read, struct str variable,
                             bool is_output)
{
    struct source_access one, found = { .text = S("") };
    struct bop_place outer = outer_of(read);
    uint32_t at = 0, n = 0;
    while (next_access(facts, 'w', wrote, &at, &one))
        if (!variable.len || !one.is_named || is_about(&one, variable)) {
            found = one;
            n++;
        }
    bool is_itself = str_eq(wrote->file, read->file) &&
                     wrote->line == read->line &&
                     wrote->at_column == read->at_column;
    bool is_update = is_output ? is_itself
                               : reads_old(facts, read, wrote->file, &found) ||
                                     reads_old(facts, &outer, wrote->file,
                                               &found);
    if (n != 1 || !found.text.len || !is_update)
        return bop_update_none();
    return (struct bop_update){ found.text, found.reduction, found.group, false,
                                false };
}

bool bop_next_group(const struct source_facts *facts,
                    const struct bop_place *place, uint32_t *at,
                    struct str *group)
{
    struct source_access one;
    while (next_access(facts, 'w', place, at, &one))
        if (one.text.len) {
            *group = one.group;
            return true;
        }
    return false;
}

static enum bop_naming naming_at(const struct source_facts *facts,
                                 const struct bop_place *place,
                                 struct str variable, bool is_local,
                                 bool writes)
{
    struct source_access one;
    uint32_t at = 0;
    enum bop_naming naming = BOP_OTHERWISE;
    while (next_access(facts, writes ? 'w' : 'r', place, &at, &one)) {
        if (!one.is_named || !is_about(&one, variable) ||
            one.is_local != is_local)
            continue;
        if (!str_eq(one.name, variable) &&
            !str_eq(one.name, variable_in(variable)))
            return memchr(one.name.s, '.', one.name.len) ? BOP_AS_PART
                                                         : BOP_AS_ARRAY;
        naming = BOP_AS_SCALAR;
    }
    return naming;
}

enum bop_naming bop_naming(const struct source_facts *facts,
                           const struct bop_place *place, struct str variable,
                           bool is_local, bool writes)
{
    struct bop_place outer = outer_of(place);
    enum bop_naming naming =
        naming_at(facts, place, variable, is_local, writes);
    return naming == BOP_OTHERWISE
               ? naming_at(facts, &outer, variable, is_local, writes)
               : naming;
}

struct str bop_expression(const struct source_facts *facts,
                          const struct bop_place *place, bool writes)
{
    static const char kinds[2][3] = { { 'r', 'w', 'c' }, { 'w', 'r', 'c' } };
    struct source_access one;
    struct str variable = S("");
    for (int i = 0; i < 3; i++) {
        struct str found = S("");
        uint32_t at = 0, n = 0;
        while (next_access(facts, kinds[writes][i], place, &at, &one)) {
            if (one.is_named)
                variable = one.name;
            else
                found = one.name, n++;
        }
        if (n == 1 && found.len)
            return found;
        if (n && i < 2)
            variable = S("");
    }
    return variable;
}
