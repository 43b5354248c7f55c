/* The data that the script of a page reads. */
#pragma once

#include "output/report.h"
#include "util/text/buf.h"
#include "util/text/json.h"

enum {
    HTML_FUNCTIONS = 5000, /* most functions on a page, unless more are drawn */
    HTML_CALLS = 20000,    /* the same for calls */
};

/*
 * Appends JSON that can stand in a script element. It is one object:
 *
 *     unit                the unit of the texts of costs; "" if those texts
 *                         have it
 *     base                the unit of the profile
 *     compares            is this a comparison?
 *     whole               as in -T json; that of the base in a comparison
 *     hottest             how many functions the bold ways lead to
 *     ways                over how many calls they reach them
 *     channel             what the colours of the picture show: "self" or
 *                         "total"
 *     palettes            light, dark: the colours of such pages: heat, more and
 *                         less, from small values to large ones, and noise
 *     ramp                these colours, from small costs to large ones, or
 *                         from the largest saving to the largest increase;
 *                         null without a ramp
 *     top                 the share that has the last colour
 *     arrows              pen: least, base, slope and power, which make the
 *                         width of an arrow in points, max(least, base +
 *                         slope * share^power); ramp: its colours, from small
 *                         shares to large ones in equal steps; labelled: the
 *                         share below which it has no number; thick: the share
 *                         from which it always has one
 *     functions           [id, label, name, symbol, module, file, line, self,
 *                         its text, total, its text, count, cycle, exact,
 *                         box]: drawn functions, then others, each by falling
 *                         total. The box is the index of the function whose
 *                         box shows it, itself unless it is in a chain, or
 *                         null if it is not drawn. The name is demangled, the
 *                         symbol is the name as read; a name that equals the
 *                         label and a symbol that equals the name are null, as
 *                         is what is not known. The module is an index, the
 *                         line of an unknown place and the cycle of other
 *                         functions are 0.
 *     calls               [caller, callee, cost, its text, count, exact,
 *                         kind]: caller and callee are indices of functions.
 *                         The kind is "drawn", "indirect" or "back" for the
 *                         arrows of the picture, "noted" for the calls that
 *                         its boxes note, "folded" for those within a chain,
 *                         and null for other calls. After the change, or null,
 *                         a call has a 1 if a part of it is over functions that
 *                         are left out, or a 2 if a part of it is over other
 *                         boxes (view/lift.h); what is neither is a call of its
 *                         own.
 *     member_calls        [function, text, count, cost, its text] of calls into
 *                         and inside of cycles; only with --cycles=collapse.
 *                         The text is "parse calls eval"
 *     others              the number of functions, the last of the list, that
 *                         have cost in other events only; theirs are 0
 *     loops               [function, place, cost, its text, verdict]
 *     advice              [title, [[what, gain or share, reason]...]] for each
 *                         kind
 *     advice_notes        sentences without a full stop
 *     statements          [function, id of its box, place, cost, its text,
 *                         executions, verdict] of functions under study; only
 *                         if there are any
 *     verdict_note        what the words of verdicts leave open, or ""
 *     verdict_hint        says that they have little of the cost, or ""
 *     choices             see output/html/choices.h
 *     contexts            see output/html/contexts.h
 *     tags                the number of frames of tags above each stack
 *     source              see output/html/source.h
 *     modules             names
 *
 * In a comparison, `changes` has the rows of output/change_list.h: the row of
 * the function, "self" or "total", and the number of callers that it stands
 * for. Costs are sums of both sides and serve for the order only. A function
 * has five more elements: the changes of self and of total cost, "new" or
 * "gone" if it is on one side only or else "", and how often it was called
 * before and after. A call has its change, which is tested only if it is in the
 * picture. A change is [before, its text or range, after, its text or range,
 * points of the base's whole, the difference as a text, p or null if it was not
 * tested, whether it is more than noise].
 *
 * exact is 1, or for an estimate 0 or its range as text, "24 to 73%".
 * Numbers that are not known are null. compares is 0 or 1, which
 * makes a page shorter than true and false do.
 */
void html_data(struct buf *out, const struct report *report);

/* Adds a cost and its text as two elements: 12.5, "12.5". */
void html_data_cost(struct json *json, const struct report *report,
                    double cost);

/* Returns the number of functions in that data. */
uint32_t html_data_functions(const struct report *report);
