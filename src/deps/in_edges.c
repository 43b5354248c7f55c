#include "output/wing.h"

#include "deps/dependence.h"
#include "model/profile.h"
#include "output/edges.h"
#include "util/text/buf.h"

static void put_data(struct buf *out, const struct dep_data *data)
{
    edges_put_attribute(out, "var", data->variable);
    edges_put_attribute(out, "expr", data->expression);
    edges_put_attribute(out, "alloc", data->allocated);
    edges_put_attribute(out, "update", data->update);
    edges_put_attribute(out, "reduction",
                        dependence_reduction_name(data->reduction));
}

/* `names` are the attributes for the place of the access, for the statement
   under study and for the function of that statement. */
static void put_access(struct buf *out, const struct access *access,
                       const char *const names[3], const struct str *keys)
{
    edges_put_attribute(out, names[0], access->at);
    edges_put_attribute(out, names[1], access->top);
    if (access->statement == NO_ID)
        return;
    buf_printf(out, " %s=", names[2]);
    edges_put_text(out, keys[access->statement]);
}

/* Writes "WRITER ~> READER" and the attributes of a dependence. Its kind is R
   or X for flow, A or AX for anti and O or OX for output dependences; those
   with an X are between threads. */
static void put_dependence(struct buf *out, const struct dependence *d,
                           const struct str *keys)
{
    static const char *const wrote[] = { "wrote", "wtop", "wfor" };
    static const char *const read[] = { "read", "rtop", "rfor" };
    edges_put_text(out, keys[d->writer.function]);
    buf_add(out, S(" ~> "));
    edges_put_text(out, keys[d->reader.function]);
    edges_put_known(out, " x", d->count);
    edges_put_attribute(out, "kind", dependence_kind_name(d->kind));
    put_access(out, &d->writer, wrote, keys);
    put_access(out, &d->reader, read, keys);
    edges_put_known(out, " min=", d->least);
    edges_put_known(out, " max=", d->most);
    edges_put_known(out, " rmin=", d->least_runs);
    edges_put_known(out, " rmax=", d->most_runs);
    put_data(out, &d->data);
    buf_char(out, '\n');
}

/* Writes the descriptors of files, as bits. */
static void put_files(struct buf *out, uint64_t outputs, uint64_t inputs)
{
    if (outputs)
        buf_printf(out, " outputs=%llu", (unsigned long long)outputs);
    if (inputs)
        buf_printf(out, " inputs=%llu", (unsigned long long)inputs);
}

static void put_statement(struct buf *out, const struct statement *s,
                          const struct str *keys)
{
    edges_put_text(out, keys[s->function]);
    buf_add(out, S(" @ "));
    edges_put_text(out, s->place);
    edges_put_number(out, " ", s->cost);
    edges_put_number(out, " x", s->count);
    edges_put_number(out, " most=", s->most);
    put_files(out, s->outputs, s->inputs);
    edges_put_attribute(out, "calls", s->unknown);
    if (s->callee != NO_ID) {
        buf_add(out, S(" callee="));
        edges_put_text(out, keys[s->callee]);
    }
    buf_char(out, '\n');
}

static void put_loop(struct buf *out, const struct loop *loop,
                     const struct str *keys)
{
    edges_put_text(out, keys[loop->function]);
    buf_add(out, S(" @loop "));
    edges_put_text(out, loop->place);
    edges_put_number(out, " ", loop->cost);
    edges_put_number(out, " x", loop->count);
    edges_put_number(out, " iterations=", loop->iterations);
    if (loop->early > 0)
        edges_put_number(out, " early=", loop->early);
    put_files(out, loop->outputs, loop->inputs);
    edges_put_attribute(out, "calls", loop->unknown);
    edges_put_flag(out, "not-for", !loop->is_for);
    edges_put_flag(out, "early-exit", loop->has_early_exit);
    edges_put_flag(out, "threads", loop->has_threads);
    buf_char(out, '\n');
}

static void put_loop_use(struct buf *out, const struct loop_use *use,
                         const struct loop *loop, const struct str *keys)
{
    edges_put_text(out, keys[loop->function]);
    buf_add(out, S(" @use "));
    edges_put_text(out, loop->place);
    buf_char(out, ' ');
    buf_add(out, loop_role_name(use->role));
    edges_put_attribute(out, "kind", dependence_kind_name(use->kind));
    edges_put_attribute(out, "wrote", use->writer);
    edges_put_attribute(out, "read", use->reader);
    if (use->role == LOOP_CARRIES || use->role == LOOP_FREES) {
        edges_put_number(out, " min=", use->least);
        edges_put_number(out, " max=", use->most);
    }
    put_data(out, &use->data);
    edges_put_attribute(out, "owner", use->owner);
    edges_put_attribute(out, "site", use->read_site);
    edges_put_flag(out, "late", use->is_late);
    edges_put_flag(out, "wide", use->is_wide);
    edges_put_flag(out, "below", use->is_below);
    edges_put_flag(out, "alias", use->is_alias);
    edges_put_flag(out, "head", use->is_head);
    edges_put_flag(out, "static", use->is_static);
    edges_put_flag(out, "large", use->is_large);
    buf_char(out, '\n');
}

static void put_loops(struct buf *out, const struct dependences *all,
                      const struct str *keys)
{
    for (uint32_t i = 0; i < all->loops.n; i++)
        put_loop(out, &all->loops.of[i], keys);
    for (uint32_t i = 0; i < all->loop_uses.n; i++) {
        const struct loop_use *use = &all->loop_uses.of[i];
        put_loop_use(out, use, &all->loops.of[use->loop], keys);
    }
}

void deps_put_coverage(struct buf *out, const struct profile *profile)
{
    const struct dependences *all = dependences_of(profile);
    if (all->recorded)
        buf_printf(out, "%%dependences flow%s%s%s%s%s\n",
                   all->anti ? "+anti" : "", all->output ? "+output" : "",
                   all->no_locals ? "+no-locals" : "",
                   all->crowded ? "+crowded" : "",
                   all->incomplete ? "+incomplete" : "");
    for (uint32_t i = 0; i < all->blind.n; i++) {
        buf_add(out, S("%blind "));
        edges_put_text(out, all->blind.of[i].what);
        edges_put_known(out, " x", all->blind.of[i].count);
        edges_put_attribute(out, "names", all->blind.of[i].names);
        buf_char(out, '\n');
    }
}

void deps_put_edges(struct buf *out, const struct profile *profile,
                    const struct str *keys)
{
    const struct dependences *all = dependences_of(profile);
    for (uint32_t d = 0; d < all->n; d++)
        put_dependence(out, &all->of[d], keys);
    for (uint32_t i = 0; i < all->statements.n; i++)
        put_statement(out, &all->statements.of[i], keys);
    put_loops(out, all, keys);
}
