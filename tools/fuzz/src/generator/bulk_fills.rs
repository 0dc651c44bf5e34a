//! Loops that store one value in a row of elements, and loops that almost do: elements of every width, within
//! structs and arrays too; rows that are parameters, fields, globals, local; bounds that are lengths,
//! variables, or beyond the row, where a check fails in the middle. Lengths lie around those from which many
//! iterations are done at once.
//!
//! What a function may have written is folded after all its calls, those that panicked included.

use super::Generator;

/// A type of values: its name, constants of it, what makes one of an int `@`, and how a value `@` is folded.
struct Value {
    name: String,
    constants: Vec<&'static str>,
    made: &'static str,
    fold: &'static str,
}

/// Types of values that are no integers, as [`Value`] has them.
const OTHERS: [(&str, &[&str], &str, &str); 8] = [
    ("bool", &["true", "false"], "@%3 == 0", "mixB(#H, @)"),
    ("bool", &["true", "false"], "@%5 == 0", "mixB(#H, @)"),
    ("float64", &["0", "-1.5", "0.1"], "float64(@) / 3", "mixF(#H, @)"),
    ("float32", &["0", "2", "0.1"], "float32(@) / 7", "mixF(#H, float64(@))"),
    ("*int", &["nil"], "&$n", "mixB(#H, @ == nil)"),
    ("map[int]bool", &["nil"], "map[int]bool{}", "mixB(#H, @ == nil)"),
    ("any", &["nil", "7", "true"], "any(@)", "mixAny(#H, @)"),
    ("string", &["\"\"", "\"ab\""], "\"xyz\"[@%4&1:]", "mixS(#H, @)"),
];

/// What elements are made of values, and where in an element they are.
const ELEMENTS: [(&str, &[&str]); 5] = [
    ("#V", &[""]),
    ("struct{ v #V }", &[".v"]),
    ("struct{ a, b #V }", &[".a", ".b"]),
    ("[1]#V", &["[0]"]),
    ("[2]#V", &["[0]", "[1]"]),
];

/// Beginnings and ends of loops that end by their own bound.
const BOUNDED: [(&str, &str); 12] = [
    ("for i := from; i < to; i++ {\n", "}\n"),
    ("for i := from; i < to; i++ {\n", "}\n"),
    ("for i := range s {\n", "}\n"),
    ("for i := 0; i < len(s); i++ {\n", "}\n"),
    ("for i := from; i < len(s)-k; i++ {\n", "}\n"),
    ("for i := range to {\n", "}\n"),
    ("for i := k; i < 40; i++ {\n", "}\n"),
    ("for i := from; i <= to; i++ {\n", "}\n"),
    ("i := from\nfor i < to {\n", "i++\n}\nx += i\n"),
    ("i := 0\nfor ; i < len(t); i++ {\n", "}\nx ^= i\n"),
    ("i := from\nfor {\nif !(i < to) { break }\n", "i++\n}\nx -= i\n"),
    ("for ; from < to; from++ {\ni := from\n", "}\n"),
];

/// Heads of loops that perhaps end only by a failing check of the place.
const CHECKED: [(&str, &str); 4] = [
    ("for i := from; ; i++ {\n", "}\n"),
    ("for i := from; i != to; i++ {\n", "}\n"),
    ("for i := uint(from); i < uint(to); i++ {\n", "}\n"),
    ("i := from\nfor {\n", "if i == to { break }\ni++\n}\nx += i\n"),
];

/// Heads of loops with other steps.
const ALMOST: [(&str, &str); 5] = [
    ("for i := len(s) - 1; i >= 0; i-- {\n", "}\n"),
    ("for i := from; i < to; i += 2 {\n", "}\n"),
    ("for i := int32(from); i < int32(to); i++ {\n", "}\n"),
    ("for i := uint8(from); i < uint8(to); i++ {\n", "}\n"),
    ("for i, j := from, 0; i < to; i, j = i+1, j+2 {\nx += j\n", "}\n"),
];

const PLACES: [&str; 15] = [
    "s[i]",
    "s[i]",
    "s[i]",
    "s[i]",
    "t[i]",
    "s[i+1]",
    "s[i-1]",
    "s[i+3]",
    "p.s[i]",
    "p.a[i]",
    "p.r[k&1][i]",
    "$g[i]",
    "$ga[i]",
    "a[i]",
    "s[int(i)+k]",
];

/// Places whose index is masked: a loop over them never fails a bounds check.
const ROUND: [&str; 3] = ["a[i&7]", "$ga[i&31]", "p.a[i&15]"];

/// Further statements of a loop.
const BESIDES: [&str; 9] = [
    "if int(i) >= k+20 { break }\n",
    "if int(i) >= k+20 { break }\n",
    "if int(i) > k*9 { return }\n",
    "if int(i) == k+18 { break }\n",
    "_ = t[i]\n",
    "x++\n",
    "v, w = w, v\n",
    "w = s[k&7]#X\n",
    "t[i]#X = v\n",
];

impl Generator {
    pub(super) fn bulk_fill(&mut self) {
        let (length, calls) = (self.bulk_length(), self.rng.range(1, 3));
        let rounds = if self.rng.chance(25) { self.rng.range(2, 4) } else { 1 };
        let cost = 60 + (length * calls * rounds / 4) as u64;
        if !self.begin_bulk("bulk_fill", cost) {
            return self.pattern();
        }
        let value = self.value_to_fill();
        let plain = self.rng.chance(70);
        let (element, within) = if plain { ELEMENTS[0] } else { *self.rng.pick(&ELEMENTS) };
        let prefix = format!("{}_{}", self.fresh("f"), self.suffix);
        let at = *self.rng.pick(within);
        let filled = |text: &str| {
            let text = text.replace("#X", at).replace("#E", element).replace("#V", &value.name);
            text.replace('$', &prefix)
        };
        let round = self.rng.chance(8);
        let body = filled(&self.fill_function(&value, rounds, round));
        self.package_lines.extend(body.lines().map(str::to_string));
        let text = self.fill_memory(&value, length) + &self.fill_calls(&value, length, calls, round);
        let text = filled(&(text + &fold_rows(&value, within)));
        let text = text.replace("#H", &self.body.hash);
        text.lines().for_each(|line| self.line(line));
    }

    /// Whether there is room for such a loop, which costs so many steps; from here on they are spent.
    pub(super) fn begin_bulk(&mut self, name: &'static str, cost: u64) -> bool {
        let fits = self.affordable(cost) && self.allows("defer");
        if fits {
            self.uses(name);
            self.spend(cost);
            self.panics_left = 0;
        }
        fits
    }

    /// How long a row is.
    pub(super) fn bulk_length(&mut self) -> i64 {
        match self.rng.below(10) {
            0 => self.rng.range(0, 14),
            1..7 => self.rng.range(15, 36),
            7 | 8 => self.rng.range(37, 80),
            _ => self.rng.range(81, 200),
        }
    }

    /// A number around one of the lengths: where a loop begins or ends.
    pub(super) fn bulk_bound(&mut self, length: i64) -> i64 {
        match self.rng.below(8) {
            0..3 => length,
            3 => length - 1,
            4 => length + self.rng.range(1, 9),
            5 => length / 2,
            6 => self.rng.range(15, 34),
            _ => self.rng.range(-1, length + 2),
        }
    }

    fn value_to_fill(&mut self) -> Value {
        if self.rng.chance(55) {
            let ty = self.concrete_int_type();
            let name = self.types.name(&ty);
            return Value {
                name,
                constants: vec!["0", "1", "77", "^#V(0)"],
                made: "#V(@ * 37)",
                fold: "mix(#H, uint64(@))",
            };
        }
        let (name, constants, made, fold) = *self.rng.pick(&OTHERS);
        Value { name: name.to_string(), constants: constants.to_vec(), made, fold }
    }

    fn fill_function(&mut self, value: &Value, rounds: i64, round: bool) -> String {
        let mut text = format!(
            "type $S struct {{\nn int8\ns []#E\na [37]#E\nr [2][]#E\n}}\nvar $n int\nvar $g []#E\nvar $ga [33]#E\n\
             func $f(s, t []#E, p *$S, from, to, k int, v #V) (x int, e #V) {{\n\
             var a [39]#E\nvar w #V = {}\n_ = w\n",
            self.rng.pick(&value.constants)
        );
        // Checks before the loop, from which the bounds are known.
        for check in
            ["if to > len(s) { to = len(s) }\n", "if from < 0 { from = 0 }\n", "s = s[:to]\n", "t = s\n"]
        {
            if self.rng.chance(15) {
                text += check;
            }
        }
        if rounds > 1 {
            let next = *self.rng.pick(&[
                "from += r",
                "to--",
                "v, w = w, v",
                "s, t = t, s",
                "if len(s) > 2 { s = s[1:] }",
                "k ^= 1",
            ]);
            text += &format!("for r := 0; r < {rounds}; r++ {{\nx += r\n{next}\n");
        }
        for _ in 0..self.rng.range(1, 2) {
            text += &format!("{{\n{}}}\n", self.fill_loop(value, round));
        }
        if rounds > 1 {
            text += "}\n";
        }
        text + "e = a[k&15]#X\nif len(s) > 3 { e = s[3]#X }\nreturn\n}\n"
    }

    fn fill_loop(&mut self, value: &Value, round: bool) -> String {
        let (begin, end) = match self.rng.below(20) {
            0..13 => *self.rng.pick(&BOUNDED),
            13..17 if !round => *self.rng.pick(&CHECKED),
            _ => *self.rng.pick(&ALMOST),
        };
        let place = if round { *self.rng.pick(&ROUND) } else { *self.rng.pick(&PLACES) };
        let constant = *self.rng.pick(&value.constants);
        let stored = match self.rng.below(10) {
            0..4 => "v".to_string(),
            4..7 => constant.to_string(),
            7 | 8 => "w".to_string(),
            _ => value.made.replace('@', "int(i)"),
        };
        let mut store = format!("{place}#X = {stored}\n");
        if self.rng.chance(5) {
            store = format!("if int(i)&1 == 0 {{\n{store}}}\n");
        }
        let besides = if self.rng.chance(22) { *self.rng.pick(&BESIDES) } else { "" };
        if self.rng.chance(70) {
            format!("{begin}{besides}{store}{end}")
        } else {
            format!("{begin}{store}{besides}{end}")
        }
    }

    /// The rows, each with other values in it.
    fn fill_memory(&mut self, value: &Value, length: i64) -> String {
        let made = value.made.replace('@', "i");
        format!(
            "$b, $c := make([]#E, {length}), make([]#E, {})\n\
             for i := range $b {{ $b[i]#X = {made} }}\n\
             for i := range $c {{ $c[i]#X = {made} }}\n\
             $p := &$S{{s: {}}}\n$p.r[0], $p.r[1] = $c, $b[{}:]\n$g = {}\n\
             $call := func(s, t []#E, p *$S, from, to, k int, v #V) {{\n\
             defer func() {{ #H = mixAny(#H, recover()) }}()\n\
             x, e := $f(s, t, p, from, to, k, v)\n\
             #H = mix({}, uint64(x))\n}}\n",
            self.rng.range(5, 40),
            self.rng.pick(&["$b", "$c", "$c[1:3]"]),
            length / 3,
            self.rng.pick(&["$c", "$b", "$b[:len($b)/2]", "make([]#E, 20)"]),
            value.fold.replace('@', "e"),
        )
    }

    fn fill_calls(&mut self, value: &Value, length: i64, calls: i64, round: bool) -> String {
        let (third, half) = (length / 3, length / 2);
        let slices = [
            "$b".to_string(),
            "$b".to_string(),
            "$c".to_string(),
            "$p.a[:]".to_string(),
            format!("$b[{third}:]"),
            format!("$b[:{half}]"),
            format!("$b[{third}:{half}:{length}]"),
            "nil".to_string(),
        ];
        let mut text = String::new();
        for _ in 0..calls {
            let (s, t) = (self.rng.pick(&slices[..7]).clone(), self.rng.pick(&slices).clone());
            let p = if self.rng.chance(8) { "nil" } else { "$p" };
            let from = if self.rng.chance(60) { 0 } else { self.rng.range(-1, 6) };
            let to = match self.rng.chance(6) && !round {
                true => (1 << 62) + length,
                false => self.bulk_bound(length),
            };
            let v = if self.rng.chance(60) {
                value.made.replace('@', &format!("len($b[{}:])", self.rng.range(0, length.min(9))))
            } else {
                self.rng.pick(&value.constants).to_string()
            };
            let k = self.rng.range(-1, 5).abs();
            text += &self.bulk_call(&format!("$call({s}, {t}, {p}, {from}, {to}, {k}, {v})"));
        }
        text
    }

    /// A call, perhaps in a goroutine that is waited for.
    pub(super) fn bulk_call(&mut self, call: &str) -> String {
        if self.rng.chance(6) && self.allows("channel") {
            return format!(
                "func() {{\ndone := make(chan bool)\ngo func() {{ {call}; done <- true }}()\n<-done\n}}()\n"
            );
        }
        format!("{call}\n")
    }
}

/// Folds all that the function may have written.
fn fold_rows(value: &Value, within: &[&str]) -> String {
    let mut text = String::new();
    for row in ["$b", "$c", "$g", "$ga", "$p.a"] {
        text += &format!("for i := range {row} {{\n");
        for at in within {
            text += &format!("#H = {}\n", value.fold.replace('@', &format!("{row}[i]{at}")));
        }
        text += "}\n";
    }
    text
}
