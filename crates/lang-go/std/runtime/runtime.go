// Package runtime: errors of the run time, panics that nobody recovers, the scheduler's small services.
package runtime

// Error is what run-time errors are, besides errors.
type Error interface {
	error
	RuntimeError()
}

// errorString is the type of the values that trapping operations panic with; it holds the whole text.
type errorString string

func (e errorString) Error() string { return string(e) }
func (e errorString) RuntimeError() {}

// boundsError is the type of those for indices and bounds of slices.
type boundsError string

func (e boundsError) Error() string { return string(e) }
func (e boundsError) RuntimeError() {}

// plainError is the type of those whose texts do not begin with "runtime error".
type plainError string

func (e plainError) Error() string { return string(e) }
func (e plainError) RuntimeError() {}

// TypeAssertionError is what assertions of types that do not hold panic with. The run time makes it of its text alone.
type TypeAssertionError struct{ text string }

func (e *TypeAssertionError) Error() string { return e.text }
func (*TypeAssertionError) RuntimeError()   {}

// PanicNilError is what panic(nil) panics with.
type PanicNilError struct{ text string }

func (*PanicNilError) Error() string { return "panic called with nil argument" }
func (*PanicNilError) RuntimeError() {}

const (
	Compiler = "gc"
	GOOS     = "linux"
	GOARCH   = "amd64"
)

func Version() string       { return "go1.26" }
func GOROOT() string        { return "" }
func NumCPU() int           { return 1 }
func GOMAXPROCS(n int) int  { return 1 }
func SetDefaultGOMAXPROCS() {}
func NumCgoCall() int64     { return 0 }
func LockOSThread()         {}
func UnlockOSThread()       {}

func Breakpoint() {}

func Gosched()
func NumGoroutine() int

// Goexit ends the goroutine after its deferred calls.
func Goexit()

// leave ends the goroutine here and now.
func leave()

type stringer interface{ String() string }

const (
	recovered  = 1
	trap       = 2
	sameAsNext = 4
	nilAccess  = 8
	leaving    = 16
)

// How many panics of this goroutine are in flight, and what the n-th of them is.
func raiseCount() int
func raiseState(n int) int
func raiseText(n int) string
func raiseValue(n int) any

// valueText is a value as panics print it, without calling methods; lines after the first are indented.
func valueText(v any) string

// uncaught ends the run, with the frames of the last of n panics.
func uncaught(message string, n int)

// What print and println become.
func printString(s string)
func printInt(n int64)
func printUint(n uint64)
func printFloat(x float64)
func printFloat32(x float32)
func printComplex(re, im float64)
func printComplex64(re, im float64)
func printBool(b bool)
func printPointer(p uintptr)
func printSpace()
func printNewline()

// fatal is called when a panic has left the first function of a goroutine.
func fatal() {
	n := raiseCount()
	if n > 0 && raiseState(n-1)&leaving != 0 {
		leave()
	}
	text := ""
	for i := 0; i < n; i++ {
		if raiseState(i)&leaving != 0 {
			continue
		}
		if i > 0 && raiseState(i-1)&sameAsNext != 0 {
			continue
		}
		if text != "" {
			text += "\n\t"
		}
		state := raiseState(i)
		var value string
		if state&trap != 0 {
			value = valueText(raiseText(i))
		} else {
			var failure string
			value, failure = describe(raiseValue(i))
			if failure != "" {
				uncaught("fatal error: panic while printing panic value"+failure, n)
			}
		}
		text += "panic: " + value
		switch state & (recovered | sameAsNext) {
		case recovered:
			text += " [recovered]"
		case recovered | sameAsNext:
			text += " [recovered, repanicked]"
		}
	}
	if n > 0 && raiseState(n-1)&nilAccess != 0 {
		text += "\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x0]"
	}
	uncaught(text, n)
}

// describe is the text of a panic's value, or what went wrong when it was asked.
func describe(v any) (text string, failure string) {
	defer func() {
		if r := recover(); r != nil {
			failure = complaint(r)
		}
	}()
	switch v := v.(type) {
	case error:
		return valueText(v.Error()), ""
	case stringer:
		return valueText(v.String()), ""
	}
	return valueText(v), ""
}

func complaint(r any) (text string) {
	defer func() {
		if recover() != nil {
			text = ": and again"
		}
	}()
	switch r := r.(type) {
	case error:
		return ": " + r.Error()
	case stringer:
		return ": " + r.String()
	case string:
		return ": " + r
	}
	return ": " + valueText(r)
}
