#include "model/inventory.h"

#include "util/array.h"

static void add(struct inventory *inventory, struct counted_texts *counted,
                struct str text, double samples)
{
    uint32_t n = counted->texts.n;
    uint32_t id = strings_add(&counted->texts, &inventory->arena, text);
    if (id == n)
        *PUSH_IN(&inventory->arena, &counted->samples) = 0;
    counted->samples.of[id] += samples;
}

void inventory_add_event(struct inventory *inventory, struct str event,
                         double samples)
{
    add(inventory, &inventory->events, event, samples);
}

/* The text of a thread is "PID TID COMM": neither number has a blank. */
void inventory_add_thread(struct inventory *inventory,
                          const struct listed_thread *thread, double samples)
{
    struct arena scratch = { 0 };
    struct str text = arena_printf(
        &scratch, "%.*s %.*s %.*s", (int)thread->pid.len, thread->pid.s,
        (int)thread->tid.len, thread->tid.s, (int)thread->comm.len,
        thread->comm.s);
    add(inventory, &inventory->threads, text, samples);
    arena_free(&scratch);
}

void inventory_add_place(struct inventory *inventory, struct str record)
{
    add(inventory, &inventory->places, record, 0);
}

struct listed_thread inventory_split_thread(struct str text)
{
    struct listed_thread thread;
    str_cut(text, S(" "), &thread.pid, &text);
    str_cut(text, S(" "), &thread.tid, &thread.comm);
    return thread;
}

static void merge(struct inventory *inventory, struct counted_texts *counted,
                  const struct counted_texts *from)
{
    for (uint32_t id = 0; id < from->texts.n; id++)
        add(inventory, counted, from->texts.texts[id], from->samples.of[id]);
}

void inventory_merge(struct inventory *inventory, const struct inventory *from)
{
    merge(inventory, &inventory->events, &from->events);
    merge(inventory, &inventory->threads, &from->threads);
    merge(inventory, &inventory->places, &from->places);
}

void inventory_free(struct inventory *inventory)
{
    arena_free(&inventory->arena);
}
