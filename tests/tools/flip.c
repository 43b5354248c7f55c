/* Copies standard input with one bit changed: flip BIT, the bits counted from
   the first one of the first byte. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    long bit = argc == 2 ? atol(argv[1]) : -1;
    int byte;
    for (long at = 0; (byte = getchar()) != EOF; at++)
        putchar(at == bit / 8 ? byte ^ 1 << bit % 8 : byte);
    return bit < 0;
}
