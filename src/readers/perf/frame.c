/*
 * A frame of perf script, from its address on. The symbol, its offset and the
 * module may each be missing, and names hold any bytes:
 *
 *     15f3 expr+0x51 (/home/user/src/rdparse)
 *     14db net/http.(*conn).serve;x+0x1b (/my dir (x86)/we ird [v1.0])
 *     7f00 f (inlined)+0x1 (/memfd:doublemapper (deleted))
 *     4da5 std::ostream::operator<<+0x675 (inlined)
 *     1681 operator()(int, char const*) const
 *     409bc (/usr/lib/libc.so.6)
 *     55d8 [unknown] ([unknown])
 *
 * The module is the last part in balanced parentheses. In an input without
 * modules that part may belong to the symbol: "a b  c (d) (e)".
 */
#include "readers/perf/frame.h"

#include "model/profile.h"

/* ---- Frames ---- */

static bool is_hex_digit(char c)
{
    return ascii_is_digit(c) || (c >= 'a' && c <= 'f');
}

/* simpleperf has a tab behind the address. Other columns that perf prints
   behind a tab, such as "insn: 48 89 e5", do not end with a module. */
size_t perf_frame_address(struct str text)
{
    size_t n = 0;
    while (n < text.len && n <= 16 && is_hex_digit(text.s[n]))
        n++;
    bool is_end = n == text.len || text.s[n] == ' ' ||
                  (text.s[n] == '\t' && str_ends(text, S(")")));
    return n <= 16 && is_end ? n : 0;
}

static struct str without_offset(struct str symbol)
{
    size_t n = symbol.len;
    while (n > 0 && is_hex_digit(symbol.s[n - 1]))
        n--;
    if (n == symbol.len || !str_ends(str_head(symbol, n), S("+0x")))
        return symbol;
    return str_head(symbol, n - 3);
}

/* Does the symbol end with an offset, or is it [unknown]? Then only a module
   can follow it. */
static bool is_complete(struct str symbol)
{
    return without_offset(symbol).len < symbol.len ||
           str_eq(symbol, UNRESOLVED);
}

/* Does this text after a '(' begin as modules do? */
static bool looks_like_module(struct str inside)
{
    static const struct str starts[] = {
        STR("/"),           STR("["),      STR("inlined)"),
        STR("anon_inode:"), STR("memfd:"), STR("bpf_prog_"),
    };
    return str_starts_any(inside, starts, ROWS(starts)) > 0;
}

/* Finds the '(' that the last ')' closes. Returns the length of text if there
   is none. */
static size_t matching_parenthesis(struct str text)
{
    size_t depth = 0;
    for (size_t at = text.len; at-- > 0;) {
        if (text.s[at] == ')')
            depth++;
        else if (text.s[at] == '(' && --depth == 0)
            return at;
    }
    return text.len;
}

/* Finds the '(' before the module. */
static bool find_module(struct str text, bool modules, size_t *open)
{
    if (!str_ends(text, S(")")))
        return false;
    *open = matching_parenthesis(text);
    bool is_word = *open < text.len && (*open == 0 || text.s[*open - 1] == ' ');
    if (is_word && (looks_like_module(str_skip(text, *open + 1)) ||
                    (*open && is_complete(str_head(text, *open - 1)))))
        return true;
    /* A path may hold a parenthesis without its partner: "f (/home/a) b/x)". */
    for (size_t at = 0; at + 2 < text.len; at++)
        if (text.s[at] == ' ' && text.s[at + 1] == '(' &&
            (text.s[at + 2] == '/' || text.s[at + 2] == '[')) {
            *open = at + 1;
            return true;
        }
    return is_word && modules;
}

/* Does a frame end here: with a module, or with the offset of its symbol? */
static bool is_frame_end(struct str text)
{
    size_t open = matching_parenthesis(text);
    if (!str_ends(text, S(")")))
        return without_offset(text).len < text.len;
    return open > 0 && open < text.len && text.s[open - 1] == ' ' &&
           (looks_like_module(str_skip(text, open + 1)) ||
            is_complete(str_head(text, open - 1)));
}

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

/* Returns the index at which the first branch ends, or the length of the
   text. */
static size_t first_branch_end(struct str text)
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

/* Is the text only fields, after the blanks behind a frame? Branches are not
   recognized. */
static bool are_fields(struct str text)
{
    static const struct str starts[] = { STR("insn:"), STR("ilen:"),
                                         STR("ABI:") };
    return str_starts_any(text, starts, ROWS(starts)) || are_pages(text);
}

/* Cuts other fields off, which perf prints behind the module. Without such
   fields a module ends the text. */
static struct str without_fields(struct str text)
{
    enum { MOST_TRIES = 100 }; /* so that the time is linear */
    bool ends_with_module = str_ends(text, S(")"));
    size_t branch = first_branch_end(text);
    int tries = 0;
    for (size_t at = 1; at < text.len && tries < MOST_TRIES; at++) {
        struct str rest = str_skip(text, at);
        char last = text.s[at - 1];
        if (!ascii_is_blank(text.s[at]) || str_starts(rest, S(" (")) ||
            (last != ')' && !is_hex_digit(last)))
            continue;
        bool is_cut = (at < branch && branch < text.len) ||
                      str_starts(rest, S("\t\t")) ||
                      (last == ')' && !ends_with_module) ||
                      are_fields(str_trim(rest));
        tries += is_cut;
        if (is_cut && is_frame_end(str_head(text, at)))
            return str_head(text, at);
    }
    return text;
}

/* Is this the name that simpleperf makes up for an unknown symbol? That of
   address 1f4e8 in libfoo.so is libfoo.so[+1f4e8]. */
static bool is_made_up(struct str symbol, struct str module)
{
    struct str name, address;
    if (!str_ends(symbol, S("]")) ||
        !str_cut_last(symbol, S("[+"), &name, &address))
        return false;
    return perf_frame_address(str_head(address, address.len - 1)) &&
           str_eq(name, str_basename(module));
}

bool perf_frame(struct str text, bool modules, struct perf_frame *frame)
{
    text = without_fields(text);
    size_t digits = perf_frame_address(text), open;
    *frame = (struct perf_frame){ .digits = str_head(text, digits) };
    struct str number = frame->digits;
    str_take_hex(&number, &frame->address);
    struct str symbol = str_skip(text, digits + 1);
    if (find_module(symbol, modules, &open)) {
        /* perf script -F +dsoff prints an offset after the module as well. */
        frame->module = without_offset(
            str_head(str_skip(symbol, open + 1), symbol.len - open - 2));
        frame->inlined = str_eq(frame->module, S("inlined"));
        symbol = str_head(symbol, open ? open - 1 : 0);
    }
    if (frame->inlined)
        frame->module = S("");
    frame->symbol = without_offset(symbol);
    frame->offset = str_skip(symbol, frame->symbol.len);
    if (str_eq(symbol, UNRESOLVED) || is_made_up(symbol, frame->module))
        frame->symbol = S("");
    return digits > 0;
}

/* ---- Lines of fields ---- */

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
    size_t branch = first_branch_end(text);
    return are_fields(text) ||
           (branch < text.len && !str_has(str_head(text, branch), S(": ")));
}
