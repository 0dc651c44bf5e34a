//! Two machines that run programs over texts, in time that grows with the product of both and no faster: a
//! backtracker that never goes the same way twice within a window of the text, and for what does not fit into
//! one a machine that follows all ways at once (Thompson's, with captures as Pike does it). What one call may
//! do is bounded; a search resumes from words that the caller keeps.
//!
//! Semantics are Go's: leftmost, of those the first by priority or the longest; a byte that is no UTF-8 is
//! U+FFFD.

use crate::utf8::{REPLACEMENT, decode};

use super::parse::look;
use super::program::{HEAD, op};

/// Bits of the backtracker's memory of where it was.
const VISITED_BITS: usize = 1 << 18;
/// Programs beyond this are left to the other machine.
const BACKTRACK_INSTS: usize = 500;
/// Steps after which a call ends at the next occasion.
const BUDGET: u64 = 1 << 17;
/// No position.
const NONE: u64 = u64::MAX;

/// A program as it lies in the caller's memory.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    words: &'a [[u8; 4]],
}

impl<'a> Program<'a> {
    /// The program of these words, little-endian, as [`super::compile`] made them. Others make searches panic
    /// or find nonsense.
    pub fn new(words: &'a [[u8; 4]]) -> Program<'a> {
        Program { words }
    }

    fn word(self, at: usize) -> u32 {
        u32::from_le_bytes(self.words[at])
    }

    /// How many instructions the program has.
    pub fn insts(self) -> usize {
        self.word(0) as usize
    }

    fn inst(self, pc: u32) -> [u32; 3] {
        let at = HEAD + 3 * pc as usize;
        let words = &self.words[at..at + 3];
        [u32::from_le_bytes(words[0]), u32::from_le_bytes(words[1]), u32::from_le_bytes(words[2])]
    }

    fn prefix(self) -> &'a [u8] {
        let (len, at) = (self.word(4) as usize, self.word(5) as usize);
        &self.words[at..].as_flattened()[..len]
    }

    fn may_begin(self, byte: u8) -> bool {
        self.word(8 + usize::from(byte) / 32) >> (byte % 32) & 1 == 1
    }

    fn class_has(self, at: u32, rune: u32) -> bool {
        let at = at as usize;
        if rune < 0x80 {
            return self.word(at + rune as usize / 32) >> (rune % 32) & 1 == 1;
        }
        let ranges = &self.words[at + 5..at + 5 + 2 * self.word(at + 4) as usize];
        let (ranges, _) = ranges.as_chunks::<2>();
        let after = ranges.partition_point(|r| u32::from_le_bytes(r[1]) < rune);
        ranges.get(after).is_some_and(|r| u32::from_le_bytes(r[0]) <= rune)
    }

    /// Whether an instruction takes this code point.
    fn takes(self, op: u32, arg: u32, rune: u32) -> bool {
        match op {
            op::RUNE => rune == arg,
            op::CLASS => self.class_has(arg, rune),
            op::NOT_NEWLINE => rune != 10,
            _ => true,
        }
    }
}

/// The code point at a position and its length; none at the end. Halves of surrogate pairs are code points
/// like others if `surrogates`.
fn rune_at(text: &[u8], at: usize, surrogates: bool) -> Option<(u32, usize)> {
    match text.get(at) {
        None => None,
        Some(byte) if *byte < 0x80 => Some((u32::from(*byte), 1)),
        Some(_) => match decode(&text[at..]) {
            (REPLACEMENT, 1) if surrogates => Some(surrogate(&text[at..]).unwrap_or((REPLACEMENT, 1))),
            found => Some(found),
        },
    }
}

/// The half of a surrogate pair that is encoded at the start of a text, as if it were a code point.
fn surrogate(text: &[u8]) -> Option<(u32, usize)> {
    match text {
        [0xed, b @ 0xa0..=0xbf, c @ 0x80..=0xbf, ..] => {
            Some((0xd000 | u32::from(b & 0x3f) << 6 | u32::from(c & 0x3f), 3))
        }
        _ => None,
    }
}

/// Whether the last code point before a position is a word character or a newline: ASCII both, so its last
/// byte tells.
fn is_word(byte: Option<&u8>) -> bool {
    byte.is_some_and(|c| c.is_ascii_alphanumeric() || *c == b'_')
}

fn looks_so(text: &[u8], at: usize, what: u32) -> bool {
    let before = at.checked_sub(1).and_then(|n| text.get(n));
    let after = text.get(at);
    let boundary = || is_word(before) != is_word(after);
    (what & look::BEGIN_LINE == 0 || before.is_none_or(|c| *c == b'\n'))
        && (what & look::END_LINE == 0 || after.is_none_or(|c| *c == b'\n'))
        && (what & look::BEGIN_TEXT == 0 || before.is_none())
        && (what & look::END_TEXT == 0 || after.is_none())
        && (what & look::WORD == 0 || boundary())
        && (what & look::NO_WORD == 0 || !boundary())
}

/// How a call ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a match, whose slots were set.
    Match,
    /// There is no match.
    None,
    /// The search took its time: [`Search::run`] resumes it from these words.
    Pause(Vec<u64>),
}

/// Memory that is kept between searches so that it need not be allocated each time.
#[derive(Default)]
pub struct Scratch {
    visited: Vec<u64>,
    jobs: Vec<Job>,
    slots: Vec<u64>,
}

/// Somewhere to continue, or a slot to set back.
#[derive(Clone, Copy)]
struct Job {
    pc: u32,
    /// Slot plus one; 0 for a place to continue.
    slot: u32,
    at: u64,
}

/// One call's search.
pub struct Search<'a> {
    /// The pattern.
    pub program: Program<'a>,
    /// Where it is looked for.
    pub text: &'a [u8],
    /// Whether of the leftmost matches the longest is meant, and not the first by priority.
    pub longest: bool,
    /// Whether the text may have halves of surrogate pairs, each encoded as a code point is.
    pub surrogates: bool,
    /// Where the match and its groups begin and end, all ones where there is none: as many slots as the
    /// caller asks for.
    pub slots: &'a mut [u64],
    /// Memory of earlier searches.
    pub scratch: &'a mut Scratch,
    /// What the search took, by about as many instructions; added to.
    pub steps: u64,
}

enum Try {
    Match,
    None,
    /// The window was too small.
    Edge,
}

/// Sets a slot, if the caller asks for it, and a job to set it back.
#[inline(always)]
fn capture(slots: &mut [u64], jobs: &mut Vec<Job>, number: u32, at: usize) {
    if let Some(slot) = slots.get_mut(number as usize) {
        jobs.push(Job { pc: 0, slot: number + 1, at: *slot });
        *slot = at as u64;
    }
}

impl Search<'_> {
    /// Searches from a position, or resumes from the words of a pause (none for a new search).
    pub fn run(&mut self, from: usize, state: &[u64]) -> Outcome {
        self.slots.fill(NONE);
        match state {
            [] if self.text.len().saturating_sub(from) < self.program.word(7) as usize => Outcome::None,
            [] => self.backtrack(from),
            [at] => self.backtrack(*at as usize),
            _ => self.follow(Threads::from_words(state)),
        }
    }

    fn begins_text(&self) -> bool {
        self.program.word(3) & look::BEGIN_TEXT != 0
    }

    /// Where a match may begin, from a position on.
    fn candidate(&mut self, from: usize) -> Option<usize> {
        let program = self.program;
        if program.word(3) == u32::MAX || self.begins_text() && from != 0 {
            return None;
        }
        if self.begins_text() {
            return Some(from);
        }
        let prefix = program.prefix();
        let rest = self.text.get(from..)?;
        let found = if !prefix.is_empty() {
            crate::search::find(rest, prefix)
        } else {
            match program.word(6) {
                0 => return Some(from),
                1 => rest.iter().position(|c| program.may_begin(*c)),
                _ => {
                    let mut at = 0;
                    loop {
                        match rest.get(at) {
                            None => break None,
                            Some(c) if program.may_begin(*c) => break Some(at),
                            Some(_) => at += rune_at(rest, at, self.surrogates).map_or(1, |(_, len)| len),
                        }
                    }
                }
            }
        };
        self.steps += found.unwrap_or(rest.len()) as u64 / 8;
        found.map(|n| from + n)
    }

    fn after(&self, at: usize) -> usize {
        at + rune_at(self.text, at, self.surrogates).map_or(1, |(_, len)| len)
    }

    fn backtrack(&mut self, from: usize) -> Outcome {
        let insts = self.program.insts();
        if insts > BACKTRACK_INSTS {
            return self.follow(Threads::new(from));
        }
        let window = VISITED_BITS / insts - 1;
        let (mut base, mut highest) = (from, 0);
        let mut next = from;
        loop {
            let Some(at) = self.candidate(next) else {
                self.forget(highest);
                return Outcome::None;
            };
            if at - base > window / 2 {
                self.forget(std::mem::take(&mut highest));
                base = at;
                if self.steps > BUDGET {
                    return Outcome::Pause(vec![at as u64]);
                }
            }
            let mut tried = self.attempt(at, base, window, &mut highest);
            if matches!(tried, Try::Edge) && base < at {
                self.forget(std::mem::take(&mut highest));
                base = at;
                tried = self.attempt(at, base, window, &mut highest);
            }
            match tried {
                Try::Match => {
                    self.forget(highest);
                    return Outcome::Match;
                }
                Try::Edge => {
                    self.forget(highest);
                    self.slots.fill(NONE);
                    return self.follow(Threads::new(at));
                }
                Try::None if self.begins_text() || at >= self.text.len() => {
                    self.forget(highest);
                    return Outcome::None;
                }
                Try::None => next = self.after(at),
            }
        }
    }

    /// Clears what was visited; `highest` is one more than the last bit.
    fn forget(&mut self, highest: usize) {
        let words = highest.div_ceil(64).min(self.scratch.visited.len());
        self.scratch.visited[..words].fill(0);
        self.steps += words as u64 / 4;
    }

    fn visit(&mut self, bit: usize, highest: &mut usize) -> bool {
        let visited = &mut self.scratch.visited;
        if bit / 64 >= visited.len() {
            visited.resize(((bit / 64 + 1) * 2).min(VISITED_BITS / 64 + 1), 0);
        }
        *highest = (*highest).max(bit + 1);
        let word = &mut visited[bit / 64];
        let fresh = *word >> (bit % 64) & 1 == 0;
        *word |= 1 << (bit % 64);
        fresh
    }

    /// Tries all ways from one start, in the order of their priority.
    fn attempt(&mut self, start: usize, base: usize, window: usize, highest: &mut usize) -> Try {
        let (program, text) = (self.program, self.text);
        let insts = program.insts();
        let mut slots = std::mem::take(&mut self.scratch.slots);
        slots.clear();
        slots.resize(self.slots.len(), NONE);
        slots.first_mut().into_iter().for_each(|first| *first = start as u64);
        let (mut found, mut edge) = (None::<usize>, false);
        let mut jobs = std::mem::take(&mut self.scratch.jobs);
        jobs.clear();
        jobs.push(Job { pc: program.word(1), slot: 0, at: start as u64 });
        'jobs: while let Some(job) = jobs.pop() {
            if job.slot > 0 {
                slots[job.slot as usize - 1] = job.at;
                continue;
            }
            let (mut pc, mut at) = (job.pc, job.at as usize);
            loop {
                if at - base > window {
                    edge = true;
                    break 'jobs;
                }
                self.steps += 1;
                if !self.visit((at - base) * insts + pc as usize, highest) {
                    break;
                }
                let [op, next, arg] = program.inst(pc);
                match op {
                    op::FAIL => break,
                    op::ALT => jobs.push(Job { pc: arg, slot: 0, at: at as u64 }),
                    op::NOP => {}
                    op::CAPTURE => capture(&mut slots, &mut jobs, arg, at),
                    op::LOOK if !looks_so(text, at, arg) => break,
                    op::LOOK => {}
                    op::MATCH => {
                        if found.is_none_or(|end| self.longest && at > end) {
                            found = Some(at);
                            self.keep_match(at, &mut slots);
                        }
                        if !self.longest || slots.is_empty() || at == text.len() {
                            break 'jobs;
                        }
                        break;
                    }
                    _ => match rune_at(text, at, self.surrogates) {
                        Some((rune, len)) if program.takes(op, arg, rune) => at += len,
                        _ => break,
                    },
                }
                pc = next;
            }
        }
        self.give_back(slots, jobs);
        match found {
            _ if edge => Try::Edge,
            Some(_) => Try::Match,
            None => Try::None,
        }
    }

    /// Keeps the memory of an attempt for the next one, unless it has become large.
    #[inline(always)]
    fn give_back(&mut self, slots: Vec<u64>, jobs: Vec<Job>) {
        self.scratch.slots = slots;
        if jobs.capacity() <= 1 << 16 {
            self.scratch.jobs = jobs;
        }
    }

    /// Makes the slots those of a match that ends at `at`.
    #[inline(always)]
    fn keep_match(&mut self, at: usize, slots: &mut [u64]) {
        if let Some(end) = slots.get_mut(1) {
            *end = at as u64;
        }
        self.slots.copy_from_slice(slots);
    }

    /// Follows all ways at once.
    fn follow(&mut self, mut threads: Threads) -> Outcome {
        let (program, text) = (self.program, self.text);
        let slots = self.slots.len();
        let mut now = Queue::new(program.insts());
        let mut next = Queue::new(program.insts());
        let mut spare = vec![NONE; slots];
        // After a pause, the threads of this position are known.
        let mut known = threads.restore(self.slots, &mut now);
        loop {
            if !std::mem::take(&mut known) {
                if now.len() == 0 {
                    if threads.matched {
                        return Outcome::Match;
                    }
                    match self.candidate(threads.at) {
                        None => return Outcome::None,
                        Some(candidate) => threads.at = candidate,
                    }
                }
                let at = threads.at;
                if !threads.matched && (at == 0 || !self.begins_text()) {
                    spare.fill(NONE);
                    if let Some(first) = spare.first_mut() {
                        *first = at as u64;
                    }
                    self.add(&mut now, program.word(1), at, &mut spare);
                }
                if self.steps > BUDGET {
                    return Outcome::Pause(threads.words(&now, self.slots));
                }
            }
            let at = threads.at;
            let rune = rune_at(text, at, self.surrogates);
            let after = at + rune.map_or(0, |(_, len)| len);
            let step = Step { at, after, rune: rune.map(|(rune, _)| rune) };
            self.step(&mut threads, &now, &mut next, step, &mut spare);
            now.clear();
            if rune.is_none() || slots == 0 && threads.matched {
                return if threads.matched { Outcome::Match } else { Outcome::None };
            }
            std::mem::swap(&mut now, &mut next);
            threads.at = after;
        }
    }

    /// Takes all threads past one character: those that it lets through are in `next` then.
    #[inline(always)]
    fn step(&mut self, threads: &mut Threads, now: &Queue, next: &mut Queue, step: Step, spare: &mut [u64]) {
        let program = self.program;
        let slots = self.slots.len();
        for n in 0..now.len() {
            let pc = now.pcs[n];
            let row = now.row(n, slots);
            self.steps += 1;
            if self.longest && threads.matched && slots > 0 && self.slots[0] < row[0] {
                continue;
            }
            let [op, to, arg] = program.inst(pc);
            if op == op::MATCH {
                if !self.longest || !threads.matched || slots > 1 && self.slots[1] < step.at as u64 {
                    self.slots.copy_from_slice(row);
                    if let Some(end) = self.slots.get_mut(1) {
                        *end = step.at as u64;
                    }
                }
                threads.matched = true;
                if !self.longest {
                    break;
                }
            } else if let Some(rune) = step.rune
                && program.takes(op, arg, rune)
            {
                spare.copy_from_slice(row);
                self.add(next, to, step.after, spare);
            }
        }
    }

    /// Adds a thread, and what it can reach without taking anything.
    fn add(&mut self, queue: &mut Queue, pc: u32, at: usize, slots: &mut [u64]) {
        let mut jobs = std::mem::take(&mut self.scratch.jobs);
        jobs.clear();
        jobs.push(Job { pc, slot: 0, at: 0 });
        while let Some(job) = jobs.pop() {
            if job.slot > 0 {
                slots[job.slot as usize - 1] = job.at;
                continue;
            }
            let mut pc = job.pc;
            loop {
                self.steps += 1;
                if !queue.insert(pc) {
                    break;
                }
                let [op, next, arg] = self.program.inst(pc);
                match op {
                    op::FAIL => break,
                    op::ALT => jobs.push(Job { pc: arg, slot: 0, at: 0 }),
                    op::NOP => {}
                    op::CAPTURE => {
                        if let Some(slot) = slots.get_mut(arg as usize) {
                            jobs.push(Job { pc: 0, slot: arg + 1, at: *slot });
                            *slot = at as u64;
                        }
                    }
                    op::LOOK => {
                        if !looks_so(self.text, at, arg) {
                            break;
                        }
                    }
                    _ => {
                        self.steps += slots.len() as u64 / 4;
                        queue.push_row(pc, slots);
                        break;
                    }
                }
                pc = next;
            }
        }
        self.scratch.jobs = jobs;
    }
}

/// Threads in the order of their priority, each with its slots; and which instructions were reached at all.
struct Queue {
    reached: Vec<u64>,
    touched: Vec<u32>,
    pcs: Vec<u32>,
    rows: Vec<u64>,
}

impl Queue {
    fn new(insts: usize) -> Queue {
        Queue { reached: vec![0; insts.div_ceil(64)], touched: vec![], pcs: vec![], rows: vec![] }
    }

    fn len(&self) -> usize {
        self.pcs.len()
    }

    fn insert(&mut self, pc: u32) -> bool {
        let word = &mut self.reached[pc as usize / 64];
        let fresh = *word >> (pc % 64) & 1 == 0;
        if fresh {
            *word |= 1 << (pc % 64);
            self.touched.push(pc);
        }
        fresh
    }

    fn push_row(&mut self, pc: u32, slots: &[u64]) {
        self.pcs.push(pc);
        self.rows.extend(slots);
    }

    fn row(&self, n: usize, slots: usize) -> &[u64] {
        &self.rows[n * slots..(n + 1) * slots]
    }

    fn clear(&mut self) {
        for pc in self.touched.drain(..) {
            self.reached[pc as usize / 64] = 0;
        }
        self.pcs.clear();
        self.rows.clear();
    }
}

/// The character that all threads stand before.
struct Step {
    at: usize,
    /// Where the next one begins.
    after: usize,
    /// None at the end of the text.
    rune: Option<u32>,
}

/// Where the machine that follows all ways is.
struct Threads {
    at: usize,
    matched: bool,
    /// After a pause: the slots of the best match, then of each thread its instruction and slots.
    saved: Option<Vec<u64>>,
}

impl Threads {
    fn new(at: usize) -> Threads {
        Threads { at, matched: false, saved: None }
    }

    /// Position, whether something matched, and what is saved.
    fn words(&self, now: &Queue, best: &[u64]) -> Vec<u64> {
        let mut words = vec![self.at as u64, u64::from(self.matched)];
        words.extend(best);
        for n in 0..now.len() {
            words.push(u64::from(now.pcs[n]));
            words.extend(now.row(n, best.len()));
        }
        words
    }

    fn from_words(words: &[u64]) -> Threads {
        Threads { at: words[0] as usize, matched: words[1] == 1, saved: Some(words[2..].to_vec()) }
    }

    fn restore(&mut self, best: &mut [u64], now: &mut Queue) -> bool {
        let Some(saved) = self.saved.take() else { return false };
        let (slots, threads) = saved.split_at(best.len());
        best.copy_from_slice(slots);
        threads.chunks_exact(1 + slots.len()).for_each(|t| now.push_row(t[0] as u32, &t[1..]));
        true
    }
}
