#include "check.h"

#include <graphviz/cgraph.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw.h"
#include "input/json_reader.h"
#include "output/html/data.h"
#include "util/text/utf8.h"

void check_failed(const char *condition, const char *format, ...)
{
    va_list args;
    fprintf(stderr, "FAILED %s: ", condition);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    abort();
}

void check_costs(const struct report *report)
{
    const struct profile *profile = report->profile;
    const struct costs *costs = report->costs;
    double most = costs->whole * (1 + 1e-9);
    REQUIRE(isfinite(costs->whole) && costs->whole >= 0, "%g", costs->whole);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        double self = profile->functions[f].self, total = costs->total[f];
        REQUIRE(self >= 0, "function %u: %g", f, self);
        REQUIRE(total >= self * (1 - 1e-9), "function %u: self %g total %g", f,
                self, total);
        REQUIRE(total <= most, "function %u: total %g whole %g", f, total,
                costs->whole);
    }
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        double cost = costs->call_cost[c];
        REQUIRE(!known(cost) || (cost >= 0 && cost <= most),
                "call %u: %g of %g", c, cost, costs->whole);
    }
}

void check_text(struct str text)
{
    struct str rest = text;
    while (rest.len) {
        size_t at = text.len - rest.len;
        bool is_replacement = str_starts(rest, S("\xef\xbf\xbd"));
        uint32_t code = utf8_next(&rest);
        REQUIRE(code != REPLACEMENT || is_replacement, "byte %zu", at);
        REQUIRE(code == '\n' || code == '\t' || utf8_printable(code),
                "byte %zu: U+%04X", at, code);
    }
}

void check_dot(struct str text)
{
    struct buf copy = { 0 };
    buf_add(&copy, text);
    buf_char(&copy, '\0');
    Agraph_t *graph = agmemread(copy.data);
    REQUIRE(graph, "%.200s", copy.data);
    agclose(graph);
    buf_free(&copy);
}

void check_json(struct str text)
{
    struct arena arena = { 0 };
    struct input *input =
        input_open(&arena, draw_file(3, text.s, text.len));
    REQUIRE(input, "no file");
    struct json_reader json = json_reader_start(input);
    size_t all = json_reader_open(&json);
    while (json_reader_next(&json, all))
        continue;
    json_reader_end(&json);
    REQUIRE(!input->cut && !input->failed && !input->skipped, "%.200s",
            text.s);
    input_close(input);
    arena_free(&arena);
}

void check_page(const struct report *report)
{
    struct buf page = { 0 };
    html_data(&page, report);
    check_json(buf_text(&page));
    buf_free(&page);
}
