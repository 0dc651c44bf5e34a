package racy

import (
	"sync"
	"testing"
)

var hits int

func TestCount(t *testing.T) {
	var all sync.WaitGroup
	for range 2 {
		all.Add(1)
		go func() {
			defer all.Done()
			hits++
		}()
	}
	all.Wait()
}

func TestAlone(t *testing.T) { hits++ }
