//! Random arguments, as Go expressions: text with what text can hold, numbers at the edges, formats. The arguments of
//! one call know each other, so that what is looked for is often there.

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
    for _ in 0..times {
        let mut row = Row::new(rng);
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
}

/// Pieces that texts are made of.
const PIECES: &[&str] = &[
    "a",
    "b",
    "c",
    "ab",
    "abc",
    "A",
    "B",
    "Z",
    "x",
    "aa",
    "aaa",
    "ba",
    "go",
    "Go",
    "GOPHER",
    " ",
    "  ",
    "\t",
    "\n",
    "\r\n",
    "\r",
    "\0",
    ",",
    ";",
    "-",
    "_",
    "/",
    "'",
    "\"",
    "`",
    "\\",
    "%",
    "0",
    "1",
    "9",
    "42",
    "é",
    "É",
    "ß",
    "ẞ",
    "世",
    "界",
    "😀",
    "\u{10ffff}",
    "\u{feff}",
    "\u{a0}",
    "\u{85}",
    "\u{2028}",
    "\u{3000}",
    "ǆ",
    "ǅ",
    "Ǆ",
    "İ",
    "ı",
    "K",
    "k",
    "ſ",
    "s",
    "Σ",
    "σ",
    "ς",
    "Ω",
    "Ω",
    "\u{345}",
    "ᾳ",
    "Ა",
    "ა",
    "\u{fffd}",
    "\u{1b}",
    "\u{7f}",
    "\u{80}",
    "\u{ad}",
    "٣",
    "Ⅷ",
    "²",
    "$",
    "+",
    "hello",
    "world",
    "the quick brown fox",
];

/// Bytes that are not UTF-8.
const BROKEN: &[&[u8]] = &[
    b"\xff",
    b"\x80",
    b"\xc0\x80",
    b"\xe4\xb8",
    b"\xf0\x9f\x98",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xc3",
    b"\xfe",
];

const RUNES: &[i32] = &[
    0,
    1,
    9,
    10,
    0x1f,
    0x20,
    0x30,
    0x39,
    0x41,
    0x5a,
    0x61,
    0x7a,
    0x7e,
    0x7f,
    0x80,
    0x85,
    0xa0,
    0xad,
    0xb5,
    0xdf,
    0xe9,
    0xff,
    0x100,
    0x130,
    0x131,
    0x17f,
    0x1c4,
    0x1c5,
    0x1c6,
    0x2b0,
    0x345,
    0x370,
    0x3a3,
    0x3c2,
    0x3c3,
    0x640,
    0x663,
    0x7ff,
    0x800,
    0x10a0,
    0x13a0,
    0x1680,
    0x1c90,
    0x1e9e,
    0x1fb3,
    0x2000,
    0x2028,
    0x202f,
    0x2160,
    0x212a,
    0x2126,
    0x3000,
    0x4e16,
    0xab70,
    0xd7ff,
    0xd800,
    0xdfff,
    0xe000,
    0xfeff,
    0xfffd,
    0xffff,
    0x10000,
    0x10400,
    0x1d7ce,
    0x1f600,
    0x10ffff,
    0x110000,
    -1,
    i32::MAX,
    i32::MIN,
];

const NUMBERS: &[&str] = &[
    "",
    "0",
    "-0",
    "+0",
    "1",
    "-1",
    "+1",
    "007",
    "10",
    "127",
    "128",
    "-128",
    "-129",
    "255",
    "256",
    "32767",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967295",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999",
    "0x7f",
    "0XFF",
    "0b101",
    "0o17",
    "017",
    "0x",
    "0b",
    "0o",
    "1_000",
    "_1",
    "1_",
    "1__0",
    "0x_1",
    "0_7",
    "1e3",
    "z",
    "Zz",
    "1.5",
    " 1",
    "1 ",
    "--1",
    "+-1",
    "0x1p-2",
    "12a",
    "\u{0661}",
    "0b2",
    "08",
    "ff",
    "7fffffffffffffff",
    "-",
    "+",
];

const FLOATS: &[&str] = &[
    "",
    "0",
    "-0",
    "1",
    "-1",
    "1.5",
    ".5",
    "5.",
    ".",
    "1e5",
    "1e+5",
    "1e-5",
    "1E10",
    "1e",
    "e1",
    "1e400",
    "-1e400",
    "1e-400",
    "inf",
    "-Inf",
    "+INFINITY",
    "infin",
    "nan",
    "NaN",
    "+nan",
    "1_000.5",
    "0x1p0",
    "0x1.8p1",
    "0x1p-1074",
    "0x1p-1075",
    "0x1.fffffffffffff8p1023",
    "0x1p1024",
    "0x.8p1",
    "0x1",
    "0x1.p",
    "0X1.8P+3",
    "0x_1p0",
    "1.7976931348623157e308",
    "1.7976931348623159e308",
    "4.9e-324",
    "2.4703282292062327e-324",
    "2.4703282292062328e-324",
    "2.2250738585072012e-308",
    "3.4028234663852886e38",
    "3.4028235677973366e38",
    "1.401298464324817e-45",
    "7.006492321624085e-46",
    "0.1",
    "0.3",
    "123456789012345678901234567890",
    "1.00000000000000011102230246251565404",
    "9007199254740993",
    "1e23",
    "8.5e22",
    "0.000001",
    "1_0e1_0",
    "1e99999999999",
    "0e99999999999",
    "0x0p9999999",
    "  1",
    "1 ",
    "1.2.3",
    "1e1.5",
    "infinityx",
];

const FLOAT_BITS: &[u64] = &[
    0,
    1 << 63,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x7ff8_0000_0000_0001,
    1,
    2,
    0x000f_ffff_ffff_ffff,
    0x0010_0000_0000_0000,
    0x7fef_ffff_ffff_ffff,
    0x3fe0_0000_0000_0000,
    0x4000_0000_0000_0000,
    0x3fb9_9999_9999_999a,
    0x3ff8_0000_0000_0000,
    0x4009_21fb_5444_2d18,
    0x3ff9_21fb_5444_2d18,
    0x4005_bf0a_8b14_5769,
    0x4340_0000_0000_0000,
    0x43e0_0000_0000_0000,
    0xc3e0_0000_0000_0000,
    0x41e0_0000_0000_0000,
    0x4059_0000_0000_0000,
    0x412e_8480_0000_0000,
    0x4480_f0cf_064d_d592,
    0x3eb0_c6f7_a0b5_ed8d,
    0x3f1a_36e2_eb1c_432d,
    0x7e37_e43c_8800_759c,
    0x4086_2e42_fefa_39ef,
    0xc086_2e42_fefa_39ef,
    0x4004_0000_0000_0000,
    0x400c_0000_0000_0000,
    0x3fdf_ffff_ffff_ffff,
    0x3fef_ffff_ffff_ffff,
    0x3ff0_0000_0000_0001,
    0x7ff0_0000_0000_0001,
];

const QUOTED: &[&str] = &[
    r#""""#,
    r#""a""#,
    "''",
    "'a'",
    "``",
    "`a\r\nb`",
    r#""\n\t\\\"""#,
    r#"'\''"#,
    r#"'\"'"#,
    r#""\'""#,
    r#""\x41\101\u00e9\U0001F600""#,
    r#""\xff""#,
    r#""\ud800""#,
    r#""\U00110000""#,
    r#""\400""#,
    r#""\8""#,
    r#""\x4""#,
    r#""a"#,
    r#"a""#,
    "\"\n\"",
    r#"'ab'"#,
    r#""\z""#,
    "`a`b",
    r#""a"b"#,
    r#"'世'"#,
    r#""世\a\b\f\v\r""#,
    "\"",
    "'",
    "`",
    "",
    r#"'\x80'"#,
    r#"'\377'"#,
    "\"\\",
    "`a",
    "'\\",
    r#""日本"z"#,
];

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
    pub fn new(rng: &'a mut Rng) -> Row<'a> {
        Row { rng, last: Vec::new() }
    }

    /// An argument by the name of its kind; `None` if there is no such kind.
    pub fn value(&mut self, name: &str) -> Option<Value> {
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
    fn several(&mut self, one: impl Fn(&mut Row<'_>) -> String) -> Vec<String> {
        (0..self.rng.below(6)).map(|_| one(self)).collect()
    }

    /// Up to seventy, mostly few.
    fn many(&mut self, one: impl Fn(&mut Row<'_>) -> String) -> Vec<String> {
        let most = *self.rng.pick(&[4, 12, 16, 40, 70]);
        (0..self.rng.below(most)).map(|_| one(self)).collect()
    }

    fn piece(&mut self) -> &'static [u8] {
        match self.rng.below(20) {
            0 => BROKEN[self.rng.below(BROKEN.len())],
            1..=8 => PIECES[self.rng.below(14)].as_bytes(),
            _ => self.rng.pick(PIECES).as_bytes(),
        }
    }

    /// A text, which is what later arguments are parts of.
    fn long(&mut self) -> String {
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
    fn part(&mut self) -> Vec<u8> {
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

    fn rune(&mut self) -> i32 {
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

    fn unsigned(&mut self, bits: u32) -> u64 {
        (self.signed(64) as u64) & (u64::MAX >> (64 - bits))
    }

    fn float(&mut self) -> u64 {
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

    fn single(&mut self) -> u32 {
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

    /// One directive, nearly always well formed.
    fn directive(&mut self) -> String {
        let mut out = String::from("%");
        for flag in ["+", "-", "#", " ", "0"] {
            if self.rng.chance(18) {
                out.push_str(flag);
            }
        }
        if self.rng.chance(35) {
            out.push_str(&self.rng.below(24).to_string());
        }
        if self.rng.chance(30) {
            out.push('.');
            if self.rng.chance(85) {
                out.push_str(&self.rng.below(12).to_string());
            }
        }
        let verbs = "vvvvvsssdddqqxxXTtbcoOUeEfFgGwz%!é";
        let verbs: Vec<char> = verbs.chars().collect();
        out.push(*self.rng.pick(&verbs));
        out
    }

    /// Text with several directives, stars, indexes and mistakes.
    fn format(&mut self) -> String {
        let mut out = Vec::new();
        for _ in 0..self.rng.below(5) {
            match self.rng.below(12) {
                0 => out.extend_from_slice(b"%*d"),
                1 => out.extend_from_slice(b"%.*f"),
                2 => out.extend_from_slice(format!("%[{}]v", self.rng.below(5)).as_bytes()),
                3 => out.extend_from_slice(
                    format!("%[{}]*.[{}]*[{}]f", self.rng.below(4), self.rng.below(4), self.rng.below(4))
                        .as_bytes(),
                ),
                4 => out.extend_from_slice(
                    self.rng
                        .pick(&[
                            "%",
                            "%[",
                            "%[]d",
                            "%[x]d",
                            "%[3",
                            "%-",
                            "%.",
                            "%[1]",
                            "%99999999d",
                            "%!",
                            "%[2]*[1]d",
                            "%.[2]d",
                            "%[1].2f",
                        ])
                        .as_bytes(),
                ),
                5 => out.extend_from_slice(self.piece()),
                _ => out.extend_from_slice(self.directive().as_bytes()),
            }
            if self.rng.chance(60) {
                out.push(b' ');
            }
        }
        quote(&out)
    }

    /// What scanning is tried on.
    fn input(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        for _ in 0..self.rng.below(5) {
            match self.rng.below(8) {
                0 | 1 => out.extend_from_slice(self.signed(32).to_string().as_bytes()),
                2 => out.extend_from_slice(self.rng.pick(FLOATS).as_bytes()),
                3 => out.extend_from_slice(self.rng.pick(NUMBERS).as_bytes()),
                4 => out
                    .extend_from_slice(self.rng.pick(&["true", "false", "T", "0", "tru", "TRUE"]).as_bytes()),
                5 => out.extend_from_slice(self.rng.pick(QUOTED).as_bytes()),
                6 => out.extend_from_slice(b"0x1f"),
                _ => out.extend_from_slice(self.piece()),
            }
            out.extend_from_slice(
                self.rng.pick(&[" ", " ", " ", "\n", "  ", "\r\n", ",", "", "\t"]).as_bytes(),
            );
        }
        out
    }

    fn scan_format(&mut self) -> String {
        let mut out = String::new();
        for _ in 0..self.rng.below(4) + 1 {
            let verbs = [
                "%d", "%v", "%s", "%q", "%x", "%f", "%c", "%t", "%5d", "%3s", "%2x", "%b", "%o", "%U", "%e",
                "%%", "%z", "%1v",
            ];
            out.push_str(verbs[self.rng.below(verbs.len())]);
            let between = [" ", " ", "", "\n", ",", "  ", "x", " \n "];
            out.push_str(between[self.rng.below(between.len())]);
        }
        quote(out.as_bytes())
    }

    /// A value of any type; the named types are those of the table of fmt.
    fn any(&mut self, depth: usize) -> String {
        let kinds = if depth == 0 { 17 } else { 30 };
        match self.rng.below(kinds) {
            0 | 1 => format!("int({})", self.signed(64)),
            2 => self.long(),
            3 => quote(&self.part()),
            4 | 5 => format!("f64({:#x})", self.float()),
            6 => format!("f32({:#x})", self.single()),
            7 => {
                let (ty, bits) = *self.rng.pick(&[("int8", 8), ("int16", 16), ("int32", 32), ("int64", 64)]);
                format!("{ty}({})", self.signed(bits))
            }
            8 => {
                let (ty, bits) = *self.rng.pick(&[
                    ("uint8", 8),
                    ("uint16", 16),
                    ("uint32", 32),
                    ("uint64", 64),
                    ("uintptr", 64),
                ]);
                format!("{ty}({})", self.unsigned(bits))
            }
            9 => format!("rune({})", self.rune()),
            10 => (*self.rng.pick(&["true", "false", "nil"])).to_string(),
            11 => format!("[]byte({})", self.long()),
            12 => format!("Celsius(f64({:#x}))", self.float()),
            13 => (*self.rng.pick(SPECIAL)).to_string(),
            14 => format!("Weekday({})", self.rng.range(-1, 8)),
            15 => format!("Name({})", quote(&self.part())),
            16 => {
                let (re, im) = (self.float(), self.float());
                let ty = if self.rng.chance(50) { "complex128" } else { "complex64" };
                format!("{ty}(complex(f64({re:#x}), f64({im:#x})))")
            }
            _ => self.composite(depth - 1),
        }
    }

    fn composite(&mut self, depth: usize) -> String {
        let list = |row: &mut Self, one: &dyn Fn(&mut Row<'_>) -> String| row.several(one).join(", ");
        match self.rng.below(11) {
            0 => format!("[]int{{{}}}", list(self, &|r| r.signed(16).to_string())),
            1 => format!("[]string{{{}}}", list(self, &|r| quote(&r.part()))),
            2 => format!("[]any{{{}}}", list(self, &|r| r.any(depth))),
            3 => format!("[3]float64{{{:e}, 2}}", f64::from(self.rng.range(-99, 99) as i32)),
            4 => {
                let n = self.rng.below(5);
                let entries: Vec<String> = (0..n).map(|i| format!("{i}: {}", quote(&self.part()))).collect();
                format!("map[int]string{{{}}}", entries.join(", "))
            }
            5 => {
                let n = self.rng.below(5);
                let entries: Vec<String> =
                    (0..n).map(|i| format!("\"k{}\": {}", i * 7 % 5, self.any(depth))).collect();
                format!("map[string]any{{{}}}", entries.join(", "))
            }
            6 => format!("Point{{{}, {}}}", self.rng.range(-9, 9), self.rng.range(-9, 9)),
            7 => format!(
                "Mixed{{{}, {}, {}, nil, {}}}",
                self.rng.range(-9, 9),
                quote(&self.part()),
                self.any(depth),
                self.any(depth)
            ),
            8 => format!("[]Weekday{{{}}}", list(self, &|r| r.rng.range(0, 7).to_string())),
            9 => format!("[]Point{{{}}}", list(self, &|r| format!("{{{}, 1}}", r.rng.range(0, 7)))),
            _ => format!(
                "Outer{{Point{{1, {}}}, {}, Weekday({})}}",
                self.rng.range(-9, 9),
                quote(&self.part()),
                self.rng.range(0, 7)
            ),
        }
    }
}

/// Values with behaviour of their own, and rare kinds.
const SPECIAL: &[&str] = &[
    "Oops(\"broken\")",
    "Panics{}",
    "(*Nilled)(nil)",
    "Formats{3}",
    "GoStrings{4}",
    "[]byte(nil)",
    "[]int(nil)",
    "map[string]int(nil)",
    "(*int)(nil)",
    "(func())(nil)",
    "(chan int)(nil)",
    "struct{}{}",
    "[0]int{}",
    "Bytes{1, 2, 255}",
    "[3]byte{65, 66, 67}",
    "Flags(5)",
    "[]error{Oops(\"e\"), nil}",
    "map[Weekday]bool{1: true, 3: false}",
    "map[float64]int{f64(0x7ff8000000000001): 1, 2: 2, -1: 3}",
    "[]Name{\"x\", \"\"}",
    "map[Point]string{{2, 1}: \"b\", {1, 2}: \"a\"}",
    "error(nil)",
    "[2]bool{true}",
    "[][]int{{1}, nil, {}}",
    "struct{ A int; b string }{1, \"q\"}",
    "map[any]int{1: 1, \"a\": 2, true: 3}",
    "PanicsNil{}",
    "Stringers{1, 2}",
    "Both{1}",
    "[]any{Formats{1}, Oops(\"in\"), GoStrings{2}, Panics{}, nil}",
    "map[string]any{\"f\": Formats{1}, \"e\": Oops(\"in\"), \"n\": (*Nilled)(nil)}",
    "Hidden{Weekday(2), Oops(\"h\"), Formats{1}}",
    "struct{ D Weekday; E error; F fmt.Formatter }{3, Oops(\"x\"), Formats{2}}",
    "struct{ D Weekday; E error }{3, nil}",
    "[2][2]int8{{1, -2}, {3}}",
    "map[int]map[string][]int{2: {\"b\": {1}}, 1: nil}",
    "map[bool]string{true: \"t\", false: \"f\"}",
    "map[[2]int]int{{2, 1}: 1, {1, 2}: 2}",
    "map[error]int{Oops(\"b\"): 1, Oops(\"a\"): 2}",
    "[]uint8(\"h\\x00\\xffé\")",
    "[]Flags{1, 2}",
    "[2]Flags{255}",
    "[]rune(\"aé世\\U0010ffff\")",
    "[]float32{1.1, -0.5}",
    "[]complex128{1 + 2i, -1i}",
    "[]bool{true, false}",
    "[]uintptr{1, 255}",
    "Generic[int]{1, nil}",
    "Generic[string]{\"s\", []string{\"t\"}}",
    "Tree{1, []Tree{{2, nil}, {3, []Tree{}}}}",
    "time.Duration(1500000000)",
    "[]any{[]byte(\"b\"), [2]byte{1, 2}, []byte(nil)}",
    "[]Bytes{{1}, nil}",
    "Wild(\"star\")",
    "(*Formats)(nil)",
    "[]*int{nil}",
    "map[string]*int{\"x\": nil}",
    "struct{ P *int; F func(); C chan int; M map[int]int; S []int; I any }{}",
];
