/* The mappings of random processes, by a tree and by the scan that few changes
   get. */
#include "readers/perfdata/processes.h"

#include "check.h"

enum { CHANGES = 60, PIDS = 6, TIMES = 40, ADDRESSES = 50 };

static void add_change(struct perfdata_processes *processes)
{
    uint32_t pid = 1 + random_below(PIDS), parent = 1 + random_below(PIDS);
    uint64_t time = random_below(TIMES);
    struct perfdata_mapping mapping = { .start = random_below(ADDRESSES) };
    mapping.end = mapping.start + 1 + random_below(ADDRESSES / 2);
    if (chance(60))
        perfdata_processes_map(processes, pid, time, mapping);
    else if (chance(80))
        perfdata_processes_fork(processes, time, pid, parent, pid, pid,
                                chance(90));
    else
        perfdata_processes_comm(processes, time, pid, pid, S("new"), true);
}

static void random_processes(void)
{
    LOCAL_ARENA(scratch);
    struct perfdata_processes processes = { .arena = &scratch };
    for (uint32_t n = random_below(CHANGES); n > 0; n--)
        add_change(&processes);
    perfdata_processes_sort(&processes);
    struct mapping_tree tree =
        mapping_tree_of(&scratch, processes.changes.of,
                        (uint32_t)processes.changes.n);
    for (uint32_t state = 0; state <= processes.changes.n; state++)
        for (uint64_t at = 0; at < 2 * ADDRESSES; at++)
            expect(mapping_tree_find(&tree, state, at) ==
                       perfdata_processes_find(&processes, state, at),
                   "address %u in state %u", (unsigned)at, state);
}

/* Changes of one process that many look-ups must pass, so that they end with a
   tree. */
static void many_mappings(void)
{
    enum { MANY = 20000 };
    LOCAL_ARENA(scratch);
    struct perfdata_processes processes = { .arena = &scratch };
    test("a scan that becomes a tree");
    for (uint32_t i = 0; i < MANY; i++)
        perfdata_processes_map(&processes, 1, i,
                               (struct perfdata_mapping){ .start = 2 * i,
                                                          .end = 2 * i + 1,
                                                          .module = i });
    perfdata_processes_sort(&processes);
    for (uint32_t i = 0; i < MANY; i++) {
        uint32_t state = perfdata_processes_state(&processes, 1, MANY - 1);
        const struct perfdata_mapping *mapping =
            perfdata_processes_find(&processes, state, 2 * i);
        expect(mapping && mapping->module == i, "mapping %u", i);
        expect(!perfdata_processes_find(&processes, state, 2 * i + 1),
               "behind mapping %u", i);
    }
    expect(processes.tree.nodes.of != NULL, "there is a tree");
}

UNIT(mapping_tree)
{
    for (unsigned long n = 1; n <= 2000; n++) {
        start_input(n);
        random_processes();
    }
    many_mappings();
    return finish_tests();
}
