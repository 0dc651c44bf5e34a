// Package entropy gives the bytes that keys are made of. They come from a generator whose key the host grants; without a
// grant it begins at a fixed state, as those of package math/rand do, so that a program does the same on every run: its
// bytes are as good as random for what a program does with itself, and no secret.
package entropy

import (
	"math/rand/v2"
	"sync"
)

type reader struct {
	mutex  sync.Mutex
	source *rand.ChaCha8
}

// key writes the key that the host has granted, or the fixed one.
func key(to *[32]byte)

// Reader never fails.
var Reader = new(reader)

func (r *reader) Read(b []byte) (int, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.source == nil {
		var seed [32]byte
		key(&seed)
		r.source = rand.NewChaCha8(seed)
	}
	return r.source.Read(b)
}
