//! What the interpreter keeps for one isolate: where the code of each function begins at present.
//!
//! Knows nothing of frames. What changes is in cells, so that shared references to a [`State`] and its
//! entries may live while guest code runs, and nothing here needs a `&mut`.

use std::cell::{Cell, RefCell};
use std::io;
use std::sync::Arc;

use purlin_bytecode::table::{encode, imm};
use purlin_bytecode::{Func, Op, Program};
use purlin_runtime::heap::{ClassId, LayoutTable};
use purlin_runtime::table::{Full, Table};
use purlin_runtime::tables::MOST_FUNCTIONS;

/// Where calls of a function go.
#[repr(C)]
pub(crate) struct Entry {
    /// Where calls resume: in the function's bytecode after the poll that it begins with, which calls take,
    /// or at a stub that lowers it or enters its native code.
    pub after_poll: Cell<*const u64>,
    /// Slots that the function's frame uses; 0 before it is lowered.
    pub frame_slots: Cell<usize>,
    /// Null before it is lowered.
    func: Cell<*const Func>,
    /// Units of that poll; 0 if the code does not begin with one.
    pub poll: Cell<i64>,
}

impl Entry {
    fn new() -> Entry {
        Entry {
            after_poll: Cell::new(LOWER.as_ptr()),
            frame_slots: Cell::new(0),
            func: Cell::new(std::ptr::null()),
            poll: Cell::new(0),
        }
    }

    /// The function's bytecode and tables, once it is lowered.
    pub(crate) fn func(&self) -> Option<&Func> {
        // SAFETY: null, or a function of the program, which is immutable and which the state keeps alive
        // beside its entries.
        unsafe { self.func.get().as_ref() }
    }

    /// Where the function's bytecode or its stub begins.
    pub(crate) fn code(&self) -> *const u64 {
        let after_poll = self.after_poll.get();
        // A poll is one word, so what begins with one begins a word earlier.
        if self.poll.get() == 0 { after_poll } else { after_poll.wrapping_sub(1) }
    }

    fn go_to_bytecode(&self, func: &Func) {
        let poll = leading_poll(func);
        self.after_poll.set(func.code[usize::from(poll != 0)..].as_ptr());
        self.poll.set(poll);
    }

    fn go_to_stub(&self, stub: &'static [u64; 1]) {
        self.after_poll.set(stub.as_ptr());
        self.poll.set(0);
    }

    fn need_slots(&self, slots: usize) {
        self.frame_slots.set(self.frame_slots.get().max(slots));
    }
}

/// What calls take before they enter the bytecode of `func`.
fn leading_poll(func: &Func) -> i64 {
    let first = func.code[0];
    if Op::decode(first) == Some(Op::Poll) { i64::from(imm(first)) } else { 0 }
}

/// The interpreter's part of an isolate; to be put in `Vm::tier_state`.
pub struct State {
    program: Arc<Program>,
    /// One for each function that code of the isolate can name; never moved or replaced.
    pub(crate) entries: Table<Entry>,
    /// Bytes of a cell by class.
    pub(crate) cell_sizes: Box<[usize]>,
    /// Whether to ask the hooks for native code.
    auto: bool,
    /// Functions that have been lowered, and the index of the one that was looked up among the compiled ones
    /// last.
    lowered: RefCell<Vec<u32>>,
    looked_up: Cell<usize>,
    /// Random numbers of stress mode `osr`.
    random: Cell<u64>,
    /// What the counting instance of the loop has executed.
    executed: Cell<Executed>,
}

/// How often the interpreter did what its counting instance counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Executed {
    /// Instructions.
    pub instructions: u64,
    /// Polls, whether they found gas or not: those that are part of calls and branches as well.
    pub polls: u64,
    /// Calls of natives.
    pub natives: u64,
}

// SAFETY: the pointers in entries lead into `program`, which the state keeps alive and which is `Sync`, or to
// statics. The cells are used only by the thread that runs the isolate, with which the state moves.
unsafe impl Send for State {}

pub(crate) static EXIT: [u64; 1] = [encode(Op::Exit, 0, 0, 0)];
pub(crate) static FAR_RETURN: [u64; 1] = [encode(Op::FarReturn, 0, 0, 0)];
static LOWER: [u64; 1] = [encode(Op::Lower, 0, 0, 0)];
static NATIVE: [u64; 1] = [encode(Op::Native, 0, 0, 0)];

impl State {
    /// For an isolate that runs `program` with objects laid out by `layouts`. With `auto`, hot functions and
    /// loops are moved to native code as the hooks provide it.
    ///
    /// # Errors
    /// The system gives no address space.
    pub fn new(program: Arc<Program>, layouts: &LayoutTable, auto: bool) -> io::Result<State> {
        Ok(State {
            entries: Table::new(MOST_FUNCTIONS, (0..program.len()).map(|_| Entry::new()))?,
            cell_sizes: (0..layouts.class_count())
                .map(|n| layouts.class_cell_size(ClassId(n as u32)))
                .collect(),
            program,
            auto,
            lowered: RefCell::default(),
            looked_up: Cell::new(0),
            random: Cell::new(1),
            executed: Cell::default(),
        })
    }

    /// Makes entries for the functions that the module has gained: to be called where code may come to name
    /// one of them.
    pub(crate) fn grow(&self) -> Result<(), Full> {
        (self.entries.len()..self.program.len()).try_for_each(|_| self.entries.push(Entry::new()).map(drop))
    }

    /// What was executed so far; zeros unless the counting instance of the loop runs.
    pub fn executed(&self) -> Executed {
        self.executed.get()
    }

    /// Begins to count anew.
    pub fn forget_executed(&self) {
        self.executed.set(Executed::default());
    }

    /// Counts what `add` adds.
    #[inline(always)]
    pub(crate) fn count(&self, add: impl FnOnce(&mut Executed)) {
        let mut executed = self.executed.get();
        add(&mut executed);
        self.executed.set(executed);
    }

    /// Whether it asks for native code.
    pub fn is_auto(&self) -> bool {
        self.auto
    }

    /// Lowers a function for this isolate, which then has entries for all functions that its code names. An
    /// error says why that is impossible.
    pub(crate) fn lower(&self, id: u32) -> Result<&Func, String> {
        let func = match self.program.func(id) {
            Some(Ok(func)) => func,
            Some(Err(error)) => return Err(error.to_string()),
            None => return Err(format!("there is no function {id}")),
        };
        self.grow().map_err(|full| full.to_string())?;
        let entry = &self.entries[id as usize];
        if entry.func().is_none() {
            entry.func.set(func);
            entry.need_slots(func.frame_slots as usize);
            if std::ptr::eq(entry.code(), LOWER.as_ptr()) {
                entry.go_to_bytecode(func);
            }
            self.lowered.borrow_mut().push(id);
        }
        Ok(func)
    }

    /// Sends calls of a function to its native code from now on.
    pub(crate) fn use_native(&self, id: u32, frame_slots: usize) {
        let entry = &self.entries[id as usize];
        entry.go_to_stub(&NATIVE);
        entry.need_slots(frame_slots);
    }

    /// Sends calls of a function to its bytecode again.
    pub(crate) fn use_bytecode(&self, id: u32) {
        let entry = &self.entries[id as usize];
        match entry.func() {
            Some(func) => entry.go_to_bytecode(func),
            None => entry.go_to_stub(&LOWER),
        }
    }

    /// Up to `count` lowered functions, each time the next ones, around and around.
    pub(crate) fn next_lowered(&self, count: usize) -> impl Iterator<Item = u32> {
        (0..count.min(self.lowered.borrow().len())).map(|_| {
            let lowered = self.lowered.borrow();
            let next = (self.looked_up.get() + 1) % lowered.len();
            self.looked_up.set(next);
            lowered[next]
        })
    }

    /// The next random number: Knuth, "The Art of Computer Programming", volume 2, 3.3.4.
    pub(crate) fn random(&self) -> u64 {
        let factor = 6_364_136_223_846_793_005;
        self.random.set(self.random.get().wrapping_mul(factor).wrapping_add(1_442_695_040_888_963_407));
        self.random.get()
    }
}
