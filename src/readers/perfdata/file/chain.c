#include "readers/perfdata/file/chain.h"

/* Numbers from this one on are marks: see enum perf_callchain_context of
   linux/perf_event.h. */
#define LEAST_MARK ((uint64_t)-4095)

static const struct {
    int64_t mark;
    enum perfdata_mode mode;
} marks[] = {
    { -32, MODE_HYPERVISOR },     { -128, MODE_KERNEL },
    { -512, MODE_USER },          { -2048, MODE_GUEST_KERNEL },
    { -2176, MODE_GUEST_KERNEL }, { -2560, MODE_GUEST_USER },
};

static void add(struct perfdata_chain *chain, uint64_t at, bool is_caller,
                enum perfdata_mode mode)
{
    *PUSH_IN(chain->arena, chain) =
        (struct perfdata_address){ at, is_caller && at, mode };
}

/* Returns false if the number is none of the marks. */
static bool find_mode(uint64_t mark, enum perfdata_mode *mode)
{
    for (size_t i = 0; i < ROWS(marks); i++)
        if ((uint64_t)marks[i].mark == mark) {
            *mode = marks[i].mode;
            return true;
        }
    return false;
}

/* Adds the frames of user code that calls have left: the beginning of the
   function that was called last, and the instruction of each call. The
   processor keeps the last calls that have not returned, and how many depends
   on it, so that outer frames may be missing. (PERF_SAMPLE_BRANCH_CALL_STACK in
   linux/perf_event.h.) */
static void add_calls(struct perfdata_chain *chain,
                      const struct perfdata_sample *sample)
{
    bool swap = sample->swap;
    add(chain, perfdata_item(sample->calls, 1, swap), false, MODE_USER);
    for (size_t i = 0; i < sample->n_calls; i++) {
        uint64_t from = perfdata_item(sample->calls, 3 * i, swap);
        if (!from) /* a record without an address is none */
            break;
        add(chain, from, false, MODE_USER);
    }
}

/* The first address after a mark is exact: it comes from registers. A number
   that looks like a mark but is none is a damaged frame, and the end. Calls,
   which are of user code, take the place of what the kernel found there. */
static void add_chain(struct perfdata_chain *chain,
                      const struct perfdata_sample *sample)
{
    enum perfdata_mode mode = sample->mode;
    bool is_caller = false;
    for (size_t i = 0; i < sample->n_chain; i++) {
        uint64_t at = perfdata_item(sample->chain, i, sample->swap);
        if (at < LEAST_MARK) {
            add(chain, at, is_caller, mode);
            is_caller = true;
        } else if (find_mode(at, &mode)) {
            is_caller = false;
            if (mode == MODE_USER && sample->n_calls) {
                add_calls(chain, sample);
                return;
            }
        } else {
            break;
        }
    }
}

/* Finds the value of a register of the user's code. Returns false if the sample
   does not have it. */
static bool find_register(const struct perfdata_user *user, int number,
                          uint64_t *value)
{
    if (number < 0)
        return false;
    uint64_t below = user->mask & ((UINT64_C(1) << number) - 1);
    if (!user->values || !(user->mask >> number & 1))
        return false;
    *value = perfdata_item(user->values, (size_t)__builtin_popcountll(below),
                           user->swap);
    return true;
}

/* Adds the frames of user code, if its registers were recorded in place of its
   chain: the one that runs. */
static void add_user(struct perfdata_chain *chain,
                     const struct perfdata_sample *sample)
{
    uint64_t ip = sample->ip;
    if (!sample->user.abi || !sample->user.stack.len)
        return;
    chain->needs_unwinding = true;
    if (chain->n == 0 && sample->mode == MODE_USER)
        add(chain, ip, false, MODE_USER);
    else if (sample->mode == MODE_KERNEL &&
             find_register(&sample->user, chain->ip_register, &ip))
        add(chain, ip, false, MODE_USER);
}

void perfdata_chain_take(struct perfdata_chain *chain,
                         const struct perfdata_sample *sample)
{
    chain->n = 0;
    chain->needs_unwinding = false;
    add_chain(chain, sample);
    if (chain->n == 0 || chain->of[chain->n - 1].mode != MODE_USER)
        add_user(chain, sample);
    if (chain->n == 0)
        add(chain, sample->ip, false, sample->mode);
}

void perfdata_chain_add(struct perfdata_chain *chain, uint64_t at,
                        bool is_caller)
{
    add(chain, at, is_caller, MODE_USER);
}
