# The dependence tracer: libbop, which becomes part of other programs, and
# bop-cc, which builds them. The top Makefile includes this file at its end.

# libbop knows Linux on x86-64 and aarch64; elsewhere nothing is built, nor with
# WITH_DEPS=no: nothing would read its traces.
machine := $(shell $(CC) -dumpmachine 2>/dev/null)
ifneq ($(and $(filter x86_64-% aarch64-%,$(machine)), \
	$(findstring linux,$(machine)),$(filter-out no,$(or $(WITH_DEPS),yes))),)
tracer := $(addprefix $(BUILD)/,libbop.a libbop.so libbop.specs libbop.wrap \
	libbop.h libbop.known include/bop.h bop-cc bop-c++)
endif
NM ?= nm
tracer_sources := $(sort $(wildcard src/bop/*.c src/bop/*/*.c))
tracer_objects := $(tracer_sources:%.c=$(BUILD)/%.o)
tracer_shared := $(tracer_sources:%.c=$(BUILD)/%.shared.o)

# Plugins make compilers report more references. They are in C++ and belong to
# one version of a compiler, so they are built only if they are asked for, by
# WITH_PLUGINS=gcc, clang or both, and then their compiler's headers must be
# there.
WITH_PLUGINS ?= no
gcc_headers = $(shell gcc -print-file-name=plugin 2>/dev/null)/include
llvm_config = $(firstword $(foreach name, \
	llvm-config-$(shell clang -dumpversion 2>/dev/null | sed 's/\..*//') \
	llvm-config,$(shell command -v $(name) 2>/dev/null)))
plugins := $(if $(tracer),$(patsubst %,$(BUILD)/libbop_%.so, \
	$(sort $(filter gcc clang,$(WITH_PLUGINS)))))
other_plugins := $(filter-out $(plugins),$(BUILD)/libbop_gcc.so $(BUILD)/libbop_clang.so)
tracer += $(plugins)

# --version names them.
version := $(BUILD)/src/cli/version.o $(BUILD)/tests/least/cli/version.o
ifneq ($(tracer),)
$(version): private CPPFLAGS += \
	-DPLUGINS='"$(patsubst $(BUILD)/libbop_%.so,%,$(plugins))"'
$(version): $(BUILD)/plugins
endif

$(BUILD)/plugins: FORCE
	@mkdir -p $(@D)
	@echo '$(plugins)' | cmp -s - $@ || echo '$(plugins)' >$@

# No sanitizer, no -flto and no checks of its own, which packagers' CFLAGS and
# CPPFLAGS ask for: the library runs inside other programs. The compiler must not
# call memcpy or memset where the source does not (src/bop/base/bytes.h), and with
# gcc that takes more than -fno-builtin.
COMPILE_TRACER = $(CC) $(PREFIX_MAP) $(filter-out -fsanitize-coverage=%,$(CFLAGS)) \
	-std=c11 -D_GNU_SOURCE -Isrc $(WARNINGS) \
	-O3 -fPIC -fno-builtin -include src/bop/base/own.h -fvisibility=hidden \
	$(if $(findstring clang,$(compiler)),,-fno-tree-loop-distribute-patterns) \
	-fomit-frame-pointer -fno-sanitize=all -fno-lto $(CPPFLAGS) \
	-fno-stack-protector -U_FORTIFY_SOURCE

# The tracer alone needs nothing but a C library, so it can be built for another
# machine: make tracer CC=aarch64-linux-gnu-gcc BUILD=build-aarch64
.PHONY: tracer copy-tracer install-tracer uninstall-tracer

all: $(tracer) $(if $(and $(tracer),$(if $(SAN),,yes)),copy-tracer)

tracer: $(tracer)

copy-tracer: $(tracer)
	@rm -f $(other_plugins)
	@cmp -s $(BUILD)/bop-cc bop-cc || \
		{ cp $(BUILD)/bop-cc bop-cc && ln -sf bop-cc bop-c++; }

$(BUILD)/src/bop/%.o: src/bop/%.c src/bop/bop.mk $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,compile,$<)
	$(hide)$(COMPILE_TRACER) -MMD -MP -c -o $@ $<

$(BUILD)/src/bop/%.shared.o: src/bop/%.c src/bop/bop.mk $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,compile,$<)
	$(hide)$(COMPILE_TRACER) -DBOP_SHARED -MMD -MP -c -o $@ $<

$(BUILD)/libbop.a: $(tracer_objects)
	$(call say,archive,$@)
	$(hide)rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/libbop.so: $(tracer_shared) $(BUILD)/libbop.wrap
	$(call say,link,$@)
	$(hide)$(COMPILE_TRACER) $(LDFLAGS) -shared -Wl,-soname,libbop.so \
		-Wl,-z,now -Wl,-z,nodelete -o $@ $(tracer_shared) \
		@$(BUILD)/libbop.wrap

plugin_headers = $(wildcard src/bop/plugin/*.h)

$(BUILD)/libbop_gcc.so: src/bop/plugin/gcc.cc $(plugin_headers)
	@test -e $(gcc_headers)/gcc-plugin.h || { echo "WITH_PLUGINS=gcc needs gcc's" \
		"headers for plugins: .ci/deps gcc-plugin" >&2; exit 1; }
	$(call say,compile,$<)
	$(hide)$(CXX) -iquote src -std=c++14 -O1 $(CXXFLAGS) -fPIC -fno-rtti \
		-isystem $(gcc_headers) -shared $(LDFLAGS) -o $@ $<

$(BUILD)/libbop_clang.so: src/bop/plugin/clang.cc $(plugin_headers)
	@test '$(llvm_config)' || { echo "WITH_PLUGINS=clang needs LLVM's headers:" \
		"the package llvm-dev, or llvm-N-dev of clang's version" >&2; exit 1; }
	$(call say,compile,$<)
	$(hide)$(CXX) -iquote src $(shell $(llvm_config) --cxxflags) -O1 $(CXXFLAGS) \
		-fPIC -fno-rtti -shared $(LDFLAGS) -o $@ $<

# The linker options that put our wrappers before functions of libc.
$(BUILD)/libbop.wrap: $(tracer_objects)
	$(hide)$(NM) -g $^ | sed -n 's/.* T __wrap_/-Wl,--wrap=/p' | sort >$@

$(BUILD)/libbop.specs $(BUILD)/libbop.h $(BUILD)/libbop.known: $(BUILD)/%: src/bop/driver/%
	@mkdir -p $(@D)
	$(hide)cp $< $@

$(BUILD)/include/bop.h: src/bop/bop.h
	$(hide)mkdir -p $(@D) && cp $< $@

$(BUILD)/bop-cc: src/bop/driver/bop-cc.in
	@mkdir -p $(@D)
	$(hide)sed -e 's|@LIBDIR@|$(abspath $(BUILD))|' \
		-e 's|@INCLUDEDIR@|$(abspath $(BUILD))/include|' \
		-e 's|@VIEWER@|$(abspath $(BUILD))/prof2dot|' $< >$@
	$(hide)chmod +x $@

$(BUILD)/bop-c++: $(BUILD)/bop-cc
	$(hide)ln -sf bop-cc $@

# Unit tests of the parts that need no traced program.
$(BUILD)/tests/units: $(if $(tracer),$(patsubst %,$(BUILD)/src/bop/%.o, \
	base/ids base/lock base/memory base/sort libc/sizes libc/wrap_scan \
	state/contexts state/counts state/dependences state/heap state/loops \
	state/shadow state/stacks state/statements trace/text))

-include $(tracer_objects:.o=.d) $(tracer_shared:.o=.d)

install: $(if $(tracer),install-tracer)

# The library and the plugins belong to bop-cc alone, in a folder of their own.
tracerdir = $(LIBDIR)/prof2dot
install-tracer: all
	$(INSTALL) -d '$(bindir)' '$(DESTDIR)$(tracerdir)' '$(includedir)'
	$(INSTALL) -m 644 $(addprefix $(BUILD)/,libbop.a libbop.specs \
		libbop.wrap libbop.h libbop.known libbop.so $(notdir $(plugins))) \
		'$(DESTDIR)$(tracerdir)'
	$(INSTALL) -m 644 src/bop/bop.h '$(includedir)'
	sed -e 's|@LIBDIR@|$(tracerdir)|' -e 's|@INCLUDEDIR@|$(PREFIX)/include|' \
		-e 's|@VIEWER@|$(PREFIX)/bin/prof2dot|' src/bop/driver/bop-cc.in >'$(bindir)/bop-cc'
	chmod 755 '$(bindir)/bop-cc'
	ln -sf bop-cc '$(bindir)/bop-c++'
	@[ -z "$$SUDO_UID" ] || chown "$$SUDO_UID:$$SUDO_GID" bop-cc bop-c++

uninstall: uninstall-tracer

uninstall-tracer:
	rm -f '$(bindir)/bop-cc' '$(bindir)/bop-c++' '$(includedir)/bop.h' \
		$(patsubst %,'$(DESTDIR)$(tracerdir)/libbop%', \
		.a .so .specs .wrap .h .known _gcc.so _clang.so)
	rmdir '$(DESTDIR)$(tracerdir)' 2>/dev/null || true
