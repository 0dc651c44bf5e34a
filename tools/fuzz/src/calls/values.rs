//! Random arguments, as Go expressions. The arguments of one call know each other, so that what is looked for
//! is often there. The samples that they are made of are in `samples`; formats and values of any type are in
//! `formats`.

use std::collections::BTreeMap;

use super::samples::{BROKEN, FLOAT_BITS, FLOATS, NUMBERS, PIECES, QUOTED, RUNES};
use crate::damage::{self, Samples};
use crate::rng::Rng;

/// A Go expression and its type.
pub struct Value {
    pub ty: String,
    pub text: String,
}

pub fn value(ty: &str, text: impl Into<String>) -> Value {
    Value { ty: ty.to_string(), text: text.into() }
}

/// Many texts of a kind, one after the other, as standard input.
pub fn input(rng: &mut Rng, kind: &str, times: usize) -> Result<Vec<u8>, String> {
    let mut all = Vec::new();
    let none = BTreeMap::new();
    for _ in 0..times {
        let mut row = Row::new(rng, &none);
        match kind {
            "input" => all.extend_from_slice(&row.input()),
            _ => return Err(format!("no input {kind:?}")),
        }
    }
    Ok(all)
}

/// The arguments of one call.
pub struct Row<'a> {
    pub rng: &'a mut Rng,
    /// The last long text.
    last: Vec<u8>,
    /// The samples of the table, by name.
    samples: &'a BTreeMap<String, Samples>,
}

/// Go's text for bytes.
pub fn quote(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for &b in bytes {
        match b {
            b'"' | b'\\' => out.extend(['\\', char::from(b)]),
            0x20..0x7f => out.push(char::from(b)),
            _ => out.push_str(&format!("\\x{b:02x}")),
        }
    }
    out.push('"');
    out
}

impl<'a> Row<'a> {
    pub fn new(rng: &'a mut Rng, samples: &'a BTreeMap<String, Samples>) -> Row<'a> {
        Row { rng, last: Vec::new(), samples }
    }

    /// An argument by the name of its kind; `None` if there is no such kind.
    pub fn value(&mut self, name: &str) -> Option<Value> {
        if let Some(name) = name.strip_prefix(':') {
            let (name, form) = name.split_once(':').unwrap_or((name, "string"));
            let text = quote(&self.samples.get(name)?.draw(self.rng, damage::SMALL));
            return match form {
                "string" => Some(value("string", text)),
                "bytes" => Some(value("[]byte", format!("[]byte({text})"))),
                _ => None,
            };
        }
        if let Some((ty, choices)) = name.split_once('|') {
            let choices: Vec<&str> = choices.split('|').collect();
            return Some(value(ty, *self.rng.pick(&choices)));
        }
        self.text_value(name)
            .or_else(|| self.number_value(name))
            .or_else(|| self.other_value(name))
            .or_else(|| self.library_value(name))
    }

    fn text_value(&mut self, name: &str) -> Option<Value> {
        Some(match name {
            "s" => value("string", self.long()),
            "sub" => value("string", quote(&self.part())),
            "set" => value("string", quote(&self.set())),
            "b" => match self.rng.chance(4) {
                true => value("[]byte", "nil"),
                false => value("[]byte", format!("[]byte({})", self.long())),
            },
            "bsub" => match self.rng.chance(4) {
                true => value("[]byte", "nil"),
                false => value("[]byte", format!("[]byte({})", quote(&self.part()))),
            },
            "strs" => {
                let parts = self.several(|row| quote(&row.part()));
                value("[]string", format!("{{{}}}", parts.join(", ")))
            }
            "bytess" => {
                let parts = self.several(|row| format!("[]byte({})", quote(&row.part())));
                value("[][]byte", format!("{{{}}}", parts.join(", ")))
            }
            "pairs" => {
                let pair = |row: &mut Row<'_>| format!("{}, {}", quote(&row.part()), quote(&row.part()));
                let parts = self.several(pair);
                value("[]string", format!("{{{}}}", parts.join(", ")))
            }
            // Mostly single bytes, for which there are quicker ways.
            "bytepairs" => {
                let parts = self.several(|row| {
                    let from = row.rng.below(6) as u8 + b'a';
                    let to =
                        if row.rng.chance(60) { vec![b'A' + row.rng.below(6) as u8] } else { row.part() };
                    format!("{}, {}", quote(&[from]), quote(&to))
                });
                value("[]string", format!("{{{}}}", parts.join(", ")))
            }
            "number" => value("string", self.integer_text()),
            "floattext" => value("string", self.float_text()),
            "quoted" => value("string", self.quoted()),
            "rs" => {
                let runes = self.several(|row| row.rune().to_string());
                value("[]rune", format!("{{{}}}", runes.join(", ")))
            }
            "format" => value("string", self.format()),
            "verb" => {
                let directive = self.directive();
                value("string", quote(directive.as_bytes()))
            }
            "input" => value("string", quote(&self.input())),
            "scanformat" => value("string", self.scan_format()),
            _ => return None,
        })
    }

    fn number_value(&mut self, name: &str) -> Option<Value> {
        Some(match name {
            "r" => value("rune", self.rune().to_string()),
            "c" => value("byte", self.byte().to_string()),
            "n" => value("int", self.rng.range(-2, 12).to_string()),
            "len" => value("int", self.rng.range(0, 7).to_string()),
            "index" => value("int", self.rng.range(-1, 20).to_string()),
            "i" | "int" => value("int", self.signed(64).to_string()),
            "i64" => value("int64", self.signed(64).to_string()),
            "i32" => value("int32", self.signed(32).to_string()),
            "i16" => value("int16", self.signed(16).to_string()),
            "i8" => value("int8", self.signed(8).to_string()),
            "u" => value("uint", self.unsigned(64).to_string()),
            "u64" => value("uint64", self.unsigned(64).to_string()),
            "u32" => value("uint32", self.unsigned(32).to_string()),
            "u16" => value("uint16", self.unsigned(16).to_string()),
            "u8" => value("uint8", self.unsigned(8).to_string()),
            "bool" => value("bool", if self.rng.chance(50) { "true" } else { "false" }),
            "base" => match self.rng.below(10) {
                0 => value("int", ["-1", "1", "37", "100"][self.rng.below(4)]),
                1..=3 => value("int", "0"),
                4..=6 => value("int", "10"),
                _ => value("int", self.rng.range(2, 36).to_string()),
            },
            "goodbase" => {
                value("int", if self.rng.chance(40) { 10 } else { self.rng.range(2, 36) }.to_string())
            }
            "bits" => {
                let sizes = ["0", "8", "16", "32", "64", "64", "1", "7", "63", "-1", "65"];
                value("int", *self.rng.pick(&sizes))
            }
            "prec" => {
                let wide = [18, 20, 40, 330];
                let n = if self.rng.chance(90) { self.rng.range(-1, 17) } else { *self.rng.pick(&wide) };
                value("int", n.to_string())
            }
            "f" | "f64" => value("float64", format!("f64({:#x})", self.float())),
            "f32" => value("float32", format!("f32({:#x})", self.single())),
            // A float that is not huge.
            "small" => value("float64", format!("{}", self.rng.range(-2000, 2000) as f64 / 64.0)),
            "ints" => {
                let numbers = self.many(|row| row.rng.range(-20, 20).to_string());
                value("[]int", format!("{{{}}}", numbers.join(", ")))
            }
            "sortedints" => {
                let mut numbers: Vec<i64> = (0..self.rng.below(20)).map(|_| self.rng.range(-9, 9)).collect();
                numbers.sort_unstable();
                let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
                value("[]int", format!("{{{}}}", texts.join(", ")))
            }
            "floats" => {
                let numbers = self.many(|row| format!("f64({:#x})", row.float()));
                value("[]float64", format!("{{{}}}", numbers.join(", ")))
            }
            _ => return None,
        })
    }

    fn other_value(&mut self, name: &str) -> Option<Value> {
        const PREDICATES: &[&str] = &[
            "unicode.IsSpace",
            "unicode.IsLetter",
            "unicode.IsUpper",
            "unicode.IsDigit",
            "unicode.IsPunct",
            "func(r rune) bool { return r == 'a' }",
            "func(r rune) bool { return r > 127 }",
            "func(r rune) bool { return r == utf8.RuneError }",
            "func(rune) bool { return true }",
            "func(rune) bool { return false }",
        ];
        const MAPPINGS: &[&str] = &[
            "unicode.ToUpper",
            "unicode.ToLower",
            "unicode.ToTitle",
            "func(r rune) rune { return r }",
            "func(r rune) rune { return r + 1 }",
            "func(r rune) rune { if r == 'a' { return -1 }; return r }",
            "func(rune) rune { return '世' }",
            "func(rune) rune { return -1 }",
            "func(rune) rune { return utf8.RuneError }",
        ];
        Some(match name {
            "pred" => value("func(rune) bool", *self.rng.pick(PREDICATES)),
            "mapping" => value("func(rune) rune", *self.rng.pick(MAPPINGS)),
            "any" => value("any", self.any(2)),
            // What an address is shown as differs, so pointers are never inside other values.
            "pointer" => value("any", format!("&{}", self.composite(1))),
            "anys" => {
                let values = self.several(|row| row.any(1));
                value("[]any", format!("{{{}}}", values.join(", ")))
            }
            "complex" => {
                value("complex128", format!("complex(f64({:#x}), f64({:#x}))", self.float(), self.float()))
            }
            "dur" => value("time.Duration", self.signed(64).to_string()),
            _ => return None,
        })
    }

    /// Up to six.
    pub(super) fn several(&mut self, one: impl Fn(&mut Row<'_>) -> String) -> Vec<String> {
        (0..self.rng.below(6)).map(|_| one(self)).collect()
    }

    /// Up to seventy, mostly few.
    fn many(&mut self, one: impl Fn(&mut Row<'_>) -> String) -> Vec<String> {
        let most = *self.rng.pick(&[4, 12, 16, 40, 70]);
        (0..self.rng.below(most)).map(|_| one(self)).collect()
    }

    pub(super) fn piece(&mut self) -> &'static [u8] {
        match self.rng.below(20) {
            0 => BROKEN[self.rng.below(BROKEN.len())],
            1..=8 => PIECES[self.rng.below(14)].as_bytes(),
            _ => self.rng.pick(PIECES).as_bytes(),
        }
    }

    /// A text, which is what later arguments are parts of.
    pub(super) fn long(&mut self) -> String {
        let pieces = match self.rng.below(10) {
            0 => 0,
            1..=4 => self.rng.below(4),
            5..=8 => self.rng.below(12),
            _ => self.rng.below(60),
        };
        let ascii = self.rng.chance(30);
        let mut text = Vec::new();
        for _ in 0..pieces {
            let piece = self.piece();
            if !ascii || piece.is_ascii() {
                text.extend_from_slice(piece);
            }
        }
        self.last = text;
        quote(&self.last)
    }

    /// A short text, often one that the last long one contains.
    pub(super) fn part(&mut self) -> Vec<u8> {
        match self.rng.below(10) {
            0 => vec![],
            1..=5 if !self.last.is_empty() => {
                let from = match self.rng.below(4) {
                    0 => 0,
                    _ => self.rng.below(self.last.len()),
                };
                let to = (from + 1 + self.rng.below(3)).min(self.last.len());
                let from = if self.rng.chance(15) { self.last.len() - (to - from) } else { from };
                self.last[from..(from + 3).min(to.max(from + 1)).min(self.last.len())].to_vec()
            }
            6 => [self.piece(), self.piece()].concat(),
            _ => self.piece().to_vec(),
        }
    }

    fn set(&mut self) -> Vec<u8> {
        let mut set = self.part();
        for _ in 0..self.rng.below(3) {
            set.extend_from_slice(self.piece());
        }
        set
    }

    pub(super) fn rune(&mut self) -> i32 {
        match self.rng.below(10) {
            0..=3 => *self.rng.pick(RUNES),
            4 | 5 if !self.last.is_empty() => {
                let text = String::from_utf8_lossy(&self.last).into_owned();
                let chars: Vec<char> = text.chars().collect();
                *self.rng.pick(&chars) as i32
            }
            6 => self.rng.below(0x110_000) as i32,
            7 => self.rng.below(0x3000) as i32,
            _ => self.rng.below(128) as i32,
        }
    }

    fn byte(&mut self) -> u8 {
        match self.last.is_empty() || self.rng.chance(50) {
            true => self.rng.next() as u8,
            false => *self.rng.pick(&self.last),
        }
    }

    pub fn signed(&mut self, bits: u32) -> i64 {
        let n = match self.rng.below(8) {
            0 => [0, 1, -1, i64::MAX, i64::MIN, i64::MIN + 1][self.rng.below(6)],
            1 | 2 => self.rng.range(-20, 20),
            3 | 4 => self.rng.range(-100_000, 100_000),
            // Near a power of two.
            5 => (1i64 << self.rng.below(63)) + self.rng.range(-1, 1),
            _ => (self.rng.next() >> self.rng.below(64)) as i64,
        };
        n << (64 - bits) >> (64 - bits)
    }

    pub(super) fn unsigned(&mut self, bits: u32) -> u64 {
        (self.signed(64) as u64) & (u64::MAX >> (64 - bits))
    }

    pub(super) fn float(&mut self) -> u64 {
        match self.rng.below(10) {
            0..=2 => *self.rng.pick(FLOAT_BITS),
            3 => (self.rng.range(-1000, 1000) as f64).to_bits(),
            4 => (self.rng.range(-100_000, 100_000) as f64 / 1000.0).to_bits(),
            5 => (self.rng.range(-64, 64) as f64 / 4.0).to_bits(),
            6 => 10f64.powi(self.rng.range(-30, 30) as i32).to_bits(),
            7 => ((self.rng.next() >> 11) as f64 / (1u64 << 53) as f64).to_bits(),
            8 => {
                let exponent = self.rng.range(-70, 70);
                self.rng.next() & 0x800f_ffff_ffff_ffff | ((exponent + 1023) as u64) << 52
            }
            _ => match f64::from_bits(self.rng.next()) {
                nan if nan.is_nan() => 0,
                f => f.to_bits(),
            },
        }
    }

    pub(super) fn single(&mut self) -> u32 {
        match self.rng.below(4) {
            0 => (f64::from_bits(self.float()) as f32).to_bits(),
            1 => [0, 1 << 31, 1, 0x7f7f_ffff, 0x7f80_0000, 0x80_0000, 0x7f_ffff, 0x3f80_0000]
                [self.rng.below(8)],
            2 => (self.rng.range(-1000, 1000) as f32 / 8.0).to_bits(),
            _ => match f32::from_bits(self.rng.next() as u32) {
                nan if nan.is_nan() => 0,
                f => f.to_bits(),
            },
        }
    }

    fn integer_text(&mut self) -> String {
        let text = match self.rng.below(4) {
            0 | 1 => (*self.rng.pick(NUMBERS)).to_string(),
            2 => self.signed(64).to_string(),
            _ => {
                let digits = b"0123456789abcdefxzZ_";
                (0..self.rng.below(8) + 1).map(|_| char::from(*self.rng.pick(digits))).collect()
            }
        };
        quote(text.as_bytes())
    }

    fn float_text(&mut self) -> String {
        let text = match self.rng.below(5) {
            0 | 1 => (*self.rng.pick(FLOATS)).to_string(),
            2 => f64::from_bits(self.float()).to_string(),
            3 => {
                let digits: String = (0..self.rng.below(25) + 1).map(|_| self.digit()).collect();
                format!("{digits}.{}e{}", self.rng.below(1_000_000), self.rng.range(-340, 320))
            }
            _ => {
                let bits = self.rng.next() & 0xf_ffff_ffff_ffff;
                format!("0x1.{bits:013x}{}p{}", self.rng.below(20), self.rng.range(-1080, 1030))
            }
        };
        quote(text.as_bytes())
    }

    fn digit(&mut self) -> char {
        char::from(b'0' + self.rng.below(10) as u8)
    }

    fn quoted(&mut self) -> String {
        match self.rng.chance(60) {
            true => quote(self.rng.pick(QUOTED).as_bytes()),
            false => {
                let inner =
                    [self.piece(), self.piece(), self.rng.pick(QUOTED).as_bytes(), self.piece()].concat();
                quote(&[b"\"", inner.as_slice(), b"\""].concat())
            }
        }
    }
}
