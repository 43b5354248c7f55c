/* The target of the command line: the bytes are its words, one in each line.
   The input is a small profile with a cycle. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "draw.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static const char profile[] = "main;parse;read 10\n"
                              "main;parse;expr;term;expr;read 5\n"
                              "main;std::sort<int*>(int*, int*);less 7\n";

/* Would this word start a process, listen, write a file, or limit the memory of
   this process? */
static bool is_unwanted(const char *word)
{
    static const char *const outputs[] = { "svg", "html", "png", "pdf",
                                           "ps",  "eps",  "jpg", "gif",
                                           "webp" };
    static const char *const options[] = { "--se", "--fit", "--f", "--fi",
                                           "--dep", "-o", "--o", "-T",
                                           "--de", "--max" };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strncmp(word, options[i], strlen(options[i])) == 0)
            return true;
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        if (strstr(word, outputs[i]))
            return true;
    return word[0] != '-';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    enum { MOST = 20 };
    const char *words[MOST + 3] = { "-q" };
    size_t n_words = 1;
    char *text = strndup((const char *)data, n);
    char *rest = text;
    for (char *word = strsep(&rest, "\n"); word && n_words < MOST;
         word = strsep(&rest, "\n"))
        if (!is_unwanted(word))
            words[n_words++] = word;
    words[n_words] = draw_file(0, profile, sizeof profile - 1);
    struct drawing drawing;
    draw(&drawing, words);
    if (drawing.status == EXIT_OK && drawing.run.report.view &&
        !drawing.run.options.list)
        check_dot(buf_text(&drawing.out));
    draw_free(&drawing);
    free(text);
    return 0;
}
