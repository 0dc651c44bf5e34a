// Types of the program's own as io.Reader and io.Writer.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
)

type slowReader struct {
	text string
	pos  int
}

func (s *slowReader) Read(p []byte) (int, error) {
	if s.pos >= len(s.text) {
		return 0, io.EOF
	}
	n := copy(p, s.text[s.pos:s.pos+1])
	s.pos += n
	return n, nil
}

type upper struct{ w io.Writer }

func (u upper) Write(p []byte) (int, error) {
	return u.w.Write([]byte(strings.ToUpper(string(p))))
}

type counting struct {
	io.Writer
	n int
}

func (c *counting) Write(p []byte) (int, error) {
	c.n += len(p)
	return c.Writer.Write(p)
}

type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.left {
		return 0, fmt.Errorf("full, %d left", f.left)
	}
	f.left -= len(p)
	return len(p), nil
}

func main() {
	in := bufio.NewScanner(&slowReader{text: "one two\nthree\n"})
	for in.Scan() {
		fmt.Println(in.Text())
	}
	c := &counting{Writer: upper{os.Stdout}}
	fmt.Fprintf(c, "%s %d\n", "shout", 5)
	w := bufio.NewWriter(c)
	fmt.Fprintln(w, "buffered shout")
	w.Flush()
	fmt.Println(c.n)
	n, err := fmt.Fprintln(&failing{3}, "too long")
	fmt.Println(n, err)
	fw := bufio.NewWriterSize(&failing{20}, 16)
	for i := 0; i < 10; i++ {
		fmt.Fprint(fw, "12345678")
	}
	fmt.Println(fw.Flush())
	data, err := io.ReadAll(&slowReader{text: "all of it"})
	fmt.Println(string(data), err)
	r := strings.NewReader("reader")
	buf := make([]byte, 4)
	k, err := r.Read(buf)
	fmt.Println(k, err, string(buf[:k]), r.Len())
	io.WriteString(os.Stdout, "written\n")
}

// Output:
// one two
// three
// SHOUT 5
// BUFFERED SHOUT
// 23
// 0 full, 3 left
// full, 4 left
// all of it <nil>
// 4 <nil> read 2
// written
