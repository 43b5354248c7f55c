# Binary data are never text, even if most of their lines could be stacks; text
# in UTF-16 has NUL bytes, too. -f reads even a text with a NUL byte.
printf 'main;a 1\nmain;b\000c 2\n' >nul
"$PROF2DOT" -T folded nul
echo "nul: $?"
"$PROF2DOT" -f folded -T folded nul | tr '\000' 0
printf '\001\000\002\000main;a 1\n' >words
"$PROF2DOT" -T folded words
echo "words: $?"
printf 'm\000;\000a\000 \0001\000\n\000' >utf16
"$PROF2DOT" -T folded utf16
# Samples of gperftools, whose map of modules ends like folded stacks.
words='\000\000\000\000\000\000\000'
printf "\\000$words\\003$words\\000$words\\047$words\\000$words main;a 1\n" >cpu
"$PROF2DOT" -T folded cpu
echo "cpu: $?"
echo
echo 'Another format than -f names:'
"$PROF2DOT" -f folded "$SAMPLES/pprof/queens.cpu.pb.gz"
echo "pprof: $?"
"$PROF2DOT" -f gmon -T text "$SAMPLES/gmon/words" "$SAMPLES/pprof/queens.cpu.pb.gz" 2>&1 | sed "s|.*/||"
