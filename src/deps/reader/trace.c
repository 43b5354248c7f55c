#include "deps/reader/trace.h"

#include "util/array.h"

void bop_trace_add_module(struct bop_trace *trace, uint32_t number,
                          struct bop_module module)
{
    uint32_t id = pairs_add_in(&trace->module_ids, &trace->texts, 0, number);
    *REACH_IN(&trace->texts, &trace->modules, id) = module;
}

void bop_trace_add_literal(struct bop_trace *trace, uint32_t number,
                           struct bop_literal literal)
{
    uint32_t id = pairs_add_in(&trace->literal_ids, &trace->texts, 0, number);
    *REACH_IN(&trace->texts, &trace->literals, id) = literal;
}

uint32_t bop_trace_add_function(struct bop_trace *trace, uint32_t number,
                                struct bop_function function)
{
    uint32_t id = pairs_add_in(&trace->function_ids, &trace->texts, 0, number);
    *REACH_IN(&trace->texts, &trace->functions, id) = function;
    return id;
}

uint32_t bop_trace_add_site(struct bop_trace *trace, struct str text,
                            struct bop_site site)
{
    uint32_t id = strings_add(&trace->site_texts, &trace->texts, text);
    *REACH_IN(&trace->texts, &trace->sites, id) = site;
    return id;
}
