#include "names/neutral.h"

#include "names/affix.h"
#include "names/brackets.h"

/* Texts that precede the number in a name that a compiler or a profiler makes,
   as in "lambda#2". */
static const struct {
    struct str text;
    bool is_line; /* the number is a line of the source */
} marks[] = {
    { STR("#"), false },             /* {lambda()#1}, Swift, Julia */
    { STR("$"), false },             /* Java's A$1 and lambda$f$0 */
    { STR("$_"), false },            /* Clang's lambdas */
    { STR("'lambda"), false },       /* of an older Clang */
    { STR(":"), true },              /* (anonymous a.js:5:15) */
    { STR(".func"), false },         /* Go */
    { STR(".gowrap"), false },
    { STR(".deferwrap"), false },
    { STR("/0x"), false },           /* Java's hidden classes */
    { STR(" at 0x"), false },        /* Python's objects */
    { STR("Accessor"), false },      /* Java's GeneratedMethodAccessor1 */
    { STR("$Proxy"), false },
    { STR("b__"), false },           /* C#'s <Main>b__0_1 */
    { STR("g__"), false },
    { STR("|"), false },             /* C#'s <Main>g__Local|0_1 */
    { STR("DisplayClass"), false },
    { STR("fun-"), false },          /* Erlang's -f/1-fun-0- */
    { STR("fn__"), false },          /* Clojure */
    { STR("__lambda"), false },      /* D */
    { STR("_closure"), false },      /* Groovy */
    { STR("_block_invoke_"), false },
    { STR("(eval "), false },        /* Perl */
};

bool neutral_needs_demangled(struct str name)
{
    return str_starts(name, S("_R")) ||
           (str_starts(name, S("_Z")) && str_has(name, S("Ul")));
}

/* Cuts "17h0123456789abcdefE" off a name of Rust that is still mangled. */
static bool cut_mangled_hash(struct str *name)
{
    enum { HASH = 16, LENGTH = 3 + HASH + 1 };
    uint64_t number;
    if (!str_starts(*name, S("_ZN")) || !str_ends(*name, S("E")) ||
        name->len <= LENGTH)
        return false;
    struct str tail = str_skip(*name, name->len - LENGTH);
    struct str hash = str_head(str_skip(tail, 3), HASH);
    if (!str_starts(tail, S("17h")) || !str_take_hex(&hash, &number) ||
        hash.len)
        return false;
    name->len -= LENGTH;
    return true;
}

/* Does an absolute path begin at this byte? */
static bool path_begins(struct str name, size_t at)
{
    return name.s[at] == '/' &&
           (at == 0 ||
            str_has(S(":( [<\"'"), (struct str){ &name.s[at - 1], 1 }));
}

/* Returns the length of the folders of the path that begins at this byte. */
static size_t folders_length(struct str path)
{
    size_t length = 0;
    for (size_t i = 0; i < path.len; i++) {
        if (str_has(S(":()[]<>,;\"'"), (struct str){ &path.s[i], 1 }))
            break;
        if (path.s[i] == '/')
            length = i + 1;
    }
    return length;
}

/* OCaml's stamp ends the name: "camlA__f_85", or "A.f_85" as perf demangles it.
   It has two digits at least. */
static bool is_stamp(struct str before, struct str behind)
{
    struct str module, function;
    if (behind.len || !str_ends(before, S("_")))
        return false;
    if (str_starts(before, S("caml")))
        return true;
    return behind.s - (before.s + before.len) > 1 && before.s[0] >= 'A' &&
           before.s[0] <= 'Z' &&
           str_cut_last(before, S("."), &module, &function) &&
           function.s[0] >= '_' && !str_has(before, S(":")) &&
           !str_has(before, S("("));
}

/* Is a number of a compiler between these two parts of a name? */
static bool is_number_between(struct str before, struct str behind,
                              bool is_closure, bool *is_line)
{
    *is_line = false;
    for (size_t i = 0; i < ROWS(marks); i++)
        if (str_ends(before, marks[i].text)) {
            *is_line = marks[i].is_line;
            return true;
        }
    if (is_closure && str_ends(before, S("("))) {
        *is_line = true; /* PHP's {closure:a.php(6)} */
        return true;
    }
    return is_stamp(before, behind) ||
           (behind.len == 0 && before.len > 1 && str_ends(before, S(".")));
}

static void add_number(struct neutral_name *neutral, uint64_t number,
                       bool is_line)
{
    if (is_line && !neutral->line)
        neutral->line = number;
    if (neutral->n < NEUTRAL_NUMBERS)
        neutral->numbers[neutral->n++] = number;
}

/* Takes the digits at the front of *rest, and further numbers behind them, as
   in "6-8", "2.1" and "14/0x00c0". What stands between them stays: "func2.1"
   is in "func2". */
static void take_numbers(struct neutral_name *neutral, struct buf *out,
                         struct str *rest, bool is_hex, bool is_line)
{
    uint64_t number;
    struct str after = *rest, between = S("");
    while (is_hex ? str_take_hex(&after, &number)
                  : str_take_digits(&after, &number)) {
        add_number(neutral, number, is_line);
        buf_add(out, between);
        *rest = after;
        is_hex = str_starts(after, S("/0x"));
        between = str_head(after, is_hex ? 3 : 1);
        if (!is_hex && (!after.len || !str_has(S("-_:./"), between)))
            break;
        after = str_skip(after, between.len);
    }
}

/* Takes the part at the front of *rest that is not neutral. `before` is what
   stands before it. Returns false if there is none. */
static bool take_part(struct neutral_name *neutral, struct buf *out,
                      struct str before, struct str *rest)
{
    bool is_line;
    bool is_hex = str_ends(before, S("/0x")) || str_ends(before, S(" at 0x"));
    enum { LONGEST_TAG = 64 };
    struct str tag, behind;
    if (path_begins((struct str){ before.s, before.len + 1 }, before.len)) {
        *rest = str_skip(*rest, folders_length(*rest));
        return true;
    }
    if (str_starts(*rest, S("[abi:")) &&
        str_cut(str_head(*rest, LONGEST_TAG), S("]"), &tag, &behind)) {
        *rest = str_skip(*rest, tag.len + 1);
        return true;
    }
    if (!is_hex && !ascii_is_digit(rest->s[0]))
        return false;
    if (before.len && ascii_is_digit(before.s[before.len - 1]))
        return false;
    behind = str_skip(*rest, str_digits_end(*rest, 0));
    if (!is_number_between(before, behind, neutral->is_closure, &is_line))
        return false;
    size_t left = rest->len;
    take_numbers(neutral, out, rest, is_hex, is_line);
    return rest->len < left;
}

/* Returns the next byte at which a part that is not neutral may begin: a path, a
   tag of an ABI or a number, which may be hexadecimal behind an 'x'. */
static size_t find_part(struct str name, size_t at)
{
    while (at < name.len && !ascii_is_digit(name.s[at]) &&
           name.s[at] != '/' && name.s[at] != '[' &&
           !(at && name.s[at - 1] == 'x'))
        at++;
    return at;
}

struct neutral_name neutral_name_of(struct buf *out, struct str name)
{
    struct neutral_name neutral = { .n = 0 };
    for (size_t left = 0; left != name.len;) {
        left = name.len;
        bool has_hash = cut_mangled_hash(&name) || affix_cut_hash(&name);
        neutral.has_hash |= has_hash;
        if (!has_hash)
            affix_cut_suffix(&name);
    }
    neutral.is_closure =
        str_has(name, S("{closure")) || str_has(name, S("closure$u7d$"));
    /* V8 gives the code of a whole file the name of a function that begins at
       its first byte. */
    bool is_kept =
        str_starts(name, S("_Z")) || str_starts(name, S("_R")) ||
        (str_starts(name, S("(anonymous ")) && str_ends(name, S(":1:1)")));
    out->len = 0;
    for (size_t at = 0; at < name.len;) {
        size_t end = is_kept ? name.len : find_part(name, at);
        buf_add(out, str_skip(str_head(name, end), at));
        struct str rest = str_skip(name, end);
        if (rest.len && !take_part(&neutral, out, str_head(name, end), &rest)) {
            buf_char(out, rest.s[0]);
            rest = str_skip(rest, 1);
        }
        at = name.len - rest.len;
    }
    neutral.text = buf_text(out);
    return neutral;
}

/* ---- Versions of libraries ---- */

/* Returns what is left of the name of a namespace without its version, which is
   "" if it is nothing else. */
static struct str without_version(struct str word)
{
    size_t end = word.len;
    bool has_number = false;
    while (end && (ascii_is_digit(word.s[end - 1]) || word.s[end - 1] == '_'))
        has_number |= word.s[--end] != '_';
    struct str before = str_head(word, end), number = str_skip(word, end);
    if (!has_number)
        return word;
    if (before.len == 0 || str_eq(before, S("v")) || str_eq(before, S("_V")) ||
        str_ends(before, S("_v")) || str_eq(before, S("lts")))
        return S("");
    return str_starts(number, S("_")) ? str_head(word, end + 1) : word;
}

/* Takes the name of a namespace with its "::" off the front of *rest, or any
   other word, or one byte. */
static void cut_word(struct buf *out, struct str *rest)
{
    size_t end = 0;
    while (end < rest->len && brackets_is_word(rest->s[end]))
        end++;
    struct str word = str_head(*rest, end ? end : 1), kept = word;
    *rest = str_skip(*rest, word.len);
    if (end && str_starts(*rest, S("::")))
        kept = without_version(word);
    if (!kept.len)
        str_take(rest, S("::"));
    buf_add(out, kept);
}

/* The same for a mangled name, in which "3fmt2v8" are names with their lengths;
   the name of a namespace has another one behind it. */
static void cut_mangled_word(struct buf *out, struct str *rest)
{
    struct str after = *rest;
    uint64_t length;
    if (!str_take_digits(&after, &length) || length == 0 ||
        length > after.len) {
        size_t digits = str_digits_end(*rest, 0);
        struct str part = str_head(*rest, digits ? digits : 1);
        buf_add(out, part);
        *rest = str_skip(*rest, part.len);
        return;
    }
    struct str word = str_head(after, (size_t)length);
    struct str behind = str_skip(after, word.len);
    struct str kept = behind.len && ascii_is_digit(behind.s[0])
                          ? without_version(word)
                          : word;
    if (kept.len == word.len)
        kept = str_head(*rest, rest->len - behind.len);
    buf_add(out, kept);
    *rest = behind;
}

struct str neutral_cut_versions(struct arena *arena, struct str name)
{
    struct buf out = { 0 };
    bool is_mangled = str_starts(name, S("_Z"));
    struct str rest = name;
    while (rest.len)
        if (is_mangled)
            cut_mangled_word(&out, &rest);
        else
            cut_word(&out, &rest);
    return buf_move(&out, arena);
}
