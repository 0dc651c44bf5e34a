package sub

func F(n int) int {
	if n > 2 {
		return 1
	}
	return 2
}
