package broken

import (
	_ "example.com/setup/wrong"
	"testing"
)

func TestX(t *testing.T) {}
