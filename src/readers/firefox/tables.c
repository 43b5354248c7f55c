#include "readers/firefox/tables.h"

#include "readers/declared.h"

/* ---- One table ---- */

static const struct str column_names[N_FIREFOX_COLUMNS] = {
    [FIREFOX_STACK] = STR("stack"),
    [FIREFOX_TIME] = STR("time"),
    [FIREFOX_TIME_DELTAS] = STR("timeDeltas"),
    [FIREFOX_WEIGHT] = STR("weight"),
    [FIREFOX_CPU_DELTA] = STR("threadCPUDelta"),
    [FIREFOX_PREFIX] = STR("prefix"),
    [FIREFOX_PREFIX_OFFSET] = STR("prefixOffset"),
    [FIREFOX_FRAME] = STR("frame"),
    [FIREFOX_LOCATION] = STR("location"),
    [FIREFOX_FUNC] = STR("func"),
    [FIREFOX_ADDRESS] = STR("address"),
    [FIREFOX_LINE] = STR("line"),
    [FIREFOX_LIB] = STR("lib"),
    [FIREFOX_NAME] = STR("name"),
    [FIREFOX_RESOURCE] = STR("resource"),
    [FIREFOX_FILE_NAME] = STR("fileName"),
    [FIREFOX_SOURCE] = STR("source"),
    [FIREFOX_LINE_NUMBER] = STR("lineNumber"),
    [FIREFOX_COLUMN_NUMBER] = STR("columnNumber"),
    [FIREFOX_IS_JS] = STR("isJS"),
};

/* Returns the column of this name, or N_FIREFOX_COLUMNS if it is not wanted. */
static int find_column(const struct firefox_table *table, struct str name)
{
    int column = 0;
    /* This is the title in the table of sources, which version 58 has. */
    if (str_eq(name, S("filename")))
        return FIREFOX_FILE_NAME;
    while (column < N_FIREFOX_COLUMNS && !str_eq(name, column_names[column]))
        column++;
    bool is_time = column == FIREFOX_TIME || column == FIREFOX_TIME_DELTAS;
    return is_time && !table->has_times ? N_FIREFOX_COLUMNS : column;
}

/* Sets cell i. Cells before it that are missing become UNKNOWN. */
static void put_cell(struct firefox_cells *cells, size_t i,
                     const struct json_reader *json)
{
    double number = json->type == JSON_TRUE    ? 1
                    : json->type == JSON_FALSE ? 0
                                               : UNKNOWN;
    json_reader_number(json, &number);
    while (cells->n <= i)
        *PUSH_IN((struct arena *)json->reader, cells) = UNKNOWN;
    cells->of[i] = number;
}

/* "data": [[null, 0], [0, 1]] */
static void read_rows(struct firefox_table *table, struct json_reader *json)
{
    size_t rows = json_reader_open(json);
    for (size_t row = 0; json_reader_next(json, rows); row++) {
        size_t cells = json_reader_open(json);
        for (int i = 0; json_reader_next(json, cells); i++) {
            int column = i < FIREFOX_ROW ? table->of_schema[i] : 0;
            if (column)
                put_cell(&table->columns[column - 1], row, json);
            else if (i < FIREFOX_ROW && !table->has_schema)
                put_cell(&table->rows[i], row, json);
            if (i == FIREFOX_ROW)
                break;
        }
    }
}

/* "schema": {"prefix": 0, "frame": 1} */
static void read_schema(struct firefox_table *table, struct json_reader *json)
{
    size_t schema = json_reader_open(json);
    while (json_reader_next(json, schema)) {
        uint64_t place;
        int column = find_column(table, json->name);
        if (column == N_FIREFOX_COLUMNS || !json_reader_id(json, &place) ||
            place >= FIREFOX_ROW)
            continue;
        table->of_schema[place] = column + 1;
        struct firefox_cells *rows = &table->rows[place];
        if (rows->n) {
            table->columns[column] = *rows;
            *rows = (struct firefox_cells){ 0 };
        }
    }
    table->has_schema = true;
}

static void read_column(struct firefox_table *table, int column,
                        struct json_reader *json)
{
    size_t cells = json_reader_open(json);
    table->columns[column].n = 0;
    for (size_t i = 0; json_reader_next(json, cells); i++)
        put_cell(&table->columns[column], i, json);
}

/* The columns of a table have as many cells as its "length" says. That of
   libraries may end with the last resource that has one. */
static void check_length(const struct firefox_table *table,
                         const struct json_reader *json, double length)
{
    for (int column = 0; column < N_FIREFOX_COLUMNS && json->input; column++)
        if (table->columns[column].n && column != FIREFOX_LIB)
            declared_check(
                json->input,
                (struct declared){ .where = "\"length\" of a table",
                                   .unit = S("rows"),
                                   .says = length,
                                   .found = (double)table->columns[column].n });
}

void firefox_table_read(struct json_reader *json, void *to)
{
    struct firefox_table *table = to;
    double length = UNKNOWN;
    size_t members = json_reader_open(json);
    table->exists |= members > 0;
    while (json_reader_next(json, members)) {
        int column = find_column(table, json->name);
        if (column < N_FIREFOX_COLUMNS)
            read_column(table, column, json);
        else if (json_reader_is(json, S("length")))
            json_reader_number(json, &length);
        else if (json_reader_is(json, S("data")))
            read_rows(table, json);
        else if (json_reader_is(json, S("schema")))
            read_schema(table, json);
        else if (json_reader_is(json, S("weightType"))) {
            struct str type =
                str_head(json_reader_text(json), sizeof table->weights - 1);
            memcpy(table->weights, type.s ? type.s : "", type.len);
            table->weights[type.len] = '\0';
        }
    }
    check_length(table, json, length);
}

double firefox_table_cell(const struct firefox_table *table,
                          enum firefox_column column, size_t row)
{
    const struct firefox_cells *cells = &table->columns[column];
    return row < cells->n ? cells->of[row] : UNKNOWN;
}

bool firefox_table_place(const struct firefox_table *table,
                         enum firefox_column column, size_t row,
                         uint32_t *place)
{
    double cell = firefox_table_cell(table, column, row);
    if (!(cell >= 0 && cell < NO_ID) || cell != (double)(uint32_t)cell)
        return false;
    *place = (uint32_t)cell;
    return true;
}

/* ---- All tables ---- */

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
        *PUSH_IN((struct arena *)json->reader, libs) = lib;
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
    inner.reader = json->reader;
    read_libs(&inner, libs);
    json_reader_end(&inner);
}

static void read_strings(struct json_reader *json, void *to)
{
    struct firefox_tables *tables = to;
    size_t strings = json_reader_open(json);
    tables->strings.n = 0;
    while (json_reader_next(json, strings))
        *PUSH_IN((struct arena *)json->reader, &tables->strings) =
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
