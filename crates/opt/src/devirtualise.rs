//! Calls by number become calls by name where the number is known: of a closure without captures, which lies
//! in the module's data, or of a method of a type that is known. Knows nothing of what is called.

use purlin_ir::{FuncId, Function, Imm, Inst, InstData, Module, Opcode, SelectorId, Type, Value, template};

use crate::counts::{self, Rewrite};
use crate::{asked, dispatch};

/// Makes all indirect calls with known targets direct; true if there was one, which may now be inlined.
pub(crate) fn run(func: &mut Function, module: &Module, _: FuncId) -> bool {
    let mut changed = false;
    for block in func.layout.clone() {
        for at in 0..func.blocks[block].insts.len() {
            changed |= call(func, module, func.blocks[block].insts[at]);
        }
    }
    changed | dispatch::run(func, module)
}

/// What a load finds in the module's data, which nothing changes: an integer or the bits of a float.
pub(crate) fn loaded(func: &Function, module: &Module, load: &InstData) -> Option<i64> {
    let base = func.made_by(load.args[0]).filter(|base| base.op == Opcode::DataAddr)?;
    let at = usize::try_from(base.offset().checked_add(load.offset())?).ok()?;
    let bytes = module.data.get(base.bytes())?.bytes.get(at..)?;
    Some(match load.ty {
        Type::I8 => i64::from(i8::from_le_bytes(*bytes.first_chunk()?)),
        Type::I16 => i64::from(i16::from_le_bytes(*bytes.first_chunk()?)),
        Type::I32 => i64::from(i32::from_le_bytes(*bytes.first_chunk()?)),
        Type::F32 => i64::from(u32::from_le_bytes(*bytes.first_chunk()?)),
        Type::I64 | Type::F64 => i64::from_le_bytes(*bytes.first_chunk()?),
        Type::Ref | Type::Dyn => return None,
    })
}

/// The function that `iface_method` finds, if the type is known or the only one that has the method.
pub(crate) fn method(func: &Function, module: &Module, inst: &InstData) -> Option<FuncId> {
    let methods = &module.selectors.get(inst.selector())?.methods;
    let Some(ty) = func.as_iconst(inst.args[0]) else {
        asked::about(inst.selector());
        return only(module, inst.selector());
    };
    asked::about_a_type();
    let ty = u32::try_from(ty).ok()?;
    let row = methods.binary_search_by_key(&ty, |(ty, _)| *ty).ok()?;
    Some(methods[row].1)
}

/// The only method that a selector can stand for.
pub(crate) fn only(module: &Module, selector: SelectorId) -> Option<FuncId> {
    let methods = &module.selectors.get(selector)?.methods;
    let only = methods.len() == 1 && !module.open_types;
    methods.first().filter(|_| only).map(|(_, method)| *method)
}

/// The integer that became a word, if that is what an integer is read from.
fn through_word(func: &Function, value: Value) -> Value {
    let read = func.made_by(value).filter(|read| read.op == Opcode::DynToInt);
    let made = read.and_then(|read| func.made_by(read.args[0])).filter(|made| made.op == Opcode::DynFromInt);
    made.map_or(value, |made| made.args[0])
}

/// The function that a number stands for.
fn function(func: &Function, module: &Module, number: Value) -> Option<FuncId> {
    let number = through_word(func, number);
    let def = func.made_by(number)?;
    if def.op == Opcode::FuncRef {
        return Some(def.func());
    }
    if def.op == Opcode::IfaceMethod {
        return method(func, module, def);
    }
    let number = match func.as_iconst(number) {
        Some(number) => number,
        None if def.op == Opcode::Load => loaded(func, module, def)?,
        None => return None,
    };
    template::function_in(number)
}

/// The target of an indirect call, if that is known and the signatures agree.
pub(crate) fn callee(func: &Function, module: &Module, inst: &InstData) -> Option<FuncId> {
    let callee = function(func, module, inst.args[0])?;
    let decl = module.funcs.get(callee)?;
    (decl.sig == inst.sig() && decl.body.is_some()).then_some(callee)
}

/// Makes an indirect call with known target a direct one.
pub(crate) fn call(func: &mut Function, module: &Module, inst: Inst) -> bool {
    let data = &func.insts[inst];
    let op = if data.op == Opcode::CallIndirect {
        Opcode::Call
    } else if data.op == Opcode::TailCallIndirect {
        Opcode::TailCall
    } else {
        return false;
    };
    let Some(callee) = callee(func, module, data) else { return false };
    let data = &mut func.insts[inst];
    (data.op, data.imm) = (op, Imm::Func(callee));
    data.args.remove(0);
    counts::hit(Rewrite::DevirtualiseCall);
    true
}
