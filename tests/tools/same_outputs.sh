# Scripts include this file after say.sh to compare two programs on all samples.

# Prints output, messages and the exit status.
all_of() { # PROGRAM ARGUMENT...
    "$@" </dev/null 2>"$scratch/err"
    status=$?
    cat "$scratch/err"
    echo "exit $status"
}

# Reports for each format whether two programs say the same of all its samples,
# from the folder of the samples. The folder $scratch gets what they print.
same_outputs() { # PROGRAM OTHER
    for format in *; do
        different=
        for file in "$format"/*; do
            [ -f "$file" ] || continue
            for output in json folded; do
                all_of "$1" -T $output "$file" >"$scratch/one"
                all_of "$2" -T $output "$file" >"$scratch/other"
                cmp -s "$scratch/one" "$scratch/other" ||
                    different="$different $output of $file"
            done
        done
        [ ! "$different" ]
        say "$format: JSON and folded stacks" "not the same:$different"
    done
}
