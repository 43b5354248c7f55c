#include "names/base_name.h"

#include "util/text/utf8.h"

/* Returns the length of the word at the start of s. */
static size_t word_length(struct str s)
{
    size_t len = 0;
    while (len < s.len && brackets_is_word(s.s[len]))
        len++;
    return len;
}

static bool starts_with_word(struct str s)
{
    return s.len && brackets_is_word(s.s[0]);
}

static struct str between(struct str s, size_t from, size_t to)
{
    return str_skip(str_head(s, to), from);
}

/* ---- Return types and parameters ---- */

/* The state of the scan for the name itself. */
struct name_scan {
    struct brackets brackets;
    size_t from, to;    /* bytes that may be the name */
    bool separated;     /* a blank was found: what stands before it may be a
                           return type, so parameters must follow */
    bool called;        /* parameters were found behind `from` */
    bool in_pointer;    /* in the inner brackets of "void (*f(int))(char)" */
    bool in_conversion; /* in the type of "operator unsigned long" */
    bool unknown;       /* the form of the name is not known */
};

/* These qualifiers may follow the parameters of C++ member functions. */
static const struct str qualifiers[] = {
    STR(" const"), STR(" volatile"), STR(" restrict"), STR(" noexcept"),
    STR(" &&"),    STR(" &"),        STR("&&"),        STR("&"),
};

/* Returns the end of the qualifiers and ABI tags that begin at this place. */
static size_t skip_qualifiers(const struct brackets *b, size_t at)
{
    while (at < b->name.len) {
        struct str rest = str_skip(b->name, at);
        size_t len = str_starts_any(rest, qualifiers, ROWS(qualifiers));
        if (rest.s[0] == '[' && b->kind[at])
            at = b->partner[at] + 1;
        else if (len && !(brackets_is_word(rest.s[len - 1]) &&
                          starts_with_word(str_skip(rest, len))))
            at += len;
        else
            break;
    }
    return at;
}

/* Passes a pair of brackets and, behind parameters, their qualifiers. */
static size_t pass_brackets(struct name_scan *scan, size_t at)
{
    const struct brackets *b = &scan->brackets;
    size_t end = b->partner[at] + 1;
    if (b->name.s[at] != '(' || b->kind[at] != BRACKET_ARGUMENTS)
        return end;
    end = skip_qualifiers(b, end);
    struct str rest = between(b->name, end, scan->to);
    /* A constraint of C++20 or the return type of Swift ends the name. */
    if (str_starts(rest, S(" requires ")) || str_starts(rest, S(" -> ")))
        scan->to = end;
    /* "put(I)V" and "operator int (*)(char)()" are not understood. */
    else if (starts_with_word(rest) ||
             (scan->in_conversion && str_starts(rest, S("("))))
        scan->unknown = true;
    scan->called = true;
    scan->in_conversion = false;
    return end;
}

/* Passes "operator" and its symbol. If there is no symbol, as in "operator
   unsigned long", or the symbol is a quote, blanks follow that separate
   nothing; and so does the one in "operator<< <int>". */
static size_t pass_operator(struct name_scan *scan, size_t at, size_t length)
{
    struct str name = scan->brackets.name;
    size_t end = at + length;
    if (name.s[end - 1] == 'r' || name.s[end - 1] == '"')
        scan->in_conversion = true;
    else if (str_starts(str_skip(name, end), S(" <")))
        end++;
    return end;
}

/* Does a function that returns a pointer or reference to a function or an
   array begin here, as in "void (*f(int))(char)" and "int (&g())[3]"? */
static bool returns_pointer(const struct name_scan *scan, size_t at)
{
    const struct brackets *b = &scan->brackets;
    if (b->name.s[at] != '(' || b->kind[at] != BRACKET_NAME)
        return false;
    struct str rest = str_skip(b->name, b->partner[at] + 1);
    return scan->separated && at == scan->from &&
           (str_starts(rest, S("(")) || str_starts(rest, S("[")) ||
            str_starts(rest, S(" [")));
}

/* Does a return type end at this place? */
static bool is_separator(const struct name_scan *scan, char c)
{
    return !scan->in_conversion &&
           (c == ' ' || (scan->in_pointer && (c == '*' || c == '&')));
}

/* Sets from..to to the name without its return type. Returns false when the
   form of the name is not known. */
static bool find_name(struct name_scan *scan)
{
    const struct brackets *b = &scan->brackets;
    for (size_t at = scan->from; at < scan->to && !scan->unknown;) {
        size_t length = brackets_operator_length(b->name, at);
        if (length) {
            at = pass_operator(scan, at, length);
        } else if (returns_pointer(scan, at)) {
            scan->from = at + 1;
            scan->to = b->partner[at];
            scan->separated = scan->in_pointer = true;
            scan->called = false;
            at = scan->from;
        } else if (b->kind[at]) {
            at = pass_brackets(scan, at);
        } else if (is_separator(scan, b->name.s[at])) {
            scan->from = ++at;
            scan->separated = true;
            scan->called = false;
        } else {
            at++;
        }
    }
    if (str_starts(b->name, S("decltype(")))
        return !scan->unknown && scan->separated;
    return !scan->unknown && (scan->called || !scan->separated);
}

bool base_name_find(const struct brackets *brackets, size_t *from, size_t *to)
{
    struct name_scan scan = { .brackets = *brackets,
                              .to = brackets->name.len };
    bool found = find_name(&scan);
    *from = scan.from;
    *to = scan.to;
    return found;
}

/* ---- Folders and packages ---- */

/* Returns the last '/' outside brackets that a word follows, or NULL. */
static const char *last_slash(const struct name_scan *scan)
{
    const struct brackets *b = &scan->brackets;
    struct str name = b->name;
    const char *last = NULL;
    for (size_t at = scan->from; at < scan->to;) {
        size_t length = brackets_operator_length(name, at);
        if (b->kind[at])
            length = b->partner[at] + 1 - at;
        else if (name.s[at] == '/' && at + 1 < scan->to &&
                 brackets_is_word(name.s[at + 1]) &&
                 !ascii_is_digit(name.s[at + 1]))
            last = name.s + at;
        at += length ? length : 1;
    }
    return last;
}

/* Can the text be a relative path? */
static bool is_path(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (!brackets_is_word(s.s[i]) &&
            !str_has(S(".~%+@-/"), between(s, i, i + 1)))
            return false;
    return s.len && s.s[0] != '/';
}

/* Splits the JVM's "Lorg/foo/Bar;::baz" into "Bar" and "baz". Returns false,
   and changes nothing, for other names. */
static bool take_jvm_class(struct str *name, struct str *class)
{
    struct str path, member;
    if (!str_starts(*name, S("L")) ||
        !str_cut(*name, S(";::"), &path, &member) || member.len == 0 ||
        !is_path(str_skip(path, 1)))
        return false;
    *class = str_basename(str_skip(path, 1));
    *name = member;
    return class->len > 0;
}

/* Does s begin like a Go package or a Java class with a member? */
static bool has_member(struct str s)
{
    size_t len = 0;
    while (len < s.len &&
           (brackets_is_word(s.s[len]) || s.s[len] == '%' || s.s[len] == '-'))
        len++;
    return len && len + 1 < s.len && (s.s[len] == '.' || s.s[len] == '/');
}

/* Returns the length of the version "v2" in Go's "example.com/tool/v2.Run",
   where the package is "tool". */
static size_t version_length(struct str s)
{
    size_t len = str_digits_end(s, 1);
    if (!str_starts(s, S("v")))
        return 0;
    return len > 1 && str_starts(str_skip(s, len), S(".")) ? len : 0;
}

static void drop_folders(struct name_scan *scan, struct buf *out)
{
    struct str name = scan->brackets.name;
    const char *slash = last_slash(scan);
    if (!slash)
        return;
    size_t at = (size_t)(slash - name.s);
    struct str path = between(name, scan->from, at);
    struct str rest = between(name, at + 1, scan->to);
    if (!is_path(path) || !has_member(rest))
        return;
    size_t version = version_length(rest);
    if (version)
        buf_add(out, str_basename(path));
    scan->from = at + 1 + version;
}

/* Are the first len bytes a word without capital letters? */
static bool is_package(struct str s, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (s.s[i] >= 'A' && s.s[i] <= 'Z')
            return false;
    return len && !ascii_is_digit(s.s[0]);
}

/* Drops the package of "java.io.File.delete", "org.foo.Bar::baz" and
   "com.sun.proxy.$Proxy7.run": at least two words in lower case before a
   class. Go's "main.Tree.Walk" has only one and stays. A class is followed by a
   member or by the address of a lambda. */
static void drop_package(struct name_scan *scan)
{
    struct str rest = between(scan->brackets.name, scan->from, scan->to);
    size_t words = 0, len = word_length(rest);
    while (is_package(rest, len) && len + 1 < rest.len &&
           rest.s[len] == '.') {
        rest = str_skip(rest, len + 1);
        len = word_length(rest);
        words++;
    }
    bool is_class = len && ((rest.s[0] >= 'A' && rest.s[0] <= 'Z') ||
                            rest.s[0] == '$');
    struct str after = str_skip(rest, len);
    if (words >= 2 && is_class &&
        (str_starts(after, S(".")) || str_starts(after, S("::")) ||
         str_starts(after, S("/0x"))))
        scan->from = scan->to - rest.len;
}

/* ---- Writing ---- */

/* Users never write these namespaces of standard libraries. */
static const struct str inline_namespaces[] = {
    STR("__cxx11::"),
    STR("__1::"),
    STR("__ndk1::"),
    STR("_V2::"),
};

/* Does Go's receiver "(*Tree)" begin at this place, with a dot on both sides?
   It is written as "Tree". */
static bool is_receiver(const struct brackets *b, size_t at)
{
    struct str name = b->name;
    size_t end = b->partner[at];
    if (name.s[at] != '(' || at == 0 || name.s[at - 1] != '.' ||
        name.s[at + 1] != '*' || !str_starts(str_skip(name, end + 1), S(".")))
        return false;
    size_t after = at + 2 + word_length(str_skip(name, at + 2));
    bool arguments = name.s[after] == '[' && b->kind[after];
    return after > at + 2 &&
           (after == end || (arguments && b->partner[after] + 1 == end));
}

/* Returns the number of bytes from this place on that readers do not need: an
   inline namespace, "(*" or ")" of a receiver or, inside brackets, what leads
   to a type. */
static size_t needless_length(const struct brackets *b, size_t at,
                              bool in_brackets)
{
    size_t length = 0;
    if (at > 0 && b->name.s[at - 1] == ':')
        length = str_starts_any(str_skip(b->name, at), inline_namespaces,
                                ROWS(inline_namespaces));
    if (!length && b->kind[at] == BRACKET_NAME) {
        bool opens = b->partner[at] > at;
        if (is_receiver(b, opens ? at : b->partner[at]))
            length = opens ? 2 : 1;
    }
    if (!length && in_brackets && brackets_path_begins(b->name, at))
        length = brackets_path_length(b, at);
    return length;
}

/* Writes an operator, with a blank between "operator<" and the '<' of its
   template arguments. */
static size_t put_operator(struct buf *out, struct str name, size_t at,
                           size_t length)
{
    size_t end = at + length;
    buf_add(out, between(name, at, end));
    if (str_ends(buf_text(out), S("<")) && end < name.len && name.s[end] == '<')
        buf_char(out, ' ');
    return end;
}

/* The parameters of functions vanish with their qualifiers; those of lambdas
   and of types in brackets leave an ellipsis, as template arguments do. */
static size_t put_arguments(struct buf *out, const struct brackets *b,
                            size_t at, bool in_brackets)
{
    size_t end = b->partner[at];
    if (b->name.s[at] == '(' && !in_brackets)
        return skip_qualifiers(b, end + 1);
    buf_char(out, b->name.s[at]);
    if (end > at + 1)
        buf_add(out, S(ELLIPSIS));
    buf_char(out, b->name.s[end]);
    return end + 1;
}

static void put_name(struct buf *out, const struct name_scan *scan)
{
    const struct brackets *b = &scan->brackets;
    size_t brackets_end = scan->from; /* of the outermost brackets */
    for (size_t at = scan->from; at < scan->to;) {
        bool in_brackets = at < brackets_end;
        size_t length = brackets_operator_length(b->name, at);
        size_t needless = needless_length(b, at, in_brackets);
        bool is_abi_tag =
            b->kind[at] && str_starts(str_skip(b->name, at), S("[abi:"));
        if (length) {
            at = put_operator(out, b->name, at, length);
        } else if (needless) {
            at += needless;
        } else if (b->kind[at] == BRACKET_ARGUMENTS) {
            at = put_arguments(out, b, at, in_brackets);
        } else if (is_abi_tag) {
            at = b->partner[at] + 1;
        } else {
            if (b->kind[at] && b->partner[at] > brackets_end)
                brackets_end = b->partner[at];
            buf_char(out, b->name.s[at++]);
        }
    }
}

bool base_name_put(struct buf *out, struct str name)
{
    LOCAL_ARENA(scratch);
    struct str class = S("");
    bool has_class = take_jvm_class(&name, &class);
    struct name_scan scan = { .to = name.len };
    bool known = brackets_find(&scan.brackets, &scratch, name) &&
                 find_name(&scan);
    if (known) {
        buf_add(out, class);
        buf_add(out, has_class ? S("::") : S(""));
        drop_folders(&scan, out);
        drop_package(&scan);
        put_name(out, &scan);
    }
    return known;
}
