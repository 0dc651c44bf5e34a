// Package stdio is the standard streams, for packages that should not load os. What os.Stdout and os.Stdin hold is
// known here once os is loaded.
package stdio

import "io"

// Write writes to stream 1 or 2.
func Write(stream int, b []byte)
func WriteString(stream int, s string)

// Read reads standard input; 0 at its end.
func Read(b []byte) int

// Set by os: what the variables of these names hold now.
var (
	Stdout func() io.Writer
	Stdin  func() io.Reader
)

// Print writes to what os.Stdout holds.
func Print(b []byte) (n int, err error) {
	if Stdout != nil {
		return Stdout().Write(b)
	}
	Write(1, b)
	return len(b), nil
}

type input struct{}

func (input) Read(b []byte) (n int, err error) {
	if len(b) == 0 {
		return 0, nil
	}
	n = Read(b)
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// Input is what os.Stdin holds.
func Input() io.Reader {
	if Stdin != nil {
		return Stdin()
	}
	return input{}
}
