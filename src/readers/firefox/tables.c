#include "readers/firefox/tables.h"

#include <stdlib.h>

#include "util/array.h"

/* "libs": [{"name": "libc.so", "start": 4096, "end": 8192}] */
static void read_libs(struct firefox_libs *libs, struct json_reader *json,
                      struct profile *profile)
{
    size_t items = json_reader_open(json);
    libs->n = 0;
    while (json_reader_next(json, items)) {
        struct firefox_lib lib = { .path = NO_ID,
                                   .name = NO_ID,
                                   .build_id = NO_ID,
                                   .start = UINT64_MAX,
                                   .mapping = NO_ID };
        size_t members = json_reader_open(json);
        while (json_reader_next(json, members))
            if (json_reader_is(json, S("name")) && json->text.len)
                lib.name = profile_text_id(profile, json->text);
            else if (json_reader_is(json, S("path")) && json->text.len)
                lib.path = profile_text_id(profile, json->text);
            else if (json_reader_is(json, S("codeId")) && json->text.len)
                lib.build_id = profile_text_id(profile, json->text);
            else if (json_reader_is(json, S("offset")))
                json_reader_id(json, &lib.offset);
            else if (json_reader_is(json, S("start")))
                json_reader_id(json, &lib.start);
            else if (json_reader_is(json, S("end")))
                json_reader_id(json, &lib.end);
        libs->libs = array_grow(libs->libs, libs->n, &libs->room, sizeof lib);
        libs->libs[libs->n++] = lib;
    }
}

void firefox_libs_read(struct firefox_libs *libs, struct json_reader *json,
                       struct profile *profile)
{
    if (json->type != JSON_STRING) {
        read_libs(libs, json, profile);
        return;
    }
    struct arena scratch = { 0 };
    struct json_reader inner =
        json_reader_of_text(arena_copy(&scratch, json->text));
    read_libs(libs, &inner, profile);
    json_reader_end(&inner);
    arena_free(&scratch);
}

static void read_strings(struct firefox_tables *tables,
                         struct json_reader *json, struct profile *profile)
{
    size_t strings = json_reader_open(json);
    tables->n_strings = 0;
    while (json_reader_next(json, strings)) {
        tables->strings = array_grow(tables->strings, tables->n_strings,
                                     &tables->strings_room,
                                     sizeof *tables->strings);
        tables->strings[tables->n_strings++] = profile_text_id(
            profile, json_reader_text(json));
    }
}

void firefox_tables_read(struct firefox_tables *tables,
                         struct json_reader *json, struct profile *profile)
{
    if (json_reader_is(json, S("stackTable")))
        firefox_table_read(&tables->stacks, json);
    else if (json_reader_is(json, S("frameTable")))
        firefox_table_read(&tables->frames, json);
    else if (json_reader_is(json, S("funcTable")))
        firefox_table_read(&tables->funcs, json);
    else if (json_reader_is(json, S("resourceTable")))
        firefox_table_read(&tables->resources, json);
    else if (json_reader_is(json, S("sources")))
        firefox_table_read(&tables->sources, json);
    else if (json_reader_is(json, S("stringArray")) ||
             json_reader_is(json, S("stringTable")))
        read_strings(tables, json, profile);
}

void firefox_libs_free(struct firefox_libs *libs)
{
    free(libs->libs);
    *libs = (struct firefox_libs){ 0 };
}

void firefox_tables_free(struct firefox_tables *tables)
{
    firefox_table_free(&tables->stacks);
    firefox_table_free(&tables->frames);
    firefox_table_free(&tables->funcs);
    firefox_table_free(&tables->resources);
    firefox_table_free(&tables->sources);
    free(tables->strings);
    free(tables->states);
    free(tables->contexts);
    free(tables->runs);
    free(tables->are_callers);
    *tables = (struct firefox_tables){ 0 };
}
