//! What allocates: statements of Go, how often compiled Go allocates for each, and how many bytes ours do.
//! Bytes are counted exactly and are the same in every tier; none means no allocation. Where Go is installed
//! its column is held against it. What the statements use is declared in `allocations.go.txt`.

use std::fmt::Write as _;
use std::process::Command;

use purlin::{Config, Engine, Limits, SourceFile, Streams, Tier};

/// Why ours allocate where Go does not.
type Why = Option<&'static str>;

const SAME: Why = None;
const ESCAPE: Why = Some(
    "Go proves that it does not outlive its function; ours are on the heap before optimisation, and charged so",
);
const BUFFER: Why = Some("Go has room for 32 bytes in the frame, and allocates for more");
const RUNES: Why = Some("Go counts without converting");
const TABLE: Why = Some("Go has a table of strings of one byte");

/// Name, statement (`i` counts iterations), allocations of compiled Go, bytes of ours at most, and why if
/// only ours allocate.
#[rustfmt::skip]
const TABLE_OF_STATEMENTS: &[(&str, &str, u64, u64, Why)] = &[
    ("index a slice", "sum += ints[i%8] + arr[i%8]", 0, 0, SAME),
    ("write an element", "ints[i%8] = i; arr[i%8] = i; bytes_[i%8] = byte(i)", 0, 0, SAME),
    ("index a string", "sum += int(text[i%len(text)])", 0, 0, SAME),
    ("slice a string", "sum += len(text[1:i%5+1])", 0, 0, SAME),
    ("range a slice", "for k, v := range ints { sum += k + v }", 0, 0, SAME),
    ("range an array", "for _, v := range arr { sum += v }", 0, 0, SAME),
    ("range a string", "for k, r := range text { sum += k + int(r) }", 0, 0, SAME),
    ("range []byte(string)", "for k, c := range []byte(text) { sum += k + int(c) }", 0, 0, SAME),
    ("range a map", "for k, v := range table { sum += len(k) + v }", 0, 0, SAME),
    ("range an int", "for k := range 10 { sum += k }", 0, 0, SAME),
    ("range a function", "for v := range count { sum += v }", 0, 0, SAME),
    ("copy bytes from a string", "sum += copy(bytes_, text)", 0, 0, SAME),
    ("copy a slice", "sum += copy(ints, other)", 0, 0, SAME),
    ("append within capacity", "room = append(room[:0], 1, 2, 3)", 0, 0, SAME),
    ("append a string to bytes", "roomBytes = append(roomBytes[:0], text...)", 0, 0, SAME),
    ("append slices", "room = append(room[:0], ints...)", 0, 0, SAME),
    ("clear", "clear(ints)", 0, 0, SAME),
    ("copy an array", "arr2 := arr; arr2[i%8] = 1; sum += arr2[0]", 0, 0, SAME),
    ("compare arrays", "if arr == arrOther { sum++ }", 0, 0, SAME),
    ("compare structs", "if p == q { sum++ }", 0, 0, SAME),
    ("a struct in a scope", "{ v := point{i, 2}; v.x++; sum += v.x }", 0, 0, SAME),
    ("call by value", "sum += addPoint(point{i, 1})", 0, 0, SAME),
    ("call with a large struct", "sum += addLarge(large)", 0, 0, SAME),
    ("call a method", "sum += p.add() + (&q).add2()", 0, 0, SAME),
    ("call through an interface", "sum += adder.add()", 0, 0, SAME),
    ("call a function value", "sum += fn(i)", 0, 0, SAME),
    ("several results", "a, b, c := three(i); sum += a + b + len(c)", 0, 0, SAME),
    ("variadic call", "sum += variadic(1, 2, 3)", 0, 24, ESCAPE),
    ("variadic call with none", "sum += variadic()", 0, 0, SAME),
    ("a closure that is called", "f := func(x int) int { return x + sum }; sum += f(i)", 0, 0, SAME),
    ("a closure that writes", "func() { sum += i }()", 0, 0, SAME),
    ("defer", "deferring(i)", 0, 0, SAME),
    ("a method value that is called", "f := p.add; sum += f()", 0, 0, SAME),
    ("pointer to a local", "v := i; w := &v; *w++; sum += v", 0, 0, SAME),
    ("&T{} that stays", "v := &point{i, 2}; sum += v.x", 0, 0, SAME),
    ("new that stays", "v := new(int); *v = i; sum += *v", 0, 0, SAME),
    ("a slice literal that stays", "v := []int{i, 2, 3}; sum += v[i%3]", 0, 24, ESCAPE),
    ("make that stays", "v := make([]int, 8); v[i%8] = i; sum += v[0]", 0, 64, ESCAPE),
    ("a map that stays", "v := map[int]int{}; v[i%2] = 1; sum += len(v)", 0, 256, ESCAPE),
    ("an int in an interface", "iface = i % 200", 0, 0, SAME),
    ("a large int in an interface", "iface = i + 1000", 1, 0, SAME),
    ("a constant in an interface", "iface = 12345", 0, 0, SAME),
    ("a constant string in an interface", r#"iface = "text""#, 0, 0, SAME),
    ("a string in an interface", "iface = text", 1, 16, SAME),
    ("a bool in an interface", "iface = i%2 == 0", 0, 0, SAME),
    ("a float in an interface", "iface = float64(i)", 1, 0, SAME),
    ("a pointer in an interface", "iface = &arr", 0, 0, SAME),
    ("a struct{} in an interface", "iface = struct{}{}", 0, 0, SAME),
    ("a func in an interface", "iface = fn", 0, 0, SAME),
    ("a struct in an interface", "iface = p", 1, 16, SAME),
    ("an interface in an interface", "iface = adder", 0, 0, SAME),
    ("type switch", "switch v := some.(type) { case int: sum += v; case string: sum += len(v) }", 0, 0, SAME),
    ("type assertion", "sum += some.(int)", 0, 0, SAME),
    ("compare interfaces", "if some == some2 { sum++ }", 0, 0, SAME),
    ("compare an interface with an int", "if some == any(i) { sum++ }", 0, 0, SAME),
    ("m[string(bytes)]", "sum += table[string(key)]", 0, 0, SAME),
    ("v, ok = m[string(bytes)]", "if v, ok := table[string(key)]; ok { sum += v }", 0, 0, SAME),
    ("m[T{string(bytes)}]", "sum += structs[skey{string(key)}]", 0, 0, SAME),
    ("assign an existing key", "table[text] = i", 0, 0, SAME),
    ("delete a key", r#"delete(table, "none")"#, 0, 0, SAME),
    ("delete m[string(bytes)]", "delete(table, string(none))", 0, 0, SAME),
    ("string(a) == string(b)", "if string(key) == string(none) { sum++ }", 0, 0, SAME),
    ("string(bytes) == constant", r#"if string(key) == "hello" { sum++ }"#, 0, 0, SAME),
    ("string(a) < string(b)", "if string(key) < text { sum++ }", 0, 0, SAME),
    ("switch string(bytes)", r#"switch string(key) { case "a": sum++; case "hello": sum += 2 }"#, 0, 0, SAME),
    ("len(string(bytes))", "sum += len(string(key))", 0, 0, SAME),
    ("len([]byte(string))", "sum += len([]byte(text))", 0, 0, SAME),
    ("len([]rune(string))", "sum += len([]rune(text))", 0, 48, RUNES),
    ("range []rune(string)", "for _, r := range []rune(text) { sum += int(r) }", 0, 48, BUFFER),
    ("range string(bytes)", "for _, r := range string(key) { sum += int(r) }", 0, 16, BUFFER),
    ("concat compared", r#"if "<"+string(key)+">" == text { sum++ }"#, 0, 16, BUFFER),
    ("append([]byte, string(bytes)...)", "roomBytes = append(roomBytes[:0], string(key)...)", 0, 0, SAME),
    ("string(bytes)", "str = string(key)", 1, 16, SAME),
    ("[]byte(string)", "sinkBytes = []byte(text)", 1, 16, SAME),
    ("string of one byte", "str = string(key[:1])", 0, 16, TABLE),
    ("string(rune)", "str = string(rune('a' + i%20))", 1, 16, SAME),
    ("string(large rune)", "str = string(rune(0x8a9e))", 0, 0, SAME),
    ("a + b", "str = text + other2", 1, 16, SAME),
    ("a + b + c", "str = text + other2 + text", 1, 24, SAME),
    ("a + (b + c)", "str = text + (other2 + text)", 1, 24, SAME),
    ("a + b + c + d + e + f", "str = text + other2 + text + other2 + text + other2", 1, 48, SAME),
    ("constant concatenation", r#"str = "a" + "b" + "c""#, 0, 0, SAME),
    ("a + empty", "str = text + empty", 0, 0, SAME),
    ("s += a + b", r#"str = ""; str += text + other2"#, 1, 16, SAME),
    ("+= in a loop", r#"s := ""; for range 10 { s += "0123456789" }; str = s"#, 9, 600, SAME),
    ("string of a slice of a string", "str = text[2:4]", 0, 0, SAME),
    ("select with default", "select { case <-channel: sum++; default: }", 0, 0, SAME),
    ("send and receive", "channel <- i; sum += <-channel", 0, 0, SAME),
    ("panic and recover", "recovering(i)", 1, 16, SAME),
    ("generic call", "sum += largest(i, 3)", 0, 0, SAME),
    ("generic slice", "sum += total(ints)", 0, 0, SAME),
    ("multi-dimensional index", "grid[i%4][1] = i; sum += grid[1][i%4]", 0, 0, SAME),
    ("swap", "ints[0], ints[1] = ints[1], ints[0]", 0, 0, SAME),
    ("labels and goto", "k := 0\nagain:\n\tif k < 3 { k++; goto again }; sum += k", 0, 0, SAME),
    ("complex arithmetic", "cplx = cplx*complex(0, 1) + 1", 0, 0, SAME),
    ("min and max", "sum += min(i, 3) + max(i, 4)", 0, 0, SAME),
    ("struct with array by index", "big.a[i%8] = i; sum += big.a[2]", 0, 0, SAME),
    ("assign a large struct", "big2 = big", 0, 0, SAME),
];

const DECLARATIONS: &str = include_str!("allocations.go.txt");
const ITERATIONS: u64 = 100;

/// Bytes that one iteration of each statement allocates.
fn measured(tier: Tier) -> Vec<u64> {
    let mut text = format!("package main\n\n{DECLARATIONS}\nfunc main() {{}}\n");
    for (n, (_, statement, ..)) in TABLE_OF_STATEMENTS.iter().enumerate() {
        let _ = write!(
            text,
            "func Case{n}(n int64) {{\nfor i := range int(n) {{\n_ = i\n{{\n{statement}\n}}\n}}\n}}\n"
        );
    }
    let engine = Engine::new(Config { tier, ..Config::default() });
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    let module = engine.compile(&[source]).unwrap_or_else(|e| panic!("{e}"));
    let mut isolate = module.isolate((), Limits::default(), Streams::default()).unwrap();
    let mut all = Vec::new();
    for n in 0..TABLE_OF_STATEMENTS.len() {
        let name = format!("Case{n}");
        // The first call may fill what the later ones use again.
        isolate.call::<_, ()>(&name, (2i64,)).unwrap_or_else(|t| panic!("{t:?}"));
        let before = isolate.stats().alloc_bytes;
        isolate.call::<_, ()>(&name, (ITERATIONS as i64,)).unwrap_or_else(|t| panic!("{t:?}"));
        all.push((isolate.stats().alloc_bytes - before) / ITERATIONS);
    }
    all
}

#[test]
fn nothing_allocates_more_than_stated() {
    for tier in [Tier::Interp, Tier::Native] {
        let seen = measured(tier);
        let rows = TABLE_OF_STATEMENTS.iter().zip(seen);
        let wrong: Vec<String> = rows
            .filter(|((.., most, _), seen)| seen != most)
            .map(|((name, _, _, most, _), seen)| format!("{name}: {seen} bytes, stated {most}"))
            .collect();
        assert!(wrong.is_empty(), "{tier}:\n{}", wrong.join("\n"));
    }
}

#[test]
fn only_what_has_a_reason_allocates_where_go_does_not() {
    for (name, _, go, ours, why) in TABLE_OF_STATEMENTS {
        assert_eq!(
            why.is_some(),
            *go == 0 && *ours > 0,
            "{name}: {go} allocations of Go's, {ours} bytes of ours"
        );
    }
}

#[test]
fn go_allocates_as_often_as_stated() {
    if Command::new("go").arg("version").output().is_err() {
        eprintln!("SKIPPED go_allocates_as_often_as_stated: Go is not installed");
        return;
    }
    let mut text = format!(
        "package main\n\nimport (\n\"fmt\"\n\"testing\"\n)\n{DECLARATIONS}\nfunc main() {{\nvar i int\n"
    );
    for (_, statement, ..) in TABLE_OF_STATEMENTS {
        let _ = write!(
            text,
            "i = 0\nfmt.Println(testing.AllocsPerRun({ITERATIONS}, func() {{\ni++\n_ = i\n{{\n{statement}\n}}\n}}))\n"
        );
    }
    text.push_str("}\n");
    let dir = std::env::temp_dir().join(format!("purlin-allocations-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("main.go");
    std::fs::write(&file, text).unwrap();
    let run = Command::new("go").arg("run").arg(&file).output().unwrap();
    std::fs::remove_dir_all(&dir).unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let out = String::from_utf8(run.stdout).unwrap();
    let seen: Vec<u64> = out.lines().map(|l| l.parse().unwrap()).collect();
    assert_eq!(seen.len(), TABLE_OF_STATEMENTS.len());
    let rows = TABLE_OF_STATEMENTS.iter().zip(seen).filter(|((_, _, go, ..), seen)| seen != go);
    let wrong: Vec<String> =
        rows.map(|((name, _, go, ..), seen)| format!("{name}: {seen} times, stated {go}")).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
