//! THE op table of the IR: one row an op, everything else expanded from it.
//!
//! A row reads: variant, text, controlling types, operands, result, attribute, effects, negation, swap,
//! gas class, meaning. `docs/adding-an-op.md` tells which crates a new row concerns.

use crate::types::Type;

/// Which types an op's controlling type `T` may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeClass {
    /// The op has no controlling type.
    None,
    /// `i8 i16 i32 i64`
    Int,
    /// `f32 f64`
    Float,
    /// Integers, `ref` and `dyn`: what compares by bits.
    Bits,
    /// Every type.
    Any,
}

/// What one operand must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// The controlling type.
    T,
    /// Exactly this type.
    Is(Type),
    /// Any integer type, of its own.
    AnyInt,
    /// Any float type, of its own.
    AnyFloat,
    /// Any type, of its own.
    Any,
    /// Zero or more operands, typed by the attribute (callee, signature) or free (frame state); last only.
    Rest,
}

/// What an op yields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Yield {
    Nothing,
    T,
    Is(Type),
    /// The results of the callee's signature.
    Callee,
}

/// Alias regions that mean something to passes; others only say what does not alias.
pub mod region {
    /// Words that are written once, right after their object was allocated, before anything else can see it:
    /// what a load finds there once it finds always.
    pub const FIXED: u32 = 1;
    /// Words through which fibers synchronise, as locks and atomic counters: loads of a loop that accesses
    /// one stay in it, as others may have written what they find at a poll there. The same words may be
    /// accessed without a region too.
    pub const SHARED: u32 = 2;
    /// Bytes that are accessed as words, wherever they lie: the address need not be aligned, and accesses of
    /// any type may reach them too. Other accesses are aligned, and a word is accessed as one type.
    pub const BYTES: u32 = 3;
}

/// The format of an instruction: which [`crate::Imm`] it carries, and so how it is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attr {
    None,
    /// An integer.
    Int,
    /// The bits of a float.
    Float,
    /// A byte offset and an alias region.
    Mem,
    /// A byte offset.
    Offset,
    /// A byte offset and the bytes of an element.
    Scaled,
    /// Gas units.
    Units,
    /// The number of a probe.
    Probe,
    Func,
    Sig,
    Native,
    Class,
    Slot,
    /// A global and a byte offset in it.
    Global,
    /// A piece of data and a byte offset in it.
    Data,
    Trap,
    /// A row of the dispatch table.
    Selector,
    /// A row of the implements table.
    Interface,
    /// A frame state; the operands of the `Rest` are its values.
    Frame,
    /// Targets only.
    Targets,
    /// The cases; `targets[0]` is the default.
    Switch,
    /// A frame state; targets: where it resumes, where it gives up (cold).
    Guard,
}

/// What an op may do besides computing its result. A set of bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects(pub u8);

impl Effects {
    pub const NONE: Effects = Effects(0);
    pub const READ: Effects = Effects(1);
    pub const WRITE: Effects = Effects(2);
    pub const TRAP: Effects = Effects(4);
    pub const ALLOC: Effects = Effects(8);
    pub const CALL: Effects = Effects(16);
    /// Gas is counted or looked at; order among these is kept.
    pub const METER: Effects = Effects(32);
    /// Ends a block.
    pub const END: Effects = Effects(64);

    pub const fn or(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }

    pub const fn has(self, other: Effects) -> bool {
        self.0 & other.0 != 0
    }
}

/// Cost classes of the gas schedule; the schedule itself is `purlin_ir::gas`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum GasClass {
    /// Costs nothing: constants, addresses, metering itself.
    Free,
    /// One simple instruction.
    Simple,
    /// Integer multiplication, conversions.
    Medium,
    /// Division, square root.
    Slow,
    /// A memory access.
    Memory,
    /// A call of guest code.
    Call,
    /// A call of a native; the native charges for its own work besides.
    Native,
    /// An allocation; the bytes are charged besides.
    Alloc,
}

const NONE: Effects = Effects::NONE;
const READ: Effects = Effects::READ;
const WRITE: Effects = Effects::WRITE;
const TRAP: Effects = Effects::TRAP;
const METER: Effects = Effects::METER;
const END: Effects = Effects::END;
const CALLS: Effects = Effects(1 | 2 | 4 | 8 | 16 | 32);
const ALLOCS: Effects = Effects(4 | 8);
const ALLOCS_N: Effects = ALLOCS.or(METER);
const MOVES: Effects = READ.or(WRITE).or(METER);
const CLEARS: Effects = WRITE.or(METER);
const END_CALL: Effects = END.or(CALLS);
const END_TRAP: Effects = END.or(TRAP);

macro_rules! ops {
    ($m:ident) => {
        $m! {
            // --- constants and addresses
            Iconst   "iconst"   Int   []  (T) Int    NONE  -  -  Free "the integer imm, truncated to T";
            Fconst   "fconst"   Float []  (T) Float  NONE  -  -  Free "the float with the bits imm";
            Null     "null"     None  []  (Is(Ref)) None NONE - - Free "the null ref";
            FuncRef  "func"     None  []  (Is(I64)) Func NONE - - Free "the number of a function, as call_indirect takes it";
            DataAddr "data"     None  []  (Is(Ref)) Data NONE - - Free "address of the module's read-only bytes";
            GlobalAddr "global" None  []  (Is(Ref)) Global NONE - - Free "address in the isolate's globals";
            StackAddr "stack"   None  []  (Is(Ref)) Slot NONE - - Free "address of a frame slot of this activation";
            // --- integers, wrapping
            Iadd "iadd" Int [T T] (T) None NONE - Iadd Simple "a + b";
            Isub "isub" Int [T T] (T) None NONE - -    Simple "a - b";
            Imul "imul" Int [T T] (T) None NONE - Imul Medium "a * b";
            Iand "iand" Int [T T] (T) None NONE - Iand Simple "a & b";
            Ior  "ior"  Int [T T] (T) None NONE - Ior  Simple "a | b";
            Ixor "ixor" Int [T T] (T) None NONE - Ixor Simple "a ^ b";
            Ineg "ineg" Int [T]   (T) None NONE - -    Simple "-a";
            Inot "inot" Int [T]   (T) None NONE - -    Simple "bitwise complement of a";
            Popcnt "popcnt" Int [T] (T) None NONE - - Simple "how many bits of a are 1";
            Clz "clz" Int [T] (T) None NONE - - Simple "how many bits above the highest 1 of a; the width for 0";
            Ctz "ctz" Int [T] (T) None NONE - - Simple "how many bits below the lowest 1 of a; the width for 0";
            Bswap "bswap" Int [T] (T) None NONE - - Simple "the bytes of a in the opposite order";
            UmulHigh "umul_high" Int [T T] (T) None NONE - UmulHigh Medium "the upper half of the unsigned product of a and b";
            Sdiv "sdiv" Int [T T] (T) None TRAP - -    Slow "signed a / b toward zero; MIN / -1 is MIN; traps `divide` on zero";
            Udiv "udiv" Int [T T] (T) None TRAP - -    Slow "unsigned a / b; traps `divide` on zero";
            Srem "srem" Int [T T] (T) None TRAP - -    Slow "signed remainder, sign of a; MIN % -1 is 0; traps `divide` on zero";
            Urem "urem" Int [T T] (T) None TRAP - -    Slow "unsigned remainder; traps `divide` on zero";
            Shl  "shl"  Int [T Is(I64)] (T) None NONE - - Simple "a << n, n unsigned; 0 when n >= width";
            Sshr "sshr" Int [T Is(I64)] (T) None NONE - - Simple "arithmetic a >> n, n unsigned; the sign when n >= width";
            Ushr "ushr" Int [T Is(I64)] (T) None NONE - - Simple "logical a >> n, n unsigned; 0 when n >= width";
            SaddOvf "sadd_ovf" Int [T T] (Is(I8)) None NONE - SaddOvf Simple "1 if signed a + b overflows T";
            SsubOvf "ssub_ovf" Int [T T] (Is(I8)) None NONE - -       Simple "1 if signed a - b overflows T";
            SmulOvf "smul_ovf" Int [T T] (Is(I8)) None NONE - SmulOvf Medium "1 if signed a * b overflows T";
            // --- comparisons, 1 or 0
            Ieq "ieq" Bits [T T] (Is(I8)) None NONE Ine Ieq Simple "a == b";
            Ine "ine" Bits [T T] (Is(I8)) None NONE Ieq Ine Simple "a != b";
            Slt "slt" Int  [T T] (Is(I8)) None NONE Sge Sgt Simple "signed a < b";
            Sle "sle" Int  [T T] (Is(I8)) None NONE Sgt Sge Simple "signed a <= b";
            Sgt "sgt" Int  [T T] (Is(I8)) None NONE Sle Slt Simple "signed a > b";
            Sge "sge" Int  [T T] (Is(I8)) None NONE Slt Sle Simple "signed a >= b";
            Ult "ult" Int  [T T] (Is(I8)) None NONE Uge Ugt Simple "unsigned a < b";
            Ule "ule" Int  [T T] (Is(I8)) None NONE Ugt Uge Simple "unsigned a <= b";
            Ugt "ugt" Int  [T T] (Is(I8)) None NONE Ule Ult Simple "unsigned a > b";
            Uge "uge" Int  [T T] (Is(I8)) None NONE Ult Ule Simple "unsigned a >= b";
            Feq "feq" Float [T T] (Is(I8)) None NONE Fne Feq Simple "a == b; false if either is NaN";
            Fne "fne" Float [T T] (Is(I8)) None NONE Feq Fne Simple "not a == b";
            Flt "flt" Float [T T] (Is(I8)) None NONE -   Fgt Simple "a < b; false if either is NaN";
            Fle "fle" Float [T T] (Is(I8)) None NONE -   Fge Simple "a <= b; false if either is NaN";
            Fgt "fgt" Float [T T] (Is(I8)) None NONE -   Flt Simple "a > b; false if either is NaN";
            Fge "fge" Float [T T] (Is(I8)) None NONE -   Fle Simple "a >= b; false if either is NaN";
            // --- floats, IEEE, never contracted. The NaN that invalid operands make is the machine's own:
            // bitcast hides its sign. Of two NaN operands fadd and fmul yield either one, quiet.
            Fadd "fadd" Float [T T] (T) None NONE - - Simple "a + b";
            Fsub "fsub" Float [T T] (T) None NONE - - Simple "a - b";
            Fmul "fmul" Float [T T] (T) None NONE - - Simple "a * b";
            Fdiv "fdiv" Float [T T] (T) None NONE - - Slow "a / b";
            Fneg "fneg" Float [T] (T) None NONE - - Simple "a with its sign bit flipped, NaN or not";
            Fabs "fabs" Float [T] (T) None NONE - - Simple "a with its sign bit cleared, NaN or not";
            Fsqrt "fsqrt" Float [T] (T) None NONE - - Slow "square root, correctly rounded";
            Ffloor "ffloor" Float [T] (T) None NONE - - Medium "toward minus infinity";
            Fceil "fceil" Float [T] (T) None NONE - - Medium "toward plus infinity";
            Ftrunc "ftrunc" Float [T] (T) None NONE - - Medium "toward zero";
            Fround "fround" Float [T] (T) None NONE - - Medium "to the nearest integer, ties to even";
            Fcopysign "fcopysign" Float [T T] (T) None NONE - - Simple "magnitude of a, sign of b; + if b has the bits that bitcast changes";
            // --- conversions to T
            Sext "sext" Int [AnyInt] (T) None NONE - - Simple "sign-extends a to the wider T";
            Zext "zext" Int [AnyInt] (T) None NONE - - Simple "zero-extends a to the wider T";
            Itrunc "itrunc" Int [AnyInt] (T) None NONE - - Free "low bits of a, T narrower";
            SintToFloat "sint_to_float" Float [AnyInt] (T) None NONE - - Medium "signed a, rounded to nearest even";
            UintToFloat "uint_to_float" Float [AnyInt] (T) None NONE - - Medium "unsigned a, rounded to nearest even";
            FloatToSint "float_to_sint" Int [AnyFloat] (T) None NONE - - Medium "toward zero; T is i64; out of range or NaN gives i64 MIN";
            FloatToUint "float_to_uint" Int [AnyFloat] (T) None NONE - - Medium "toward zero; T is i64; out of range as amd64 code of Go's compiler gives";
            Fpromote "fpromote" None [Is(F32)] (Is(F64)) None NONE - - Simple "exact";
            Fdemote "fdemote" None [Is(F64)] (Is(F32)) None NONE - - Simple "rounded to nearest even";
            Bitcast "bitcast" Any [Any] (T) None NONE - - Free "the same bits as a T of the same size; from f64 to i64 (f32 to i32), bits 0xfff8 << 48 (0xffc0 << 16) become 0x7ff8 << 48 (0x7fc0 << 16)";
            Select "select" Any [Is(I8) T T] (T) None NONE - - Simple "c != 0 ? a : b";
            // --- memory; every access is inside an object, checked before by nil_check and bounds
            Load  "load"  Any [Is(Ref)]   (T)    Mem READ  - - Memory "the T at p + offset";
            Store "store" Any [Is(Ref) T] (Nothing) Mem WRITE - - Memory "writes v to p + offset";
            FieldAddr "field" None [Is(Ref)] (Is(Ref)) Offset NONE - - Free "p + offset, inside p's object or at its end; not null unless offset is 0";
            ElemAddr "elem" None [Is(Ref) Is(I64)] (Is(Ref)) Scaled NONE - - Simple "p + i * scale + offset, inside p's object or at its end, so never null";
            Copy "copy" None [Is(Ref) Is(Ref) Is(I64)] (Nothing) None MOVES - - Native "moves n >= 0 bytes from q to p, which may overlap; charges for bytes";
            Zero "zero" None [Is(Ref) Is(I64)] (Nothing) None CLEARS - - Native "clears n >= 0 bytes at p; charges for bytes";
            NilCheck "nil_check" None [Is(Ref)] (Nothing) None TRAP - - Simple "traps `nil` if p is null";
            Bounds "bounds" None [Is(I64) Is(I64)] (Nothing) None TRAP - - Simple "traps `index` with (i, n) unless 0 <= i < n";
            AssumeLe "assume_le" None [Is(I64) Is(I64)] (Nothing) None TRAP - - Free "does nothing: 0 <= a <= b, as what put it there knows";
            TrapIf "trap_if" None [Is(I8)] (Nothing) Trap TRAP - - Simple "traps if c != 0";
            // --- allocation, zeroed
            Alloc "alloc" None [] (Is(Ref)) Class ALLOCS - - Alloc "a new object of the class";
            AllocArray "alloc_array" None [Is(I64)] (Is(Ref)) Class ALLOCS_N - - Native "n objects of the class in a row; traps `length` if negative or too large; charges for bytes";
            // --- calls
            Call "call" None [Rest] (Callee) Func CALLS - - Call "calls a function";
            CallIndirect "call_indirect" None [Is(I64) Rest] (Callee) Sig CALLS - - Call "calls the function with that number, which must have the signature";
            CallNative "call_native" None [Rest] (Callee) Native CALLS - - Native "calls a native of the runtime or the host";
            // --- interfaces: type words are numbers of run-time types, 0 is nil
            IfaceMethod "iface_method" None [Is(I64)] (Is(I64)) Selector READ - - Memory "the function that implements the selector for that type; the type is known to have it";
            Implements "implements" None [Is(I64)] (Is(I8)) Interface READ - - Memory "1 if the type has all methods of the interface; 0 for nil";
            // --- words of dynamic guests; `docs/dynamic.md`. A result that is meaningful only under a
            // condition has some bits otherwise.
            DynIsInt "dyn_is_int" None [Is(Dyn)] (Is(I8)) None NONE - - Simple "1 if the word is an integer";
            DynFromInt "dyn_from_int" None [Is(I64)] (Is(Dyn)) None NONE - - Simple "an integer that fits 62 bits as a word";
            DynToInt "dyn_to_int" None [Is(Dyn)] (Is(I64)) None NONE - - Simple "the integer that the word is; meaningful if dyn_is_int";
            DynFits "dyn_fits" None [Is(I64)] (Is(I8)) None NONE - - Simple "1 if the integer fits 62 bits";
            DynIsFloat "dyn_is_float" None [Is(Dyn)] (Is(I8)) None NONE - - Simple "1 if the word is a float";
            DynFromFloat "dyn_from_float" None [Is(F64)] (Is(Dyn)) None NONE - - Simple "a float as a word, each NaN as 0x7ff8 << 48; meaningful if dyn_float_fits";
            DynToFloat "dyn_to_float" None [Is(Dyn)] (Is(F64)) None NONE - - Simple "the float that the word is; meaningful if dyn_is_float";
            DynFloatFits "dyn_float_fits" None [Is(F64)] (Is(I8)) None NONE - - Simple "1 if the float can be a word: zero, infinite, NaN, or neither in 2^-767..2^-255 nor in 2^257..2^769";
            DynIsRef "dyn_is_ref" None [Is(Dyn)] (Is(I8)) None NONE - - Simple "1 if the word is a ref; null is one";
            DynFromImm "dyn_from_imm" None [Is(I64)] (Is(Dyn)) Int NONE - - Simple "the immediate of kind imm (0 to 31) with the low 56 bits of a";
            DynIsImm "dyn_is_imm" None [Is(Dyn)] (Is(I8)) Int NONE - - Simple "1 if the word is an immediate of kind imm";
            DynToImm "dyn_to_imm" None [Is(Dyn)] (Is(I64)) None NONE - - Simple "the 56 bits, unsigned, of an immediate; meaningful if the word is one";
            DynInts "dyn_ints" None [Is(Dyn) Is(Dyn)] (Is(I8)) None NONE - DynInts Simple "1 if both words are integers";
            DynFloats "dyn_floats" None [Is(Dyn) Is(Dyn)] (Is(I8)) None NONE - DynFloats Simple "1 if both words are floats";
            DynAddOk "dyn_add_ok" None [Is(Dyn) Is(Dyn)] (Is(I8)) None NONE - - Simple "1 if both words are integers and their sum fits";
            DynSubOk "dyn_sub_ok" None [Is(Dyn) Is(Dyn)] (Is(I8)) None NONE - - Simple "1 if both words are integers and a - b fits";
            DynMulOk "dyn_mul_ok" None [Is(Dyn) Is(Dyn)] (Is(I8)) None NONE - - Medium "1 if both words are integers and their product fits";
            DynAdd "dyn_add" None [Is(Dyn) Is(Dyn)] (Is(Dyn)) None NONE - - Simple "a + b; meaningful if dyn_add_ok";
            DynSub "dyn_sub" None [Is(Dyn) Is(Dyn)] (Is(Dyn)) None NONE - - Simple "a - b; meaningful if dyn_sub_ok";
            DynMul "dyn_mul" None [Is(Dyn) Is(Dyn)] (Is(Dyn)) None NONE - - Medium "a * b; meaningful if dyn_mul_ok";
            DynLt "dyn_lt" None [Is(Dyn) Is(Dyn)] (Is(I8)) None NONE DynGe DynGt Simple "a < b; meaningful if dyn_ints";
            DynLe "dyn_le" None [Is(Dyn) Is(Dyn)] (Is(I8)) None NONE DynGt DynGe Simple "a <= b; meaningful if dyn_ints";
            DynGt "dyn_gt" None [Is(Dyn) Is(Dyn)] (Is(I8)) None NONE DynLe DynLt Simple "a > b; meaningful if dyn_ints";
            DynGe "dyn_ge" None [Is(Dyn) Is(Dyn)] (Is(I8)) None NONE DynLt DynLe Simple "a >= b; meaningful if dyn_ints";
            DynFaddOk "dyn_fadd_ok" None [Is(Dyn) Is(Dyn)] (Is(I8)) None NONE - - Simple "1 if both words are floats and a + b can be a word";
            DynFsubOk "dyn_fsub_ok" None [Is(Dyn) Is(Dyn)] (Is(I8)) None NONE - - Simple "1 if both words are floats and a - b can be a word";
            DynFmulOk "dyn_fmul_ok" None [Is(Dyn) Is(Dyn)] (Is(I8)) None NONE - - Simple "1 if both words are floats and a * b can be a word";
            DynFdivOk "dyn_fdiv_ok" None [Is(Dyn) Is(Dyn)] (Is(I8)) None NONE - - Slow "1 if both words are floats and a / b can be a word";
            DynFadd "dyn_fadd" None [Is(Dyn) Is(Dyn)] (Is(Dyn)) None NONE - - Simple "a + b; meaningful if dyn_fadd_ok";
            DynFsub "dyn_fsub" None [Is(Dyn) Is(Dyn)] (Is(Dyn)) None NONE - - Simple "a - b; meaningful if dyn_fsub_ok";
            DynFmul "dyn_fmul" None [Is(Dyn) Is(Dyn)] (Is(Dyn)) None NONE - - Simple "a * b; meaningful if dyn_fmul_ok";
            DynFdiv "dyn_fdiv" None [Is(Dyn) Is(Dyn)] (Is(Dyn)) None NONE - - Slow "a / b; meaningful if dyn_fdiv_ok";
            // --- sends: a class word is the low half of an object's first word, the number of a behaviour
            ClassOf "class_of" None [Is(Dyn)] (Is(I64)) None READ - - Memory "the number of the word's behaviour: of a ref what its object's first 32 bits are, of an immediate its kind and 1, 33 of an integer, 34 of a float; the word is not null";
            Find "find" None [Is(Ref) Is(I64)] (Is(I64)) Offset READ - - Memory "the function that the site at p + offset (64 bytes) has for a behaviour, or 0";
            // --- metering
            Charge "charge" None [] (Nothing) Units METER - - Free "takes imm units of gas, or gives back what was taken in advance; never stops";
            Probe "probe" None [] (Nothing) Probe METER - - Free "in profiled code: here a profiler may look at the gas that was charged; never stops";
            Poll "poll" None [Rest] (Nothing) Frame CALLS - - Free "here the program may be stopped, switched, moved up or down; operands: the frame state";
            // --- block ends
            Jump "jump" None [] (Nothing) Targets END - - Simple "goes to the target";
            Brif "brif" None [Is(I8)] (Nothing) Targets END - - Simple "to the first target if c != 0, else to the second";
            Switch "switch" Int [T] (Nothing) Switch END - - Simple "to the target whose case equals a, else to the default";
            Guard "guard" None [Is(I8) Rest] (Nothing) Guard END - - Simple "like brif, but native code may leave for the interpreter instead of taking the second target";
            Return "return" None [Rest] (Nothing) None END - - Simple "returns the operands";
            TailCall "tail_call" None [Rest] (Nothing) Func END_CALL - - Call "returns what the function returns, in this frame's place";
            TailCallIndirect "tail_call_indirect" None [Is(I64) Rest] (Nothing) Sig END_CALL - - Call "the same, by number";
            Trap "trap" None [] (Nothing) Trap END_TRAP - - Free "traps";
        }
    };
}

macro_rules! opt_op {
    (-) => {
        None
    };
    ($op:ident) => {
        Some(Opcode::$op)
    };
}

macro_rules! expand {
    ($( $name:ident $text:literal $class:ident [ $($arg:ident $(($at:ident))?)* ] ($ret:ident $(($rt:ident))?) $attr:ident $eff:ident $neg:tt $swap:tt $gas:ident $doc:literal; )*) => {
        /// The ops. Each one's meaning is its documentation.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Opcode { $( #[doc = $doc] $name, )* }

        impl Opcode {
            /// Every op in table order.
            pub const ALL: &'static [Opcode] = &[ $( Opcode::$name, )* ];

            /// The op's row.
            pub fn row(self) -> &'static Row {
                const ROWS: &[Row] = &[ $( Row {
                    op: Opcode::$name,
                    text: $text,
                    class: TypeClass::$class,
                    operands: &[ $( operand!($arg $($at)?), )* ],
                    yields: yields!($ret $($rt)?),
                    attr: Attr::$attr,
                    effects: $eff,
                    negation: opt_op!($neg),
                    swap: opt_op!($swap),
                    gas: GasClass::$gas,
                    doc: $doc,
                }, )* ];
                &ROWS[self as usize]
            }
        }
    };
}

macro_rules! operand {
    (Is $t:ident) => {
        Operand::Is(Type::$t)
    };
    ($k:ident) => {
        Operand::$k
    };
}

macro_rules! yields {
    (Is $t:ident) => {
        Yield::Is(Type::$t)
    };
    ($k:ident) => {
        Yield::$k
    };
}

/// A row of the table.
#[derive(Debug)]
pub struct Row {
    pub op: Opcode,
    /// The name in IR text.
    pub text: &'static str,
    pub class: TypeClass,
    pub operands: &'static [Operand],
    pub yields: Yield,
    pub attr: Attr,
    pub effects: Effects,
    /// The comparison that is true exactly when this one is false.
    pub negation: Option<Opcode>,
    /// The op that gives the same result with its two operands swapped; itself if it commutes.
    pub swap: Option<Opcode>,
    pub gas: GasClass,
    /// What it means, in one line.
    pub doc: &'static str,
}

ops!(expand);

/// Ops that only compute, by the columns of their rows: what a generator of programs may draw from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// `(T) -> T`
    Unary,
    /// `(T, T) -> T`
    Binary,
    /// `(T, T) -> T`, trapping on zero.
    Division,
    /// `(T, i64) -> T`
    Shift,
    /// `(T, T) -> i8`, asking which operand is less, or whether they are equal.
    Comparison,
    /// `(T, T) -> i8`, asking whether a result overflows.
    Overflow,
    /// From a number of one type to a `T`.
    Conversion,
}

impl TypeClass {
    /// Whether `ty` may be the controlling type; where there is none, every type may.
    pub fn allows(self, ty: Type) -> bool {
        match self {
            TypeClass::None | TypeClass::Any => true,
            TypeClass::Int => ty.is_int(),
            TypeClass::Float => ty.is_float(),
            TypeClass::Bits => !ty.is_float(),
        }
    }
}

impl Opcode {
    /// The family of an op that carries nothing and only computes, as its row says.
    pub fn family(self) -> Option<Family> {
        let row = self.row();
        if row.attr != Attr::None || !(self.is_pure() || row.effects == Effects::TRAP) {
            return None;
        }
        match (row.operands, row.yields) {
            ([Operand::T, Operand::T], Yield::T) if self.is_pure() => Some(Family::Binary),
            ([Operand::T, Operand::T], Yield::T) => Some(Family::Division),
            ([Operand::T], Yield::T) => Some(Family::Unary),
            ([Operand::T, Operand::Is(Type::I64)], Yield::T) => Some(Family::Shift),
            ([Operand::T, Operand::T], Yield::Is(Type::I8)) => {
                // A comparison of floats may have no negation, and floats do not overflow.
                let compares = row.negation.is_some() || row.class == TypeClass::Float;
                Some(if compares { Family::Comparison } else { Family::Overflow })
            }
            ([Operand::AnyInt | Operand::AnyFloat], Yield::T) => Some(Family::Conversion),
            _ => None,
        }
    }

    /// The ops of a family that are defined on `ty`, in the order of the table.
    pub fn of_family(family: Family, ty: Type) -> Vec<Opcode> {
        let all = Opcode::ALL.iter().copied();
        all.filter(|op| op.family() == Some(family) && op.row().class.allows(ty)).collect()
    }

    /// The op with that name in IR text.
    pub fn from_text(text: &str) -> Option<Opcode> {
        Opcode::ALL.iter().copied().find(|op| op.row().text == text)
    }

    /// Whether it ends a block.
    pub fn is_end(self) -> bool {
        self.row().effects.has(Effects::END)
    }

    /// Whether an unused result makes it superfluous, and two equal ones are one.
    pub fn is_pure(self) -> bool {
        self.row().effects == Effects::NONE
    }

    /// Whether all it does is yield a value: an unused result makes it superfluous, though what it reads may
    /// change between two of them.
    pub fn is_value(self) -> bool {
        self.row().effects.0 & !Effects::READ.0 == 0
    }

    /// Whether it can raise: to the function's handler or out of it.
    pub fn can_raise(self) -> bool {
        self.row().effects.has(Effects::TRAP.or(Effects::CALL).or(Effects::ALLOC))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negations_and_swaps_are_involutions() {
        for op in Opcode::ALL {
            let row = op.row();
            assert_eq!(row.op, *op);
            if let Some(n) = row.negation {
                assert_eq!(n.row().negation, Some(*op), "{}", row.text);
            }
            if let Some(s) = row.swap {
                assert_eq!(s.row().swap, Some(*op), "{}", row.text);
            }
            assert_eq!(Opcode::from_text(row.text), Some(*op));
            let divides = op.family() == Some(Family::Division);
            assert_eq!(divides, row.effects == Effects::TRAP && row.yields == Yield::T, "{}", row.text);
            assert!(row.operands.iter().rev().skip(1).all(|o| *o != Operand::Rest));
        }
    }
}
