//! Formats for printing and scanning, and random values of any type to print. This module knows nothing of
//! what prints them.

use super::samples::{FLOATS, NUMBERS, QUOTED, SPECIAL};
use super::values::{Row, quote};

impl Row<'_> {
    /// A directive, nearly always well formed.
    pub(super) fn directive(&mut self) -> String {
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
    pub(super) fn format(&mut self) -> String {
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

    /// Text that scanning is tried on.
    pub(super) fn input(&mut self) -> Vec<u8> {
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

    pub(super) fn scan_format(&mut self) -> String {
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
    pub(super) fn any(&mut self, depth: usize) -> String {
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

    pub(super) fn composite(&mut self, depth: usize) -> String {
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
