#include "readers/firefox/tables.h"

#include <stdlib.h>

static const struct json_member lib_members[] = {
    { STR("name"), JSON_FIELD(struct firefox_lib, name) },
    { STR("path"), JSON_FIELD(struct firefox_lib, path) },
    { STR("codeId"), JSON_FIELD(struct firefox_lib, build_id) },
    { STR("offset"), JSON_FIELD(struct firefox_lib, offset) },
    { STR("start"), JSON_FIELD(struct firefox_lib, start) },
    { STR("end"), JSON_FIELD(struct firefox_lib, end) },
};

/* "libs": [{"name": "libc.so", "start": 4096, "end": 8192}] */
static void read_libs(struct json_reader *json, struct firefox_libs *libs)
{
    size_t items = json_reader_open(json);
    libs->n = 0;
    while (json_reader_next(json, items)) {
        struct firefox_lib lib = { .start = UINT64_MAX, .mapping = NO_ID };
        json_members(json, lib_members, ROWS(lib_members), &lib);
        *PUSH(libs) = lib;
    }
}

void firefox_libs_read(struct json_reader *json, void *libs)
{
    if (json->type != JSON_STRING) {
        read_libs(json, libs);
        return;
    }
    LOCAL_ARENA(scratch);
    struct json_reader inner =
        json_reader_of_text(arena_copy(&scratch, json->text));
    inner.profile = json->profile;
    read_libs(&inner, libs);
    json_reader_end(&inner);
}

static void read_strings(struct json_reader *json, void *to)
{
    struct firefox_tables *tables = to;
    size_t strings = json_reader_open(json);
    tables->strings.n = 0;
    while (json_reader_next(json, strings))
        *PUSH(&tables->strings) =
            profile_text_id(json->profile, json_reader_text(json));
}

#define TABLE(name) \
    .read = firefox_table_read, .at = offsetof(struct firefox_tables, name)
const struct json_member firefox_tables_members[N_FIREFOX_TABLES] = {
    { STR("stackTable"), TABLE(stacks) },
    { STR("frameTable"), TABLE(frames) },
    { STR("funcTable"), TABLE(funcs) },
    { STR("resourceTable"), TABLE(resources) },
    { STR("sources"), TABLE(sources) },
    { STR("stringArray"), .read = read_strings },
    { STR("stringTable"), .read = read_strings },
};

void firefox_tables_free(struct firefox_tables *tables)
{
    firefox_table_free(&tables->stacks);
    firefox_table_free(&tables->frames);
    firefox_table_free(&tables->funcs);
    firefox_table_free(&tables->resources);
    firefox_table_free(&tables->sources);
    LIST_FREE(&tables->strings);
    LIST_FREE(&tables->states);
    LIST_FREE(&tables->contexts);
    LIST_FREE(&tables->runs);
    free(tables->are_callers);
}
