/*
 * Each of three stages reads the array that the one before it wrote; no stage
 * reads what roll counts. Built with bop-cc, it shows how main's calls depend.
 */
enum { SIZE = 60 };

static int wave[SIZE], smooth[SIZE];
static int peaks, seed = 7, rolls;

static void produce(void)
{
    for (int i = 0; i < SIZE; i++)
        wave[i] = i * i * 37 % 101;
}

static void change(void)
{
    smooth[0] = wave[0];
    for (int i = 1; i < SIZE; i++)
        smooth[i] = (wave[i - 1] + wave[i]) / 2;
}

static void consume(void)
{
    for (int i = 1; i + 1 < SIZE; i++)
        if (smooth[i] > smooth[i - 1] && smooth[i] > smooth[i + 1])
            peaks++;
}

static void roll(void)
{
    seed = seed * 1103515245u % 65536;
    rolls += seed > 32768;
}

int main(void)
{
    produce();
    for (int i = 0; i < 20; i++)
        roll();
    change();
    consume();
    return peaks == 0;
}
