#include "util/cover.h"

#include <stdlib.h>

#include "util/array.h"
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
    while (cover->n_open && cover->open[cover->n_open - 1].end <= address)
        cover->n_open--;
    cover->parts = array_grow(cover->parts, cover->n_parts, &cover->parts_room,
                              sizeof *cover->parts);
    cover->parts[cover->n_parts++] = (struct cover_part){
        address, cover->n_open ? cover->open[cover->n_open - 1].id : NO_ID
    };
}

/* Begins the parts behind the ranges that end before an address. */
static void end_ranges(struct cover *cover, uint64_t address)
{
    while (cover->n_open && cover->open[cover->n_open - 1].end < address)
        begin_part(cover, cover->open[cover->n_open - 1].end);
}

void cover_add(struct cover *cover, uint64_t start, uint64_t end, uint32_t id)
{
    end_ranges(cover, start);
    cover->open = array_grow(cover->open, cover->n_open, &cover->open_room,
                             sizeof *cover->open);
    cover->open[cover->n_open++] = (struct cover_open){ end, id };
    begin_part(cover, start);
}

void cover_end(struct cover *cover)
{
    end_ranges(cover, UINT64_MAX);
    free(cover->open);
    cover->open = NULL;
    cover->open_room = cover->n_open = 0;
}

uint32_t cover_find(const struct cover *cover, uint64_t address)
{
    size_t n = array_count_to(cover->parts, cover->n_parts,
                              sizeof *cover->parts, address);
    return n ? cover->parts[n - 1].id : NO_ID;
}

void cover_free(struct cover *cover)
{
    free(cover->parts);
    free(cover->open);
    *cover = (struct cover){ .n_parts = 0 };
}
