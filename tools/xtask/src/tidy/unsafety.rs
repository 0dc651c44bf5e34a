//! `unsafe`: in which crates, with which comments, and how many references to a running isolate are made of
//! addresses.

use super::baseline::Finding;
use super::files::SourceFile;
use super::tables::UNSAFE_CRATES;
use super::text::{Code, code_lines, comment_lines, has_word};

/// `unsafe` only in the crates that may have it, and each block with its invariant within the lines above it.
pub fn policy(file: &SourceFile) -> Vec<String> {
    let mut broken = Vec::new();
    let code: Vec<String> = code_lines(&file.text);
    let lines: Vec<&str> = file.text.lines().collect();
    let allowed = UNSAFE_CRATES.iter().any(|krate| file.name.starts_with(krate));
    for (i, line) in code.iter().enumerate() {
        if !has_word(line, "unsafe") {
            continue;
        }
        if !allowed {
            broken.push(format!(
                "{}:{}: unsafe outside runtime, interp, native, json and purlin-c",
                file.name,
                i + 1
            ));
        } else if (line.contains("unsafe {") || line.contains("unsafe impl")) && !explained(&lines, i) {
            broken.push(format!("{}:{}: unsafe without a `// SAFETY:` comment", file.name, i + 1));
        }
    }
    broken
}

/// Whether a SAFETY comment stands on the line, at the head of a statement that reaches it, or directly
/// above.
fn explained(lines: &[&str], at: usize) -> bool {
    if lines[at].contains("SAFETY:") {
        return true;
    }
    let mut comment = false;
    for line in lines[..at].iter().rev().take(20) {
        let line = line.trim();
        if line.contains("SAFETY:") {
            return true;
        }
        let is_comment = line.starts_with("//") || line.starts_with("#[");
        // Above the comment, or above the statement that holds the block, the search ends.
        if !is_comment && (comment || line.ends_with([';', '}'])) {
            return false;
        }
        comment |= is_comment;
    }
    false
}

/// What a comment says that points to another one.
const BORROWED: [&str; 6] = ["as above", "as for", "as before", "as there", "as in `", "likewise"];

/// SAFETY comments that point to another comment instead of stating the invariant.
pub fn borrowed_reasons(file: &SourceFile) -> Vec<Finding> {
    let mut found = Vec::new();
    for (line, text) in comment_lines(&file.text) {
        let text = text.to_lowercase();
        if text.contains("safety:")
            && let Some(words) = BORROWED.iter().find(|w| text.contains(*w))
        {
            found.push(Finding::new(
                file,
                line,
                format!("a SAFETY comment says `{words}` instead of the invariant"),
            ));
        }
    }
    found
}

/// Places that make a `&mut Vm` or `&mut VmCtx` from an address.
pub fn isolate_references(file: &SourceFile) -> Vec<Finding> {
    if !file.name.starts_with("crates/") {
        return Vec::new();
    }
    let code = Code::of(&file.text);
    let lines = code.lines().filter(|(_, line)| makes_isolate_reference(line));
    lines.map(|(n, _)| Finding::new(file, n, "makes a `&mut Vm` or `&mut VmCtx` from an address")).collect()
}

fn makes_isolate_reference(line: &str) -> bool {
    const TO: [&str; 6] = ["vm", "ctx", "isolate", "Vm", "VmCtx", "context"];
    line.match_indices("&mut *").any(|(at, mark)| {
        let place = &line[at + mark.len()..];
        let end = place.find([';', ',', '{', '}', '=']).unwrap_or(place.len());
        // What follows the last dot, arrow or parenthesis is what the reference is to, unless it is the call
        // that yields the pointer.
        let place = place[..end].replace(".get()", "");
        let mut words = place.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        words.rfind(|word| !word.is_empty()).is_some_and(|word| TO.contains(&word))
    })
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::*;

    #[test]
    fn references_to_the_isolate_are_counted() {
        let text = "let vm = unsafe { &mut *(*ctx).vm.get() };\nlet a = unsafe { &mut *(vm as *mut Vm) };\n\
                    let s = unsafe { &mut *(*run).state };\nlet c = unsafe { &mut *job.ctx }; // &mut *vm\n";
        let lines: Vec<usize> =
            isolate_references(&file("crates/runtime/src/a.rs", text)).iter().map(|f| f.line).collect();
        assert_eq!(lines, [1, 2, 4]);
        assert!(isolate_references(&file("tools/fuzz/src/a.rs", text)).is_empty());
    }

    #[test]
    fn invariants_are_stated_where_they_are_needed() {
        let text = "// SAFETY: as above.\n// SAFETY: in bounds.\n// As above, but safe.\n// SAFETY: as for `f`.\n// SAFETY: likewise.\n";
        let lines: Vec<usize> = borrowed_reasons(&file("a.rs", text)).iter().map(|f| f.line).collect();
        assert_eq!(lines, [1, 4, 5]);
    }

    #[test]
    fn unsafe_lives_in_five_crates_and_is_explained() {
        let block = "fn f(p: *const u8) -> u8 {\n    unsafe { *p }\n}\n";
        let good =
            "fn f(p: *const u8) -> u8 {\n    // SAFETY: p is valid, by the caller.\n    unsafe { *p }\n}\n";
        assert_eq!(policy(&file("crates/ir/src/a.rs", good)).len(), 1);
        assert_eq!(policy(&file("crates/runtime/src/a.rs", block)).len(), 1);
        assert!(policy(&file("crates/runtime/src/a.rs", good)).is_empty());
        let split = "// SAFETY: in bounds, checked above.\nlet x =\n    unsafe { *p };\n";
        assert!(policy(&file("crates/native/src/a.rs", split)).is_empty());
        let far = "// SAFETY: of another block.\nlet x = unsafe { *p };\nlet y = unsafe { *q };\n";
        assert_eq!(policy(&file("crates/native/src/a.rs", far)).len(), 1);
        let words =
            "// unsafe in prose\n#![forbid(unsafe_code)]\nlet s = \"unsafe {\"; let c = '\"'; /* unsafe */\n";
        assert!(policy(&file("crates/ir/src/a.rs", words)).is_empty());
    }
}
