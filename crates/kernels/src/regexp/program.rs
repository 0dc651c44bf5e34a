//! Patterns as programs for the machines of `search.rs`. A program is words that the caller keeps, so that
//! they may lie in memory that is counted and collected:
//!
//! | words | |
//! |---|---|
//! | 0, 1, 2 | instructions, the first one to run, slots of captures |
//! | 3 | what must be around the start of any match ([`look`]), all ones if nothing matches |
//! | 4, 5 | bytes of the literal that matches begin with, and the word where it is |
//! | 6 | 1 if there is a set of first bytes, 2 if bytes that are no UTF-8 may be among them |
//! | 7 | bytes that any match has at least |
//! | 8 to 15 | the set of first bytes, a bit each |
//! | 16 and on | instructions of 3 words: op, next, argument; then classes and the literal |
//!
//! A class is 4 words of bits for ASCII, the number of ranges beyond it, and their first and last code
//! points.

use super::parse::{Node, NodeKind, Parsed, look};
use std::collections::HashMap;
use std::rc::Rc;

pub(super) const HEAD: usize = 16;

/// What instructions do.
pub(super) mod op {
    pub(crate) const FAIL: u32 = 0;
    /// Continues at next, and if that fails at the argument.
    pub(crate) const ALT: u32 = 1;
    /// Stores the position in a slot.
    pub(crate) const CAPTURE: u32 = 2;
    /// Continues if what is around the position is so.
    pub(crate) const LOOK: u32 = 3;
    pub(crate) const MATCH: u32 = 4;
    pub(crate) const NOP: u32 = 5;
    /// Takes one code point: this one, one of a class, any, any but a newline.
    pub(crate) const RUNE: u32 = 6;
    pub(crate) const CLASS: u32 = 7;
    pub(crate) const ANY: u32 = 8;
    pub(crate) const NOT_NEWLINE: u32 = 9;
}

type Inst = [u32; 3];

/// A part of the program: where it begins, the exits that are still open (instruction and word), whether it
/// can match nothing.
struct Frag {
    start: u32,
    exits: Vec<(u32, usize)>,
    nullable: bool,
}

#[derive(Default)]
struct Compiler {
    insts: Vec<Inst>,
    classes: Vec<u32>,
    /// Where a class is, by its address: copies made by repetitions share one.
    known: HashMap<usize, u32>,
    kept: Vec<Rc<super::class::Class>>,
    slots: u32,
}

impl Compiler {
    fn inst(&mut self, op: u32, arg: u32) -> u32 {
        self.insts.push([op, 0, arg]);
        self.insts.len() as u32 - 1
    }

    fn patch(&mut self, exits: &[(u32, usize)], to: u32) {
        for (inst, word) in exits {
            self.insts[*inst as usize][*word] = to;
        }
    }

    fn single(&mut self, op: u32, arg: u32, nullable: bool) -> Frag {
        let start = self.inst(op, arg);
        Frag { start, exits: vec![(start, 1)], nullable }
    }

    fn cat(&mut self, first: Frag, second: Frag) -> Frag {
        self.patch(&first.exits, second.start);
        Frag { start: first.start, exits: second.exits, nullable: first.nullable && second.nullable }
    }

    /// An alternative whose preferred way leads into `inner`, the other one out; the other way round if lazy.
    fn branch(&mut self, inner: u32, greedy: bool) -> Frag {
        let start = self.inst(op::ALT, 0);
        let (into, out) = if greedy { (1, 2) } else { (2, 1) };
        self.insts[start as usize][into] = inner;
        Frag { start, exits: vec![(start, out)], nullable: true }
    }

    fn quest(&mut self, inner: Frag, greedy: bool) -> Frag {
        let mut frag = self.branch(inner.start, greedy);
        frag.exits.extend(inner.exits);
        frag
    }

    fn plus(&mut self, inner: Frag, greedy: bool) -> Frag {
        let repeat = self.branch(inner.start, greedy);
        self.patch(&inner.exits, repeat.start);
        Frag { start: inner.start, exits: repeat.exits, nullable: inner.nullable }
    }

    fn star(&mut self, inner: Frag, greedy: bool) -> Frag {
        if inner.nullable {
            // (x+)? for the right order of priorities.
            let plus = self.plus(inner, greedy);
            return self.quest(plus, greedy);
        }
        let repeat = self.branch(inner.start, greedy);
        self.patch(&inner.exits, repeat.start);
        repeat
    }

    fn class(&mut self, class: &Rc<super::class::Class>) -> Frag {
        let any = |last| class.0.last() == Some(&(last, super::class::MAX_RUNE));
        match class.0.len() {
            1 if any(0) => return self.single(op::ANY, 0, false),
            2 if any(11) && class.0[0] == (0, 9) => return self.single(op::NOT_NEWLINE, 0, false),
            _ => {}
        }
        let key = Rc::as_ptr(class) as usize;
        let at = *self.known.entry(key).or_insert_with(|| {
            let at = self.classes.len();
            self.kept.push(class.clone());
            self.classes.extend([0; 5]);
            for &(first, last) in &class.0 {
                for r in first..=last.min(0x7f) {
                    self.classes[at + r as usize / 32] |= 1 << (r % 32);
                }
                if last > 0x7f {
                    self.classes.extend([first.max(0x80), last]);
                    self.classes[at + 4] += 1;
                }
            }
            at as u32
        });
        self.single(op::CLASS, at, false)
    }

    fn node(&mut self, node: &Node) -> Frag {
        match &node.kind {
            NodeKind::Empty => self.single(op::NOP, 0, true),
            NodeKind::Rune(rune) => self.single(op::RUNE, *rune, false),
            NodeKind::Class(class) => self.class(class),
            NodeKind::Look(what) => self.single(op::LOOK, *what, true),
            NodeKind::Capture(n, inner) => {
                let slot = 2 * *n as u32;
                self.slots = self.slots.max(slot + 2);
                let open = self.single(op::CAPTURE, slot, true);
                let inner = self.node(inner);
                let close = self.single(op::CAPTURE, slot + 1, true);
                let frag = self.cat(open, inner);
                self.cat(frag, close)
            }
            NodeKind::Concat(parts) => {
                let mut frag = self.node(&parts[0]);
                for part in &parts[1..] {
                    let next = self.node(part);
                    frag = self.cat(frag, next);
                }
                frag
            }
            NodeKind::Alternate(parts) => {
                // The last bar is nested innermost.
                let mut frags: Vec<Frag> = parts.iter().map(|p| self.node(p)).collect();
                let mut frag = frags.pop().unwrap_or(Frag { start: 0, exits: vec![], nullable: false });
                while let Some(first) = frags.pop() {
                    let start = self.inst(op::ALT, frag.start);
                    self.insts[start as usize][1] = first.start;
                    let nullable = first.nullable || frag.nullable;
                    frag = Frag { start, exits: [first.exits, frag.exits].concat(), nullable };
                }
                frag
            }
            NodeKind::Repeat(min, max, greedy, inner) => self.repeat(*min, *max, *greedy, inner),
        }
    }

    fn repeat(&mut self, min: u32, max: Option<u32>, greedy: bool, inner: &Node) -> Frag {
        // Go makes one empty part of empty ones, but not of several that are optional; what a prefix is shows
        // it.
        let once = max.is_none_or(|max| max < min + 2);
        if max == Some(0) || once && matches!(inner.kind, NodeKind::Empty) {
            return self.single(op::NOP, 0, true);
        }
        let mut frag: Option<Frag> = None;
        let required = if max.is_none() { min.saturating_sub(1) } else { min };
        for _ in 0..required {
            let next = self.node(inner);
            frag = Some(match frag {
                Some(before) => self.cat(before, next),
                None => next,
            });
        }
        let rest = match max {
            None => {
                let inner = self.node(inner);
                Some(if min == 0 { self.star(inner, greedy) } else { self.plus(inner, greedy) })
            }
            // (x(x(x)?)?)?
            Some(max) => (min..max).fold(None, |rest: Option<Frag>, _| {
                let mut part = self.node(inner);
                if let Some(rest) = rest {
                    part = self.cat(part, rest);
                }
                Some(self.quest(part, greedy))
            }),
        };
        match (frag, rest) {
            (Some(frag), Some(rest)) => self.cat(frag, rest),
            (Some(frag), None) | (None, Some(frag)) => frag,
            (None, None) => self.single(op::NOP, 0, true),
        }
    }

    fn skip(&self, mut pc: u32) -> Inst {
        loop {
            let inst = self.insts[pc as usize];
            if !matches!(inst[0], op::NOP | op::CAPTURE) {
                return inst;
            }
            pc = inst[1];
        }
    }

    /// What matches begin with, and whether that is all.
    fn prefix(&self, start: u32) -> (String, bool) {
        let mut inst = self.skip(start);
        let mut text = String::new();
        while inst[0] == op::RUNE && inst[2] != 0xfffd {
            let Some(c) = char::from_u32(inst[2]) else { break };
            text.push(c);
            inst = self.skip(inst[1]);
        }
        (text, inst[0] == op::MATCH)
    }

    /// What must be around the start of a match.
    fn start_looks(&self, start: u32) -> u32 {
        let (mut pc, mut looks) = (start, 0);
        loop {
            let [op, next, arg] = self.insts[pc as usize];
            match op {
                op::LOOK => looks |= arg,
                op::FAIL => return u32::MAX,
                op::CAPTURE | op::NOP => {}
                _ => return looks,
            }
            pc = next;
        }
    }

    /// The bytes that matches begin with, a bit each, and what word 6 of the head says.
    fn first_bytes(&self, start: u32) -> ([u32; 8], u32) {
        let mut set = [0; 8];
        let mut kind = 1;
        let mut seen = vec![false; self.insts.len()];
        let mut work = vec![start];
        while let Some(pc) = work.pop() {
            if std::mem::replace(&mut seen[pc as usize], true) {
                continue;
            }
            let [op, next, arg] = self.insts[pc as usize];
            match op {
                op::FAIL => {}
                op::ALT => work.extend([next, arg]),
                op::CAPTURE | op::LOOK | op::NOP => work.push(next),
                op::MATCH | op::ANY | op::NOT_NEWLINE => return ([0; 8], 0),
                op::RUNE => add_first(&mut set, &mut kind, arg, arg),
                _ => {
                    let class = &self.classes[arg as usize..];
                    for (word, bits) in set.iter_mut().zip(&class[..4]) {
                        *word |= bits;
                    }
                    let ranges = &class[5..5 + 2 * class[4] as usize];
                    ranges.chunks(2).for_each(|r| add_first(&mut set, &mut kind, r[0], r[1]));
                }
            }
        }
        (set, kind)
    }
}

/// Adds the first bytes of the encodings of a range.
fn add_first(set: &mut [u32; 8], kind: &mut u32, first: u32, last: u32) {
    if first <= 0xfffd && 0xfffd <= last {
        // Bytes that are no UTF-8 count as this code point.
        *kind = 2;
        set[4..].fill(u32::MAX);
    }
    let lead = |rune: u32| match rune {
        0..0x80 => rune,
        0x80..0x800 => 0xc0 | rune >> 6,
        0x800..0x1_0000 => 0xe0 | rune >> 12,
        _ => 0xf0 | rune >> 18,
    };
    for byte in lead(first)..=lead(last).min(0xff) {
        set[byte as usize / 32] |= 1 << (byte % 32);
    }
}

/// Bytes that what matches has at least: a code point counts as one, as a byte that is no UTF-8 may be one.
fn least_length(node: &Node) -> u64 {
    match &node.kind {
        NodeKind::Empty | NodeKind::Look(_) => 0,
        NodeKind::Rune(_) | NodeKind::Class(_) => 1,
        NodeKind::Capture(_, inner) => least_length(inner),
        NodeKind::Repeat(0, ..) => 0,
        NodeKind::Repeat(min, _, _, inner) => u64::from(*min).saturating_mul(least_length(inner)),
        NodeKind::Concat(parts) => parts.iter().map(least_length).fold(0, u64::saturating_add),
        NodeKind::Alternate(parts) => parts.iter().map(least_length).min().unwrap_or(0),
    }
}

/// A pattern as a program.
pub struct Compiled {
    /// What [`super::Program`] reads.
    pub words: Vec<u32>,
    /// The literal that all matches begin with.
    pub prefix: String,
    /// Whether the literal is all that matches.
    pub complete: bool,
}

/// Makes the program of a pattern.
pub fn compile(pattern: &Parsed) -> Compiled {
    let (root, groups) = (&pattern.root, pattern.names.len());
    let mut c = Compiler { slots: 2 * groups as u32, ..Compiler::default() };
    c.inst(op::FAIL, 0);
    let frag = c.node(root);
    let end = c.inst(op::MATCH, 0);
    c.patch(&frag.exits, end);
    let start = frag.start;
    let (prefix, complete) = c.prefix(start);
    let (set, kind) = c.first_bytes(start);
    let looks = c.start_looks(start);
    // A text that must begin at the start is not searched for.
    let classes_at = (HEAD + 3 * c.insts.len()) as u32;
    let prefix_at = classes_at + c.classes.len() as u32;
    let mut words = vec![0; HEAD];
    words[..8].copy_from_slice(&[
        c.insts.len() as u32,
        start,
        c.slots,
        looks,
        prefix.len() as u32,
        prefix_at,
        kind,
        u32::try_from(least_length(root)).unwrap_or(u32::MAX),
    ]);
    words[8..16].copy_from_slice(&set);
    for [op, next, arg] in &c.insts {
        words.extend([*op, *next, if *op == op::CLASS { classes_at + arg } else { *arg }]);
    }
    words.extend(&c.classes);
    for chunk in prefix.as_bytes().chunks(4) {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        words.push(u32::from_le_bytes(word));
    }
    let (prefix, complete) = anchored_prefix(&c, start, looks).unwrap_or((prefix, complete));
    Compiled { words, prefix, complete }
}

/// Patterns that begin with the text's start report the literal after it, complete if the text's end follows.
fn anchored_prefix(c: &Compiler, start: u32, looks: u32) -> Option<(String, bool)> {
    let [op, next, arg] = c.insts[start as usize];
    if op != op::LOOK || arg & look::BEGIN_TEXT == 0 || looks == u32::MAX {
        return None;
    }
    let mut text = String::new();
    let mut inst = c.insts[next as usize];
    while inst[0] == op::NOP {
        inst = c.insts[inst[1] as usize];
    }
    while inst[0] == op::RUNE && inst[2] != 0xfffd {
        text.push(char::from_u32(inst[2])?);
        inst = c.insts[inst[1] as usize];
    }
    let ends = inst[0] == op::LOOK && inst[2] & look::END_TEXT != 0;
    let complete = ends && c.insts[inst[1] as usize][0] == op::MATCH;
    Some((text.clone(), complete && !text.is_empty()))
}
