//! Packages `encoding/…`: whole groups of digits and letters, by the kernels, and values in the order in which their
//! memory lies. What is left at the ends, and all errors, are Go code in `std/`.

use std::cell::Cell;

use purlin_kernels::encoding::{base64, hex};
use purlin_runtime::native::{Answer, Call, Native};
use purlin_runtime::types::{Kind, TypeNo, Types};

pub const NATIVES: super::Table = &[
    ("encoding/hex.encode", Native::Light(hex_encode)),
    ("encoding/hex.decode", Native::Light(hex_decode)),
    ("encoding/base64.encode", Native::Light(base64_encode)),
    ("encoding/base64.decode", Native::Light(base64_decode)),
    ("encoding/binary.size", Native::Heavy(binary_size)),
    ("encoding/binary.encode", Native::Heavy(binary_encode)),
    ("encoding/binary.decode", Native::Heavy(binary_decode)),
];

/// The bytes of the slice whose components start at argument `n`, which others may overlap.
fn cells<'a>(call: &mut Call<'a>, n: usize) -> &'a [Cell<u8>] {
    Cell::from_mut(call.bytes_mut(n)).as_slice_of_cells()
}

/// `(dst, src []byte)`: dst is twice as long. They may overlap, as anywhere in Go.
fn hex_encode(call: &mut Call<'_>) -> Answer {
    let [dst, src] = [0, 3].map(|n| cells(call, n));
    call.charge_bytes(2 * src.len());
    hex::encode(dst, src);
    Ok(())
}

/// `(dst, src []byte) int`: how many bytes there were before the first pair that is none, or the end of dst.
fn hex_decode(call: &mut Call<'_>) -> Answer {
    let [dst, src] = [0, 3].map(|n| cells(call, n));
    call.charge_bytes(4 * (src.len() / 2).min(dst.len()));
    let n = hex::decode(dst, src);
    call.ret_int(0, n as i64);
    Ok(())
}

/// `(dst, src []byte, alphabet string)`: src is groups of three, dst has four for each.
fn base64_encode(call: &mut Call<'_>) -> Answer {
    let [dst, src] = [0, 3].map(|n| cells(call, n));
    call.charge_bytes(4 * (src.len() / 3));
    base64::encode(dst, src, call.bytes(6));
    Ok(())
}

/// `(dst, src []byte, values []byte) int`: decodes groups of four letters while there are such, and counts them.
fn base64_decode(call: &mut Call<'_>) -> Answer {
    let [dst, src] = [0, 3].map(|n| cells(call, n));
    let n = base64::decode(dst, src, call.bytes(6));
    call.charge_bytes(8 * n);
    call.ret_int(0, n as i64);
    Ok(())
}

/// A value in memory: its type, its address, and how many follow each other.
struct Place {
    ty: TypeNo,
    at: u64,
    count: u64,
}

/// Where the bytes of an interface value are: what a pointer leads to, the elements of a slice, or the value itself;
/// `None` for a scalar, which is the data word.
fn place(call: &Call<'_>, types: &Types, ty: TypeNo, word: u64) -> Option<Place> {
    match types.desc(ty).kind {
        Kind::Pointer(elem) if word != 0 => match types.desc(elem).kind {
            Kind::Slice(_) => place(call, types, elem, word),
            _ => Some(Place { ty: elem, at: word, count: 1 }),
        },
        Kind::Slice(elem) => {
            Some(Place { ty: elem, at: call.load_word(word, 0), count: call.load_word(word, 1) })
        }
        _ if types.desc(ty).is_direct() => None,
        _ => Some(Place { ty, at: word, count: 1 }),
    }
}

/// Bytes of a value of a type whose size is fixed.
fn fixed_size(types: &Types, ty: TypeNo) -> Option<u64> {
    let desc = types.desc(ty);
    match &desc.kind {
        Kind::Bool | Kind::F32 | Kind::F64 | Kind::C64 | Kind::C128 => Some(desc.size),
        Kind::Int(8, _) if desc.name == "int" || desc.name == "uint" => None,
        Kind::Int(size, _) => Some(u64::from(*size)),
        Kind::Array(elem, len) => fixed_size(types, *elem)?.checked_mul(*len),
        Kind::Struct(fields) => {
            fields.iter().try_fold(0u64, |sum, f| sum.checked_add(fixed_size(types, f.ty)?))
        }
        Kind::Nil
        | Kind::Uintptr
        | Kind::String
        | Kind::Pointer(_)
        | Kind::Slice(_)
        | Kind::Interface { .. }
        | Kind::Map { .. }
        | Kind::Chan(_)
        | Kind::Func
        | Kind::UnsafePointer => None,
    }
}

/// `(data any) int`: negative if the size is not fixed.
fn binary_size(call: &mut Call<'_>) -> Answer {
    let types = call.vm.shared.types.clone();
    let ty = call.word(0) as TypeNo;
    let nil = matches!(types.desc(ty).kind, Kind::Pointer(_)) && call.word(1) == 0;
    let size = match place(call, &types, ty, call.word(1)) {
        _ if nil => None,
        Some(place) => fixed_size(&types, place.ty).and_then(|size| size.checked_mul(place.count)),
        None => fixed_size(&types, ty),
    };
    call.vm.charge(20);
    call.ret_int(0, size.and_then(|size| i64::try_from(size).ok()).unwrap_or(-1));
    Ok(())
}

/// Calls `f` with address and size of each scalar, and whether it is a bool; the address is 0 for one that is blank.
fn scalars(types: &Types, ty: TypeNo, at: u64, f: &mut dyn FnMut(u64, usize, bool)) {
    let desc = types.desc(ty);
    match &desc.kind {
        Kind::Array(elem, len) if desc.size > 0 => {
            let size = types.desc(*elem).size;
            (0..*len).for_each(|i| scalars(types, *elem, if at == 0 { 0 } else { at + i * size }, f));
        }
        Kind::Array(..) => {}
        Kind::Struct(fields) => {
            for field in fields {
                let blank = at == 0 || field.name == "_";
                scalars(types, field.ty, if blank { 0 } else { at + field.offset }, f);
            }
        }
        Kind::C64 | Kind::C128 => {
            let half = desc.size / 2;
            f(at, half as usize, false);
            f(if at == 0 { 0 } else { at + half }, half as usize, false);
        }
        _ => f(at, desc.size as usize, desc.kind == Kind::Bool),
    }
}

/// Calls `f` with each scalar of a value that lies in memory.
fn each_scalar(types: &Types, place: &Place, f: &mut dyn FnMut(u64, usize, bool)) {
    let size = types.desc(place.ty).size;
    if size > 0 {
        (0..place.count).for_each(|i| scalars(types, place.ty, place.at + i * size, f));
    }
}

/// A scalar's bytes, the first `size` of these, in the order asked for.
fn ordered(bytes: &[u8], big: bool) -> [u8; 8] {
    let mut out = [0; 8];
    out[..bytes.len()].copy_from_slice(bytes);
    if big {
        out[..bytes.len()].reverse();
    }
    out
}

/// `(dst []byte, data any, big bool)`: dst has the size of data.
fn binary_encode(call: &mut Call<'_>) -> Answer {
    let types = call.vm.shared.types.clone();
    let (mut to, len) = (call.word(0), call.int(1).max(0) as usize);
    let (ty, word, big) = (call.word(3) as TypeNo, call.word(4), call.bool(5));
    call.vm.charge(len as i64);
    let Some(place) = place(call, &types, ty, word) else {
        let size = len.min(8);
        let bytes = ordered(&word.to_le_bytes()[..size], big);
        call.view_mut(to, size).copy_from_slice(&bytes[..size]);
        return Ok(());
    };
    each_scalar(&types, &place, &mut |at, size, _| {
        let bytes = if at == 0 { [0; 8] } else { ordered(call.view(at, size), big) };
        call.view_mut(to, size).copy_from_slice(&bytes[..size]);
        to += size as u64;
    });
    Ok(())
}

/// `(src []byte, data any, big bool)`: data is a pointer or a slice, and has the size of src.
fn binary_decode(call: &mut Call<'_>) -> Answer {
    let types = call.vm.shared.types.clone();
    let (mut from, len) = (call.word(0), call.int(1).max(0));
    let (ty, word, big) = (call.word(3) as TypeNo, call.word(4), call.bool(5));
    call.vm.charge(len);
    let Some(place) = place(call, &types, ty, word) else { return Ok(()) };
    each_scalar(&types, &place, &mut |at, size, boolean| {
        if at != 0 {
            let mut bytes = ordered(call.view(from, size), big);
            if boolean {
                bytes[0] = u8::from(bytes[0] != 0);
            }
            call.view_mut(at, size).copy_from_slice(&bytes[..size]);
        }
        from += size as u64;
    });
    Ok(())
}
