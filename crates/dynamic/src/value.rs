//! Words as natives see them: floats whether they are words or objects, and the bytes of objects that have
//! some. A float that is no word is an object of two words, its class word and its bits. An object of bytes
//! has a class word, perhaps other words, the number of its bytes as an integer of the guest, and the bytes.
//! Knows no class.

use std::cmp::Ordering;

use purlin_runtime::native::{Caller, DynRef, Stop};

use crate::number::Number;

/// The word that a native gives.
pub type Given<'c> = Result<DynRef<'c>, Stop>;

/// The class of an object, the low half of its class word; `None` if the word is no object.
pub fn class<'c>(caller: &Caller<'c>, value: DynRef<'c>) -> Option<u32> {
    let words = caller.words_from(value.reference()?);
    words.first().map(|word| *word as u32)
}

/// The float that a word is, or the object of a class.
pub fn float<'c>(caller: &Caller<'c>, value: DynRef<'c>, class: u32) -> Option<f64> {
    if let Some(x) = value.as_float() {
        return Some(x);
    }
    let [first, bits] = caller.words_from(value.reference()?).first_chunk::<2>()?;
    (*first as u32 == class).then(|| f64::from_bits(*bits))
}

/// A float: a word, or where it is none a new object of a class.
///
/// # Errors
/// If there is no memory for the object.
pub fn new_float<'c>(caller: &Caller<'c>, class: u32, x: f64) -> Given<'c> {
    // One NaN, whatever the machine makes of it.
    let x = if x.is_nan() { f64::NAN } else { x };
    if let Some(word) = DynRef::float(x) {
        return Ok(word);
    }
    let object = caller.new_bytes_object(&[&u64::from(class).to_ne_bytes(), &x.to_bits().to_ne_bytes()])?;
    Ok(DynRef::from_reference(object))
}

/// The number that a word is, where floats that are no words are objects of a class.
pub fn number<'c>(caller: &Caller<'c>, value: DynRef<'c>, class: u32) -> Option<Number> {
    let int = value.as_int().map(Number::Int);
    int.or_else(|| float(caller, value, class).map(Number::Float))
}

/// A number as a word, or as a new object of a class; an integer that does not fit 62 bits as a float.
///
/// # Errors
/// If there is no memory for the object.
pub fn new_number<'c>(caller: &Caller<'c>, class: u32, number: Number) -> Given<'c> {
    let int = match number {
        Number::Int(n) => DynRef::int(n),
        Number::Float(_) => None,
    };
    int.map_or_else(|| new_float(caller, class, number.float()), Ok)
}

/// The bytes of an object whose second word counts them.
fn text<'a, 'c>(caller: &'a Caller<'c>, value: DynRef<'c>) -> Option<&'a [u8]> {
    class_and_bytes(caller, value, |_| 1).map(|(_, bytes)| bytes)
}

/// The class of an object with bytes, and these: their number is the word that `count` says of the class.
pub fn class_and_bytes<'a, 'c>(
    caller: &'a Caller<'c>,
    value: DynRef<'c>,
    count: impl FnOnce(u32) -> usize,
) -> Option<(u32, &'a [u8])> {
    let object = value.reference().filter(|object| !object.is_null())?;
    let (words, bytes) = caller.words_and_bytes_from(object);
    let class = *words.first()? as u32;
    let count = count(class);
    let length = words.get(count).filter(|length| purlin_base::word::is_int(**length))?;
    let length = usize::try_from(purlin_base::word::to_int(*length)).ok()?;
    Some((class, bytes.get(8 * (count + 1)..)?.get(..length)?))
}

/// A new object of a class with two parts one after the other as its bytes, whose count is its second word.
///
/// # Errors
/// If there is no memory for the object.
pub fn new_bytes<'c>(caller: &Caller<'c>, class: u32, first: &[u8], second: &[u8]) -> Given<'c> {
    let length = purlin_base::word::from_int((first.len() + second.len()) as i64).to_ne_bytes();
    let object = caller.new_bytes_object(&[&u64::from(class).to_ne_bytes(), &length, first, second])?;
    Ok(DynRef::from_reference(object))
}

/// The classes of objects that natives of several guests know.
#[derive(Clone, Copy, Debug)]
pub struct Classes {
    /// Floats that are no words.
    pub float: u32,
    /// Texts, whose count is the second word.
    pub text: u32,
}

/// What a word is, as far as its class says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Seen<'a> {
    /// An immediate of a kind; null is [`NIL`](crate::word::NIL), too.
    Immediate(i64),
    Number(Number),
    Text(&'a [u8]),
    /// An object of another class.
    Object(u32),
}

/// What a word is.
pub fn see<'a, 'c>(caller: &'a Caller<'c>, value: DynRef<'c>, classes: Classes) -> Seen<'a> {
    if let Some(number) = number(caller, value, classes.float) {
        return Seen::Number(number);
    }
    if let Some((kind, _)) = value.as_immediate() {
        return Seen::Immediate(kind);
    }
    match class(caller, value) {
        Some(class) if class == classes.text => Seen::Text(text(caller, value).unwrap_or_default()),
        Some(class) => Seen::Object(class),
        None => Seen::Immediate(crate::word::NIL),
    }
}

/// The order of two numbers or of two texts, byte by byte; charged by what is compared. `None` if they are no
/// two of one kind, `Some(None)` if one is a NaN.
pub fn order(caller: &Caller<'_>, a: Seen<'_>, b: Seen<'_>) -> Option<Option<Ordering>> {
    match (a, b) {
        (Seen::Number(a), Seen::Number(b)) => Some(a.partial_cmp(&b)),
        (Seen::Text(a), Seen::Text(b)) => {
            caller.charge_bytes(a.len().min(b.len()));
            Some(Some(a.cmp(b)))
        }
        _ => None,
    }
}
