/* What compilers and demanglers put around names. */
#include "names/affix.h"

#include "check.h"

static void suffixes(void)
{
    static const struct {
        const char *name;
        size_t rest; /* the length of the name without one suffix */
    } rows[] = {
        { "f.isra.0", 1 },     { "f.constprop.12", 1 }, { "f.part.3", 1 },
        { "f.cold", 1 },       { "f.cold.7", 1 },       { "f.llvm.123", 1 },
        { "f.lto_priv.0", 1 }, { "f.localalias", 1 },   { "f.clone.1", 1 },
        { "f.__uniq.99", 1 },  { "f.abi0", 1 },         { "f.__part.1", 1 },
        { "f.isra", 6 },       { "f.clone", 7 },        { "f.other.0", 9 },
        { "f.cold.x", 8 },     { "f.cold7", 7 },
    };
    test("words behind names");
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct str name = str_of(rows[i].name);
        bool is_cut = affix_cut_suffix(&name);
        expect(name.len == rows[i].rest && is_cut == (name.len == 1),
               "%s: %zu bytes", rows[i].name, name.len);
    }
}

static void prefixes(void)
{
    static const char *const words[] = {
        "virtual thunk to ",
        "non-virtual thunk to ",
        "covariant return thunk to ",
        "guard variable for ",
        "TLS init function for ",
        "TLS wrapper function for ",
        "transaction clone for ",
        "non-transaction clone for ",
        "vtable for ",
        "VTT for ",
        "typeinfo for ",
        "typeinfo name for ",
        "global constructors keyed to ",
        "partial apply forwarder for ",
        "partial apply for ",
        "type..eq.",
        "type..hash.",
        "type:.eq.",
        "type:.hash.",
        "closure #1 in ",
        "implicit closure #12 in closure #2 in ",
        "partial apply for closure #1 in ",
        "",
    };
    test("words before names");
    for (size_t i = 0; i < ROWS(words); i++) {
        char name[80];
        snprintf(name, sizeof name, "%sclosure f", words[i]);
        expect(affix_prefix_length(str_of(name)) == strlen(words[i]), "%s",
               words[i]);
    }
}

UNIT(affix)
{
    suffixes();
    prefixes();
    return finish_tests();
}
