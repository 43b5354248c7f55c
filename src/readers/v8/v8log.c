/*
 * A log of V8 as node --prof-process --preprocess writes it in JSON:
 *
 *     {"code": [{"name": "/usr/bin/node", "type": "SHARED_LIB"},
 *               {"name": "node::Start(int, char**)", "type": "CPP"},
 *               {"name": "Add", "type": "CODE", "kind": "BytecodeHandler"},
 *               {"name": "fib /app/n.js:1:13", "type": "JS", "kind": "Opt",
 *                "func": 0, "tm": 20129}],
 *      "functions": [{"name": "fib /app/n.js:1:13", "codes": [3]}],
 *      "ticks": [{"tm": 29385, "vm": 0, "s": [2, 42, 3, 118, -1, 7640]}]}
 *
 * A tick is a stack, the innermost frame first, with two numbers for each
 * frame: its place in "code", and an offset in that. -1 is code that is in no
 * entry. A function of JavaScript has several entries, one for each time that
 * it was compiled, and is one function here. "tm" of a tick is its time in
 * microseconds since the start. (profile.mjs of V8.)
 */

#include "readers/frames/frame_text.h"
#include "readers/frames/limits.h"
#include "readers/frames/thread_stacks.h"
#include "readers/json_members.h"

enum { UNKNOWN_CODE = 0 }; /* entry i of "code" is frame i + 1 */

struct code {
    uint32_t name, type, kind; /* texts of the profile */
    uint32_t function;         /* 1 + its function, or 0: not known yet */
};

struct v8log {
    struct profile *profile;
    struct sink sink;
    struct thread_stacks stacks; /* of one thread, 0 */
    LIST(struct code) codes;
    struct json_numbers stack; /* scratch: "s" */
    double time;               /* of the current tick */
    size_t bad_ticks;
};

/* ---- The file ---- */

static const struct json_member code_members[] = {
    { STR("name"), JSON_FIELD(struct code, name) },
    { STR("type"), JSON_FIELD(struct code, type) },
    { STR("kind"), JSON_FIELD(struct code, kind) },
};

static void read_code(struct json_reader *json, void *reader)
{
    struct v8log *log = reader;
    struct code code = { 0 };
    json_members(json, code_members, ROWS(code_members), &code);
    *PUSH_IN(log->sink.arena, &log->codes) = code;
}

/* Reads "s", outermost frame first. Only the innermost frame is kept if its
   code is not known; the others are addresses of the runtime. */
static void read_stack(struct json_reader *json, void *row)
{
    const struct v8log *log = json->reader;
    struct json_numbers *list = row;
    size_t n = 0;
    json_numbers_read(json, log->sink.arena, list);
    for (size_t i = 0; i < list->n; i += 2) {
        bool is_code = list->of[i] < NO_ID - 1;
        if (is_code || !n)
            list->of[n++] = is_code ? list->of[i] + 1 : UNKNOWN_CODE;
    }
    list->n = n;
    array_reverse(list->of, n);
}

static const struct json_member tick_members[] = {
    { STR("tm"), JSON_FIELD(struct v8log, time) },
    { STR("s"), .read = read_stack, .at = offsetof(struct v8log, stack) },
};

static void read_tick(struct json_reader *json, void *reader)
{
    struct v8log *log = reader;
    struct json_numbers *stack = &log->stack;
    stack->n = 0;
    log->time = UNKNOWN;
    json_members(json, tick_members, ROWS(tick_members), log);
    if (stack->n && !json->failed)
        thread_stacks_add(&log->stacks,
                          thread_stacks_whole(&log->stacks, 0, stack->of,
                                              (uint32_t)stack->n),
                          1, 1, log->time);
    else
        log->bad_ticks += !json->failed;
}

static const struct json_member all_members[] = {
    { STR("code"), .each = read_code },
    { STR("ticks"), .each = read_tick },
};

/* ---- The profile ---- */

static uint32_t unresolved(struct v8log *log, struct str module)
{
    return frame_text_unresolved(log->sink.profile, S(""), module, false);
}

/* Adds the function of an entry. Its text is that of node --prof-process, so
   both name functions equally. */
static uint32_t function_of(struct v8log *log, const struct code *code)
{
    struct str name = profile_text(log->profile, code->name), version;
    struct str type = profile_text(log->profile, code->type);
    struct str kind = profile_text(log->profile, code->kind);
    LOCAL_BUF(text);
    uint32_t function;
    if (str_eq(type, S("SHARED_LIB")))
        return unresolved(log, name);
    if (str_eq(type, S("JS"))) {
        buf_add(&text, S("JS:*"));
    } else if (str_eq(type, S("CODE")) && kind.len) {
        buf_printf(&text, "%.*s:", (int)kind.len, kind.s);
    } else {
        /* On macOS, V8 keeps the type that nm prints before a symbol. */
        if (!str_take(&name, S("T ")))
            str_take(&name, S("t "));
        str_cut(name, S("@@"), &name, &version);
    }
    buf_add(&text, name);
    function = name.len
                   ? frame_text_function(log->sink.profile, buf_text(&text),
                                         S(""))
                   : unresolved(log, S(""));
    return function;
}

static uint32_t find_function(void *reader, uint32_t frame)
{
    struct v8log *log = reader;
    if (frame == UNKNOWN_CODE)
        return unresolved(log, S(""));
    if (frame > log->codes.n)
        return NO_ID;
    struct code *code = &log->codes.of[frame - 1];
    if (!code->function)
        code->function = function_of(log, code) + 1;
    return code->function - 1;
}

static bool finish(struct v8log *log, struct input *in)
{
    struct stack_owner owner = { .sample = { .cost = 1 }, .second = 1e6 };
    struct frame_functions functions = { find_function, log,
                                         (uint32_t)log->codes.n + 1 };
    sink_set_unit(&log->sink, NO_EVENT, S("ticks"));
    thread_stacks_count(&log->stacks, &log->sink, &owner);
    sink_decide(&log->sink);
    log->bad_ticks +=
        thread_stacks_fill(&log->stacks, &log->sink, &owner, functions);
    input_count(
        in, "ticks without a stack or with code that does not exist, left out",
        log->bad_ticks);
    return sink_end(&log->sink) &&
           (log->profile->n_contexts ||
            input_error(in, "expected ticks with stacks, found none; profile "
                            "longer"));
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct v8log log = { .profile = profile };
    if (!sink_begin(&log.sink, in, profile, options))
        return false;
    thread_stacks_begin(&log.stacks, &log.sink);
    json_members_all(in, profile, all_members, ROWS(all_members), &log);
    return finish(&log, in);
}

const struct reader reader_v8log = {
    .name = "v8log",
    .description = "logs of V8 in JSON (node --prof-process --preprocess)",
    .programs = "node --prof-process --preprocess",
    .tested = "Node.js 8 and 20",
    .file = "*.v8log.json",
    .recipes =
        "Node.js, logs of V8: `node --prof app.js; node --prof-process "
        "--preprocess isolate*.log | prof2dot -o out.svg`",
    .limits = limits_v8,
    .supports = ASK_TIME,
    .json = "code/0/type=SHARED_LIB code/0/type=CPP "
            "code/0/type=CODE code/0/type=JS",
    .hint.text = "V8 does not tell it",
    .read = read,
};
