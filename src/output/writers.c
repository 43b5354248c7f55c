#include "output/output.h"

const struct writer writers[] = {
    { "dot", "Graphviz DOT", true, false, write_dot },
    { "json", "functions, calls and cycles for scripts", false, false,
      write_json },
    { "text", "a table of functions, sorted by self cost", false, false,
      write_text },
    { "edges", "the profile as read, in prof2dot's own language", false, true,
      write_edges },
    { "folded", "folded stacks, of profiles that have stacks", false, true,
      write_folded },
    { NULL, NULL, false, false, NULL },
};

const struct writer *writer_find(struct str name)
{
    for (const struct writer *writer = writers; writer->name; writer++)
        if (str_eq(name, str_of(writer->name)))
            return writer;
    return NULL;
}
