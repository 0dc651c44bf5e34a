//! Text for all guests: the forms of numbers, printing, and the end of a program with a message. A guest whose strings
//! are an address and a length calls the natives here as they are ([`TextNatives`]); one with other strings writes its
//! own natives with the functions. Knows nothing of how a guest represents its values.

use purlin_ir::{Module, NativeId, Type};
use purlin_runtime::native::{Answer, Call, Native, Stop};
use purlin_runtime::natives::write_output;
use purlin_runtime::trap::{Trap, TrapKind};

/// The decimal form of an integer.
pub fn format_int(n: i64) -> String {
    n.to_string()
}

/// The shortest decimal form that reads back as `x`, always with a point or an exponent: `1.0`, `2.5e-7`; and `inf`,
/// `-inf`, `NaN`.
pub fn format_float(x: f64) -> String {
    format!("{x:?}")
}

/// Writes `text` and a newline to standard output, within the limit on output, and charges for the bytes.
pub fn write_line(call: &mut Call<'_>, text: &[u8]) -> Answer {
    let mut line = Vec::with_capacity(text.len() + 1);
    line.extend_from_slice(text);
    line.push(b'\n');
    write_output(call, 1, &line)
}

/// The end of the program with a message, as of a raise that nothing caught.
pub fn fail(message: impl Into<String>) -> Answer {
    Err(Stop::End(Trap::new(TrapKind::Uncaught, message)))
}

/// The natives for strings, most of them of this module. A string is the address of its bytes and their number, `(ref,
/// i64)`.
#[derive(Clone, Copy, Debug)]
pub struct TextNatives {
    /// `(ref, i64) -> ()`: [`write_line`].
    pub print: NativeId,
    /// `(i64) -> (ref, i64)`: [`format_int`].
    pub from_int: NativeId,
    /// `(f64) -> (ref, i64)`: [`format_float`].
    pub from_float: NativeId,
    /// `(ref, i64) -> ()`: [`fail`].
    pub fail: NativeId,
    /// `(ref, i64, ref, i64) -> (ref, i64)`: the bytes of both, one after the other.
    pub concat: NativeId,
    /// `(ref, i64, ref, i64) -> (i64)`: less than, equal to or greater than 0, as the first orders before, with or
    /// after the second by their bytes.
    pub compare: NativeId,
}

impl TextNatives {
    /// Declares the natives in a module.
    pub fn declare(module: &mut Module) -> TextNatives {
        let string = [Type::Ref, Type::I64];
        let strings = [string, string].concat();
        TextNatives {
            print: module.native("text.print", &string, &[]),
            from_int: module.native("text.from_int", &[Type::I64], &string),
            from_float: module.native("text.from_float", &[Type::F64], &string),
            fail: module.native("text.fail", &string, &[]),
            concat: module.native("rt.concat", &strings, &string),
            compare: module.native("rt.string_cmp", &strings, &[Type::I64]),
        }
    }
}

/// The code of the natives, by name. Formatting and writing need more stack than a fiber has to spare.
pub(crate) fn natives() -> [(&'static str, Native); 4] {
    [
        ("text.print", Native::Heavy(|call| write_line(call, call.bytes(0)))),
        ("text.from_int", Native::Heavy(|call| call.ret_string(0, format_int(call.int(0)).as_bytes()))),
        ("text.from_float", Native::Heavy(|call| call.ret_string(0, format_float(call.float(0)).as_bytes()))),
        ("text.fail", Native::Heavy(|call| fail(String::from_utf8_lossy(call.bytes(0))))),
    ]
}
