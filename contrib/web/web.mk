# prof2dot as WebAssembly, by emscripten. The Makefile hands over web-core, the
# program for Node.js in $(BUILD)/web/npm; web, the page with the program; and npm,
# the package for npm. Graphviz comes from npm, as viz.js.
W := $(abspath $(or $(BUILD),build))/web
here := $(abspath $(dir $(lastword $(MAKEFILE_LIST))))
src := $(W)/sources
# Debian's emscripten looks here for its modules beside any Node.js.
export NODE_PATH := /usr/share/nodejs

# emcc starts Python for each file that it compiles; clang does the same with the
# options that emcc prints.
wasm_cc = $(shell em-config LLVM_ROOT)/clang-$(shell em-config LLVM_ADD_VERSION) $(shell emcc --cflags)
wasm_cc := $(wasm_cc)
library_cc := $(wasm_cc)
library_ar := emar
OPTIMIZED := -Os

viz := 3.31.0
viz_sum := 7dc0189874849cca2fed7cbe88bf334cd0e6e012db16657794a812ad6f2b8c70

web-core: $(W)/npm/prof2dot-core.js

packages := $(shell sed '/^\#/d; s/ /=/g' $(here)/packages)
include $(here)/libraries.mk

# The program itself, by the rules of the Makefile.
includes := $(addprefix -I$(src)/,zlib libzstd/lib expat/expat/lib pcre2/src \
	libarchive/libarchive xz-utils/src/liblzma/api bzip2 libiberty/include \
	graphviz/lib/cgraph graphviz/lib/cdt)
settings := MODULARIZE=1 EXPORT_NAME=prof2dot INVOKE_RUN=0 EXIT_RUNTIME=1 \
	NODEJS_CATCH_EXIT=0 NODEJS_CATCH_REJECTION=0 ALLOW_MEMORY_GROWTH=1 \
	INITIAL_MEMORY=67108864 MAXIMUM_MEMORY=4GB TOTAL_STACK=41943040 \
	FORCE_FILESYSTEM=1 ENVIRONMENT=web,worker,node EXPORTED_FUNCTIONS=_main,_malloc \
	EXPORTED_RUNTIME_METHODS=FS,ENV,callMain \
	INCOMING_MODULE_JS_API=wasmBinary,thisProgram,preRun,print,printErr,quit
program := $(W)/core/prof2dot-core.js

$(program): $(libraries) FORCE
	@$(MAKE) -f Makefile BUILD='$(W)/core' program='$@' CC='$(wasm_cc)' \
		LINK='emcc $(OPTIMIZED) $(addprefix -s ,$(settings)) -lworkerfs.js -lnodefs.js' \
		PKG_CONFIG=true package_cflags='$(includes)' LIBS='$(libraries)' CFLAGS='$(OPTIMIZED)' \
		HARDENED= HARDENED_LINK= PREFIX_MAP= LAZY=no \
		WITH_ELF=no WITH_SERVE=no WITH_PROCESSES=no SAN= COVERAGE= '$@'

$(src)/viz.cjs:
	@echo 'fetch   viz.js $(viz)'
	@mkdir -p $(src)
	@cd $(src) && npm pack --silent @viz-js/viz@$(viz) >/dev/null && \
		echo '$(viz_sum)  viz-js-viz-$(viz).tgz' | sha256sum -c --quiet && \
		tar xzOf viz-js-viz-$(viz).tgz package/dist/viz.cjs >$@

$(W)/npm/prof2dot-core.js: $(program) $(src)/viz.cjs $(wildcard $(here)/../npm/*)
	@mkdir -p $(@D)
	@cp $(program) $(program:.js=.wasm) $(src)/viz.cjs $(wildcard $(here)/../npm/*) $(@D)
	@sed -i 's/"VERSION"/"$(VERSION)"/' $(@D)/package.json
	@chmod 644 $(@D)/* && chmod 755 $(@D)/cli.js

# The licences are those that Debian's packages state; viz.js has Graphviz as well.
$(W)/licences.txt: $(names:%=$(src)/%.ready) $(here)/notices.txt
	@{ cat $(here)/../../LICENSE $(here)/notices.txt && for name in $(names); do \
		printf '\n---- %s ----\n\n' $$name && cat $(src)/$$name/debian/copyright || \
		exit; done; } >$@

npm: $(W)/prof2dot-$(VERSION).tgz
$(W)/prof2dot-$(VERSION).tgz: $(W)/npm/prof2dot-core.js $(W)/licences.txt
	@echo 'package $@'
	@cp $(W)/licences.txt $(W)/npm/LICENSES.txt
	@cd $(W)/npm && npm pack --silent --pack-destination .. >/dev/null

web: $(W)/prof2dot.html
$(W)/prof2dot.html: $(W)/npm/prof2dot-core.js $(W)/licences.txt $(here)/make-page.mjs $(wildcard $(here)/page/*)
	@echo 'page    $@'
	@node $(here)/make-page.mjs $(W)/npm $(W)/licences.txt '$(VERSION)' $(viz) >$@

FORCE:
.PHONY: web web-core npm FORCE
.DELETE_ON_ERROR:
