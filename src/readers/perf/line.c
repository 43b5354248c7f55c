/*
 * Lines of perf script. Its standard error may be mixed in, as `perf script -v
 * 2>&1` does:
 *
 *     # ========
 *     # captured on    : Fri Nov 20 08:50:44 2026
 *     build id event received for [vdso]: e025128345ce65b719dab776555f2b64
 *     bash  3545   337.382882: PERF_RECORD_COMM exec: bash:3545/3545
 *     bash  3545   337.384402:    1001001 cpu-clock:pppH:
 *     <TAB>           648d3 main+0x1f (/usr/bin/bash)
 *       app.c:10
 */
#include "readers/perf/line.h"

#include "readers/perf/frame.h"
#include "readers/perf/header.h"
#include "util/known.h"

/* ---- Lines ---- */

/* Lines that are recognised by their start, their end, or both. */
static const struct {
    struct str start, end;
    enum perf_kind kind;
} known_lines[] = {
    { STR("ABI:"), STR(""), PERF_EMPTY }, /* registers follow a stack */
    { STR("Warning:"), STR(""), PERF_MESSAGE },
    { STR("WARNING: "), STR(""), PERF_MESSAGE },
    { STR("Processed "), STR("!"), PERF_WARNING },
    { STR("Check IO/CPU overload!"), STR(""), PERF_WARNING },
    { STR("Error:"), STR(""), PERF_MESSAGE },
    { STR("build id event received for "), STR(""), PERF_MESSAGE },
    { STR("Samples for '"), STR(" field."), PERF_MESSAGE },
    { STR("'"), STR(" events. Ignoring."), PERF_MESSAGE },
    { STR("Overriding previous field request"), STR(""), PERF_MESSAGE },
    { STR("Failed to open "), STR(""), PERF_MESSAGE },
    { STR("failed to open "), STR(""), PERF_MESSAGE },
    { STR("Cannot open "), STR(""), PERF_MESSAGE },
    { STR("incompatible file format"), STR(""), PERF_MESSAGE },
    { STR("zero-sized data "), STR(""), PERF_MESSAGE },
    { STR("no symbols found in "), STR(""), PERF_MESSAGE },
    { STR(""), STR(", continuing without symbols"), PERF_MESSAGE },
    { STR(""), STR(", continuing anyway..."), PERF_MESSAGE },
    { STR(""), STR(" long running apps that use it!"), PERF_MESSAGE },
    { STR("symsrc__init: "), STR(""), PERF_MESSAGE },
    { STR("pmu capabilities not available"), STR(""), PERF_MESSAGE },
    { STR("Looking at the vmlinux_path "), STR(""), PERF_MESSAGE },
    { STR("Using /"), STR(""), PERF_MESSAGE },
    { STR("/proc/"), STR(" module!"), PERF_MESSAGE },
    { STR("overlapping maps:"), STR(""), PERF_MESSAGE },
    { STR("unwind: "), STR(""), PERF_MESSAGE },
    { STR("cmd__addr2line "), STR(""), PERF_MESSAGE },
    { STR("addr2line: "), STR(""), PERF_MESSAGE },
    { STR("BFD: "), STR(""), PERF_MESSAGE },
    { STR("instruction trace error type "), STR(""), PERF_MESSAGE },
    { STR("[ perf record: "), STR(" ]"), PERF_MESSAGE },
};

static enum perf_kind known_kind(struct str line)
{
    line = str_trim(line);
    for (size_t i = 0; i < ROWS(known_lines); i++)
        if (str_starts(line, known_lines[i].start) &&
            str_ends(line, known_lines[i].end))
            return known_lines[i].kind;
    return PERF_OTHER;
}

/* Is this a row of perf report: "    8.55%  bash  libc.so.6  [.] main"? */
static bool is_report_row(struct str line)
{
    double percent;
    str_take_blanks(&line);
    return str_take_number(&line, &percent) && str_take(&line, S("%")) &&
           (str_has(line, S("[.] ")) || str_has(line, S("[k] ")));
}

/* A line that is surely a header goes before any other kind; a line that
   merely could be one is first compared with the known lines. */
static enum perf_kind text_kind(struct str line,
                                const struct perf_header *header)
{
    enum perf_kind kind = header->record      ? PERF_RECORD
                          : header->frame.len ? PERF_FLAT
                          : header->sure      ? PERF_HEADER
                                              : PERF_OTHER;
    if (header->sure)
        return kind;
    enum perf_kind known = known_kind(line);
    if (known != PERF_OTHER)
        return known;
    if (kind != PERF_OTHER)
        return kind;
    if (line.s[0] == '#')
        return PERF_COMMENT;
    return is_report_row(line) ? PERF_REPORT : PERF_OTHER;
}

/* Recognises a frame after blanks. After its address there is one blank and a
   name; an address alone must be aligned as perf does it. */
static bool take_indented(struct str line, struct perf_line *found)
{
    struct str frame = line;
    str_take_blanks(&frame);
    size_t digits = perf_frame_address(frame);
    struct str name = str_skip(frame, digits + 1);
    if (frame.s == line.s || digits == 0)
        return false;
    if (name.len ? name.s[0] == ' '
                 : !perf_header_is_address(line, str_head(frame, digits)))
        return false;
    size_t end = (size_t)(frame.s - line.s) + digits;
    found->kind = end == PERF_ADDRESS_COLUMNS ? PERF_ALONE : PERF_INDENTED;
    found->frame = frame;
    return true;
}

/* Recognises a frame whose blanks were lost, as they are where stacks were
   pasted: it has a module, or an address as long as those of memory are. */
static bool take_unindented(struct str line, struct perf_line *found)
{
    enum { SHORTEST = 8 };
    struct perf_frame frame;
    size_t digits = perf_frame_address(line);
    struct str name = str_skip(line, digits + 1);
    if (!digits || (name.len && ascii_is_blank(name.s[0])))
        return false;
    perf_frame(line, false, &frame);
    if (digits < SHORTEST && !frame.module.len)
        return false;
    found->kind = PERF_INDENTED;
    found->frame = line;
    return true;
}

/* perf script -F +phys_addr prints the address of data, alone in 16 columns,
   after a stack and in place of the empty line. */
static bool is_data_address(struct str line)
{
    struct str address = line;
    str_take_blanks(&address);
    return line.len == 16 && address.len < 16 &&
           perf_frame_address(address) == address.len;
}

struct perf_line perf_line(struct str line)
{
    struct str frame = line;
    if (str_take(&frame, S("\t"))) {
        str_take_blanks(&frame);
        if (perf_frame_address(frame))
            return (struct perf_line){ .kind = PERF_FRAME, .frame = frame };
    }
    if (str_trim(line).len == 0 || is_data_address(line) ||
        perf_fields_line(line))
        return (struct perf_line){ .kind = PERF_EMPTY };
    /* "# Samples: 152  of event 'cycles'" */
    if (str_starts(line, S("# Samples: ")) && str_has(line, S("of event")))
        return (struct perf_line){ .kind = PERF_REPORT };
    /* A thread may be called "#hash", but seldom "# hash". */
    if (str_eq(line, S("#")) || str_starts(line, S("# ")))
        return (struct perf_line){ .kind = PERF_COMMENT };
    struct perf_header header = perf_header(line);
    struct perf_line found = { text_kind(line, &header), header.frame,
                               header.front, header.time, header.period,
                               header.event, header.sure };
    if (found.kind == PERF_OTHER && !take_indented(line, &found))
        take_unindented(line, &found);
    return found;
}

/* ---- Headers that came before ---- */

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

/* ---- Lost events ---- */

/*
 * When perf cannot write as fast as events come, it drops some, and later
 * leaves a record of how many these were: a chunk. perf script
 * --show-lost-events prints the records, and every command that reads them
 * warns of them on standard error:
 *
 *     perf 25018 [001]   897.514878: PERF_RECORD_LOST lost 42
 *     Processed 10 events and lost 1 chunks!
 *     Processed 2000 samples and lost 12.50%!
 *     Processed 10 events and LOST 42!
 *
 * An older perf prints the last of these lines.
 */

/* A warning repeats the records if they are printed too. */
static void raise_to(double *number, double least)
{
    if (least > known_or(*number, 0))
        *number = least;
}

void perf_lost_add(struct input_stats *stats, struct str line)
{
    struct str before, after;
    uint64_t n;
    double all, lost;
    if (str_cut(line, S(" PERF_RECORD_LOST"), &before, &after) &&
        str_cut(after, S(" lost "), &before, &after) &&
        str_take_digits(&after, &n)) {
        stats->lost_events = add_known(stats->lost_events, (double)n);
        stats->lost_chunks = add_known(stats->lost_chunks, 1);
    }
    line = str_trim(line);
    if (!str_take(&line, S("Processed ")) || !str_take_number(&line, &all))
        return;
    if (str_take(&line, S(" events and LOST ")) &&
        str_take_number(&line, &lost))
        raise_to(&stats->lost_events, lost);
    else if (str_take(&line, S(" events and lost ")) &&
             str_take_number(&line, &lost))
        raise_to(&stats->lost_chunks, lost);
    else if (str_take(&line, S(" samples and lost ")) &&
             str_take_number(&line, &lost))
        raise_to(&stats->lost_events, round(all * lost / 100));
}
