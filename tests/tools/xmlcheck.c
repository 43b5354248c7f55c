/*
 * Checks that a file is well-formed XML. Otherwise prints where it is not and
 * exits with 1.
 *
 *     xmlcheck [FILE]
 */
#include <expat.h>
#include <stdbool.h>
#include <stdio.h>

static bool parse(XML_Parser parser, FILE *in)
{
    static char block[65536];
    for (;;) {
        size_t n = fread(block, 1, sizeof block, in);
        bool last = n < sizeof block;
        if (XML_Parse(parser, block, (int)n, last) == XML_STATUS_ERROR)
            return false;
        if (last)
            return true;
    }
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "standard input";
    FILE *in = argc > 1 ? fopen(argv[1], "r") : stdin;
    XML_Parser parser = XML_ParserCreate(NULL);
    if (!in || !parser) {
        fprintf(stderr, "xmlcheck: cannot read %s\n", name);
        return 1;
    }
    bool good = parse(parser, in);
    if (!good)
        printf("%s:%lu: %s\n", name,
               (unsigned long)XML_GetCurrentLineNumber(parser),
               XML_ErrorString(XML_GetErrorCode(parser)));
    XML_ParserFree(parser);
    fclose(in);
    return good ? 0 : 1;
}
