//! A module's machine code as bytes, and back into an arena.
//!
//! Code refers to other code of its arena by distances only, and what was placed after the stubs is kept in
//! one piece, so it runs at any address that has the same place in a page. What is filled in anew are
//! absolute addresses, which the fixups name; the thunks, which lead out of the arena, are never kept.

use std::fmt;

use purlin_base::wire::{Malformed, Packed, Reader, Wire, Writer, put_bytes, take_bytes};
use purlin_base::{EntityRef as _, wire_enum, wire_structs};

use super::{CodeRef, Compiler, Placed, Unit};
use crate::arena::{ALIGN, LINE};
use crate::code_map::{Piece, Sites};
use crate::error::CompileError;
use crate::link::{self, Fixup, LIB_CALLS, Patch, Symbol};

/// Why code that was kept cannot run here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RestoreError {
    Malformed,
    /// The code uses an instruction set, by Cranelift's name, that this processor does not have.
    Lacks(String),
    /// What the code was generated for is otherwise here: which.
    Differs(&'static str),
    /// There is no room for the code.
    NoRoom,
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RestoreError::Malformed => Malformed.fmt(f),
            RestoreError::Lacks(feature) => {
                write!(f, "its machine code uses the processor's {feature}, which this machine does not have")
            }
            RestoreError::Differs(what) => write!(f, "its machine code was generated for other {what}"),
            RestoreError::NoRoom => f.write_str("there is no room for its machine code"),
        }
    }
}

impl std::error::Error for RestoreError {}

impl From<Malformed> for RestoreError {
    fn from(_: Malformed) -> RestoreError {
        RestoreError::Malformed
    }
}

wire_enum!(Unit { 0 Entry { 0: func } 1 Careful { 0: func } 2 Osr { 0: func, 1: state } });

/// A piece, as it is written.
struct Kept {
    unit: Unit,
    /// Bytes after the stubs.
    at: usize,
    len: usize,
    absolute: Vec<Absolute>,
    sites: Sites,
}

struct Absolute {
    at: u32,
    symbol: Symbol,
    addend: i64,
}

wire_structs! {
    Absolute { at, symbol, addend }
    Kept { unit, at, len, absolute, sites }
}

impl Wire for Symbol {
    fn put(&self, out: &mut Writer) {
        let (kind, number) = match self {
            Symbol::Here(offset) => (0, *offset),
            Symbol::Func(func) => (1, *func),
            Symbol::Stub(stub) => (2, *stub),
            Symbol::LibCall(call) => {
                (3, LIB_CALLS.iter().position(|known| known == call).map_or(0, |n| n as u32))
            }
        };
        out.byte(kind);
        number.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Symbol, Malformed> {
        let (kind, number) = (from.byte()?, u32::take(from)?);
        Ok(match kind {
            0 => Symbol::Here(number),
            1 => Symbol::Func(number),
            2 if (number as usize) < crate::arch::Stub::ALL.len() => Symbol::Stub(number),
            3 => Symbol::LibCall(*LIB_CALLS.get(number as usize).ok_or(Malformed)?),
            _ => return Err(Malformed),
        })
    }
}

impl Compiler {
    /// The instruction sets that code may use here.
    fn features(&self) -> Vec<String> {
        let flags = self.code.isa.isa_flags();
        let on = flags.iter().filter(|flag| flag.as_bool() == Some(true));
        on.map(|flag| flag.name.to_string()).collect()
    }

    /// Bytes of the arena that are taken before any function is compiled.
    fn stubs(&self) -> usize {
        let thunks = (crate::arch::Stub::ALL.len() + LIB_CALLS.len()) * crate::arch::THUNK;
        let stubs = self.code.module.view(purlin_ir::FuncId::new(0)).funcs.len() * crate::arch::ENTRY_STUB;
        thunks.next_multiple_of(ALIGN) + stubs.next_multiple_of(ALIGN)
    }

    /// How many pieces of code there are, those that were restored included.
    pub fn code_count(&self) -> usize {
        self.inner().placed.len()
    }

    /// Writes all code that there is. Nothing may have been added to the module since it was linked.
    pub fn put_code(&self, out: &mut Writer) {
        let inner = self.inner();
        let direct: Vec<bool> = self.code.config.direct.iter().copied().collect();
        self.features().put(out);
        direct.put(out);
        let (start, stubs) = (inner.arena.start(), self.stubs());
        stubs.put(out);
        put_bytes(inner.arena.bytes(start + stubs, inner.arena.used() - stubs), out);
        out.number(inner.placed.len() as u64);
        let mut placed = inner.placed.iter();
        // Both lists are by rising addresses.
        self.map.for_each(|piece| {
            let Some(Placed { unit, address, absolute }) = placed.next() else { return };
            debug_assert_eq!(*address, piece.start);
            unit.put(out);
            (address - start - stubs).put(out);
            piece.len.put(out);
            let absolute = absolute.iter();
            let absolute: Vec<_> =
                absolute.map(|f| Absolute { at: f.at, symbol: f.symbol, addend: f.addend }).collect();
            absolute.put(out);
            piece.sites.put(out);
        });
        let lasting =
            inner.done.iter().filter_map(|(unit, made)| Some((*unit, made.as_ref().err()?.lasts()?)));
        let mut failures: Vec<(Unit, u8)> = lasting.collect();
        // In an order that is the same each time.
        failures.sort_by_key(|(unit, _)| (unit.func(), unit.kind() as u8));
        failures.put(out);
    }

    /// Places code that was written, before anything is compiled or run. It was generated by this build for a
    /// module that is the same; who supplies it is trusted.
    pub fn restore(&self, kept: &Packed) -> Result<(), RestoreError> {
        let mut from = kept.reader();
        let here = self.features();
        if let Some(feature) = Vec::<String>::take(&mut from)?.into_iter().find(|f| !here.contains(f)) {
            return Err(RestoreError::Lacks(feature));
        }
        if Vec::<bool>::take(&mut from)? != self.code.config.direct.iter().copied().collect::<Vec<_>>() {
            return Err(RestoreError::Differs("forms of natives"));
        }
        let stubs = usize::take(&mut from)?;
        let mut inner = self.inner();
        if stubs != self.stubs() || inner.arena.used() != stubs {
            return Err(RestoreError::Differs("stubs"));
        }
        let code = take_bytes(&mut from)?;
        let pieces = Vec::<Kept>::take(&mut from)?;
        let failures = Vec::<(Unit, u8)>::take(&mut from)?;
        let functions = self.code.module.funcs.len();
        let units = pieces.iter().map(|piece| piece.unit).chain(failures.iter().map(|failure| failure.0));
        if units.into_iter().any(|unit| unit.func().index() >= functions) || !fit(&pieces, code.len()) {
            return Err(RestoreError::Malformed);
        }
        let place = |bytes: &mut [u8], address: usize| {
            bytes.copy_from_slice(code);
            for piece in &pieces {
                let fixup = |a: &Absolute| Fixup {
                    at: a.at,
                    patch: Patch::Absolute,
                    symbol: a.symbol,
                    addend: a.addend,
                };
                let fixups: Vec<Fixup> = piece.absolute.iter().map(fixup).collect();
                let begin = address + piece.at;
                let bytes = &mut bytes[piece.at..piece.at + piece.len];
                link::fix(bytes, begin, &fixups, |symbol| self.resolve(symbol, begin));
            }
        };
        let begin = inner.arena.place_in_line(code.len(), stubs % LINE, place);
        let begin = begin.map_err(|_| RestoreError::NoRoom)?;
        for piece in pieces {
            let Kept { unit, at, len, absolute, sites } = piece;
            let (func, address) = (unit.func(), begin + at);
            let fixup =
                |a: Absolute| Fixup { at: a.at, patch: Patch::Absolute, symbol: a.symbol, addend: a.addend };
            self.map.add(Piece { func, start: address, len, sites });
            inner.placed.push(Placed { unit, address, absolute: absolute.into_iter().map(fixup).collect() });
            inner.done.insert(unit, Ok(CodeRef { func, address, bytes: len }));
            self.publish(unit, address);
        }
        inner.done.extend(failures.into_iter().map(|(unit, why)| (unit, Err(CompileError::lasting(why)))));
        Ok(())
    }

    /// The addresses of the code that is entered in loops: function, frame state, address.
    pub fn loops(&self) -> Vec<(purlin_ir::FuncId, purlin_ir::FrameStateId, usize)> {
        let inner = self.inner();
        let entered = inner.placed.iter().filter_map(|placed| match placed.unit {
            Unit::Osr(func, state) => Some((func, state, placed.address)),
            Unit::Entry(_) | Unit::Careful(_) => None,
        });
        entered.collect()
    }
}

/// Whether pieces lie in the code one after the other, and what is filled in lies in the pieces.
fn fit(pieces: &[Kept], len: usize) -> bool {
    let mut end = 0;
    pieces.iter().all(|piece| {
        let begin = std::mem::replace(&mut end, piece.at.saturating_add(piece.len));
        let inside = piece.absolute.iter().all(|a| a.at as usize + 8 <= piece.len);
        begin <= piece.at && end <= len && piece.len > 0 && piece.at.is_multiple_of(ALIGN) && inside
    })
}
