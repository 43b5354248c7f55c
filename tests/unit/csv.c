/* Lines of comma-separated values: quotes, blanks, odd and cut lines. */
#include "input/csv.h"

#include "check.h"

/* Joins the fields by '|'. */
static void print_fields(const struct csv *csv, struct buf *out)
{
    out->len = 0;
    for (size_t i = 0; i < csv->n; i++)
        buf_printf(out, "%s%.*s", i ? "|" : "", (int)csv->of[i].len,
                   csv->of[i].s);
}

static void fields_are(const char *line, char separator, const char *expected)
{
    struct csv csv = { 0 };
    struct buf out = { 0 };
    expect(csv_split(&csv, str_of(line), separator), "refused: %s", line);
    print_fields(&csv, &out);
    expect(str_eq(buf_text(&out), str_of(expected)), "%s: %.*s", line,
           (int)out.len, buf_text(&out).s);
    buf_free(&out);
    csv_free(&csv);
}

static void split(void)
{
    test("split");
    fields_are("a,b,c", ',', "a|b|c");
    fields_are("", ',', "");
    fields_are(",", ',', "|");
    fields_are("a,,b,", ',', "a||b|");
    fields_are("a;b,c", ';', "a|b,c");
    fields_are("a\tb c", '\t', "a|b c");
    fields_are("\"a,b\",c", ',', "a,b|c");
    fields_are("\"say \"\"hi\"\"\",c", ',', "say \"hi\"|c");
    fields_are("\"\",\"\"\"\"", ',', "|\"");
    fields_are("a\"b,c", ',', "a\"b|c");
    fields_are("  a,  \"b\"", ',', "  a|  b");
    fields_are("\xff\x01,\"\xfe\"", ',', "\xff\x01|\xfe");
}

/* After a line that is refused there are no fields, and the next line is split
   as if it were the first. */
static void refused(void)
{
    static const char *const lines[] = { "\"",         "a,\"b",
                                         "a,\"b\"c,d", "\"a\"\"",
                                         "  \"a",      "\"a\" ,b" };
    test("refused lines");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct csv csv = { 0 };
        expect(!csv_split(&csv, str_of(lines[i]), ','), "taken: %s", lines[i]);
        expect(csv_field(&csv, 0).len == 0, "%s: a field", lines[i]);
        expect(csv_find(&csv, S("a")) == SIZE_MAX, "%s: a title", lines[i]);
        expect(csv_split(&csv, S("x,a"), ',') && csv.n == 2 &&
                   csv_find(&csv, S("a")) == 1,
               "the line after %s", lines[i]);
        csv_free(&csv);
    }
}

static void titles(void)
{
    struct csv csv = { 0 };
    test("titles and fields");
    csv_split(&csv, S(" Name ,Self,Name"), ',');
    expect(csv_find(&csv, S("Name")) == 0, "the first of equal titles");
    expect(csv_find(&csv, S("Self")) == 1, "a title");
    expect(csv_find(&csv, S("self")) == SIZE_MAX, "another case");
    expect(csv_field(&csv, 3).len == 0, "a field behind the last");
    expect(csv_field(&csv, SIZE_MAX).len == 0, "a title that was not found");
    csv_free(&csv);
}

static void number_is(struct str field, double expected)
{
    struct csv csv = { 0 };
    double number = NAN;
    csv_split(&csv, field, ';');
    bool good = csv_number(&csv, 0, &number);
    expect(good == !isnan(expected) && close_to(number, expected), "%.*s: %g",
           (int)field.len, field.s, number);
    csv_free(&csv);
}

static void numbers(void)
{
    struct buf zeros = { 0 };
    test("numbers");
    number_is(S("12"), 12);
    number_is(S(" 2,893,824 "), 2893824);
    number_is(S("0.5s"), 0.5);
    number_is(S("12.5%"), 12.5);
    number_is(S("1e3"), 1000);
    number_is(S(""), NAN);
    number_is(S("n/a"), NAN);
    number_is(S(","), NAN);
    for (int i = 0; i < 100; i++)
        buf_char(&zeros, '0');
    buf_add(&zeros, S("7"));
    number_is(buf_text(&zeros), 7);
    buf_free(&zeros);
}

/* Lines of random bytes have the fields that are written with quotes around
   each of them. */
static void random_lines(void)
{
    static const char bytes[] = { 'a', ',', '"', ' ', '\t', ';' };
    struct csv csv = { 0 };
    struct buf line = { 0 }, plain = { 0 }, out = { 0 };
    test("random lines");
    for (unsigned long n = 1; n <= 2000; n++) {
        start_input(n);
        line.len = 0;
        plain.len = 0;
        for (uint32_t i = 0, fields = 1 + random_below(5); i < fields; i++) {
            buf_add(&line, i ? S(",\"") : S("\""));
            buf_add(&plain, i ? S("|") : S(""));
            for (uint32_t left = random_below(6); left > 0; left--) {
                char c = bytes[random_below(sizeof bytes)];
                buf_add(&line, c == '"' ? S("\"\"") : (struct str){ &c, 1 });
                buf_char(&plain, c);
            }
            buf_char(&line, '"');
        }
        bool good = csv_split(&csv, buf_text(&line), ',');
        print_fields(&csv, &out);
        expect(good && str_eq(buf_text(&out), buf_text(&plain)), "%.*s",
               (int)line.len, line.data);
        csv_split(&csv, str_head(buf_text(&line), random_below(10)), ',');
    }
    buf_free(&line);
    buf_free(&plain);
    buf_free(&out);
    csv_free(&csv);
}

UNIT(csv)
{
    split();
    refused();
    titles();
    numbers();
    random_lines();
    return finish_tests();
}
