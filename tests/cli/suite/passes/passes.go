package passes

func Double(n int) int { return 2 * n }
