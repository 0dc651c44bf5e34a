package setup

import "testing"

func TestMain(m *testing.M) { println("setup"); m.Run(); println("teardown") }
func TestA(t *testing.T)    {}
