//! Comparisons of strings with short constants: the bytes are loaded as words and compared, where a native
//! would be called.
//!
//! Only where both lengths are known to be the constant's: they are constants, or the way here asked
//! ([`natives::STRING_EQ`] is called behind such a test in most code). Of strings as short as [`LONGEST`] the
//! native charges nothing besides its call, which stays paid for; so gas is what it was. The pass comes after
//! those that move polls, which a call of a native decides about.
//!
//! The last of two words begins inside the first, so that no byte beyond the string is read.

use purlin_ir::cfg::{self, Predecessors};
use purlin_ir::{
    Block, FuncId, Function, Imm, Inst, InstData, Module, NativeId, Opcode, Type, Value, natives, region,
};
use smallvec::{SmallVec, smallvec};

use crate::counts::{self, Rewrite};
use crate::gvn;

/// Bytes that the native compares without a charge of its own.
const LONGEST: usize = 15;
/// So many branches back a length is looked for.
const BRANCHES: usize = 4;

/// Compares by words what can be.
pub(crate) fn run(func: &mut Function, module: &Module, id: FuncId) -> bool {
    let Some(native) = natives::string_eq(module) else { return false };
    let found = StringSearch::new(func, module, native).run();
    if found.is_empty() {
        return false;
    }
    // From the last to the first, so that what comes before one stays where it is.
    for Comparison { block, at, address, bytes } in found.into_iter().rev() {
        counts::hit(Rewrite::StringsWords);
        let call = func.blocks[block].insts[at];
        let before = compare(func, call, address, &bytes);
        func.blocks[block].insts.splice(at..at, before);
    }
    // Words that several comparisons of one string load.
    gvn::run(func, module, id);
    true
}

/// A call that compares a string with a constant of the same length.
struct Comparison {
    block: Block,
    at: usize,
    address: Value,
    bytes: SmallVec<[u8; LONGEST]>,
}

struct StringSearch<'a> {
    func: &'a Function,
    module: &'a Module,
    native: NativeId,
    preds: Option<Predecessors>,
}

impl<'a> StringSearch<'a> {
    fn new(func: &'a Function, module: &'a Module, native: NativeId) -> StringSearch<'a> {
        StringSearch { func, module, native, preds: None }
    }

    fn run(mut self) -> Vec<Comparison> {
        let mut found = Vec::new();
        for block in &self.func.layout {
            for (at, inst) in self.func.blocks[*block].insts.iter().enumerate() {
                let data = &self.func.insts[*inst];
                if data.op == Opcode::CallNative && data.native() == self.native {
                    found.extend(self.comparison(*block, at, data));
                }
            }
        }
        found
    }

    fn comparison(&mut self, block: Block, at: usize, call: &InstData) -> Option<Comparison> {
        let &[a, a_len, b, b_len] = &call.args[..] else { return None };
        let (address, len, constant, bytes) = match (self.constant(a, a_len), self.constant(b, b_len)) {
            (_, Some(bytes)) => (a, a_len, b_len, bytes),
            (Some(bytes), None) => (b, b_len, a_len, bytes),
            (None, None) => return None,
        };
        let known = len == constant || self.is_len(block, len, bytes.len() as i64);
        known.then(|| Comparison { block, at, address, bytes: bytes.into() })
    }

    /// The bytes of a short string that is in the module's read-only data, and not empty.
    fn constant(&self, address: Value, len: Value) -> Option<&'a [u8]> {
        let len = usize::try_from(self.func.as_iconst(len)?).ok()?;
        let base = self.func.made_by(address).filter(|base| base.op == Opcode::DataAddr)?;
        let from = usize::try_from(base.offset()).ok()?;
        let bytes = self.module.data.get(base.bytes())?.bytes.get(from..)?.get(..len)?;
        (1..=LONGEST).contains(&len).then_some(bytes)
    }

    /// Whether a length is that one in a block: as a constant, or because the only way there asked.
    fn is_len(&mut self, block: Block, len: Value, bytes: i64) -> bool {
        let func = self.func;
        if let Some(constant) = func.as_iconst(len) {
            return constant == bytes;
        }
        let preds = self.preds.get_or_insert_with(|| cfg::predecessors(func));
        let mut to = block;
        for _ in 0..BRANCHES {
            let &[from] = &preds[to] else { return false };
            let Some(end) = func.end(from) else { return false };
            let asked = func.made_by(end.args.first().copied().unwrap_or(len));
            let way = match asked.map(|asked| asked.op) {
                Some(Opcode::Ieq) => 0,
                Some(Opcode::Ine) => 1,
                // wildcard: other comparisons do not tell a length.
                _ => usize::MAX,
            };
            let about = |asked: &InstData| {
                asked.args.contains(&len) && asked.args.iter().any(|v| func.as_iconst(*v) == Some(bytes))
            };
            let leads = end.op == Opcode::Brif && end.targets.get(way).is_some_and(|t| t.block == to);
            if leads && asked.is_some_and(about) {
                return true;
            }
            to = from;
        }
        false
    }
}

/// The widest word that a string has room for, and where such words cover it.
fn words(len: usize) -> (Type, SmallVec<[usize; 2]>) {
    let ty = match len {
        8.. => Type::I64,
        4.. => Type::I32,
        2.. => Type::I16,
        _ => Type::I8,
    };
    let last = len - ty.bytes() as usize;
    (ty, if last == 0 { smallvec![0] } else { smallvec![0, last] })
}

/// A word of bytes, the first the least.
fn word(bytes: &[u8], at: usize, ty: Type) -> i64 {
    let mut word = [0; 8];
    let size = ty.bytes() as usize;
    word[..size].copy_from_slice(&bytes[at..at + size]);
    // As far as the type goes, as all constants are sign-extended.
    let unused = 64 - 8 * size;
    i64::from_le_bytes(word) << unused >> unused
}

/// Turns a call into the comparison of words; what has to stand before it.
fn compare(func: &mut Function, call: Inst, address: Value, bytes: &[u8]) -> Vec<Inst> {
    let loc = func.insts[call].loc;
    let (ty, ats) = words(bytes.len());
    let mut before = Vec::new();
    let mut push = |func: &mut Function, data: InstData| {
        let inst = func.add_inst(data, &[ty]);
        before.push(inst);
        func.insts[inst].results[0]
    };
    let int = |imm: i64| InstData::new(Opcode::Iconst, ty, &[], loc).with(Imm::Int(imm));
    let mut pairs: SmallVec<[[Value; 2]; 2]> = SmallVec::new();
    for at in ats {
        let load = InstData::new(Opcode::Load, ty, &[address], loc);
        let load = load.with(Imm::Mem { offset: at as i64, region: region::BYTES });
        pairs.push([push(func, load), push(func, int(word(bytes, at, ty)))]);
    }
    let args = match pairs[..] {
        [one] => one,
        _ => {
            let [a, b] =
                [pairs[0], pairs[1]].map(|pair| push(func, InstData::new(Opcode::Ixor, ty, &pair, loc)));
            [push(func, InstData::new(Opcode::Ior, ty, &[a, b], loc)), push(func, int(0))]
        }
    };
    let data = &mut func.insts[call];
    (data.op, data.ty, data.imm) = (Opcode::Ieq, ty, Imm::None);
    data.args = args.into_iter().collect();
    before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_cover_a_string_and_no_more() {
        for len in 1..=LONGEST {
            let (ty, ats) = words(len);
            let size = ty.bytes() as usize;
            let mut seen = vec![false; len];
            ats.iter().for_each(|at| seen[*at..at + size].fill(true));
            assert!(seen.iter().all(|seen| *seen), "{len}");
        }
    }

    #[test]
    fn words_are_sign_extended() {
        assert_eq!(word(b"\xff", 0, Type::I8), -1);
        assert_eq!(word(b"EU", 0, Type::I16), 0x5545);
        assert_eq!(word(b"\x01\x02\x03\x80", 0, Type::I32), i64::from(0x8003_0201_u32 as i32));
        assert_eq!(word(b"abcdefghi", 1, Type::I64), i64::from_le_bytes(*b"bcdefghi"));
    }
}
