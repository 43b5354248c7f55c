/*
 * The front of a header of perf script, up to its time, period or event:
 *
 *     rdparse 28694
 *     tmux: server 25018/25020 [000]
 *     add  8217 U
 *     :-1    -1 [000]
 *     123 456 25025
 *
 * A thread's name is anything; process and thread are one number or two, with
 * the cpu and perf's own marks (perf script -F +cpu,+misc) behind them. One
 * number alone is taken as the thread, which is what perf prints unless told
 * otherwise.
 */
#include "readers/perf/threads.h"

enum { ID_COLUMNS = 5 }; /* or more, right aligned */

static bool is_id(struct str word)
{
    str_take(&word, S("-"));
    return word.len && str_digits_end(word, 0) == word.len;
}

static bool take_ids(struct str word, struct str texts[N_THREAD_KEYS])
{
    struct str pid = S(""), tid = word;
    bool both = str_cut(word, S("/"), &pid, &tid);
    if ((both && !is_id(pid)) || !is_id(tid))
        return false;
    texts[THREAD_PID] = pid;
    texts[THREAD_TID] = tid;
    return true;
}

static bool is_cpu(struct str word)
{
    return str_take(&word, S("[")) && str_ends(word, S("]")) && word.len > 1 &&
           str_digits_end(word, 0) == word.len - 1;
}

static bool is_mark(struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (!str_has(S("UKHGgESuF+"), str_head(str_skip(word, i), 1)))
            return false;
    return true;
}

/* Right aligned, as perf prints numbers of threads; rest is what stands
   before. Of a name alone, "4 5 6", the end is not. */
static bool is_column(struct str rest, struct str word)
{
    size_t blanks = rest.len - str_trim_end(rest).len;
    return rest.len == 0 || str_has(word, S("/")) ||
           blanks + word.len > ID_COLUMNS;
}

static void split(struct str front, bool sure, struct str texts[N_THREAD_KEYS])
{
    struct str name = str_trim(front), rest = name, word;
    while (str_take_last_word(&rest, &word)) {
        if (is_cpu(word)) {
            name = str_trim_end(rest);
            sure = true;
        } else if ((sure || is_column(rest, word)) && take_ids(word, texts)) {
            name = str_trim_end(rest);
            break;
        } else if (!is_mark(word)) {
            break;
        }
    }
    texts[THREAD_COMM] = name;
}

void perf_threads_init(struct perf_threads *who, const struct thread_patterns wanted[N_THREAD_KEYS])
{
    who->all = true;
    for (int w = 0; w < N_THREAD_KEYS; w++) {
        sample_filter_init(&who->choices[w], (enum thread_key)w, &wanted[w]);
        who->all &= wanted[w].n == 0;
    }
}

void perf_threads_free(struct perf_threads *who)
{
    for (int w = 0; w < N_THREAD_KEYS; w++)
        sample_filter_free(&who->choices[w]);
}

bool perf_threads_want(struct perf_threads *who, struct str front, bool sure)
{
    struct str texts[N_THREAD_KEYS] = { STR(""), STR(""), STR("") };
    bool wants = true;
    if (who->all)
        return true;
    split(front, sure, texts);
    for (int w = 0; w < N_THREAD_KEYS; w++)
        wants &= sample_filter_accepts(&who->choices[w], texts[w]);
    return wants;
}

void perf_threads_count(struct perf_threads *who)
{
    for (int w = 0; !who->all && w < N_THREAD_KEYS; w++)
        sample_filter_count(&who->choices[w]);
}

bool perf_threads_explain(const struct perf_threads *who, const char *input)
{
    static const char *const cures[N_THREAD_KEYS] = {
        [THREAD_COMM] = "print it with perf script -F +comm",
        [THREAD_PID] = "print it with perf script -F +pid",
        [THREAD_TID] = "print it with perf script -F +tid",
    };
    for (int w = 0; w < N_THREAD_KEYS; w++)
        if (!sample_filter_report(&who->choices[w], input, cures[w]))
            return false;
    return true;
}
