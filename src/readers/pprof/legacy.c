#include "readers/pprof/legacy.h"

#include "readers/frames/frame_text.h"
#include "readers/pprof/frames.h"

void pprof_legacy_init(struct pprof_legacy *legacy, struct input *in,
                       struct profile *profile,
                       const struct reader_options *options)
{
    *legacy = (struct pprof_legacy){ .in = in, .arena = &in->arena };
    pprof_samples_begin(&legacy->samples, in, profile, options);
    code_map_init(&legacy->code, legacy->samples.sink.profile, in->name,
                  options);
}

/* ---- Samples ---- */

void pprof_legacy_push(struct pprof_legacy *legacy, uint64_t address,
                       uint32_t function)
{
    *PUSH_IN(legacy->arena, &legacy->frames) =
        (struct pprof_legacy_frame){ address, function };
}

void pprof_legacy_clear(struct pprof_legacy *legacy)
{
    legacy->frames.n = legacy->first;
}

void pprof_legacy_sample(struct pprof_legacy *legacy, const double *values)
{
    struct pprof_legacy_stack *stack = PUSH_IN(legacy->arena, &legacy->stacks);
    stack->first = legacy->first;
    stack->n = (uint32_t)(legacy->frames.n - legacy->first);
    for (int t = 0; t < PPROF_LEGACY_TYPES; t++)
        stack->values[t] = values[t];
    legacy->first = legacy->frames.n;
}

/* ---- Names ---- */

/* Replaces "$NAME" in a path by what a line "NAME=TEXT" said. */
static struct str expand(const struct pprof_legacy *legacy, struct str line,
                         struct arena *arena)
{
    struct str before, after, rest, text;
    if (!str_cut(line, S("$"), &before, &after))
        return line;
    for (size_t i = legacy->variables.n; i-- > 0;) {
        str_cut(legacy->variables.of[i], S("="), &rest, &text);
        if (str_take(&after, str_trim(rest)))
            return arena_printf(arena, "%.*s%.*s%.*s", (int)before.len,
                                before.s, (int)str_trim(text).len,
                                str_trim(text).s, (int)after.len, after.s);
    }
    return line;
}

void pprof_legacy_map_line(struct pprof_legacy *legacy, struct str line)
{
    LOCAL_ARENA(scratch);
    line = expand(legacy, str_trim(line), &scratch);
    if (!code_map_add_line(&legacy->code, line) && str_has(line, S("=")))
        *PUSH_IN(legacy->arena, &legacy->variables) =
            arena_copy(legacy->arena, line);
}

/* Code of a library is "function (/path/lib.so)". */
bool pprof_legacy_java_line(struct pprof_legacy *legacy, struct str line)
{
    struct profile *profile = legacy->code.profile;
    struct str text = str_trim(line), name, path;
    uint64_t address;
    uint32_t function;
    if (!str_take(&text, S("0x")) || !str_take_hex(&text, &address) ||
        !str_starts(text, S(" ")))
        return false;
    text = str_trim(text);
    if (str_cut_last(text, S(" ("), &name, &path) && str_ends(path, S(")")) &&
        !str_has(path, S(":")) && str_has(path, S("/"))) {
        struct identity is = { name, str_head(path, path.len - 1), STR(""),
                               STR("") };
        function = profile_function(profile, is);
    } else {
        function = frame_text_function(profile, text, S(""));
    }
    code_map_name(&legacy->code, address, function);
    return true;
}

/* ---- The whole ---- */

/* Frames of the profiler and of the functions that it watches. Source:
   addLegacyFrameInfo in profile/legacy_profile.go of google/pprof. */
static const struct str dropped[] = {
    [PPROF_CPU] = STR("(ProfileData::(Add|prof_handler))|"
                      "CpuProfiler::prof_handler|__pthread_sighandler|"
                      "__restore"),
    [PPROF_MEMORY] = STR("[cm]alloc|c?free|(do_)?memalign|"
                         "(__)?posix_memalign|p?valloc|realloc|"
                         "__libc_malloc|tcmalloc::.*|"
                         "tc_([cm]alloc|c?free|memalign|posix_memalign|"
                         "p?valloc|realloc|(new|delete)(array)?|"
                         "new(array)?_nothrow)|"
                         "malloc_zone_([cmv]alloc|realloc|memalign|free)|"
                         "runtime\\..*|BaseArena::.*|"
                         "(::)?do_malloc(_no_errno|_pages)?|"
                         "DoSampledAllocation|"
                         "MallocedMemBlock::MallocedMemBlock|_M_allocate|"
                         "__builtin_(vec_)?(delete|new)|"
                         "(__gnu_cxx::new_allocator::|"
                         "__malloc_alloc_template::|simple_alloc::)?allocate|"
                         "cpp_alloc|operator new(\\[\\])?"),
    [PPROF_LOCKS] = STR("(base::)?(RecordLockProfileData|"
                        "SubmitMutexProfileData|SubmitSpinLockProfileData).*|"
                        "((base::)?Mutex::)?(AwaitCommon|(Reader)?Unlock).*|"
                        "((base::)?MutexLock::)?~MutexLock.*|"
                        "(SpinLock::)?(Slow)?Unlock.*|"
                        "(SpinLockHolder::)?~SpinLockHolder.*"),
};
static const struct str kept[] = {
    [PPROF_CPU] = STR(""),
    [PPROF_MEMORY] = STR("runtime\\.(panic|reflectcall|call[0-9]*)"),
    [PPROF_LOCKS] = STR(""),
};

/* Counts the functions before the first that is to be left out. */
static uint32_t count_kept(const struct profile *profile,
                           struct pprof_prune *prune,
                           struct code_functions functions)
{
    uint32_t n = 0;
    while (n < functions.n &&
           !pprof_prune_drops(prune,
                              profile->functions[functions.of[n]].is.name))
        n++;
    return n;
}

static void add_stack(struct pprof_legacy *legacy, struct pprof_prune *prune,
                      const struct pprof_legacy_stack *stack)
{
    const struct profile *profile = legacy->code.profile;
    struct pprof_samples *samples = &legacy->samples;
    if (!pprof_samples_next(samples, stack->values, NO_THREAD, stack->n > 0))
        return;
    for (size_t i = stack->n; i-- > 0;) {
        const struct pprof_legacy_frame *frame =
            &legacy->frames.of[stack->first + i];
        struct code_functions functions = { &frame->function, 1 };
        if (frame->function == NO_ID)
            functions = code_map_functions(&legacy->code, frame->address);
        if (!pprof_samples_push(samples, functions.of, functions.n,
                                count_kept(profile, prune, functions)))
            break;
    }
    pprof_samples_add(samples);
}

/* Returns the last type that has a cost, or else the last one. */
static struct str type_with_cost(const struct pprof_legacy *legacy,
                                 const struct pprof_type *types, uint32_t n)
{
    for (uint32_t t = n; t-- > 0;)
        for (size_t i = 0; i < legacy->stacks.n; i++)
            if (legacy->stacks.of[i].values[t] != 0)
                return types[t].name;
    return types[n - 1].name;
}

bool pprof_legacy_finish(struct pprof_legacy *legacy,
                         const struct pprof_type *types, uint32_t n,
                         enum pprof_subject subject)
{
    const char *input = legacy->in->name;
    struct pprof_prune prune;
    pprof_prune_init(&prune, dropped[subject], kept[subject], input);
    pprof_samples_types(&legacy->samples, types, n,
                        type_with_cost(legacy, types, n));
    for (size_t i = 0; i < legacy->stacks.n; i++)
        add_stack(legacy, &prune, &legacy->stacks.of[i]);
    code_map_report(&legacy->code, input);
    pprof_prune_free(&prune);
    return pprof_samples_end(&legacy->samples);
}
