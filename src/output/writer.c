#include "output/writer.h"

#include <strings.h>

#define WRITER(name) extern const struct writer writer_##name;
#include "output/list.h"
#undef WRITER

const struct writer *const writers[] = {
#define WRITER(name) &writer_##name,
#include "output/list.h"
#undef WRITER
    NULL
};

/* Returns the writer with this name, other name or ending, or NULL. */
static const struct writer *find(struct str name,
                                 int (*compare)(const char *a, const char *b,
                                                size_t n))
{
    for (const struct writer *const *w = writers; *w; w++) {
        const char *names[] = { (*w)->name, (*w)->also, (*w)->ending };
        for (size_t i = 0; i < ROWS(names); i++)
            if (names[i] && strlen(names[i]) == name.len &&
                compare(names[i], name.s, name.len) == 0)
                return *w;
    }
    return NULL;
}

const struct writer *writer_find(struct str name)
{
    return find(name, strncmp);
}

const struct writer *writer_for(struct str ending)
{
    return find(ending, strncasecmp);
}

struct str writer_ending(const char *file)
{
    struct str name, ending;
    for (const struct writer *const *w = writers; *w; w++) {
        const char *whole = (*w)->ending; /* it may have a dot: "pb.gz" */
        size_t n = whole ? strlen(whole) : 0, len = strlen(file);
        if (n && len > n + 1 && file[len - n - 1] == '.' &&
            strcasecmp(file + len - n, whole) == 0)
            return str_of(file + len - n);
    }
    if (!str_cut_last(str_basename(str_of(file)), S("."), &name, &ending) ||
        !name.len)
        return S("");
    return ending;
}
