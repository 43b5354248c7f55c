#include "readers/reader.h"

#include "readers/head.h"
#include "readers/hints.h"
#include "util/diag.h"

#define READER(name) extern const struct reader reader_##name;
#include "readers/list.h"
#undef READER

const struct reader *const readers[] = {
#define READER(name) &reader_##name,
#include "readers/list.h"
#undef READER
    NULL
};

static bool has_name(const struct reader *reader, struct str name)
{
    struct str aliases = str_of(reader->aliases), alias;
    if (str_eq(name, str_of(reader->name)))
        return true;
    while (str_take_word(&aliases, &alias))
        if (str_eq(name, alias))
            return true;
    return false;
}

const struct reader *reader_find(struct str name)
{
    for (size_t i = 0; readers[i]; i++)
        if (has_name(readers[i], name))
            return readers[i];
    return NULL;
}

static enum match match(const struct reader *reader, struct head head)
{
    if ((reader->json && head_has_json(head.text, str_of(reader->json))) ||
        (reader->is_line && head_has_line(head, reader->is_line)))
        return MATCH_YES;
    return reader->detect ? reader->detect(head) : MATCH_NO;
}

/* Returns the first reader that is at least as sure as `least`. Binary data are
   never text. */
static const struct reader *first_match(struct head head, enum match least)
{
    bool is_binary = str_has(head.text, S("\0"));
    for (size_t i = 0; readers[i]; i++)
        if ((readers[i]->is_binary || !is_binary) &&
            match(readers[i], head) >= least)
            return readers[i];
    return NULL;
}

static bool has_members(const struct input *input, const char *members)
{
    struct str names = str_of(members), name;
    while (str_take_word(&names, &name))
        if (!input_has_member(input, name))
            return false;
    return true;
}

const struct reader *reader_of_archive(struct input *input,
                                       const struct reader *wanted)
{
    for (size_t i = 0; readers[i]; i++)
        if ((!wanted || readers[i] == wanted) && readers[i]->members &&
            has_members(input, readers[i]->members))
            return readers[i];
    LOCAL_ARENA(scratch);
    const char *list = input_members(input, &scratch).s;
    if (wanted && wanted->members)
        input_error(input, "expected an archive with the files %s; it has: %s",
                    wanted->members, list);
    else
        input_error(input, "this is an archive with several files, expected "
                           "one, the profile; it has: %s",
                    list);
    return NULL;
}

bool reader_check(struct input *input, const struct reader *wanted)
{
    struct head head = input_head(input);
    const struct reader *other = NULL;
    if (!wanted->is_binary && str_has(head.text, S("\0")))
        other = first_match(head, MATCH_YES);
    return !other ||
           diag_error("%s: expected the text of -f %s, found %s, which is "
                      "recognized without -f",
                      input->name, wanted->name, other->name);
}

const struct reader *reader_detect(struct input *input)
{
    if (input_is_archive(input))
        return reader_of_archive(input, NULL);
    struct head head = input_head(input);
    if (input->failed)
        return NULL;
    const struct reader *reader = first_match(head, MATCH_YES);
    const struct hint *hint = reader ? NULL : hints_find(head.text);
    if (!reader && !hint)
        reader = first_match(head, MATCH_MAYBE);
    if (reader)
        return reader;
    if (hint)
        hints_report(hint, input->name);
    else if (str_trim(head.text).len == 0)
        diag_error("%s: the input is empty; expected what a profiler wrote",
                   input->name);
    else if (str_has(head.text, S("\0")))
        diag_error("%s: binary data of no known format", input->name);
    else
        diag_error("%s: no known format; name it with --format, see "
                   "--list-formats",
                   input->name);
    return NULL;
}

const struct reader *
reader_detect_together(const char *const *paths, size_t n,
                       const struct reader_options *options)
{
    for (size_t i = 0; readers[i]; i++)
        if (readers[i]->detect_together &&
            readers[i]->detect_together(paths, n, options))
            return readers[i];
    return NULL;
}

/* The options that only some formats support, and what an input of another
   format does not have. */
static const struct {
    unsigned ask;
    const char *option, *what;
} asks[] = {
    { ASK_EVENT, "event", "events" },
    { ASK_WEIGHT, "weight", "periods" },
    { ASK_COMM, "comm", "thread names" },
    { ASK_PID, "pid", "processes" },
    { ASK_TID, "tid", "threads" },
    { ASK_FORCE, "force", "program" },
    { ASK_TAGS, "tags", "tags" },
    { ASK_LINES, "granularity=line", "source lines" },
    { ASK_ADDRESSES, "granularity=address", "addresses" },
    { ASK_UNRESOLVED, "addresses", "addresses of single instructions" },
    { ASK_PROGRAM, "program", "program" },
    { ASK_TIME, "time", "times" },
    { ASK_SYMFS, "symfs", "files of programs" },
    { ASK_DEBUGINFOD, "debuginfod", "files of programs" },
    { ASK_INLINES, "no-inline", "code whose inlined functions are sought" },
    { ASK_LIST_EVENTS, "list-events", "events" },
    { ASK_LIST_THREADS, "list-threads", "threads" },
    { ASK_LABELS, "with-label", "labels" },
    { ASK_CODE, "assembly", "addresses of instructions in programs" },
    { ASK_LIST_PLACES, "list-places", "places that could be kept" },
};

bool reader_supports(const struct reader *reader,
                     const struct reader_options *options, const char *input)
{
    for (size_t i = 0; i < ROWS(asks); i++)
        if (options->asked & asks[i].ask & ~reader->supports)
            return diag_error("%s: --%s is of no use: %s input has no %s; "
                              "leave it out",
                              strcmp(input, "-") == 0 ? "standard input"
                                                      : input,
                              asks[i].option, reader->name, asks[i].what);
    return true;
}
