// Natives for text at their dearest. `cargo xtask gas` prices each case.
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"html"
	"net/url"
	"os"
	"path"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"
	"unicode/utf8"
)

type point struct {
	X, Y int
	Name string
	More map[string]any
}

var mixed = strings.Repeat("The quick brown Füchse 語 jump; over 12.5 lazy dogs.\n", 40)
var as = strings.Repeat("a", 4000)

var cases = []struct {
	name string
	run  func(n int) int
}{
	{"index", func(n int) (sum int) {
		for range n * 10 {
			sum += strings.Index(as, "aaaaaaaab") + strings.LastIndex(as, "baaaaaaaa")
		}
		return
	}},
	{"index_short", func(n int) (sum int) {
		for range n * 500 {
			sum += strings.Index("some short text", "text") + strings.IndexByte("abc", 'c')
		}
		return
	}},
	{"index_any", func(n int) (sum int) {
		for range n {
			sum += strings.IndexAny(mixed, "xyzäöü€") + strings.LastIndexAny(mixed, "äöü€")
		}
		return
	}},
	{"count", func(n int) (sum int) {
		for range n * 5 {
			sum += strings.Count(as, "aa") + strings.Count(mixed, "") + bytes.Count([]byte(as), []byte("a"))
		}
		return
	}},
	{"replace", func(n int) (sum int) {
		for range n {
			sum += len(strings.ReplaceAll(as, "a", "bc")) + len(strings.ReplaceAll(as[:100], "", "-"))
		}
		return
	}},
	{"replacer", func(n int) (sum int) {
		r := strings.NewReplacer("quick", "slow", "a", "b", "ü", "ue")
		for range n {
			sum += len(r.Replace(mixed))
		}
		return
	}},
	{"split", func(n int) (sum int) {
		for range n {
			sum += len(strings.Split(mixed, " ")) + len(strings.Fields(mixed)) + len(strings.Split(as[:200], ""))
		}
		return
	}},
	{"case", func(n int) (sum int) {
		for range n {
			sum += len(strings.ToUpper(mixed)) + len(strings.ToLower(mixed)) + len(strings.Title(mixed))
		}
		return
	}},
	{"fold", func(n int) (sum int) {
		upper := strings.ToUpper(mixed)
		for range n {
			if strings.EqualFold(mixed, upper) {
				sum++
			}
		}
		return
	}},
	{"repeat", func(n int) (sum int) {
		for range n {
			sum += len(strings.Repeat("ab", 50000))
		}
		return
	}},
	{"map", func(n int) (sum int) {
		for range n {
			sum += len(strings.Map(unicode.ToUpper, mixed))
		}
		return
	}},
	{"builder", func(n int) int {
		var b strings.Builder
		for i := range n * 500 {
			b.WriteByte(byte(i))
			b.WriteString("text")
			b.WriteRune('語')
		}
		return b.Len()
	}},
	{"join", func(n int) (sum int) {
		parts := strings.Split(mixed, " ")
		for range n * 5 {
			sum += len(strings.Join(parts, ", "))
		}
		return
	}},
	{"utf8", func(n int) (sum int) {
		for range n * 20 {
			sum += utf8.RuneCountInString(mixed)
			if utf8.ValidString(mixed) {
				sum++
			}
			sum += len(strings.ToValidUTF8(mixed+"\xff", "?"))
		}
		return
	}},
	{"unicode", func(n int) (sum int) {
		for range n {
			for r := rune(0); r < 0x3000; r += 37 {
				if unicode.IsLetter(r) || unicode.IsUpper(r) || unicode.IsSpace(r) || unicode.IsPunct(r) {
					sum++
				}
				sum += int(unicode.ToLower(r)^unicode.SimpleFold(r)) & 1
			}
		}
		return
	}},
	{"unicode_tables", func(n int) (sum int) {
		for range n {
			for r := rune(0); r < 0x10000; r += 997 {
				if unicode.Is(unicode.Han, r) || unicode.In(r, unicode.Greek, unicode.Cyrillic, unicode.Lu) {
					sum++
				}
			}
		}
		return
	}},
	{"parse_int", func(n int) (sum int) {
		for range n * 200 {
			v, _ := strconv.Atoi("1234567890123")
			sum += v & 1
			_, err := strconv.ParseInt("x1", 10, 64)
			if err != nil {
				sum++
			}
		}
		return
	}},
	{"format_int", func(n int) (sum int) {
		for i := range n * 200 {
			sum += len(strconv.Itoa(i<<40)) + len(strconv.FormatInt(int64(-i), 3))
		}
		return
	}},
	{"parse_float", func(n int) (sum int) {
		texts := []string{"1.7976931348623157e308", "5e-324", "9007199254740993", "0.1", "3.14159265358979323846264338327950288"}
		for i := range n * 100 {
			f, _ := strconv.ParseFloat(texts[i%len(texts)], 64)
			if f > 1 {
				sum++
			}
		}
		return
	}},
	{"parse_float_long", func(n int) (sum int) {
		text := "2.2250738585072011" + strings.Repeat("1", 700) + "e-308"
		for range n * 10 {
			f, _ := strconv.ParseFloat(text, 64)
			if f > 0 {
				sum++
			}
		}
		return
	}},
	{"parse_float_hex", func(n int) (sum int) {
		for range n * 50 {
			f, _ := strconv.ParseFloat("0x1.fffffffffffff8p-1074", 64)
			if f >= 0 {
				sum++
			}
		}
		return
	}},
	{"format_float", func(n int) (sum int) {
		floats := []float64{1.7976931348623157e308, 5e-324, 0.1, 123456.789, 2.2250738585072014e-308}
		for i := range n * 100 {
			sum += len(strconv.FormatFloat(floats[i%len(floats)], 'g', -1, 64))
		}
		return
	}},
	{"format_float_exact", func(n int) (sum int) {
		floats := []float64{1.7976931348623157e308, 5e-324, 0.1, 123456.789, 2.2250738585072014e-308}
		for i := range n * 10 {
			f := floats[i%len(floats)]
			sum += len(strconv.FormatFloat(f, 'e', 60, 64)) + len(strconv.FormatFloat(f, 'f', 40, 64))
		}
		return
	}},
	{"format_float_long", func(n int) (sum int) {
		for range n {
			sum += len(strconv.FormatFloat(5e-324, 'f', 1200, 64)) + len(strconv.FormatFloat(5e-324, 'e', 800, 64))
		}
		return
	}},
	{"quote", func(n int) (sum int) {
		for range n {
			q := strconv.Quote(mixed)
			u, _ := strconv.Unquote(q)
			sum += len(u) + len(strconv.QuoteToASCII(mixed))
		}
		return
	}},
	{"sprintf", func(n int) (sum int) {
		p := point{1, 2, "three", map[string]any{"a": 1, "b": []int{1, 2}}}
		for range n * 5 {
			sum += len(fmt.Sprintf("%v %+v %#v %T %d %5.2f %x %q %t", p, p, p, p, 42, 3.14159, "hex", "quoted", true))
		}
		return
	}},
	{"sprintf_short", func(n int) (sum int) {
		for i := range n * 100 {
			sum += len(fmt.Sprintf("%d", i))
		}
		return
	}},
	{"sprintf_float", func(n int) (sum int) {
		for i := range n * 50 {
			sum += len(fmt.Sprintf("%.300f", float64(i)*1e250)) + len(fmt.Sprint(float64(i)/3))
		}
		return
	}},
	{"sprintf_wide", func(n int) (sum int) {
		for range n {
			sum += len(fmt.Sprintf("%10000d%-10000s%0*d", 1, "s", 10000, 7))
		}
		return
	}},
	{"sprintf_hex", func(n int) (sum int) {
		b := make([]byte, 5000)
		for range n {
			sum += len(fmt.Sprintf("%x % X %v", b, b, b[:500]))
		}
		return
	}},
	{"sprintf_map", func(n int) (sum int) {
		m := map[string]int{}
		for i := range 100 {
			m[strconv.Itoa(i*7919%1000)] = i
		}
		for range n {
			sum += len(fmt.Sprint(m))
		}
		return
	}},
	{"scan", func(n int) (sum int) {
		for range n * 20 {
			var a int
			var b string
			var c float64
			fmt.Sscanf("12 word 2.5", "%d %s %g", &a, &b, &c)
			fmt.Sscan("13 word 3.5", &a, &b, &c)
			sum += a
		}
		return
	}},
	{"scanner", func(n int) (sum int) {
		for range n {
			s := bufio.NewScanner(strings.NewReader(mixed))
			s.Split(bufio.ScanWords)
			for s.Scan() {
				sum += len(s.Text())
			}
		}
		return
	}},
	{"regexp_compile", func(n int) (sum int) {
		for range n * 5 {
			re := regexp.MustCompile(`^([a-z0-9._%+-]+)@([a-z0-9.-]+)\.([a-z]{2,})$`)
			sum += re.NumSubexp()
		}
		return
	}},
	{"regexp_compile_large", func(n int) (sum int) {
		for range n / 2 {
			re := regexp.MustCompile(`(?i)(\pL{1,50}|[^\PL]{3,40}){1,10}x?`)
			sum += re.NumSubexp()
		}
		return
	}},
	{"regexp_compile_classes", func(n int) (sum int) {
		for range n {
			re := regexp.MustCompile(`(?i)[\p{Greek}\p{Lu}][^\p{Han}\d]\w\W\s\S`)
			sum += re.NumSubexp()
		}
		return
	}},
	{"regexp_match", func(n int) (sum int) {
		re := regexp.MustCompile(`(\w+) (\w+) Fü`)
		for range n {
			sum += len(re.FindAllStringSubmatchIndex(mixed, -1))
		}
		return
	}},
	{"regexp_worst", func(n int) (sum int) {
		re := regexp.MustCompile(`(a?){30}(a*)*(a|aa)+b`)
		for range n / 2 {
			if re.MatchString(as[:400]) {
				sum++
			}
		}
		return
	}},
	{"regexp_counted", func(n int) (sum int) {
		re := regexp.MustCompile(`(x{0,200}y|[a-m]{1,300}z|((a|b){1,20}c){2,5})`)
		for range n / 2 {
			if re.MatchString(as[:400]) {
				sum++
			}
		}
		return
	}},
	{"regexp_unicode", func(n int) (sum int) {
		re := regexp.MustCompile(`(?i)\p{L}+\s+[^\p{Lu}]+\bß`)
		for range n / 2 {
			sum += len(re.FindAllString(mixed, -1))
		}
		return
	}},
	{"regexp_prefix", func(n int) (sum int) {
		re := regexp.MustCompile(`aaaaaaaab`)
		for range n * 5 {
			if re.MatchString(as) {
				sum++
			}
		}
		return
	}},
	{"regexp_short", func(n int) (sum int) {
		re := regexp.MustCompile(`^\d+$`)
		for range n * 100 {
			if re.MatchString("123") {
				sum++
			}
		}
		return
	}},
	{"regexp_captures", func(n int) (sum int) {
		re := regexp.MustCompile(strings.Repeat(`(a|b|)`, 60) + `c`)
		for range n / 2 {
			sum += len(re.FindStringSubmatch(as[:200]))
		}
		return
	}},
	{"regexp_replace", func(n int) (sum int) {
		re := regexp.MustCompile(`(\w)(\w*)`)
		for range n {
			sum += len(re.ReplaceAllString(mixed, "$2$1"))
		}
		return
	}},
	{"html", func(n int) (sum int) {
		for range n * 2 {
			sum += len(html.UnescapeString(html.EscapeString("<a href='x'>&amp;&lt;&CounterClockwiseContourIntegral;</a>" + as[:500])))
		}
		return
	}},
	{"url", func(n int) (sum int) {
		for range n * 10 {
			u, err := url.Parse("https://user:pw@example.com:80/a%20b/c?q=1&r=%41#frag")
			if err == nil {
				sum += len(u.String()) + len(u.Query().Encode())
			}
		}
		return
	}},
	{"path", func(n int) (sum int) {
		for range n * 20 {
			sum += len(path.Clean("/a/../b//c/./d/../../e"))
			if ok, _ := path.Match("a*b*c*d*e*x", "aabbccddeeaabbccddee"); ok {
				sum++
			}
		}
		return
	}},
	{"hex_base64", func(n int) (sum int) {
		b := []byte(as)
		for range n * 2 {
			sum += len(hex.EncodeToString(b)) + len(base64.StdEncoding.EncodeToString(b))
			d, _ := base64.StdEncoding.DecodeString(as)
			sum += len(d)
			d, _ = hex.DecodeString(as)
			sum += len(d)
		}
		return
	}},
	{"binary", func(n int) (sum int) {
		for i := range n * 20 {
			var b bytes.Buffer
			binary.Write(&b, binary.BigEndian, struct {
				A uint16
				B int64
				C [4]float32
			}{B: int64(i)})
			sum += b.Len()
		}
		return
	}},
	{"csv", func(n int) (sum int) {
		for range n {
			rows, _ := csv.NewReader(strings.NewReader(strings.Repeat("a,\"b \"\"c\",d\n", 20))).ReadAll()
			sum += len(rows)
		}
		return
	}},
	{"tabwriter", func(n int) (sum int) {
		for range n {
			var b strings.Builder
			w := tabwriter.NewWriter(&b, 4, 8, 1, ' ', 0)
			fmt.Fprintln(w, "a\tbcd\tefghi\nxxxx\ty\tz")
			w.Flush()
			sum += b.Len()
		}
		return
	}},
	{"time_format", func(n int) (sum int) {
		t := time.Unix(1234567890, 123456789).UTC()
		for range n * 20 {
			sum += len(t.Format("Monday, 02-Jan-06 15:04:05.000000000 MST -07:00 2006 PM"))
			sum += len(t.String())
		}
		return
	}},
	{"time_parse", func(n int) (sum int) {
		for range n * 20 {
			t, err := time.Parse(time.RFC3339Nano, "2024-02-29T12:34:56.789+01:00")
			if err == nil {
				sum += t.YearDay()
			}
			d, _ := time.ParseDuration("1h15m30.918273645s")
			sum += int(d) & 1
		}
		return
	}},
	{"reflect", func(n int) (sum int) {
		p := point{1, 2, "three", map[string]any{"a": 1}}
		for range n * 20 {
			v := reflect.ValueOf(p)
			for i := range v.NumField() {
				sum += len(v.Type().Field(i).Name)
			}
			if reflect.DeepEqual(p, point{1, 2, "three", map[string]any{"a": 1}}) {
				sum++
			}
		}
		return
	}},
}

func main() {
	for _, c := range cases {
		if len(os.Args) < 2 {
			fmt.Println(c.name, c.run(2))
		} else if c.name == os.Args[1] {
			fmt.Println(c.name, c.run(100))
		}
	}
}

// Output:
// index -40
// index_short 13000
// index_any 4358
// count 80810
// replace 16402
// replacer 4320
// split 1922
// case 13200
// fold 2
// repeat 200000
// map 4400
// builder 8000
// join 25600
// utf8 171280
// unicode 382
// unicode_tables 60
// parse_int 800
// format_int 8323
// parse_float 120
// parse_float_long 20
// parse_float_hex 100
// format_float 2600
// format_float_exact 3424
// format_float_long 4018
// quote 9444
// sprintf 2010
// sprintf_short 490
// sprintf_float 56272
// sprintf_wide 60000
// sprintf_hex 52004
// sprintf_map 1360
// scan 520
// scanner 3600
// regexp_compile 30
// regexp_compile_large 1
// regexp_compile_classes 0
// regexp_match 80
// regexp_worst 0
// regexp_counted 0
// regexp_unicode 0
// regexp_prefix 0
// regexp_short 200
// regexp_captures 0
// regexp_replace 4400
// html 2232
// url 1200
// path 160
// hex_base64 73344
// binary 1040
// csv 40
// tabwriter 52
// time_format 3760
// time_parse 2440
// reflect 440
