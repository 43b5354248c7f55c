# How a script of tests/scripts reports the result of a command. Scripts include
# this file.
script=${0##*/}
script=${script%.sh}

# Reports whether the last command succeeded.
say() { # THING [WHY]
    if [ $? = 0 ]; then
        printf 'ok %s: %s\n' "$script" "$1"
    else
        printf 'FAILED %s: %s%s\n' "$script" "$1" "${2:+: $2}"
    fi
}
