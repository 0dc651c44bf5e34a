//! Loops with a loop-carried remainder, `seed = (seed*a + c) % m`, as generators of pseudo-random numbers
//! have, and branches on it: one or two of them in a loop, in a local, a field or a global, of every type of
//! integers, with moduli of all kinds.

use super::Generator;
use super::types::{INT_TYPES, Ty};

/// What is done with the remainder in a loop; `#D` is a divisor that its type holds.
const USES: [&str; 12] = [
    "sum = sum*31 ^ uint64(seed)",
    "if seed > #D { hits++ }",
    "table[seed&7] += hits",
    "for at < 7 && table[at] < int(seed&63) { at++ }\nat &= 3",
    "f += float64(seed) / #M.0",
    "if seed == #D { continue }",
    "if seed > #D && hits > 5 { break }",
    "if seed&15 == 3 { return }",
    "sum += uint64(i / int(seed&7))",
    "if seed < #D { other = seed }",
    "for z := 0; z < int(seed&3); z++ { sum += uint64(seed) + uint64(z) }",
    "other ^= seed",
];

/// Where the remainder is: its name, and what is declared or done before the loop.
const HOMES: [(&str, &str); 5] = [
    ("seed", ""),
    ("seed", ""),
    ("$s", "$s = seed\n"),
    ("box.seed", "box := &struct{ seed, other #T }{seed: seed}\n"),
    ("next", "next := func() #T { seed = #STEP; return seed }\n"),
];

impl Generator {
    pub(super) fn recurrence(&mut self) {
        let (turns, rounds) = (self.rng.range(2, 20), if self.rng.chance(25) { 2 } else { 1 });
        let cost = 40 + (turns * rounds * 12) as u64;
        if !self.affordable(cost) || !self.allows("defer") {
            return self.pattern();
        }
        self.uses("recurrence");
        self.spend(cost);
        self.panics_left = 0;
        // Mostly of the words that multiply fast.
        let ty = if self.rng.chance(80) {
            Ty::Int(*self.rng.pick(&[0, 0, 3, 4, 5, 8, 9]))
        } else {
            Ty::Int(self.rng.below(INT_TYPES))
        };
        let name = self.types.name(&ty);
        let prefix = format!("{}_{}", self.fresh("c"), self.suffix);
        let body = self.recurrence_body(&ty, turns, rounds).replace("#T", &name).replace('$', &prefix);
        self.package_lines.extend(body.lines().map(str::to_string));
        let (hash, start) = (self.body.hash.clone(), self.variable_expr(&ty, 1).text);
        let call = format!(
            "func() {{\n\
             defer func() {{ {hash} = mixAny({hash}, recover()) }}()\n\
             sum, hits, other, f := {prefix}f({start}, {turns})\n\
             {hash} = mixF(mix(mix(mix({hash}, sum), uint64(hits)), uint64(other)), f)\n}}()"
        );
        call.lines().for_each(|line| self.line(line));
    }

    fn recurrence_body(&mut self, ty: &Ty, turns: i64, rounds: i64) -> String {
        let (home, before) = *self.rng.pick(&HOMES);
        let (step, modulus) = self.remainder(ty, if home == "next" { "seed" } else { home });
        let mut text =
            "var $s #T\nfunc $f(seed #T, n int) (sum uint64, hits int, other #T, f float64) {\n".to_string();
        text += "table, at := [8]int{1, 5, 9, 20, 22, 40, 41, 60}, 0\n_, _ = table, at\n";
        text += &before.replace("#STEP", &step);
        if rounds > 1 {
            text += &format!("for round := 0; round < {rounds}; round++ {{\nsum += uint64(round)\n");
        }
        text += *self.rng.pick(&[
            "for i := 0; i < n; i++ {\n",
            "for i := range n {\n_ = i\n",
            "for i := n; i > 0; i-- {\n",
        ]);
        if self.rng.chance(15) {
            text += "if i&3 == 1 { hits++; continue }\n";
        }
        if self.rng.chance(15) {
            let (second, _) = self.remainder(ty, "other");
            text += &format!("other = {second}\n");
        }
        if self.rng.chance(15) {
            let factor = self.rng.range(2, 100);
            text += &format!("sum ^= uint64({} * {factor})\n", if home == "next" { "seed" } else { home });
        }
        if home == "next" {
            text += "seed := next()\n";
        } else {
            let (second, _) = self.remainder(ty, home);
            text += &match self.rng.below(10) {
                0 => format!("if i&1 == 0 {{ {home} = {step} }} else {{ {home} = {second} }}\n"),
                1 => format!("if i != {} {{ {home} = {step} }}\n", turns / 2),
                _ => format!("{home} = {step}\n"),
            };
            if home != "seed" {
                text += &format!("seed := {home}\n");
            }
        }
        for _ in 0..1 + self.rng.below(3) {
            let divisor = modulus / self.rng.range(2, 5) as i128;
            let line = *self.rng.pick(&USES);
            text += &line.replace("#D", &divisor.to_string()).replace("#M", &modulus.to_string());
            text.push('\n');
        }
        text += "sum += uint64(seed)\n}\n";
        if rounds > 1 {
            text += "}\n";
        }
        text + &format!("other += {}\nreturn\n}}\n", if home == "next" { "seed" } else { home })
    }

    /// What comes after a number, and the modulus.
    fn remainder(&mut self, ty: &Ty, of: &str) -> (String, i128) {
        let (min, max) = self.types.int_kind(ty).map_or((0, 0), |k| (k.min(), k.max()));
        let modulus = match self.rng.below(10) {
            0 => max - self.rng.below(100) as i128,
            1 => *self.rng.pick(&[2, 8, 64, 1]),
            2 if min < 0 => -(self.rng.range(3, 100) as i128),
            3 => *self.rng.pick(&[2_147_483_647, 4_294_967_291, 1_000_003, 139_968, 10]),
            _ => self.rng.range(3, 200_000) as i128,
        };
        let modulus = modulus.min(max);
        let factor = if self.rng.chance(85) {
            self.rng.range(2, 4000) as i128
        } else {
            max - self.rng.below(9) as i128
        };
        let (factor, added) = (factor.min(max), self.rng.range(0, 30_000).min(max as i64 & 0x7fff));
        let step = match self.rng.below(6) {
            0 => format!("{of} * {factor} % {modulus}"),
            1 => format!("({added} + {of}*{factor}) % {modulus}"),
            2 if self.rng.chance(30) => format!("({of}*{factor} + {of}) % {modulus}"),
            _ => format!("({of}*{factor} + {added}) % {modulus}"),
        };
        (step, modulus)
    }
}
