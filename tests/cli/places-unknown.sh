# The legend names the place that most boxes have, and says so if most boxes
# have none. The others tell theirs.
printf '%s\n' 'main;walk;JS:*f /app/w.js:1:1 9' 'main;parse;JS:*f /app/w.js:1:1 9' \
    >most-unknown
prof2dot --chains=keep most-unknown | dotlist |
    grep -o 'boxes without[^<]*\|^node.* label="[^"]*"' | sed 's/color=[^ ]* //'
# pprof's second event is called "samples".
prof2dot "$SAMPLES/pprof/queens.cpu.pb.gz" 2>&1 | grep -o 'also recorded[^<]*'
