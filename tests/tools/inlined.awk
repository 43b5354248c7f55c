# Prints a perf text (default form, one event) with the module of each inlined
# frame in place of "inlined", "" if it is unknown. A frame has the module of
# the next line if both have the same address. Else it has that of the functions
# of its name, if all of those with a known module have the same one.
function address_of(line) {
    match(line, /[0-9a-f]+ /)
    return substr(line, RSTART, RLENGTH)
}

function name_of(line) {
    sub(/^[ \t]+[0-9a-f]+ /, "", line)
    sub(/ \([^ ]*\)$/, "", line)
    sub(/\+0x[0-9a-f]+$/, "", line)
    return line
}

function resolve(i,    module, address, outer) {
    for (i = n; i > end; i--) {
        address = address_of(line[i])
        if (line[i] !~ / \(inlined\)$/) {
            module = line[i]
            sub(/.* \(/, "", module)
            sub(/\)$/, "", module)
        } else {
            if (address != outer)
                module = "?"
            sub(/inlined\)$/, module ")", line[i])
        }
        outer = address
        if (module == "?" || module == "[unknown]")
            continue
        name = name_of(line[i])
        if (name in known && known[name] != module)
            known[name] = ""
        else
            known[name] = module
    }
}

{ line[++n] = $0 }

!/^\t/ {
    n--
    resolve()
    line[end = ++n] = $0
}

END {
    resolve()
    for (i = 1; i <= n; i++) {
        if (line[i] ~ /^\t.* \(\?\)$/)
            sub(/\?\)$/, known[name_of(line[i])] ")", line[i])
        print line[i]
    }
}
