/* The target of names: the bytes are names, one in each line. Labels are valid
   UTF-8 within their limit, and names that differ have labels that differ. */
#include "check.h"
#include "labels/shorten.h"
#include "labels/unique.h"
#include "labels/wrap.h"
#include "names/demangle.h"
#include "names/owner.h"
#include "names/strip.h"
#include "util/text/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { MOST = 50, LIMIT = 30 };

/* Stores the lines of the text, terminated and in the arena, and returns how
   many there are. */
static size_t split(struct arena *arena, struct str text, struct str *names)
{
    size_t n = 0;
    struct str line, rest = text;
    while (n < MOST && rest.len) {
        if (!str_cut(rest, S("\n"), &line, &rest)) {
            line = rest;
            rest = S("");
        }
        names[n++] = arena_copy(arena, line);
    }
    return n;
}

static void check_name(struct arena *arena, const struct demangled *forms)
{
    struct str name = forms->full;
    check_text(shorten_name(arena, name, LIMIT));
    check_text(strip_name(arena, name));
    check_text(wrap_name(arena, name, LIMIT));
    owner_class(arena, name);
    owner_package(arena, name);
    REQUIRE(utf8_length(shorten_name(arena, name, LIMIT)) <= SHORTEN_LIMIT,
            "%s", name.s);
}

static void check_labels(struct arena *arena, const struct str *names,
                         size_t n)
{
    struct str clean[MOST];
    for (size_t i = 0; i < n; i++)
        clean[i] = utf8_cleaned(arena, names[i]);
    struct str *labels = unique_names(arena, clean, n, LIMIT);
    for (size_t i = 0; i < n; i++) {
        check_text(labels[i]);
        REQUIRE(utf8_length(labels[i]) <= SHORTEN_LIMIT, "%s", labels[i].s);
        for (size_t j = 0; j < i; j++)
            REQUIRE(str_eq(clean[i], clean[j]) || !str_eq(labels[i], labels[j]),
                    "%s stands for two names", labels[i].s);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct arena arena = { 0 };
    struct demangler demangler = { .shown = DEMANGLE_SIMPLE };
    struct str names[MOST];
    size_t n_names =
        split(&arena, (struct str){ (const char *)data, n }, names);
    struct demangled *forms =
        demangle_all(&demangler, &arena, names, n_names);
    for (size_t i = 0; i < n_names; i++)
        check_name(&arena, &forms[i]);
    check_labels(&arena, names, n_names);
    demangler_free(&demangler);
    arena_free(&arena);
    return 0;
}
