/* Tables of JSON members: where the values go. */
#include "readers/json_members.h"

#include <stdlib.h>

#include "check.h"
#include "model/profile.h"

struct row {
    uint32_t text;
    struct buf bytes;
    double number;
    uint64_t whole;
    bool flag;
    char letter;
    struct buf log; /* what the functions got */
};

static void log_value(struct json_reader *json, void *to)
{
    struct row *row = json->reader;
    expect(to == &row->log, "a function gets the field");
    buf_printf(to, "%.*s=%.*s%s ", (int)json->name.len, json->name.s,
               (int)json->text.len, json->text.s,
               json_reader_open(json) ? "..." : "");
}

static const struct json_member inner_members[] = {
    { STR("n"), JSON_FIELD(struct row, number) },
};

static const struct json_member members[] = {
    { STR("text"), JSON_FIELD(struct row, text) },
    { STR("bytes"), JSON_FIELD(struct row, bytes) },
    { STR("n"), JSON_FIELD(struct row, number) },
    { STR("id"), JSON_FIELD(struct row, whole) },
    { STR("flag"), JSON_FIELD(struct row, flag) },
    { STR("letter"), JSON_FIELD(struct row, letter) },
    { STR("f"), .read = log_value, .at = offsetof(struct row, log) },
    { STR("all"), .each = log_value, .at = offsetof(struct row, log) },
    { STR("inner"), JSON_INSIDE(inner_members) },
};

/* Reads an object into a row, and writes the row as text. */
static void expect_row(const char *text, const char *expected)
{
    struct arena arena = { 0 };
    struct profile *profile = profile_new(&arena);
    struct row row = { .text = NO_ID,
                       .number = -1,
                       .whole = 9,
                       .flag = true,
                       .letter = '-' };
    struct buf out = { 0 };
    struct json_reader json = json_reader_of_text(str_of(text));
    json.profile = profile;
    json.reader = &row;
    json_members(&json, members, ROWS(members), &row);
    struct str name =
        row.text == NO_ID ? S("-") : profile_text(profile, row.text);
    buf_printf(&out, "%.*s %.*s %g %llu %d %c %.*s", (int)name.len, name.s,
               (int)row.bytes.len, buf_text(&row.bytes).s, row.number,
               (unsigned long long)row.whole, row.flag, row.letter,
               (int)row.log.len,
               buf_text(&row.log).s);
    expect(str_eq(buf_text(&out), str_of(expected)),
           "%s: expected '%s', came '%.*s'", text, expected, (int)out.len,
           buf_text(&out).s);
    buf_free(&out);
    buf_free(&row.bytes);
    buf_free(&row.log);
    json_reader_end(&json);
    profile_free(profile);
    arena_free(&arena);
}

static void expect_numbers(const char *text, bool good, const char *expected)
{
    LOCAL_ARENA(arena);
    struct json_numbers list = { 0 };
    struct buf out = { 0 };
    struct json_reader json = json_reader_of_text(str_of(text));
    expect(json_numbers_read(&json, &arena, &list) == good, "%s: good?", text);
    for (size_t i = 0; i < list.n; i++)
        buf_printf(&out, "%u ", list.of[i]);
    expect(str_eq(buf_text(&out), str_of(expected)), "%s: '%.*s'", text,
           (int)out.len, buf_text(&out).s);
    json_reader_end(&json);
    buf_free(&out);
}

UNIT(json_members)
{
    test("fields");
    expect_row("{\"text\": \"a\", \"bytes\": \"bc\", \"n\": 1.5, \"id\": 7,"
               " \"flag\": false, \"letter\": \"X\"}",
               "a bc 1.5 7 0 X ");
    expect_row("{\"id\": \"7\", \"text\": 12, \"n\": \"3\", \"bytes\": 4}",
               "12 4 3 7 1 - ");
    test("values of other types");
    expect_row("{\"text\": {}, \"bytes\": [1], \"n\": \"x\", \"id\": -1,"
               " \"flag\": 0, \"letter\": \"XY\"}",
               "  -1 9 1 - ");
    expect_row("[1, \"text\", {\"n\": 2}]", "-  -1 9 1 - ");
    expect_row("{\"text\": null, \"bytes\": \"a\", \"bytes\": null}",
               "  -1 9 1 - ");
    expect_row("{\"text\": \"\"}", "  -1 9 1 - ");
    test("any order, twice, and unknown ones");
    expect_row("{\"flag\": true, \"n\": 1, \"texts\": {\"n\": 5}, \"\": 3,"
               " \"n\": 2, \"text\": \"b\", \"text\": \"a\"}",
               "a  2 9 1 - ");
    test("functions");
    expect_row("{\"f\": [1], \"all\": {\"a\": \"x\", \"b\": {\"c\": 2}},"
               " \"all\": [3, [4]], \"f\": \"y\", \"all\": 5, \"id\": 6}",
               "-  -1 6 1 - f=... a=x b=... =3 =... f=y ");
    test("members of members");
    expect_row("{\"inner\": {\"id\": 1, \"n\": 2}, \"flag\": false}",
               "-  2 9 0 - ");
    test("numbers");
    expect_numbers("[1, \"2\", 4294967294]", true, "1 2 4294967294 ");
    expect_numbers("[]", true, "");
    expect_numbers("[4294967296, 3]", false, "4294967295 3 ");
    expect_numbers("[null, -1]", false, "4294967295 4294967295 ");
    expect_numbers("5", false, "");
    return finish_tests();
}
