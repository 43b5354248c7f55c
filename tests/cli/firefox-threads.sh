# Threads of a profile of Firefox or samply are told apart by name, pid and tid;
# these can be tags, and frames have lines.
profile=$SAMPLES/firefox/threads.json
"$PROF2DOT" -q --list-threads "$profile"
"$PROF2DOT" -q --list-events "$profile"
"$PROF2DOT" -q --comm=worker -T folded "$profile"
"$PROF2DOT" -q --tid=17 --event=cpu -T folded "$profile"
"$PROF2DOT" -q --pid=18 -T folded "$profile"
echo "exit $?"
"$PROF2DOT" -q --tags=comm,tid -T folded "$profile"
"$PROF2DOT" -q --tags=cpu -T folded "$profile"
echo "exit $?"
"$PROF2DOT" -q --tags=event -T folded "$profile"
echo "exit $?"
"$PROF2DOT" -q --granularity=line -T folded "$profile"
