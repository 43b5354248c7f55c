#include "deps/reader/source_facts.h"

#include <stdio.h>

#include "util/text/buf.h"

/* Returns the key of a place: number n of those whose files have the same
   name. */
static struct str key_of(struct buf *key, char kind, struct str file,
                         struct str line, struct str column, uint32_t n)
{
    struct str name = str_basename(file);
    key->len = 0;
    buf_printf(key, "%c %.*s:%.*s:%.*s#%u", kind, (int)name.len, name.s,
               (int)line.len, line.s, (int)column.len, column.s, n);
    return buf_text(key);
}

/* Cuts "./" and "../" off the start of a path. */
static struct str without_dots(struct str path)
{
    while (str_take(&path, S("../")) || str_take(&path, S("./")))
        continue;
    return path;
}

/* Does a path, which may be relative to the folder of the compiler, lead to a
   file? */
static bool leads_to(struct str path, struct str file)
{
    path = without_dots(path);
    if (!str_ends(file, path))
        return false;
    size_t before = file.len - path.len;
    return before == 0 || file.s[before - 1] == '/';
}

/* Adds a fact about a place in a file. */
static void add(struct source_facts *facts, char kind, struct str path,
                struct str s)
{
    LOCAL_BUF(key);
    struct str line, column;
    if (!str_take(&s, S(" ")) || !str_take_word(&s, &line) ||
        !str_take(&s, S(" ")) || !str_take_word(&s, &column))
        return;
    for (uint32_t i = 0;; i++) {
        uint32_t n = facts->keys.n;
        uint32_t id = strings_add(&facts->keys, &facts->arena,
                                  key_of(&key, kind, path, line, column, i));
        uint32_t *to = REACH_IN(&facts->arena, &facts->first, id);
        if (id < n && !str_eq(facts->of[*to - 1].path, path))
            continue;
        while (*to && !str_eq(facts->of[*to - 1].text, s))
            to = &facts->of[*to - 1].next;
        if (!*to) {
            *to = (uint32_t)facts->n + 1;
            *PUSH_IN(&facts->arena, facts) = (struct source_fact){
                path, arena_copy(&facts->arena, s), 0
            };
        }
        break;
    }
}

void source_facts_add(struct source_facts *facts, struct str text)
{
    struct str line, path = S("");
    while (text.len) {
        if (!str_cut(text, S("\n"), &line, &text))
            break;
        struct str name;
        if (str_take(&line, S("F ")))
            path = arena_copy(&facts->arena, line);
        else if (str_take_word(&line, &name) && name.len == 1)
            add(facts, name.s[0], path, line);
    }
}

bool source_facts_next(const struct source_facts *facts, char kind,
                       struct str file, uint64_t line, uint64_t column,
                       uint32_t *at, struct str *fact)
{
    struct buf key = { 0 };
    char digits[2][24];
    snprintf(digits[0], sizeof digits[0], "%llu", (unsigned long long)line);
    snprintf(digits[1], sizeof digits[1], "%llu", (unsigned long long)column);
    for (uint32_t i = 0; !*at; i++) {
        uint32_t id = strings_find(
            &facts->keys, key_of(&key, kind, file, str_of(digits[0]),
                                 str_of(digits[1]), i));
        if (id == NO_ID)
            *at = NO_ID;
        else if (leads_to(facts->of[facts->first.of[id] - 1].path, file))
            *at = facts->first.of[id];
    }
    buf_free(&key);
    if (*at == NO_ID)
        return false;
    const struct source_fact *one = &facts->of[*at - 1];
    *fact = one->text;
    *at = one->next ? one->next : NO_ID;
    return true;
}

static bool take_list(struct str *s, struct str *list)
{
    if (!str_take(s, S(" ")) || !str_take_word(s, list))
        return false;
    if (str_eq(*list, S("-")))
        *list = S("");
    return true;
}

bool loop_head_take(struct str *s, struct loop_head *head)
{
    struct loop_head none = { false, S(""), S(""), S(""), S("") };
    struct str word;
    *head = none;
    if (!str_take(s, S(" ")) || !str_take_word(s, &word) ||
        !(str_eq(word, S("0")) || str_eq(word, S("1"))))
        return false;
    head->is_canonical = str_eq(word, S("1"));
    if (s->len == 0 ||
        (take_list(s, &head->counters) && take_list(s, &head->statics) &&
         take_list(s, &head->locals) && take_list(s, &head->large)))
        return true;
    *head = none;
    return false;
}

bool source_facts_loop(const struct source_facts *facts, struct str file,
                       uint64_t line, uint64_t column, struct loop_head *head)
{
    struct str fact;
    uint32_t at = 0;
    if (!source_facts_next(facts, 'k', file, line, column, &at, &fact) ||
        at != NO_ID)
        fact = S("");
    return loop_head_take(&fact, head);
}

bool loop_head_has(struct str list, struct str name, bool *is_member)
{
    struct str one;
    while (str_take_part(&list, S(","), &one)) {
        struct str rest = name;
        bool is_class = str_ends(one, S("."));
        one.len -= is_class;
        if (str_take(&rest, one) && (!rest.len || str_starts(rest, S(".")) ||
                                    str_starts(rest, S("[")))) {
            *is_member = is_class || rest.len;
            return true;
        }
    }
    return false;
}
