#include "names/owner.h"

#include "names/base_name.h"
#include "names/strip.h"

/* A name, and the bytes from..to of it that are left: without return type,
   parameters, suffixes of compilers and places in files. */
struct owned_name {
    struct brackets brackets;
    size_t from, to;
};

static struct str part(const struct owned_name *n, size_t from, size_t to)
{
    return str_head(str_skip(n->brackets.name, from), to - from);
}

static bool find_name(struct owned_name *n, struct arena *arena,
                      struct str name)
{
    struct str base = strip_parts(name).base;
    return base.len && brackets_find(&n->brackets, arena, base) &&
           base_name_find(&n->brackets, &n->from, &n->to);
}

static size_t separator_length(struct str s)
{
    static const struct str separators[] = { STR("::"), STR("->"), STR("."),
                                             STR("#") };
    size_t length = str_starts_any(s, separators, ROWS(separators));
    bool goes_on = s.len > length && !ascii_is_digit(s.s[length]);
    return goes_on ? length : 0;
}

/* Returns the place of the next separator outside brackets from `at` on, and
   stores its length. Returns n->to if there is none. What follows "operator" is
   a type or a symbol. */
static size_t next_separator(const struct owned_name *n, size_t at,
                             size_t *length)
{
    const struct brackets *b = &n->brackets;
    while (at < n->to && !brackets_operator_length(b->name, at)) {
        *length = separator_length(part(n, at, n->to));
        if (*length && at > n->from)
            return at;
        at = b->kind[at] && b->partner[at] > at ? b->partner[at] + 1 : at + 1;
    }
    return n->to;
}

/* Returns the place of the last separator, or n->from. */
static size_t last_separator(const struct owned_name *n)
{
    size_t last = n->from, length;
    for (size_t at = next_separator(n, n->from, &length); at < n->to;
         at = next_separator(n, at + length, &length))
        last = at;
    return last;
}

/* Go calls a function literal inside of f "f.func1", one inside of that
   "f.func1.2", and wrappers "f.gowrap1" and "f.deferwrap1". */
static bool cut_literal(struct owned_name *n)
{
    static const struct str words[] = { STR("func"), STR("gowrap"),
                                        STR("deferwrap") };
    struct str name = n->brackets.name;
    size_t end = n->to, digits;
    do {
        digits = end;
        while (digits > n->from && ascii_is_digit(name.s[digits - 1]))
            digits--;
        if (digits == end)
            return false;
        end = digits - 1;
    } while (digits > n->from && name.s[end] == '.');
    struct str before = part(n, n->from, digits), outer, word;
    if (!str_cut_last(before, S("."), &outer, &word) || !outer.len)
        return false;
    for (size_t i = 0; i < ROWS(words); i++)
        if (str_eq(word, words[i])) {
            n->to = n->from + outer.len;
            return true;
        }
    return false;
}

/* ---- Classes ---- */

/* Splits the JVM's "Lorg/foo/Bar;::baz" and returns "org.foo.Bar", or "". */
static struct str jvm_class(struct arena *arena, struct str name)
{
    struct str path, member;
    if (!str_take(&name, S("L")) || !str_cut(name, S(";::"), &path, &member) ||
        !path.len || str_has(path, S(" ")))
        return S("");
    struct buf dotted = { 0 };
    for (size_t i = 0; i < path.len; i++)
        buf_char(&dotted, path.s[i] == '/' ? '.' : path.s[i]);
    return buf_move(&dotted, arena);
}

/* Returns the class of "-[NSView drawRect:]", or "". */
static struct str objective_c_class(struct str name)
{
    struct str class, rest;
    bool is_method = str_take(&name, S("-[")) || str_take(&name, S("+["));
    return is_method && str_cut(name, S(" "), &class, &rest) ? class : S("");
}

/* If these bytes are "<A as B>", stores where A and B are. */
static bool is_cast(const struct owned_name *n, size_t from, size_t to,
                    struct str *type, struct str *trait)
{
    const struct brackets *b = &n->brackets;
    if (from == to || b->name.s[from] != '<' || !b->kind[from])
        return false;
    to = b->partner[from];
    *type = part(n, from + 1, to);
    *trait = S("");
    for (size_t at = from + 1; at < to; at++) {
        if (b->kind[at] && b->partner[at] > at)
            at = b->partner[at];
        else if (str_starts(part(n, at, to), S(" as "))) {
            *type = part(n, from + 1, at);
            *trait = part(n, at + 4, to);
            return true;
        }
    }
    return true;
}

/* Copies a class, without the marks of Go's receiver "(*conn)" and without the
   lambdas of the JVM, which it numbers anew in each run. */
static struct str clean_class(struct arena *arena, struct str class)
{
    struct str outer, rest;
    struct buf out = { 0 };
    if (str_cut(class, S("$$"), &outer, &rest) && outer.len)
        class = outer;
    size_t mark = 0;
    while (mark < class.len && !str_starts(str_skip(class, mark), S(".(*")))
        mark++;
    buf_add(&out, str_head(class, mark));
    if (mark < class.len) {
        buf_char(&out, '.');
        class = str_skip(class, mark + 3);
        buf_add(&out, str_ends(class, S(")")) ? str_head(class, class.len - 1)
                                              : class);
    }
    return buf_move(&out, arena);
}

struct str owner_class(struct arena *arena, struct str name)
{
    struct owned_name n;
    struct str type, trait, class = jvm_class(arena, name);
    if (!class.len)
        class = objective_c_class(name);
    if (class.len || !find_name(&n, arena, name))
        return clean_class(arena, class);
    cut_literal(&n);
    size_t end = last_separator(&n);
    class = part(&n, n.from, end);
    if (is_cast(&n, n.from, end, &type, &trait) &&
        n.brackets.partner[n.from] + 1 == end)
        class = type;
    return clean_class(arena, class);
}

/* ---- Packages ---- */

static bool is_capital(struct str word)
{
    return word.len && ((word.s[0] >= 'A' && word.s[0] <= 'Z') ||
                        word.s[0] == '$' || word.s[0] == '(');
}

/* Returns the package of a name with dots: what stands before a class, which
   begins with a capital letter, or before a receiver, or else before the last
   word. A path of folders can stand before it: "net/http.Get",
   "java/lang/String.indexOf". */
static struct str dotted_package(const struct owned_name *n, size_t first)
{
    struct str path = part(n, n->from, first), folders, word;
    size_t end = n->from, length;
    if (str_cut_last(path, S("/"), &folders, &word))
        return is_capital(word) ? folders : path;
    for (size_t at = first; at < n->to;) {
        if (is_capital(part(n, end == n->from ? end : end + 1, at)))
            break;
        end = at;
        at = next_separator(n, at + 1, &length);
    }
    return part(n, n->from, end);
}

/* Returns the first scope of a path such as "alloc::vec::Vec<T>", "&mut
   core::str", "<alloc::vec::Vec<T> as Drop>::drop::Guard", or "". */
static struct str first_scope(struct str path)
{
    static const struct str marks[] = {
        STR("&"),    STR("*const "), STR("*mut "), STR("mut "),
        STR("dyn "), STR("impl "),   STR("["),    STR("<"),
    };
    struct str scope, rest;
    size_t length;
    while ((length = str_starts_any(path, marks, ROWS(marks))) > 0)
        path = str_skip(path, length);
    if (!str_cut(path, S("::"), &scope, &rest))
        return S("");
    for (size_t i = 0; i < scope.len; i++)
        if (!brackets_is_word(scope.s[i]))
            return S("");
    return scope;
}

struct str owner_package(struct arena *arena, struct str name)
{
    struct owned_name n;
    struct str class = jvm_class(arena, name), member, package = S("");
    struct str type, trait;
    size_t length;
    if (class.len)
        return str_cut_last(class, S("."), &package, &member)
                   ? arena_copy(arena, package)
                   : S("");
    if (!find_name(&n, arena, name))
        return S("");
    cut_literal(&n);
    size_t first = next_separator(&n, n.from, &length);
    if (is_cast(&n, n.from, n.to, &type, &trait)) {
        package = first_scope(type);
        if (!package.len)
            package = first_scope(trait);
    } else if (first < n.to && length == 2 &&
               n.brackets.name.s[first] == ':') {
        package = part(&n, n.from, first);
    } else if (first < n.to && n.brackets.name.s[first] == '.') {
        package = dotted_package(&n, first);
    }
    /* "(anonymous namespace)" says nothing. */
    if (package.len && !brackets_is_word(package.s[0]))
        package = S("");
    return arena_copy(arena, package);
}
