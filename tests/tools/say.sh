# How a script of tests/scripts reports the result of a command. Scripts include
# this file.
script=${0##*/}
script=${script%.sh}

# Reports whether the last command succeeded. If STOP is set, a failure ends the
# script.
say() { # THING [WHY]
    if [ $? = 0 ]; then
        printf 'ok %s: %s\n' "$script" "$1"
    else
        printf 'FAILED %s: %s%s\n' "$script" "$1" "${2:+: $2}"
        [ ! "${STOP-}" ] || exit 1
    fi
}
