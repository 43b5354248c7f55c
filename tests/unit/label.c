/* Names of functions: stripped, shortened and wrapped. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "labels/shorten.h"
#include "labels/wrap.h"
#include "names/strip.h"
#include "util/text/buf.h"
#include "util/text/utf8.h"

static void check_text(const char *what, struct str name, const char *expected,
                       struct str came)
{
    expect(str_eq(came, str_of(expected)),
          "%s of '%.100s': expected '%.300s', came '%.300s'", what, name.s,
          expected, came.s);
}

/* A NULL stands for the name itself. */
static const struct {
    const char *name, *expected;
} names[] = {
    /* names that stay as they are */
    { "", NULL },
    { "main", NULL },
    { "_start", NULL },
    { "__x64_sys_read", NULL },
    { "12345", NULL },
    { "#hash", NULL },
    { "quote\"d\\name", NULL },
    { "a b c (d) (e)", NULL },
    { "f (inlined)", NULL },
    { "name+0x10", NULL },
    { "name+0x10/0x3c", NULL },
    { "caf\u00e9\u2192", NULL },
    { "[unknown]", NULL },
    { "[unknown]x", NULL },
    { "[libgomp.so.1.0.0]", NULL },
    { "(below main)", NULL },
    { "(garbage collector)", NULL },
    { "0x000000000488f260 [PLT]", NULL },
    { "/usr/lib/libfoo.so.1", NULL },
    { "kworker/0:1-events", NULL },
    { "kworker/u8:2-ext4.foo", NULL },
    { "camlFoo__bar_1234", NULL },
    { "__mymod_MOD_sub_", NULL },
    { "__ZN3fooE$lambda$1", NULL },
    { "_ZNSt10__num_base15_S_format_floatERKSt8ios_basePcc@plt", NULL },
    { "computeReadToNodeMappings.omp_fn.1", NULL },
    { "GeneralCircleDrawer.kdamond.0", NULL },

    /* compilers' suffixes, versions of symbols */
    { "vms_clear_ptes.part.0", "vms_clear_ptes" },
    { "finish_task_switch.isra.0", "finish_task_switch" },
    { "do_execveat_common.isra.35", "do_execveat_common" },
    { "sub.constprop.0.isra.0.cold", "sub" },
    { "sub.cold.1", "sub" },
    { "parse.llvm.1234567890", "parse" },
    { "helper.__uniq.2089112.llvm.77", "helper" },
    { "runtime.memmove.abi0", "runtime.memmove" },
    { "sub.isra.0+0x1f", "sub+0x1f" },
    { "sub.isra.0+0x1f/0x30", "sub+0x1f/0x30" },
    { "ns::f(int)+0x1f", "ns::f+0x1f" },
    { "sub+0x1f_[k]", "sub+0x1f" },
    { "sub.__part.1", "sub" },
    { "sub.resolver", NULL },
    { ".cold", NULL },
    { "x.colder", NULL },
    { "foo@@GLIBC_2.2.5", "foo" },
    { "cfree@GLIBC_2.2.5", "cfree" },
    { "__libc_early_init@@GLIBC_PRIVATE", "__libc_early_init" },
    { "g_free@@Base", "g_free" },
    { "UsersController@index", NULL },
    { "UsersController@Index", NULL },
    { "memcpy@plt", NULL },
    { "@plt", NULL },
    { "sys_read_[k]", "sys_read" },
    { "area_[i]", "area" },
    { "area_[0]", "area" },
    { "memcpy@@GLIBC_2.14_[i]", "memcpy" },
    { "memcpy@GLIBC_2.2.5@plt", "memcpy@plt" },

    /* C++: parameters, template arguments, return types */
    { "ns::build(int)", "ns::build" },
    { "ns::Group::area(int) const", "ns::Group::area" },
    { "ns::Group::~Group()", "ns::Group::~Group" },
    { "A::get() &&", "A::get" },
    { "A::get() const &", "A::get" },
    { "A::get() const&", "A::get" },
    { "A::get() volatile", "A::get" },
    { "::global(int)", "::global" },
    { "f(int)", "f" },
    { "foo<int>", "foo<\u2026>" },
    { "foo<long>", "foo<\u2026>" },
    { "foo<>", NULL },
    { "int foo<int>(int)", "foo<\u2026>" },
    { "long int max<long int>(long int, long int)", "max<\u2026>" },
    { "char const* ns::name<A<B<C> > >(A<B<C> >)", "ns::name<\u2026>" },
    { "std::_Hash_bytes", NULL },
    { "std::ostream::_M_insert<double>", "std::ostream::_M_insert<\u2026>" },
    { "std::num_put<char, std::ostreambuf_iterator<char, "
      "std::char_traits<char> > >::_M_insert_float<double>",
      "std::num_put<\u2026>::_M_insert_float<\u2026>" },
    { "std::num_put<wchar_t, std::ostreambuf_iterator<wchar_t, "
      "std::char_traits<wchar_t> > > const& std::use_facet<std::num_put<"
      "wchar_t, std::ostreambuf_iterator<wchar_t, std::char_traits<wchar_t> > "
      "> >(std::locale const&)",
      "std::use_facet<\u2026>" },
    { "bool std::has_facet<std::ctype<wchar_t> >(std::locale const&)",
      "std::has_facet<\u2026>" },
    { "void std::vector<unsigned long, std::allocator<unsigned long> >::"
      "_M_realloc_insert<unsigned long const&>(__gnu_cxx::__normal_iterator<"
      "unsigned long*, std::vector<unsigned long, std::allocator<unsigned "
      "long> > >, unsigned long const&)",
      "std::vector<\u2026>::_M_realloc_insert<\u2026>" },
    { "std::__cxx11::basic_string<char, std::char_traits<char>, "
      "std::allocator<char> >::replace",
      "std::basic_string<\u2026>::replace" },
    { "std::__1::__tree_balance_after_insert<int>",
      "std::__tree_balance_after_insert<\u2026>" },
    { "std::_Sp_counted_base<(__gnu_cxx::_Lock_policy)2>::_M_release()",
      "std::_Sp_counted_base<\u2026>::_M_release" },
    { "std::_Function_handler<long (long, int), ns::init()::{lambda(long, "
      "int)#1}>::_M_invoke(std::_Any_data const&, long&&, int&&)",
      "std::_Function_handler<\u2026>::_M_invoke" },
    { "hash_table<hash_map<tree_node*, tree_node*, simple_hashmap_traits<"
      "default_hash_traits<tree_node*>, tree_node*> >::hash_entry, false, "
      "xcallocator>::expand",
      "hash_table<\u2026>::expand" },
    { "foo<(a>b)>(int)", "foo<\u2026>" },
    { "foo<(1<<3)>::bar", "foo<\u2026>::bar" },
    { "Matrix<3, 4>::at(int, int)", "Matrix<\u2026>::at" },
    { "Fact<6>::f", "Fact<\u2026>::f" },

    /* C++: operators */
    { "operator()", NULL },
    { "operator<", NULL },
    { "operator<<", NULL },
    { "operator", NULL },
    { "operator()(int, char const*) const", "operator()" },
    { "operator<< <std::char_traits<char> >", "operator<< <\u2026>" },
    { "Cmp::operator()(int, int) const", "Cmp::operator()" },
    { "Key::operator<(Key const&) const", "Key::operator<" },
    { "Key::operator<=(Key const&) const", "Key::operator<=" },
    { "Key::operator<=>(Key const&) const", "Key::operator<=>" },
    { "std::ostream::operator<<(int)", "std::ostream::operator<<" },
    { "std::basic_ostream<char, std::char_traits<char> >& std::operator<< "
      "<std::char_traits<char> >(std::basic_ostream<char, "
      "std::char_traits<char> >&, char const*)",
      "std::operator<< <\u2026>" },
    { "bool operator<<int>(A<int> const&, A<int> const&)",
      "operator< <\u2026>" },
    { "bool operator< <int>(A<int> const&, A<int> const&)",
      "operator< <\u2026>" },
    { "bool operator==<int>(A<int> const&, A<int> const&)",
      "operator==<\u2026>" },
    { "std::unique_ptr<T, std::default_delete<T> >::operator->() const",
      "std::unique_ptr<\u2026>::operator->" },
    { "A::operator->*(int A::*)", "A::operator->*" },
    { "A::operator>>(int)", "A::operator>>" },
    { "Path::operator/(Path const&)", "Path::operator/" },
    { "V::operator[](unsigned long)", "V::operator[]" },
    { "A::operator,(B)", "A::operator," },
    { "A::operator bool() const", "A::operator bool" },
    { "A::operator unsigned long() const", "A::operator unsigned long" },
    { "A::operator char const*() const", "A::operator char const*" },
    { "A::operator std::vector<int, std::allocator<int> >() const",
      "A::operator std::vector<\u2026>" },
    { "boost::system::error_code::operator void (*)()() const", NULL },
    { "operator new(unsigned long)", "operator new" },
    { "operator new[](unsigned long)", "operator new[]" },
    { "operator delete(void*, unsigned long)", "operator delete" },
    { "operator\"\"_x(char const*)", "operator\"\"_x" },
    { "operator\"\" _x(char const*, unsigned long)", "operator\"\" _x" },
    { "ns::Walker<double, 2>::operator()(int) const'2",
      "ns::Walker<\u2026>::operator()'2" },
    { "operatorname(int)", "operatorname" },
    { "my_operator<int>", "my_operator<\u2026>" },

    /* C++: local scopes, lambdas, unnamed things */
    { "(anonymous namespace)::g", NULL },
    { "(anonymous namespace)::f(int)", "(anonymous namespace)::f" },
    { "ns::(anonymous namespace)::Vec::len() const",
      "ns::(anonymous namespace)::Vec::len" },
    { "unsigned long (anonymous namespace)::f<int>(int)",
      "(anonymous namespace)::f<\u2026>" },
    { "{lambda(int)#1}::operator()", "{lambda(\u2026)#1}::operator()" },
    { "main::{lambda(int)#1}::operator()(int) const",
      "main::{lambda(\u2026)#1}::operator()" },
    { "main::{lambda()#2}::operator()() const",
      "main::{lambda()#2}::operator()" },
    { "A::run() const::{lambda(auto:1&)#1}::operator()<int>(int&) const",
      "A::run::{lambda(\u2026)#1}::operator()<\u2026>" },
    { "node::worker::Worker::StartThread(v8::FunctionCallbackInfo<v8::Value> "
      "const&)::{lambda(void*)#1}::_FUN",
      "node::worker::Worker::StartThread::{lambda(\u2026)#1}::_FUN" },
    { "main(int, char**)::<lambda(auto:28&, auto:29&)>",
      "main::<lambda(\u2026)>" },
    { "rocksdb::CompactionJob::Run()::$_2::operator()(int)",
      "rocksdb::CompactionJob::Run::$_2::operator()" },
    { "f(int)::'lambda'(char)::operator()(char) const",
      "f::'lambda'::operator()" },
    { "{anonymous}::twice(int)", "{anonymous}::twice" },
    { "f(int)::counter", "f::counter" },

    /* C++: other return types and suffixes */
    { "void (*f(int))(char)", "f" },
    { "void (*ns::f<int>(int))(char)", "ns::f<\u2026>" },
    { "void (*(*f(int))(char))(long)", "f" },
    { "void (A::*pick(int))(char)", "pick" },
    { "int (&g<int>(int)) [3]", "g<\u2026>" },
    { "decltype(auto) f<int>(int)", "f<\u2026>" },
    { "decltype ((forward<int>)({parm#1})) ns::call<int>(int)",
      "ns::call<\u2026>" },
    { "decltype(..) f", "f" },
    { "auto A::map<int>(int) requires C<int>", "A::map<\u2026>" },
    { "ns::table[abi:cxx11]()", "ns::table" },
    { "std::to_string[abi:cxx11](int)", "std::to_string" },
    { "foo(int) [clone .isra.0]", "foo" },
    { "foo(int) [clone .constprop.0] [clone .cold]", "foo" },
    { "foo(int) (.isra.0)", "foo" },
    { "foo [clone .part.3]", "foo" },
    { "std::use_facet<std::ctype<char> >@plt", "std::use_facet<\u2026>@plt" },
    { "std::locale::id::_M_id@plt", NULL },
    { "virtual thunk to std::__cxx11::basic_ostringstream<char, "
      "std::char_traits<char>, std::allocator<char> >::~basic_ostringstream()",
      "virtual thunk to std::basic_ostringstream<\u2026>::"
      "~basic_ostringstream" },
    { "guard variable for f(int)::x", "guard variable for f::x" },
    { "vtable for Foo<int>", "vtable for Foo<\u2026>" },

    /* names of unknown forms */
    { "foo<int", NULL },
    { "foo>int(", NULL },
    { "foo(int]", NULL },
    { "a < b", NULL },
    { "void (*)(int)", NULL },
    { "bar(I)V", NULL },
    { "unsigned int", NULL },
    { "as SpecFromIterNested<T,I>>::from_iter", NULL },

    /* Rust */
    { "tree::build", NULL },
    { "tree::build::h0123456789abcdef", "tree::build" },
    { "tree::build::h0123456789abcdef.llvm.12345", "tree::build" },
    { "tree::build::h0123456789abcde", NULL },
    { "tree::even'2", NULL },
    { "core::ptr::drop_in_place<tree::Node>",
      "core::ptr::drop_in_place<\u2026>" },
    { "core::ptr::drop_in_place<[tree::Node]>'2",
      "core::ptr::drop_in_place<\u2026>'2" },
    { "drop_in_place<T>", "drop_in_place<\u2026>" },
    { "std::rt::lang_start::{{closure}}", NULL },
    { "core::ops::function::FnOnce::call_once{{vtable.shim}}", NULL },
    { "<Vec<T> as Drop>::drop", "<Vec<\u2026> as Drop>::drop" },
    { "<T as Trait>::method", NULL },
    { "<alloc::vec::Vec<T> as core::ops::drop::Drop>::drop",
      "<Vec<\u2026> as Drop>::drop" },
    { "_<alloc::vec::Vec<T> as core::ops::drop::Drop>::drop",
      "_<Vec<\u2026> as Drop>::drop" },
    { "<alloc::vec::Vec<T> as alloc::vec::spec_from_iter_nested::"
      "SpecFromIterNested<T,I>>::from_iter'2",
      "<Vec<\u2026> as SpecFromIterNested<\u2026>>::from_iter'2" },
    { "<tree::Depth as tree::Visit>::visit", "<Depth as Visit>::visit" },
    { "<&std::io::stdio::Stdout as std::io::Write>::write_fmt",
      "<&Stdout as Write>::write_fmt" },
    { "<&mut I as core::iter::traits::iterator::Iterator>::next",
      "<&mut I as Iterator>::next" },
    { "<(A,B) as core::fmt::Debug>::fmt", "<(A,B) as Debug>::fmt" },
    { "<dyn core::any::Any>::is", "<dyn Any>::is" },
    { "<u32 as core::fmt::num::imp::<impl core::fmt::Display for u32>>::fmt",
      "<u32 as <impl Display for u32>>::fmt" },
    { "core::slice::<impl [T]>::sort", NULL },
    { "my::run::{{closure}}::{{closure}}::h0123456789abcdef",
      "my::run::{{closure}}::{{closure}}" },
    { "my::run::{closure_env#0}", NULL },
    { "<usize>::_fmt", NULL },
    { "<[T] as core::fmt::Debug>::fmt", "<[T] as Debug>::fmt" },
    { "<impl Foo for Bar>::m", NULL },
    { "core::ops::function::impls::<impl core::ops::function::FnOnce<A> for "
      "&F>::call_once",
      "core::ops::function::impls::<impl FnOnce<\u2026> for &F>::call_once" },
    { "<fn(A) -> B as core::ops::FnOnce<(A,)>>::call_once",
      "<fn(\u2026) -> B as FnOnce<\u2026>>::call_once" },
    { "<alloc::raw_vec::RawVecInner<_>>::reserve::do_reserve_and_handle::<"
      "alloc::alloc::Global>",
      "<RawVecInner<\u2026>>::reserve::do_reserve_and_handle::<\u2026>" },
    { "<core::fmt::Formatter>::pad_integral::write_prefix",
      "<Formatter>::pad_integral::write_prefix" },
    { "<std::sync::once::Once>::call_once::<std::rt::cleanup::{closure#0}>::"
      "{closure#0}",
      "<Once>::call_once::<\u2026>::{closure#0}" },
    { "a::<<T as A>::B as C>::d", NULL },

    /* Go */
    { "net/http.(*conn).serve", "http.conn.serve" },
    { "net/http.(*conn).serve;x", "http.conn.serve;x" },
    { "net/http.HandlerFunc.ServeHTTP", "http.HandlerFunc.ServeHTTP" },
    { "main.(*Tree).Walk", "main.Tree.Walk" },
    { "main.(*Tree).Walk.func1", "main.Tree.Walk.func1" },
    { "main.(*Tree).Walk-fm", "main.Tree.Walk-fm" },
    { "main.(*Tree)", NULL },
    { "main.(*).Walk", NULL },
    { "main.Tree.Walk", NULL },
    { "main.glob..func1", NULL },
    { "runtime.main", NULL },
    { "main.Map[go.shape.int]", "main.Map[...]" },
    { "main.Map[go.shape.int,go.shape.[]uint8]", "main.Map[...]" },
    { "main.Map[...]", NULL },
    { "main.(*List[go.shape.int]).Push", "main.List[...].Push" },
    { "main.(*List[...]).Push", "main.List[...].Push" },
    { "github.com/a/b/pkg.(*T).Method.func1.2", "pkg.T.Method.func1.2" },
    { "gopkg.in/yaml.v3.(*parser).parse", "yaml.v3.parser.parse" },
    { "slices.SortFunc[[]int,go.shape.int]", "slices.SortFunc[\u2026]" },
    { "slices.SortFunc[github.com/x/y.T]", "slices.SortFunc[\u2026]" },
    { "github.com/a/b.Run[c/d.T]", "b.Run[\u2026]" },
    { "golang.org/x/net/http2.(*Framer).ReadFrame",
      "http2.Framer.ReadFrame" },
    { "ns::f(int) const noexcept", "ns::f" },
    { "example.com/tool/v2.Run", "tool.Run" },
    { "example.com/tool/v2x.Run", "v2x.Run" },
    { "example.com/tool/v.Run", "v.Run" },
    { "com/a.F[x]/b.C", "com/a.F[\u2026]/b.C" },
    { "go.(*struct { sync.Mutex; net/http.x }).Lock", NULL },
    { "type..eq.github.com/a/b/pkg.T", "type..eq.pkg.T" },
    { "type:.eq.struct { a int; b net/http.Header }", NULL },

    /* Java and its relatives */
    { "Lorg/foo;::bar", "foo::bar" },
    { "Ljava/lang/Thread;::run", "Thread::run" },
    { "java.lang.Object apnz.p()", "apnz.p" },
    { "org.foo.Bar.baz(int)", "Bar.baz" },
    { "void android.os.Handler.dispatchMessage(android.os.Message)",
      "Handler.dispatchMessage" },
    { "java.lang.String.hashCode", "String.hashCode" },
    { "java.io.File.<init>", "File.<init>" },
    { "org.foo.Bar$Inner::baz", "Bar$Inner::baz" },
    { "java/util/HashMap.put_[j]", "HashMap.put" },
    { "com/foo/Bar$$Lambda$14/0x0000000800c3.run",
      "Bar$$Lambda$14/0x0000000800c3.run" },
    { "org.foo.Bar$$Lambda/0x00007f12340031c0.run",
      "Bar$$Lambda/0x00007f12340031c0.run" },
    { "org.foo.Bar.lambda$run$0_[j]", "Bar.lambda$run$0" },
    { "com.sun.proxy.$Proxy12.invoke", "$Proxy12.invoke" },
    { "Ljava/lang/String;::equals", "String::equals" },
    { "Ljava/lang/String;::equals(Ljava/lang/Object;)", "String::equals" },
    { "java.base/java.lang.Thread.run(Thread.java:840)", "Thread.run" },
    { "com.google.android.apps.maps", NULL },
    { "int32 [app] App.Program::Fib(int32)[OptimizedTier1]",
      "App.Program::Fib" },

    /* Python */
    { "name (file.py:12)", NULL },
    { "<module>", NULL },
    { "<listcomp>", NULL },
    { "start (synapse/app/generic_worker.py:983)",
      "start (generic_worker.py:983)" },
    { "<module> (synapse/app/synchrotron.py:24)",
      "<module> (synchrotron.py:24)" },
    { "<listcomp> (a/b c/d.py:3)", "<listcomp> (d.py:3)" },
    { "load (/usr/lib/python3.11/json/__init__.py:346)",
      "load (json/__init__.py:346)" },
    { "get_code (<frozen importlib._bootstrap_external>:1007)", NULL },
    { "py::fn:/path/file.py", "fn (file.py)" },
    { "py::<module>:/path/file.py", "<module> (file.py)" },
    { "py::A.run:<string>", "A.run (<string>)" },
    { "py::object::call(int)", "py::object::call" },
    { "os.path.join", NULL },
    { "f.<locals>.<lambda>", NULL },
    { "<built-in method posix.stat>", NULL },
    { "<method 'read' of '_io.BufferedReader' objects>", NULL },
    { "~:0:<built-in method builtins.max>", NULL },
    { "~:0(<built-in method builtins.max>)", NULL },
    { "decoder.py:12(decode)", NULL },
    { "/usr/lib/python3/json/decoder.py:12(decode)", "decoder.py:12(decode)" },
    { "/usr/lib/python3/json/decoder.py:decode:12", "decoder.py:decode:12" },
    { "json/decoder.py:12:decode", "decoder.py:12:decode" },
    { "decode:/usr/lib/python3/json/decoder.py:12", "decode:decoder.py:12" },
    { "file.py:decode:12", NULL },

    /* places in files of other languages */
    { "expr (rdparse.c:15 @ 14da)", NULL },
    { "ff_h264_decode_mb_cabac (./libavcodec/h264_cabac.c:2141 @ cfeb13)",
      "ff_h264_decode_mb_cabac (h264_cabac.c:2141 @ cfeb13)" },
    { "void ns::f<int>(int) (src/x.cc:3)", "ns::f<\u2026> (x.cc:3)" },
    { "block in run (app/main.rb:7)", "block in run (main.rb:7)" },

    /* JavaScript */
    { "JS:^isOdd /home/u/w.js:4:46_[j]", "^isOdd w.js:4:46" },
    { "JS:*walk /home/user/src/w.js:3:140", "*walk w.js:3:140" },
    { "JS:~Module._extensions..js node:internal/modules/cjs/loader:1604:37",
      "~Module._extensions..js loader:1604:37" },
    { "JS:*get size /home/user/src/w.js:3:89", "*get size w.js:3:89" },
    { "JS:~ /home/user/src/w.js:1:1", "~(anonymous) w.js:1:1" },
    { "JS:~ node:fs:1:1_[j]", "~(anonymous) node:fs:1:1" },
    { "LazyCompile:*fib /x/y.js:2:13", "*fib y.js:2:13" },
    { "LazyCompile:~ /path/with space/x.js:1:1", "~(anonymous) x.js:1:1" },
    { "JS:*get [Symbol.iterator] /x/y.js:3:4",
      "*get [Symbol.iterator] y.js:3:4" },
    { "JS:~", "~(anonymous)" },
    { "Script:~/x/y.js", "~y.js" },
    { "JS::Call(JSContext*)", "JS::Call" },
    { "RegExp:(a+)+$", NULL },
    { "Builtin:ArrayForEach", NULL },
    { "v8::internal::(anonymous namespace)::RawMatch<unsigned char>",
      "v8::internal::(anonymous namespace)::RawMatch<\u2026>" },

    /* Objective-C, Swift */
    { "-[NSView drawRect:]", NULL },
    { "+[NSObject(Category) make:with:]", NULL },
    { "static App.Tree.walk(depth: Swift.Int) -> Swift.Bool", "App.Tree.walk" },
    { "closure #1 in App.run()", "closure #1 in App.run" },
    { "closure #1 in implicit closure #2 in App.run(_:)",
      "closure #1 in implicit closure #2 in App.run" },
    { "partial apply for closure #1 in App.run()",
      "partial apply for closure #1 in App.run" },
};

static void test_strip(void)
{
    struct arena arena = { 0 };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *expected = names[i].expected;
        struct str name = str_of(names[i].name);
        struct str once = strip_name(&arena, name);
        check_text("strip", name, expected ? expected : names[i].name, once);
        check_text("second strip", name, once.s, strip_name(&arena, once));
    }
    check_text("strip", S("a\001\xff(int)"), "a\ufffd\ufffd",
               strip_name(&arena, S("a\001\xff(int)")));
    arena_free(&arena);
}

static const struct {
    const char *name;
    size_t limit;
    const char *expected;
} long_names[] = {
    { "", 5, "" },
    { "abcde", 5, "abcde" },
    /* the form of "a cdef" is not known: a return type has parameters */
    { "a cdef", 5, "a \u2026ef" },
    { "a cdefg", 6, "a \u2026efg" },
    { "a cdef", 2,
      "\u2026"
      "f" },
    { "a cdef", 1, "\u2026" },
    { "\u00e9\u00e9\u00e9\u00e9", 4, "\u00e9\u00e9\u00e9\u00e9" },
    { "\u00e9 \u00ea\u00eb", 3, "\u00e9\u2026\u00eb" },
    /* the function's own name stays whole */
    { "abcdef", 2, "abcdef" },
    { "one::two::abcdef(int)", 2, "\u2026::abcdef(\u2026)" },
    { "org.foo.Bar.abcdef", 7, "\u2026.abcdef" },
    { "a::operator std::string<int>(int)", 4,
      "\u2026::operator std::string<\u2026>(\u2026)" },
    { "some::AbstractSingletonProxyFactoryBean::create(int)", 30,
      "\u2026::Abstra\u2026ctoryBean::create(\u2026)" },
    { "a\xff\xff\xff", 4, "a\ufffd\ufffd\ufffd" },
    /* 62 code points; the inner arguments have 17 */
    { "std::map<int, std::pair<long, std::string> >::find(int const&)", 62,
      "std::map<int, std::pair<long, std::string> >::find(int const&)" },
    { "std::map<int, std::pair<long, std::string> >::find(int const&)", 61,
      "std::map<int, std::pair<long, std::string> >::find(\u2026)" },
    { "std::map<int, std::pair<long, std::string> >::find(int const&)", 53,
      "std::map<int, std::pair<long, std::string> >::find(\u2026)" },
    { "std::map<int, std::pair<long, std::string> >::find(int const&)", 52,
      "std::map<int, std::pair<\u2026> >::find(\u2026)" },
    { "std::map<int, std::pair<long, std::string> >::find(int const&)", 37,
      "std::map<int, std::pair<\u2026> >::find(\u2026)" },
    { "std::map<int, std::pair<long, std::string> >::find(int const&)", 36,
      "std::map<\u2026>::find(\u2026)" },
    { "std::map<int, std::pair<long, std::string> >::find(int const&)", 20,
      "std::map<\u2026>::find(\u2026)" },
    { "std::map<int, std::pair<long, std::string> >::find(int const&)", 19,
      "\u2026::map<\u2026>::find(\u2026)" },
    /* two ellipses become one */
    { "std::map<int, std::pair<long, std::string> >::find(int const&)", 17,
      "\u2026::find(\u2026)" },
    /* return types, suffixes */
    { "void ns::sort<int*>(int*, int*)", 22, "void ns::sort<int*>(\u2026)" },
    { "void ns::sort<int*>(int*, int*)", 21, "ns::sort<int*>(\u2026)" },
    { "ns::sort(int) [clone .isra.0]", 20, "ns::sort(\u2026)" },
    { "tree::build::h0123456789abcdef", 20, "tree::build" },
    { "sub.isra.0@plt", 10, "sub@plt" },
    { "void (*ns::pick(int))(char)", 26, "void (*ns::pick(\u2026))(\u2026)" },
    /* paths of types and files */
    { "<alloc::vec::Vec<T> as core::ops::drop::Drop>::drop", 50,
      "<\u2026::Vec<\u2026> as \u2026::Drop>::drop" },
    { "load (/usr/lib/python3/json/decoder.py:12)", 30,
      "load (\u2026/decoder.py:12)" },
    { "load (/usr/lib/json/__init__.py:12)", 30,
      "load (\u2026/json/__init__.py:12)" },
    { "JS:*walk /home/user/src/w.js:3:140_[j]", 30,
      "JS:*walk \u2026/w.js:3:140_[j]" },
    /* leading parts, of which two stay */
    { "a::bb::ccc::Parser::parse", 20, "\u2026::Parser::parse" },
    { "a::bb::ccc::Parser::parse", 21, "\u2026::ccc::Parser::parse" },
    { "a::bb::ccc::Parser::parse", 12, "\u2026::parse" },
    { "one_long::function", 10, "\u2026::function" },
    { "org.apache.hadoop.Foo.get", 20, "\u2026.hadoop.Foo.get" },
    { "a/b/c/file.py:12:func", 19, "\u2026/c/file.py:12:func" },
    { "github.com/a/b/pkg.(*T).Method.func1.2", 27,
      "\u2026/b/pkg.(*T).Method.func1.2" },
    { "virtual thunk to a::bb::Parser::parse(int)", 36,
      "virtual thunk to \u2026::Parser::parse(\u2026)" },
    { "ns::a::S::operator bool() const", 28,
      "\u2026::S::operator bool() const" },
    { "org/foo/Main$$Lambda/0x00007f12340031c0.run_[j]", 34,
      "org/foo/Main$$Lambda/0x\u2026.run_[j]" },
    { "org/foo/Main$$Lambda/0x00007f12340031c0.run_[j]", 29,
      "\u2026/Main$$Lambda/0x\u2026.run_[j]" },
    { "-[NSView drawRect:]", 12, "-[NSV\u2026Rect:]" },
    { "f(std::vector<int>)()", 10, "f(\u2026)()" },
    { "<alloc::vec::Vec<T,A> as Drop>::drop", 35,
      "<alloc::vec::Vec<\u2026> as Drop>::drop" },
    { "json/decoder.py:332(raw_decode)", 27, "\u2026/decoder.py:332(raw_decode)" },
    { "(anonymous namespace)::call(int)", 31,
      "(anonymous namespace)::call(\u2026)" },
    { "A::operator<<(std::ostream&, int)", 20, "A::operator<<(\u2026)" },
    /* only the middle is left out if brackets do not match */
    { "foo<int, long, char", 9, "foo<\u2026char" },
};

static void test_shorten(void)
{
    struct arena arena = { 0 };
    for (size_t i = 0; i < sizeof long_names / sizeof *long_names; i++) {
        struct str name = str_of(long_names[i].name);
        check_text("shorten", name, long_names[i].expected,
                   shorten_name(&arena, name, long_names[i].limit));
    }
    arena_free(&arena);
}

static const struct {
    const char *name;
    size_t width;
    const char *expected;
} wide_names[] = {
    { "", 10, "" },
    { "short", 5, "short" },
    { "short", 0, "short" },
    { "std::vector<int>::push_back", 20, "std::vector<int>::\npush_back" },
    { "net/http.(*conn).serve", 10, "net/http.\n(*conn).\nserve" },
    { "a_very_long_identifier_in_c", 10, "a_very_\nlong_\nidentifier_\nin_c" },
    { "__builtin_expect", 10, "__builtin_\nexpect" },
    { "f(aaaa, bbbb)", 8, "f(aaaa,\nbbbb)" },
    { "unsigned long f", 10, "unsigned\nlong f" },
    { "unsigned long f", 8, "unsigned\nlong f" },
    { "ab  cd", 4, "ab\ncd" },
    /* an ellipsis stays with the name behind it */
    { "\u2026::aaaa::bbbb", 8, "\u2026::aaaa::\nbbbb" },
    { "f<aaaaaaaa, \u2026>(\u2026)", 10, "f<\naaaaaaaa, \u2026>(\u2026)" },
    { "load (\u2026/file.py:12)", 12, "load\n(\u2026/file.py:12)" },
    /* no line break within these */
    { "foo<\u2026>::bar", 6, "foo<\u2026>::\nbar" },
    { "abcdef()", 7, "abcdef()" },
    { "a::operator<<", 12, "a::\noperator<<" },
    { "x.a...bcdefg", 6, "x.a...\nbcdefg" },
    { "vector<vector<T> >", 16, "vector<vector<\nT> >" },
    { "std::equal_to<std::basic_string<T> >::operator()(int)", 40,
      "std::equal_to<std::basic_string<T> >::\noperator()(int)" },
    { "-[NSApp nextEvent:untilDate:]", 20, "-[NSApp nextEvent:\nuntilDate:]" },
    { "ns::(anonymous namespace)::Vec", 16,
      "ns::\n(anonymous namespace)::\nVec" },
    { "f<ns::(anonymous namespace)::V>", 20,
      "f<ns::\n(anonymous namespace)::\nV>" },
    { "load (app/handlers/sync.py:1210)", 28,
      "load (app/handlers/\nsync.py:1210)" },
    { "require (lib/some_loader.js)", 25, "require (lib/\nsome_loader.js)" },
    { "org.example.app.Main.run", 20, "org.example.app.\nMain.run" },
    { "_ZN4coreslicesortstablequicksort", 20,
      "_ZN4coreslicesortstablequicksort" },
    /* a break between arguments is better than one inside a type */
    { "f<aaaa::bbbb, cccc::d>", 16, "f<aaaa::bbbb,\ncccc::d>" },
    /* a break in the right half of the width is better than a good one */
    { "std::aaaaa_bbbbb_ccccc", 20, "std::aaaaa_bbbbb_\nccccc" },
    { "std::aaaaa_bbbbb.ccccc", 20, "std::aaaaa_bbbbb.\nccccc" },
    /* a word is broken if it is longer than twice the width */
    { "abcdefghijklmnopqrst", 10, "abcdefghijklmnopqrst" },
    { "abcdefghijklmnopqrstu", 10, "abcdefghij\nklmnopqrstu" },
    { "abcdefghijklmno::pqrst", 10, "abcdefghijklmno::\npqrst" },
    { "\u00e9\u00e9\u00e9::\u00e9\u00e9\u00e9", 5,
      "\u00e9\u00e9\u00e9::\n\u00e9\u00e9\u00e9" },
    { "\u00e9\u00e9\u00e9\u00e9\u00e9", 2, "\u00e9\u00e9\n\u00e9\u00e9\u00e9" },
    { "a\nb::c", 4,
      "a\ufffd"
      "b::\nc" },
};

static void test_wrap(void)
{
    struct arena arena = { 0 };
    for (size_t i = 0; i < sizeof wide_names / sizeof *wide_names; i++) {
        struct str name = str_of(wide_names[i].name);
        check_text("wrap", name, wide_names[i].expected,
                   wrap_name(&arena, name, wide_names[i].width));
    }
    arena_free(&arena);
}

/* ---- Huge names, for which quadratic time would be minutes ---- */

static const struct {
    /* open and close are repeated; stripped is NULL if it is the name itself */
    const char *front, *open, *middle, *close, *stripped;
} huge_names[] = {
    { "f", "<", "x", ">", "f<\u2026>" },
    { "f", "(", "x", ")", "f" },
    { "", "<", "x", ">", NULL },
    { "", "<", "x", "", NULL },
    { "", "", "x", ">", NULL },
    { "", "<a", " as b", ">::c", "<a<\u2026>::c>::c" },
    { "", "<", "a", " as b>::c", NULL },
    { "f<", "{[(", "x", ")]}", NULL },
    { "void ", "(*", "f(int)", ")(char)", "f" },
    { "f", "", "", ".isra.0", "f" },
    { "f", "", "", "::h0123456789abcdef", "f" },
    { "f", "", "", "@@A", "f" },
    { "f", "", "", " [clone .x]", "f" },
    { "f", "", "", " (.x)", "f" },
    { "f", "", "", "(x) const", "f" },
    { "f", "", "", "::operator<<", NULL },
    { "f", "a.", "", "/", NULL },
    { "", "a ", "b", "", NULL },
    { "", "abcd_", "", "", NULL },
    { "", "x", "", "", NULL },
    { "", "f() c", "", "", NULL },
    { "", "::", "", "", NULL },
};

static struct str repeated(struct buf *buf, size_t i, size_t times)
{
    buf_add(buf, str_of(huge_names[i].front));
    for (size_t n = 0; n < times; n++)
        buf_add(buf, str_of(huge_names[i].open));
    buf_add(buf, str_of(huge_names[i].middle));
    for (size_t n = 0; n < times; n++)
        buf_add(buf, str_of(huge_names[i].close));
    return buf_text(buf);
}

static void test_huge_name(size_t i)
{
    struct arena arena = { 0 };
    struct buf buf = { 0 };
    clock_t start = clock();
    struct str name = repeated(&buf, i, 50000);
    const char *expected = huge_names[i].stripped;
    struct str stripped = strip_name(&arena, name);
    struct str wrapped = wrap_name(&arena, name, LABEL_WIDTH);
    size_t length = utf8_length(shorten_name(&arena, name, SHORTEN_LIMIT));
    struct str kept = shorten_name_keeping(&arena, name, 60, name.len / 2);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    expect(str_eq(stripped, expected ? str_of(expected) : name),
          "strip of huge name %zu: came '%.40s...'", i, stripped.s);
    expect(length <= SHORTEN_LIMIT, "huge name %zu: came %zu code points", i,
          length);
    expect(kept.len <= 3 * 80, "huge name %zu: kept %zu bytes", i, kept.len);
    expect(wrapped.len > 0, "huge name %zu: wrapped into nothing", i);
    expect(seconds < 5, "huge name %zu: took %.1f s", i, seconds);
    buf_free(&buf);
    arena_free(&arena);
}

/* ---- Random names ---- */

/* Appends a piece of a name, a character of syntax or any byte. */
static void add_piece(struct buf *buf)
{
    static const char marks[] = "<>()[]{}:: .,/*&_-~'@#operator as const@@$\"";
    uint32_t i = random_below(sizeof names / sizeof *names);
    struct str name = str_of(names[i].name);
    uint32_t most = (uint32_t)name.len + 1;
    size_t kind = random_below(4);
    if (kind < 2)
        buf_add(buf, str_head(str_skip(name, random_below(most)),
                              random_below(most)));
    else if (kind == 2)
        buf_char(buf, marks[random_below(sizeof marks - 1)]);
    else if (random_below(4) == 0)
        buf_char(buf, (char)random_below(256));
}

static void add_without_blanks(struct buf *out, struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.s[i] != ' ' && s.s[i] != '\n')
            buf_char(out, s.s[i]);
}

static bool same_but_blanks(struct str a, struct str b)
{
    struct buf left = { 0 }, right = { 0 };
    add_without_blanks(&left, a);
    add_without_blanks(&right, b);
    bool same = str_eq(buf_text(&left), buf_text(&right));
    buf_free(&left);
    buf_free(&right);
    return same;
}

static size_t widest_line(struct str s)
{
    size_t widest = 0;
    bool more = true;
    while (more) {
        struct str line = s;
        more = str_cut(s, S("\n"), &line, &s);
        if (utf8_length(line) > widest)
            widest = utf8_length(line);
    }
    return widest;
}

/* Returns the first property that does not hold, or NULL. */
static const char *find_fault(struct arena *arena, struct str name)
{
    size_t limit = 1 + random_below(60), width = 1 + random_below(40);
    struct str clean = utf8_cleaned(arena, name);
    struct str stripped = strip_name(arena, name);
    struct str shortened = shorten_name(arena, name, limit);
    struct str wrapped = wrap_name(arena, name, width);
    if ((stripped.len == 0) != (clean.len == 0))
        return "stripped to nothing";
    if (str_eq(stripped, S("operator")) && !str_eq(clean, stripped))
        return "stripped to 'operator'";
    if (!str_eq(utf8_cleaned(arena, stripped), stripped) ||
        !str_eq(utf8_cleaned(arena, shortened), shortened))
        return "unclean";
    if (strlen(stripped.s) != stripped.len || strlen(wrapped.s) != wrapped.len)
        return "not terminated";
    if (utf8_length(shortened) > limit)
        return "not short enough";
    if (utf8_length(clean) <= limit && !str_eq(clean, shortened))
        return "shortened without need";
    if (!same_but_blanks(wrapped, clean))
        return "wrapped to another text";
    return widest_line(wrapped) > 2 * width ? "wrapped too wide" : NULL;
}

static void test_random(size_t rounds)
{
    const char *first = NULL;
    struct arena arena = { 0 };
    struct buf name = { 0 };
    for (size_t i = 0; i < rounds && !first; i++) {
        name.len = 0;
        for (size_t n = random_below(12); n > 0; n--)
            add_piece(&name);
        first = find_fault(&arena, buf_text(&name));
        if (first || i % 1000 == 0)
            expect(!first, "random name %zu: %s: '%.*s'", i, first,
                  (int)name.len, buf_text(&name).s);
        arena_free(&arena);
    }
    buf_free(&name);
}

UNIT(label)
{
    test("strip");
    test_strip();
    test("shorten");
    test_shorten();
    test("wrap");
    test_wrap();
    for (size_t i = 0; i < sizeof huge_names / sizeof *huge_names; i++) {
        test("huge names");
        test_huge_name(i);
    }
    test("random names");
    test_random(20000);
    return finish_tests();
}
