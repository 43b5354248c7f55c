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
 * it was compiled, and is one function here. (profile.mjs of V8.)
 */
#include <stdlib.h>

#include "readers/frames/frame_stacks.h"
#include "readers/frames/frame_text.h"
#include "readers/head.h"
#include "readers/json_members.h"
#include "readers/reader.h"
#include "util/array.h"

enum { UNKNOWN_CODE = 0 }; /* entry i of "code" is frame i + 1 */

struct code {
    uint32_t name, type, kind; /* texts of the profile */
};

struct v8log {
    struct profile *profile;
    struct frame_stacks stacks; /* their only event is 0 */
    struct code *codes;
    size_t codes_room, n_codes;
    struct json_numbers stack; /* scratch: "s" */
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
    log->codes = array_grow(log->codes, log->n_codes, &log->codes_room,
                            sizeof code);
    log->codes[log->n_codes++] = code;
}

/* Reads "s". Only the innermost frame is kept if its code is not known; the
   others are addresses of the runtime. */
static void read_stack(struct json_reader *json, struct json_numbers *list)
{
    size_t n = 0;
    json_numbers_read(json, list);
    for (size_t i = 0; i < list->n; i += 2) {
        bool is_code = list->numbers[i] < NO_ID - 1;
        if (is_code || !n)
            list->numbers[n++] = is_code ? list->numbers[i] + 1 : UNKNOWN_CODE;
    }
    list->n = n;
}

static void read_tick(struct json_reader *json, void *reader)
{
    struct v8log *log = reader;
    struct json_numbers *stack = &log->stack;
    size_t members = json_reader_open(json);
    stack->n = 0;
    while (json_reader_next(json, members))
        if (json_reader_is(json, S("s")))
            read_stack(json, stack);
    if (stack->n && !json->failed)
        frame_stacks_add(&log->stacks,
                         frame_stacks_push_all(&log->stacks, stack->numbers,
                                               stack->n),
                         0, 1);
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
    return frame_text_unresolved(log->profile, S(""), module, false);
}

/* Adds the function of an entry. Its text is that of node --prof-process, so
   both name functions equally. */
static uint32_t function_of(struct v8log *log, const struct code *code)
{
    struct str name = profile_text(log->profile, code->name), version;
    struct str type = profile_text(log->profile, code->type);
    struct str kind = profile_text(log->profile, code->kind);
    struct buf text = { 0 };
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
                   ? frame_text_function(log->profile, buf_text(&text), S(""))
                   : unresolved(log, S(""));
    buf_free(&text);
    return function;
}

static void add_stacks(struct v8log *log)
{
    size_t n = log->n_codes + 1;
    bool *used = frame_stacks_used(&log->stacks, 0, n);
    uint32_t *functions = array_new(n, sizeof *functions);
    for (size_t i = 0; i < n; i++)
        if (used[i])
            functions[i] = i == UNKNOWN_CODE
                               ? unresolved(log, S(""))
                               : function_of(log, &log->codes[i - 1]);
    log->bad_ticks +=
        frame_stacks_fill(&log->stacks, log->profile, 0, functions, n);
    free(used);
    free(functions);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    (void)options;
    struct v8log log = { .profile = profile };
    profile_unit(profile, S("ticks"));
    json_members_all(in, profile, all_members, ROWS(all_members), &log);
    add_stacks(&log);
    frame_stacks_free(&log.stacks);
    free(log.codes);
    free(log.stack.numbers);
    if (log.bad_ticks)
        input_remark(in,
                     "ticks without a stack or with code that does not exist, "
                     "left out: %zu",
                     log.bad_ticks);
    return profile->n_contexts ||
           input_error(in, "expected ticks with stacks, found none; profile "
                           "longer");
}

static enum match detect(struct str head, bool complete)
{
    (void)complete;
    return head_has_json(head, S("code/0/type=SHARED_LIB code/0/type=CPP "
                                 "code/0/type=CODE code/0/type=JS"))
               ? MATCH_YES
               : MATCH_NO;
}

const struct reader reader_v8log = {
    .name = "v8log",
    .description = "logs of V8 in JSON (node --prof-process --preprocess)",
    .programs = "node --prof-process --preprocess",
    .tested = "Node.js 8 and 20",
    .file = "*.v8log.json",
    .detect = detect,
    .read = read,
};
