package template

import (
	"fmt"
	"reflect"
)

// Strings of these types are known to be safe where they stand; they must come from sources that are trusted.
type (
	// CSS is a style sheet, or a rule, a declaration or a value of one.
	CSS string

	// HTML is a fragment without unclosed tags and comments.
	HTML string

	// HTMLAttr is an attribute with its value, such as ` dir="ltr"`.
	HTMLAttr string

	// JS is an expression of JavaScript.
	JS string

	// JSStr is what may stand between quotes in JavaScript.
	JSStr string

	// URL is a URL or a part of one.
	URL string

	// Srcset is the value of an attribute srcset.
	Srcset string
)

type content uint8

const (
	plain content = iota
	isCSS
	isHTML
	isHTMLAttr
	isJS
	isJSStr
	isURL
	isSrcset
	isUnsafe // of attributes whose meaning depends on their value
)

// dereferenced follows pointers.
func dereferenced(x any) any {
	if x == nil {
		return nil
	}
	if reflect.TypeOf(x).Kind() != reflect.Pointer {
		return x
	}
	v := reflect.ValueOf(x)
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	return v.Interface()
}

var (
	errorType    = reflect.TypeFor[error]()
	stringerType = reflect.TypeFor[fmt.Stringer]()
)

// printable follows pointers up to what implements one of the interfaces.
func printable(x any, interfaces ...reflect.Type) any {
	if x == nil {
		return nil
	}
	v := reflect.ValueOf(x)
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		for _, i := range interfaces {
			if v.Type().Implements(i) {
				return v.Interface()
			}
		}
		v = v.Elem()
	}
	return v.Interface()
}

// textOf returns the text of what a pipeline has come to, and what is known of it.
func textOf(args []any) (string, content) {
	if len(args) == 1 {
		switch s := dereferenced(args[0]).(type) {
		case string:
			return s, plain
		case CSS:
			return string(s), isCSS
		case HTML:
			return string(s), isHTML
		case HTMLAttr:
			return string(s), isHTMLAttr
		case JS:
			return string(s), isJS
		case JSStr:
			return string(s), isJSStr
		case URL:
			return string(s), isURL
		case Srcset:
			return string(s), isSrcset
		}
	}
	var shown []any
	for _, arg := range args {
		// Nil interfaces are as if they were not there.
		if arg != nil {
			shown = append(shown, printable(arg, errorType, stringerType))
		}
	}
	return fmt.Sprint(shown...), plain
}
