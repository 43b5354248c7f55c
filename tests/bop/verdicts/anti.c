/* The second statement overwrites what the first one reads; the third one
   repeats the second. */
static int buf[10], out[10];

static void save(void)
{
    for (int i = 0; i < 10; i++)
        out[i] = buf[i];
}

static void set(int value)
{
    for (int i = 0; i < 10; i++)
        buf[i] = value;
}

int main(void)
{
    save();
    set(1);
    set(2);
    return 0;
}

/*
anti.c:19: runs once; needs no memory of other statements
anti.c:20: runs once; overwrites what :19 read (`buf`)
anti.c:21: runs once; overwrites what :20 wrote (`buf`)
*/
