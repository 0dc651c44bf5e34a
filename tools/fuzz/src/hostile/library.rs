//! Calls of library packages that ask for too much. This module knows nothing of what they must lead to.

use super::{Hostile, body, one};

/// All sources of this file, in a fixed order.
pub(super) fn all() -> Vec<Hostile> {
    [
        library_text(),
        library_numbers(),
        library_patterns(),
        library_slices(),
        library_time(),
        library_streams(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Calls of packages for text with results that are too large.
fn library_text() -> Vec<Hostile> {
    vec![
        body("Repeat", &["strings"], "println(len(strings.Repeat(\"0123456789\", 1<<30)))"),
        body("Repeat too often", &["strings"], "println(len(strings.Repeat(\"0123456789\", 1<<62)))"),
        body("ReplaceAll", &["strings"], "s := strings.Repeat(\"a\", 1<<12); for range 20 { s = strings.ReplaceAll(s, \"a\", \"aaaa\") }; println(len(s))"),
        body("ReplaceAll of nothing", &["strings"], "s := strings.Repeat(\"a\", 1<<20); println(len(strings.ReplaceAll(s, \"\", s)))"),
        body("Split", &["strings"], "s := strings.Repeat(\",\", 1<<26); println(len(strings.Split(s, \",\")))"),
        body("Join", &["strings"], "s := make([]string, 1<<16); for i := range s { s[i] = strings.Repeat(\"x\", 1<<12) }; println(len(strings.Join(s, \"--\")))"),
        body("Map", &["strings"], "s := strings.Repeat(\"a\", 1<<24); println(len(strings.Map(func(rune) rune { return 0x10ffff }, s)))"),
        body("Fields", &["strings"], "println(len(strings.Fields(strings.Repeat(\"a \", 1<<24))))"),
        body("Builder", &["strings"], "var b strings.Builder; for { b.WriteString(\"0123456789abcdef\") }"),
        body("Grow", &["strings", "bytes"], "var b strings.Builder; b.Grow(1 << 34); var c bytes.Buffer; c.Grow(1 << 40)"),
        body("Buffer", &["bytes"], "var b bytes.Buffer; for { b.Write(make([]byte, 4096)) }"),
        body("Sprintf width", &["fmt"], "println(len(fmt.Sprintf(\"%1000000d\", 1))); println(len(fmt.Sprintf(\"%*d\", 1<<30, 1)))"),
        body("Sprintf precision", &["fmt"], "println(len(fmt.Sprintf(\"%.1000000f\", 1.0))); println(len(fmt.Sprintf(\"%.*e\", 1<<40, 1e300)))"),
        body("Sprintf of Sprintf", &["fmt"], "s := \"%v\"; for { s = fmt.Sprintf(\"%v%v%q\", s, s, s) }"),
        body("Sprint of depth", &["fmt"], "var x any = 1; for range 1000000 { x = []any{x} }; println(len(fmt.Sprint(x)))"),
        body("Sprint of itself", &["fmt"], "x := []any{nil}; x[0] = x; println(len(fmt.Sprint(x)))"),
        body("Sprint of a map in itself", &["fmt"], "m := map[string]any{}; m[\"m\"] = m; println(len(fmt.Sprintf(\"%v %+v %#v\", m, m, m)))"),
        one("Stringer of itself", "package main\n\nimport \"fmt\"\n\ntype T struct{}\n\nfunc (t T) String() string { return fmt.Sprint(t) }\n\nfunc main() { fmt.Println(T{}) }\n".into()),
        body("errors wrapped", &["errors", "fmt"], "err := errors.New(\"x\"); for { err = fmt.Errorf(\"%w and %w\", err, err) }"),
        body("errors joined", &["errors"], "err := errors.New(\"x\"); for range 60 { err = errors.Join(err, err) }; println(errors.Is(err, nil)); println(len(err.Error()))"),
        body("unwrapped without end", &["errors", "fmt"], "err := errors.New(\"x\"); for range 1000000 { err = fmt.Errorf(\"%w\", err) }; println(errors.Is(err, errors.ErrUnsupported))"),
    ]
}

/// Calls of `math/big` with results that are too large.
fn library_numbers() -> Vec<Hostile> {
    vec![
        body("Exp", &["math/big"], "x := big.NewInt(3); for { x.Exp(x, big.NewInt(1000), nil) }"),
        body("Lsh", &["math/big"], "x := big.NewInt(1); x.Lsh(x, 1<<40); println(x.BitLen())"),
        body("squares at run time", &["math/big"], "x := big.NewInt(3); for { x.Mul(x, x) }"),
        body("factorial", &["math/big"], "println(len(new(big.Int).MulRange(1, 1<<40).String()))"),
        body(
            "digits of a number",
            &["math/big", "strings"],
            "x, ok := new(big.Int).SetString(strings.Repeat(\"9\", 1<<22), 10); println(ok, len(x.String()))",
        ),
        body("Binomial", &["math/big"], "println(new(big.Int).Binomial(1<<40, 1<<39).BitLen())"),
        body(
            "ModInverse and Sqrt",
            &["math/big"],
            "x := new(big.Int).Lsh(big.NewInt(1), 1<<22); x.Sub(x, big.NewInt(1)); y := new(big.Int).Sqrt(x); println(new(big.Int).ModInverse(y, x) == nil, x.ProbablyPrime(20))",
        ),
        body(
            "Float precision",
            &["math/big"],
            "x := new(big.Float).SetPrec(1 << 31).SetInt64(3); x.Quo(big.NewFloat(1), x); x.Sqrt(x); println(len(x.Text('g', 100)))",
        ),
        body(
            "Float exponent",
            &["math/big"],
            "x, _, err := big.ParseFloat(\"1e100000000\", 10, 1000, 0); println(err == nil); println(len(x.Text('f', 0)))",
        ),
        body("Rat", &["math/big"], "x := big.NewRat(1, 3); for { x.Mul(x, x); x.Add(x, big.NewRat(1, 7)) }"),
        body(
            "Rat exponent",
            &["math/big"],
            "x, ok := new(big.Rat).SetString(\"1e-100000000\"); println(ok, x != nil)",
        ),
    ]
}

/// Regular expressions that are too large, or that take too long.
fn library_patterns() -> Vec<Hostile> {
    vec![
        body(
            "pattern of repeats",
            &["regexp"],
            "_, err := regexp.Compile(\"((((a{100}){100}){100}){100})\"); println(err.Error())",
        ),
        body(
            "pattern of classes",
            &["regexp", "strings"],
            "re, err := regexp.Compile(strings.Repeat(`[\\p{L}\\p{N}]`, 2000)); println(re == nil, err == nil)",
        ),
        body(
            "pattern of depth",
            &["regexp", "strings"],
            "_, err := regexp.Compile(strings.Repeat(\"(\", 1<<20)); println(err == nil)",
        ),
        body(
            "pattern of branches",
            &["regexp", "strings"],
            "re := regexp.MustCompile(\"(x+x+)+y\"); println(re.MatchString(strings.Repeat(\"x\", 1<<20)))",
        ),
        body(
            "pattern of captures",
            &["regexp", "strings"],
            "re := regexp.MustCompile(strings.Repeat(\"(a?)\", 500) + strings.Repeat(\"a\", 500)); println(len(re.FindStringSubmatch(strings.Repeat(\"a\", 700))))",
        ),
        body(
            "matches of nothing",
            &["regexp", "strings"],
            "re := regexp.MustCompile(\"\"); println(len(re.FindAllStringIndex(strings.Repeat(\"a\", 1<<24), -1)))",
        ),
        body(
            "replacements",
            &["regexp", "strings"],
            "re := regexp.MustCompile(\"a\"); s := strings.Repeat(\"a\", 1<<20); println(len(re.ReplaceAllString(s, strings.Repeat(\"$0\", 1<<16))))",
        ),
        body(
            "many patterns",
            &["fmt", "regexp"],
            "var l []*regexp.Regexp; for i := 0; ; i++ { l = append(l, regexp.MustCompile(fmt.Sprintf(\"a{%d}[b-z]+\", i%1000))) }",
        ),
    ]
}

/// Sorting and slices that are asked for too much.
fn library_slices() -> Vec<Hostile> {
    vec![
        body(
            "sort",
            &["sort"],
            "x := make([]int, 1<<22); for i := range x { x[i] = i * 7919 % len(x) }; sort.Ints(x); println(x[5])",
        ),
        body(
            "sort that lies",
            &["sort"],
            "x := make([]int, 1<<20); n := 0; sort.Slice(x, func(i, j int) bool { n++; return n%3 == 0 }); println(len(x))",
        ),
        body(
            "sort that grows",
            &["slices"],
            "x := make([]int, 1<<20); var l []int; slices.SortFunc(x, func(a, b int) int { l = append(l, a); return len(l)%3 - 1 }); println(len(l))",
        ),
        body(
            "Concat and Repeat",
            &["slices"],
            "x := make([]int, 1<<10); for { x = slices.Concat(x, x, slices.Repeat(x, 3)) }",
        ),
        body("Insert", &["slices"], "var x []int; for i := 0; ; i++ { x = slices.Insert(x, 0, i) }"),
        body("Grow of a slice", &["slices"], "var x []int; x = slices.Grow(x, 1<<50); println(cap(x))"),
    ]
}

/// Timers and contexts without end.
fn library_time() -> Vec<Hostile> {
    vec![
        body("timers", &["time"], "for { time.AfterFunc(time.Hour, func() {}) }"),
        body("tickers", &["time"], "for range 10000 { time.NewTicker(1) }; select {}"),
        body("sleepers", &["time"], "for { go time.Sleep(1 << 62) }"),
        body(
            "contexts",
            &["context"],
            "ctx := context.Background(); for { ctx, _ = context.WithCancel(ctx) }",
        ),
        body(
            "context values",
            &["context"],
            "ctx := context.Background(); for i := range 1000000 { ctx = context.WithValue(ctx, i, i) }; println(ctx.Value(-1) == nil)",
        ),
    ]
}

/// Readers, writers and encodings that are asked for too much.
fn library_streams() -> Vec<Hostile> {
    vec![
        body(
            "ReadAll of a reader without end",
            &["io"],
            "r, w := io.Pipe(); go func() { for { w.Write(make([]byte, 1<<16)) } }(); b, _ := io.ReadAll(r); println(len(b))",
        ),
        body(
            "Scanner with a buffer",
            &["bufio", "strings"],
            "s := bufio.NewScanner(strings.NewReader(strings.Repeat(\"x\", 1<<26))); s.Buffer(nil, 1<<40); for s.Scan() { println(len(s.Bytes())) }",
        ),
        body(
            "readers",
            &["bufio", "strings"],
            "var l []any; for { l = append(l, bufio.NewReaderSize(strings.NewReader(\"\"), 1<<24)) }",
        ),
        body(
            "tabwriter",
            &["fmt", "os", "text/tabwriter"],
            "w := tabwriter.NewWriter(os.Stdout, 0, 8, 1<<20, ' ', 0); for i := range 100000 { fmt.Fprintf(w, \"a\\tb\\tc%d\\n\", i) }; w.Flush()",
        ),
        body(
            "csv",
            &["encoding/csv", "strings"],
            "r := csv.NewReader(strings.NewReader(strings.Repeat(\"a,b,\", 1<<24))); x, _ := r.ReadAll(); println(len(x))",
        ),
        body(
            "hex and base64",
            &["encoding/base64", "encoding/hex"],
            "s := \"x\"; for { s = base64.StdEncoding.EncodeToString([]byte(hex.EncodeToString([]byte(s)))) }",
        ),
        body("Unquote", &["strconv"], "s := \"x\"; for { s = strconv.Quote(s) }"),
        body(
            "ParseFloat",
            &["strconv", "strings"],
            "x, err := strconv.ParseFloat(\"0.\"+strings.Repeat(\"1\", 1<<24)+\"e-9\", 64); println(x, err == nil)",
        ),
        body("output", &["fmt"], "for { fmt.Println(\"0123456789012345678901234567890123456789\") }"),
        body("one line of output", &["fmt", "strings"], "fmt.Println(strings.Repeat(\"x\", 1<<25))"),
        body("list", &["container/list"], "l := list.New(); for i := 0; ; i++ { l.PushBack(i) }"),
        body(
            "sync.Map and Pool",
            &["sync"],
            "var m sync.Map; p := sync.Pool{New: func() any { return make([]byte, 1<<16) }}; for i := 0; ; i++ { m.Store(i, p.Get()) }",
        ),
        body("reflection", &["reflect"], "t := reflect.TypeOf(0); for { t = reflect.SliceOf(t) }"),
        body(
            "formats of time",
            &["strings", "time"],
            "s := strings.Repeat(\"2006-01-02T15:04:05.000000000 Monday January \", 1<<16); println(len(time.Now().Format(s)))",
        ),
    ]
}
