#include "names/roots.h"

#include "names/parts.h"

/* Outermost first. A function that is merely called main comes after all of
   them: see is_main. */
static const struct str roots[] = {
    STR("_start"),            /* what the kernel starts */
    STR("__libc_start_main"), /* glibc */
    STR("(root)"),            /* V8 */
    STR("runtime.main"),      /* Go */
    STR("main.main"),
    STR("<module>"),          /* Python */
    STR("<main>"),            /* Ruby */
    STR("{main}"),            /* PHP, as Xdebug writes it */
    STR("main()"),            /* PHP, as XHProf writes it */
    STR("<toplevel>"),        /* Ruby's stack of C functions, Scheme */
    STR("main chunk"),        /* Lua */
    STR("top-level scope"),   /* Julia */
    STR("wWinMain"),          /* Windows */
    STR("WinMain"),
    STR("wmain"),
    STR("main"),              /* C, C++ and all that link to them */
    STR("MAIN__"),            /* Fortran */
    STR("_Dmain"),            /* D */
    STR("D main"),
    STR("PASCALMAIN"),        /* Pascal */
    STR("caml_main"),         /* OCaml */
};

enum { N_ROOTS = ROWS(roots) };

/* Rust, Java and C# have the main of a module or class: "prog::main",
   "Tool.main(String[])", "Tool::Main". Taking names apart is slow, so most are
   not. */
static bool is_main(struct str name)
{
    if (!str_has(name, S("ain")))
        return false;
    struct str own = parts_of(name).own;
    return str_eq(own, S("main")) || str_eq(own, S("Main"));
}

uint32_t roots_rank(struct str name)
{
    for (uint32_t i = 0; i < N_ROOTS; i++)
        if (str_eq(name, roots[i]))
            return i;
    return is_main(name) ? N_ROOTS : NO_ROOT;
}
