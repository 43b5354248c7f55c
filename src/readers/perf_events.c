#include "readers/perf_events.h"

#include <stdlib.h>

#include "util/buf.h"
#include "util/diag.h"

void perf_events_init(struct perf_events *events)
{
    *events = (struct perf_events){ .drawn = PERF_NO_EVENT };
    perf_event(events, S(""));
}

void perf_events_free(struct perf_events *events)
{
    strings_free(&events->names);
    arena_free(&events->texts);
    free(events->samples);
}

uint32_t perf_event(struct perf_events *events, struct str name)
{
    uint32_t n = events->names.n;
    uint32_t event = strings_add(&events->names, &events->texts, name);
    if (event == n) {
        events->samples = array_grow(events->samples, n, &events->samples_room,
                                     sizeof *events->samples);
        events->samples[n] = 0;
    }
    return event;
}

bool perf_event_drawn(const struct perf_events *events, uint32_t event)
{
    return event == PERF_NO_EVENT || events->drawn == PERF_NO_EVENT ||
           event == events->drawn;
}

void perf_event_count(struct perf_events *events, uint32_t event)
{
    if (events->drawn == PERF_NO_EVENT)
        events->drawn = event;
    events->samples[event]++;
}

void perf_events_tell(const struct perf_events *events, const char *input)
{
    struct buf list = { 0 };
    uint32_t n = 0;
    for (uint32_t e = PERF_NO_EVENT + 1; e < events->names.n; e++) {
        struct str name = events->names.texts[e];
        if (events->samples[e])
            buf_printf(&list, "%s%.*s (%zu%s)", n++ ? ", " : "", (int)name.len,
                       name.s, events->samples[e],
                       e == events->drawn ? ", drawn" : "");
    }
    if (n > 1)
        diag_warn("%s: several events: %.*s", input, (int)list.len, list.data);
    buf_free(&list);
}
