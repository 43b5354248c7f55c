#include "readers/callgrind/body.h"

/* ---- Lines of numbers ---- */

/* Takes the positions at the front of a line. */
static inline bool take_positions(struct callgrind *cg, struct str *s)
{
    for (size_t i = 0; i < cg->n_positions; i++) {
        numbers_take_blanks(s);
        if (!s->len)
            return false;
        if (i == cg->line_column) {
            if (!numbers_take_position(s, &cg->line))
                return false;
        } else if (i == cg->address_column) {
            if (!numbers_take_position(s, &cg->address))
                return false;
        } else
            numbers_take_rest(s);
    }
    return true;
}

/* Takes the costs of a line. Returns false if they make no sense; *cost is that
   of the event that is counted. */
static inline bool take_costs(struct callgrind *cg, struct str *s, double *cost)
{
    struct callgrind_events *events = &cg->events;
    const double *factors = events->factors.of;
    size_t n = events->columns.n;
    bool is_self = cg->meaning == SELF_COST && cg->is_accepted;
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        double number;
        numbers_take_blanks(s);
        if (!s->len)
            break;
        if (!numbers_take_cost(s, &number))
            return false;
        sum += factors[i] * number;
        if (is_self)
            events->events.of[events->columns.of[i]].sum += number;
    }
    *cost = sum;
    return true;
}

/* Returns the function, line or address that the current costs belong to. */
static uint32_t cost_owner(struct callgrind *cg)
{
    enum granularity granularity = cg->options->granularity;
    if (granularity == GRANULARITY_LINE && cg->line)
        return callgrind_names_line(&cg->names, cg->function, cg->code_file,
                                    cg->line);
    if (granularity == GRANULARITY_ADDRESS && cg->has_addresses)
        return callgrind_names_address(&cg->names, cg->function, cg->address,
                                       cg->code_file == cg->file ? cg->line
                                                                 : 0);
    return cg->function;
}

static void add_cost(struct callgrind *cg, double cost)
{
    struct callgrind_function *function = &cg->names.functions.of[cg->function];
    /* The function is where its own lines are. */
    if (!function->placed) {
        function->file = cg->file;
        function->object = cg->object;
        function->placed = true;
    }
    if (cg->line && cg->code_file == function->file &&
        (!function->line || cg->line < function->line))
        function->line = cg->line;
    uint32_t id = cost_owner(cg);
    if (cg->meaning == SELF_COST) {
        cg->names.functions.of[id].self += cost;
        return;
    }
    struct callgrind_call *call =
        callgrind_names_call(&cg->names, id, cg->callee);
    call->count += cg->count;
    call->cost += cost;
}

bool callgrind_body_numbers(struct callgrind *cg, struct str line)
{
    double cost;
    if (!cg->in_body)
        callgrind_part_begin_body(cg);
    bool good = take_positions(cg, &line) && take_costs(cg, &line, &cost);
    if (good && cg->meaning != NO_COST) {
        if (cg->function == NO_ID)
            input_warn(cg->in, "expected a function (fn=) before its costs");
        else if (cg->is_accepted)
            add_cost(cg, cost);
    }
    if (cg->meaning == CALL_COST)
        cg->callee = cg->callee_file = cg->callee_object = NO_ID;
    cg->meaning = SELF_COST;
    return good;
}

/* ---- Lines that name something ---- */

static void set_file(struct callgrind *cg, struct str value)
{
    cg->file = cg->code_file =
        callgrind_names_text(&cg->names, CALLGRIND_FILE, value);
}

static void set_function(struct callgrind *cg, struct str value)
{
    cg->code_file = cg->file;
    cg->function = callgrind_names_function(&cg->names, value, cg->file,
                                            cg->object);
}

static void set_code_file(struct callgrind *cg, struct str value)
{
    cg->code_file = callgrind_names_text(&cg->names, CALLGRIND_FILE, value);
}

static void set_object(struct callgrind *cg, struct str value)
{
    cg->object = callgrind_names_text(&cg->names, CALLGRIND_OBJECT, value);
}

static void set_callee_file(struct callgrind *cg, struct str value)
{
    cg->callee_file = callgrind_names_text(&cg->names, CALLGRIND_FILE, value);
}

static void set_callee_object(struct callgrind *cg, struct str value)
{
    cg->callee_object =
        callgrind_names_text(&cg->names, CALLGRIND_OBJECT, value);
}

static void set_callee(struct callgrind *cg, struct str value)
{
    cg->callee = callgrind_names_function(
        &cg->names, value,
        cg->callee_file == NO_ID ? cg->code_file : cg->callee_file,
        cg->callee_object == NO_ID ? cg->object : cg->callee_object);
}

/* Takes "50 0x5120 80": the number of calls and a position in the callee, which
   is not needed. */
static void set_calls(struct callgrind *cg, struct str value)
{
    uint64_t count = 0;
    bool good = numbers_take_integer(&value, &count);
    cg->count = cg->is_uncounted ? 0 : (double)count;
    cg->has_targets |= !str_eq(str_trim(value), S("0 0"));
    cg->meaning = CALL_COST;
    if (good && cg->function != NO_ID && cg->callee != NO_ID)
        return;
    cg->meaning = NO_COST;
    input_warn(cg->in, good ? "expected a callee (cfn=) before its calls"
                            : "expected a number of calls");
}

static void set_jump(struct callgrind *cg, struct str value)
{
    (void)value;
    cg->meaning = NO_COST;
}

static void define_jump_file(struct callgrind *cg, struct str value)
{
    callgrind_names_define(&cg->names, CALLGRIND_FILE, value);
}

static void define_jump_function(struct callgrind *cg, struct str value)
{
    callgrind_names_define(&cg->names, CALLGRIND_FUNCTION, value);
}

/* Passes over the level of a recursion, which files of early versions have. */
static void pass_over(struct callgrind *cg, struct str value)
{
    (void)cg;
    (void)value;
}

/* The keys before "=", the most frequent ones first. */
static const struct {
    struct str key;
    void (*set)(struct callgrind *cg, struct str value);
} keys[] = {
    { STR("cfn="), set_callee },
    { STR("calls="), set_calls },
    { STR("cfi="), set_callee_file },
    { STR("cfl="), set_callee_file },
    { STR("cob="), set_callee_object },
    { STR("fn="), set_function },
    { STR("fi="), set_code_file },
    { STR("fe="), set_code_file },
    { STR("fl="), set_file },
    { STR("ob="), set_object },
    { STR("jcnd="), set_jump },
    { STR("jump="), set_jump },
    { STR("jfi="), define_jump_file },
    { STR("jfn="), define_jump_function },
    { STR("rcalls="), set_calls },
    { STR("rec="), pass_over },
};

bool callgrind_body_name(struct callgrind *cg, struct str line)
{
    for (size_t i = 0; i < ROWS(keys); i++) {
        if (!str_take(&line, keys[i].key))
            continue;
        if (cg->meaning == CALL_COST)
            input_warn(cg->in, "expected the cost of the calls");
        cg->meaning = SELF_COST;
        keys[i].set(cg, line);
        return true;
    }
    return false;
}

bool callgrind_body_is_name(struct str line)
{
    for (size_t i = 0; i < ROWS(keys); i++)
        if (str_starts(line, keys[i].key))
            return true;
    return false;
}
