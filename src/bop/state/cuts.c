#include "bop/state/cuts.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "bop/base/ids.h"
#include "bop/base/memory.h"
#include "bop/program/modules.h"

enum { MOST_CANDIDATES = 8 };

static struct id_table pairs; /* (wrote, read) */
static uint32_t *lines;       /* by pair: bits of timelines */
static size_t lines_room;
static struct id_table sums; /* (wrote) */
static uint32_t candidates;
static site *biases; /* by module of the other trace: what makes an address in
                        its file a site, or 0 */
static size_t biases_room;

bool bop_cuts_are_known(void)
{
    return biases_room;
}

uint32_t bop_cuts_candidates(void)
{
    return candidates;
}

uint32_t bop_cuts_find(site wrote, site read)
{
    uint32_t id = pairs.n ? bop_ids_find(&pairs, wrote, read, 0) : NO_ID;
    return id == NO_ID ? 0 : lines[id];
}

bool bop_cuts_is_sum(site wrote)
{
    return sums.n && bop_ids_find(&sums, wrote, 0, 0) != NO_ID;
}

bool bop_cuts_pair(uint32_t i, site *wrote, site *read, uint32_t *bits)
{
    if (i >= pairs.n)
        return false;
    *wrote = pairs.keys[i][0];
    *read = pairs.keys[i][1];
    *bits = lines[i];
    return true;
}

/* ---- Reading ---- */

/* Takes a number, and the blank or colon behind it. */
static bool take_number(const char **s, unsigned base, uint64_t *number)
{
    static const char digits[] = "0123456789abcdef";
    const char *start = *s, *digit;
    *number = 0;
    for (; **s && (digit = strchr(digits, **s)) && digit - digits < base; ++*s)
        *number = *number * base + (uint64_t)(digit - digits);
    bool good = *s > start;
    if (**s == ' ' || **s == ':')
        ++*s;
    return good;
}

static void skip_field(const char **s)
{
    *s += strcspn(*s, " ");
    *s += **s == ' ';
}

/* Takes a site of a module that runs now. */
static bool take_site(const char **s, site *at)
{
    uint64_t module, address;
    if (!take_number(s, 10, &module) || !take_number(s, 16, &address) ||
        module >= biases_room || !biases[module])
        return false;
    /* A site is a return address. */
    *at = biases[module] - 1 + address + 1;
    return true;
}

/* Reads "MODULE LOW HIGH BUILD-ID PATH". */
static void read_module(const char *s)
{
    uint64_t number;
    const struct module *module;
    if (!take_number(&s, 10, &number) || number > 65535)
        return;
    skip_field(&s);
    skip_field(&s);
    size_t n = strcspn(s, " ");
    biases = bop_memory_grow(biases, number, &biases_room, sizeof *biases);
    for (uint32_t i = 0; n > 1 && (module = bop_module(i)); i++)
        if (strlen(module->id) == n && strncmp(module->id, s, n) == 0)
            biases[number] = module->bias + 1;
}

/* Reads "WRITE READ LINE". */
static void read_pair(const char *s)
{
    site wrote, read;
    uint64_t line;
    if (!take_site(&s, &wrote) || !take_site(&s, &read) ||
        !take_number(&s, 10, &line) || line > MOST_CANDIDATES)
        return;
    uint32_t id = bop_ids_add(&pairs, wrote, read, 0);
    lines = bop_memory_grow(lines, id, &lines_room, sizeof *lines);
    lines[id] |= (uint32_t)1 << line;
    if (line > candidates)
        candidates = (uint32_t)line;
    if (line == 0)
        bop_ids_add(&sums, wrote, 0, 0);
}

bool bop_cuts_read(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    char *text = fd < 0 ? NULL : bop_memory_file(fd);
    close(fd);
    if (!text || strncmp(text, "bop-trace ", 10) != 0)
        return false;
    for (char *line = text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end)
            *end++ = 0;
        if (strncmp(line, "m ", 2) == 0)
            read_module(line + 2);
        else if (strncmp(line, "i ", 2) == 0)
            read_pair(line + 2);
    }
    return true;
}
