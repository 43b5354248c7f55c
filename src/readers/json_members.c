#include "readers/json_members.h"

#include "model/profile.h"
#include "util/array.h"

/* Returns the member of this name, or NULL. The search begins at *next, which
   becomes the place behind it. */
static const struct json_member *find(const struct json_member *members,
                                      size_t n, struct str name, size_t *next)
{
    size_t i = *next;
    for (size_t left = name.len ? n : 0; left; left--) {
        const struct json_member *member = &members[i < n ? i : (i = 0)];
        i++;
        if (member->name.len == name.len && member->name.s[0] == name.s[0] &&
            str_eq(member->name, name)) {
            *next = i;
            return member;
        }
    }
    return NULL;
}

static void set_field(struct json_reader *json, enum json_kind kind,
                      void *field)
{
    bool is_text = json->type == JSON_STRING || json->type == JSON_NUMBER;
    switch (kind) {
    case JSON_KIND_TEXT_ID:
        if (is_text)
            *(uint32_t *)field = profile_text_id(json->profile, json->text);
        break;
    case JSON_KIND_BYTES:
        if (is_text) {
            ((struct buf *)field)->len = 0;
            buf_add(field, json->text);
        }
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
        break;
    }
}

static void read_member(struct json_reader *json,
                        const struct json_member *member, void *row)
{
    void *field = (char *)row + member->at;
    if (member->read) {
        member->read(json, field);
    } else if (member->each) {
        size_t items = json_reader_open(json);
        while (json_reader_next(json, items))
            member->each(json, field);
    } else if (member->members) {
        json_members(json, member->members, member->n, row);
    } else {
        set_field(json, member->kind, field);
    }
}

void json_members(struct json_reader *json, const struct json_member *members,
                  size_t n, void *row)
{
    size_t opened = json_reader_open(json), next = 0;
    while (json_reader_next(json, opened)) {
        const struct json_member *member = find(members, n, json->name, &next);
        if (member)
            read_member(json, member, row);
    }
}

bool json_member(struct json_reader *json, const struct json_member *members,
                 size_t n, void *row)
{
    size_t next = 0;
    const struct json_member *member = find(members, n, json->name, &next);
    if (member)
        read_member(json, member, row);
    return member != NULL;
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

bool json_numbers_read(struct json_reader *json, struct json_numbers *list)
{
    size_t items = json_reader_open(json);
    bool good = json->type == JSON_ARRAY;
    list->n = 0;
    while (json_reader_next(json, items)) {
        uint64_t number;
        bool is_number = json_reader_id(json, &number) && number < NO_ID;
        good &= is_number;
        list->numbers = array_grow(list->numbers, list->n, &list->room,
                                   sizeof *list->numbers);
        list->numbers[list->n++] = is_number ? (uint32_t)number : NO_ID;
    }
    return good;
}
