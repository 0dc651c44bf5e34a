// Packages errors and io, and what os refuses.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

type code int

func (c code) Error() string { return fmt.Sprint("code ", int(c)) }

type timeout interface{ Timeout() bool }

type slow struct{ why string }

func (s *slow) Error() string   { return s.why }
func (s *slow) Timeout() bool   { return true }
func (s *slow) Is(e error) bool { return e == io.ErrNoProgress }

type list []error

func (l list) Error() string   { return fmt.Sprint(len(l), " errors") }
func (l list) Unwrap() []error { return l }

type broken struct{ n int }

func (b *broken) Write(p []byte) (int, error) {
	b.n++
	if b.n > 1 {
		return 0, errors.New("disk full")
	}
	return len(p), nil
}

func main() {
	base := errors.New("base")
	w := fmt.Errorf("outer: %w", fmt.Errorf("inner: %w", base))
	fmt.Println(w, errors.Is(w, base), errors.Unwrap(w), errors.Unwrap(base), errors.Is(w, io.EOF), errors.Is(nil, base))
	two := fmt.Errorf("%w and %w", code(3), io.EOF)
	var c code
	fmt.Println(errors.Is(two, io.EOF), errors.As(two, &c), int(c), errors.Unwrap(two))
	var t timeout
	s := fmt.Errorf("x %w", &slow{"late"})
	fmt.Println(errors.As(s, &t), t != nil && t.Timeout(), errors.Is(s, io.ErrNoProgress))
	var sp *slow
	fmt.Println(errors.As(s, &sp), sp.why, errors.As(base, &sp))
	j := errors.Join(nil, base, nil, code(7))
	fmt.Println(j, errors.Is(j, base), errors.As(j, &c), int(c), errors.Join(nil, nil) == nil)
	fmt.Println(errors.Is(list{base, io.EOF}, io.EOF), errors.Is(list{base}, io.EOF))
	fmt.Printf("%T %T %T %T\n", base, w, two, j)
	func() {
		defer func() { fmt.Println(recover()) }()
		errors.As(w, nil)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var n int
		errors.As(w, &n)
	}()

	r := io.LimitReader(strings.NewReader("limited text"), 7)
	b, err := io.ReadAll(r)
	fmt.Printf("%q %v\n", b, err)
	var sb strings.Builder
	n, err := io.Copy(&sb, io.TeeReader(io.MultiReader(strings.NewReader("one "), strings.NewReader("two\n")), os.Stdout))
	fmt.Println(n, err, sb.Len())
	buf := make([]byte, 4)
	k, err := io.ReadFull(strings.NewReader("abc"), buf)
	fmt.Println(k, err)
	k, err = io.ReadFull(strings.NewReader(""), buf)
	fmt.Println(k, err)
	k, err = io.ReadAtLeast(strings.NewReader("abcdef"), buf, 5)
	fmt.Println(k, err)
	n, err = io.CopyN(io.Discard, strings.NewReader("abc"), 5)
	fmt.Println(n, err)
	sec := io.NewSectionReader(strings.NewReader("0123456789"), 2, 5)
	b, err = io.ReadAll(sec)
	fmt.Println(string(b), err, sec.Size())
	bw := bufio.NewWriterSize(&broken{}, 16)
	fmt.Fprint(bw, strings.Repeat("x", 20))
	fmt.Fprint(bw, strings.Repeat("y", 40))
	fmt.Println(bw.Flush())
	io.MultiWriter(os.Stdout, &sb).Write([]byte("both\n"))
	io.WriteString(os.Stdout, sb.String())
	_, err = os.Stdin.Write([]byte("x"))
	fmt.Println(err != nil)
}

// Output:
// outer: inner: base true inner: base <nil> false false
// true true 3 <nil>
// true true true
// true late false
// base
// code 7 true true 7 true
// true false
// *errors.errorString *fmt.wrapError *fmt.wrapErrors *errors.joinError
// errors: target cannot be nil
// errors: *target must be interface or implement error
// "limited" <nil>
// one two
// 8 <nil> 8
// 3 unexpected EOF
// 0 EOF
// 0 short buffer
// 3 EOF
// 23456 <nil> 5
// disk full
// both
// one two
// both
// true
