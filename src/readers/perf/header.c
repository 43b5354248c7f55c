/*
 * The line above a stack of perf script. It has some of these columns, or
 * none at all, as the user wished:
 *
 *     COMM PID/TID [CPU] TIME: PERIOD EVENT: MORE
 *
 *     my thread 25018/25020 [001]   897.514878:    2004008 cpu-clock:u:
 *     xz 29910    3367003 cpu-clock:
 *     app 1 [000] 1.0: syscalls:sys_enter_read: fd: 0x0
 *     bash
 *
 * Threads are named by anybody: "4 5 6", "tmux: server", "x [001]". Without
 * call chains the one frame follows on the same line, its address right
 * aligned in 17 columns. A data address may stand before it in the same way:
 *
 *     bash 3545 337.384402: cpu-clock:      7f4184d489bc skip+0x9 (/bin/x)
 *     add 8217 page-faults:     560a6c629028 v (/bin/x)     7f41 main (/bin/x)
 *
 * Lines about other things than samples begin like headers:
 *
 *     bash  3545   337.382882: PERF_RECORD_COMM exec: bash:3545/3545
 */
#include "readers/perf/header.h"

#include "readers/perf/frame.h"

enum { PERIOD_COLUMNS = 10 }; /* or more, and a blank before */

bool perf_wide(struct str before, struct str word)
{
    return (size_t)(word.s - before.s) + word.len >= PERF_COLUMNS &&
           perf_address(word) > 0;
}

/* 897.514878: has 6 decimals; 0 if word is no time. */
static size_t decimals(struct str word)
{
    size_t dot = str_digits_end(word, 0);
    if (dot == 0 || dot == word.len || word.s[dot] != '.')
        return 0;
    size_t end = str_digits_end(word, dot + 1);
    return str_eq(str_skip(word, end), S(":")) ? end - dot - 1 : 0;
}

/* 25020, 25018/25020, -1/0 or [001] */
static bool is_number(struct str word)
{
    bool bracket = str_take(&word, S("["));
    str_take(&word, S("-"));
    size_t end = str_digits_end(word, 0);
    struct str rest = str_skip(word, end);
    if (!bracket && str_take(&rest, S("/"))) {
        str_take(&rest, S("-"));
        rest = str_skip(rest, str_digits_end(rest, 0));
    }
    return end > 0 && str_eq(rest, bracket ? S("]") : S(""));
}

/* Cuts the frame off. */
static struct str cut_frame(struct str line, struct perf_header *header)
{
    struct str rest = line, before = line, word, head = line;
    for (; str_take_word(&rest, &word); before = rest) {
        if (before.s == line.s || !perf_wide(before, word))
            continue;
        head = str_head(line, (size_t)(word.s - line.s));
        header->frame = str_skip(line, head.len);
    }
    return head;
}

/* What stands before and after the time. A thread's name may look like one,
   "1.5: cycles:", so the best of them counts: perf prints 6 or 9 decimals,
   mostly behind a number. Time with fewer, cut by somebody, must be behind
   one. */
static bool find_time(struct str head, struct str *before, struct str *after)
{
    struct str all = head, word;
    bool number = false;
    int best = 0;
    while (str_take_word(&head, &word)) {
        size_t n = decimals(word);
        int rank = n == 0 ? 0 : number + 2 * (n >= 6);
        if (rank > best) {
            best = rank;
            *before = str_head(all, (size_t)(word.s - all.s));
            *after = head;
        }
        number = is_number(word);
    }
    return best > 0;
}

/* Behind the time: "   2004008 my event: fd: 0x0". */
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

/* Without a time, a period is a number in 10 columns, or one that follows
   another after a single blank: a thread's has fewer columns. */
static void cut_period(struct perf_header *header)
{
    struct str front = header->front, rest, word, before;
    if (!str_take_last_word(&front, &word) || str_digits_end(word, 0) < word.len)
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

/* Without a time: the word with a colon behind a number, at the end or with
   a colon inside. "tmux: server" is none. */
static void find_event(struct str head, struct perf_header *header)
{
    struct str all = head, word;
    bool number = false;
    header->front = all;
    while (str_take_word(&head, &word)) {
        bool last = str_trim(head).len == 0;
        if (str_starts(word, S("PERF_RECORD_")))
            header->record = true;
        if (str_ends(word, S(":"))) {
            struct str event = str_head(word, word.len - 1);
            header->sure = number && last;
            if (number || last || str_has(event, S(":")))
                header->event = event;
            if (header->event.len) {
                header->front = str_head(all, (size_t)(word.s - all.s));
                cut_period(header);
                return;
            }
        }
        number = is_number(word);
    }
}

struct perf_header perf_header(struct str line)
{
    struct perf_header header = { STR(""), STR(""), STR(""), STR(""),
                                  false, false };
    struct str head = cut_frame(line, &header), rest;
    header.sure = find_time(head, &header.front, &rest);
    if (header.sure) {
        header.event = event_after_time(rest, &header.period);
        header.record = str_starts(str_trim(rest), S("PERF_RECORD_"));
    } else {
        find_event(head, &header);
    }
    return header;
}
