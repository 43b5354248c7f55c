#include "readers/perf/header_cache.h"

enum { LONGEST = 500 }; /* bytes of a header that is kept */

/* The same but for digits, which stand where digits stood: what perf_line does
   never depends on which they are. Most lines are, so that there is no branch
   in the loop. */
static bool alike(struct str a, struct str b)
{
    unsigned differ = 0;
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++) {
        unsigned x = (unsigned char)a.s[i], y = (unsigned char)b.s[i];
        differ |= (x != y) & ((x - '0' > 9) | (y - '0' > 9));
    }
    return !differ;
}

/* The same part of another text. */
static struct str part_in(const char *to, const char *from, struct str part)
{
    return part.len ? (struct str){ to + (part.s - from), part.len } : S("");
}

static struct perf_line line_in(const char *to, const char *from,
                                struct perf_line line)
{
    line.front = part_in(to, from, line.front);
    line.period = part_in(to, from, line.period);
    line.event = part_in(to, from, line.event);
    return line;
}

struct perf_line header_cache_line(struct header_cache *again, struct str line)
{
    struct cached_header *past = &again->past[line.len % HEADER_CACHE_SIZE];
    if (past->text.len && alike(buf_text(&past->text), line))
        return line_in(line.s, past->text.data, past->line);
    struct perf_line found = perf_line(line);
    if (found.kind == PERF_HEADER && found.sure && line.len <= LONGEST) {
        past->text.len = 0;
        buf_add(&past->text, line);
        past->line = line_in(past->text.data, line.s, found);
    }
    return found;
}

void header_cache_free(struct header_cache *again)
{
    for (int i = 0; i < HEADER_CACHE_SIZE; i++)
        buf_free(&again->past[i].text);
}
