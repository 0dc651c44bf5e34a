package fails

import "testing"

func TestBad(t *testing.T) { t.Error(Twice(2)) }
