/*
 * A frame of perf script, from its address on. Symbol, offset and module may
 * each be missing, and names hold any bytes:
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

static bool hex(char c)
{
    return ascii_is_digit(c) || (c >= 'a' && c <= 'f');
}

size_t perf_address(struct str text)
{
    size_t n = 0;
    while (n < text.len && n <= 16 && hex(text.s[n]))
        n++;
    return n <= 16 && (n == text.len || text.s[n] == ' ') ? n : 0;
}

/* Where the last parenthesis was opened; the length if nowhere. */
static size_t opening(struct str text)
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

/* A module begins the frame, or a blank stands before it. */
static bool stands_alone(struct str text, size_t open)
{
    return open < text.len && (open == 0 || text.s[open - 1] == ' ');
}

static bool module_like(struct str inside)
{
    static const struct str starts[] = {
        STR("/"),           STR("["),      STR("inlined)"),
        STR("anon_inode:"), STR("memfd:"), STR("bpf_prog_"),
    };
    return str_starts_any(inside, starts, ROWS(starts)) > 0;
}

/* The path itself may hold a lone parenthesis: "f (/home/a) b/x)". */
static bool first_opening(struct str text, size_t *open)
{
    for (size_t at = 0; at + 2 < text.len; at++)
        if (text.s[at] == ' ' && text.s[at + 1] == '(' &&
            (text.s[at + 2] == '/' || text.s[at + 2] == '['))
            return *open = at + 1, true;
    return false;
}

static struct str without_offset(struct str symbol)
{
    size_t n = symbol.len;
    while (n > 0 && hex(symbol.s[n - 1]))
        n--;
    if (n == symbol.len || !str_ends(str_head(symbol, n), S("+0x")))
        return symbol;
    return str_head(symbol, n - 3);
}

/* Only a module follows an offset or [unknown]. */
static bool complete(struct str symbol)
{
    return without_offset(symbol).len < symbol.len ||
           str_eq(symbol, UNRESOLVED);
}

static bool find_module(struct str text, bool modules, size_t *open)
{
    if (!str_ends(text, S(")")))
        return false;
    *open = opening(text);
    bool alone = stands_alone(text, *open);
    if (alone && module_like(str_skip(text, *open + 1)))
        return true;
    if (alone && *open && complete(str_head(text, *open - 1)))
        return true;
    return first_opening(text, open) || (alone && modules);
}

/* simpleperf's name for an unknown symbol of libfoo.so: libfoo.so[+1f4e8] */
static bool made_up(struct str symbol, struct str module)
{
    struct str name, address;
    if (!str_ends(symbol, S("]")) ||
        !str_cut_last(symbol, S("[+"), &name, &address))
        return false;
    return perf_address(str_head(address, address.len - 1)) &&
           str_eq(name, str_basename(module));
}

bool perf_frame(struct str text, bool modules, struct perf_frame *frame)
{
    size_t digits = perf_address(text), open;
    *frame = (struct perf_frame){ .address = str_head(text, digits) };
    struct str symbol = str_skip(text, digits + 1);
    if (find_module(symbol, modules, &open)) {
        /* perf script -F +dsoff prints an offset behind the module as well */
        frame->module = without_offset(
            str_head(str_skip(symbol, open + 1), symbol.len - open - 2));
        frame->inlined = str_eq(frame->module, S("inlined"));
        symbol = str_head(symbol, open ? open - 1 : 0);
    }
    if (frame->inlined)
        frame->module = S("");
    frame->symbol = without_offset(symbol);
    if (str_eq(symbol, UNRESOLVED) || made_up(symbol, frame->module))
        frame->symbol = S("");
    return digits > 0;
}
