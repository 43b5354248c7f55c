# Counts a perf script text again, for every choice that its headers offer:
# each event, and of each event each comm, pid and tid. Prints a line for each
# choice and function, \001 between the fields:
#
#     EVENT comm NAME function module self total, self and total in periods
#
# EVENT and NAME are "" for all; the function "" stands for all there are. It
# reads what perf script prints with comm, tid or pid and tid, event, ip, sym
# and dso, and anything of cpu, time and period. Modules begin with / or [.
function trim(s) {
    gsub(/^ +| +$/, "", s)
    return s
}

# "  8112/8113 [001]" at the end of the front, and before it the comm.
function take_front(front,   ids) {
    sub(/ *\[[0-9]+\] *$/, "", front)
    if (!match(front, /(^| )-?[0-9]+(\/-?[0-9]+)? *$/))
        return
    ids = trim(substr(front, RSTART))
    comm = trim(substr(front, 1, RSTART - 1))
    tid = ids
    sub(/.*\//, "", tid)
    pid = ids ~ /\// ? ids : ""
    sub(/\/.*/, "", pid)
}

function take_header(line,   rest) {
    comm = pid = tid = period = ""
    sub(/: *$/, "", line)
    if (match(line, / [0-9]+\.[0-9]+: /)) {
        rest = substr(line, RSTART + RLENGTH)
        take_front(substr(line, 1, RSTART - 1))
        if (match(rest, /^ *[0-9]+ /)) {
            period = rest + 0
            rest = substr(rest, RLENGTH)
        }
        event = trim(rest)
        return
    }
    # comm tid period event
    event = line
    sub(/.* /, "", event)
    line = substr(line, 1, length(line) - length(event) - 1)
    period = line
    sub(/.* /, "", period)
    take_front(substr(line, 1, length(line) - length(period) - 1))
    period += 0
}

function add(kind, name, function_, is_self, is_total,   key) {
    key = event "\001" kind "\001" name "\001" function_
    self[key] += is_self
    total[key] += is_total
    self_period[key] += is_self * period
    total_period[key] += is_total * period
}

function add_all(function_, is_self, is_total) {
    add("", "", function_, is_self, is_total)
    if (comm != "")
        add("comm", comm, function_, is_self, is_total)
    if (pid != "")
        add("pid", pid, function_, is_self, is_total)
    if (tid != "")
        add("tid", tid, function_, is_self, is_total)
}

function end_sample(   i, f, seen) {
    if (!n)
        return
    add_all("\001", 1, 1)
    add_all(frame[1], 1, 0)
    for (i = 1; i <= n; i++)
        if (!seen[frame[i]]++)
            add_all(frame[i], 0, 1)
    n = 0
}

{ sub(/\r$/, "") }

/^\t/ {
    match($0, / \([\/\[].*\)$/)
    module = substr($0, RSTART + 2, RLENGTH - 3)
    symbol = substr($0, 1, RSTART - 1)
    sub(/^[ \t]+[0-9a-f]+ /, "", symbol)
    sub(/\+0x[0-9a-f]+$/, "", symbol)
    sub(/@@?[A-Z][A-Z0-9]*_[A-Z0-9_.]*$/, "", symbol)
    frame[++n] = symbol "\001" module
    next
}

/^ *$/ {
    end_sample()
    next
}

/^#( |$)/ { next }

{
    end_sample()
    take_header($0)
}

END {
    end_sample()
    for (key in self)
        printf "%s\001%d\001%d\001%.0f\001%.0f\n", key, self[key], \
            total[key], self_period[key], total_period[key]
}
