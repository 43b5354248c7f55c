/* Two files have a static function of the same name: two_a.c:step is one. */
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
