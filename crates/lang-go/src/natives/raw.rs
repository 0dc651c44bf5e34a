//! Package `internal/raw`: what types are made of beyond what `internal/rt` tells. Types are known by their
//! numbers. What of the package is no native is lowered by `lower/raw.rs`.

use purlin_runtime::native::{Caller, Slice, SliceRef, Stop, Str, StrRef};
use purlin_runtime::natives;
use purlin_runtime::types::{Desc, Detail, Method, TypeKind, TypeNo};

natives! {
    /// Types, for package reflect.
    pub(super) RAW in "internal/raw" {
        /// The number of types that the program has; they are numbered from 1.
        light "Count"() -> (i64) = count; [] "nothing more";
        /// The allocation class of a type.
        light "Class"(t: i64) -> (i64) = class; [] "nothing more";
        /// The number by which natives know a map type; -1 if it is none.
        light "MapNumber"(t: i64) -> (i64) = map_number; [] "nothing more";
        /// Where a field lies in its struct.
        light "Offset"(t: i64, i: i64) -> (i64) = offset; [] "nothing more";
        /// The path of the package of a defined type, or of a struct's fields that are not exported.
        heavy "Package"(t: i64) -> (Str) = package; [ALLOCATES] "1 a 16 bytes, an allocation";
        /// Of a channel: 1 to receive from, 2 to send to, 3 for both.
        light "Direction"(t: i64) -> (i64) = direction; [] "nothing more";
        /// The types of a function's parameters.
        heavy "Params"(t: i64) -> (Slice<i64>) = params; [ALLOCATES] "an allocation";
        /// The types of a function's results.
        heavy "Results"(t: i64) -> (Slice<i64>) = results; [ALLOCATES] "an allocation";
        /// Whether a function takes any number of arguments.
        light "Variadic"(t: i64) -> (bool) = variadic; [] "nothing more";
        /// How many methods a type has, those that are not exported included.
        light "Methods"(t: i64) -> (i64) = methods; [] "nothing more";
        /// The name of a method.
        heavy "MethodName"(t: i64, i: i64) -> (Str) = method_name; [ALLOCATES] "1 a 16 bytes, an allocation";
        /// The path of the package of a method that is not exported; empty for others.
        heavy "MethodPackage"(t: i64, i: i64) -> (Str) = method_package; [ALLOCATES] "1 a 16 bytes, an allocation";
        /// A number that is equal for methods of equal signatures.
        light "MethodSignature"(t: i64, i: i64) -> (i64) = method_signature; [] "nothing more";
        /// The type of a method without its receiver; 0 where the program cannot ask for it.
        light "MethodType"(t: i64, i: i64) -> (i64) = method_type; [] "nothing more";
        /// The type without a name that is of this kind and has these parts (the element, and a key, a length
        /// or a direction); 0 if the program has none.
        heavy "Find"(kind: i64, elem: i64, more: i64) -> (i64) = find; [] "1 a type";
    }
}

fn desc<'c>(caller: &Caller<'c>, ty: i64) -> &'c Desc {
    caller.types().desc(ty as TypeNo)
}

fn detail<'c>(caller: &Caller<'c>, ty: i64) -> Option<&'c Detail> {
    desc(caller, ty).detail.as_ref()
}

fn method<'c>(caller: &Caller<'c>, ty: i64, i: i64) -> Option<&'c Method> {
    detail(caller, ty)?.methods.get(usize::try_from(i).ok()?)
}

fn text<'c>(caller: &mut Caller<'c>, text: &str) -> Result<StrRef<'c>, Stop> {
    caller.charge_bytes(text.len());
    caller.new_string(text.as_bytes())
}

fn numbers<'c>(caller: &mut Caller<'c>, types: Option<&[TypeNo]>) -> Result<SliceRef<'c, i64>, Stop> {
    let types: Vec<i64> = types.unwrap_or_default().iter().map(|t| i64::from(*t)).collect();
    caller.new_slice(&types)
}

fn count(caller: &mut Caller<'_>) -> Result<i64, Stop> {
    Ok(caller.types().descs.len() as i64 - 1)
}

fn class(caller: &mut Caller<'_>, t: i64) -> Result<i64, Stop> {
    Ok(i64::from(desc(caller, t).class.0))
}

fn map_number(caller: &mut Caller<'_>, t: i64) -> Result<i64, Stop> {
    Ok(if let TypeKind::Map { map, .. } = desc(caller, t).kind { i64::from(map) } else { -1 })
}

fn offset(caller: &mut Caller<'_>, t: i64, i: i64) -> Result<i64, Stop> {
    Ok(match &desc(caller, t).kind {
        TypeKind::Struct(fields) => {
            usize::try_from(i).ok().and_then(|i| fields.get(i)).map_or(0, |f| f.offset as i64)
        }
        _ => 0,
    })
}

fn package<'c>(caller: &mut Caller<'c>, t: i64) -> Result<StrRef<'c>, Stop> {
    let package = detail(caller, t).map_or("", |d| d.package.as_str());
    text(caller, package)
}

fn direction(caller: &mut Caller<'_>, t: i64) -> Result<i64, Stop> {
    Ok(detail(caller, t).map_or(0, |d| i64::from(d.direction)))
}

fn params<'c>(caller: &mut Caller<'c>, t: i64) -> Result<SliceRef<'c, i64>, Stop> {
    let params = detail(caller, t).map(|d| d.params.as_slice());
    numbers(caller, params)
}

fn results<'c>(caller: &mut Caller<'c>, t: i64) -> Result<SliceRef<'c, i64>, Stop> {
    let results = detail(caller, t).map(|d| d.results.as_slice());
    numbers(caller, results)
}

fn variadic(caller: &mut Caller<'_>, t: i64) -> Result<bool, Stop> {
    Ok(detail(caller, t).is_some_and(|d| d.variadic))
}

fn methods(caller: &mut Caller<'_>, t: i64) -> Result<i64, Stop> {
    Ok(detail(caller, t).map_or(0, |d| d.methods.len() as i64))
}

fn method_name<'c>(caller: &mut Caller<'c>, t: i64, i: i64) -> Result<StrRef<'c>, Stop> {
    let name = method(caller, t, i).map_or("", |m| m.name.as_str());
    text(caller, name)
}

fn method_package<'c>(caller: &mut Caller<'c>, t: i64, i: i64) -> Result<StrRef<'c>, Stop> {
    let package = method(caller, t, i).map_or("", |m| m.package.as_str());
    text(caller, package)
}

fn method_signature(caller: &mut Caller<'_>, t: i64, i: i64) -> Result<i64, Stop> {
    Ok(method(caller, t, i).map_or(-1, |m| i64::from(m.signature)))
}

fn method_type(caller: &mut Caller<'_>, t: i64, i: i64) -> Result<i64, Stop> {
    Ok(method(caller, t, i).map_or(0, |m| i64::from(m.ty)))
}

fn find(caller: &mut Caller<'_>, kind: i64, elem: i64, more: i64) -> Result<i64, Stop> {
    let types = caller.types();
    caller.charge(types.descs.len() as i64);
    let (wanted, more) = (elem as TypeNo, more as u64);
    let found = types.descs.iter().position(|desc| {
        !desc.named
            && match desc.kind {
                TypeKind::Pointer(elem) => kind == 22 && elem == wanted,
                TypeKind::Slice(elem) => kind == 23 && elem == wanted,
                TypeKind::Array(elem, len) => kind == 17 && elem == wanted && len == more,
                TypeKind::Map { key, value, .. } => kind == 21 && value == wanted && u64::from(key) == more,
                TypeKind::Chan(elem) => {
                    let direction = desc.detail.as_ref().map_or(0, |d| u64::from(d.direction));
                    kind == 18 && elem == wanted && direction == more
                }
                TypeKind::Nil
                | TypeKind::Bool
                | TypeKind::Int(..)
                | TypeKind::Uintptr
                | TypeKind::F32
                | TypeKind::F64 => false,
                TypeKind::C64
                | TypeKind::C128
                | TypeKind::String
                | TypeKind::Struct(_)
                | TypeKind::Interface { .. } => false,
                TypeKind::Func | TypeKind::UnsafePointer => false,
            }
    });
    Ok(found.map_or(0, |n| n as i64))
}
