package purlin

import "github.com/ebitengine/purego"

// A Kind is what sort of ending an [Error] is: errors.Is(err, purlin.OutOfGas).
type Kind string

// The kinds of endings.
const (
	Uncaught      Kind = "Uncaught"      // The guest panicked, and nothing recovered.
	Exit          Kind = "Exit"          // The guest ended the program: Error.ExitCode.
	Deadlock      Kind = "Deadlock"      // No goroutine of the guest's can ever run again.
	OutOfGas      Kind = "OutOfGas"      // The gas is used up: Refuel and Resume.
	AllocBytes    Kind = "AllocBytes"    // The limit of bytes allocated in all is reached.
	CallDepth     Kind = "CallDepth"     // The limit of nested calls is reached.
	OutOfMemory   Kind = "OutOfMemory"   // The memory limit is reached.
	StackOverflow Kind = "StackOverflow" // The limit of stack is reached.
	OutputLimit   Kind = "OutputLimit"   // The limit of output is reached.
	Deadline      Kind = "Deadline"      // The deadline has passed.
	Cancelled     Kind = "Cancelled"     // The host cancelled the isolate.
	HostObjects   Kind = "HostObjects"   // The limit of the host's objects is reached.
	Host          Kind = "Host"          // A host function failed, a value could not cross, or the call was wrong.
	Io            Kind = "Io"            // A stream of the host's failed.
	Internal      Kind = "Internal"      // A defect of Purlin.
	Compile       Kind = "Compile"       // The program does not compile.
	GuestError    Kind = "GuestError"    // The guest's function returned an error.
	Busy          Kind = "Busy"          // The isolate is in use, also by the host function that asks for it.
	Usage         Kind = "Usage"         // Something that no program should do, as using what was closed.
	Panic         Kind = "Panic"         // A panic of Purlin's own code, which is a defect.
)

// Error is the kind as a word, so that a Kind is a target of [errors.Is].
func (k Kind) Error() string { return string(k) }

// An Error is every ending that is no result.
type Error struct {
	Kind      Kind
	Message   string // What happened, in one sentence or in several lines.
	Traceback string // The guest's frames, innermost first; empty where no guest code ran.
	Report    string // All of it as a person reads it.
	ExitCode  int    // The code with which the guest ended the program.
	Cause     error  // Why the context of the call is done, if that ended it.
}

// Error is the kind and the message.
func (e *Error) Error() string { return string(e.Kind) + ": " + e.Message }

// Is tells whether the target is the kind of the error.
func (e *Error) Is(target error) bool {
	kind, ok := target.(Kind)
	return ok && kind == e.Kind
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Cause }

func busy() *Error {
	return &Error{Kind: Busy, Message: "the isolate is in use", Report: "the isolate is in use"}
}

func closed() *Error {
	return &Error{Kind: Usage, Message: "the isolate is closed", Report: "the isolate is closed"}
}

// Takes an error of the library's, if the status is one.
func errorOf(status, handle uintptr) error {
	if int32(status) == 0 {
		return nil
	}
	if handle == 0 {
		return &Error{Kind: Internal, Message: "an error without a handle"}
	}
	code, _, _ := purego.SyscallN(entry.errorExitCode, handle)
	err := &Error{
		Kind:      Kind(textOf(entry.errorName, handle)),
		Message:   textOf(entry.errorMessage, handle),
		Traceback: textOf(entry.errorTraceback, handle),
		Report:    textOf(entry.errorReport, handle),
		ExitCode:  int(int32(code)),
	}
	purego.SyscallN(entry.errorFree, handle)
	return err
}
