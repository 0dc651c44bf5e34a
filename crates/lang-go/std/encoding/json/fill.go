package json

import (
	"internal/raw"
	"internal/rt"
	"reflect"
	"sync"
	"unsafe"
)

// isStrict tells whether a text is JSON in UTF-8 without halves of surrogate pairs. If it is not, it may be JSON
// nevertheless.
func isStrict(text []byte) bool

// fill fills values from a strict text by the plan in table, as far as it goes, and tells why it stopped.
func fill(text []byte, table []uint64, state unsafe.Pointer, words, wishes int) int

// Why fill stopped.
const (
	fillDone = iota
	fillValue
	fillMember
	fillRoom
	fillPause
	fillMalformed
	fillAgain
)

// Words of the state of fill.
const (
	stateAt = iota
	stateDepth
	stateNode
	stateAddress
	stateAfter
	stateFrames = 8
	frameWords  = 4
)

// Kinds of nodes.
const (
	opForeign = iota
	opBool
	opInt
	opUint
	opF32
	opF64
	opString
	opNumber
	opAny
	opPointer
	opSlice
	opArray
	opMap
	opStruct
	opList
	opObject
)

const (
	wideFlag   = 1 << 8
	fieldWords = 3
	headWords  = 16
)

// nodes are plans for fill. A node is a place in the table, which only grows. Node 0 is what is left to this package.
type nodes struct {
	mu     sync.Mutex
	table  []uint64
	byType map[reflect.Type]*node
	list   map[int]*node
}

// node is what is known of a node beside the table.
type node struct {
	at      int
	typ     reflect.Type
	pointer int // the number of the type of pointers to it, if that was asked for
	kind    uint64
	// bytes means that the text must not lie in the memory that is filled.
	bytes  bool
	fields []*field
}

var filling = nodes{byType: map[reflect.Type]*node{}, list: map[int]*node{}}

func numberOf(t reflect.Type) int { return raw.TypeOf(reflect.Zero(t).Interface()) }

// head makes the words that the table begins with: what interfaces can hold.
func (n *nodes) head() {
	str, list := raw.TypeOf(""), raw.TypeOf([]any(nil))
	object, number := raw.TypeOf(map[string]any(nil)), raw.TypeOf(Number(""))
	n.table = make([]uint64, headWords, 256)
	n.table[1], n.table[2] = uint64(str), uint64(raw.Class(str))
	n.table[3], n.table[4] = uint64(raw.TypeOf(0.0)), uint64(raw.TypeOf(false))
	n.table[5], n.table[6] = uint64(list), uint64(raw.Class(list))
	n.table[8], n.table[9] = uint64(object), uint64(raw.MapNumber(object))
	n.table[10] = uint64(number)
	empty := reflect.TypeFor[any]()
	elem := classOf(reflect.TypeFor[[]any]())
	n.table[11] = uint64(n.add(opAny))
	made := &node{at: int(n.table[11]), typ: empty, kind: opAny}
	n.byType[empty], n.list[made.at] = made, made
	n.table[12] = uint64(n.add(opList|elem, n.table[11], 16))
	n.table[13] = uint64(n.add(opObject|n.table[9]<<32, n.table[11]))
}

// classOf is the allocation class of the elements of a type.
func classOf(t reflect.Type) uint64 { return uint64(raw.Class(rt.Elem(numberOf(t)))) << 32 }

// valueAt is the value of a type at an address. The number of the type of pointers to it, kept in pointer, is only
// asked for here: the program may not have that type, and makes it then.
func valueAt(t reflect.Type, pointer *int, at unsafe.Pointer) reflect.Value {
	if at == nil { // of a value without size
		return reflect.New(t).Elem()
	}
	if *pointer == 0 {
		*pointer = numberOf(reflect.PointerTo(t))
	}
	return reflect.ValueOf(raw.Any(*pointer, at)).Elem()
}

func (n *nodes) add(words ...uint64) int {
	at := len(n.table)
	n.table = append(n.table, words...)
	return at
}

// nodeOf is the node of a type, which is made when it is first asked for.
func (n *nodes) nodeOf(t reflect.Type) *node {
	if n.table == nil {
		n.head()
	}
	if known, ok := n.byType[t]; ok {
		return known
	}
	made := &node{typ: t}
	n.byType[t] = made
	if isForeign(t) {
		made.at = n.add(opForeign)
	} else {
		n.describe(made, t)
	}
	made.kind = n.table[made.at] & 0xff
	made.bytes = holdsBytes(t, map[reflect.Type]bool{})
	n.list[made.at] = made
	return made
}

// isForeign tells whether values of a type are left to this package: those that decode themselves, and types that the
// program does not know.
func isForeign(t reflect.Type) bool {
	pointer := reflect.PointerTo(t)
	if decodesItself(pointer) || numberOf(t) > raw.Count() {
		return true
	}
	switch t.Kind() {
	case reflect.Interface:
		return t.NumMethod() > 0
	case reflect.Pointer:
		return t.Name() != "" || decodesItself(t)
	case reflect.Map:
		key := t.Key()
		return key.Kind() != reflect.String || decodesItself(reflect.PointerTo(key)) ||
			stops(t.Elem(), map[reflect.Type]bool{})
	case reflect.Complex64, reflect.Complex128, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return true
	}
	return false
}

func decodesItself(pointer reflect.Type) bool {
	return pointer.Implements(unmarshalerType) || pointer.Implements(textUnmarshalerType)
}

var unmarshalerType = reflect.TypeFor[Unmarshaler]()

// stops tells whether decoding a value of a type may end early by an error, so that it is in no map yet.
func stops(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if t == numberType || decodesItself(reflect.PointerTo(t)) {
		return true
	}
	switch t.Kind() {
	case reflect.Interface:
		return t.NumMethod() > 0
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return stops(t.Elem(), seen)
	case reflect.Map:
		return t.Key().Kind() != reflect.String || decodesItself(reflect.PointerTo(t.Key())) || stops(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if stops(t.Field(i).Type, seen) {
				return true
			}
		}
		for _, f := range planOf(t).fields() {
			if f.quoted {
				return true
			}
		}
	}
	return false
}

// describe makes the node of a type that fill knows.
func (n *nodes) describe(made *node, t reflect.Type) {
	size := uint64(t.Size())
	switch t.Kind() {
	case reflect.Bool:
		made.at = n.add(opBool)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		made.at = n.add(opInt | size<<16)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		made.at = n.add(opUint | size<<16)
	case reflect.Float32:
		made.at = n.add(opF32)
	case reflect.Float64:
		made.at = n.add(opF64)
	case reflect.String:
		made.at = n.add(opString)
		if t == numberType {
			n.table[made.at] = opNumber
		}
	case reflect.Interface:
		made.at = n.add(opAny)
	case reflect.Pointer:
		made.at = n.add(opPointer|classOf(t), 0)
		n.child(made, 1, t.Elem())
	case reflect.Slice:
		made.at = n.add(opSlice|classOf(t), 0, uint64(t.Elem().Size()))
		n.child(made, 1, t.Elem())
	case reflect.Array:
		made.at = n.add(opArray|classOf(t), 0, uint64(t.Elem().Size()), uint64(t.Len()))
		n.child(made, 1, t.Elem())
	case reflect.Map:
		made.at = n.add(opMap|uint64(raw.MapNumber(numberOf(t)))<<32, 0)
		n.child(made, 1, t.Elem())
	case reflect.Struct:
		n.structure(made, t)
	}
}

// child sets a word of a node to the node of a part.
func (n *nodes) child(made *node, word int, t reflect.Type) {
	part := n.nodeOf(t)
	n.table[made.at+word] |= uint64(part.at)
}

// holdsBytes tells whether bytes are among what values of a type lead to.
func holdsBytes(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Uint8:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return holdsBytes(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsBytes(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}

func (n *nodes) structure(made *node, t reflect.Type) {
	fields := planOf(t).fields()
	slots := 2
	for slots < 2*len(fields) {
		slots *= 2
	}
	at := n.add(make([]uint64, fieldWords+fieldWords*len(fields)+slots)...)
	made.at = at
	n.table[at], n.table[at+1], n.table[at+2] = opStruct, uint64(len(fields)), uint64(slots-1)
	for i := range fields {
		f := &fields[i]
		made.fields = append(made.fields, f)
		word := at + 3 + fieldWords*i
		n.table[word] = uint64(len(f.name)) << 32
		n.table[word+2] = uint64(len(n.table))
		n.table = append(n.table, packed(f.name)...)
		for _, c := range []byte(f.name) {
			if c >= 0x80 {
				n.table[at] |= wideFlag
			}
		}
		slot := int(nameHash(f.name)) & (slots - 1)
		for n.table[at+3+fieldWords*len(fields)+slot] != 0 {
			slot = (slot + 1) & (slots - 1)
		}
		n.table[at+3+fieldWords*len(fields)+slot] = uint64(i + 1)
		if offset, part, ok := lies(t, f); ok && !f.quoted {
			n.table[word+1] = uint64(offset)
			n.child(made, word-at, part)
		}
	}
}

// lies tells where a field is in a struct, if no pointer leads there.
func lies(t reflect.Type, f *field) (offset uintptr, part reflect.Type, ok bool) {
	for _, i := range f.index {
		if t.Kind() != reflect.Struct {
			return 0, nil, false
		}
		sf := t.Field(i)
		offset += sf.Offset
		t = sf.Type
	}
	return offset, t, true
}

// packed is a text in words, filled up with zeros.
func packed(s string) []uint64 {
	words := make([]uint64, (len(s)+7)/8)
	for i := range len(s) {
		words[i/8] |= uint64(s[i]) << (i % 8 * 8)
	}
	return words
}

// nameHash is the hash by which fill finds names; case does not change it.
func nameHash(s string) uint64 {
	words := packed(s)
	if len(s)%8 == 0 {
		words = append(words, 0)
	}
	hash := uint64(len(s))
	for _, word := range words {
		hash = (hash ^ word&0xdfdfdfdfdfdfdfdf) * 0x9e3779b97f4a7c15
		hash ^= hash >> 32
	}
	return hash
}

// fill decodes the value at the current place into memory that n describes.
func (d *decoder) fill(n *node, at unsafe.Pointer) error {
	if n.bytes && !d.copied {
		d.data, d.copied = append([]byte(nil), d.data...), true
	}
	filling.mu.Lock()
	table := filling.table
	filling.mu.Unlock()
	words := stateFrames + 12*frameWords
	state := raw.NewWords(words)
	set(state, stateAt, d.at)
	set(state, stateNode, n.at)
	raw.StorePointer(raw.Add(state, 8*stateAddress), at)
	wishes := 0
	if d.useNumber {
		wishes |= 1
	}
	if d.strict {
		wishes |= 2
	}
	for {
		why := fill(d.data, table, state, words, wishes)
		switch why {
		case fillDone:
			d.at = get(state, stateAt)
			return nil
		case fillValue, fillMember:
			if err := d.forFill(state, why == fillMember); err != nil {
				return err
			}
		case fillRoom:
			larger := raw.NewWords(2 * words)
			raw.Move(larger, state, 8*words)
			state, words = larger, 2*words
		case fillMalformed:
			panic("json: the text changed while it was decoded")
		}
	}
}

func get(state unsafe.Pointer, word int) int { return raw.LoadInt(raw.Add(state, 8*word)) }

func set(state unsafe.Pointer, word, n int) { raw.StoreUint64(raw.Add(state, 8*word), uint64(n)) }

// forFill decodes what fill has stopped at.
func (d *decoder) forFill(state unsafe.Pointer, member bool) error {
	within, path := d.within, d.path
	d.at = get(state, stateAt)
	depth := get(state, stateDepth)
	if member {
		depth--
	}
	filling.mu.Lock()
	for i := range depth {
		frame := raw.Add(state, 8*(stateFrames+frameWords*i))
		if n := filling.list[raw.LoadInt(frame)]; n != nil && n.kind == opStruct {
			d.within = n.typ
			d.path = append(d.path, n.fields[get(frame, 3)].path(n.typ)...)
		}
	}
	word, at := get(state, stateNode), raw.LoadPointer(raw.Add(state, 8*stateAddress))
	if member {
		frame := raw.Add(state, 8*(stateFrames+frameWords*depth))
		at = raw.LoadPointer(raw.Add(frame, 8))
	}
	n := filling.list[word]
	filling.mu.Unlock()
	v := valueAt(n.typ, &n.pointer, at)
	var err error
	if member {
		err = d.member(v, n.typ, planOf(n.typ))
	} else {
		err = d.plainly(v)
	}
	if err != nil {
		return err
	}
	d.within, d.path = within, path
	set(state, stateAt, d.at)
	return nil
}

// path is the names of the embedded structs that lead to the field, and its own.
func (f *field) path(t reflect.Type) []string {
	var path []string
	for _, i := range f.index[:len(f.index)-1] {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		path = append(path, t.Field(i).Name)
		t = t.Field(i).Type
	}
	return append(path, f.name)
}

// quickly decodes the value at the current place by fill, if it is of a type for that.
func (d *decoder) quickly(v reflect.Value) (done bool, err error) {
	if !d.clean || !v.CanAddr() || !v.CanSet() {
		return false, nil
	}
	filling.mu.Lock()
	n := filling.nodeOf(v.Type())
	filling.mu.Unlock()
	if n.kind == opForeign {
		return false, nil
	}
	return true, d.fill(n, raw.WordOf(v.Addr().Interface()))
}
