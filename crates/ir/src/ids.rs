//! The numbers by which a function names its parts, and a module its own: an index each, and the prefix that
//! the text form writes before it.

use purlin_base::entity_impl;

// ---- of a function

/// An SSA value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(u32);
entity_impl!(Value, "v");

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Block(u32);
entity_impl!(Block, "block");

/// An instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Inst(u32);
entity_impl!(Inst, "inst");

/// A piece of the frame's own memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SlotId(u32);
entity_impl!(SlotId, "slot");

/// A place where native code can hand over to the interpreter, or take over from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FrameStateId(u32);
entity_impl!(FrameStateId, "fs");

/// The cases of a switch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SwitchId(u32);
entity_impl!(SwitchId, "switch");

/// A source position with its inline call stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocId(u32);
entity_impl!(LocId, "loc");

/// A variable of the guest that is assigned more than once;
/// [`FuncBuilder::use_var`](crate::FuncBuilder::use_var) finds its value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Var(u32);
entity_impl!(Var, "var");

// ---- of a module

/// A function of a module. The number is also what `func` yields and `call_indirect` takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FuncId(u32);
entity_impl!(FuncId, "fn");

/// An interned signature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SigId(u32);
entity_impl!(SigId, "sig");

/// A native that the module calls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NativeId(u32);
entity_impl!(NativeId, "native");

/// An allocation class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(u32);
entity_impl!(ClassId, "class");

/// A piece of an isolate's globals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(u32);
entity_impl!(GlobalId, "global");

/// A piece of the module's read-only bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DataId(u32);
entity_impl!(DataId, "data");

/// A method name and signature that is called through interfaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SelectorId(u32);
entity_impl!(SelectorId, "selector");

/// An interface that types are tested against.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InterfaceId(u32);
entity_impl!(InterfaceId, "iface");
