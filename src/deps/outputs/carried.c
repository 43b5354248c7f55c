#include "deps/outputs/carried.h"

#include "deps/outputs/line.h"

static void set_first(struct carried_by *first, struct carried_by by)
{
    if (!first->data)
        *first = by;
}

void carried_add(struct carried *carried, struct carried_by by, double least,
                 double most)
{
    data_names_add(&carried->names, by.data->expression, by.data->allocated);
    if (dependence_base(by.kind) == DEPENDS_ANTI) {
        set_first(&carried->anti, by);
    } else if (dependence_base(by.kind) == DEPENDS_OUTPUT) {
        set_first(&carried->output, by);
        carried->only_places &= reduction_has_place(by.data->reduction) &&
                                str_eq(by.data->update,
                                       carried->output.data->update);
    } else {
        set_first(&carried->flow, by);
        carried->only_updates &=
            dependence_is_one_reduction(by.data, carried->flow.data);
        carried->least = fmin(carried->least, least);
        carried->most = fmax(carried->most, most);
    }
}

bool carried_is_reduction(const struct carried *carried)
{
    return carried->flow.data && carried->only_updates && !carried->is_used;
}

bool carried_is_place(const struct carried *carried,
                      const struct carried *other)
{
    return carried->output.data && !carried->flow.data &&
           carried->only_places && carried_is_reduction(other) &&
           str_eq(other->flow.data->update, carried->output.data->update);
}

struct str carried_ends(struct arena *arena, const struct carried_by *by,
                        struct str near)
{
    return arena_printf(arena, "(%s \u2192 %s)%s",
                        line_short(arena, by->writer, near).s,
                        line_short(arena, by->reader, near).s,
                        dependence_next(arena, by->data).s);
}
