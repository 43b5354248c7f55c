/*
 * A plugin for clang: it reports memory references that the pass which inserts
 * hooks leaves out, or the one that --locals uses. It runs before that pass.
 *
 *     loads and stores of sizes that no hook has: wide vectors, long double
 *     arrays and structures among local variables whose addresses other
 *         functions get, which LLVM 14 takes for private
 *     a structure passed by value: read of the argument; the parameter has no
 *         known writer
 *     copies of known size that are no calls, with --locals
 *     functions without references and calls: entry and exit
 *     bit fields: the bytes of the field, not of its neighbours
 *     the end of a variable's scope: it has no known writer any more
 *     atomic operations that read and write, with --locals
 *     natural loops: where an iteration begins, and where the loop is left;
 *         calls of functions with other loops
 *
 * It takes out what reports entry and exit of functions that were inlined.
 */
#include "bop/plugin/accesses.h"
#include "bop/plugin/known.h"
#include "bop/plugin/loop_hooks.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace
{

/* Makes a call of a hook of libbop, whose parameters have the types of the
   arguments. A call in a function with debug data needs some. */
CallInst *
call_of(IRBuilder<> &builder, const char *name,
        std::initializer_list<Value *> arguments)
{
    SmallVector<Type *, 2> types;
    for (Value *argument : arguments)
        types.push_back(argument->getType());
    Module &module = *builder.GetInsertBlock()->getModule();
    CallInst *call = builder.CreateCall(
        module.getOrInsertFunction(
            name, FunctionType::get(builder.getVoidTy(), types, false)),
        arguments);
    DISubprogram *sub = call->getFunction()->getSubprogram();
    if (!call->getDebugLoc() && sub)
        call->setDebugLoc(DILocation::get(call->getContext(), sub->getLine(), 0,
                                          sub));
    return call;
}

void
report(IRBuilder<> &builder, const char *name, Value *address, Value *bytes)
{
    if (address->getType()->getPointerAddressSpace() != 0)
        return;
    call_of(builder, name,
            { builder.CreatePointerCast(address, builder.getInt8PtrTy()),
              builder.CreateZExtOrTrunc(bytes, builder.getInt64Ty()) })
        ->addParamAttr(0, Attribute::NoCapture);
}

/* ---- Loops ---- */

struct loop_marker {
    Function &function;
    DominatorTree tree;
    LoopInfo loops;

    struct exit {
        Instruction *branch;
        unsigned successor, depth;
        int how;
    };
    SmallVector<exit, 16> exits;
    SmallPtrSet<const Loop *, 8> with_early_exit;

    explicit loop_marker(Function &f) : function(f), tree(f), loops(tree) {}

    static void left(Instruction *before, unsigned depth, int how)
    {
        IRBuilder<> builder(before);
        builder.SetCurrentDebugLocation(DebugLoc());
        call_of(builder, "__tsan_bop_loop_left",
                { builder.getInt32(depth), builder.getInt32((unsigned)how) });
    }

    void begins(const Loop *loop)
    {
        IRBuilder<> builder(&*loop->getHeader()->getFirstInsertionPt());
        builder.SetCurrentDebugLocation(place_of(loop));
        call_of(builder, "__tsan_bop_loop",
                { builder.getInt32(
                    loop->getLoopDepth() |
                    (with_early_exit.count(loop) ? EARLY_EXIT : 0)) });
    }

    /* Returns the place of the condition with which a block of the loop may end
       it, if there is one. */
    static DebugLoc condition_of(const Loop *loop, const BasicBlock *block)
    {
        auto *branch = block ? dyn_cast<BranchInst>(block->getTerminator())
                             : nullptr;
        if (!branch || !branch->isConditional() || !loop->isLoopExiting(block))
            return DebugLoc();
        auto *condition = dyn_cast<Instruction>(branch->getCondition());
        return condition && condition->getDebugLoc() ? condition->getDebugLoc()
                                                     : branch->getDebugLoc();
    }

    /* Returns the place of a loop: of its condition at the head or at the end,
       or of its first statement. */
    static DebugLoc place_of(const Loop *loop)
    {
        for (const BasicBlock *block : { loop->getHeader(),
                                         loop->getLoopLatch() })
            if (DebugLoc place = condition_of(loop, block))
                return place;
        for (Instruction &i : *loop->getHeader())
            if (i.getDebugLoc())
                return i.getDebugLoc();
        return DebugLoc();
    }

    unsigned depth_of(const Loop *loop)
    {
        return loop ? loop->getLoopDepth() : 0;
    }

    /* Tells whether all that follows a block ends with a call that does not
       return, such as abort, or with an exception that nothing here has
       caught. */
    static bool never_returns(const BasicBlock *block)
    {
        for (int i = 0; block && i < 100; i++) {
            const Instruction *last = block->getTerminator();
            if (isa<ResumeInst>(last) || isa<UnreachableInst>(last))
                return true;
            auto *invoke = dyn_cast<InvokeInst>(last);
            block = invoke ? invoke->getNormalDest()
                           : block->getSingleSuccessor();
        }
        return false;
    }

    /* Notes an edge that leaves loops. */
    void see_edge(Instruction *branch, unsigned successor)
    {
        BasicBlock *block = branch->getParent();
        BasicBlock *to = branch->getSuccessor(successor);
        Loop *from = loops.getLoopFor(block), *common = from;
        while (common && !common->contains(to))
            common = common->getParentLoop();
        if (common == from || to->isEHPad())
            return;
        int how = from->isLoopLatch(block)        ? LEFT_AT_END
                  : block == from->getHeader() ? LEFT_BEFORE
                                               : LEFT_EARLY;
        if (depth_of(common) + 1 < depth_of(from))
            how = LEFT_EARLY;
        for (Loop *loop = from; how == LEFT_EARLY && loop != common &&
                                !never_returns(to);
             loop = loop->getParentLoop())
            with_early_exit.insert(loop);
        exits.push_back({ branch, successor, depth_of(common), how });
    }

    /* After an exception, a longjmp or a computed goto, the block where it
       arrives reports in which loops it is, because no call can be put on the
       edges that lead there. */
    void see_arrival(BasicBlock &block)
    {
        Loop *loop = loops.getLoopFor(&block);
        bool is_reached = block.isLandingPad();
        for (BasicBlock *before : predecessors(&block))
            is_reached |= isa<IndirectBrInst>(before->getTerminator()) ||
                          isa<CallBrInst>(before->getTerminator());
        if (is_reached)
            left(&*block.getFirstInsertionPt(), depth_of(loop), LEFT_EARLY);
        for (Instruction &i : block) {
            auto *call = dyn_cast<CallInst>(&i);
            if (call && call->hasFnAttr(Attribute::ReturnsTwice))
                left(i.getNextNode(), depth_of(loop), LEFT_EARLY);
        }
    }

    /* Puts the call of an exit where only its edge passes. */
    void mark(const exit &one)
    {
        BasicBlock *to = one.branch->getSuccessor(one.successor);
        BasicBlock *split =
            SplitCriticalEdge(one.branch, one.successor,
                              CriticalEdgeSplittingOptions()
                                  .setMergeIdenticalEdges());
        Instruction *before = split ? split->getTerminator()
                              : to->getUniquePredecessor()
                                  ? &*to->getFirstInsertionPt()
                                  : one.branch;
        left(before, one.depth, one.how);
    }

    /* Reports that the function has loops that begin in several places, of
       which nothing else is reported. */
    void see_irreducible()
    {
        using order = ReversePostOrderTraversal<Function *>;
        order blocks(&function);
        if (!containsIrreducibleCFG<BasicBlock *, order, LoopInfo>(blocks,
                                                                   loops))
            return;
        IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
        call_of(builder, "__tsan_bop_irreducible", {});
    }

    void run()
    {
        see_irreducible();
        if (loops.empty())
            return;
        SmallPtrSet<BasicBlock *, 4> seen;
        for (BasicBlock &block : function) {
            Instruction *branch = block.getTerminator();
            seen.clear();
            if (isa<IndirectBrInst>(branch) || isa<CallBrInst>(branch))
                continue;
            for (unsigned i = 0; i < branch->getNumSuccessors(); i++)
                if (seen.insert(branch->getSuccessor(i)).second)
                    see_edge(branch, i);
        }
        for (BasicBlock &block : function)
            see_arrival(block);
        for (const exit &one : exits)
            mark(one);
        for (const Loop *loop : loops.getLoopsInPreorder())
            begins(loop);
    }
};

/* ---- Facts of the source ---- */

/* Returns the variable that an address belongs to, or NULL. */
const Value *
variable_at(const Value *address)
{
    const Value *object = getUnderlyingObject(address);
    return isa<AllocaInst>(object) || isa<GlobalVariable>(object) ? object
                                                                  : nullptr;
}

const DIGlobalVariable *
global_of(const Value *variable)
{
    SmallVector<DIGlobalVariableExpression *, 1> all;
    if (auto *global = dyn_cast<GlobalVariable>(variable))
        global->getDebugInfo(all);
    return all.empty() ? nullptr : all[0]->getVariable();
}

/* Returns how the source names a variable, or "". */
StringRef
name_of(const Value *variable)
{
    if (const DIGlobalVariable *global = global_of(variable))
        return global->getName();
    for (auto *use : FindDbgAddrUses(const_cast<Value *>(variable)))
        return use->getVariable()->getName();
    return "";
}

/* Finds the facts about the head of a for loop. clang gives the blocks of such
   a loop the names "for.cond", "for.body" and "for.inc". */
struct loop_head {
    Function &function;
    Loop *loop;
    source_facts &facts;
    const BasicBlock *step = nullptr; /* the last part of the head */

    struct counter {
        const Value *variable;
        bool is_sum, by_one;
    };
    SmallVector<counter, 2> counters;

    static bool is_named(const BasicBlock *block, StringRef name)
    {
        return block && block->getName().startswith(name);
    }

    /* Tells whether a value is computed from a variable. */
    static bool mentions(const Value *value, const Value *variable,
                         int depth = 9)
    {
        if (value == variable)
            return true;
        auto *i = dyn_cast<Instruction>(value);
        if (i && depth)
            for (const Value *operand : i->operands())
                if (mentions(operand, variable, depth - 1))
                    return true;
        return false;
    }

    /* Returns a value without conversions. */
    static const Value *strip(const Value *value)
    {
        while (auto *cast = dyn_cast<CastInst>(value)) {
            if (!cast->isIntegerCast())
                break;
            value = cast->getOperand(0);
        }
        return value;
    }

    static bool loads(const Value *value, const Value *variable)
    {
        auto *load = dyn_cast<LoadInst>(strip(value));
        return load && load->getPointerOperand() == variable;
    }

    /* Returns the name of an operator of a class that is called, or "". */
    static std::string called_operator(const Instruction *i)
    {
        auto *call = dyn_cast<CallBase>(i);
        const Function *called = call ? call->getCalledFunction() : nullptr;
        if (!called || !call->arg_size())
            return "";
        std::string name = demangle(called->getName().str());
        size_t at = name.find("operator");
        if (at == std::string::npos)
            return name.find("::base(") == std::string::npos ? "" : "base";
        at += 8;
        return name.substr(at, name.find_first_of("(<", at + 1) - at);
    }

    void see_step(const StoreInst *store)
    {
        const Value *variable = store->getPointerOperand();
        const Value *value = strip(store->getValueOperand()), *by = nullptr;
        if (!variable_at(variable) || variable_at(variable) != variable)
            return;
        bool is_sum = true;
        if (auto *pointer = dyn_cast<GetElementPtrInst>(value)) {
            if (pointer->getNumIndices() == 1 &&
                loads(pointer->getPointerOperand(), variable))
                by = pointer->getOperand(1);
        } else if (auto *sum = dyn_cast<BinaryOperator>(value)) {
            const Value *left = sum->getOperand(0), *right = sum->getOperand(1);
            is_sum = sum->getOpcode() == Instruction::Add ||
                     sum->getOpcode() == Instruction::Sub ||
                     sum->getOpcode() == Instruction::FAdd ||
                     sum->getOpcode() == Instruction::FSub;
            if (!is_sum && sum->getOpcode() != Instruction::Mul)
                return;
            if (loads(left, variable))
                by = right;
            else if (loads(right, variable) && sum->isCommutative())
                by = left;
        }
        auto *number = by ? dyn_cast<ConstantInt>(by) : nullptr;
        if (by && !mentions(by, variable))
            counters.push_back({ variable, is_sum,
                                 number && (number->isOne() ||
                                            number->isMinusOne()) });
    }

    static Type *type_of(const Value *variable)
    {
        return isa<AllocaInst>(variable)
                   ? cast<AllocaInst>(variable)->getAllocatedType()
                   : cast<GlobalVariable>(variable)->getValueType();
    }

    static bool is_class(const Value *variable)
    {
        return isa<StructType>(type_of(variable));
    }

    /* Tells whether the body writes to a variable or lets others do so. */
    bool is_changed(const Value *variable)
    {
        SmallVector<const Value *, 4> todo = { variable };
        while (!todo.empty()) {
            const Value *value = todo.pop_back_val();
            for (const User *user : value->users()) {
                auto *i = dyn_cast<Instruction>(user);
                if (!i || !loop->contains(i) || i->getParent() == step ||
                    isa<LoadInst>(i) || isa<DbgInfoIntrinsic>(i) ||
                    i->isLifetimeStartOrEnd())
                    continue;
                if (isa<GetElementPtrInst>(i) || isa<BitCastInst>(i)) {
                    todo.push_back(i);
                    continue;
                }
                auto *store = dyn_cast<StoreInst>(i);
                if (store && store->getPointerOperand() == value)
                    return true;
                /* If something writes through an address, the trace of the
                   program shows it. */
                if (!is_class(variable))
                    continue;
                static const std::set<std::string> constant = {
                    "*", "->", "[]", "-", "+", "==", "!=", "<", ">", "<=",
                    ">=", "base"
                };
                if (!constant.count(called_operator(i)))
                    return true;
            }
        }
        return false;
    }

    static bool can_count(const Value *variable)
    {
        Type *type = type_of(variable);
        auto *global = dyn_cast<GlobalVariable>(variable);
        if (global && global->isThreadLocal())
            return false;
        if (auto *structure = dyn_cast<StructType>(type))
            for (const char *name : random_iterators)
                if (structure->hasName() && structure->getName().contains(name))
                    return true;
        return type->isPointerTy() ||
               (type->isIntegerTy() && type->getIntegerBitWidth() > 1);
    }

    bool compares(const BranchInst *branch, const counter &counter)
    {
        const Value *condition = branch->getCondition();
        if (auto *compare = dyn_cast<ICmpInst>(condition)) {
            const Value *left = compare->getOperand(0),
                        *right = compare->getOperand(1);
            if (loads(right, counter.variable))
                std::swap(left, right);
            return loads(left, counter.variable) &&
                   !mentions(right, counter.variable) &&
                   (compare->isRelational() ||
                    (compare->getPredicate() == ICmpInst::ICMP_NE &&
                     counter.by_one));
        }
        auto *call = dyn_cast<CallBase>(condition);
        std::string name = call ? called_operator(call) : "";
        return call && call->arg_size() == 2 &&
               (name == "!=" || name == "<" || name == ">" || name == "<=" ||
                name == ">=") &&
               call->getArgOperand(0) == counter.variable &&
               (name != "!=" || counter.by_one);
    }

    static bool is_before(unsigned line, unsigned column, const DILocation *to)
    {
        return line < to->getLine() ||
               (line == to->getLine() && column < to->getColumn());
    }

    /* Tells whether the first part of the head gives one variable a value, the
       counter. */
    bool begins_with(const Value *variable, const DILocation *condition)
    {
        auto *block = dyn_cast<DILexicalBlock>(condition->getScope());
        unsigned n = 0, others = 0;
        if (name_of(variable).startswith("__begin"))
            return true;
        for (Instruction &i : instructions(function)) {
            auto *store = dyn_cast<StoreInst>(&i);
            auto *call = dyn_cast<CallBase>(&i);
            const DILocation *at = i.getDebugLoc();
            const Value *address = store ? store->getPointerOperand()
                                   : call && call->hasStructRetAttr()
                                       ? call->getArgOperand(0)
                                       : nullptr;
            if (!address || !at || !block || loop->contains(&i) ||
                at->getFilename() != block->getFilename() ||
                !is_before(at->getLine(), at->getColumn(), condition) ||
                at->getLine() < block->getLine() ||
                (at->getLine() == block->getLine() &&
                 at->getColumn() <= block->getColumn()))
                continue;
            const Value *to = variable_at(address);
            if (to && !name_of(to).empty())
                ++(to == variable ? n : others);
        }
        return n == 1 && !others;
    }

    /* Tells whether the loop has the canonical form of OpenMP (5.0, 2.9.1). */
    bool is_canonical(const DILocation *place)
    {
        auto *branch = dyn_cast<BranchInst>(loop->getHeader()->getTerminator());
        return counters.size() == 1 && counters[0].is_sum && branch &&
               branch->isConditional() &&
               is_named(branch->getSuccessor(0), "for.body") &&
               can_count(counters[0].variable) &&
               compares(branch, counters[0]) &&
               begins_with(counters[0].variable, place);
    }

    bool is_used_outside(const Value *value)
    {
        for (const User *user : value->users()) {
            auto *i = dyn_cast<Instruction>(user);
            if (i ? !loop->contains(i) : is_used_outside(user))
                return true;
        }
        return false;
    }

    /* Returns the static variables of the function that the body declares or
       that only the body uses: debug data does not say in which block a
       variable is. */
    std::vector<std::string> statics(const DILocation *place)
    {
        std::vector<std::string> names;
        for (const GlobalVariable &global : function.getParent()->globals()) {
            const DIGlobalVariable *variable = global_of(&global);
            if (variable &&
                isa_and_nonnull<DILocalScope>(variable->getScope()) &&
                variable->getLine() >= place->getLine() &&
                !global.use_empty() && !is_used_outside(&global))
                names.push_back(variable->getName().str());
        }
        return names;
    }

    static bool is_within(const DIScope *scope, const DIScope *outer)
    {
        while (isa_and_nonnull<DILexicalBlockBase>(scope) && scope != outer)
            scope = scope->getScope();
        return scope == outer;
    }

    /* Returns the variables that the body declares, if the blocks around the
       loop have no other one of that name. */
    std::vector<std::string> locals(const DILocation *place)
    {
        std::vector<std::string> names, around;
        const DIScope *block = place->getScope();
        for (const Instruction &i : function.getEntryBlock())
            for (auto *use : FindDbgAddrUses(const_cast<Instruction *>(&i))) {
                const DILocalVariable *variable = use->getVariable();
                std::string name = variable->getName().str();
                /* Variables that the head declares belong to the block of the
                   loop itself. */
                if (isa<DILexicalBlock>(block) &&
                    variable->getScope() != block &&
                    is_within(variable->getScope(), block))
                    names.push_back(name);
                else if (is_within(block, variable->getScope()))
                    around.push_back(name);
                break;
            }
        names.erase(std::remove_if(names.begin(), names.end(),
                                   [&](const std::string &name) {
                                       return is_contained(around, name);
                                   }),
                    names.end());
        return names;
    }

    std::vector<std::string> large()
    {
        std::set<std::string> names;
        const DataLayout &layout = function.getParent()->getDataLayout();
        for (const BasicBlock *block : loop->blocks())
            for (const Instruction &i : *block)
                for (const Value *operand : i.operands()) {
                    if (!operand->getType()->isPointerTy())
                        continue;
                    const Value *variable = variable_at(operand);
                    if (variable && type_of(variable)->isArrayTy() &&
                        layout.getTypeAllocSize(type_of(variable)) > LARGE)
                        names.insert(name_of(variable).str());
                }
        return { names.begin(), names.end() };
    }

    void record(const DILocation *place)
    {
        step = loop->getLoopLatch();
        if (!place || !is_named(loop->getHeader(), "for.cond") ||
            !is_named(step, "for.inc"))
            return;
        bool calls = false;
        for (const Instruction &i : *step) {
            std::string name = called_operator(&i);
            if (auto *store = dyn_cast<StoreInst>(&i))
                see_step(store);
            else if (name == "++" || name == "--")
                counters.push_back(
                    { cast<CallBase>(i).getArgOperand(
                          cast<CallBase>(i).hasStructRetAttr()),
                      true, true });
            else
                calls |= isa<CallBase>(i) && !isa<IntrinsicInst>(i);
        }
        bool canonical = !calls && is_canonical(place);
        std::vector<std::string> names;
        for (const counter &one : counters)
            if (variable_at(one.variable) == one.variable) {
                if (is_changed(one.variable))
                    canonical = false;
                else if (!name_of(one.variable).empty())
                    names.push_back(name_of(one.variable).str() +
                                    (is_class(one.variable) ? "." : ""));
            }
        facts.add_loop(place->getFilename().str(), place->getLine(),
                       place->getColumn(), canonical && names.size() == 1,
                       { names, statics(place), locals(place), large() });
    }
};

/* ---- Accesses ---- */

/* Translates a function as clang has made it. */
struct translator {
    const DataLayout &layout;
    function_code code;
    std::map<const Value *, node *> values;

    block *block_of(const BasicBlock *b) { return &code.blocks[b]; }

    node *value_of(const Value *v)
    {
        node *&n = values[v];
        if (n)
            return n;
        n = code.add(OTHER);
        if (auto *number = dyn_cast<ConstantInt>(v)) {
            n->is = CONSTANT;
            n->constant = (long)number->getSExtValue();
        } else if (isa<AllocaInst>(v) || isa<GlobalVariable>(v)) {
            see_variable(v, n);
        } else if (auto *one = dyn_cast<GEPOperator>(v)) {
            see_address(one, n);
        } else if (auto *one = dyn_cast<BitCastOperator>(v)) {
            n->is = CONVERTED;
            n->use(value_of(one->getOperand(0)));
            n->type = n->of[0]->type;
        }
        if (v->getType()->isIntegerTy() || v->getType()->isFloatingPointTy()) {
            n->bits = v->getType()->getScalarSizeInBits();
            n->is_float = v->getType()->isFloatingPointTy();
        }
        return n;
    }

    /* Returns a type without names and qualifiers; references are asked for by
       their own. */
    static const DIType *plain(const DIType *type)
    {
        while (auto *one = dyn_cast_or_null<DIDerivedType>(type)) {
            unsigned tag = one->getTag();
            if (tag != dwarf::DW_TAG_typedef &&
                tag != dwarf::DW_TAG_const_type &&
                tag != dwarf::DW_TAG_volatile_type &&
                tag != dwarf::DW_TAG_member && tag != dwarf::DW_TAG_inheritance)
                break;
            type = one->getBaseType();
        }
        return type;
    }

    static const DIType *type_at(const node *n)
    {
        return plain(static_cast<const DIType *>(n->type));
    }

    /* Returns the type that a pointer leads to, or that of an array's
       elements. */
    static const DIType *inner_type(const DIType *type)
    {
        if (auto *one = dyn_cast_or_null<DIDerivedType>(type))
            return plain(one->getBaseType());
        auto *array = dyn_cast_or_null<DICompositeType>(type);
        return array && array->getTag() == dwarf::DW_TAG_array_type
                   ? plain(array->getBaseType())
                   : type;
    }

    static bool is_reference(const DIType *type)
    {
        type = plain(type);
        return type && (type->getTag() == dwarf::DW_TAG_reference_type ||
                        type->getTag() == dwarf::DW_TAG_rvalue_reference_type);
    }

    static bool is_unsigned(const DIType *type)
    {
        auto *basic = dyn_cast_or_null<DIBasicType>(type);
        return basic && (basic->getEncoding() == dwarf::DW_ATE_unsigned ||
                         basic->getEncoding() == dwarf::DW_ATE_unsigned_char ||
                         basic->getEncoding() == dwarf::DW_ATE_boolean);
    }

    void see_variable(const Value *v, node *n)
    {
        n->is = VARIABLE;
        n->name = name_of(v).str();
        n->scope = n->name.empty() ? 'p' : isa<AllocaInst>(v) ? 'l' : 'g';
        const DIType *type = nullptr;
        if (const DIGlobalVariable *global = global_of(v))
            type = global->getType();
        for (auto *use : FindDbgAddrUses(const_cast<Value *>(v)))
            type = use->getVariable()->getType();
        n->is_reference = is_reference(type);
        n->type = plain(type);
    }

    /* Names the member at an offset of a structure. */
    void see_member(const DIType *type, uint64_t bits, node *n)
    {
        auto *structure = dyn_cast_or_null<DICompositeType>(type);
        if (!structure)
            return;
        for (const DINode *one : structure->getElements()) {
            auto *member = dyn_cast<DIDerivedType>(one);
            if (!member || member->isStaticMember() ||
                member->getOffsetInBits() != bits ||
                (member->getTag() != dwarf::DW_TAG_member &&
                 member->getTag() != dwarf::DW_TAG_inheritance))
                continue;
            n->name = member->getTag() == dwarf::DW_TAG_member
                          ? member->getName().str()
                          : "";
            n->is_reference = is_reference(member);
            n->type = plain(member);
            if (plain(member) && plain(member)->getSizeInBits())
                break;
        }
    }

    void see_address(const GEPOperator *v, node *n)
    {
        node *at = value_of(v->getPointerOperand());
        const DIType *type = type_at(at);
        bool is_first = true;
        for (auto i = gep_type_begin(v), end = gep_type_end(v); i != end; ++i) {
            auto *constant = dyn_cast<ConstantInt>(i.getOperand());
            node *next = nullptr;
            if (StructType *structure = i.getStructTypeOrNull()) {
                next = code.add(MEMBER);
                next->constant = (long)layout.getStructLayout(structure)
                                     ->getElementOffsetInBits(
                                         (unsigned)constant->getZExtValue());
                next->use(at);
                see_member(type, (uint64_t)next->constant, next);
                type = type_at(next);
            } else if (!(is_first && constant && constant->isZero()) &&
                       !v->getName().contains("arraydecay")) {
                next = code.add(ELEMENT);
                next->use(at);
                next->use(value_of(i.getOperand()));
            }
            if (!is_first && !i.isStruct())
                type = inner_type(type);
            at = next ? next : at;
            is_first = false;
        }
        n->type = type;
        n->is = CONVERTED;
        n->use(at);
        if (is_memory(at)) {
            unsigned uses = n->uses;
            *n = *at;
            n->uses = uses;
            n->type = type;
        }
    }

    static bool is_of_system(StringRef file)
    {
        return file.startswith("/usr/include/") ||
               file.contains("/include/c++/") || file.contains("/lib/clang/");
    }

    void place(node *n, const Instruction &i)
    {
        const DILocation *at = i.getDebugLoc().get();
        n->in = block_of(i.getParent());
        n->in->code.push_back(n);
        if (!at || is_of_system(at->getFilename()))
            return;
        n->file = at->getFilename().str();
        n->line = at->getLine();
        n->column = at->getColumn();
    }

    static operation operation_of(const Instruction &i)
    {
        switch (i.getOpcode()) {
        case Instruction::Add:
        case Instruction::FAdd:
            return ADDED;
        case Instruction::Sub:
        case Instruction::FSub:
            return SUBTRACTED;
        case Instruction::Mul:
        case Instruction::FMul:
            return MULTIPLIED;
        case Instruction::And:
            return ANDED;
        case Instruction::Or:
            return ORED;
        case Instruction::Xor:
            return XORED;
        default:
            break;
        }
        if (isa<CastInst>(i))
            return CONVERTED;
        auto *test = dyn_cast<CmpInst>(&i);
        switch (test ? test->getPredicate() : CmpInst::BAD_ICMP_PREDICATE) {
        case CmpInst::ICMP_SLT:
        case CmpInst::ICMP_SLE:
        case CmpInst::ICMP_ULT:
        case CmpInst::ICMP_ULE:
        case CmpInst::FCMP_OLT:
        case CmpInst::FCMP_OLE:
            return LESS;
        case CmpInst::ICMP_SGT:
        case CmpInst::ICMP_SGE:
        case CmpInst::ICMP_UGT:
        case CmpInst::ICMP_UGE:
        case CmpInst::FCMP_OGT:
        case CmpInst::FCMP_OGE:
            return GREATER;
        case CmpInst::ICMP_NE:
        case CmpInst::FCMP_UNE:
            return match(test->getOperand(1), m_Zero()) ||
                           match(test->getOperand(1), m_AnyZeroFP())
                       ? IS_NOT_ZERO
                       : OTHER;
        default:
            return OTHER;
        }
    }

    /* Notes what debug data and the linker's name tell of the function that a
       call calls. */
    static void see_callee(const Function &called, node *n)
    {
        const DISubprogram *sub = called.getSubprogram();
        if (sub) {
            n->function = sub->getName().str();
            auto types = sub->getType()->getTypeArray();
            n->is_reference = types.size() && is_reference(types[0]);
            n->type = types.size() ? plain(types[0]) : nullptr;
            n->function.resize(std::min(n->function.size(),
                                        n->function.find('<')));
            auto *of_class = dyn_cast_or_null<DICompositeType>(sub->getScope());
            if (of_class && types.size() > 1 && types[1] &&
                types[1]->isArtificial())
                see_method(n, is_of_system(sub->getFilename())
                                  ? of_class->getName().str()
                                  : "");
        } else if (!called.isIntrinsic()) {
            StringRef name = called.getName();
            name.consume_front("__isoc99_");
            n->function = name.str();
        }
        n->kind = extreme_of_name(called.getName().str());
        if (called.getIntrinsicID() == Intrinsic::minnum)
            n->kind = "min";
        if (called.getIntrinsicID() == Intrinsic::maxnum)
            n->kind = "max";
    }

    void see_call(const CallBase &i, node *n, bool is_callee)
    {
        const Function *called = i.getCalledFunction();
        if (isa<DbgInfoIntrinsic>(i) || i.isLifetimeStartOrEnd())
            return;
        if (called && called->getIntrinsicID() == Intrinsic::fmuladd) {
            node *product = code.add(MULTIPLIED);
            product->use(value_of(i.getArgOperand(0)));
            product->use(value_of(i.getArgOperand(1)));
            n->is = ADDED;
            n->use(product);
            n->use(value_of(i.getArgOperand(2)));
            return;
        }
        n->is = CALL;
        n->writes = !i.onlyReadsMemory();
        for (const Value *argument : i.args())
            if (argument->getType()->isSized())
                n->use(value_of(argument));
        if (called)
            see_callee(*called, n);
        if (n->is_method && i.hasStructRetAttr())
            n->of.erase(n->of.begin());
        n->is_method &= !n->of.empty();
        if (called && n->kind.empty() && n->of.size() == 2 && n->bits &&
            !is_callee)
            n->kind = kind_of(*called);
        place(n, i);
    }

    /* Returns min or max if that is all that a function returns. */
    std::string kind_of(const Function &called)
    {
        translator callee{ layout, {}, {} };
        if (called.isDeclaration() || called.size() > 9)
            return "";
        callee.run(called, true);
        const node *parameters[2] = { nullptr, nullptr };
        for (const Instruction &i : called.getEntryBlock())
            if (auto *store = dyn_cast<StoreInst>(&i))
                if (auto *one = dyn_cast<Argument>(store->getValueOperand()))
                    parameters[one->getArgNo() > 0] =
                        callee.value_of(store->getPointerOperand());
        return extreme_of_code(callee.code, parameters[0], parameters[1]);
    }

    void see(const Instruction &i, bool is_callee)
    {
        node *n = value_of(&i);
        block *here = block_of(i.getParent());
        if (auto *load = dyn_cast<LoadInst>(&i)) {
            n->is = LOAD;
            n->use(value_of(load->getPointerOperand()));
            const DIType *type = type_at(n->of[0]);
            n->is_unsigned = is_unsigned(type);
            n->type = i.getType()->isPointerTy() ? inner_type(type) : type;
            place(n, i);
        } else if (auto *store = dyn_cast<StoreInst>(&i)) {
            n->is = STORE;
            n->writes = true;
            n->use(value_of(store->getPointerOperand()));
            n->use(value_of(store->getValueOperand()));
            place(n, i);
        } else if (auto *phi = dyn_cast<PHINode>(&i)) {
            n->is = CHOICE;
            n->in = here;
            for (unsigned k = 0; k < phi->getNumIncomingValues(); k++) {
                n->use(value_of(phi->getIncomingValue(k)));
                n->ways.push_back(block_of(phi->getIncomingBlock(k)));
            }
        } else if (auto *call = dyn_cast<CallBase>(&i)) {
            see_call(*call, n, is_callee);
        } else if (auto *end = dyn_cast<ReturnInst>(&i)) {
            if (end->getReturnValue())
                code.returns(value_of(end->getReturnValue()));
        } else if (!isa<AllocaInst>(i) && !isa<GetElementPtrInst>(i) &&
                   !isa<BitCastInst>(i)) {
            n->is = isa<TruncInst>(i) && n->bits == 1 ? IS_NOT_ZERO
                                                      : operation_of(i);
            n->writes = i.mayWriteToMemory();
            for (const Value *operand : i.operands())
                if (operand->getType()->isSized())
                    n->use(value_of(operand));
            if (n->is == CONVERTED)
                n->is_unsigned = n->of[0]->is_unsigned || isa<ZExtInst>(i);
            if (n->writes)
                place(n, i);
        }
        if (auto *branch = dyn_cast<BranchInst>(&i))
            if (branch->isConditional())
                here->test = value_of(branch->getCondition());
        unsigned n_next = i.isTerminator() ? i.getNumSuccessors() : 0;
        for (unsigned k = 0; k < n_next; k++) {
            block *next = block_of(i.getSuccessor(k));
            here->to.push_back(next);
            next->from.push_back(here);
        }
    }

    void run(const Function &function, bool is_callee)
    {
        for (const BasicBlock &b : function)
            for (const Instruction &i : b)
                see(i, is_callee);
    }
};

void
record_source(Function &function, source_facts &facts)
{
    DominatorTree tree(function);
    LoopInfo loops(tree);
    for (Loop *loop : loops.getLoopsInPreorder())
        loop_head{ function, loop, facts }.record(
            loop_marker::place_of(loop).get());
    translator translator{ function.getParent()->getDataLayout(), {}, {} };
    translator.run(function, false);
    record_accesses(translator.code, &facts);
}

/* ---- References ---- */

/* Returns the stores to a variable that nothing reads, or none. */
SmallVector<StoreInst *, 2>
unread_stores(AllocaInst *variable)
{
    SmallVector<Value *, 4> todo = { variable };
    SmallVector<StoreInst *, 2> stores;
    while (!todo.empty()) {
        Value *value = todo.pop_back_val();
        for (User *user : value->users()) {
            auto *store = dyn_cast<StoreInst>(user);
            auto *i = dyn_cast<Instruction>(user);
            if (store && store->getValueOperand() != value)
                stores.push_back(store);
            else if (isa<GetElementPtrInst>(user) || isa<BitCastInst>(user))
                todo.push_back(user);
            else if (!i || !i->isLifetimeStartOrEnd())
                return {};
        }
    }
    return stores;
}

/* Turns variables into values: all of them, or only those that debug data does
   not know because clang itself has made them, such as the place where a jump
   out of a scope leads. Removes results that are not used, such as that of
   "i++" of a class. */
void
promote(Function &function, bool all)
{
    SmallVector<AllocaInst *, 8> variables;
    for (Instruction &i : function.getEntryBlock()) {
        auto *variable = dyn_cast<AllocaInst>(&i);
        if (!variable || !(all || FindDbgAddrUses(variable).empty()))
            continue;
        for (StoreInst *store : unread_stores(variable))
            store->eraseFromParent();
        if (isAllocaPromotable(variable))
            variables.push_back(variable);
    }
    DominatorTree tree(function);
    if (!variables.empty())
        PromoteMemToReg(variables, tree);
}

/* Tells whether a function gets an address that leads to the variable. LLVM may
   know that the function keeps no copy, but the function can use it. */
bool
is_passed_on(const Value *variable)
{
    SmallVector<const Value *, 8> todo = { variable };
    SmallPtrSet<const Value *, 8> seen;
    while (!todo.empty()) {
        const Value *value = todo.pop_back_val();
        for (const User *user : value->users()) {
            if (isa<CallBase>(user) && !isa<DbgInfoIntrinsic>(user) &&
                !cast<Instruction>(user)->isLifetimeStartOrEnd())
                return true;
            if (user->getType()->isPointerTy() && !isa<LoadInst>(user) &&
                seen.insert(user).second)
                todo.push_back(user);
        }
    }
    return false;
}

/* Tells whether other functions may reach the memory. */
bool
is_shared(const Value *address)
{
    const Value *object = getUnderlyingObject(address);
    return !isa<AllocaInst>(object) || is_passed_on(object) ||
           PointerMayBeCaptured(object, true, true);
}

/* Tells whether LLVM's pass takes the memory for private. */
bool
is_passed_over(const Value *address)
{
    return isa<AllocaInst>(getUnderlyingObject(address)) &&
           !PointerMayBeCaptured(address, true, true);
}

bool
has_hook(uint64_t bytes)
{
    return bytes && bytes <= 16 && isPowerOf2_64(bytes);
}

struct reporter {
    Function &function;
    const DataLayout &layout;
    bool locals; /* --locals: loads and stores of all variables have hooks */
    SmallVector<Instruction *, 64> todo;
    SmallPtrSet<Instruction *, 8> gone; /* to be erased */

    void access(Instruction *at, const char *name, Value *address, Type *type)
    {
        TypeSize size = layout.getTypeStoreSize(type);
        bool seen = has_hook(size) && (locals || !is_passed_over(address));
        if (size.isScalable() || seen || (!locals && !is_shared(address)))
            return;
        IRBuilder<> builder(at);
        report(builder, name, address, builder.getInt64(size));
    }

    void call(CallBase *call)
    {
        IRBuilder<> builder(call);
        for (unsigned i = 0; i < call->arg_size(); i++)
            if (call->isByValArgument(i) &&
                (locals || is_shared(call->getArgOperand(i))))
                report(builder, "__tsan_read_range", call->getArgOperand(i),
                       builder.getInt64(layout.getTypeAllocSize(
                           call->getParamByValType(i))));
        if (const InlineAsm *assembly =
                dyn_cast<InlineAsm>(call->getCalledOperand()))
            if (!assembly->getAsmString().empty() &&
                StringRef(assembly->getConstraintString())
                    .contains("~{memory}"))
                call_of(builder, "__tsan_bop_assembly", {});
    }

    /* Tells whether the reads and writes of a called function are unknown. NULL
       stands for a function that is called through a pointer. */
    bool is_unknown(const Function *called)
    {
        if (!called)
            return true;
        StringRef name = called->getName();
        name.consume_front("\1");
        bool is_ours = !called->isDeclaration() &&
                       !called->hasAvailableExternallyLinkage() &&
                       (locals ||
                        called->hasFnAttribute(Attribute::SanitizeThread));
        return !is_ours && !called->isIntrinsic() &&
               !called->doesNotAccessMemory() && !name.startswith("__tsan_") &&
               !name.startswith("__atomic_") && !name.startswith("__cyg_") &&
               !name.startswith("__sanitizer_") && !name.startswith("bop_") &&
               !is_known(name.str());
    }

    /* Reports a call of such a function, which may be traced somewhere else,
       when it has returned. */
    void callee(CallBase *call)
    {
        Value *operand = call->getCalledOperand()->stripPointerCasts();
        auto *called = dyn_cast<Function>(operand);
        if (call->isInlineAsm() || call->doesNotReturn() || !is_unknown(called))
            return;
        Instruction *next = call->getNextNode();
        if (auto *invoke = dyn_cast<InvokeInst>(call)) {
            BasicBlock *block = SplitEdge(invoke->getParent(),
                                          invoke->getNormalDest());
            next = &*block->getFirstInsertionPt();
        }
        if (!next)
            return;
        IRBuilder<> builder(next);
        builder.SetCurrentDebugLocation(call->getDebugLoc());
        Type *pointer = builder.getInt8PtrTy();
        Value *name = called ? builder.CreateGlobalStringPtr(called->getName())
                             : Constant::getNullValue(pointer);
        call_of(builder, "__tsan_bop_called",
                { builder.CreatePointerCast(call->getCalledOperand(), pointer),
                  name });
    }

    /* Makes a call of libc, which reaches a wrapper of libbop. */
    void copy(MemIntrinsic *copy)
    {
        IRBuilder<> builder(copy);
        Type *pointer = builder.getInt8PtrTy();
        const char *name = isa<MemSetInst>(copy)    ? "memset"
                           : isa<MemMoveInst>(copy) ? "memmove"
                                                    : "memcpy";
        Value *second = copy->getArgOperand(1);
        second = isa<MemSetInst>(copy)
                     ? builder.CreateZExt(second, builder.getInt32Ty())
                     : builder.CreatePointerCast(second, pointer);
        FunctionCallee function = copy->getModule()->getOrInsertFunction(
            name, pointer, pointer, second->getType(), builder.getInt64Ty());
        CallInst *call = builder.CreateCall(
            function,
            { builder.CreatePointerCast(copy->getArgOperand(0), pointer),
              second,
              builder.CreateZExtOrTrunc(copy->getLength(),
                                        builder.getInt64Ty()) });
        call->addFnAttr(Attribute::NoBuiltin);
        copy->eraseFromParent();
    }

    /* Reports the bytes whose bits are in a mask, or with partly, those that
       have some of them only. */
    void mask(Instruction *at, const char *name, Value *address,
              const APInt &bits, bool partly)
    {
        IRBuilder<> builder(at);
        for (unsigned i = 0; i < bits.getBitWidth() / 8; i++) {
            uint64_t byte = bits.extractBitsAsZExtValue(8, 8 * i);
            if (!byte || (partly && byte == 0xff))
                continue;
            unsigned n = 1;
            while (!partly && i + n < bits.getBitWidth() / 8 &&
                   bits.extractBitsAsZExtValue(8, 8 * (i + n)))
                n++;
            Value *from = builder.CreateConstInBoundsGEP1_64(
                builder.getInt8Ty(),
                builder.CreatePointerCast(address, builder.getInt8PtrTy()), i);
            report(builder, name, from, builder.getInt64(n));
            i += n - 1;
        }
    }

    /* Hides a load or store from LLVM's pass, as one of a vector with one
       element under a mask that lets it through. */
    void hide(LoadInst *load)
    {
        IRBuilder<> builder(load);
        VectorType *type = FixedVectorType::get(load->getType(), 1);
        Value *vector = builder.CreateMaskedLoad(
            type,
            builder.CreatePointerCast(load->getPointerOperand(),
                                      type->getPointerTo()),
            load->getAlign(),
            builder.CreateVectorSplat(1, builder.getTrue()));
        load->replaceAllUsesWith(
            builder.CreateExtractElement(vector, (uint64_t)0));
        gone.insert(load);
    }

    void hide(StoreInst *store)
    {
        IRBuilder<> builder(store);
        Value *value = store->getValueOperand();
        VectorType *type = FixedVectorType::get(value->getType(), 1);
        builder.CreateMaskedStore(
            builder.CreateVectorSplat(1, value),
            builder.CreatePointerCast(store->getPointerOperand(),
                                      type->getPointerTo()),
            store->getAlign(),
            builder.CreateVectorSplat(1, builder.getTrue()));
        gone.insert(store);
    }

    /* Sees a store of a bit field: the old bits of its neighbours are read and
       stored again. */
    bool field(StoreInst *store)
    {
        Value *old;
        const APInt *kept;
        if (!match(store->getValueOperand(),
                   m_c_Or(m_And(m_Value(old), m_APInt(kept)), m_Value())) &&
            !match(store->getValueOperand(),
                   m_And(m_Value(old), m_APInt(kept))))
            return false;
        LoadInst *load = dyn_cast<LoadInst>(old);
        if (!load || !load->hasOneUse() || kept->getBitWidth() % 8 ||
            load->getPointerOperand() != store->getPointerOperand())
            return false;
        APInt written = ~*kept;
        mask(load, "__tsan_read_range", load->getPointerOperand(), written,
             true);
        mask(store, "__tsan_write_range", store->getPointerOperand(), written,
             false);
        hide(load);
        hide(store);
        return true;
    }

    /* Sees a load of a bit field, of which only some bits are used. */
    bool field(LoadInst *load)
    {
        const APInt *bits;
        uint64_t left, right;
        if (!load->hasOneUse() || !load->getType()->isIntegerTy() ||
            load->getType()->getIntegerBitWidth() % 8)
            return false;
        User *use = *load->user_begin();
        unsigned width = load->getType()->getIntegerBitWidth();
        APInt used(width, 0);
        if (match(use, m_And(m_Specific(load), m_APInt(bits))))
            used = *bits;
        else if (match(use, m_LShr(m_Specific(load), m_ConstantInt(right))) &&
                 right < width) {
            used = APInt::getHighBitsSet(width, width - (unsigned)right);
            if (use->hasOneUse() &&
                match(*use->user_begin(),
                      m_And(m_Specific(use), m_APInt(bits))))
                used &= bits->shl((unsigned)right);
        } else if (match(use, m_Shl(m_Specific(load), m_ConstantInt(left))) &&
                   left < width && use->hasOneUse() &&
                   match(*use->user_begin(),
                         m_AShr(m_Specific(use), m_ConstantInt(right))) &&
                   right < width && right >= left)
            used = APInt::getBitsSet(width, (unsigned)(right - left),
                                     width - (unsigned)left);
        if (used.isZero() || used.isAllOnes())
            return false;
        mask(load, "__tsan_read_range", load->getPointerOperand(), used, false);
        hide(load);
        return true;
    }

    /* Bit fields go first: their loads and stores are not for the others. */
    void fields()
    {
        for (Instruction *i : todo)
            if (auto *store = dyn_cast<StoreInst>(i))
                if (!store->isVolatile() && !store->isAtomic() &&
                    (locals || is_shared(store->getPointerOperand())))
                    field(store);
        for (Instruction *i : todo)
            if (auto *load = dyn_cast<LoadInst>(i))
                if (!load->isVolatile() && !load->isAtomic() &&
                    !gone.count(load) &&
                    (locals || is_shared(load->getPointerOperand())))
                    field(load);
    }

    /* Forgets who wrote to a variable whose scope ends. */
    void end_of_scope(IntrinsicInst *end)
    {
        IRBuilder<> builder(end);
        auto *size = dyn_cast<ConstantInt>(end->getArgOperand(0));
        if (size && !size->isMinusOne())
            report(builder, "bop_forget", end->getArgOperand(1), size);
    }

    /* Reports the read before and the write behind an operation. One that
       compares first writes nothing if it fails. */
    void atomic(Instruction *at, Value *address, Value *value,
                bool compares = false)
    {
        uint64_t size = layout.getTypeStoreSize(value->getType());
        IRBuilder<> before(at), behind(at->getNextNode());
        report(before, "__tsan_read_range", address, before.getInt64(size));
        behind.SetCurrentDebugLocation(at->getDebugLoc());
        Value *bytes = behind.getInt64(size);
        if (compares)
            bytes = behind.CreateSelect(behind.CreateExtractValue(at, 1), bytes,
                                        behind.getInt64(0));
        report(behind, "__tsan_write_range", address, bytes);
    }

    /* Takes a call out, which may end its block. */
    void drop(CallBase *call)
    {
        if (auto *invoke = dyn_cast<InvokeInst>(call)) {
            invoke->getUnwindDest()->removePredecessor(invoke->getParent());
            BranchInst::Create(invoke->getNormalDest(), invoke);
        }
        gone.insert(call);
    }

    /* Tells whether a call reports entry or exit of this function, or of
       another one. */
    bool is_report(const Instruction *i, bool of_this)
    {
        auto *call = dyn_cast<CallBase>(i);
        const Function *called = call ? call->getCalledFunction() : nullptr;
        return called &&
               (called->getName() == "__cyg_profile_func_enter" ||
                called->getName() == "__cyg_profile_func_exit") &&
               (call->getArgOperand(0)->stripPointerCasts() == &function) ==
                   of_this;
    }

    /* clang reports entry and exit of functions before it inlines those that
       must be. They have the frame of their caller, which would seem to have
       ended. The caller may be one that clang has made up and not reported. */
    void drop_inlined()
    {
        bool is_reported = false;
        for (Instruction *i : todo)
            is_reported |= is_report(i, true);
        for (Instruction *i : todo)
            if (is_reported && is_report(i, false))
                drop(cast<CallBase>(i));
    }

    void parameters()
    {
        Instruction *first = &*function.getEntryBlock().getFirstInsertionPt();
        IRBuilder<> builder(first);
        for (Argument &argument : function.args())
            if (argument.hasByValAttr())
                report(builder, "bop_forget", &argument,
                       builder.getInt64(layout.getTypeAllocSize(
                           argument.getParamByValType())));
    }

    /* LLVM's pass reports entry and exit of functions that it puts hooks into
       or that make calls. An empty piece of assembly is a call. */
    void mark()
    {
        /* A resolver runs before the program is ready. */
        for (GlobalIFunc &ifunc : function.getParent()->ifuncs())
            if (ifunc.getResolver()->stripPointerCasts() == &function)
                return;
        IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
        builder.CreateCall(InlineAsm::get(
            FunctionType::get(builder.getVoidTy(), false), "", "", true));
    }

    void run()
    {
        if (locals)
            promote(function, false);
        for (Instruction &i : instructions(function))
            todo.push_back(&i);
        if (!locals)
            mark();
        fields();
        drop_inlined();
        for (Instruction *i : todo) {
            if (gone.count(i))
                continue;
            if (auto *load = dyn_cast<LoadInst>(i))
                access(i, "__tsan_read_range", load->getPointerOperand(),
                       load->getType());
            else if (auto *store = dyn_cast<StoreInst>(i))
                access(i, "__tsan_write_range", store->getPointerOperand(),
                       store->getValueOperand()->getType());
            else if (auto *one = dyn_cast<AtomicRMWInst>(i)) {
                if (locals)
                    atomic(i, one->getPointerOperand(), one->getValOperand());
            } else if (auto *one = dyn_cast<AtomicCmpXchgInst>(i)) {
                if (locals)
                    atomic(i, one->getPointerOperand(),
                           one->getNewValOperand(), true);
            } else if (auto *one = dyn_cast<MemIntrinsic>(i)) {
                if (locals)
                    copy(one);
            } else if (auto *one = dyn_cast<IntrinsicInst>(i)) {
                if (one->getIntrinsicID() == Intrinsic::lifetime_end)
                    end_of_scope(one);
            } else if (auto *one = dyn_cast<CallBase>(i)) {
                call(one);
                callee(one);
            }
        }
        parameters();
        for (Instruction *i : gone)
            i->eraseFromParent();
        loop_marker(function).run();
    }
};

/* A module that lacks the attribute for hooks of ThreadSanitizer is compiled
   with --locals. */
bool
has_locals(const Module &module)
{
    for (const Function &function : module)
        if (function.hasFnAttribute(Attribute::SanitizeThread))
            return false;
    return true;
}

bool
is_traced(const Function &function, bool locals)
{
    return !function.isDeclaration() &&
           (locals || function.hasFnAttribute(Attribute::SanitizeThread)) &&
           !function.getName().startswith("sancov.") &&
           !function.getName().startswith("tsan.");
}

/* Records the facts of the source before the code is optimized. Inlines
   std::min and std::max, so that each call has places of its own. */
struct record_pass : PassInfoMixin<record_pass> {
    PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
    {
        source_facts facts;
        for (Function &function : module)
            if (is_traced(function, has_locals(module)))
                record_source(function, facts);
        for (Function &function : module)
            if (!function.isDeclaration() &&
                function.getName().startswith("_Z") &&
                !extreme_of_name(function.getName().str()).empty()) {
                promote(function, true);
                function.removeFnAttr(Attribute::OptimizeNone);
                function.removeFnAttr(Attribute::NoInline);
                function.addFnAttr(Attribute::AlwaysInline);
            }
        if (!facts.text.empty())
            module.appendModuleInlineAsm(facts.assembly());
        return PreservedAnalyses::none();
    }
    static bool isRequired() { return true; }
};

struct report_pass : PassInfoMixin<report_pass> {
    PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
    {
        bool locals = has_locals(module);
        for (Function &function : module)
            if (is_traced(function, locals))
                reporter{ function, module.getDataLayout(), locals, {}, {} }
                    .run();
        return PreservedAnalyses::none();
    }
    static bool isRequired() { return true; }
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo
llvmGetPassPluginInfo()
{
    return { LLVM_PLUGIN_API_VERSION, "bop", "1", [](PassBuilder &builder) {
                builder.registerPipelineStartEPCallback(
                    [](ModulePassManager &passes, OptimizationLevel) {
                        passes.addPass(record_pass());
                    });
                builder.registerOptimizerLastEPCallback(
                    [](ModulePassManager &passes, OptimizationLevel) {
                        passes.addPass(report_pass());
                    });
            } };
}
