//! Loops that read and write the same places in every iteration: fields, globals, elements, what pointers
//! point to, some of them perhaps the same place; with checks that fail in some iteration, early ways out,
//! inner loops. What writes them is called several times with what does or does not share memory, each time
//! caught, and everything that it may have written is folded afterwards.
//!
//! A line holds at most one place that may panic, so that it is clear which does.

use super::Generator;
use super::types::Ty;

/// A type of numbers, as it is written.
pub(super) struct Number {
    pub(super) name: String,
    pub(super) is_float: bool,
}

impl Number {
    /// What assigns with an operation.
    pub(super) fn operators(&self) -> &'static [&'static str] {
        if self.is_float { &["+", "-", "*"] } else { &["+", "-", "*", "^", "|", "&", "&^"] }
    }

    /// Folds a value of the type into a checksum.
    pub(super) fn fold(&self, hash: &str, value: &str) -> String {
        if self.is_float {
            format!("mixF({hash}, float64({value}))")
        } else {
            format!("mix({hash}, uint64({value}))")
        }
    }
}

/// Places that are the same in every iteration: of the one type, and of the other. `$` stands for the loop's
/// own name.
const FIXED: [&[&str]; 2] = [
    &[
        "p.a",
        "p.a",
        "p.b",
        "q.a",
        "q.b",
        "p.arr[1]",
        "p.arr[k&3]",
        "q.in.c",
        "*t",
        "*t",
        "xs[k]",
        "xs[k]",
        "ys[k]",
        "xs[k+1]",
        "p.xs[k]",
        "p.next.a",
    ],
    &["p.u", "p.u", "q.u", "p.in.d", "us[k]", "us[k&3]", "q.next.u"],
];

/// Of these, places where no check can fail.
const SAFE: [&[&str]; 2] = [
    &[
        "$g",
        "$gs.a",
        "$gs.b",
        "$gs.arr[2]",
        "$gs.in.c",
        "$ga[2]",
        "$ga[k&3]",
        "$gs.arr[k&3]",
        "o.a",
        "o.arr[k&3]",
        "zs[k&7]",
    ],
    &["$gu", "$gs.u", "$gs.in.d", "o.u", "o.in.d"],
];

/// Places that differ between iterations.
const MOVING: [&[&str]; 2] = [
    &["xs[j]", "xs[j]", "ys[j]", "ys[j+1]", "xs[len(xs)-1-j]", "p.xs[j]", "p.arr[j&3]"],
    &["us[j]", "us[j]", "us[j+k]"],
];

/// Of these, places where no check can fail.
const SAFE_MOVING: [&[&str]; 2] = [&["$ga[j&3]", "zs[j&7]", "$gs.arr[j&3]"], &["$gus[j&3]"]];

const HEADERS: [&str; 7] = [
    "for j := 0; j < n; j++ {",
    "for j := k; j < n; j++ {",
    "for j := range n {",
    "for j := range ys {",
    "for j := n - 1; j >= 0; j-- {",
    "for j := 0; j < 5; j++ {",
    "for j := 0; ; j++ {\nif j > n { break }",
];

/// What one function of loops is made of.
struct Loops {
    /// The type of `x` and `r`, and that of `y`.
    numbers: [Number; 2],
    /// What its lines draw from: the type's index and the place.
    places: Vec<(usize, &'static str)>,
    /// The place that is read in every iteration; the others are of the other type then.
    read: Option<(usize, &'static str)>,
}

impl Generator {
    pub(super) fn memory_loop(&mut self) {
        let rounds = if self.rng.chance(35) { self.rng.range(2, 3) } else { 1 };
        let calls = self.rng.range(1, 3);
        let cost = 60 + (calls * rounds * 40) as u64;
        if !self.affordable(cost) || !self.allows("defer") {
            return self.pattern();
        }
        self.uses("memory_loop");
        self.spend(cost);
        self.panics_left = 0;
        let read = self.rng.chance(45).then(|| self.place_to_read());
        let loops = Loops { numbers: self.two_numbers(), places: self.some_places(read), read };
        let prefix = format!("{}_{}", self.fresh("m"), self.suffix);
        let types = loops.numbers.each_ref().map(|n| n.name.clone());
        let body = self.memory_body(&loops, rounds);
        let declared = MEMORY_TYPES.to_string() + &body;
        let declared = declared.replace("#T", &types[0]).replace("#U", &types[1]).replace('$', &prefix);
        self.package_lines.extend(declared.lines().map(str::to_string));
        self.memory_calls(&loops, &prefix, calls);
    }

    /// Two types of numbers, seldom the same.
    pub(super) fn two_numbers(&mut self) -> [Number; 2] {
        let first = self.number();
        [first, self.number()]
    }

    pub(super) fn number(&mut self) -> Number {
        let ty = match self.rng.below(10) {
            0 | 1 => Ty::F64,
            2 => Ty::F32,
            _ => self.concrete_int_type(),
        };
        Number { name: self.types.name(&ty), is_float: self.types.is_float(&ty) }
    }

    fn place_to_read(&mut self) -> (usize, &'static str) {
        let n = self.rng.below(2);
        (n, *self.rng.pick(FIXED[n]))
    }

    /// A few places, so that the same ones are met again.
    fn some_places(&mut self, read: Option<(usize, &'static str)>) -> Vec<(usize, &'static str)> {
        let other = read.map(|(n, _)| 1 - n);
        let mut places = Vec::new();
        let safe = self.rng.chance(35);
        for _ in 0..1 + self.rng.below(3) {
            let n = other.unwrap_or(usize::from(self.rng.chance(35)));
            let from = if safe || self.rng.chance(20) { SAFE } else { FIXED };
            places.push((n, *self.rng.pick(from[n])));
        }
        for _ in 0..self.rng.below(3) {
            let n = other.unwrap_or(usize::from(self.rng.chance(40)));
            let from = if safe { SAFE_MOVING } else { MOVING };
            places.push((n, *self.rng.pick(from[n])));
        }
        places
    }

    /// The function with the loops.
    fn memory_body(&mut self, loops: &Loops, rounds: i64) -> String {
        let mut text =
            "func $f(p, q *$S, t *#T, xs, ys []#T, us []#U, k, n int) (r, x #T, y #U) {\n".to_string();
        text += "var o $S\nzs := make([]#T, 8)\n";
        text += &format!(
            "r, x, y = {}, {}, {}\n",
            self.rng.range(0, 9),
            self.rng.range(0, 9),
            self.rng.range(0, 9)
        );
        // What is checked before the loop need not be checked in it.
        for check in
            ["x = p.b\n", "if q == nil { return }\n", "y = p.u\n", "if k < 0 || k >= len(xs) { return }\n"]
        {
            if self.rng.chance(15) {
                text += check;
            }
        }
        if rounds > 1 {
            let next =
                *self.rng.pick(&["k = i", "k += i", "k ^= 1", "n--", "p, q = q, p", "xs, ys = ys, xs"]);
            text += &format!("for i := 0; i < {rounds}; i++ {{\n{next}\n");
        }
        text += *self.rng.pick(&HEADERS);
        text += "\n_ = j\n";
        if let Some((n, place)) = loops.read {
            let operator = *self.rng.pick(loops.numbers[n].operators());
            text += &format!("{} {operator}= {place}\n", ["x", "y"][n]);
        }
        for _ in 0..2 + self.rng.below(4) {
            text += &self.memory_line(loops, 1);
        }
        text += "}\n";
        if self.rng.chance(30) {
            text += &self.memory_line(loops, 0);
        }
        if rounds > 1 {
            text += "}\n";
        }
        text += "$g += zs[k&7] + o.a + o.arr[2]\n$gu += o.u + o.in.d\n";
        text + "return\n}\n"
    }

    /// One statement of a loop's body, or a few.
    fn memory_line(&mut self, loops: &Loops, depth: u32) -> String {
        let behind = [(0, "p.a"), (1, "us[k]")];
        let (n, place) = *self.rng.pick(if depth == 0 { &behind } else { &loops.places });
        let (number, value) = (&loops.numbers[n], ["x", "y"][n]);
        let operator = *self.rng.pick(number.operators());
        let (ty, constant) = (["#T", "#U"][n], self.rng.range(1, 100));
        match self.rng.below(20) {
            0..4 => format!("{value} = {place}\n"),
            4 => format!("{value} {operator}= {place}\n"),
            5..8 => format!("{place} {operator}= {value}\n"),
            8 => format!("{place} = {place} * {constant} + {ty}({})\n", if depth == 0 { "n" } else { "j" }),
            9 => format!("if {value} > {place} {{ {place} = {value} }}\n"),
            10 => format!("{place} = {value} {operator} {ty}(n)\n"),
            11 => format!("{place}{}\n", self.rng.pick(&["++", "--"])),
            12 | 13 => format!("r {}= x\n", self.rng.pick(loops.numbers[0].operators())),
            14 => format!("{value} = {value} * 3 + {ty}(k)\n"),
            15 if depth > 0 => {
                format!("if {value} > {constant} {{ {} }}\n", self.rng.pick(&["break", "continue", "return"]))
            }
            16 if depth > 0 => format!(
                "if j == {} {{ {} }}\n",
                constant & 7,
                self.rng.pick(&["break", "continue", "return"])
            ),
            17 if !number.is_float => format!("{value} = {constant} / {value}\n"),
            18 if depth == 1 => {
                let (first, second) = (self.memory_line(loops, 2), self.memory_line(loops, 2));
                format!(
                    "if {} {{\n{first}}} else {{\n{second}}}\n",
                    self.rng.pick(&["j&1 == 0", "x > r", "j > k"])
                )
            }
            19 if depth == 1 => {
                let inner = self.memory_line(loops, 2);
                format!("for z := 0; z < {}; z++ {{\n{inner}}}\n", 1 + constant % 4)
            }
            _ => format!("{value} = {place}\nr += x\n"),
        }
    }

    /// Calls of the function, and what is in memory then.
    fn memory_calls(&mut self, loops: &Loops, prefix: &str, calls: i64) {
        let hash = self.body.hash.clone();
        let [one, other] = &loops.numbers;
        let length = self.rng.range(4, 9);
        let constant = self.rng.range(1, 50);
        let mut text = format!(
            "$p, $q := &$S{{a: {constant}, b: 3}}, &$S{{u: 4}}\n\
             $p.next, $q.next = {}, $p\n\
             $xs, $us := make([]#T, {length}), make([]#U, {})\n\
             for i := range $xs {{ $xs[i] = #T(i * {constant}) }}\n\
             for i := range $us {{ $us[i] = #U(i * 5) }}\n\
             $p.xs, $q.xs = $xs, $xs[1:]\n\
             $call := func(p, q *$S, t *#T, xs, ys []#T, us []#U, k, n int) {{\n\
             defer func() {{ {hash} = mixAny({hash}, recover()) }}()\n\
             r, x, y := $f(p, q, t, xs, ys, us, k, n)\n\
             {hash} = {}\n}}\n",
            self.rng.pick(&["$q", "$p", "nil", "&$gs"]),
            self.rng.range(2, 8),
            other.fold(&one.fold(&one.fold(&hash, "r"), "x"), "y"),
        );
        for _ in 0..calls {
            let pointers = ["$p", "$p", "$p", "$q", "$q", "&$gs", "nil"];
            let (p, q) = (*self.rng.pick(&pointers), *self.rng.pick(&pointers));
            let t = *self.rng.pick(&[
                "&$p.a", "&$q.b", "&$xs[1]", "&$xs[0]", "&$g", "&$gs.a", "&$ga[2]", "new(#T)", "nil",
            ]);
            let slices = ["$xs", "$xs", "$xs[1:]", "$xs[:3]", "$p.arr[:]", "make([]#T, 6)"];
            let (xs, ys) = (*self.rng.pick(&slices), *self.rng.pick(&slices));
            let (k, n) = (self.rng.range(-1, 5).abs() - i64::from(self.rng.chance(4)), self.rng.range(0, 9));
            text += &format!("$call({p}, {q}, {t}, {xs}, {ys}, $us, {k}, {n})\n");
        }
        let fields = |from: &str| {
            let all = one.fold(&one.fold(&hash, &format!("{from}.a")), &format!("{from}.b"));
            let all = one.fold(&one.fold(&all, &format!("{from}.arr[1]")), &format!("{from}.in.c"));
            other.fold(&other.fold(&all, &format!("{from}.u")), &format!("{from}.in.d"))
        };
        text += &format!("for _, s := range []*$S{{$p, $q, &$gs}} {{ {hash} = {} }}\n", fields("s"));
        for (slice, number) in [("$xs", one), ("$us", other), ("$ga", one), ("$gus", other)] {
            text += &format!("for _, v := range {slice} {{ {hash} = {} }}\n", number.fold(&hash, "v"));
        }
        text += &format!("{hash} = {}\n", other.fold(&one.fold(&hash, "$g"), "$gu"));
        let text = text.replace("#T", &one.name).replace("#U", &other.name).replace('$', prefix);
        text.lines().for_each(|line| self.line(line));
    }
}

/// What the functions work on.
const MEMORY_TYPES: &str = "\
type $S struct {
	a, b #T
	u #U
	arr [4]#T
	in struct { c #T; d #U }
	xs []#T
	next *$S
}
var $g #T
var $gu #U
var $ga [4]#T
var $gus [4]#U
var $gs $S
";
