# --help, --version and --list-formats go to standard output.
"$PROF2DOT" --help
"$PROF2DOT" --list-formats | head -1
"$PROF2DOT" -V | sed 's/[0-9][0-9.]*$/VERSION/'
"$PROF2DOT" --help >/dev/full
echo "full $?"
