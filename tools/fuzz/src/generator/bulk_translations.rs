//! Loops that store what a table has for each byte, and loops that almost do: rows that are one and the same,
//! overlap by a few bytes, or lie in the table itself; tables that are globals, local, part of an array or
//! too small; bounds that fail in the middle.

use super::Generator;

/// Loops over a row `#W`, whose entries go to a row `#D`; the table is `#T`.
const LOOPS: [&str; 12] = [
    "for i := from; i < to; i++ {\n#D[i] = #T[#W[i]]\n}\n",
    "for i := from; i < to; i++ {\n#D[i] = #T[#W[i]]\n}\n",
    "for i, c := range s {\n#D[i] = #T[c]\n}\n",
    "for i := 0; i < len(#W); i++ {\n#D[i] = #T[#W[i]]\n}\n",
    "for i := range #D {\n#D[i] = #T[#W[i]]\n}\n",
    "for i := from; i < len(#W)-k; i++ {\n#D[i] = #T[#W[i+k]]\n}\n",
    "for i := k; i < to; i++ {\n#D[i-k] = #T[#W[i]]\n}\n",
    "for i := from; i < to; i++ {\n#D[i+1] = #T[#W[i]]\n}\n",
    "i := from\nfor i < to {\n#D[i] = #T[#W[i]]\ni++\n}\nx += i\n",
    "for i := from; i <= to; i++ {\n#D[i] = #T[#W[i]]\n}\n",
    "for i := from; i < to; i++ {\n#D[i] = #T[#W[i]]\nx = i\n}\n",
    "for i := uint(from); i < uint(to); i++ {\n#D[i] = #T[#W[i]]\n}\n",
];

/// Loops that do something else as well, or not quite this.
const ALMOST: [&str; 7] = [
    "for i := from; i < to; i++ {\n#D[i] = #T[#W[i]+1]\n}\n",
    "for i := from; i < to; i++ {\n#D[i] = #T[#W[i]] ^ 1\n}\n",
    "for i := from; i < to; i++ {\nx += int(#T[#W[i]])\n}\n",
    "for i := to - 1; i >= from; i-- {\n#D[i] = #T[#W[i]]\n}\n",
    "for i := from; i < to; i++ {\nif #W[i] == 'x' { continue }\n#D[i] = #T[#W[i]]\n}\n",
    "for i := from; i < to; i++ {\n#D[i] = #T[#T[#W[i]]]\n}\n",
    "for i := from; i < to; i += 2 {\n#D[i] = #T[#W[i]]\n}\n",
];

const TABLES: [&str; 8] = ["$t", "$t", "$t", "$t", "$t", "l", "$u", "$v[1]"];

impl Generator {
    pub(super) fn bulk_translation(&mut self) {
        let (length, calls) = (self.bulk_length(), self.rng.range(1, 4));
        let cost = 340 + (length * calls / 3) as u64;
        if !self.begin_bulk("bulk_translation", cost) {
            return self.pattern();
        }
        let prefix = format!("{}_{}", self.fresh("x"), self.suffix);
        let body = self.translating_function().replace('$', &prefix);
        self.package_lines.extend(body.lines().map(str::to_string));
        let text = self.translations(length, calls).replace('$', &prefix).replace("#H", &self.body.hash);
        text.lines().for_each(|line| self.line(line));
    }

    fn translating_function(&mut self) -> String {
        let mut text = String::from(
            "var $t [256]byte\nvar $u [300]byte\nvar $v [2][256]byte\n\
             func $f(s, t []byte, w string, from, to, k int) (x int) {\n",
        );
        for check in ["if to > len(s) { to = len(s) }\n", "if from < 0 { from = 0 }\n", "t = s\n"] {
            if self.rng.chance(15) {
                text += check;
            }
        }
        let table = *self.rng.pick(&TABLES);
        if table == "l" {
            text += "l := [256]byte{1: 7, 97: 65, 255: 3}\n";
        }
        let rounds = self.rng.chance(15);
        if rounds {
            text += "for r := range 3 {\nx += r\nfrom += r\n";
        }
        for _ in 0..self.rng.range(1, 2) {
            let one = if self.rng.chance(80) { *self.rng.pick(&LOOPS) } else { *self.rng.pick(&ALMOST) };
            let (from, to) = (*self.rng.pick(&["s", "s", "t", "w"]), *self.rng.pick(&["s", "s", "t", "t"]));
            let one = one.replace("#W", from).replace("#D", to).replace("#T", table);
            text += &format!("{{\n{one}}}\n");
        }
        text + if rounds { "}\nreturn\n}\n" } else { "return\n}\n" }
    }

    fn translations(&mut self, length: i64, calls: i64) -> String {
        let by = [1, 7, 29, 255][self.rng.below(4)];
        let mut text = format!(
            "for i := range $u {{ $u[i] = byte(i * {by} >> 1) }}\n\
             for i := range $t {{ $t[i] = byte(i*{by} + {}) }}\n$v[1] = $t\n\
             $b := make([]byte, {length})\nfor i := range $b {{ $b[i] = byte(i*{} + 90) }}\n$c := make([]byte, {})\n\
             $call := func(s, t []byte, w string, from, to, k int) {{\n\
             defer func() {{ #H = mixAny(#H, recover()) }}()\n\
             #H = mix(#H, uint64($f(s, t, w, from, to, k)))\n}}\n",
            self.rng.range(0, 255),
            self.rng.range(1, 99),
            self.rng.range(5, 60),
        );
        let (third, near) = (length / 3, length.min(self.rng.range(1, 5)));
        let rows = [
            "$b".to_string(),
            "$b".to_string(),
            "$c".to_string(),
            format!("$b[{near}:]"),
            format!("$b[{third}:]"),
            format!("$b[:{third}]"),
            format!("$t[{}:]", self.rng.range(0, 250)),
            "$v[1][30:]".to_string(),
        ];
        for _ in 0..calls {
            let (s, t) = (self.rng.pick(&rows).clone(), self.rng.pick(&rows).clone());
            let from = if self.rng.chance(60) { 0 } else { self.rng.range(-1, 6) };
            let to = if self.rng.chance(5) { 1 << 62 } else { self.bulk_bound(length) };
            let k = self.rng.range(0, 4);
            text += &self.bulk_call(&format!("$call({s}, {t}, string($b), {from}, {to}, {k})"));
        }
        for row in ["$b", "$c", "$t", "$v[1]"] {
            text += &format!("for _, c := range {row} {{ #H = mix(#H, uint64(c)) }}\n");
        }
        text
    }
}
