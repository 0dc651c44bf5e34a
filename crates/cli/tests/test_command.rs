//! `purlin test` where it writes and where it waits: inputs that fuzzing finds, runs that are killed while
//! goldens are rewritten, a full disk, and `-watch`.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

struct Project(PathBuf);

impl Project {
    fn new(name: &str, files: &[(&str, &str)]) -> Project {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        let project = Project(folder);
        project.write("go.mod", "module m\n\ngo 1.26\n");
        files.iter().for_each(|(path, text)| project.write(path, text));
        project
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join("m").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.join("m").join(path)).unwrap()
    }

    /// Something that runs the command with its own cache in the project's folder.
    fn command(&self, program: &str, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(args).current_dir(self.0.join("m")).env("PURLIN_CACHE", self.0.join("cache"));
        command.env_remove("PURLIN_STRESS");
        command
    }

    /// The code, and what is printed on both streams.
    fn test(&self, args: &str) -> (Option<i32>, String) {
        let args: Vec<&str> = ["test"].into_iter().chain(args.split(' ')).collect();
        let output = self.command(env!("CARGO_BIN_EXE_purlin"), &args).output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    }

    /// The names of files below a folder of the project.
    fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.0.join("m").join(folder)).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

const FUZZED: &str = "package m\n\nimport \"testing\"\n\nfunc FuzzA(f *testing.F) {\n\tf.Add(\"a\", 1)\n\
    \tf.Fuzz(func(t *testing.T, s string, n int) {\n\t\tif len(s) > 2 && n > 5 {\n\t\t\tt.Fatal(s)\n\t\t}\n\t})\n}\n\n\
    func FuzzB(f *testing.F) {\n\tf.Fuzz(func(t *testing.T, b []byte) {})\n}\n";

#[test]
fn what_fuzzing_finds_is_written_and_fails_from_then_on() {
    let project = Project::new("fuzz", &[("m_test.go", FUZZED)]);
    let (code, text) = project.test("-fuzz FuzzA -fuzztime 10000x");
    assert_eq!(code, Some(1), "{text}");
    let names = project.names("testdata/fuzz/FuzzA");
    let [name] = &names[..] else { panic!("{names:?}") };
    assert_eq!(name.len(), 16);
    assert!(
        text.contains(&format!("    go test -run=FuzzA/{name}\nFAIL\nexit status 1\nFAIL\tm\t")),
        "{text}"
    );
    let input = "go test fuzz v1\nstring(\"000\")\nint(6)\n";
    assert_eq!(project.read(&format!("testdata/fuzz/FuzzA/{name}")), input);
    assert_eq!(project.names("testdata/fuzz"), ["FuzzA"], "no temporary file is left");
    let (code, text) = project.test(&format!("-run FuzzA/{name} ."));
    assert!(code == Some(1) && text.contains(&format!("--- FAIL: FuzzA/{name}")), "{text}");
    // The seeds run first, and that one fails.
    let (code, text) = project.test("-fuzz FuzzA .");
    assert!(code == Some(1) && !text.contains("fuzz: "), "{text}");
    let (code, text) = project.test("-fuzz FuzzB -fuzztime 100x -run ^$ .");
    assert!(code == Some(0) && text.contains("PASS\nok  \tm\t"), "{text}");
    assert!(text.contains("execs: 101 ("), "{text}");
    let (code, text) = project.test("-fuzz Fuzz -run ^$ .");
    assert!(code == Some(1) && text.contains("matches more than one fuzz test: [FuzzA FuzzB]"), "{text}");
}

#[test]
fn interesting_inputs_are_kept_for_the_next_run() {
    let text = "package m\n\nimport \"testing\"\n\nfunc FuzzA(f *testing.F) {\n\
                \tf.Fuzz(func(t *testing.T, s string) {\n\t\tfor i := range s {\n\t\t\tif s[i] == 'x' && i > 1 {\n\
                \t\t\t\tt.Log(s)\n\t\t\t}\n\t\t}\n\t})\n}\n";
    let project = Project::new("fuzz-kept", &[("m_test.go", text)]);
    let run = |cache: &str| {
        let (code, text) = project.test(&format!("-fuzz FuzzA -fuzztime 3000x -cache {cache} ."));
        assert_eq!(code, Some(0), "{text}");
        text
    };
    let begins = |text: &str, inputs: usize| {
        text.contains(&format!("gathering baseline coverage: 0/{inputs} completed\n"))
    };
    let first = run("kept");
    assert!(begins(&first, 1), "{first}");
    let found = first.rsplit("new interesting: ").next().and_then(|rest| rest.split(' ').next());
    let found: usize = found.and_then(|n| n.parse().ok()).unwrap_or(0);
    assert!(found > 2, "{first}");
    let second = run("kept");
    assert!(begins(&second, 1 + found), "{second}");
    assert!(second.contains("new interesting: ") && second != first, "{second}");
    assert_eq!((run("off"), run("off")), (first.clone(), first), "without a cache a seed is a run");
}

#[test]
fn only_one_package_is_fuzzed() {
    let project = Project::new("fuzz-many", &[("a/a_test.go", FUZZED), ("b/b_test.go", FUZZED)]);
    let (code, text) = project.test("-fuzz FuzzA ./...");
    assert_eq!((code, &*text), (Some(2), "purlin: cannot use -fuzz flag with multiple packages\n"));
}

/// A golden file that says something else of its gas than is so.
fn golden(n: usize, says: &str) -> String {
    format!("package main\n\nfunc main() {{ print({n}) }}\n\n// Gas: {says}\n")
}

const GOLDENS: usize = 60;

fn goldens(name: &str) -> Project {
    let project = Project::new(name, &[]);
    (0..GOLDENS).for_each(|n| project.write(&format!("g/{n:02}.go"), &golden(n, "0")));
    project
}

/// How many goldens are new; each is that or as it was.
fn updated(project: &Project) -> usize {
    let is_new = |n: usize| {
        let text = project.read(&format!("g/{n:02}.go"));
        let is_old = text == golden(n, "0");
        assert!(
            is_old || text.starts_with("package main") && text.contains("// Gas: ") && text.ends_with('\n')
        );
        !is_old
    };
    (0..GOLDENS).filter(|n| is_new(*n)).count()
}

fn ends_within(child: &mut Child, most: Duration) -> Option<i32> {
    let begun = Instant::now();
    while begun.elapsed() < most {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    panic!("it does not end");
}

#[test]
fn a_killed_update_leaves_each_golden_old_or_new() {
    let project = goldens("killed");
    for signal in ["TERM", "KILL", "TERM", "KILL"] {
        (0..GOLDENS).for_each(|n| project.write(&format!("g/{n:02}.go"), &golden(n, "0")));
        let args = ["test", "-update", "-j", "2", "-cache", "off", "./g"];
        let mut command = project.command(env!("CARGO_BIN_EXE_purlin"), &args);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        // Once the first is written, the others are being written.
        let mut told = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        told.read_line(&mut line).unwrap();
        assert!(line.starts_with("updated "), "{line}");
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let mut rest = String::new();
        told.read_to_string(&mut rest).unwrap();
        let code = ends_within(&mut child, Duration::from_secs(20));
        let new = updated(&project);
        assert!(new > 0);
        if signal == "TERM" {
            assert!(code == Some(130) || new == GOLDENS, "{code:?}");
            assert_eq!(project.names("g").len(), GOLDENS, "no temporary file is left");
        }
        if signal == "KILL" {
            // What the killed process has left is old enough then for the next one to remove.
            std::thread::sleep(Duration::from_millis(2100));
        }
    }
    project.write("g/00.go", &golden(0, "0"));
    assert_eq!(project.test("-update ./g").0, Some(0));
    assert_eq!((updated(&project), project.names("g").len()), (GOLDENS, GOLDENS));
}

#[test]
fn a_full_disk_leaves_goldens_as_they_were() {
    let project = goldens("full");
    // No file may grow; what would have ended the process is an error then, as on a full disk.
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" test -update -cache off ./g 2>&1";
    let output = project.command("sh", &["-c", script, env!("CARGO_BIN_EXE_purlin")]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("purlin: g/00.go: File too large"), "{text}");
    assert_eq!((updated(&project), project.names("g").len()), (0, GOLDENS));
}

/// Reads lines until one contains a text.
fn until(lines: &mut impl Iterator<Item = std::io::Result<String>>, text: &str) -> String {
    let mut all = String::new();
    for line in lines {
        let line = line.unwrap();
        all += &format!("{line}\n");
        if line.contains(text) {
            return all;
        }
    }
    panic!("{text:?} is not in {all}");
}

#[test]
fn what_changes_is_run_again_while_it_is_watched() {
    let test = |name: &str, body: &str| {
        format!("package {name}\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) {{ {body} }}\n")
    };
    let project = Project::new("watch", &[]);
    project.write("a/a_test.go", &test("a", ""));
    project.write("b/b_test.go", &test("b", ""));
    let script = "exec \"$0\" test -watch -junit out.xml ./... 2>&1";
    let mut command = project.command("sh", &["-c", script, env!("CARGO_BIN_EXE_purlin")]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = until(&mut lines, "waiting for changes");
    assert!(first.contains("ok  \tm/a") && first.contains("ok  \tm/b"), "{first}");
    project.write("b/b_test.go", &test("b", "t.Fatal(\"no\")"));
    let again = until(&mut lines, "waiting for changes");
    assert!(again.contains("FAIL\tm/b") && !again.contains("m/a"), "{again}");
    project.write("b/b_test.go", &test("b", "broken("));
    let broken = until(&mut lines, "waiting for changes");
    assert!(broken.contains("m/b [setup failed]") || broken.contains("m/b [build failed]"), "{broken}");
    project.write("b/b_test.go", &test("b", ""));
    let good = until(&mut lines, "waiting for changes");
    assert!(!good.contains("FAIL"), "{good}");
    let sent = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    assert_eq!(ends_within(&mut child, Duration::from_secs(20)), Some(130));
    assert!(project.0.join("m/out.xml").exists());
}

const PROFILED: &str = "package m\n\nimport \"testing\"\n\nfunc work(n int) (list []int) {\n\
    \tfor i := range n {\n\t\tlist = append(list, i*i)\n\t}\n\treturn list\n}\n\n\
    func TestWork(t *testing.T) {\n\tif len(work(100_000)) != 100_000 {\n\t\tt.Fatal(\"lost\")\n\t}\n}\n";

#[test]
fn profiles_and_timelines_are_written_for_one_package() {
    let project = Project::new("profiled", &[("m_test.go", PROFILED), ("other/o_test.go", PROFILED)]);
    let (code, text) = project.test("-cpuprofile cpu.folded");
    assert!(code == Some(0) && text.contains("ok  \tm\t"), "{text}");
    assert!(project.read("cpu.folded").contains("m.TestWork;m.work "));
    let (code, text) = project.test("-memprofile mem.folded -trace run.json");
    assert!(code == Some(0) && text.contains("ok  \tm\t"), "{text}");
    assert!(project.read("mem.folded").contains("m.TestWork;m.work "));
    assert!(project.read("run.json").contains("\"traceEvents\""));
    for flag in ["cpuprofile", "memprofile", "trace"] {
        let (code, text) = project.test(&format!("-{flag} many.json ./..."));
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains(&format!("cannot use -{flag} flag with multiple packages")), "{text}");
    }
    let (code, text) = project.test("-cpuprofile nowhere/cpu.svg");
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("nowhere/cpu.svg: No such file"), "{text}");
}
