/* The samples of a page along time. */
#pragma once

#include "model/samples.h"
#include "util/text/json.h"

/* The most bytes of the data, in base64. */
enum { HTML_TIME_BYTES = 4000000 };

/* A cost of a node of the page in a slice of time. */
struct html_time {
    uint32_t kind; /* event * threads + thread */
    uint32_t node;
    int64_t slice; /* of the samples, or SAMPLES_NO_SLICE */
    double cost;
};

/*
 * Adds the member "times" to the open object:
 *
 *     width    of a slice in seconds
 *     first    the number of the first slice, which begins at first * width
 *     slices   how many there are
 *     costs    what the number 1 of a cost means
 *     data     the costs: base64 of what zlib's compress makes of a list of
 *              numbers. For each kind: its number, that of its rows, and three
 *              numbers for each row: how far its slice is from the one of the
 *              row before, at first from 0; twice the distance of its node from
 *              that of the row before, at first from 0, less 1 if the node
 *              comes before; and the cost. Slices count from 1; 0 has what has
 *              no time. A number is a list of bytes with 7 bits each, the
 *              lowest first; all but the last have the bit 128.
 *
 * Slices are widened until the data have at most HTML_TIME_BYTES. `rows` are
 * sorted and joined in place. Costs that are multiples of no unit are rounded
 * to 1e-13 of the `whole`.
 */
void html_times(struct json *json, const struct samples *samples,
                struct html_time *rows, uint32_t n, double whole);
