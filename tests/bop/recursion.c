/* A function calls itself; its inclusive cost counts the outermost call. */
static int sum, depth;

static void down(int n)
{
    sum += n;
    depth++;
    if (n > 1)
        down(n - 1);
    depth--;
}

int main(void)
{
    down(10);
    return sum != 55 || depth;
}

/* Each of 10 calls makes 6 references, and main makes 2 after the last call:
   it reads the sum and the depth.
call: down:10[main:15] -> main:16[main:16] 1 2
call: down:6[main:15] -> main:16[main:16] 1 23
doc: down:10[-] -> main:16[main:16] 1 2
doc: down:6[-] -> main:16[main:16] 1 23
f: main 1 2 62
f: down 10 60 60
c: root main 1 62
c: main down 1 60
c: down down 9 54
*/
