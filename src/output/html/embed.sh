# Prints a file as C: page.css becomes page_css[] and page_css_size.
#
#     sh embed.sh FILE
name=$(basename "$1" | tr -c 'A-Za-z0-9\n' _)
echo "#include \"output/html/assets.h\""
echo "const unsigned char $name[] = {"
od -An -v -tx1 "$1" | sed 's/ *\([0-9a-f][0-9a-f]\)/0x\1,/g'
echo "};"
echo "const size_t ${name}_size = sizeof $name;"
