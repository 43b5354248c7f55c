/*
 * Sums of numbers that come in any order. A sum of doubles depends on the order
 * of its parts, because each addition rounds. This one keeps what was rounded
 * off: twice 53 bits are enough for costs of an input to add up exactly.
 */
#pragma once

struct sum {
    double high, low; /* the sum is high + low */
};

/* Knuth's TwoSum, The Art of Computer Programming, volume 2, section 4.2.2:
   `part` and `high` add up to a rounded number, and the rest goes to `low`. */
static inline void sum_add(struct sum *sum, double part)
{
    double high = sum->high + part;
    double of_part = high - sum->high;
    sum->low += (sum->high - (high - of_part)) + (part - of_part);
    sum->high = high;
}

static inline double sum_value(const struct sum *sum)
{
    return sum->high + sum->low;
}
