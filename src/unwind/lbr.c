#include "unwind/lbr.h"

size_t unwind_lbr(const struct unwind_branch *calls, size_t n,
                  struct unwind_frame *frames, size_t room)
{
    size_t stored = 0;
    if (n > 0 && room > 0)
        frames[stored++] = (struct unwind_frame){ calls[0].to, true };
    /* A record without an address is none. */
    for (size_t i = 0; i < n && stored < room && calls[i].from; i++)
        frames[stored++] = (struct unwind_frame){ calls[i].from, true };
    return stored;
}
