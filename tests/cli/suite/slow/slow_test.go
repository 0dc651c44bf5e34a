package slow

import (
	"os"
	"testing"
	"time"
)

var setups int

func TestMain(m *testing.M) { setups++; println("setup", setups); os.Exit(m.Run()) }

func TestFirst(t *testing.T) {}

func TestLoop(t *testing.T) {
	t.Log("before")
	go func() { select {} }()
	n := 0
	for {
		n++
	}
}

func TestSleep(t *testing.T) { time.Sleep(50 * time.Second) }

func TestSecond(t *testing.T) { t.Log("second") }

func TestLoop2(t *testing.T) {
	t.Run("sub", func(t *testing.T) {
		for {
		}
	})
}
func TestLast(t *testing.T) { println("last") }
