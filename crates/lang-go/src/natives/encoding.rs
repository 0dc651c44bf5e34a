//! Packages `encoding/…`: whole groups of digits and letters, by the kernels, and values in the order in
//! which their memory lies. What is left at the ends, and all errors, are Go code in `std/`.

use std::ops::Range;

use purlin_base::gas;
use purlin_kernels::encoding::{base64, hex};
use purlin_runtime::native::{Answer, Any, AnyRef, Caller, Row, Slice, SliceRef, Stop, Str, StrRef};
use purlin_runtime::natives;
use purlin_runtime::types::{Field, TypeKind, TypeNo, Types};

/// The tables of all these packages.
pub(super) const ENCODINGS: [&[Row]; 3] = [HEX, BASE64, BINARY];

natives! {
    /// Hexadecimal digits. Source and destination may overlap, as anywhere in Go.
    HEX in "encoding/hex" {
        /// Writes two digits for each byte.
        light "encode"(to: Slice<u8>, from: Slice<u8>) = hex_encode; [READS WRITES] "1 an 8 bytes read";
        /// Decodes pairs of digits, and gives how many there were before the first that is none, or the end.
        light "decode"(to: Slice<u8>, from: Slice<u8>) -> (i64) = hex_decode; [READS WRITES] "1 a 4 bytes written";
    }
}

natives! {
    /// Letters of 6 bits. Source and destination may overlap, as anywhere in Go.
    BASE64 in "encoding/base64" {
        /// Writes four letters of an alphabet for each three bytes.
        light "encode"(to: Slice<u8>, from: Slice<u8>, alphabet: Str) = base64_encode;
            [READS WRITES] "1 a 4 groups of letters";
        /// Decodes groups of four letters while there are such, and counts them. `values` has the value of
        /// each byte that is a letter, and 255 for all others.
        light "decode"(to: Slice<u8>, from: Slice<u8>, values: Slice<u8>) -> (i64) = base64_decode;
            [READS WRITES] "1 a 2 groups of letters";
    }
}

natives! {
    /// Values as bytes.
    BINARY in "encoding/binary" {
        /// Bytes of a value, of what a pointer points to, or of the elements of a slice; negative if their
        /// type has no fixed size.
        heavy "size"(data: Any) -> (i64) = binary_size; [READS] "20 units";
        /// Writes these bytes, each number with its highest byte first if `big`. `to` has their size.
        heavy "encode"(to: Slice<u8>, data: Any, big: bool) = binary_encode; [READS WRITES] "1 a byte";
        /// Sets what a pointer points to, or the elements of a slice, from bytes, which have their size.
        /// Stops at a field that may not be set, and gives the number of what would set it, else 0.
        heavy "decode"(from: Slice<u8>, data: Any, big: bool) -> (i64) = binary_decode;
            [READS WRITES] "1 a byte";
    }
}

fn hex_encode<'c>(caller: &mut Caller<'c>, to: SliceRef<'c, u8>, from: SliceRef<'c, u8>) -> Answer {
    caller.charge_bytes(2 * from.len());
    let [to, from] = caller.cells([to, from]);
    hex::encode(to, from);
    Ok(())
}

fn hex_decode<'c>(
    caller: &mut Caller<'c>,
    to: SliceRef<'c, u8>,
    from: SliceRef<'c, u8>,
) -> Result<i64, Stop> {
    caller.charge_bytes(4 * (from.len() / 2).min(to.len()));
    let [to, from] = caller.cells([to, from]);
    Ok(hex::decode(to, from) as i64)
}

fn base64_encode<'c>(
    caller: &mut Caller<'c>,
    to: SliceRef<'c, u8>,
    from: SliceRef<'c, u8>,
    alphabet: StrRef<'c>,
) -> Answer {
    caller.charge_bytes(4 * (from.len() / 3));
    let Some(alphabet) = caller.bytes(alphabet).first_chunk().copied() else { return Ok(()) };
    let [to, from] = caller.cells([to, from]);
    base64::encode(to, from, &alphabet);
    Ok(())
}

fn base64_decode<'c>(
    caller: &mut Caller<'c>,
    to: SliceRef<'c, u8>,
    from: SliceRef<'c, u8>,
    values: SliceRef<'c, u8>,
) -> Result<i64, Stop> {
    let Some(values) = caller.slice(values).first_chunk().copied() else { return Ok(0) };
    let [to, from] = caller.cells([to, from]);
    let n = base64::decode(to, from, &values);
    caller.charge_bytes(8 * n);
    Ok(n as i64)
}

/// Bytes of a value of a type whose size is fixed.
fn fixed_size(types: &Types, ty: TypeNo) -> Option<u64> {
    let desc = types.desc(ty);
    match &desc.kind {
        TypeKind::Bool | TypeKind::F32 | TypeKind::F64 | TypeKind::C64 | TypeKind::C128 => Some(desc.size),
        TypeKind::Int(8, _) if desc.name == "int" || desc.name == "uint" => None,
        TypeKind::Int(size, _) => Some(u64::from(*size)),
        TypeKind::Array(elem, len) => fixed_size(types, *elem)?.checked_mul(*len),
        TypeKind::Struct(fields) => {
            fields.iter().try_fold(0u64, |sum, f| sum.checked_add(fixed_size(types, f.ty)?))
        }
        TypeKind::Nil
        | TypeKind::Uintptr
        | TypeKind::String
        | TypeKind::Pointer(_)
        | TypeKind::Slice(_)
        | TypeKind::Interface { .. }
        | TypeKind::Map { .. }
        | TypeKind::Chan(_)
        | TypeKind::Func
        | TypeKind::UnsafePointer => None,
    }
}

fn binary_size<'c>(caller: &mut Caller<'c>, data: AnyRef<'c>) -> Result<i64, Stop> {
    caller.charge(gas::SIZE_OF_VALUE);
    let types = caller.types();
    let size = match caller.plain_data(data) {
        Some((ty, bytes)) => {
            // Values without bytes of their own have none however many there are.
            let count = (bytes.len() as u64).checked_div(types.desc(ty).size).unwrap_or(0);
            fixed_size(types, ty).and_then(|size| size.checked_mul(count))
        }
        None => fixed_size(types, data.type_number()),
    };
    Ok(size.and_then(|size| i64::try_from(size).ok()).unwrap_or(-1))
}

/// A scalar in the memory of a value: its bytes from the start of that, or only their number for one that is
/// blank.
struct Scalar {
    at: Option<usize>,
    size: usize,
    setter: Setter,
    /// Whether packages other than the type's own may not set it.
    fixed: bool,
}

/// What sets a scalar, as `std/encoding/binary` numbers it.
#[derive(Clone, Copy, PartialEq)]
enum Setter {
    Bool = 1,
    Int,
    Uint,
    Float,
    Complex,
}

impl Setter {
    fn of(kind: &TypeKind) -> Setter {
        match kind {
            TypeKind::Bool => Setter::Bool,
            TypeKind::Int(_, true) => Setter::Int,
            TypeKind::F32 | TypeKind::F64 => Setter::Float,
            TypeKind::C64 | TypeKind::C128 => Setter::Complex,
            _ => Setter::Uint,
        }
    }
}

impl Scalar {
    fn range(&self) -> Option<Range<usize>> {
        self.at.map(|at| at..at + self.size)
    }
}

/// Where a value lies, unless it is blank, and who may set it.
#[derive(Clone, Copy)]
struct Place {
    at: Option<usize>,
    /// Whether packages other than the type's own may not set it.
    fixed: bool,
    /// Whether the same holds for all fields of it: those that are exported are as free as an embedded field.
    sticky: bool,
}

impl Place {
    fn field(self, field: &Field) -> Place {
        let hidden = !field.exported;
        Place {
            at: self.at.filter(|_| field.name != "_").map(|at| at + field.offset as usize),
            fixed: self.sticky || hidden,
            sticky: self.sticky || hidden && !field.embedded,
        }
    }

    fn element(self, offset: u64) -> Place {
        Place { at: self.at.map(|at| at + offset as usize), fixed: self.fixed, sticky: self.fixed }
    }
}

/// Calls `f` with each scalar of a value at a place.
fn scalars(types: &Types, ty: TypeNo, place: Place, f: &mut dyn FnMut(Scalar)) {
    let desc = types.desc(ty);
    let Place { at, fixed, .. } = place;
    let setter = Setter::of(&desc.kind);
    match &desc.kind {
        TypeKind::Array(elem, len) if desc.size > 0 => {
            let size = types.desc(*elem).size;
            (0..*len).for_each(|i| scalars(types, *elem, place.element(i * size), f));
        }
        TypeKind::Array(..) => {}
        TypeKind::Struct(fields) => {
            fields.iter().for_each(|field| scalars(types, field.ty, place.field(field), f));
        }
        TypeKind::C64 | TypeKind::C128 => {
            let half = desc.size as usize / 2;
            f(Scalar { at, size: half, setter, fixed });
            f(Scalar { at: at.map(|at| at + half), size: half, setter, fixed });
        }
        _ => f(Scalar { at, size: desc.size as usize, setter, fixed }),
    }
}

/// Calls `f` with each scalar of the values of one type that fill `len` bytes.
fn each_scalar(types: &Types, ty: TypeNo, len: usize, f: &mut dyn FnMut(Scalar)) {
    let size = types.desc(ty).size as usize;
    // Values without bytes have no scalars.
    let count = len.checked_div(size).unwrap_or(0);
    let place = |i| Place { at: Some(i * size), fixed: false, sticky: false };
    (0..count).for_each(|i| scalars(types, ty, place(i), f));
}

/// A scalar's bytes, the first ones of these, in the order asked for.
fn ordered(bytes: &[u8], big: bool) -> [u8; 8] {
    let mut out = [0; 8];
    out[..bytes.len()].copy_from_slice(bytes);
    if big {
        out[..bytes.len()].reverse();
    }
    out
}

fn binary_encode<'c>(caller: &mut Caller<'c>, to: SliceRef<'c, u8>, data: AnyRef<'c>, big: bool) -> Answer {
    caller.charge(to.len() as i64);
    let Some((ty, memory)) = caller.plain_data(data) else {
        let size = to.len().min(8);
        let bytes = ordered(&data.bits().to_le_bytes()[..size], big);
        caller.slice_mut(to)[..size].copy_from_slice(&bytes[..size]);
        return Ok(());
    };
    let mut done = 0;
    each_scalar(caller.types(), ty, memory.len(), &mut |scalar| {
        let bytes = scalar.range().map_or([0; 8], |range| ordered(&caller.bytes(memory)[range], big));
        caller.slice_mut(to)[done..done + scalar.size].copy_from_slice(&bytes[..scalar.size]);
        done += scalar.size;
    });
    Ok(())
}

fn binary_decode<'c>(
    caller: &mut Caller<'c>,
    from: SliceRef<'c, u8>,
    data: AnyRef<'c>,
    big: bool,
) -> Result<i64, Stop> {
    caller.charge(from.len() as i64);
    let Some((ty, memory)) = caller.plain_data_mut(data) else { return Ok(0) };
    let (mut done, mut stopped) = (0, 0);
    each_scalar(caller.types(), ty, memory.len(), &mut |scalar| {
        if let Some(range) = scalar.range().filter(|_| stopped == 0) {
            if scalar.fixed {
                stopped = scalar.setter as i64;
                return;
            }
            let mut bytes = ordered(&caller.slice(from)[done..done + scalar.size], big);
            if scalar.setter == Setter::Bool {
                bytes[0] = u8::from(bytes[0] != 0);
            }
            caller.slice_mut(memory)[range].copy_from_slice(&bytes[..scalar.size]);
        }
        done += scalar.size;
    });
    Ok(stopped)
}
