//! Suites of tests as a host runs them: the same results whatever the number of workers is, with and without
//! a cache, and what becomes of tests that do not end well.

use std::sync::Arc;

use purlin::test::{Event, Live, Options, Outcome, PackageReport, Stop, Stream, Suite};
use purlin::{Cache, Config, Engine, Limits, MemoryTree};

/// A module with packages that pass, fail, panic, print, do not compile, and have no tests.
fn tree(packages: usize) -> MemoryTree {
    let mut tree = MemoryTree::new().with("go.mod", "module example.com/m\n");
    for n in 0..packages {
        let text = match n % 7 {
            0 => "func TestA(t *testing.T) { t.Log(work()) }",
            1 => "func TestA(t *testing.T) { t.Run(\"x\", func(t *testing.T) { t.Error(work()) }) }",
            2 => "func TestA(t *testing.T) { var m map[int]int; m[work()] = 1 }\nfunc TestB(t *testing.T) {}",
            3 => {
                "func TestA(t *testing.T) {\n\tfor i := range 300 { println(i); print(work() / 7) }\n\
                 \tt.Run(\"p\", func(t *testing.T) { t.Parallel(); t.Skip(\"not now\") })\n}"
            }
            4 => "func TestA(t *testing.T) { missing() }",
            5 => "func TestA(t *testing.T) { for {} }\nfunc TestB(t *testing.T) { t.Log(work()) }",
            _ => "",
        };
        let work =
            format!("func work() int {{ s := {n}; for i := range 1000 {{ s += i * s % 7 }}; return s }}");
        tree = tree.with(format!("p{n:02}/p.go"), format!("package p\n\n{work}\n"));
        if !text.is_empty() {
            let test = format!("package p\n\nimport \"testing\"\n\n{text}\n");
            tree = tree.with(format!("p{n:02}/p_test.go"), test);
        }
    }
    tree
}

/// What two runs are compared by: everything but wall time.
fn shown(report: &PackageReport) -> String {
    let mut text =
        format!("{} {:?} {:?} gas {}\n", report.package.path, report.outcome, report.ending, report.gas);
    text += &format!("{:?} {:?} {:?}\n", report.elapsed, report.tests, report.not_run);
    text += &report.error.as_ref().map_or(String::new(), |error| error.to_string());
    for stream in [Stream::Output, Stream::Errors] {
        let mut bytes = Vec::new();
        let read = report.output.read(|of, piece| {
            if of == stream {
                bytes.extend_from_slice(piece);
            }
            Ok(())
        });
        read.expect("the output can be read");
        text += &format!("{stream:?}: {}\n", String::from_utf8_lossy(&bytes));
    }
    text
}

fn run(engine: &Engine, tree: &MemoryTree, options: &Options) -> (bool, Vec<String>) {
    let suite = Suite::in_tree(engine, tree);
    let packages = suite.packages("", &["./..."]).expect("packages");
    let mut reports = Vec::new();
    let passed = suite.run(&packages, options, |event| {
        if let Event::PackageDone(report) = event {
            reports.push(shown(report));
        }
    });
    (passed, reports)
}

fn arguments() -> Vec<String> {
    vec!["-test.v=true".into(), "-test.timeout=10ms".into()]
}

#[test]
fn results_do_not_depend_on_the_number_of_workers() {
    many_runs("few", 2);
}

#[test]
#[ignore = "takes long: a hundred runs"]
fn results_do_not_depend_on_the_number_of_workers_in_a_hundred_runs() {
    many_runs("many", 25);
}

/// Runs a suite with 1, 2, 4 and 16 workers in turn, again and again: the first time without a cache, then
/// with a cold one, then with a warm one; all of it must be the same.
fn many_runs(name: &str, rounds: usize) {
    let tree = tree(21);
    let folder = std::env::temp_dir().join(format!("purlin-suite-{name}-{}", std::process::id()));
    let cache = Cache::open(&folder, 64 << 20).expect("a cache");
    let mut first: Option<Vec<String>> = None;
    for round in 0..rounds {
        let engine = Engine::new(Config::default());
        for workers in [1, 2, 4, 16] {
            let cache = (round > 0).then(|| cache.clone());
            let options = Options { workers, args: arguments(), cache, ..Options::default() };
            let (passed, reports) = run(&engine, &tree, &options);
            assert!(!passed);
            assert_eq!(reports.len(), 21);
            match &first {
                None => first = Some(reports),
                Some(first) => {
                    for (a, b) in first.iter().zip(&reports) {
                        assert_eq!(a, b, "{workers} workers, round {round}");
                    }
                }
            }
        }
    }
    std::fs::remove_dir_all(&folder).expect("the cache is there");
    let first = first.expect("something has run");
    let has = |n: usize, text: &str| assert!(first[n].contains(text), "{text} is not in {}", first[n]);
    has(0, "Passed Some(Exit(0))");
    has(1, "--- FAIL: TestA/x");
    has(2, "panic: assignment to entry in nil map");
    has(2, "[\"TestB\"]");
    has(3, "Skipped");
    has(4, "undefined: missing");
    // The test after the one whose time was up runs in a fresh isolate.
    has(5, "test timed out after 10ms");
    has(5, "--- PASS: TestB");
    has(6, "Skipped None gas 0");
}

#[test]
fn tiers_print_and_spend_the_same() {
    use purlin::{Stress, Tier};
    let tree = tree(7);
    let stress = Stress { gc: true, ..Stress::default() };
    let configs = [
        Config { tier: Tier::Interp, ..Config::default() },
        Config { tier: Tier::Native, ..Config::default() },
        Config { tier: Tier::Interp, stress, ..Config::default() },
    ];
    let options = Options { args: arguments(), ..Options::default() };
    let all: Vec<_> = configs.into_iter().map(|c| run(&Engine::new(c), &tree, &options)).collect();
    assert!(all.iter().all(|other| *other == all[0]));
}

#[test]
fn each_test_can_have_its_own_isolate() {
    let text = "package m\n\nimport \"testing\"\n\nvar n int\n\n\
                func TestA(t *testing.T) { n++; if n > 1 { t.Error(n) } }\n\
                func TestB(t *testing.T) { n++; if n > 1 { t.Error(n) } }\n";
    let tree = MemoryTree::new().with("go.mod", "module m\n").with("m_test.go", text);
    let engine = Engine::new(Config::default());
    let together = run(&engine, &tree, &Options::default());
    assert!(!together.0);
    let apart = run(&engine, &tree, &Options { isolate_tests: true, ..Options::default() });
    assert!(apart.0, "{:?}", apart.1);
    assert!(apart.1[0].contains("Output: PASS\n"), "{}", apart.1[0]);
}

#[test]
fn a_run_can_be_ended() {
    let text = "package m\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { for {} }\n";
    let mut tree = MemoryTree::new().with("go.mod", "module m\n");
    for n in 0..4 {
        tree = tree.with(format!("p{n}/m_test.go"), text);
    }
    let engine = Engine::new(Config::default());
    let suite = Suite::in_tree(&engine, &tree);
    let packages = suite.packages("", &["./..."]).expect("packages");
    let stop = Stop::default();
    let mut done = 0;
    let options = Options { workers: 1, ..Options::default() };
    let passed = suite.run_until(&packages, &options, &stop, |event| match event {
        Event::PackageBegins(_) => stop.now(),
        Event::PackageDone(report) => {
            done += 1;
            assert_eq!(report.outcome, Outcome::Failed);
        }
        Event::Updated(path, _) => panic!("{} was changed", path.display()),
    });
    assert!(!passed);
    assert_eq!(done, 1);
}

#[test]
fn a_run_can_be_ended_by_another_thread() {
    let text = "package m\n\nimport \"testing\"\n\n\
                func TestA(t *testing.T) { println(\"begun\"); for {} }\n";
    let tree = MemoryTree::new().with("go.mod", "module m\n").with("m_test.go", text);
    let stop = Arc::new(Stop::default());
    let later = stop.clone();
    // The test has printed by then: it runs, and looks at the canceller again and again.
    let (begun, told) = std::sync::mpsc::channel();
    let thread = std::thread::spawn(move || {
        told.recv().expect("the test prints");
        later.now();
    });
    let live = Live::new(move |_, bytes| {
        if bytes.starts_with(b"begun") {
            let _ = begun.send(());
        }
    });
    let engine = Engine::new(Config::default());
    let suite = Suite::in_tree(&engine, &tree);
    let packages = suite.packages("", &["./..."]).expect("packages");
    let options = Options { workers: 1, live: Some(live), ..Options::default() };
    let mut outcomes = Vec::new();
    suite.run_until(&packages, &options, &stop, |event| {
        if let Event::PackageDone(report) = event {
            outcomes.push(report.outcome);
        }
    });
    thread.join().expect("the thread ends");
    assert_eq!(outcomes, [Outcome::Failed]);
}

#[test]
fn the_clock_ends_each_package_by_itself() {
    let mut tree = MemoryTree::new().with("go.mod", "module m\n");
    for n in 0..2 {
        let text = "package m\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { for {} }\n";
        tree = tree.with(format!("p{n}/m_test.go"), text);
    }
    // So much that a slow machine has begun with the test by then.
    let clock = Some(std::time::Duration::from_millis(700));
    let options = Options { workers: 1, clock, ..Options::default() };
    let (passed, reports) = run(&Engine::new(Config::default()), &tree, &options);
    assert!(!passed && reports.len() == 2);
    assert!(reports.iter().all(|report| report.contains("Deadline") && !report.contains("gas 0\n")));
}

/// Units of gas of a test with so many parts.
fn gas_of_parts(parts: u32) -> u64 {
    let text = format!(
        "package m\n\nimport (\n\t\"strconv\"\n\t\"testing\"\n)\n\nfunc TestA(t *testing.T) {{\n\
         \tfor i := range {parts} {{ t.Run(strconv.Itoa(10000+i), func(t *testing.T) {{}}) }}\n}}\n"
    );
    let tree = MemoryTree::new().with("go.mod", "module m\n").with("m_test.go", text);
    let engine = Engine::new(Config::default());
    let suite = Suite::in_tree(&engine, &tree);
    let packages = suite.packages("", &["."]).expect("a package");
    let mut gas = 0;
    suite.run(&packages, &Options::default(), |event| {
        if let Event::PackageDone(report) = event {
            assert_eq!((report.outcome, report.tests.len()), (Outcome::Passed, parts as usize + 1));
            gas = report.gas;
        }
    });
    gas
}

#[test]
fn many_parts_of_a_test_cost_no_more_each_than_few() {
    let none = gas_of_parts(0);
    let (few, many) = ((gas_of_parts(10) - none) / 10, (gas_of_parts(10_000) - none) / 10_000);
    assert!(many <= few + few / 5, "{many} units of gas each, of few {few}");
}

#[test]
fn what_has_failed_is_run_again() {
    let text = "package m\n\nimport \"testing\"\n\nvar n int\n\n\
                func TestA(t *testing.T) { n++ }\n\
                func TestB(t *testing.T) { if n > 0 { t.Error(n) } }\n\
                func TestC(t *testing.T) { if n > 0 { panic(n) } }\n\
                func TestD(t *testing.T) {}\n";
    let tree = MemoryTree::new().with("go.mod", "module m\n").with("m_test.go", text);
    let never = "package m\n\nimport \"testing\"\n\nfunc TestE(t *testing.T) { t.Fail() }\n";
    let engine = Engine::new(Config::default());
    let options = Options { reruns: 2, ..Options::default() };
    let run = |tree: &MemoryTree| {
        let suite = Suite::in_tree(&engine, tree);
        let packages = suite.packages("", &["."]).expect("a package");
        let mut seen = Vec::new();
        let passed = suite.run(&packages, &options, |event| {
            if let Event::PackageDone(report) = event {
                seen = report.flaky.clone();
                assert!(report.not_run.is_empty());
            }
        });
        (passed, seen)
    };
    // The last did not run, as the one before ended the program.
    assert_eq!(run(&tree), (true, vec!["TestB".into(), "TestC".into(), "TestD".into()]));
    let (passed, flaky) = run(&tree.with("n_test.go", never));
    assert!(!passed && flaky.len() == 3);
}

#[test]
fn what_is_wrong_whatever_it_does_is_no_test() {
    let text = "package m\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { t.Logf(\"%d\", \"x\") }\n";
    let tree = MemoryTree::new().with("go.mod", "module m\n").with("m_test.go", text);
    let engine = Engine::new(Config::default());
    for vetted in [false, true] {
        let build = purlin::guest::Build { vetted, ..Default::default() };
        let suite = Suite::in_tree(&engine, &tree).built_as(build);
        let packages = suite.packages("", &["."]).expect("a package");
        let mut error = None;
        suite.run(&packages, &Options::default(), |event| {
            if let Event::PackageDone(report) = event {
                error = report.error.as_ref().map(|error| error.lines().join("\n"));
            }
        });
        let message = "m_test.go:5:36: (*testing.common).Logf format %d has arg \"x\" of wrong type string";
        assert_eq!(error.as_deref(), vetted.then_some(message));
    }
}

#[test]
fn a_test_that_exits_as_if_all_were_well_has_failed() {
    let text = "package m\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\n\
                func TestA(t *testing.T) { t.Run(\"x\", func(t *testing.T) { os.Exit(0) }) }\n\
                func TestB(t *testing.T) {}\n";
    let before = "package m\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\n\
                  func TestMain(m *testing.M) { os.Exit(0) }\nfunc TestA(t *testing.T) { t.Fail() }\n";
    let tree = MemoryTree::new().with("go.mod", "module m\n");
    let tree = tree.with("a/m_test.go", text).with("b/m_test.go", before);
    let (passed, reports) = run(&Engine::new(Config::default()), &tree, &Options::default());
    assert!(!passed);
    let lines = "--- FAIL: TestA (0.00s)\n    --- FAIL: TestA/x (0.00s)\n\
                 panic: unexpected call to os.Exit(0) during test\n";
    assert!(reports[0].contains(lines) && reports[0].contains("[\"TestB\"]"), "{}", reports[0]);
    // A program that ends before any test begins decides that none runs.
    assert!(reports[1].contains("Passed Some(Exit(0))"), "{}", reports[1]);
}

#[test]
fn a_golden_program_may_be_a_project_of_its_own() {
    let main =
        "package main\n\nimport \"other/half\"\n\nfunc main() { print(half.Of(two)) }\n\n// Stderr:\n// 1\n";
    let bad = "package p\n\nvar a int = \"a\" // ERROR \"cannot use\"\n\n// TypeCheckError:\n";
    let tree = MemoryTree::new()
        .with("go.mod", "module m\n")
        .with("program/go.mod", "module other\n")
        .with("program/cmd/main.go", main)
        .with("program/cmd/two.go", "package main\n\nconst two = 2\n")
        .with("program/half/half.go", "package half\n\nfunc Of(n int) int { return n / 2 }\n")
        .with("broken/main.go", bad)
        .with("broken/b.go", "package p\n\nvar b string = 1 // ERROR \"cannot use\"\n")
        .with("wrong/main.go", bad)
        .with("wrong/b.go", "package p\n\nvar b string = 1\n");
    let (passed, reports) = run(&Engine::new(Config::default()), &tree, &Options::default());
    assert_eq!((passed, reports.len()), (false, 3), "{reports:?}");
    assert!(reports[0].contains("Passed") && reports[1].contains("Passed"), "{reports:?}");
    assert!(reports[2].contains("b.go: line 3: not expected"), "{}", reports[2]);
}

#[test]
fn limits_end_one_package() {
    let tree = tree(1).with(
        "q/q_test.go",
        "package q\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { for {} }\nfunc TestB(t *testing.T) {}\n",
    );
    let options = Options {
        limits: Limits { gas: Some(3_000_000), ..Limits::default() },
        args: vec!["-test.timeout=0".into()],
        ..Options::default()
    };
    let (passed, reports) = run(&Engine::new(Config::default()), &tree, &options);
    assert!(!passed);
    assert!(reports[0].contains("Passed"), "{}", reports[0]);
    assert!(reports[1].contains("out of gas") && reports[1].contains("[\"TestB\"]"), "{}", reports[1]);
}

/// Golden files: one that is right, one that is wrong, one that does not compile, and one that never ends.
fn goldens() -> MemoryTree {
    let file = |body: &str, rest: &str| format!("package main\n\nfunc main() {{ {body} }}\n\n{rest}");
    MemoryTree::new()
        .with("a/right.go", file("println(1)", "// Stderr:\n// 1\n"))
        .with("a/wrong.go", file("print(2)", "// Output:\n// 3\n"))
        .with("a/broken.go", file("missing()", "// Output:\n"))
        .with("a/spins.go", file("for {}", "// GASLIMIT: 1000000\n// Trap: OutOfGas\n"))
        .with("a/none.go", file("", "// Prose: not a directive\n"))
        .with(
            "b/args.go",
            file(
                "var s []int; _ = s[0]",
                "// Error:\n// runtime error: index out of range [0] with length 0\n",
            ),
        )
}

#[test]
fn golden_files_of_a_folder_are_one_package() {
    let tree = goldens();
    let engine = Engine::new(Config::default());
    let mut first: Option<Vec<String>> = None;
    for workers in [1, 2, 4] {
        let (passed, reports) = run(&engine, &tree, &Options { workers, ..Options::default() });
        assert!(!passed);
        assert_eq!(reports.len(), 2);
        assert!(reports[0].contains("+++ found\n    @@ -1 +0,0 @@\n    -3"), "{}", reports[0]);
        assert!(reports[0].contains("undefined: missing"), "{}", reports[0]);
        assert_eq!(reports[0].matches("outcome: Failed").count(), 2, "{}", reports[0]);
        assert!(reports[1].contains("Passed Some(Exit(0))"), "{}", reports[1]);
        let first = first.get_or_insert_with(|| reports.clone());
        assert_eq!(*first, reports);
    }
}

#[test]
fn golden_files_that_are_named_one_by_one_are_told_by_folder() {
    let tree = goldens();
    let engine = Engine::new(Config::default());
    let suite = Suite::in_tree(&engine, &tree);
    let packages = suite.packages("", &["./a/right.go", "./b/args.go", "./a/wrong.go"]).expect("files");
    let files: Vec<&str> = packages.iter().filter_map(|package| package.file.as_deref()).collect();
    assert_eq!(files, ["a/right.go", "a/wrong.go", "b/args.go"]);
    let mut tests = Vec::new();
    suite.run(&packages, &Options::default(), |event| {
        if let Event::PackageDone(report) = event {
            tests.push(report.tests.len());
        }
    });
    assert_eq!(tests, [2, 1]);
}

#[test]
fn updates_change_goldens_of_programs_that_end() {
    use purlin::DiskTree;
    let folder = std::env::temp_dir().join(format!("purlin-golden-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, body: &str, rest: &str| {
        let text = format!("package main\n\nfunc main() {{ {body} }}\n\n{rest}");
        std::fs::write(folder.join(name), text).expect("a file");
    };
    write("a.go", "print(1)", "// Gas: 7\n// Exit: 3\n");
    write("b.go", "for {}", "// Output:\n// old\n");
    write("c.go", "panic(\"x\")", "// Error:\n// y\n");
    let engine = Engine::new(Config::default());
    let limits = Limits { gas: Some(1_000_000), ..Limits::default() };
    let run = |update: bool| {
        let (tree, dir) = DiskTree::around(&folder, None).expect("the folder is there");
        let suite = Suite::on_disk(&engine, tree);
        let packages = suite.packages(&dir, &["."]).expect("golden files");
        let (mut updated, mut outcomes) = (Vec::new(), Vec::new());
        let options = Options { update, workers: 3, limits: limits.clone(), ..Options::default() };
        suite.run(&packages, &options, |event| match event {
            Event::Updated(path, result) => {
                result.expect("it can be written");
                updated.push(path.file_name().map(|n| n.to_owned()).expect("a name"));
            }
            Event::PackageDone(report) => outcomes.extend(report.tests.iter().map(|test| test.outcome)),
            Event::PackageBegins(_) => {}
        });
        (updated, outcomes)
    };
    use Outcome::{Failed, Passed};
    assert_eq!(run(false), (vec![], vec![Failed, Failed, Failed]));
    // What did not run to its end stays as it is.
    assert_eq!(run(true), (vec!["a.go".into(), "c.go".into()], vec![Passed, Failed, Passed]));
    assert_eq!(run(true), (vec![], vec![Passed, Failed, Passed]));
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).expect("it is there");
    assert!(text("a.go").contains("// Exit: 0\n"), "{}", text("a.go"));
    assert!(text("b.go").ends_with("// old\n") && text("c.go").ends_with("// x\n"), "{}", text("c.go"));
    let left = std::fs::read_dir(&folder).expect("it is there").count();
    assert_eq!(left, 3, "no other files stay behind");
    std::fs::remove_dir_all(&folder).expect("it is there");
}
