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

const struct writer *writer_find(struct str name)
{
    for (const struct writer *const *w = writers; *w; w++)
        if (str_eq(name, str_of((*w)->name)) ||
            ((*w)->also && str_eq(name, str_of((*w)->also))) ||
            ((*w)->ending && str_eq(name, str_of((*w)->ending))))
            return *w;
    return NULL;
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

const struct writer *writer_for(struct str ending)
{
    for (const struct writer *const *w = writers; *w; w++)
        if (strcasecmp(ending.s, (*w)->name) == 0 ||
            ((*w)->also && strcasecmp(ending.s, (*w)->also) == 0) ||
            ((*w)->ending && strcasecmp(ending.s, (*w)->ending) == 0))
            return *w;
    return NULL;
}
