#include "readers/chrome/device.h"

struct device_work {
    uint32_t name, thread;
    uint32_t link; /* NO_ID: none */
    double at, duration;
};

struct device_flow {
    uint32_t thread, link;
    double at;
};

enum trace_category trace_device_category(struct str text)
{
    static const struct {
        struct str text;
        enum trace_category category;
    } rows[] = {
        { STR("kernel"), CATEGORY_DEVICE },
        { STR("gpu_memcpy"), CATEGORY_DEVICE },
        { STR("gpu_memset"), CATEGORY_DEVICE },
        { STR("Kernel"), CATEGORY_DEVICE }, /* before torch 1.12 */
        { STR("Memcpy"), CATEGORY_DEVICE },
        { STR("Memset"), CATEGORY_DEVICE },
        { STR("gpu_user_annotation"), CATEGORY_SPAN },
        { STR("cuda_sync"), CATEGORY_SPAN },
        { STR("ac2g"), CATEGORY_FLOW },
    };
    for (size_t i = 0; i < ROWS(rows); i++)
        if (str_eq(rows[i].text, text))
            return rows[i].category;
    return CATEGORY_HOST;
}

void trace_device_launch(struct trace_device *device,
                         struct intervals *intervals, uint32_t thread,
                         uint32_t name, double at, uint64_t correlation)
{
    uint32_t link =
        pairs_add_64(&device->links, device->stacks.arena, correlation);
    uint32_t *launch = REACH_IN(device->stacks.arena, &device->launches, link);
    if (*launch && !name)
        return;
    *launch = name;
    intervals_probe(intervals, thread, link, at);
}

void trace_device_flow(struct trace_device *device, uint32_t thread, double at,
                       uint64_t correlation)
{
    uint32_t link =
        pairs_add_64(&device->links, device->stacks.arena, correlation);
    *PUSH_IN(device->stacks.arena, &device->flows) =
        (struct device_flow){ thread, link, at };
}

void trace_device_work(struct trace_device *device, uint32_t thread,
                       uint32_t name, double at, double duration,
                       uint64_t correlation)
{
    uint32_t link = NO_ID;
    if (correlation != UINT64_MAX)
        link = pairs_add_64(&device->links, device->stacks.arena, correlation);
    *PUSH_IN(device->stacks.arena, &device->work) =
        (struct device_work){ .name = name,
                              .thread = thread,
                              .link = link,
                              .at = at,
                              .duration = duration };
}

static int by_thread(const void *a, const void *b)
{
    const struct device_flow *x = a, *y = b;
    int order = COMPARE(x->thread, y->thread);
    return order ? order : COMPARE(x->at, y->at);
}

/* Returns the link of work: its own, or that of a flow that ends where it
   begins. */
static uint32_t find_link(const struct trace_device *device,
                          const struct device_work *work)
{
    struct device_flow key = { .thread = work->thread, .at = work->at };
    const struct device_flow *flow = NULL;
    if (work->link == NO_ID && device->flows.n)
        flow = bsearch(&key, device->flows.of, device->flows.n, sizeof key,
                       by_thread);
    return flow ? flow->link : work->link;
}

/* Returns the stack that launched work, or NO_ID. A call that takes no time is
   on no stack of its thread, and is added here. */
static uint32_t find_launch(struct trace_device *device,
                            const struct intervals *intervals, uint32_t link)
{
    uint32_t probe =
        link < intervals->probed.n ? intervals->probed.of[link] : 0;
    if (!probe)
        return NO_ID;
    const struct paths *nodes = &intervals->stacks.nodes;
    uint32_t stack =
        thread_stacks_copy(&device->stacks, &intervals->stacks, probe - 1);
    uint32_t name = device->launches.of[link];
    return name && nodes->of[probe - 1].last != name
               ? thread_stacks_push(&device->stacks, stack, name)
               : stack;
}

void trace_device_finish(struct trace_device *device,
                         const struct intervals *intervals)
{
    SORT(device->flows.of, device->flows.n, by_thread);
    for (size_t i = 0; i < device->work.n; i++) {
        const struct device_work *work = &device->work.of[i];
        uint32_t stack =
            find_launch(device, intervals, find_link(device, work));
        device->without_launch += stack == NO_ID;
        if (stack == NO_ID)
            stack = thread_stacks_root(&device->stacks, work->thread);
        stack = thread_stacks_push(&device->stacks, stack, work->name);
        thread_stacks_call(&device->stacks, stack);
        /* With times, this is an interval, which may be cut into parts. */
        if (work->duration > 0)
            thread_stacks_add(&device->stacks, stack, work->duration,
                              !device->stacks.keeps_times, work->at);
    }
}
