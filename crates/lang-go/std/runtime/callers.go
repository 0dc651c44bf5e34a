package runtime

// A program counter of ours is a function and a place in the source; 0 is none.

// callers are those of the goroutine's calls from the skip-th on, innermost first; 0 is who calls this.
func callers(skip int, pc []uintptr) int

// function is the name of a program counter's function.
func function(pc uintptr) string

// place is where a program counter stands; line 0 if nowhere.
func place(pc uintptr) (file string, line int)

// trace is the stack of the goroutine as a panic shows it, without the innermost skip calls.
func trace(skip int) string

// otherTraces are the stacks of the other goroutines, each after an empty line.
func otherTraces() string

// otherCallers has for each of the other goroutines the number of its calls, and the calls.
func otherCallers() []uintptr

func Callers(skip int, pc []uintptr) int { return callers(skip, pc) }

func Caller(skip int) (pc uintptr, file string, line int, ok bool) {
	var one [1]uintptr
	if callers(skip+1, one[:]) == 0 {
		return
	}
	file, line = place(one[0])
	return one[0], file, line, line > 0
}

// Func is a function of the program.
type Func struct{ pc uintptr }

func FuncForPC(pc uintptr) *Func {
	if function(pc) == "" {
		return nil
	}
	return &Func{pc}
}

func (f *Func) Name() string {
	if f == nil {
		return ""
	}
	return function(f.pc)
}

// Entry is the function's without a place, which is below those with one.
func (f *Func) Entry() uintptr { return entry(f.pc) }

func entry(pc uintptr) uintptr { return pc &^ (1<<32 - 1) }

func (f *Func) FileLine(pc uintptr) (file string, line int) { return place(pc) }

// Frame is a call.
type Frame struct {
	PC       uintptr
	Func     *Func
	Function string
	File     string
	Line     int
	Entry    uintptr
}

// Frames are the calls of some program counters.
type Frames struct{ callers []uintptr }

func CallersFrames(callers []uintptr) *Frames { return &Frames{callers} }

func (ci *Frames) Next() (frame Frame, more bool) {
	if len(ci.callers) == 0 {
		return Frame{}, false
	}
	pc := ci.callers[0]
	ci.callers = ci.callers[1:]
	frame = Frame{PC: pc, Func: FuncForPC(pc), Function: function(pc), Entry: entry(pc)}
	frame.File, frame.Line = place(pc)
	return frame, len(ci.callers) > 0
}

// StackRecord is a stack.
type StackRecord struct{ Stack0 [32]uintptr }

func (r *StackRecord) Stack() []uintptr { return upToZero(r.Stack0[:]) }

func upToZero(stack []uintptr) []uintptr {
	for i, pc := range stack {
		if pc == 0 {
			return stack[:i]
		}
	}
	return stack
}

// Stack writes the stack of the goroutine, and, if all are wanted, those of the others.
func Stack(buf []byte, all bool) int {
	n := copy(buf, trace(1))
	if all {
		n += copy(buf[n:], otherTraces())
	}
	return n
}
