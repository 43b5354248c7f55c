/* The readers, in the order in which they are asked: one row each. A file
   readers/NAME.c defines `const struct reader reader_NAME`. */
READER(bop)
READER(edges)
READER(gprof)
READER(oprofile)
READER(oprofile_xml)
READER(perf)
READER(gmon)
READER(folded)
