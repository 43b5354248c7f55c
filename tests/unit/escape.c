/* Texts of tooltips: limits, and what stands where a text is cut. */
#include "output/dot/escape.h"

#include "check.h"

static void tooltip_is(const char *text, size_t limit, const char *expected)
{
    struct buf buf = { 0 };
    escape_tooltip(&buf, str_of(text), limit);
    expect(str_eq(buf_text(&buf), str_of(expected)), "%s: %.*s", text,
           (int)buf.len, buf.data);
    buf_free(&buf);
}

UNIT(escape)
{
    test("tooltips");
    tooltip_is("", 10, "");
    tooltip_is("abcdefghij", 10, "abcdefghij");
    tooltip_is("abcdefghijk", 10, "abcde \u2026 ghijk");
    tooltip_is("abcdefghijk", 11, "abcdefghijk");
    tooltip_is("a\\b\nc", 10, "a\u2216b c");
    tooltip_is("abcdefgh\u00e4\u00e4\u00e4", 10, "abcde \u2026 \u00e4\u00e4");
    /* Half of the limit is reached, or passed by one character. */
    tooltip_is("\\\\\\\\\\\\\\\\\\\\", 10,
               "\u2216\u2216 \u2026 \u2216\u2216");
    return finish_tests();
}
