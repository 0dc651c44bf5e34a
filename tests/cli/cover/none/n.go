package none

func G() int { return 1 }

var X = 3
