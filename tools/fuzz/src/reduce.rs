//! Makes a program that shows a mismatch smaller, for as long as it shows the same one: whole declarations
//! first, then runs of lines, blocks, single lines, and operands. It knows Go only by braces and indentation.

use std::collections::BTreeSet;

use crate::child::say;
use crate::oracle::{Difference, Mode, Oracle};

/// A mismatch without its details.
type Signature = BTreeSet<(String, Difference)>;

struct Reducer<'a> {
    oracle: &'a Oracle,
    modes: Vec<Mode>,
    with_go: bool,
    wanted: (String, Difference),
    tries: usize,
}

fn signature(
    oracle: &Oracle,
    text: &str,
    modes: &[Mode],
    with_go: bool,
) -> std::io::Result<Option<Signature>> {
    Ok(match oracle.check_modes(text, modes, with_go)? {
        Ok(found) => Some(found.into_iter().map(|m| (m.mode, m.kind)).collect()),
        Err(_) => None,
    })
}

/// Reduces with at most `tries` runs of the oracle; none if the program shows no mismatch.
pub fn reduce(oracle: &Oracle, text: &str, tries: usize) -> std::io::Result<Option<String>> {
    let Some(found) = signature(oracle, text, &oracle.modes, oracle.go.is_some())? else { return Ok(None) };
    let Some(wanted) = found.into_iter().min_by_key(|(_, kind)| *kind) else { return Ok(None) };
    // One mode that is wrong and one that is right are enough, and Go only if the tiers agree.
    let mut modes: Vec<Mode> = oracle.modes.iter().filter(|m| m.name == wanted.0).cloned().collect();
    let base: Vec<Mode> = oracle.modes.iter().filter(|m| m.name != wanted.0).take(1).cloned().collect();
    let mut with_go = oracle.go.is_some();
    if !base.is_empty() {
        let pair: Vec<Mode> = base.iter().chain(&modes).cloned().collect();
        let shows = signature(oracle, text, &pair, false)?.is_some_and(|s| s.contains(&wanted));
        if shows {
            with_go = false;
            modes = pair;
        }
    }
    let mut reducer = Reducer { oracle, modes, with_go, wanted, tries };
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    loop {
        let before = lines.len() + lines.iter().map(String::len).sum::<usize>();
        reducer.declarations(&mut lines)?;
        reducer.runs(&mut lines)?;
        reducer.blocks(&mut lines)?;
        reducer.operands(&mut lines)?;
        let after = lines.len() + lines.iter().map(String::len).sum::<usize>();
        say(&format!("  {} lines, {} tries left", lines.len(), reducer.tries));
        if after >= before || reducer.tries == 0 {
            break;
        }
    }
    Ok(Some(lines.join("\n") + "\n"))
}

impl Reducer<'_> {
    fn holds(&mut self, lines: &[String]) -> std::io::Result<bool> {
        if self.tries == 0 {
            return Ok(false);
        }
        self.tries -= 1;
        let text = lines.join("\n") + "\n";
        let found = signature(self.oracle, &text, &self.modes, self.with_go)?;
        // A program that is refused where it was accepted is another mismatch.
        Ok(found.is_some_and(|s| {
            s.contains(&self.wanted)
                && (self.wanted.1 == Difference::Broken
                    || !s.iter().any(|(_, kind)| *kind == Difference::Broken))
        }))
    }

    fn try_replace(&mut self, lines: &mut Vec<String>, changed: Vec<String>) -> std::io::Result<bool> {
        let changed = without_unused_imports(changed);
        let good = self.holds(&changed)?;
        if good {
            *lines = changed;
        }
        Ok(good)
    }

    /// Removes top-level declarations, many at once if that works.
    fn declarations(&mut self, lines: &mut Vec<String>) -> std::io::Result<()> {
        let mut chunk = units(lines, 0).len();
        while chunk > 0 {
            let mut at = 0;
            loop {
                let all = units(lines, 0);
                if at >= all.len() {
                    break;
                }
                let gone: BTreeSet<usize> =
                    all[at..(at + chunk).min(all.len())].iter().flat_map(|(a, b)| *a..*b).collect();
                let changed = without(lines, &gone);
                if !self.try_replace(lines, changed)? {
                    at += chunk;
                }
                if self.tries == 0 {
                    return Ok(());
                }
            }
            chunk /= 2;
        }
        Ok(())
    }

    /// Removes balanced runs of lines, from long to short.
    fn runs(&mut self, lines: &mut Vec<String>) -> std::io::Result<()> {
        let mut size = lines.len() / 3;
        while size > 1 && self.tries > 0 {
            let mut end = lines.len();
            while end > size {
                let start = end - size;
                if balanced(&lines[start..end]) {
                    let changed = without(lines, &(start..end).collect());
                    if self.try_replace(lines, changed)? {
                        end = end.min(lines.len());
                        continue;
                    }
                }
                end -= (size / 2).max(1);
            }
            size /= 2;
        }
        Ok(())
    }

    /// Removes single lines and whole blocks, and unwraps blocks, from the end to the start.
    fn blocks(&mut self, lines: &mut Vec<String>) -> std::io::Result<()> {
        let mut at = lines.len();
        while at > 0 && self.tries > 0 {
            at -= 1;
            if at >= lines.len() || matches!(lines[at].trim(), "" | "}" | ")" | "}()") {
                continue;
            }
            let end = block_end(lines, at);
            let changed = without(lines, &(at..end).collect());
            if self.try_replace(lines, changed)? {
                continue;
            }
            if end > at + 2 {
                let mut unwrapped = lines[..at].to_vec();
                unwrapped.extend_from_slice(&lines[at + 1..end - 1]);
                unwrapped.extend_from_slice(&lines[end..]);
                self.try_replace(lines, unwrapped)?;
            }
        }
        Ok(())
    }

    /// Replaces `(a op b)` by `a` or by `b`.
    fn operands(&mut self, lines: &mut Vec<String>) -> std::io::Result<()> {
        for at in 0..lines.len() {
            let mut from = 0;
            while let Some((open, close, parts)) = group_after(&lines[at], from) {
                from = open + 1;
                for (a, b) in parts {
                    if self.tries == 0 {
                        return Ok(());
                    }
                    let line = &lines[at];
                    let small = format!("{}{}{}", &line[..open], &line[a..b], &line[close + 1..]);
                    let mut changed = lines.clone();
                    changed[at] = small;
                    if self.try_replace(lines, changed)? {
                        from = open;
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}

fn without(lines: &[String], gone: &BTreeSet<usize>) -> Vec<String> {
    lines.iter().enumerate().filter(|(i, _)| !gone.contains(i)).map(|(_, l)| l.clone()).collect()
}

/// Go refuses an import that nothing uses any more.
fn without_unused_imports(mut lines: Vec<String>) -> Vec<String> {
    for package in ["fmt", "math", "os"] {
        let (import, use_) = (format!("\t\"{package}\""), format!("{package}."));
        if !lines.iter().any(|l| l.contains(&use_)) {
            lines.retain(|l| *l != import);
        }
    }
    lines
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches('\t').len()
}

/// One past the last line of the block that starts at `at`; just the line if it opens nothing.
fn block_end(lines: &[String], at: usize) -> usize {
    let opens = |line: &str| line.ends_with(['{', '(', ':']);
    if !opens(lines[at].trim_end()) {
        return at + 1;
    }
    let level = indent(&lines[at]);
    let mut end = at + 1;
    while end < lines.len() {
        let text = lines[end].trim();
        if !text.is_empty() && indent(&lines[end]) <= level {
            if text.starts_with(['}', ')']) {
                let goes_on = opens(text);
                end += 1;
                if goes_on {
                    continue;
                }
            }
            return end;
        }
        end += 1;
    }
    end
}

/// The blocks and lines at one level of indentation.
fn units(lines: &[String], level: usize) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let end = block_end(lines, at);
        let kept = lines[at].starts_with("package") || lines[at].starts_with("func main()");
        if indent(&lines[at]) == level && !lines[at].trim().is_empty() && !kept {
            found.push((at, end));
        }
        at = end;
    }
    found
}

fn balanced(lines: &[String]) -> bool {
    let mut depth = 0i64;
    for line in lines {
        for b in line.bytes() {
            match b {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            if depth < 0 {
                return false;
            }
        }
    }
    depth == 0
}

type Parts = Vec<(usize, usize)>;

/// The next `(a op b)` whose parenthesis is at `from` or later: its bounds and those of its operands.
fn group_after(line: &str, from: usize) -> Option<(usize, usize, Parts)> {
    let bytes = line.as_bytes();
    for open in from..bytes.len() {
        if bytes[open] != b'(' {
            continue;
        }
        let mut depth = 0i64;
        let mut cuts = Vec::new();
        for (at, byte) in bytes.iter().enumerate().skip(open) {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth -= 1,
                b' ' if depth == 1 => cuts.push(at),
                _ => {}
            }
            if depth == 0 {
                if cuts.len() >= 2 {
                    let parts = vec![(open + 1, cuts[0]), (cuts[1] + 1, at)];
                    return Some((open, at, parts));
                }
                break;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_string).collect()
    }

    #[test]
    fn blocks_end_at_their_brace() {
        let l = lines("func f() {\n\tif x {\n\t\ta()\n\t} else {\n\t\tb()\n\t}\n\tc()\n}\nvar y int");
        assert_eq!(block_end(&l, 0), 8);
        assert_eq!(block_end(&l, 1), 6);
        assert_eq!(block_end(&l, 6), 7);
        assert_eq!(units(&l, 0), [(0, 8), (8, 9)]);
    }

    #[test]
    fn operands_are_found() {
        let line = "x = f((a + (b * c)))";
        let (open, close, parts) = group_after(line, 0).expect("a group");
        assert_eq!(&line[open..=close], "(a + (b * c))");
        assert_eq!(parts.iter().map(|(a, b)| &line[*a..*b]).collect::<Vec<_>>(), ["a", "(b * c)"]);
    }
}
