package gob

import (
	"encoding"
	"errors"
	"fmt"
	"go/token"
	"reflect"
	"sync"
)

// mutex guards what is known of types and names.
var mutex sync.Mutex

type external uint8

// These are the ways in which a type can write or read itself.
const (
	notExternal external = iota
	byGob
	byBinary
)

var (
	gobEncoderIface     = reflect.TypeFor[GobEncoder]()
	gobDecoderIface     = reflect.TypeFor[GobDecoder]()
	binaryMarshalType   = reflect.TypeFor[encoding.BinaryMarshaler]()
	binaryUnmarshalType = reflect.TypeFor[encoding.BinaryUnmarshaler]()
)

// A userType is what is known of a Go type itself.
type userType struct {
	user   reflect.Type
	base   reflect.Type // user without its pointers
	indir  int          // how many there are
	enc    external
	dec    external
	encDir int // how many pointers lead to the type that has the methods; -1 if a pointer to user has them
	decDir int
}

var userTypes = map[reflect.Type]*userType{}

// userTypeOf returns what is known of a type. The mutex is held.
func userTypeOf(t reflect.Type) (*userType, error) {
	if u := userTypes[t]; u != nil {
		return u, nil
	}
	u := &userType{user: t, base: t}
	for slow := t; u.base.Kind() == reflect.Pointer; u.indir++ {
		u.base = u.base.Elem()
		if u.base == slow {
			return nil, errors.New("can't represent recursive pointer type " + u.base.String())
		}
		if u.indir%2 == 1 {
			slow = slow.Elem()
		}
	}
	if dir, ok := methodsOf(t, gobEncoderIface); ok {
		u.enc, u.encDir = byGob, dir
	} else if dir, ok := methodsOf(t, binaryMarshalType); ok {
		u.enc, u.encDir = byBinary, dir
	}
	if dir, ok := methodsOf(t, gobDecoderIface); ok {
		u.dec, u.decDir = byGob, dir
	} else if dir, ok := methodsOf(t, binaryUnmarshalType); ok {
		u.dec, u.decDir = byBinary, dir
	}
	userTypes[t] = u
	return u, nil
}

// mustUserType is userTypeOf where a failure can be raised.
func mustUserType(t reflect.Type) *userType {
	u, err := userTypeOf(t)
	if err != nil {
		fail(err)
	}
	return u
}

// methodsOf tells whether t, a type that it points to, or a pointer to it implements an interface.
func methodsOf(t, implemented reflect.Type) (dir int, ok bool) {
	for inner := t; ; inner = inner.Elem() {
		if inner.Implements(implemented) {
			return dir, true
		}
		if inner.Kind() != reflect.Pointer {
			break
		}
		dir++
	}
	if t.Kind() != reflect.Pointer && reflect.PointerTo(t).Implements(implemented) {
		return -1, true
	}
	return 0, false
}

// A typeId is the number of a type in streams.
type typeId int32

// These numbers are the same in all streams.
const (
	tBool typeId = 1 + iota
	tInt
	tUint
	tFloat
	tBytes
	tString
	tComplex
	tInterface

	tWireType typeId = 16
	firstUser typeId = 64
)

// CommonType is in all descriptions of types: the name of the type, and its number. It is exported for the sake of
// the encoding alone.
type CommonType struct {
	Name string
	Id   typeId
}

type arrayType struct {
	CommonType
	Elem typeId
	Len  int
}

type gobEncoderType struct {
	CommonType
}

type mapType struct {
	CommonType
	Key  typeId
	Elem typeId
}

type sliceType struct {
	CommonType
	Elem typeId
}

type fieldType struct {
	Name string
	Id   typeId
}

type structType struct {
	CommonType
	Field []fieldType
}

// A wireType describes a type in a stream. One of the pointers is set.
type wireType struct {
	ArrayT           *arrayType
	SliceT           *sliceType
	StructT          *structType
	MapT             *mapType
	GobEncoderT      *gobEncoderType
	BinaryMarshalerT *gobEncoderType
	TextMarshalerT   *gobEncoderType
}

func (w *wireType) isExternal() bool {
	return w.GobEncoderT != nil || w.BinaryMarshalerT != nil || w.TextMarshalerT != nil
}

// common returns what all descriptions have, or nil.
func (w *wireType) common() *CommonType {
	switch {
	case w == nil:
	case w.ArrayT != nil:
		return &w.ArrayT.CommonType
	case w.SliceT != nil:
		return &w.SliceT.CommonType
	case w.StructT != nil:
		return &w.StructT.CommonType
	case w.MapT != nil:
		return &w.MapT.CommonType
	case w.GobEncoderT != nil:
		return &w.GobEncoderT.CommonType
	case w.BinaryMarshalerT != nil:
		return &w.BinaryMarshalerT.CommonType
	case w.TextMarshalerT != nil:
		return &w.TextMarshalerT.CommonType
	}
	return nil
}

// A gobType is a Go type as streams know it. The basic ones have no description.
type gobType struct {
	id   typeId
	name string // of a basic type
	wire *wireType
}

var (
	gobTypes = map[reflect.Type]*gobType{} // by Go type
	byID     = map[typeId]*gobType{}
	nextID   = firstUser
)

func init() {
	for i, name := range []string{"bool", "int", "uint", "float", "bytes", "string", "complex", "interface"} {
		id := typeId(i) + tBool
		byID[id] = &gobType{id: id, name: name}
	}
	for id := tInterface + 1; id < tWireType; id++ {
		byID[id] = &gobType{id: id, name: "_reserved1"}
	}
	// The descriptions of descriptions have numbers of their own.
	nextID = tWireType
	if _, err := gobTypeOf("wireType", reflect.TypeFor[wireType]()); err != nil {
		panic(err)
	}
	nextID = firstUser
	gobTypes[reflect.TypeFor[fieldType]()].wire.StructT.Name = "fieldType"
}

// number gives a type its number.
func (g *gobType) number() {
	if g.id != 0 {
		return
	}
	g.id = nextID
	nextID++
	byID[g.id] = g
	g.wire.common().Id = g.id
}

// gobTypeOf returns the type that a value of type t has in streams. The name is for one that is new.
func gobTypeOf(name string, t reflect.Type) (*gobType, error) {
	u, err := userTypeOf(t)
	if err != nil {
		return nil, err
	}
	return gobTypeFor(name, u, u.base)
}

func gobTypeFor(name string, u *userType, t reflect.Type) (*gobType, error) {
	if g := gobTypes[t]; g != nil {
		return g, nil
	}
	if u.enc != notExternal {
		g := &gobType{wire: &wireType{}}
		ext := &gobEncoderType{CommonType{Name: name}}
		if u.enc == byGob {
			g.wire.GobEncoderT = ext
		} else {
			g.wire.BinaryMarshalerT = ext
		}
		g.number()
		gobTypes[t] = g
		return g, nil
	}
	if id := basicID(t); id != 0 {
		gobTypes[t] = byID[id]
		return byID[id], nil
	}
	g := &gobType{wire: &wireType{}}
	gobTypes[t] = g
	if err := g.describe(name, t); err != nil {
		delete(gobTypes, t)
		return nil, err
	}
	return g, nil
}

// basicID returns the number of a type without a description, 0 for others.
func basicID(t reflect.Type) typeId {
	switch t.Kind() {
	case reflect.Bool:
		return tBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return tInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return tUint
	case reflect.Float32, reflect.Float64:
		return tFloat
	case reflect.Complex64, reflect.Complex128:
		return tComplex
	case reflect.String:
		return tString
	case reflect.Interface:
		return tInterface
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return tBytes
		}
	}
	return 0
}

// describe makes the description of a composite type. A struct gets its number before its fields get theirs, all
// others after their elements. Of elements only those of slices have their names.
func (g *gobType) describe(name string, t reflect.Type) error {
	common := CommonType{Name: name}
	switch t.Kind() {
	case reflect.Array:
		d := &arrayType{CommonType: common, Len: t.Len()}
		g.wire.ArrayT = d
		elem, err := gobTypeOf("", t.Elem())
		if err != nil {
			return err
		}
		g.number()
		d.Elem = elem.id
	case reflect.Slice:
		d := &sliceType{CommonType: common}
		g.wire.SliceT = d
		elem, err := gobTypeOf(t.Elem().Name(), t.Elem())
		if err != nil {
			return err
		}
		g.number()
		d.Elem = elem.id
	case reflect.Map:
		d := &mapType{CommonType: common}
		g.wire.MapT = d
		key, err := gobTypeOf("", t.Key())
		if err != nil {
			return err
		}
		elem, err := gobTypeOf("", t.Elem())
		if err != nil {
			return err
		}
		g.number()
		d.Key, d.Elem = key.id, elem.id
	case reflect.Struct:
		return g.describeStruct(common, t)
	default:
		return errors.New("gob NewTypeObject can't handle type: " + t.String())
	}
	return nil
}

func (g *gobType) describeStruct(common CommonType, t reflect.Type) error {
	d := &structType{CommonType: common}
	g.wire.StructT = d
	g.number()
	for i := range t.NumField() {
		f := t.Field(i)
		if !isSent(&f) {
			continue
		}
		u, err := userTypeOf(f.Type)
		if err != nil {
			return err
		}
		name := u.base.Name()
		if name == "" {
			name = u.base.String()
		}
		ft, err := gobTypeOf(name, f.Type)
		if err != nil {
			return err
		}
		ft.number() // a type that is being described has none yet
		d.Field = append(d.Field, fieldType{f.Name, ft.id})
	}
	return nil
}

// isSent tells whether a field is part of streams: it is exported, and no channel or function, even if that has
// methods to write itself.
func isSent(f *reflect.StructField) bool {
	if !token.IsExported(f.Name) {
		return false
	}
	t := f.Type
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() != reflect.Chan && t.Kind() != reflect.Func
}

// A typeInfo is what an encoder sends of a type.
type typeInfo struct {
	id   typeId
	wire *wireType // nil for a basic type
}

var typeInfos = map[reflect.Type]*typeInfo{}

// typeInfoOf returns what is sent of a type. A pointer to a type that writes itself is described apart from the
// type, with its own number in the description.
func typeInfoOf(u *userType) (*typeInfo, error) {
	t := u.base
	if u.enc != notExternal {
		t = u.user
	}
	if info := typeInfos[t]; info != nil {
		return info, nil
	}
	g, err := gobTypeOf(t.Name(), t)
	if err != nil {
		return nil, err
	}
	info := &typeInfo{id: g.id, wire: g.wire}
	if u.enc != notExternal {
		own, err := gobTypeFor(t.Name(), u, t)
		if err != nil {
			return nil, err
		}
		info.wire = own.wire
	}
	typeInfos[t] = info
	return info, nil
}

// describeFor returns what errors say of a type of streams; of those in seen they say the name alone.
func describeFor(id typeId, seen map[typeId]bool) string {
	g := byID[id]
	switch {
	case g == nil:
		return "<nil>"
	case g.wire == nil:
		return g.name
	case g.wire.isExternal() || seen[id]:
		return g.wire.common().Name
	}
	seen[id] = true
	switch w := g.wire; {
	case w.ArrayT != nil:
		return fmt.Sprintf("[%d]%s", w.ArrayT.Len, describeFor(w.ArrayT.Elem, seen))
	case w.SliceT != nil:
		return "[]" + describeFor(w.SliceT.Elem, seen)
	case w.MapT != nil:
		key := describeFor(w.MapT.Key, seen)
		return fmt.Sprintf("map[%s]%s", key, describeFor(w.MapT.Elem, seen))
	}
	text := g.wire.StructT.Name + " = struct { "
	for _, f := range g.wire.StructT.Field {
		text += f.Name + " " + describeFor(f.Id, seen) + "; "
	}
	return text + "}"
}
