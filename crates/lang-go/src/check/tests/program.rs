//! Programs of several files and packages; what is known of variables; initialisation order; what is reached.

use super::{Program, Stubs, check, checked};
use crate::check::Checker;
use crate::driver;
use crate::load::{Importer, PackageSource};
use crate::syntax::PackageKind;
use crate::universe::{ObjId, Universe, Var};

fn load(text: &str) -> Universe {
    let (u, errors) = checked(&[("a.go", text)]);
    assert!(errors.is_empty(), "{errors:#?}");
    u
}

/// The only variable of this name.
#[track_caller]
fn var<'u>(u: &'u Universe, name: &str) -> &'u Var {
    let mut found = u.objects.values().filter(|o| u.name(o.name) == name).filter_map(|o| o.as_var());
    let var = found.next().unwrap_or_else(|| panic!("no variable {name}"));
    assert!(found.next().is_none(), "several variables {name}");
    var
}

#[test]
fn variables_know_how_they_are_used() {
    let u = load(
        "package main
        type T struct{ f int; g [3]int }
        func (t *T) ptr() {}
        func (t T) val() {}
        type Outer struct{ T }
        func main() {
            plain := 1
            addressed := 2
            _ = &addressed
            var field, element, viaMethod, byValue T
            _ = &field.f
            _ = &element.g[plain]
            viaMethod.ptr()
            byValue.val()
            var promoted Outer
            promoted.ptr()
            var sliced [4]int
            _ = sliced[1:]
            slice := []int{1}
            _ = &slice[0]
            pointer := &T{}
            _ = &pointer.f
            pointer.ptr()
            captured, changed := 1, 2
            func() {
                func() { _ = captured }()
                changed++
            }()
            part := T{}
            part.g[0] = 1
            once := 3
            _ = once
        }",
    );
    for name in ["addressed", "field", "element", "viaMethod", "promoted", "sliced"] {
        assert!(var(&u, name).address_taken, "{name}");
    }
    for name in ["plain", "byValue", "slice", "pointer", "captured", "part", "once"] {
        assert!(!var(&u, name).address_taken, "{name}");
    }
    assert!(var(&u, "captured").captured && !var(&u, "captured").reassigned);
    assert!(var(&u, "changed").captured && var(&u, "changed").reassigned);
    assert!(var(&u, "part").reassigned && !var(&u, "once").reassigned && !var(&u, "once").captured);
    let literals: Vec<_> = u.info.funcs.values().filter(|f| !f.captures.is_empty()).collect();
    let mut counts: Vec<usize> = literals.iter().map(|f| f.captures.len()).collect();
    counts.sort_unstable();
    assert_eq!(counts, [1, 2]);
}

#[test]
fn functions_know_what_they_contain() {
    let u = load(
        "package main
        func main() { defer func() { recover() }() }
        func plain(a, _ int, _ ...string) (r int) { return a }",
    );
    let has = |f: fn(&crate::universe::FuncInfo) -> bool| u.info.funcs.values().filter(|i| f(i)).count();
    assert_eq!((has(|f| f.has_defer), has(|f| f.has_recover), has(|f| f.has_literals)), (1, 1, 1));
    assert_eq!(has(|f| f.params.len() == 3 && f.results.len() == 1 && f.named_results), 1);
}

/// The names that are initialised, in order.
fn init_order(u: &Universe, pkg: &str) -> Vec<String> {
    let pkg = u.package(pkg).unwrap();
    let names =
        |objs: &[ObjId]| objs.iter().map(|o| u.name(u.objects[*o].name)).collect::<Vec<_>>().join(",");
    u.packages[pkg].init_order.iter().map(|i| names(&i.lhs)).collect()
}

#[test]
fn variables_are_initialised_in_the_order_of_their_dependencies() {
    let u = load(
        "package main
        var a = c + b
        var b = f()
        var c, e = g()
        var d = 3
        var late = z
        var early = f()
        var z = f()
        var none int
        func f() int { d++; return d }
        func g() (int, int) { return f(), 1 }
        func main() { _, _, _, _, _ = a, e, late, early, none }",
    );
    assert_eq!(init_order(&u, "main"), ["d", "b", "c,e", "a", "early", "z", "late"]);
}

struct Library;

impl Importer for Library {
    fn import(&mut self, path: &str) -> Option<PackageSource> {
        let (kind, text) = match path {
            "lib" => (
                PackageKind::Std,
                "package lib
                import \"deep\"
                type T struct{ n int }
                func (t *T) Used() int { return deep.Twice(t.n) }
                func (t *T) String() string { return reachedByInterface() }
                func reachedByInterface() string { return \"x\" }
                func NeverReached() { undefined() }
                var table = makeTable()
                func makeTable() []int { return nil }
                func Lookup(i int) int { return table[i] }
                var unreached = alsoNever()
                func alsoNever() int { return undefinedToo }",
            ),
            "deep" => (
                PackageKind::Std,
                "package deep\nfunc Twice(n int) int { return n + n }\nfunc Native(n int) int",
            ),
            "host" => (
                PackageKind::Host,
                "package host\ntype Point struct{ X, Y int }\nfunc Draw(p Point, s string) error",
            ),
            // Whatever else a program imports, lowering needs this one.
            "runtime" => (PackageKind::Std, "package runtime\nimport \"lib\"\nvar t lib.T"),
            "cyclic" => (PackageKind::Std, "package cyclic\nimport \"cyclic\"\nfunc F() { cyclic.F() }"),
            _ => return None,
        };
        Some(PackageSource { kind, files: vec![(format!("{path}.go"), text.into())] })
    }
}

fn messages(u: &mut Universe) -> Vec<String> {
    std::mem::take(&mut u.diagnostics).finish().into_iter().map(|d| d.message).collect()
}

fn with_library(files: &[&str]) -> (Program, Vec<String>) {
    let names: Vec<String> = (0..files.len()).map(|i| format!("{i}.go")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(files.iter().copied()).collect();
    let mut program = check(&files, &mut Library);
    let errors = messages(&mut program.u);
    (program, errors)
}

#[test]
fn library_bodies_are_checked_when_they_are_reached() {
    let (program, errors) = with_library(&[
        "package main\nimport \"lib\"\nvar t lib.T\nfunc main() { t.Used(); var i any = &t; _ = i; lib.Lookup(1) }",
    ]);
    assert_eq!(errors, Vec::<String>::new());
    let (mut u, mut functions) = (program.u, program.reached);
    let mut reached: Vec<&str> = functions.functions().iter().map(|o| u.name(u.objects[*o].name)).collect();
    reached.sort_unstable();
    assert_eq!(reached, ["Lookup", "String", "Twice", "Used", "makeTable", "reachedByInterface"]);
    assert_eq!(init_order(&u, "lib"), ["table"]);
    let lib = u.package("lib").unwrap();
    let never = u.lookup(lib, "NeverReached").unwrap();
    driver::check_functions(&mut u, &mut functions, &[never]);
    assert_eq!(messages(&mut u)[0], "undefined: undefined");
}

#[test]
fn types_of_packages_that_are_loaded_later_have_their_methods() {
    let (Program { mut u, mut reached, syntax, .. }, _) = with_library(&["package main\nfunc main() {}"]);
    let mut checker = Checker::new(&mut u, &mut reached);
    let lib = checker.package(&syntax, "lib").unwrap();
    checker.resolve_package(lib);
    let t = u.lookup(lib, "T").unwrap();
    let named = u.types.as_named(u.objects[t].ty).unwrap();
    assert_eq!(u.types.named(named).methods.len(), 2);
}

#[test]
fn host_packages_are_declarations() {
    let program = "package main\nimport \"host\"\nfunc main() { _ = host.Draw(host.Point{1, 2}, \"a\") }";
    assert_eq!(with_library(&[program]).1, Vec::<String>::new());
    let wrong = "package main\nimport \"host\"\nfunc main() { host.Draw(1, 2, 3) }";
    assert!(with_library(&[wrong]).1[0].starts_with("too many arguments in call to host.Draw"));
}

#[test]
fn files_share_a_package_but_not_imports() {
    let one = "package main\nimport \"deep\"\nfunc main() { helper(deep.Twice(2)) }";
    assert_eq!(with_library(&[one, "package main\nfunc helper(n int) {}"]).1, Vec::<String>::new());
    let two = "package main\nfunc helper(n int) { deep.Twice(n) }";
    assert_eq!(with_library(&[one, two]).1, ["undefined: deep"]);
    let mixed = with_library(&["package main\nfunc main() {}", "package other"]).1;
    assert_eq!(mixed, ["package other; expected package main"]);
}

#[test]
fn imports_that_cannot_be() {
    let missing = "package main\nimport \"gone\"\nfunc main() { gone.F(gone.X) }";
    assert_eq!(with_library(&[missing]).1, ["could not import gone (no such package)"]);
    let cyclic = "package main\nimport \"cyclic\"\nfunc main() { cyclic.F() }";
    assert_eq!(with_library(&[cyclic]).1, ["import cycle not allowed: cyclic"]);
}

#[test]
fn files_with_syntax_errors_are_no_package() {
    assert!(check(&[("a.go", "package main\nfunc main() {")], &mut Stubs).main.is_none());
}

#[test]
fn embedding_cycles_are_told_as_go_does() {
    let errors = |text: &str| with_library(&[&format!("package main\n{text}\nfunc main() {{}}")]).1;
    assert_eq!(
        errors("type I interface{ J }\ntype J interface{ I }"),
        ["invalid recursive type I\n\t0.go:2:6: I refers to J\n\t0.go:3:6: J refers to I"]
    );
    // A generic type is where its instance is, and the cycle consists of instances.
    assert_eq!(
        errors("type I[T any] interface{ J[T] }\ntype J[T any] interface{ I[T] }"),
        ["invalid recursive type J\n\t0.go:2:26: J refers to I\n\t0.go:3:26: I refers to J"]
    );
}
