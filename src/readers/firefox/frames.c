#include "readers/firefox/frames.h"

#include "readers/frames/frame_text.h"

/* ---- Frames ---- */

/* The value of tables->runs of a frame that nobody looked at. */
enum { NEW_FRAME = 0 };

void firefox_frames_init(struct firefox_frames *frames, struct arena *arena,
                         struct profile *profile, const char *input,
                         const struct reader_options *options)
{
    *frames = (struct firefox_frames){ .arena = arena,
                                       .profile = profile,
                                       .options = options };
    code_map_init(&frames->code, profile, input, options);
}

/* ---- Tables ---- */

/* Returns the text of a cell that is a place among the strings, or "". */
static struct str text_cell(const struct firefox_frames *frames,
                            const struct firefox_table *table,
                            enum firefox_column column, size_t row)
{
    const struct firefox_tables *tables =
        frames->own->strings.n ? frames->own : frames->shared;
    uint32_t place;
    if (!firefox_table_place(table, column, row, &place) ||
        place >= tables->strings.n)
        return S("");
    return profile_text(frames->profile, tables->strings.of[place]);
}

static struct str path_of_lib(const struct firefox_frames *frames,
                              const struct firefox_lib *lib)
{
    return profile_text(frames->profile, lib->path ? lib->path : lib->name);
}

/* ---- Functions ---- */

/* A frame, as the tables describe it. */
struct frame {
    struct frame_text text;
    struct str module;
    struct firefox_lib *lib; /* NULL: not known */
    bool is_unresolved;
    bool is_raw;       /* the address is one of the process */
    uint64_t address;  /* of an unresolved frame, in its library */
    uint64_t relative; /* the same, from the lowest address of the library */
};

/* Cuts the number of a source, " [12]", off the end. */
static struct str without_source(struct str text)
{
    struct str before, number;
    if (!str_ends(text, S("]")) ||
        !str_cut_last(text, S(" ["), &before, &number))
        return text;
    return str_digits_end(number, 0) == number.len - 1 ? before : text;
}

static void set_file(struct frame_text *text, struct str file, struct str begin)
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
    if (str_address(text, &frame->address)) {
        frame->is_unresolved = frame->is_raw = true;
        for (size_t i = 0; i < frames->libs->n; i++) {
            const struct firefox_lib *lib = &frames->libs->of[i];
            if (frame->address < lib->start || frame->address >= lib->end)
                continue;
            frame->module = path_of_lib(frames, lib);
            frame->lib = &frames->libs->of[i];
            frame->address -= lib->start;
            frame->relative = frame->address + lib->offset;
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
    struct str begin = frame_text_cut_position(&place);
    if (!begin.len)
        return;
    frame->text.name = str_trim_end(name);
    frame->text.is_v8 = true;
    set_file(&frame->text, place, begin);
}

/* Returns the library of a function of a processed profile, or NULL. */
static struct firefox_lib *lib_of(const struct firefox_frames *frames,
                                  size_t frame, size_t func)
{
    const struct firefox_table *resources = FIREFOX_TABLE(frames, resources);
    uint32_t resource, lib;
    if (!firefox_table_place(FIREFOX_TABLE(frames, frames), FIREFOX_LIB, frame,
                             &lib) &&
        !(firefox_table_place(FIREFOX_TABLE(frames, funcs), FIREFOX_RESOURCE,
                              func, &resource) &&
          firefox_table_place(resources, FIREFOX_LIB, resource, &lib)))
        return NULL;
    return lib < frames->libs->n ? &frames->libs->of[lib] : NULL;
}

/* Returns the source file of a function, or "". Version 58 has a table of
   sources. */
static struct str file_of(const struct firefox_frames *frames, size_t func)
{
    const struct firefox_table *funcs = FIREFOX_TABLE(frames, funcs);
    uint32_t source;
    if (!firefox_table_place(funcs, FIREFOX_SOURCE, func, &source))
        return text_cell(frames, funcs, FIREFOX_FILE_NAME, func);
    return text_cell(frames, FIREFOX_TABLE(frames, sources), FIREFOX_FILE_NAME,
                     source);
}

/* Reads the function of a frame of a processed profile. The begin of a function
   is known in scripts only; `begin` holds it. */
static void read_func(const struct firefox_frames *frames, size_t i,
                      size_t func, struct frame *frame, struct buf *begin)
{
    const struct firefox_table *funcs = FIREFOX_TABLE(frames, funcs);
    struct str name = text_cell(frames, funcs, FIREFOX_NAME, func);
    double line = firefox_table_cell(funcs, FIREFOX_LINE_NUMBER, func);
    double column = firefox_table_cell(funcs, FIREFOX_COLUMN_NUMBER, func);
    double address = firefox_table_cell(FIREFOX_TABLE(frames, frames),
                                        FIREFOX_ADDRESS, i);
    frame->lib = lib_of(frames, i, func);
    if (frame->lib)
        frame->module = path_of_lib(frames, frame->lib);
    if (str_address(name, &frame->address)) {
        frame->is_unresolved = true;
        frame->relative = address >= 0 && address < 0x1p63 ? (uint64_t)address
                                                           : frame->address;
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
    if (!frame->text.line && line > 0 && line < 1e15)
        frame->text.line = (uint64_t)line;
}

/* Returns the function of an address without a symbol, "libc.so+0x1f84". */
static uint32_t unresolved(const struct firefox_frames *frames,
                           const struct frame *frame)
{
    LOCAL_ARENA(scratch);
    struct identity is = { .module = frame->module };
    is.name = frame_text_place(&scratch, frame->module, frame->address);
    uint32_t id = profile_function(frames->profile, is);
    frames->profile->functions[id].nameless = true;
    return id;
}

/* Says which frames a stack goes on above. */
static void find_callers(const struct firefox_frames *frames,
                         struct firefox_tables *tables)
{
    const struct firefox_table *stacks = FIREFOX_TABLE(frames, stacks);
    size_t n = FIREFOX_TABLE(frames, frames)->columns[FIREFOX_LOCATION].n;
    uint32_t prefix, frame;
    tables->are_callers = NEW_N(frames->arena, bool, n);
    for (uint32_t i = 0; i < stacks->columns[FIREFOX_FRAME].n; i++)
        if (firefox_table_place(stacks, FIREFOX_PREFIX, i, &prefix) &&
            firefox_table_place(stacks, FIREFOX_FRAME, prefix, &frame) &&
            frame < n)
            tables->are_callers[frame] = true;
}

/* Returns the functions of frame i if the file of its library is here. The
   address of a caller in a raw profile is that to which the call returns. */
static struct code_functions resolved(struct firefox_frames *frames,
                                      struct firefox_tables *tables,
                                      const struct frame *frame, uint32_t i)
{
    struct firefox_lib *lib = frame->lib;
    uint64_t address = frame->relative;
    if (!lib || !frame->module.len)
        return (struct code_functions){ .n = 0 };
    if (lib->mapping == NO_ID) {
        struct code_mapping mapping = { .path = frame->module,
                                        .is_relative = true };
        struct str id = profile_text(frames->profile, lib->build_id);
        lib->mapping = code_map_add(&frames->code, mapping, id);
    }
    if (frame->is_raw) {
        if (!tables->are_callers)
            find_callers(frames, tables);
        address -= address && tables->are_callers[i];
    }
    return code_map_resolved_in(&frames->code, lib->mapping, address);
}

/* Adds the function of a frame that has a name. */
static void add_named(struct firefox_frames *frames, uint32_t i,
                      struct frame *frame)
{
    const struct firefox_table *table = FIREFOX_TABLE(frames, frames);
    double line = firefox_table_cell(table, FIREFOX_LINE, i);
    bool has_line = line >= 1 && line < 1e15;
    LOCAL_BUF(text);
    if (has_line && !frame->text.line)
        frame->text.line = (uint64_t)line;
    if (has_line && frames->options->granularity == GRANULARITY_LINE) {
        buf_printf(&text, "%.0f", line);
        frame->text.begin = buf_text(&text);
        frame->text.line = (uint64_t)line;
    }
    if (!frame->text.name.len)
        frame->text.is_v8 = true;
    uint32_t function =
        frame_text_add(frames->profile, &frame->text, frame->module);
    frames->profile->functions[function].is_line = text.len > 0;
    *PUSH_IN(frames->arena, &frames->functions) = function;
}

/* Returns 1 + the number of the run of frame i's functions, which it adds,
   FIREFOX_BAD_FRAME or FIREFOX_ROOT_FRAME. */
static uint32_t find_run(struct firefox_frames *frames,
                         struct firefox_tables *tables, uint32_t i)
{
    const struct firefox_table *table = FIREFOX_TABLE(frames, frames);
    struct frame frame = { .module = S("") };
    struct firefox_run run = { .first = frames->functions.n };
    LOCAL_BUF(begin);
    uint32_t func;
    struct str location = text_cell(frames, table, FIREFOX_LOCATION, i);
    if (location.len)
        split_location(frames, location, &frame);
    else if (firefox_table_place(table, FIREFOX_FUNC, i, &func))
        read_func(frames, i, func, &frame, &begin);
    bool is_root = !frame.is_unresolved && !frame.text.file.len &&
                   str_eq(frame.text.name, S("(root)"));
    if (frame.is_unresolved) {
        struct code_functions found = resolved(frames, tables, &frame, i);
        for (uint32_t f = 0; f < found.n; f++)
            *PUSH_IN(frames->arena, &frames->functions) = found.of[f];
        if (!found.n)
            *PUSH_IN(frames->arena, &frames->functions) =
                unresolved(frames, &frame);
    } else if (!is_root && (frame.text.name.len || frame.text.file.len)) {
        add_named(frames, i, &frame);
    }
    run.n = (uint32_t)(frames->functions.n - run.first);
    if (!run.n)
        return is_root ? FIREFOX_ROOT_FRAME : FIREFOX_BAD_FRAME;
    *PUSH_IN(frames->arena, &frames->runs) = run;
    return (uint32_t)frames->runs.n;
}

/* Returns 1 + the number of the run of the functions of frame i, which are
   added to the profile if they are new. The tables keep it. */
static uint32_t run_of_frame(struct firefox_frames *frames,
                             struct firefox_tables *tables, uint32_t i)
{
    const struct firefox_table *table = FIREFOX_TABLE(frames, frames);
    if (i >= table->columns[FIREFOX_LOCATION].n &&
        i >= table->columns[FIREFOX_FUNC].n)
        return FIREFOX_BAD_FRAME;
    uint32_t *run = REACH_IN(frames->arena, &tables->runs, i);
    if (*run == NEW_FRAME)
        *run = find_run(frames, tables, i);
    return *run;
}

/* ---- Stacks ---- */

/* The states of a stack. */
enum { NEW_STACK, BAD_STACK, GOOD_STACK };

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
    const struct firefox_table *stacks = FIREFOX_TABLE(frames, stacks);
    uint32_t prefix, frame, run = FIREFOX_BAD_FRAME, parent = NO_ID;
    tables->states.of[stack] = BAD_STACK;
    if (!find_prefix(stacks, stack, &prefix))
        return;
    if (prefix != NO_ID) {
        if (tables->states.of[prefix] != GOOD_STACK)
            return;
        parent = tables->contexts.of[prefix];
    }
    if (firefox_table_place(stacks, FIREFOX_FRAME, stack, &frame))
        run = run_of_frame(frames, tables, frame);
    if (run == FIREFOX_BAD_FRAME)
        return;
    tables->states.of[stack] = GOOD_STACK;
    if (run != FIREFOX_ROOT_FRAME) {
        const struct firefox_run *found = &frames->runs.of[run - 1];
        for (uint32_t i = 0; i < found->n; i++)
            parent = profile_context(frames->profile, parent,
                                     frames->functions.of[found->first + i]);
    }
    tables->contexts.of[stack] = parent;
}

bool firefox_stacks_context(struct firefox_frames *frames, uint32_t stack,
                            uint32_t *context)
{
    const struct firefox_table *stacks = FIREFOX_TABLE(frames, stacks);
    struct firefox_tables *tables =
        frames->own->stacks.exists ? frames->own : frames->shared;
    uint32_t at = stack;
    *context = NO_ID;
    if (stack >= stacks->columns[FIREFOX_FRAME].n)
        return false;
    unsigned char *state = REACH_IN(frames->arena, &tables->states, stack);
    uint32_t *found = REACH_IN(frames->arena, &tables->contexts, stack);
    frames->path.n = 0;
    while (at != NO_ID && tables->states.of[at] == NEW_STACK) {
        *PUSH_IN(frames->arena, &frames->path) = at;
        if (!find_prefix(stacks, at, &at))
            break;
    }
    while (frames->path.n)
        enter_stack(frames, tables, frames->path.of[--frames->path.n]);
    *context = *found;
    return *state == GOOD_STACK;
}
