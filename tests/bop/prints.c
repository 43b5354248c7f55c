/* printf reads as much of a text as its precision lets it: all, a part, or
   nothing, and its arguments in order, whatever is before a text. */
#include <stdio.h>

static char text[2], line[64], longer[12] = "0123456789?";

static void put(void)
{
    text[0] = 'a', longer[10] = 'b';
}

int main(void)
{
    put();
    snprintf(line, sizeof line, "%.0s", text);
    snprintf(line, sizeof line, "%.s", text);
    snprintf(line, sizeof line, "%.*s", 0, text);
    snprintf(line, sizeof line, "%.1s", text);
    snprintf(line, sizeof line, "%.*s", -1, text);
    snprintf(line, sizeof line, "%10d %20s", 3, text);
    snprintf(line, sizeof line, "%5.1f%% %ld %c %s", .5, 7L, 'x', text);
    snprintf(line, sizeof line, "%Lf %hhd %zu %s", 1.5L, 1, sizeof line, text);
    snprintf(line, sizeof line, "%*d %-3lld %p %.1s", 2, 1, 2LL, text, text);
    snprintf(line, sizeof line, "%.10s%.11s", longer, longer);
    return 0;
}

/* Each call reads its format and writes line.
call: put:9[main:14] -> main:18[main:18] 1 9
call: put:9[main:14] -> main:19[main:19] 1 12
call: put:9[main:14] -> main:20[main:20] 1 15
call: put:9[main:14] -> main:21[main:21] 1 18
call: put:9[main:14] -> main:22[main:22] 1 21
call: put:9[main:14] -> main:23[main:23] 1 24
call: put:9[main:14] -> main:24[main:24] 1 27
doc: put:9[-] -> main:18[main:18] 1 9
doc: put:9[-] -> main:19[main:19] 1 12
doc: put:9[-] -> main:20[main:20] 1 15
doc: put:9[-] -> main:21[main:21] 1 18
doc: put:9[-] -> main:22[main:22] 1 21
doc: put:9[-] -> main:23[main:23] 1 24
doc: put:9[-] -> main:24[main:24] 1 27
*/
