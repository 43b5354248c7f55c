/* Places that the API names by file and line. */
#include "bop/literals.h"

#include "bop/events.h"

#include <string.h>

static struct map places; /* (address of the file's name, line) */
static uint32_t *ids;     /* by place */
static size_t ids_room;
static struct map known; /* (number of the file, line): the literals' ids */
static struct literal *literals;
static size_t literals_room;
static const char **files;
static size_t n_files, files_room;

const struct literal *bop_literals(uint32_t *n)
{
    *n = known.n;
    return literals;
}

static size_t file_number(const char *file)
{
    size_t i = 0;
    while (i < n_files && strcmp(files[i], file) != 0)
        i++;
    if (i < n_files)
        return i;
    files = bop_grow(files, n_files, &files_room, sizeof *files);
    files[n_files++] = bop_copy(file, strlen(file));
    return i;
}

static uint32_t literal_of(const char *file, int line)
{
    size_t number = file_number(file);
    uint32_t old = known.n;
    uint32_t id = bop_map_add(&known, number, (uint64_t)line, 0);
    literals = bop_grow(literals, id, &literals_room, sizeof *literals);
    literals[id] = (struct literal){ files[number], line };
    if (id == old && bop.mode == MODE_EVENTS)
        bop_event_literal(id, &literals[id]);
    return id;
}

static uint32_t find(const char *file, int line)
{
    struct quiet quiet;
    bop_quiet(&quiet);
    uint32_t old = places.n;
    uint32_t place = bop_map_add(&places, (uintptr_t)file, (uint64_t)line, 0);
    ids = bop_grow(ids, place, &ids_room, sizeof *ids);
    if (place == old)
        ids[place] = literal_of(file, line);
    uint32_t id = ids[place];
    bop_loud(&quiet);
    return id;
}

site bop_literal(struct thread *t, const char *file, int line)
{
    if (!file)
        file = "";
    uintptr_t hash = (uintptr_t)file ^ (uintptr_t)(unsigned)line * 31;
    struct literal_slot *slot = &t->literal_cache[hash % CALL_CACHE];
    if (slot->file != file || slot->line != (uint64_t)line || !slot->at)
        *slot = (struct literal_slot){ file, (uint64_t)line,
                                       LITERAL | find(file, line) };
    return slot->at;
}
