/*
 * The front of a header of perf script, up to its time, period or event:
 *
 *     rdparse 28694
 *     tmux: server 25018/25020 [000]
 *     add  8217 U
 *     :-1    -1 [000]
 *     123 456 25025
 *
 * A thread's name is any text. Process and thread are one number or two; the
 * cpu and perf's own marks (perf script -F +cpu,+misc) may follow them. A
 * single number is taken as the id of the thread, because that is what perf
 * prints by default.
 */
#include "readers/perf/threads.h"

/* perf right-aligns a thread's id in at least this many columns. */
enum { ID_COLUMNS = 5 };

static bool is_id(struct str word)
{
    str_take(&word, S("-"));
    return word.len && str_digits_end(word, 0) == word.len;
}

/* "25018/25020" or "25020" */
static bool take_ids(struct str word, struct str values[N_THREAD_KEYS])
{
    struct str pid = S(""), tid = word;
    bool both = str_cut(word, S("/"), &pid, &tid);
    if ((both && !is_id(pid)) || !is_id(tid))
        return false;
    values[THREAD_PID] = pid;
    values[THREAD_TID] = tid;
    return true;
}

/* "[001]" */
static bool is_cpu(struct str word)
{
    return str_take(&word, S("[")) && str_ends(word, S("]")) && word.len > 1 &&
           str_digits_end(word, 0) == word.len - 1;
}

/* The letters of perf script -F +misc. */
static bool is_mark(struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (!str_has(S("UKHGgESuF+"), str_head(str_skip(word, i), 1)))
            return false;
    return true;
}

/* Is the word aligned as perf prints the ids of threads? `before` is the text
   up to it. If not, a number may be the end of a name such as "4 5 6". */
static bool is_column(struct str before, struct str word)
{
    size_t blanks = before.len - str_trim_end(before).len;
    return before.len == 0 || str_has(word, S("/")) ||
           blanks + word.len > ID_COLUMNS;
}

/* Splits from the end to the start. */
void perf_threads_split(struct str front, bool sure,
                        struct str values[N_THREAD_KEYS])
{
    struct str name = str_trim(front), rest = name, word;
    while (str_take_last_word(&rest, &word)) {
        if (is_cpu(word)) {
            name = str_trim_end(rest);
            sure = true;
        } else if ((sure || is_column(rest, word)) && take_ids(word, values)) {
            name = str_trim_end(rest);
            break;
        } else if (!is_mark(word)) {
            break;
        }
    }
    values[THREAD_COMM] = name;
}

void perf_threads_init(struct perf_threads *threads,
                       const struct thread_patterns patterns[N_THREAD_KEYS],
                       bool is_listed)
{
    *threads = (struct perf_threads){ .all = true, .is_listed = is_listed };
    for (int key = 0; key < N_THREAD_KEYS; key++) {
        sample_filter_init(&threads->filters[key], (enum thread_key)key,
                           &patterns[key]);
        threads->all &= patterns[key].n == 0;
    }
}

void perf_threads_free(struct perf_threads *threads)
{
    for (int key = 0; key < N_THREAD_KEYS; key++)
        sample_filter_free(&threads->filters[key]);
    tally_free(&threads->seen);
}

bool perf_threads_accepts(struct perf_threads *threads, struct str front,
                          bool sure)
{
    struct str values[N_THREAD_KEYS] = { STR(""), STR(""), STR("") };
    bool accepted = true;
    if (threads->all)
        return true;
    perf_threads_split(front, sure, values);
    for (int key = 0; key < N_THREAD_KEYS; key++)
        accepted &= sample_filter_accepts(&threads->filters[key], values[key]);
    return accepted;
}

void perf_threads_count(struct perf_threads *threads)
{
    for (int key = 0; !threads->all && key < N_THREAD_KEYS; key++)
        sample_filter_count(&threads->filters[key]);
}

uint32_t perf_threads_seen(struct perf_threads *threads, struct str front,
                           bool sure, uint32_t event)
{
    struct arena scratch = { 0 };
    struct str values[N_THREAD_KEYS] = { STR(""), STR(""), STR("") };
    perf_threads_split(front, sure, values);
    struct str pid = values[THREAD_PID], tid = values[THREAD_TID];
    struct str comm = values[THREAD_COMM];
    uint32_t id = tally_id(
        &threads->seen,
        arena_printf(&scratch, "%u %.*s %.*s %.*s", event, (int)pid.len, pid.s,
                     (int)tid.len, tid.s, (int)comm.len, comm.s));
    arena_free(&scratch);
    return id;
}

void perf_threads_list(const struct perf_threads *threads,
                       const struct perf_events *events,
                       struct inventory *inventory)
{
    const struct tally *seen = &threads->seen;
    uint32_t drawn = perf_events_drawn(events);
    for (uint32_t id = 0; id < seen->names.n; id++) {
        struct str text = seen->names.texts[id];
        uint64_t event;
        str_take_digits(&text, &event);
        str_take(&text, S(" "));
        struct listed_thread thread = inventory_split_thread(text);
        if (seen->samples[id] && text.len > 2 &&
            perf_events_is_drawn(events, (uint32_t)event, drawn))
            inventory_add_thread(inventory, &thread,
                                 (double)seen->samples[id]);
    }
}

bool perf_threads_report(const struct perf_threads *threads, const char *input)
{
    static const char *const hints[N_THREAD_KEYS] = {
        [THREAD_COMM] = "print it with perf script -F +comm",
        [THREAD_PID] = "print it with perf script -F +pid",
        [THREAD_TID] = "print it with perf script -F +tid",
    };
    for (int key = 0; key < N_THREAD_KEYS; key++)
        if (!sample_filter_report(&threads->filters[key], input, hints[key]))
            return false;
    return true;
}
