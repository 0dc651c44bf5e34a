package block

import "testing"

func TestBlock(t *testing.T) { <-make(chan int) }
func TestAfter(t *testing.T) {}
