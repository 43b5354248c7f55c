# The file of -o is replaced in one step or not at all.
echo 'main;a 1' >in
"$PROF2DOT" -T text in -o out && cat out
echo old >kept
"$PROF2DOT" -z nosuch in -o kept
echo "failed: $?"
cat kept
"$PROF2DOT" -T text in -o no/such/folder
echo "no folder: $?"
"$PROF2DOT" -T text in -o /dev/full
echo "full: $?"
"$PROF2DOT" -T text in >/dev/full
echo "full standard output: $?"
mkdir folder
"$PROF2DOT" in -o folder
echo "a folder: $?"
"$PROF2DOT" -T text in -o /dev/stdout
echo "a device: $?"
echo old >target
chmod 600 target
ln -s target link
"$PROF2DOT" -T text in -o link
ls -l link target | awk '{ print substr($1, 1, 10), $9, $10, $11 }'
cat target
ln -s nothing dangling
"$PROF2DOT" -T text in -o dangling && cat nothing
ls
