/*
 * Writes a perf.data file to standard output with one sample at each of the
 * offsets of a file that standard input has, one hexadecimal number a line:
 *
 *     addresses FILE <OFFSETS >perf.data
 *
 * FILE is in the memory of one process. Numbers are in the byte order of this
 * machine.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEADER = 104,
    ATTRIBUTE = 112,
    MMAP2 = 10,
    SAMPLE = 9,
    USER = 2,
    SAMPLE_TYPE = 1 | 2 | 4, /* address, process and thread, time */
    WITH_IDS = 1 << 18,      /* sample_id_all */
};

static const uint64_t base = 0x10000000000;

static void put(uint64_t n, size_t size)
{
    uint32_t half = (uint32_t)n;
    uint16_t quarter = (uint16_t)n;
    const void *bytes = size == 2   ? (const void *)&quarter
                        : size == 4 ? (const void *)&half
                                    : (const void *)&n;
    fwrite(bytes, size, 1, stdout);
}

static void put_record(unsigned type, size_t size)
{
    put(type, 4);
    put(USER, 2);
    put(8 + size, 2);
}

static void put_header(uint64_t data_size)
{
    fwrite("PERFILE2", 8, 1, stdout);
    put(HEADER, 8);
    put(ATTRIBUTE + 16, 8);
    put(HEADER, 8);
    put(ATTRIBUTE + 16, 8);
    put(HEADER + ATTRIBUTE + 16, 8);
    put(data_size, 8);
    for (int i = 0; i < 6; i++)
        put(0, 8);
    put(1, 4); /* a software event, the clock */
    put(ATTRIBUTE, 4);
    put(0, 8);
    put(1, 8);
    put(SAMPLE_TYPE, 8);
    put(0, 8);
    put(WITH_IDS, 8);
    for (int i = 0; i < (ATTRIBUTE - 48) / 8 + 2; i++)
        put(0, 8);
}

static void put_mapping(const char *path, size_t padded)
{
    put_record(MMAP2, 64 + padded + 16);
    put(1, 4);
    put(1, 4);
    put(base, 8);
    put((uint64_t)1 << 32, 8);
    for (int i = 0; i < 4; i++)
        put(0, 8);
    put(5, 4);
    put(2, 4);
    for (size_t i = 0; i < padded; i++)
        putchar(i < strlen(path) ? path[i] : 0);
    put(1, 4);
    put(1, 4);
    put(1, 8);
}

static void put_sample(uint64_t offset)
{
    put_record(SAMPLE, 24);
    put(base + offset, 8);
    put(1, 4);
    put(1, 4);
    put(2, 8);
}

int main(int argc, char **argv)
{
    char line[64];
    size_t n = 0, room = 1024;
    uint64_t *offsets = malloc(room * sizeof *offsets);
    if (argc != 2 || !offsets)
        return 2;
    while (fgets(line, sizeof line, stdin)) {
        if (n == room)
            offsets = realloc(offsets, (room *= 2) * sizeof *offsets);
        if (!offsets)
            return 2;
        offsets[n++] = strtoull(line, NULL, 16);
    }
    size_t padded = (strlen(argv[1]) / 8 + 1) * 8;
    put_header(8 + 64 + padded + 16 + 32 * n);
    put_mapping(argv[1], padded);
    for (size_t i = 0; i < n; i++)
        put_sample(offsets[i]);
    free(offsets);
    return ferror(stdout) ? 1 : 0;
}
