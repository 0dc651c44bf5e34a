// Records between commas, well and badly formed.
package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	inputs := []string{
		"a,b,c\n", "a,b\r\nc,d\r\n", "a\rb,c\r\n", "\"a,a\",\"b\"\"b\",\"c\nd\"\n", "", "\n\n", "a,b\n\nc,d", "a,b,\nc,d,e\n",
		"a\nb,c\n", "a \"word\",\"1\"2\",a\"\nx", "\"a", "\"a\nb", "a,\"b\" ,c", "\"a\"b\n", " a,  b\n", "#x\na,b\n#y", "a;b;c\n",
		"é,ü\n\"ß\",\"\"\n", "x,\"\"\"\",y\n", "\"a\n\nb\",c\n\"", ",\n,,\n", "a,\"b\nc\"d,e\n", "a,b\r", "\"a\r\nb\"\r\n", "one\xffλtwo,three\n",
		"a\"b\n", "\t a, \tb\n \n", "a,b,c\nd,e\nf,g,h", "1,2\n3,\"4\n5\",6\n", "\"x\"\r\ny\r\n\r",
	}
	for i, in := range inputs {
		for variant := range 5 {
			r := csv.NewReader(strings.NewReader(in))
			switch variant {
			case 1:
				r.FieldsPerRecord, r.LazyQuotes = -1, true
			case 2:
				r.FieldsPerRecord, r.TrimLeadingSpace, r.Comment = -1, true, '#'
			case 3:
				r.FieldsPerRecord, r.Comma, r.ReuseRecord = 2, ';', true
			case 4:
				r.FieldsPerRecord, r.Comma = -1, 'λ'
			}
			for {
				rec, err := r.Read()
				fmt.Printf("%d.%d %q %v", i, variant, rec, err)
				for f := range rec {
					line, col := r.FieldPos(f)
					fmt.Print(" ", line, ":", col)
				}
				fmt.Println(" ", r.InputOffset())
				var pe *csv.ParseError
				if errors.As(err, &pe) {
					fmt.Println(*pe, errors.Is(err, csv.ErrQuote), errors.Is(err, csv.ErrFieldCount), errors.Is(err, csv.ErrBareQuote))
				}
				if err == io.EOF || variant == 4 && err != nil {
					break
				}
			}
		}
		all, err := csv.NewReader(strings.NewReader(in)).ReadAll()
		fmt.Printf("%q %v\n", all, err)
	}
	long := strings.Repeat("x", 5000) + "," + strings.Repeat("\"yy\"\"z\",", 2000) + "end"
	rec, err := csv.NewReader(strings.NewReader(long)).Read()
	fmt.Println(len(rec), len(rec[0]), rec[1], rec[2001], err)
	r := csv.NewReader(strings.NewReader("a"))
	r.Comma = '\n'
	_, err = r.Read()
	fmt.Println(err)

	records := [][]string{
		{"a", "b"}, {""}, {"", ""}, {" a", "b ", "\tc"}, {"x,y", "q\"q", "l1\nl2", "cr\rlf\r\n"}, {"\\."}, {"é", "ü,"}, {"a;b", "|"}, nil,
	}
	for variant := range 3 {
		var out strings.Builder
		w := csv.NewWriter(&out)
		switch variant {
		case 1:
			w.UseCRLF = true
		case 2:
			w.Comma = 'é'
		}
		fmt.Println(w.WriteAll(records), w.Error())
		fmt.Printf("%q\n", out.String())
	}
	w := csv.NewWriter(os.Stdout)
	w.Comma = '"'
	fmt.Println(w.Write([]string{"a"}))
	w = csv.NewWriter(failing{})
	w.Write([]string{"a"})
	w.Flush()
	fmt.Println(w.Error())
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

// Output:
// 0.0 ["a" "b" "c"] <nil> 1:1 1:3 1:5  6
// 0.0 [] EOF  6
// 0.1 ["a" "b" "c"] <nil> 1:1 1:3 1:5  6
// 0.1 [] EOF  6
// 0.2 ["a" "b" "c"] <nil> 1:1 1:3 1:5  6
// 0.2 [] EOF  6
// 0.3 ["a,b,c"] record on line 1: wrong number of fields 1:1  6
// {1 1 1 wrong number of fields} false true false
// 0.3 [] EOF  6
// 0.4 ["a,b,c"] <nil> 1:1  6
// 0.4 [] EOF  6
// [["a" "b" "c"]] <nil>
// 1.0 ["a" "b"] <nil> 1:1 1:3  5
// 1.0 ["c" "d"] <nil> 2:1 2:3  10
// 1.0 [] EOF  10
// 1.1 ["a" "b"] <nil> 1:1 1:3  5
// 1.1 ["c" "d"] <nil> 2:1 2:3  10
// 1.1 [] EOF  10
// 1.2 ["a" "b"] <nil> 1:1 1:3  5
// 1.2 ["c" "d"] <nil> 2:1 2:3  10
// 1.2 [] EOF  10
// 1.3 ["a,b"] record on line 1: wrong number of fields 1:1  5
// {1 1 1 wrong number of fields} false true false
// 1.3 ["c,d"] record on line 2: wrong number of fields 2:1  10
// {2 2 1 wrong number of fields} false true false
// 1.3 [] EOF  10
// 1.4 ["a,b"] <nil> 1:1  5
// 1.4 ["c,d"] <nil> 2:1  10
// 1.4 [] EOF  10
// [["a" "b"] ["c" "d"]] <nil>
// 2.0 ["a\rb" "c"] <nil> 1:1 1:5  7
// 2.0 [] EOF  7
// 2.1 ["a\rb" "c"] <nil> 1:1 1:5  7
// 2.1 [] EOF  7
// 2.2 ["a\rb" "c"] <nil> 1:1 1:5  7
// 2.2 [] EOF  7
// 2.3 ["a\rb,c"] record on line 1: wrong number of fields 1:1  7
// {1 1 1 wrong number of fields} false true false
// 2.3 [] EOF  7
// 2.4 ["a\rb,c"] <nil> 1:1  7
// 2.4 [] EOF  7
// [["a\rb" "c"]] <nil>
// 3.0 ["a,a" "b\"b" "c\nd"] <nil> 1:1 1:7 1:14  19
// 3.0 [] EOF  19
// 3.1 ["a,a" "b\"b" "c\nd"] <nil> 1:1 1:7 1:14  19
// 3.1 [] EOF  19
// 3.2 ["a,a" "b\"b" "c\nd"] <nil> 1:1 1:7 1:14  19
// 3.2 [] EOF  19
// 3.3 [] parse error on line 1, column 5: extraneous or missing " in quoted-field  16
// {1 1 5 extraneous or missing " in quoted-field} true false false
// 3.3 [] parse error on line 2, column 2: bare " in non-quoted-field  19
// {2 2 2 bare " in non-quoted-field} false false true
// 3.3 [] EOF  19
// 3.4 [] parse error on line 1, column 5: extraneous or missing " in quoted-field  16
// {1 1 5 extraneous or missing " in quoted-field} true false false
// [["a,a" "b\"b" "c\nd"]] <nil>
// 4.0 [] EOF  0
// 4.1 [] EOF  0
// 4.2 [] EOF  0
// 4.3 [] EOF  0
// 4.4 [] EOF  0
// [] <nil>
// 5.0 [] EOF  2
// 5.1 [] EOF  2
// 5.2 [] EOF  2
// 5.3 [] EOF  2
// 5.4 [] EOF  2
// [] <nil>
// 6.0 ["a" "b"] <nil> 1:1 1:3  4
// 6.0 ["c" "d"] <nil> 3:1 3:3  8
// 6.0 [] EOF  8
// 6.1 ["a" "b"] <nil> 1:1 1:3  4
// 6.1 ["c" "d"] <nil> 3:1 3:3  8
// 6.1 [] EOF  8
// 6.2 ["a" "b"] <nil> 1:1 1:3  4
// 6.2 ["c" "d"] <nil> 3:1 3:3  8
// 6.2 [] EOF  8
// 6.3 ["a,b"] record on line 1: wrong number of fields 1:1  4
// {1 1 1 wrong number of fields} false true false
// 6.3 ["c,d"] record on line 3: wrong number of fields 3:1  8
// {3 3 1 wrong number of fields} false true false
// 6.3 [] EOF  8
// 6.4 ["a,b"] <nil> 1:1  4
// 6.4 ["c,d"] <nil> 3:1  8
// 6.4 [] EOF  8
// [["a" "b"] ["c" "d"]] <nil>
// 7.0 ["a" "b" ""] <nil> 1:1 1:3 1:5  5
// 7.0 ["c" "d" "e"] <nil> 2:1 2:3 2:5  11
// 7.0 [] EOF  11
// 7.1 ["a" "b" ""] <nil> 1:1 1:3 1:5  5
// 7.1 ["c" "d" "e"] <nil> 2:1 2:3 2:5  11
// 7.1 [] EOF  11
// 7.2 ["a" "b" ""] <nil> 1:1 1:3 1:5  5
// 7.2 ["c" "d" "e"] <nil> 2:1 2:3 2:5  11
// 7.2 [] EOF  11
// 7.3 ["a,b,"] record on line 1: wrong number of fields 1:1  5
// {1 1 1 wrong number of fields} false true false
// 7.3 ["c,d,e"] record on line 2: wrong number of fields 2:1  11
// {2 2 1 wrong number of fields} false true false
// 7.3 [] EOF  11
// 7.4 ["a,b,"] <nil> 1:1  5
// 7.4 ["c,d,e"] <nil> 2:1  11
// 7.4 [] EOF  11
// [["a" "b" ""] ["c" "d" "e"]] <nil>
// 8.0 ["a"] <nil> 1:1  2
// 8.0 ["b" "c"] record on line 2: wrong number of fields 2:1 2:3  6
// {2 2 1 wrong number of fields} false true false
// 8.0 [] EOF  6
// 8.1 ["a"] <nil> 1:1  2
// 8.1 ["b" "c"] <nil> 2:1 2:3  6
// 8.1 [] EOF  6
// 8.2 ["a"] <nil> 1:1  2
// 8.2 ["b" "c"] <nil> 2:1 2:3  6
// 8.2 [] EOF  6
// 8.3 ["a"] record on line 1: wrong number of fields 1:1  2
// {1 1 1 wrong number of fields} false true false
// 8.3 ["b,c"] record on line 2: wrong number of fields 2:1  6
// {2 2 1 wrong number of fields} false true false
// 8.3 [] EOF  6
// 8.4 ["a"] <nil> 1:1  2
// 8.4 ["b,c"] <nil> 2:1  6
// 8.4 [] EOF  6
// [] record on line 2: wrong number of fields
// 9.0 [] parse error on line 1, column 3: bare " in non-quoted-field  18
// {1 1 3 bare " in non-quoted-field} false false true
// 9.0 ["x"] <nil> 2:1  19
// 9.0 [] EOF  19
// 9.1 ["a \"word\"" "1\"2" "a\""] <nil> 1:1 1:10 1:16  18
// 9.1 ["x"] <nil> 2:1  19
// 9.1 [] EOF  19
// 9.2 [] parse error on line 1, column 3: bare " in non-quoted-field  18
// {1 1 3 bare " in non-quoted-field} false false true
// 9.2 ["x"] <nil> 2:1  19
// 9.2 [] EOF  19
// 9.3 [] parse error on line 1, column 3: bare " in non-quoted-field  18
// {1 1 3 bare " in non-quoted-field} false false true
// 9.3 ["x"] record on line 2: wrong number of fields 2:1  19
// {2 2 1 wrong number of fields} false true false
// 9.3 [] EOF  19
// 9.4 [] parse error on line 1, column 3: bare " in non-quoted-field  18
// {1 1 3 bare " in non-quoted-field} false false true
// [] parse error on line 1, column 3: bare " in non-quoted-field
// 10.0 [] parse error on line 1, column 3: extraneous or missing " in quoted-field  2
// {1 1 3 extraneous or missing " in quoted-field} true false false
// 10.0 [] EOF  2
// 10.1 ["a"] <nil> 1:1  2
// 10.1 [] EOF  2
// 10.2 [] parse error on line 1, column 3: extraneous or missing " in quoted-field  2
// {1 1 3 extraneous or missing " in quoted-field} true false false
// 10.2 [] EOF  2
// 10.3 [] parse error on line 1, column 3: extraneous or missing " in quoted-field  2
// {1 1 3 extraneous or missing " in quoted-field} true false false
// 10.3 [] EOF  2
// 10.4 [] parse error on line 1, column 3: extraneous or missing " in quoted-field  2
// {1 1 3 extraneous or missing " in quoted-field} true false false
// [] parse error on line 1, column 3: extraneous or missing " in quoted-field
// 11.0 [] record on line 1; parse error on line 2, column 2: extraneous or missing " in quoted-field  4
// {1 2 2 extraneous or missing " in quoted-field} true false false
// 11.0 [] EOF  4
// 11.1 ["a\nb"] <nil> 1:1  4
// 11.1 [] EOF  4
// 11.2 [] record on line 1; parse error on line 2, column 2: extraneous or missing " in quoted-field  4
// {1 2 2 extraneous or missing " in quoted-field} true false false
// 11.2 [] EOF  4
// 11.3 [] record on line 1; parse error on line 2, column 2: extraneous or missing " in quoted-field  4
// {1 2 2 extraneous or missing " in quoted-field} true false false
// 11.3 [] EOF  4
// 11.4 [] record on line 1; parse error on line 2, column 2: extraneous or missing " in quoted-field  4
// {1 2 2 extraneous or missing " in quoted-field} true false false
// [] record on line 1; parse error on line 2, column 2: extraneous or missing " in quoted-field
// 12.0 ["a"] parse error on line 1, column 5: extraneous or missing " in quoted-field 1:1  8
// {1 1 5 extraneous or missing " in quoted-field} true false false
// 12.0 [] EOF  8
// 12.1 ["a" "b\" ,c"] <nil> 1:1 1:3  8
// 12.1 [] EOF  8
// 12.2 ["a"] parse error on line 1, column 5: extraneous or missing " in quoted-field 1:1  8
// {1 1 5 extraneous or missing " in quoted-field} true false false
// 12.2 [] EOF  8
// 12.3 [] parse error on line 1, column 3: bare " in non-quoted-field  8
// {1 1 3 bare " in non-quoted-field} false false true
// 12.3 [] EOF  8
// 12.4 [] parse error on line 1, column 3: bare " in non-quoted-field  8
// {1 1 3 bare " in non-quoted-field} false false true
// [] parse error on line 1, column 5: extraneous or missing " in quoted-field
// 13.0 [] parse error on line 1, column 3: extraneous or missing " in quoted-field  5
// {1 1 3 extraneous or missing " in quoted-field} true false false
// 13.0 [] EOF  5
// 13.1 ["a\"b\n"] <nil> 1:1  5
// 13.1 [] EOF  5
// 13.2 [] parse error on line 1, column 3: extraneous or missing " in quoted-field  5
// {1 1 3 extraneous or missing " in quoted-field} true false false
// 13.2 [] EOF  5
// 13.3 [] parse error on line 1, column 3: extraneous or missing " in quoted-field  5
// {1 1 3 extraneous or missing " in quoted-field} true false false
// 13.3 [] EOF  5
// 13.4 [] parse error on line 1, column 3: extraneous or missing " in quoted-field  5
// {1 1 3 extraneous or missing " in quoted-field} true false false
// [] parse error on line 1, column 3: extraneous or missing " in quoted-field
// 14.0 [" a" "  b"] <nil> 1:1 1:4  7
// 14.0 [] EOF  7
// 14.1 [" a" "  b"] <nil> 1:1 1:4  7
// 14.1 [] EOF  7
// 14.2 ["a" "b"] <nil> 1:2 1:6  7
// 14.2 [] EOF  7
// 14.3 [" a,  b"] record on line 1: wrong number of fields 1:1  7
// {1 1 1 wrong number of fields} false true false
// 14.3 [] EOF  7
// 14.4 [" a,  b"] <nil> 1:1  7
// 14.4 [] EOF  7
// [[" a" "  b"]] <nil>
// 15.0 ["#x"] <nil> 1:1  3
// 15.0 ["a" "b"] record on line 2: wrong number of fields 2:1 2:3  7
// {2 2 1 wrong number of fields} false true false
// 15.0 ["#y"] <nil> 3:1  9
// 15.0 [] EOF  9
// 15.1 ["#x"] <nil> 1:1  3
// 15.1 ["a" "b"] <nil> 2:1 2:3  7
// 15.1 ["#y"] <nil> 3:1  9
// 15.1 [] EOF  9
// 15.2 ["a" "b"] <nil> 2:1 2:3  7
// 15.2 [] EOF  9
// 15.3 ["#x"] record on line 1: wrong number of fields 1:1  3
// {1 1 1 wrong number of fields} false true false
// 15.3 ["a,b"] record on line 2: wrong number of fields 2:1  7
// {2 2 1 wrong number of fields} false true false
// 15.3 ["#y"] record on line 3: wrong number of fields 3:1  9
// {3 3 1 wrong number of fields} false true false
// 15.3 [] EOF  9
// 15.4 ["#x"] <nil> 1:1  3
// 15.4 ["a,b"] <nil> 2:1  7
// 15.4 ["#y"] <nil> 3:1  9
// 15.4 [] EOF  9
// [] record on line 2: wrong number of fields
// 16.0 ["a;b;c"] <nil> 1:1  6
// 16.0 [] EOF  6
// 16.1 ["a;b;c"] <nil> 1:1  6
// 16.1 [] EOF  6
// 16.2 ["a;b;c"] <nil> 1:1  6
// 16.2 [] EOF  6
// 16.3 ["a" "b" "c"] record on line 1: wrong number of fields 1:1 1:3 1:5  6
// {1 1 1 wrong number of fields} false true false
// 16.3 [] EOF  6
// 16.4 ["a;b;c"] <nil> 1:1  6
// 16.4 [] EOF  6
// [["a;b;c"]] <nil>
// 17.0 ["é" "ü"] <nil> 1:1 1:4  6
// 17.0 ["ß" ""] <nil> 2:1 2:6  14
// 17.0 [] EOF  14
// 17.1 ["é" "ü"] <nil> 1:1 1:4  6
// 17.1 ["ß" ""] <nil> 2:1 2:6  14
// 17.1 [] EOF  14
// 17.2 ["é" "ü"] <nil> 1:1 1:4  6
// 17.2 ["ß" ""] <nil> 2:1 2:6  14
// 17.2 [] EOF  14
// 17.3 ["é,ü"] record on line 1: wrong number of fields 1:1  6
// {1 1 1 wrong number of fields} false true false
// 17.3 [] parse error on line 2, column 4: extraneous or missing " in quoted-field  14
// {2 2 4 extraneous or missing " in quoted-field} true false false
// 17.3 [] EOF  14
// 17.4 ["é,ü"] <nil> 1:1  6
// 17.4 [] parse error on line 2, column 4: extraneous or missing " in quoted-field  14
// {2 2 4 extraneous or missing " in quoted-field} true false false
// [["é" "ü"] ["ß" ""]] <nil>
// 18.0 ["x" "\"" "y"] <nil> 1:1 1:3 1:8  9
// 18.0 [] EOF  9
// 18.1 ["x" "\"" "y"] <nil> 1:1 1:3 1:8  9
// 18.1 [] EOF  9
// 18.2 ["x" "\"" "y"] <nil> 1:1 1:3 1:8  9
// 18.2 [] EOF  9
// 18.3 [] parse error on line 1, column 3: bare " in non-quoted-field  9
// {1 1 3 bare " in non-quoted-field} false false true
// 18.3 [] EOF  9
// 18.4 [] parse error on line 1, column 3: bare " in non-quoted-field  9
// {1 1 3 bare " in non-quoted-field} false false true
// [["x" "\"" "y"]] <nil>
// 19.0 ["a\n\nb" "c"] <nil> 1:1 3:4  9
// 19.0 [] parse error on line 4, column 2: extraneous or missing " in quoted-field  10
// {4 4 2 extraneous or missing " in quoted-field} true false false
// 19.0 [] EOF  10
// 19.1 ["a\n\nb" "c"] <nil> 1:1 3:4  9
// 19.1 [""] <nil> 4:1  10
// 19.1 [] EOF  10
// 19.2 ["a\n\nb" "c"] <nil> 1:1 3:4  9
// 19.2 [] parse error on line 4, column 2: extraneous or missing " in quoted-field  10
// {4 4 2 extraneous or missing " in quoted-field} true false false
// 19.2 [] EOF  10
// 19.3 [] record on line 1; parse error on line 3, column 2: extraneous or missing " in quoted-field  9
// {1 3 2 extraneous or missing " in quoted-field} true false false
// 19.3 [] parse error on line 4, column 2: extraneous or missing " in quoted-field  10
// {4 4 2 extraneous or missing " in quoted-field} true false false
// 19.3 [] EOF  10
// 19.4 [] record on line 1; parse error on line 3, column 2: extraneous or missing " in quoted-field  9
// {1 3 2 extraneous or missing " in quoted-field} true false false
// [] parse error on line 4, column 2: extraneous or missing " in quoted-field
// 20.0 ["" ""] <nil> 1:1 1:2  2
// 20.0 ["" "" ""] record on line 2: wrong number of fields 2:1 2:2 2:3  5
// {2 2 1 wrong number of fields} false true false
// 20.0 [] EOF  5
// 20.1 ["" ""] <nil> 1:1 1:2  2
// 20.1 ["" "" ""] <nil> 2:1 2:2 2:3  5
// 20.1 [] EOF  5
// 20.2 ["" ""] <nil> 1:1 1:2  2
// 20.2 ["" "" ""] <nil> 2:1 2:2 2:3  5
// 20.2 [] EOF  5
// 20.3 [","] record on line 1: wrong number of fields 1:1  2
// {1 1 1 wrong number of fields} false true false
// 20.3 [",,"] record on line 2: wrong number of fields 2:1  5
// {2 2 1 wrong number of fields} false true false
// 20.3 [] EOF  5
// 20.4 [","] <nil> 1:1  2
// 20.4 [",,"] <nil> 2:1  5
// 20.4 [] EOF  5
// [] record on line 2: wrong number of fields
// 21.0 ["a"] record on line 1; parse error on line 2, column 2: extraneous or missing " in quoted-field 1:1  11
// {1 2 2 extraneous or missing " in quoted-field} true false false
// 21.0 [] EOF  11
// 21.1 ["a" "b\nc\"d,e\n"] <nil> 1:1 1:3  11
// 21.1 [] EOF  11
// 21.2 ["a"] record on line 1; parse error on line 2, column 2: extraneous or missing " in quoted-field 1:1  11
// {1 2 2 extraneous or missing " in quoted-field} true false false
// 21.2 [] EOF  11
// 21.3 [] parse error on line 1, column 3: bare " in non-quoted-field  5
// {1 1 3 bare " in non-quoted-field} false false true
// 21.3 [] parse error on line 2, column 2: bare " in non-quoted-field  11
// {2 2 2 bare " in non-quoted-field} false false true
// 21.3 [] EOF  11
// 21.4 [] parse error on line 1, column 3: bare " in non-quoted-field  5
// {1 1 3 bare " in non-quoted-field} false false true
// [] record on line 1; parse error on line 2, column 2: extraneous or missing " in quoted-field
// 22.0 ["a" "b"] <nil> 1:1 1:3  4
// 22.0 [] EOF  4
// 22.1 ["a" "b"] <nil> 1:1 1:3  4
// 22.1 [] EOF  4
// 22.2 ["a" "b"] <nil> 1:1 1:3  4
// 22.2 [] EOF  4
// 22.3 ["a,b"] record on line 1: wrong number of fields 1:1  4
// {1 1 1 wrong number of fields} false true false
// 22.3 [] EOF  4
// 22.4 ["a,b"] <nil> 1:1  4
// 22.4 [] EOF  4
// [["a" "b"]] <nil>
// 23.0 ["a\nb"] <nil> 1:1  8
// 23.0 [] EOF  8
// 23.1 ["a\nb"] <nil> 1:1  8
// 23.1 [] EOF  8
// 23.2 ["a\nb"] <nil> 1:1  8
// 23.2 [] EOF  8
// 23.3 ["a\nb"] record on line 1: wrong number of fields 1:1  8
// {1 1 1 wrong number of fields} false true false
// 23.3 [] EOF  8
// 23.4 ["a\nb"] <nil> 1:1  8
// 23.4 [] EOF  8
// [["a\nb"]] <nil>
// 24.0 ["one\xffλtwo" "three"] <nil> 1:1 1:11  16
// 24.0 [] EOF  16
// 24.1 ["one\xffλtwo" "three"] <nil> 1:1 1:11  16
// 24.1 [] EOF  16
// 24.2 ["one\xffλtwo" "three"] <nil> 1:1 1:11  16
// 24.2 [] EOF  16
// 24.3 ["one\xffλtwo,three"] record on line 1: wrong number of fields 1:1  16
// {1 1 1 wrong number of fields} false true false
// 24.3 [] EOF  16
// 24.4 ["one\xff" "two,three"] <nil> 1:1 1:7  16
// 24.4 [] EOF  16
// [["one\xffλtwo" "three"]] <nil>
// 25.0 [] parse error on line 1, column 2: bare " in non-quoted-field  4
// {1 1 2 bare " in non-quoted-field} false false true
// 25.0 [] EOF  4
// 25.1 ["a\"b"] <nil> 1:1  4
// 25.1 [] EOF  4
// 25.2 [] parse error on line 1, column 2: bare " in non-quoted-field  4
// {1 1 2 bare " in non-quoted-field} false false true
// 25.2 [] EOF  4
// 25.3 [] parse error on line 1, column 2: bare " in non-quoted-field  4
// {1 1 2 bare " in non-quoted-field} false false true
// 25.3 [] EOF  4
// 25.4 [] parse error on line 1, column 2: bare " in non-quoted-field  4
// {1 1 2 bare " in non-quoted-field} false false true
// [] parse error on line 1, column 2: bare " in non-quoted-field
// 26.0 ["\t a" " \tb"] <nil> 1:1 1:5  8
// 26.0 [" "] record on line 2: wrong number of fields 2:1  10
// {2 2 1 wrong number of fields} false true false
// 26.0 [] EOF  10
// 26.1 ["\t a" " \tb"] <nil> 1:1 1:5  8
// 26.1 [" "] <nil> 2:1  10
// 26.1 [] EOF  10
// 26.2 ["a" "b"] <nil> 1:3 1:7  8
// 26.2 [""] <nil> 2:2  10
// 26.2 [] EOF  10
// 26.3 ["\t a, \tb"] record on line 1: wrong number of fields 1:1  8
// {1 1 1 wrong number of fields} false true false
// 26.3 [" "] record on line 2: wrong number of fields 2:1  10
// {2 2 1 wrong number of fields} false true false
// 26.3 [] EOF  10
// 26.4 ["\t a, \tb"] <nil> 1:1  8
// 26.4 [" "] <nil> 2:1  10
// 26.4 [] EOF  10
// [] record on line 2: wrong number of fields
// 27.0 ["a" "b" "c"] <nil> 1:1 1:3 1:5  6
// 27.0 ["d" "e"] record on line 2: wrong number of fields 2:1 2:3  10
// {2 2 1 wrong number of fields} false true false
// 27.0 ["f" "g" "h"] <nil> 3:1 3:3 3:5  15
// 27.0 [] EOF  15
// 27.1 ["a" "b" "c"] <nil> 1:1 1:3 1:5  6
// 27.1 ["d" "e"] <nil> 2:1 2:3  10
// 27.1 ["f" "g" "h"] <nil> 3:1 3:3 3:5  15
// 27.1 [] EOF  15
// 27.2 ["a" "b" "c"] <nil> 1:1 1:3 1:5  6
// 27.2 ["d" "e"] <nil> 2:1 2:3  10
// 27.2 ["f" "g" "h"] <nil> 3:1 3:3 3:5  15
// 27.2 [] EOF  15
// 27.3 ["a,b,c"] record on line 1: wrong number of fields 1:1  6
// {1 1 1 wrong number of fields} false true false
// 27.3 ["d,e"] record on line 2: wrong number of fields 2:1  10
// {2 2 1 wrong number of fields} false true false
// 27.3 ["f,g,h"] record on line 3: wrong number of fields 3:1  15
// {3 3 1 wrong number of fields} false true false
// 27.3 [] EOF  15
// 27.4 ["a,b,c"] <nil> 1:1  6
// 27.4 ["d,e"] <nil> 2:1  10
// 27.4 ["f,g,h"] <nil> 3:1  15
// 27.4 [] EOF  15
// [] record on line 2: wrong number of fields
// 28.0 ["1" "2"] <nil> 1:1 1:3  4
// 28.0 ["3" "4\n5" "6"] record on line 2: wrong number of fields 2:1 2:3 3:4  14
// {2 2 1 wrong number of fields} false true false
// 28.0 [] EOF  14
// 28.1 ["1" "2"] <nil> 1:1 1:3  4
// 28.1 ["3" "4\n5" "6"] <nil> 2:1 2:3 3:4  14
// 28.1 [] EOF  14
// 28.2 ["1" "2"] <nil> 1:1 1:3  4
// 28.2 ["3" "4\n5" "6"] <nil> 2:1 2:3 3:4  14
// 28.2 [] EOF  14
// 28.3 ["1,2"] record on line 1: wrong number of fields 1:1  4
// {1 1 1 wrong number of fields} false true false
// 28.3 [] parse error on line 2, column 3: bare " in non-quoted-field  9
// {2 2 3 bare " in non-quoted-field} false false true
// 28.3 [] parse error on line 3, column 2: bare " in non-quoted-field  14
// {3 3 2 bare " in non-quoted-field} false false true
// 28.3 [] EOF  14
// 28.4 ["1,2"] <nil> 1:1  4
// 28.4 [] parse error on line 2, column 3: bare " in non-quoted-field  9
// {2 2 3 bare " in non-quoted-field} false false true
// [] record on line 2: wrong number of fields
// 29.0 ["x"] <nil> 1:1  5
// 29.0 ["y"] <nil> 2:1  8
// 29.0 [] EOF  9
// 29.1 ["x"] <nil> 1:1  5
// 29.1 ["y"] <nil> 2:1  8
// 29.1 [] EOF  9
// 29.2 ["x"] <nil> 1:1  5
// 29.2 ["y"] <nil> 2:1  8
// 29.2 [] EOF  9
// 29.3 ["x"] record on line 1: wrong number of fields 1:1  5
// {1 1 1 wrong number of fields} false true false
// 29.3 ["y"] record on line 2: wrong number of fields 2:1  8
// {2 2 1 wrong number of fields} false true false
// 29.3 [] EOF  9
// 29.4 ["x"] <nil> 1:1  5
// 29.4 ["y"] <nil> 2:1  8
// 29.4 [] EOF  9
// [["x"] ["y"]] <nil>
// 2002 5000 yy"z end <nil>
// csv: invalid field or comment delimiter
// <nil> <nil>
// "a,b\n\n,\n\" a\",b ,\"\tc\"\n\"x,y\",\"q\"\"q\",\"l1\nl2\",\"cr\rlf\r\n\"\n\"\\.\"\né,\"ü,\"\na;b,|\n\n"
// <nil> <nil>
// "a,b\r\n\r\n,\r\n\" a\",b ,\"\tc\"\r\n\"x,y\",\"q\"\"q\",\"l1\r\nl2\",\"crlf\r\n\"\r\n\"\\.\"\r\né,\"ü,\"\r\na;b,|\r\n\r\n"
// <nil> <nil>
// "aéb\n\né\n\" a\"éb é\"\tc\"\nx,yé\"q\"\"q\"é\"l1\nl2\"é\"cr\rlf\r\n\"\n\"\\.\"\n\"é\"éü,\na;bé|\n\n"
// csv: invalid field or comment delimiter
// full
