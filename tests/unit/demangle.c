/* Mangled names and their forms, and names that are hard to demangle. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "names/demangle.h"
#include "util/text/buf.h"

static const struct {
    const char *name, *simple, *full;
} rows[] = {
    /* examples of the Itanium C++ ABI, and names of real programs */
    { "_Z1fv", "f", "f()" },
    { "_ZN2ns4Leaf4areaEi", "ns::Leaf::area", "ns::Leaf::area(int)" },
    { "_ZNK2ns4Leaf4areaEi", "ns::Leaf::area", "ns::Leaf::area(int) const" },
    { "_ZN12_GLOBAL__N_13fooEv", "(anonymous namespace)::foo",
      "(anonymous namespace)::foo()" },
    { "_Z3barI3FooIJidEEEvT_", "bar<Foo<int, double> >",
      "void bar<Foo<int, double> >(Foo<int, double>)" },
    { "_ZNKSt6vectorIiSaIiEE4sizeEv",
      "std::vector<int, std::allocator<int> >::size",
      "std::vector<int, std::allocator<int> >::size() const" },
    { "_ZZ4mainENKUlRKT_E_clIiEEDaS1_",
      "main::{lambda(auto:1 const&)#1}::operator()<int>",
      "auto main::{lambda(auto:1 const&)#1}::operator()<int>(int const&) "
      "const" },
    { "_ZN1AD0Ev", "A::~A", "A::~A()" },
    { "_ZN1AcvbEv", "A::operator bool", "A::operator bool()" },
    { "_Znwm", "operator new", "operator new(unsigned long)" },
    { "_Z1fB5cxx11v", "f[abi:cxx11]", "f[abi:cxx11]()" },
    { "_ZTV1A", "vtable for A", "vtable for A" },
    { "_ZThn16_N1A3runEv", "non-virtual thunk to A::run()",
      "non-virtual thunk to A::run()" },
    { "_ZGVZ1fvE1x", "guard variable for f()::x",
      "guard variable for f()::x" },

    /* suffixes of compilers and tools */
    { "_ZN2ns1fIiEEvT_.isra.0", "ns::f<int> [clone .isra.0]",
      "void ns::f<int>(int) [clone .isra.0]" },
    { "_Z3foov.part.0.cold", "foo [clone .part.0] [clone .cold]",
      "foo() [clone .part.0] [clone .cold]" },
    { "_Z3foov.constprop.1@plt", "foo [clone .constprop.1]@plt",
      "foo() [clone .constprop.1]@plt" },
    { "_Z3foov@plt", "foo@plt", "foo()@plt" },
    { "_ZNSolsEi@@GLIBCXX_3.4", "std::ostream::operator<<@@GLIBCXX_3.4",
      "std::ostream::operator<<(int)@@GLIBCXX_3.4" },
    { "_Z3foov [clone .cold]", "foo [clone .cold]", "foo() [clone .cold]" },
    { "_Z3foov (inlined)", "foo (inlined)", "foo() (inlined)" },
    { "_Z3foov+0x1c", "foo+0x1c", "foo()+0x1c" },
    { "_Z3foov'2", "foo'2", "foo()'2" },
    { "_Z3foov_[k]", "foo_[k]", "foo()_[k]" },
    { "__Z3foov", "foo", "foo()" },
    { "__ZN2ns4Leaf4areaEi", "ns::Leaf::area", "ns::Leaf::area(int)" },
    { "_Z4na\xc3\xafv", "na\xc3\xaf", "na\xc3\xaf()" },

    /* D, OCaml and Swift */
    { "_D3app3runFiAyaZv", "app.run", "app.run(int, immutable(char)[])" },
    { "_D3app1S3getMFZi", "app.S.get", "app.S.get()" },
    { "_D3app__T3mapTiZQhFNaiZi@plt", "app.map!(int).map@plt",
      "app.map!(int).map(int)@plt" },
    { "_Dmain", "D main", "D main" },
    { "camlStdlib__List__map_481", "Stdlib.List.map", "Stdlib.List.map_481" },
    { "camlDune__exe__Main__my__loop_270", "Dune.exe.Main.my__loop",
      "Dune.exe.Main.my__loop_270" },
    { "camlStdlib__List.map_481+0x1c", "Stdlib.List.map+0x1c",
      "Stdlib.List.map_481+0x1c" },
    { "camlFoo__$2b$2b_12", "Foo.++", "Foo.++_12" },
    { "camlFoo__fun_1234", "Foo.fun_1234", "Foo.fun_1234" },
    { "camlFoo__entry", "Foo.entry", "Foo.entry" },
    { "$s4main5ShapeC4areaSdyF", "main.Shape.area", "main.Shape.area" },
    { "_$s4main3addyS2i_SitF", "main.add", "main.add" },
    { "$s4main5ShapeC5InnerV4make1xAESi_tFZ", "main.Shape.Inner.make",
      "main.Shape.Inner.make" },

    /* Rust, with the legacy and the v0 mangling */
    { "_ZN4tree4spin17haa80fe700b52e97bE", "tree::spin",
      "tree::spin::haa80fe700b52e97b" },
    { "__ZN4tree4spin17haa80fe700b52e97bE", "tree::spin",
      "tree::spin::haa80fe700b52e97b" },
    { "_ZN43_$LT$tree..Depth$u20$as$u20$tree..Visit$GT$5visit"
      "17h88ad3cb0b684200eE",
      "<tree::Depth as tree::Visit>::visit",
      "<tree::Depth as tree::Visit>::visit::h88ad3cb0b684200e" },
    { "_ZN4core3ptr31drop_in_place$LT$tree..Node$GT$17h53d826528def7a13E"
      ".llvm.11453934112631611579",
      "core::ptr::drop_in_place<tree::Node>",
      "core::ptr::drop_in_place<tree::Node>::h53d826528def7a13 "
      "[clone .llvm.11453934112631611579]" },
    { "_ZN4tree4spin17haa80fe700b52e97bE.llvm.7.cold",
      "tree::spin [clone .cold]",
      "tree::spin::haa80fe700b52e97b [clone .llvm.7.cold]" },
    /* Rust demangled as C++ */
    { "core::ptr::drop_in_place$LT$tree..Node$GT$::h53d826528def7a13",
      "core::ptr::drop_in_place<tree::Node>",
      "core::ptr::drop_in_place<tree::Node>::h53d826528def7a13" },
    { "_$LT$tree..Depth$u20$as$u20$tree..Visit$GT$::visit::h88ad3cb0b684200e",
      "<tree::Depth as tree::Visit>::visit",
      "<tree::Depth as tree::Visit>::visit::h88ad3cb0b684200e" },
    { "std::rt::lang_start::_$u7b$$u7b$closure$u7d$$u7d$::h53d826528def7a13"
      "@plt", "std::rt::lang_start::{{closure}}@plt",
      "std::rt::lang_start::{{closure}}::h53d826528def7a13@plt" },
    { "core::ptr::drop_in_place$LT$tree..Node$GT$::h53d826528def7a13 "
      "[clone .llvm.77]", "core::ptr::drop_in_place<tree::Node> "
      "[clone .llvm.77]",
      "core::ptr::drop_in_place<tree::Node>::h53d826528def7a13 "
      "[clone .llvm.77]" },
    /* Rust demangled with its hashes */
    { "tree::spin::haa80fe700b52e97b", "tree::spin",
      "tree::spin::haa80fe700b52e97b" },
    { "tree::spin::haa80fe700b52e97b_[k]", "tree::spin_[k]",
      "tree::spin::haa80fe700b52e97b_[k]" },
    { "core::drop$LT$u8$GT$<T>::h53d826528def7a13", "core::drop$LT$u8$GT$<T>",
      "core::drop$LT$u8$GT$<T>::h53d826528def7a13" },
    { "<u32 as core[c1f1a4ba060b9bfa]::fmt::Display>::fmt",
      "<u32 as core::fmt::Display>::fmt",
      "<u32 as core[c1f1a4ba060b9bfa]::fmt::Display>::fmt" },
    /* the JVM */
    { "Lorg/mozilla/javascript/ScriptRuntime;::name", "ScriptRuntime.name",
      "org.mozilla.javascript.ScriptRuntime.name" },
    { "Lorg/mozilla/Foo;.name(Ljava/lang/Object;I[[J)V", "Foo.name",
      "org.mozilla.Foo.name(java.lang.Object, int, long[][])" },
    { "Lorg/mozilla/Foo;.name(Ljava/lang/Object;ILorg/mo", "Foo.name",
      "org.mozilla.Foo.name(java.lang.Object, int, \u2026)" },
    { "org/mozilla/Foo:.<init>_[j]", "Foo.<init>_[j]",
      "org.mozilla.Foo.<init>_[j]" },
    { "org/mozilla/Foo:::name", "Foo.name", "org.mozilla.Foo.name" },
    { "java/util/HashMap.get", "HashMap.get", "java.util.HashMap.get" },
    { "java/util/HashMap$Node.get()V", "HashMap$Node.get",
      "java.util.HashMap$Node.get()" },
    { "Lcom/XXX::XXX", "XXX.XXX", "com.XXX.XXX" },
    { "LFoo;::bar", "Foo.bar", "Foo.bar" },
    { "[Ljava/lang/String;", "String[]", "java.lang.String[]" },
    { "[[Ljava/lang/String;::clone", "String[][].clone",
      "java.lang.String[][].clone" },
    { "org/foo/Main$$Lambda$14/0x0800c0.run", "Main$$Lambda$14/0x0800c0.run",
      "org.foo.Main$$Lambda$14/0x0800c0.run" },
    { "_RNvNtCsgEmfK2I1SDS_4core3fmt5write", "core::fmt::write",
      "core[c1f1a4ba060b9bfa]::fmt::write" },
    { "_RNvXs8_NtNtNtCsgEmfK2I1SDS_4core3fmt3num3impmNtB9_7Display3fmt",
      "<u32 as core::fmt::Display>::fmt",
      "<u32 as core[c1f1a4ba060b9bfa]::fmt::Display>::fmt" },
    { "_RNvNtCsgEmfK2I1SDS_4core3fmt5write.cold@plt",
      "core::fmt::write [clone .cold]@plt",
      "core[c1f1a4ba060b9bfa]::fmt::write [clone .cold]@plt" },
    { "_ZN4tree4spin17hnothexadecimal__E", /* C++ that looks like Rust */
      "tree::spin::hnothexadecimal__", "tree::spin::hnothexadecimal__" },
};

/* Names that are not mangled, or not in a way that the demangler knows. */
static const char *const plain[] = {
    "",
    "main",
    "_",
    "_Z",
    "_R",
    "__Z",
    "__R",
    "_Z_",
    "_ZN",
    "_Z[",
    "__R[",
    "_Zap",
    "_Zero",
    "_Z1fQ",
    "_Z3fo",
    "_Z1fv is not mine",
    "_Z1fv;g",
    "_Read",
    "_Reset.part.0",
    "_RNv",
    "_R1",
    "_ZN4tree",
    "_Z999999999999999999999999999999999999f",
    "Z1fv",
    "x_Z1fv",
    "__Read",
    /* old C++ compilers, Ada, D, Java, Go, Swift */
    "foo__3Bari",
    "__3foo",
    "f__Fi",
    "_vt.3foo",
    "_GLOBAL_$I$foo",
    "ada__text_io__put",
    "_ada_main",
    "_D3",
    "caml_alloc_string",
    "camlFoo",
    "Java_org_Foo_bar",
    "net/http.(*conn).serve",
    "$s4main3fooyyF3barL_yyF",
    "$s4main5ShapeCMa",
    "std::sort<int*>(int*, int*)",
    /* almost Rust demangled as C++ */
    "core::drop$LT$u8$GT$::h53d826528def7a1",
    "core::drop$LT$u8$GT$::h53d826528def7a13::more",
    /* Go, C++ and paths that look like names of the JVM */
    "net/http.Get",
    "github.com/Foo/Bar.Baz",
    "List::add",
    "Lfoo",
    "L;::a",
    "Lorg/foo/Bar.baz qux",
    "/usr/lib/Foo.so",
    "a/B",
    "operator/=",
    "tree::spin::haa80fe700b52e97",
    "tree::spin::haa80fe700b52e97bc",
    "::haa80fe700b52e97b",
    "ns::table[3]::f",
    "f[c1f1a4ba060b9bfa]",
};

static struct demangled forms_of(struct demangler *d, struct arena *arena,
                                 struct str name)
{
    return demangle_all(d, arena, &name, 1)[0];
}

static void expect_forms(struct demangler *d, const char *name,
                         const char *simple, const char *full)
{
    struct arena arena = { 0 };
    struct demangled forms = forms_of(d, &arena, str_of(name));
    expect(str_eq(forms.simple, str_of(simple)), "'%s' is simply '%s'", name,
           forms.simple.s);
    expect(str_eq(forms.full, str_of(full)), "'%s' is '%s' in full", name,
           forms.full.s);
    expect(forms.simple.s[forms.simple.len] == '\0' &&
               forms.full.s[forms.full.len] == '\0',
           "'%s': not terminated", name);
    arena_free(&arena);
}

static void test_tables(struct demangler *d)
{
    test("mangled");
    for (size_t i = 0; i < ROWS(rows); i++)
        expect_forms(d, rows[i].name, rows[i].simple, rows[i].full);
    test("plain");
    for (size_t i = 0; i < ROWS(plain); i++)
        expect_forms(d, plain[i], plain[i], plain[i]);
    test("mangled, once more");
    for (size_t i = 0; i < ROWS(rows); i++)
        expect_forms(d, rows[i].name, rows[i].simple, rows[i].full);
    test("none");
    d->shown = DEMANGLE_NONE;
    for (size_t i = 0; i < ROWS(rows); i++)
        expect_forms(d, rows[i].name, rows[i].name, rows[i].name);
    for (size_t i = 0; i < ROWS(rows); i++)
        expect_forms(NULL, rows[i].name, rows[i].name, rows[i].name);
    d->shown = DEMANGLE_SIMPLE;
}

static void test_shown(struct demangler *d)
{
    struct arena arena = { 0 };
    struct demangled forms = forms_of(d, &arena, S("_Z1fv"));
    test("shown");
    expect(str_eq(demangled_shown(d, &forms), S("f")), "simple");
    d->shown = DEMANGLE_FULL;
    expect(str_eq(demangled_shown(d, &forms), S("f()")), "full");
    d->shown = DEMANGLE_SIMPLE;
    arena_free(&arena);
}

/* Demangling many names at once gives the same forms, in the same order. */
static void test_many(void)
{
    struct demangler d = { 0 };
    struct arena arena = { 0 };
    struct str names[2 * ROWS(rows)];
    test("many");
    for (size_t i = 0; i < ROWS(names); i++)
        names[i] = str_of(rows[i % ROWS(rows)].name);
    struct demangled *forms = demangle_all(&d, &arena, names, ROWS(names));
    for (size_t i = 0; i < ROWS(names); i++)
        expect(str_eq(forms[i].full, str_of(rows[i % ROWS(rows)].full)),
               "'%s'", names[i].s);
    expect(d.names.n == ROWS(rows), "%u names remembered", d.names.n);
    demangler_free(&d);
    arena_free(&arena);
}

static void repeat(struct buf *buf, const char *text, size_t n)
{
    while (n-- > 0)
        buf_add(buf, str_of(text));
}

static const struct {
    const char *start, *opening; /* opening: n times */
    size_t n;
    const char *middle, *closing; /* closing: n times */
    bool good;                    /* it is demangled */
} hard[] = {
    /* as long as may be, and longer */
    { "_Z4090", "a", 4090, "", "", true },
    { "_Z4091", "a", 4091, "", "", false },
    /* deeply nested */
    { "_Z1f", "P", 500, "i", "", true },
    { "_Z1f", "P", 4000, "i", "", false },
    { "_Z1f", "P", 100000, "i", "", false },
    { "_Z1f", "F", 4000, "i", "", false },
    { "_Z1f", "A_", 2000, "i", "", false },
    { "_Z1f", "1aI", 300, "i", "E", true },
    { "_Z1f", "1aI", 1000, "i", "E", false },
    { "_Z1f", "1aI", 50000, "i", "E", false },
    { "_Z1fI", "J", 4000, "", "E", false },
    { "_Z", "Z1fiE", 600, "", "", false },
    { "_RINvC1a1f", "R", 4000, "u", "E", false },
    { "_RINvC1a1f", "R", 100000, "u", "E", false },
    { "_RINvC1a1f", "T", 4000, "u", "E", false },
    /* wide: the stack grows with the square of the length */
    { "_Z1fI1aIiEEvRT_", "RT_", 900, "i", "", true },
    { "_Z1fIiEv", "1aIRT_E", 550, "i", "", true },
    /* forms of 2^n bytes, or 2^n attempts to parse the name */
    { "_Z", "N1acvT_I", 4, "i", "EE", true },
    { "_Z", "N1acvT_I", 60, "i", "EE", false },
    { "_Z", "cvT_IX", 60, "", "", false },
    { "_Z", "cvT_IN", 60, "", "", false },
    { "_Zcv1aI", "T0_I", 60, "", "", false },
    { "_ZcvPF", "TL0__I", 60, "", "", false },
    { "_RINvC1a1f", "TB_", 60, "", "E", false },
    { "_Z1f1bIiiE", "S_IS0_S0_E", 3, "", "", true },
};

static void test_hard(struct demangler *d)
{
    test("hard");
    for (size_t i = 0; i < ROWS(hard); i++) {
        struct arena arena = { 0 };
        struct buf text = { 0 };
        buf_add(&text, str_of(hard[i].start));
        repeat(&text, hard[i].opening, hard[i].n);
        buf_add(&text, str_of(hard[i].middle));
        repeat(&text, hard[i].closing, hard[i].n);
        struct str name = buf_move(&text, &arena);
        clock_t start = clock();
        struct demangled forms = forms_of(d, &arena, name);
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        bool good = !str_eq(forms.full, name);
        expect(good == hard[i].good, "%.40s...: %s", name.s,
               good ? "demangled" : "not demangled");
        expect(seconds < 1, "%.40s...: %g seconds", name.s, seconds);
        arena_free(&arena);
    }
}

/* Each part has the part before it twice as arguments, so each part doubles the
   form. */
static void test_doubling(struct demangler *d)
{
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    struct arena arena = { 0 };
    struct buf text = { 0 };
    test("doubling");
    buf_add(&text, S("_Z1f1bIiiE"));
    for (size_t i = 0; i < 30; i++) {
        buf_printf(&text, "S_IS%c_S%c_E", digits[i], digits[i]);
        struct str name = arena_copy(&arena, buf_text(&text));
        struct demangled forms = forms_of(d, &arena, name);
        expect(forms.full.len <= 32 * name.len + 1024, "%zu: %zu bytes", i,
               forms.full.len);
        expect(str_eq(forms.full, name) == (i > 5), "%zu: '%.100s...'", i,
               forms.full.s);
    }
    buf_free(&text);
    arena_free(&arena);
}

/* Names of random pieces of real names must have forms, and quickly. */
static void test_random(struct demangler *d)
{
    clock_t start = clock();
    test("random");
    for (unsigned long n = 1; n <= 20000; n++) {
        struct arena arena = { 0 };
        struct buf text = { 0 };
        start_input(n);
        buf_add(&text, chance(80) ? S("_Z") : S("_R"));
        for (uint32_t parts = random_below(8) + 1; parts > 0; parts--) {
            struct str from = str_of(rows[random_below(ROWS(rows))].name);
            from = str_skip(from, random_below((uint32_t)from.len));
            buf_add(&text, str_head(from, random_below(20) + 1));
        }
        struct str name = buf_move(&text, &arena);
        struct demangled forms = forms_of(d, &arena, name);
        expect(forms.simple.len && forms.full.len, "'%s' is nothing", name.s);
        arena_free(&arena);
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    expect(seconds < 60, "%g seconds", seconds);
}

UNIT(demangle)
{
    struct demangler d = { 0 };
    test_tables(&d);
    test_shown(&d);
    test_many();
    test_hard(&d);
    test_doubling(&d);
    test_random(&d);
    demangler_free(&d);
    return finish_tests();
}
