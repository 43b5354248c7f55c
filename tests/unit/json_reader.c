/* Reading JSON: values, skipping, and texts that break the syntax. */
#include "input/json_reader.h"

#include <stdlib.h>

#include "check.h"
#include "util/array.h"

/* Appends the value as JSON without blanks and escapes, and all in it. An
   element called "skip" is left to the reader. */
static void write_value(struct json_reader *json, struct buf *out)
{
    static const char *const words[] = {
        "none", "null", "false", "true", "", "", "", "",
    };
    size_t opened[100], n = 0;
    if (!json_reader_open(json) && json->type != JSON_NONE)
        buf_printf(out, "%s%.*s", words[json->type], (int)json->text.len,
                   json->text.s);
    if ((opened[0] = json_reader_open(json)) > 0)
        n = 1;
    while (n) {
        if (!json_reader_next(json, opened[n - 1])) {
            buf_char(out, ')');
            n--;
            continue;
        }
        buf_printf(out, " %.*s%s", (int)json->name.len, json->name.s,
                   json->name.len ? "=" : "");
        size_t inner = json_reader_open(json);
        if (!inner)
            buf_printf(out, "%s%.*s", words[json->type], (int)json->text.len,
                       json->text.s);
        else if (json_reader_is(json, S("skip")))
            buf_add(out, S("..."));
        else if (n < ROWS(opened))
            opened[n++] = inner;
        if (inner)
            buf_add(out, json->type == JSON_OBJECT ? S("{(") : S("[("));
    }
    if (json->failed)
        buf_add(out, S(" failed"));
}

static void expect_read(const char *text, const char *expected)
{
    struct json_reader json = json_reader_of_text(str_of(text));
    struct buf out = { 0 };
    write_value(&json, &out);
    json_reader_end(&json);
    buf_char(&out, '\0');
    expect(strcmp(out.data, expected) == 0, "%s: %s, expected %s", text,
           out.data, expected);
    buf_free(&out);
}

static void expect_number(const char *text, double expected)
{
    double number = -1;
    struct json_reader json = json_reader_of_text(str_of(text));
    bool found = json_reader_number(&json, &number);
    expect(isnan(expected) ? !found : number == expected, "%s: %.17g", text,
           number);
    json_reader_end(&json);
}

static void expect_id(const char *text, bool is_id, uint64_t expected)
{
    uint64_t id = 0;
    struct json_reader json = json_reader_of_text(str_of(text));
    expect(json_reader_id(&json, &id) == is_id && id == expected, "%s: %llu",
           text, (unsigned long long)id);
    json_reader_end(&json);
}

/* A million brackets need no stack of the machine. */
static void expect_deep(void)
{
    enum { DEPTH = 1000000 };
    char *text = array_new(2 * DEPTH, 1);
    memset(text, '[', DEPTH);
    memset(text + DEPTH, ']', DEPTH);
    struct json_reader json =
        json_reader_of_text((struct str){ text, 2 * DEPTH });
    size_t all = json_reader_open(&json), n = 0;
    while (json_reader_next(&json, all))
        n++;
    expect(n == 1 && !json.failed, "%zu elements", n);
    json_reader_end(&json);
    free(text);
}

UNIT(json_reader)
{
    test("values");
    expect_read("[1, -2.5e3,\t\"a\",true,false,null,{},[]]",
                " 1 -2.5e3 a true false null {() [())");
    expect_read("{\"a\": {\"b\": [1]}, \"a\": 2}", " a={( b=[( 1)) a=2)");
    expect_read("7", "7");
    test("skipping");
    expect_read("{\"skip\": [1, {\"x\": \"]}\\\"\"}, [2]], \"b\": 3}",
                " skip=...[( b=3)");
    test("escapes");
    expect_read("\"\\\"\\\\\\/\\n\\u00e9\\u20ac\"", "\"\\/\n\xc3\xa9\xe2\x82\xac");
    expect_read("\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80");
    expect_read("\"\\ud83dx\"", "\xef\xbf\xbdx");
    expect_read("\"\\ude00\\ud83d\"", "\xef\xbf\xbd\xef\xbf\xbd");
    expect_read("\"\\ud83d\\ud83d\\ude00\"", "\xef\xbf\xbd\xf0\x9f\x98\x80");
    expect_read("\"\\ud83d\\n\"", "\xef\xbf\xbd\n");
    test("broken texts");
    expect_read("", " failed");
    expect_read("[1 2]", " 1) failed");
    expect_read("[1,", " 1) failed");
    expect_read("[tru]", ") failed");
    expect_read("{1:2}", ") failed");
    expect_read("{\"a\" 2}", ") failed");
    expect_read("[\"\\q\"]", ") failed");
    expect_read("[\"\\u12g4\"]", ") failed");
    expect_read("[\"a", ") failed");
    test("numbers");
    expect_number("123456789012345 ", 123456789012345);
    expect_number("-0.1 ", -0.1);
    expect_number("12345.678901 ", 12345.678901);
    expect_number("0.30000000000000004", 0.30000000000000004);
    expect_number("1.5e-7", 1.5e-7);
    expect_number("\"42.5\"", 42.5);
    expect_number("1e999", (double)NAN);
    expect_number("1-2", (double)NAN);
    expect_number("\"x\"", (double)NAN);
    test("ids");
    expect_id("18446744073709551615", true, UINT64_MAX);
    expect_id("\"12\"", true, 12);
    expect_id("-1", false, 0);
    expect_id("1.5", false, 0);
    expect_id("null", false, 0);
    test("depth");
    expect_deep();
    return finish_tests();
}
