#include "readers/firefox/choice.h"

#include <stdlib.h>

#include "readers/select/event_choice.h"
#include "util/array.h"
#include "util/diag.h"

/* Takes the keys of --tags. "event" is no tag, because costs know theirs. */
static bool choose_tags(struct firefox_choice *choice, const char *input)
{
    struct str rest = str_of(choice->options->tags), name;
    if (!(choice->options->keep & KEEP_TAGS))
        return true;
    choice->tag_keys = NEW_N(&choice->arena, enum thread_key, rest.len + 1);
    choice->tags = NEW_N(&choice->arena, struct sample_tag, rest.len + 1);
    while (rest.len) {
        bool found = false;
        if (!str_cut(rest, S(","), &name, &rest)) {
            name = rest;
            rest = S("");
        }
        for (int key = 0; key < N_THREAD_KEYS; key++)
            if (str_eq(name, str_of(thread_key_names[key]))) {
                choice->tag_keys[choice->n_tag_keys++] = (enum thread_key)key;
                found = true;
            }
        if (!found && !str_eq(name, S("event")))
            return diag_error("%s: --tags: samples of Firefox have no tag "
                              "'%.*s'; they have comm, pid, tid and event",
                              input, (int)name.len, name.s);
    }
    return true;
}

/* Marks the threads that the filter of each key accepts. */
static void filter_threads(struct firefox_choice *choice,
                           struct sample_filter filters[N_THREAD_KEYS])
{
    const struct firefox_document *document = choice->document;
    for (uint32_t i = 0; i < document->n_threads; i++) {
        const struct firefox_thread *thread = &document->threads[i];
        size_t n_samples = 0;
        choice->accepted[i] = true;
        for (int event = 0; event < N_FIREFOX_EVENTS; event++)
            n_samples += thread->n_samples[event];
        for (int key = 0; key < N_THREAD_KEYS; key++) {
            choice->accepted[i] &= sample_filter_accepts(
                &filters[key], firefox_document_value(document, thread,
                                                      (enum thread_key)key));
            if (n_samples)
                sample_filter_count(&filters[key], 1);
        }
    }
}

/* Marks the threads that --comm, --pid and --tid accept. Returns false after a
   message if there is none. */
static bool choose_threads(struct firefox_choice *choice, const char *input)
{
    static const char *const hints[N_THREAD_KEYS] = {
        [THREAD_COMM] = "its threads have no names",
        [THREAD_PID] = "its threads have no process ids",
        [THREAD_TID] = "its threads have no ids",
    };
    const struct thread_patterns *patterns = choice->options->thread_patterns;
    struct sample_filter filters[N_THREAD_KEYS];
    bool good = true;
    for (int key = 0; key < N_THREAD_KEYS; key++)
        sample_filter_init(&filters[key], (enum thread_key)key, &patterns[key]);
    filter_threads(choice, filters);
    for (int key = 0; key < N_THREAD_KEYS; key++) {
        good = good && sample_filter_report(&filters[key], input, hints[key]);
        sample_filter_free(&filters[key]);
    }
    profile_selected_threads(choice->document->profile,
                             thread_patterns_text(&choice->arena, patterns));
    return good;
}

/* Counts the samples of the accepted threads by event. An id of the tally is an
   enum firefox_event. */
static void count_samples(const struct firefox_choice *choice,
                          struct tally *tally)
{
    const struct firefox_document *document = choice->document;
    for (int event = 0; event < N_FIREFOX_EVENTS; event++)
        tally_id(tally, firefox_events[event].name);
    for (uint32_t i = 0; i < document->n_threads; i++)
        for (int event = 0; choice->accepted[i] && event < N_FIREFOX_EVENTS;
             event++)
            tally->samples[event] += document->threads[i].n_samples[event];
}

/* Chooses the event to draw. Returns false after a message if that is not
   possible. */
static bool choose_event(struct firefox_choice *choice, struct input *in)
{
    const struct reader_options *options = choice->options;
    struct tally tally = { 0 };
    uint32_t best = FIREFOX_EVENT_SAMPLES;
    choice->event = NO_ID;
    count_samples(choice, &tally);
    for (uint32_t i = best; i <= FIREFOX_EVENT_BYTES; i++)
        if (tally.samples[i] > tally.samples[best])
            best = i;
    if (tally_used(&tally) == 0)
        input_error(in, "expected samples of threads, found none");
    else if (options->keep & KEEP_EVENTS && !(options->asked & ASK_EVENT) &&
             tally_used(&tally) > 1)
        diag_error("%s: --tags=event: the events of this input are different "
                   "costs of the same samples, which cannot be added up; "
                   "choose one with --event",
                   in->name);
    else
        choice->event = event_choice(in->name, choice->document->profile,
                                     &tally, best, options);
    tally_free(&tally);
    return choice->event != NO_ID;
}

bool firefox_choice_make(struct firefox_choice *choice, struct input *in)
{
    choice->accepted = array_new((size_t)choice->document->n_threads + 1,
                                 sizeof *choice->accepted);
    return choose_tags(choice, in->name) && choose_threads(choice, in->name) &&
           choose_event(choice, in);
}

uint32_t firefox_choice_tag_set(struct firefox_choice *choice,
                                const struct firefox_thread *thread)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < choice->n_tag_keys; i++) {
        enum thread_key key = choice->tag_keys[i];
        struct str value =
            firefox_document_value(choice->document, thread, key);
        if (value.len)
            choice->tags[n++] = (struct sample_tag){
                str_of(thread_key_names[key]), value
            };
    }
    struct samples *samples = &choice->document->profile->samples;
    return samples_tag_set(samples, choice->tags, n);
}

void firefox_choice_free(struct firefox_choice *choice)
{
    free(choice->accepted);
    arena_free(&choice->arena);
}
