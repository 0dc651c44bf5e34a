//! Loops over the rows of columns: what such a loop is lent of the host's, how it runs, and where it stops
//! for a row. Knows neither how the loop was made nor the format of columns.
//!
//! A loop is a function of three slots: the address of a *record* of the host's, the first row, and the row
//! to stop before. Word 0 of the record has the row that the loop is at; then follow the words of each
//! column, as [`Access`] says. The results are a status and, for each column of texts that the loop appends
//! to (but at least once), the address and bytes of a text:
//!
//! | status | what | the texts, as address and bytes |
//! |---|---|---|
//! | [`DONE`] | all rows are done | nothing |
//! | [`FULL`] | the texts of this row did not fit; all else of the row is written | those of the row |
//! | [`FAILED`] | the guest's function returned an error | what the error says |
//!
//! What is lent is memory of the host's, outside of the heap: numbers are read where they lie and written
//! where they will stay. So the loop alone may touch it, and only while it runs: no address of it reaches the
//! guest's function, and a run that is interrupted is given up. What the guest's function gets the address of
//! is copied into its heap before.

use std::sync::Arc;

use purlin_base::gas;

use super::callee::{Callee, Setup};
use super::error::DataError;
use super::states::StatesId;
use crate::bytes::move_bytes;
use crate::heap::ClassId;
use crate::native::Stop;
use crate::trap::{Trap, TrapKind};
use crate::types::Types;
use crate::vm::{Called, Outcome, Vm};

/// Status of a loop that has done all rows.
pub const DONE: i64 = 0;
/// Status of a loop at a row whose texts did not fit.
pub const FULL: i64 = 1;
/// Status of a loop at a row for which the guest's function returned an error.
pub const FAILED: i64 = 2;

/// Bytes of a message that is kept of a row.
pub const MESSAGE_BYTES: usize = 1 << 10;

/// How a loop accesses a column. `u32` is the bytes that a row has there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Reads rows where they lie. One word: their address.
    Read(u32),
    /// Passes the addresses of rows to the guest's function, which may write there and keep them. One word:
    /// the address of a copy in guest memory.
    Own(u32),
    /// Passes texts, or lists of elements of so many bytes, to the guest's function, which may keep them. Two
    /// words: the address of the offsets, which are of 4 bytes, count elements, and are one more than rows;
    /// and that of a copy of the elements in guest memory.
    Texts(u32),
    /// Writes rows. One word: their address.
    Write(u32),
    /// Sets the bits of rows, of which the least of a byte is first. One word: the address of the bytes,
    /// which are zero.
    Bits,
    /// Appends texts, or lists of elements of so many bytes. Four words: the address of the offsets of 4
    /// bytes, which count elements, and of which the one after the row is written; the address of the bytes;
    /// how many there are; how many there may be.
    Append(u32),
    /// Passes the state of the group that a row is of to the guest's function. Two words: the address of the
    /// numbers of groups, of 4 bytes each, and that of the addresses of states.
    Groups,
    /// Passes the state that has the row's number. One word: the address of the addresses of states.
    States,
    /// Reads elements of so many bytes of a slice of the guest's. One word: the address of the first.
    Elements(u32),
}

impl Access {
    /// Words of the record.
    pub const fn words(self) -> usize {
        match self {
            Access::Read(_) | Access::Own(_) | Access::Write(_) | Access::Bits => 1,
            Access::States | Access::Elements(_) => 1,
            Access::Texts(_) | Access::Groups => 2,
            Access::Append(_) => 4,
        }
    }
}

/// Texts or lists that a loop appends.
#[derive(Debug)]
pub struct Appended {
    /// Where they begin and end, in elements: one more than rows.
    pub offsets: Vec<i32>,
    /// The bytes of all, one after the other.
    pub bytes: Vec<u8>,
    /// Bytes that there may be before the loop has to stop. Not the capacity, which the allocator decides:
    /// where a loop stops costs gas.
    room: usize,
}

impl Appended {
    /// Room for the texts of so many rows.
    pub fn new(rows: usize) -> Appended {
        Appended { offsets: vec![0; rows + 1], bytes: Vec::new(), room: 0 }
    }
}

/// A column as a loop is lent it.
#[derive(Debug)]
pub enum Lent<'a> {
    /// For [`Access::Read`] and [`Access::Own`].
    Rows(&'a [u8]),
    /// For [`Access::Own`] of a byte, which is 0 or 1: the bits of rows from that bit on, of which the least
    /// of a byte is first.
    Bits(&'a [u8], usize),
    /// For [`Access::Texts`].
    Texts(&'a [i32], &'a [u8]),
    /// For [`Access::Write`] and [`Access::Bits`].
    Out(&'a mut [u8]),
    /// For [`Access::Append`]; there are no bytes yet.
    Append(&'a mut Appended),
    /// For [`Access::Groups`]: the number of each row's group.
    Groups(&'a [u32], StatesId),
    /// For [`Access::States`].
    States(StatesId),
    /// For [`Access::Elements`]: those from that one on of the slice that the first of the states is.
    Elements(StatesId, usize),
}

/// A loop over rows that was added to a module.
#[derive(Clone, Debug)]
pub struct RowLoop {
    func: u32,
    accesses: Arc<[Access]>,
    init: Option<u32>,
    types: Arc<Types>,
}

impl Callee {
    /// A loop around the function: `func` is a function of its module, which accesses columns as is said
    /// here. As what a front end says of an export, that is trusted to be so.
    pub fn row_loop(&self, func: u32, accesses: Vec<Access>) -> RowLoop {
        RowLoop { func, accesses: accesses.into(), init: self.init, types: self.types.clone() }
    }
}

impl RowLoop {
    /// How the loop accesses each column.
    pub fn accesses(&self) -> &[Access] {
        &self.accesses
    }

    fn appends(&self) -> usize {
        self.accesses.iter().filter(|access| matches!(access, Access::Append(_))).count()
    }
}

/// Where the rows of a batch stand.
#[derive(Debug)]
pub enum Step {
    /// All rows are done.
    Done,
    /// The guest's function raised for this row, and did not catch it. [`Rows::step`] resumes with the next
    /// row, as [`Vm::run`] begins a call.
    Raised(usize, Trap),
    /// The guest's function returned an error for this row: what it says.
    Failed(usize, String),
}

/// A batch on its way through a loop.
pub struct Rows<'v, 'a> {
    vm: &'v mut Vm,
    of: &'v RowLoop,
    lent: Vec<Lent<'a>>,
    /// What the loop reads and writes through its address.
    record: Vec<u64>,
    rows: usize,
    next: usize,
    /// Bytes of texts that may be kept of the batch, in all.
    most: usize,
}

fn wrong(why: &str) -> Trap {
    Trap::new(TrapKind::Host, why)
}

/// Text of a bounded length, cut between characters.
pub fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(MESSAGE_BYTES)]
}

impl Vm {
    /// Begins a batch of so many rows: initialises the packages, if nothing has run yet, and copies what the
    /// guest's function is to have the address of. Gas is charged for the copies.
    ///
    /// # Errors
    /// A trap of kind `Host` if the loop is one of another module, what is lent is not what it accesses, or
    /// offsets lead out of their bytes; else however the initialisation ended.
    pub fn begin_rows<'v, 'a>(
        &'v mut self,
        of: &'v RowLoop,
        rows: usize,
        lent: Vec<Lent<'a>>,
    ) -> Result<Rows<'v, 'a>, Trap> {
        self.prepare_rows(of)?;
        let all = lent.len() == of.accesses.len()
            && of.accesses.iter().zip(&lent).all(|(access, lent)| fits(*access, lent, rows));
        for (access, lent) in of.accesses.iter().zip(&lent) {
            self.has_states(*access, lent, rows)?;
        }
        if !all {
            return Err(wrong("a column is shorter than the batch, or its offsets lead out of it"));
        }
        self.roots.handles.clear();
        let words = 1 + of.accesses.iter().map(|access| access.words()).sum::<usize>();
        let most = self.limits.heap_bytes;
        let mut all = Rows { vm: self, of, lent, record: vec![0; words], rows, next: 0, most };
        all.copy().map_err(|stop| DataError::from(stop).trap())?;
        Ok(all)
    }

    /// Sees to it that a loop can run: initialises the packages, if nothing has run yet.
    pub(super) fn prepare_rows(&mut self, of: &RowLoop) -> Result<(), Trap> {
        if !Arc::ptr_eq(&of.types, &self.shared.types) {
            return Err(wrong("the loop is one of another module"));
        }
        self.ready()?;
        self.initialise_first(of.init)
    }

    /// Makes states until there are so many, for a loop: fresh objects of the class, charged. Initialises the
    /// packages before, if nothing has run yet.
    ///
    /// # Errors
    /// The isolate keeps no such states, or has no memory for them; those that there was room for are there.
    /// Or however the initialisation ended.
    pub fn grow_states(
        &mut self,
        of: &RowLoop,
        (id, class): (StatesId, ClassId),
        count: usize,
    ) -> Result<(), Trap> {
        self.prepare_rows(of)?;
        self.make_states(id, class, count)
    }

    /// Whether the isolate has a state, or an element of one, for each row.
    fn has_states(&self, access: Access, lent: &Lent<'_>, rows: usize) -> Result<(), Trap> {
        let fits = match lent {
            Lent::Groups(groups, id) => {
                let states = self.count_states(*id)?;
                groups.iter().all(|group| (*group as usize) < states)
            }
            Lent::States(id) => rows <= self.count_states(*id)?,
            Lent::Elements(id, from) => match access {
                Access::Elements(bytes) => self.elements(*id, bytes, *from, rows)?.is_some(),
                _ => false,
            },
            Lent::Rows(_) | Lent::Bits(..) | Lent::Texts(..) | Lent::Out(_) | Lent::Append(_) => true,
        };
        if fits { Ok(()) } else { Err(wrong("a row has a group without a state")) }
    }

    /// Initialises the packages of an isolate in which nothing has run yet.
    fn initialise_first(&mut self, init: Option<u32>) -> Result<(), Trap> {
        if self.setup == Setup::Done {
            return Ok(());
        }
        if let Some(init) = init {
            self.setup = Setup::Begun;
            // SAFETY: what initialises a module takes nothing.
            let outcome = unsafe { self.run(init, Vec::new()) };
            self.end_rows(outcome)?;
        }
        self.setup = Setup::Done;
        Ok(())
    }

    /// The results of a run, of which nothing is left: one that is interrupted is given up, as it would
    /// resume with memory of the host's that is no longer lent.
    fn end_rows(&mut self, outcome: Outcome) -> Result<Vec<u64>, Trap> {
        if self.scheduler.is_interrupted() {
            self.give_up();
        }
        self.flush_output()?;
        match outcome {
            Outcome::Done(slots) => Ok(slots),
            Outcome::Trap(trap) => Err(trap),
        }
    }
}

/// Whether what is lent has all that the loop accesses in so many rows.
fn fits(access: Access, lent: &Lent<'_>, rows: usize) -> bool {
    let has = |bytes: &[u8], n: u32| rows.checked_mul(n as usize).is_some_and(|need| need <= bytes.len());
    let aligned = |bytes: &[u8], n: u32| {
        let word = if n.is_power_of_two() { n.min(8) } else { 8 };
        (bytes.as_ptr() as usize).is_multiple_of(word as usize)
    };
    match (access, lent) {
        (Access::Read(n), Lent::Rows(bytes)) => has(bytes, n) && aligned(bytes, n),
        (Access::Own(n), Lent::Rows(bytes)) => has(bytes, n),
        (Access::Own(1), Lent::Bits(bytes, from)) => {
            rows.checked_add(*from).is_some_and(|bits| bits <= bytes.len().saturating_mul(8))
        }
        (Access::Write(n), Lent::Out(bytes)) => has(bytes, n) && aligned(bytes, n),
        (Access::Bits, Lent::Out(bytes)) => bytes.len() >= rows.div_ceil(8),
        (Access::Texts(n), Lent::Texts(offsets, bytes)) => {
            let ends = offsets.first().zip(offsets.last());
            let inside = |(first, last): (&i32, &i32)| {
                let last = usize::try_from(*last).ok().and_then(|last| last.checked_mul(n as usize));
                *first >= 0 && last.is_some_and(|last| last <= bytes.len())
            };
            offsets.len() == rows + 1 && offsets.is_sorted() && ends.is_some_and(inside)
        }
        (Access::Append(_), Lent::Append(texts)) => texts.offsets.len() == rows + 1 && texts.bytes.is_empty(),
        (Access::Groups, Lent::Groups(groups, _)) => groups.len() >= rows,
        (Access::States, Lent::States(_)) | (Access::Elements(_), Lent::Elements(..)) => true,
        (Access::Read(_) | Access::Own(_) | Access::Texts(_) | Access::Groups, _) => false,
        (Access::Write(_) | Access::Bits | Access::Append(_), _) => false,
        (Access::States | Access::Elements(_), _) => false,
    }
}

/// The text that a loop has handed out.
///
/// # Safety
/// The slots are address and length of live bytes of the guest's, which nothing writes as long as the slice
/// is used.
unsafe fn text<'a>(slots: &[u64]) -> &'a [u8] {
    let (at, len) = (slots[0] as *const u8, slots[1] as usize);
    // SAFETY: the caller's promise; the address of an empty text may be null.
    if len == 0 { &[] } else { unsafe { std::slice::from_raw_parts(at, len) } }
}

impl Rows<'_, '_> {
    /// Copies what the guest's function gets the address of into guest memory, and notes where it is.
    fn copy(&mut self) -> Result<(), Stop> {
        let mut at = 1;
        for (access, lent) in self.of.accesses.iter().zip(&self.lent) {
            let bytes = match (access, lent) {
                (Access::Own(n), Lent::Rows(bytes)) => Some((at, &bytes[..self.rows * *n as usize])),
                (Access::Own(_), Lent::Bits(bytes, from)) => {
                    self.record[at] = self.vm.new_unpacked(bytes, *from, self.rows)? as u64;
                    None
                }
                // Empty texts at the end have an address inside the object, as it has a byte more.
                (Access::Texts(n), Lent::Texts(offsets, bytes)) => {
                    let last = offsets.last().map_or(0, |last| *last as usize * *n as usize);
                    Some((at + 1, &bytes[..last]))
                }
                _ => None,
            };
            if let Some((word, bytes)) = bytes {
                self.record[word] = self.vm.new_padded(bytes)? as u64;
            }
            at += access.words();
        }
        Ok(())
    }

    /// Notes in the record where that lies what is lent. The addresses are good for one run of the loop.
    ///
    /// # Errors
    /// The isolate keeps its states no longer.
    fn lend(&mut self) -> Result<(), Trap> {
        let record = &mut self.record;
        let mut at = 1;
        for (access, lent) in self.of.accesses.iter().zip(&mut self.lent) {
            match lent {
                Lent::Rows(bytes) => {
                    if let Access::Read(_) = access {
                        record[at] = bytes.as_ptr() as u64;
                    }
                }
                Lent::Bits(..) => {}
                Lent::Texts(offsets, _) => record[at] = offsets.as_ptr() as u64,
                Lent::Out(bytes) => record[at] = bytes.as_mut_ptr() as u64,
                Lent::Append(texts) => {
                    record[at] = texts.offsets.as_mut_ptr() as u64;
                    record[at + 1] = texts.bytes.as_mut_ptr() as u64;
                    record[at + 2] = texts.bytes.len() as u64;
                    record[at + 3] = texts.room as u64;
                }
                Lent::Groups(groups, id) => {
                    record[at] = groups.as_ptr() as u64;
                    record[at + 1] = self.vm.states(*id)?.as_ptr() as u64;
                }
                Lent::States(id) => record[at] = self.vm.states(*id)?.as_ptr() as u64,
                Lent::Elements(id, from) => {
                    let Access::Elements(bytes) = *access else { continue };
                    let first = self.vm.elements(*id, bytes, *from, self.rows)?;
                    record[at] = first.ok_or_else(|| wrong("the slice has become shorter"))?;
                }
            }
            at += access.words();
        }
        Ok(())
    }

    /// Runs the loop up to the next row that stops it.
    ///
    /// # Errors
    /// What ended the batch: every trap but one that is uncaught, and too many bytes of texts.
    pub fn step(&mut self) -> Result<Step, Trap> {
        while self.next < self.rows {
            let (status, row, texts) = match self.run() {
                Ok(results) => {
                    let row = self.record[0] as usize;
                    (results[0] as i64, row, results)
                }
                Err(trap) if trap.kind == TrapKind::Uncaught => {
                    let row = (self.record[0] as usize).clamp(self.next, self.rows - 1);
                    self.pass(row);
                    return Ok(Step::Raised(row, trap));
                }
                Err(trap) => return Err(trap),
            };
            match status {
                DONE => self.next = self.rows,
                FULL => {
                    self.append(row, &texts[1..])?;
                    self.next = row + 1;
                }
                _ => {
                    // SAFETY: the loop has just returned the text of an error, and nothing has run since.
                    let bytes = unsafe { text(&texts[1..]) };
                    self.vm.charge(gas::bytes_touched(bytes.len() as u64));
                    let some = &bytes[..bytes.len().min(MESSAGE_BYTES + 4)];
                    let message = cut(&String::from_utf8_lossy(some)).to_string();
                    self.pass(row);
                    return Ok(Step::Failed(row, message));
                }
            }
        }
        Ok(Step::Done)
    }

    /// Leaves a row without results, and resumes with the next one.
    fn pass(&mut self, row: usize) {
        for (access, lent) in self.of.accesses.iter().zip(&mut self.lent) {
            if let (Access::Append(n), Lent::Append(texts)) = (access, lent) {
                texts.offsets[row + 1] = (texts.bytes.len() / *n as usize) as i32;
            }
        }
        self.next = row + 1;
    }

    /// Lets the loop run from the next row on: its results.
    fn run(&mut self) -> Result<Vec<u64>, Trap> {
        self.record[0] = self.next as u64;
        self.lend()?;
        let slots = [self.record.as_mut_ptr() as u64, self.next as u64, self.rows as u64];
        let results = 1 + 2 * self.of.appends().max(1);
        let outcome = self.call(slots, results);
        let ended = self.vm.end_rows(outcome);
        let mut at = 1;
        for (access, lent) in self.of.accesses.iter().zip(&mut self.lent) {
            if let Lent::Append(texts) = lent {
                let len = (self.record[at + 2] as usize).min(texts.room);
                // SAFETY: the loop has written the bytes up to its count of them, which never passes the room
                // that it was given, for which the vector has reserved.
                unsafe { texts.bytes.set_len(len) };
            }
            at += access.words();
        }
        ended
    }

    fn call(&mut self, slots: [u64; 3], results: usize) -> Outcome {
        let mut kept = [0; 8];
        kept[..3].copy_from_slice(&slots);
        if results <= kept.len() {
            // SAFETY: the loop takes these slots and gives as many results, as its description says. The
            // record and what it has the addresses of are borrowed until the run has ended, are used by
            // nothing else meanwhile, and are as large as the loop needs (`fits`). What is in guest memory
            // is among the handles.
            match unsafe { self.vm.call_kept(self.of.func, &mut kept, (3, results)) } {
                Called::Returned => return Outcome::Done(kept[..results].to_vec()),
                Called::Stopped(outcome) => return outcome,
                Called::Refused => {}
            }
        }
        let mut values = Vec::with_capacity(results.max(4));
        values.extend_from_slice(&slots);
        // SAFETY: the loop takes these slots, which are good until the run has ended (see the call above),
        // as an interrupted run is given up before anything else happens.
        unsafe { self.vm.run(self.of.func, values) }
    }

    /// Appends the texts of a row for which the loop had no room, and makes room for more.
    fn append(&mut self, row: usize, slots: &[u64]) -> Result<(), Trap> {
        let kept = |lent: &Lent<'_>| match lent {
            Lent::Append(texts) => texts.room,
            Lent::Rows(_) | Lent::Bits(..) | Lent::Texts(..) | Lent::Out(_) => 0,
            Lent::Groups(..) | Lent::States(_) | Lent::Elements(..) => 0,
        };
        let mut all: usize = self.lent.iter().map(kept).sum();
        let mut slots = slots.chunks_exact(2);
        for (access, lent) in self.of.accesses.iter().zip(&mut self.lent) {
            let (Access::Append(n), Lent::Append(texts)) = (access, lent) else { continue };
            // SAFETY: the loop has returned the texts of this row, nothing has run since, and nothing is
            // allocated in guest memory until they are copied.
            let more = slots.next().map_or(&[][..], |slots| unsafe { text(slots) });
            let (len, before) = (texts.bytes.len() + more.len(), texts.room);
            if len > i32::MAX as usize {
                let why = "the texts of one batch are longer than 2 GiB";
                return Err(Trap::new(TrapKind::OutOfMemory, why));
            }
            if len > before {
                let allowed = self.most.saturating_sub(all - before);
                let wanted = len.saturating_mul(2).max(self.rows.saturating_mul(8));
                let room = wanted.min(allowed).min(i32::MAX as usize);
                if room < len {
                    let why = "out of memory: the texts of one batch are larger than the memory limit";
                    return Err(Trap::new(TrapKind::OutOfMemory, why));
                }
                texts.bytes.reserve_exact(room - texts.bytes.len());
                texts.room = room;
                all += room - before;
            }
            texts.bytes.extend_from_slice(more);
            texts.offsets[row + 1] = (len / *n as usize) as i32;
            self.vm.charge(gas::bytes_touched(more.len() as u64));
        }
        Ok(())
    }
}

impl Drop for Rows<'_, '_> {
    fn drop(&mut self) {
        self.vm.roots.handles.clear();
    }
}

impl Vm {
    /// A copy of bytes in guest memory with a byte more, charged, among the handles.
    fn new_padded(&mut self, bytes: &[u8]) -> Result<usize, Stop> {
        let n = bytes.len();
        self.charge(gas::ALLOC + gas::bytes_allocated(n as u64));
        let at = self.allocate(|heap| heap.alloc_bytes_to_fill(n + 1, n))?;
        // SAFETY: a fresh object with a byte more than that.
        unsafe { move_bytes(at as *mut u8, bytes.as_ptr(), n) };
        self.roots.handles.push(at as u64);
        Ok(at)
    }

    /// Bits as a byte each in guest memory, charged, among the handles. There are so many from that one on.
    fn new_unpacked(&mut self, bits: &[u8], from: usize, n: usize) -> Result<usize, Stop> {
        self.charge(gas::ALLOC + gas::bytes_allocated(n as u64));
        let at = self.allocate(|heap| heap.alloc_bytes(n + 1))?;
        // SAFETY: a fresh object with a byte more than that, all zero, which nothing else refers to yet.
        let bytes = unsafe { std::slice::from_raw_parts_mut(at as *mut u8, n) };
        for (row, byte) in bytes.iter_mut().enumerate() {
            let bit = from + row;
            *byte = bits[bit / 8] >> (bit % 8) & 1;
        }
        self.roots.handles.push(at as u64);
        Ok(at)
    }
}
