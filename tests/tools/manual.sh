#!/bin/sh
# Prints a page of the manual, or one in Markdown, with its lists of formats,
# recipes, themes and outputs as the program has them:
#
#     sh manual.sh man/prof2dot.1
#     sh manual.sh docs/recipes.md
#
# Each list stands between the comments `.\" begin NAME` and `.\" end NAME`, in
# Markdown between `<!-- begin NAME -->` and `<!-- end NAME -->`.
prof2dot=${PROF2DOT:-prof2dot}
page=$1
formats=$("$prof2dot" --list-formats) || exit

# A format has three sentences in lines that begin with two blanks; what follows
# in such lines are recipes. Prints "PROFILER <tab> HOW" for each of them.
list_recipes() {
    printf '%s\n' "$formats" | awk '
        /^    / { next }
        /^  / { if (++told > 3) print substr($0, 3); next }
        { told = 0 }' | sed 's/: /\t/' | LC_ALL=C sort -f
}

{
    printf '%s\n' "$formats"
    echo '= help'
    "$prof2dot" --help=all
    echo '= recipes'
    list_recipes
} | awk -v page="$page" '
# Prints lines of text and of macros. Text goes into lines of at most 80 bytes,
# none of which begins like a macro.
function print_wrapped(text, i, n_lines, lines, at) {
    n_lines = split(text, lines, "\n")
    for (i = 1; i <= n_lines; i++) {
        text = lines[i]
        while (length(text) > 80 && text !~ /^[.][A-Z]/) {
            for (at = 81; at > 1 && substr(text, at, 1) != " "; at--)
                ;
            if (at == 1 && !(at = index(text, " ")))
                break
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
    is_markdown = page ~ /[.]md$/
    if (is_markdown) {
        items["recipes"] = "| profiler | commands |\n|---|---|"
        items["formats"] = "| format | input | usual file | reader |\n" \
            "|---|---|---|---|\n"
        begin[1] = begin[2] = " | "
    } else {
        begin[1] = ".\nUsual file: "
        begin[2] = ".\nThe reader was "
    }
}

function add(list, text) { items[list] = items[list] text }

# A line of the lists ends the sentence that is before it.
function item(list, name, text) {
    add(list, (n[list]++ ? ".\n" : "") ".It Cm " name "\n" text)
}

# A cell of a table in Markdown.
function cell(text) {
    gsub(/[|]/, "\\\\|", text)
    return text
}

# Words of a sentence, which may be a cell of a table in Markdown.
function words(text) {
    if (!is_markdown)
        return text
    gsub(/[*]/, "\\\\*", text)
    return cell(text)
}

# Text in mdoc as it is. mandoc complains of names of systems and functions.
function literal(text) {
    gsub(/\\/, "\\e", text)
    gsub(/`/, "\\(ga", text)
    gsub(/\047/, "\\(aq", text)
    gsub(/-/, "\\-", text)
    gsub(/[(][)]/, "\\\\\\&()", text)
    gsub(/BSD/, "\\\\\\&BSD", text)
    return text
}

FNR == NR && /^= / { part = $2; next }

# The title of the table of formats, then a row for each format, three
# sentences in lines that begin with two blanks, lines that continue a sentence,
# and recipes.
FNR == NR && !part {
    if (FNR == 1)
        next
    if (/^    /) {
        add("formats", " " words(substr($0, 5)))
    } else if (/^  /) {
        if (told < 3)
            add("formats", begin[told] words(substr($0, 3)))
        told++
    } else if (is_markdown) {
        add("formats", (rows++ ? " |\n" : "") "| " $1 " | ")
        told = 0
    } else {
        item("formats", $1, "")
        row = ".It Cm " $1
        for (i = 2; i <= NF; i++)
            row = row " Ta " ($i == "-" ? "\\-" : $i)
        add("knowledge", (rows++ ? "\n" : "") row)
        told = 0
    }
    next
}

FNR == NR && part == "recipes" {
    split($0, recipe, "\t")
    add("recipes", is_markdown ? \
        "\n| " recipe[1] " | " cell(recipe[2]) " |" : \
        (recipes++ ? "\n" : "") ".It " literal(recipe[1]) "\n" \
        literal(recipe[2]))
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
/^(\.\\"|<!--) end / { skip = 0 }
!skip
/^(\.\\"|<!--) begin / {
    if (is_markdown)
        print items[$3] ($3 == "formats" ? " |" : "")
    else
        print_wrapped(items[$3] (n[$3] ? "." : ""))
    skip = 1
}' - "$page"
