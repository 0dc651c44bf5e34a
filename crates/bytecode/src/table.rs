//! THE bytecode table: one row an instruction; encoder checks, decoder, disassembler and names expand from
//! it.
//!
//! An instruction is a word of 64 bits: `op: u16, a: u16, b: u16, c: u16`, some with `b` and `c` as one
//! signed immediate of 32 bits, some with a second word. Slots are numbered from the frame's start; jumps
//! count in words from the end of the instruction's first word. What an instruction means is its row's last
//! column.
//!
//! Integers narrower than 64 bits are kept sign-extended in their slots, so compares, moves, bitwise ops and
//! arithmetic shifts to the right exist once; what can leave the width has a form for each.

/// What the fields of an instruction are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Nothing.
    N,
    /// Slot a.
    A,
    /// Slots a, b.
    Ab,
    /// Slots a, b, c.
    Abc,
    /// Slots a, b; signed c.
    Abi,
    /// Slot a; signed 32 bits.
    Ai,
    /// Slot a; bytes from the start of the globals, signed 32 bits.
    Ag,
    /// Signed 32 bits.
    I,
    /// Slots a, b; jump of 16 bits.
    Abj,
    /// Slot a; signed b; jump of 16 bits.
    Aij,
    /// Slot a; jump of 32 bits.
    Aj,
    /// Jump of 32 bits.
    J,
    /// Unsigned a; jump of 32 bits.
    Uj,
    /// Slot a; second word a constant.
    Aw,
    /// Slots a, b; second word a constant.
    Abw,
    /// Slots a, b; second word: bytes from the start of the globals.
    Abg,
    /// A second word, a constant.
    W,
    /// Slots a, b, c; second word: slot d in its low half-word, the rest a signed number of 48 bits.
    Abcd,
    /// Slots a, b, c; second word: scale (low 32 bits), signed offset (high 32 bits).
    Abcs,
    /// Slots a, b, c; second word: slots d, e, f in its low half-words.
    Abcdef,
    /// Slots a, b; signed c; second word: slot d.
    Abid,
    /// Slots a, b; signed c; second word a constant.
    Abiw,
    /// Slots a, b, c; second word: an [`ArithmeticJump`].
    Abcjt,
    /// Slots a, b; signed c; second word: an [`ArithmeticJump`].
    Abijt,
    /// Slots a, b; second word: a [`SiteFunction`]; third word: an [`ArithmeticJump`].
    Absjt,
    /// Slots a, b; jump of 16 bits; second word: a [`BranchGas`].
    Abjt,
    /// Slot a; signed b; jump of 16 bits; second word: a [`BranchGas`].
    Aijt,
    /// Slot a; jump of 32 bits; second word: a [`BranchGas`].
    Ajt,
    /// Slot a; number n of cases; a word with the lowest case, then n + 1 words of jumps, the default's last.
    Dense,
    /// Slot a; number n of cases; n pairs of words (case, jump), sorted, then the default's jump.
    Sparse,
}

impl Format {
    /// Words of an instruction whose first word is `word`.
    pub fn words(self, word: u64) -> usize {
        match self {
            Format::N | Format::A | Format::Ab | Format::Abc | Format::Abi | Format::Ai | Format::I => 1,
            Format::Ag | Format::Abj | Format::Aij | Format::Aj | Format::J | Format::Uj => 1,
            Format::Aw | Format::Abg | Format::Abw | Format::W | Format::Abcd | Format::Abcs => 2,
            Format::Abcdef | Format::Abid | Format::Abiw | Format::Abjt | Format::Aijt | Format::Ajt => 2,
            Format::Abcjt | Format::Abijt => 2,
            Format::Absjt => 3,
            Format::Dense => imm(word) as usize + 3,
            Format::Sparse => 2 * imm(word) as usize + 2,
        }
    }
}

/// The second word of a branch that takes gas: units on either way, and what is added to slot a before the
/// test.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BranchGas {
    pub taken: u16,
    pub other: u16,
    pub step: i16,
}

impl BranchGas {
    pub const fn word(self) -> u64 {
        self.taken as u64 | (self.other as u64) << 16 | (self.step as u16 as u64) << 32
    }

    pub const fn decode(word: u64) -> BranchGas {
        BranchGas { taken: word as u16, other: (word >> 16) as u16, step: (word >> 32) as i16 }
    }
}

/// The last word of arithmetic and of look-ups that jump: units on either way, and the jump, which counts
/// from the end of the first word.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ArithmeticJump {
    pub taken: u16,
    pub other: u16,
    pub jump: i32,
}

impl ArithmeticJump {
    pub const fn word(self) -> u64 {
        self.taken as u64 | (self.other as u64) << 16 | (self.jump as u32 as u64) << 32
    }

    #[inline(always)]
    pub const fn decode(word: u64) -> ArithmeticJump {
        ArithmeticJump { taken: word as u16, other: (word >> 16) as u16, jump: (word >> 32) as i32 }
    }
}

/// The second word of a look-up that jumps: the site's offset from the globals, and a function's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SiteFunction {
    pub site: u32,
    pub function: u32,
}

impl SiteFunction {
    pub const fn word(self) -> u64 {
        self.site as u64 | (self.function as u64) << 32
    }

    #[inline(always)]
    pub const fn decode(word: u64) -> SiteFunction {
        SiteFunction { site: word as u32, function: (word >> 32) as u32 }
    }
}

macro_rules! expand {
    ($( $name:ident $text:literal $format:ident $doc:literal; )*) => {
        /// The instructions. Each one's meaning is its documentation.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[repr(u16)]
        pub enum Op { $( #[doc = $doc] $name, )* }

        impl Op {
            /// Every instruction in table order.
            pub const ALL: &'static [Op] = &[ $( Op::$name, )* ];
            const TEXTS: &'static [&'static str] = &[ $( $text, )* ];
            const FORMATS: &'static [Format] = &[ $( Format::$format, )* ];
            const DOCS: &'static [&'static str] = &[ $( $doc, )* ];
        }
    };
}

expand! {
    // --- constants, addresses, moves
    Const "const" Ai "a = imm";
    Wide "wide" Aw "a = the next word";
    Mov "mov" Ab "a = b";
    Mov2 "mov2" Abcd "a = b, then c = d";
    Mov3 "mov3" Abcdef "a = b, then c = d, then e = f";
    Global "global" Ag "a = address of globals + imm";
    Data "data" Ai "a = address of data + imm";
    Stack "stack" Ai "a = address of the frame's memory + imm";
    // --- integers
    Add64 "add64" Abc "a = b + c";
    Add32 "add32" Abc "a = b + c, 32 bits";
    Add16 "add16" Abc "a = b + c, 16 bits";
    Add8 "add8" Abc "a = b + c, 8 bits";
    AddI64 "addi64" Abi "a = b + imm";
    AddI32 "addi32" Abi "a = b + imm, 32 bits";
    AddI16 "addi16" Abi "a = b + imm, 16 bits";
    AddI8 "addi8" Abi "a = b + imm, 8 bits";
    Sub64 "sub64" Abc "a = b - c";
    Sub32 "sub32" Abc "a = b - c, 32 bits";
    Sub16 "sub16" Abc "a = b - c, 16 bits";
    Sub8 "sub8" Abc "a = b - c, 8 bits";
    Mul64 "mul64" Abc "a = b * c";
    Mul32 "mul32" Abc "a = b * c, 32 bits";
    Mul16 "mul16" Abc "a = b * c, 16 bits";
    Mul8 "mul8" Abc "a = b * c, 8 bits";
    MulI64 "muli64" Abi "a = b * imm";
    MulI32 "muli32" Abi "a = b * imm, 32 bits";
    And "and" Abc "a = b & c";
    Or "or" Abc "a = b | c";
    Xor "xor" Abc "a = b ^ c";
    AndI "andi" Abi "a = b & imm";
    OrI "ori" Abi "a = b | imm";
    XorI "xori" Abi "a = b ^ imm";
    Not "not" Ab "a = ~b";
    Neg64 "neg64" Ab "a = -b";
    Neg32 "neg32" Ab "a = -b, 32 bits";
    Neg16 "neg16" Ab "a = -b, 16 bits";
    Neg8 "neg8" Ab "a = -b, 8 bits";
    Popcnt64 "popcnt64" Ab "a = how many bits of b are 1";
    Popcnt32 "popcnt32" Ab "a = how many bits of b are 1, 32 bits";
    Popcnt16 "popcnt16" Ab "a = how many bits of b are 1, 16 bits";
    Popcnt8 "popcnt8" Ab "a = how many bits of b are 1, 8 bits";
    Clz64 "clz64" Ab "a = how many bits of b above the highest 1";
    Clz32 "clz32" Ab "a = how many bits of b above the highest 1, 32 bits";
    Clz16 "clz16" Ab "a = how many bits of b above the highest 1, 16 bits";
    Clz8 "clz8" Ab "a = how many bits of b above the highest 1, 8 bits";
    Ctz64 "ctz64" Ab "a = how many bits of b below the lowest 1";
    Ctz32 "ctz32" Ab "a = how many bits of b below the lowest 1, 32 bits";
    Ctz16 "ctz16" Ab "a = how many bits of b below the lowest 1, 16 bits";
    Ctz8 "ctz8" Ab "a = how many bits of b below the lowest 1, 8 bits";
    Bswap64 "bswap64" Ab "a = the bytes of b in the opposite order";
    Bswap32 "bswap32" Ab "a = the bytes of b in the opposite order, 32 bits";
    Bswap16 "bswap16" Ab "a = the bytes of b in the opposite order, 16 bits";
    UmulHigh64 "umul_high64" Abc "a = unsigned b * c, the upper 64 bits";
    UmulHigh32 "umul_high32" Abc "a = unsigned b * c, bits 32 to 63";
    UmulHigh16 "umul_high16" Abc "a = unsigned b * c, bits 16 to 31";
    UmulHigh8 "umul_high8" Abc "a = unsigned b * c, bits 8 to 15";
    Shl64 "shl64" Abc "a = b << c, 0 when c >= 64";
    Shl32 "shl32" Abc "a = b << c, 32 bits, 0 when c >= 32";
    Shl16 "shl16" Abc "a = b << c, 16 bits, 0 when c >= 16";
    Shl8 "shl8" Abc "a = b << c, 8 bits, 0 when c >= 8";
    ShlI64 "shli64" Abi "a = b << imm, imm below 64";
    ShlI32 "shli32" Abi "a = b << imm, 32 bits, imm below 64";
    Sshr "sshr" Abc "a = signed b >> c, the sign when c is large";
    SshrI "sshri" Abi "a = signed b >> imm, imm below 64";
    Ushr64 "ushr64" Abc "a = unsigned b >> c, 0 when c >= 64";
    Ushr32 "ushr32" Abc "a = unsigned b >> c, 32 bits, 0 when c >= 32";
    Ushr16 "ushr16" Abc "a = unsigned b >> c, 16 bits, 0 when c >= 16";
    Ushr8 "ushr8" Abc "a = unsigned b >> c, 8 bits, 0 when c >= 8";
    UshrI64 "ushri64" Abi "a = unsigned b >> imm, imm below 64";
    UshrI32 "ushri32" Abi "a = unsigned b >> imm, 32 bits, imm below 64";
    Sdiv64 "sdiv64" Abc "a = signed b / c; traps on zero; MIN / -1 is MIN";
    Sdiv32 "sdiv32" Abc "a = signed b / c, 32 bits";
    Sdiv16 "sdiv16" Abc "a = signed b / c, 16 bits";
    Sdiv8 "sdiv8" Abc "a = signed b / c, 8 bits";
    Srem "srem" Abc "a = signed b % c; traps on zero; MIN % -1 is 0";
    SdivI "sdivi" Abi "a = signed b / imm, imm neither 0 nor -1";
    SremI "sremi" Abi "a = signed b % imm, imm neither 0 nor -1";
    Udiv64 "udiv64" Abc "a = unsigned b / c; traps on zero";
    Udiv32 "udiv32" Abc "a = unsigned b / c, 32 bits";
    Udiv16 "udiv16" Abc "a = unsigned b / c, 16 bits";
    Udiv8 "udiv8" Abc "a = unsigned b / c, 8 bits";
    Urem64 "urem64" Abc "a = unsigned b % c; traps on zero";
    Urem32 "urem32" Abc "a = unsigned b % c, 32 bits";
    Urem16 "urem16" Abc "a = unsigned b % c, 16 bits";
    Urem8 "urem8" Abc "a = unsigned b % c, 8 bits";
    SaddOvf64 "sadd_ovf64" Abc "a = 1 if signed b + c overflows, else 0";
    SaddOvf32 "sadd_ovf32" Abc "a = 1 if signed b + c overflows 32 bits, else 0";
    SaddOvf16 "sadd_ovf16" Abc "a = 1 if signed b + c overflows 16 bits, else 0";
    SaddOvf8 "sadd_ovf8" Abc "a = 1 if signed b + c overflows 8 bits, else 0";
    SsubOvf64 "ssub_ovf64" Abc "a = 1 if signed b - c overflows, else 0";
    SsubOvf32 "ssub_ovf32" Abc "a = 1 if signed b - c overflows 32 bits, else 0";
    SsubOvf16 "ssub_ovf16" Abc "a = 1 if signed b - c overflows 16 bits, else 0";
    SsubOvf8 "ssub_ovf8" Abc "a = 1 if signed b - c overflows 8 bits, else 0";
    SmulOvf64 "smul_ovf64" Abc "a = 1 if signed b * c overflows, else 0";
    SmulOvf32 "smul_ovf32" Abc "a = 1 if signed b * c overflows 32 bits, else 0";
    SmulOvf16 "smul_ovf16" Abc "a = 1 if signed b * c overflows 16 bits, else 0";
    SmulOvf8 "smul_ovf8" Abc "a = 1 if signed b * c overflows 8 bits, else 0";
    // --- comparisons as values
    Eq "eq" Abc "a = b == c";
    Ne "ne" Abc "a = b != c";
    Slt "slt" Abc "a = signed b < c";
    Sle "sle" Abc "a = signed b <= c";
    Ult "ult" Abc "a = unsigned b < c";
    Ule "ule" Abc "a = unsigned b <= c";
    EqI "eqi" Abi "a = b == imm";
    NeI "nei" Abi "a = b != imm";
    SltI "slti" Abi "a = signed b < imm";
    SleI "slei" Abi "a = signed b <= imm";
    SgtI "sgti" Abi "a = signed b > imm";
    SgeI "sgei" Abi "a = signed b >= imm";
    Feq64 "feq64" Abc "a = b == c, f64";
    Fne64 "fne64" Abc "a = not b == c, f64";
    Flt64 "flt64" Abc "a = b < c, f64";
    Fle64 "fle64" Abc "a = b <= c, f64";
    Feq32 "feq32" Abc "a = b == c, f32";
    Fne32 "fne32" Abc "a = not b == c, f32";
    Flt32 "flt32" Abc "a = b < c, f32";
    Fle32 "fle32" Abc "a = b <= c, f32";
    // --- floats; a NaN that arithmetic makes is the machine's own
    Fadd64 "fadd64" Abc "a = b + c";
    Fsub64 "fsub64" Abc "a = b - c";
    Fmul64 "fmul64" Abc "a = b * c";
    Fdiv64 "fdiv64" Abc "a = b / c";
    FmulAdd64 "fmul_add64" Abcd "a = b * c + d, each rounded";
    FmulSub64 "fmul_sub64" Abcd "a = d - b * c, each rounded";
    Fneg64 "fneg64" Ab "a = b with its sign flipped";
    Fabs64 "fabs64" Ab "a = b with its sign cleared";
    Fsqrt64 "fsqrt64" Ab "a = square root of b";
    Ffloor64 "ffloor64" Ab "a = b rounded toward minus infinity";
    Fceil64 "fceil64" Ab "a = b rounded toward plus infinity";
    Ftrunc64 "ftrunc64" Ab "a = b rounded toward zero";
    Fround64 "fround64" Ab "a = b rounded to the nearest integer, ties to even";
    Fcopysign64 "fcopysign64" Abc "a = magnitude of b with the sign of f64_bits c";
    Fadd32 "fadd32" Abc "a = b + c";
    Fsub32 "fsub32" Abc "a = b - c";
    Fmul32 "fmul32" Abc "a = b * c";
    Fdiv32 "fdiv32" Abc "a = b / c";
    Fneg32 "fneg32" Ab "a = b with its sign flipped";
    Fabs32 "fabs32" Ab "a = b with its sign cleared";
    Fsqrt32 "fsqrt32" Ab "a = square root of b";
    Ffloor32 "ffloor32" Ab "a = b rounded toward minus infinity";
    Fceil32 "fceil32" Ab "a = b rounded toward plus infinity";
    Ftrunc32 "ftrunc32" Ab "a = b rounded toward zero";
    Fround32 "fround32" Ab "a = b rounded to the nearest integer, ties to even";
    Fcopysign32 "fcopysign32" Abc "a = magnitude of b with the sign of f32_bits c";
    // --- conversions
    Sext8 "sext8" Ab "a = low 8 bits of b, sign-extended";
    Sext16 "sext16" Ab "a = low 16 bits of b, sign-extended";
    Sext32 "sext32" Ab "a = low 32 bits of b, sign-extended";
    Zext8 "zext8" Ab "a = low 8 bits of b, zero-extended";
    Zext16 "zext16" Ab "a = low 16 bits of b, zero-extended";
    Zext32 "zext32" Ab "a = low 32 bits of b, zero-extended";
    SintToF64 "sint_to_f64" Ab "a = signed b as f64";
    SintToF32 "sint_to_f32" Ab "a = signed b as f32";
    UintToF64 "uint_to_f64" Ab "a = unsigned b as f64";
    UintToF32 "uint_to_f32" Ab "a = unsigned b as f32";
    F64ToSint "f64_to_sint" Ab "a = b toward zero; out of range gives MIN";
    F32ToSint "f32_to_sint" Ab "a = b toward zero; out of range gives MIN";
    F64ToUint "f64_to_uint" Ab "a = b toward zero, unsigned, out of range as amd64 code of Go's compiler gives";
    F32ToUint "f32_to_uint" Ab "a = b toward zero, unsigned, likewise";
    Fpromote "fpromote" Ab "a = f32 b as f64";
    Fdemote "fdemote" Ab "a = f64 b as f32";
    F64Bits "f64_bits" Ab "a = the bits of f64 b, but 0x7ff8 << 48 for 0xfff8 << 48";
    F32Bits "f32_bits" Ab "a = the bits of f32 b, but 0x7fc0 << 16 for 0xffc0 << 16, sign-extended";
    Select "select" Abcd "a = b != 0 ? c : d";
    // --- memory
    Ld8 "ld8" Abi "a = the byte at b + imm, sign-extended";
    Ld16 "ld16" Abi "a = the 16 bits at b + imm, sign-extended";
    Ld32 "ld32" Abi "a = the 32 bits at b + imm, sign-extended";
    Ld64 "ld64" Abi "a = the 64 bits at b + imm";
    LdU8 "ldu8" Abi "a = the byte at b + imm, zero-extended";
    LdU16 "ldu16" Abi "a = the 16 bits at b + imm, zero-extended";
    LdU32 "ldu32" Abi "a = the 32 bits at b + imm, zero-extended";
    St8 "st8" Abi "the byte at b + imm = a";
    St16 "st16" Abi "the 16 bits at b + imm = a";
    St32 "st32" Abi "the 32 bits at b + imm = a";
    St64 "st64" Abi "the 64 bits at b + imm = a";
    LdN64 "ldn64" Abi "traps `nil` if b is null, then ld64";
    Ld128 "ld128" Abid "a = the 64 bits at b + imm, then d = the 64 bits after them";
    St128 "st128" Abid "the 64 bits at b + imm = a, then the 64 bits after them = d";
    LdX8 "ldx8" Abc "a = the byte at b + c, sign-extended";
    LdX16 "ldx16" Abc "a = the 16 bits at b + 2c, sign-extended";
    LdX32 "ldx32" Abc "a = the 32 bits at b + 4c, sign-extended";
    LdX64 "ldx64" Abc "a = the 64 bits at b + 8c";
    LdXU8 "ldxu8" Abc "a = the byte at b + c, zero-extended";
    LdXU16 "ldxu16" Abc "a = the 16 bits at b + 2c, zero-extended";
    LdXU32 "ldxu32" Abc "a = the 32 bits at b + 4c, zero-extended";
    StX8 "stx8" Abc "the byte at b + c = a";
    StX16 "stx16" Abc "the 16 bits at b + 2c = a";
    StX32 "stx32" Abc "the 32 bits at b + 4c = a";
    StX64 "stx64" Abc "the 64 bits at b + 8c = a";
    LdC8 "ldc8" Abcd "traps `index` unless c < d, then ldx8";
    LdCU8 "ldcu8" Abcd "traps `index` unless c < d, then ldxu8";
    LdC32 "ldc32" Abcd "traps `index` unless c < d, then ldx32";
    LdC64 "ldc64" Abcd "traps `index` unless c < d, then ldx64";
    StC8 "stc8" Abcd "traps `index` unless c < d, then stx8";
    StC32 "stc32" Abcd "traps `index` unless c < d, then stx32";
    StC64 "stc64" Abcd "traps `index` unless c < d, then stx64";
    Elem "elem" Abcs "a = b + c * scale + offset";
    LdG64 "ldg64" Ag "a = the 64 bits at globals + imm";
    StG64 "stg64" Ag "the 64 bits at globals + imm = a";
    LdS64 "lds64" Ai "a = the 64 bits at the frame's memory + imm";
    StS64 "sts64" Ai "the 64 bits at the frame's memory + imm = a";
    Copy "copy" Abc "moves c bytes from b to a, which may overlap";
    Zero "zero" Ab "clears b bytes at a";
    // --- checks
    NilCheck "nil_check" A "traps `nil` if a is null";
    Bounds "bounds" Ab "traps `index` unless 0 <= a < b";
    TrapIf "trap_if" Ai "traps imm if a != 0";
    Trap "trap" I "traps imm";
    // --- allocation
    Alloc "alloc" Ai "a = a new object of class imm";
    AllocArray "alloc_array" Abw "a = b objects in a row, of the class in the next word";
    // --- calls; a is the window: arguments and then results, with the callee's frame header right before it
    Call "call" Ai "calls function imm with the window a";
    CallAddI "call_addi" Abiw "addi64, then call of the function in the next word";
    CallLd64 "call_ld64" Abiw "ld64, then call of the function in the next word";
    CallIndirect "call_indirect" Ab "calls the function that slot b names with the window a";
    CallMethod "call_method" Abw "calls dispatch[type b + next word] with the window a";
    CallNative "call_native" Ai "calls native imm with the window a";
    TailCall "tail_call" I "continues in function imm, whose arguments are in slots 0..";
    TailCallIndirect "tail_call_indirect" A "continues in the function that slot a names";
    Return "return" N "returns the results that are in slots 0..";
    Return1 "return1" A "returns a";
    ReturnAdd64 "return_add64" Ab "returns a + b";
    ReturnI "returni" I "returns imm";
    // --- interfaces, tagged words
    Method "method" Abw "a = dispatch[type b + next word]";
    Implements "implements" Abw "a = implements[type b + next word]";
    DynIsInt "dyn_is_int" Ab "a = 1 if the word b is an integer";
    DynFromInt "dyn_from_int" Ab "a = integer b as a word";
    DynToInt "dyn_to_int" Ab "a = the integer that the word b is";
    DynFits "dyn_fits" Ab "a = 1 if b fits 62 bits";
    DynIsFloat "dyn_is_float" Ab "a = 1 if the word b is a float";
    DynFromFloat "dyn_from_float" Ab "a = f64 b as a word";
    DynToFloat "dyn_to_float" Ab "a = the f64 that the word b is";
    DynFloatFits "dyn_float_fits" Ab "a = 1 if f64 b can be a word";
    DynIsRef "dyn_is_ref" Ab "a = 1 if the word b is a ref";
    DynFromImm "dyn_from_imm" Abi "a = the immediate of kind imm with payload b";
    DynIsImm "dyn_is_imm" Abi "a = 1 if the word b is an immediate of kind imm";
    ClassOf "class_of" Ab "a = the number of the behaviour of the word b";
    Find "find" Abcs "a = the function that the site at b + offset has for behaviour c, or 0";
    FindG "find_g" Abg "a = the function that the site at globals + next word has for behaviour b, or 0";
    FindOfG "find_of_g" Abg "a = the function that the site at globals + next word has for the behaviour of the word b, or 0";
    // --- look-up and branch in one: a is set either way
    FindIsJ "find_is_j" Absjt "a = as `find_g` gives for behaviour b; jumps unless it is the function";
    FindAnyJ "find_any_j" Absjt "a = as `find_g` gives for behaviour b; jumps if it is 0";
    FindOfIsJ "find_of_is_j" Absjt "a = as `find_of_g` gives for the word b; jumps unless it is the function";
    FindOfAnyJ "find_of_any_j" Absjt "a = as `find_of_g` gives for the word b; jumps if it is 0";
    // --- the same, which take gas: `taken` units where they jump, `other` where they do not
    TFindIsJ "tfind_is_j" Absjt "a = as `find_g` gives for behaviour b; jumps unless it is the function";
    TFindAnyJ "tfind_any_j" Absjt "a = as `find_g` gives for behaviour b; jumps if it is 0";
    TFindOfIsJ "tfind_of_is_j" Absjt "a = as `find_of_g` gives for the word b; jumps unless it is the function";
    TFindOfAnyJ "tfind_of_any_j" Absjt "a = as `find_of_g` gives for the word b; jumps if it is 0";
    DynInts "dyn_ints" Abc "a = 1 if the words b and c are integers";
    DynFloats "dyn_floats" Abc "a = 1 if the words b and c are floats";
    DynAddOk "dyn_add_ok" Abc "a = 1 if the words b and c are integers whose sum fits";
    DynSubOk "dyn_sub_ok" Abc "a = 1 if the words b and c are integers whose difference fits";
    DynMulOk "dyn_mul_ok" Abc "a = 1 if the words b and c are integers whose product fits";
    DynAdd "dyn_add" Abc "a = b + c, words of integers";
    DynSub "dyn_sub" Abc "a = b - c, words of integers";
    DynMul "dyn_mul" Abc "a = b * c, words of integers";
    DynFaddOk "dyn_fadd_ok" Abc "a = 1 if the words b and c are floats whose sum can be a word";
    DynFsubOk "dyn_fsub_ok" Abc "a = 1 if the words b and c are floats whose difference can be a word";
    DynFmulOk "dyn_fmul_ok" Abc "a = 1 if the words b and c are floats whose product can be a word";
    DynFdivOk "dyn_fdiv_ok" Abc "a = 1 if the words b and c are floats whose quotient can be a word";
    DynFadd "dyn_fadd" Abc "a = b + c, words of floats";
    DynFsub "dyn_fsub" Abc "a = b - c, words of floats";
    DynFmul "dyn_fmul" Abc "a = b * c, words of floats";
    DynFdiv "dyn_fdiv" Abc "a = b / c, words of floats";
    // --- question, result and branch in one: where the answer is 1, a is the result, else they jump
    DynAddJ "dyn_add_j" Abcjt "a = b + c, or jumps unless b and c are integers and the sum fits";
    DynAddIJ "dyn_addi_j" Abijt "a = b + imm, or jumps unless b is an integer and the sum fits";
    DynSubJ "dyn_sub_j" Abcjt "a = b - c, or jumps unless b and c are integers and the difference fits";
    DynMulJ "dyn_mul_j" Abcjt "a = b * c, or jumps unless b and c are integers and the product fits";
    DynFaddJ "dyn_fadd_j" Abcjt "a = b + c, or jumps unless b and c are floats and the sum can be a word";
    DynFsubJ "dyn_fsub_j" Abcjt "a = b - c, or jumps unless b and c are floats and the difference can be a word";
    DynFmulJ "dyn_fmul_j" Abcjt "a = b * c, or jumps unless b and c are floats and the product can be a word";
    DynFdivJ "dyn_fdiv_j" Abcjt "a = b / c, or jumps unless b and c are floats and the quotient can be a word";
    // --- the same, which take gas: `taken` units where they jump, `other` where they do not
    TDynAddJ "tdyn_add_j" Abcjt "a = b + c, or jumps unless b and c are integers and the sum fits";
    TDynAddIJ "tdyn_addi_j" Abijt "a = b + imm, or jumps unless b is an integer and the sum fits";
    TDynSubJ "tdyn_sub_j" Abcjt "a = b - c, or jumps unless b and c are integers and the difference fits";
    TDynMulJ "tdyn_mul_j" Abcjt "a = b * c, or jumps unless b and c are integers and the product fits";
    TDynFaddJ "tdyn_fadd_j" Abcjt "a = b + c, or jumps unless b and c are floats and the sum can be a word";
    TDynFsubJ "tdyn_fsub_j" Abcjt "a = b - c, or jumps unless b and c are floats and the difference can be a word";
    TDynFmulJ "tdyn_fmul_j" Abcjt "a = b * c, or jumps unless b and c are floats and the product can be a word";
    TDynFdivJ "tdyn_fdiv_j" Abcjt "a = b / c, or jumps unless b and c are floats and the quotient can be a word";
    // --- metering
    Charge "charge" I "takes imm units of gas";
    ChargeWide "charge_wide" W "takes so many units of gas as the next word says";
    Poll "poll" I "takes imm units of gas and looks whether there is something to do";
    Ask "ask" N "asks for native code to continue in (stress mode osr only, right after each poll)";
    Frame "frame" Ai "clears imm slots from a on, which are the frame's memory";
    // --- jumps
    Jump "jump" J "continues at the target";
    Probe "probe" I "in profiled code: if gas is negative, a profiler looks at what was charged";
    ChargeJump "charge_jump" Uj "takes a units of gas and continues at the target";
    PollJump "poll_jump" Uj "continues at the target, takes a units of gas and polls";
    Jnz "jnz" Aj "jumps if a != 0";
    Jz "jz" Aj "jumps if a == 0";
    JEq "jeq" Abj "jumps if a == b";
    JNe "jne" Abj "jumps if a != b";
    JSlt "jslt" Abj "jumps if signed a < b";
    JSle "jsle" Abj "jumps if signed a <= b";
    JUlt "jult" Abj "jumps if unsigned a < b";
    JUle "jule" Abj "jumps if unsigned a <= b";
    JEqI "jeqi" Aij "jumps if a == imm";
    JNeI "jnei" Aij "jumps if a != imm";
    JSltI "jslti" Aij "jumps if signed a < imm";
    JSleI "jslei" Aij "jumps if signed a <= imm";
    JSgtI "jsgti" Aij "jumps if signed a > imm";
    JSgeI "jsgei" Aij "jumps if signed a >= imm";
    JFeq "jfeq" Abj "jumps if a == b, f64";
    JFne "jfne" Abj "jumps if not a == b, f64";
    JFlt "jflt" Abj "jumps if a < b, f64";
    JFle "jfle" Abj "jumps if a <= b, f64";
    JFnlt "jfnlt" Abj "jumps if not a < b, f64";
    JFnle "jfnle" Abj "jumps if not a <= b, f64";
    JInts "jints" Abj "jumps if the words a and b are integers";
    JNotInts "jnot_ints" Abj "jumps unless the words a and b are integers";
    JFloats "jfloats" Abj "jumps if the words a and b are floats";
    JNotFloats "jnot_floats" Abj "jumps unless the words a and b are floats";
    // --- branches that take gas: `taken` units where they jump, `other` where they do not
    TJnz "tjnz" Ajt "jumps if a != 0";
    TJz "tjz" Ajt "jumps if a == 0";
    TJEq "tjeq" Abjt "jumps if a == b";
    TJNe "tjne" Abjt "jumps if a != b";
    TJSlt "tjslt" Abjt "jumps if signed a < b";
    TJSle "tjsle" Abjt "jumps if signed a <= b";
    TJUlt "tjult" Abjt "jumps if unsigned a < b";
    TJUle "tjule" Abjt "jumps if unsigned a <= b";
    TJEqI "tjeqi" Aijt "jumps if a == imm";
    TJNeI "tjnei" Aijt "jumps if a != imm";
    TJSltI "tjslti" Aijt "jumps if signed a < imm";
    TJSleI "tjslei" Aijt "jumps if signed a <= imm";
    TJSgtI "tjsgti" Aijt "jumps if signed a > imm";
    TJSgeI "tjsgei" Aijt "jumps if signed a >= imm";
    TJFeq "tjfeq" Abjt "jumps if a == b, f64";
    TJFne "tjfne" Abjt "jumps if not a == b, f64";
    TJFlt "tjflt" Abjt "jumps if a < b, f64";
    TJFle "tjfle" Abjt "jumps if a <= b, f64";
    TJFnlt "tjfnlt" Abjt "jumps if not a < b, f64";
    TJFnle "tjfnle" Abjt "jumps if not a <= b, f64";
    TJInts "tjints" Abjt "jumps if the words a and b are integers";
    TJNotInts "tjnot_ints" Abjt "jumps unless the words a and b are integers";
    TJFloats "tjfloats" Abjt "jumps if the words a and b are floats";
    TJNotFloats "tjnot_floats" Abjt "jumps unless the words a and b are floats";
    // --- ends of loops: `step` is added to a; then as above, and where they jump, they poll
    LoopSlt "loop_slt" Abjt "jumps if signed a < b";
    LoopSle "loop_sle" Abjt "jumps if signed a <= b";
    LoopSltI "loop_slti" Aijt "jumps if signed a < imm";
    LoopNeI "loop_nei" Aijt "jumps if a != imm";
    SwitchDense "switch_dense" Dense "to the jump of case a";
    SwitchSparse "switch_sparse" Sparse "to the jump of case a";
    // --- the interpreter's own: where frames end and functions begin that are not bytecode (yet)
    Exit "exit" N "the outermost frame of an activation has returned";
    FarReturn "far_return" N "a frame that does not lie at its caller's window has returned";
    Lower "lower" N "the function has not been lowered yet";
    Native "native" N "the function has native code";
}

impl Op {
    /// The name in listings.
    pub fn text(self) -> &'static str {
        Op::TEXTS[self as usize]
    }

    pub fn format(self) -> Format {
        Op::FORMATS[self as usize]
    }

    /// Whether it is a branch whose result is written on its first edge only.
    pub(crate) fn computes_on_one_edge(self) -> bool {
        matches!(self.format(), Format::Abcjt | Format::Abijt)
    }

    /// What it means, in one line.
    pub fn doc(self) -> &'static str {
        Op::DOCS[self as usize]
    }

    /// The instruction whose first word is `word`, if it is one.
    pub fn decode(word: u64) -> Option<Op> {
        Op::ALL.get(word as u16 as usize).copied()
    }
}

/// An instruction's first word from its fields.
pub const fn encode(op: Op, a: u16, b: u16, c: u16) -> u64 {
    op as u16 as u64 | (a as u64) << 16 | (b as u64) << 32 | (c as u64) << 48
}

/// An instruction's first word with a 32-bit immediate.
pub(crate) const fn encode_imm(op: Op, a: u16, imm: i32) -> u64 {
    op as u16 as u64 | (a as u64) << 16 | (imm as u32 as u64) << 32
}

/// An instruction's first word with another immediate of 32 bits.
pub(crate) const fn with_imm(word: u64, imm: i32) -> u64 {
    word as u32 as u64 | (imm as u32 as u64) << 32
}

pub const fn a(word: u64) -> u16 {
    (word >> 16) as u16
}

pub const fn b(word: u64) -> u16 {
    (word >> 32) as u16
}

pub const fn c(word: u64) -> u16 {
    (word >> 48) as u16
}

/// `b` and `c` as one signed number.
pub const fn imm(word: u64) -> i32 {
    (word >> 32) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_is_eight_bytes_and_decodes_to_itself() {
        let word = encode(Op::Add64, 1, 2, 65535);
        assert_eq!(size_of_val(&word), 8);
        assert_eq!(size_of::<Op>(), 2);
        assert_eq!((Op::decode(word), a(word), b(word), c(word)), (Some(Op::Add64), 1, 2, 65535));
        let word = encode_imm(Op::Const, 7, -3);
        assert_eq!((Op::decode(word), a(word), imm(word)), (Some(Op::Const), 7, -3));
        assert_eq!(Op::decode(u64::from(u16::MAX)), None);
        for (n, op) in Op::ALL.iter().enumerate() {
            assert_eq!(*op as usize, n);
            assert!(!op.doc().is_empty());
        }
    }

    #[test]
    fn names_are_distinct() {
        let mut names: Vec<&str> = Op::ALL.iter().map(|op| op.text()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Op::ALL.len());
    }
}
