# What is wrong with the samples of a perf text (default form, tabs before
# frames) or of folded stacks (-v folded=1), counted stack by stack:
#
#     samples shallow cut headless unresolved passing
#
# Where no sample has callers, or none has a stack of its own, the kinds of
# stacks are "null". Knows only the names that our inputs begin with.
function bare(name) {
    sub(/_\[[kij]\]$/, "", name)
    if (name !~ /^@/)
        sub(/@.*/, "", name)
    return name
}

function begins(name) {
    return bare(name) ~ /^(_start|_dl_start(_user)?|__libc_start_main(_impl)?|__libc_start_call_main|(__)?clone3?|start_thread|ret_from_fork(_asm)?)$/
}

function begins_elsewhere(name) {
    return name ~ /^(<module>|_run_module_as_main|_bootstrap) \(/
}

function kernel(name) {
    return bare(name) ~ /^(entry_SYSCALL|asm_exc_|asm_sysvec_|asm_common_|return_from_SYSCALL)/
}

function nameless(name) {
    return bare(name) ~ /^(\[unknown\]|\[[^]]*\.so[^]]*\]|\[[^]]*\.map\])?$/
}

# The event that is drawn by default is that with the least rank, then that with
# most samples, then the first.
function rank(event) {
    sub(/:[a-zA-Z]*:?$/, "", event)
    return event ~ /(^|\/)(cpu-)?cycles($|\/)/ ? 1 : event == "cpu-clock" ? 2 : \
           event == "task-clock" ? 3 : 4
}

function count_event(event) {
    if (!samples[event]++)
        order[++n_events] = event
}

function drop_other_events(    i, e, best, kept) {
    best = order[1]
    for (i = 2; i <= n_events; i++) {
        e = order[i]
        if (rank(e) < rank(best) || \
            (rank(e) == rank(best) && samples[e] > samples[best]))
            best = e
    }
    for (i = 1; i <= n; i++) {
        if (events[i] != best)
            continue
        stack_names[++kept] = stack_names[i]
        stack_modules[kept] = stack_modules[i]
        depths[kept] = depths[i]
    }
    n = kept + 0
}

# Outermost frame first: names, "\n" after each; modules likewise.
function end_sample() {
    if (depth) {
        count_event(event)
        add_stack(names, modules, depth, 1)
        events[n] = event
    }
    names = modules = ""
    depth = 0
}

function add_stack(names, modules, depth, cost) {
    stack_names[++n] = names
    stack_modules[n] = modules
    depths[n] = depth
    costs[n] = cost
}

{
    sub(/\r$/, "")
}

folded && /./ {
    line = $0
    match(line, / [0-9.]+$/)
    cost = substr(line, RSTART + 1)
    line = substr(line, 1, RSTART - 1)
    count = split(line, frame, ";")
    line = ""
    for (i = 1; i <= count; i++)
        line = line frame[i] "\n"
    if (count > 1 && !begins(frame[1]) && begins(frame[2]))
        labels = 1
    add_stack(line, "", count, cost)
    next
}

/^\t/ {
    sub(/^[\t ]+[0-9a-f]+ ?/, "")
    module = ""
    if (match($0, / ?\(((\/|\[).*|inlined)?\)$/)) {
        module = substr($0, RSTART, RLENGTH)
        gsub(/^ ?\(|\)$/, "", module)
        $0 = substr($0, 1, RSTART - 1)
    }
    sub(/\+0x[0-9a-f]+$/, "")
    names = $0 "\n" names
    modules = module "\n" modules
    depth++
    next
}

/^$/ {
    end_sample()
    event = ""
    next
}

!/^# |^#$|^  / {
    end_sample()
    event = $NF
}

# What begins std::thread has no name there, and no frame pointer.
BEGIN {
    cxx = "/lib(std)?c[+][+][.]so[^/]*$"
}

# Which kind of stack it is, "" for a full one.
function kind(i, from,    frame, modules_of, depth, k, root, named) {
    split(stack_names[i], frame, "\n")
    split(stack_modules[i], modules_of, "\n")
    depth = depths[i] - from + 1
    root = frame[from]
    for (k = from; k <= depths[i] && nameless(frame[k]); k++)
        continue
    named = k <= depths[i] ? frame[k] : ""
    if (begins(named))
        return ""
    if (depth >= 127 && deepest <= 128 && depth == deepest)
        return "cut"
    if (depth >= 127 && deepest > 128 && (modules_of[from] != "" || labels) &&
        ((root "\n" modules_of[from]) in called))
        return "cut"
    if (named == "main" || begins_elsewhere(named) || kernel(root))
        return ""
    if (depth <= 1)
        return "shallow"
    if (nameless(root) && modules_of[from] ~ /^(\[unknown\])?$/)
        return "headless"
    if (nameless(root) && modules_of[from] ~ cxx)
        return ""
    return modules_of[from] ~ /\.so(\.[^\/]*)?$/ ? "headless" : ""
}

function look_at(i, from,    frame, modules_of, k, inside) {
    split(stack_names[i], frame, "\n")
    split(stack_modules[i], modules_of, "\n")
    for (k = from + 1; k < depths[i]; k++)
        inside += nameless(frame[k]) && modules_of[k] !~ cxx
    found["samples"] += costs[i]
    if (nameless(frame[depths[i]]))
        found["unresolved"] += costs[i]
    else if (inside)
        found["passing"] += costs[i]
    found[kind(i, from)] += costs[i]
}

function text(name) {
    return n && deepest > 1 ? sprintf("%.0f", found[name]) : "null"
}

END {
    end_sample()
    if (!folded)
        drop_other_events()
    from = 1 + labels
    for (i = 1; i <= n; i++) {
        if (depths[i] - labels > deepest)
            deepest = depths[i] - labels
        split(stack_names[i], frame, "\n")
        split(stack_modules[i], modules_of, "\n")
        for (k = from + 1; k <= depths[i]; k++)
            called[frame[k] "\n" modules_of[k]] = 1
    }
    for (i = 1; i <= n; i++)
        look_at(i, from)
    printf "%s %s %s %s", n ? sprintf("%.0f", found["samples"]) : "?",
           text("shallow"), text("cut"), text("headless")
    printf " %s %s\n", n ? sprintf("%.0f", found["unresolved"]) : "?",
           text("passing")
}
