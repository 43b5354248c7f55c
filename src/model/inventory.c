#include "model/inventory.h"

#include "util/known.h"
#include "util/text/unit.h"

/* Returns the id of the text. */
static uint32_t add(struct inventory *inventory, struct counted_texts *counted,
                    struct str text, double samples)
{
    uint32_t n = counted->texts.n;
    uint32_t id = strings_add(&counted->texts, &inventory->arena, text);
    if (id == n)
        *PUSH_IN(&inventory->arena, &counted->samples) = 0;
    counted->samples.of[id] += samples;
    return id;
}

void inventory_add_event(struct inventory *inventory, struct str event,
                         double samples, struct event_sum sum)
{
    struct unit unit;
    if (unit_find(sum.unit, &unit))
        sum = (struct event_sum){ sum.cost / unit.per_base, unit.base,
                                  sum.is_counted };
    uint32_t id = add(inventory, &inventory->events, event, samples);
    if (id == inventory->sums.n) {
        sum.unit = arena_copy(&inventory->arena, sum.unit);
        *PUSH_IN(&inventory->arena, &inventory->sums) = sum;
        return;
    }
    struct event_sum *old = &inventory->sums.of[id];
    old->is_counted |= sum.is_counted;
    old->cost = str_eq(old->unit, sum.unit) ? old->cost + sum.cost : UNKNOWN;
}

/* The text of a thread is "PID TID COMM": neither number has a blank. */
void inventory_add_thread(struct inventory *inventory,
                          const struct listed_thread *thread, double samples)
{
    LOCAL_ARENA(scratch);
    struct str text = arena_printf(
        &scratch, "%.*s %.*s %.*s", (int)thread->pid.len, thread->pid.s,
        (int)thread->tid.len, thread->tid.s, (int)thread->comm.len,
        thread->comm.s);
    add(inventory, &inventory->threads, text, samples);
}

void inventory_add_place(struct inventory *inventory, struct str record)
{
    add(inventory, &inventory->places, record, 0);
}

void inventory_add_build(struct inventory *inventory, struct str module,
                         struct str build_id)
{
    LOCAL_ARENA(scratch);
    if (module.len && build_id.len)
        strings_add(&inventory->builds, &inventory->arena,
                    arena_printf(&scratch, "%.*s\t%.*s", (int)module.len,
                                 module.s, (int)build_id.len, build_id.s));
}

void inventory_add_comment(struct inventory *inventory, struct str comment)
{
    strings_add(&inventory->comments, &inventory->arena, comment);
}

void inventory_add_times(struct inventory *inventory, int64_t begin,
                         int64_t duration)
{
    if (begin && (!inventory->begin || begin < inventory->begin))
        inventory->begin = begin;
    if (duration > 0 && duration <= INT64_MAX - inventory->duration)
        inventory->duration += duration;
}

struct listed_thread inventory_split_thread(struct str text)
{
    struct listed_thread thread;
    str_cut(text, S(" "), &thread.pid, &text);
    str_cut(text, S(" "), &thread.tid, &thread.comm);
    return thread;
}

static void merge_texts(struct inventory *inventory, struct strings *texts,
                        const struct strings *from)
{
    for (uint32_t id = 0; id < from->n; id++)
        strings_add(texts, &inventory->arena, from->texts[id]);
}

static void merge(struct inventory *inventory, struct counted_texts *counted,
                  const struct counted_texts *from)
{
    for (uint32_t id = 0; id < from->texts.n; id++)
        add(inventory, counted, from->texts.texts[id], from->samples.of[id]);
}

void inventory_merge(struct inventory *inventory, const struct inventory *from)
{
    for (uint32_t id = 0; id < from->events.texts.n; id++)
        inventory_add_event(inventory, from->events.texts.texts[id],
                            from->events.samples.of[id], from->sums.of[id]);
    merge(inventory, &inventory->threads, &from->threads);
    merge(inventory, &inventory->places, &from->places);
    merge_texts(inventory, &inventory->builds, &from->builds);
    merge_texts(inventory, &inventory->comments, &from->comments);
    inventory_add_times(inventory, from->begin, from->duration);
}
