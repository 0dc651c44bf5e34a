//! The variables of the method that is being resolved: scopes, captures, and which variables need cells.
//!
//! A *frame* is code that becomes a function: the method, and each block that stays a closure. Scopes are
//! of frames and of blocks that are executed in place. Knows nothing of fields and globals.

use purlin_base::map::{HashMap, HashSet};
use purlin_base::{Name, Pos, PrimaryMap};

use super::code::{Storage, VarId, Variable};

/// What is known of a variable while its method is being resolved.
struct Facts {
    /// The index of the frame that declares it.
    frame: usize,
    /// Loops of that frame around the declaration.
    loops: u32,
    is_parameter: bool,
    captured: bool,
    /// Whether an assignment may happen after a block has captured it.
    changes: bool,
}

/// The scopes of a method.
#[derive(Default)]
pub(super) struct Scopes {
    pub(super) variables: PrimaryMap<VarId, Variable>,
    facts: Vec<Facts>,
    /// The names of each, from the outside in.
    scopes: Vec<HashMap<Name, VarId>>,
    frames: Vec<Frame>,
    /// Whether a closure leaves the method.
    pub(super) has_home: bool,
}

#[derive(Default)]
struct Frame {
    captures: Vec<VarId>,
    captured: HashSet<VarId>,
    captures_self: bool,
    leaves: bool,
    loops: u32,
}

/// What a frame that ends has used of the code around.
pub(super) struct Ended {
    pub(super) captures: Vec<VarId>,
    pub(super) captures_self: bool,
    pub(super) leaves: bool,
}

/// What is wrong with an assignment.
pub(super) struct IsParameter;

impl Scopes {
    /// Begins the code of a method or closure.
    pub(super) fn begin_frame(&mut self) {
        self.frames.push(Frame::default());
        self.begin_scope();
    }

    pub(super) fn end_frame(&mut self) -> Ended {
        self.end_scope();
        let frame = self.frames.pop().unwrap_or_default();
        Ended { captures: frame.captures, captures_self: frame.captures_self, leaves: frame.leaves }
    }

    pub(super) fn begin_scope(&mut self) {
        self.scopes.push(HashMap::default());
    }

    pub(super) fn end_scope(&mut self) {
        self.scopes.pop();
    }

    pub(super) fn begin_loop(&mut self) {
        self.frame().loops += 1;
    }

    pub(super) fn end_loop(&mut self) {
        self.frame().loops -= 1;
    }

    fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Declares a variable in the innermost scope; `None` if that has one of this name.
    pub(super) fn declare(&mut self, name: Name, pos: Pos, is_parameter: bool) -> Option<VarId> {
        let var = self.variables.push(Variable { name, pos, storage: Storage::Local });
        let frame = self.frames.len() - 1;
        let loops = self.frames[frame].loops;
        self.facts.push(Facts { frame, loops, is_parameter, captured: false, changes: false });
        let scope = self.scopes.last_mut()?;
        scope.insert(name, var).is_none().then_some(var)
    }

    fn find(&self, name: Name) -> Option<VarId> {
        self.scopes.iter().rev().find_map(|scope| scope.get(&name).copied())
    }

    /// The variable of a name that is read; frames between its own and the current one capture it.
    pub(super) fn read(&mut self, name: Name) -> Option<VarId> {
        let var = self.find(name)?;
        let facts = &mut self.facts[var.as_u32() as usize];
        let inner = &mut self.frames[facts.frame + 1..];
        facts.captured |= !inner.is_empty();
        for frame in inner {
            if frame.captured.insert(var) {
                frame.captures.push(var);
            }
        }
        Some(var)
    }

    /// The variable of a name that is assigned to; its value has been resolved already. Parameters are
    /// variables where the language says so.
    pub(super) fn assign(&mut self, name: Name, to_parameters: bool) -> Option<Result<VarId, IsParameter>> {
        let var = self.read(name)?;
        let (here, loops) = (self.frames.len() - 1, self.frames[self.frames.len() - 1].loops);
        let facts = &mut self.facts[var.as_u32() as usize];
        if facts.is_parameter && !to_parameters {
            return Some(Err(IsParameter));
        }
        // In a closure it happens at any time; in a loop, after what was captured in an earlier iteration.
        facts.changes |= facts.frame != here || loops > facts.loops || facts.captured;
        Some(Ok(var))
    }

    /// The receiver is used.
    pub(super) fn read_self(&mut self) {
        self.frames.iter_mut().skip(1).for_each(|frame| frame.captures_self = true);
    }

    /// A `^`, which leaves all closures around.
    pub(super) fn leave(&mut self) {
        self.frames.iter_mut().skip(1).for_each(|frame| frame.leaves = true);
        self.has_home |= self.frames.len() > 1;
    }

    /// The variables of the whole method, with the storage of each.
    pub(super) fn finish(mut self) -> PrimaryMap<VarId, Variable> {
        for (variable, facts) in self.variables.values_mut().zip(&self.facts) {
            variable.storage = match (facts.captured, facts.changes) {
                (false, _) => Storage::Local,
                (true, false) => Storage::Copied,
                (true, true) => Storage::Cell,
            };
        }
        self.variables
    }
}
