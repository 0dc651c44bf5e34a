//! Doubles that go along with words. A word that is a float is made of a double and read as one again, which
//! takes longer than the arithmetic between; so a parameter of a block that gets floats, as far as one can
//! tell, gets the double besides. Which of both is used changes nothing.
//!
//! What may as well be integers carries nothing (`purlin_ir::floats`).

use cranelift_codegen::ir as cl;
use purlin_base::SecondaryMap;
use purlin_ir::floats::{insts, likely, makes_float, makes_int, mark, pairs, until_known};
use purlin_ir::{Block, Def, Function, InstData, Opcode, Target, Value};

use super::Lower;

/// The doubles of a function's words.
#[derive(Default)]
pub(super) struct Floats {
    /// The parameters that have one.
    carried: SecondaryMap<Value, bool>,
    /// The doubles that are at hand, of words that are floats.
    known: SecondaryMap<Value, Option<cl::Value>>,
}

/// Whether an op reads its words as doubles.
fn reads_floats(op: Opcode) -> bool {
    let asks = matches!(op, Opcode::DynFaddOk | Opcode::DynFsubOk | Opcode::DynFmulOk | Opcode::DynFdivOk);
    asks || op == Opcode::DynToFloat || makes_float(op)
}

impl Floats {
    /// Finds the parameters that carry a double; not for code that begins in the middle, which may be lowered
    /// more than once.
    pub(super) fn new(body: &Function) -> Floats {
        let Some(likely) = likely(body) else { return Floats::default() };
        let read = read(body);
        let mut carried: SecondaryMap<Value, bool> = purlin_base::filled(body.values.len());
        for value in body.values.keys() {
            let is_param = matches!(body.values[value].def, Def::Param(..));
            carried[value] = is_param && likely[value] && read[value];
        }
        Floats { carried, known: SecondaryMap::new() }
    }

    /// The parameters of a block that carry a double.
    fn of(&self, body: &Function, block: Block) -> Vec<Value> {
        body.blocks[block].params.iter().copied().filter(|param| self.carried[*param]).collect()
    }
}

/// The words that are read as doubles, there or where they are passed to.
fn read(body: &Function) -> SecondaryMap<Value, bool> {
    until_known(body, |found| {
        let mut new = false;
        for data in insts(body) {
            if reads_floats(data.op) {
                data.args.iter().for_each(|arg| new |= mark(found, *arg));
            }
            for (param, arg) in data.targets.iter().flat_map(|to| pairs(body, to)) {
                if found[param] {
                    new |= mark(found, arg);
                }
            }
        }
        new
    })
}

impl Lower<'_, '_> {
    /// The parameters of a block that carry a double.
    pub(super) fn carried(&self, block: Block) -> Vec<Value> {
        self.floats.of(self.body, block)
    }

    /// A word that is a float is this double.
    pub(super) fn set_float(&mut self, word: Value, double: cl::Value) {
        if !self.is_osr() {
            self.floats.known[word] = Some(double);
        }
    }

    /// The double that a word is, if it is a float.
    pub(super) fn float(&mut self, word: Value) -> cl::Value {
        if let Some(double) = self.floats.known[word] {
            return double;
        }
        let body = self.body;
        match body.made_by(word).filter(|made| made.op == Opcode::DynFromFloat) {
            // A loop that is entered in its middle has the words of before, and not what they were made of.
            Some(made) if !self.is_osr() => self.get(made.args[0]),
            Some(_) | None => {
                let word = self.get(word);
                self.float_of_word(word)
            }
        }
    }

    /// The doubles that go along an edge.
    pub(super) fn floats_along(&mut self, target: &Target) -> Vec<cl::Value> {
        let body = self.body;
        let carried: Vec<Value> = pairs(body, target)
            .filter(|(param, _)| self.floats.carried[*param])
            .map(|(_, arg)| arg)
            .collect();
        let other = |made: &InstData| makes_int(made.op) || made.op == Opcode::DynFromImm;
        let double = |arg: Value| match body.made_by(arg).is_some_and(other) {
            // Nothing reads it.
            true => self.f64(0),
            false => self.float(arg),
        };
        carried.into_iter().map(double).collect()
    }
}
