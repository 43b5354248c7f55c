#include "readers/perf/header_cache.h"

enum { LONGEST = 500 }; /* bytes of a header that is kept */

/* True if both texts are equal except for digits, which must stand at the same
   places: perf_line never asks which digit it sees. */
static bool are_alike(struct str a, struct str b)
{
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++)
        if (a.s[i] != b.s[i] &&
            !(ascii_is_digit(a.s[i]) && ascii_is_digit(b.s[i])))
            return false;
    return true;
}

/* Returns the part of the text `to` that is at the same place as a part of the
   text `from`. */
static struct str moved_part(const char *to, const char *from, struct str part)
{
    return part.len ? (struct str){ to + (part.s - from), part.len } : S("");
}

static struct perf_line moved_line(const char *to, const char *from,
                                   struct perf_line line)
{
    line.front = moved_part(to, from, line.front);
    line.time = moved_part(to, from, line.time);
    line.period = moved_part(to, from, line.period);
    line.event = moved_part(to, from, line.event);
    return line;
}

struct perf_line header_cache_line(struct header_cache *cache, struct str line)
{
    struct cached_header *kept = &cache->headers[line.len % HEADER_CACHE_SIZE];
    if (kept->text.len && are_alike(buf_text(&kept->text), line))
        return moved_line(line.s, kept->text.data, kept->line);
    struct perf_line found = perf_line(line);
    if (found.kind == PERF_HEADER && found.sure && line.len <= LONGEST) {
        kept->text.len = 0;
        buf_add(&kept->text, line);
        kept->line = moved_line(kept->text.data, line.s, found);
    }
    return found;
}

void header_cache_free(struct header_cache *cache)
{
    for (int i = 0; i < HEADER_CACHE_SIZE; i++)
        buf_free(&cache->headers[i].text);
}
