package below_test

import (
	_ "example.com/setup/below"
	"testing"
)

func TestX(t *testing.T) {}
