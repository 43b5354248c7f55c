#include "readers/bop/trace.h"

#include <stdlib.h>

#include "util/array.h"

void bop_trace_add_module(struct bop_trace *trace, uint32_t number,
                          struct bop_module module)
{
    uint32_t id = pairs_add(&trace->module_ids, 0, number);
    trace->modules = array_reach(trace->modules, id, &trace->modules_room,
                                 sizeof *trace->modules);
    trace->modules[id] = module;
}

void bop_trace_add_literal(struct bop_trace *trace, uint32_t number,
                           struct bop_literal literal)
{
    uint32_t id = pairs_add(&trace->literal_ids, 0, number);
    trace->literals = array_reach(trace->literals, id, &trace->literals_room,
                                  sizeof *trace->literals);
    trace->literals[id] = literal;
}

uint32_t bop_trace_add_function(struct bop_trace *trace, uint32_t number,
                                struct bop_function function)
{
    uint32_t id = pairs_add(&trace->function_ids, 0, number);
    trace->functions =
        array_reach(trace->functions, id, &trace->functions_room,
                    sizeof *trace->functions);
    trace->functions[id] = function;
    return id;
}

uint32_t bop_trace_add_site(struct bop_trace *trace, struct str text,
                            struct bop_site site)
{
    uint32_t id = strings_add(&trace->site_texts, &trace->texts, text);
    trace->sites = array_reach(trace->sites, id, &trace->sites_room,
                               sizeof *trace->sites);
    trace->sites[id] = site;
    return id;
}

void bop_trace_free(struct bop_trace *trace)
{
    strings_free(&trace->site_texts);
    pairs_free(&trace->module_ids);
    pairs_free(&trace->literal_ids);
    pairs_free(&trace->function_ids);
    strings_free(&trace->fact_keys);
    free(trace->facts);
    free(trace->sites);
    free(trace->modules);
    free(trace->literals);
    free(trace->functions);
    arena_free(&trace->texts);
}
