/* How the quality of the stacks of several runs adds up. */
#include "quality/stack_quality.h"

#include "check.h"
#include "util/known.h"

/* Stacks of one sample each; some were cut at a limit of frames. */
static struct stack_quality run_of(double cut, uint32_t limit, bool deeper)
{
    return (struct stack_quality){ .samples = 10,
                                   .cut = cut,
                                   .shallow = UNKNOWN,
                                   .headless = UNKNOWN,
                                   .passing = UNKNOWN,
                                   .limit = limit,
                                   .deeper = deeper };
}

UNIT(stack_quality)
{
    test("the limit is that of the run with cut stacks");
    struct stack_quality sum = run_of(0, 127, true);
    struct stack_quality more = run_of(3, 64, false);
    stack_quality_add(&sum, &more);
    expect(sum.limit == 64 && !sum.deeper, "%u %d", sum.limit, sum.deeper);
    expect(sum.cut == 3 && sum.samples == 20, "%g of %g", sum.cut, sum.samples);

    more = run_of(0, 16, true);
    stack_quality_add(&sum, &more);
    expect(sum.limit == 64 && !sum.deeper, "%u %d", sum.limit, sum.deeper);

    test("of two limits the least counts, and stacks are deeper than that");
    more = run_of(2, 1024, false);
    stack_quality_add(&sum, &more);
    expect(sum.limit == 64 && sum.deeper, "%u %d", sum.limit, sum.deeper);
    expect(sum.cut == 5, "%g", sum.cut);
    more = run_of(1, 32, false);
    stack_quality_add(&sum, &more);
    expect(sum.limit == 32 && sum.deeper, "%u %d", sum.limit, sum.deeper);
    stack_quality_add(&sum, &more);
    expect(sum.limit == 32 && sum.deeper, "%u %d", sum.limit, sum.deeper);

    test("what no run knows stays unknown");
    expect(!known(sum.shallow) && !known(sum.passing), "%g %g", sum.shallow,
           sum.passing);
    expect(!known(stack_quality_incomplete(&(struct stack_quality){
               .shallow = UNKNOWN, .cut = UNKNOWN, .headless = UNKNOWN })),
           "a number");
    return finish_tests();
}
