package signature

func TestX(n int) {}
