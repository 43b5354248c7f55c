/* Tests that a header that the cache recognises has the same parts as one that
   perf_line takes apart. */
#include "check.h"
#include "readers/perf/line.h"

static const char *const headers[] = {
    "perf_3.0.0  1326 48625.215888: cycles: ",
    "my thread 25018/25020 [001]   897.514878:    2004008 cpu-clock:u:",
    "xz 29910    3367003 cpu-clock:",
    "app 1 [000] 1.000000: syscalls:sys_enter_read: fd: 0x0",
    "x 1.5: cycles: 7 8.123456: 12 task-clock:",
    "4 5 6 7/8 [001] 1.23: 4 cycles:",
    "bash  3545   337.382882: PERF_RECORD_COMM exec: bash:3545/3545",
    "bash 3545 337.384402: cpu-clock:      7f4184d489bc skip+0x9 (/bin/x)",
    "ab 12 0.123456789: 99 1e5:",
    "bash",
    "tmux: server 12",
    "# captured 1.5: 2",
    "1234",
    "            1234",
    "\t           648d3 main+0x1f (/usr/bin/bash)",
    "     648d3 main+0x1f (/usr/bin/bash)",
    "    12.5%  a  b  [.] c",
    "/proc/7/maps module!",
    "",
};

enum { HEADERS = sizeof headers / sizeof *headers };

static bool same_part(struct str a, struct str b)
{
    return str_eq(a, b) && (a.len == 0 || a.s == b.s);
}

static void compare(struct header_cache *cache, struct str line)
{
    struct perf_line a = header_cache_line(cache, line), b = perf_line(line);
    expect(a.kind == b.kind && a.sure == b.sure &&
               str_eq(a.frame, b.frame) && same_part(a.front, b.front) &&
               same_part(a.time, b.time) && same_part(a.period, b.period) &&
               same_part(a.event, b.event),
           "'%.*s': another line than before", (int)line.len, line.s);
}

/* Changes some digits to other digits and, seldom, to something else. */
static void change(struct buf *text)
{
    static const char others[] = " .:/[]-a7\t";
    for (size_t i = 0; i < text->len; i++)
        if (text->data[i] >= '0' && text->data[i] <= '9' && random_below(3))
            text->data[i] = (char)('0' + random_below(10));
    if (text->len && random_below(4) == 0)
        text->data[random_below((uint32_t)text->len)] =
            others[random_below(sizeof others - 1)];
}

static void random_headers(void)
{
    test("random headers");
    struct buf text = { 0 };
    for (unsigned long i = 1; i <= 2000; i++) {
        struct header_cache cache = { 0 };
        start_input(i);
        for (int n = 0; n < 100; n++) {
            text.len = 0;
            buf_add(&text, str_of(headers[random_below(HEADERS)]));
            change(&text);
            compare(&cache, buf_text(&text));
        }
        header_cache_free(&cache);
    }
    buf_free(&text);
}

static void known_header(void)
{
    test("a header again");
    struct header_cache cache = { 0 };
    header_cache_line(&cache, S("app 17/18  1.250000:    100 cycles:u: "));
    struct perf_line line = header_cache_line(
        &cache, S("app 27/98  9.999999:    307 cycles:u: "));
    expect(line.kind == PERF_HEADER && line.sure, "no header");
    expect(str_eq(line.front, S("app 27/98  ")), "front '%.*s'",
           (int)line.front.len, line.front.s);
    expect(str_eq(line.period, S("307")), "period '%.*s'",
           (int)line.period.len, line.period.s);
    expect(str_eq(line.event, S("cycles:u")), "event '%.*s'",
           (int)line.event.len, line.event.s);
    header_cache_free(&cache);
}

UNIT(header_cache)
{
    known_header();
    random_headers();
    return finish_tests();
}
