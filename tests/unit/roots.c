/* Names of roots and their ranks. */
#include "names/roots.h"

#include "check.h"

UNIT(roots)
{
    /* Each begins before the next one. */
    static const struct str ranked[] = {
        STR("_start"), STR("__libc_start_main"), STR("(root)"),
        STR("runtime.main"), STR("main.main"), STR("<module>"),
        STR("<main>"), STR("{main}"), STR("main()"), STR("<toplevel>"),
        STR("main chunk"), STR("top-level scope"), STR("wWinMain"),
        STR("WinMain"), STR("wmain"), STR("main"), STR("MAIN__"),
        STR("_Dmain"), STR("D main"), STR("PASCALMAIN"), STR("caml_main"),
        STR("prog::main"),
    };
    static const struct str mains[] = {
        STR("prog::main"), STR("Tool.main(String[])"), STR("Tool::Main()"),
    };
    static const struct str others[] = {
        STR(""), STR("domain"), STR("main_loop"), STR("Main.run"),
        STR("main::run"), STR("<module> x"),
    };
    test("order of roots");
    for (size_t i = 0; i + 1 < sizeof ranked / sizeof *ranked; i++)
        expect(roots_rank(ranked[i]) < roots_rank(ranked[i + 1]), "%s",
               ranked[i].s);
    test("main of a module or class");
    for (size_t i = 0; i < sizeof mains / sizeof *mains; i++)
        expect(roots_rank(mains[i]) == roots_rank(S("prog::main")) &&
                   roots_rank(mains[i]) != NO_ROOT,
               "%s", mains[i].s);
    test("other names");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        expect(roots_rank(others[i]) == NO_ROOT, "%s", others[i].s);
    return finish_tests();
}
