// Labels, break, continue, goto and fallthrough in wrong places.
package main

func main() {
	break    // ERROR "break is not in a loop, switch, or select"
	continue // ERROR "continue is not in a loop"
	for {
		break missing // ERROR "break label not defined: missing|invalid break label missing"
	}
	goto nowhere // ERROR "label nowhere not defined"
unused: // ERROR "label unused defined and not used"
	switch 1 {
	case 1:
		fallthrough // ERROR "cannot fallthrough final case in switch"
	}
	switch interface{}(1).(type) {
	case int:
		fallthrough // ERROR "cannot fallthrough|fallthrough statement out of place"
	case string:
	}
	fallthrough // ERROR "fallthrough statement out of place"
	if true {
		goto inside // ERROR "goto inside jumps into block"
	}
	{
	inside:
	}
}
