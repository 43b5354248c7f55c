#include "util/nearest.h"

enum {
    COMPARED_BYTES = 100,
    LEAST_PART = 3,   /* bytes of a text that others may contain */
    MOST_SHOWN = 200, /* bytes of a name in a message */
};

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns the first bytes of a text in lower case. `to` has room for
   COMPARED_BYTES. */
static struct str fold(struct str text, char *to)
{
    text = str_head(text, COMPARED_BYTES);
    for (size_t i = 0; i < text.len; i++)
        to[i] = ascii_lower(text.s[i]);
    return (struct str){ to, text.len };
}

/* Row i of the table has the distances of the first i bytes of `a` from the
   first 0, 1, 2... bytes of `b`. Three rows are kept, because a swap looks two
   rows back. */
static size_t distance_of(struct str a, struct str b)
{
    size_t rows[3][COMPARED_BYTES + 1];
    for (size_t j = 0; j <= b.len; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a.len; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3], *swapped = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b.len; j++) {
            bool differ = a.s[i - 1] != b.s[j - 1];
            row[j] = least(least(above[j], row[j - 1]) + 1,
                           above[j - 1] + differ);
            if (differ && i > 1 && j > 1 && a.s[i - 1] == b.s[j - 2] &&
                a.s[i - 2] == b.s[j - 1])
                row[j] = least(row[j], swapped[j - 2] + 1);
        }
    }
    return rows[a.len % 3][b.len];
}

static bool precedes(const struct near_name *a, const struct near_name *b)
{
    return a->rank < b->rank ||
           (a->rank == b->rank && a->distance < b->distance);
}

/* Puts a name where it belongs. A name that is there already stays once. */
static void insert(struct nearest *nearest, struct near_name name)
{
    struct near_name *names = nearest->names;
    size_t i = 0;
    while (i < nearest->n && !str_eq(names[i].name, name.name))
        i++;
    if (i == nearest->n && i < NEAREST_MOST) {
        nearest->n++;
    } else {
        i = least(i, NEAREST_MOST - 1);
        if (!precedes(&name, &names[i]))
            return;
    }
    for (; i > 0 && precedes(&name, &names[i - 1]); i--)
        names[i] = names[i - 1];
    names[i] = name;
}

void nearest_add_form(struct nearest *nearest, struct str name, struct str form)
{
    char text_room[COMPARED_BYTES], form_room[COMPARED_BYTES];
    struct str a = fold(nearest->text, text_room), b = fold(form, form_room);
    size_t apart = a.len > b.len ? a.len - b.len : b.len - a.len;
    if (a.len >= LEAST_PART && b.len >= LEAST_PART &&
        (str_has(a, b) || str_has(b, a))) {
        insert(nearest, (struct near_name){ name, least(apart, 1), apart });
    } else if (apart <= a.len / 3) {
        size_t distance = distance_of(a, b);
        if (distance <= a.len / 3)
            insert(nearest, (struct near_name){ name, distance, distance });
    }
}

void nearest_add(struct nearest *nearest, struct str name)
{
    nearest_add_form(nearest, name, name);
}

struct str nearest_text(const struct nearest *nearest, struct arena *arena)
{
    struct str text = S("");
    for (size_t i = 0; i < nearest->n; i++) {
        struct str name = str_head(nearest->names[i].name, MOST_SHOWN);
        const char *between = i == 0               ? ""
                              : i + 1 < nearest->n ? ", "
                                                   : " and ";
        text = arena_printf(arena, "%s%s'%.*s'", text.s, between,
                            (int)name.len, name.s);
    }
    if (nearest->n == 0)
        return text;
    return arena_printf(arena, "; the nearest %s %s",
                        nearest->n > 1 ? "are" : "is", text.s);
}
