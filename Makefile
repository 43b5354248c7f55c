CC = gcc
CFLAGS = -O2 -g
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow
PACKAGES = libcgraph libarchive expat jansson
BUILD = build
ALL_CFLAGS = -std=c11 -D_XOPEN_SOURCE=700 -Isrc $(WARNINGS) $(shell pkg-config --cflags $(PACKAGES)) $(CFLAGS)
SOURCES = $(shell find src -name '*.c')
OBJECTS = $(SOURCES:%.c=$(BUILD)/%.o)
prof2dot: $(OBJECTS)
	$(CC) $(CFLAGS) -o $@ $(OBJECTS) $(shell pkg-config --libs $(PACKAGES)) -lm
$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<
-include $(OBJECTS:.o=.d)
