# Most boxes have no known place: nothing is said of them. The others tell
# theirs, and the legend says what boxes without one may be.
printf '%s\n' 'main;walk;JS:*f /app/w.js:1:1 9' 'main;parse;JS:*f /app/w.js:1:1 9' \
    >most-unknown
prof2dot --chains=keep most-unknown | dotlist |
    grep -o 'boxes without[^\\"]*\|^node.* label="[^"]*"' | sed 's/color=[^ ]* //'
# pprof's second event is called "samples".
prof2dot "$SAMPLES/pprof/queens.cpu.pb.gz" 2>/dev/null | dotlist -l | grep 'also recorded'
printf '%s\n' '%edges 1' 'a 5 module=x' 'b 5 module=x' 'c 5 module=x' \
    'd 5 module=y' 'e 5' >some-unknown
prof2dot some-unknown | dotlist | grep -o 'boxes without[^\\"]*\|label="[a-z]*[\\n]*[dea]\\[^"]*"'
# Files that hprof does not know are none, with and without angle brackets.
cat >unknown.hprof <<'END'
JAVA PROFILE 1.0.1, created Fri Dec 18 16:33:00 2009
TRACE 1:
	B.c(Unknown Source:Unknown line)
	B.d(<Unknown Source>:Unknown line)
	B.e(B.java:1)
CPU SAMPLES BEGIN (total = 5) Fri Dec 18 16:33:36 2009
   1 100.00% 100.00%       5 1 B.c
CPU SAMPLES END
END
prof2dot -T edges unknown.hprof
