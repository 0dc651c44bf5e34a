// Package token has the tokens of Go, and positions in source files.
package token

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Token is a lexical token of Go.
type Token int

const (
	ILLEGAL Token = iota
	EOF
	COMMENT

	literalBeg
	IDENT
	INT
	FLOAT
	IMAG
	CHAR
	STRING
	literalEnd

	operatorBeg
	ADD
	SUB
	MUL
	QUO
	REM

	AND
	OR
	XOR
	SHL
	SHR
	AND_NOT

	ADD_ASSIGN
	SUB_ASSIGN
	MUL_ASSIGN
	QUO_ASSIGN
	REM_ASSIGN

	AND_ASSIGN
	OR_ASSIGN
	XOR_ASSIGN
	SHL_ASSIGN
	SHR_ASSIGN
	AND_NOT_ASSIGN

	LAND
	LOR
	ARROW
	INC
	DEC

	EQL
	LSS
	GTR
	ASSIGN
	NOT

	NEQ
	LEQ
	GEQ
	DEFINE
	ELLIPSIS

	LPAREN
	LBRACK
	LBRACE
	COMMA
	PERIOD

	RPAREN
	RBRACK
	RBRACE
	SEMICOLON
	COLON
	operatorEnd

	keywordBeg
	BREAK
	CASE
	CHAN
	CONST
	CONTINUE

	DEFAULT
	DEFER
	ELSE
	FALLTHROUGH
	FOR

	FUNC
	GO
	GOTO
	IF
	IMPORT

	INTERFACE
	MAP
	PACKAGE
	RANGE
	RETURN

	SELECT
	STRUCT
	SWITCH
	TYPE
	VAR
	keywordEnd

	additionalBeg
	TILDE
	additionalEnd
)

// spellings has the text of a token, where it has but one.
var spellings = [...]string{
	ILLEGAL: "ILLEGAL", EOF: "EOF", COMMENT: "COMMENT",
	IDENT: "IDENT", INT: "INT", FLOAT: "FLOAT", IMAG: "IMAG", CHAR: "CHAR", STRING: "STRING",

	ADD: "+", SUB: "-", MUL: "*", QUO: "/", REM: "%",
	AND: "&", OR: "|", XOR: "^", SHL: "<<", SHR: ">>", AND_NOT: "&^",
	ADD_ASSIGN: "+=", SUB_ASSIGN: "-=", MUL_ASSIGN: "*=", QUO_ASSIGN: "/=", REM_ASSIGN: "%=",
	AND_ASSIGN: "&=", OR_ASSIGN: "|=", XOR_ASSIGN: "^=", SHL_ASSIGN: "<<=", SHR_ASSIGN: ">>=",
	AND_NOT_ASSIGN: "&^=",
	LAND:           "&&", LOR: "||", ARROW: "<-", INC: "++", DEC: "--",
	EQL: "==", LSS: "<", GTR: ">", ASSIGN: "=", NOT: "!",
	NEQ: "!=", LEQ: "<=", GEQ: ">=", DEFINE: ":=", ELLIPSIS: "...",
	LPAREN: "(", LBRACK: "[", LBRACE: "{", COMMA: ",", PERIOD: ".",
	RPAREN: ")", RBRACK: "]", RBRACE: "}", SEMICOLON: ";", COLON: ":",

	BREAK: "break", CASE: "case", CHAN: "chan", CONST: "const", CONTINUE: "continue",
	DEFAULT: "default", DEFER: "defer", ELSE: "else", FALLTHROUGH: "fallthrough", FOR: "for",
	FUNC: "func", GO: "go", GOTO: "goto", IF: "if", IMPORT: "import",
	INTERFACE: "interface", MAP: "map", PACKAGE: "package", RANGE: "range", RETURN: "return",
	SELECT: "select", STRUCT: "struct", SWITCH: "switch", TYPE: "type", VAR: "var",

	TILDE: "~",
}

// String is the text of an operator or keyword, and the name of the constant for other tokens.
func (tok Token) String() string {
	if 0 <= tok && int(tok) < len(spellings) && spellings[tok] != "" {
		return spellings[tok]
	}
	return "token(" + strconv.Itoa(int(tok)) + ")"
}

const (
	LowestPrec  = 0
	UnaryPrec   = 6
	HighestPrec = 7
)

// Precedence is that of a binary operator, and LowestPrec for all other tokens.
func (op Token) Precedence() int {
	switch op {
	case LOR:
		return 1
	case LAND:
		return 2
	case EQL, NEQ, LSS, LEQ, GTR, GEQ:
		return 3
	case ADD, SUB, OR, XOR:
		return 4
	case MUL, QUO, REM, SHL, SHR, AND, AND_NOT:
		return 5
	}
	return LowestPrec
}

// keywords is open addressing by a hash of the first two letters and the length, which all words have.
var keywords [64]Token

func hash(name string) uint {
	return (uint(name[0])<<4 ^ uint(name[1]) + uint(len(name))) & 63
}

func init() {
	for tok := keywordBeg + 1; tok < keywordEnd; tok++ {
		at := hash(spellings[tok])
		for keywords[at] != 0 {
			at = (at + 1) & 63
		}
		keywords[at] = tok
	}
}

// Lookup is the keyword of this spelling, or IDENT.
func Lookup(ident string) Token {
	if len(ident) < 2 || len(ident) > 11 {
		return IDENT
	}
	for at := hash(ident); keywords[at] != 0; at = (at + 1) & 63 {
		if spellings[keywords[at]] == ident {
			return keywords[at]
		}
	}
	return IDENT
}

// IsLiteral reports identifiers and literals of basic types.
func (tok Token) IsLiteral() bool { return literalBeg < tok && tok < literalEnd }

// IsOperator reports operators and delimiters.
func (tok Token) IsOperator() bool {
	return operatorBeg < tok && tok < operatorEnd || tok == TILDE
}

// IsKeyword reports keywords.
func (tok Token) IsKeyword() bool { return keywordBeg < tok && tok < keywordEnd }

// IsExported reports whether a name starts with an upper-case letter.
func IsExported(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first)
}

// IsKeyword reports whether a name is a keyword.
func IsKeyword(name string) bool { return Lookup(name) != IDENT }

// IsIdentifier reports whether a name consists of letters, digits and underscores, does not begin with a digit, and is no keyword.
func IsIdentifier(name string) bool {
	if name == "" || IsKeyword(name) {
		return false
	}
	for i, c := range name {
		if !unicode.IsLetter(c) && c != '_' && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return true
}
