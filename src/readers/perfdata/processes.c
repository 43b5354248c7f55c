#include "readers/perfdata/processes.h"

#include <inttypes.h>

/* A look-up may scan this many changes. Most processes have fewer
   mappings. */
enum { SHORT_SCAN = 512 };
/* A tree of the mappings (mapping_tree.h) is made when longer scans have taken
   this many steps, and STEPS_A_CHANGE more for each change, because making the
   tree takes time for each. */
enum { STEPS = 1 << 22, STEPS_A_CHANGE = 512 };

/* ---- Changes ---- */

static void add_change(struct perfdata_processes *processes,
                       struct perfdata_change change)
{
    change.order = (uint32_t)processes->changes.n;
    if (change.order < NO_ID - 1)
        *PUSH_IN(processes->arena, &processes->changes) = change;
}

static void add_name(struct perfdata_processes *processes,
                     struct perfdata_name name)
{
    name.order = (uint32_t)processes->names.n;
    if (name.order < NO_ID - 1)
        *PUSH_IN(processes->arena, &processes->names) = name;
}

static uint32_t pid_of(struct perfdata_processes *processes, uint32_t pid)
{
    return pairs_add_in(&processes->pids, processes->arena, pid, 0);
}

static uint32_t tid_of(struct perfdata_processes *processes, uint32_t tid)
{
    return pairs_add_in(&processes->tids, processes->arena, tid, 0);
}

void perfdata_processes_map(struct perfdata_processes *processes, uint32_t pid,
                            uint64_t time, struct perfdata_mapping mapping)
{
    if (mapping.start < mapping.end)
        add_change(processes,
                   (struct perfdata_change){
                       .process = pid_of(processes, pid),
                       .time = time,
                       .mapping = mapping,
                       .parent = NO_ID,
                   });
}

void perfdata_processes_fork(struct perfdata_processes *processes,
                             uint64_t time, uint32_t pid, uint32_t parent,
                             uint32_t tid, uint32_t parent_tid, bool has_maps)
{
    if (tid != parent_tid)
        add_name(processes,
                 (struct perfdata_name){
                     .thread = tid_of(processes, tid),
                     .time = time,
                     .comm = NO_ID,
                     .parent = tid_of(processes, parent_tid),
                 });
    if (pid == parent)
        return;
    add_change(processes,
               (struct perfdata_change){
                   .process = pid_of(processes, pid),
                   .time = time,
                   .parent = has_maps ? pid_of(processes, parent)
                                      : NO_ID,
               });
}

void perfdata_processes_comm(struct perfdata_processes *processes,
                             uint64_t time, uint32_t pid, uint32_t tid,
                             struct str comm, bool is_exec)
{
    add_name(processes,
             (struct perfdata_name){
                 .thread = tid_of(processes, tid),
                 .time = time,
                 .comm = strings_add(&processes->comms, processes->arena,
                                     comm),
             });
    if (is_exec)
        add_change(processes,
                   (struct perfdata_change){
                       .process = pid_of(processes, pid),
                       .time = time,
                       .parent = NO_ID,
                   });
}

/* ---- Order ---- */

static int by_process(const void *left, const void *right)
{
    const struct perfdata_change *a = left, *b = right;
    int order = COMPARE(a->process, b->process);
    order = order ? order : COMPARE(a->time, b->time);
    return order ? order : COMPARE(a->order, b->order);
}

static int by_time(const void *left, const void *right)
{
    const struct perfdata_name *a = left, *b = right;
    int order = COMPARE(a->time, b->time);
    return order ? order : COMPARE(a->order, b->order);
}

static int by_thread(const void *left, const void *right)
{
    const struct perfdata_name *a = left, *b = right;
    int order = COMPARE(a->thread, b->thread);
    return order ? order : by_time(left, right);
}

/* Returns the state of a process after its last change that comes before a key,
   which consists of the process, a time and an order. */
static uint32_t state_at(const struct perfdata_processes *processes,
                         const struct perfdata_change *key)
{
    const struct perfdata_change *changes = processes->changes.of;
    uint32_t n = (uint32_t)array_count_before(
        changes, processes->changes.n, sizeof *changes, key, by_process);
    return n && changes[n - 1].process == key->process ? n : 0;
}

/* Gives each thread that began without a name that of its parent. */
static void inherit_names(struct perfdata_processes *processes)
{
    struct perfdata_name *names = processes->names.of;
    LOCAL_ARENA(scratch);
    uint32_t *now = index_no_ids(&scratch, processes->tids.n);
    SORT(names, processes->names.n, by_time);
    for (uint32_t i = 0; i < processes->names.n; i++) {
        if (names[i].comm == NO_ID)
            names[i].comm = now[names[i].parent];
        now[names[i].thread] = names[i].comm;
    }
    SORT(names, processes->names.n, by_thread);
}

static bool is_mapping(const struct perfdata_change *change)
{
    return change->mapping.end != 0;
}

/* Is a change the beginning of a process that has what its parent had? */
static bool is_copy(const struct perfdata_change *change)
{
    return !is_mapping(change) && change->parent != NO_ID;
}

/* Replaces each parent's state by the state that it is a copy of, if any. A
   parent may be a copy of a copy of a copy; all copies on the way to the end of
   such a chain learn it, so that none is walked often. */
static void shorten_chains(struct perfdata_processes *processes)
{
    struct perfdata_change *changes = processes->changes.of;
    for (uint32_t i = 0; i < processes->changes.n; i++) {
        uint32_t end = i + 1, next;
        while (is_copy(&changes[end - 1]))
            end = changes[end - 1].parent;
        for (uint32_t at = i + 1; at != end; at = next) {
            next = changes[at - 1].parent;
            changes[at - 1].parent = end;
        }
    }
}

void perfdata_processes_sort(struct perfdata_processes *processes)
{
    struct perfdata_change *changes = processes->changes.of;
    if (processes->names.n)
        inherit_names(processes);
    if (!processes->changes.n)
        return;
    SORT(changes, processes->changes.n, by_process);
    for (uint32_t i = 0; i < processes->changes.n; i++) {
        struct perfdata_change key = changes[i];
        if (key.parent == NO_ID)
            continue;
        key.process = key.parent;
        changes[i].parent = state_at(processes, &key);
        if (!changes[i].parent)
            changes[i].parent = NO_ID;
    }
    shorten_chains(processes);
}

/* ---- Look-ups ---- */

/* A new process has the state of its parent until it changes. */
uint32_t perfdata_processes_state(const struct perfdata_processes *processes,
                                  uint32_t pid, uint64_t time)
{
    struct perfdata_change key = {
        .process = pairs_find(&processes->pids, pid, 0),
        .time = time,
        .order = NO_ID,
    };
    uint32_t state =
        key.process == NO_ID ? 0 : state_at(processes, &key);
    if (state && is_copy(&processes->changes.of[state - 1]))
        return processes->changes.of[state - 1].parent;
    return state;
}

static bool covers(const struct perfdata_change *change, uint64_t address)
{
    return change->mapping.start <= address && address < change->mapping.end;
}

/* Counts the steps of a scan and makes the tree if it pays. */
static void count_steps(struct perfdata_processes *processes, uint64_t steps)
{
    uint64_t n = processes->changes.n;
    if (steps <= SHORT_SCAN)
        return;
    processes->steps += steps - SHORT_SCAN;
    if (processes->steps < STEPS + STEPS_A_CHANGE * n ||
        n > MAPPING_TREE_CHANGES)
        return;
    processes->tree = mapping_tree_of(processes->arena, processes->changes.of,
                                      (uint32_t)n);
}

/* Looks at the mappings from the newest to the oldest, first those of the
   process and then those of its parent. A parent's state is older than the
   child, so the loop ends. */
const struct perfdata_mapping *
perfdata_processes_find(struct perfdata_processes *processes, uint32_t state,
                        uint64_t address)
{
    const struct perfdata_change *changes = processes->changes.of;
    uint64_t steps = 0;
    if (processes->tree.nodes.of)
        return mapping_tree_find(&processes->tree, state, address);
    for (; state && !covers(&changes[state - 1], address); steps++)
        state = mapping_tree_before(changes, state);
    count_steps(processes, steps);
    return state ? &changes[state - 1].mapping : NULL;
}

bool perfdata_processes_same(const struct perfdata_processes *processes,
                             uint32_t older, uint32_t newer, uint64_t address)
{
    if (older > newer || newer - older > SHORT_SCAN)
        return false;
    for (uint32_t state = older + 1; state <= newer; state++) {
        const struct perfdata_change *change =
            &processes->changes.of[state - 1];
        if (!is_mapping(change) || covers(change, address))
            return false;
    }
    return true;
}

uint32_t perfdata_processes_name(const struct perfdata_processes *processes,
                                 uint32_t tid, uint64_t time)
{
    struct perfdata_name key = {
        .thread = pairs_find(&processes->tids, tid, 0),
        .time = time,
        .order = NO_ID,
    };
    const struct perfdata_name *names = processes->names.of;
    size_t n = array_count_before(names, processes->names.n, sizeof *names,
                                  &key, by_thread);
    return n && names[n - 1].thread == key.thread ? names[n - 1].comm : NO_ID;
}

/* ---- Threads ---- */

/* The kernel's idle threads have no record that names them. */
struct str perfdata_threads_comm(const struct perfdata_processes *processes,
                                 const struct perfdata_sample *sample,
                                 uint32_t comm, struct arena *arena)
{
    if (comm != NO_ID)
        return processes->comms.texts[comm];
    return sample->tid ? arena_printf(arena, ":%" PRId32, (int32_t)sample->tid)
                       : S("swapper");
}

static uint32_t new_thread(struct perfdata_threads *threads,
                           const struct perfdata_sample *sample, uint32_t comm)
{
    LOCAL_ARENA(scratch);
    struct listed_thread thread = {
        .pid = arena_printf(&scratch, "%" PRId32, (int32_t)sample->pid),
        .tid = arena_printf(&scratch, "%" PRId32, (int32_t)sample->tid),
        .comm =
            perfdata_threads_comm(threads->processes, sample, comm, &scratch),
    };
    return sink_thread(threads->sink, &thread);
}

uint32_t perfdata_threads_find(struct perfdata_threads *threads,
                               const struct perfdata_sample *sample)
{
    if (!sink_reads_threads(threads->sink))
        return NO_THREAD;
    uint32_t comm = perfdata_processes_name(threads->processes, sample->tid,
                                            sample->order);
    uint32_t n = threads->named.n;
    uint32_t thread = pairs_add_in(&threads->ids, threads->arena, sample->pid,
                                   sample->tid);
    uint32_t id = pairs_add_in(&threads->named, threads->arena, thread, comm);
    if (id == n)
        *PUSH_IN(threads->arena, threads) = new_thread(threads, sample, comm);
    return threads->of[id];
}
