#include "readers/firefox/frames.h"

#include <inttypes.h>

#include "readers/frames/frame_text.h"
#include "util/array.h"
#include "util/buf.h"

/* The states of a stack. */
enum { NEW_STACK, BAD_STACK, GOOD_STACK };

/* The values of tables->functions that are not 1 + a function. */
enum { NEW_FRAME = 0 };
#define BAD_FRAME NO_ID
#define ROOT_FRAME (NO_ID - 1)

/* ---- Tables ---- */

static const struct firefox_table *choose(const struct firefox_table *own,
                                          const struct firefox_table *shared)
{
    return own->exists ? own : shared;
}

#define TABLE(frames, name) \
    choose(&(frames)->own->name, &(frames)->shared->name)

/* Returns the text of a cell that is a place among the strings, or "". */
static struct str text_cell(const struct firefox_frames *frames,
                            const struct firefox_table *table,
                            enum firefox_column column, size_t row)
{
    const struct firefox_tables *tables =
        frames->own->n_strings ? frames->own : frames->shared;
    uint32_t place;
    if (!firefox_table_place(table, column, row, &place) ||
        place >= tables->n_strings)
        return S("");
    return profile_text(frames->profile, tables->strings[place]);
}

static struct str path_of_lib(const struct firefox_frames *frames,
                              const struct firefox_lib *lib)
{
    uint32_t path = lib->path != NO_ID ? lib->path : lib->name;
    return path == NO_ID ? S("") : profile_text(frames->profile, path);
}

/* ---- Functions ---- */

/* A frame, as the tables describe it. */
struct frame {
    struct frame_text text;
    struct str module;
    bool is_unresolved;
    uint64_t address; /* of an unresolved frame, in its module */
};

/* Is the text an address and nothing else? */
static bool is_address(struct str text, uint64_t *address)
{
    return str_take(&text, S("0x")) && str_take_hex(&text, address) &&
           text.len == 0;
}

/* Returns ":3:14" without the colon from the end of a place, or "". */
static struct str cut_position(struct str *place)
{
    struct str all = *place, before, number;
    for (int i = 0; i < 2; i++)
        if (str_cut_last(*place, S(":"), &before, &number) && before.len &&
            number.len && str_digits_end(number, 0) == number.len)
            *place = before;
    return str_skip(all, place->len + 1);
}

/* Cuts the number of a source, " [12]", off the end. */
static struct str without_source(struct str text)
{
    struct str before, number;
    if (!str_ends(text, S("]")) ||
        !str_cut_last(text, S(" ["), &before, &number))
        return text;
    return str_digits_end(number, 0) == number.len - 1 ? before : text;
}

static void set_file(struct frame_text *text, struct str file,
                     struct str begin)
{
    str_take(&file, S("file://"));
    text->file = file;
    text->begin = begin;
    str_take_digits(&begin, &text->line);
}

/* Takes the text of a frame of a raw profile apart. */
static void split_location(const struct firefox_frames *frames, struct str text,
                           struct frame *frame)
{
    struct str name, place, loader;
    frame->text.name = text;
    if (is_address(text, &frame->address)) {
        frame->is_unresolved = true;
        for (size_t i = 0; i < frames->libs->n; i++) {
            const struct firefox_lib *lib = &frames->libs->libs[i];
            if ((double)frame->address < lib->start ||
                !((double)frame->address < lib->end))
                continue;
            frame->module = path_of_lib(frames, lib);
            frame->address -= (uint64_t)lib->start;
            return;
        }
        return;
    }
    text = without_source(text);
    if (!str_ends(text, S(")")) || !str_cut_last(text, S("("), &name, &place))
        return;
    place = str_head(place, place.len - 1);
    if (str_take(&place, S("in "))) {
        frame->text.name = str_trim_end(name);
        frame->module = place;
        return;
    }
    str_cut_last(place, S(" -> "), &loader, &place);
    struct str begin = cut_position(&place);
    if (!begin.len)
        return;
    frame->text.name = str_trim_end(name);
    frame->text.is_v8 = true;
    set_file(&frame->text, place, begin);
}

/* Returns the library of a function of a processed profile, or "". */
static struct str module_of(const struct firefox_frames *frames, size_t frame,
                            size_t func)
{
    const struct firefox_table *resources = TABLE(frames, resources);
    uint32_t resource, lib;
    if (!firefox_table_place(TABLE(frames, frames), FIREFOX_LIB, frame, &lib) &&
        !(firefox_table_place(TABLE(frames, funcs), FIREFOX_RESOURCE, func,
                              &resource) &&
          firefox_table_place(resources, FIREFOX_LIB, resource, &lib)))
        return S("");
    return lib < frames->libs->n ? path_of_lib(frames, &frames->libs->libs[lib])
                                 : S("");
}

/* Returns the source file of a function, or "". Version 58 has a table of
   sources. */
static struct str file_of(const struct firefox_frames *frames, size_t func)
{
    const struct firefox_table *funcs = TABLE(frames, funcs);
    uint32_t source;
    if (!firefox_table_place(funcs, FIREFOX_SOURCE, func, &source))
        return text_cell(frames, funcs, FIREFOX_FILE_NAME, func);
    return text_cell(frames, TABLE(frames, sources), FIREFOX_FILE_NAME, source);
}

/* Reads the function of a frame of a processed profile. The begin of a function
   is known in scripts only; `begin` holds it. */
static void read_func(const struct firefox_frames *frames, size_t i,
                      size_t func, struct frame *frame, struct buf *begin)
{
    const struct firefox_table *funcs = TABLE(frames, funcs);
    struct str name = text_cell(frames, funcs, FIREFOX_NAME, func);
    double line = firefox_table_cell(funcs, FIREFOX_LINE_NUMBER, func);
    double column = firefox_table_cell(funcs, FIREFOX_COLUMN_NUMBER, func);
    frame->module = module_of(frames, i, func);
    if (is_address(name, &frame->address)) {
        frame->is_unresolved = true;
        return;
    }
    if (firefox_table_cell(funcs, FIREFOX_IS_JS, func) == 1) {
        split_location(frames, name, frame);
        frame->text.is_v8 = true;
    } else {
        frame->text.name = name;
    }
    struct str file = file_of(frames, func);
    if (line > 0 && line < 1e15)
        buf_printf(begin, "%.0f", line);
    if (line > 0 && line < 1e15 && column > 0 && column < 1e15)
        buf_printf(begin, ":%.0f", column);
    if (file.len)
        set_file(&frame->text, file,
                 frame->text.is_v8 ? buf_text(begin) : S(""));
}

/* Returns the function of an address without a symbol, "libc.so+0x1f84". */
static uint32_t unresolved(const struct firefox_frames *frames,
                           const struct frame *frame)
{
    struct arena scratch = { 0 };
    struct identity is = { .module = frame->module };
    struct str file = str_basename(frame->module);
    is.name = arena_printf(&scratch, "%.*s%s0x%" PRIx64, (int)file.len,
                           file.len ? file.s : "", file.len ? "+" : "",
                           frame->address);
    uint32_t id = profile_function(frames->profile, is);
    frames->profile->functions[id].nameless = true;
    arena_free(&scratch);
    return id;
}

/* Returns 1 + the function of frame i, which it adds, BAD_FRAME or
   ROOT_FRAME. */
static uint32_t find_function(const struct firefox_frames *frames, uint32_t i)
{
    const struct firefox_table *table = TABLE(frames, frames);
    struct frame frame = { .module = S("") };
    struct buf begin = { 0 }, line_text = { 0 };
    uint32_t func, id = BAD_FRAME;
    struct str location = text_cell(frames, table, FIREFOX_LOCATION, i);
    if (location.len)
        split_location(frames, location, &frame);
    else if (firefox_table_place(table, FIREFOX_FUNC, i, &func))
        read_func(frames, i, func, &frame, &begin);
    if (frame.is_unresolved) {
        id = unresolved(frames, &frame) + 1;
    } else if (str_eq(frame.text.name, S("(root)")) && !frame.text.file.len) {
        id = ROOT_FRAME;
    } else if (frame.text.name.len || frame.text.file.len) {
        double line = firefox_table_cell(table, FIREFOX_LINE, i);
        bool has_line = line >= 1 && line < 1e15;
        if (has_line && !frame.text.begin.len)
            frame.text.line = (uint64_t)line;
        if (has_line && frames->options->granularity == GRANULARITY_LINE) {
            buf_printf(&line_text, "%.0f", line);
            frame.text.begin = buf_text(&line_text);
            frame.text.line = (uint64_t)line;
        }
        if (!frame.text.name.len)
            frame.text.is_v8 = true;
        id = frame_text_add(frames->profile, &frame.text, frame.module) + 1;
    }
    buf_free(&begin);
    buf_free(&line_text);
    return id;
}

/* Returns the same as find_function, but looks at each frame only once. */
static uint32_t function_of(struct firefox_frames *frames,
                            struct firefox_tables *tables, uint32_t i)
{
    const struct firefox_table *table = TABLE(frames, frames);
    if (i >= table->columns[FIREFOX_LOCATION].n &&
        i >= table->columns[FIREFOX_FUNC].n)
        return BAD_FRAME;
    tables->functions = array_reach(tables->functions, i,
                                    &tables->functions_room,
                                    sizeof *tables->functions);
    if (tables->functions[i] == NEW_FRAME)
        tables->functions[i] = find_function(frames, i);
    return tables->functions[i];
}

/* ---- Stacks ---- */

/* Stores the stack below a stack, or NO_ID. Returns false if there cannot be
   such a stack: a stack comes after those that it is built on. */
static bool find_prefix(const struct firefox_table *stacks, uint32_t stack,
                        uint32_t *prefix)
{
    double offset = firefox_table_cell(stacks, FIREFOX_PREFIX_OFFSET, stack);
    *prefix = NO_ID;
    if (known(offset)) {
        if (!(offset >= 0 && offset <= stack) ||
            offset != (double)(uint32_t)offset)
            return false;
        if (offset > 0)
            *prefix = stack - (uint32_t)offset;
        return true;
    }
    if (!known(firefox_table_cell(stacks, FIREFOX_PREFIX, stack)))
        return true;
    return firefox_table_place(stacks, FIREFOX_PREFIX, stack, prefix) &&
           *prefix < stack;
}

/* Finds the state and the context of a stack whose prefix is done. */
static void enter_stack(struct firefox_frames *frames,
                        struct firefox_tables *tables, uint32_t stack)
{
    const struct firefox_table *stacks = TABLE(frames, stacks);
    uint32_t prefix, frame, function = BAD_FRAME, parent = NO_ID;
    tables->states[stack] = BAD_STACK;
    if (!find_prefix(stacks, stack, &prefix))
        return;
    if (prefix != NO_ID) {
        if (tables->states[prefix] != GOOD_STACK)
            return;
        parent = tables->contexts[prefix];
    }
    if (firefox_table_place(stacks, FIREFOX_FRAME, stack, &frame))
        function = function_of(frames, tables, frame);
    if (function == BAD_FRAME)
        return;
    tables->states[stack] = GOOD_STACK;
    tables->contexts[stack] = parent;
    if (function != ROOT_FRAME)
        tables->contexts[stack] =
            profile_context(frames->profile, parent, function - 1);
}

bool firefox_frames_context(struct firefox_frames *frames, uint32_t stack,
                            uint32_t *context)
{
    const struct firefox_table *stacks = TABLE(frames, stacks);
    struct firefox_tables *tables =
        frames->own->stacks.exists ? frames->own : frames->shared;
    uint32_t n = 0, at = stack;
    *context = NO_ID;
    if (stack >= stacks->columns[FIREFOX_FRAME].n)
        return false;
    tables->states = array_reach(tables->states, stack, &tables->states_room,
                                 sizeof *tables->states);
    tables->contexts = array_reach(tables->contexts, stack,
                                   &tables->contexts_room,
                                   sizeof *tables->contexts);
    while (at != NO_ID && tables->states[at] == NEW_STACK) {
        frames->path = array_grow(frames->path, n, &frames->path_room,
                                  sizeof *frames->path);
        frames->path[n++] = at;
        if (!find_prefix(stacks, at, &at))
            break;
    }
    while (n > 0)
        enter_stack(frames, tables, frames->path[--n]);
    *context = tables->contexts[stack];
    return tables->states[stack] == GOOD_STACK;
}
