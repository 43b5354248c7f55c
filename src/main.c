#include <stdio.h>
#include <string.h>
#include "output/output.h"
#include "readers/reader.h"
int main(int argc, char **argv)
{
    struct arena arena = { 0 };
    const char *file = argc > 1 ? argv[1] : "-";
    struct input *in = input_open(&arena, file);
    if (!in) return 1;
    const struct reader *r = argc > 2 ? reader_find(str_of(argv[2])) : reader_detect(in);
    if (!r) return 1;
    struct profile *p = profile_new(&arena);
    struct reader_options o = { 0 };
    struct buf out = { 0 };
    if (!r->read(in, p, &o)) return 1;
    input_close(in);
    write_edges(&out, p);
    fwrite(out.data, 1, out.len, stdout);
    buf_free(&out); profile_free(p); arena_free(&arena);
    return 0;
}
