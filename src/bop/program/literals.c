/* A literal is found by the address of the file's name first, then by its text,
   because compilers may store a name several times. */
#include "bop/program/literals.h"

#include <string.h>

#include "bop/base/ids.h"
#include "bop/base/lock.h"
#include "bop/base/memory.h"
#include "bop/state/thread.h"
#include "bop/trace/events.h"
#include "bop/tracer.h"

static struct id_table places; /* (address of the file's name, line) */
static uint32_t *ids;          /* of the literals, by place */
static size_t ids_room;
static struct id_table known; /* (number of the file, line) */
static struct literal *literals;
static size_t literals_room;
static const char **files;
static size_t n_files, files_room;

const struct literal *bop_literals(uint32_t *n)
{
    *n = known.n;
    return literals;
}

static size_t find_file(const char *file)
{
    size_t i = 0;
    while (i < n_files && strcmp(files[i], file) != 0)
        i++;
    if (i < n_files)
        return i;
    files = bop_memory_grow(files, n_files, &files_room, sizeof *files);
    files[n_files++] = bop_memory_text(file, strlen(file));
    return i;
}

static uint32_t find_by_text(const char *file, int line)
{
    size_t number = find_file(file);
    uint32_t old = known.n;
    uint32_t id = bop_ids_add(&known, number, (uint64_t)line, 0);
    literals = bop_memory_grow(literals, id, &literals_room, sizeof *literals);
    literals[id] = (struct literal){ files[number], line };
    if (id == old && bop_tracer.mode == MODE_EVENTS)
        bop_events_literal(id, &literals[id]);
    return id;
}

static uint32_t find_by_address(const char *file, int line)
{
    struct lock_state saved;
    bop_lock_acquire(&saved);
    uint32_t old = places.n;
    uint32_t place = bop_ids_add(&places, (uintptr_t)file, (uint64_t)line, 0);
    ids = bop_memory_grow(ids, place, &ids_room, sizeof *ids);
    if (place == old)
        ids[place] = find_by_text(file, line);
    uint32_t id = ids[place];
    bop_lock_release(&saved);
    return id;
}

site bop_literals_site(struct thread *t, const char *file, int line)
{
    if (!file)
        file = "";
    uintptr_t hash = (uintptr_t)file ^ (uintptr_t)(unsigned)line * 31;
    struct literal_slot *slot = &t->literal_cache[hash % LITERAL_CACHE];
    if (slot->file != file || slot->line != (uint64_t)line || !slot->at)
        *slot = (struct literal_slot){ file, (uint64_t)line,
                                       LITERAL | find_by_address(file, line) };
    return slot->at;
}
