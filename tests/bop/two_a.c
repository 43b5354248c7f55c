/* Here and in two_b.c is a static function step; two_a.c:step means this. */
int two_b(void);
int two;

static void step(void)
{
    two++;
}

int main(void)
{
    step();
    return two_b() != 2;
}
