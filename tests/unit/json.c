/* JSON as it is written: layout, strings and numbers. */
#include "check.h"
#include "util/text/json.h"

static void expect_text(const char *what, struct buf *came,
                        const char *expected)
{
    expect(str_eq(buf_text(came), str_of(expected)),
           "%s: expected '%s', came '%.*s'", what, expected, (int)came->len,
           buf_text(came).s);
    buf_free(came);
}

static void put_all(struct json *json)
{
    json_open(json, NULL, '{');
    json_line(json, 2);
    json_text(json, "a", S("x<y"));
    json_bool(json, "b", true);
    json_line(json, 2);
    json_open(json, "c", '[');
    json_close(json, ']');
    json_open(json, "d", '[');
    json_count(json, NULL, 1);
    json_open(json, NULL, '{');
    json_close(json, '}');
    json_null(json, NULL);
    json_close(json, ']');
    json_line(json, 0);
    json_close(json, '}');
}

static void test_layout(void)
{
    struct buf out = { 0 };
    put_all(&(struct json){ .out = &out });
    expect_text("for readers", &out,
                "{\n  \"a\": \"x<y\", \"b\": true,\n"
                "  \"c\": [], \"d\": [1, {}, null]\n}");
    put_all(&(struct json){ .out = &out, .in_script = true });
    expect_text("in a script", &out,
                "{\n  \"a\":\"x\\u003cy\",\"b\":true,\n"
                "  \"c\":[],\"d\":[1,{},null]\n}");
}

static void test_strings(void)
{
    static const struct {
        struct str text;
        const char *expected;
    } rows[] = {
        { STR(""), "\"\"" },
        { STR("\"\\/"), "\"\\\"\\\\/\"" },
        { STR("caf\u00e9\U0001f600\u2028"),
          "\"caf\u00e9\U0001f600\\u2028\"" },
        { STR("\t\n\0\x7f"), "\"\\u0009\\u000a\\u0000\\u007f\"" },
        { STR("\u202e\xc2\x85\U000e0001\ufffd"),
          "\"\\u202e\\u0085\\udb40\\udc01\ufffd\"" },
        { STR("a\xff\xe2\x82z"), "\"a\ufffd\ufffdz\"" },
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct buf out = { 0 };
        struct json json = { .out = &out };
        json_text(&json, NULL, rows[i].text);
        expect_text("string", &out, rows[i].expected);
    }
    struct buf out = { 0 };
    json_text_or_null(&(struct json){ .out = &out }, NULL, S(""));
    expect_text("no string", &out, "null");
}

static void test_numbers(void)
{
    static const struct {
        double number;
        const char *expected, *count;
    } rows[] = {
        { 0, "0.0", "0" },
        { 12, "12.0", "12" },
        { -0., "-0.0", "-0" },
        { -120, "-120.0", "-120" },
        { 1e15 - 1, "999999999999999.0", "999999999999999" },
        { 1e15, "1000000000000000.0", "1000000000000000" },
        { 1 - 1e15, "-999999999999999.0", "-999999999999999" },
        { -1.5, "-1.5", "-1" },
        { .1, "0.10000000000000001", "0" },
        { 1e-7, "9.9999999999999995e-8", "0" },
        { 1e300, "1.0000000000000001e300", "1.0000000000000001e300" },
        { 0x1p53, "9007199254740992.0", "9007199254740992.0" },
        { 0x1p53 - 1, "9007199254740991.0", "9007199254740991" },
        { NAN, "null", "null" },
        { INFINITY, "null", "null" },
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct buf out = { 0 };
        struct json json = { .out = &out };
        json_number(&json, NULL, rows[i].number);
        expect_text("number", &out, rows[i].expected);
        json = (struct json){ .out = &out };
        json_count(&json, NULL, rows[i].number);
        expect_text("count", &out, rows[i].count);
    }
}

/* Numbers as texts show them: the shortest that is the same number. */
static void test_shortest(void)
{
    static const struct {
        double number;
        const char *expected;
    } rows[] = {
        { 0, "0" },       { -0., "-0" },       { 7, "7" },
        { 1024, "1024" }, { -90, "-90" },      { .1, "0.1" },
        { 1.5, "1.5" },   { 1e15, "1e+15" },   { 1e15 - 1, "999999999999999" },
        { NAN, "?" },     { INFINITY, "inf" }, { 1e22, "1e+22" },
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct buf out = { 0 };
        buf_number(&out, rows[i].number);
        expect_text("shortest number", &out, rows[i].expected);
    }
}

UNIT(json)
{
    test("shortest numbers");
    test_shortest();
    test("layout");
    test_layout();
    test("strings");
    test_strings();
    test("numbers");
    test_numbers();
    return finish_tests();
}
