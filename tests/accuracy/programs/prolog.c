/* Answers who is an ancestor of whom from facts and rules, by unification and
   backtracking. */
#include "work.h"

enum { PEOPLE = 12, VARIABLES = 200, UNBOUND = -1 };

/* A number below PEOPLE is a person; others are variables. */
struct goal {
    enum { PARENT, ANCESTOR, RELATED, DONE } kind;
    int a, b;
    const struct goal *next;
};

static int value[VARIABLES], n_variables, answers;
static int parent_of[PEOPLE];

static int resolve(int x)
{
    while (x >= PEOPLE && value[x - PEOPLE] != UNBOUND)
        x = value[x - PEOPLE];
    return x;
}

static bool unify(int x, int y)
{
    x = resolve(x);
    y = resolve(y);
    if (x >= PEOPLE)
        value[x - PEOPLE] = y;
    else if (y >= PEOPLE)
        value[y - PEOPLE] = x;
    return x >= PEOPLE || y >= PEOPLE || x == y;
}

static int new_variable(void)
{
    value[n_variables] = UNBOUND;
    return PEOPLE + n_variables++;
}

static void solve(const struct goal *goal);

/* Tries one way to go on and takes back what it bound. */
static void attempt(int a, int person_a, int b, int person_b,
                    const struct goal *next)
{
    int before[VARIABLES], n = n_variables;
    for (int i = 0; i < n; i++)
        before[i] = value[i];
    if (unify(a, person_a) && unify(b, person_b))
        solve(next);
    n_variables = n;
    for (int i = 0; i < n; i++)
        value[i] = before[i];
}

static void solve_parent(const struct goal *goal)
{
    for (int child = 1; child < PEOPLE; child++)
        attempt(goal->a, parent_of[child], goal->b, child, goal->next);
}

static void solve_ancestor(const struct goal *goal)
{
    struct goal direct = { PARENT, goal->a, goal->b, goal->next };
    int between = new_variable();
    struct goal second = { ANCESTOR, between, goal->b, goal->next };
    struct goal first = { PARENT, goal->a, between, &second };
    solve(&direct);
    solve(&first);
}

static void solve_related(const struct goal *goal)
{
    int common = new_variable();
    struct goal second = { ANCESTOR, common, goal->b, goal->next };
    struct goal first = { ANCESTOR, common, goal->a, &second };
    solve(&first);
}

static void solve(const struct goal *goal)
{
    switch (goal->kind) {
    case PARENT:
        solve_parent(goal);
        break;
    case ANCESTOR:
        solve_ancestor(goal);
        break;
    case RELATED:
        solve_related(goal);
        break;
    case DONE:
        answers++;
        break;
    }
}

int main(void)
{
    struct goal done = { DONE, 0, 0, NULL };
    for (int i = 1; i < PEOPLE; i++)
        parent_of[i] = i / 2;
    for (int i = 1; i < PEOPLE; i += 4) {
        struct goal goal = { RELATED, i, new_variable(), &done };
        solve(&goal);
        n_variables = 0;
    }
    return answers < 0;
}
