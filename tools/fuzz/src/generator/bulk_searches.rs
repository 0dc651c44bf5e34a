//! Loops that pass bytes until there is one that they look for, and loops that almost do: over bytes,
//! strings, flags, in slices, arrays and structs; with the byte early, late or never; that end by a bound, by
//! a second one, or by a check that fails. What was found is used after the loop: its place, the byte, both,
//! in further loops.

use super::Generator;

/// What is searched: the row's type, what it holds, where that is in an element, and how one is made of bytes
/// `b`.
type Row = (&'static str, &'static str, &'static str, &'static str);

const ROWS: [Row; 10] = [
    ("[]byte", "byte", "", "return b"),
    ("[]byte", "byte", "", "return append([]byte(nil), b...)"),
    ("string", "byte", "", "return string(b)"),
    ("string", "byte", "", "return \"x\" + string(b)"),
    ("[]bool", "bool", "", "r := make([]bool, len(b))\nfor i, c := range b { r[i] = c == 'a' }\nreturn r"),
    ("[]int8", "int8", "", "r := make([]int8, len(b))\nfor i, c := range b { r[i] = int8(c) }\nreturn r"),
    ("*[48]byte", "byte", "", "r := new([48]byte)\ncopy(r[:], b)\nreturn r"),
    (
        "[]struct{ c byte }",
        "byte",
        ".c",
        "r := make([]struct{ c byte }, len(b))\nfor i, c := range b { r[i].c = c }\nreturn r",
    ),
    (
        "[]struct{ c, d byte }",
        "byte",
        ".d",
        "r := make([]struct{ c, d byte }, len(b))\nfor i, c := range b { r[i].d = c }\nreturn r",
    ),
    (
        "[]uint16",
        "uint16",
        "",
        "r := make([]uint16, len(b))\nfor i, c := range b { r[i] = uint16(c) }\nreturn r",
    ),
];

/// Conditions that end a loop, and those that let it continue, of `#E` and `#C`.
const TESTS: [(&str, &str); 11] = [
    ("#E == #C", "#E != #C"),
    ("#E == #C", "#E != #C"),
    ("#E == #C", "#E != #C"),
    ("#E != #C", "#E == #C"),
    ("#E != #C", "#E == #C"),
    ("#E != #C", "#E == #C"),
    ("#C == #E", "!(#E == #C)"),
    ("!(#C == #E)", "#C == #E"),
    ("#E > #C", "#E <= #C"),
    ("#E&1 == 1", "#E&1 == 0"),
    ("(#E == #C || #E == 'z')", "#E != #C && #E != 'z'"),
];

const TESTS_OF_FLAGS: [(&str, &str); 4] =
    [("#E", "!#E"), ("!#E", "#E"), ("#E == c", "#E != c"), ("#E != c", "#E == c")];

/// Loops over `#W`, which end if `#S` and continue if `#G`.
const LOOPS: [&str; 20] = [
    "for i := from; i < len(#W); i++ {\nif #S { return i, #E }\n}\nx--\n",
    "for i := 0; i < len(#W); i++ {\nif #S { return x + i, y }\n}\n",
    "for i := range len(#W) {\nif #S {\nx, y = i, #E\nbreak\n}\n}\n",
    "for i := range #W {\nif #S {\nx += i\nbreak\n}\n}\n",
    "i := from\nfor i < len(#W) && #G { i++ }\nx += i\nif i < len(#W)-1 { y = #E }\n",
    "i := from\nfor i < len(#W) && #G { i++ }\nfrom = i + 1\nx = x*31 + i\n",
    "i := from\nfor #G { i++ }\nx += i\ny = #E\n",
    "for !(#S0) { from++ }\nx ^= from\n",
    "i := from\nfor ; i < to; i++ {\nif #S { break }\n}\nx ^= i\n",
    "found := -1\nfor i := from; i < to; i++ {\nif #S {\nfound = i\nbreak\n}\n}\nx = x*7 + found\n",
    "for from < len(#W) {\ni := from\nfor i < len(#W) && #G { i++ }\nx = x*31 + i - from\nfrom = i + 1\n}\n",
    "i := from\nfor i < len(#W) {\nfor i < len(#W) && #S { i++ }\nb := i\nfor i < len(#W) && #G { i++ }\nx += (i - b) * (b + 1)\n}\n",
    "i := from\nfor {\nif i >= to {\nx = -1\nbreak\n}\nif #S {\ny = #E\nbreak\n}\ni++\n}\nx += i\n",
    "i := from\nfor i < len(#W) && i < to && #G { i++ }\nx = x*7 + i\n",
    "for i := uint(from); i < uint(len(#W)); i++ {\nif #S { return int(i), #E }\n}\n",
    "again:\nfor r := 0; r < 3; r++ {\nfor i := from + r; i < len(#W); i++ {\nif #S {\nx += i\ncontinue again\n}\n}\nx -= 7\n}\n",
    "i := len(#W) - 1\nfor i >= 0 && #G { i-- }\nx += i\n",
    "i := from\nfor i < len(#W) && #G { i += 2 }\nx += i\n",
    "for i := from; i < len(#W); i++ {\nif #S { x++ }\n}\n",
    "i, n := from, 0\nfor i < len(#W) && #G { i, n = i+1, n+i }\nx += n\n",
];

impl Generator {
    pub(super) fn bulk_search(&mut self) {
        let (length, calls) = (self.bulk_length(), self.rng.range(1, 4));
        let cost = 60 + (length * calls / 3) as u64;
        if !self.begin_bulk("bulk_search", cost) {
            return self.pattern();
        }
        let row = *self.rng.pick(&ROWS);
        let prefix = format!("{}_{}", self.fresh("s"), self.suffix);
        let filled = |text: &str| {
            text.replace("#X", row.2).replace("#R", row.0).replace("#V", row.1).replace('$', &prefix)
        };
        let body = filled(&self.search_function(row));
        self.package_lines.extend(body.lines().map(str::to_string));
        let bytes =
            *self.rng.pick(&[['a', 'x', ' '], ['x', 'a', '0'], [' ', 'z', 'a'], ['b', '\u{e9}', 'a']]);
        let text = self.search_memory(row, length, &bytes) + &self.search_calls(row, length, calls, &bytes);
        let text = filled(&text).replace("#H", &self.body.hash);
        text.lines().for_each(|line| self.line(line));
    }

    fn search_function(&mut self, row: Row) -> String {
        let mut text = format!(
            "func $row(b []byte) #R {{\n{}\n}}\nfunc $f(s, t #R, from, to, k int, c #V) (x int, y #V) {{\n",
            row.3
        );
        for check in ["if to > len(s) { to = len(s) }\n", "if from < 0 { return }\n", "t = s\n"] {
            if self.rng.chance(15) {
                text += check;
            }
        }
        let outer = self.rng.chance(20);
        if outer {
            let next = *self.rng.pick(&["from += r", "s, t = t, s", "to--", "k++"]);
            text += &format!("for r := range 3 {{\nx += r\n{next}\n");
        }
        for n in 0..self.rng.range(1, 3) {
            let one = self.search_loop(row).replace("again", &format!("again{n}"));
            text += &format!("{{\n{one}}}\n");
        }
        text + if outer { "}\nreturn\n}\n" } else { "return\n}\n" }
    }

    fn search_loop(&mut self, row: Row) -> String {
        let flags = row.1 == "bool";
        let (stop, go) = if flags { *self.rng.pick(&TESTS_OF_FLAGS) } else { *self.rng.pick(&TESTS) };
        let mut text = *self.rng.pick(&LOOPS);
        // The first runes of a string need not be its bytes.
        if text.contains("range #W") && row.0 == "string" {
            text = LOOPS[0];
        }
        let at = *self.rng.pick(&["i", "i", "i", "i", "i", "i+1", "i-1", "int(i)+k"]);
        let wanted = *self.rng.pick(&["c", "c", "c", "'a'", "' '", "0", "c+1", "#V(k)"]);
        let searched = if self.rng.chance(75) { "s" } else { "t" };
        let other = stop.replace("#E", "#W[from]#X");
        let text = text.replace("#S0", &other).replace("#S", stop).replace("#G", go);
        text.replace("#E", &format!("#W[{at}]#X")).replace("#C", wanted).replace("#W", searched)
    }

    /// Bytes that are mostly the first of these, with a few of the second among them.
    fn search_memory(&mut self, row: Row, length: i64, bytes: &[char; 3]) -> String {
        let mut text = format!(
            "$b := make([]byte, {length})\nfor i := range $b {{ $b[i] = {:?} }}\n\
             $call := func(s, t #R, from, to, k int, c #V) {{\n\
             defer func() {{ #H = mixAny(#H, recover()) }}()\n\
             x, y := $f(s, t, from, to, k, c)\n\
             #H = {}(mix(#H, uint64(x)), {})\n}}\n",
            bytes[0],
            if row.1 == "bool" { "mixB" } else { "mix" },
            if row.1 == "bool" { "y" } else { "uint64(y)" },
        );
        for _ in 0..self.rng.below(4) {
            let place = match self.rng.below(4) {
                0 => length - 1,
                1 => self.rng.range(14, 34),
                _ => self.rng.range(0, length),
            };
            let byte = self.rng.pick(&bytes[1..]);
            if (0..length).contains(&place) {
                text += &format!("$b[{place}] = {byte:?}\n");
            }
        }
        text
    }

    fn search_calls(&mut self, row: Row, length: i64, calls: i64, bytes: &[char; 3]) -> String {
        let mut text = String::new();
        for _ in 0..calls {
            let half = length / 2;
            let parts =
                ["$b".to_string(), "$b".to_string(), format!("$b[{}:]", length / 3), format!("$b[:{half}]")];
            let (s, t) = (self.rng.pick(&parts).clone(), self.rng.pick(&parts).clone());
            let from = if self.rng.chance(65) { 0 } else { self.rng.range(-1, 9) };
            let to = if self.rng.chance(6) { 1 << 62 } else { self.bulk_bound(length) };
            let k = self.rng.range(-1, 5).abs();
            let c = match row.1 {
                "bool" => self.rng.pick(&["true", "false"]).to_string(),
                _ => format!("#V(kUint8({:?}))", self.rng.pick(bytes)),
            };
            text += &self.bulk_call(&format!("$call($row({s}), $row({t}), {from}, {to}, {k}, {c})"));
        }
        text
    }
}
