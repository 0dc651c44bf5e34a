//! What Go's tests print, as events: of which test each line is, and what becomes of the tests. The lines
//! that say so begin with a mark if the program was run with `-test.v=test2json`. The events are those of
//! `go test -json`, so that tools that read these can be used.

use std::time::Duration;

/// The longest line that says something of a test, in bytes.
const LONGEST_FRAME: usize = 4096;
/// Bytes of output in one event at most, which is no more than a line.
const MOST_OUTPUT: usize = 1024;
/// What lines begin with that say something of a test.
const MARK: u8 = 0x16;

/// Something that the output of tests tells.
///
/// The example of [`Converter`] shows some.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestEvent {
    /// What it is: `start`, `run`, `pause`, `cont`, `output`, `attr`, `artifacts`, `bench`, `pass`, `fail`,
    /// `skip`.
    pub action: String,
    /// The test; empty if it is of the package as a whole.
    pub test: String,
    /// Of `pass`, `fail` and `skip`: the virtual seconds that it took.
    pub elapsed: Option<f64>,
    /// Of `output`: a line or a part of one.
    pub output: Option<String>,
    /// Of `attr`: a key and its value.
    pub attribute: Option<(String, String)>,
    /// Of `artifacts`: the folder.
    pub path: Option<String>,
}

/// Makes events of what a program of tests prints.
///
/// ```
/// use purlin::test::Converter;
///
/// let mut events = Vec::new();
/// let mut converter = Converter::new(|event| events.push((event.action, event.test)));
/// converter.write(b"=== RUN   TestA\nhello\n--- PASS: TestA (0.25s)\nPASS\n");
/// converter.finish(true, std::time::Duration::ZERO);
/// let actions: Vec<&str> = events.iter().map(|(action, _)| &**action).collect();
/// assert_eq!(actions, ["start", "run", "output", "output", "output", "pass", "output", "pass"]);
/// assert_eq!(events[3].1, "TestA");
/// ```
pub struct Converter<F: FnMut(TestEvent)> {
    input: Lines,
    frames: Frames<F>,
}

/// What is known of the tests so far.
struct Frames<F: FnMut(TestEvent)> {
    output: Lines,
    tell: F,
    /// The test that prints, as far as is known.
    test: String,
    /// Results that are told once what belongs to them has been printed, the innermost last.
    pending: Vec<TestEvent>,
    /// What the last line has said of the package.
    result: Option<&'static str>,
    needs_mark: bool,
}

impl<F: FnMut(TestEvent)> Converter<F> {
    /// A converter at the beginning of the output of a package; `tell` is called for each event.
    pub fn new(mut tell: F) -> Converter<F> {
        tell(TestEvent { action: "start".into(), ..TestEvent::default() });
        let frames = Frames {
            output: Lines::new(MOST_OUTPUT),
            tell,
            test: String::new(),
            pending: Vec::new(),
            result: None,
            needs_mark: false,
        };
        Converter { input: Lines::new(LONGEST_FRAME), frames }
    }

    /// Takes what was printed next.
    pub fn write(&mut self, bytes: &[u8]) {
        let Converter { input, frames } = self;
        input.write(bytes, &mut |line, is_whole| {
            if is_whole { frames.line(line) } else { frames.print(line) }
        });
    }

    /// The program has ended, well or not, after some virtual time: tells what is left, and of the package.
    pub fn finish(mut self, passed: bool, elapsed: Duration) {
        let Converter { input, frames } = &mut self;
        input.flush(&mut |line, _| frames.print(line));
        frames.flush_output();
        let skipped = passed && frames.result == Some("skip");
        let action = if !passed {
            "fail"
        } else if skipped {
            "skip"
        } else {
            "pass"
        };
        let seconds = (elapsed.as_secs_f64() * 1000.0).round() / 1000.0;
        frames.tell(TestEvent { action: action.into(), elapsed: Some(seconds), ..TestEvent::default() });
    }
}

/// A line that says something of a test: the word, and what follows.
fn frame(line: &str) -> Option<(&str, &str)> {
    let updates =
        ["RUN   ", "PAUSE ", "CONT  ", "NAME  ", "PASS  ", "FAIL  ", "SKIP  ", "ATTR  ", "ARTIFACTS "];
    let rest = line.strip_prefix("=== ")?;
    let word = updates.into_iter().find(|word| rest.starts_with(word))?;
    Some((word.trim_end(), rest[word.len()..].trim()))
}

impl<F: FnMut(TestEvent)> Frames<F> {
    fn tell(&mut self, mut event: TestEvent) {
        if event.test.is_empty() {
            event.test.clone_from(&self.test);
        }
        (self.tell)(event);
    }

    fn print(&mut self, bytes: &[u8]) {
        let Frames { output, tell, test, .. } = self;
        output.write(bytes, &mut |piece, _| tell(printed(test, piece)));
    }

    fn flush_output(&mut self) {
        let Frames { output, tell, test, .. } = self;
        output.flush(&mut |piece, _| tell(printed(test, piece)));
    }

    /// Tells the results at a depth, and of what is deeper.
    fn flush_results(&mut self, depth: usize) {
        self.test.clear();
        while self.pending.len() > depth
            && let Some(event) = self.pending.pop()
        {
            self.tell(event);
        }
    }

    /// Takes a whole line.
    fn line(&mut self, line: &[u8]) {
        let is_marked = line.first() == Some(&MARK);
        if self.needs_mark && !is_marked {
            self.print(line);
            return;
        }
        let line = if is_marked { &line[1..] } else { line };
        if is_marked {
            self.flush_output();
        }
        let text = String::from_utf8_lossy(line).into_owned();
        let trimmed = text.strip_suffix('\n').unwrap_or(&text);
        let trimmed = trimmed.strip_suffix('\r').unwrap_or(trimmed);
        // The spaces at the end may have been cut off.
        let trimmed = if trimmed == "=== NAME" { "=== NAME  " } else { trimmed };
        if matches!(trimmed, "PASS" | "FAIL") || trimmed.starts_with("FAIL\t") {
            self.flush_results(0);
            self.needs_mark = is_marked;
            self.print(line);
            self.result = Some(if trimmed == "PASS" { "pass" } else { "fail" });
            return;
        }
        let is_empty = trimmed.starts_with("?   \t") && trimmed.ends_with("\t[no test files]");
        if is_empty && self.pending.is_empty() {
            self.result = Some("skip");
        }
        match frame(trimmed) {
            Some((word, rest)) => self.update(line, word, rest, is_marked),
            None => self.result_or_output(line, trimmed, is_marked),
        }
    }

    /// Takes the result of a test, indented by how deep it is, or what is printed.
    fn result_or_output(&mut self, line: &[u8], text: &str, is_marked: bool) {
        let mut rest = text;
        let mut depth = 0;
        while let Some(inner) = rest.strip_prefix("    ") {
            (rest, depth) = (inner, depth + 1);
        }
        let result = ["PASS", "FAIL", "SKIP", "BENCH"].into_iter().find_map(|word| {
            let rest = rest.strip_prefix("--- ")?.strip_prefix(word)?.strip_prefix(": ")?;
            Some((word.to_lowercase(), rest.trim()))
        });
        let Some((action, name)) = result else {
            // Lines below a result are of that test, if the indentation is not the test's own.
            if depth > 0 && depth <= self.pending.len() {
                self.test.clone_from(&self.pending[depth - 1].test);
            }
            self.print(line);
            return;
        };
        let (name, time) = name.split_once(" (").map_or((name, None), |(name, time)| (name, Some(time)));
        if self.pending.len() < depth {
            self.print(line);
            return;
        }
        let elapsed = time.and_then(|time| time.strip_suffix("s)")).and_then(|time| time.parse().ok());
        self.needs_mark = is_marked;
        self.flush_results(depth);
        self.test = name.to_string();
        self.pending.push(TestEvent { action, test: name.to_string(), elapsed, ..TestEvent::default() });
        self.print(line);
    }

    /// Takes a line that says what a test does.
    fn update(&mut self, line: &[u8], word: &str, rest: &str, is_marked: bool) {
        let mut event = TestEvent { action: word.to_lowercase(), ..TestEvent::default() };
        let cut = |text: &str| {
            let (head, rest) = text.split_once(' ').unwrap_or((text, ""));
            (head.to_string(), rest.to_string())
        };
        let name = match word {
            "ARTIFACTS" => {
                let (name, path) = cut(rest);
                event.path = Some(path);
                name
            }
            "ATTR" => {
                let (name, pair) = cut(rest);
                event.attribute = Some(cut(&pair));
                name
            }
            _ => rest.to_string(),
        };
        self.needs_mark = is_marked;
        self.flush_results(0);
        self.test = name;
        match word {
            "NAME" => {}
            // So that nothing seems to come from a test that has paused.
            "PAUSE" => {
                self.print(line);
                self.tell(event);
            }
            _ => {
                self.tell(event);
                self.print(line);
            }
        }
    }
}

fn printed(test: &str, bytes: &[u8]) -> TestEvent {
    let output = Some(String::from_utf8_lossy(bytes).into_owned());
    TestEvent { action: "output".into(), test: test.to_string(), output, ..TestEvent::default() }
}

/// Cuts a stream into lines, and longer ones into parts, at the borders of characters.
struct Lines {
    most: usize,
    bytes: Vec<u8>,
    /// Whether a part of the line has been handed over.
    inside: bool,
}

impl Lines {
    fn new(most: usize) -> Lines {
        Lines { most, bytes: Vec::new(), inside: false }
    }

    /// Takes bytes, and hands over lines with their newlines, and whether each is whole.
    fn write(&mut self, mut bytes: &[u8], take: &mut impl FnMut(&[u8], bool)) {
        while !bytes.is_empty() {
            let (now, rest) = bytes.split_at(bytes.len().min(self.most - self.bytes.len()));
            self.bytes.extend_from_slice(now);
            bytes = rest;
            let mut at = 0;
            while let Some(length) = end_of_line(&self.bytes[at..]) {
                take(&self.bytes[at..at + length], !std::mem::take(&mut self.inside));
                at += length;
            }
            let name = self.bytes[at..].iter().position(|b| *b == b'\t');
            if let Some(tab) = name.filter(|tab| !self.inside && is_benchmark(&self.bytes[at..at + tab])) {
                // What a benchmark is called stands there while it runs.
                take(&self.bytes[at..=at + tab], false);
                (at, self.inside) = (at + tab + 1, true);
            }
            if at == 0 && self.bytes.len() == self.most {
                at = whole_characters(&self.bytes);
                take(&self.bytes[..at], false);
                self.inside = true;
            }
            self.bytes.drain(..at);
        }
    }

    /// Hands over what has no newline.
    fn flush(&mut self, take: &mut impl FnMut(&[u8], bool)) {
        if !self.bytes.is_empty() {
            take(&std::mem::take(&mut self.bytes), false);
        }
    }
}

/// The length of the first line. A mark that does not begin a line ends the one before it.
fn end_of_line(bytes: &[u8]) -> Option<usize> {
    let at = bytes.iter().enumerate().position(|(i, b)| *b == b'\n' || *b == MARK && i > 0)?;
    Some(if bytes[at] == b'\n' { at + 1 } else { at })
}

fn is_benchmark(name: &[u8]) -> bool {
    let name = String::from_utf8_lossy(name);
    let rest = name.trim_end_matches(' ').strip_prefix("Benchmark");
    rest.is_some_and(|rest| !rest.chars().next().is_some_and(char::is_lowercase))
}

/// The length without a character at the end that is not whole.
fn whole_characters(bytes: &[u8]) -> usize {
    for back in 1..=bytes.len().min(3) {
        let at = bytes.len() - back;
        let length = match bytes[at] {
            0x00..0x80 => 1,
            0x80..0xc0 => continue,
            0xc0..0xe0 => 2,
            0xe0..0xf0 => 3,
            0xf0.. => 4,
        };
        return if length > back { at } else { bytes.len() };
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(text: &str, chunk: usize) -> Vec<String> {
        let mut all = Vec::new();
        let mut converter = Converter::new(|e: TestEvent| {
            let elapsed = e.elapsed.map_or(String::new(), |s| format!(" {s}"));
            let more = e.attribute.map_or(String::new(), |(key, value)| format!(" {key}={value}"));
            let output = e.output.map_or(String::new(), |o| format!(" {o:?}"));
            all.push(format!("{} {}{elapsed}{more}{output}", e.action, e.test));
        });
        text.as_bytes().chunks(chunk).for_each(|bytes| converter.write(bytes));
        converter.finish(!text.contains("FAIL"), Duration::from_millis(3));
        all
    }

    #[test]
    fn lines_are_told_of_tests() {
        let text = "\x16=== RUN   TestA\nin a\n\x16=== RUN   TestA/b\nhalf\x16=== NAME  TestA\n--- PASS: no\n\
                    \x16=== ATTR  TestA k v w\n\x16--- FAIL: TestA/b (0.50s)\n    \u{e9}\n\
                    \x16--- FAIL: TestA (1.00s)\n\x16FAIL\n";
        let expected = [
            "start ",
            "run TestA",
            "output TestA \"=== RUN   TestA\\n\"",
            "output TestA \"in a\\n\"",
            "run TestA/b",
            "output TestA/b \"=== RUN   TestA/b\\n\"",
            "output TestA/b \"half\"",
            "output TestA \"--- PASS: no\\n\"",
            "attr TestA k=v w",
            "output TestA \"=== ATTR  TestA k v w\\n\"",
            "output TestA/b \"--- FAIL: TestA/b (0.50s)\\n\"",
            "output TestA/b \"    \u{e9}\\n\"",
            "fail TestA/b 0.5",
            "output TestA \"--- FAIL: TestA (1.00s)\\n\"",
            "fail TestA 1",
            "output  \"FAIL\\n\"",
            "fail  0.003",
        ];
        assert_eq!(events(text, 1000), expected);
        assert_eq!(events(text, 1), expected);
    }

    #[test]
    fn long_lines_are_cut_between_characters() {
        let text = format!("{}\n", "\u{e9}".repeat(3000));
        let parts = events(&text, 7);
        let whole: String = parts.iter().filter_map(|p| p.strip_prefix("output  \"")).collect();
        assert_eq!(whole.replace("\\n\"", "\n").replace('"', ""), text);
    }
}
