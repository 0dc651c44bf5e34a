package asn1

import (
	"reflect"
	"strconv"
	"strings"
)

// fieldParameters are what the tag of a field says. The names of its fields are seen in errors.
type fieldParameters struct {
	optional     bool
	explicit     bool
	application  bool
	private      bool
	defaultValue *int64
	tag          *int
	stringType   int
	timeType     int
	set          bool
	omitEmpty    bool
}

func parseFieldParameters(text string) (p fieldParameters) {
	for text != "" {
		var part string
		part, text, _ = strings.Cut(text, ",")
		switch {
		case part == "optional":
			p.optional = true
		case part == "explicit":
			p.explicit = true
			p.needTag()
		case part == "generalized":
			p.timeType = TagGeneralizedTime
		case part == "utc":
			p.timeType = TagUTCTime
		case part == "ia5":
			p.stringType = TagIA5String
		case part == "printable":
			p.stringType = TagPrintableString
		case part == "numeric":
			p.stringType = TagNumericString
		case part == "utf8":
			p.stringType = TagUTF8String
		case strings.HasPrefix(part, "default:"):
			if n, err := strconv.ParseInt(part[8:], 10, 64); err == nil {
				p.defaultValue = &n
			}
		case strings.HasPrefix(part, "tag:"):
			if n, err := strconv.Atoi(part[4:]); err == nil {
				p.tag = &n
			}
		case part == "set":
			p.set = true
		case part == "application":
			p.application = true
			p.needTag()
		case part == "private":
			p.private = true
			p.needTag()
		case part == "omitempty":
			p.omitEmpty = true
		}
	}
	return p
}

func (p *fieldParameters) needTag() {
	if p.tag == nil {
		p.tag = new(int)
	}
}

// class is that of the tag that the parameters set.
func (p *fieldParameters) class() int {
	switch {
	case p.application:
		return ClassApplication
	case p.private:
		return ClassPrivate
	}
	return ClassContextSpecific
}

// universal is the type of ASN.1 for a Go type. Every element matches if any is set.
type universal struct {
	any      bool
	tag      int
	compound bool
}

func universalOf(t reflect.Type) (u universal, ok bool) {
	switch t {
	case rawValueType:
		return universal{true, -1, false}, true
	case oidType:
		return universal{tag: TagOID}, true
	case bitStringType:
		return universal{tag: TagBitString}, true
	case timeType:
		return universal{tag: TagUTCTime}, true
	case enumeratedType:
		return universal{tag: TagEnum}, true
	case bigIntType:
		return universal{tag: TagInteger}, true
	}
	switch t.Kind() {
	case reflect.Bool:
		return universal{tag: TagBoolean}, true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return universal{tag: TagInteger}, true
	case reflect.Struct:
		return universal{tag: TagSequence, compound: true}, true
	case reflect.Slice:
		switch {
		case t.Elem().Kind() == reflect.Uint8:
			return universal{tag: TagOctetString}, true
		case strings.HasSuffix(t.Name(), "SET"):
			return universal{tag: TagSet, compound: true}, true
		}
		return universal{tag: TagSequence, compound: true}, true
	case reflect.String:
		return universal{tag: TagPrintableString}, true
	}
	return universal{}, false
}

func printable(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '\'' <= c && c <= ')' || '+' <= c && c <= '/' ||
		'0' <= c && c <= '9' || c == ' ' || c == ':' || c == '=' || c == '?'
}

func numeric(c byte) bool { return '0' <= c && c <= '9' || c == ' ' }

func isInt(k reflect.Kind) bool { return reflect.Int <= k && k <= reflect.Int64 }
