#include "readers/choose/sample_filter.h"

#include <fnmatch.h>

#include "util/diag.h"

const char *const thread_key_names[N_THREAD_KEYS] = {
    [THREAD_COMM] = "comm",
    [THREAD_PID] = "pid",
    [THREAD_TID] = "tid",
};

/* One argument of an option, or one part of an argument that is a list. */
struct sample_pattern {
    struct str text; /* NUL-terminated */
    bool matched;    /* it matched at least one value */
    bool is_list;    /* an argument with commas; its parts follow it */
    bool is_part;    /* of the list before it */
};

struct str
thread_patterns_text(struct arena *arena,
                     const struct thread_patterns patterns[N_THREAD_KEYS])
{
    struct str text = S("");
    for (int key = 0; key < N_THREAD_KEYS; key++) {
        for (size_t i = 0; i < patterns[key].n; i++) {
            if (i > 0)
                text = arena_printf(arena, "%s or %s", text.s,
                                    patterns[key].texts[i]);
            else
                text = arena_printf(arena, "%s%s%s %s", text.s,
                                    text.len ? ", " : "",
                                    thread_key_names[key],
                                    patterns[key].texts[i]);
        }
    }
    return text;
}

/* Returns an upper bound of the number of arguments and parts. */
static size_t most_patterns(const struct thread_patterns *patterns)
{
    size_t n = 0;
    for (size_t i = 0; i < patterns->n; i++) {
        n += 2;
        for (const char *c = patterns->texts[i]; *c; c++)
            n += *c == ',';
    }
    return n;
}

static void add_pattern(struct sample_filter *filter, struct str text,
                        bool is_list, bool is_part)
{
    filter->patterns[filter->n_patterns++] = (struct sample_pattern){
        .text = arena_copy(filter->values.arena, text),
        .is_list = is_list,
        .is_part = is_part,
    };
}

static void init(struct sample_filter *filter, struct arena *arena,
                 const char *name, const struct thread_patterns *patterns)
{
    *filter = (struct sample_filter){ .name = name,
                                      .values.arena = arena,
                                      .current = NO_ID };
    filter->patterns =
        NEW_N(arena, struct sample_pattern, most_patterns(patterns));
    for (size_t i = 0; i < patterns->n; i++) {
        struct str rest = str_of(patterns->texts[i]), part;
        bool is_list = str_has(rest, S(","));
        add_pattern(filter, rest, is_list, false);
        while (str_cut(rest, S(","), &part, &rest))
            add_pattern(filter, part, false, true);
        if (is_list)
            add_pattern(filter, rest, false, true);
    }
}

void sample_filter_init(struct sample_filter *filter, struct arena *arena,
                        enum thread_key key,
                        const struct thread_patterns *patterns)
{
    init(filter, arena, thread_key_names[key], patterns);
}

void sample_filter_init_label(struct sample_filter *filter, struct arena *arena,
                              const struct label_patterns *label)
{
    init(filter, arena, label->key, &label->patterns);
    filter->is_label = true;
}

/* Tries every pattern, because each stores whether it ever matched. */
static bool matches(struct sample_filter *filter, struct str value)
{
    bool any = false;
    for (size_t i = 0; i < filter->n_patterns; i++) {
        struct sample_pattern *pattern = &filter->patterns[i];
        if (str_eq(pattern->text, value) ||
            fnmatch(pattern->text.s, value.s, 0) == 0)
            any = pattern->matched = true;
    }
    return any;
}

bool sample_filter_accepts(struct sample_filter *filter, struct str value)
{
    uint32_t n = filter->values.names.n;
    filter->current = NO_ID;
    if (filter->n_patterns == 0)
        return true;
    if (value.len == 0)
        return false;
    uint32_t id = filter->current = tally_id(&filter->values, value);
    if (id == n)
        *PUSH_IN(filter->values.arena, &filter->accepted) =
            matches(filter, filter->values.names.texts[n]);
    return filter->accepted.of[id];
}

void sample_filter_count(struct sample_filter *filter, size_t n)
{
    if (filter->current != NO_ID)
        filter->values.samples.of[filter->current] += n;
    else if (filter->n_patterns)
        filter->without_value += n;
}

static bool accepted_any(const struct sample_filter *filter)
{
    for (uint32_t id = 0; id < filter->values.names.n; id++)
        if (filter->accepted.of[id] && filter->values.samples.of[id])
            return true;
    return false;
}

/* Warns of each argument, and of each part of a list, that matched nothing. A
   list that matched as a whole, such as the thread name "a,b", has no parts. */
static void warn_of_unmatched(const struct sample_filter *filter,
                              const char *input)
{
    const char *name = filter->name;
    bool in_matched_list = false;
    for (size_t i = 0; i < filter->n_patterns; i++) {
        const struct sample_pattern *pattern = &filter->patterns[i];
        if (!pattern->is_part)
            in_matched_list = pattern->is_list && pattern->matched;
        if (!pattern->is_list && !pattern->matched && !in_matched_list)
            diag_warn("%s: there is no %s '%s'%s", input, name, pattern->text.s,
                      filter->is_label ? "" : "; --list-threads lists all");
    }
    if (filter->without_value)
        diag_warn("%s: %zu samples without %s are left out", input,
                  filter->without_value, name);
}

/* "'bash' or 'make'" */
static struct str patterns_text(const struct sample_filter *filter,
                                struct arena *arena)
{
    struct str text = S("");
    for (size_t i = 0; i < filter->n_patterns; i++)
        if (!filter->patterns[i].is_list)
            text = arena_printf(arena, "%s%s'%s'", text.s,
                                text.len ? " or " : "",
                                filter->patterns[i].text.s);
    return text;
}

bool sample_filter_report(const struct sample_filter *filter,
                          const char *input, const char *hint)
{
    const char *name = filter->name;
    LOCAL_ARENA(scratch);
    bool good = filter->n_patterns == 0 || accepted_any(filter);
    if (good)
        warn_of_unmatched(filter, input);
    else if (tally_used(&filter->values) == 0)
        diag_error("%s: --%s: this input has no %s; %s", input,
                   filter->is_label ? "with-label" : name, name, hint);
    else
        diag_error("%s: there is no %s %s; the input has: %s", input, name,
                   patterns_text(filter, &scratch).s,
                   tally_list(&filter->values, &scratch, "", NO_ID).s);
    return good;
}
