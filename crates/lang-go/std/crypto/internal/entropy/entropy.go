// Package entropy gives the bytes that keys are made of. In an isolate they come from a generator that begins at a fixed
// state, as those of package math/rand do, so that a program does the same on every run: they are as good as random for
// what a program does with itself, and no secret.
package entropy

import (
	"math/rand/v2"
	"sync"
)

type reader struct {
	mutex  sync.Mutex
	source *rand.ChaCha8
}

// Reader never fails.
var Reader = new(reader)

func (r *reader) Read(b []byte) (int, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.source == nil {
		r.source = rand.NewChaCha8([32]byte([]byte("crypto/rand of a Purlin isolate.")))
	}
	return r.source.Read(b)
}
