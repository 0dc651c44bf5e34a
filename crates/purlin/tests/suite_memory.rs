//! The memory of a runner whose tests print much: in a process of its own.

use purlin::test::{Event, Options, Suite};
use purlin::{Config, Engine, MemoryTree};

#[test]
fn memory_of_the_process_stays_small_whatever_tests_print() {
    let text = "package m\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n\t\"testing\"\n)\n\n\
                func TestA(t *testing.T) {\n\ts := strings.Repeat(\"x\", 1<<20)\n\
                \tfor range 1024 { fmt.Println(s) }\n}\n";
    let tree = MemoryTree::new().with("go.mod", "module m\n").with("m_test.go", text);
    let engine = Engine::new(Config::default());
    let suite = Suite::in_tree(&engine, &tree);
    let packages = suite.packages("", &["."]).expect("a package");
    let mut printed = 0;
    suite.run(&packages, &Options::default(), |event| {
        if let Event::PackageDone(report) = event {
            printed = report.output.len();
            let mut read = 0;
            let pieces = report.output.read(|_, piece| {
                read += piece.len() as u64;
                Ok(())
            });
            pieces.expect("it can be read");
            assert_eq!(read, printed);
        }
    });
    assert_eq!(printed, 1024 * ((1 << 20) + 1) + "PASS\n".len() as u64);
    assert!(resident() < 200 << 20, "the process has {} bytes", resident());
}

/// Bytes of memory that the process has in use.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = text.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0);
    pages * 4096
}
