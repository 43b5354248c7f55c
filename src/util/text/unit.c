#include "util/text/unit.h"

#define SECONDS STR("seconds")
#define BYTES STR("bytes")
#define KIB 1024.

/* Decimal prefixes are powers of 1000, and binary ones, as in MiB, of 1024. */
static const struct {
    struct str names; /* separated by blanks */
    struct unit unit;
} units[] = {
    { STR("seconds second secs sec s"), { SECONDS, 1 } },
    { STR("milliseconds millisecond msecs msec ms"), { SECONDS, 1e3 } },
    { STR("microseconds microsecond usecs usec us \u00b5s \u03bcs"),
      { SECONDS, 1e6 } },
    { STR("nanoseconds nanosecond nsecs nsec ns"), { SECONDS, 1e9 } },
    { STR("minutes minute mins min"), { SECONDS, 1. / 60 } },
    { STR("hours hour h"), { SECONDS, 1. / 3600 } },
    { STR("bytes byte B"), { BYTES, 1 } },
    { STR("kilobytes kilobyte kB KB"), { BYTES, 1e-3 } },
    { STR("megabytes megabyte MB"), { BYTES, 1e-6 } },
    { STR("gigabytes gigabyte GB"), { BYTES, 1e-9 } },
    { STR("terabytes terabyte TB"), { BYTES, 1e-12 } },
    { STR("kibibytes kibibyte KiB"), { BYTES, 1 / KIB } },
    { STR("mebibytes mebibyte MiB"), { BYTES, 1 / KIB / KIB } },
    { STR("gibibytes gibibyte GiB"), { BYTES, 1 / KIB / KIB / KIB } },
    { STR("tebibytes tebibyte TiB"), { BYTES, 1 / KIB / KIB / KIB / KIB } },
};

static bool has_name(struct str names, struct str name)
{
    struct str word;
    while (str_take_word(&names, &word))
        if (str_eq(word, name))
            return true;
    return false;
}

bool unit_find(struct str name, struct unit *unit)
{
    for (size_t i = 0; i < ROWS(units); i++) {
        if (!has_name(units[i].names, name))
            continue;
        *unit = units[i].unit;
        return true;
    }
    return false;
}

bool unit_is_base(struct str name)
{
    return str_eq(name, S("seconds")) || str_eq(name, S("bytes"));
}
