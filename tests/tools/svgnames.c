/*
 * Prints the nodes of an SVG picture, one on each line: the id, the first bold
 * text, or else the first one, and the first line of the tooltip, separated by
 * tabs. Exits with 1 if the file is not well-formed XML.
 *
 *     svgnames [FILE]
 */
#include <expat.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 1 << 20 };

struct node {
    bool open;    /* inside a node */
    bool in_text; /* inside the text that is printed */
    bool is_bold; /* that text is bold */
    int texts, depth;
    char id[256];
    char label[MOST], tooltip[MOST];
};

static const char *attribute(const char **attributes, const char *name)
{
    for (; attributes[0]; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return "";
}

static void start(void *data, const char *name, const char **attributes)
{
    struct node *node = data;
    if (strcmp(name, "g") == 0 && !node->open &&
        strncmp(attribute(attributes, "class"), "node", 4) == 0) {
        node->open = true;
        node->depth = node->texts = 0;
        node->is_bold = false;
        node->label[0] = node->tooltip[0] = '\0';
        snprintf(node->id, sizeof node->id, "%s", attribute(attributes, "id"));
        return;
    }
    if (!node->open)
        return;
    node->depth++;
    if (strcmp(name, "a") == 0)
        snprintf(node->tooltip, MOST, "%s",
                 attribute(attributes, "xlink:title"));
    bool is_bold = strcmp(attribute(attributes, "font-weight"), "bold") == 0;
    node->in_text = strcmp(name, "text") == 0 &&
                    (node->texts++ == 0 || (is_bold && !node->is_bold));
    if (node->in_text) {
        node->label[0] = '\0';
        node->is_bold = is_bold;
    }
}

/* Replaces U+00A0, which dot writes for the second of two blanks. */
static void plain_blanks(char *text)
{
    char *to = text;
    for (char *from = text; *from; from++) {
        if (from[0] == '\xc2' && from[1] == '\xa0')
            *++from = ' ';
        *to++ = *from;
    }
    *to = '\0';
}

static void end(void *data, const char *name)
{
    struct node *node = data;
    (void)name;
    node->in_text = false;
    if (!node->open || node->depth-- > 0)
        return;
    node->open = false;
    node->tooltip[strcspn(node->tooltip, "\n")] = '\0';
    plain_blanks(node->label);
    plain_blanks(node->tooltip);
    printf("%s\t%s\t%s\n", node->id, node->label, node->tooltip);
}

static void text(void *data, const char *bytes, int len)
{
    struct node *node = data;
    size_t n = node->open ? strlen(node->label) : 0;
    for (int i = 0; node->in_text && i < len && n + 1 < MOST; i++)
        node->label[n++] = bytes[i];
    if (node->open)
        node->label[n] = '\0';
}

int main(int argc, char **argv)
{
    static struct node node;
    static char block[1 << 16];
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
    XML_Parser parser = XML_ParserCreate(NULL);
    size_t n;
    if (!file || !parser)
        return 2;
    XML_SetUserData(parser, &node);
    XML_SetElementHandler(parser, start, end);
    XML_SetCharacterDataHandler(parser, text);
    do {
        n = fread(block, 1, sizeof block, file);
        if (XML_Parse(parser, block, (int)n, n == 0) == XML_STATUS_ERROR) {
            fprintf(stderr, "line %lu: %s\n",
                    (unsigned long)XML_GetCurrentLineNumber(parser),
                    XML_ErrorString(XML_GetErrorCode(parser)));
            return 1;
        }
    } while (n > 0);
    XML_ParserFree(parser);
    return 0;
}
