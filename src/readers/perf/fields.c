#include "readers/perf/fields.h"

#include "readers/perf/frame.h"
#include "util/text/ascii.h"

/* Is this the end of a branch, "/P/-/-/3", behind its two addresses or symbols?
   Its parts tell whether the branch was predicted, was in a transaction and was
   an abort, and how many cycles it took. */
static bool is_branch_end(struct str text)
{
    static const struct str choices[] = { STR("PMN-"), STR("X-"), STR("A-") };
    for (size_t i = 0; i < ROWS(choices); i++) {
        if (!str_take(&text, S("/")) || !text.len ||
            !str_has(choices[i], str_head(text, 1)))
            return false;
        text = str_skip(text, 1);
    }
    uint64_t cycles;
    return str_take(&text, S("/")) &&
           (str_take(&text, S("-")) || str_take_digits(&text, &cycles));
}

size_t perf_fields_branch(struct str text)
{
    size_t at = 0;
    while (at < text.len && text.s[at] != '/')
        at++;
    for (at++; at < text.len; at++)
        if (text.s[at] == '/' && is_branch_end(str_skip(text, at)))
            return at;
    return text.len;
}

/* "4K", "2M", or "N/A" where perf does not know it. */
static bool is_page_size(struct str word)
{
    uint64_t size;
    return str_eq(word, S("N/A")) ||
           (str_take_digits(&word, &size) && word.len == 1 &&
            str_has(S("KMGT"), word));
}

/* Are these a physical address, sizes of pages, or both? */
static bool are_pages(struct str text)
{
    struct str word;
    size_t n = 0;
    while (str_take_word(&text, &word)) {
        bool is_address = n == 0 && perf_frame_address(word) == word.len;
        if (!is_address && !is_page_size(word))
            return false;
        n++;
    }
    return n > 0;
}

bool perf_fields(struct str text)
{
    static const struct str starts[] = { STR("insn:"), STR("ilen:"),
                                         STR("ABI:") };
    return str_starts_any(text, starts, ROWS(starts)) || are_pages(text);
}

/* Is this a line of the instructions between branches, without its tab:
   "work:", "0000000000001130<TAB>insn: 55", or a note about them? */
static bool is_listing(struct str text)
{
    size_t digits = 0;
    while (digits < text.len && perf_frame_address(str_head(text, digits + 1)))
        digits++;
    return str_starts(text, S("\t")) || str_ends(text, S(":")) ||
           str_has(text, S(":\t")) || str_starts(text, S("... ")) ||
           (digits && str_starts(str_skip(text, digits), S("\t")));
}

bool perf_fields_line(struct str line)
{
    struct str text = str_trim(line);
    if (!line.len || !ascii_is_blank(line.s[0]))
        return false;
    if (str_take(&line, S("\t")) && is_listing(line))
        return true;
    if (perf_frame_address(text) == text.len)
        return false;
    /* A header has a colon before its frame. */
    size_t branch = perf_fields_branch(text);
    return perf_fields(text) ||
           (branch < text.len && !str_has(str_head(text, branch), S(": ")));
}
