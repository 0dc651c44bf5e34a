//! A host's own command: the command `purlin` with host packages shows their declarations, and programs
//! import them. The test starts itself as that command.

use std::process::{Command, ExitCode, Output};

use purlin::{Config, Engine, HostPackage, Object};

/// Says that this process is the command.
const MARK: &str = "PURLIN_TEST_HOST_COMMAND";

struct Counter(i64);

fn engine() -> Engine {
    let clock = HostPackage::new("host/clock")
        .doc("Package clock tells the time.")
        .function("Now", || 1_700_000_000i64)
        .doc("Now returns seconds since 1970.");
    let count = HostPackage::new("host/count")
        .object::<Counter>("Counter", |object| {
            object
                .method("Add", |counter: &mut Counter, n: i64| {
                    counter.0 += n;
                    counter.0
                })
                .parameters(["n"])
        })
        .function("New", |from: i64| Object::new(Counter(from)));
    let mut engine = Engine::new(Config::default());
    engine.host_package(clock);
    engine.host_package(count);
    engine
}

fn command(args: &[&str]) -> (String, String, Option<i32>) {
    let program = std::env::current_exe().expect("the test has a path");
    let ran = Command::new(program).args(args).env(MARK, "1").env("NO_COLOR", "1").output();
    let Output { status, stdout, stderr } = ran.expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(stdout), text(stderr), status.code())
}

fn declarations_are_shown() {
    let clock = "// Package clock tells the time.\npackage clock\n\n// Now returns seconds since 1970.\n\
                 func Now() int64\n";
    let count = "package count\n\ntype Counter struct {\n\thandle int64\n}\n\n\
                 func (c *Counter) Add(n int64) int64\n\nfunc New(int64) *Counter\n";
    for args in [
        &["inspect", "--declarations=host/clock"][..],
        &["inspect", "--declarations=host/clock", "--lang=go"],
    ] {
        assert_eq!(command(args), (clock.to_string(), String::new(), Some(0)), "{args:?}");
    }
    let all = format!("host/clock:\n\n{clock}\nhost/count:\n\n{count}");
    assert_eq!(command(&["inspect", "--declarations"]), (all, String::new(), Some(0)));
}

fn wrong_uses_say_so() {
    let (_, errors, code) = command(&["inspect", "--declarations=host/none"]);
    assert!(
        errors.contains("there is no host package host/none (there are host/clock, host/count)"),
        "{errors}"
    );
    assert_eq!(code, Some(64));
    let (_, errors, code) = command(&["inspect", "--declarations", "--lang=ir"]);
    assert!(code != Some(0) && errors.contains("declarations"), "{errors}");
    let (_, errors, code) = command(&["inspect", "--declarations", "--stage=ir", "x.go"]);
    assert!(errors.contains("cannot be used with"), "{errors}");
    assert_eq!(code, Some(64));
    let (_, errors, code) = command(&["inspect"]);
    assert!(errors.contains("<FILE>"), "{errors}");
    assert_eq!(code, Some(64));
}

fn programs_import_them() {
    let file = std::env::temp_dir().join(format!("purlin-host-packages-{}.go", std::process::id()));
    let text = "package main\n\nimport (\n\t\"fmt\"\n\t\"host/clock\"\n\t\"host/count\"\n)\n\n\
                func main() {\n\tc := count.New(clock.Now())\n\tfmt.Println(c.Add(42))\n}\n";
    std::fs::write(&file, text).expect("a temporary file");
    let ran = command(&["run", &file.to_string_lossy()]);
    let _ = std::fs::remove_file(&file);
    assert_eq!(ran, ("1700000042\n".into(), String::new(), Some(0)));
}

fn main() -> ExitCode {
    if std::env::var_os(MARK).is_some() {
        return purlin_cli::main_with_engine(engine());
    }
    declarations_are_shown();
    wrong_uses_say_so();
    programs_import_them();
    println!("host packages: ok");
    ExitCode::SUCCESS
}
