#include "names/affix.h"

#include "util/text/symbol.h"

/* Cuts `length` bytes off the end. Returns false, and changes nothing, when
   nothing would be left. */
static bool cut_end(struct str *s, size_t length)
{
    if (length >= s->len)
        return false;
    s->len -= length;
    return true;
}

/* Returns the last n bytes. Looking for a tail only there keeps the time linear
   for a name of many tails. */
static struct str last_bytes(struct str s, size_t n)
{
    return str_skip(s, s.len > n ? s.len - n : 0);
}

/* Returns the number of digits that s ends with. */
static size_t count_last_digits(struct str s)
{
    size_t n = 0;
    while (n < s.len && ascii_is_digit(s.s[s.len - 1 - n]))
        n++;
    return n;
}

/* ---- Marks and tails ---- */

/* FlameGraph marks code of the kernel, inlined code and JIT-compiled code,
   async-profiler also interpreted code and code of the first compiler. */
void affix_cut_mark(struct str *name)
{
    static const struct str marks[] = { STR("_[k]"), STR("_[i]"), STR("_[j]"),
                                        STR("_[0]"), STR("_[1]") };
    for (size_t i = 0; i < ROWS(marks); i++)
        if (str_ends(*name, marks[i])) {
            cut_end(name, marks[i].len);
            return;
        }
}

/* Returns the length of "+0x1f", or of "+0x1f/0x30" as the kernel writes it. */
static size_t offset_length(struct str s)
{
    struct str before, offset;
    uint64_t number;
    if (!str_cut_last(last_bytes(s, 40), S("+0x"), &before, &offset))
        return 0;
    size_t length = offset.len + 3;
    bool is_hex = str_take_hex(&offset, &number);
    if (is_hex && str_take(&offset, S("/0x")))
        is_hex = str_take_hex(&offset, &number);
    return is_hex && offset.len == 0 ? length : 0;
}

/* A stub keeps its mark because it is another function: "f" calling "f" would
   look like recursion. */
struct str affix_cut_tail(struct str *name)
{
    struct str plt = S("@plt"), inlined = S(" (inlined)"), all = *name;
    /* Callgrind calls a function that runs inside itself f'2, then f'3. */
    size_t n = count_last_digits(*name), length = 0;
    if (n && n < name->len && name->s[name->len - 1 - n] == '\'')
        length = n + 1;
    if (!length)
        length = offset_length(*name);
    if (str_ends(*name, plt))
        length = plt.len;
    if (str_ends(*name, inlined))
        length = inlined.len;
    return cut_end(name, length) ? str_skip(all, name->len) : S("");
}

/* ---- Suffixes ---- */

/* Cuts off GNU's " [clone .isra.0]" or LLVM's " (.cold)". */
static bool cut_clone(struct str *s, struct str open, struct str close)
{
    struct str before, inside;
    if (!str_ends(*s, close) || !str_cut_last(*s, open, &before, &inside) ||
        str_has(str_head(inside, inside.len - 1), close))
        return false;
    return cut_end(s, s->len - before.len);
}

/* Compilers add these words to the names of functions that they copy, split or
   move. */
static const struct {
    struct str word;
    bool numbered; /* a number must follow */
} suffixes[] = {
    { STR("isra"), true },        { STR("constprop"), true },
    { STR("part"), true },        { STR("cold"), false },
    { STR("llvm"), true },        { STR("lto_priv"), true },
    { STR("localalias"), false }, { STR("clone"), true },
    { STR("__uniq"), true },      { STR("abi0"), false },
    { STR("__part"), true },
};

/* Cuts off a suffix such as ".isra.0" or ".cold". */
static bool cut_dotted(struct str *s)
{
    struct str rest = *s, before, word;
    size_t digits = count_last_digits(rest);
    bool numbered = digits && digits < rest.len &&
                    rest.s[rest.len - 1 - digits] == '.' &&
                    cut_end(&rest, digits + 1);
    if (!str_cut_last(last_bytes(rest, 16), S("."), &before, &word))
        return false;
    for (size_t i = 0; i < ROWS(suffixes); i++)
        if (str_eq(word, suffixes[i].word) &&
            (numbered || !suffixes[i].numbered))
            return cut_end(s, s->len - rest.len + word.len + 1);
    return false;
}

bool affix_cut_hash(struct str *s)
{
    enum { LENGTH = 3 + 16 };
    uint64_t hash;
    struct str tail = last_bytes(*s, LENGTH);
    return s->len > LENGTH && str_take(&tail, S("::h")) &&
           str_take_hex(&tail, &hash) && tail.len == 0 && cut_end(s, LENGTH);
}

bool affix_cut_suffix(struct str *name)
{
    return cut_clone(name, S(" [clone "), S("]")) ||
           cut_clone(name, S(" (."), S(")")) || symbol_cut_version(name) ||
           cut_dotted(name) || affix_cut_hash(name);
}

/* ---- Prefixes ---- */

/* Demanglers put these words before the names of functions that compilers
   add. */
static const struct str prefixes[] = {
    STR("virtual thunk to "),
    STR("non-virtual thunk to "),
    STR("covariant return thunk to "),
    STR("guard variable for "),
    STR("TLS init function for "),
    STR("TLS wrapper function for "),
    STR("transaction clone for "),
    STR("non-transaction clone for "),
    STR("vtable for "),
    STR("VTT for "),
    STR("typeinfo for "),
    STR("typeinfo name for "),
    STR("global constructors keyed to "),
    STR("partial apply forwarder for "), /* Swift */
    STR("partial apply for "),
    STR("type..eq."), /* Go */
    STR("type..hash."),
    STR("type:.eq."),
    STR("type:.hash."),
};

size_t affix_prefix_length(struct str name)
{
    struct str rest =
        str_skip(name, str_starts_any(name, prefixes, ROWS(prefixes)));
    /* Swift's "closure #1 in " stands before the function it is written in. */
    for (struct str after = rest;; rest = after) {
        uint64_t number;
        str_take(&after, S("implicit "));
        if (!str_take(&after, S("closure #")) ||
            !str_take_digits(&after, &number) || !str_take(&after, S(" in ")))
            break;
    }
    return name.len - rest.len;
}
