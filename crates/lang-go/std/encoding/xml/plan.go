package xml

import (
	"encoding"
	"fmt"
	"reflect"
	"strings"
)

// A plan is what is known of a type. It is made once.
type plan struct {
	typ  reflect.Type
	kind reflect.Kind
	own  methods // methods of the type
	ptr  methods // methods of a pointer to it
	elem *plan   // of what pointers, slices and arrays lead to, once it has been asked for

	bytes   bool   // a slice or an array of bytes
	name    string // of the type, without its arguments
	fields  []field
	marks   [modes]int // one more than the index of the first field of a mode
	nested  bool       // some field is within parents
	xmlName *field
	err     error
}

type methods uint8

const (
	marshals methods = 1 << iota
	marshalsAttr
	marshalsText
	unmarshals
	unmarshalsAttr
	unmarshalsText
)

// A mode is what a field of a struct is in XML.
type mode uint8

const (
	asElement mode = iota
	asAttr
	asText
	asCDATA
	asComment
	asInner
	asAny
	asAnyAttr
	modes
)

var modeNames = [modes]string{asAttr: "attr", asText: "chardata", asCDATA: "cdata", asComment: "comment", asInner: "innerxml", asAny: "any"}

type field struct {
	index   []int
	space   string
	name    string
	mode    mode
	omit    bool // if empty
	parents []string
	typ     reflect.Type
	plan    *plan // once it has been asked for
}

var (
	nameType = reflect.TypeFor[Name]()
	attrType = reflect.TypeFor[Attr]()

	plans = map[reflect.Type]*plan{}

	interfaces = [...]struct {
		methods methods
		typ     reflect.Type
	}{
		{marshals, reflect.TypeFor[Marshaler]()},
		{marshalsAttr, reflect.TypeFor[MarshalerAttr]()},
		{marshalsText, reflect.TypeFor[encoding.TextMarshaler]()},
		{unmarshals, reflect.TypeFor[Unmarshaler]()},
		{unmarshalsAttr, reflect.TypeFor[UnmarshalerAttr]()},
		{unmarshalsText, reflect.TypeFor[encoding.TextUnmarshaler]()},
	}
)

func methodsOf(t reflect.Type) (m methods) {
	if t.NumMethod() == 0 {
		return 0
	}
	for _, i := range interfaces {
		if t.Implements(i.typ) {
			m |= i.methods
		}
	}
	return m
}

// mayHaveMethods tells whether a pointer to t could have methods: t has a name, or embeds what has.
func mayHaveMethods(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface, reflect.Pointer:
		return false
	case reflect.Struct:
		if t.Name() == "" {
			for i := range t.NumField() {
				if t.Field(i).Anonymous {
					return true
				}
			}
		}
	}
	return t.PkgPath() != ""
}

// planOf returns the plan of a type. What is wrong with a struct is in the plan's err, until it is used as
// a struct.
func planOf(t reflect.Type) *plan {
	if p := plans[t]; p != nil {
		return p
	}
	p := &plan{typ: t, kind: t.Kind(), own: methodsOf(t)}
	if mayHaveMethods(t) {
		p.ptr = methodsOf(reflect.PointerTo(t))
	}
	p.name, _, _ = strings.Cut(t.Name(), "[")
	switch p.kind {
	case reflect.Slice, reflect.Array:
		p.bytes = t.Elem().Kind() == reflect.Uint8
	case reflect.Struct:
		if t != nameType {
			p.err = p.addFields()
		}
		for i := len(p.fields) - 1; i >= 0; i-- {
			f := &p.fields[i]
			p.marks[f.mode] = i + 1
			p.nested = p.nested || len(f.parents) > 0
		}
	}
	plans[t] = p
	return p
}

func (p *plan) elemPlan() *plan {
	if p.elem == nil {
		p.elem = planOf(p.typ.Elem())
	}
	return p.elem
}

func (f *field) typePlan() *plan {
	if f.plan == nil {
		f.plan = planOf(f.typ)
	}
	return f.plan
}

// first returns the first field of a mode, or nil.
func (p *plan) first(m mode) *field {
	if n := p.marks[m]; n > 0 {
		return &p.fields[n-1]
	}
	return nil
}

func (p *plan) addFields() error {
	t := p.typ
	for i := range t.NumField() {
		sf := t.Field(i)
		if !sf.IsExported() && !sf.Anonymous || sf.Tag.Get("xml") == "-" {
			continue
		}
		if sf.Anonymous {
			inner := sf.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			if inner.Kind() == reflect.Struct {
				if err := p.embed(i, planOf(inner)); err != nil {
					return err
				}
				continue
			}
		}
		f, err := fieldOf(t, &sf)
		if err != nil {
			return err
		}
		if sf.Name == "XMLName" {
			p.xmlName = f
		} else if err := p.add(f); err != nil {
			return err
		}
	}
	return nil
}

// embed adds the fields of an embedded struct, unless they are hidden.
func (p *plan) embed(i int, inner *plan) error {
	if inner.err != nil {
		return inner.err
	}
	if p.xmlName == nil {
		p.xmlName = inner.xmlName // with its index in the inner struct, as Go has it
	}
	for j := range inner.fields {
		f := inner.fields[j].within(i)
		if err := p.add(&f); err != nil {
			return err
		}
	}
	return nil
}

func (f *field) within(i int) field {
	inner := *f
	inner.index = append([]int{i}, f.index...)
	return inner
}

// add adds a field. Of fields at odds the least deep one counts, and two of one depth are an error.
func (p *plan) add(f *field) error {
	hides := false
	for i := range p.fields {
		if old := &p.fields[i]; old.conflicts(f) {
			if len(old.index) < len(f.index) {
				return nil
			}
			hides = true
		}
	}
	if hides {
		kept := make([]field, 0, len(p.fields)+1)
		for i := range p.fields {
			old := &p.fields[i]
			if !old.conflicts(f) {
				kept = append(kept, *old)
			} else if len(old.index) == len(f.index) {
				a, b := p.typ.FieldByIndex(old.index), p.typ.FieldByIndex(f.index)
				return &TagPathError{p.typ, a.Name, a.Tag.Get("xml"), b.Name, b.Tag.Get("xml")}
			}
		}
		p.fields = kept
	}
	p.fields = append(p.fields, *f)
	return nil
}

// conflicts tells whether an element or attribute for one field could be for the other, or contain it.
func (f *field) conflicts(g *field) bool {
	if f.mode != g.mode || f.space != "" && g.space != "" && f.space != g.space {
		return false
	}
	n := min(len(f.parents), len(g.parents))
	for i := range n {
		if f.parents[i] != g.parents[i] {
			return false
		}
	}
	switch {
	case len(f.parents) > n:
		return f.parents[n] == g.name
	case len(g.parents) > n:
		return g.parents[n] == f.name
	}
	return f.name == g.name && f.space == g.space
}

// fieldOf reads the tag of a field of a struct.
func fieldOf(t reflect.Type, sf *reflect.StructField) (*field, error) {
	f := &field{index: sf.Index, typ: sf.Type}
	full := sf.Tag.Get("xml")
	tag := full
	if space, rest, ok := strings.Cut(tag, " "); ok {
		f.space, tag = space, rest
	}
	tag, options, hasOptions := strings.Cut(tag, ",")
	if hasOptions && !f.setOptions(options, tag != "", sf.Name == "XMLName") {
		return nil, fmt.Errorf("xml: invalid tag in field %s of type %s: %q", sf.Name, t, full)
	}
	if f.space != "" && tag == "" {
		return nil, fmt.Errorf("xml: namespace without name in field %s of type %s: %q", sf.Name, t, full)
	}
	if sf.Name == "XMLName" {
		f.name = tag
		return f, nil
	}
	if tag == "" {
		if n := xmlNameOf(sf.Type); n != nil {
			f.space, f.name = n.space, n.name
		} else {
			f.name = sf.Name
		}
		return f, nil
	}
	return f, f.setPath(t, sf, tag, options)
}

// setPath sets the name and the parents of a field from its tag.
func (f *field) setPath(t reflect.Type, sf *reflect.StructField, tag, options string) error {
	element := f.mode == asElement || f.mode == asAny
	path := strings.Split(tag, ">")
	if path[0] == "" {
		path[0] = sf.Name
	}
	last := len(path) - 1
	if path[last] == "" {
		return fmt.Errorf("xml: trailing '>' in field %s of type %s", sf.Name, t)
	}
	f.name = path[last]
	if last > 0 {
		if !element {
			return fmt.Errorf("xml: %s chain not valid with %s flag", tag, options)
		}
		f.parents = path[:last]
	}
	if element {
		if n := xmlNameOf(sf.Type); n != nil && n.name != f.name {
			return fmt.Errorf("xml: name %q in tag of %s.%s conflicts with name %q in %s.XMLName",
				f.name, t, sf.Name, n.name, sf.Type)
		}
	}
	return nil
}

// setOptions heeds what a tag has after its name, and tells whether that makes sense.
func (f *field) setOptions(options string, named, isXMLName bool) bool {
	set := 0
	any := false
	for option := range strings.SplitSeq(options, ",") {
		if option == "omitempty" {
			f.omit = true
			continue
		}
		for m, name := range modeNames {
			if name == "" || name != option {
				continue
			}
			if mode(m) == asAny {
				any = true
			} else if set&(1<<m) == 0 {
				if set != 0 {
					return false
				}
				set |= 1 << m
				f.mode = mode(m)
			}
		}
	}
	if any {
		switch f.mode {
		case asElement:
			f.mode = asAny
		case asAttr:
			f.mode = asAnyAttr
		default:
			return false
		}
	}
	if f.mode != asElement && (isXMLName || named && f.mode != asAttr) {
		return false
	}
	return !f.omit || f.mode == asElement || f.mode == asAttr || f.mode == asAny || f.mode == asAnyAttr
}

// xmlNameOf returns the field XMLName of a struct, if its tag has a name.
func xmlNameOf(t reflect.Type) *field {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		if sf := t.Field(i); sf.Name == "XMLName" {
			if f, err := fieldOf(t, &sf); err == nil && f.name != "" {
				return f
			}
			return nil
		}
	}
	return nil
}

// of returns the field in a struct. Embedded pointers on the way that are nil are set, or the result is
// invalid.
func (f *field) of(v reflect.Value, set bool) reflect.Value {
	for i, x := range f.index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				if !set {
					return reflect.Value{}
				}
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(x)
	}
	return v
}
