/*
 * The parts of the name of an event, as perf spells them: "cycles", "cycles:u"
 * and "cpu-clock:pppH" with modifiers, "cpu_core/cycles/P" with the kind of
 * processor core that counts, and with modifiers. The colon in
 * "syscalls:sys_enter_read" does not begin modifiers. Source: perf-list(1),
 * EVENT MODIFIERS and HYBRID.
 */
#pragma once

#include "util/arena.h"
#include "util/text/str.h"

/* Returns the event without its modifiers, as a slice of `event`. */
struct str event_name_base(struct str event);

/* Returns the event without its modifiers and the kind of core, as a part of
   the same text: "cycles". The codes of raw events differ between kinds of
   core, so "cpu_core/event=0x3c/" keeps the kind. */
struct str event_name_plain(struct str event);

/* Returns the event without the kind of core and without all modifiers but
   those of privilege levels, such as "cycles:u", in the arena, and stores the
   kind in *core. Returns "" if the event names no kind of core. Events of
   different kinds of cores for which this is equal share the samples of one
   event. */
struct str event_name_of_all_cores(struct str event, struct str *core,
                                   struct arena *arena);

/* Do both count the same event, apart from modifiers and kinds of cores? */
bool event_names_agree(struct str a, struct str b);

/* Do both count in the same privilege levels? If not, "cycles:u" lacks the
   kernel, which "cycles" has. */
bool event_name_levels_agree(struct str a, struct str b);
