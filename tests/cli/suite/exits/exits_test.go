package exits

import (
	"os"
	"testing"
)

func TestA(t *testing.T)    {}
func TestExit(t *testing.T) { os.Exit(3) }
