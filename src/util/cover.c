#include "util/cover.h"

#include "util/index.h"

/* The addresses from `start` to that of the next part. */
struct cover_part {
    uint64_t start;
    uint32_t id; /* of the range to which they belong, or NO_ID */
};

struct cover_open {
    uint64_t end;
    uint32_t id;
};

/* Begins a part at an address up to which some ranges may have ended. */
static void begin_part(struct cover *cover, uint64_t address)
{
    while (cover->open.n && LAST(&cover->open)->end <= address)
        cover->open.n--;
    uint32_t id = cover->open.n ? LAST(&cover->open)->id : NO_ID;
    *PUSH_IN(cover->arena, &cover->parts) = (struct cover_part){ address, id };
}

/* Begins the parts behind the ranges that end before an address. */
static void end_ranges(struct cover *cover, uint64_t address)
{
    while (cover->open.n && LAST(&cover->open)->end < address)
        begin_part(cover, LAST(&cover->open)->end);
}

void cover_add(struct cover *cover, uint64_t start, uint64_t end, uint32_t id)
{
    end_ranges(cover, start);
    *PUSH_IN(cover->arena, &cover->open) = (struct cover_open){ end, id };
    begin_part(cover, start);
}

void cover_end(struct cover *cover)
{
    end_ranges(cover, UINT64_MAX);
}

uint32_t cover_find(const struct cover *cover, uint64_t address)
{
    size_t n = COUNT_TO(&cover->parts, address);
    return n ? cover->parts.of[n - 1].id : NO_ID;
}
