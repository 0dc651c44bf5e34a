package json

import (
	"encoding"
	"internal/jsontext"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

var (
	marshalerType       = reflect.TypeFor[Marshaler]()
	textMarshalerType   = reflect.TypeFor[encoding.TextMarshaler]()
	textUnmarshalerType = reflect.TypeFor[encoding.TextUnmarshaler]()
	zeroerType          = reflect.TypeFor[zeroer]()
	numberType          = reflect.TypeFor[Number]()
)

type zeroer interface{ IsZero() bool }

// plan is what is known of a type.
type plan struct {
	typ                                                  reflect.Type
	marshals, pointerMarshals, marshalsText, pointerText bool
	once                                                 sync.Once
	list                                                 []field
	// The fields by name, and by folded name.
	exact, folded map[string]*field
}

// field is a field of a struct or of one embedded in it.
type field struct {
	name string
	// The encoded name with its colon, and the same with '<', '>' and '&' escaped.
	key, keyHTML                string
	tagged                      bool
	index                       []int
	omitEmpty, omitZero, quoted bool
	isZero                      func(v reflect.Value) bool
}

// plans are *plan by reflect.Type.
var plans sync.Map

func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	p := &plan{typ: t, marshals: t.Implements(marshalerType), marshalsText: t.Implements(textMarshalerType)}
	if t.Kind() != reflect.Pointer {
		pointer := reflect.PointerTo(t)
		p.pointerMarshals = pointer.Implements(marshalerType)
		p.pointerText = pointer.Implements(textMarshalerType)
	}
	got, _ := plans.LoadOrStore(t, p)
	return got.(*plan)
}

// fields are those of a struct that are encoded, in their order.
func (p *plan) fields() []field {
	p.once.Do(p.findFields)
	return p.list
}

func (p *plan) findFields() {
	p.list = fieldsOf(p.typ)
	p.exact = make(map[string]*field, len(p.list))
	p.folded = make(map[string]*field, len(p.list))
	for i := range p.list {
		f := &p.list[i]
		p.exact[f.name] = f
		if folded := fold(f.name); p.folded[folded] == nil {
			p.folded[folded] = f
		}
	}
}

// find is the field that a key of an object is for, or nil.
func (p *plan) find(key []byte) *field {
	p.fields()
	if f := p.exact[string(key)]; f != nil {
		return f
	}
	return p.folded[fold(string(key))]
}

// fold gives one text for all that differ in case alone.
func fold(s string) string {
	b := make([]byte, 0, 64)
	for _, r := range s {
		if r < utf8.RuneSelf {
			if 'a' <= r && r <= 'z' {
				r -= 'a' - 'A'
			}
			b = append(b, byte(r))
			continue
		}
		b = utf8.AppendRune(b, foldRune(r))
	}
	return string(b)
}

// foldRune is the least of the characters that differ from r in case alone.
func foldRune(r rune) rune {
	for {
		next := unicode.SimpleFold(r)
		if next <= r {
			return next
		}
		r = next
	}
}

// in finds the field in a struct; there is none in an embedded pointer that is nil.
func (f *field) in(v reflect.Value) (reflect.Value, bool) {
	for _, i := range f.index {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return v, false
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	return v, true
}

// embedded is a struct whose fields are those of the outer one.
type embedded struct {
	typ   reflect.Type
	index []int
}

// fieldsOf walks the embedded structs level by level, as the rules of Go for promoted fields do.
func fieldsOf(t reflect.Type) []field {
	var all []field
	visited := map[reflect.Type]bool{}
	level := []embedded{{typ: t}}
	// How often a struct is embedded in the level that is walked; twice is enough to hide its fields.
	count := map[reflect.Type]int{}
	for len(level) > 0 {
		var next []embedded
		nextCount := map[reflect.Type]int{}
		for _, s := range level {
			if visited[s.typ] {
				continue
			}
			visited[s.typ] = true
			for i := range s.typ.NumField() {
				f, inner := fieldAt(s, i)
				if f.name != "" {
					all = append(all, f)
					if count[s.typ] > 1 {
						all = append(all, f)
					}
				} else if inner.typ != nil {
					nextCount[inner.typ]++
					if nextCount[inner.typ] == 1 {
						next = append(next, inner)
					}
				}
			}
		}
		level, count = next, nextCount
	}
	return dominant(all)
}

// fieldAt is a field that is encoded, or the struct embedded there, or neither.
func fieldAt(s embedded, i int) (field, embedded) {
	sf := s.typ.Field(i)
	t := sf.Type
	if sf.Anonymous {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if !sf.IsExported() && t.Kind() != reflect.Struct {
			return field{}, embedded{}
		}
	} else if !sf.IsExported() {
		return field{}, embedded{}
	}
	tag := sf.Tag.Get("json")
	if tag == "-" {
		return field{}, embedded{}
	}
	name, options, _ := strings.Cut(tag, ",")
	if !validName(name) {
		name = ""
	}
	index := append(s.index[:len(s.index):len(s.index)], i)
	t = sf.Type
	if t.Name() == "" && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if name == "" && sf.Anonymous && t.Kind() == reflect.Struct {
		return field{}, embedded{t, index}
	}
	f := field{name: name, tagged: name != "", index: index}
	if !f.tagged {
		f.name = sf.Name
	}
	f.takeOptions(options, t.Kind())
	if f.omitZero {
		f.isZero = zeroTest(sf.Type)
	}
	f.key = string(jsontext.AppendString(nil, f.name, false)) + ":"
	f.keyHTML = string(jsontext.AppendString(nil, f.name, true)) + ":"
	return f, embedded{}
}

func (f *field) takeOptions(options string, k reflect.Kind) {
	for options != "" {
		var option string
		option, options, _ = strings.Cut(options, ",")
		switch option {
		case "omitempty":
			f.omitEmpty = true
		case "omitzero":
			f.omitZero = true
		case "string":
			f.quoted = reflect.Bool <= k && k <= reflect.Float64 || k == reflect.String
		}
	}
}

// zeroTest is how values of a type are compared with zero: by their method IsZero, if there is one.
func zeroTest(t reflect.Type) func(reflect.Value) bool {
	switch {
	case t.Kind() == reflect.Interface && t.Implements(zeroerType):
		return func(v reflect.Value) bool {
			return v.IsNil() || v.Elem().Kind() == reflect.Pointer && v.Elem().IsNil() || v.Interface().(zeroer).IsZero()
		}
	case t.Kind() == reflect.Pointer && t.Implements(zeroerType):
		return func(v reflect.Value) bool { return v.IsNil() || v.Interface().(zeroer).IsZero() }
	case t.Implements(zeroerType):
		return func(v reflect.Value) bool { return v.Interface().(zeroer).IsZero() }
	case reflect.PointerTo(t).Implements(zeroerType):
		return func(v reflect.Value) bool {
			if !v.CanAddr() {
				copied := reflect.New(v.Type()).Elem()
				copied.Set(v)
				v = copied
			}
			return v.Addr().Interface().(zeroer).IsZero()
		}
	}
	return reflect.Value.IsZero
}

func validName(s string) bool {
	for _, c := range s {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return false
		}
	}
	return s != ""
}

// dominant keeps, of the fields with one name, the least embedded, among those the tagged one, if it is the only such.
func dominant(all []field) []field {
	slices.SortStableFunc(all, func(a, b field) int {
		if c := strings.Compare(a.name, b.name); c != 0 {
			return c
		}
		if c := len(a.index) - len(b.index); c != 0 {
			return c
		}
		if a.tagged != b.tagged {
			if a.tagged {
				return -1
			}
			return 1
		}
		return slices.Compare(a.index, b.index)
	})
	var kept []field
	for i := 0; i < len(all); {
		n := i + 1
		for n < len(all) && all[n].name == all[i].name {
			n++
		}
		if n == i+1 || len(all[i].index) != len(all[i+1].index) || all[i].tagged != all[i+1].tagged {
			kept = append(kept, all[i])
		}
		i = n
	}
	slices.SortFunc(kept, func(a, b field) int { return slices.Compare(a.index, b.index) })
	return kept
}
