package reflect

import (
	"internal/raw"
	"unsafe"
)

func MakeChan(typ Type, buffer int) Value {
	if typ.Kind() != Chan {
		panic("reflect.MakeChan of non-chan type")
	}
	if buffer < 0 {
		panic("reflect.MakeChan: negative buffer size")
	}
	if typ.ChanDir() != BothDir {
		panic("reflect.MakeChan: unidirectional channel type")
	}
	t := typ.common()
	elem := t.elemType()
	if elem.made {
		return Value{t, raw.ChanOf(elem.size, buffer), flag(Chan)}
	}
	return Value{t, raw.ChanMake(elem.class, buffer), flag(Chan)}
}

func (v Value) Close() {
	v.mustBe(Chan, "Close")
	v.mustBeExported("reflect.Value.Close")
	if v.typ.direction()&SendDir == 0 {
		panic("reflect: close of receive-only channel")
	}
	raw.ChanClose(v.pointer())
}

func (v Value) Send(x Value) {
	v.mustBe(Chan, "Send")
	v.mustBeExported("reflect.Value.Send")
	raw.ChanSend(v.pointer(), v.sent(x).address())
}

func (v Value) TrySend(x Value) bool {
	v.mustBe(Chan, "TrySend")
	v.mustBeExported("reflect.Value.TrySend")
	cases := []raw.Case{{v.pointer(), v.sent(x).address(), 1}}
	chosen, _ := raw.Select(unsafe.Pointer(&cases[0]), 1, false)
	return chosen == 0
}

// sent is a value as one of the channel's elements.
func (v Value) sent(x Value) Value {
	if v.typ.direction()&SendDir == 0 {
		panic("reflect: send on recv-only channel")
	}
	x.mustBeExported("reflect.Value.Send")
	return x.assignTo("reflect.Value.Send", v.typ.elemType())
}

func (v Value) Recv() (Value, bool) {
	v.mustBe(Chan, "Recv")
	v.mustBeExported("reflect.Value.Recv")
	t := v.received()
	to := t.new()
	ok := raw.ChanRecv(v.pointer(), to)
	return at(t, to, 0), ok
}

func (v Value) TryRecv() (Value, bool) {
	v.mustBe(Chan, "TryRecv")
	v.mustBeExported("reflect.Value.TryRecv")
	t := v.received()
	cases := []raw.Case{{v.pointer(), t.new(), 0}}
	chosen, ok := raw.Select(unsafe.Pointer(&cases[0]), 1, false)
	if chosen < 0 {
		return Value{}, false
	}
	return at(t, cases[0].Value, 0), ok
}

// received is the type of what the channel gives.
func (v Value) received() *rtype {
	if v.typ.direction()&RecvDir == 0 {
		panic("reflect: recv on send-only channel")
	}
	return v.typ.elemType()
}

// SelectDir is what a case of Select does.
type SelectDir int

const (
	_ SelectDir = iota
	SelectSend
	SelectRecv
	SelectDefault
)

// SelectCase is one of the communications that Select chooses from.
type SelectCase struct {
	Dir  SelectDir
	Chan Value
	Send Value
}

func Select(cases []SelectCase) (chosen int, recv Value, recvOK bool) {
	if len(cases) > 65536 {
		panic("reflect.Select: too many cases (max 65536)")
	}
	list, other := make([]raw.Case, 0, len(cases)), -1
	places := make([]int, 0, len(cases))
	for i := range cases {
		c := &cases[i]
		if c.Dir == SelectDefault {
			if other >= 0 {
				panic("reflect.Select: multiple default cases")
			}
			if c.Chan.IsValid() {
				panic("reflect.Select: default case has Chan value")
			}
			if c.Send.IsValid() {
				panic("reflect.Select: default case has Send value")
			}
			other = i
			continue
		}
		list = append(list, c.communication())
		places = append(places, i)
	}
	var first unsafe.Pointer
	if len(list) > 0 {
		first = unsafe.Pointer(&list[0])
	}
	n, ok := raw.Select(first, len(list), other < 0)
	if n < 0 {
		return other, Value{}, false
	}
	i := places[n]
	if cases[i].Dir == SelectRecv {
		recv, recvOK = at(cases[i].Chan.typ.elemType(), list[n].Value, 0), ok
	}
	return i, recv, recvOK
}

// communication is a case as the runtime takes it. One without a channel is never ready.
func (c *SelectCase) communication() raw.Case {
	switch c.Dir {
	case SelectSend:
		if !c.Chan.IsValid() {
			return raw.Case{Send: 1}
		}
		c.Chan.mustBe2(Chan)
		c.Chan.mustBeExported("unknown method")
		if c.Chan.typ.direction()&SendDir == 0 {
			panic("reflect.Select: SendDir case using recv-only channel")
		}
		if !c.Send.IsValid() {
			panic("reflect.Select: SendDir case missing Send value")
		}
		c.Send.mustBeExported("unknown method")
		x := c.Send.assignTo("reflect.Select", c.Chan.typ.elemType())
		return raw.Case{c.Chan.pointer(), x.address(), 1}
	case SelectRecv:
		if c.Send.IsValid() {
			panic("reflect.Select: RecvDir case has Send value")
		}
		if !c.Chan.IsValid() {
			return raw.Case{}
		}
		c.Chan.mustBe2(Chan)
		c.Chan.mustBeExported("unknown method")
		if c.Chan.typ.direction()&RecvDir == 0 {
			panic("reflect.Select: RecvDir case using send-only channel")
		}
		return raw.Case{c.Chan.pointer(), c.Chan.typ.elemType().new(), 0}
	}
	panic("reflect.Select: invalid Dir")
}
