//! What the interpreter keeps for one isolate: where each function's code begins by now.

use std::sync::Arc;

use purlin_bytecode::table::{encode, imm};
use purlin_bytecode::{Func, Op, Program};
use purlin_runtime::heap::{ClassId, LayoutTable};

/// Where calls of a function go.
#[repr(C)]
pub(crate) struct Entry {
    /// Its bytecode, or a stub that lowers it or goes to its native code.
    pub code: *const u64,
    /// Slots that its frame uses; 0 before it is lowered.
    pub frame_slots: usize,
    /// Null before it is lowered.
    pub func: *const Func,
    /// Units of the poll that the code begins with, which calls take; 0 if it does not begin with one.
    pub poll: i64,
}

/// What calls take before they go to `func`'s bytecode.
fn entry_poll(func: &Func) -> i64 {
    let first = func.code[0];
    if Op::decode(first) == Some(Op::Poll) { i64::from(imm(first)) } else { 0 }
}

/// The interpreter's part of an isolate; to be put in `Vm::tier_state`.
pub struct State {
    pub(crate) program: Arc<Program>,
    pub(crate) entries: Box<[Entry]>,
    /// Bytes of a cell by class.
    pub(crate) cells: Box<[usize]>,
    /// Whether to ask the hooks for native code.
    pub(crate) auto: bool,
    /// Functions that have been lowered, and the next of them to be looked up among the compiled ones.
    pub(crate) lowered: Vec<u32>,
    pub(crate) look: usize,
    /// Which of the next asks of stress mode `osr` count.
    pub(crate) draw: u64,
}

// SAFETY: the pointers lead into `program`, which the state keeps alive and which is `Sync`.
unsafe impl Send for State {}

pub(crate) static EXIT: [u64; 1] = [encode(Op::Exit, 0, 0, 0)];
pub(crate) static FAR_RETURN: [u64; 1] = [encode(Op::FarReturn, 0, 0, 0)];
static LOWER: [u64; 1] = [encode(Op::Lower, 0, 0, 0)];
static NATIVE: [u64; 1] = [encode(Op::Native, 0, 0, 0)];

impl State {
    /// For an isolate that runs `program` with objects laid out by `layouts`. With `auto`, hot functions and loops are
    /// moved to native code as the hooks provide it.
    pub fn new(program: Arc<Program>, layouts: &LayoutTable, auto: bool) -> State {
        let entry = |_| Entry { code: LOWER.as_ptr(), frame_slots: 0, func: std::ptr::null(), poll: 0 };
        State {
            entries: (0..program.len()).map(entry).collect(),
            cells: (0..layouts.class_count()).map(|n| layouts.class_cell_size(ClassId(n as u32))).collect(),
            program,
            auto,
            lowered: Vec::new(),
            look: 0,
            draw: 1,
        }
    }

    /// Whether it asks for native code.
    pub fn is_auto(&self) -> bool {
        self.auto
    }

    /// Lowers a function for this isolate; what is wrong if that cannot be.
    pub(crate) fn lower(&mut self, id: u32) -> Result<&Func, String> {
        let func = match self.program.func(id) {
            Some(Ok(func)) => func,
            Some(Err(error)) => return Err(error.to_string()),
            None => return Err(format!("there is no function {id}")),
        };
        let entry = &mut self.entries[id as usize];
        if entry.func.is_null() {
            entry.func = func;
            entry.frame_slots = entry.frame_slots.max(func.frame_slots as usize);
            if std::ptr::eq(entry.code, LOWER.as_ptr()) {
                entry.code = func.code.as_ptr();
                entry.poll = entry_poll(func);
            }
            self.lowered.push(id);
        }
        Ok(func)
    }

    /// Calls of a function go to its native code from now on.
    pub(crate) fn use_native(&mut self, id: u32, frame_slots: usize) {
        let entry = &mut self.entries[id as usize];
        (entry.code, entry.poll) = (NATIVE.as_ptr(), 0);
        entry.frame_slots = entry.frame_slots.max(frame_slots);
    }

    /// They go to the bytecode again.
    pub(crate) fn use_bytecode(&mut self, id: u32) {
        let entry = &mut self.entries[id as usize];
        // SAFETY: a function of the program, which the state keeps alive.
        let func = unsafe { entry.func.as_ref() };
        entry.code = func.map_or(LOWER.as_ptr(), |f| f.code.as_ptr());
        entry.poll = func.map_or(0, entry_poll);
    }
}
