/*
 * A plugin for gcc: it reports memory references that -fsanitize=thread leaves
 * out. It runs beside the pass that inserts hooks; with --locals, also when a
 * function has been parsed:
 *
 *         scalar local variables               as if their addresses were
 *                                              taken, so that they are memory
 *     before that pass
 *         a call that returns a structure      write of what it is stored to,
 *                                              unless the called function
 *                                              builds it there
 *         a structure passed by value          read of the argument; the
 *                                              parameter has no known writer
 *         memory operands of inline assembly   reads and writes; assembly that
 *                                              may touch other memory is
 *                                              counted
 *         __builtin_memcpy and the like        called by their names, so that
 *                                              wrappers of libbop see them
 *         functions without references         entry and exit
 *         a loop                               where an iteration begins, and
 *                                              where the loop is left; calls
 *                                              of functions with other loops
 *         the end of a variable's scope        it has no known writer any more
 *     after it
 *         a bit field                          write of its own bytes, where
 *                                              gcc has all of its neighbours
 */
#include "bop/plugin/accesses.h"
#include "bop/plugin/known.h"
#include "bop/plugin/loop_hooks.h"

#include <gcc-plugin.h>
#include <plugin-version.h>

#include <tree.h>
#include <tree-pass.h>
#include <context.h>
#include <basic-block.h>
#include <gimple.h>
#include <gimple-iterator.h>
#include <gimplify.h>
#include <gimplify-me.h>
#include <cgraph.h> /* the call graph of gcc */
#include <stringpool.h>
#include <attribs.h>
#include <asan.h>
#include <fold-const.h>
#include <ssa.h>
#include <tree-dfa.h>
#include <ssa-iterators.h>
#include <tree-cfg.h>
#include <cfgloop.h>
#include <output.h>
#include <c-family/c-common.h>

int plugin_is_GPL_compatible;

namespace
{

/* Returns a call of a hook of libbop, whose parameters have the types of the
   arguments. */
gcall *
call_of(const char *name, location_t where,
        std::initializer_list<tree> arguments, tree result = void_type_node)
{
    std::vector<tree> types;
    auto_vec<tree> values;
    for (tree argument : arguments) {
        types.push_back(TREE_TYPE(argument));
        values.safe_push(argument);
    }
    tree type = build_function_type_array(result, (int)types.size(),
                                          types.data());
    gcall *call = gimple_build_call_vec(build_fn_decl(name, type), values);
    gimple_set_location(call, where);
    return call;
}

/* Tells whether an expression is memory that the pass of gcc looks at: other
   local variables cannot be reached from outside their function. */
bool
is_watched(tree expr)
{
    if (!expr || is_gimple_reg(expr) || is_gimple_min_invariant(expr) ||
        TREE_CODE(expr) == SSA_NAME || TREE_CODE(expr) == CONSTRUCTOR ||
        TREE_CODE(expr) == WITH_SIZE_EXPR)
        return false;
    tree base = get_base_address(expr);
    if (!base || TREE_CODE(base) == STRING_CST)
        return false;
    if (TREE_CODE(base) == RESULT_DECL)
        return false;
    return !DECL_P(base) || is_global_var(base) || TREE_ADDRESSABLE(base);
}

/* Returns the name of a function for the linker. */
const char *
linker_name(tree function)
{
    return IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));
}

tree
size_of(tree expr)
{
    tree size = TYPE_SIZE_UNIT(TREE_TYPE(expr));
    return size && TREE_CODE(size) == INTEGER_CST && !integer_zerop(size)
               ? fold_convert(size_type_node, size)
               : NULL_TREE;
}

/* Makes a call name(&expr, size) or name(&expr, size, more), and appends it to
   a sequence. */
void
add_call(gimple_seq *seq, const char *name, tree expr, location_t where,
         tree more = NULL_TREE)
{
    tree size = size_of(expr);
    if (!size)
        return;
    tree address = build_fold_addr_expr(unshare_expr(expr));
    gimple_seq own = NULL;
    address = force_gimple_operand(address, &own, true, NULL_TREE);
    gimple_seq_add_seq(seq, own);
    gimple_seq_add_stmt(
        seq, more ? call_of(name, where, { address, size, more })
                  : call_of(name, where, { address, size }));
}

/* Puts statements behind a statement, which may end its block. */
void
insert_after(gimple_stmt_iterator *gsi, gimple_seq seq)
{
    if (!seq)
        return;
    gimple *stmt = gsi_stmt(*gsi);
    if (!stmt_ends_bb_p(stmt)) {
        gsi_insert_seq_after(gsi, seq, GSI_NEW_STMT);
        return;
    }
    edge e = find_fallthru_edge(gimple_bb(stmt)->succs);
    if (e)
        gsi_insert_seq_on_edge(e, seq);
}

void
insert_before(gimple_stmt_iterator *gsi, gimple_seq seq)
{
    if (seq)
        gsi_insert_seq_before(gsi, seq, GSI_SAME_STMT);
}

/* The functions that gcc expands itself although bop-cc asks it not to, because
   the source calls them as __builtin_NAME. */
bool
is_copy(const char *name)
{
    static const char *const names[] = { "memcpy",  "memmove", "memset",
                                         "mempcpy", "memcmp",  "strcpy",
                                         "strncpy", "stpcpy",  "strcat",
                                         "strncat", "strcmp",  "strncmp" };
    for (const char *one : names)
        if (strcmp(one, name) == 0)
            return true;
    return false;
}

void
call_by_name(gcall *call)
{
    static const char prefix[] = "__builtin_";
    tree function = gimple_call_fndecl(call);
    if (!function || !fndecl_built_in_p(function, BUILT_IN_NORMAL))
        return;
    const char *name = IDENTIFIER_POINTER(DECL_NAME(function));
    if (startswith(name, prefix))
        name += sizeof prefix - 1;
    if (is_copy(name))
        gimple_call_set_fndecl(call,
                               build_fn_decl(name, TREE_TYPE(function)));
}

/* Puts calls of two hooks around a call that returns a structure; the second
   one gets the time when the call began from the first one. */
void
see_result(gimple_seq *before, gimple_seq *after, gcall *call)
{
    tree began = make_ssa_name(uint64_type_node);
    gcall *first = call_of("__tsan_bop_call_begins", gimple_location(call), {},
                           uint64_type_node);
    gimple_call_set_lhs(first, began);
    gimple_seq_add_stmt(before, first);
    add_call(after, "__tsan_bop_returned", gimple_call_lhs(call),
             gimple_location(call), began);
}

/* Tells whether the reads and writes of a called function are unknown. NULL
   stands for a function that is called through a pointer. */
bool
is_unknown(tree function)
{
    if (!function)
        return true;
    const char *name = linker_name(function);
    cgraph_node *node = cgraph_node::get(function);
    bool is_ours = node && node->definition &&
                   !lookup_attribute("no_sanitize_thread",
                                     DECL_ATTRIBUTES(function));
    return !is_ours && !TREE_READONLY(function) &&
           !startswith(name, "__builtin_") && !startswith(name, "__sync_") &&
           !startswith(name, "__atomic_") && !startswith(name, "__tsan_") &&
           !is_known(name[0] == '*' ? name + 1 : name);
}

/* Reports a call of such a function, which may be traced somewhere else, when
   it has returned. */
void
report_callee(gimple_seq *after, gcall *call)
{
    tree function = gimple_call_fndecl(call);
    if (!is_unknown(function) || (gimple_call_flags(call) & ECF_NORETURN))
        return;
    tree name = null_pointer_node;
    if (function) {
        const char *text = linker_name(function);
        name = build_string_literal(strlen(text) + 1, text);
    }
    gimple_seq_add_stmt(after, call_of("__tsan_bop_called",
                                       gimple_location(call),
                                       { gimple_call_fn(call), name }));
}

void
see_call(gimple_stmt_iterator *gsi, gcall *call)
{
    gimple_seq before = NULL, after = NULL;
    if (gimple_call_internal_p(call))
        return;
    call_by_name(call);
    for (unsigned i = 0; i < gimple_call_num_args(call); i++)
        if (is_watched(gimple_call_arg(call, i)))
            add_call(&before, "__tsan_read_range", gimple_call_arg(call, i),
                     gimple_location(call));
    if (is_watched(gimple_call_lhs(call)))
        see_result(&before, &after, call);
    report_callee(&after, call);
    insert_before(gsi, before);
    insert_after(gsi, after);
}

void
see_assembly(gimple_stmt_iterator *gsi, gasm *assembly)
{
    gimple_seq before = NULL, after = NULL;
    location_t where = gimple_location(assembly);
    if (!*gimple_asm_string(assembly))
        return;
    for (unsigned i = 0; i < gimple_asm_ninputs(assembly); i++) {
        tree in = TREE_VALUE(gimple_asm_input_op(assembly, i));
        if (is_watched(in))
            add_call(&before, "__tsan_read_range", in, where);
    }
    for (unsigned i = 0; i < gimple_asm_noutputs(assembly); i++) {
        tree out = TREE_VALUE(gimple_asm_output_op(assembly, i));
        if (is_watched(out))
            add_call(&after, "__tsan_write_range", out, where);
    }
    for (unsigned i = 0; i < gimple_asm_nclobbers(assembly); i++) {
        tree clobber = TREE_VALUE(gimple_asm_clobber_op(assembly, i));
        if (strcmp(TREE_STRING_POINTER(clobber), "memory") == 0)
            gimple_seq_add_stmt(&before,
                                call_of("__tsan_bop_assembly", where, {}));
    }
    insert_before(gsi, before);
    if (gimple_asm_nlabels(assembly) == 0)
        insert_after(gsi, after);
}

/* Forgets who wrote where the parameters lie now. */
void
forget_parameters()
{
    gimple_seq seq = NULL;
    for (tree parm = DECL_ARGUMENTS(cfun->decl); parm; parm = DECL_CHAIN(parm))
        if (AGGREGATE_TYPE_P(TREE_TYPE(parm)) && TREE_ADDRESSABLE(parm))
            add_call(&seq, "bop_forget", parm, DECL_SOURCE_LOCATION(parm));
    if (seq)
        gsi_insert_seq_on_edge(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(cfun)),
                               seq);
}

/* Forgets who wrote to a variable whose scope ends. */
void
see_end_of_scope(gimple_stmt_iterator *gsi)
{
    gimple_seq seq = NULL;
    tree variable = gimple_assign_lhs(gsi_stmt(*gsi));
    if (VAR_P(variable) && !is_global_var(variable) && is_watched(variable))
        add_call(&seq, "bop_forget", variable, gimple_location(gsi_stmt(*gsi)));
    insert_before(gsi, seq);
}

/* Returns a call that reports at which depth a loop was left, and how. */
gcall *
loop_left(unsigned depth, int how)
{
    return call_of("__tsan_bop_loop_left", UNKNOWN_LOCATION,
                   { build_int_cst(unsigned_type_node, depth),
                     build_int_cst(unsigned_type_node, how) });
}

/* Returns the place of a loop: of its condition, or of its first statement. */
location_t
place_of(basic_block header)
{
    location_t where = UNKNOWN_LOCATION;
    for (gimple_stmt_iterator gsi = gsi_last_bb(header); !gsi_end_p(gsi);
         gsi_prev(&gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        if (LOCATION_LOCUS(gimple_location(stmt)) == UNKNOWN_LOCATION)
            continue;
        where = gimple_location(stmt);
        if (gimple_code(stmt) == GIMPLE_COND)
            break;
    }
    return where != UNKNOWN_LOCATION ? where
                                     : DECL_SOURCE_LOCATION(cfun->decl);
}

void
call_at_start(basic_block block, gcall *call)
{
    gimple_stmt_iterator gsi = gsi_after_labels(block);
    gsi_insert_before(&gsi, call, GSI_SAME_STMT);
}

/* Tells whether a block does nothing but lead to another one. */
bool
is_empty(basic_block block)
{
    gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb(block);
    return gsi_end_p(gsi) && single_succ_p(block);
}

/* Returns the loop of the source that a loop is. gcc may give a header with
   several ways back to it a loop for each, in headers of their own that are
   empty but for the innermost. */
class loop *
whole_loop(class loop *loop)
{
    class loop *outer;
    while ((outer = loop_outer(loop)) && loop_outer(outer) &&
           is_empty(outer->header) &&
           single_succ(outer->header) == loop->header)
        loop = outer;
    return loop;
}

/* Returns the depth of a loop of the source. */
unsigned
depth_of(class loop *loop)
{
    unsigned n = 0;
    for (loop = whole_loop(loop); loop_outer(loop);
         loop = whole_loop(loop_outer(loop)))
        n++;
    return n;
}

/* Returns the header in which the code of a loop of the source begins. */
basic_block
first_block(class loop *loop)
{
    basic_block block = loop->header;
    while (is_empty(block) && single_succ(block)->loop_father->header ==
                                  single_succ(block))
        block = single_succ(block);
    return block;
}

/* Tells whether a block may lead to the next iteration, at once or by empty
   blocks. */
bool
is_latch(basic_block block, class loop *loop)
{
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, block->succs) {
        basic_block next = e->dest;
        for (int i = 0; i < 9 && next != loop->header && is_empty(next); i++)
            next = single_succ(next);
        if (next == loop->header || next == first_block(loop))
            return true;
    }
    return false;
}

/* Tells whether all that follows a block ends with a call that does not return,
   such as abort, or with an exception that nothing here has caught. */
bool
never_returns(basic_block block)
{
    for (int i = 0; i < 100; i++) {
        edge e, next = NULL;
        edge_iterator ei;
        FOR_EACH_EDGE (e, ei, block->succs) {
            if (e->flags & (EDGE_ABNORMAL | EDGE_EH))
                continue;
            if (next || e->dest == EXIT_BLOCK_PTR_FOR_FN(cfun))
                return false;
            next = e;
        }
        if (!next)
            return true;
        block = next->dest;
    }
    return false;
}

/* Reports an edge that leaves loops. Nothing can be put on an abnormal edge, so
   the block where it leads says in which loops it is. */
void
see_edge(edge e)
{
    class loop *from = whole_loop(e->src->loop_father),
               *to = whole_loop(e->dest->loop_father);
    class loop *common = whole_loop(find_common_loop(from, to));
    if (e->flags & (EDGE_ABNORMAL | EDGE_EH)) {
        call_at_start(e->dest, loop_left(depth_of(to), LEFT_EARLY));
        return;
    }
    if (common == from || e->dest == EXIT_BLOCK_PTR_FOR_FN(cfun))
        return;
    int how = is_latch(e->src, from)        ? LEFT_AT_END
              : e->src == first_block(from) ? LEFT_BEFORE
                                            : LEFT_EARLY;
    if (depth_of(common) + 1 < depth_of(from))
        how = LEFT_EARLY;
    for (class loop *loop = from;
         how == LEFT_EARLY && loop != common && !never_returns(e->dest);
         loop = whole_loop(loop_outer(loop)))
        loop->aux = loop; /* it has an early exit */
    gsi_insert_on_edge(e, loop_left(depth_of(common), how));
}

/* Reports that a function has loops that begin in several places, of which
   nothing else is reported. */
void
see_irreducible()
{
    basic_block block;
    mark_irreducible_loops();
    FOR_EACH_BB_FN (block, cfun)
        if (block->flags & BB_IRREDUCIBLE_LOOP) {
            call_at_start(single_succ(ENTRY_BLOCK_PTR_FOR_FN(cfun)),
                          call_of("__tsan_bop_irreducible", UNKNOWN_LOCATION,
                                  {}));
            return;
        }
}

/* Reports where iterations begin, and where loops are left. */
void
see_loops()
{
    edge e;
    edge_iterator ei;
    basic_block block;
    if (current_loops)
        see_irreducible();
    if (!current_loops || number_of_loops(cfun) <= 1)
        return;
    FOR_EACH_BB_FN (block, cfun)
        FOR_EACH_EDGE (e, ei, block->succs)
            see_edge(e);
    for (class loop *loop : loops_list(cfun, 0)) {
        unsigned depth = depth_of(loop);
        if (whole_loop(loop) != loop)
            continue;
        if (loop->aux)
            depth |= EARLY_EXIT;
        loop->aux = NULL;
        /* All ways back lead there. */
        basic_block first = first_block(loop);
        call_at_start(first,
                      call_of("__tsan_bop_loop", place_of(first),
                              { build_int_cst(unsigned_type_node, depth) }));
    }
}

/* A call that the pass of gcc sees and that is removed afterwards: without any,
   it would not report entry and exit of a function without references. */
const char *const mark = "__tsan_bop_mark";

/* Tells whether the function chooses another one, because an attribute ifunc
   names it. */
bool
is_resolver()
{
    ipa_ref *ref;
    cgraph_node *node = cgraph_node::get(cfun->decl);
    for (unsigned i = 0; node->iterate_direct_aliases(i, ref); i++)
        if (lookup_attribute("ifunc", DECL_ATTRIBUTES(ref->referring->decl)))
            return true;
    return node->ifunc_resolver;
}

/* Leaves alone the constructor that the compiler makes, and resolvers, which
   run before a program is ready. */
void
add_mark()
{
    tree decl = cfun->decl;
    if ((DECL_ARTIFICIAL(decl) && DECL_STATIC_CONSTRUCTOR(decl)) ||
        is_resolver())
        return;
    call_at_start(single_succ(ENTRY_BLOCK_PTR_FOR_FN(cfun)),
                  call_of(mark, UNKNOWN_LOCATION, {}));
}

bool
is_mark(gimple *stmt)
{
    tree function = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    return function && DECL_NAME(function) &&
           strcmp(IDENTIFIER_POINTER(DECL_NAME(function)), mark) == 0;
}

/* The passes stand beside each of two passes of gcc, one of which runs without
   optimisation only. */
bool
is_traced(bool optimized)
{
    return optimized == (optimize > 0) && (flag_sanitize & SANITIZE_THREAD) &&
           !lookup_attribute("no_sanitize_thread",
                             DECL_ATTRIBUTES(cfun->decl)) &&
           sanitize_flags_p(SANITIZE_THREAD, cfun->decl);
}

const pass_data before_data = {
    GIMPLE_PASS, "bop-calls", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0,
    TODO_update_ssa_only_virtuals
};

struct before_pass : gimple_opt_pass {
    const bool optimized;
    before_pass(bool o) : gimple_opt_pass(before_data, g), optimized(o) {}
    opt_pass *clone() final override { return new before_pass(optimized); }
    bool gate(function *) final override { return is_traced(optimized); }

    unsigned execute(function *function) final override
    {
        basic_block block;
        flag_stack_reuse = SR_NONE;
        forget_parameters();
        add_mark();
        FOR_EACH_BB_FN (block, function) {
            gimple_stmt_iterator gsi = gsi_start_bb(block);
            for (; !gsi_end_p(gsi); gsi_next(&gsi)) {
                if (gcall *call = dyn_cast<gcall *>(gsi_stmt(gsi)))
                    see_call(&gsi, call);
                else if (gasm *one = dyn_cast<gasm *>(gsi_stmt(gsi)))
                    see_assembly(&gsi, one);
                else if (gimple_clobber_p(gsi_stmt(gsi)))
                    see_end_of_scope(&gsi);
            }
        }
        see_loops();
        gsi_commit_edge_inserts();
        return 0;
    }
};

/* Returns the call of a hook for writes before a statement, or NULL. */
gcall *
hook_before(gimple_stmt_iterator gsi)
{
    for (gsi_prev(&gsi); !gsi_end_p(gsi); gsi_prev(&gsi)) {
        gcall *call = dyn_cast<gcall *>(gsi_stmt(gsi));
        tree function = call ? gimple_call_fndecl(call) : NULL_TREE;
        if (!call && is_gimple_assign(gsi_stmt(gsi)) &&
            !gimple_store_p(gsi_stmt(gsi)))
            continue;
        if (!function || !DECL_NAME(function))
            return NULL;
        const char *name = IDENTIFIER_POINTER(DECL_NAME(function));
        return strstr(name, "tsan_write") || strstr(name, "tsan_volatile_write")
                   ? call
                   : NULL;
    }
    return NULL;
}

/* Lets the hook before a store to a bit field report the bytes of that field
   only. */
void
narrow(gimple_stmt_iterator gsi)
{
    tree field = gimple_assign_lhs(gsi_stmt(gsi));
    if (TREE_CODE(field) != COMPONENT_REF ||
        !DECL_BIT_FIELD(TREE_OPERAND(field, 1)))
        return;
    tree member = TREE_OPERAND(field, 1);
    gcall *call = hook_before(gsi);
    if (!call || !tree_fits_uhwi_p(DECL_FIELD_OFFSET(member)) ||
        !tree_fits_uhwi_p(DECL_FIELD_BIT_OFFSET(member)) ||
        !tree_fits_uhwi_p(DECL_SIZE(member)))
        return;
    unsigned HOST_WIDE_INT
        first = tree_to_uhwi(DECL_FIELD_OFFSET(member)) * BITS_PER_UNIT +
                tree_to_uhwi(DECL_FIELD_BIT_OFFSET(member)),
        last = first + tree_to_uhwi(DECL_SIZE(member)) - 1;
    gimple_stmt_iterator at = gsi_for_stmt(call);
    tree object = build_fold_addr_expr(unshare_expr(TREE_OPERAND(field, 0)));
    tree address = fold_build_pointer_plus_hwi(object, first / BITS_PER_UNIT);
    address = force_gimple_operand_gsi(&at, address, true, NULL_TREE, true,
                                       GSI_SAME_STMT);
    tree size = build_int_cst(size_type_node, last / BITS_PER_UNIT -
                                                  first / BITS_PER_UNIT + 1);
    gsi_replace(&at, call_of("__tsan_write_range", gimple_location(call),
                             { address, size }), true);
}

bool
is_end_of_scope(gimple *stmt)
{
    return gimple_clobber_p(stmt) && VAR_P(gimple_assign_lhs(stmt));
}

const pass_data after_data = {
    GIMPLE_PASS, "bop-fields", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0,
    TODO_update_ssa_only_virtuals
};

struct after_pass : gimple_opt_pass {
    const bool optimized;
    after_pass(bool o) : gimple_opt_pass(after_data, g), optimized(o) {}
    opt_pass *clone() final override { return new after_pass(optimized); }
    bool gate(function *) final override { return is_traced(optimized); }

    unsigned execute(function *function) final override
    {
        basic_block block;
        FOR_EACH_BB_FN (block, function) {
            gimple_stmt_iterator gsi = gsi_start_bb(block);
            while (!gsi_end_p(gsi)) {
                if (is_mark(gsi_stmt(gsi)) || is_end_of_scope(gsi_stmt(gsi))) {
                    unlink_stmt_vdef(gsi_stmt(gsi));
                    gsi_remove(&gsi, true);
                    continue;
                }
                if (is_gimple_assign(gsi_stmt(gsi)) &&
                    gimple_store_p(gsi_stmt(gsi)))
                    narrow(gsi);
                gsi_next(&gsi);
            }
        }
        return 0;
    }
};

/* Makes a variable one that lies in memory, like one whose address is taken. */
tree
keep_in_memory(tree *node, int *, void *)
{
    tree var = *node;
    if ((TREE_CODE(var) == VAR_DECL || TREE_CODE(var) == PARM_DECL) &&
        !is_global_var(var) && !(VAR_P(var) && DECL_HARD_REGISTER(var)) &&
        !DECL_HAS_VALUE_EXPR_P(var) && DECL_NAME(var))
        TREE_ADDRESSABLE(var) = 1;
    return NULL_TREE;
}

/* Asks gcc to mark where the scopes of variables end, which it does when it has
   parsed a function. The passes remove the marks, so that variables of
   different blocks have places of their own, as -fstack-reuse=none asks for. */
void
mark_scopes(void *, void *)
{
    flag_stack_reuse = SR_ALL;
}

/* ---- Facts of the source ---- */

source_facts facts;

/* Returns an expression without conversions that the source does not have. */
tree
strip(tree t)
{
    while (t && (CONVERT_EXPR_P(t) || TREE_CODE(t) == NON_LVALUE_EXPR ||
                 TREE_CODE(t) == CLEANUP_POINT_EXPR ||
                 TREE_CODE(t) == EXPR_STMT || TREE_CODE(t) == SAVE_EXPR ||
                 location_wrapper_p(t)))
        t = TREE_OPERAND(t, 0);
    return t;
}

const char *
name_of(tree decl)
{
    return decl && DECL_P(decl) && DECL_NAME(decl)
               ? IDENTIFIER_POINTER(DECL_NAME(decl))
               : "";
}

/* Returns the name of a variable or of a member of one, such as "k.i"; "" for
   anything else. */
std::string
variable_text(tree t)
{
    t = strip(t);
    if (t && TREE_CODE(t) == COMPONENT_REF) {
        std::string base = variable_text(TREE_OPERAND(t, 0));
        return base.empty() ? base : base + "." + name_of(TREE_OPERAND(t, 1));
    }
    return t && (VAR_P(t) || TREE_CODE(t) == PARM_DECL) ? name_of(t) : "";
}

tree
find_in(tree *node, int *, void *wanted)
{
    return *node == (tree)wanted ? *node : NULL_TREE;
}

bool
mentions(tree t, tree wanted)
{
    return t && walk_tree_without_duplicates(&t, find_in, wanted);
}

/* Returns the function that an expression calls, if it is known. A call that
   makes an object has the same operands as any other call. */
tree
callee_of(tree t)
{
    if (TREE_CODE(t) != CALL_EXPR && TREE_CODE(t) != AGGR_INIT_EXPR)
        return NULL_TREE;
    tree called = TREE_OPERAND(t, 1);
    return called && TREE_CODE(called) == ADDR_EXPR ? TREE_OPERAND(called, 0)
                                                    : NULL_TREE;
}

/* Returns the variable that a call of an operator of a class is about, if the
   call has that name. */
tree
operand_of_call(tree t, const char *name)
{
    if (t && TREE_CODE(t) == TARGET_EXPR)
        t = TARGET_EXPR_INITIAL(t);
    if (!t || strcmp(name_of(callee_of(t)), name) != 0 ||
        TREE_OPERAND_LENGTH(t) < 4)
        return NULL_TREE;
    tree object = strip(TREE_OPERAND(t, 3));
    return object && TREE_CODE(object) == ADDR_EXPR
               ? strip(TREE_OPERAND(object, 0))
               : NULL_TREE;
}

/* Returns the variable that a part of a loop's head moves forward, and sets *by
   to the step, or NULL for 1. Returns NULL if the part does anything else. */
tree
stepped(tree t, tree *by, bool *is_sum)
{
    t = strip(t);
    *by = NULL_TREE;
    *is_sum = true;
    if (!t)
        return NULL_TREE;
    if (TREE_CODE(t) == INDIRECT_REF)
        t = strip(TREE_OPERAND(t, 0));
    for (const char *name : { "operator++", "operator--" })
        if (tree object = operand_of_call(t, name))
            return object;
    switch (TREE_CODE(t)) {
    case PREINCREMENT_EXPR:
    case POSTINCREMENT_EXPR:
    case PREDECREMENT_EXPR:
    case POSTDECREMENT_EXPR:
        return strip(TREE_OPERAND(t, 0));
    case MODIFY_EXPR:
        break;
    default:
        return NULL_TREE;
    }
    tree to = strip(TREE_OPERAND(t, 0)), value = strip(TREE_OPERAND(t, 1));
    tree_code code = TREE_CODE(value);
    *is_sum = code == PLUS_EXPR || code == MINUS_EXPR ||
              code == POINTER_PLUS_EXPR;
    if (!*is_sum && code != MULT_EXPR)
        return NULL_TREE;
    tree left = strip(TREE_OPERAND(value, 0)),
         right = strip(TREE_OPERAND(value, 1));
    bool is_left = operand_equal_p(left, to, 0);
    if (!is_left && !(operand_equal_p(right, to, 0) && code == PLUS_EXPR))
        return NULL_TREE;
    *by = is_left ? right : left;
    return mentions(*by, to) ? NULL_TREE : to;
}

/* Appends the variables that the last part of a head steps. */
void
add_counters(tree t, std::vector<tree> *counters)
{
    tree by;
    bool is_sum;
    t = strip(t);
    if (t && TREE_CODE(t) == COMPOUND_EXPR) {
        add_counters(TREE_OPERAND(t, 0), counters);
        add_counters(TREE_OPERAND(t, 1), counters);
    } else if (tree counter = stepped(t, &by, &is_sum)) {
        counters->push_back(counter);
    }
}

/* The facts about a function that its loops need. */
struct source {
    /* The variables that it gives a value, and where. */
    std::vector<std::pair<tree, location_t>> givings;
    std::vector<tree> scope; /* the variables of the blocks around a place */
};

/* Facts about the body of a loop. `changes` is set if the body writes to the
   variable or passes its address on. */
struct body {
    tree variable;
    bool changes;
    const struct source *source;
    std::vector<std::string> statics, locals, large;

    /* Tells whether the blocks around the loop have another variable of that
       name. A range's own variable is one of the block around its loop. */
    bool has_other(tree decl) const
    {
        for (tree other : source->scope)
            if (other != decl && DECL_NAME(other) == DECL_NAME(decl))
                return true;
        return false;
    }

    static void add(std::vector<std::string> *list, tree decl)
    {
        std::string name = name_of(decl);
        if (!name.empty() &&
            std::find(list->begin(), list->end(), name) == list->end())
            list->push_back(name);
    }
};

/* Operators of iterators that change nothing. */
bool
is_constant_operator(tree function)
{
    for (const char *name : { "operator*", "operator->", "operator[]",
                              "operator-", "operator+", "operator==",
                              "operator!=", "operator<", "base" })
        if (strcmp(name_of(function), name) == 0)
            return true;
    return false;
}

tree
see_body(tree *node, int *walks, void *data)
{
    struct body *body = (struct body *)data;
    tree t = *node;
    if (TREE_CODE(t) == DECL_EXPR && VAR_P(DECL_EXPR_DECL(t))) {
        tree decl = DECL_EXPR_DECL(t);
        bool is_plain = !TREE_STATIC(decl) && !body->has_other(decl);
        body->add(is_plain ? &body->locals : &body->statics, decl);
    }
    if (VAR_P(t) && TREE_CODE(TREE_TYPE(t)) == ARRAY_TYPE) {
        tree size = DECL_SIZE_UNIT(t);
        if (size && tree_fits_uhwi_p(size) && tree_to_uhwi(size) > LARGE)
            body->add(&body->large, t);
    }
    if (!body->variable)
        return NULL_TREE;
    bool is_class = RECORD_OR_UNION_TYPE_P(TREE_TYPE(body->variable));
    switch (TREE_CODE(t)) {
    case ADDR_EXPR:
        if (!is_class)
            break; /* the trace shows writes through an address */
        /* fall through */
    case MODIFY_EXPR:
    case INIT_EXPR:
    case PREINCREMENT_EXPR:
    case POSTINCREMENT_EXPR:
    case PREDECREMENT_EXPR:
    case POSTDECREMENT_EXPR:
        body->changes |=
            operand_equal_p(strip(TREE_OPERAND(t, 0)), body->variable, 0);
        break;
    case CALL_EXPR:
        if (is_constant_operator(callee_of(t)))
            *walks = 0;
        break;
    case NOP_EXPR: /* a reference to constant data */
        if (POINTER_TYPE_P(TREE_TYPE(t)) &&
            TYPE_READONLY(TREE_TYPE(TREE_TYPE(t))))
            *walks = 0;
        break;
    default:
        break;
    }
    return NULL_TREE;
}

/* Returns the facts about the body of a loop and a variable, or NULL. */
struct body
body_of(tree loop, tree variable, const struct source &source)
{
    struct body body = { variable, false, &source, {}, {}, {} };
    walk_tree_without_duplicates(&FOR_BODY(loop), see_body, &body);
    return body;
}

bool
is_before(location_t a, location_t b)
{
    expanded_location x = expand_location(a), y = expand_location(b);
    return x.file && y.file && strcmp(x.file, y.file) == 0 &&
           (x.line < y.line || (x.line == y.line && x.column < y.column));
}

tree
see_giving(tree *node, int *, void *data)
{
    auto *givings = &((struct source *)data)->givings;
    tree t = *node;
    if (TREE_CODE(t) == DECL_EXPR && VAR_P(DECL_EXPR_DECL(t)))
        givings->push_back({ DECL_EXPR_DECL(t),
                             DECL_SOURCE_LOCATION(DECL_EXPR_DECL(t)) });
    if (TREE_CODE(t) == MODIFY_EXPR)
        givings->push_back({ strip(TREE_OPERAND(t, 0)), EXPR_LOCATION(t) });
    return NULL_TREE;
}

/* Returns the name of a class without its parameters. */
const char *
class_name(tree type)
{
    tree name = TYPE_P(type) ? TYPE_NAME(TYPE_MAIN_VARIANT(type)) : NULL_TREE;
    name = name && TREE_CODE(name) == TYPE_DECL ? DECL_NAME(name) : name;
    return name ? IDENTIFIER_POINTER(name) : "";
}

/* Tells whether OpenMP accepts a variable as a counter: an integer, a pointer,
   or an iterator of random access. */
bool
can_count(tree variable)
{
    tree type = TREE_TYPE(variable);
    if (!VAR_P(variable) && TREE_CODE(variable) != PARM_DECL)
        return false;
    if (VAR_P(variable) && DECL_THREAD_LOCAL_P(variable))
        return false;
    if (RECORD_OR_UNION_TYPE_P(type)) {
        for (const char *name : random_iterators)
            if (startswith(class_name(type), name))
                return true;
        return false;
    }
    return POINTER_TYPE_P(type) ||
           (INTEGRAL_TYPE_P(type) && TREE_CODE(type) != BOOLEAN_TYPE);
}

/* Tells whether a condition compares a variable with something else, in a form
   that OpenMP accepts. */
bool
compares(tree condition, tree variable, bool steps_by_one)
{
    tree left = NULL_TREE, right = NULL_TREE;
    bool is_other = false;
    for (const char *name : { "operator!=", "operator<", "operator>",
                              "operator<=", "operator>=" })
        if (operand_of_call(condition, name) == variable) {
            is_other = strcmp(name, "operator!=") == 0;
            left = variable;
            right = TREE_OPERAND_LENGTH(condition) > 4
                        ? TREE_OPERAND(condition, 4)
                        : NULL_TREE;
        }
    switch (condition ? TREE_CODE(condition) : ERROR_MARK) {
    case NE_EXPR:
        is_other = true; /* fall through */
    case LT_EXPR:
    case LE_EXPR:
    case GT_EXPR:
    case GE_EXPR:
        left = strip(TREE_OPERAND(condition, 0));
        right = strip(TREE_OPERAND(condition, 1));
        break;
    default:
        break;
    }
    if (right == variable)
        std::swap(left, right);
    return left == variable && right && !mentions(right, variable) &&
           (!is_other || steps_by_one);
}

/* Tells whether a loop has the canonical form of OpenMP (5.0, 2.9.1). */
bool
is_canonical(tree loop, const struct source &source)
{
    tree by;
    bool is_sum;
    tree counter = stepped(FOR_EXPR(loop), &by, &is_sum);
    if (!counter || !is_sum || !can_count(counter) ||
        !compares(strip(FOR_COND(loop)), counter,
                  !by || integer_onep(by) || integer_minus_onep(by)))
        return false;
    if (DECL_ARTIFICIAL(counter))
        return true; /* the loop is one of a range */
    size_t n = 0, others = 0;
    location_t from = EXPR_LOCATION(loop), to = EXPR_LOCATION(FOR_COND(loop));
    if (to == UNKNOWN_LOCATION)
        to = EXPR_LOCATION(strip(FOR_COND(loop)));
    for (const auto &one : source.givings)
        if (is_before(from, one.second) && is_before(one.second, to))
            ++(one.first == counter ? n : others);
    return n == 1 && !others;
}

void
record_loop(tree loop, const struct source &source)
{
    std::vector<tree> steps;
    std::vector<std::string> counters;
    location_t where = EXPR_LOCATION(FOR_COND(loop));
    bool canonical = is_canonical(loop, source), is_changed = false;
    add_counters(FOR_EXPR(loop), &steps);
    for (tree counter : steps) {
        bool changes = body_of(loop, counter, source).changes;
        is_changed |= changes;
        std::string text = variable_text(counter);
        if (RECORD_OR_UNION_TYPE_P(TREE_TYPE(counter)))
            text += ".";
        if (!changes && !text.empty() && text != ".")
            counters.push_back(text);
    }
    struct body body = body_of(loop, NULL_TREE, source);
    if (where == UNKNOWN_LOCATION)
        where = EXPR_LOCATION(strip(FOR_COND(loop)));
    expanded_location place = expand_location(where);
    if (place.file)
        facts.add_loop(place.file, place.line, place.column,
                       canonical && !is_changed,
                       { counters, body.statics, body.locals, body.large });
}

tree
see_loop(tree *node, int *walks, void *data)
{
    auto *source = (struct source *)data;
    if (TREE_CODE(*node) == FOR_STMT && FOR_COND(*node))
        record_loop(*node, *source);
    if (TREE_CODE(*node) != BIND_EXPR)
        return NULL_TREE;
    size_t n = source->scope.size();
    for (tree decl = BIND_EXPR_VARS(*node); decl; decl = DECL_CHAIN(decl))
        source->scope.push_back(decl);
    walk_tree_without_duplicates(&BIND_EXPR_BODY(*node), see_loop, data);
    source->scope.resize(n);
    *walks = 0;
    return NULL_TREE;
}

/* Tells whether a function is std::min or the like, which returns a
   reference. */
bool
is_extreme(tree function)
{
    return TREE_CODE(TREE_TYPE(TREE_TYPE(function))) == REFERENCE_TYPE &&
           !extreme_of_name(linker_name(function)).empty();
}

void
record_source(void *function, void *)
{
    struct source source;
    if (!(flag_sanitize & SANITIZE_THREAD))
        return;
    /* Each call has places of its own. */
    if (is_extreme((tree)function)) {
        tree decl = (tree)function;
        DECL_DECLARED_INLINE_P(decl) = DECL_DISREGARD_INLINE_LIMITS(decl) = 1;
        DECL_ATTRIBUTES(decl) = tree_cons(get_identifier("always_inline"),
                                          NULL_TREE, DECL_ATTRIBUTES(decl));
    }
    walk_tree_without_duplicates(&DECL_SAVED_TREE((tree)function), see_giving,
                                 &source);
    for (tree one = DECL_ARGUMENTS((tree)function); one; one = DECL_CHAIN(one))
        source.scope.push_back(one);
    walk_tree_without_duplicates(&DECL_SAVED_TREE((tree)function), see_loop,
                                 &source);
}

/* ---- Accesses ---- */

/* Translates a function whose code is in SSA form. */
struct translator {
    function_code code;
    std::map<tree, node *> values;

    block *block_of(basic_block b) { return &code.blocks[b]; }

    node *value_of(tree t)
    {
        if (TREE_CODE(t) == ADDR_EXPR)
            return address_of(TREE_OPERAND(t, 0));
        bool is_shared = TREE_CODE(t) == SSA_NAME || DECL_P(t);
        auto old = values.find(t);
        if (is_shared && old != values.end())
            return old->second;
        node *n = code.add(tree_fits_shwi_p(t) ? CONSTANT : OTHER);
        if (is_shared)
            values[t] = n;
        if (n->is == CONSTANT)
            n->constant = tree_to_shwi(t);
        tree type = TREE_TYPE(t);
        if (INTEGRAL_TYPE_P(type) || SCALAR_FLOAT_TYPE_P(type)) {
            n->bits = TYPE_PRECISION(type);
            n->is_float = SCALAR_FLOAT_TYPE_P(type);
            n->is_unsigned = TYPE_UNSIGNED(type);
        }
        if (TREE_CODE(t) == SSA_NAME && POINTER_TYPE_P(type) &&
            SSA_NAME_VAR(t) && *name_of(SSA_NAME_VAR(t)))
            n->name = (TREE_CODE(type) == REFERENCE_TYPE ? "" : "*") +
                      std::string(name_of(SSA_NAME_VAR(t)));
        /* gcc calls the address of t[n] t.1. */
        n->name.resize(std::min(n->name.size(), n->name.find('.')));
        return n;
    }

    /* Returns the address of an expression for memory. */
    node *address_of(tree t)
    {
        node *n;
        switch (TREE_CODE(t)) {
        case VAR_DECL:
        case PARM_DECL:
        case RESULT_DECL:
            n = value_of(t);
            n->is = VARIABLE;
            n->bits = 0;
            n->name = name_of(t);
            n->scope = n->name.empty() ? 'p' : is_global_var(t) ? 'g' : 'l';
            n->is_reference = TREE_CODE(TREE_TYPE(t)) == REFERENCE_TYPE;
            return n;
        case COMPONENT_REF:
            n = code.add(MEMBER);
            n->name = name_of(TREE_OPERAND(t, 1));
            n->constant = DECL_UID(TREE_OPERAND(t, 1));
            break;
        case ARRAY_REF:
            n = code.add(ELEMENT);
            n->use(address_of(TREE_OPERAND(t, 0)));
            n->use(value_of(TREE_OPERAND(t, 1)));
            return n;
        case MEM_REF:
            if (integer_zerop(TREE_OPERAND(t, 1)))
                return value_of(TREE_OPERAND(t, 0));
            n = code.add(ELEMENT);
            n->use(value_of(TREE_OPERAND(t, 0)));
            n->use(value_of(TREE_OPERAND(t, 1)));
            return n;
        case REALPART_EXPR:
        case IMAGPART_EXPR:
        case BIT_FIELD_REF:
        case VIEW_CONVERT_EXPR:
            n = code.add(MEMBER);
            n->constant = -TREE_CODE(t);
            break;
        default:
            return code.add(OTHER);
        }
        n->use(address_of(TREE_OPERAND(t, 0)));
        return n;
    }

    static operation operation_of(tree_code code, tree right)
    {
        switch (code) {
        case FLOAT_EXPR:
        case FIX_TRUNC_EXPR:
        CASE_CONVERT:
            return CONVERTED;
        case POINTER_PLUS_EXPR:
            return ELEMENT;
        case PLUS_EXPR:
            return ADDED;
        case MINUS_EXPR:
            return SUBTRACTED;
        case MULT_EXPR:
            return MULTIPLIED;
        case BIT_AND_EXPR:
            return ANDED;
        case BIT_IOR_EXPR:
            return ORED;
        case BIT_XOR_EXPR:
            return XORED;
        case MIN_EXPR:
            return LEAST;
        case MAX_EXPR:
            return GREATEST;
        case LT_EXPR:
        case LE_EXPR:
            return LESS;
        case GT_EXPR:
        case GE_EXPR:
            return GREATER;
        case NE_EXPR:
            return integer_zerop(right) ? IS_NOT_ZERO : OTHER;
        default:
            return OTHER;
        }
    }

    void place(node *n, gimple *s)
    {
        location_t where = gimple_location(s);
        n->in = block_of(gimple_bb(s));
        n->in->code.push_back(n);
        if (where == UNKNOWN_LOCATION ||
            in_system_header_at(linemap_resolve_location(
                line_table, where, LRK_MACRO_EXPANSION_POINT, NULL)))
            return;
        expanded_location at = expand_location(where);
        n->file = at.file ? at.file : "";
        n->line = at.file ? at.line : 0;
        n->column = at.column;
    }

    static bool is_memory_ref(tree t)
    {
        return REFERENCE_CLASS_P(t) || VAR_P(t) || TREE_CODE(t) == PARM_DECL ||
               TREE_CODE(t) == RESULT_DECL;
    }

    void add_store(tree to, node *value, gimple *s)
    {
        node *n = code.add(STORE);
        n->use(address_of(to));
        n->use(value);
        n->writes = true;
        place(n, s);
    }

    void see_assign(gassign *s)
    {
        tree to = gimple_assign_lhs(s), from = gimple_assign_rhs1(s);
        node *n = TREE_CODE(to) == SSA_NAME ? value_of(to) : code.add(OTHER);
        if (gimple_assign_single_p(s) && is_memory_ref(from)) {
            n->is = LOAD;
            n->use(address_of(from));
            place(n, s);
        } else if (TREE_CODE(to) != SSA_NAME) {
            n = value_of(from);
        } else {
            n->is = gimple_assign_single_p(s)
                        ? CONVERTED
                        : operation_of(gimple_assign_rhs_code(s),
                                       gimple_assign_rhs2(s));
            for (unsigned i = 1; i < gimple_num_ops(s); i++)
                n->use(value_of(gimple_op(s, i)));
        }
        if (TREE_CODE(to) != SSA_NAME && !gimple_clobber_p(s))
            add_store(to, n, s);
    }

    /* Notes what is known of the function that a call calls. */
    static void see_callee(node *n, tree function)
    {
        tree type = TREE_TYPE(function);
        const char *name = linker_name(function);
        n->function = name_of(function);
        if (TREE_CODE(type) == METHOD_TYPE && !n->of.empty())
            see_method(n, DECL_IN_SYSTEM_HEADER(function)
                              ? class_name(DECL_CONTEXT(function))
                              : "");
        n->is_reference = TREE_CODE(TREE_TYPE(type)) == REFERENCE_TYPE;
        n->kind =
            extreme_of_name(startswith(name, "__builtin_") ? name + 10 : name);
        if (n->kind.empty() && n->of.size() == 2 && n->bits)
            n->kind = kind_of(DECL_STRUCT_FUNCTION(function));
    }

    void see_call(gcall *s)
    {
        tree to = gimple_call_lhs(s), function = gimple_call_fndecl(s);
        bool is_value = to && TREE_CODE(to) == SSA_NAME;
        node *n = is_value ? value_of(to) : code.add(OTHER);
        n->is = CALL;
        n->writes = !(gimple_call_flags(s) & (ECF_CONST | ECF_PURE));
        for (unsigned i = 0; i < gimple_call_num_args(s); i++) {
            tree argument = gimple_call_arg(s, i);
            node *value = is_memory_ref(argument) ? code.add(LOAD)
                                                  : value_of(argument);
            if (is_memory_ref(argument)) {
                value->use(address_of(argument));
                place(value, s);
            }
            n->use(value);
        }
        if (function)
            see_callee(n, function);
        place(n, s);
        if (to && !is_value)
            add_store(to, n, s);
    }

    /* Returns min or max if that is all that a function returns. */
    static std::string kind_of(function *f)
    {
        translator callee;
        if (!f || f == cfun || !f->cfg || !gimple_in_ssa_p(f) ||
            n_basic_blocks_for_fn(f) > 9)
            return "";
        callee.run(f, true);
        tree first = DECL_ARGUMENTS(f->decl);
        return extreme_of_code(callee.code, callee.parameter(f, first),
                               callee.parameter(f, DECL_CHAIN(first)));
    }

    const node *parameter(function *f, tree one)
    {
        tree value = one ? ssa_default_def(f, one) : NULL_TREE;
        return !one     ? NULL
               : !value ? address_of(one)
                        : value_of(value);
    }

    void see_phi(gphi *phi, block *in)
    {
        node *n = value_of(gimple_phi_result(phi));
        n->is = CHOICE;
        n->in = in;
        for (unsigned k = 0; k < gimple_phi_num_args(phi); k++) {
            n->use(value_of(gimple_phi_arg_def(phi, k)));
            n->ways.push_back(block_of(gimple_phi_arg_edge(phi, k)->src));
        }
    }

    void see_assembly(gasm *s)
    {
        node *n = code.add(OTHER);
        for (unsigned k = 0; k < gimple_asm_ninputs(s); k++)
            n->use(value_of(TREE_VALUE(gimple_asm_input_op(s, k))));
        n->writes = true;
        place(n, s);
    }

    void see(gimple *s, block *in, bool is_callee)
    {
        if (gassign *assign = dyn_cast<gassign *>(s)) {
            see_assign(assign);
        } else if (gcall *call = dyn_cast<gcall *>(s)) {
            if (is_callee && !gimple_call_internal_p(call))
                code.add(CALL);
            else if (!gimple_call_internal_p(call))
                see_call(call);
        } else if (greturn *end = dyn_cast<greturn *>(s)) {
            if (gimple_return_retval(end))
                code.returns(value_of(gimple_return_retval(end)));
        } else if (gswitch *choice = dyn_cast<gswitch *>(s)) {
            code.add(OTHER)->use(value_of(gimple_switch_index(choice)));
        } else if (gcond *test = dyn_cast<gcond *>(s)) {
            see_test(in, test);
        } else if (gasm *assembly = dyn_cast<gasm *>(s)) {
            see_assembly(assembly);
        }
    }

    void run(function *f, bool is_callee)
    {
        basic_block b;
        edge e;
        edge_iterator ei;
        push_cfun(f);
        FOR_EACH_BB_FN (b, f) {
            block *one = block_of(b);
            for (gphi_iterator i = gsi_start_phis(b); !gsi_end_p(i);
                 gsi_next(&i))
                see_phi(i.phi(), one);
            for (gimple_stmt_iterator i = gsi_start_bb(b); !gsi_end_p(i);
                 gsi_next(&i))
                see(gsi_stmt(i), one, is_callee);
            FOR_EACH_EDGE (e, ei, b->succs) {
                bool is_first = e->flags & EDGE_TRUE_VALUE;
                one->to.insert(is_first ? one->to.begin() : one->to.end(),
                               block_of(e->dest));
                block_of(e->dest)->from.push_back(one);
            }
        }
        while (code.result && code.result->is == CONVERTED)
            code.result = code.result->of[0];
        pop_cfun();
    }

    void see_test(block *at, gcond *test)
    {
        node *left = value_of(gimple_cond_lhs(test)),
             *right = value_of(gimple_cond_rhs(test));
        node *n = code.add(operation_of(gimple_cond_code(test),
                                        gimple_cond_rhs(test)));
        n->use(left);
        n->use(right);
        at->test = n->is == IS_NOT_ZERO &&
                           (left->is == LESS || left->is == GREATER ||
                            left->is == IS_NOT_ZERO)
                       ? left
                       : n;
    }
};

const pass_data facts_data = {
    GIMPLE_PASS, "bop-facts", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0,
    0, 0
};

/* Records what a function accesses before it is optimized. */
struct facts_pass : gimple_opt_pass {
    facts_pass() : gimple_opt_pass(facts_data, g) {}
    opt_pass *clone() final override { return new facts_pass; }
    bool gate(function *) final override { return is_traced(optimize > 0); }

    unsigned execute(function *function) final override
    {
        translator translator;
        translator.run(function, false);
        record_accesses(translator.code, &facts);
        return 0;
    }
};

void
write_facts(void *, void *)
{
    if (asm_out_file && !facts.text.empty())
        fputs(facts.assembly().c_str(), asm_out_file);
}

void
keep_locals(void *function, void *)
{
    if (is_extreme((tree)function))
        return;
    walk_tree_without_duplicates(&DECL_SAVED_TREE((tree)function),
                                 keep_in_memory, NULL);
}

void
add_pass(const char *plugin, opt_pass *pass, const char *beside,
         pass_positioning_ops where)
{
    register_pass_info info = { pass, beside, 0, where };
    register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

} // namespace

int
plugin_init(plugin_name_args *args, plugin_gcc_version *version)
{
    if (!plugin_default_version_check(version, &gcc_version))
        return 1;
    register_callback(args->base_name, PLUGIN_PRE_GENERICIZE, mark_scopes,
                      NULL);
    register_callback(args->base_name, PLUGIN_PRE_GENERICIZE, record_source,
                      NULL);
    register_callback(args->base_name, PLUGIN_FINISH_UNIT, write_facts, NULL);
    if (args->argc) /* "locals" */
        register_callback(args->base_name, PLUGIN_PRE_GENERICIZE, keep_locals,
                          NULL);
    add_pass(args->base_name, new facts_pass(), "ssa", PASS_POS_INSERT_AFTER);
    for (bool optimized : { false, true }) {
        const char *beside = optimized ? "tsan" : "tsan0";
        add_pass(args->base_name, new before_pass(optimized), beside,
                 PASS_POS_INSERT_BEFORE);
        add_pass(args->base_name, new after_pass(optimized), beside,
                 PASS_POS_INSERT_AFTER);
    }
    return 0;
}
