//! Packages of which nothing has changed are not run again, and those of which something has are.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MODULE: &[(&str, &str)] = &[
    ("go.mod", "module m\n\ngo 1.26\n"),
    ("dep/dep.go", "package dep\n\nfunc Two() int { return 2 }\n"),
    ("files/testdata/list", "a b"),
    (
        "files/files_test.go",
        "package files\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestFiles(t *testing.T) {\n\
         \tif _, err := os.Stat(\"no\"); err == nil {\n\t\tt.Error(\"it is there\")\n\t}\n\
         \ttext, err := os.ReadFile(\"testdata/list\")\n\tprintln(len(text))\n\tt.Log(string(text), err)\n\
         \tos.WriteFile(t.TempDir()+\"/x\", text, 0o600)\n}\n",
    ),
    (
        "uses/uses_test.go",
        "package uses\n\nimport (\n\t\"testing\"\n\n\t\"m/dep\"\n)\n\nfunc TestTwo(t *testing.T) {\n\
         \tif dep.Two() != 2 {\n\t\tt.Fatal(dep.Two())\n\t}\n}\n",
    ),
];

struct Project(PathBuf);

impl Project {
    fn new(name: &str) -> Project {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        let project = Project(folder);
        MODULE.iter().for_each(|(path, text)| project.write(path, text));
        project
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join("m").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// What is printed, with `#` for each time.
    fn test(&self, args: &str) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_purlin"));
        command.arg("test").args(args.split(' ')).current_dir(self.0.join("m"));
        command.env("PURLIN_CACHE", self.0.join("cache")).env_remove("PURLIN_STRESS");
        let output = command.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).unwrap();
        let time = |word: &str| word.ends_with('s') && word.trim_end_matches('s').parse::<f64>().is_ok();
        let line = |line: &str| {
            let words = line.split('\t').map(|word| if time(word) { "#" } else { word });
            words.collect::<Vec<_>>().join(" ")
        };
        text.lines().map(line).collect::<Vec<_>>().join("\n")
    }
}

const DEP: &str = "?    m/dep [no test files]\n";

#[test]
fn what_has_not_changed_is_not_run() {
    let project = Project::new("cached-results");
    let fresh = format!("{DEP}ok   m/files #\nok   m/uses #\n3");
    assert_eq!(project.test("./..."), fresh.replace("\n3", ""));
    let cached = fresh.replace('#', "(cached)").replace("\n3", "");
    assert_eq!(project.test("./..."), cached);
    assert_eq!(project.test("-j 4 ./..."), cached);
    // Other flags are another run; -count asks for one.
    let verbose = project.test("-v ./files");
    assert!(verbose.contains("files_test.go:14: a b <nil>") && !verbose.contains("cached"), "{verbose}");
    let again = project.test("-v ./files");
    assert_eq!(again, verbose.replace("m/files #", "m/files (cached)"));
    assert!(!project.test("-count=1 ./...").contains("cached"));
    // What was printed is kept on its stream.
    assert!(again.ends_with("\n3"), "{again}");
}

#[test]
fn what_tests_have_asked_for_counts() {
    let project = Project::new("cached-files");
    let run = || project.test("./files");
    assert_eq!((run(), run()), ("ok   m/files #".into(), "ok   m/files (cached)".into()));
    project.write("files/testdata/list", "a c");
    assert_eq!((run(), run()), ("ok   m/files #".into(), "ok   m/files (cached)".into()));
    project.write("files/testdata/other", "nobody has asked for it");
    assert_eq!(run(), "ok   m/files (cached)");
    project.write("files/no", "");
    assert!(run().contains("it is there") && run().contains("it is there"));
    fs::remove_file(project.0.join("m/files/no")).unwrap();
    assert_eq!(run(), "ok   m/files (cached)");
}

#[test]
fn what_packages_need_counts_and_damage_is_seen() {
    let project = Project::new("cached-sources");
    let run = || project.test("./uses");
    assert_eq!((run(), run()), ("ok   m/uses #".into(), "ok   m/uses (cached)".into()));
    project.write("dep/dep.go", "package dep\n\nfunc Two() int { return 3 }\n");
    for _ in 0..2 {
        assert!(run().contains("uses_test.go:11: 3"), "a failure is no result to keep");
    }
    project.write("dep/dep.go", "package dep\n\nfunc Two() int { return 1 + 1 }\n");
    assert_eq!((run(), run()), ("ok   m/uses #".into(), "ok   m/uses (cached)".into()));
    for entry in fs::read_dir(project.0.join("cache")).unwrap() {
        let path = entry.unwrap().path();
        let mut bytes = fs::read(&path).unwrap();
        if bytes.starts_with(b"purlin\0t") {
            let last = bytes.len() - 1;
            bytes[last] ^= 1;
            fs::write(&path, bytes).unwrap();
        }
    }
    assert_eq!((run(), run()), ("ok   m/uses #".into(), "ok   m/uses (cached)".into()));
}

#[test]
fn a_package_that_may_write_where_it_is_runs_each_time() {
    let project = Project::new("writes");
    project.write(
        "writes/writes_test.go",
        "package writes\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestWrites(t *testing.T) {\n\
         \tif err := os.WriteFile(\"made\", nil, 0o600); err != nil {\n\t\tt.Fatal(err)\n\t}\n}\n",
    );
    assert!(project.test("./writes").contains("writing needs a grant"));
    for _ in 0..2 {
        assert_eq!(project.test("-allow-write writes ./writes"), "ok   m/writes #");
    }
    assert!(project.0.join("m/writes/made").exists());
}
