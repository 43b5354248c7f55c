# A word of the legend that is wider than a row is not broken: it has a row of its own.
event=$(printf 'event_without_blanks_%.0s' 1 2 3 4 5 6 7 8 9 10)
cat >recording <<END
work  7 1.000000: 1 $event:
            1140 leaf (/usr/bin/work)
            1150 main (/usr/bin/work)

END
"$PROF2DOT" -q recording | dotlist | grep -o '[^"]*event_without_[a-z_]*[^"]*' |
    sed 's/\\n/\n/g'
