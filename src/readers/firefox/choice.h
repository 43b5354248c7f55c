/*
 * Carries out --comm, --pid, --tid, --event and --tags for a Firefox profile:
 * which threads count, which event is drawn, and which tags samples have.
 */
#ifndef READERS_FIREFOX_CHOICE_H
#define READERS_FIREFOX_CHOICE_H

#include "readers/firefox/document.h"
#include "readers/reader.h"

/* Set the first two fields, whose owner is the caller; release with
   firefox_choice_free. */
struct firefox_choice {
    const struct firefox_document *document;
    const struct reader_options *options;
    uint32_t event;              /* an enum firefox_event */
    bool *accepted;              /* by thread: its samples count */
    enum thread_key *tag_keys;   /* keys of --tags, without "event" */
    struct sample_tag *tags;     /* room for a tag of each key */
    uint32_t n_tag_keys;
    struct arena arena;
};

/* Chooses, and says in the profile of the document which events and threads
   were chosen. Returns false after a message if the user named something that
   the input does not have, or if it has no samples of threads. */
bool firefox_choice_make(struct firefox_choice *choice, struct input *in);
/* Returns the tag set of the samples of a thread. */
uint32_t firefox_choice_tag_set(struct firefox_choice *choice,
                                const struct firefox_thread *thread);
void firefox_choice_free(struct firefox_choice *choice);

#endif
