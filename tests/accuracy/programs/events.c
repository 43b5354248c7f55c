/* An event loop whose handlers post events and, now and then, run the loop
   themselves until an answer has come. */
#include <stdio.h>

enum { MOST = 4096 };

struct event {
    void (*handler)(struct event *);
    int size, depth;
};

static struct event queue[MOST];
static unsigned head, tail;
static long done;

static void post(void (*handler)(struct event *), int size, int depth)
{
    queue[tail++ % MOST] = (struct event){ handler, size, depth };
}

static void work(int n)
{
    for (int i = 0; i < n; i++)
        done = (done * 31 + i) % 1000003;
}

static void dispatch(struct event *event)
{
    event->handler(event);
}

static void loop_until(unsigned end)
{
    while (head != tail && head < end) {
        struct event event = queue[head++ % MOST];
        dispatch(&event);
    }
}

static void on_write(struct event *event)
{
    work(event->size);
}

static void on_read(struct event *event)
{
    work(event->size / 2);
    if (event->depth > 0)
        post(on_write, event->size, event->depth - 1);
}

static void on_request(struct event *event)
{
    work(3);
    if (event->depth > 0) {
        post(on_read, event->size, event->depth - 1);
        loop_until(tail);
    }
    work(event->size / 4);
}

static void on_timer(struct event *event)
{
    if (event->depth <= 0)
        return;
    post(on_request, event->size + 9, event->depth - 1);
    if (event->size % 3 == 0) {
        post(on_timer, event->size / 2, event->depth - 1);
        loop_until(tail);
    }
}

int main(void)
{
    for (int i = 0; i < 150; i++) {
        post(on_timer, i, i % 6);
        post(on_request, i % 40, 3);
        loop_until(tail);
    }
    printf("%ld\n", done);
    return 0;
}
