#include "cli/habits.h"

#include <string.h>

#include "cli/option_rows.h"
#include "util/diag.h"

/* A word of pprof. In our words, "*" stands for its value, and "#" for the port
   at the end of that. */
struct habit {
    const char *word;    /* without dash; "=" at its end: a value follows */
    const char *ours[2]; /* NULL: no option, or no second one */
    const char *advice;  /* advice if no option does the same, or NULL; "":
                            there is no counterpart */
};

static const struct habit habits[] = {
    { "top", { "--to=top" }, NULL },
    { "text", { "--to=top" }, NULL },
    { "tree", { "--to=tree" }, NULL },
    { "dot", { "--to=dot" }, NULL },
    { "svg", { "--to=svg" }, NULL },
    { "png", { "--to=png" }, NULL },
    { "pdf", { "--to=pdf" }, NULL },
    { "proto", { "--to=pprof" }, NULL },
    { "callgrind", { "--to=callgrind" }, NULL },
    { "web", { "--serve" }, NULL },
    { "http=", { "--serve=#" }, NULL },
    { "no_browser", { "--no-browser" }, NULL },
    { "peek=", { "--to=peek", "--list=*" }, NULL },
    { "list=", { "--to=list", "--list=*" }, NULL },
    { "cum", { "--sort=total" }, NULL },
    { "flat", { "--sort=self" }, NULL },
    { "diff_base=", { "--base=*" }, NULL },
    { "show_from=", { "--show-from=*" }, NULL },
    { "sample_index=", { "--event=*" }, NULL },
    { "relative_percentages", { "--relative" }, NULL },
    { "functions", { "--granularity=function" }, NULL },
    { "files", { "--granularity=file" }, NULL },
    { "lines", { "--granularity=line" }, NULL },
    { "addresses", { NULL }, "-T list --list=RE --assembly" },
    { "disasm=", { NULL }, "-T list --list=RE --assembly" },
    { "weblist=", { NULL }, "-o out.html --source=DIR --assembly" },
    { "nodefraction=", { NULL }, "-n PERCENT" },
    { "edgefraction=", { NULL }, "-e PERCENT" },
    { "unit=", { NULL }, "--unit=UNIT, if the input does not say it" },
    { "tags", { NULL }, "--tags=KEY" },
    { "tagroot=", { NULL }, "--tags=KEY" },
    { "tagleaf=", { NULL }, "--tags=KEY" },
    { "tagshow=", { NULL }, "--tags=KEY" },
    { "taghide=", { NULL }, "--tags=KEY" },
    { "tagfocus=", { NULL }, "--with-label=KEY=VALUE" },
    { "tagignore=", { NULL }, "--with-label=KEY=VALUE for those to keep" },
    { "traces", { NULL }, "-T folded" },
    { "raw", { NULL }, "-T folded" },
    { "gif", { "--to=gif" }, NULL },
    { "ps", { "--to=ps" }, NULL },
    { "alloc_space", { "--event=alloc_space" }, NULL },
    { "alloc_objects", { "--event=alloc_objects" }, NULL },
    { "inuse_space", { "--event=inuse_space" }, NULL },
    { "inuse_objects", { "--event=inuse_objects" }, NULL },
    { "noinlines", { "--no-inline" }, NULL },
    { "filefunctions", { "--granularity=function" }, NULL },
    { "call_tree", { NULL }, "-T flame, which draws each path" },
    { "source_path=", { NULL }, "--source=DIR" },
    { "trim_path=", { NULL }, "--source=DIR" },
    { "seconds=", { NULL },
      "curl -o cpu.pprof 'URL?seconds=N'; prof2dot cpu.pprof" },
    { "compact_labels", { NULL }, "" },
    { "divide_by=", { NULL }, "" },
    { "drop_negative", { NULL }, "" },
    { "mean", { NULL }, "" },
    { "prune_from=", { "--prune-from=*" }, NULL },
    { "symbolize=", { NULL }, "" },
    { "trim", { NULL }, "" },
    { "trim=", { NULL }, "" },
};

/* Long options of programs other than pprof, and our counterparts. */
static const struct {
    const char *name, *ours;
} long_names[] = {
    { "diff", "--base=FILE" },       { "diff-base", "--base=FILE" },
    { "stdio", "-T top" },           { "tui", "--serve" },
    { "no-children", "-T top" },     { "children", "-T top --sort=total" },
    { "call-graph", "-T tree" },     { "inclusive", "-T top --sort=total" },
    { "inverted", "-T flame --invert" },
    { "percent-limit", "-n PERCENT" },
    { "threshold", "-n PERCENT, or --nodecount=N" },
    { "dso", "--path='*/NAME', or --granularity=module" },
    { "dsos", "--path='*/NAME', or --granularity=module" },
    { "comms", "--comm=NAME" },      { "tids", "--tid=N" },
    { "pids", "--pid=N" },           { "input", "the file alone" },
    { "symbols", "--list=RE" },      { "auto", "-T list --source=DIR" },
    { "flamegraph", "-T flame" },    { "callers", "-T peek" },
};

/* Returns the habit of the first of two arguments, or NULL. Stores the value,
   which may be the second one: *uses is the number of arguments. */
static const struct habit *find_habit(char *const *args, struct str *value,
                                      int *uses)
{
    struct str word = str_of(args[0]);
    if (!str_take(&word, S("-")))
        return NULL;
    for (size_t i = 0; i < ROWS(habits); i++) {
        const struct habit *habit = &habits[i];
        struct str name = str_of(habit->word), rest = word;
        bool has_value = str_ends(name, S("="));
        name.len -= has_value;
        *uses = 1;
        *value = S("");
        if (!str_take(&rest, name))
            continue;
        if (rest.len == 0 && has_value && args[1]) {
            *value = str_of(args[1]);
            *uses = 2;
            return habit;
        }
        *value = rest;
        if (has_value ? str_take(value, S("=")) : rest.len == 0)
            return habit;
    }
    return NULL;
}

/* Returns the text behind the last colon: "8080" of "localhost:8080". Prints a
   note that the page is for this machine only if the address is open to
   others. */
static struct str port_of(struct str address)
{
    struct str host, port;
    if (!str_cut_last(address, S(":"), &host, &port))
        return address;
    if (host.len && !str_eq(host, S("localhost")) &&
        !str_eq(host, S("127.0.0.1")) && !str_eq(host, S("[::1]")))
        diag_note("-http: the page is for this machine only; on another, "
                  "ssh -L %.*s:localhost:%.*s HOST leads to it",
                  (int)port.len, port.s, (int)port.len, port.s);
    return port;
}

static char *argument(struct arena *arena, const char *ours, struct str value)
{
    size_t len = strcspn(ours, "*#");
    if (ours[len] == '#')
        value = port_of(value);
    else if (!ours[len])
        value = S("");
    return (char *)arena_printf(arena, "%.*s%.*s", (int)len, ours,
                                (int)value.len, value.s).s;
}

/* Returns "--output=x" for "-output=x": long options of pprof have one dash, so
   a whole name after one dash is not taken for our letters. Returns NULL for
   other arguments. */
static char *with_two_dashes(struct arena *arena, const char *arg)
{
    enum { SHORTEST = 4 };
    struct str name = str_of(arg), value;
    if (!str_take(&name, S("-")))
        return NULL;
    str_cut(name, S("="), &name, &value);
    EACH_OPTION(row)
        if (row->name && name.len >= SHORTEST &&
            str_eq(str_of(row->name), name))
            return argument(arena, "--*", str_skip(str_of(arg), 1));
    return NULL;
}

/* Is the next argument the value of this one, as after "--title", "--titl" and
   "-so"? */
static bool takes_next(const char *arg)
{
    struct str name = str_of(arg);
    bool is_long = str_take(&name, S("--")), takes = false;
    if (!is_long && !str_take(&name, S("-")))
        return false;
    for (size_t i = 0; !is_long && !takes && i < name.len; i++) {
        const struct option_row *row = option_rows;
        while (!option_row_ends(row) && row->letter != name.s[i])
            row++;
        takes = row->arg && !option_arg_is_optional(row);
        if (takes && i + 1 < name.len)
            return false;
    }
    for (const struct option_row *row = option_rows;
         is_long && !takes && !option_row_ends(row); row++)
        takes = row->name && str_starts(str_of(row->name), name) && row->arg &&
                !option_arg_is_optional(row);
    return takes;
}

char **habits_replaced(struct arena *arena, int *argc, char **argv)
{
    char **all = NEW_N(arena, char *, 2 * (size_t)*argc + 1);
    bool is_over = false;
    int n = 0, uses = 1;
    for (int i = 0; i < *argc; i += uses) {
        struct str value = S("");
        const struct habit *habit = NULL;
        uses = 1;
        is_over = is_over || strcmp(argv[i], "--") == 0;
        bool is_free = i > 0 && !is_over && !takes_next(argv[i - 1]);
        if (is_free)
            habit = find_habit(argv + i, &value, &uses);
        if (!habit) {
            char *ours = is_free ? with_two_dashes(arena, argv[i]) : NULL;
            uses = 1;
            all[n++] = ours ? ours : argv[i];
        } else if (habit->advice) {
            diag_error("%s: this option is pprof's%s%s", argv[i],
                       habit->advice[0] ? "; give " : ", and nothing here is "
                                                      "like it",
                       habit->advice);
            return NULL;
        }
        for (size_t k = 0; habit && k < ROWS(habit->ours) && habit->ours[k]; k++)
            all[n++] = argument(arena, habit->ours[k], value);
    }
    *argc = n;
    return all;
}

/* Returns the advice on a habit, such as "give --to=peek --list=...". */
static struct str advice_of(struct arena *arena, const struct habit *habit)
{
    struct str text = S("give");
    if (habit->advice)
        return habit->advice[0] ? arena_printf(arena, "give %s", habit->advice)
                                : S("");
    for (size_t k = 0; k < ROWS(habit->ours) && habit->ours[k]; k++) {
        size_t len = strcspn(habit->ours[k], "*#");
        char end = habit->ours[k][len];
        text = arena_printf(arena, "%s %.*s%s", text.s,
                            (int)(end == '#' ? len - 1 : len), habit->ours[k],
                            end == '*' ? "..." : "");
    }
    return text;
}

struct str habits_advice(struct arena *arena, struct str name)
{
    const struct writer *writer = writer_find(name);
    for (size_t i = 0; i < ROWS(long_names); i++)
        if (str_eq(str_of(long_names[i].name), name))
            return arena_printf(arena, "give %s", long_names[i].ours);
    for (size_t i = 0; i < ROWS(habits) && !writer; i++) {
        struct str word = str_of(habits[i].word);
        word.len -= str_ends(word, S("="));
        if (str_eq(word, name))
            return advice_of(arena, &habits[i]);
    }
    return writer ? arena_printf(arena, "give -T %s", writer->name) : S("");
}
