/* Texts, shares and colours of changes, which writers of comparisons share. */
#pragma once

#include "compare/fail_if.h"
#include "output/report.h"

/* Rounds a mean to three digits, or to a whole number if it has more. Times and
   sizes are not changed, because their texts are rounded. */
double changes_rounded(const struct report *report, double cost);

/* Returns a range as "4.1 s to 12 s" or, if it is open, as "at least 4.1 s"; ""
   if it is not set, if both ends read alike, or if it says nothing. Without the
   unit where that is the same for all costs, if asked. */
struct str changes_range(struct arena *arena, const struct report *report,
                         struct range range, bool with_unit);
/* Returns "120 → 81 samples", "12 s → 8.1 s", "new: 8.1 s" or "gone: 12 s". A
   cost that is not known is "unknown", and estimates may be ranges: "4.1 s to
   12 s → 13 s to 20 s". */
struct str changes_values(struct arena *arena, const struct report *report,
                          const struct change *change);
/* Returns the cost of the base, such as "12 s". */
struct str changes_before(struct arena *arena, const struct report *report,
                          const struct change *change);
/* Returns "~", which stands before the difference of estimates, or "". */
const char *changes_mark(const struct change *change);
/* Returns "+3.9 s (+19.5%)": the difference, which must be known, and its share
   of the base's whole. */
struct str changes_difference(struct arena *arena, const struct report *report,
                              const struct change *change);
/* Returns "+19.5%", a part of the base's whole. */
struct str changes_points(struct arena *arena, const struct report *report,
                          const struct change *change);

/* Do colours show the change of total cost? By default they show that of self
   cost. */
bool changes_by_total(const struct report *report);
/* Returns the largest change of total or self cost in the view, a share of the
   base's whole; at least THEME_LEAST_SCALE. */
double changes_most(const struct report *report, bool by_total);
/* Returns the change of a function that its colour shows, divided by the
   largest change `most`: from -1 to 1; 0 if it is noise. */
double changes_weight(const struct report *report, uint32_t f, double most);
/* Returns the change of a call of the view. */
const struct change *changes_of_call(const struct report *report,
                                     const struct view_call *call);
/* Returns the larger cost of both sides as a share of the base's whole. */
double changes_share(const struct report *report, const struct change *change);

/* Returns "old.perf", or "3 runs (old.1.perf...)" for several. Folders are
   shown if both sides have the same file name. */
struct str changes_side(struct arena *arena, const struct comparison *c,
                        bool is_new);
/* Returns how changes were told from noise, one sentence without full stop. */
struct str changes_method(struct arena *arena, const struct comparison *c);
/* Returns what stays unknown with one run a side; "" if costs are exact or a
   side has several runs. */
struct str changes_unknown_noise(const struct comparison *c);
/* Returns ", within noise" if the wholes of both sides may be equal, ", not
   certain" if their noise is not known, or "". */
const char *changes_doubt(const struct comparison *c);
/* Returns "545 → 727 samples, +182 samples (+33.4%), within noise". */
struct str changes_whole(struct arena *arena, const struct report *report);
/* Returns "3 of 45 functions changed; the others are within noise"; it says
   "may be noise" if a side has one run, and "did not" if costs are exact. */
struct str changes_summary(struct arena *arena, const struct comparison *c);
/* Returns how the functions of both sides were matched, "functions matched: 40
   by name, 2 by order, 1 as a sum; 3 on one side only". */
struct str changes_match(struct arena *arena, const struct comparison *c);

/* Prints a note on what --fail-if can find, if a side has one run and costs are
   not exact. */
void changes_note_sureness(const struct report *report);
/* Reports which change made the program fail: the worst three of n
   functions. */
void changes_report_failure(struct arena *arena, const struct report *report,
                            const struct fail_if *fail_if,
                            const uint32_t *functions, uint32_t n);
