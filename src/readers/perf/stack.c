/*
 * A stack of perf script, from the innermost frame out:
 *
 *     4da5 std::ostream::operator<<+0x675 (inlined)
 *     4da5 main+0x675 (/home/user/src/cxx)
 *     27249 __libc_start_call_main+0x79 (/usr/lib/libc.so.6)
 *     27304 __libc_start_main_impl+0x84 (inlined)
 *     58c0 _start+0x20 (/home/user/src/cxx)
 *
 * An inlined function has no code of its own: its frame has the address of the
 * frame around it, which is the next line, and its module is that of this
 * frame, here /home/user/src/cxx. perf also prints "(inlined)" after a function
 * that has code, if the library has two names for it and the debug information
 * has the other one, as __libc_start_main_impl above. The next line then has
 * another address, and says nothing about the module.
 */
#include "readers/perf/stack.h"

#include "readers/frames/frame_text.h"
#include "readers/frames/unmapped.h"
#include "readers/perf/header.h"
#include "util/hash.h"
#include "util/text/symbol.h"

/* ---- Source lines ---- */

/* Splits "app.c:10" or "app.c:10 (discriminator 2)". */
static bool split(struct str text, struct str *file, uint32_t *line)
{
    struct str number, more;
    uint64_t n;
    str_cut_last(text, S(" (discriminator "), &text, &more);
    if (!str_cut_last(text, S(":"), file, &number) ||
        !str_take_digits(&number, &n) || number.len || n == 0 || n > UINT32_MAX)
        return false;
    *line = (uint32_t)n;
    return file->len > 0 && !str_eq(*file, S("??"));
}

/* Returns the id of the source "FILE:LINE", or PERF_NO_SOURCE for other texts,
   such as "??:0" and "libc.so.6[f2262]". */
static uint32_t source_id(struct perf_sources *sources, struct str text)
{
    struct str file;
    uint32_t line;
    if (!split(text, &file, &line))
        return PERF_NO_SOURCE;
    return pairs_add_in(&sources->lines, sources->arena,
                        strings_add(&sources->files, sources->arena, file),
                        line);
}

/* Counts one occurrence of a source in the frames with this id. */
static void count_source(struct perf_sources *sources, uint32_t frame,
                         uint32_t source)
{
    uint32_t file = sources->lines.keys[source].a;
    uint32_t line = sources->lines.keys[source].b;
    uint32_t n = sources->counted.n;
    uint32_t id = pairs_add_in(&sources->counted, sources->arena, frame, file);
    if (id == n)
        *PUSH_IN(sources->arena, &sources->counts) =
            (struct perf_source_count){ frame, file, line, 0 };
    struct perf_source_count *count = &sources->counts.of[id];
    if (line < count->line)
        count->line = line;
    count->n++;
}

/* ---- Stacks ---- */

void perf_stack_init(struct perf_stack *stack, struct arena *arena,
                     bool addresses, bool offsets)
{
    *stack = (struct perf_stack){ .arena = arena,
                                  .sources.arena = arena,
                                  .addresses = addresses,
                                  .offsets = offsets,
                                  .unmapped = NO_ID };
    strings_add(&stack->modules, stack->arena, S(""));
}

void perf_stack_free(struct perf_stack *stack)
{
    buf_free(&stack->front);
    buf_free(&stack->process);
    buf_free(&stack->unmapped_front);
}

static uint32_t symbol_id(struct perf_stack *stack,
                          const struct perf_frame *frame)
{
    LOCAL_ARENA(scratch);
    struct str symbol = frame->symbol;
    bool has_version = symbol_cut_version(&symbol);
    struct str text = symbol.len         ? symbol
                      : stack->addresses ? frame->digits
                                         : UNRESOLVED;
    if (symbol.len && stack->offsets && has_version)
        text = arena_printf(&scratch, "%.*s%.*s", (int)symbol.len, symbol.s,
                            (int)frame->offset.len, frame->offset.s);
    else if (symbol.len && stack->offsets)
        text.len += frame->offset.len;
    stack->has_symbols |= frame->symbol.len > 0;
    stack->has_offsets |= frame->offset.len > 0;
    uint32_t id = strings_add(&stack->symbols, stack->arena, text);
    if (!frame->symbol.len && stack->addresses)
        *REACH_IN(stack->arena, &stack->is_address, id) = true;
    return id;
}

/* Most frames are in the same module as the frame before. */
static uint32_t module_id(struct perf_stack *stack,
                          const struct perf_frame *frame)
{
    if (frame->inlined)
        return PERF_INLINED;
    if (!str_eq(stack->modules.texts[stack->module], frame->module))
        stack->module =
            strings_add(&stack->modules, stack->arena, frame->module);
    return stack->module;
}

/* Returns the module of a frame that is not PERF_INLINED. perf calls one that
   it does not know "[unknown]". */
static struct str module_text(const struct perf_stack *stack, uint32_t frame)
{
    uint32_t module = stack->kinds.of[frame].module;
    return module < stack->modules.n &&
                   !str_eq(stack->modules.texts[module], UNRESOLVED)
               ? stack->modules.texts[module]
               : S("");
}

static uint32_t frame_id(struct perf_stack *stack, uint32_t symbol,
                         uint32_t module)
{
    uint32_t n = stack->pairs.n;
    uint32_t frame = pairs_add_in(&stack->pairs, stack->arena, symbol, module);
    if (frame == n) {
        *PUSH_IN(stack->arena, &stack->kinds) =
            (struct perf_frame_kind){ symbol, module, 0, NO_ID, false };
        stack->kinds.of[n].is_unmapped =
            module != PERF_INLINED &&
            str_eq(stack->symbols.texts[symbol], UNRESOLVED) &&
            !module_text(stack, n).len;
    }
    return frame;
}

void perf_stack_push_place(struct perf_stack *stack, struct perf_place place)
{
    *PUSH_IN(stack->arena, stack) = place;
}

struct perf_place perf_stack_push(struct perf_stack *stack,
                                  const struct perf_frame *frame)
{
    uint32_t symbol = symbol_id(stack, frame);
    uint32_t id = frame_id(stack, symbol, module_id(stack, frame));
    struct perf_place place = { frame->address, id, PERF_NO_SOURCE, 0 };
    struct str digits = frame->offset;
    uint64_t offset;
    if (!stack->offsets && str_take(&digits, S("+0x")) &&
        str_take_hex(&digits, &offset))
        place.start = (uint32_t)(frame->address - offset);
    stack->has_inlined |= frame->inlined;
    if (!frame->inlined && !stack->kinds.of[id].start)
        stack->kinds.of[id].start = place.start;
    perf_stack_push_place(stack, place);
    return place;
}

void perf_stack_take_source(struct perf_stack *stack, struct str line)
{
    struct perf_place *place = LAST(stack);
    struct str inlined = S(" (inlined)");
    if (str_ends(line, inlined)) {
        uint32_t symbol = stack->kinds.of[place->frame].symbol;
        place->frame = frame_id(stack, symbol, PERF_INLINED);
        line.len -= inlined.len;
    }
    place->source = source_id(&stack->sources, str_trim(line));
}

bool perf_stack_is_complete(const struct perf_stack *stack)
{
    return stack->kinds.of[LAST(stack)->frame].module != PERF_NO_MODULE;
}

uint32_t perf_stack_find(const struct perf_stack *stack,
                         const struct profile *profile, uint32_t frame)
{
    const struct perf_frame_kind *kind = &stack->kinds.of[frame];
    if (kind->module == PERF_INLINED)
        return NO_ID;
    return frame_text_find(profile, stack->symbols.texts[kind->symbol],
                           module_text(stack, frame));
}

/* Has the frame no code of its own? */
static bool is_inlined(const struct perf_stack *stack, uint32_t at)
{
    const struct perf_place *place = &stack->of[at];
    return stack->kinds.of[place->frame].module == PERF_INLINED &&
           at + 1 < stack->n && place[1].address == place->address;
}

/* Returns the frame that takes the place of an inlined one. The frames around
   it were resolved already. */
static uint32_t resolve_inlined(struct perf_stack *stack, uint32_t at)
{
    const struct perf_place *place = &stack->of[at];
    uint32_t module = PERF_INLINED_ALONE;
    if (is_inlined(stack, at))
        module = stack->kinds.of[place[1].frame].module;
    uint32_t frame =
        frame_id(stack, stack->kinds.of[place->frame].symbol, module);
    if (module == PERF_INLINED_ALONE && place->start)
        pairs_add_in(&stack->alone, stack->arena, frame, place->start);
    return frame;
}

/* Returns the function of unresolved code outside of files. Mostly it is that
   of the sample before. */
static uint32_t find_unmapped(struct perf_stack *stack, struct profile *profile)
{
    struct str front = buf_text(&stack->front), process = S("");
    if (stack->unmapped != NO_ID &&
        str_eq(front, buf_text(&stack->unmapped_front)))
        return stack->unmapped;
    stack->unmapped_front.len = 0;
    buf_add(&stack->unmapped_front, front);
    if (stack->splits || perf_thread_has_cpu(front))
        process = perf_thread(front, stack->sure).comm;
    if (stack->unmapped != NO_ID && str_eq(process, buf_text(&stack->process)))
        return stack->unmapped;
    stack->process.len = 0;
    buf_add(&stack->process, process);
    stack->unmapped = unmapped_function(profile, process);
    return stack->unmapped;
}

/* Returns the function of a frame of the sample, which may be new. */
static uint32_t find_function(struct perf_stack *stack, struct profile *profile,
                              uint32_t at)
{
    struct perf_place *place = &stack->of[at];
    if (stack->kinds.of[place->frame].module == PERF_INLINED) {
        profile->has_inlines |= is_inlined(stack, at);
        place->frame = resolve_inlined(stack, at);
    }
    struct perf_frame_kind *kind = &stack->kinds.of[place->frame];
    /* perf ends a stack in this way if its copy of the memory is too small. */
    profile->stats.has_copies |=
        kind->is_unmapped && place->address == UINT64_MAX;
    if (kind->is_unmapped)
        return find_unmapped(stack, profile);
    if (kind->function != NO_ID)
        return kind->function;
    kind->function =
        frame_text_function(profile, stack->symbols.texts[kind->symbol],
                            module_text(stack, place->frame));
    if (kind->symbol < stack->is_address.n &&
        stack->is_address.of[kind->symbol])
        profile->functions[kind->function].nameless = true;
    return kind->function;
}

/* Removes the source lines that belong to other functions. If functions are
   inlined at an address, perf 6.1 prints the line of the innermost of them
   below the name of the function that has the code. That frame stands before
   an inlined one with the same address. */
static void remove_wrong_sources(struct perf_stack *stack)
{
    const struct perf_frame_kind *kinds = stack->kinds.of;
    for (uint32_t at = 0; at + 1 < stack->n; at++) {
        struct perf_place *place = &stack->of[at];
        if (place[1].address == place->address &&
            kinds[place[1].frame].module == PERF_INLINED &&
            kinds[place->frame].module != PERF_INLINED)
            place->source = PERF_NO_SOURCE;
    }
}

/* Removes the innermost frame of an address if it is not inlined, though others
   are inlined there. perf 6.1 prints the function that has the code in place of
   one whose name it cannot find, such as a lambda: main, sort (inlined), main
   is no recursion. */
static void remove_misnamed(struct perf_stack *stack)
{
    const struct perf_frame_kind *kinds = stack->kinds.of;
    uint64_t inner = 0;
    size_t n = 0;
    for (size_t at = 0; at < stack->n; at++) {
        const struct perf_place *place = &stack->of[at];
        bool is_innermost = at == 0 || inner != place->address;
        inner = place->address;
        if (is_innermost && kinds[place->frame].module != PERF_INLINED &&
            at + 1 < stack->n && place[1].address == place->address &&
            kinds[place[1].frame].module == PERF_INLINED)
            continue;
        stack->of[n++] = *place;
    }
    stack->n = n;
}

void perf_stack_resolve(struct perf_stack *stack, struct profile *profile)
{
    bool has_sources = stack->sources.lines.n > 0;
    if (stack->has_inlined)
        remove_misnamed(stack);
    if (has_sources)
        remove_wrong_sources(stack);
    stack->functions.n = 0;
    for (uint32_t at = (uint32_t)stack->n; at-- > 0;) {
        uint32_t function = stack->kinds.of[stack->of[at].frame].function;
        if (function == NO_ID) {
            if (stack->no_inline && is_inlined(stack, at))
                continue;
            function = find_function(stack, profile, at);
        }
        *PUSH_IN(stack->arena, &stack->functions) = function;
    }
    for (uint32_t at = 0; has_sources && at < stack->n; at++)
        if (stack->of[at].source != PERF_NO_SOURCE)
            count_source(&stack->sources, stack->of[at].frame,
                         stack->of[at].source);
}

/* ---- Frames that came before ---- */

/* Each line begins with its struct cached_frame, at a multiple of the size of
   that. */
enum { UNIT = sizeof(struct cached_frame) };

static const struct cached_frame *line_at(const char *lines, uint32_t unit)
{
    return (const void *)(lines + (size_t)unit * UNIT);
}

static bool is_line(const void *lines, uint32_t unit, const void *key)
{
    const struct cached_frame *head = line_at(lines, unit);
    const struct str *line = key;
    return head->length == line->len &&
           memcmp(head + 1, line->s, line->len) == 0;
}

uint32_t frame_cache_hash(struct str line)
{
    return line.len && line.s[0] == '\t' ? hash_text(line) : 0;
}

const struct cached_frame *frame_cache_find(const struct frame_cache *cache,
                                            struct str line, uint32_t hash)
{
    uint32_t unit =
        index_find(&cache->index, hash, is_line, cache->lines, &line);
    return unit == NO_ID ? NULL : line_at(cache->lines, unit);
}

void frame_cache_add(struct frame_cache *cache, struct str line, uint32_t hash,
                     struct cached_frame frame, size_t most)
{
    size_t size = (line.len + UNIT - 1) / UNIT * UNIT + UNIT;
    if (cache->used + size > most)
        frame_cache_clear(cache);
    if (size > most || line.len > UINT32_MAX)
        return;
    cache->lines =
        array_reserve(cache->lines, cache->used, size, &cache->lines_room);
    struct cached_frame *head = (void *)(cache->lines + cache->used);
    *head = frame;
    head->length = (uint32_t)line.len;
    memcpy(head + 1, line.s, line.len);
    index_add(&cache->index, hash, (uint32_t)(cache->used / UNIT));
    cache->used += size;
}

void frame_cache_clear(struct frame_cache *cache)
{
    index_clear(&cache->index);
    cache->used = 0;
}

void frame_cache_free(struct frame_cache *cache)
{
    index_free(&cache->index);
    free(cache->lines);
    *cache = (struct frame_cache){ 0 };
}
