#!/bin/sh
# Prints a manual page with its lists of formats, themes and outputs as the
# program has them:
#
#     sh manual.sh man/prof2dot.1
#
# Each list stands between the comments `.\" begin NAME` and `.\" end NAME`.
prof2dot=${PROF2DOT:-prof2dot}
{
    "$prof2dot" --list-formats
    echo '= help'
    "$prof2dot" --help=all
} | awk '
# Prints lines of text and of macros. Text goes into lines of at most 80 bytes,
# none of which begins like a macro.
function print_wrapped(text, i, n_lines, lines, at) {
    n_lines = split(text, lines, "\n")
    for (i = 1; i <= n_lines; i++) {
        text = lines[i]
        while (length(text) > 80 && text !~ /^[.][A-Z]/) {
            for (at = 81; at > 1 && substr(text, at, 1) != " "; at--)
                ;
            print substr(text, 1, at - 1)
            text = substr(text, at + 1)
            if (text ~ /^[.]/)
                text = "\\&" text
        }
        print text
    }
}

# The sentences about a format stand in this order.
BEGIN {
    begin[1] = ".\nUsual file: "
    begin[2] = ".\nThe reader was "
}

function add(list, text) { items[list] = items[list] text }

# A line of the lists ends the sentence that is before it.
function item(list, name, text) {
    add(list, (n[list]++ ? ".\n" : "") ".It Cm " name "\n" text)
}

FNR == NR && /^= help$/ { is_help = 1; next }

# The title of the table of formats, then a row for each format, three
# sentences in lines that begin with two blanks, and lines that continue a sentence.
FNR == NR && !is_help {
    if (FNR == 1)
        next
    if (/^    /)
        add("formats", " " substr($0, 5))
    else if (/^  /)
        add("formats", begin[told++] substr($0, 3))
    else {
        item("formats", $1, "")
        row = ".It Cm " $1
        for (i = 2; i <= NF; i++)
            row = row " Ta " ($i == "-" ? "\\-" : $i)
        add("knowledge", (rows++ ? "\n" : "") row)
        told = 0
    }
    next
}

# A heading begins with a capital letter; a description may continue on lines
# that begin with many blanks.
FNR == NR {
    if (/^[A-Z]/) {
        list = tolower($1)
        sub(/,$/, "", list)
    } else if (/^          /)
        add(list, " " substr($0, 31))
    else if (NF && list != "formats")
        item(list, $1, substr($0, 31))
    next
}
/^\.\\" end / { skip = 0 }
!skip
/^\.\\" begin / {
    print_wrapped(items[$3] (n[$3] ? "." : ""))
    skip = 1
}' - "$1"
