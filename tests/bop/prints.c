/* printf reads as much of a text as its precision lets it: all, a part, or
   nothing. */
#include <stdio.h>

static char text[2], line[64];

static void put(void)
{
    text[0] = 'a';
}

int main(void)
{
    put();
    snprintf(line, sizeof line, "%.0s", text);
    snprintf(line, sizeof line, "%.s", text);
    snprintf(line, sizeof line, "%.*s", 0, text);
    snprintf(line, sizeof line, "%.1s", text);
    snprintf(line, sizeof line, "%.*s", -1, text);
    return 0;
}

/* Each call reads its format and writes line.
call: put:9[main:14] -> main:18[main:18] 1 8
call: put:9[main:14] -> main:19[main:19] 1 11
doc: put:9[-] -> main:18[main:18] 1 8
doc: put:9[-] -> main:19[main:19] 1 11
*/
