/* All readers, a row each. This is the order in which they are asked whether
   an input is theirs, so formats that are easily mistaken come last. A row
   READER(NAME) stands for `const struct reader reader_NAME`; readers/reader.c
   includes this file twice, with two meanings of READER. */
READER(bop)
READER(cpuprofile)
READER(jfr)
READER(edges)
READER(gprof)
READER(oprofile)
READER(oprofile_xml)
READER(sysprof)
READER(xctrace)
READER(macos_sample)
READER(instruments)
READER(perf_report)
READER(perf)
READER(dtrace)
READER(bpftrace)
READER(bcc)
READER(gmon)
READER(folded)
