#include "cli/completion.h"

#include "cli/option_rows.h"
#include "output/theme.h"
#include "util/diag.h"

/* ---- The arguments of options ---- */

enum value_kind {
    VALUE_NONE,
    VALUE_WORDS,     /* one of some words */
    VALUE_FILE,
    VALUE_FOLDER,
    VALUE_EVENT,     /* an event of the files on the line */
    VALUE_FUNCTION,  /* a function of these files */
    VALUE_OTHER,
};

/* The kinds of arguments by their words in --help. */
static const struct {
    const char *arg;
    enum value_kind kind;
} kinds[] = {
    { "FILE", VALUE_FILE },        { "PROGRAM", VALUE_FILE },
    { "DIR", VALUE_FOLDER },       { "PATTERN", VALUE_FUNCTION },
    { "RE", VALUE_FUNCTION },      { "[=PATTERN]", VALUE_FUNCTION },
};

static void add_word(struct buf *words, const char *word)
{
    buf_printf(words, "%s%s", words->len ? " " : "", word);
}

/* Appends the words that an option takes, with blanks between. */
static void add_words(struct buf *words, const struct option_row *row)
{
    if (strcmp(row->name, "format") == 0)
        for (size_t i = 0; readers[i]; i++)
            add_word(words, readers[i]->name);
    else if (row->letter == 'T')
        for (size_t i = 0; writers[i]; i++)
            add_word(words, writers[i]->name);
    else if (row->letter == 'c')
        for (const struct theme *theme = themes; theme->name; theme++)
            add_word(words, theme->name);
    for (size_t i = 0; row->choices && row->choices[i].name; i++)
        add_word(words, row->choices[i].name);
}

static enum value_kind kind_of(const struct option_row *row, struct buf *words)
{
    if (!row->arg)
        return VALUE_NONE;
    add_words(words, row);
    if (words->len)
        return VALUE_WORDS;
    if (strcmp(row->name, "event") == 0)
        return VALUE_EVENT;
    for (size_t i = 0; i < ROWS(kinds); i++)
        if (strcmp(row->arg, kinds[i].arg) == 0)
            return kinds[i].kind;
    return VALUE_OTHER;
}

/* Appends a text with backslashes before what `special` has. */
static void put_escaped(struct buf *out, const char *text, const char *special)
{
    for (; *text; text++) {
        if (strchr(special, *text))
            buf_char(out, '\\');
        buf_char(out, *text);
    }
}

/* ---- Commands that list events and functions of files ---- */

/* A command that prints the last column of a table with this title. The name of
   a module may follow that of a function in parentheses. */
#define LAST_COLUMN(title) \
    "awk 'at { print substr($0, at) } / " title "$/ { at = index($0, \"" title \
    "\") }' | sed 's/ ([^ ]*)$//'"
#define NAMES(what, files) "prof2dot -q --list-" what "s " files \
    " </dev/null 2>/dev/null | " LAST_COLUMN(what)
#define EVENTS NAMES("event", "\"$@\"")
#define FUNCTIONS NAMES("function", "\"$@\"")

/* ---- bash ---- */

/* The command that completes a value. */
static const char *const bash_values[] = {
    [VALUE_FILE] = "COMPREPLY=($(compgen -f -- \"$value\"))",
    [VALUE_FOLDER] = "COMPREPLY=($(compgen -d -- \"$value\"))",
    [VALUE_EVENT] = "_prof2dot_names _prof2dot_events",
    [VALUE_FUNCTION] = "_prof2dot_names _prof2dot_functions",
    [VALUE_OTHER] = "",
};

/* Names may have any characters, and `compgen -W` would run what stands in $().
   They are quoted here, because bash itself (-o filenames) fails to if a name
   has a quotation mark; but within quotation marks that the user typed it does
   so. bash splits words at ':', '=' and before '@', so the value is put
   together again, and what stands before the last part of it is not
   repeated. */
static const char bash_begin[] =
    "_prof2dot_events() { " EVENTS "; }\n"
    "_prof2dot_functions() { " FUNCTIONS "; }\n"
    "_prof2dot_names() {\n"
    "    local name start=${value%\"$cur\"} form=%q\n"
    "    start=${start%@}\n"
    "    [[ ${COMP_WORDS[COMP_CWORD]} != [\\\"\\']* ]] || form=%s\n"
    "    [ $form = %s ] || compopt +o filenames 2>/dev/null\n"
    "    while IFS= read -r name; do\n"
    "        [[ $name = \"$value\"* ]] || continue\n"
    "        printf -v name $form \"${name#\"$start\"}\"\n"
    "        COMPREPLY+=(\"$name\")\n"
    "    done < <(\"$1\" \"${files[@]}\")\n"
    "}\n"
    "_prof2dot_words() {\n"
    "    local IFS=$' \\n'\n"
    "    COMPREPLY=($(compgen -W \"$1\" -- \"$value\"))\n"
    "}\n"
    "_prof2dot() {\n"
    "    local i file name= files=() IFS=$'\\n'\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]}\n"
    "    local value=$cur before=${COMP_LINE:0:COMP_POINT}\n"
    "    COMPREPLY=()\n"
    "    for ((i = 1; i < ${#COMP_WORDS[@]}; i++)); do\n"
    "        file=${COMP_WORDS[i]//[\\\\\\\"\\']/}\n"
    "        [ $i = $COMP_CWORD ] || [ ! -f \"$file\" ] || files+=(\"$file\")\n"
    "    done\n"
    "    before=${before%\"$cur\"}\n"
    "    for ((i = COMP_CWORD; i > 1; i--)); do\n"
    "        [[ $before != *[[:blank:]] ]] || break\n"
    "        before=${before%\"${COMP_WORDS[i-1]}\"}\n"
    "        value=${COMP_WORDS[i-1]}$value\n"
    "    done\n"
    "    [[ $cur != [:=]* ]] || cur=\n"
    "    case $value in\n"
    "    --*=*) name=${value%%=*} value=${value#*=} ;;\n";

/* Prints a branch for the options of each kind of value. */
static void put_bash_values(struct buf *out, const struct buf *names)
{
    for (size_t i = 0; i < ROWS(bash_values); i++)
        if (names[i].len)
            buf_printf(out, "    %.*s) %s%sreturn ;;\n", (int)names[i].len,
                       names[i].data, bash_values[i],
                       *bash_values[i] ? "; " : "");
}

static void print_bash(struct buf *out)
{
    LOCAL_BUF(all);
    LOCAL_BUF(optional);
    LOCAL_BUF(branches);
    struct buf names[ROWS(bash_values)] = { { 0 } };
    EACH_OPTION(row) {
        LOCAL_BUF(words);
        LOCAL_BUF(name);
        if (!row->name || option_row_is_left_out(row))
            continue;
        enum value_kind kind = kind_of(row, &words);
        bool is_optional = option_arg_is_optional(row);
        buf_printf(&name, "--%s", row->name);
        if (row->letter)
            buf_printf(&name, "|-%c", row->letter);
        if (row->help)
            buf_printf(&all, " --%s%s", row->name,
                       row->arg && !is_optional ? "=" : "");
        if (is_optional)
            buf_printf(&optional, "%s%.*s", optional.len ? "|" : "",
                       (int)name.len, name.data);
        if (kind == VALUE_WORDS)
            buf_printf(&branches,
                       "    %.*s) _prof2dot_words '%.*s'; return ;;\n",
                       (int)name.len, name.data, (int)words.len, words.data);
        else if (kind != VALUE_NONE)
            buf_printf(&names[kind], "%s%.*s", names[kind].len ? "|" : "",
                       (int)name.len, name.data);
    }
    buf_printf(out,
               "%s    -*) ;;\n"
               "    *) case ${COMP_WORDS[i-1]} in\n"
               "        %.*s) ;;\n"
               "        -*) name=${COMP_WORDS[i-1]} ;;\n"
               "        esac ;;\n"
               "    esac\n"
               "    cur=${cur//[\\\\\\\"\\']/} value=${value//[\\\\\\\"\\']/}\n"
               "    case $name in\n%.*s",
               bash_begin, (int)optional.len, optional.data,
               (int)branches.len, branches.data);
    put_bash_values(out, names);
    buf_printf(out,
               "    esac\n"
               "    case $value in\n"
               "    -*) _prof2dot_words '%.*s'\n"
               "        [ \"${COMPREPLY[0]%%=}\" = \"${COMPREPLY[0]}\" ] ||\n"
               "            compopt -o nospace ;;\n"
               "    *) COMPREPLY=($(compgen -f -- \"$value\")) ;;\n"
               "    esac\n"
               "}\n"
               "complete -o filenames -F _prof2dot prof2dot\n",
               (int)all.len, all.data);
    for (size_t i = 0; i < ROWS(names); i++)
        buf_free(&names[i]);
}

/* ---- zsh ---- */

static void put_zsh_value(struct buf *out, enum value_kind kind,
                          const struct option_row *row, struct str words)
{
    buf_add(out, S(":"));
    put_escaped(out, row->arg, ":[]'\\");
    buf_add(out, S(":"));
    if (kind == VALUE_WORDS)
        buf_printf(out, "(%.*s)", (int)words.len, words.s);
    else if (kind == VALUE_FILE)
        buf_add(out, S("_files"));
    else if (kind == VALUE_FOLDER)
        buf_add(out, S("_files -/"));
    else if (kind == VALUE_EVENT)
        buf_add(out, S("_prof2dot_events"));
    else if (kind == VALUE_FUNCTION)
        buf_add(out, S("_prof2dot_functions"));
}

/* Puts one name of an option, "--output" or "-o", with what joins its value,
   its help and its value. "'" within the quotes of an argument would end it. */
static void put_zsh_name(struct buf *out, const char *name, const char *joins,
                         const struct option_row *row, enum value_kind kind,
                         struct str words)
{
    buf_printf(out, " \\\n    '*%s%s[", name, joins);
    for (const char *help = row->help; *help; help++)
        if (*help == '\'')
            buf_add(out, S("'\\''"));
        else if (strchr("[]\\:", *help))
            buf_printf(out, "\\%c", *help);
        else
            buf_char(out, *help);
    buf_char(out, ']');
    if (kind != VALUE_NONE && !option_arg_is_optional(row))
        put_zsh_value(out, kind, row, words);
    buf_char(out, '\'');
}

static void print_zsh(struct buf *out)
{
    buf_add(out, S("#compdef prof2dot\n"
                   "_prof2dot_files() {\n"
                   "    files=()\n"
                   "    local word\n"
                   "    for word in ${(Q)words[2,-1]}; do\n"
                   "        [[ -f $word ]] && files+=($word)\n"
                   "    done\n"
                   "}\n"
                   "_prof2dot_list() {\n"
                   "    local files lines\n"
                   "    _prof2dot_files\n"
                   "    set -- $files\n"
                   "    if [[ $list = events ]]; then\n"
                   "        lines=(${(f)\"$(" EVENTS ")\"})\n"
                   "    else\n"
                   "        lines=(${(f)\"$(" FUNCTIONS ")\"})\n"
                   "    fi\n"
                   "    compadd -a lines\n"
                   "}\n"
                   "_prof2dot_events() { local list=events; _prof2dot_list }\n"
                   "_prof2dot_functions() { local list=functions; "
                   "_prof2dot_list }\n"
                   "_arguments -s"));
    EACH_OPTION(row) {
        LOCAL_BUF(words);
        LOCAL_BUF(name);
        if (!option_row_is_shown(row))
            continue;
        enum value_kind kind = kind_of(row, &words);
        bool is_optional = option_arg_is_optional(row);
        char letter[] = { '-', row->letter, '\0' };
        buf_printf(&name, "--%s%c", row->name, '\0');
        put_zsh_name(out, name.data,
                     kind == VALUE_NONE ? "" : is_optional ? "=-" : "=", row,
                     kind, buf_text(&words));
        if (row->letter)
            put_zsh_name(out, letter,
                         kind == VALUE_NONE || is_optional ? "" : "+", row,
                         kind, buf_text(&words));
    }
    buf_add(out, S(" \\\n    '*:file:_files'\n"));
}

/* ---- fish ---- */

/* fish does not pass the text after the place that is completed. */
static void print_fish(struct buf *out)
{
    buf_add(out, S("function __prof2dot_files\n"
                   "    for word in (commandline -opc)[2..]\n"
                   "        test -f $word; and echo $word\n"
                   "    end\n"
                   "end\n"
                   "function __prof2dot_events\n"
                   "    " NAMES("event", "(__prof2dot_files)") "\n"
                   "end\n"
                   "function __prof2dot_functions\n"
                   "    " NAMES("function", "(__prof2dot_files)") "\n"
                   "end\n"));
    EACH_OPTION(row) {
        LOCAL_BUF(words);
        if (!option_row_is_shown(row))
            continue;
        enum value_kind kind = kind_of(row, &words);
        buf_printf(out, "complete -c prof2dot -l %s", row->name);
        if (row->letter)
            buf_printf(out, " -s %c", row->letter);
        if (kind != VALUE_NONE && !option_arg_is_optional(row))
            buf_add(out, S(" -r"));
        if (kind == VALUE_WORDS)
            buf_printf(out, " -f -a '%.*s'", (int)words.len, words.data);
        else if (kind == VALUE_EVENT)
            buf_add(out, S(" -f -a '(__prof2dot_events)'"));
        else if (kind == VALUE_FUNCTION)
            buf_add(out, S(" -f -a '(__prof2dot_functions)'"));
        else if (kind == VALUE_FOLDER)
            buf_add(out, S(" -f -a '(__fish_complete_directories)'"));
        buf_add(out, S(" -d '"));
        put_escaped(out, row->help, "'\\");
        buf_add(out, S("'\n"));
    }
}

bool completion_print(struct buf *out, const char *shell)
{
    static const struct {
        const char *shell;
        void (*print)(struct buf *out);
    } shells[] = {
        { "bash", print_bash },
        { "zsh", print_zsh },
        { "fish", print_fish },
    };
    for (size_t i = 0; i < ROWS(shells); i++)
        if (strcmp(shell, shells[i].shell) == 0) {
            shells[i].print(out);
            return true;
        }
    return diag_error("--completion: expected bash, zsh or fish, found '%s'",
                      shell);
}
