#include "bop/state/span.h"

#include "bop/base/bytes.h"
#include "bop/base/lock.h"
#include "bop/base/memory.h"
#include "bop/state/contexts.h"
#include "bop/state/cuts.h"
#include "bop/state/thread.h"

/* By timeline: a table of blocks as in shadow.h, or NULL. Words have the times
   when the writes that the first shadow memory knows are ready. */
static shadow_word **times[SPAN_LINES];

/* A word of a function or loop has the number of its run above the time, modulo
   2^24. */
#define NUMBER_SHIFT 40
_Static_assert(TIME_LIMIT <= (uint64_t)1 << NUMBER_SHIFT, "a time fits");

static uint64_t number_of(uint64_t word)
{
    return word >> NUMBER_SHIFT;
}

static uint32_t programs(void)
{
    return 1 + bop_cuts_candidates();
}

/* Returns how many timelines are used, those of levels included, if i counts
   these from SPAN_PROGRAMS; the numbers between are unused. */
static uint32_t levels_end(const struct span *s)
{
    return SPAN_PROGRAMS +
           (uint32_t)(s->n_regions < SPAN_LEVELS ? s->n_regions : SPAN_LEVELS);
}

/* Returns the timeline in use that follows number i. */
static uint32_t next_line(uint32_t i)
{
    return i + 1 == programs() ? SPAN_PROGRAMS : i + 1;
}

#define EACH_LINE(i, s)                                                        \
    uint32_t i = 0, end_ = levels_end(s);                                      \
    i < end_;                                                                  \
    i = next_line(i)

/* ---- Times ---- */

static uint64_t word_of(uint32_t line, uintptr_t addr)
{
    if (!times[line] || addr >> BLOCK_BITS >= BLOCKS)
        return 0;
    const shadow_word *block = times[line][addr >> BLOCK_BITS];
    return block ? block[(addr & (BLOCK - 1)) >> bop_shadow_shift()] : 0;
}

/* Sets the words of a piece, or raises their times if `keeps`. */
static void set_words(uint32_t line, uintptr_t addr, size_t n, uint64_t word,
                      bool keeps)
{
    int shift = bop_shadow_shift();
    for (size_t part; n; addr += part, n -= part) {
        part = bop_shadow_part(addr, n);
        shadow_word *words = bop_shadow_make_in(times[line], addr, shift);
        size_t span = words ? bop_shadow_span(addr, part, shift) : 0;
        for (size_t i = 0; i < span; i++)
            if (!keeps || words[i] < word ||
                number_of(words[i]) != number_of(word))
                words[i] = word;
    }
}

static void make_table(uint32_t line)
{
    struct lock_state saved;
    bop_lock_acquire(&saved);
    if (!times[line])
        times[line] = bop_memory(BLOCKS * sizeof *times[line]);
    bop_lock_release(&saved);
}

/* ---- Executions ---- */

static struct source_line line_of(struct span *s, site at)
{
    struct span_line_slot *slot = &s->lines[at % SPAN_CACHE];
    if (slot->at != at)
        *slot = (struct span_line_slot){ at, bop_line_at(at) };
    return slot->line;
}

static bool is_same(struct source_line a, struct source_line b)
{
    return a.line && a.line == b.line && a.file == b.file;
}

static struct span_link *find_link(struct span *s, site wrote, site read)
{
    struct lock_state saved;
    uint32_t id = bop_ids_find(&s->link_ids, wrote, read, 0);
    if (id == NO_ID) {
        bop_lock_block_signals(&saved);
        id = bop_ids_add(&s->link_ids, wrote, read, 0);
        s->links = bop_memory_grow(s->links, id, &s->links_room,
                                   sizeof *s->links);
        bop_lock_unblock_signals(&saved);
    }
    return &s->links[id];
}

/* The execution that has just ended has waited longest for this link. It
   makes the chains through the link longer by its cost at most. */
static void add_to_link(struct span *s, uint64_t cost)
{
    struct span_link *link = find_link(s, s->wrote, s->read);
    uint64_t end = s->last_end[0];
    if (end <= link->end)
        return;
    link->length += end - link->end < cost ? end - link->end : cost;
    link->end = end;
}

static void end_at(struct span *s, uint32_t line, uint64_t end)
{
    struct span_call *call = &s->calls[s->n_calls - 1];
    s->last_end[line] = end;
    if (line >= SPAN_PROGRAMS) {
        struct span_region *region = &s->regions[line - SPAN_PROGRAMS];
        if (end > region->end)
            region->end = end;
        return;
    }
    if (end > s->ends[line])
        s->ends[line] = end;
    if (end > call->most[line])
        call->most[line] = end;
    if (s->is_outside)
        s->outside[line] = end;
}

/* The time of an addend of a sum is that of the latest of all, unless the
   sum began outside of the function or loop. */
static void write_piece(const struct span *s, uint32_t line,
                        const struct span_piece *piece, uint64_t time)
{
    uint64_t number = line < SPAN_PROGRAMS
                          ? 0
                          : s->regions[line - SPAN_PROGRAMS].number;
    if (unlikely(!times[line]))
        make_table(line);
    set_words(line, piece->addr, piece->n, number << NUMBER_SHIFT | time,
              piece->before);
}

/* Ends the execution that runs, if it has made references. */
static void end_execution(struct thread *t)
{
    struct span *s = t->span;
    uint64_t cost = bop_thread_references(t) - s->references;
    if (!cost)
        return;
    for (EACH_LINE(i, s)) {
        uint64_t end = s->start[i] + cost;
        end_at(s, i, end);
        for (size_t k = 0; k < s->n_pieces; k++)
            write_piece(s, i, &s->pieces[k], end);
    }
    if (s->wrote)
        add_to_link(s, cost);
    bop_span_log("u", t->id, 0, cost, 0);
#ifdef BOP_SPAN_LOG
    s->calls[s->n_calls - 1].latest = s->number;
    if (s->is_outside)
        s->outside_number = s->number;
#endif
}

static void raise_time(uint64_t *to, uint64_t time)
{
    if (time > *to)
        *to = time;
}

/* Does a site stand in the part of the line behind the call that has returned
   last? A site before the call belongs to a line that has begun once more. */
static bool is_behind_call(const struct span *s, site at,
                           struct source_line line)
{
    return is_same(line, s->returned_at) &&
           (at & LITERAL || at > s->returned_from);
}

/* Begins another execution. */
static void begin_execution(struct thread *t, site at, struct source_line line,
                            bool is_outside)
{
    struct span *s = t->span;
    const struct span_call *call = &s->calls[s->n_calls - 1];
    bool waits = s->has_returned &&
                 (is_outside || !s->returned_at.line ||
                  is_behind_call(s, at, line));
    s->began = t->pseudo_time + 1;
    s->references = bop_thread_references(t);
    s->last = at;
    s->line = line;
    s->wrote = s->read = 0;
    s->is_outside = is_outside;
    s->n_pieces = 0;
    for (EACH_LINE(i, s)) {
        s->start[i] = call->base[i];
        if (waits)
            raise_time(&s->start[i], s->returned[i]);
        if (is_outside && i < SPAN_PROGRAMS)
            raise_time(&s->start[i], s->outside[i]);
    }
#ifdef BOP_SPAN_LOG
    static uint32_t number;
    s->number = __atomic_add_fetch(&number, 1, __ATOMIC_RELAXED);
    bop_span_log("n", t->id, 0, s->number, 0);
    if (call->after.last)
        bop_span_log("a", t->id, call->after.first, call->after.last, 0);
    if (call->outside)
        bop_span_log("a", t->id, call->outside, call->outside, 0);
    if (waits)
        bop_span_log("a", t->id, s->returned_in.first, s->returned_in.last, 0);
    if (is_outside && s->outside_number)
        bop_span_log("a", t->id, s->outside_number, s->outside_number, 0);
#endif
    if (at || is_outside)
        s->has_returned = false;
}

static const struct source_line no_line;

void bop_span_begin(struct thread *t, site at)
{
    struct span *s = t->span;
    struct source_line line = at ? line_of(s, at) : no_line;
    bool goes_on = at & LITERAL ? at == s->last : at > s->last;
    if (s->busy)
        return;
    if (s->last && goes_on && is_same(line, s->line)) {
        s->last = at;
        return;
    }
    s->busy = true;
    end_execution(t);
    begin_execution(t, at, line, !at);
    s->busy = false;
}

/* The execution that follows has no site until the next reference of code under
   study. */
static void split(struct thread *t)
{
    end_execution(t);
    begin_execution(t, 0, no_line, false);
}

void bop_span_end(struct thread *t)
{
    struct span *s = t->span;
    if (s->busy)
        return;
    s->busy = true;
    split(t);
    s->busy = false;
}

/* ---- References ---- */

/* Tells whether a write belongs to a function or loop. */
static bool is_in(const struct span_region *region, uint64_t word, bool is_own,
                  uint64_t written)
{
    return is_own ? written >= region->began
                  : number_of(word) == region->number;
}

void bop_span_read(struct thread *t, shadow_word w, uintptr_t addr, site at)
{
    struct span *s = t->span;
    const struct access_context *writer =
        bop_contexts_get(bop_shadow_context(w));
    uint64_t written = bop_shadow_time(w);
    bool is_own = writer->thread == t->id;
    if (s->busy || (is_own && written >= s->began))
        return;
    uint32_t cut = bop_cuts_find(writer->at, at);
    if (cut & 1)
        return;
    for (EACH_LINE(i, s)) {
        uint64_t word = word_of(i, addr);
        uint64_t time = word & (TIME_LIMIT - 1);
        if (time <= s->start[i] || (i < SPAN_PROGRAMS && cut >> i & 1))
            continue;
        if (i >= SPAN_PROGRAMS &&
            !is_in(&s->regions[i - SPAN_PROGRAMS], word, is_own, written))
            continue;
        s->start[i] = time;
        if (i == 0) {
            s->wrote = writer->at;
            s->read = at;
        }
    }
}

/* Tells whether the execution that runs has written all of n bytes before. */
static bool has_written(const struct thread *t, uintptr_t addr, size_t n)
{
    int shift = bop_shadow_shift();
    if (n > 16 || bop_shadow_crosses(addr, n))
        return false;
    const shadow_word *words = bop_shadow_find(addr, shift);
    size_t span = words ? bop_shadow_span(addr, n, shift) : 0;
    bool has = words;
    for (size_t i = 0; i < span && has; i++)
        has = bop_shadow_time(words[i]) >= t->span->began &&
              (bop_tracer.one_thread ||
               bop_contexts_get(bop_shadow_context(words[i]))->thread == t->id);
    return has;
}

static void add_piece(struct span *s, struct span_piece piece)
{
    struct span_piece *last = &s->pieces[s->n_pieces - 1];
    if (s->n_pieces && last->addr + last->n == piece.addr &&
        !last->before && !piece.before) {
        last->n += piece.n;
        return;
    }
    if (unlikely(s->n_pieces >= s->pieces_room)) {
        size_t old = s->pieces_room * sizeof *s->pieces;
        void *before = s->pieces;
        s->pieces = bop_memory_grow(s->pieces, s->n_pieces, &s->pieces_room,
                                    sizeof *s->pieces);
        if (before)
            bop_memory_release(before, old);
    }
    s->pieces[s->n_pieces++] = piece;
}

void bop_span_write(struct thread *t, uintptr_t addr, size_t n, site at)
{
    struct span *s = t->span;
    if (s->busy || has_written(t, addr, n))
        return;
    s->busy = true;
    uint64_t before = 0;
    if (unlikely(bop_cuts_is_sum(at))) {
        const shadow_word *w = bop_shadow_find(addr, bop_shadow_shift());
        before = w ? bop_shadow_time(*w) : 0;
    }
    struct span_piece piece = { addr, n, before };
    add_piece(s, piece);
    /* Another thread may read it before the execution ends. */
    if (unlikely(!bop_tracer.one_thread))
        for (EACH_LINE(i, s))
            write_piece(s, i, &piece,
                        s->start[i] + bop_thread_references(t) -
                            s->references);
    s->busy = false;
}

/* Whoever uses the new place depends on the move. */
void bop_span_move(struct thread *t, uintptr_t to, size_t n)
{
    struct span *s = t->span;
    if (s->busy)
        return;
    s->busy = true;
    add_piece(s, (struct span_piece){ to, n, 0 });
    s->busy = false;
}

/* ---- Functions and loops ---- */

static void begin_region(struct thread *t, uint32_t function, uint32_t nest)
{
    static uint64_t last;
    struct span *s = t->span;
    uint64_t number = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
    if (s->n_regions < SPAN_LEVELS)
        s->regions[s->n_regions] = (struct span_region){
            .function = function,
            .nest = nest,
            .number = number_of(number << NUMBER_SHIFT),
            .began = t->pseudo_time + 1,
            .references = bop_thread_references(t),
        };
    s->n_regions++;
    bop_span_log("f", t->id, function, nest, 0);
}

/* Returns the references that have been made in a region so far. */
static uint64_t work_of(const struct thread *t,
                        const struct span_region *region)
{
    return bop_thread_references(t) - region->references + region->joined;
}

/* Adds a region to the sum of its function or loop. */
static void add_region(struct thread *sum, const struct thread *t, size_t i)
{
    const struct span_region *region = &t->span->regions[i];
    struct span_sum *to = region->function
                              ? &sum->function_costs[region->function].measured
                              : &bop_loops_count(sum, region->nest)->measured;
    to->work += work_of(t, region);
    to->span += region->end;
}

static void end_region(struct thread *t)
{
    struct span *s = t->span;
    if (--s->n_regions < SPAN_LEVELS)
        add_region(t, t, s->n_regions);
    bop_span_log("g", t->id, 0, 0, 0);
}

static struct span_call *push_call(struct span *s)
{
    s->calls = bop_memory_grow(s->calls, s->n_calls, &s->calls_room,
                               sizeof *s->calls);
    return &s->calls[s->n_calls++];
}

void bop_span_enter(struct thread *t, site call, bool by_study,
                    uint32_t function)
{
    struct span *s = t->span;
    if (s->busy)
        return;
    s->busy = true;
    for (size_t i = 0; i < s->n_outer; i++)
        if (s->regions[i].function == function)
            function = 0;
    struct source_line line = by_study ? line_of(s, call) : no_line;
    uint64_t cost = bop_thread_references(t) - s->references;
    bool waits = !by_study || (cost && is_same(line, s->line));
    bool waits_more = s->has_returned && is_behind_call(s, call, line);
    end_execution(t);
    struct span_call *new = push_call(s);
    *new = new[-1];
    for (EACH_LINE(i, s)) {
        if (waits)
            raise_time(&new->base[i], s->start[i] + cost);
        if (waits_more)
            raise_time(&new->base[i], s->returned[i]);
        if (i < SPAN_PROGRAMS)
            new->most[i] = 0;
    }
#ifdef BOP_SPAN_LOG
    if (waits && cost)
        new->after = (struct span_range){ s->number, s->number };
    else if (!by_study || waits_more)
        new->after = s->returned_in;
    new->outside = by_study || cost ? 0 : s->outside_number;
    new->latest = 0;
#endif
    new->line = line;
    new->from = call;
    new->has_region = function;
    if (function) {
        begin_region(t, function, 0);
        if (s->n_regions <= SPAN_LEVELS)
            new->base[levels_end(s) - 1] = 0;
    }
    s->has_returned = false;
    begin_execution(t, 0, no_line, false);
    s->busy = false;
}

/* Code under study goes on when the value is there that the function returns,
   other code when all that the function does has been done. */
void bop_span_leave(struct thread *t)
{
    struct span *s = t->span;
    if (s->busy || s->n_calls < 2)
        return;
    s->busy = true;
    end_execution(t);
    struct span_call *call = &s->calls[s->n_calls - 1];
    bool by_study = call->line.line;
    if (call->has_region)
        end_region(t);
    s->has_returned = true;
    s->returned_at = call->line;
    s->returned_from = call->from;
    for (EACH_LINE(i, s)) {
        s->returned[i] = by_study || i >= SPAN_PROGRAMS ? s->last_end[i]
                                                        : call->most[i];
        if (i < SPAN_PROGRAMS)
            raise_time(&call[-1].most[i], call->most[i]);
    }
#ifdef BOP_SPAN_LOG
    s->returned_in =
        (struct span_range){ by_study ? call->latest : 0, call->latest };
    if (call->latest)
        call[-1].latest = call->latest;
#endif
    s->n_calls--;
    begin_execution(t, 0, no_line, false);
    s->busy = false;
}

void bop_span_begin_loop(struct thread *t, uint32_t nest)
{
    if (t->span->busy)
        return;
    bop_span_end(t);
    begin_region(t, 0, nest);
    bop_span_end(t);
}

void bop_span_end_loop(struct thread *t)
{
    if (t->span->busy || t->span->n_regions <= t->span->n_outer)
        return;
    bop_span_end(t);
    end_region(t);
    bop_span_end(t);
}

/* ---- Threads ---- */

static void begin_thread(struct thread *t)
{
    struct span *s = t->span;
    s->n_regions = s->n_outer = 0;
    s->n_calls = 0;
    s->has_returned = s->busy = false;
    bop_bytes_zero(s->outside, sizeof s->outside);
    struct span_call *call = push_call(s);
    bop_bytes_zero(call, sizeof *call);
#ifdef BOP_SPAN_LOG
    s->thread = t->id;
    s->outside_number = 0;
    s->returned_in = (struct span_range){ 0, 0 };
#endif
    begin_execution(t, 0, no_line, true);
}

void bop_span_start(struct thread *t)
{
    if (!t->span)
        t->span = bop_memory(sizeof *t->span);
    begin_thread(t);
}

/* The regions of threads that have ended and that nobody has joined yet. A new
   thread may get the handle of a detached one. */
static struct span_result {
    uintptr_t handle; /* 0: not in use */
    struct span_regions regions;
} *results;
static size_t n_results, results_room;

static struct span_result *find_result(uintptr_t handle)
{
    for (size_t i = 0; i < n_results; i++)
        if (results[i].handle == handle)
            return &results[i];
    return NULL;
}

void bop_span_regions(const struct thread *t, struct span_regions *to)
{
    const struct span *s = t->span;
    to->n = !s                           ? 0
            : s->n_regions < SPAN_LEVELS ? s->n_regions
                                         : SPAN_LEVELS;
    for (size_t i = 0; i < to->n; i++)
        to->of[i] = s->regions[i];
#ifdef BOP_SPAN_LOG
    to->thread = t->id;
#endif
}

void bop_span_work_for(struct thread *t, const struct span_regions *regions)
{
    struct span *s = t->span;
    if (!s || s->busy)
        return;
    s->busy = true;
    for (size_t i = 0; i < regions->n; i++) {
        s->regions[i] = regions->of[i];
        s->regions[i].began = t->pseudo_time + 1;
        s->regions[i].references = bop_thread_references(t);
        s->regions[i].joined = s->regions[i].end = 0;
    }
    s->n_regions = s->n_outer = regions->n;
    bop_span_log("c", t->id, regions->thread, 0, 0);
    begin_execution(t, 0, no_line, true);
    s->busy = false;
}

void bop_span_ended(const struct thread *t, uintptr_t handle)
{
    struct lock_state saved;
    if (!t->span || !t->span->n_outer)
        return;
    bop_lock_acquire(&saved);
    struct span_result *result = find_result(handle);
    if (!result && !(result = find_result(0))) {
        results = bop_memory_grow(results, n_results, &results_room,
                                  sizeof *results);
        result = &results[n_results++];
    }
    result->handle = handle;
    bop_span_regions(t, &result->regions);
    for (size_t i = 0; i < result->regions.n; i++)
        result->regions.of[i].joined = work_of(t, &t->span->regions[i]);
    bop_lock_release(&saved);
}

void bop_span_joined(struct thread *t, uintptr_t handle)
{
    struct lock_state saved;
    bop_lock_acquire(&saved);
    struct span_result *result = find_result(handle);
    for (size_t i = 0; result && i < result->regions.n; i++) {
        const struct span_region *from = &result->regions.of[i];
        struct span_region *to = &t->span->regions[i];
        if (i < t->span->n_regions && to->number == from->number) {
            to->joined += from->joined;
            raise_time(&to->end, from->end);
        }
    }
    if (result) {
        bop_span_log("j", t->id, result->regions.thread, 0, 0);
        result->handle = 0;
    }
    bop_lock_release(&saved);
}

void bop_span_add(struct thread *sum, const struct thread *t)
{
    const struct span *from = t->span;
    if (!from)
        return;
    if (!sum->span)
        sum->span = bop_memory(sizeof *sum->span);
    struct span *to = sum->span;
    for (uint32_t i = 0; i < SPAN_PROGRAMS; i++)
        raise_time(&to->ends[i], from->ends[i]);
    for (uint32_t i = 0; i < from->link_ids.n; i++)
        find_link(to, from->link_ids.keys[i][0], from->link_ids.keys[i][1])
            ->length += from->links[i].length;
    for (size_t i = from->n_outer; i < from->n_regions && i < SPAN_LEVELS; i++)
        add_region(sum, t, i);
}

void bop_span_clear(struct thread *t)
{
    struct span *s = t->span;
    if (!s)
        return;
    bop_bytes_zero(s->ends, sizeof s->ends);
    bop_ids_clear(&s->link_ids);
    bop_bytes_zero(s->links, s->links_room * sizeof *s->links);
    s->n_regions = s->n_outer = 0;
}

void bop_span_forked(struct thread *t)
{
    struct span *s = t->span;
    if (!s)
        return;
    size_t n = s->n_regions, n_outer = s->n_outer;
    bop_span_clear(t);
    n_results = 0;
    for (uint32_t i = 0; i < SPAN_LINES; i++)
        times[i] = NULL;
    for (size_t i = 0; i < s->n_calls; i++) {
        bop_bytes_zero(s->calls[i].base, sizeof s->calls[i].base);
        bop_bytes_zero(s->calls[i].most, sizeof s->calls[i].most);
    }
    bop_bytes_zero(s->outside, sizeof s->outside);
    s->has_returned = false;
    for (size_t i = 0; i < n && i < SPAN_LEVELS; i++) {
        s->regions[i].began = t->pseudo_time + 1;
        s->regions[i].references = bop_thread_references(t);
        s->regions[i].joined = s->regions[i].end = 0;
    }
    s->n_regions = n;
    s->n_outer = n_outer;
    begin_execution(t, s->last, s->line, s->is_outside);
}

#ifdef BOP_SPAN_LOG
/* ---- The log, for tests ---- */

#include <fcntl.h>
#include <unistd.h>

#include "bop/trace/text.h"

static struct text_buffer log_text;

void bop_span_log(const char *what, uint32_t thread, uintptr_t addr, size_t n,
                  site at)
{
    struct lock_state saved;
    bop_lock_acquire(&saved);
    if (!log_text.fd)
        bop_text_start(&log_text, open("span.log", O_WRONLY | O_CREAT | O_TRUNC,
                                       0644));
    bop_text_word(&log_text, what);
    bop_text_number(&log_text, thread);
    bop_text_number(&log_text, addr);
    bop_text_number(&log_text, n);
    bop_text_number(&log_text, at);
    bop_text_end(&log_text);
    if (*what == 'u')
        bop_text_flush(&log_text);
    bop_lock_release(&saved);
}
#endif
