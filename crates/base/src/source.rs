//! Source files and positions in them.
//!
//! A [`Pos`] is four bytes: an offset into the concatenation of all files of one [`SourceMap`], so that
//! syntax trees and IR can carry positions everywhere without growing.

use std::fmt;
use std::sync::{Arc, OnceLock};

use cranelift_entity::{PrimaryMap, entity_impl};

use crate::wire::{Malformed, Packed, Reader, Source, Wire, Writer};

/// A file of a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(u32);
entity_impl!(FileId, "file");

/// A position in a [`SourceMap`]; [`Pos::NONE`] means "nowhere in particular".
///
/// The example of [`SourceMap`] makes some.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Pos(
    /// The offset in bytes, from 1; 0 is no position.
    pub u32,
);

impl Pos {
    /// No position.
    pub const NONE: Pos = Pos(0);

    /// Whether this is a position at all.
    pub fn is_some(self) -> bool {
        self != Pos::NONE
    }

    /// The position `bytes` further on in the same file.
    pub fn offset(self, bytes: u32) -> Pos {
        if self.is_some() { Pos(self.0.saturating_add(bytes)) } else { self }
    }
}

impl fmt::Debug for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.0)
    }
}

/// A position as people read it. Lines and columns count from 1; columns count bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineCol {
    /// The name of the file, as it was added to the [`SourceMap`].
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The byte in the line, from 1; 0 where a [`Mark`] leaves it unknown.
    pub col: u32,
}

impl fmt::Display for LineCol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if self.col == 0 { Ok(()) } else { write!(f, ":{}", self.col) }
    }
}

/// A statement in generated source of where its text comes from: the bytes from `offset` on, up to the next
/// mark, are reported as if they stood elsewhere.
///
/// [`SourceMap::add_marks`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The first byte that it speaks of.
    pub offset: u32,
    /// The name of the file that this byte comes from.
    pub name: Arc<str>,
    /// The line of this byte there, from 1.
    pub line: u32,
    /// The column of this byte there, from 1; 0 if columns are unknown up to the next mark.
    pub col: u32,
}

#[derive(Clone)]
struct File {
    name: Arc<str>,
    text: Text,
    /// Position of the file's first byte.
    base: u32,
    /// At the start of each block of [`BLOCK`] bytes: how many lines end before it, and where the line that
    /// it is in begins. The rest is looked up in the text, so that a file of many lines takes little more
    /// than its text. Made at the first question, which a program without errors does not have.
    blocks: OnceLock<Vec<(u32, u32)>>,
    /// In the order of their offsets.
    marks: Vec<Mark>,
}

const BLOCK: usize = 1 << 10;

/// A file's text; one that was read with a compiled module is decoded when it is first asked for.
#[derive(Clone)]
struct Text {
    made: OnceLock<Arc<str>>,
    packed: Option<Packed>,
    len: usize,
}

impl Text {
    fn new(text: Arc<str>) -> Text {
        Text { len: text.len(), packed: None, made: OnceLock::from(text) }
    }

    fn embedded(text: &'static str) -> Text {
        let packed = Packed::all(Source::Embedded(text.as_bytes()), 0);
        Text { len: text.len(), packed: Some(packed), made: OnceLock::new() }
    }

    fn get(&self) -> &Arc<str> {
        self.made.get_or_init(|| {
            let bytes = self.packed.as_ref().map_or(&[][..], Packed::bytes);
            String::from_utf8_lossy(bytes).into()
        })
    }
}

impl File {
    fn blocks(&self) -> &[(u32, u32)] {
        self.blocks.get_or_init(|| {
            let (mut lines, mut start) = (0, 0);
            let mut blocks = Vec::with_capacity(self.text.len / BLOCK + 1);
            for (n, block) in self.text.get().as_bytes().chunks(BLOCK).enumerate() {
                blocks.push((lines, start));
                lines += newlines(block);
                if let Some(last) = block.iter().rposition(|b| *b == b'\n') {
                    start = (n * BLOCK + last + 1) as u32;
                }
            }
            blocks
        })
    }

    /// The line, from 1, of the byte at `offset`, and where that line begins.
    fn line(&self, offset: usize) -> (u32, usize) {
        let blocks = self.blocks();
        let block = (offset / BLOCK).min(blocks.len().saturating_sub(1));
        let (lines, start) = blocks.get(block).copied().unwrap_or_default();
        let first = block * BLOCK;
        let before = &self.text.get().as_bytes()[first..offset];
        let start = before.iter().rposition(|b| *b == b'\n').map_or(start as usize, |n| first + n + 1);
        (1 + lines + newlines(before), start)
    }

    /// What people are told of the byte at `offset`.
    fn line_col(&self, offset: usize) -> LineCol {
        let (line, start) = self.line(offset);
        let col = (offset - start) as u32 + 1;
        let after = self.marks.partition_point(|m| m.offset as usize <= offset);
        let Some(mark) = after.checked_sub(1).map(|n| &self.marks[n]) else {
            return LineCol { file: self.name.clone(), line, col };
        };
        let marked = mark.offset as usize;
        let col = match mark.col {
            0 => 0,
            first if marked >= start => first.saturating_add((offset - marked) as u32),
            _ => col,
        };
        let lines = line - self.line(marked).0;
        LineCol { file: mark.name.clone(), line: mark.line.saturating_add(lines), col }
    }
}

fn newlines(bytes: &[u8]) -> u32 {
    bytes.iter().map(|b| u32::from(*b == b'\n')).sum()
}

/// All source text of one compilation, at most 2 GiB.
#[derive(Clone, Default)]
pub struct SourceMap {
    files: PrimaryMap<FileId, File>,
    end: u32,
}

/// The source text of one compilation would exceed 2 GiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMuchSource;

impl SourceMap {
    /// A map without files.
    pub fn new() -> SourceMap {
        SourceMap { files: PrimaryMap::new(), end: 1 }
    }

    /// Adds a file; `name` is what diagnostics print.
    ///
    /// # Errors
    /// The source would exceed 2 GiB.
    pub fn add(
        &mut self,
        name: impl Into<Arc<str>>,
        text: impl Into<Arc<str>>,
    ) -> Result<FileId, TooMuchSource> {
        self.add_text(name.into(), Text::new(text.into()))
    }

    /// Adds a file that is a part of this program: its text is copied when it is first asked for.
    ///
    /// # Errors
    /// The source would exceed 2 GiB.
    pub fn add_embedded(
        &mut self,
        name: impl Into<Arc<str>>,
        text: &'static str,
    ) -> Result<FileId, TooMuchSource> {
        self.add_text(name.into(), Text::embedded(text))
    }

    fn add_text(&mut self, name: Arc<str>, text: Text) -> Result<FileId, TooMuchSource> {
        let len = u32::try_from(text.len).map_err(|_| TooMuchSource)?;
        let base = self.end.max(1);
        let end = base.checked_add(len).and_then(|e| e.checked_add(1)).ok_or(TooMuchSource)?;
        if end > i32::MAX as u32 {
            return Err(TooMuchSource);
        }
        self.end = end;
        Ok(self.files.push(File { name, text, base, blocks: OnceLock::new(), marks: Vec::new() }))
    }

    /// Says where parts of a file come from; the marks are in the order of their offsets.
    ///
    /// ```
    /// # use purlin_base::{Mark, SourceMap};
    /// let mut sources = SourceMap::new();
    /// let file = sources.add("made.go", "a\nb\nc\n").expect("that is little source");
    /// sources.add_marks(file, vec![Mark { offset: 2, name: "template".into(), line: 10, col: 0 }]);
    /// assert_eq!(sources.line_col(sources.pos(file, 4)).unwrap().to_string(), "template:11");
    /// ```
    pub fn add_marks(&mut self, file: FileId, marks: Vec<Mark>) {
        self.files[file].marks = marks;
    }

    /// The text of a file.
    pub fn text(&self, file: FileId) -> &Arc<str> {
        self.files[file].text.get()
    }

    /// What diagnostics call a file.
    pub fn name(&self, file: FileId) -> &Arc<str> {
        &self.files[file].name
    }

    /// The position of byte `offset` of `file`.
    pub fn pos(&self, file: FileId, offset: usize) -> Pos {
        Pos(self.files[file].base + offset as u32)
    }

    /// The first position after all files.
    pub fn end(&self) -> Pos {
        Pos(self.end)
    }

    /// The file that holds `pos`, if any.
    pub fn file_of(&self, pos: Pos) -> Option<FileId> {
        if !pos.is_some() {
            return None;
        }
        let after = self.files.values().as_slice().partition_point(|f| f.base <= pos.0);
        let id = FileId(u32::try_from(after.checked_sub(1)?).ok()?);
        (pos.0 <= self.files[id].base + self.files[id].text.len as u32).then_some(id)
    }

    /// Line and column of `pos`, if it lies in a file.
    pub fn line_col(&self, pos: Pos) -> Option<LineCol> {
        let file = &self.files[self.file_of(pos)?];
        let offset = (pos.0 - file.base) as usize;
        Some(file.line_col(offset))
    }

    /// The text of the line that holds `pos`, without its newline.
    pub fn line_text(&self, pos: Pos) -> Option<&str> {
        self.line_around(pos).map(|(line, _)| line)
    }

    /// The text of the line that holds `pos`, and where in it `pos` is, whatever marks say.
    pub(crate) fn line_around(&self, pos: Pos) -> Option<(&str, usize)> {
        let file = &self.files[self.file_of(pos)?];
        let offset = (pos.0 - file.base) as usize;
        let text = file.text.get();
        let rest = &text.as_bytes()[offset..];
        let end = rest.iter().position(|b| *b == b'\n').map_or(text.len(), |n| offset + n);
        let start = file.line(offset).1;
        Some((text[start..end].trim_end_matches('\r'), offset - start))
    }
}

impl Wire for SourceMap {
    fn put(&self, out: &mut Writer) {
        out.number(self.files.len() as u64);
        for file in self.files.values() {
            file.name.to_string().put(out);
            match &file.text.packed {
                Some(packed) => out.packed(|out| out.again(packed)),
                None => out.packed(|out| out.raw(file.text.get().as_bytes())),
            }
            out.number(file.marks.len() as u64);
            for mark in &file.marks {
                mark.name.to_string().put(out);
                [mark.offset, mark.line, mark.col].iter().for_each(|n| n.put(out));
            }
        }
    }

    fn take(from: &mut Reader<'_>) -> Result<SourceMap, Malformed> {
        let mut map = SourceMap::new();
        for _ in 0..from.count()? {
            let (name, packed) = (String::take(from)?, from.packed()?);
            let (base, len) = (map.end, packed.bytes().len());
            let end = base as usize + len + 1;
            map.end = u32::try_from(end).ok().filter(|end| *end <= i32::MAX as u32).ok_or(Malformed)?;
            let text = Text { made: OnceLock::new(), packed: Some(packed), len };
            let marks = take_marks(from, len)?;
            map.files.push(File { name: name.into(), text, base, blocks: OnceLock::new(), marks });
        }
        Ok(map)
    }
}

/// The marks of a file of `len` bytes.
fn take_marks(from: &mut Reader<'_>, len: usize) -> Result<Vec<Mark>, Malformed> {
    let mut marks: Vec<Mark> = Vec::new();
    for _ in 0..from.count()? {
        let name = String::take(from)?.into();
        let (offset, line, col) = (u32::take(from)?, u32::take(from)?, u32::take(from)?);
        if offset as usize > len || marks.last().is_some_and(|m| m.offset > offset) {
            return Err(Malformed);
        }
        marks.push(Mark { offset, name, line, col });
    }
    Ok(marks)
}

impl Wire for Pos {
    fn put(&self, out: &mut Writer) {
        self.0.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Pos, Malformed> {
        u32::take(from).map(Pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_find_their_lines() {
        let mut map = SourceMap::new();
        let a = map.add("a.go", "one\ntwo\n").unwrap();
        let b = map.add("b.go", "").unwrap();
        let c = map.add("c.go", "x").unwrap();
        assert_eq!(map.line_col(map.pos(a, 5)).unwrap().to_string(), "a.go:2:2");
        assert_eq!(map.line_text(map.pos(a, 5)), Some("two"));
        assert_eq!(map.line_col(map.pos(a, 8)).unwrap().to_string(), "a.go:3:1");
        assert_eq!(map.line_col(map.pos(b, 0)).unwrap().to_string(), "b.go:1:1");
        assert_eq!(map.line_col(map.pos(c, 1)).unwrap().to_string(), "c.go:1:2");
        assert_eq!(map.line_col(Pos::NONE), None);
        assert_eq!(map.line_col(Pos(1000)), None);
        let mut out = Writer::new();
        map.put(&mut out);
        let read: SourceMap = Packed::all(Arc::new(out.into_bytes()), 0).decode().unwrap();
        for pos in (0..20).map(Pos) {
            assert_eq!(read.line_col(pos), map.line_col(pos));
            assert_eq!(read.line_text(pos), map.line_text(pos));
        }
        assert_eq!(read.text(a), map.text(a));
    }

    #[test]
    fn marks_say_where_text_comes_from() {
        let mut map = SourceMap::new();
        map.add("a", "first").unwrap();
        let file = map.add("b", "one\ntwo\nthree\nfour\n").unwrap();
        let mark = |offset, name: &str, line, col| Mark { offset, name: name.into(), line, col };
        map.add_marks(file, vec![mark(4, "x", 70, 0), mark(10, "y", 5, 3)]);
        let mut out = Writer::new();
        map.put(&mut out);
        let read: SourceMap = Packed::all(Arc::new(out.into_bytes()), 0).decode().unwrap();
        for map in [&map, &read] {
            let at = |offset| map.line_col(map.pos(file, offset)).unwrap().to_string();
            let seen = [at(1), at(4), at(8), at(10), at(13), at(14)];
            assert_eq!(seen, ["b:1:2", "x:70", "x:71", "y:5:3", "y:5:6", "y:6:1"]);
            assert_eq!(map.line_around(map.pos(file, 10)), Some(("three", 2)));
        }
    }

    #[test]
    fn lines_of_a_long_file() {
        let text: String = (0..3000).map(|n| "x".repeat(n % 7) + "\n").collect();
        let mut map = SourceMap::new();
        map.add("a", "first").unwrap();
        let file = map.add("b", text.as_str()).unwrap();
        let (mut line, mut col) = (1, 1);
        for (offset, byte) in text.bytes().enumerate() {
            let at = map.line_col(map.pos(file, offset)).unwrap();
            assert_eq!((at.line, at.col), (line, col));
            (line, col) = if byte == b'\n' { (line + 1, 1) } else { (line, col + 1) };
        }
        assert_eq!(map.line_col(map.pos(file, text.len())).unwrap().to_string(), "b:3001:1");
        assert_eq!(map.line_text(map.pos(file, text.len())), Some(""));
        assert_eq!(map.line_text(map.pos(file, 5)), Some("xx"));
    }
}
