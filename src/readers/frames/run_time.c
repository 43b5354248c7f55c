#include "readers/frames/run_time.h"

/* ---- Modules ---- */

static bool take_number(struct str *s)
{
    uint64_t n;
    return str_take_digits(s, &n);
}

/* Is it "perf-4711.map", or "jitted-4711-5.so" as perf inject makes it? */
static bool is_numbered_file(struct str file)
{
    return (str_take(&file, S("perf-")) && take_number(&file) &&
            str_eq(file, S(".map"))) ||
           (str_take(&file, S("jitted-")) && take_number(&file) &&
            str_take(&file, S("-")) && take_number(&file) &&
            str_eq(file, S(".so")));
}

/* "memfd:doublemapper" is of .NET, "memfd:tcg-jit" of QEMU and
   "memfd:julia-codegen" of Julia. Programs can run from such memory, too. */
static bool is_memory_of_compiler(struct str module)
{
    str_take(&module, S("/"));
    return str_starts(module, S("memfd:")) &&
           (str_has(module, S("doublemapper")) || str_has(module, S("jit")) ||
            str_has(module, S("codegen")));
}

/* The kernel names memory without a file in these ways, and perf
   "[JIT] tid 4711" what a map of symbols explains. */
struct str run_time_module(struct str module)
{
    static const struct str starts[] = {
        STR("//anon"), STR("[anon:"), STR("[anon]"),
        STR("[JIT]"),  STR("/dev/zero (deleted)"),
    };
    return str_starts_any(module, starts, ROWS(starts)) ||
                   is_memory_of_compiler(module) ||
                   is_numbered_file(str_basename(module))
               ? S("[JIT]")
               : module;
}

/* ---- Marks of compilers ---- */

/* FlameGraph and async-profiler mark how code came about. Returns whether the
   mark is that of the kernel. */
static bool cut_marks(struct str *name)
{
    static const struct str marks[] = { STR("_[j]"), STR("_[i]"), STR("_[0]"),
                                        STR("_[1]"), STR("_[k]") };
    for (size_t i = 0; i < ROWS(marks); i++)
        if (name->len > marks[i].len && str_ends(*name, marks[i])) {
            name->len -= marks[i].len;
            return i == ROWS(marks) - 1;
        }
    return false;
}

/* Returns the name without what a compiler adds. .NET appends the tier of the
   code, "[OptimizedTier1]" (PerfMap::LogJITCompiledMethod of coreclr), and
   Erlang "-CodeInfoPrologue" to the head of a function. Ruby puts its compiler
   first, "YJIT: ", and PHP the number of a trace, "TRACE-3$f$42". */
static struct str without_compiler(struct str name)
{
    static const struct str tiers[] = {
        STR("[Tier0]"),          STR("[Tier1]"),
        STR("[OptimizedTier1]"), STR("[OptimizedTier1OSR]"),
        STR("[QuickJitted]"),    STR("[MinOptJitted]"),
        STR("[Optimized]"),      STR("[Instrumented]"),
        STR("[InstrumentedTier0]"),
        STR("[InstrumentedTier1]"),
        STR("[PreJIT]"),         STR("[ReadyToRun]"),
        STR("[PreStub]"),
    };
    struct str rest = name, function, line;
    for (size_t i = 0; i < ROWS(tiers); i++)
        if (name.len > tiers[i].len && str_ends(name, tiers[i]))
            return str_head(name, name.len - tiers[i].len);
    if (str_take(&rest, S("YJIT: ")) || str_take(&rest, S("rjit:")))
        return rest.len ? rest : name;
    if (str_ends(name, S("-CodeInfoPrologue")))
        return str_head(name, name.len - S("-CodeInfoPrologue").len);
    if (str_take(&rest, S("TRACE-")) && take_number(&rest) &&
        str_take(&rest, S("$")) &&
        str_cut_last(rest, S("$"), &function, &line) && function.len &&
        take_number(&line) && line.len == 0)
        return function;
    return name;
}

/* ---- Numbers of hidden classes ---- */

/* Virtual machines and libraries of Java make classes at run time, and number
   them behind these words. */
static const struct {
    struct str word;
    bool any; /* eight letters and digits may follow, too */
} classes[] = {
    { STR("$$Lambda"), false },
    { STR("LambdaForm$MH"), false },
    { STR("LambdaForm$DMH"), false },
    { STR("LambdaForm$BMH"), false },
    { STR("LambdaForm$VH"), false },
    { STR("LambdaForm$VarHandle"), false },
    { STR("GeneratedMethodAccessor"), false },
    { STR("GeneratedConstructorAccessor"), false },
    { STR("GeneratedSerializationConstructorAccessor"), false },
    { STR("$Proxy"), false },
    { STR("jdk/proxy"), false },
    { STR("jdk.proxy"), false },
    { STR("CGLIB"), false },
    { STR("ByGuice"), false },
    { STR("$MockitoMock"), false },
    { STR("$ByteBuddy"), true },
    { STR("$HibernateProxy"), true },
};

static bool is_hex(struct str s)
{
    uint64_t n;
    for (; s.len > 16; s = str_skip(s, 1))
        if (s.s[0] != '0')
            return false;
    return str_take_hex(&s, &n) && s.len == 0;
}

/* Returns the length of a number at the start, with the separators before it:
   "$14", "/0x0000000800c03000", "$1a2b3c4d". 0: there is none. */
static size_t number_length(struct str s, bool any)
{
    enum { HASH = 6, RANDOM = 8 };
    size_t start = 0, n = 0, digits = 0;
    while (start < s.len && str_has(S("$/.+"), str_head(str_skip(s, start), 1)))
        start++;
    struct str rest = str_skip(s, start);
    while (n < rest.len &&
           (ascii_is_digit(rest.s[n]) || ascii_is_letter(rest.s[n])))
        digits += ascii_is_digit(rest.s[n++]);
    struct str word = str_head(rest, n), hex = word;
    bool is_number = (n && digits == n) ||
                     (str_take(&hex, S("0x")) && is_hex(hex)) ||
                     (n >= HASH && digits && is_hex(word)) ||
                     (any && start && n == RANDOM);
    return is_number ? start + n : 0;
}

/* "Foo/0x0000000800c03000.run" is a method of a hidden class. */
static size_t address_length(struct str s)
{
    enum { LEAST = 8 };
    struct str rest = s;
    if (!str_take(&rest, S("/0x")) && !str_take(&rest, S("+0x")) &&
        !str_take(&rest, S(".0x")))
        return 0;
    size_t n = number_length(s, false);
    return n >= 3 + LEAST && n < s.len && (s.s[n] == '.' || s.s[n] == ';')
               ? n
               : 0;
}

/* Returns the length of the word at the start that such a class is named by,
   and stores that of the numbers behind it; 0 if there are none. */
static size_t class_length(struct str s, size_t *numbers)
{
    for (size_t i = 0; i < ROWS(classes); i++)
        if (str_starts(s, classes[i].word)) {
            struct str rest = str_skip(s, classes[i].word.len);
            bool any = classes[i].any;
            size_t n;
            *numbers = 0;
            while ((n = number_length(str_skip(rest, *numbers), any)))
                *numbers += n;
            return *numbers ? classes[i].word.len : 0;
        }
    return 0;
}

static bool may_have_class(struct str name)
{
    return str_has(name, S("0x")) || str_has(name, S("$")) ||
           str_has(name, S("Accessor")) || str_has(name, S("/proxy")) ||
           str_has(name, S(".proxy"));
}

static struct str without_classes(struct str name, struct buf *buf)
{
    size_t begin = buf->len;
    struct str rest = name;
    if (!may_have_class(name))
        return name;
    while (rest.len) {
        size_t numbers = 0, word = class_length(rest, &numbers);
        if (!word)
            numbers = address_length(rest);
        buf_add(buf, str_head(rest, numbers ? word : 1));
        rest = str_skip(rest, numbers ? word + numbers : 1);
    }
    return str_skip(buf_text(buf), begin);
}

/* ---- Names ---- */

struct str run_time_name(struct str name, struct buf *buf)
{
    cut_marks(&name);
    return without_classes(name, buf);
}

struct identity run_time_identity(struct identity is, struct buf *buf)
{
    struct str module = run_time_module(is.module);
    bool is_kernel = cut_marks(&is.name);
    is.name = without_classes(is.name, buf);
    if (str_eq(module, S("[JIT]")))
        is.name = without_compiler(is.name);
    is.module = is_kernel && !module.len ? S("[kernel.kallsyms]") : module;
    return is;
}
