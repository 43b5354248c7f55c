/* The stack of a sample of perf from its chain, its marks, its calls and the
   registers. The marks are those of linux/perf_event.h. */
#include "readers/perfdata/file/chain.h"

#include "check.h"

#define KERNEL ((uint64_t)-128)
#define USER ((uint64_t)-512)
#define GUEST ((uint64_t)-2560)

/* Expects addresses, and which of them are those of callers. */
static void addresses_are(const struct perfdata_chain *chain, uint32_t n,
                          const struct perfdata_address *want)
{
    expect(chain->n == n, "%zu addresses, not %u", chain->n, n);
    for (uint32_t i = 0; i < n && i < chain->n; i++) {
        const struct perfdata_address *is = &chain->of[i];
        expect(is->at == want[i].at && is->is_caller == want[i].is_caller &&
                   is->mode == want[i].mode,
               "%u: %llx %d %d", i, (unsigned long long)is->at,
               is->is_caller, (int)is->mode);
    }
}

#define ADDRESSES_ARE(chain, ...)                                              \
    addresses_are(chain,                                                       \
                  sizeof((struct perfdata_address[]){ __VA_ARGS__ }) /         \
                      sizeof(struct perfdata_address),                         \
                  (const struct perfdata_address[]){ __VA_ARGS__ })

static uint64_t swapped(uint64_t n)
{
    uint64_t to = 0;
    for (int i = 0; i < 8; i++)
        to |= (n >> 8 * i & 0xff) << (56 - 8 * i);
    return to;
}

static void test_marks(void)
{
    static const uint64_t stack[] = { KERNEL, 0xf100, 0xf200, USER, 0x1000,
                                      0x2000, 0 };
    static const uint64_t guest[] = { GUEST, 0x10 };
    static const uint64_t damaged[] = { USER, 0x10, (uint64_t)-7, 0x20 };
    struct perfdata_chain chain = { .ip_register = -1 };
    struct perfdata_sample sample = { .chain = stack, .n_chain = 7,
                                      .ip = 0xf100, .mode = MODE_KERNEL };
    test("marks tell where code runs; callers return to an address");
    perfdata_chain_take(&chain, &sample);
    ADDRESSES_ARE(&chain, { 0xf100, false, MODE_KERNEL },
                  { 0xf200, true, MODE_KERNEL },
                  { 0x1000, false, MODE_USER }, { 0x2000, true, MODE_USER },
                  { 0, false, MODE_USER });
    sample.chain = guest;
    sample.n_chain = 2;
    perfdata_chain_take(&chain, &sample);
    ADDRESSES_ARE(&chain, { 0x10, false, MODE_GUEST_USER });

    test("an unknown mark ends the chain");
    sample.chain = damaged;
    sample.n_chain = 4;
    perfdata_chain_take(&chain, &sample);
    ADDRESSES_ARE(&chain, { 0x10, false, MODE_USER });

    test("without a chain the instruction is the stack");
    sample.n_chain = 0;
    perfdata_chain_take(&chain, &sample);
    ADDRESSES_ARE(&chain, { 0xf100, false, MODE_KERNEL });
    expect(!chain.needs_unwinding, "nothing to unwind");

    test("the outermost frames can be added");
    perfdata_chain_add(&chain, 0x3000, true);
    ADDRESSES_ARE(&chain, { 0xf100, false, MODE_KERNEL },
                  { 0x3000, true, MODE_USER });
    LIST_FREE(&chain);
}

static void test_calls(void)
{
    static const uint64_t stack[] = { KERNEL, 0xf100, USER, 0x1000, 0x9999 };
    /* From, to and flags, the latest first; an empty record is the end. */
    static const uint64_t calls[] = { 0x2000, 0x1000, 0, 0x3000, 0x1f00, 0,
                                      0,      0,      0, 0x4000, 0x2f00, 0 };
    uint64_t swapped_stack[5], swapped_calls[12];
    struct perfdata_chain chain = { .ip_register = -1 };
    struct perfdata_sample sample = {
        .chain = stack, .n_chain = 5, .calls = calls, .n_calls = 4
    };
    for (int i = 0; i < 5; i++)
        swapped_stack[i] = swapped(stack[i]);
    for (int i = 0; i < 12; i++)
        swapped_calls[i] = swapped(calls[i]);
    for (int is_swapped = 0; is_swapped < 2; is_swapped++) {
        test(is_swapped ? "calls of another byte order"
                        : "calls take the place of the user's chain");
        if (is_swapped) {
            sample.chain = swapped_stack;
            sample.calls = swapped_calls;
            sample.swap = true;
        }
        perfdata_chain_take(&chain, &sample);
        ADDRESSES_ARE(&chain, { 0xf100, false, MODE_KERNEL },
                      { 0x1000, false, MODE_USER },
                      { 0x2000, false, MODE_USER },
                      { 0x3000, false, MODE_USER });
    }
    LIST_FREE(&chain);
}

static void test_registers(void)
{
    static const uint64_t stack[] = { KERNEL, 0xf100 };
    static const uint64_t values[] = { 7, 0x1234 };
    struct perfdata_chain chain = { .ip_register = 8 };
    struct perfdata_sample sample = {
        .ip = 0x1111, .mode = MODE_USER,
        .user = { .abi = 2, .mask = 1u << 8 | 1u << 2, .values = values,
                  .stack = STR("stack") }
    };
    test("the copied stack of user code");
    perfdata_chain_take(&chain, &sample);
    ADDRESSES_ARE(&chain, { 0x1111, false, MODE_USER });
    expect(chain.needs_unwinding, "to unwind");

    test("below the kernel, a register has the instruction");
    sample.mode = MODE_KERNEL;
    sample.chain = stack;
    sample.n_chain = 2;
    perfdata_chain_take(&chain, &sample);
    ADDRESSES_ARE(&chain, { 0xf100, false, MODE_KERNEL },
                  { 0x1234, false, MODE_USER });

    test("a register that was not recorded, or is not known");
    chain.ip_register = 9;
    perfdata_chain_take(&chain, &sample);
    ADDRESSES_ARE(&chain, { 0xf100, false, MODE_KERNEL });
    chain.ip_register = -1;
    perfdata_chain_take(&chain, &sample);
    ADDRESSES_ARE(&chain, { 0xf100, false, MODE_KERNEL });
    chain.ip_register = 8;
    sample.user.values = NULL;
    perfdata_chain_take(&chain, &sample);
    ADDRESSES_ARE(&chain, { 0xf100, false, MODE_KERNEL });

    test("no stack was copied");
    sample.user.stack = S("");
    perfdata_chain_take(&chain, &sample);
    expect(!chain.needs_unwinding, "nothing to unwind");
    LIST_FREE(&chain);
}

UNIT(callchain)
{
    test_marks();
    test_calls();
    test_registers();
    return finish_tests();
}
