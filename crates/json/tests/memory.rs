//! How much memory a tree takes while it is made: the worst shapes of text, each in a process of its own, by
//! the most memory that was resident in it. Reserved memory that is never touched does not count. Linux only;
//! skipped elsewhere.

mod common;

use common::{SHAPES, shape};
use purlin_json::{Document, ReadOptions};

const SIZE: usize = 9 << 20;

/// A line of this process's status, in bytes.
fn status(name: &str) -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with(name))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kb| kb << 10)
}

/// What a child process does: one shape, by the walk or by the reader; prints what it took.
fn measure(name: &str, by_reader: bool) {
    // Pages of 2 MB would be counted whole.
    #[cfg(target_os = "linux")]
    // SAFETY: changes a setting of this process.
    unsafe {
        libc::prctl(libc::PR_SET_THP_DISABLE, 1, 0, 0, 0);
    }
    // Only the reader knows trailing commas, so all of the text goes through it.
    let options = ReadOptions { depth: 1 << 30, trailing_comma: by_reader, ..ReadOptions::default() };
    for small in SHAPES {
        let _ = Document::parse_with(shape(small, 1000).as_bytes(), &options);
    }
    let text = shape(name, SIZE);
    let before = status("VmRSS:").unwrap();
    let document = Document::parse_with(text.as_bytes(), &options);
    let most = status("VmHWM:").unwrap().saturating_sub(before);
    let good = document.is_ok();
    assert_eq!(good, !name.starts_with("only opened") && !name.starts_with("opened,"), "{name}");
    let used = document.map_or(0, |d| d.memory());
    println!("MEASURED {} {most} {used}", text.len());
}

#[test]
fn a_tree_takes_three_times_its_text_at_most() {
    if let Ok(name) = std::env::var("PURLIN_JSON_SHAPE") {
        return measure(&name, std::env::var_os("PURLIN_JSON_BY_READER").is_some());
    }
    if status("VmHWM:").is_none() {
        eprintln!("SKIPPED: this system does not say how much memory was resident");
        return;
    }
    for name in SHAPES {
        for by_reader in [false, true] {
            let mut child = std::process::Command::new(std::env::current_exe().unwrap());
            child.args(["--exact", "a_tree_takes_three_times_its_text_at_most", "--nocapture"]);
            child.env("PURLIN_JSON_SHAPE", name);
            if by_reader {
                child.env("PURLIN_JSON_BY_READER", "1");
            }
            let output = child.output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            let Some(line) = said.lines().find_map(|l| l.split_once("MEASURED ")) else {
                panic!("{name}: {said}{}", String::from_utf8_lossy(&output.stderr));
            };
            let figures: Vec<usize> = line.1.split(' ').map(|n| n.parse().unwrap()).collect();
            let (text, most, used) = (figures[0], figures[1], figures[2]);
            println!("{name:24} {:.2} {:.2}", most as f64 / text as f64, used as f64 / text as f64);
            assert!(most <= 3 * text + (1 << 20), "{name}: {most} bytes for a text of {text}");
            assert!(used <= 3 * text + 16, "{name}: {used} bytes for a text of {text}");
        }
    }
}
