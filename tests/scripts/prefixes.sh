# Every function that is not static begins with the word of its module: the stem
# of its file, the name of a folder it is in, or the name of a struct that its
# header defines. The word may be in the singular or in the plural. The reader in
# deps/reader is that of bop. process/web.c stands for other files and defines
# functions of libc.
src=${TESTS%/tests}/src

# The compiler calls some functions of the tracer by name, and the linker puts
# others before those of libc.
given='^(__tsan|__wrap|__sanitizer_cov|__cyg_profile|_bop_prof_rec)_'

if ! command -v nm >/dev/null; then
    echo 'skipped prefixes: there is no nm'
    exit
fi

# The names of files are relative to src and have no suffix.
(cd "$src" && find . -name '*.c' ! -name none.c ! -path ./process/web.c) | sed 's|^\./||; s|\.c$||' | sort >files

# Prints "FILE STRUCT" for each struct that a header defines.
list_structs() {
    (cd "$src" && find . -name '*.h' -exec grep -HE '^struct [a-z0-9_]+ [{]' {} +) |
        sed 's|^\./\([^:]*\)\.h:struct \([a-z0-9_]*\) .*|\1 \2|'
}

# Prints "FILE FUNCTION" for each function that an object file defines.
list_functions() {
    sed "s|.*|$BUILD/src/&.o|" files | xargs nm -A -g |
        sed -n "s|^$BUILD/src/\(.*\)\.o:.* [TW] \(.*\)|\1 \2|p"
}

list_structs >structs
list_functions >functions
awk -v given="$given" '
    function singular(word) {
        sub(/s$/, "", word)
        return word
    }
    function allow(file, word) {
        words[file] = words[file] " " word
        allowed[file, singular(word)] = 1
    }
    # Tries the first part of the name, then the first two, and so on.
    function is_allowed(file, name,    n, parts, word, i) {
        n = split(name, parts, "_")
        for (i = 1; i <= n; i++) {
            word = (i > 1 ? word "_" : "") parts[i]
            if ((file, singular(word)) in allowed)
                return 1
        }
        return 0
    }
    FILENAME == "files" {
        n = split($1, parts, "/")
        for (i = 1; i <= n; i++)
            allow($1, parts[i])
        if ($1 ~ /^deps\/reader\//)
            allow($1, "bop")
    }
    FILENAME == "structs" { allow($1, $2) }
    FILENAME == "functions" && $2 !~ given && !is_allowed($1, $2) {
        print "FAILED prefixes: src/" $1 ".c: " $2 \
            " begins with none of:" words[$1]
        wrong = 1
    }
    END {
        if (!wrong)
            print "ok prefixes"
    }' files structs functions
