/* Properties that must hold for every input. A check that fails prints what is
   wrong and aborts, which the fuzzer reports with the input. */
#ifndef FUZZ_CHECK_H
#define FUZZ_CHECK_H

#include "output/report.h"
#include "util/text/buf.h"

#define REQUIRE(condition, ...) \
    ((condition) ? (void)0 : check_failed(#condition, __VA_ARGS__))

__attribute__((format(printf, 2, 3), noreturn)) void
check_failed(const char *condition, const char *format, ...);

/* The self cost of a function is at least 0, its total at least its self cost,
   and no total and no cost of a call exceeds the whole, apart from rounding. */
void check_costs(const struct report *report);
/* The text is valid UTF-8, without control characters other than LF and tab. */
void check_text(struct str text);
/* libcgraph reads the text as one graph. */
void check_dot(struct str text);
/* The text is one value of JSON. */
void check_json(struct str text);
/* The data of the page, which has the numbers in a form of its own, is JSON. */
void check_page(const struct report *report);

#endif
