/* Names without the versions of namespaces. */
#include "names/neutral.h"

#include "check.h"

static const struct row {
    const char *name, *expected;
} rows[] = {
    { "", "" },
    { "main", "main" },
    { "fmt::v8::vformat(int)", "fmt::vformat(int)" },
    { "fmt::v8::detail::write<fmt::v8::A>(fmt::v8::B)",
      "fmt::detail::write<fmt::A>(fmt::B)" },
    { "nlohmann::json_abi_v3_11_3::parse", "nlohmann::parse" },
    { "std::__1::sort", "std::sort" },
    { "std::chrono::_V2::system_clock::now()",
      "std::chrono::system_clock::now()" },
    { "std::__cxx11::basic_string", "std::__cxx11::basic_string" },
    { "absl::lts_20230125::Now()", "absl::Now()" },
    { "icu_72::UnicodeString::doAppend", "icu_::UnicodeString::doAppend" },
    { "utf8::next", "utf8::next" },
    { "a::v8", "a::v8" },
    { "v1_1::f", "f" },
    { "a::__::f", "a::__::f" },
    { "_ZN3fmt2v87vformatEi", "_ZN3fmt7vformatEi" },
    { "_ZN3fmt3v107vformatEi", "_ZN3fmt7vformatEi" },
    { "_ZN6icu_7213UnicodeString1fEv", "_ZNicu_13UnicodeString1fEv" },
    { "_ZN3foo2v8Ev", "_ZN3foo2v8Ev" },
    { "_Z99999999999999999999f", "_Z99999999999999999999f" },
    { "_Z9f", "_Z9f" },
    { "_ZN1aE0", "_ZN1aE0" },
};

UNIT(version)
{
    struct arena arena = { 0 };
    for (size_t i = 0; i < ROWS(rows); i++) {
        test(rows[i].name);
        struct str found = neutral_cut_versions(&arena, str_of(rows[i].name));
        expect(str_eq(found, str_of(rows[i].expected)), "%s", found.s);
    }
    arena_free(&arena);
    return finish_tests();
}
