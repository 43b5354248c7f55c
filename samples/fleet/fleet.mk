# Adds up recordings, several at a time and each only once:
#
#     make -j4 -f fleet.mk day.pb.gz RECORDINGS='web1.perf web2.perf'
#
# A recording that is new or has changed is converted again, and the others are
# not. A file is written at once, so one of a run that was killed is made again.
PROF2DOT = prof2dot
RECORDINGS = $(wildcard *.perf)
PARTS = $(RECORDINGS:=.part.gz)

day.pb.gz: $(PARTS)
	printf '%s\0' $^ | $(PROF2DOT) -q --files0-from=- -T pprof -o $@

%.part.gz: %
	$(PROF2DOT) -q -T pprof --depfile=$@.d -o $@ $<

-include $(PARTS:=.d)
