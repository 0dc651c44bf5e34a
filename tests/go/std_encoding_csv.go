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
		fmt.Println(csv.NewReader(strings.NewReader(in)).ReadAll())
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
		w := csv.NewWriter(os.Stdout)
		switch variant {
		case 1:
			w.UseCRLF = true
		case 2:
			w.Comma = 'é'
		}
		fmt.Println(w.WriteAll(records), w.Error())
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
