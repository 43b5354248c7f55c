#include <strings.h>

#include "output/output.h"

const struct writer writers[] = {
    { .name = "dot",
      .description = "Graphviz DOT",
      .is_picture = true,
      .write = write_dot },
    { .name = "svg",
      .description = "picture for pages, drawn by dot, with tooltips",
      .is_picture = true,
      .write = write_svg },
    { .name = "html",
      .description = "picture to search and look around in, with a table",
      .is_picture = true,
      .write = write_html },
    { .name = "png",
      .description = "picture of points, drawn by dot",
      .is_picture = true,
      .is_binary = true,
      .write = write_picture },
    { .name = "pdf",
      .description = "picture for paper, drawn by dot",
      .is_picture = true,
      .is_binary = true,
      .write = write_picture },
    { .name = "ps",
      .description = "PostScript, drawn by dot",
      .is_picture = true,
      .write = write_picture },
    { .name = "eps",
      .description = "Encapsulated PostScript, drawn by dot",
      .is_picture = true,
      .write = write_picture },
    { .name = "jpg",
      .description = "JPEG, drawn by dot",
      .is_picture = true,
      .is_binary = true,
      .write = write_picture },
    { .name = "gif",
      .description = "GIF, drawn by dot",
      .is_picture = true,
      .is_binary = true,
      .write = write_picture },
    { .name = "webp",
      .description = "WebP, drawn by dot if it can",
      .is_picture = true,
      .is_binary = true,
      .write = write_picture },
    { .name = "json",
      .description = "functions, calls and cycles for scripts",
      .write = write_json },
    { .name = "text",
      .description = "a table of functions, sorted by self cost",
      .write = write_text },
    { .name = "edges",
      .description = "the profile as read, in prof2dot's own language",
      .is_input = true,
      .write = write_edges },
    { .name = "folded",
      .description = "folded stacks, of profiles that have stacks",
      .is_input = true,
      .write = write_folded },
    { .name = NULL },
};

/* Ends of file names that are no writer's name. */
static const struct {
    const char *suffix, *name;
} suffixes[] = {
    { "gv", "dot" },
    { "htm", "html" },
    { "jpeg", "jpg" },
    { "txt", "text" },
};

const struct writer *writer_find(struct str name)
{
    for (const struct writer *writer = writers; writer->name; writer++)
        if (str_eq(name, str_of(writer->name)))
            return writer;
    return NULL;
}

const struct writer *writer_for(const char *file)
{
    struct str name, suffix;
    if (!str_cut_last(str_basename(str_of(file)), S("."), &name, &suffix))
        return &writers[0];
    for (size_t i = 0; i < ROWS(suffixes); i++)
        if (strcasecmp(suffix.s, suffixes[i].suffix) == 0)
            return writer_find(str_of(suffixes[i].name));
    for (const struct writer *writer = writers; writer->name; writer++)
        if (strcasecmp(suffix.s, writer->name) == 0)
            return writer;
    return &writers[0];
}
