/*
 * The line above a stack of perf script. The user chooses which of these
 * columns it has, perhaps none:
 *
 *     COMM PID/TID [CPU] TIME: PERIOD EVENT: MORE
 *
 *     my thread 25018/25020 [001]   897.514878:    2004008 cpu-clock:u:
 *     xz 29910    3367003 cpu-clock:
 *     app 1 [000] 1.0: syscalls:sys_enter_read: fd: 0x0
 *     bash
 *
 * Programs choose the names of their threads, so a name may look like any
 * column: "4 5 6", "tmux: server", "x [001]". If perf recorded no call chains,
 * the only frame follows on the same line, its address right-aligned in 17
 * columns. The address of data may precede it, aligned in the same way:
 *
 *     bash 3545 337.384402: cpu-clock:      7f4184d489bc skip+0x9 (/bin/x)
 *     add 8217 page-faults:     560a6c629028 v (/bin/x)     7f41 main (/bin/x)
 *
 * Lines that are not about samples begin like headers:
 *
 *     bash  3545   337.382882: PERF_RECORD_COMM exec: bash:3545/3545
 */
#include "readers/perf/header.h"

#include "readers/perf/frame.h"

/* ---- Headers ---- */

/* perf prints a period in at least this many columns and a blank before. */
enum { PERIOD_COLUMNS = 10 };

bool perf_header_is_address(struct str column, struct str word)
{
    return (size_t)(word.s - column.s) + word.len >= PERF_ADDRESS_COLUMNS &&
           perf_frame_address(word) > 0;
}

/* Returns how many decimals a time such as "897.514878:" has, 0 if the word is
   not a time. */
static size_t decimals(struct str word)
{
    size_t dot = str_digits_end(word, 0);
    if (dot == 0 || dot == word.len || word.s[dot] != '.')
        return 0;
    size_t end = str_digits_end(word, dot + 1);
    return str_eq(str_skip(word, end), S(":")) ? end - dot - 1 : 0;
}

/* Is the word an id, two ids or a cpu: 25020, 25018/25020, -1/0, [001]? */
static bool is_number(struct str word)
{
    bool bracket = str_take(&word, S("["));
    str_take(&word, S("-"));
    size_t end = str_digits_end(word, 0);
    struct str rest = str_skip(word, end);
    if (str_take(&rest, S("/"))) {
        str_take(&rest, S("-"));
        rest = str_skip(rest, str_digits_end(rest, 0));
    }
    return end > 0 && str_eq(rest, bracket ? S("]") : S(""));
}

/* Cuts the last frame off the line and returns what is before it. */
static struct str cut_frame(struct str line, struct perf_header *header)
{
    struct str rest = line, before = line, word, head = line;
    for (; str_take_word(&rest, &word); before = rest) {
        if (before.s == line.s || !perf_header_is_address(before, word))
            continue;
        head = str_head(line, (size_t)(word.s - line.s));
        header->frame = str_skip(line, head.len);
    }
    return head;
}

/*
 * Finds the time, and returns it and what is before and after it. A thread's
 * name may look like a time, "1.5: cycles:", so the most likely word is taken:
 * perf prints 6 or 9 decimals, mostly after a number. A time with fewer
 * decimals, which some script has shortened, must be after a number.
 */
static bool find_time(struct str head, struct str *before, struct str *time,
                      struct str *after)
{
    struct str all = head, word;
    bool after_number = false;
    int best = 0;
    while (str_take_word(&head, &word)) {
        size_t n = decimals(word);
        int rank = n == 0 ? 0 : after_number + 2 * (n >= 6);
        if (rank > best) {
            best = rank;
            *before = str_head(all, (size_t)(word.s - all.s));
            *time = str_head(word, word.len - 1);
            *after = head;
        }
        after_number = is_number(word);
    }
    return best > 0;
}

/* Returns the event in the text after a time: "   2004008 my event: fd: 0x0".
   Sets the period if there is one. */
static struct str event_after_time(struct str rest, struct str *period)
{
    struct str word, after = rest, event, more;
    while (str_take_word(&after, &word) && is_number(word)) {
        rest = after;
        *period = word;
    }
    rest = str_trim(rest);
    if (str_cut(rest, S(": "), &event, &more))
        return event;
    return str_ends(rest, S(":")) ? str_head(rest, rest.len - 1) : S("");
}

/* Moves the period from the end of front to its own place, in a header without
   a time. It is a number in a wide column, or one that follows another number
   after a single blank; the id of a thread has a narrower column. */
static void cut_period(struct perf_header *header)
{
    struct str front = header->front, rest, word, before;
    if (!str_take_last_word(&front, &word) ||
        str_digits_end(word, 0) < word.len)
        return;
    rest = front;
    bool second = str_take_last_word(&rest, &before) && is_number(before) &&
                  str_trim_end(front).len + 1 == front.len;
    size_t columns = front.len - str_trim_end(front).len + word.len;
    if (columns <= PERIOD_COLUMNS && !second)
        return;
    header->period = word;
    header->front = front;
}

/* Finds the event of a header without a time: a word that ends with a colon
   and is after a number, at the end of the line, or has another colon inside.
   The first word of "tmux: server" is not an event. */
static void find_event(struct str head, struct perf_header *header)
{
    struct str all = head, word;
    bool after_number = false;
    header->front = all;
    while (str_take_word(&head, &word)) {
        bool last = str_trim(head).len == 0;
        if (str_starts(word, S("PERF_RECORD_")))
            header->record = true;
        if (str_ends(word, S(":"))) {
            struct str event = str_head(word, word.len - 1);
            header->sure = after_number && last;
            if (after_number || last || str_has(event, S(":")))
                header->event = event;
            if (header->event.len) {
                header->front = str_head(all, (size_t)(word.s - all.s));
                cut_period(header);
                return;
            }
        }
        after_number = is_number(word);
    }
}

struct perf_header perf_header(struct str line)
{
    struct perf_header header = { STR(""), STR(""), STR(""), STR(""), STR(""),
                                  false, false };
    struct str head = cut_frame(line, &header), rest;
    header.sure = find_time(head, &header.front, &header.time, &rest);
    if (header.sure) {
        header.event = event_after_time(rest, &header.period);
        header.record = str_starts(str_trim(rest), S("PERF_RECORD_"));
    } else {
        find_event(head, &header);
    }
    return header;
}

/* ---- Threads ---- */

/*
 * The front of a header:
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

/* perf right-aligns a thread's id in at least this many columns. */
enum { ID_COLUMNS = 5 };

static bool is_id(struct str word)
{
    str_take(&word, S("-"));
    return str_is_digits(word);
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
