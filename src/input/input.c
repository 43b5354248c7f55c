#include "input/input.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "input/blocks.h"
#include "util/diag.h"
#include "util/files/temporary.h"
#include "util/progress.h"

/* These are sizes in bytes; tests choose others. HEAD is what input_head looks
   at, READ what one read gives until there are blocks, and PIECE the most that
   a piece has. */
#ifndef HEAD
#define HEAD ((size_t)64 * 1024)
#endif
#ifndef PIECE
#define READ ((size_t)256 * 1024)
#define PIECE ((size_t)256 * 1024)
#endif

enum {
    WARNINGS = 5,    /* bad lines that are reported */
    MOST_QUOTED = 60 /* bytes of a line in a message */
};

struct lines {
    struct source source;
    struct blocks blocks; /* before the first line, blocks.rest has everything
                             that was read */
    const struct block *block; /* NULL before the first line */
    size_t next;  /* the next line of the block */
    size_t start; /* its offset in the block's text */
    size_t piece;   /* bytes at the start of blocks.rest: the piece that was
                       handed out */
    FILE *copy; /* a temporary file with all bytes, or NULL */
    size_t n_lines; /* lines so far, without empty ones and comments */
    size_t number;  /* of the line that was read last */
    struct {
        size_t n;          /* lines that were skipped, each counted once */
        size_t first, last; /* their numbers */
        struct buf text;   /* the start of the first one; empty: not known */
    } skipped;
    bool closed;
};

/* "NAME:LINE: TEXT", or "NAME: TEXT" before the first line. */
static struct str message(struct arena *arena, const struct input *in,
                          const char *format, va_list args)
{
    struct str text = arena_vprintf(arena, format, args);
    return in->line
               ? arena_printf(arena, "%s:%zu: %s", in->name, in->line, text.s)
               : arena_printf(arena, "%s: %s", in->name, text.s);
}

static void warn(const struct input *in, const char *format, va_list args)
{
    LOCAL_ARENA(scratch);
    diag_warn("%s", message(&scratch, in, format, args).s);
}

static void error(const struct input *in, const char *format, va_list args)
{
    LOCAL_ARENA(scratch);
    diag_error("%s", message(&scratch, in, format, args).s);
}

bool input_error(struct input *in, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    error(in, format, args);
    va_end(args);
    in->failed = true;
    return false;
}

void input_cut(struct input *in, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    error(in, format, args);
    va_end(args);
    in->cut = true;
}

bool input_is_in_open_line(const struct input *in)
{
    return in->lines->block && in->lines->block->is_last &&
           in->lines->block->lines.n;
}

/* Notes that the current line is skipped, if it is one. */
static void note_skipped(struct input *in)
{
    struct lines *lines = in->lines;
    if (lines->skipped.n && lines->skipped.last == in->line)
        return;
    if (!lines->skipped.n++) {
        lines->skipped.first = in->line;
        if (in->line == lines->number)
            buf_add(&lines->skipped.text,
                    str_head(str_trim(in->text), MOST_QUOTED));
    }
    lines->skipped.last = in->line;
}

bool input_refuse(struct input *in, const char *guessed)
{
    const struct lines *lines = in->lines;
    struct str text = buf_text(&lines->skipped.text);
    const char *quote = text.len ? ", '" : "";
    if (lines->n_lines < 2 || lines->skipped.n * 2 <= lines->n_lines)
        return false;
    in->line = 0;
    input_error(in, "this looked like %s input, but %zu of its %zu lines make "
                    "no sense as that; the first is line %zu%s%.*s%s; name "
                    "the right format with -f, see --list-formats, or draw "
                    "the rest with -f %s",
                guessed, lines->skipped.n, lines->n_lines,
                lines->skipped.first, quote, (int)text.len, text.s,
                text.len ? "'" : "", guessed);
    return true;
}

void input_warn(struct input *in, const char *format, ...)
{
    LOCAL_ARENA(scratch);
    va_list args;
    va_start(args, format);
    if (input_is_in_open_line(in) && !in->cut) {
        diag_error("%s; the input is cut off in this line",
                   message(&scratch, in, format, args).s);
        in->cut = true;
    } else if (in->skipped < WARNINGS) {
        warn(in, format, args);
    }
    in->skipped++;
    note_skipped(in);
    va_end(args);
}

void input_remark(struct input *in, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    warn(in, format, args);
    va_end(args);
}

void input_count(struct input *in, const char *what, size_t n)
{
    if (n)
        input_remark(in, "%s: %zu", what, n);
}

static struct input *open_input(struct arena *arena, const char *path,
                                bool is_binary)
{
    struct input *in = NEW(arena, struct input);
    in->lines = NEW(arena, struct lines);
    if (!source_open(&in->lines->source, path, is_binary))
        return NULL;
    in->name = in->lines->source.name;
    in->lines->blocks.source = &in->lines->source;
    return in;
}

struct input *input_open(struct arena *arena, const char *path)
{
    return open_input(arena, path, false);
}

struct input *input_open_bytes(struct arena *arena, const char *path)
{
    return open_input(arena, path, true);
}

void input_close(struct input *in)
{
    if (in->lines->closed)
        return;
    in->lines->closed = true;
    if (in->skipped > WARNINGS)
        diag_warn("%s: %zu more lines were skipped", in->name,
                  in->skipped - WARNINGS);
    blocks_close(&in->lines->blocks);
    source_close(&in->lines->source);
    buf_free(&in->lines->skipped.text);
    arena_free(&in->arena);
    if (in->lines->copy)
        fclose(in->lines->copy);
}

bool input_is_archive(const struct input *in)
{
    return in->lines->source.members.names.n > 1;
}

bool input_has_member(const struct input *in, struct str file)
{
    const struct members *members = &in->lines->source.members;
    return members_find(members, file) < members->names.n;
}

struct str input_members(const struct input *in, struct arena *arena)
{
    return members_text(&in->lines->source.members, arena);
}

struct input *input_open_member(struct arena *arena,
                                const struct input *archive, struct str file)
{
    const struct source *whole = &archive->lines->source;
    uint32_t member = members_find(&whole->members, file);
    if (member == whole->members.names.n)
        return NULL;
    struct input *in = NEW(arena, struct input);
    in->name = arena_printf(arena, "%s/%s", archive->name,
                            whole->members.names.of[member].s).s;
    in->threads = archive->threads;
    in->lines = NEW(arena, struct lines);
    in->lines->blocks.source = &in->lines->source;
    return source_open_member(&in->lines->source, whole, member, in->name)
               ? in
               : NULL;
}

void input_close_member(struct input *archive, struct input *member)
{
    input_close(member);
    archive->skipped += member->skipped;
    archive->cut |= member->cut;
    archive->failed |= member->failed;
}

/* At the end of the input, reports once if it came too early. */
static void report_damage(struct input *in)
{
    const char *why = source_damage(&in->lines->source);
    if (why && !in->cut)
        input_cut(in, "the input is damaged or cut off here: %s", why);
}

/* Reads more, before the first line is asked for. Returns false at the end. */
static bool read_more(struct input *in)
{
    struct source *source = &in->lines->source;
    if (!source_read(source, &in->lines->blocks.rest, READ)) {
        report_damage(in);
        return false;
    }
    progress_bytes((double)source->consumed, source->size);
    return true;
}

struct head input_head(struct input *in)
{
    const struct buf *text = &in->lines->blocks.rest;
    while (text->len < HEAD && read_more(in))
        continue;
    return (struct head){ .text = str_head(buf_text(text), HEAD),
                          .complete = in->lines->source.ended &&
                                      text->len <= HEAD };
}

struct str input_all(struct input *in)
{
    while (read_more(in))
        continue;
    return buf_text(&in->lines->blocks.rest);
}

/* Moves what was read, and all that follows, to a temporary file. */
static bool copy_all(struct input *in)
{
    struct buf *bytes = &in->lines->blocks.rest;
    FILE *copy = in->lines->copy = temporary_file();
    bool good = copy != NULL;
    while (good) {
        good = fwrite(bytes->data, 1, bytes->len, copy) == bytes->len;
        bytes->len = 0;
        if (good && !read_more(in))
            break;
    }
    return (good && fflush(copy) == 0) ||
           input_error(in, "cannot copy the input to a temporary file: %s",
                       strerror(errno));
}

int input_descriptor(struct input *in, uint64_t *size)
{
    const struct source *source = &in->lines->source;
    input_head(in);
    int fd = source->fd;
    bool has_file = source->is_file && source->is_plain &&
                    lseek(fd, 0, SEEK_CUR) == (off_t)source->consumed;
    if (!has_file) {
        if (!in->lines->copy && !copy_all(in))
            return -1;
        fd = fileno(in->lines->copy);
    }
    off_t end = has_file ? (off_t)source->size : lseek(fd, 0, SEEK_END);
    *size = end > 0 ? (uint64_t)end : 0;
    return fd;
}

static bool next_block(struct input *in)
{
    struct lines *lines = in->lines;
    if (!lines->block) {
        lines->blocks.hash_line = in->hash_line;
        lines->blocks.threads = in->threads;
    }
    const struct block *block = blocks_next(&lines->blocks);
    if (!block)
        return false;
    lines->block = block;
    lines->next = lines->start = 0;
    progress_bytes((double)block->consumed, lines->source.size);
    if (block->is_last)
        report_damage(in);
    return true;
}

bool input_next_line(struct input *in)
{
    struct lines *lines = in->lines;
    while (!lines->block || lines->next == lines->block->lines.n)
        if (!next_block(in))
            return false;
    const struct block_line *line = &lines->block->lines.of[lines->next++];
    in->text = block_line(lines->block, lines->start, line->end);
    in->has_blanks = lines->start + in->text.len < line->end &&
                     ascii_is_blank(in->text.s[in->text.len]);
    in->hash = line->hash;
    in->line++;
    lines->number++;
    lines->n_lines += in->text.len && in->text.s[0] != '#';
    lines->start = line->end + 1;
    return true;
}

bool input_next_piece(struct input *in)
{
    struct buf *rest = &in->lines->blocks.rest;
    buf_drop(rest, in->lines->piece);
    in->lines->piece = 0;
    while (rest->len == 0)
        if (!read_more(in))
            return false;
    in->text = str_head(buf_text(rest), PIECE);
    in->lines->piece = in->text.len;
    return true;
}
