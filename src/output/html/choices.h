/*
 * The events and threads among which the reader of a page chooses. The rows of
 * report->all_events (readers/choose/all_events.h) belong to one event and one
 * thread each.
 */
#pragma once

#include "output/report.h"
#include "util/text/json.h"

/* The most threads that a page lists by id; others of one name are joined. */
enum { HTML_THREADS = 200 };

struct html_choices {
    const struct samples *samples;
    const struct sample_event *events; /* events of the samples, or one without
                                          a name if they have none */
    uint32_t *thread; /* thread by tag set; the last is that of rows without
                         tags */
    struct sample_tags *threads; /* tags of each thread, or empty */
    uint32_t n_listed; /* threads listed by id */
    uint32_t n_threads, n_events;
    uint32_t drawn;      /* the event of report->profile */
    const double *costs; /* see html_choices_wholes */
    double *wholes;      /* by event */
};

/* Returns the sum of the rows by event and tag set, in the arena: those of
   event e and tag set t are at e * (n_tag_sets + 1) + t. Rows without an event
   come after the last event, and those without tags after the last tag set. */
double *html_choices_wholes(struct arena *arena, const struct samples *samples);

/* Returns the choices, in the arena; NULL if there are fewer than two. */
struct html_choices *html_choices_of(struct arena *arena,
                                     const struct report *report);

/* Returns the value of a tag, "" if there is none. */
struct str html_choices_tag(const struct sample_tags *tags, struct str key);

/* Returns the event of a row; rows without one belong to the drawn event. */
uint32_t html_choices_event(const struct html_choices *choices,
                            const struct sample_row *row);
uint32_t html_choices_thread(const struct html_choices *choices,
                             const struct sample_row *row);

/*
 * Adds the member "choices" to the open object: null without choices, or
 *
 *     events   [name, unit of the texts of costs, unit] of each event
 *     event    the index of the event that the picture shows
 *     threads  [comm, pid, tid] of each thread; "" is not known
 *     wholes   three numbers for each pair that has a cost: event, thread and
 *              the cost that percentages refer to
 */
void html_choices(struct json *json, const struct html_choices *choices);
