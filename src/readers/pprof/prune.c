#include "readers/pprof/prune.h"

#include "util/arena.h"
#include "util/diag.h"

/* Compiles an expression for whole names. */
static bool compile(struct regexp *regexp, struct str text, const char *field,
                    const char *input)
{
    LOCAL_ARENA(scratch);
    bool good = text.len > 0;
    if (good) {
        struct str whole =
            arena_printf(&scratch, "^(%.*s)$", (int)text.len, text.s);
        good = regexp_compile(regexp, whole.s);
        if (!good)
            diag_warn("%s: %s of the profile is no regular expression and "
                      "drops no frames: %s",
                      input, field, regexp->error);
    }
    return good;
}

void pprof_prune_init(struct pprof_prune *prune, struct str drop,
                      struct str keep, const char *input)
{
    *prune = (struct pprof_prune){ .has_drop = false };
    prune->has_drop = compile(&prune->drop, drop, "drop_frames", input);
    prune->has_keep = prune->has_drop &&
                      compile(&prune->keep, keep, "keep_frames", input);
}

void pprof_prune_free(struct pprof_prune *prune)
{
    regexp_free(&prune->drop);
    regexp_free(&prune->keep);
}

/* Returns the name without the '.' that some machines put before the names of
   code, and without parameters: up to the first '(' that belongs to them. */
static struct str simple_name(struct str name)
{
    str_take(&name, S("."));
    for (size_t at = 0; at < name.len; at++) {
        struct str front = str_head(name, at), rest = str_skip(name, at);
        if (name.s[at] == '(' &&
            !str_starts(rest, S("(anonymous namespace)")) &&
            !(str_ends(front, S("operator")) && str_starts(rest, S("()"))))
            return front;
    }
    return name;
}

bool pprof_prune_drops(struct pprof_prune *prune, struct str name)
{
    if (!prune->has_drop || !name.len)
        return false;
    name = simple_name(name);
    return regexp_matches(&prune->drop, name) &&
           !(prune->has_keep && regexp_matches(&prune->keep, name));
}
