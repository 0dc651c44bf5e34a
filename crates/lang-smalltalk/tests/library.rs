//! The class library, on a machine that executes resolved programs: programs of the corpus print what they
//! say, SUnit tests pass, and every primitive is in the table.

mod machine;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use machine::{Loaded, Machine, load, load_som};
use purlin_base::{SourceTree, on_deep_stack};
use purlin_lang_smalltalk::primitives::{PRIMITIVES, primitive};
use purlin_lang_smalltalk::resolve::code::Step;

/// The output of a program, with the reason if it did not come to its end.
fn run(name: &str, text: &str) -> String {
    let (name, text) = (name.to_owned(), text.to_owned());
    on_deep_stack(move || {
        let loaded: Loaded = load(&[(&name, &text)]);
        let mut machine = Machine::new(&loaded);
        let result = machine.run(loaded.program);
        let mut output: String = loaded.errors.concat();
        output += &String::from_utf8_lossy(&machine.output);
        output + &result.err().map_or(String::new(), |why| format!("stopped: {why}\n"))
    })
}

fn corpus(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "st"));
    files.sort();
    files
}

/// The last comment of a program of the corpus says what it prints.
const EXPECTED: &str = "\n\"Output:\n";

/// What has objects, names and literals that the machine does not have. The tiers run them all.
const NOT_HERE: [&str; 6] =
    ["become.st", "beside_library.st", "choosing.st", "elements.st", "new_initialize.st", "superclass.st"];

/// `PURLIN_BLESS=1` renews what programs say.
#[test]
fn programs_print_what_they_say() {
    let mut wrong = Vec::new();
    for path in corpus("tests/smalltalk") {
        let text = std::fs::read_to_string(&path).expect("text");
        let (program, expected) = text.split_once(EXPECTED).unwrap_or((&text, ""));
        let name = path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
        if NOT_HERE.contains(&&*name) {
            continue;
        }
        let output = run(&name, program);
        if std::env::var_os("PURLIN_BLESS").is_some() {
            std::fs::write(&path, format!("{}{EXPECTED}{output}\"\n", program.trim_end())).expect("written");
        } else if Some(&*output) != expected.trim_end().strip_suffix('"') {
            wrong.push(format!("--- {name}\n{output}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// SUnit's reports in the programs of tests have no failures, and there are as many tests as there must be.
#[test]
fn tests_of_the_library_pass() {
    let mut passed = 0;
    for path in corpus("tests/smalltalk") {
        let name = path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
        if !name.starts_with("sunit_") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("text");
        let program = text.split_once(EXPECTED).map_or(&*text, |(program, _)| program);
        let output = run(&name, program);
        let classes = program.matches(" run printNl").count();
        let reports: Vec<&str> = output.lines().filter(|line| line.contains(" run, ")).collect();
        assert_eq!(reports.len(), classes, "{name}: a report of each class of tests\n{output}");
        for report in reports {
            let count = report.split(' ').next().and_then(|n| n.parse::<usize>().ok()).expect("a number");
            assert_eq!(
                report,
                format!("{count} run, {count} passed, 0 failed, 0 errors"),
                "{name}\n{output}"
            );
            passed += count;
        }
    }
    assert!(passed >= 600, "{passed} tests of the library");
}

/// A folder of the file system, for class paths.
struct Folder(PathBuf);

impl SourceTree for Folder {
    fn files(&self, dir: &str) -> Option<Vec<String>> {
        let entries = std::fs::read_dir(self.0.join(dir)).ok()?;
        Some(entries.filter_map(|e| Some(e.ok()?.file_name().to_string_lossy().into_owned())).collect())
    }

    fn has_file(&self, path: &str) -> bool {
        self.0.join(path).is_file()
    }

    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        std::fs::read_to_string(self.0.join(path)).map(Arc::from).map_err(|e| e.to_string())
    }
}

/// The output of a SOM program, with the reason if it did not come to its end.
fn run_som(root: &Path, folders: &[&str], words: &[&str]) -> String {
    let tree = Folder(root.to_owned());
    on_deep_stack(move || {
        let folders: Vec<String> = folders.iter().map(|f| f.to_string()).collect();
        let loaded = load_som(&tree, &folders, words);
        let mut machine = Machine::new(&loaded);
        machine.is_som = true;
        let result = machine.run(loaded.program).and_then(|()| machine.start_som(words));
        let mut output: String = loaded.errors.concat();
        output += &String::from_utf8_lossy(&machine.output);
        output + &result.err().map_or(String::new(), |why| format!("stopped: {why}\n"))
    })
}

/// SOM's own tests with SOM's own library and with ours, where the variable `PURLIN_SOM` names a copy of
/// its repository.
#[test]
fn tests_of_som() {
    let Some(root) = std::env::var_os("PURLIN_SOM") else { return };
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("som");
    for library in ["Smalltalk".into(), own.to_string_lossy().into_owned()] {
        let output = run_som(Path::new(&root), &["TestSuite", &library], &["TestHarness"]);
        assert!(output.contains("successful tests:      221") && !output.contains("stopped"), "{output}");
    }
}

/// Benchmarks in SOM's syntax with our library: each knows the result.
#[test]
fn benchmarks_of_som_compute_what_they_know() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["bench/smalltalk/awfy", "crates/lang-smalltalk/som"];
    let sizes = [
        ("Bounce", "1"),
        ("CD", "2"),
        ("DeltaBlue", "20"),
        ("Havlak", "0"),
        ("Json", "1"),
        ("List", "1"),
        ("Mandelbrot", "1"),
        ("NBody", "1000"),
        ("Permute", "1"),
        ("Queens", "1"),
        ("Richards", "1"),
        ("Sieve", "1"),
        ("Storage", "1"),
        ("Towers", "1"),
    ];
    for (name, inner) in sizes {
        let output = run_som(&root, &folders, &["Harness", name, "1", inner]);
        assert_eq!(output, format!("{name}: 1 iterations of {inner}\n"));
    }
}

/// The programs that are measured, at small sizes.
#[test]
fn measured_programs_compute_what_they_say() {
    let expected = [
        ("sites.st", include_str!("../../../bench/smalltalk/sites.txt")),
        ("slopstone.st", include_str!("../../../bench/smalltalk/slopstone.txt")),
        ("smopstone.st", include_str!("../../../bench/smalltalk/smopstone.txt")),
        ("sum.st", include_str!("../../../bench/smalltalk/sum.txt")),
        ("tiny.st", include_str!("../../../bench/smalltalk/tiny.txt")),
    ];
    let outputs: Vec<(String, String)> = corpus("bench/smalltalk")
        .iter()
        .map(|path| {
            let text = std::fs::read_to_string(path).expect("text");
            let name = path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
            let output = run(&name, &text);
            (name, output)
        })
        .collect();
    assert_eq!(outputs, expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
}

/// Methods of the library whose primitives are not in the table, or are of another arity; rows that no
/// method names.
#[test]
fn primitives_are_those_of_the_table() {
    let loaded = on_deep_stack(|| {
        let loaded = load(&[]);
        let named = loaded.program.steps.iter().filter_map(|step| match step {
            Step::Method { method, .. } => {
                let name = method.primitive?;
                Some((loaded.texts[purlin_base::EntityRef::index(name)], method.code.parameters.len()))
            }
            Step::Define { .. } | Step::Run(_) => None,
        });
        (named.collect::<Vec<_>>(), loaded.errors)
    });
    let (named, errors) = loaded;
    assert_eq!(errors, Vec::<String>::new());
    for (name, parameters) in &named {
        let row = primitive(name).unwrap_or_else(|| panic!("no row for {name}"));
        assert_eq!(row.parameters.len(), parameters + 1, "{name}");
    }
    let named: BTreeSet<&str> = named.iter().map(|(name, _)| *name).collect();
    let unused: Vec<&str> = PRIMITIVES.iter().map(|row| row.name).filter(|n| !named.contains(n)).collect();
    assert_eq!(unused, Vec::<&str>::new());
}
