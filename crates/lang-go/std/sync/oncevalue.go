package sync

// OnceValue returns a function that calls f when it is first called, and returns what f returned.
func OnceValue[T any](f func() T) func() T {
	var result T
	once := OnceFunc(func() { result = f() })
	return func() T {
		once()
		return result
	}
}

func OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2) {
	var r1 T1
	var r2 T2
	once := OnceFunc(func() { r1, r2 = f() })
	return func() (T1, T2) {
		once()
		return r1, r2
	}
}
