//! Sums and differences as slices have them: windows given by a start and a length, elements counted from the
//! end, a smaller index taken off a larger one. Some go one too far, some are taken the wrong way round, some
//! wrap around.

use super::Generator;

/// What a function does with `s`, a slice or array of elements `#E`, and the integers `i`, `j`, `n` and `k`;
/// `a` and `b` are windows of the slice. A line holds at most one place that may panic, or places that panic
/// alike.
const LINES: [&str; 24] = [
    "a = s[i:i+n]\nx += len(a)",
    "a = s[i:i+n]\nx += cap(a) - len(a)",
    "b = s[j-n+1:j+1]\nx += 3 * len(b)",
    "b = s[j:j+k]\nb = b[:len(b)-n]\nx += len(b)",
    "a = a[k:]\nx ^= len(a)",
    "for z := range a { m := len(b) - 1 - z; a[z], b[m] = b[m], a[z] }",
    "for z := range a { x += int(a[len(a)-1-z]) }",
    "for z := 0; z < len(s); z++ { x = x*3 + int(s[len(s)-1-z]) }",
    "for z := 0; z < len(s); z++ { x += int(s[len(s)-z]) }",
    "for z := 0; z <= len(a); z++ { x += int(a[len(a)-1-z]) }",
    "for z := 1; z <= len(s); z++ { x = x*5 + int(s[len(s)-z]) }",
    "for z, y := 0, len(s)-1; z < y; z, y = z+1, y-1 { s[z], s[y] = s[y], s[z] }",
    "if j >= 0 && j <= i { x += int(s[i-j]) }",
    "if j <= i { x += int(s[i-j]) }",
    "if i < len(s) && k <= i+1 { x += int(s[i-k]) }",
    "if u := uint(i) - uint(j); u < uint(len(s)) { x += int(s[u]) }",
    "if d := i - j; j <= i && d < 0 { x += d } else if d >= 0 { x ^= 77 }",
    "if d := i - j; j >= 0 && d > i { x += 9 }",
    "if i >= 0 && j >= 0 { if d := i - j; d <= i { x += 5 } else { x ^= d } }",
    "x += (i + j) - i + (k - (k - n))",
    "x ^= i - (j + i) + n",
    "x += int(#N(i) + #N(j) - #N(i))",
    "x ^= int((#N(i) + 100) - (#N(j) - 28) + #N(j))",
    "x += int(-(#N(i) - #N(n)) + #N(i))",
];

const NARROW: [&str; 8] = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"];

/// Numbers at which something wraps around.
const EXTREMES: [&str; 5] = ["-1 << 63", "1<<63 - 1", "-1<<63 + 3", "128", "-1 << 31"];

impl Generator {
    pub(super) fn both_ends(&mut self) {
        let (length, calls) = (self.bulk_length().min(60), self.rng.range(2, 4));
        let cost = 60 + (length * calls) as u64;
        if !self.begin_bulk("both_ends", cost) {
            return self.pattern();
        }
        let element = *self.rng.pick(&["byte", "byte", "int", "uint16"]);
        let prefix = format!("{}_{}", self.fresh("e"), self.suffix);
        let body = self.function_of_ends().replace("#E", element).replace('$', &prefix);
        self.package_lines.extend(body.lines().map(str::to_string));
        let text = self.calls_of_ends(element, length, calls);
        let text = text.replace('$', &prefix).replace("#H", &self.body.hash);
        text.lines().for_each(|line| self.line(line));
    }

    fn function_of_ends(&mut self) -> String {
        let mut text = String::from("func $f(s []#E, i, j, n, k int) (x int) {\na, b := s, s\n");
        for check in
            ["if i < 0 || n < 0 { return }\n", "if n > len(s)-i { n = len(s) - i }\n", "if k < 0 { k = 0 }\n"]
        {
            if self.rng.chance(20) {
                text += check;
            }
        }
        let rounds = self.rng.chance(20);
        if rounds {
            text += "for r := range 3 {\nx += r\n";
        }
        for _ in 0..self.rng.range(2, 6) {
            let line = *self.rng.pick(&LINES);
            let narrow = *self.rng.pick(&NARROW);
            text += &line.replace("#N", narrow);
            text.push('\n');
        }
        text += "x += len(a) + 100*len(b)\n";
        text + if rounds { "j++\n}\nreturn\n}\n" } else { "return\n}\n" }
    }

    fn calls_of_ends(&mut self, element: &str, length: i64, calls: i64) -> String {
        let mut text = format!(
            "$s := make([]{element}, {length})\nfor i := range $s {{ $s[i] = {element}(i*7 + 3) }}\n\
             $call := func(s []{element}, i, j, n, k int) {{\n\
             defer func() {{ #H = mixAny(#H, recover()) }}()\n\
             #H = mix(#H, uint64($f(s, i, j, n, k)))\n}}\n"
        );
        for _ in 0..calls {
            let row = if self.rng.chance(80) { "$s" } else { "$s[len($s)/2:]" };
            let mut numbers = Vec::new();
            for most in [length, length, length / 2, 4] {
                numbers.push(match self.rng.below(14) {
                    0 => (*self.rng.pick(&EXTREMES)).to_string(),
                    1 | 2 => self.rng.range(-2, 2).to_string(),
                    3 => length.to_string(),
                    _ => self.rng.range(0, most.max(1)).to_string(),
                });
            }
            text += &self.bulk_call(&format!("$call({row}, {})", numbers.join(", ")));
        }
        text + "for _, c := range $s { #H = mix(#H, uint64(c)) }\n"
    }
}
