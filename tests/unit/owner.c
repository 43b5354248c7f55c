/* Tests the class and the package of names of all kinds. */
#include "check.h"
#include "names/owner.h"

static const struct {
    const char *name, *class, *package;
} names[] = {
    { "main", "", "" },
    { "", "", "" },
    { "[unknown]", "", "" },
    { "operator new(unsigned long)", "", "" },
    { "std::ostream::operator<<(int)", "std::ostream", "std" },
    { "std::vector<a::b>::push_back(a::b&&)", "std::vector<a::b>", "std" },
    { "void ns::sort<int*>(int*, int*) [clone .isra.0]", "ns", "ns" },
    { "Foo::operator std::string() const", "Foo", "Foo" },
    { "Foo::~Foo()", "Foo", "Foo" },
    { "(anonymous namespace)::box::area", "(anonymous namespace)::box", "" },
    { "main::{lambda(int)#1}::operator()(int) const",
      "main::{lambda(int)#1}", "main" },
    { "foo.isra.0", "", "" },
    { "foo.123", "", "" },
    { "<alloc::vec::Vec<T> as core::ops::Drop>::drop", "alloc::vec::Vec<T>",
      "alloc" },
    { "<T as core::ops::Drop>::drop", "T", "core" },
    { "<&mut core::str::Chars as Iterator>::next", "&mut core::str::Chars",
      "core" },
    { "core::fmt::write", "core::fmt", "core" },
    { "<<alloc::map::IntoIter<K,V> as core::Drop>::drop::Guard<K,V> as "
      "core::Drop>::drop",
      "<alloc::map::IntoIter<K,V> as core::Drop>::drop::Guard<K,V>", "alloc" },
    { "<<T as core::Iter>::Item as core::fmt::Debug>::fmt",
      "<T as core::Iter>::Item", "core" },
    { "<[T] as core::fmt::Debug>::fmt", "[T]", "core" },
    { "<(A,B) as core::fmt::Debug>::fmt", "(A,B)", "core" },
    { "<alloc::boxed::Box<dyn core::FnOnce<()>> as core::FnOnce<()>>::call::"
      "{{vtable.shim}}",
      "<alloc::boxed::Box<dyn core::FnOnce<()>> as core::FnOnce<()>>::call",
      "alloc" },
    { "core::ptr::drop_in_place<alloc::vec::Vec<u8>>", "core::ptr", "core" },
    { "a::operator<< <int>(a::b&, int)", "a", "a" },
    { "a::b::operator->() const", "a::b", "a" },
    { "a::b<(c::d)3>::e()", "a::b<(c::d)3>", "a" },
    { "x<(1<<2)>::f()", "x<(1<<2)>", "x<(1<<2)>" },
    { "std::function<void (int)>::operator()(int) const",
      "std::function<void (int)>", "std" },
    { "operator new[](unsigned long)", "", "" },
    { "main.Map[go.shape.int].Get", "main.Map[go.shape.int]", "main" },
    { "main.(*Map[go.shape.struct { a int }]).Get",
      "main.Map[go.shape.struct { a int }]", "main" },
    { "closure #1 (Swift.Int) -> Swift.Bool in app.Main.run() -> ()",
      "app.Main", "app" },
    { "net/http.(*conn).serve", "net/http.conn", "net/http" },
    { "net/http.(*conn).serve.func1", "net/http.conn", "net/http" },
    { "main.main.func1.2", "main", "main" },
    { "main.(*Tree).Walk", "main.Tree", "main" },
    { "main.Tree.Walk", "main.Tree", "main" },
    { "runtime.mallocgc", "runtime", "runtime" },
    { "github.com/a/b.Run", "github.com/a/b", "github.com/a/b" },
    { "java.lang.String.indexOf", "java.lang.String", "java.lang" },
    { "java/lang/String.indexOf", "java/lang/String", "java/lang" },
    { "Lorg/foo/Bar;::baz", "org.foo.Bar", "org.foo" },
    { "LBar;::baz", "Bar", "" },
    { "org.foo.Bar$$Lambda$12/0x00abc.run", "org.foo.Bar", "org.foo" },
    { "com.sun.proxy.$Proxy7.run", "com.sun.proxy.$Proxy7", "com.sun.proxy" },
    { "json.decoder.decode", "json.decoder", "json.decoder" },
    { "Foo#bar", "Foo", "" },
    { "Foo->bar", "Foo", "" },
    { "-[NSView drawRect:]", "NSView", "" },
    { "parse (src/parse.py:12)", "", "" },
    { "f<(::.#", "", "" },
};

UNIT(owner)
{
    test("class and package of a name");
    for (size_t i = 0; i < ROWS(names); i++) {
        struct arena arena = { 0 };
        struct str name = str_of(names[i].name);
        struct str class = owner_class(&arena, name);
        struct str package = owner_package(&arena, name);
        expect(str_eq(class, str_of(names[i].class)),
               "class of %s is '%s', not '%s'", name.s, class.s,
               names[i].class);
        expect(str_eq(package, str_of(names[i].package)),
               "package of %s is '%s', not '%s'", name.s, package.s,
               names[i].package);
        arena_free(&arena);
    }
    return finish_tests();
}
