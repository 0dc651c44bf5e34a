//! Text for all guests: the forms of numbers, printing, and the end of a program with a message. A guest
//! whose strings are an address and a length calls the natives here as they are ([`TextNatives`]); one with
//! other strings writes its own natives with the functions. Knows nothing of how a guest represents its
//! values.

use purlin_ir::{Module, NativeId};
use purlin_runtime::native::{Answer, Caller, Row, Stop, Str, StrRef};
use purlin_runtime::natives;
use purlin_runtime::natives::rows;
use purlin_runtime::trap::{Trap, TrapKind};

natives! {
    /// The natives of this module. Formatting and writing need more stack than a fiber has to spare.
    pub(crate) NATIVES in "text" {
        /// Writes a string and a newline to standard output.
        heavy PRINT "print"(text: Str) = print; [READS ENDS OUTSIDE] "a transfer, 1 a 16 bytes";
        /// The decimal form of an integer.
        heavy FROM_INT "from_int"(n: i64) -> (Str) = from_int; [ALLOCATES] "an allocation";
        /// The shortest decimal form of a float, always with a point or an exponent.
        heavy FROM_FLOAT "from_float"(x: f64) -> (Str) = from_float; [ALLOCATES] "an allocation";
        /// Ends the program with a message.
        heavy FAIL "fail"(message: Str) = fail_with; [READS ENDS] "nothing more";
    }
}

fn print<'c>(caller: &mut Caller<'c>, text: StrRef<'c>) -> Answer {
    let text = caller.bytes(text).to_vec();
    write_line(caller, &text)
}

fn from_int<'c>(caller: &mut Caller<'c>, n: i64) -> Result<StrRef<'c>, Stop> {
    caller.new_string(format_int(n).as_bytes())
}

fn from_float<'c>(caller: &mut Caller<'c>, x: f64) -> Result<StrRef<'c>, Stop> {
    caller.new_string(format_float(x).as_bytes())
}

fn fail_with<'c>(caller: &mut Caller<'c>, message: StrRef<'c>) -> Answer {
    fail(caller.text(message))
}

/// The decimal form of an integer.
///
/// ```
/// use purlin::substrate::text::{format_float, format_int};
///
/// assert_eq!(format_int(-7), "-7");
/// assert_eq!((&*format_float(1.0), &*format_float(2.5e-7)), ("1.0", "2.5e-7"));
/// ```
pub fn format_int(n: i64) -> String {
    n.to_string()
}

/// The shortest decimal form that reads back as `x`, always with a point or an exponent: `1.0`, `2.5e-7`; and
/// `inf`, `-inf`, `NaN`.
pub fn format_float(x: f64) -> String {
    format!("{x:?}")
}

/// Writes `text` and a newline to standard output, within the limit on output, and charges for the bytes.
///
/// # Errors
/// The run ends: the limit on output is reached, or the stream failed.
///
/// The example of [`Caller`] writes a line.
pub fn write_line(caller: &mut Caller<'_>, text: &[u8]) -> Answer {
    let mut line = Vec::with_capacity(text.len() + 1);
    line.extend_from_slice(text);
    line.push(b'\n');
    caller.write_bytes(1, &line)
}

/// The end of the program with a message, as of a raise that nothing caught.
///
/// ```
/// use purlin::Stop;
/// use purlin::substrate::text::fail;
///
/// let Err(Stop::End(trap)) = fail("division by zero") else { unreachable!() };
/// assert_eq!(trap.message, "division by zero");
/// ```
pub fn fail(message: impl Into<String>) -> Answer {
    Err(Stop::end(Trap::new(TrapKind::Uncaught, message)))
}

/// The natives for strings, most of them of this module. A string is the address of its bytes and their
/// number, `(ref, i64)`.
///
/// The example of [`Guest`](crate::Guest) calls some.
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
    /// `(ref, i64, ref, i64) -> (i64)`: less than, equal to or greater than 0, as the first orders before,
    /// with or after the second by their bytes.
    pub compare: NativeId,
}

impl TextNatives {
    /// Declares the natives in a module, as the example of [`Guest`](crate::Guest) does.
    pub fn declare(module: &mut Module) -> TextNatives {
        let mut native = |row: &Row| {
            let sig = row.signature();
            module.native(row.name(), &sig.params, &sig.results)
        };
        TextNatives {
            print: native(PRINT),
            from_int: native(FROM_INT),
            from_float: native(FROM_FLOAT),
            fail: native(FAIL),
            concat: native(rows::CONCAT),
            compare: native(rows::STRING_CMP),
        }
    }
}
