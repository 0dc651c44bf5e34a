//! Which functions are found in test files, and that programs of tests compile.

use purlin_base::{MemoryTree, SourceMap};

use crate::compile::{Program, compile};
use crate::module::GoModule;

fn tree() -> MemoryTree {
    MemoryTree::new()
        .with("go.mod", "module example.com/m\n")
        .with("a/a.go", "package a\n\nfunc double(n int) int { return 2 * n }\n\nfunc Six() int { return double(3) }\n")
        .with(
            "a/a_test.go",
            "package a\n\nimport \"testing\"\n\nfunc TestDouble(t *testing.T) { _ = double(1) }\n\n\
             func Testing(t *testing.T) {}\n\nfunc BenchmarkX(b *testing.B) {}\n\nfunc FuzzX(f *testing.F) {}\n",
        )
        .with(
            "a/out_test.go",
            "package a_test\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"testing\"\n\n\t\"example.com/m/a\"\n)\n\n\
             func TestMain(m *testing.M) { os.Exit(m.Run()) }\n\n\
             func ExampleSix() {\n\tfmt.Println(a.Six())\n\t// Output: 6\n}\n\nfunc Example_none() {}\n",
        )
}

fn main_file(tree: &MemoryTree, dir: &str) -> Result<String, String> {
    let module = GoModule::new(tree, dir, &[])?;
    let made = super::program(&[], Some(&module), &[], None);
    made.map(|p| p.main.1.to_string()).map_err(|e| e[0].message.clone())
}

#[test]
fn functions_are_found_by_name_and_parameters() {
    let text = main_file(&tree(), "a").unwrap();
    for line in [
        "\t_test \"example.com/m/a\"\n",
        "\t_xtest \"example.com/m/a_test\"\n",
        "\t{\"TestDouble\", _test.TestDouble},\n}\n",
        "\t{\"BenchmarkX\", _test.BenchmarkX},\n",
        "\t{\"FuzzX\", _test.FuzzX},\n",
        "\t{\"ExampleSix\", _xtest.ExampleSix, \"6\\n\", false},\n}\n",
        "\t_xtest.TestMain(m)\n",
    ] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    assert!(!text.contains("Testing("), "a lower-case letter follows: {text}");
}

#[test]
fn tests_compile_with_their_package() {
    let tree = tree();
    let program = Program { tree: Some((&tree, "a")), tests: true, ..Program::default() };
    let output = compile(&mut SourceMap::new(), &program, &[]);
    let output = output.unwrap_or_else(|errors| panic!("{errors:?}"));
    assert!(output.module.main.is_some());
    let names: Vec<&str> = output.module.funcs.values().map(|f| &*f.name).collect();
    assert!(names.contains(&"example.com/m/a.TestDouble"), "{names:?}");
    assert!(names.contains(&"example.com/m/a_test.ExampleSix"), "{names:?}");
}

#[test]
fn tests_may_not_import_what_imports_their_package() {
    let tree = MemoryTree::new()
        .with("go.mod", "module m\n")
        .with("a/a.go", "package a\n\nvar A = 1\n")
        .with("a/a_test.go", "package a\n\nimport _ \"m/b\"\n")
        .with("b/b.go", "package b\n\nimport \"m/a\"\n\nvar B = a.A\n");
    let program = Program { tree: Some((&tree, "a")), tests: true, ..Program::default() };
    let errors = compile(&mut SourceMap::new(), &program, &[]).err().unwrap();
    let expected = "package m/a\n\timports m/b from a_test.go\n\timports m/a from b.go: import cycle not allowed in test";
    assert_eq!(errors[0].message, expected);
}

#[test]
fn what_has_the_name_of_a_test_has_its_parameters() {
    let error = |text: &str| {
        let tree = MemoryTree::new().with("go.mod", "module m\n").with("x_test.go", text);
        main_file(&tree, "").unwrap_err()
    };
    let wrong = "x_test.go:3:1: wrong signature for TestX, must be: func TestX(t *testing.T)";
    assert_eq!(error("package m\n\nfunc TestX(n int) {}\n"), wrong);
    let generic = "x_test.go:3:1: wrong signature for TestX, test functions cannot have type parameters";
    assert_eq!(error("package m\n\nfunc TestX[T any](t *testing.T) {}\n"), generic);
    assert!(error("package m\n\nfunc TestMain(b *testing.B) {}\n").contains("func TestMain(m *testing.M)"));
}
