/*
 * Prints a digest of outputs of prof2dot, one line for each FILE, or with -p what
 * the digests are made from:
 *
 *     stable [-p] FILE...
 *
 * FILE.err, if it is there, counts as the end of FILE. What differs between
 * machines that draw the same is left out:
 *
 * - the version of the program;
 * - digits of a number with a fraction beyond the twelfth, which depend on the
 *   compiler and the library of mathematics;
 * - of a page everything but its data;
 * - of an SVG picture coordinates and the order of the elements, which are dot's.
 *   Its lines are sorted.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    char *s;
    size_t n;
};

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

/* Appends a file to the text, which stays terminated by a NUL. */
static bool add_file(struct text *text, const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t got;
    if (!file)
        return false;
    do {
        text->s = realloc(text->s, text->n + 65537);
        if (!text->s)
            fail(path);
        got = fread(text->s + text->n, 1, 65536, file);
        text->n += got;
        text->s[text->n] = '\0';
    } while (got);
    fclose(file);
    return true;
}

/* Leaves of a page what stands in its element of data. */
static void keep_data(struct text *text)
{
    static const char start[] = "<script type=\"application/json\" id=\"data\">";
    char *data = strstr(text->s, start);
    char *end = data ? strstr(data, "</script>") : NULL;
    char *err = end ? strstr(end, "</html>\n") : NULL;
    if (!err)
        return;
    size_t n = (size_t)(end - data), rest = strlen(err);
    memmove(text->s, data, n);
    memmove(text->s + n, err, rest);
    text->n = n + rest;
    text->s[text->n] = '\0';
}

/* Is this the value of an attribute with coordinates? */
static bool is_coordinate(const char *line, const char *value)
{
    static const char *const names[] = {
        "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "d", "points", "width",
        "height", "viewBox", "transform", "textLength"
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t n = strlen(names[i]);
        const char *name = value - n - 2;
        if (name > line && name[-1] == ' ' && strncmp(name, names[i], n) == 0 &&
            name[n] == '=')
            return true;
    }
    return false;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Removes coordinates, and sorts the lines. */
static void sort_picture(struct text *text)
{
    size_t n_lines = 0, n = 0;
    for (size_t i = 0; i < text->n; i++)
        n_lines += text->s[i] == '\n';
    char **lines = malloc((n_lines + 1) * sizeof *lines);
    char *sorted = malloc(text->n + 2);
    if (!lines || !sorted)
        fail("stable");
    n_lines = 0;
    for (char *line = strtok(text->s, "\n"); line; line = strtok(NULL, "\n")) {
        char *to = line;
        for (char *at = line; *at; at++) {
            *to++ = *at;
            if (*at == '"' && to > line + 1 && to[-2] == '=' &&
                is_coordinate(line, to))
                at += strcspn(at + 1, "\"");
        }
        *to = '\0';
        lines[n_lines++] = line;
    }
    qsort(lines, n_lines, sizeof *lines, compare_lines);
    for (size_t i = 0; i < n_lines; i++)
        n += (size_t)sprintf(sorted + n, "%s\n", lines[i]);
    free(text->s);
    free(lines);
    *text = (struct text){ sorted, n };
}

/* Writes the text without versions and digits that differ. */
static void write_stable(const struct text *text, FILE *out)
{
    const char *at = text->s, *end = text->s + text->n;
    while (at < end) {
        size_t word = 0, digits = 0;
        bool has_fraction = false;
        if (strncmp(at, "prof2dot ", 9) == 0 && isdigit((unsigned char)at[9])) {
            fputs("prof2dot", out);
            at += 9 + strspn(at + 9, "0123456789.");
            continue;
        }
        while (isalnum((unsigned char)at[word]) || at[word] == '_' ||
               (at[word] == '.' && isdigit((unsigned char)*at))) {
            has_fraction |= at[word] == '.';
            digits += !!isdigit((unsigned char)at[word]);
            word++;
        }
        char *number_end;
        double number = digits > 12 && has_fraction ? strtod(at, &number_end) : 0;
        if (digits > 12 && has_fraction && number_end >= at + word) {
            fprintf(out, "%.12g", number);
            at = number_end;
        } else {
            word += word == 0;
            fwrite(at, 1, word, out);
            at += word;
        }
    }
}

static void print_digest(const char *s, size_t n)
{
    uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)s[i]) * 0x100000001b3;
    printf("%016llx\n", (unsigned long long)hash);
}

static void show(const char *path, bool prints)
{
    struct text text = { 0 };
    char err[4096];
    if (!add_file(&text, path))
        fail(path);
    if (snprintf(err, sizeof err, "%s.err", path) < (int)sizeof err)
        add_file(&text, err);
    if (strncmp(text.s, "<!DOCTYPE html", 14) == 0)
        keep_data(&text);
    else if (strncmp(text.s, "<?xml", 5) == 0)
        sort_picture(&text);
    char *stable = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&stable, &n);
    if (!out)
        fail("stable");
    write_stable(&text, out);
    fclose(out);
    if (prints)
        fwrite(stable, 1, n, stdout);
    else
        print_digest(stable, n);
    free(stable);
    free(text.s);
}

int main(int argc, char **argv)
{
    bool prints = argc > 1 && strcmp(argv[1], "-p") == 0;
    for (int i = 1 + prints; i < argc; i++)
        show(argv[i], prints);
    return fflush(stdout) == 0 ? 0 : 1;
}
