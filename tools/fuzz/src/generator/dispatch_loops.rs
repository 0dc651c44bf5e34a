//! Loops that call methods of interface values: of one type to five, with receivers of all kinds, by value
//! and by pointer; methods that compute, write to their receiver, loop, or panic; among the values some that
//! are nil.

use super::Generator;
use super::memory_loops::Number;

/// A type with the methods: its declaration, its receiver, what is in that of the first type, and how a value
/// is made.
type Receiver = (&'static str, &'static str, &'static str, &'static [&'static str]);

const RECEIVERS: [Receiver; 8] = [
    ("struct { v #T; w #U }", "s @", "s.v", &["@{#1, 3}", "&@{#1, 4}"]),
    ("struct { v #T; w #U }", "s *@", "s.v", &["&@{v: #1}", "&@{#1, 5}"]),
    ("struct { v #T; w #U }", "s *@", "s.v", &["&@{v: #1}", "(*@)(nil)"]),
    ("struct { n [3]int; v #T }", "s *@", "s.v", &["&@{v: #1}"]),
    ("#T", "s @", "#T(s)", &["@(#1)"]),
    ("[3]#T", "s @", "s[1]", &["@{1, #1, 2}"]),
    ("[]#T", "s @", "s[0]", &["@{#1}", "@{#1, 2}", "@{}"]),
    ("struct{}", "s @", "#T(2)", &["@{}"]),
];

/// What a method does with its argument `x` and what is in the receiver.
const BODIES: [&str; 10] = [
    "return x + #V",
    "return #V * x - x",
    "if x > #V { return x - #V }; return #V + 1",
    "$n++; return x + #V",
    "$n += int(#V); return x",
    "for i := 0; i < 3; i++ { x = x*3 + #V }; return x",
    "return $table[($n+1)%9] + x",
    "if $n > 30 { panic(\"often\") }; $n++; return x",
    "t := x; x = #V; return x*x + t*t - x*t + t - x*7 + (x-t)*(t-5) - (t+x)*(x+3) + t*9",
    "#A += x; return #V",
];

impl Generator {
    pub(super) fn dispatch_loop(&mut self) {
        let turns = self.rng.range(2, 12);
        let cost = 60 + turns as u64 * 16;
        if !self.affordable(cost) || !self.allows("defer") || !self.allows("type_interface") {
            return self.pattern();
        }
        self.uses("dispatch_loop");
        self.spend(cost);
        self.panics_left = 0;
        let numbers = self.two_numbers();
        let prefix = format!("{}_{}", self.fresh("d"), self.suffix);
        let filled = |text: &str| {
            text.replace("#T", &numbers[0].name).replace("#U", &numbers[1].name).replace('$', &prefix)
        };
        let (declared, values) = self.dispatch_types(&numbers);
        let declared = filled(&(declared + &self.dispatch_function()));
        self.package_lines.extend(declared.lines().map(str::to_string));
        let count = self.rng.range(1, 6);
        let mut items: Vec<String> = (0..count).map(|_| self.rng.pick(&values).clone()).collect();
        if self.rng.chance(8) {
            items.push("nil".to_string());
        }
        let (hash, n) = (self.body.hash.clone(), self.rng.range(0, 9));
        let call = format!(
            "func() {{\n\
             defer func() {{ {hash} = mixAny({hash}, recover()) }}()\n\
             list := []$I{{{}}}\n\
             r, y := $f(list, list[{}], {n}, {turns})\n\
             {hash} = {}\n\
             r, y = $f(list[{}:], list[0], 7, 3)\n\
             {hash} = {}\n}}()\n\
             {hash} = mix({hash}, uint64($n))",
            items.join(", "),
            self.rng.below(items.len()),
            numbers[1].fold(&numbers[0].fold(&hash, "r"), "y"),
            self.rng.below(items.len()),
            numbers[1].fold(&numbers[0].fold(&hash, "r"), "y"),
        );
        filled(&call).lines().for_each(|line| self.line(line));
    }

    /// The interface, the types that have it, and texts of their values.
    fn dispatch_types(&mut self, numbers: &[Number; 2]) -> (String, Vec<String>) {
        let two = self.rng.chance(35);
        let second = if two { "; $at(j int) #U" } else { "" };
        let mut text =
            format!("type $I interface {{ $do(x #T) #T{second} }}\nvar $n int\nvar $table [8]#T\n");
        let mut values = Vec::new();
        for n in 0..*self.rng.pick(&[1, 2, 2, 2, 3, 3, 4, 5]) {
            let (under, receiver, inside, made) = *self.rng.pick(&RECEIVERS);
            let body = *self.rng.pick(&BODIES);
            // What has no address is not written to.
            let writes = body.contains("#A") && inside.contains('(');
            let converts = body.contains("int(#V)") && numbers[0].is_float;
            let body = if writes || converts { BODIES[n % 4] } else { body };
            let body = body.replace("#A", inside).replace("#V", inside).replace("; ", "\n");
            text += &format!("type $C{n} {under}\nfunc ({receiver}) $do(x #T) #T {{\n{body}\n}}\n");
            if two {
                let (answer, divisor) = (self.rng.range(1, 9), *self.rng.pick(&["j", "1", "(j+1)"]));
                text += &format!("func ({receiver}) $at(j int) #U {{ return #U({answer}0 / {divisor}) }}\n");
            }
            text = text.replace('@', &format!("$C{n}"));
            let constant = self.rng.range(1, 90).to_string();
            values.extend(made.iter().map(|v| v.replace('@', &format!("$C{n}")).replace("#1", &constant)));
        }
        (text, values)
    }

    fn dispatch_function(&mut self) -> String {
        let mut text = "func $f(list []$I, one $I, r #T, n int) (x #T, y #U) {\nx = r\n".to_string();
        text += *self.rng.pick(&[
            "for j, s := range list {\n_ = j\n",
            "for j := 0; j < n; j++ {\ns := list[j%len(list)]\n",
            "for j := range n {\ns := list[(j+1)%len(list)]\nif j&3 == 2 { s = one }\n",
            "for j := 0; j < n; j++ {\ns := one\n",
            "for j, k := 0, 0; j < n; j, k = j+1, k^1 {\ns := list[k]\n",
        ]);
        for _ in 0..1 + self.rng.below(3) {
            text += *self.rng.pick(&[
                "x = s.$do(x)\n",
                "x = s.$do(x)\n",
                "x += s.$do(3)\n",
                "if j == 5 { continue }\nx -= s.$do(r)\n",
                "{\ndo := s.$do\nx = do(x)\n}\n",
                "if x > 100 { break }\n",
                "y += #U(j)\n",
                "if t, ok := s.(interface{ $at(int) #U }); ok { y += t.$at(j) }\n",
            ]);
        }
        text + "x = s.$do(x)\n}\nreturn\n}\n"
    }
}
