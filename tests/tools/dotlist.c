/*
 * Lists the contents of a DOT file for the golden files of tests/dot:
 *
 *     digraph callgraph rankdir="TB"
 *     default node shape="box"
 *     node "main" f0c1 fillcolor="#ffffff" label="main\n100%"
 *     edge "main" -> "parse" penwidth="2"
 *     subgraph cluster_a label="a.so": "parse" "next"
 *
 * A node is shown by its name, "helper" f1a3, whose label has a name in bold,
 * or is plain text. Of HTML-like labels only the text is shown, a line for each
 * row of a table. Nodes and edges have the attributes that differ from the
 * default. Lines of each kind are sorted, because their order in the file has
 * no meaning; only the nodes of a subgraph are in that order.
 *
 *     dotlist [FILE]
 *     dotlist -l [FILE]    the lines of the legend, the graph's tooltip, alone
 *     dotlist -m [FILE]    HTML-like labels as they are, with their markup
 */
#include <cgraph.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pieces of text that are printed in sorted order. */
struct pieces {
    char *texts[100000];
    size_t n;
};

static struct pieces lines, attributes;
static bool shows_markup;

/* Returns a stream that writes a new piece. */
static FILE *new_piece(struct pieces *pieces)
{
    static size_t size;
    FILE *out = NULL;
    if (pieces->n < sizeof pieces->texts / sizeof *pieces->texts)
        out = open_memstream(&pieces->texts[pieces->n++], &size);
    if (!out) {
        fputs("dotlist: out of memory\n", stderr);
        exit(1);
    }
    return out;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void print_sorted(struct pieces *pieces, FILE *out)
{
    qsort(pieces->texts, pieces->n, sizeof *pieces->texts, compare);
    for (size_t i = 0; i < pieces->n; i++) {
        fputs(pieces->texts[i], out);
        free(pieces->texts[i]);
    }
    pieces->n = 0;
}

static void put_quoted(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++)
        if (*text == '\n')
            fputs("\\n", out);
        else
            fprintf(out, *text == '"' ? "\\%c" : "%c", *text);
    fputc('"', out);
}

static void put_entity(FILE *out, const char **at)
{
    static const struct {
        const char *name;
        char c;
    } entities[] = {
        { "&lt;", '<' }, { "&gt;", '>' }, { "&amp;", '&' }, { "&quot;", '"' },
        { "&#35;", '#' }, { "&#47;", '/' }
    };
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++) {
        size_t n = strlen(entities[i].name);
        if (strncmp(*at, entities[i].name, n) == 0) {
            fputc(entities[i].c, out);
            *at += n;
            return;
        }
    }
    fputc(*(*at)++, out);
}

/* Returns the text of an HTML-like label, which the caller frees. Rows and line
   breaks end lines, of which empty ones are left out. */
static char *html_text(const char *label)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    bool is_open = false, ended = false;
    while (*label) {
        if (*label == '<') {
            ended |= strncmp(label, "</tr>", 5) == 0 ||
                     strncmp(label, "<br", 3) == 0;
            label += strcspn(label, ">");
            label += *label == '>';
        } else if (*label == '\n') {
            label++;
        } else {
            if (is_open && ended)
                fputs("\\n", out);
            is_open = true;
            ended = false;
            put_entity(out, &label);
        }
    }
    fclose(out);
    return text;
}

static void add_attribute(const char *name, const char *value)
{
    FILE *out = new_piece(&attributes);
    bool has_markup = aghtmlstr((char *)value) && !shows_markup;
    char *text = has_markup ? html_text(value) : NULL;
    fprintf(out, " %s=", name);
    put_quoted(out, text ? text : value);
    free(text);
    fclose(out);
}

/* Writes the attributes of an object that differ from the default, or those
   defaults that are not empty if the object is NULL. */
static void put_attributes(FILE *out, Agraph_t *root, int kind, void *object)
{
    Agsym_t *symbol = NULL;
    while ((symbol = agnxtattr(root, kind, symbol))) {
        const char *value = object ? agxget(object, symbol) : symbol->defval;
        if (strcmp(value, object ? symbol->defval : "") != 0)
            add_attribute(symbol->name, value);
    }
    print_sorted(&attributes, out);
}

/* A line of a label ends in one of the escapes \n, \l and \r, or in a line
   end. */
static void put_first_line(FILE *out, const char *label)
{
    fputc('"', out);
    for (; *label && *label != '\n'; label++) {
        if (*label == '\\' && label[1] && strchr("nlr", label[1]))
            break;
        fputc(*label, out);
        if (*label == '\\' && label[1])
            fputc(*++label, out);
    }
    fputc('"', out);
}

static void put_node(FILE *out, Agnode_t *node)
{
    char key[] = "label";
    const char *label = agget(node, key);
    bool own = label && *label && strcmp(label, "\\N") != 0;
    const char *bold = own ? strstr(label, "<b>") : NULL;
    char *text =
        own && aghtmlstr((char *)label) ? html_text(bold ? bold : label) : NULL;
    put_first_line(out, text ? text : own ? label : agnameof(node));
    free(text);
}

static void put_default(Agraph_t *root, int kind, const char *name)
{
    printf("default %s", name);
    put_attributes(stdout, root, kind, NULL);
    putchar('\n');
}

static void list_nodes(Agraph_t *root)
{
    for (Agnode_t *n = agfstnode(root); n; n = agnxtnode(root, n)) {
        FILE *line = new_piece(&lines);
        fputs("node ", line);
        put_node(line, n);
        fprintf(line, " %s", agnameof(n));
        put_attributes(line, root, AGNODE, n);
        fputc('\n', line);
        fclose(line);
    }
    print_sorted(&lines, stdout);
}

static void list_edges(Agraph_t *root)
{
    for (Agnode_t *n = agfstnode(root); n; n = agnxtnode(root, n))
        for (Agedge_t *e = agfstout(root, n); e; e = agnxtout(root, e)) {
            FILE *line = new_piece(&lines);
            fputs("edge ", line);
            put_node(line, agtail(e));
            fputs(agisdirected(root) ? " -> " : " -- ", line);
            put_node(line, aghead(e));
            put_attributes(line, root, AGEDGE, e);
            fputc('\n', line);
            fclose(line);
        }
    print_sorted(&lines, stdout);
}

/* Lists subgraphs with the attributes that differ from those of the graph. The
   recursion is as deep as our own graphs are nested, which is twice. */
static void list_subgraphs(Agraph_t *graph, Agraph_t *root)
{
    for (Agraph_t *s = agfstsubg(graph); s; s = agnxtsubg(s)) {
        FILE *line = new_piece(&lines);
        bool is_named = agnameof(s)[0] != '%';
        fprintf(line, "subgraph %s", is_named ? agnameof(s) : "-");
        put_attributes(line, root, AGRAPH, s);
        fputc(':', line);
        for (Agnode_t *n = agfstnode(s); n; n = agnxtnode(s, n)) {
            fputc(' ', line);
            put_node(line, n);
        }
        fputc('\n', line);
        fclose(line);
        list_subgraphs(s, root);
    }
}

/* Lines of a tooltip end in "\n". */
static int list_legend(Agraph_t *root)
{
    char key[] = "tooltip";
    for (const char *at = agget(root, key); *at; at++)
        if (at[0] == '\\' && at[1] == 'n' && at++)
            putchar('\n');
        else
            putchar(*at);
    putchar('\n');
    agclose(root);
    return 0;
}

int main(int argc, char **argv)
{
    bool wants_legend = argc > 1 && strcmp(argv[1], "-l") == 0;
    shows_markup = argc > 1 && strcmp(argv[1], "-m") == 0;
    argc -= wants_legend || shows_markup;
    argv += wants_legend || shows_markup;
    FILE *in = argc > 1 ? fopen(argv[1], "r") : stdin;
    Agraph_t *root = in ? agread(in, NULL) : NULL;
    if (!root) {
        fprintf(stderr, "dotlist: cannot read %s\n",
                argc > 1 ? argv[1] : "standard input");
        return 1;
    }
    fclose(in);
    if (wants_legend)
        return list_legend(root);
    printf("%sgraph %s", agisdirected(root) ? "di" : "", agnameof(root));
    put_attributes(stdout, root, AGRAPH, NULL);
    putchar('\n');
    put_default(root, AGNODE, "node");
    put_default(root, AGEDGE, "edge");
    list_nodes(root);
    list_edges(root);
    list_subgraphs(root, root);
    print_sorted(&lines, stdout);
    agclose(root);
    return 0;
}
