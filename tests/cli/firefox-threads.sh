# Threads of a profile of Firefox or samply, which are told apart by name, pid
# and tid; their samples have times and tags.
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
