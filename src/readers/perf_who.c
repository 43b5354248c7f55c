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
#include "readers/perf_who.h"

enum { ID_COLUMNS = 5 }; /* or more, right aligned */

static bool is_id(struct str word)
{
    take(&word, S("-"));
    return word.len && str_digits_end(word, 0) == word.len;
}

static bool take_ids(struct str word, struct str texts[N_WHO])
{
    struct str pid = S(""), tid = word;
    bool both = str_cut(word, S("/"), &pid, &tid);
    if ((both && !is_id(pid)) || !is_id(tid))
        return false;
    texts[WHO_PID] = pid;
    texts[WHO_TID] = tid;
    return true;
}

static bool is_cpu(struct str word)
{
    return take(&word, S("[")) && str_ends(word, S("]")) && word.len > 1 &&
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

static void split(struct str front, bool sure, struct str texts[N_WHO])
{
    struct str name = str_trim(front), rest = name, word;
    while (take_last_word(&rest, &word)) {
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
    texts[WHO_COMM] = name;
}

void perf_who_init(struct perf_who *who, const struct wanted wanted[N_WHO])
{
    who->all = true;
    for (int w = 0; w < N_WHO; w++) {
        choice_init(&who->choices[w], (enum who)w, &wanted[w]);
        who->all &= wanted[w].n == 0;
    }
}

void perf_who_free(struct perf_who *who)
{
    for (int w = 0; w < N_WHO; w++)
        choice_free(&who->choices[w]);
}

bool perf_who_wants(struct perf_who *who, struct str front, bool sure)
{
    struct str texts[N_WHO] = { STR(""), STR(""), STR("") };
    bool wants = true;
    if (who->all)
        return true;
    split(front, sure, texts);
    for (int w = 0; w < N_WHO; w++)
        wants &= choice_wants(&who->choices[w], texts[w]);
    return wants;
}

void perf_who_count(struct perf_who *who)
{
    for (int w = 0; !who->all && w < N_WHO; w++)
        choice_count(&who->choices[w]);
}

bool perf_who_explain(const struct perf_who *who, const char *input)
{
    static const char *const cures[N_WHO] = {
        [WHO_COMM] = "print it with perf script -F +comm",
        [WHO_PID] = "print it with perf script -F +pid",
        [WHO_TID] = "print it with perf script -F +tid",
    };
    for (int w = 0; w < N_WHO; w++)
        if (!choice_explain(&who->choices[w], input, cures[w]))
            return false;
    return true;
}
