#include "readers/frames/leaf_stack.h"

#include "readers/frames/frame_text.h"

/* Removes an offset "+0x1f" or "+31" from the end. */
static struct str without_offset(struct str text)
{
    struct str name, offset;
    uint64_t n;
    if (!str_cut_last(text, S("+"), &name, &offset) || name.len == 0)
        return text;
    bool hex = str_take(&offset, S("0x"));
    bool is_number =
        hex ? str_take_hex(&offset, &n) : str_take_digits(&offset, &n);
    return is_number && offset.len == 0 ? name : text;
}

void leaf_stack_push_function(struct leaf_stack *stack, uint32_t function)
{
    *PUSH_IN(stack->arena, stack) = function;
}

void leaf_stack_push(struct leaf_stack *stack, struct profile *profile,
                     struct str text, struct str module, bool addresses)
{
    struct str name = without_offset(text);
    uint64_t address;
    bool nameless = name.len == 0 || str_address(name, &address) ||
                    str_eq(name, UNRESOLVED);
    leaf_stack_push_function(
        stack, nameless
                   ? frame_text_unresolved(profile, name, module, addresses)
                   : frame_text_function(profile, name, module));
}

uint32_t leaf_stack_add(struct leaf_stack *stack, struct profile *profile,
                        double cost)
{
    uint32_t context = NO_ID;
    array_reverse(stack->of, stack->n);
    stack->stacks.arena = stack->arena;
    if (stack->n)
        context = stacks_add(&stack->stacks, profile, stack->of,
                             (uint32_t)stack->n, cost);
    stack->n = 0;
    return context;
}
