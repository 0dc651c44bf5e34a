package gob

import (
	"errors"
	"go/token"
	"reflect"
)

// A planKey is a Go type and a type of the stream.
type planKey struct {
	typ  reflect.Type
	wire typeId
}

// A decPlan is how values of a type of the stream are decoded to a Go type, or skipped.
type decPlan struct {
	kind   opKind
	skip   bool
	indir  int          // how many pointers lead to what is decoded
	typ    reflect.Type // without its pointers
	elem   *decPlan
	key    *decPlan
	fields []decField // by numbers of the stream
	kept   int        // how many are not skipped
	len    int        // of an array
	bits   int        // of a number
	user   *userType  // of a type that reads itself
	addr   bool       // a pointer to the type has its methods
}

type decField struct {
	name  string
	index []int
	plan  *decPlan
}

// planOf returns the plan for a Go type and a type of the stream.
func (dec *Decoder) planOf(id typeId, u *userType) *decPlan {
	if p := dec.plans[planKey{u.user, id}]; p != nil {
		return p
	}
	var made []planKey
	done := false
	defer func() {
		if !done {
			for _, key := range made {
				delete(dec.plans, key)
			}
		}
	}()
	if u.dec != notExternal || u.base.Kind() != reflect.Struct {
		dec.mustMatch(id, u)
	}
	p := dec.compile(id, u.user, &made)
	done = true
	return p
}

// mustMatch fails unless a type of the stream fits a Go type that is no struct.
func (dec *Decoder) mustMatch(id typeId, u *userType) {
	if dec.compatible(u.user, id, map[reflect.Type]typeId{}) {
		return
	}
	remote := dec.nameOf(id)
	if u.base.Kind() == reflect.Interface && id != tInterface {
		fail(errors.New("gob: local interface type " + u.user.String() +
			" can only be decoded from remote interface type; received concrete type " + remote))
	}
	fail(errors.New("gob: decoding into local type " + u.user.String() + ", received remote type " + remote))
}

// compatible tells whether values of a type of the stream can be decoded to a Go type. Any two structs are: their
// fields are looked at when they are compiled.
func (dec *Decoder) compatible(t reflect.Type, id typeId, within map[reflect.Type]typeId) bool {
	if known, ok := within[t]; ok {
		return known == id
	}
	within[t] = id
	u := mustUserType(t)
	w := dec.wires[id]
	if (u.dec == byGob) != (w != nil && w.GobEncoderT != nil) ||
		(u.dec == byBinary) != (w != nil && w.BinaryMarshalerT != nil) || w != nil && w.TextMarshalerT != nil {
		return false
	}
	if u.dec != notExternal {
		return true
	}
	base := u.base
	switch base.Kind() {
	case reflect.Array:
		return w != nil && w.ArrayT != nil && w.ArrayT.Len == base.Len() &&
			dec.compatible(base.Elem(), w.ArrayT.Elem, within)
	case reflect.Map:
		return w != nil && w.MapT != nil && dec.compatible(base.Key(), w.MapT.Key, within) &&
			dec.compatible(base.Elem(), w.MapT.Elem, within)
	case reflect.Slice:
		if base.Elem().Kind() == reflect.Uint8 {
			return id == tBytes
		}
		w = dec.wire(id)
		return w != nil && w.SliceT != nil && dec.compatible(mustUserType(base.Elem()).base, w.SliceT.Elem, within)
	case reflect.Struct:
		return true
	}
	basic := basicID(base)
	return basic != 0 && basic == id
}

// compile makes a plan; made has what is to be forgotten if one within it fails.
func (dec *Decoder) compile(id typeId, t reflect.Type, made *[]planKey) *decPlan {
	key := planKey{t, id}
	if p := dec.plans[key]; p != nil {
		return p
	}
	u := mustUserType(t)
	p := &decPlan{indir: u.indir, typ: u.base}
	dec.plans[key] = p
	*made = append(*made, key)
	if u.dec != notExternal {
		p.kind, p.user = opExternal, u
		p.addr = u.decDir < 0 || u.decDir < u.indir
		return p
	}
	switch base := u.base; base.Kind() {
	case reflect.Slice:
		p.kind = opBytes
		if base.Elem().Kind() != reflect.Uint8 {
			p.kind = opSlice
			p.elem = dec.compile(dec.wire(id).SliceT.Elem, base.Elem(), made)
		}
	case reflect.Array:
		p.kind = opArray
		p.len = base.Len()
		p.elem = dec.compile(dec.wire(id).ArrayT.Elem, base.Elem(), made)
	case reflect.Map:
		p.kind = opMap
		w := dec.wire(id).MapT
		p.key = dec.compile(w.Key, base.Key(), made)
		p.elem = dec.compile(w.Elem, base.Elem(), made)
	case reflect.Struct:
		p.kind = opStruct
		dec.compileStruct(p, id, made)
	case reflect.Interface:
		p.kind = opInterface
	default:
		p.kind = basicKind(base)
		switch p.kind {
		case opInt, opUint, opFloat, opComplex:
			p.bits = base.Bits()
		}
	}
	return p
}

// structOf returns the description of a struct of the stream.
func (dec *Decoder) structOf(id typeId, t reflect.Type) *structType {
	w := dec.wire(id)
	if w == nil && (id < tBool || id >= tWireType) {
		fail(errBadType)
	}
	if w == nil || w.StructT == nil {
		failf("type mismatch in decoder: want struct type %s; got non-struct", t)
	}
	return w.StructT
}

func (dec *Decoder) compileStruct(p *decPlan, id typeId, made *[]planKey) {
	wire := dec.structOf(id, p.typ)
	for _, wf := range wire.Field {
		if wf.Name == "" {
			failf("empty name for remote field of type %s", wire.Name)
		}
		f := decField{name: wf.Name}
		local, ok := p.typ.FieldByName(wf.Name)
		if ok && token.IsExported(wf.Name) {
			if !dec.compatible(local.Type, wf.Id, map[reflect.Type]typeId{}) {
				failf("wrong type (%s) for received field %s.%s", local.Type, wire.Name, wf.Name)
			}
			f.index = local.Index
			f.plan = dec.compile(wf.Id, local.Type, made)
			p.kept++
		} else {
			f.plan = dec.skipPlan(wf.Id)
		}
		p.fields = append(p.fields, f)
	}
}

// maxNesting is how deep types that are skipped may be nested.
const maxNesting = 10000

// skipPlan returns the plan for values that are skipped.
func (dec *Decoder) skipPlan(id typeId) *decPlan {
	if p := dec.skips[id]; p != nil {
		return p
	}
	dec.nesting++
	defer func() { dec.nesting-- }()
	if dec.nesting > maxNesting {
		fail(errNesting)
	}
	p := &decPlan{skip: true}
	dec.skips[id] = p
	done := false
	defer func() {
		if !done {
			delete(dec.skips, id)
		}
	}()
	dec.compileSkip(p, id)
	done = true
	return p
}

func (dec *Decoder) compileSkip(p *decPlan, id typeId) {
	switch id {
	case tBool, tInt, tUint, tFloat:
		p.kind = opUint
		return
	case tComplex:
		p.kind = opComplex
		return
	case tString, tBytes:
		p.kind = opBytes
		return
	case tInterface:
		p.kind = opInterface
		return
	}
	w := dec.wires[id]
	switch {
	case w == nil:
		failf("bad data: undefined type %s", describeFor(id, map[typeId]bool{}))
	case w.ArrayT != nil:
		p.kind, p.len = opArray, w.ArrayT.Len
		p.elem = dec.skipPlan(w.ArrayT.Elem)
	case w.MapT != nil:
		p.kind = opMap
		p.key = dec.skipPlan(w.MapT.Key)
		p.elem = dec.skipPlan(w.MapT.Elem)
	case w.SliceT != nil:
		p.kind = opSlice
		p.elem = dec.skipPlan(w.SliceT.Elem)
	case w.StructT != nil:
		p.kind = opStruct
		for _, f := range w.StructT.Field {
			if f.Name == "" {
				failf("empty name for remote field of type %s", w.StructT.Name)
			}
			p.fields = append(p.fields, decField{name: f.Name, plan: dec.skipPlan(f.Id)})
		}
	case w.isExternal():
		p.kind = opExternal
	default:
		failf("bad data: ignore can't handle type %s", dec.nameOf(id))
	}
}
