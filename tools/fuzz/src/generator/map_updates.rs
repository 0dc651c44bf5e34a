//! Keys of maps that are looked up and assigned to: by `m[k] += x`, after `if v, ok := m[k]; ok`, with more
//! or less in between: other keys, other maps that may be the same, calls, deletions, loops. Keys of all
//! kinds, most of them words; maps that grow past where they are rebuilt, and maps that are nil.
//!
//! A loop over a map only adds to sums, or writes what depends on one key only.

use super::Generator;
use super::memory_loops::Number;

/// A key's type, what makes one of `i` and a constant `#C`, a constant key, and how a key `z` becomes a
/// number.
type Key = (&'static str, &'static str, &'static str, &'static str);

const KEYS: [Key; 16] = [
    ("int", "i * #C", "3", "uint64(z)"),
    ("int", "i % #C", "7", "uint64(z)"),
    ("int8", "int8(i * #C)", "3", "uint64(z)"),
    ("uint16", "uint16(i * #C)", "40", "uint64(z)"),
    ("int64", "int64(i%#C) - 9", "-9", "uint64(z)"),
    ("uint32", "^uint32(i * #C)", "5", "uint64(z)"),
    ("uint8", "uint8(i % #C)", "0", "uint64(z)"),
    ("$I", "$I(i - #C)", "2", "uint64(z)"),
    ("bool", "i%#C == 0", "true", "mixB(9, z)"),
    ("*int", "&$cells[i%#C]", "&$cells[1]", "uint64(*z)"),
    ("*int", "&$cells[i&63]", "&$cells[3]", "uint64(*z)"),
    ("chan int", "$chans[i%#C&7]", "$chans[1]", "uint64(cap(z))"),
    ("string", "string(rune('a' + i%#C))", "\"c\"", "mixS(9, z)"),
    ("float64", "float64(i%#C) * -0.5", "0.5", "mixF(9, z)"),
    ("[2]int8", "[2]int8{int8(i), int8(i % #C)}", "[2]int8{1, 1}", "mix(uint64(z[0]), uint64(z[1]))"),
    ("any", "any(i % #C)", "any(2)", "mixAny(9, z)"),
];
/// So many of them are words.
const WORDS: usize = 12;

/// A type of what maps hold; `@` stands for one of it.
struct Value {
    name: &'static str,
    /// What makes one of an int `@`.
    made: &'static str,
    /// Another one of `v` and `d`.
    next: &'static str,
    /// A question about `v`.
    asked: &'static str,
    fold: String,
    /// Statements that only this type has.
    own: &'static [&'static str],
}

/// What one function is made of.
struct Maps {
    key: Key,
    value: Value,
    number: Number,
}

const OF_NUMBERS: [&str; 8] = [
    "#M[#A] #P= d",
    "#M[#A] #P= d",
    "#M[#A]++",
    "#M[#A]--",
    "#M[#A] = #M[#A] #P d",
    "#M[#A] #P= #M[#B]",
    "x #P= #M[#A]; #M[#A] = x",
    "#M[#A] #P= #V(y)",
];

/// Statements on maps `#M` and `#O`, keys `#A` and `#B`; `#R` is made of `v`, and `#Q` asks of it.
const LINES: [&str; 30] = [
    "v := #M[#A]; #M[#A] = #R",
    "if v, ok := #M[#A]; ok { #M[#A] = #R }",
    "if v, ok := #M[#A]; ok { #M[#A] = #R }",
    "if v, ok := #M[#A]; ok { #M[#A] = #R } else { #M[#A] = d; y++ }",
    "if v, ok := #M[#A]; ok { #M[#A] = #R } else if y&1 == 0 { $touch(#M, #B, y) }",
    "if v, ok := #M[#A]; ok { if #Q { #M[#A] = #R } else { #M[#B] = v; #M[#A] = d } }",
    "if v, ok := #M[#A]; ok { w := #O[#B]; #M[#A] = #R; #O[#B] = w }",
    "v, ok := #M[#A]; if ok { #M[#A] = #R; x = v }; if _, is := #M[#B]; is && ok { #M[#A] = d }",
    "if _, ok := #M[#A]; !ok { #M[#A] = d }",
    "if _, ok := #M[#A]; !ok { #M[#A] = d } else if v := #M[#A]; #Q { #M[#A] = #R }",
    "v, ok := #M[#A]; if !ok { #J }; #M[#A] = #R",
    "if v, ok := #M[#A]; ok && #Q { #M[#A] = #R; y++ }",
    "if v, ok := #M[#A]; ok { #M[#A] = #R; #M[#A] = d; x = #M[#A] }",
    "v := #M[#A]; delete(#M, #A); #M[#A] = #R",
    "if v, ok := #M[#A]; ok { delete(#M, #B); #M[#A] = #R }",
    "v := #M[#A]; #M[#B] = d; #M[#A] = #R",
    "v := #M[#A]; if y&3 == 1 { #M[#B] = v }; #M[#A] = #R",
    "v := #M[#A]; $touch(#M, #A, y); y++; #M[#A] = #R",
    "v := #M[#A]; if y&1 == 1 { $touch(#O, #B, y) }; y++; #M[#A] = #R",
    "v := #M[#A]; if #Q { #M[#A] = #R } else if y > 3 { #M[#A] = x }",
    "v := #M[#A]; for z := 0; z < 3; z++ { #M[#A] = #R; v = #M[#B] }",
    "v := #M[#A]; #O[#A] = #R; #M[#A] = v",
    "#M[#A], #M[#B] = #M[#B], #M[#A]",
    "v := #M[k]; k, l = l, k; #M[k] = #R",
    "v := m[#A]; m, o = o, m; m[#A] = #R",
    "v := #M[#A]; y = 12 / (y & 3); #M[#A] = #R",
    "switch v := #M[#A]; { case #Q: #M[#A] = d; case y&1 == 0: delete(#M, #A); default: #M[#A] = #R }",
    "x = #M[#A]; v := x; #M[#A] = #R",
    "if v := #M[#A]; #Q { delete(#M, #B) }; #M[#A] = d",
    "func() { v := #M[#A]; #M[#A] = #R }()",
];

/// What stands outside of loops besides.
const OUTSIDE: [&str; 3] = [
    "for z, v := range #M { #M[z] = #R }",
    "if len(#M) > 9 { clear(#M) }",
    "for z, v := range #M { if #Q { #M[z] = #R } else { delete(#M, z) } }",
];

impl Generator {
    pub(super) fn map_update(&mut self) {
        let (calls, count) = (self.rng.range(1, 3), *self.rng.pick(&[1, 4, 9, 9, 12, 20, 70, 100]));
        let cost = |count: i64| 60 + (count * calls * 3) as u64;
        let count = if self.affordable(cost(count)) { count } else { count.min(6) };
        if !self.begin_bulk("map_update", cost(count)) {
            return self.pattern();
        }
        let words = self.rng.chance(85);
        let key = if words { KEYS[self.rng.below(WORDS)] } else { *self.rng.pick(&KEYS[WORDS..]) };
        let key = if key.0.starts_with("chan") && !self.allows("channel") { KEYS[0] } else { key };
        let number = self.number();
        let maps = Maps { key, value: self.value_of_map(&number), number };
        let prefix = format!("{}_{}", self.fresh("u"), self.suffix);
        let made = key.1.replace("#C", &self.rng.range(2, 60).to_string());
        let filled = |text: &str| {
            let text = text.replace("#K", key.0).replace("#MADE", &made).replace("#V", maps.value.name);
            text.replace("#N", &maps.number.name).replace('$', &prefix)
        };
        let body = self.map_declarations(&maps) + &self.map_function(&maps);
        self.package_lines.extend(filled(&body).lines().map(str::to_string));
        let text = self.map_calls(&maps, calls, count);
        let text = filled(&text).replace("#H", &self.body.hash);
        text.lines().for_each(|line| self.line(line));
    }

    fn value_of_map(&mut self, number: &Number) -> Value {
        let fold = |of: &str| number.fold("#H", of);
        let both = |a: &str, b: &str| number.fold(&number.fold("#H", a), b);
        let of = |name, made, next, asked, fold| Value { name, made, next, asked, fold, own: &[] };
        match self.rng.below(12) {
            0 => of("bool", "@&1 == 0", "v != d", "v", "mixB(#H, @)".to_string()),
            1 => {
                let one =
                    of("string", "\"abcdef\"[@&3:]", "clip(v + d)", "len(v) > 4", "mixS(#H, @)".to_string());
                Value { own: &["#M[#A] += \"x\"", "#M[#A] = #M[#A] + \"yz\""], ..one }
            }
            2 => of("$P", "$P{3, #N(@)}", "$P{v.b + d.a, v.a}", "v.a > d.b", both("@.a", "@.b")),
            3 => of(
                "[2]#N",
                "[2]#N{#N(@), 1}",
                "[2]#N{v[1], v[0] - d[1]}",
                "v[0] > d[1]",
                both("@[0]", "@[1]"),
            ),
            // Each has memory of its own.
            4 => of(
                "[]int",
                "[]int{@}",
                "append(v[len(v)/2:len(v):len(v)], len(d))",
                "len(v) > 1",
                "mix(#H, uint64(len(@)))".to_string(),
            ),
            _ => {
                let next = *self.rng.pick(&["v + d", "v*3 - d", "v - 1", "d - v"]);
                Value { own: &OF_NUMBERS, ..of("#N", "#N(@)", next, "v > d", fold("@")) }
            }
        }
    }

    /// What the function works on.
    fn map_declarations(&mut self, Maps { key, value, .. }: &Maps) -> String {
        let mut text = "type $I int16\ntype $P struct { a, b #N }\ntype $S struct { n int; m map[#K]#V }\n\
                        var $m map[#K]#V\n"
            .to_string();
        if key.0 == "*int" {
            text += "var $cells [64]int\n";
        }
        if key.0 == "chan int" {
            text += "var $chans [8]chan int\n";
        }
        let others = *self.rng.pick(&["0", "10", "70"]);
        text + &format!(
            "func $touch(m map[#K]#V, c #K, y int) {{\nswitch y & 7 {{\ncase 1: delete(m, c)\n\
             case 2: for i := 0; i < {others}; i++ {{ m[#MADE] = {} }}\ncase 4: clear(m)\ncase 5: m[c] = {}\n}}\n}}\n",
            value.made.replace('@', "i"),
            value.made.replace('@', "y"),
        )
    }

    fn map_function(&mut self, maps: &Maps) -> String {
        let mut text =
            "func $f(m, o map[#K]#V, p *$S, ks []#K, k, l #K, d #V, n int) (x #V, y int) {\n".to_string();
        if self.rng.chance(15) {
            text += "m = map[#K]#V{k: d}\n";
        }
        for _ in 0..self.rng.below(2) {
            text += &self.map_line(maps, "l", "return");
        }
        text += *self.rng.pick(&[
            "for j, c := range ks {\n_, _ = j, c\n",
            "for _, c := range ks {\n_ = c\n",
            "for j := 0; j < n; j++ {\nc := ks[j]\n_ = c\n",
            "for y < n {\nc := ks[y%len(ks)]\nn--\n_ = c\n",
        ]);
        for _ in 0..self.rng.range(2, 4) {
            let jump = *self.rng.pick(&["continue", "continue", "break", "return"]);
            text += &self.map_line(maps, "c", jump);
        }
        text += "}\n";
        if self.rng.chance(20) {
            let line = *self.rng.pick(&OUTSIDE);
            text += &format!("{}\n", self.map_names(line, maps, "l"));
        }
        text + "return\n}\n"
    }

    /// A statement in a block of its own; mostly it works on one key.
    fn map_line(&mut self, maps: &Maps, mostly: &str, jump: &str) -> String {
        let own = !maps.value.own.is_empty() && self.rng.chance(35);
        let line = *self.rng.pick(if own { maps.value.own } else { &LINES });
        let line = self.map_names(line, maps, mostly).replace("#J", jump);
        format!("{{ {line} }}\n")
    }

    fn map_names(&mut self, line: &str, Maps { key, value, number }: &Maps, mostly: &str) -> String {
        let all = ["m", "m", "m", "m", "m", "m", "o", "$m", "p.m"];
        let (map, other) = (*self.rng.pick(&all), *self.rng.pick(&all));
        let keys = [mostly, mostly, mostly, mostly, "k", "l", key.2];
        let (a, b) = (*self.rng.pick(&keys), *self.rng.pick(&keys));
        let operator = *self.rng.pick(number.operators());
        let line = line.replace("#R", value.next).replace("#Q", value.asked).replace("#P", operator);
        line.replace("#M", map).replace("#O", other).replace("#A", a).replace("#B", b)
    }

    /// Calls of the function, and what is in the maps then.
    fn map_calls(&mut self, Maps { key, value, .. }: &Maps, calls: i64, count: i64) -> String {
        let mut text = match key.0 {
            "*int" => "for i := range $cells { $cells[i] = i }\n".to_string(),
            "chan int" => "for i := range $chans { $chans[i] = make(chan int, i) }\n".to_string(),
            _ => String::new(),
        };
        let fold = |of: &str| value.fold.replace('@', of);
        text += &format!(
            "$key := func(i int) #K {{ return #MADE }}\nvar $ks []#K\n\
             for i := range {count} {{ $ks = append($ks, $key(i)) }}\n\
             $a, $b := map[#K]#V{{}}, make(map[#K]#V, {})\n\
             $b[$key(1)] = {}\n{}$p := &$S{{m: {}}}\n\
             $call := func(m, o map[#K]#V, p *$S, k, l #K, d #V, n int) {{\n\
             defer func() {{ #H = mixAny(#H, recover()) }}()\n\
             x, y := $f(m, o, p, $ks, k, l, d, n)\n\
             #H = mix({}, uint64(y))\n}}\n",
            self.rng.pick(&[0, 8, 9, 100]),
            value.made.replace('@', "len($ks)"),
            self.rng.pick(&["$m = $b\n", "$m = map[#K]#V{}\n", "$m = $a\n", "$m = nil\n"]),
            self.rng.pick(&["$a", "$b", "map[#K]#V{}", "map[#K]#V{}", "nil"]),
            fold("x"),
        );
        for _ in 0..calls {
            let all = ["$a", "$a", "$a", "$b", "$b", "$m"];
            let m = if self.rng.chance(6) { "nil" } else { *self.rng.pick(&all) };
            let o = *self.rng.pick(&all);
            let (k, l) = (self.rng.range(0, 9), self.rng.range(0, 9));
            let d = value.made.replace('@', &format!("kInt({})", self.rng.range(0, 60)));
            let beyond = i64::from(self.rng.chance(10));
            let n = self.rng.range(0, count + beyond);
            text += &self.bulk_call(&format!("$call({m}, {o}, $p, $key({k}), $key({l}), {d}, {n})"));
        }
        let (hashed, folded) = (format!("mix({}, 11)", key.3), fold("w").replace("#H", "s"));
        text + &format!(
            "for i, m := range []map[#K]#V{{$a, $b, $m, $p.m}} {{\nsum := uint64(i + len(m))\n\
             for z, w := range m {{\ns := {hashed}\nsum += {folded}\n}}\n#H = mix(#H, sum)\n}}\n"
        )
    }
}
