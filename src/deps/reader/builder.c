#include "deps/reader/builder.h"

uint32_t bop_builder_function(struct bop_builder *b, uint32_t site)
{
    const struct bop_place *place = &b->places[site];
    if (place->function != NO_ID)
        return b->ids[place->function];
    struct identity is = { place->name, S(""), place->file, S("") };
    if (!is.name.len)
        is.name = S("?");
    uint32_t id = profile_function(b->profile, is);
    b->profile->functions[id].nameless = true;
    return id;
}

struct str bop_builder_unknown(const struct bop_builder *b, uint32_t nest,
                               uint32_t site)
{
    struct buf out = { 0 };
    for (size_t i = 0; i < b->sums->unknown.n; i++) {
        const struct bop_unknown *unknown = &b->sums->unknown.of[i];
        if (unknown->nest == nest && (nest || unknown->site == site))
            dependences_add_name(&out, unknown->name);
    }
    return buf_move(&out, &b->trace->texts);
}
