#include "readers/callgrind/part.h"

#include "readers/callgrind/numbers.h"

void callgrind_part_set_positions(struct callgrind *cg, struct str value)
{
    struct str word;
    cg->n_positions = 0;
    cg->line_column = cg->address_column = SIZE_MAX;
    while (str_take_word(&value, &word)) {
        if (str_eq(word, S("line")))
            cg->line_column = cg->n_positions;
        if (str_eq(word, S("instr")))
            cg->address_column = cg->n_positions;
        cg->n_positions++;
    }
}

void callgrind_part_begin(struct callgrind *cg)
{
    cg->in_body = false;
    cg->line = cg->address = 0;
    cg->object = cg->file = cg->code_file = 0;
    cg->function = NO_ID;
    cg->callee = cg->callee_file = cg->callee_object = NO_ID;
    cg->thread = S("");
    cg->is_uncounted = false;
    cg->meaning = SELF_COST;
}

static bool begins_part(struct str key)
{
    static const struct str first[] = { STR("version"), STR("creator"),
                                        STR("pid"),     STR("part"),
                                        STR("thread"),  STR("positions"),
                                        STR("events") };
    for (size_t i = 0; i < ROWS(first); i++)
        if (str_eq(key, first[i]))
            return true;
    return false;
}

/* Takes the sums of the self costs of a part. */
static void set_totals(struct callgrind *cg, struct str value)
{
    struct callgrind_events *events = &cg->events;
    cg->has_totals = true;
    cg->n_totals++;
    for (size_t i = 0; i < events->columns.n; i++) {
        double number;
        numbers_take_blanks(&value);
        if (!cg->is_accepted || !numbers_take_cost(&value, &number))
            return;
        events->events.of[events->columns.of[i]].total += number;
    }
}

bool callgrind_part_header(struct callgrind *cg, struct str line)
{
    struct str key, value;
    if (!str_cut(line, S(":"), &key, &value) || !key.len ||
        !ascii_is_letter(key.s[0]))
        return false;
    value = str_trim(value);
    if (cg->in_body && begins_part(key))
        callgrind_part_begin(cg);
    if (str_eq(key, S("positions")))
        callgrind_part_set_positions(cg, value);
    else if (str_eq(key, S("event")))
        return callgrind_events_describe(&cg->events, value);
    else if (str_eq(key, S("creator")))
        cg->creator = arena_copy(&cg->texts, value);
    else if (str_eq(key, S("cmd")))
        cg->command = arena_copy(&cg->texts, value);
    else if (str_eq(key, S("pid")))
        cg->pid = arena_copy(&cg->texts, value);
    else if (str_eq(key, S("thread")))
        cg->thread = arena_copy(&cg->texts, value);
    else if (str_eq(key, S("totals")) ||
             (str_eq(key, S("summary")) && cg->is_cachegrind && cg->in_body))
        set_totals(cg, value);
    else if (str_eq(key, S("desc")))
        cg->is_uncounted |= str_eq(value, S("Calls: not counted"));
    else if (str_eq(key, S("summary")))
        cg->has_summary = true;
    else if (str_eq(key, S("events"))) {
        callgrind_events_set_columns(&cg->events, value);
        cg->has_totals = false;
        cg->is_cachegrind = !cg->creator.len && cg->command.len &&
                            str_starts(value, S("Ir"));
    }
    return true;
}

/* Is the part of a process and thread that the user wants? */
static bool accepts_part(struct callgrind *cg)
{
    struct str word = S(""), command = cg->command;
    bool accepted = true;
    str_take_word(&command, &word);
    struct str values[N_THREAD_KEYS] = {
        [THREAD_COMM] = str_basename(word),
        [THREAD_PID] = cg->pid,
        [THREAD_TID] = cg->thread,
    };
    for (int key = 0; key < N_THREAD_KEYS; key++) {
        accepted &= sample_filter_accepts(&cg->filters[key], values[key]);
        sample_filter_count(&cg->filters[key], 1);
    }
    struct listed_thread thread = { .pid = values[THREAD_PID],
                                    .tid = values[THREAD_TID],
                                    .comm = values[THREAD_COMM] };
    if (accepted && cg->options->asked & ASK_LIST_THREADS)
        inventory_add_thread(&cg->profile->inventory, &thread, UNKNOWN);
    return accepted;
}

void callgrind_part_begin_body(struct callgrind *cg)
{
    cg->in_body = true;
    cg->n_parts++;
    cg->has_lines |= cg->line_column != SIZE_MAX;
    cg->has_addresses |= cg->address_column != SIZE_MAX;
    cg->is_accepted = accepts_part(cg);
    callgrind_events_choose(&cg->events, cg->options->event);
}
