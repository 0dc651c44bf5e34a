package named

import "testing"

func TestX(t *testing.T) {}

func Testlower(t *testing.T) {}

func ExampleNothing() {}
