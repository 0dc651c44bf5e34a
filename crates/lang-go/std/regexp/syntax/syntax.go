// Package syntax reads regular expressions into trees, simplifies these, and compiles them to programs. Package regexp
// does not use it: its patterns are compiled and run by natives.
package syntax

// Error tells which part of a pattern is wrong, and how.
type Error struct {
	Code ErrorCode
	Expr string
}

func (e *Error) Error() string {
	return "error parsing regexp: " + e.Code.String() + ": `" + e.Expr + "`"
}

// ErrorCode is what can be wrong with a pattern.
type ErrorCode string

const (
	ErrInternalError         ErrorCode = "regexp/syntax: internal error"
	ErrInvalidCharClass      ErrorCode = "invalid character class"
	ErrInvalidCharRange      ErrorCode = "invalid character class range"
	ErrInvalidEscape         ErrorCode = "invalid escape sequence"
	ErrInvalidNamedCapture   ErrorCode = "invalid named capture"
	ErrInvalidPerlOp         ErrorCode = "invalid or unsupported Perl syntax"
	ErrInvalidRepeatOp       ErrorCode = "invalid nested repetition operator"
	ErrInvalidRepeatSize     ErrorCode = "invalid repeat count"
	ErrInvalidUTF8           ErrorCode = "invalid UTF-8"
	ErrMissingBracket        ErrorCode = "missing closing ]"
	ErrMissingParen          ErrorCode = "missing closing )"
	ErrMissingRepeatArgument ErrorCode = "missing argument to repetition operator"
	ErrTrailingBackslash     ErrorCode = "trailing backslash at end of expression"
	ErrUnexpectedParen       ErrorCode = "unexpected )"
	ErrNestingDepth          ErrorCode = "expression nests too deeply"
	ErrLarge                 ErrorCode = "expression too large"
)

func (e ErrorCode) String() string { return string(e) }

// Flags say how an expression is read, and are remembered in its tree.
type Flags uint16

const (
	FoldCase      Flags = 1 << iota // letters match in both cases
	Literal                         // the expression is plain text
	ClassNL                         // classes such as [^a-z] match newlines
	DotNL                           // . matches newlines
	OneLine                         // ^ and $ match at the ends of the text only
	NonGreedy                       // repetitions prefer less
	PerlX                           // Perl's extensions are allowed
	UnicodeGroups                   // \p{Han} and \P{Han} are allowed
	WasDollar                       // an OpEndText was $, not \z
	Simple                          // there are no counted repetitions

	MatchNL = ClassNL | DotNL

	Perl        = ClassNL | OneLine | PerlX | UnicodeGroups // as Perl does
	POSIX Flags = 0                                         // as POSIX does
)

// IsWordChar tells whether \b takes a character for part of a word.
func IsWordChar(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_'
}
