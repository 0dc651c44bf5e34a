//! Patterns in Go's syntax, with its errors. No recursion: groups are a stack.

use std::rc::Rc;

use crate::utf8::decode;

use super::class::{self, Class};

/// Kinds of errors. The numbers are for guests whose library has the sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// A range of characters is upside down.
    CharRange = 1,
    /// An escape is unknown.
    Escape = 2,
    /// The name of a group is wrong or there twice.
    NamedCapture = 3,
    /// What follows `(?` is unknown.
    PerlOp = 4,
    /// Operators of repetition follow each other.
    RepeatOp = 5,
    /// A count of repetitions is too large.
    RepeatSize = 6,
    /// The pattern is no UTF-8.
    Utf8 = 7,
    /// A `]` is missing.
    MissingBracket = 8,
    /// A `)` is missing.
    MissingParen = 9,
    /// An operator of repetition has nothing to repeat.
    MissingArgument = 10,
    /// The pattern ends with a backslash.
    TrailingBackslash = 11,
    /// A `)` has no `(`.
    UnexpectedParen = 12,
    /// Groups nest too deep.
    NestingDepth = 13,
    /// The program would be too large.
    Large = 14,
}

/// What is wrong with which part of the pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// What is wrong.
    pub code: Code,
    /// Where the part begins, in bytes.
    pub from: usize,
    /// Where the part ends.
    pub to: usize,
}

type Result<T> = std::result::Result<T, Error>;

/// What stands between two code points.
pub(super) mod look {
    pub(crate) const BEGIN_LINE: u32 = 1;
    pub(crate) const END_LINE: u32 = 2;
    pub(crate) const BEGIN_TEXT: u32 = 4;
    pub(crate) const END_TEXT: u32 = 8;
    pub(crate) const WORD: u32 = 16;
    pub(crate) const NO_WORD: u32 = 32;
}

/// A part of a pattern.
#[derive(Clone, Debug)]
pub(super) enum NodeKind {
    Empty,
    Rune(u32),
    Class(Rc<Class>),
    Look(u32),
    Capture(usize, Box<Node>),
    /// At least, at most, greedy.
    Repeat(u32, Option<u32>, bool, Box<Node>),
    Concat(Vec<Node>),
    Alternate(Vec<Node>),
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: NodeKind,
    /// Levels of nodes, this one included.
    height: u32,
    /// Instructions that it becomes, at most.
    size: u64,
    /// The most copies of something inside that its counted repetitions make.
    copies: u32,
}

/// Levels and instructions that a pattern may have.
const MAX_HEIGHT: u32 = 1000;
/// Groups that may be open at once: that most of them are never closed is found out at the end.
const MAX_OPEN: usize = 20_000;
pub(super) const MAX_SIZE: u64 = 1 << 18;
/// Copies that nested counted repetitions may make.
const MAX_COPIES: u32 = 1000;
/// Ranges and folded code points in all classes of a pattern.
const MAX_WORK: usize = 1 << 20;
/// Work to find a class by its name.
const LOOKUP: usize = 20;

impl Node {
    fn leaf(kind: NodeKind) -> Node {
        let size = if let NodeKind::Class(class) = &kind { 1 + class.0.len() as u64 / 8 } else { 1 };
        Node { kind, height: 1, size, copies: 1 }
    }

    fn list(mut nodes: Vec<Node>, kind: fn(Vec<Node>) -> NodeKind) -> Node {
        if nodes.len() == 1 {
            return nodes.remove(0);
        }
        let height = 1 + nodes.iter().map(|n| n.height).max().unwrap_or(0);
        let size = nodes.iter().map(|n| n.size + 1).sum();
        let copies = nodes.iter().map(|n| n.copies).max().unwrap_or(1);
        Node { kind: if nodes.is_empty() { NodeKind::Empty } else { kind(nodes) }, height, size, copies }
    }
}

#[derive(Clone, Copy)]
struct Flags {
    fold: bool,
    /// `^` and `$` are the ends of the text.
    one_line: bool,
    dot_newline: bool,
    lazy: bool,
}

/// A group that is open, and what stood before it.
struct Frame {
    flags: Flags,
    capture: Option<usize>,
    alternatives: Vec<Node>,
    parts: Vec<Node>,
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    flags: Flags,
    perl: bool,
    alternatives: Vec<Node>,
    parts: Vec<Node>,
    frames: Vec<Frame>,
    names: Vec<String>,
    nodes: u64,
    work: usize,
}

/// A pattern that was read.
pub struct Parsed {
    pub(super) root: Node,
    /// Names of groups, the whole pattern first; empty where there is none.
    pub names: Vec<String>,
}

/// Reads a pattern, with Perl's classes and flags if `perl`; also how many ranges and code points were looked
/// at for classes, which is work beyond the length of the pattern.
pub fn parse(text: &[u8], perl: bool) -> (Result<Parsed>, usize) {
    let flags = Flags { fold: false, one_line: perl, dot_newline: false, lazy: false };
    let mut parser = Parser {
        text,
        at: 0,
        flags,
        perl,
        alternatives: Vec::new(),
        parts: Vec::new(),
        frames: Vec::new(),
        names: vec![String::new()],
        nodes: 0,
        work: 0,
    };
    let root = parser.pattern();
    let (names, work) = (parser.names, parser.work);
    (root.map(|root| Parsed { root, names }), work)
}

/// The characters that a node begins with.
fn leading(node: &Node) -> impl Iterator<Item = u32> + '_ {
    let parts = match &node.kind {
        NodeKind::Concat(parts) => parts,
        _ => std::slice::from_ref(node),
    };
    parts.iter().map_while(|p| if let NodeKind::Rune(rune) = p.kind { Some(rune) } else { None })
}

/// A node without the first `n` of its parts.
fn without(node: Node, n: usize) -> Node {
    match node.kind {
        NodeKind::Concat(mut parts) => Node::list(parts.split_off(n), NodeKind::Concat),
        _ => Node::leaf(NodeKind::Empty),
    }
}

/// One of several nodes. The characters that all begin with come first, so that they are looked for.
fn alternatives(mut nodes: Vec<Node>) -> Node {
    let empties = |nodes: &mut Vec<Node>| {
        nodes.dedup_by(|b, a| matches!((&a.kind, &b.kind), (NodeKind::Empty, NodeKind::Empty)));
    };
    empties(&mut nodes);
    let mut common: Vec<u32> = match &nodes[..] {
        [first, _, ..] => leading(first).collect(),
        _ => Vec::new(),
    };
    for node in nodes.iter().skip(1) {
        let same = common.iter().zip(leading(node)).take_while(|(a, b)| **a == *b).count();
        common.truncate(same);
    }
    if common.is_empty() {
        return Node::list(nodes, NodeKind::Alternate);
    }
    let mut rest: Vec<Node> = nodes.into_iter().map(|node| without(node, common.len())).collect();
    empties(&mut rest);
    let mut parts: Vec<Node> = common.into_iter().map(|rune| Node::leaf(NodeKind::Rune(rune))).collect();
    parts.push(Node::list(rest, NodeKind::Alternate));
    Node::list(parts, NodeKind::Concat)
}

fn hex(c: u32) -> Option<u32> {
    char::from_u32(c).and_then(|c| c.to_digit(16))
}

impl Parser<'_> {
    fn error<T>(&self, code: Code, from: usize, to: usize) -> Result<T> {
        Err(Error { code, from, to: to.min(self.text.len()) })
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }

    /// The next code point.
    fn rune(&mut self) -> Result<u32> {
        let (rune, len) = decode(&self.text[self.at..]);
        if rune == 0xfffd && len == 1 {
            return self.error(Code::Utf8, self.at, self.text.len());
        }
        self.at += len;
        Ok(rune)
    }

    /// The error of a part that is no UTF-8 begins at the first byte that is none.
    fn check_utf8(&self, from: usize, to: usize) -> Result<()> {
        match std::str::from_utf8(&self.text[from..to]) {
            Ok(_) => Ok(()),
            Err(bad) => self.error(Code::Utf8, from + bad.valid_up_to(), to),
        }
    }

    fn push(&mut self, node: Node) -> Result<()> {
        self.nodes += 1;
        self.check(&node)?;
        self.parts.push(node);
        Ok(())
    }

    fn check(&self, node: &Node) -> Result<()> {
        if node.size > MAX_SIZE || self.work > MAX_WORK || self.nodes > MAX_SIZE {
            return self.error(Code::Large, 0, self.text.len());
        }
        if node.height > MAX_HEIGHT && self.nodes >= u64::from(MAX_HEIGHT) {
            return self.error(Code::NestingDepth, 0, self.text.len());
        }
        Ok(())
    }

    fn push_class(&mut self, class: Class) -> Result<()> {
        self.work += class.0.len();
        if let [(first, last)] = class.0[..]
            && first == last
        {
            return self.push(Node::leaf(NodeKind::Rune(first)));
        }
        self.push(Node::leaf(NodeKind::Class(Rc::new(class))))
    }

    fn literal(&mut self, rune: u32) -> Result<()> {
        if !self.flags.fold {
            return self.push(Node::leaf(NodeKind::Rune(rune)));
        }
        let mut class = Class::default();
        class.push_folded(rune);
        class.clean();
        self.push_class(class)
    }

    fn look(&mut self, what: u32) -> Result<()> {
        self.push(Node::leaf(NodeKind::Look(what)))
    }

    /// Ends a concatenation: what is between two bars.
    fn concat(&mut self) -> Result<()> {
        let mut parts = std::mem::take(&mut self.parts);
        if parts.iter().any(|p| matches!(p.kind, NodeKind::Concat(_))) {
            let nested = std::mem::take(&mut parts);
            for node in nested {
                match node.kind {
                    NodeKind::Concat(inner) => parts.extend(inner),
                    _ => parts.push(node),
                }
            }
            self.work += parts.len();
        }
        let node = Node::list(parts, NodeKind::Concat);
        self.check(&node)?;
        self.alternatives.push(node);
        Ok(())
    }

    /// Ends the innermost group or the whole.
    fn alternate(&mut self) -> Result<Node> {
        self.concat()?;
        let node = alternatives(std::mem::take(&mut self.alternatives));
        self.check(&node)?;
        Ok(node)
    }

    fn open(&mut self, capture: Option<usize>) -> Result<()> {
        if self.frames.len() == MAX_OPEN {
            return self.error(Code::NestingDepth, 0, self.text.len());
        }
        self.frames.push(Frame {
            flags: self.flags,
            capture,
            alternatives: std::mem::take(&mut self.alternatives),
            parts: std::mem::take(&mut self.parts),
        });
        Ok(())
    }

    fn open_capture(&mut self, name: String) -> Result<()> {
        self.names.push(name);
        self.open(Some(self.names.len() - 1))
    }

    fn close(&mut self) -> Result<()> {
        let inner = self.alternate()?;
        let Some(frame) = self.frames.pop() else {
            return self.error(Code::UnexpectedParen, 0, self.text.len());
        };
        self.flags = frame.flags;
        self.alternatives = frame.alternatives;
        self.parts = frame.parts;
        let node = match frame.capture {
            None => inner,
            Some(n) => Node {
                height: inner.height + 1,
                size: inner.size + 2,
                copies: inner.copies,
                kind: NodeKind::Capture(n, Box::new(inner)),
            },
        };
        self.push(node)
    }

    fn pattern(&mut self) -> Result<Node> {
        // Where the repetition begins that ends here.
        let mut last_repeat = None;
        while let Some(c) = self.peek(0) {
            let mut repeat = None;
            match c {
                b'(' if self.perl && self.peek(1) == Some(b'?') => self.perl_group()?,
                b'(' => {
                    self.at += 1;
                    self.open_capture(String::new())?;
                }
                b'|' => {
                    self.at += 1;
                    self.concat()?;
                }
                b')' => {
                    self.close()?;
                    self.at += 1;
                }
                b'^' => {
                    self.at += 1;
                    self.look(if self.flags.one_line { look::BEGIN_TEXT } else { look::BEGIN_LINE })?;
                }
                b'$' => {
                    self.at += 1;
                    self.look(if self.flags.one_line { look::END_TEXT } else { look::END_LINE })?;
                }
                b'.' => {
                    self.at += 1;
                    let ranges = match self.flags.dot_newline {
                        true => vec![(0, class::MAX_RUNE)],
                        false => vec![(0, 9), (11, class::MAX_RUNE)],
                    };
                    self.push_class(Class(ranges))?;
                }
                b'[' => self.bracket()?,
                b'*' | b'+' | b'?' | b'{' => repeat = self.repetition(c, last_repeat)?,
                b'\\' => self.backslash()?,
                _ => {
                    let rune = self.rune()?;
                    self.literal(rune)?;
                }
            }
            last_repeat = repeat;
        }
        let root = self.alternate()?;
        if self.frames.is_empty() { Ok(root) } else { self.error(Code::MissingParen, 0, self.text.len()) }
    }

    /// An operator of repetition, or a brace that is none: where it begins if it is one.
    fn repetition(&mut self, operator: u8, last_repeat: Option<usize>) -> Result<Option<usize>> {
        let start = self.at;
        let (min, max) = match operator {
            b'*' => (0, None),
            b'+' => (1, None),
            b'?' => (0, Some(1)),
            _ => match self.counts()? {
                Some((min, max)) => {
                    self.repeat(min, max, true, start, last_repeat)?;
                    return Ok(Some(start));
                }
                None => {
                    self.at += 1;
                    self.literal(u32::from(b'{'))?;
                    return Ok(None);
                }
            },
        };
        self.at += 1;
        self.repeat(min, max, false, start, last_repeat)?;
        Ok(Some(start))
    }

    /// Repeats the last part. `start` is where the operator begins.
    fn repeat(
        &mut self,
        min: u32,
        max: Option<u32>,
        counted: bool,
        start: usize,
        last: Option<usize>,
    ) -> Result<()> {
        let mut lazy = self.flags.lazy;
        if self.perl {
            if self.peek(0) == Some(b'?') {
                self.at += 1;
                lazy = !lazy;
            }
            if let Some(last) = last {
                return self.error(Code::RepeatOp, last, self.at);
            }
        }
        let Some(inner) = self.parts.pop() else {
            return self.error(Code::MissingArgument, start, self.at);
        };
        let most = max.unwrap_or(min);
        let mut copies = inner.copies;
        if counted && most > 0 {
            copies = copies.saturating_mul(most);
            if (min >= 2 || most >= 2) && copies > MAX_COPIES {
                return self.error(Code::RepeatSize, start, self.at);
            }
        }
        let node = Node {
            height: inner.height + 1,
            size: u64::from(most.max(1)) * (inner.size + 1) + 2,
            copies,
            kind: NodeKind::Repeat(min, max, !lazy, Box::new(inner)),
        };
        self.push(node)
    }

    /// A number without zeros before it, and where it ends.
    fn count(&self, at: usize) -> Option<(u32, usize)> {
        let rest = self.text.get(at..)?;
        let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
        if digits == 0 || digits > 1 && rest[0] == b'0' {
            return None;
        }
        let add = |n: u32, c: &u8| n.saturating_mul(10).saturating_add(u32::from(c - b'0'));
        Some((rest[..digits].iter().fold(0, add), at + digits))
    }

    /// `{n}`, `{n,}`, `{n,m}`; nothing if it is not of that form.
    fn counts(&mut self) -> Result<Option<(u32, Option<u32>)>> {
        let start = self.at;
        let Some((min, mut at)) = self.count(start + 1) else { return Ok(None) };
        let mut max = Some(min);
        if self.text.get(at) == Some(&b',') {
            at += 1;
            max = None;
            if self.text.get(at) != Some(&b'}') {
                let Some((most, end)) = self.count(at) else { return Ok(None) };
                (max, at) = (Some(most), end);
            }
        }
        if self.text.get(at) != Some(&b'}') {
            return Ok(None);
        }
        self.at = at + 1;
        if min > 1000 || max.is_some_and(|max| max > 1000 || min > max) {
            return self.error(Code::RepeatSize, start, self.at);
        }
        Ok(Some((min, max)))
    }

    /// What begins with `(?`: a named group, flags, a group without number.
    fn perl_group(&mut self) -> Result<()> {
        let start = self.at;
        let rest = &self.text[start..];
        let named = match rest {
            [_, _, b'P', b'<', _, ..] => Some(4),
            [_, _, b'<', _, ..] => Some(3),
            _ => None,
        };
        if let Some(skip) = named {
            let Some(end) = memchr::memchr(b'>', rest) else {
                self.check_utf8(start, self.text.len())?;
                return self.error(Code::NamedCapture, start, self.text.len());
            };
            self.check_utf8(start + skip.min(end), start + end)?;
            let name = &rest[skip.min(end)..end];
            if name.is_empty() || !name.iter().all(|c| c.is_ascii_alphanumeric() || *c == b'_') {
                return self.error(Code::NamedCapture, start, start + end + 1);
            }
            let name = String::from_utf8_lossy(name).into_owned();
            self.at = start + end + 1;
            self.open_capture(name)?;
            return Ok(());
        }
        self.at += 2;
        let mut flags = self.flags;
        let (mut on, mut seen) = (true, false);
        while self.at < self.text.len() {
            let c = self.rune()?;
            match char::from_u32(c).unwrap_or_default() {
                'i' => flags.fold = on,
                'm' => flags.one_line = !on,
                's' => flags.dot_newline = on,
                'U' => flags.lazy = on,
                '-' if on => {
                    (on, seen) = (false, false);
                    continue;
                }
                end @ (':' | ')') if on || seen => {
                    if end == ':' {
                        self.open(None)?;
                    }
                    self.flags = flags;
                    return Ok(());
                }
                _ => break,
            }
            seen = true;
        }
        self.error(Code::PerlOp, start, self.at)
    }

    fn backslash(&mut self) -> Result<()> {
        if self.perl
            && let Some(c) = self.peek(1)
        {
            let what = match c {
                b'A' => look::BEGIN_TEXT,
                b'b' => look::WORD,
                b'B' => look::NO_WORD,
                b'z' => look::END_TEXT,
                b'C' => return self.error(Code::Escape, self.at, self.at + 2),
                b'Q' => return self.quoted(),
                _ => 0,
            };
            if what != 0 {
                self.at += 2;
                return self.look(what);
            }
        }
        let mut class = Class::default();
        if self.unicode_class(&mut class)? || self.perl_class(&mut class) {
            class.clean();
            return self.push_class(class);
        }
        let rune = self.escape()?;
        self.literal(rune)
    }

    /// `\Q…\E`
    fn quoted(&mut self) -> Result<()> {
        self.at += 2;
        let rest = &self.text[self.at..];
        let found = memchr::memmem::find(rest, b"\\E");
        let end = self.at + found.unwrap_or(rest.len());
        while self.at < end {
            let (rune, len) = decode(&self.text[self.at..end]);
            if rune == 0xfffd && len == 1 {
                return self.error(Code::Utf8, self.at, end);
            }
            self.at += len;
            self.literal(rune)?;
        }
        self.at = end + if found.is_some() { 2 } else { 0 };
        Ok(())
    }

    /// `\pN`, `\p{Greek}`, `\P{^Greek}`: adds it and tells whether there was one.
    fn unicode_class(&mut self, out: &mut Class) -> Result<bool> {
        let start = self.at;
        let negative = match (self.perl, self.peek(0), self.peek(1)) {
            (true, Some(b'\\'), Some(b'p')) => false,
            (true, Some(b'\\'), Some(b'P')) => true,
            _ => return Ok(false),
        };
        self.at += 2;
        let (from, to);
        if self.peek(0) == Some(b'{') {
            let Some(end) = memchr::memchr(b'}', &self.text[start..]) else {
                self.check_utf8(start, self.text.len())?;
                return self.error(Code::CharRange, start, self.text.len());
            };
            (from, to) = (start + 3, start + end);
            self.check_utf8(from, to)?;
            self.at = to + 1;
        } else {
            from = self.at;
            if self.at < self.text.len() {
                self.rune()?;
            }
            to = self.at;
        }
        let name = String::from_utf8_lossy(&self.text[from..to]);
        let (name, negative) = match name.strip_prefix('^') {
            Some(name) => (name, !negative),
            None => (&*name, negative),
        };
        self.work += LOOKUP;
        let Some(mut class) = class::unicode(name) else {
            return self.error(Code::CharRange, start, self.at);
        };
        self.work += class.0.len();
        if self.flags.fold {
            class = self.folded(&class);
        }
        out.extend(&if negative { class.negated() } else { class });
        Ok(true)
    }

    fn folded(&mut self, class: &Class) -> Class {
        let mut out = Class::default();
        for (first, last) in &class.0 {
            self.work += out.push_folded_range(*first, *last);
        }
        out.clean();
        out
    }

    /// `\d` and the like.
    fn perl_class(&mut self, out: &mut Class) -> bool {
        let (true, Some(b'\\'), Some(letter)) = (self.perl, self.peek(0), self.peek(1)) else { return false };
        let Some(class) = class::perl(letter.to_ascii_lowercase()) else { return false };
        self.at += 2;
        self.add_group(out, class, letter.is_ascii_uppercase());
        true
    }

    fn add_group(&mut self, out: &mut Class, mut class: Class, negative: bool) {
        if self.flags.fold {
            class = self.folded(&class);
        }
        out.extend(&if negative { class.negated() } else { class });
    }

    /// One character after a backslash.
    fn escape(&mut self) -> Result<u32> {
        let start = self.at;
        self.at += 1;
        if self.at == self.text.len() {
            return self.error(Code::TrailingBackslash, self.at, self.at);
        }
        let c = self.rune()?;
        let octal = |p: &Self| p.peek(0).filter(|c| (b'0'..=b'7').contains(c)).map(|c| u32::from(c - b'0'));
        match char::from_u32(c).unwrap_or_default() {
            // A digit that is not zero and stands alone would refer to a group.
            '1'..='7' if octal(self).is_none() => {}
            '0'..='7' => {
                let mut value = c - u32::from(b'0');
                for _ in 1..3 {
                    let Some(digit) = octal(self) else { break };
                    value = value * 8 + digit;
                    self.at += 1;
                }
                return Ok(value);
            }
            'x' => {
                if let Some(value) = self.hex_escape()? {
                    return Ok(value);
                }
            }
            'a' => return Ok(7),
            'f' => return Ok(12),
            'n' => return Ok(10),
            'r' => return Ok(13),
            't' => return Ok(9),
            'v' => return Ok(11),
            c if c.is_ascii() && !c.is_ascii_alphanumeric() => return Ok(c as u32),
            _ => {}
        }
        self.error(Code::Escape, start, self.at)
    }

    fn hex_escape(&mut self) -> Result<Option<u32>> {
        if self.at == self.text.len() {
            return Ok(None);
        }
        let c = self.rune()?;
        if c != u32::from(b'{') {
            // As in Go, the end of the pattern is a character that is no digit.
            let d = if self.at < self.text.len() { self.rune()? } else { 0xfffd };
            return Ok(hex(c).zip(hex(d)).map(|(c, d)| c * 16 + d));
        }
        let (mut value, mut digits) = (0, 0);
        while self.at < self.text.len() {
            let c = self.rune()?;
            if c == u32::from(b'}') {
                return Ok((digits > 0).then_some(value));
            }
            let Some(digit) = hex(c) else { return Ok(None) };
            value = value * 16 + digit;
            digits += 1;
            if value > class::MAX_RUNE {
                return Ok(None);
            }
        }
        Ok(None)
    }

    fn class_char(&mut self, class_start: usize) -> Result<u32> {
        match self.peek(0) {
            None => self.error(Code::MissingBracket, class_start, self.text.len()),
            Some(b'\\') => self.escape(),
            Some(_) => self.rune(),
        }
    }

    /// `[:alpha:]` inside brackets.
    fn named_class(&mut self, out: &mut Class) -> Result<bool> {
        let rest = &self.text[self.at..];
        if rest.len() <= 2 || !rest.starts_with(b"[:") {
            return Ok(false);
        }
        let Some(end) = memchr::memmem::find(&rest[2..], b":]") else { return Ok(false) };
        let name = &rest[2..2 + end];
        let (name, negative) = match name {
            [b'^', name @ ..] => (name, true),
            _ => (name, false),
        };
        let Some(class) = class::posix(name) else {
            return self.error(Code::CharRange, self.at, self.at + end + 4);
        };
        self.at += end + 4;
        self.add_group(out, class, negative);
        Ok(true)
    }

    /// `[...]`
    fn bracket(&mut self) -> Result<()> {
        let start = self.at;
        self.at += 1;
        let mut class = Class::default();
        let negative = self.peek(0) == Some(b'^');
        if negative {
            self.at += 1;
            if !self.perl {
                class.push(10, 10);
            }
        }
        let mut first = true;
        while first || self.peek(0) != Some(b']') {
            // POSIX: - is a literal at the ends only.
            if self.peek(0) == Some(b'-') && !self.perl && !first && self.peek(1) != Some(b']') {
                let (_, size) = decode(&self.text[(self.at + 1).min(self.text.len())..]);
                let more = if self.at + 1 == self.text.len() { 0 } else { size };
                return self.error(Code::CharRange, self.at, self.at + 1 + more);
            }
            if self.work > MAX_WORK {
                return self.error(Code::Large, 0, self.text.len());
            }
            first = false;
            if self.named_class(&mut class)? || self.unicode_class(&mut class)? || self.perl_class(&mut class)
            {
                continue;
            }
            let from = self.at;
            let low = self.class_char(start)?;
            let mut high = low;
            if self.peek(0) == Some(b'-') && self.peek(1).is_some_and(|c| c != b']') {
                self.at += 1;
                high = self.class_char(start)?;
                if high < low {
                    return self.error(Code::CharRange, from, self.at);
                }
            }
            if self.flags.fold {
                self.work += class.push_folded_range(low, high);
            } else {
                class.push(low, high);
            }
            self.work += 1;
        }
        self.at += 1;
        class.clean();
        self.push_class(if negative { class.negated() } else { class })
    }
}
