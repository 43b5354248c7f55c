#include "readers/json_members.h"

#include "model/profile.h"

/* Names are short, so a loop compares them faster than memcmp does. */
static inline bool has_name(const struct json_member *member, struct str name)
{
    if (member->name.len != name.len)
        return false;
    for (size_t i = 0; i < name.len; i++)
        if (member->name.s[i] != name.s[i])
            return false;
    return true;
}

/* Returns the row of the current value, or n. The search begins at `next`. */
static inline size_t find(const struct json_member *members, size_t n,
                          size_t next, struct str name)
{
    for (size_t i = next; i < n; i++)
        if (has_name(&members[i], name))
            return i;
    for (size_t i = 0; i < next; i++)
        if (has_name(&members[i], name))
            return i;
    return n;
}

static void read_inside(struct json_reader *json,
                        const struct json_member *member, void *row)
{
    size_t items = member->each ? json_reader_open(json) : 0;
    while (json_reader_next(json, items))
        member->each(json, (char *)row + member->at);
    if (member->members)
        json_members(json, member->members, member->n, row);
}

static inline void read_member(struct json_reader *json,
                               const struct json_member *member, void *row)
{
    void *field = (char *)row + member->at;
    switch (member->kind) {
    case JSON_KIND_TEXT_ID:
        *(uint32_t *)field = profile_text_id(json->profile, json->text);
        break;
    case JSON_KIND_BYTES:
        ((struct buf *)field)->len = 0;
        buf_add(field, json->text);
        break;
    case JSON_KIND_DOUBLE:
        json_reader_number(json, field);
        break;
    case JSON_KIND_WHOLE:
        json_reader_id(json, field);
        break;
    case JSON_KIND_BOOL:
        if (json->type == JSON_TRUE || json->type == JSON_FALSE)
            *(bool *)field = json->type == JSON_TRUE;
        break;
    case JSON_KIND_CHAR:
        if (json->type == JSON_STRING && json->text.len == 1)
            *(char *)field = json->text.s[0];
        break;
    case JSON_KIND_NONE:
        if (member->read)
            member->read(json, field);
        else
            read_inside(json, member, row);
        break;
    }
}

/* Reads the current value and the items behind it. Returns whether the table
   has the last of them. */
static bool read_items(struct json_reader *json, size_t opened,
                       const struct json_member *members, size_t n, void *row)
{
    size_t i, next = 0;
    do {
        i = find(members, n, next, json->name);
        if (i < n) {
            next = i + 1;
            read_member(json, &members[i], row);
        }
    } while (json_reader_next(json, opened));
    return i < n;
}

void json_members(struct json_reader *json, const struct json_member *members,
                  size_t n, void *row)
{
    size_t opened = json_reader_open(json);
    if (json_reader_next(json, opened))
        read_items(json, opened, members, n, row);
}

bool json_member(struct json_reader *json, const struct json_member *members,
                 size_t n, void *row)
{
    return read_items(json, 0, members, n, row);
}

void json_members_all(struct input *input, struct profile *profile,
                      const struct json_member *members, size_t n, void *row)
{
    struct json_reader json = json_reader_start(input);
    json.profile = profile;
    json.reader = row;
    json_members(&json, members, n, row);
    json_reader_end(&json);
}

bool json_numbers_read(struct json_reader *json, struct arena *arena,
                       struct json_numbers *list)
{
    size_t items = json_reader_open(json);
    bool good = json->type == JSON_ARRAY;
    list->n = 0;
    while (json_reader_next(json, items)) {
        uint64_t number;
        bool is_number = json_reader_id(json, &number) && number < NO_ID;
        good &= is_number;
        *PUSH_IN(arena, list) = is_number ? (uint32_t)number : NO_ID;
    }
    return good;
}
