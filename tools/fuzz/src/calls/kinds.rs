//! Arguments that only some packages take: times, layouts and durations; regular expressions and templates.
//! The functions that the expressions call (`at`) are declared by the table.

use super::values::{Row, Value, quote, value};

/// Elements of layouts, and what looks like them.
const LAYOUT: &[&str] = &[
    "2006",
    "06",
    "01",
    "1",
    "Jan",
    "January",
    "02",
    "2",
    "_2",
    "002",
    "__2",
    "15",
    "03",
    "3",
    "04",
    "4",
    "05",
    "5",
    "PM",
    "pm",
    ".000",
    ".999",
    ",000",
    ",999999",
    ".000000000",
    ".9",
    ".0",
    "05.000",
    "05.999999999",
    "05,0",
    "MST",
    "Z0700",
    "Z07:00",
    "Z07",
    "Z070000",
    "Z07:00:00",
    "-0700",
    "-07:00",
    "-07",
    "-070000",
    "-07:00:00",
    "Mon",
    "Monday",
    "_2006",
    "Janet",
    "Monk",
    "20060102",
    "150405",
    "2006-01-02T15:04:05Z07:00",
    "Jan _2 15:04:05",
    "3:04PM",
    "é",
    "x",
    "\"",
    "GMT",
    ".00x",
    "00",
    "006",
];

const BETWEEN: &[&str] = &[" ", " ", "-", ":", "/", "", "T", ", ", ".", "  ", "day "];

const UNITS: &[&str] =
    &["ns", "us", "µs", "μs", "ms", "s", "s", "m", "m", "h", "h", "", "d", "S", "é", ".", "-"];

const AMOUNTS: &[&str] = &[
    "0",
    "1",
    "5",
    "1.5",
    ".5",
    "5.",
    ".",
    "",
    "007",
    "59",
    "60",
    "9223372036854775807",
    "9223372036854775808",
    "9223372036.854775807",
    "9223372036.854775808",
    "2562047",
    "2562048",
    "0.000000000000000000001",
    "1.9999999999999999999",
    "0.3333333333333333333",
    "1e3",
    "1_0",
    "-1",
    "153722867",
    "106751.99",
];

/// Atoms of regular expressions; `(` … are made elsewhere.
const ATOMS: &[&str] = &[
    "a",
    "a",
    "b",
    "b",
    "c",
    "ab",
    "x",
    "é",
    "世",
    ".",
    ".",
    "^",
    "$",
    r"\b",
    r"\B",
    r"\A",
    r"\z",
    r"\d",
    r"\w",
    r"\s",
    r"\D",
    r"\W",
    r"\S",
    "[abc]",
    "[^ab]",
    "[a-c]",
    r"[a-z\d]",
    "[[:alpha:]]",
    "[^[:space:]]",
    r"[\pL-]",
    r"\pL",
    r"\P{Greek}",
    r"\p{Lu}",
    r"\x41",
    r"\x{4e16}",
    r"\Qa.\E",
    r"\n",
    r"\.",
    "[é-世]",
    "[]a]",
    "[a-]",
    "[^]x]",
    r"[\x00-\x7f]",
    "k",
    "K",
    "ſ",
    "[k-s]",
    r"\pN",
    "[^\\n]",
    " ",
    "[[:^digit:]x]",
    "",
    r"\101",
    r"[\b]",
];

const REPEATS: &[&str] =
    &["*", "+", "?", "*?", "+?", "??", "{2}", "{0}", "{1,2}", "{0,2}?", "{2,}", "{0,1}", "{,2}", "**"];

const FLAGS: &[&str] = &["i", "s", "m", "U", "is", "-i", "i-s", "mU", "x", ""];

const TEMPLATES: &[&str] = &[
    "",
    "x",
    "$1",
    "${1}",
    "<$0>",
    "$n0",
    "${n0}x",
    "$n0x",
    "$$",
    "$",
    "${",
    "${1",
    "$1x",
    "${1}x",
    "$2$1",
    "$-",
    "$é",
    "a$1b$2c",
    "\\1",
    "$12",
    "${n1}",
    "$_",
    "$10000000000",
    "${}",
    "$001",
    "$$1",
];

impl Row<'_> {
    pub fn library_value(&mut self, name: &str) -> Option<Value> {
        Some(match name {
            "time" => value("time.Time", self.time()),
            "layout" => value("string", self.layout()),
            "durtext" => value("string", self.duration_text()),
            // A duration that times often are away from each other.
            "step" => {
                let unit =
                    *self.rng.pick(&[1, 1000, 1_000_000, 1_000_000_000, 60_000_000_000, 3_600_000_000_000]);
                value("time.Duration", (unit * self.rng.range(-100, 100)).to_string())
            }
            "sec" => value("int64", self.seconds().to_string()),
            "nsec" => value("int64", self.nanos().to_string()),
            "month" => value("time.Month", self.rng.range(-14, 30).to_string()),
            "date" => value("int", self.date_part().to_string()),
            "zone" => value("*time.Location", format!("zone({})", self.rng.below(14))),
            "regex" => value("string", self.regex(false)),
            "badregex" => value("string", self.regex(true)),
            "template" => value("string", quote(self.rng.pick(TEMPLATES).as_bytes())),
            "subject" => value("string", self.subject()),
            "bsubject" => value("[]byte", format!("[]byte({})", self.subject())),
            _ => return None,
        })
    }

    fn seconds(&mut self) -> i64 {
        const YEAR: i64 = 31_556_952;
        match self.rng.below(12) {
            0 => *self.rng.pick(&[
                0,
                -1,
                1,
                951_782_400,
                951_868_799,
                1_709_164_800,
                -62_135_596_800,
                -62_135_596_801,
                253_402_300_799,
                253_402_300_800,
                -62_167_219_200,
                -62_167_219_201,
                1 << 31,
                1 << 33,
            ]),
            1 => self.rng.range(-1_000_000, 1_000_000),
            2 => self.rng.range(-12_000, 12_000) * YEAR + self.rng.range(-99_999, 99_999),
            3 => self.rng.range(0, 30) * 86_400 * 365 + self.rng.range(-2, 2),
            4 => self.signed(40),
            5 => self.signed(64),
            6 => self.rng.range(-2000, 8000) * YEAR,
            _ => self.rng.range(0, 4_000_000_000),
        }
    }

    fn nanos(&mut self) -> i64 {
        match self.rng.below(6) {
            0 => 0,
            1 => {
                *self.rng.pick(&[1, 999_999_999, 500_000_000, 100, 1000, 120_000_000, 999_000_000, 1_000_001])
            }
            2 => self.rng.range(0, 999) * 1_000_000,
            3 => self.rng.range(0, 999_999) * 1000,
            4 if self.rng.chance(20) => self.signed(64),
            _ => self.rng.range(0, 999_999_999),
        }
    }

    fn time(&mut self) -> String {
        if self.rng.chance(4) {
            return "time.Time{}".to_string();
        }
        let nanos = self.nanos().rem_euclid(1_000_000_000);
        format!("at({}, {nanos}, {})", self.seconds(), self.rng.below(14))
    }

    fn date_part(&mut self) -> i64 {
        match self.rng.below(8) {
            0 => self.signed(32),
            1 => self.rng.range(-100_000, 100_000),
            2 => self.rng.range(-400, 400),
            _ => self.rng.range(-1, 62),
        }
    }

    fn layout(&mut self) -> String {
        let mut out = String::new();
        for _ in 0..self.rng.below(7) + 1 {
            out.push_str(self.rng.pick::<&str>(LAYOUT));
            out.push_str(self.rng.pick::<&str>(BETWEEN));
        }
        quote(out.as_bytes())
    }

    fn duration_text(&mut self) -> String {
        let mut out = String::from(*self.rng.pick(&["", "", "", "-", "+", "--", " "]));
        for _ in 0..*self.rng.pick(&[1, 1, 1, 2, 3]) {
            match self.rng.chance(50) {
                true => out.push_str(&self.rng.below(1000).to_string()),
                false => out.push_str(self.rng.pick::<&str>(AMOUNTS)),
            }
            out.push_str(self.rng.pick::<&str>(UNITS));
        }
        quote(out.as_bytes())
    }

    fn regex(&mut self, broken: bool) -> String {
        let mut names = 0;
        let mut text = self.alternatives(3, &mut names);
        if broken {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let at = *self.rng.pick(&places);
            let extra = [
                "(",
                ")",
                "[",
                "]",
                "{",
                "}",
                "*",
                "\\",
                "|",
                "?",
                "(?",
                "(?P<",
                "(?P<n0>a)",
                "{1001}",
                "{2,1}",
                "[z-a]",
                "\\8",
                "\\pX",
                "[[:x:]]",
                "(?i",
                "\\x{110000}",
                "\\Q",
                "(?#",
                "{1000}{1000}",
                "(?<1>a)",
                "\\C",
                "\\u0041",
                "--",
                "\\E",
                "(?=a)",
                "\\x{",
                "[a-\\d]",
                "(?P=n0)",
                "\u{fffd}",
            ];
            text.insert_str(at, self.rng.pick::<&str>(&extra));
        }
        quote(text.as_bytes())
    }

    fn alternatives(&mut self, depth: usize, names: &mut usize) -> String {
        let n = *self.rng.pick(&[1, 1, 1, 2, 3]);
        let parts: Vec<String> = (0..n).map(|_| self.sequence(depth, names)).collect();
        parts.join("|")
    }

    fn sequence(&mut self, depth: usize, names: &mut usize) -> String {
        let mut out = String::new();
        for _ in 0..self.rng.below(4) {
            let group = depth > 0 && self.rng.chance(35);
            if group {
                match self.rng.below(5) {
                    0 => out.push_str("(?:"),
                    1 => {
                        let form = if self.rng.chance(50) { "(?P<" } else { "(?<" };
                        out.push_str(&format!("{form}n{names}>"));
                        *names += 1;
                    }
                    2 => out.push_str(&format!("(?{}:", self.rng.pick(FLAGS))),
                    _ => out.push('('),
                }
                out.push_str(&self.alternatives(depth - 1, names));
                out.push(')');
            } else if self.rng.chance(4) {
                out.push_str(&format!("(?{})", self.rng.pick(FLAGS)));
            } else {
                out.push_str(self.rng.pick::<&str>(ATOMS));
            }
            if self.rng.chance(30) {
                out.push_str(self.rng.pick::<&str>(REPEATS));
            }
        }
        out
    }

    /// A text in which expressions find something.
    fn subject(&mut self) -> String {
        let mut out = Vec::new();
        for _ in 0..self.rng.below(14) {
            let pieces: [&[u8]; 24] = [
                b"a",
                b"a",
                b"a",
                b"b",
                b"b",
                b"c",
                b"ab",
                b"x",
                b" ",
                b"\n",
                "é".as_bytes(),
                "世".as_bytes(),
                b"A",
                b"K",
                "\u{212a}".as_bytes(),
                "ſ".as_bytes(),
                b"\xff",
                b"1",
                b"_",
                b".",
                b"\0",
                b"go",
                b"-",
                b"\xe4\xb8",
            ];
            out.extend_from_slice(self.rng.pick::<&[u8]>(&pieces));
        }
        quote(&out)
    }
}
