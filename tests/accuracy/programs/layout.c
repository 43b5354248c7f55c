/* Measures and places nested rows, columns and texts of a page. */
#include "work.h"

enum kind { TEXT, ROW, COLUMN };

struct box {
    enum kind kind;
    int width, height, x, y, letters;
    struct box *first, *next;
};

static struct box *make(int depth)
{
    struct box *b = new_piece(sizeof *b), **last = &b->first;
    b->letters = 1 + random_below(60);
    if (depth == 0 || random_below(6) == 0)
        return b;
    b->kind = random_below(2) ? ROW : COLUMN;
    for (int i = random_below(4); i >= 0; i--) {
        *last = make(depth - 1);
        last = &(*last)->next;
    }
    return b;
}

static void measure(struct box *b, int most);

static void measure_text(struct box *b, int most)
{
    int columns = 0;
    b->height = 1;
    b->width = most < b->letters ? most : b->letters;
    for (int i = 0; i < b->letters; i++)
        if (++columns > most) {
            columns = 1;
            b->height++;
        }
}

/* Each box of a row may take what the boxes before it have left. */
static void measure_row(struct box *b, int most)
{
    b->width = b->height = 0;
    for (struct box *i = b->first; i; i = i->next) {
        measure(i, most - b->width > 8 ? most - b->width : 8);
        b->width += i->width;
        b->height = i->height > b->height ? i->height : b->height;
    }
}

/* The boxes of a column become as wide as the widest. */
static void measure_column(struct box *b, int most)
{
    b->width = b->height = 0;
    for (struct box *i = b->first; i; i = i->next) {
        measure(i, most);
        b->width = i->width > b->width ? i->width : b->width;
    }
    for (struct box *i = b->first; i; i = i->next) {
        if (i->kind == COLUMN && i->width < b->width)
            measure(i, b->width);
        b->height += i->height;
    }
}

static void measure(struct box *b, int most)
{
    if (b->kind == TEXT)
        measure_text(b, most);
    else if (b->kind == ROW)
        measure_row(b, most);
    else
        measure_column(b, most);
}

static void place(struct box *b, int x, int y)
{
    b->x = x;
    b->y = y;
    for (struct box *i = b->first; i; i = i->next) {
        place(i, x, y);
        if (b->kind == ROW)
            x += i->width;
        else
            y += i->height;
    }
}

int main(void)
{
    for (int i = 0; i < 40; i++) {
        struct box *page = make(4);
        for (int most = 120; most > 20; most /= 2) {
            measure(page, most);
            place(page, 0, 0);
        }
    }
    return 0;
}
