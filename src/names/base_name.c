#include "names/base_name.h"

#include "util/utf8.h"

/* The bytes of the word at the front of s. */
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

/* ---- Where the name itself is ---- */

/* The name and the part of it that says what the function is called. */
struct scan {
    struct brackets nest;
    size_t from, to;
    bool separated; /* a return type was cut, so parameters must follow */
    bool called;    /* and they did */
    bool pointer;   /* inside "void (*f(int))(char)" */
    bool converts;  /* in the type of "operator unsigned long" */
    bool unsure;
};

/* Behind the parameters of member functions. */
static const struct str qualifiers[] = {
    STR(" const"), STR(" volatile"), STR(" restrict"), STR(" noexcept"),
    STR(" &&"),    STR(" &"),        STR("&&"),        STR("&"),
};

/* The end of the qualifiers, ABI tags and the like that begin here. */
static size_t skip_qualifiers(const struct brackets *nest, size_t at)
{
    struct str name = nest->name;
    while (at < name.len) {
        struct str rest = str_skip(name, at);
        size_t len = str_starts_any(rest, qualifiers, ROWS(qualifiers));
        if (rest.s[0] == '[' && nest->group[at])
            at = nest->partner[at] + 1;
        else if (len && !(brackets_is_word(rest.s[len - 1]) &&
                          starts_with_word(str_skip(rest, len))))
            at += len;
        else
            break;
    }
    return at;
}

/* C++20's constraints and Swift's return types come last. */
static bool ends_here(struct str rest)
{
    return str_starts(rest, S(" requires ")) || str_starts(rest, S(" -> "));
}

static size_t pass_group(struct scan *scan, size_t at)
{
    const struct brackets *nest = &scan->nest;
    size_t end = nest->partner[at] + 1;
    if (nest->name.s[at] != '(' || nest->group[at] != ARGUMENT_GROUP)
        return end;
    end = skip_qualifiers(nest, end);
    struct str rest = between(nest->name, end, scan->to);
    if (ends_here(rest))
        scan->to = end;
    /* "put(I)V" and "operator int (*)(char)()" */
    else if (starts_with_word(rest) ||
             (scan->converts && str_starts(rest, S("("))))
        scan->unsure = true;
    scan->called = true;
    scan->converts = false;
    return end;
}

/* The type in "operator unsigned long" may hold blanks, and one stands before
   the arguments in "operator<< <int>". */
static size_t pass_operator(struct scan *scan, size_t at, size_t length)
{
    struct str name = scan->nest.name;
    size_t end = at + length;
    if (name.s[end - 1] == 'r' || name.s[end - 1] == '"')
        scan->converts = true;
    else if (str_starts(str_skip(name, end), S(" <")))
        end++;
    return end;
}

/* "(*f(int))(char)": f returns a pointer to a function; "(&g())[3]". */
static bool returns_pointer(const struct scan *scan, size_t at)
{
    const struct brackets *nest = &scan->nest;
    if (nest->name.s[at] != '(' || nest->group[at] != NAME_GROUP)
        return false;
    struct str rest = str_skip(nest->name, nest->partner[at] + 1);
    return scan->separated && at == scan->from &&
           (str_starts(rest, S("(")) || str_starts(rest, S("[")) ||
            str_starts(rest, S(" [")));
}

static size_t enter_pointer(struct scan *scan, size_t at)
{
    scan->from = at + 1;
    scan->to = scan->nest.partner[at];
    scan->separated = scan->pointer = true;
    scan->called = false;
    return scan->from;
}

static bool separates(const struct scan *scan, char c)
{
    return !scan->converts &&
           (c == ' ' || (scan->pointer && (c == '*' || c == '&')));
}

static size_t step(struct scan *scan, size_t at)
{
    struct str name = scan->nest.name;
    size_t length = brackets_operator_length(name, at);
    if (length)
        return pass_operator(scan, at, length);
    if (returns_pointer(scan, at))
        return enter_pointer(scan, at);
    if (scan->nest.group[at])
        return pass_group(scan, at);
    if (separates(scan, name.s[at])) {
        scan->from = at + 1;
        scan->separated = true;
        scan->called = false;
    }
    return at + 1;
}

/* Leaves the return type out. False when this is no name that we know. */
static bool find_name(struct scan *scan)
{
    for (size_t at = scan->from; at < scan->to && !scan->unsure;)
        at = step(scan, at);
    if (str_starts(scan->nest.name, S("decltype(")))
        return !scan->unsure && scan->separated;
    return !scan->unsure && (scan->called || !scan->separated);
}

bool base_name_find(const struct brackets *nest, size_t *from, size_t *to)
{
    struct scan scan = { .nest = *nest, .to = nest->name.len };
    bool found = find_name(&scan);
    *from = scan.from;
    *to = scan.to;
    return found;
}

/* ---- Folders and packages ---- */

/* The last '/' outside brackets with a word behind it; NULL without one. */
static const char *last_slash(const struct scan *scan)
{
    struct str name = scan->nest.name;
    const char *last = NULL;
    for (size_t at = scan->from; at < scan->to;) {
        size_t length = brackets_operator_length(name, at);
        if (scan->nest.group[at])
            length = scan->nest.partner[at] + 1 - at;
        else if (name.s[at] == '/' && at + 1 < scan->to &&
                 brackets_is_word(name.s[at + 1]) && !ascii_is_digit(name.s[at + 1]))
            last = name.s + at;
        at += length ? length : 1;
    }
    return last;
}

static bool path_text(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (!brackets_is_word(s.s[i]) && !str_has(S(".~%+@-/"), between(s, i, i + 1)))
            return false;
    return s.len && s.s[0] != '/';
}

/* The JVM's "Lorg/foo/Bar;::baz": false, and nothing cut, for all others. */
static bool take_class(struct str *name, struct str *class)
{
    struct str path, member;
    if (!str_starts(*name, S("L")) ||
        !str_cut(*name, S(";::"), &path, &member) || member.len == 0 ||
        !path_text(str_skip(path, 1)))
        return false;
    *class = str_basename(str_skip(path, 1));
    *name = member;
    return class->len > 0;
}

/* What a Go package or a Java class may be called, and a member behind it. */
static bool has_member(struct str s)
{
    size_t len = 0;
    while (len < s.len &&
           (brackets_is_word(s.s[len]) || s.s[len] == '%' || s.s[len] == '-'))
        len++;
    return len && len + 1 < s.len && (s.s[len] == '.' || s.s[len] == '/');
}

/* "v2" of Go's "example.com/tool/v2.Run" is not what the package is called. */
static size_t version_length(struct str s)
{
    size_t len = str_digits_end(s, 1);
    if (!str_starts(s, S("v")))
        return 0;
    return len > 1 && len < s.len && s.s[len] == '.' ? len : 0;
}

static void drop_folders(struct scan *scan, struct buf *out)
{
    struct str name = scan->nest.name;
    const char *slash = last_slash(scan);
    if (!slash)
        return;
    size_t at = (size_t)(slash - name.s);
    struct str path = between(name, scan->from, at);
    struct str rest = between(name, at + 1, scan->to);
    if (!path_text(path) || !has_member(rest))
        return;
    size_t version = version_length(rest);
    if (version)
        buf_add(out, str_basename(path));
    scan->from = at + 1 + version;
}

static bool package_word(struct str s, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (s.s[i] >= 'A' && s.s[i] <= 'Z')
            return false;
    return len && !ascii_is_digit(s.s[0]);
}

/* What follows the name of a class: a member, or the address of a lambda. */
static bool follows_class(struct str s)
{
    return str_starts(s, S(".")) || str_starts(s, S("::")) ||
           str_starts(s, S("/0x"));
}

/* "java.io.File.delete", "org.foo.Bar::baz", "com.sun.proxy.$Proxy7.run": at
   least two words in lower case and a class, so that Go's "main.Tree.Walk"
   stays. */
static void drop_package(struct scan *scan)
{
    struct str rest = between(scan->nest.name, scan->from, scan->to);
    size_t words = 0, len = word_length(rest);
    while (package_word(rest, len) && len + 1 < rest.len &&
           rest.s[len] == '.') {
        rest = str_skip(rest, len + 1);
        len = word_length(rest);
        words++;
    }
    bool class = len && ((rest.s[0] >= 'A' && rest.s[0] <= 'Z') ||
                         rest.s[0] == '$');
    if (words >= 2 && class && follows_class(str_skip(rest, len)))
        scan->from = scan->to - rest.len;
}

/* ---- Writing ---- */

/* Namespaces that users never write. */
static const struct str inline_namespaces[] = {
    STR("__cxx11::"),
    STR("__1::"),
    STR("__ndk1::"),
    STR("_V2::"),
};

static size_t inline_namespace(struct str name, size_t at)
{
    if (at == 0 || name.s[at - 1] != ':')
        return 0;
    return str_starts_any(str_skip(name, at), inline_namespaces,
                          ROWS(inline_namespaces));
}

static size_t put_operator(struct buf *out, struct str name, size_t at,
                           size_t length)
{
    buf_add(out, between(name, at, at + length));
    if (str_ends(buf_text(out), S("<")) && at + length < name.len &&
        name.s[at + length] == '<')
        buf_char(out, ' ');
    return at + length;
}

/* Parameters of functions vanish; those of lambdas and types leave a mark. */
static size_t put_arguments(struct buf *out, const struct brackets *nest, size_t at,
                            bool inside)
{
    size_t end = nest->partner[at];
    if (nest->name.s[at] == '(' && !inside)
        return skip_qualifiers(nest, end + 1);
    buf_char(out, nest->name.s[at]);
    if (end > at + 1)
        buf_add(out, S(ELLIPSIS));
    buf_char(out, nest->name.s[end]);
    return end + 1;
}

static bool abi_tag(const struct brackets *nest, size_t at)
{
    return nest->group[at] && str_starts(str_skip(nest->name, at), S("[abi:"));
}

/* Go's "(*Tree)" between dots, written "Tree". */
static bool receiver(const struct brackets *nest, size_t at)
{
    struct str name = nest->name;
    size_t end = nest->partner[at];
    if (name.s[at] != '(' || at == 0 || name.s[at - 1] != '.' ||
        name.s[at + 1] != '*' || !str_starts(str_skip(name, end + 1), S(".")))
        return false;
    size_t behind = at + 2 + word_length(str_skip(name, at + 2));
    bool arguments = name.s[behind] == '[' && nest->group[behind];
    return behind > at + 2 &&
           (behind == end || (arguments && nest->partner[behind] + 1 == end));
}

/* The bytes of a bracket here that are left out. */
static size_t receiver_mark(const struct brackets *nest, size_t at)
{
    if (nest->group[at] != NAME_GROUP)
        return 0;
    if (nest->partner[at] > at)
        return receiver(nest, at) ? 2 : 0;
    return receiver(nest, nest->partner[at]) ? 1 : 0;
}

/* What users do not need to know the function by. */
static size_t needless(const struct brackets *nest, size_t at, bool inside)
{
    size_t skipped = inline_namespace(nest->name, at);
    if (!skipped)
        skipped = receiver_mark(nest, at);
    if (!skipped && inside && brackets_path_begins(nest->name, at))
        skipped = brackets_path_length(nest, at);
    return skipped;
}

static void put_name(struct buf *out, const struct scan *scan)
{
    const struct brackets *nest = &scan->nest;
    size_t inside = scan->from; /* where the outermost name group ends */
    for (size_t at = scan->from; at < scan->to;) {
        size_t length = brackets_operator_length(nest->name, at);
        size_t skipped = needless(nest, at, at < inside);
        if (length) {
            at = put_operator(out, nest->name, at, length);
        } else if (skipped) {
            at += skipped;
        } else if (nest->group[at] == ARGUMENT_GROUP) {
            at = put_arguments(out, nest, at, at < inside);
        } else if (abi_tag(nest, at)) {
            at = nest->partner[at] + 1;
        } else {
            if (nest->group[at] && nest->partner[at] > inside)
                inside = nest->partner[at];
            buf_char(out, nest->name.s[at++]);
        }
    }
}

bool base_name_put(struct buf *out, struct str name)
{
    struct arena scratch = { 0 };
    struct str class = S("");
    bool has_class = take_class(&name, &class);
    struct scan scan = { .to = name.len };
    bool ok = brackets_find(&scan.nest, &scratch, name) && find_name(&scan);
    if (ok) {
        buf_add(out, class);
        buf_add(out, has_class ? S("::") : S(""));
        drop_folders(&scan, out);
        drop_package(&scan);
        put_name(out, &scan);
    }
    arena_free(&scratch);
    return ok;
}
