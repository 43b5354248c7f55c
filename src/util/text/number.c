#include "util/text/number.h"

#include <math.h>
#include <stdio.h>

#include "util/text/utf8.h"

struct str number_percent(struct arena *arena, double share)
{
    double points = 100 * share;
    if (points > 0 && points < 0.05)
        return S("<0.1%");
    if (points >= 99.95 && points < 100.05)
        return S("100%");
    if (points == 0)
        return S("0%");
    return arena_printf(arena, "%.1f%%", points);
}

/* Returns the number with at most two decimals, without zeros at the end. */
static struct str plain(struct arena *arena, double number)
{
    struct str text = arena_printf(arena, "%.2f", number);
    while (str_has(text, S(".")) && str_ends(text, S("0")))
        text.len--;
    if (str_ends(text, S(".")))
        text.len--;
    return text;
}

struct str number_grouped(struct arena *arena, double number)
{
    if (fabs(number) >= 1e15)
        return arena_printf(arena, "%.4g", number);
    struct str text = plain(arena, number), whole = text, rest = S("");
    str_cut(text, S("."), &whole, &rest);
    rest = str_skip(text, whole.len);
    struct str result = S("");
    while (whole.len > 3) {
        struct str group = str_skip(whole, whole.len - 3);
        result = arena_printf(arena, ",%.3s%s", group.s, result.s);
        whole.len -= 3;
    }
    return arena_printf(arena, "%.*s%s%.*s", (int)whole.len, whole.s, result.s,
                        (int)rest.len, rest.s);
}

enum { UNIT_LIMIT = 40 }; /* code points; longer units are shortened */

/* From here on, "%.3g" would round to 1e+03. */
#define THOUSAND 999.5

/* Returns "1.23 s" or "45 us". Milliseconds begin below 9.5 ms only, so that
   the hundredths of seconds of gprof stay seconds. */
static struct str seconds(struct arena *arena, double cost)
{
    static const char *const units[] = { "ms", "us", "ns" };
    size_t i = 0;
    if (fabs(cost) >= THOUSAND)
        return arena_printf(arena, "%s s",
                            number_grouped(arena, round(cost)).s);
    if (cost == 0 || fabs(cost) >= 0.0095)
        return arena_printf(arena, "%.3g s", cost);
    for (cost *= 1e3; fabs(cost) < THOUSAND / 1e3 && i + 1 < ROWS(units); i++)
        cost *= 1e3;
    return arena_printf(arena, "%.3g %s", cost, units[i]);
}

/* Returns "4.5 MB", or "512 bytes" below 1 kB. */
static struct str bytes(struct arena *arena, double cost)
{
    static const char *const units[] = { "bytes", "kB", "MB", "GB", "TB" };
    size_t i = 0;
    for (; fabs(cost) >= THOUSAND && i + 1 < ROWS(units); i++)
        cost /= 1e3;
    if (fabs(cost) >= THOUSAND)
        return arena_printf(arena, "%s %s",
                            number_grouped(arena, round(cost)).s, units[i]);
    return arena_printf(arena, "%.3g %s", cost,
                        i == 0 && cost == 1 ? "byte" : units[i]);
}

struct str number_cost(struct arena *arena, double cost, struct str unit,
                       const char *format)
{
    if (format) {
        char text[512];
        snprintf(text, sizeof text, format, cost);
        return arena_copy(arena, str_of(text));
    }
    if (str_eq(unit, S("seconds")))
        return seconds(arena, cost);
    if (str_eq(unit, S("bytes")))
        return bytes(arena, cost);
    struct str number = number_grouped(arena, cost);
    unit = utf8_shortened(arena, unit, UNIT_LIMIT);
    if (str_eq(number, S("1")) && str_ends(unit, S("s")))
        unit.len--;
    return arena_printf(arena, "%s %.*s", number.s, (int)unit.len, unit.s);
}

static void take_any(struct str *s, struct str set)
{
    while (s->len && str_has(set, str_head(*s, 1)))
        *s = str_skip(*s, 1);
}

static bool is_conversion(struct str *s)
{
    uint64_t width;
    take_any(s, S("-+ #0"));
    if (str_take_digits(s, &width) && width > 100)
        return false;
    if (str_take(s, S(".")) && str_take_digits(s, &width) && width > 100)
        return false;
    if (!s->len || !str_has(S("fFeEgG"), str_head(*s, 1)))
        return false;
    *s = str_skip(*s, 1);
    return true;
}

bool number_is_format(struct str format)
{
    struct str before;
    int conversions = 0;
    while (str_cut(format, S("%"), &before, &format))
        if (!str_take(&format, S("%")) &&
            (!is_conversion(&format) || conversions++ > 0))
            return false;
    return conversions == 1;
}
