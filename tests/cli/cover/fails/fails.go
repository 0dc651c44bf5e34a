package fails

func Twice(n int) int {
	if n < 0 {
		panic("negative")
	}
	return 2 * n
}
