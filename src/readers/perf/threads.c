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
static bool take_ids(struct str word, struct listed_thread *thread)
{
    struct str pid = S(""), tid = word;
    bool both = str_cut(word, S("/"), &pid, &tid);
    if ((both && !is_id(pid)) || !is_id(tid))
        return false;
    thread->pid = pid;
    thread->tid = tid;
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

bool perf_thread_has_cpu(struct str front)
{
    struct str word;
    while (str_take_last_word(&front, &word))
        if (is_cpu(word) || !is_mark(word))
            return is_cpu(word);
    return false;
}

/* Splits from the end to the start. */
struct listed_thread perf_thread(struct str front, bool sure)
{
    struct listed_thread thread = { .pid = S("") };
    struct str name = str_trim(front), rest = name, word;
    while (str_take_last_word(&rest, &word)) {
        if (is_cpu(word)) {
            name = str_trim_end(rest);
            sure = true;
        } else if ((sure || is_column(rest, word)) && take_ids(word, &thread)) {
            name = str_trim_end(rest);
            break;
        } else if (!is_mark(word)) {
            break;
        }
    }
    thread.comm = name;
    return thread;
}
