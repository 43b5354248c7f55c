#include "readers/perfdata/prescan.h"

/* The state of the pass. */
struct losses {
    uint64_t events, chunks;
};

struct prescan {
    struct perfdata_header *header;
    struct perfdata_processes *processes;
    struct perfdata_modules *modules;
    struct losses losses[2]; /* of records LOST, and of LOST_SAMPLES */
    struct perfdata_prescan found;
};

/* {u32 pid, tid; u64 address, size, offset; [version 2: 24 bytes, u32
   protection, flags;] path}. The 24 bytes tell the inode or, if misc says so,
   the build id: u8 size, u8[3], u8 id[20]. simpleperf marks code that was
   compiled at run time by a bit of the protection. */
static void take_mmap(struct prescan *prescan, struct perfdata_record *record,
                      uint64_t time)
{
    LOCAL_ARENA(scratch);
    struct perfdata_bytes *body = &record->body;
    struct perfdata_mapping mapping;
    struct str build_id = S("");
    uint32_t protection = 0;
    uint32_t pid = perfdata_u32(body);
    perfdata_u32(body);
    mapping.start = perfdata_u64(body);
    mapping.end = mapping.start + perfdata_u64(body);
    mapping.offset = perfdata_u64(body);
    if (record->type == RECORD_MMAP2) {
        const unsigned char *id = perfdata_take(body, 24);
        protection = perfdata_u32(body);
        perfdata_u32(body);
        if (id && record->misc & MISC_MMAP_BUILD_ID && id[0] <= 20)
            build_id = perfdata_header_hex(&scratch, id + 4, id[0]);
    }
    struct str path = perfdata_text(body->left);
    prescan->found.unknown += body->is_short || !path.len;
    if (!body->is_short && path.len && mapping.start < mapping.end) {
        mapping.module = perfdata_modules_add(prescan->modules, path, build_id,
                                              pid, mapping.offset,
                                              protection & PROTECTION_JIT);
        perfdata_modules_map(prescan->modules, mapping.module, mapping.start);
        perfdata_processes_map(prescan->processes, pid, time, mapping);
    }
}

/* {u32 pid, tid; name} */
static void take_comm(struct prescan *prescan, struct perfdata_record *record,
                      uint64_t time)
{
    uint32_t pid = perfdata_u32(&record->body);
    uint32_t tid = perfdata_u32(&record->body);
    prescan->found.unknown += record->body.is_short;
    if (!record->body.is_short)
        perfdata_processes_comm(prescan->processes, time, pid, tid,
                                perfdata_text(record->body.left),
                                record->misc & MISC_COMM_EXEC);
}

/* {u32 pid, parent, tid, parent's tid; u64 time}. perf writes such records
   about the processes that it finds, which are no copies of their parents. */
static void take_fork(struct prescan *prescan, struct perfdata_record *record,
                      uint64_t time)
{
    uint32_t pid = perfdata_u32(&record->body);
    uint32_t parent = perfdata_u32(&record->body);
    uint32_t tid = perfdata_u32(&record->body);
    uint32_t parent_tid = perfdata_u32(&record->body);
    prescan->found.unknown += record->body.is_short;
    if (!record->body.is_short)
        perfdata_processes_fork(prescan->processes, time, pid, parent, tid,
                                parent_tid, !(record->misc & MISC_FORK_EXEC));
}

/* {u64 address; u32 size; u16 type, flags; name}: code that appears in the
   kernel or, if a flag says so, disappears. It is not forgotten then, because
   samples of it may come later. */
static void take_ksymbol(struct prescan *prescan,
                         struct perfdata_record *record, uint64_t time)
{
    enum { UNREGISTER = 1 };
    struct perfdata_mapping mapping = { .offset = 0 };
    mapping.start = perfdata_u64(&record->body);
    mapping.end = mapping.start + perfdata_u32(&record->body);
    perfdata_u16(&record->body);
    bool ends = perfdata_u16(&record->body) & UNREGISTER;
    struct str name = perfdata_text(record->body.left);
    if (record->body.is_short || ends || !name.len)
        return;
    mapping.module = perfdata_modules_add_symbol(prescan->modules, name);
    perfdata_processes_map(prescan->processes, PERFDATA_KERNEL, time, mapping);
}

/* Records of perf itself, as a pipe has them in place of a header: attributes
   and their ids {attr, u64 ids[]}, names {u64 type, id; name}, features
   {u64 feature; contents}. */
static void take_of_perf(struct prescan *prescan,
                         struct perfdata_record *record)
{
    enum { UPDATE_NAME = 2 };
    struct perfdata_header *header = prescan->header;
    struct perfdata_bytes body = record->body;
    if (record->type == RECORD_ATTR) {
        struct perfdata_bytes head = body;
        perfdata_u32(&head);
        uint32_t size = perfdata_u32(&head);
        uint32_t id = perfdata_attributes_add(&header->attributes, body,
                                              header->is_big);
        if (id != NO_ID && perfdata_take(&body, size))
            perfdata_attributes_ids(&header->attributes, id, body);
    } else if (record->type == RECORD_EVENT_UPDATE) {
        uint64_t type = perfdata_u64(&body), id = perfdata_u64(&body);
        uint32_t owner = perfdata_attributes_find(&header->attributes, id);
        struct str name = perfdata_text(body.left);
        if (type == UPDATE_NAME && owner != NO_ID && name.len)
            perfdata_attributes_name(&header->attributes, owner, name);
    } else if (record->type == RECORD_FEATURE) {
        uint64_t feature = perfdata_u64(&body);
        perfdata_header_feature(header, feature, body);
    } else if (record->type == RECORD_BUILD_ID) {
        perfdata_header_build_id(header, record->misc, body);
    }
}

static void take_lost(struct prescan *prescan, struct perfdata_record *record)
{
    bool are_samples = record->type == RECORD_LOST_SAMPLES;
    struct losses *losses = &prescan->losses[are_samples];
    if (!are_samples)
        perfdata_u64(&record->body); /* the event */
    uint64_t n = perfdata_u64(&record->body);
    if (record->body.is_short || !n)
        return;
    losses->events += n;
    losses->chunks++;
}

static void take_record(struct prescan *prescan, struct perfdata_record *record)
{
    if (record->type >= RECORD_OF_PERF) {
        take_of_perf(prescan, record);
        return;
    }
    if (record->type == RECORD_SAMPLE)
        return;
    uint64_t time =
        perfdata_sample_record_time(record, &prescan->header->attributes);
    switch (record->type) {
    case RECORD_MMAP:
    case RECORD_MMAP2:
        take_mmap(prescan, record, time);
        break;
    case RECORD_COMM:
        take_comm(prescan, record, time);
        break;
    case RECORD_FORK:
        take_fork(prescan, record, time);
        break;
    case RECORD_KSYMBOL:
        take_ksymbol(prescan, record, time);
        break;
    case RECORD_LOST:
    case RECORD_LOST_SAMPLES:
        take_lost(prescan, record);
        break;
    default:
        break;
    }
}

struct perfdata_prescan perfdata_prescan(struct input *in, int fd,
                                       struct perfdata_header *header,
                                       struct perfdata_processes *processes,
                                       struct perfdata_modules *modules)
{
    struct prescan prescan = { .header = header,
                             .processes = processes,
                             .modules = modules };
    struct perfdata_records records;
    struct perfdata_record record;
    perfdata_records_init(&records, in, fd, header);
    while (perfdata_records_next(&records, &record))
        take_record(&prescan, &record);
    /* The kernel counts lost events in records LOST, and perf counts the same
       events again in LOST_SAMPLES. */
    const struct losses *noted = &prescan.losses[0],
                        *added = &prescan.losses[1];
    const struct losses *lost = noted->events >= added->events ? noted : added;
    prescan.found.lost_events = lost->events;
    prescan.found.lost_chunks = lost->chunks;
    prescan.found.has_aux = records.has_aux;
    perfdata_records_free(&records);
    perfdata_attributes_complete(&header->attributes);
    perfdata_processes_sort(processes);
    return prescan.found;
}
