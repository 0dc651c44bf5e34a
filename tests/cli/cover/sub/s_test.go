package sub

import "testing"

func TestF(t *testing.T) {
	F(1)
	if testing.CoverMode() != "" {
		t.Log(testing.CoverMode(), testing.Coverage() > 0)
	}
}
