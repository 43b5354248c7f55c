#include "readers/pprof/gperftools_head.h"

bool gperftools_head_word(const struct gperftools_head *head, struct str *bytes,
                          uint64_t *word)
{
    *word = 0;
    if (bytes->len < head->word)
        return false;
    for (unsigned i = 0; i < head->word; i++) {
        unsigned at = head->is_big ? i : head->word - 1 - i;
        *word = *word << 8 | (unsigned char)bytes->s[at];
    }
    *bytes = str_skip(*bytes, head->word);
    return true;
}

static bool take_words(struct str *bytes, struct gperftools_head *head)
{
    enum { N = 5 };
    uint64_t words[N] = { 0 };
    for (int i = 0; i < N; i++)
        if (!gperftools_head_word(head, bytes, &words[i]))
            return false;
    head->is_java = words[2] == 1;
    head->period = words[3];
    return words[0] == 0 && words[1] == 3 && words[2] <= 1 && words[3] > 0 &&
           words[4] == 0;
}

/* The longer words come first: in four bytes, 0 and 3 could be one word. */
bool gperftools_head_take(struct str *bytes, struct gperftools_head *head)
{
    static const struct gperftools_head forms[] = {
        { .word = 8 },
        { .word = 8, .is_big = true },
        { .word = 4 },
        { .word = 4, .is_big = true },
    };
    for (size_t i = 0; i < ROWS(forms); i++) {
        struct str rest = *bytes;
        *head = forms[i];
        if (take_words(&rest, head)) {
            *bytes = rest;
            return true;
        }
    }
    return false;
}
