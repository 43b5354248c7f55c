#include "readers/perfdata/file/sample.h"

enum { BRANCH_SIZE = 24 };

/* The fields that every record has at its end, if sample_id_all. */
#define ID_FIELDS                                                              \
    (SAMPLE_TID | SAMPLE_TIME | SAMPLE_ID | SAMPLE_STREAM_ID | SAMPLE_CPU |    \
     SAMPLE_IDENTIFIER)

/* Are times recorded in all records? If not, records are in time order. */
static bool has_times(const struct perfdata_attribute *attribute)
{
    return attribute->sample_id_all && attribute->sample_type & SAMPLE_TIME;
}

/* Returns the event that a sample is of. If there are several, the id of the
   event is at the front of the sample, or else behind the fields that all
   events have. */
static uint32_t find_attribute(struct perfdata_bytes body,
                               const struct perfdata_attributes *attributes)
{
    if (attributes->n <= 1)
        return attributes->n ? 0 : NO_ID;
    uint64_t type = attributes->of[0].sample_type, before;
    if (type & SAMPLE_IDENTIFIER)
        return perfdata_attributes_find(attributes, perfdata_u64(&body));
    if (!(type & SAMPLE_ID))
        return 0;
    before = type & (SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_ADDR);
    perfdata_take(&body, 8 * (size_t)__builtin_popcountll(before));
    return perfdata_attributes_find(attributes, perfdata_u64(&body));
}

/* Skips the values of counters. */
static void skip_read(struct perfdata_bytes *body, uint64_t format)
{
    uint64_t n = 1;
    size_t each = 1 + !!(format & READ_ID) + !!(format & READ_LOST);
    if (format & READ_GROUP)
        n = perfdata_u64(body);
    perfdata_take(body, 8 * ((size_t)!!(format & READ_ENABLED) +
                             !!(format & READ_RUNNING)));
    if (n > body->left.len)
        n = body->left.len;
    perfdata_take(body, 8 * each * (size_t)n);
}

static void take_chain(struct perfdata_sample *sample,
                       struct perfdata_bytes *body)
{
    uint64_t n = perfdata_u64(body);
    sample->swap = body->swap;
    sample->n_chain = n <= body->left.len / 8 ? (size_t)n : SIZE_MAX / 8;
    sample->chain = perfdata_take(body, 8 * sample->n_chain);
}

/* Branches are calls that have not returned if the event asks for those. */
static void take_branches(struct perfdata_sample *sample,
                          struct perfdata_bytes *body, uint64_t type)
{
    uint64_t n = perfdata_u64(body);
    if (type & BRANCH_HW_INDEX)
        perfdata_u64(body);
    size_t size = n <= body->left.len ? BRANCH_SIZE * (size_t)n : SIZE_MAX;
    const void *branches = perfdata_take(body, size);
    sample->swap = body->swap;
    if (branches && type & BRANCH_CALL_STACK) {
        sample->calls = branches;
        sample->n_calls = (size_t)n;
    }
}

static void take_user(struct perfdata_user *user, struct perfdata_bytes *body,
                      const struct perfdata_attribute *attribute)
{
    user->swap = body->swap;
    if (attribute->sample_type & SAMPLE_REGS_USER) {
        user->mask = attribute->user_registers;
        user->abi = perfdata_u64(body);
        if (user->abi)
            user->values = perfdata_take(
                body, 8 * (size_t)__builtin_popcountll(user->mask));
    }
    if (attribute->sample_type & SAMPLE_STACK_USER) {
        uint64_t size = perfdata_u64(body);
        if (!size)
            return;
        const char *stack = perfdata_take(
            body, size <= body->left.len ? (size_t)size : SIZE_MAX);
        uint64_t used = perfdata_u64(body);
        if (stack)
            user->stack = (struct str){ stack, (size_t)(used < size ? used
                                                                    : size) };
    }
}

/* Takes the fields that have a fixed size. */
static void take_front(struct perfdata_sample *sample,
                       struct perfdata_bytes *body, uint64_t type)
{
    if (type & SAMPLE_IDENTIFIER)
        perfdata_u64(body);
    if (type & SAMPLE_IP)
        sample->ip = perfdata_u64(body);
    if (type & SAMPLE_TID) {
        sample->pid = perfdata_u32(body);
        sample->tid = perfdata_u32(body);
    }
    sample->has_time = type & SAMPLE_TIME;
    if (type & SAMPLE_TIME)
        sample->time = perfdata_u64(body);
    if (type & SAMPLE_ADDR)
        perfdata_u64(body);
    if (type & SAMPLE_ID)
        perfdata_u64(body);
    if (type & SAMPLE_STREAM_ID)
        perfdata_u64(body);
    if (type & SAMPLE_CPU)
        perfdata_u64(body);
    sample->has_period = type & SAMPLE_PERIOD;
    if (type & SAMPLE_PERIOD)
        sample->period = perfdata_u64(body);
}

bool perfdata_sample_take(struct perfdata_sample *sample,
                          const struct perfdata_record *record,
                          const struct perfdata_attributes *attributes)
{
    struct perfdata_bytes body = record->body;
    *sample = (struct perfdata_sample){
        .attribute = find_attribute(body, attributes),
        .mode = record->misc & MISC_CPU_MODE,
        .user = { .stack = STR("") },
    };
    if (sample->attribute == NO_ID)
        return false;
    const struct perfdata_attribute *attribute =
        &attributes->of[sample->attribute];
    uint64_t type = attribute->sample_type;
    take_front(sample, &body, type);
    if (!sample->has_period && attribute->period) {
        sample->period = attribute->period;
        sample->has_period = true;
    }
    sample->order = has_times(attribute) ? sample->time : record->number;
    if (type & SAMPLE_READ)
        skip_read(&body, attribute->read_format);
    if (type & SAMPLE_CALLCHAIN)
        take_chain(sample, &body);
    if (type & SAMPLE_RAW)
        perfdata_take(&body, perfdata_u32(&body));
    if (type & SAMPLE_BRANCH_STACK)
        take_branches(sample, &body, attribute->branch_sample_type);
    if (!body.is_short && type & (SAMPLE_REGS_USER | SAMPLE_STACK_USER))
        take_user(&sample->user, &body, attribute);
    return !body.is_short;
}

uint64_t perfdata_sample_record_time(struct perfdata_record *record,
                                     const struct perfdata_attributes *all)
{
    struct str *left = &record->body.left;
    const struct perfdata_attribute *attribute = all->of;
    if (!all->n)
        return record->number;
    if (attribute->sample_type & SAMPLE_IDENTIFIER && left->len >= 8) {
        struct perfdata_bytes last = record->body;
        last.left = str_skip(*left, left->len - 8);
        uint32_t i = perfdata_attributes_find(all, perfdata_u64(&last));
        if (i != NO_ID)
            attribute = &all->of[i];
    }
    if (!attribute->sample_id_all)
        return record->number;
    size_t n = 8 * (size_t)__builtin_popcountll(attribute->sample_type &
                                                ID_FIELDS);
    if (left->len < n)
        return record->number;
    struct perfdata_bytes ids = record->body;
    ids.left = str_skip(*left, left->len - n);
    left->len -= n;
    if (attribute->sample_type & SAMPLE_TID)
        perfdata_u64(&ids);
    return attribute->sample_type & SAMPLE_TIME ? perfdata_u64(&ids)
                                                : record->number;
}
