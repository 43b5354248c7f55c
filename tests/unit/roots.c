/* Names of roots and their ranks. */
#include "names/roots.h"

#include "check.h"

int main(void)
{
    /* Each begins before the next one. */
    static const struct str ranked[] = {
        STR("_start"), STR("<module>"), STR("main"), STR("prog::main"),
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
