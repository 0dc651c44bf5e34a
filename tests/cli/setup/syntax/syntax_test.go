package syntax

import (
	_ "nosuch"
	"testing"
)

func TestX(t *testing.T) {
