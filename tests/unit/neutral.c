/* Neutral forms of names, and the numbers that are taken out. */
#include "names/neutral.h"

#include "check.h"
#include "util/text/buf.h"

/* `numbers` are those taken out, then " line N" if one is a line, " hash" and
   " closure". */
static const struct row {
    const char *name, *text, *numbers;
} rows[] = {
    { "", "", "" },
    { "main", "main", "" },
    { "f(long)::{lambda(long)#2}::operator()(long)",
      "f(long)::{lambda(long)#}::operator()(long)", " 2" },
    { "main::$_0::operator()() const", "main::$_::operator()() const", " 0" },
    { "main::'lambda0'()::operator()", "main::'lambda'()::operator()", " 0" },
    { "main.run.func2.1", "main.run.func.", " 2 1" },
    { "main.functional2", "main.functional2", "" },
    { "main.run.deferwrap1", "main.run.deferwrap", " 1" },
    { "A.lambda$each$0", "A.lambda$each$", " 0" },
    { "B$12.run", "B$.run", " 12" },
    { "A$$Lambda$14/0x00000c00.run", "A$$Lambda$/0x.run", " 14 3072" },
    { "A$$Lambda/0x00000c00.run", "A$$Lambda/0x.run", " 3072" },
    { "<function f at 0x7f5b07e5ea00>", "<function f at 0x>",
      " 140028951259648" },
    { "GeneratedMethodAccessor7.invoke", "GeneratedMethodAccessor.invoke",
      " 7" },
    { "Main.<Run>b__0_1", "Main.<Run>b___", " 0 1" },
    { "Main.<Run>g__Local|2_0", "Main.<Run>g__Local|_", " 2 0" },
    { "m:-f/1-fun-0-/2", "m:-f/1-fun--/2", " 0" },
    { "core$fn__12.invoke", "core$fn__.invoke", " 12" },
    { "Main$_run_closure3.doCall", "Main$_run_closure.doCall", " 3" },
    { "__main_block_invoke_2", "__main_block_invoke_", " 2" },
    { "app.main.__lambda4", "app.main.__lambda", " 4" },
    { "com.sun.proxy.$Proxy9.run", "com.sun.proxy.$Proxy.run", " 9" },
    { "Main.<>c__DisplayClass3_0.run", "Main.<>c__DisplayClass_.run",
      " 3 0" },
    { "main.run.gowrap2", "main.run.gowrap", " 2" },
    { "(eval 5)[a.pl:1]", "(eval )[a.pl:]", " 5 1 line 1" },
    { "(eval 5).f", "(eval ).f", " 5" },
    { "$_0::operator()()", "$_::operator()()", " 0" },
    { "f()::'lambda2'()", "f()::'lambda'()", " 2" },
    { "(anonymous routes.js:5:15)", "(anonymous routes.js::)",
      " 5 15 line 5" },
    { "(anonymous routes.js:1:1)", "(anonymous routes.js:1:1)", "" },
    { "(anonymous routes.js:1:15)", "(anonymous routes.js::)",
      " 1 15 line 1" },
    { "main::__ANON__[p.pl:4]", "main::__ANON__[p.pl:]", " 4 line 4" },
    { "{closure:/srv/app/a.php:6-8}", "{closure:a.php:-}",
      " 6 8 line 6 closure" },
    { "{closure:a.php(6)}", "{closure:a.php()}", " 6 line 6 closure" },
    { "call(6)", "call(6)", "" },
    { "require::/srv/app/a.php", "require::a.php", "" },
    { "operator/(a, b)", "operator/(a, b)", "" },
    { "camlA__fun_191", "camlA__fun_", " 191" },
    { "A.fun_191", "A.fun_", " 191" },
    { "A.f_8", "A.f_8", "" },
    { "A::B.f_85", "A::B.f_85", "" },
    { "utf_8", "utf_8", "" },
    { "inner.3", "inner.", " 3" },
    { "f.isra.0.constprop.1", "f", "" },
    { "f(int) [clone .cold]", "f(int)", "" },
    { "a::f::h0123456789abcdef", "a::f", " hash" },
    { "a::{{closure}}::h0123456789abcdef", "a::{{closure}}",
      " hash closure" },
    { "_ZN1a1f17h0123456789abcdefE.llvm.12", "_ZN1a1f", " hash" },
    { "a1f17h0123456789abcdefE", "a1f17h0123456789abcdefE", "" },
    { "_ZN1a1f17h0123456789abcdefEx", "_ZN1a1f17h0123456789abcdefEx", "" },
    { "_ZN1a1f17h0123456789abcdeE", "_ZN1a1f17h0123456789abcdeE", "" },
    { "_Z1fi.part.0", "_Z1fi", "" },
    { "a::{closure#0}::{closure#1}", "a::{closure#}::{closure#}",
      " 0 1 closure" },
    { "f[abi:cxx11](int)", "f(int)", "" },
    { "array<int, 3>::at", "array<int, 3>::at", "" },
    { "f'2", "f'2", "" },
    { "f+0x1f", "f+0x1f", "" },
    { "#1#2#3#4#5#6#7#8", "########", " 1 2 3 4 5 6" },
    { "f#99999999999999999999", "f#99999999999999999999", "" },
};

UNIT(neutral)
{
    LOCAL_BUF(text);
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct buf numbers = { 0 };
        struct neutral_name neutral =
            neutral_name_of(&text, str_of(rows[i].name));
        test(rows[i].name);
        for (uint32_t k = 0; k < neutral.n; k++)
            buf_printf(&numbers, " %llu",
                       (unsigned long long)neutral.numbers[k]);
        if (neutral.line)
            buf_printf(&numbers, " line %llu",
                       (unsigned long long)neutral.line);
        buf_add(&numbers, neutral.has_hash ? S(" hash") : S(""));
        buf_add(&numbers, neutral.is_closure ? S(" closure") : S(""));
        expect(str_eq(neutral.text, str_of(rows[i].text)), "%.*s",
               (int)neutral.text.len, neutral.text.s);
        expect(str_eq(buf_text(&numbers), str_of(rows[i].numbers)), "%.*s",
               (int)numbers.len, numbers.data);
        buf_free(&numbers);
    }
    test("names that have to be demangled");
    expect(neutral_needs_demangled(S("_RNvCs_1a1f")) &&
               neutral_needs_demangled(S("_ZZ1fvENKUlvE_clEv")),
           "Rust and lambdas");
    expect(!neutral_needs_demangled(S("_Z1fi")) &&
               !neutral_needs_demangled(S("Ul")),
           "others");
    return finish_tests();
}
