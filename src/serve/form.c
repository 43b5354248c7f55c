#include "serve/form.h"

#include <stdio.h>

/* The names are those of the command line. Event and threads decide what is
   read, and the granularity decides whether lines are read. */
static const struct form_row {
    const char *name, *label, *hint;
    const char *choices; /* words; NULL: any text */
    unsigned asks;       /* ASK_..., what the reader must know about for it */
    bool is_number, is_rare, is_read;
} rows[] = {
    { .name = "focus", .label = "Focus", .hint = "all stacks" },
    { .name = "ignore", .label = "Ignore", .hint = "no stacks" },
    { .name = "hide", .label = "Hide", .hint = "no functions" },
    { .name = "root", .label = "Root", .hint = "all functions" },
    { .name = "nodecount", .label = "Functions", .hint = "80",
      .is_number = true },
    { .name = "event", .label = "Event", .hint = "automatic",
      .asks = ASK_EVENT, .is_read = true },
    { .name = "show-from", .label = "Show from", .hint = "the roots",
      .is_rare = true },
    { .name = "show", .label = "Show", .hint = "all functions",
      .is_rare = true },
    { .name = "collapse-recursion", .label = "Collapse recursion",
      .hint = "no functions", .is_rare = true },
    { .name = "leaf", .label = "Leaf", .hint = "all functions",
      .is_rare = true },
    { .name = "depth", .label = "Depth", .hint = "any", .is_number = true,
      .is_rare = true },
    { .name = "node-thres", .label = "Least function %", .hint = "0.5",
      .is_rare = true },
    { .name = "edge-thres", .label = "Least call %", .hint = "0.1",
      .is_rare = true },
    { .name = "comm", .label = "Thread name", .hint = "all", .asks = ASK_COMM,
      .is_rare = true, .is_read = true },
    { .name = "pid", .label = "Process", .hint = "all", .asks = ASK_PID,
      .is_rare = true, .is_read = true },
    { .name = "tid", .label = "Thread", .hint = "all", .asks = ASK_TID,
      .is_rare = true, .is_read = true },
    { .name = "time", .label = "Time", .hint = "from,to", .asks = ASK_TIME,
      .is_rare = true, .is_read = true },
    { .name = "granularity", .label = "Boxes", .hint = "functions",
      .choices = "function line file module class package address",
      .is_rare = true, .is_read = true },
    { .name = "color-by", .label = "Colour by", .hint = "theme",
      .choices = "self total", .is_rare = true },
};
_Static_assert(ROWS(rows) == FORM_OPTIONS, "FORM_OPTIONS counts the rows");

/* Returns the number of the row, or FORM_OPTIONS. */
static size_t find_row(const struct form *form, const char *name)
{
    size_t i = 0;
    while (i < FORM_OPTIONS &&
           !(form->has[i] && strcmp(rows[i].name, name) == 0))
        i++;
    return i;
}

struct form form_of(const struct versions *versions)
{
    struct run *run = versions->now;
    struct form form = {
        .options = &run->options,
        .version = run->options.watches ? versions->number : 0,
        .can_compare = versions_can_compare(versions),
        .strips = versions->strips,
        .n_strips = versions->n_strips,
    };
    if (run->profile) {
        const struct strings *events = &run->profile->inventory.events.texts;
        struct str *copy = NEW_N(&run->arena, struct str, events->n);
        for (uint32_t i = 0; i < events->n; i++)
            copy[i] = arena_copy(&run->arena, events->texts[i]);
        form.events = copy;
        form.n_events = events->n;
    }
    for (size_t i = 0; i < FORM_OPTIONS; i++)
        form.has[i] = (rows[i].asks & ~run->supported) == 0;
    return form;
}

bool form_has(const struct form *form, const char *name)
{
    return find_row(form, name) < FORM_OPTIONS;
}

struct form_values form_defaults(const struct form *form, struct arena *arena)
{
    const struct options *options = form->options;
    struct form_values values = {
        .all = NEW_N(arena, struct given_option, options->given.n),
    };
    for (size_t i = 0; i < options->given.n; i++)
        if (form_has(form, options->given.of[i].name))
            values.all[values.n++] = options->given.of[i];
    return values;
}

/* Returns the next value from *at on that decides what is read, or NULL. */
static const struct given_option *next_read(const struct form *form,
                                            const struct form_values *values,
                                            size_t *at)
{
    while (*at < values->n) {
        const struct given_option *value = &values->all[(*at)++];
        if (rows[find_row(form, value->name)].is_read)
            return value;
    }
    return NULL;
}

bool form_needs_files(const struct form *form, const struct form_values *values)
{
    LOCAL_ARENA(scratch);
    struct form_values defaults = form_defaults(form, &scratch);
    const struct given_option *a, *b;
    size_t i = 0, j = 0;
    bool differs;
    do {
        a = next_read(form, &defaults, &i);
        b = next_read(form, values, &j);
        differs = a && b ? strcmp(a->name, b->name) != 0 ||
                               strcmp(a->arg, b->arg) != 0
                         : a || b;
    } while (a && b && !differs);
    return differs;
}

/* Returns "--name=value", which getopt_long may not change. */
static char *argument(struct arena *arena, const struct given_option *option)
{
    const char *value = option->arg ? option->arg : "";
    size_t size = strlen(option->name) + strlen(value) + sizeof "--=";
    char *text = NEW_N(arena, char, size);
    snprintf(text, size, "--%s%s%s", option->name, option->arg ? "=" : "",
             value);
    return text;
}

static char *copy(struct arena *arena, const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(NEW_N(arena, char, size), text, size);
}

char **form_command_line(const struct form *form,
                         const struct form_values *values, struct arena *arena,
                         int *argc)
{
    const struct options *options = form->options;
    size_t most = options->given.n + values->n + 2 * options->n_files + 4;
    size_t n = 0;
    char **argv = NEW_N(arena, char *, most);
    argv[n++] = copy(arena, "prof2dot");
    for (size_t i = 0; i < options->given.n; i++)
        if (!form_has(form, options->given.of[i].name))
            argv[n++] = argument(arena, &options->given.of[i]);
    for (size_t i = 0; i < values->n; i++)
        argv[n++] = argument(arena, &values->all[i]);
    for (size_t i = 0; values->compares_last && i < options->n_files; i++) {
        const struct given_option base = { "base", options->files[i] };
        argv[n++] = argument(arena, &base);
    }
    argv[n++] = copy(arena, "--no-progress");
    argv[n++] = copy(arena, "--");
    /* input_files_add_base puts the files of --base before the others. */
    for (size_t i = options->compares_two ? 0 : options->n_base;
         i < options->n_files; i++)
        argv[n++] = copy(arena, options->files[i]);
    *argc = (int)n;
    return argv;
}

/* Splits the words of a row's choices. */
static void fill_choices(struct html_field *field, struct arena *arena,
                         const char *choices)
{
    struct str rest = str_of(choices), word;
    struct str *list = NEW_N(arena, struct str, strlen(choices));
    while (str_take_word(&rest, &word))
        list[field->n_choices++] = word;
    field->choices = list;
}

static void fill_values(struct html_field *field, struct arena *arena,
                        const struct form_values *values)
{
    struct str *list = NEW_N(arena, struct str, values->n);
    for (size_t i = 0; i < values->n; i++)
        if (strcmp(values->all[i].name, field->name) == 0)
            list[field->n_values++] = str_of(values->all[i].arg);
    field->values = list;
}

/* Returns the strip of the event that the values choose, or else that which the
   files are drawn with. */
static struct str find_strip(const struct form *form,
                             const struct form_values *values)
{
    struct str event = form->options->read.event;
    for (size_t i = 0; i < values->n; i++)
        if (strcmp(values->all[i].name, "event") == 0)
            event = str_of(values->all[i].arg);
    for (size_t i = 0; i < form->n_strips; i++)
        if (str_eq(form->strips[i].event, event) || form->n_strips == 1)
            return form->strips[i].data;
    return S("");
}

struct html_live *form_html(const struct form *form,
                            const struct form_values *values,
                            struct arena *arena)
{
    struct html_field *fields = NEW_N(arena, struct html_field, FORM_OPTIONS);
    struct html_live *live = NEW(arena, struct html_live);
    for (size_t i = 0; i < FORM_OPTIONS; i++) {
        const struct form_row *row = &rows[i];
        struct html_field *field = &fields[live->n_fields];
        if (!form->has[i])
            continue;
        live->n_fields++;
        *field = (struct html_field){
            .name = row->name,
            .label = row->label,
            .hint = row->hint,
            .is_number = row->is_number,
            .is_rare = row->is_rare,
        };
        fill_values(field, arena, values);
        if (row->choices) {
            fill_choices(field, arena, row->choices);
        } else if (row->asks == ASK_EVENT && form->n_events) {
            field->choices = form->events;
            field->n_choices = form->n_events;
        }
    }
    live->fields = fields;
    live->strip = find_strip(form, values);
    live->version = form->version;
    live->can_compare = form->can_compare;
    live->compares_last = values->compares_last;
    return live;
}
