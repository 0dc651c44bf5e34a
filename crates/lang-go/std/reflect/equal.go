package reflect

import "internal/rt"

// visit is a comparison that has begun; meeting it again, it is taken for true.
type visit struct {
	a, b uintptr
	t    int
}

// DeepEqual tells whether values are equal, and what they lead to.
func DeepEqual(x, y any) bool {
	return deepEqual(x, y, map[visit]bool{})
}

func deepEqual(x, y any, begun map[visit]bool) bool {
	t := rt.TypeOf(x)
	if t != rt.TypeOf(y) {
		return false
	}
	k := rt.Kind(t)
	switch k {
	case rt.Pointer_, rt.Map, rt.Slice:
		if rt.IsNil(x) || rt.IsNil(y) {
			return rt.IsNil(x) && rt.IsNil(y)
		}
		v := visit{rt.Pointer(x), rt.Pointer(y), t}
		if k != rt.Pointer_ && rt.Len(x) != rt.Len(y) {
			return false
		}
		if v.a == v.b || begun[v] {
			return true
		}
		begun[v] = true
	}
	switch k {
	case rt.Pointer_:
		return deepEqual(rt.Deref(x), rt.Deref(y), begun)
	case rt.Func:
		return rt.IsNil(x) && rt.IsNil(y)
	case rt.Struct:
		for i := range rt.NumField(t) {
			if !deepEqual(rt.Field(x, i), rt.Field(y, i), begun) {
				return false
			}
		}
		return true
	case rt.Slice, rt.Array:
		if rt.Kind(rt.Elem(t)) == rt.Uint8 {
			return string(rt.Bytes(x)) == string(rt.Bytes(y))
		}
		for i := range rt.Len(x) {
			if !deepEqual(rt.Index(x, i), rt.Index(y, i), begun) {
				return false
			}
		}
		return true
	case rt.Map:
		return equalMaps(rt.Entries(x), rt.Entries(y), begun)
	}
	return x == y
}

func equalMaps(x, y []any, begun map[visit]bool) bool {
	values := make(map[any]any, len(y)/2)
	for i := 0; i < len(y); i += 2 {
		values[y[i]] = y[i+1]
	}
	for i := 0; i < len(x); i += 2 {
		value, ok := values[x[i]]
		if !ok || !deepEqual(x[i+1], value, begun) {
			return false
		}
	}
	return true
}
